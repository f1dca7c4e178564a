"""The guarantees of the portal's operations. Their caller is a person in a browser, with a session."""

import itertools
import os
import re
import time

import envelope_checks  # noqa: F401
import requests
import schemathesis
from response_checks import body_of, header, inside

PORTAL_URL = f"{os.environ['SVC_AUTH_URL']}/portal/api"
FROM_OWN_PAGE = {"Sec-Fetch-Site": "same-origin"}
API_KEY = os.environ["SVC_API_KEY"]
session = requests.Session()
# Every request states its cookies: those of one browser never get into the requests of another.
session.cookies.set_policy(requests.cookies.cookielib.DefaultCookiePolicy(allowed_domains=[]))


def cookie_of(response, name):
    found = re.search(rf"{name}=([\w-]+)", response.headers.get("Set-Cookie", ""))
    return f"{name}={found.group(1)}" if found else ""


class Browser:
    """A browser of one member, on which they have signed in before."""

    def __init__(self, name, path="/session"):
        self.path = path
        self.email, self.password, self.device = (os.environ[f"SVC_{name}_{part}"] for part in ("EMAIL", "PASSWORD", "DEVICE"))
        self.signed_in = None
        self.signed_in_at = 0

    def sign_in(self):
        """A new session: its id, and the headers of its requests."""
        login = {"email": self.email, "password": self.password}
        response = session.post(f"{PORTAL_URL}{self.path}", json=login, headers={**FROM_OWN_PAGE, "Cookie": self.device}, timeout=10)
        data = response.json()["data"]
        headers = {**FROM_OWN_PAGE, "Cookie": cookie_of(response, "svc_session"), "X-CSRF-Token": data["csrf_token"]}
        return data["id"], headers

    def headers(self):
        # A sign-in counts as a confirmation of the password for ten minutes, and some operations require one.
        if self.signed_in is None or time.monotonic() - self.signed_in_at > 300:
            self.signed_in = self.sign_in()
            self.signed_in_at = time.monotonic()
        return self.signed_in[1]

    def create(self, path):
        """The id of a new record that a case may delete."""
        return session.post(f"{PORTAL_URL}{path}", json={"name": "Fixture"}, headers=self.headers(), timeout=10).json()["data"]["id"]


# The password of the second member changes, which ends all of their sessions.
owner, member = Browser("PORTAL"), Browser("PORTAL_MEMBER")
administrator = Browser("CONSOLE", "/admin/session")
CONSOLE_ACCOUNT = os.environ["SVC_CONSOLE_ACCOUNT"]

FRESH = {
    ("DELETE", "/sessions/{id}"): lambda: owner.sign_in()[0],
    ("DELETE", "/keys/{id}"): lambda: owner.create("/keys"),
    ("DELETE", "/clients/{id}"): lambda: owner.create("/clients"),
}
CONFIGURED = {os.environ[f"SVC_ID_{kind}"] for kind in ("SESSIONS", "KEYS", "CLIENTS")}


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def operation_of(case):
    return case.method.upper(), case.operation.path


turns = itertools.count()

# Operations without a session.
PUBLIC = {
    ("POST", path)
    for path in (
        "/session",
        "/session/by-link",
        "/session/by-code",
        "/session/by-passkey",
        "/session/passkey-challenge",
        "/session/reset-link",
        "/admin/session",
        "/admin/session/by-link",
        "/admin/session/by-code",
    )
}


# For operations that check a password: whose it is, and the fields of a valid one.
LOGINS = {
    ("POST", "/session"): (owner, lambda: {"email": owner.email, "password": owner.password}),
    ("POST", "/admin/session"): (administrator, lambda: {"email": administrator.email, "password": administrator.password}),
    ("POST", "/admin/session/password-confirmation"): (administrator, lambda: {"password": administrator.password}),
    ("POST", "/session/password-confirmation"): (owner, lambda: {"password": owner.password}),
    ("POST", "/password"): (member, lambda: {"current_password": member.password}),
}


def use_login(case):
    """Of four valid bodies one has the password of the browser's member, so that the operation succeeds. It is sent by the known device: the
    attempts of other cases fail and use up those of an unknown one."""
    browser, fields = LOGINS.get(operation_of(case), (None, None))
    if browser is None or not is_positive(case) or not isinstance(case.body, dict) or next(turns) % 4 != 0:
        return ""
    case.body.update(fields())
    return browser.device


def keep_reviews(case):
    """The longest retention in place of a shorter one, which would delete the reviews of the account."""
    if operation_of(case) == ("PUT", "/account/review-retention") and is_positive(case) and case.body["review_retention_days"]:
        case.body["review_retention_days"] = 3650


def headers_of(case):
    operation = operation_of(case)
    if operation in PUBLIC:
        return {**FROM_OWN_PAGE, "Cookie": ""}
    if operation == ("DELETE", "/session"):
        return owner.sign_in()[1]
    if operation == ("DELETE", "/admin/session"):
        return administrator.sign_in()[1]
    if is_of_console(operation):
        return administrator.headers()
    return member.headers() if operation == ("POST", "/password") else owner.headers()


def is_of_console(operation):
    return operation[1].startswith("/admin/")


def change_only_own_account(case):
    """What the console changes concerns an account that no other lane uses, and a flag that none needs."""
    parameters = case.path_parameters or {}
    if "client_id" in parameters and is_positive(case):
        parameters["client_id"] = os.environ["SVC_CONSOLE_CLIENT"]
    if "key_id" in parameters and is_positive(case):
        parameters["key_id"] = administrator.create(f"/admin/accounts/{CONSOLE_ACCOUNT}/keys")
    for name, value in (("id", CONSOLE_ACCOUNT), ("name", "mcp_enabled")):
        if name in parameters and is_positive(case):
            parameters[name] = value
    # The contract cannot say that a key expires in the future.
    if isinstance(case.body, dict) and is_positive(case) and isinstance(case.body.get("expires_at"), str):
        case.body["expires_at"] = "2099-01-01T00:00:00.000Z"
    if operation_of(case) == ("POST", "/admin/dead-letters/resend") and isinstance(case.body, dict) and is_positive(case):
        case.body["dry_run"] = True


@schemathesis.hook
def before_call(ctx, case, kwargs):
    keep_reviews(case)
    device, headers = use_login(case), headers_of(case)
    if is_of_console(operation_of(case)):
        change_only_own_account(case)
    parameters = case.path_parameters or {}
    fresh = FRESH.get(operation_of(case))
    if fresh and parameters.get("id") in CONFIGURED:
        parameters["id"] = fresh()
    cookies = "; ".join(cookie for cookie in (device, headers["Cookie"]) if cookie)
    case.headers = {**(case.headers or {}), **headers, "Cookie": cookies}


@schemathesis.hook
def after_call(ctx, case, response):
    if operation_of(case) == ("POST", "/password") and response.status_code == 200:
        member.password, member.signed_in = case.body["new_password"], None


# --- Guarantees --------------------------------------------------------------------------------


@schemathesis.check
def refused_session_names_cookie(ctx, response, case):
    if response.status_code == 401:
        assert header(response, "WWW-Authenticate").startswith("Cookie"), "WWW-Authenticate does not name Cookie"


def send_again(response, headers, without=()):
    request = response.request.copy()
    for name in without:
        request.headers.pop(name, None)
    request.headers.update(headers)
    return session.send(request, timeout=10, allow_redirects=False)


def expect(sent_again, status, who):
    assert sent_again.status_code == status, f"{who} gets {sent_again.status_code} instead of {status}"


@schemathesis.check
def session_decides(ctx, response, case):
    """Decision 0031: the cookie of a session is the only credential, and a page of another site changes and reads nothing."""
    if ctx.phase is None or ctx.phase.value != "examples":
        return
    expect(send_again(response, {"Sec-Fetch-Site": "cross-site"}), 403, "a page of another site")
    expect(send_again(response, {"Sec-Fetch-Site": "same-site"}), 403, "a page of a sibling host")
    expect(send_again(response, {"Origin": "https://evil.example"}, ["Sec-Fetch-Site"]), 403, "a foreign origin")
    if operation_of(case) in PUBLIC:
        return
    expect(send_again(response, {}, ["Cookie"]), 401, "nobody")
    expect(send_again(response, {"X-API-Key": API_KEY, "Authorization": f"Bearer {API_KEY}"}, ["Cookie"]), 401, "an API key")
    if case.method.upper() != "GET":
        expect(send_again(response, {}, ["X-CSRF-Token"]), 403, "a session without its token")


ISSUED_KEY = re.compile(rb"svc_(test|live)_[0-9A-Za-z_-]{43}")
SHOWS_KEY = {("POST", "/keys"), ("POST", "/admin/accounts/{id}/keys")}
SHOWS_CLIENT_SECRET = {("POST", "/clients"), ("POST", "/clients/{id}/rotate-secret")}


@schemathesis.check
def secrets_shown_once(ctx, response, case):
    """INTERFACE.md §5: "the raw value is shown once at issuance". Passwords and the secret of a session are never in a body."""
    if response.status_code >= 400:
        # Messages may repeat an invalid value, and the fuzzer chose it.
        return
    body, operation = response.content, operation_of(case)
    assert operation in SHOWS_KEY or not ISSUED_KEY.search(body), "The response shows an API key although the operation must not"
    assert operation in SHOWS_CLIENT_SECRET or b'"client_secret"' not in body, "The response shows a client secret where none belongs"
    secret = re.search(r"svc_session=([\w-]{43})", response.request.headers.get("Cookie", ""))
    assert not secret or secret.group(1).encode() not in body, "The response repeats the secret of the session"
    for person in (owner, administrator):
        assert person.password.encode() not in body, "The response repeats a password"


@schemathesis.check
def session_is_as_strict_as_its_cookie(ctx, response, case):
    """Decision 0031: scripts cannot read the cookie, and other sites do not send it."""
    for cookie in response.headers.get("set-cookie") or []:
        assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Path=/" in cookie, f"A cookie has only {cookie.split(';')[1:]}"


@schemathesis.check
def plan_of_the_caller(ctx, response, case):
    """INTERFACE.md §2: meta.plan is the plan of the caller, on success. Before sign-in there is none, and none of an administrator."""
    if response.status_code < 400 and operation_of(case) not in PUBLIC and not is_of_console(operation_of(case)):
        assert inside(body_of(response), "meta", "plan"), "meta.plan is missing"
