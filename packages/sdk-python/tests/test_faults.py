"""Faults of the network and of the service are survived as the README says."""

from __future__ import annotations

import threading
import time
from typing import Any

import anyio
import pytest
from conftest import (
    Behavior,
    FaultServer,
    Performer,
    cut_off,
    dripping,
    failure,
    half_json,
    proxy_page,
    reply_json,
    reset,
    silent,
    success,
)

import svc_sdk
from svc_sdk import AsyncClient, CallOptions, CanceledError, Client

SOON = {"retry-after-ms": "5"}
QUOTA = [{"path": "quota.analyses", "message": "50 of 50 used"}]
Outcome = tuple[str, int]

# Name, script, outcome and requests of a read, of a change that carries neither a key nor an idempotent method.
FAULTS: list[tuple[str, list[Behavior], Outcome, Outcome, CallOptions]] = [
    ("the connection is reset", [reset, success()], ("survives", 2), ("ConnectionError", 1), {}),
    ("the connection is always reset", [reset], ("ConnectionError", 3), ("ConnectionError", 1), {}),
    ("the body breaks off", [cut_off, success()], ("survives", 2), ("ConnectionError", 1), {}),
    ("the JSON is cut short", [half_json, success()], ("survives", 2), ("ParseError", 1), {}),
    ("the body drips", [dripping, success()], ("survives", 2), ("TimeoutError", 1), {"timeout": 1.0}),
    ("no response arrives", [silent, success()], ("survives", 2), ("TimeoutError", 1), {"timeout": 1.0}),
    ("429 soon", [failure(429, "rate_limited", SOON), success()], ("survives", 2), ("survives", 2), {}),
    ("429 without Retry-After", [failure(429, "rate_limited"), success()], ("survives", 2), ("survives", 2), {}),
    (
        "429 with a Retry-After of three days",
        [failure(429, "rate_limited", {"Retry-After": "259200"}), success()],
        ("RateLimitError", 1),
        ("RateLimitError", 1),
        {},
    ),
    (
        "429 because a quota is used up",
        [failure(429, "rate_limited", SOON, QUOTA), success()],
        ("QuotaExceededError", 1),
        ("QuotaExceededError", 1),
        {},
    ),
    ("500", [failure(500, "internal_error", SOON), success()], ("survives", 2), ("InternalServerError", 1), {}),
    (
        "500 every time",
        [failure(500, "internal_error", SOON)],
        ("InternalServerError", 3),
        ("InternalServerError", 1),
        {},
    ),
    ("503", [failure(503, "unavailable", SOON), success()], ("survives", 2), ("survives", 2), {}),
    ("a proxy's 502", [proxy_page, success()], ("survives", 2), ("ApiError", 1), {}),
    ("408", [failure(408, "timeout", SOON), success()], ("survives", 2), ("survives", 2), {}),
    (
        "400",
        [failure(400, "invalid_request"), success()],
        ("InvalidRequestError", 1),
        ("InvalidRequestError", 1),
        {},
    ),
    ("404", [failure(404, "not_found"), success()], ("NotFoundError", 1), ("NotFoundError", 1), {}),
    (
        "500 with x-should-retry: false",
        [failure(500, "internal_error", {"x-should-retry": "false"}), success()],
        ("InternalServerError", 1),
        ("InternalServerError", 1),
        {},
    ),
    (
        "400 with x-should-retry: true",
        [failure(400, "invalid_request", {"x-should-retry": "true", **SOON}), success()],
        ("survives", 2),
        ("survives", 2),
        {},
    ),
    (
        "a redirect",
        [reply_json(302, {}, {"Location": "http://127.0.0.1:9/"}), success()],
        ("ApiError", 1),
        ("ApiError", 1),
        {},
    ),
]


def name_of(result: Any) -> str:
    return type(result).__name__ if isinstance(result, BaseException) else "survives"


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault[0])
def test_a_call_that_meets_a_fault_ends_as_documented(fault: Any, perform: Performer, fault_server: Any) -> None:
    _name, script, read, patch, options = fault
    for_reads, for_patches = fault_server(*script), fault_server(*script)
    (got,) = perform.all(for_reads, lambda client: client.businesses.get("bus_1", options=options))
    (changed,) = perform.all(
        for_patches, lambda client: client.webhooks.update("whk_1", {"enabled": False}, options=options)
    )
    assert (name_of(got), len(for_reads.seen)) == read
    assert (name_of(changed), len(for_patches.seen)) == patch


def test_a_post_is_retried_with_the_same_key_after_a_lost_response(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(reset, cut_off, success())
    perform.one(server, lambda client: client.analyses.start("bus_1"))
    keys = [seen.headers["idempotency-key"] for seen in server.seen]
    assert len(keys) == 3 and len(set(keys)) == 1 and len(keys[0]) == 36


def test_a_post_has_another_key_in_another_call_or_the_given_one(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(success())
    start = lambda client: client.analyses.start("bus_1")  # noqa: E731
    given: CallOptions = {"idempotency_key": "order-17"}
    perform.all(server, start, start, lambda client: client.analyses.start("bus_1", options=given))
    first, second, third = [seen.headers["idempotency-key"] for seen in server.seen]
    assert first != second
    assert third == "order-17"


def test_a_409_is_retried_only_while_a_lost_attempt_is_running(perform: Performer, fault_server: Any) -> None:
    conflict = failure(409, "conflict", SOON)
    after_loss: FaultServer = fault_server(reset, conflict, success())
    perform.one(after_loss, lambda client: client.analyses.start("bus_1"))
    assert len(after_loss.seen) == 3

    at_once: FaultServer = fault_server(conflict, success())
    error = perform.error(at_once, lambda client: client.webhooks.create({"url": "https://example.org/"}))
    assert isinstance(error, svc_sdk.ConflictError)
    assert len(at_once.seen) == 1


def test_an_upload_from_an_iterable_is_not_retried(perform: Performer, fault_server: Any) -> None:
    def chunks() -> Any:
        yield b"[]"

    async def async_chunks() -> Any:
        yield b"[]"

    make = chunks if perform.kind == "sync" else async_chunks
    server: FaultServer = fault_server(failure(503, "unavailable", SOON), success())
    error = perform.error(server, lambda client: client.reviews.create_import("bus_1", make()))
    assert isinstance(error, svc_sdk.UnavailableError)
    assert [seen.body for seen in server.seen] == ["[]"]


@pytest.mark.parametrize("behavior", [silent, failure(429, "rate_limited", {"Retry-After": "30"})])
def test_setting_the_event_ends_a_request_and_a_pause(behavior: Behavior, fault_server: Any) -> None:
    server: FaultServer = fault_server(behavior)
    cancel = threading.Event()
    outcome: list[Any] = []

    def call() -> None:
        try:
            Client(api_key="k", base_url=server.url).businesses.get("bus_1", options={"cancel": cancel})
        except CanceledError as error:
            outcome.append(error)

    thread = threading.Thread(target=call)
    thread.start()
    while not server.seen:
        time.sleep(0.005)
    cancel.set()
    thread.join(20)
    assert not thread.is_alive()
    assert len(outcome) == 1 and len(server.seen) == 1


def test_an_event_that_is_set_sends_nothing(fault_server: Any) -> None:
    server: FaultServer = fault_server(success())
    cancel = threading.Event()
    cancel.set()
    with Client(api_key="k", base_url=server.url) as client, pytest.raises(CanceledError):
        client.businesses.get("bus_1", options={"cancel": cancel})
    assert server.seen == []


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
@pytest.mark.parametrize("behavior", [silent, failure(429, "rate_limited", {"Retry-After": "30"})])
def test_canceling_the_task_ends_a_request_and_a_pause(behavior: Behavior, backend: str, fault_server: Any) -> None:
    server: FaultServer = fault_server(behavior)

    async def main() -> bool:
        async with AsyncClient(api_key="k", base_url=server.url) as client:
            with anyio.move_on_after(20) as limit:
                async with anyio.create_task_group() as tasks:
                    tasks.start_soon(client.businesses.get, "bus_1")
                    while not server.seen:
                        await anyio.sleep(0.005)
                    tasks.cancel_scope.cancel()
            return limit.cancelled_caught

    assert anyio.run(main, backend=backend) is False
    assert len(server.seen) == 1


def test_a_call_ends_with_its_total_timeout(perform: Performer, fault_server: Any) -> None:
    slow: FaultServer = fault_server(silent)
    get = lambda client: client.businesses.get("bus_1")  # noqa: E731
    error = perform.with_options(timeout=0.3, total_timeout=0.6).error(slow, get)
    assert isinstance(error, svc_sdk.TimeoutError)
    error = perform.with_options(total_timeout=0.4).error(slow, get)
    assert isinstance(error, svc_sdk.TimeoutError) and error.limit == "total_timeout"


def test_a_pause_beyond_the_total_timeout_is_not_started(perform: Performer, fault_server: Any) -> None:
    busy: FaultServer = fault_server(failure(429, "rate_limited", {"Retry-After": "5"}))
    error = perform.with_options(total_timeout=1.0).error(busy, lambda client: client.businesses.get("bus_1"))
    assert isinstance(error, svc_sdk.RateLimitError) and error.retry_after == 5
    assert len(busy.seen) == 1


def test_a_call_waits_for_the_time_of_retry_after(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(failure(503, "unavailable", {"Retry-After": "1"}), success())
    perform.one(server, lambda client: client.businesses.get("bus_1"))
    assert server.seen[1].at - server.seen[0].at >= 0.995


def test_a_retry_after_beyond_the_limit_is_raised_without_a_wait(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(failure(429, "rate_limited", {"Retry-After": "2"}), success())
    error = perform.with_options(retry_after_max=1.0).error(server, lambda client: client.businesses.get("bus_1"))
    assert isinstance(error, svc_sdk.RateLimitError) and error.retry_after == 2
    assert len(server.seen) == 1


def test_retries_can_be_turned_off_for_a_client_and_for_a_call(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(failure(500, "internal_error", SOON))
    perform.with_options(max_retries=0).error(server, lambda client: client.businesses.get("bus_1"))
    assert len(server.seen) == 1
    perform.error(server, lambda client: client.businesses.get("bus_1", options={"max_retries": 0}))
    assert len(server.seen) == 2
