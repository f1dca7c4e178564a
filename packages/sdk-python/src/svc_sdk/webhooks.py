"""Verifies signatures of webhooks, and passes events to typed handlers."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import os
import re
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from inspect import isawaitable
from typing import Any, Literal, Union, cast

from ._delivery import Delivery
from ._errors import SdkError
from ._model import Model, construct
from ._resources import EVENTS, AsyncHandlers, Handlers

__all__ = [
    "AsyncReceiver",
    "Delivery",
    "Received",
    "Receiver",
    "TestDelivery",
    "WebhookVerificationError",
    "sign_test_delivery",
    "unwrap",
]

# "Rejects timestamps more than 300 seconds from its own clock" (INTERFACE.md §6), in both directions.
_TOLERANCE_SECONDS = 300

RawBody = Union[str, bytes, bytearray, memoryview]
"""The exact bytes of the body, or the string they decode to. A body that was parsed and written again has others."""

DeliveryHeaders = Mapping[str, Union[str, Sequence[str]]]
"""Headers of httpx, Django, Flask, Starlette or ``http.server``."""

Secrets = Union[str, Sequence[str]]
"""The signing secret of the endpoint, or several while one replaces another."""

VerificationFailure = Literal["missing_header", "bad_timestamp", "wrong_signature", "bad_body"]


class WebhookVerificationError(SdkError):
    """The delivery was not sent by the service, not recently, or not with this secret. Do not trust its content."""

    def __init__(self, reason: VerificationFailure, message: str) -> None:
        super().__init__(message)
        self.reason: VerificationFailure = reason
        """The reason why a delivery was refused. Return 400: the service retries."""


def unwrap(
    body: RawBody,
    headers: DeliveryHeaders,
    *,
    secret: Secrets | None = None,
    now: Callable[[], float] = time.time,
) -> Any:
    """
    Verify the signature of a delivery and return its event: a model of ``svc_sdk.models``.

    One signature that matches is enough: ``X-SVC-Signature``, or any ``v1`` signature in the space-separated list of
    the Standard Webhooks header ``webhook-signature``. The secret is by default ``SVC_WEBHOOK_SECRET``; ``now`` is the
    clock of the receiver in seconds. Raises WebhookVerificationError. Newer types of events arrive too: keep a default
    branch.
    """
    secrets = _secrets_of(secret)
    content = _bytes_of(body)
    timestamp = _required_header(headers, "X-SVC-Timestamp")
    signature = _required_header(headers, "X-SVC-Signature")
    if not re.fullmatch("[0-9]{1,15}", timestamp) or abs(now() - int(timestamp)) > _TOLERANCE_SECONDS:
        raise WebhookVerificationError(
            "bad_timestamp",
            f"X-SVC-Timestamp is not within {_TOLERANCE_SECONDS} seconds of this clock: the delivery was replayed, or "
            "the clock is not synchronized.",
        )
    is_signed = _matches_signature(secrets, signature, timestamp, content)
    if not is_signed and not _matches_standard_signature(secrets, headers, timestamp, content):
        raise WebhookVerificationError(
            "wrong_signature",
            "No signature matches the body: another secret, or the body is not the raw bytes that were sent.",
        )
    try:
        event = json.loads(content)
    except ValueError:
        event = None
    if not isinstance(event, dict):
        raise WebhookVerificationError("bad_body", "The body is signed but not a JSON object.")
    fields = cast("dict[str, Any]", event)
    return construct(EVENTS.get(str(fields.get("type")), Model), fields)


@dataclass(frozen=True)
class Received:
    """The outcome of a delivery."""

    event: Any
    handled: bool
    """False when the event had been handled before."""


class _Verifier:
    def __init__(self, secret: Secrets | None, now: Callable[[], float]) -> None:
        # A receiver that could not verify anything should not start.
        self._secrets = _secrets_of(secret)
        self._now = now

    def unwrap(self, body: RawBody, headers: DeliveryHeaders) -> tuple[Any, Delivery]:
        event = unwrap(body, headers, secret=self._secrets, now=self._now)
        return event, Delivery(_header(headers, "X-SVC-Delivery-Id"))


class Receiver(_Verifier):
    """
    Receives deliveries with typed handlers.

    ``on_other`` receives events without a handler, also of types that are newer than this package; without it they are
    accepted and ignored. ``seen`` remembers events and returns true when one was handled before: "Delivery is
    at-least-once; repeats carry the same event ID" (INTERFACE.md §6). When a handler raises, ``forget`` is called, so
    that the repeat is handled.

    >>> receiver = Receiver(on={"analysis.completed": lambda event, delivery: refresh(event.data.analysis_id)})
    """

    def __init__(
        self,
        *,
        on: Handlers,
        on_other: Callable[[Any, Delivery], object] | None = None,
        seen: Callable[[str], bool] | None = None,
        forget: Callable[[str], object] | None = None,
        secret: Secrets | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(secret, now)
        self._handlers = cast("Mapping[str, Callable[[Any, Delivery], object]]", on)
        self._on_other = on_other
        self._seen = seen
        self._forget = forget

    def receive(self, body: RawBody, headers: DeliveryHeaders) -> Received:
        """Verify a delivery and call its handler. Raises as ``unwrap`` does, and what the handler raises."""
        event, delivery = self.unwrap(body, headers)
        if self._seen is not None and self._seen(event.id):
            return Received(event, handled=False)
        handler = self._handlers.get(event.type, self._on_other)
        try:
            if handler is not None:
                handler(event, delivery)
        except BaseException:
            if self._forget is not None:
                self._forget(event.id)
            raise
        return Received(event, handled=True)

    def respond(self, body: RawBody, headers: DeliveryHeaders) -> tuple[int, str]:
        """The same for a web server: returns status and text, 204 or 400. Raises what a handler raises."""
        try:
            self.receive(body, headers)
        except WebhookVerificationError as error:
            return 400, str(error)
        return 204, ""


class AsyncReceiver(_Verifier):
    """Receives deliveries with handlers that may be asynchronous. See Receiver."""

    def __init__(
        self,
        *,
        on: AsyncHandlers,
        on_other: Callable[[Any, Delivery], Awaitable[object] | object] | None = None,
        seen: Callable[[str], Awaitable[bool] | bool] | None = None,
        forget: Callable[[str], Awaitable[object] | object] | None = None,
        secret: Secrets | None = None,
        now: Callable[[], float] = time.time,
    ) -> None:
        super().__init__(secret, now)
        self._handlers = cast("Mapping[str, Callable[[Any, Delivery], object]]", on)
        self._on_other = on_other
        self._seen = seen
        self._forget = forget

    async def receive(self, body: RawBody, headers: DeliveryHeaders) -> Received:
        """Verify a delivery and call its handler. Raises as ``unwrap`` does, and what the handler raises."""
        event, delivery = self.unwrap(body, headers)
        if self._seen is not None and await _settled(self._seen(event.id)):
            return Received(event, handled=False)
        handler = self._handlers.get(event.type, self._on_other)
        try:
            if handler is not None:
                await _settled(handler(event, delivery))
        except BaseException:
            if self._forget is not None:
                await _settled(self._forget(event.id))
            raise
        return Received(event, handled=True)

    async def respond(self, body: RawBody, headers: DeliveryHeaders) -> tuple[int, str]:
        """The same for a web server: returns status and text, 204 or 400. Raises what a handler raises."""
        try:
            await self.receive(body, headers)
        except WebhookVerificationError as error:
            return 400, str(error)
        return 204, ""


@dataclass(frozen=True)
class TestDelivery:
    """A signed delivery. Send exactly this body."""

    # pytest collects classes by this name.
    __test__ = False

    body: bytes
    headers: dict[str, str]


def sign_test_delivery(
    event: Mapping[str, Any], *, secret: str, now: Callable[[], float] = time.time
) -> TestDelivery:
    """Sign an event as the service would, to test a receiver with. ``now`` is the time of signing in seconds."""
    body = json.dumps(event, ensure_ascii=False, separators=(",", ":")).encode()
    timestamp = str(int(now()))
    signature = _mac(secret.encode(), timestamp, body).hex()
    return TestDelivery(
        body,
        {
            "Content-Type": "application/json",
            "X-SVC-Event-Type": str(event["type"]),
            "X-SVC-Event-Id": str(event["id"]),
            "X-SVC-Delivery-Id": f"dlv_test_{timestamp}",
            "X-SVC-Timestamp": timestamp,
            "X-SVC-Signature": f"sha256={signature}",
        },
    )


def _secrets_of(secret: Secrets | None) -> tuple[str, ...]:
    given = os.environ.get("SVC_WEBHOOK_SECRET", "") if secret is None else secret
    secrets = (given,) if isinstance(given, str) else tuple(given)
    # An empty key would accept what anyone can sign.
    if not secrets or "" in secrets:
        raise SdkError(
            "No signing secret: pass secret, or set SVC_WEBHOOK_SECRET to the signing_secret of the endpoint."
        )
    return secrets


def _required_header(headers: DeliveryHeaders, name: str) -> str:
    value = _header(headers, name)
    if value is None:
        raise WebhookVerificationError(
            "missing_header", f"The header {name} is missing: this is not a delivery of the service."
        )
    return value


def _header(headers: DeliveryHeaders, name: str) -> str | None:
    for key, value in headers.items():
        if key.lower() == name.lower():
            return value if isinstance(value, str) else next(iter(value), None)
    return None


def _bytes_of(body: RawBody) -> bytes:
    if isinstance(body, str):
        return body.encode()
    if isinstance(body, (bytes, bytearray, memoryview)):  # pyright: ignore[reportUnnecessaryIsInstance]
        return bytes(body)
    raise SdkError("The body must be the raw text or bytes of the request: do not parse the JSON before.")


def _mac(key: bytes, head: str, body: bytes) -> bytes:
    """The code of the head, a dot, and "the exact raw request body bytes" (INTERFACE.md §6)."""
    return hmac.new(key, head.encode() + b"." + body, hashlib.sha256).digest()


def _matches_signature(secrets: Sequence[str], signature: str, timestamp: str, body: bytes) -> bool:
    """``X-SVC-Signature``: the key is the whole secret as it was shown, ``whsec_`` included."""
    match = re.fullmatch("sha256=([0-9a-fA-F]{64})", signature)
    return match is not None and _is_any(
        [_mac(secret.encode(), timestamp, body) for secret in secrets], [bytes.fromhex(match[1])]
    )


def _matches_standard_signature(
    secrets: Sequence[str], headers: DeliveryHeaders, timestamp: str, body: bytes
) -> bool:
    """
    ``webhook-signature``: one ``v1,<base64>`` per secret that the endpoint signs with.

    Over ``webhook-id``, the timestamp that was compared with the clock, and the body. Signatures of other versions are
    ignored.
    """
    listed = (_header(headers, "webhook-signature") or "").split(" ")
    found = (re.fullmatch("v1,([0-9A-Za-z+/]{43}=)", one) for one in listed)
    macs = [base64.b64decode(match[1]) for match in found if match]
    # A short key would accept what others can sign.
    keys = (re.fullmatch("whsec_([0-9A-Za-z+/]{43}=)", secret) for secret in secrets)
    head = f"{_header(headers, 'webhook-id') or ''}.{timestamp}"
    return _is_any([_mac(base64.b64decode(key[1]), head, body) for key in keys if key], macs)


def _is_any(expected: Sequence[bytes], macs: Sequence[bytes]) -> bool:
    """Compare in constant time, and always all of them."""
    verdicts = [hmac.compare_digest(one, mac) for one in expected for mac in macs]
    return any(verdicts)


async def _settled(value: Any) -> Any:
    return await value if isawaitable(value) else value
