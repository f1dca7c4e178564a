"""The guarantees of the envelope, on every response of the REST API and of the portal. Importing this module registers its checks."""

import json
import re
from pathlib import Path

import schemathesis
from response_checks import body_of, header, inside, show_no_internals, shown_rate_limit


@schemathesis.check
def envelope_always(ctx, response, case):
    """INTERFACE.md §2, "Response envelope (every response)": data or error, never both, and meta always."""
    body = body_of(response)
    if body is None:
        return
    assert isinstance(body, dict), "The body is not an envelope"
    succeeded = response.status_code < 400
    expected = {"data", "meta"} if succeeded else {"error", "meta"}
    assert set(body) == expected, f"A {response.status_code} has {sorted(expected)}, not {sorted(body)}"
    if not succeeded:
        assert isinstance(inside(body, "error", "code"), str), "error.code is missing"
        assert isinstance(inside(body, "error", "message"), str), "error.message is missing"


# INTERFACE.md §7: each code has one status. The description of ErrorCode in the contract lists them: `conflict` (409).
CONTRACT = Path(__file__).parents[2] / "generated" / "contract" / "openapi.strict.json"
ERROR_CODE = json.loads(CONTRACT.read_text())["components"]["schemas"]["ErrorCode"]
STATUS_BY_CODE = {code: int(status) for code, status in re.findall(r"`(\w+)` \((\d{3})\)", ERROR_CODE["description"])}
assert set(STATUS_BY_CODE) == set(ERROR_CODE["enum"]), "The description of ErrorCode does not list every code once"


@schemathesis.check
def error_code_fits_status(ctx, response, case):
    body = body_of(response)
    if response.status_code < 400 or body is None:
        return
    code = inside(body, "error", "code")
    assert STATUS_BY_CODE.get(code) == response.status_code, f"{code} has the status {STATUS_BY_CODE.get(code)}"


@schemathesis.check
def request_id_matches(ctx, response, case):
    """INTERFACE.md §2: meta.request_id is "also sent as header X-Request-Id"."""
    request_id = header(response, "X-Request-Id")
    body = body_of(response)
    if body is not None:
        assert inside(body, "meta", "request_id") == request_id, "meta.request_id differs from X-Request-Id"


@schemathesis.check
def rate_limit_matches(ctx, response, case):
    """INTERFACE.md §8, rule 2: on every response, and equal to meta.rate_limit."""
    shown = shown_rate_limit(response)
    body = body_of(response)
    if body is not None:
        reported = {field: str(value) for field, value in (inside(body, "meta", "rate_limit") or {}).items()}
        assert reported == shown, f"meta.rate_limit is {reported}, the headers are {shown}"


@schemathesis.check
def refusal_says_when(ctx, response, case):
    """INTERFACE.md §8, rule 2: "A 429 also carries Retry-After"; so does a 503. A 405 has Allow."""
    if response.status_code in (429, 503):
        assert re.fullmatch(r"[1-9][0-9]*", header(response, "Retry-After")), "Retry-After is not a number of seconds"
    if response.status_code == 405:
        assert header(response, "Allow"), "Allow is empty"


@schemathesis.check
def no_internals_leak(ctx, response, case):
    show_no_internals(response)


@schemathesis.check
def never_cached_or_sniffed(ctx, response, case):
    """Responses belong to one caller: no shared cache may store them, and no browser may guess their type."""
    assert header(response, "X-Content-Type-Options") == "nosniff", "nosniff is missing"
    control = header(response, "Cache-Control")
    assert "no-store" in control or "private" in control, f"Cache-Control is {control}"
