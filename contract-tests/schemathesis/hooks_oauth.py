"""The guarantees of the OAuth endpoints: RFC 6749 for tokens, RFC 7009 for revocation."""

import base64
import itertools
import os
import re
from urllib.parse import urlencode

import requests
import schemathesis
from response_checks import body_of, header, inside, show_no_internals, shown_rate_limit

CLIENT_ID = os.environ["SVC_CLIENT_ID"]
CLIENT_SECRET = os.environ["SVC_CLIENT_SECRET"]
TOKEN_PATH = "/api/oauth/token"
ENVELOPE_FREE = (TOKEN_PATH, "/api/oauth/revoke")
BASIC = "Basic " + base64.b64encode(f"{CLIENT_ID}:{CLIENT_SECRET}".encode()).decode()
count = itertools.count()


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


LONGEST_LINE = 7_000


@schemathesis.hook
def filter_case(ctx, case):
    # A request line that is too long is refused before the operation is known, so its response belongs to no operation.
    return len(urlencode(case.query or {}, doseq=True)) <= LONGEST_LINE


@schemathesis.hook
def map_case(ctx, case):
    """Of four valid cases one keeps its generated client, two have the real client in the body, and one has it in the header."""
    if case.operation.path not in ENVELOPE_FREE or not isinstance(case.body, dict) or not is_positive(case):
        return case
    turn = next(count) % 4
    if turn == 0:
        return case
    if turn == 3:
        case.headers = {**(case.headers or {}), "Authorization": BASIC}
        case.body.pop("client_id", None)
        case.body.pop("client_secret", None)
    else:
        case.body["client_id"], case.body["client_secret"] = CLIENT_ID, CLIENT_SECRET
    if turn == 1:
        # A scope that the client does not have is refused, and no later check would be reached.
        case.body.pop("scope", None)
        case.body.pop("resource", None)
    return case


# RFC 6749 section 5.2, RFC 7009 section 2.2.1, RFC 8707 section 2, and two errors that the contract adds.
ERRORS_BY_STATUS = {
    400: {
        "invalid_request",
        "invalid_grant",
        "unauthorized_client",
        "unsupported_grant_type",
        "unsupported_token_type",
        "invalid_scope",
        "invalid_target",
        "invalid_client",
    },
    401: {"invalid_client"},
    429: {"rate_limited"},
    500: {"server_error"},
    503: {"server_error"},
}


@schemathesis.check
def errors_as_rfc_6749(ctx, response, case):
    """RFC 6749 section 5.2: the error is a field of a JSON object at the top level. An unsupported method gets the envelope of the API."""
    if response.status_code < 400 or response.status_code in (404, 405) or case.operation.path not in ENVELOPE_FREE:
        return
    error = inside(body_of(response), "error")
    allowed = ERRORS_BY_STATUS.get(response.status_code, set())
    assert isinstance(error, str) and error in allowed, f"{response.status_code} belongs to {sorted(allowed)}, not to {error!r}"
    if response.status_code == 401:
        challenge = header(response, "WWW-Authenticate")
        assert challenge.startswith("Basic"), f"WWW-Authenticate is {challenge!r}"


@schemathesis.check
def token_is_not_cached(ctx, response, case):
    """RFC 6749 section 5.1: "Cache-Control" with "no-store" in any response containing tokens; errors have it as well."""
    if case.operation.path == TOKEN_PATH and case.method.upper() == "POST":
        assert header(response, "Cache-Control") == "no-store", "Cache-Control is not no-store"
        if response.status_code < 300:
            assert header(response, "Pragma") == "no-cache", "Pragma is not no-cache"


session = requests.Session()
BASE_URL = os.environ["SVC_BASE_URL"]


@schemathesis.check
def token_works(ctx, response, case):
    """A token is accepted by the operations of its scopes, and by no other."""
    if case.operation.path != TOKEN_PATH or response.status_code >= 300:
        return
    granted = body_of(response)
    token, kind, scope = (inside(granted, name) for name in ("access_token", "token_type", "scope"))
    assert isinstance(token, str) and kind == "Bearer" and isinstance(scope, str), "access_token, token_type or scope is missing"
    reply = session.get(f"{BASE_URL}/businesses", headers={"Authorization": f"Bearer {token}"}, timeout=10)
    expected = 200 if "businesses:read" in scope.split() else 403
    assert reply.status_code == expected, f"A token with {scope!r} gets {reply.status_code}, not {expected}"


@schemathesis.check
def client_is_authenticated(ctx, response, case):
    """RFC 6749 section 3.2.1: without client authentication no token is issued."""
    if case.operation.path != TOKEN_PATH or response.status_code >= 300 or case.method.upper() != "POST":
        return
    wrong = "Basic " + base64.b64encode(f"{CLIENT_ID}:not-the-secret".encode()).decode()
    for who, headers in [("nobody", {}), ("a client with a wrong secret", {"Authorization": wrong})]:
        form = {"grant_type": "client_credentials"}
        reply = session.post(response.request.url, data=form, headers=headers, timeout=10)
        assert reply.status_code in (400, 401), f"{who} gets {reply.status_code}"


@schemathesis.check
def request_id_and_limits_shown(ctx, response, case):
    assert re.fullmatch(r"req_[0-7][0-9a-hjkmnp-tv-z]{25}", header(response, "X-Request-Id")), "X-Request-Id has no id"
    shown_rate_limit(response)


@schemathesis.check
def no_internals_leak(ctx, response, case):
    show_no_internals(response)


@schemathesis.check
def no_secret_echoed(ctx, response, case):
    text = response.content + repr(response.headers).encode()
    assert CLIENT_SECRET.encode() not in text, "The response repeats the client secret"
