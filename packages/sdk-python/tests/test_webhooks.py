"""Verification of webhooks. The vectors are signed by the service itself; see vectors.ts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from svc_sdk import Model, SdkError, models
from svc_sdk.webhooks import AsyncReceiver, Receiver, WebhookVerificationError, sign_test_delivery, unwrap

SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
SENT_AT = 1_795_248_000.0
EVENT: dict[str, Any] = {
    "version": 1,
    "id": "evt_1",
    "type": "analysis.completed",
    "created_at": "2026-11-21T08:00:00.000Z",
    "data": {"business_id": "bus_1", "analysis_id": "ana_1", "competitors_analyzed": 5},
}


def now() -> float:
    return SENT_AT


def signed() -> tuple[bytes, dict[str, str]]:
    delivery = sign_test_delivery(EVENT, secret=SECRET, now=now)
    return delivery.body, delivery.headers


def refusal(body: Any, headers: Any, secret: Any = SECRET, at: float = SENT_AT) -> str:
    with pytest.raises(WebhookVerificationError) as error:
        unwrap(body, headers, secret=secret, now=lambda: at)
    assert not [one for one in ([secret] if isinstance(secret, str) else secret) if one in str(error.value)]
    return error.value.reason


def test_every_vector_of_the_service_is_judged_like_in_typescript() -> None:
    """Written by the vitest file next to this folder, with the verdict of the TypeScript client."""
    vectors = json.loads(Path(os.environ["SVC_WEBHOOK_VECTORS"]).read_text())
    assert len(vectors) >= 20
    for vector in vectors:
        body = bytes.fromhex(vector["body_hex"])
        try:
            unwrap(body, vector["headers"], secret=vector["secret"], now=lambda vector=vector: vector["now"])
            verdict = "accepted"
        except WebhookVerificationError as error:
            verdict = error.reason
        assert verdict == vector["verdict"], vector["name"]


@pytest.mark.parametrize("form", [bytes, bytearray, memoryview, bytes.decode])
def test_accepts_the_raw_body_as_text_and_bytes(form: Any) -> None:
    delivery = sign_test_delivery({**EVENT, "note": "Crème brûlée 🍮"}, secret=SECRET, now=now)
    event = unwrap(form(delivery.body), delivery.headers, secret=SECRET, now=now)
    assert isinstance(event, models.AnalysisCompletedEvent)
    assert (event.data.analysis_id, event.note) == ("ana_1", "Crème brûlée 🍮")  # pyright: ignore


@pytest.mark.parametrize(
    "form",
    [
        dict,
        httpx.Headers,
        lambda headers: {name.lower(): value for name, value in headers.items()},
        lambda headers: {name: [value] for name, value in headers.items()},
    ],
    ids=["a dict", "httpx", "lower case", "lists"],
)
def test_reads_headers_of_any_form(form: Any) -> None:
    body, headers = signed()
    assert unwrap(body, form(headers), secret=SECRET, now=now).id == "evt_1"


@pytest.mark.parametrize(("seconds", "accepted"), [(-301, False), (-300, True), (0, True), (300, True), (301, False)])
def test_accepts_300_seconds_of_difference_in_both_directions(seconds: int, accepted: bool) -> None:
    body, headers = signed()
    if accepted:
        assert unwrap(body, headers, secret=SECRET, now=lambda: SENT_AT + seconds).id == "evt_1"
    else:
        assert refusal(body, headers, at=SENT_AT + seconds) == "bad_timestamp"


def test_accepts_any_of_several_secrets() -> None:
    body, headers = signed()
    assert unwrap(body, headers, secret=["whsec_new", SECRET], now=now).id == "evt_1"


@pytest.mark.parametrize(
    ("reason", "changed"),
    [
        ("wrong_signature", {"X-SVC-Signature": "sha256=" + "0" * 64}),
        ("missing_header", {"X-SVC-Signature": None}),
        ("missing_header", {"X-SVC-Timestamp": None}),
        ("bad_timestamp", {"X-SVC-Timestamp": "now"}),
        ("bad_timestamp", {"X-SVC-Timestamp": "0x6b01"}),
        ("bad_timestamp", {"X-SVC-Timestamp": "١٢٣"}),
    ],
)
def test_refuses_forged_headers(reason: str, changed: dict[str, str | None]) -> None:
    body, headers = signed()
    forged = {name: value for name, value in {**headers, **changed}.items() if value is not None}
    assert refusal(body, forged) == reason


def test_refuses_another_body_and_another_secret_and_never_shows_it() -> None:
    body, headers = signed()
    assert refusal(body + b" ", headers) == "wrong_signature"
    assert refusal(body, headers, secret="whsec_other") == "wrong_signature"


def test_refuses_a_signed_body_that_is_no_object() -> None:
    import hashlib
    import hmac

    for body in (b"[]", b"{", b"\xff"):
        mac = hmac.new(SECRET.encode(), f"{int(SENT_AT)}.".encode() + body, hashlib.sha256).hexdigest()
        headers = {"X-SVC-Timestamp": str(int(SENT_AT)), "X-SVC-Signature": f"sha256={mac}"}
        assert refusal(body, headers) == "bad_body"


def test_the_error_for_a_body_that_was_already_parsed_names_the_fix() -> None:
    _body, headers = signed()
    with pytest.raises(SdkError, match="do not parse the JSON"):
        unwrap(EVENT, headers, secret=SECRET, now=now)  # pyright: ignore


def test_reads_the_secret_from_the_environment_and_refuses_a_missing_or_empty_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    body, headers = signed()
    monkeypatch.setenv("SVC_WEBHOOK_SECRET", SECRET)
    assert unwrap(body, headers, now=now).id == "evt_1"
    monkeypatch.delenv("SVC_WEBHOOK_SECRET")
    for secret in (None, "", [], [SECRET, ""]):
        with pytest.raises(SdkError, match="No signing secret"):
            unwrap(body, headers, secret=secret, now=now)
    with pytest.raises(SdkError, match="No signing secret"):
        Receiver(on={})


def test_a_receiver_passes_each_event_to_its_handler_and_unknown_types_to_on_other() -> None:
    got: list[Any] = []
    receiver = Receiver(
        secret=SECRET,
        on={"analysis.completed": lambda event, delivery: got.append((event.data.analysis_id, delivery.delivery_id))},
        on_other=lambda event, _delivery: got.append(event.type),
        now=now,
    )
    for one in (EVENT, {**EVENT, "type": "report.generated"}, {**EVENT, "type": "made.later"}):
        delivery = sign_test_delivery(one, secret=SECRET, now=now)
        receiver.receive(delivery.body, delivery.headers)
    assert got == [("ana_1", f"dlv_test_{int(SENT_AT)}"), "report.generated", "made.later"]


def test_an_event_of_a_newer_type_is_a_model_with_its_fields() -> None:
    delivery = sign_test_delivery({"id": "evt_2", "type": "made.later", "data": {"a": 1}}, secret=SECRET, now=now)
    event = unwrap(delivery.body, delivery.headers, secret=SECRET, now=now)
    assert type(event) is Model and event.type == "made.later" and event.data == {"a": 1}  # pyright: ignore


@pytest.mark.parametrize("kind", ["sync", "asyncio", "trio"])
def test_a_receiver_handles_an_event_once_and_again_when_its_handler_failed(kind: str) -> None:
    handled: set[str] = set()
    runs: list[str] = []

    def seen(name: str) -> bool:
        is_known = name in handled
        handled.add(name)
        return is_known

    def handle(event: Any, _delivery: Any) -> None:
        runs.append(event.id)
        if len(runs) == 1:
            raise RuntimeError("database is down")

    async def handle_async(event: Any, delivery: Any) -> None:
        handle(event, delivery)

    body, headers = signed()
    shared: Any = {"seen": seen, "forget": handled.discard, "secret": SECRET, "now": now}
    if kind == "sync":
        receive = Receiver(on={"analysis.completed": handle}, **shared).receive
    else:
        receiver = AsyncReceiver(on={"analysis.completed": handle_async}, **shared)
        receive = lambda body, headers: anyio.run(receiver.receive, body, headers, backend=kind)  # noqa: E731
    with pytest.raises(RuntimeError, match="database is down"):
        receive(body, headers)
    assert receive(body, headers).handled is True
    assert receive(body, headers).handled is False
    assert len(runs) == 2


def test_a_receiver_responds_with_204_and_to_a_forgery_with_400() -> None:
    got: list[str] = []
    receiver = Receiver(secret=SECRET, on={"analysis.completed": lambda event, _: got.append(event.id)}, now=now)
    body, headers = signed()
    assert receiver.respond(body, headers) == (204, "")
    assert receiver.respond(body + b" ", headers)[0] == 400
    assert got == ["evt_1"]
