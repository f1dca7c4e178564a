"""Checks of responses that the hooks of both documents share."""

import json
import re


def header(response, name):
    values = response.headers.get(name.lower()) or []
    assert len(values) == 1, f"{name} occurs {len(values)} times instead of once"
    return values[0]


def body_of(response):
    """The parsed body, or None where HTTP forbids one."""
    if response.status_code == 304 or response.request.method == "HEAD":
        return None
    try:
        return json.loads(response.content)
    except ValueError as error:
        raise AssertionError(f"The body is not JSON: {error}") from error


def inside(body, *names):
    """A value in nested objects; None if it is missing, so that a check fails instead of raising."""
    for name in names:
        body = body.get(name) if isinstance(body, dict) else None
    return body


STACK_TRACE = re.compile(rb"\\n\s+at |node_modules|file:///|\.[cm]?[jt]s:[0-9]+|Error: |\bselect .{1,80} from ", re.IGNORECASE)


def show_no_internals(response):
    """INTERFACE.md §7: "Internal exception details are never returned"."""
    found = STACK_TRACE.search(response.content) if response.status_code >= 400 else None
    assert not found, f"The response shows internals: {found.group().decode(errors='replace')!r}"


RATE_LIMIT_HEADERS = {"limit": "X-RateLimit-Limit", "remaining": "X-RateLimit-Remaining", "reset_s": "X-RateLimit-Reset"}


def shown_rate_limit(response):
    """INTERFACE.md §8, rule 2: "Every response carries" these three, and they are whole numbers."""
    shown = {field: header(response, name) for field, name in RATE_LIMIT_HEADERS.items()}
    assert all(re.fullmatch(r"[0-9]+", value) for value in shown.values()), f"Not whole numbers: {shown}"
    return shown
