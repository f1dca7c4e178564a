"""What Schemathesis does not know: the formats of the contract, and the guarantees of the interface beyond the document.

Every check here runs on every response of every lane, unexpected methods and refusals included.
"""

import base64
import collections
import itertools
import os
import re
import time
import uuid
from types import SimpleNamespace
from urllib.parse import urljoin

import requests
import schemathesis
import envelope_checks  # noqa: F401
from response_checks import header, inside
from hypothesis import strategies as st
from hypothesis.internal.conjecture.engine import ConjectureRunner
from schemathesis.engine.run.stateful import _executor as sequences
from schemathesis.generation.overrides import Override
from schemathesis.specs.openapi.schemas import OpenApiSchema

session = requests.Session()

# --- Order ------------------------------------------------------------------------------------

# Sometimes Hypothesis builds a case from parts of an earlier one. Which parts it considers equal depends on the ids in them, which
# the service chooses anew in every run. Without this mutation the same seed sends the same sequences.
ConjectureRunner.generate_mutations_from = lambda runner, data: None
# Sequences use instants and strings of earlier responses in their requests, and no setting prevents that.
OpenApiSchema.create_extra_data_source = lambda schema: None

ONLY_OWN_HOST = os.environ.get("SVC_ONLY_OWN_HOST", "") != ""
if not ONLY_OWN_HOST:
    # In a sequence the links determine the next record; the records of the configuration would replace it. With a deployed service these
    # are used: a link from a list returns records that the account had before.
    sequences.overrides = SimpleNamespace(for_operation=lambda config, operation: Override())

# --- Data -------------------------------------------------------------------------------------

LABEL = st.from_regex(r"[a-z0-9]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True).filter(lambda label: label[2:4] != "--")
SUFFIXES = ["com", "nl", "org", "dev", "co.uk", "shop"]
LITERAL_HOSTS = ["8.8.8.8", "[2606:4700:4700::1111]", "münchen.de", "xn--mnchen-3ya.de", "例え.jp"]
PORTS = ["", ":443", ":8443", ":1024", ":65535"]
NAME = st.tuples(st.lists(LABEL, min_size=1, max_size=3), st.sampled_from(SUFFIXES)).map(lambda parts: ".".join([*parts[0], parts[1]]))
HOST = st.one_of(NAME, NAME, NAME, st.sampled_from(LITERAL_HOSTS))
WEBHOOK_URL = os.environ["SVC_WEBHOOK_URL"]
PATH = st.from_regex(r"([/?][!\"$-\[\]-~]{0,60})?", fullmatch=True)

# The format `public-https-url` of the contract. A service started for the tests diverts these hosts to a sink and never resolves them; a deployed one
# would connect to them, so there only one host is used, which the tester chose.
ANY_URL = st.tuples(HOST, st.sampled_from(PORTS), PATH).map(lambda parts: f"https://{''.join(parts)}")
OWN_URL = PATH.map(lambda path: f"{WEBHOOK_URL}{path}")
schemathesis.openapi.format("public-https-url", OWN_URL if ONLY_OWN_HOST else ANY_URL)

MADE_HERE = re.compile(
    "https://("
    + "|".join([r"([a-z0-9-]+\.)+(" + "|".join(map(re.escape, SUFFIXES)) + ")", *map(re.escape, LITERAL_HOSTS)])
    + ")("
    + "|".join(PORTS)
    + ")([/?].*)?"
)


@schemathesis.hook
def filter_case(ctx, case):
    # Coverage reaches the longest URL through the pattern alone, which the format then refuses: that case is not positive.
    url = case.body.get("url") if isinstance(case.body, dict) else None
    return ONLY_OWN_HOST or not (is_positive(case) and isinstance(url, str) and not MADE_HERE.fullmatch(url))


EXAMPLE_KEY = "5d0c1e0e-6f0b-4f3a-9d56-0a8f5a9c6b21"
WAIT = re.compile("[1-9]|1[0-9]|20")
WAIT_SECONDS = 1
LANE = os.environ.get("SVC_LANE", "main")
keys = itertools.count(1)
turns = collections.defaultdict(lambda: itertools.count(1))
waits = itertools.count()


@schemathesis.hook
def map_case(ctx, case):
    if case.headers and case.headers.get("Idempotency-Key") == EXAMPLE_KEY:
        # One key for many bodies is a conflict by design, and no later check would be reached.
        case.headers["Idempotency-Key"] = f"{EXAMPLE_KEY}-{LANE}-{next(keys)}"
    if ONLY_OWN_HOST and isinstance(case.body, dict) and isinstance(case.body.get("url"), str) and is_positive(case):
        case.body["url"] = f"{WEBHOOK_URL}/contract-tests"
    if is_in_sequence(case) and case.operation.path.endswith("/deliveries") and is_positive(case):
        # Deliveries of real events appear and change at any time, because a worker processes them; a test exists when its response is sent.
        case.query = {**(case.query or {}), "event_type": "webhook.test"}
        case.query.pop("status", None)
    return case


@schemathesis.hook
def before_call(ctx, case, kwargs):
    if WAIT.fullmatch(str((case.query or {}).get("wait"))):
        # The feed holds a request open for as long as requested, even if another parameter is invalid. One in twenty
        # is held, and for a second. Not in map_case, which the examples of the contract do not pass.
        case.query["wait"] = WAIT_SECONDS if next(waits) % 20 == 0 else 0
    if is_in_sequence(case) and case.method.upper() == "GET" and case.operation.path in SHOWS_ANALYSES:
        settle()
    # A sequence may use every endpoint that it created.
    remove_earlier_webhooks(SEQUENCE_STEPS if is_in_sequence(case) else 0)
    parameters = case.path_parameters or {}
    if case.method.upper() == "POST" and case.operation.path.endswith("/competitors"):
        make_room()
    if case.method.upper() == "POST" and case.operation.path.endswith("/reviews") and is_positive(case):
        # Before the period of every analysis: the recommendations of the fixtures stay open.
        for review in case.body["reviews"]:
            review["published_at"] = LONG_AGO
    if case.method.upper() == "DELETE" and case.operation.path in ANALYZED and is_positive(case):
        # Records that the analyses read are not deleted either; sequences take ids from lists.
        parameters["id"] = ANALYZED[case.operation.path]()
    if case.method.upper() == "DELETE" and parameters.get("id") in FRESH:
        # Its deliveries would be deleted with the endpoint, and other requests resend one of them.
        parameters["id"] = FRESH[parameters["id"]]()
    elif "id" in parameters and is_positive(case) and case.meta.phase.name.value == "fuzzing" and next(turns[case.operation.label]) % 10 == 0:
        # The ids of the configuration exist; unknown ids are tested as well, after the first cases of an operation.
        parameters["id"] = f"{str(parameters['id'])[:3]}_01kt00000000000000000000zz"


new_webhooks = []
SEQUENCE_STEPS = 8


def remove_earlier_webhooks(kept):
    """Deletes endpoints of earlier cases. Each event is sent to every endpoint: with those of all cases, the worker would have more to do than
    the service that is tested."""
    while len(new_webhooks) > kept:
        call_service("DELETE", f"/webhooks/{new_webhooks.pop(0)}")


@schemathesis.hook
def after_call(ctx, case, response):
    global is_settled
    if response.status_code == 201 and (case.method.upper(), case.operation.path) == ("POST", "/webhooks") and not ONLY_OWN_HOST:
        # Deleted before a later request, because the checks of this one read it. With a deployed service, src/run.ts deletes and lists them.
        new_webhooks.extend(re.findall(r'"id":"(whk_\w+)"', response.text)[:1])
    if response.status_code == 202 and case.operation.path.endswith("/analyses"):
        is_settled = False


SHOWS_ANALYSES = {"/businesses/{id}", "/businesses/{id}/analyses", "/businesses/{id}/reviews", "/reviews/{id}", "/businesses/{id}/recommendations", "/analyses/{id}"}
SETTLED_WITHIN_SECONDS = 120
is_settled = False


def settle():
    """Waits until every analysis has finished: the next request of a sequence must not depend on the speed of the worker."""
    global is_settled
    url = f"{os.environ['SVC_BASE_URL']}/businesses/{os.environ['SVC_ID_BUSINESSES']}/analyses?limit=100"
    deadline = time.monotonic() + SETTLED_WITHIN_SECONDS
    while not (is_settled or ONLY_OWN_HOST) and time.monotonic() < deadline:
        analyses = session.get(url, headers={"X-API-Key": os.environ["SVC_API_KEY"]}, timeout=10).json().get("data", [])
        is_settled = all(analysis.get("finished_at") for analysis in analyses)
        time.sleep(0 if is_settled else 0.02)
    is_settled = True


LONG_AGO = "2020-01-01T00:00:00Z"
COMPETITORS = f"/businesses/{os.environ.get('SVC_ID_BUSINESSES')}/competitors"
COMPETITORS_KEPT = 25


def call_service(method, path, body=None):
    """`data` of a response, with the key of the first account; nothing where it was refused."""
    headers = {"X-API-Key": os.environ["SVC_API_KEY"]}
    return session.request(method, f"{os.environ['SVC_BASE_URL']}{path}", json=body, headers=headers, timeout=10).json().get("data", {})


def make_room():
    """A plan limits the number of competitors: those that earlier cases created are removed, the newest last."""
    tracked = call_service("GET", f"{COMPETITORS}?limit=100") or []
    for competitor in tracked[10:] if len(tracked) > COMPETITORS_KEPT else []:
        if competitor["review_stats"]["review_count"] == 0 and competitor["id"] not in FRESH:
            call_service("DELETE", f"/competitors/{competitor['id']}")


def fresh_competitor():
    """A competitor that exists to be removed."""
    make_room()
    return call_service("POST", COMPETITORS, {"name": "Fixture"}).get("id", "cmp_01kjpxm0t0e4pswffc8k7pd4hh")


def fresh_webhook():
    """Creates an endpoint that a test may delete."""
    return call_service("POST", "/webhooks", {"url": f"{WEBHOOK_URL}/contract-tests"}).get("id", "whk_01ktvck2jgfjrva00p4jwmptwm")


def fresh_review():
    """Creates a review that a test may delete, under an id that no earlier run has used: deleted ones stay deleted."""
    made = call_service("POST", f"/businesses/{os.environ.get('SVC_ID_BUSINESSES')}/reviews", {"reviews": [{"rating": 4, "source_id": f"fresh {uuid.uuid4()}", "published_at": LONG_AGO}]})
    return (made.get("results") or [{}])[0].get("review_id") or "rev_01m7dtkjf0fnvtft6k86k7vp0v"


ANALYZED = {"/reviews/{id}": fresh_review, "/competitors/{id}": fresh_competitor}

# The records of the configuration stay: another one is deleted in their place.
FRESH = {
    os.environ.get("SVC_ID_WEBHOOKS"): fresh_webhook,
    os.environ.get("SVC_ID_COMPETITORS"): fresh_competitor,
    os.environ.get("SVC_ID_REVIEWS"): fresh_review,
}


def is_positive(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def is_in_sequence(case):
    return case.meta is not None and case.meta.phase.name.value == "stateful"


# --- Guarantees of the interface --------------------------------------------------------------


@schemathesis.check
def refused_credential_names_bearer(ctx, response, case):
    if response.status_code == 401:
        assert header(response, "WWW-Authenticate").startswith("Bearer"), "WWW-Authenticate does not name Bearer"


OUR_SECRETS = [value for name in ("SVC_API_KEY", "SVC_API_KEY_2", "SVC_ACCESS_TOKEN") if (value := os.environ.get(name))]
SIGNING_SECRET = re.compile(rb"whsec_[0-9A-Za-z+/]{43}=")
SHOWS_SIGNING_SECRET = {("POST", "/webhooks"), ("POST", "/webhooks/{id}/rotate-secret")}


@schemathesis.check
def no_secret_echoed(ctx, response, case):
    """INTERFACE.md §2: a signing secret is "returned once at creation and once at each rotation". API keys never are."""
    text = response.content + repr(response.headers).encode()
    assert not any(secret.encode() in text for secret in OUR_SECRETS), "The response repeats an API key"
    shown_here = (case.method.upper(), case.operation.path) in SHOWS_SIGNING_SECRET and response.status_code < 300
    assert shown_here or not SIGNING_SECRET.search(text), "The response shows a signing secret although the operation must not"


# --- The same request with a change ------------------------------------------------------------

def send_again(response, headers, method=None):
    """The same request with these credentials, and optionally with other headers or another method."""
    request = response.request.copy()
    request.method = method or request.method
    for name in ("X-API-Key", "Authorization"):
        request.headers.pop(name, None)
    request.headers.update(headers)
    return session.send(request, timeout=10, allow_redirects=False)


def expect(sent_again, status, code, who):
    try:
        reported = inside(sent_again.json(), "error", "code")
    except ValueError:
        reported = "and no JSON"
    assert (sent_again.status_code, reported) == (status, code), f"{who} gets {sent_again.status_code} {reported} instead of {status} {code}"


@schemathesis.check
def made_can_be_read(ctx, response, case):
    """A created record can be read immediately at its Location. The built-in check covers only operations whose parameters all come from links."""
    location = response.headers.get("location")
    # A response that is replayed for its key may be older than a deletion.
    if response.status_code not in (201, 202) or not location or "Idempotency-Key" in response.request.headers or LANE == "limits":
        return
    key = {"X-API-Key": os.environ["SVC_API_KEY"]}
    sent_again = session.get(urljoin(response.request.url, location[0]), headers=key, timeout=10, allow_redirects=False)
    assert sent_again.status_code == 200, f"What was created returns {sent_again.status_code}"


@schemathesis.check
def deleted_is_gone(ctx, response, case):
    """A deleted record returns the same response as one that never existed. The built-in check needs a sequence for that."""
    if case.method.upper() == "DELETE" and response.status_code < 300:
        key = {"X-API-Key": os.environ["SVC_API_KEY"]}
        expect(send_again(response, key, "GET"), 404, "not_found", "any reader of a deleted record")


@schemathesis.check
def only_json_is_read(ctx, response, case):
    """INTERFACE.md §4, rule 1: "Content-Type application/json is sent on bodies". Any other is refused."""
    if ctx.phase is None or ctx.phase.value != "examples" or response.status_code >= 300 or not response.request.body:
        return
    if LANE == "limits":
        return
    key = {"X-API-Key": os.environ["SVC_API_KEY"]}
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=utf-16"):
        sent_again = send_again(response, {**key, "Content-Type": content_type})
        expect(sent_again, 400, "invalid_request", f"a body of type {content_type}")


def credential_table():
    """Every combination of credentials, and the code of its 401; None if it is accepted."""
    good, other, revoked = (os.environ[name] for name in ("SVC_API_KEY", "SVC_API_KEY_2", "SVC_REVOKED_KEY"))
    unknown = "svc_test_" + "A" * 43
    basic = base64.b64encode(f"{good}:".encode()).decode()
    unsigned = "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhY2NfMSJ9."
    return [
        ("nobody", {}, "unauthorized"),
        ("a key in X-API-Key", {"X-API-Key": good}, None),
        ("a key as bearer", {"Authorization": f"Bearer {good}"}, None),
        ("a key as bearer, in lower case", {"Authorization": f"bearer {good}"}, None),
        ("the same key twice", {"X-API-Key": good, "Authorization": f"Bearer {good}"}, None),
        ("two good keys of two accounts", {"X-API-Key": good, "Authorization": f"Bearer {other}"}, "unauthorized"),
        ("a good key and an unknown bearer", {"X-API-Key": good, "Authorization": f"Bearer {unknown}"}, "unauthorized"),
        ("an unknown key and a good bearer", {"X-API-Key": unknown, "Authorization": f"Bearer {good}"}, "unauthorized"),
        ("a revoked key", {"X-API-Key": revoked}, "invalid_api_key"),
        ("a revoked key as bearer", {"Authorization": f"Bearer {revoked}"}, "invalid_api_key"),
        ("an unknown key", {"X-API-Key": unknown}, "unauthorized"),
        ("an unknown live key", {"X-API-Key": unknown.replace("test", "live")}, "unauthorized"),
        ("a truncated key", {"X-API-Key": good[:-1]}, "unauthorized"),
        ("a key in capitals", {"X-API-Key": good.upper()}, "unauthorized"),
        ("a key with another end", {"X-API-Key": good[:-1] + ("A" if good[-1] != "A" else "B")}, "unauthorized"),
        ("two keys in one header", {"X-API-Key": f"{good}, {other}"}, "unauthorized"),
        ("bytes that are not text", {"X-API-Key": b"\xff\xfe\x80"}, "unauthorized"),
        ("a very long key", {"X-API-Key": "svc_test_" + "A" * 4000}, "unauthorized"),
        ("bearer without a credential", {"Authorization": "Bearer"}, "unauthorized"),
        ("another scheme", {"Authorization": f"Basic {basic}"}, "unauthorized"),
        ("the key without a scheme", {"Authorization": good}, "unauthorized"),
        ("an unsigned token", {"Authorization": f"Bearer {unsigned}"}, "unauthorized"),
    ]


if LANE == "auth":

    @schemathesis.check
    def credentials_decide(ctx, response, case):
        """INTERFACE.md §5 and spec/DECISIONS.md, "Credentials and scopes"."""
        for who, credentials, code in credential_table():
            sent_again = send_again(response, credentials)
            if code is None:
                assert sent_again.status_code != 401, f"{who}: refused with 401 instead of accepted"
            else:
                expect(sent_again, 401, code, who)
                challenge = sent_again.headers.get("WWW-Authenticate", "")
                assert challenge.startswith("Bearer"), f"{who}: WWW-Authenticate is {challenge!r}"


RECORD_ID = re.compile(rb"\b(?!req_|usr_)[a-z]{3}_[0-7][0-9a-hjkmnp-tv-z]{25}\b")
ids_of_first = set()


if LANE == "isolation":

    @schemathesis.check
    def other_account_sees_nothing(ctx, response, case):
        """INTERFACE.md §4, rule 3: "An ID that is unknown or not owned by the account yields 404 not_found"."""
        if response.status_code >= 300 or response.request.headers.get("X-API-Key") != os.environ["SVC_API_KEY"]:
            return
        second = {"X-API-Key": os.environ["SVC_API_KEY_2"]}
        sent = f"{response.request.url} {response.request.body}".encode()
        ids_of_first.update(found for found in RECORD_ID.findall(response.content) if found not in sent)
        sent_again = send_again(response, second)
        if "{id}" in case.operation.path:
            expect(sent_again, 404, "not_found", "the second account")
        else:
            assert sent_again.status_code < 300 or sent_again.status_code == 409, f"the second account gets {sent_again.status_code}"
        shown = ids_of_first.intersection(RECORD_ID.findall(sent_again.content))
        assert not shown, f"the second account is shown {sorted(shown)} of the first"
        if (case.method.upper(), case.operation.path) == ("GET", "/webhooks/{id}"):
            expect(send_again(response, second, "DELETE"), 404, "not_found", "the second account, deleting,")
            still_there = send_again(response, {"X-API-Key": os.environ["SVC_API_KEY"]})
            assert still_there.status_code == 200, "the second account deleted a webhook of the first"


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    """Files are sent as they were generated; Schemathesis knows no serializer of this media type."""
    return value if isinstance(value, bytes) else str(value).encode()
