"""Tokens of OAuth clients."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from conftest import Behavior, Exchange, FaultServer, Performer, Seen, failure, reply_json, reset, success

import svc_sdk


def service(
    *, respond: Callable[[str], Behavior] = lambda _token: success(), token: tuple[Behavior, ...] = ()
) -> Behavior:
    """A token endpoint that issues t1, t2, …, and calls whose outcome depends on their token."""
    issued: list[str] = []

    def behavior(exchange: Exchange, seen: Seen) -> None:
        if seen.url != "/api/oauth/token":
            return respond(seen.headers["authorization"])(exchange, seen)
        issued.append(f"t{len(issued) + 1}")
        if len(issued) <= len(token):
            return token[len(issued) - 1](exchange, seen)
        return reply_json(200, {"access_token": issued[-1], "expires_in": 3600})(exchange, seen)

    return behavior


def of_client(perform: Performer, server: FaultServer) -> Performer:
    return perform.with_options(client_id="cli_1", client_secret="s€cret", base_url=f"{server.url}/v1")


def get(client: Any) -> Any:
    return client.businesses.get("bus_1")


def tokens(server: FaultServer) -> list[Seen]:
    return [seen for seen in server.seen if seen.url == "/api/oauth/token"]


def used(server: FaultServer) -> list[str]:
    return [seen.headers["authorization"] for seen in server.seen if seen.url == "/v1/businesses/bus_1"]


def test_calls_that_start_together_share_one_token(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(service())
    results = of_client(perform, server).together(server, *[get] * 20)
    assert not [result for result in results if isinstance(result, BaseException)]
    assert set(used(server)) == {"Bearer t1"}
    (request,) = tokens(server)
    assert request.body == "grant_type=client_credentials&client_id=cli_1&client_secret=s%E2%82%ACcret"
    assert request.headers["content-type"] == "application/x-www-form-urlencoded"


def test_a_token_is_replaced_a_minute_before_it_expires(
    perform: Performer, fault_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    server: FaultServer = fault_server(service())
    clock = iter_clock(monkeypatch)
    at = lambda seconds: lambda client: clock(seconds) or get(client)  # noqa: E731
    of_client(perform, server).all(server, at(0), at(3539), at(3541))
    assert used(server) == ["Bearer t1", "Bearer t1", "Bearer t2"]


def test_an_old_token_is_used_until_it_expires_when_no_new_one_can_be_obtained(
    perform: Performer, fault_server: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = reply_json(200, {"access_token": "t1", "expires_in": 3600})
    server: FaultServer = fault_server(service(token=(first, failure(400, "x"))))
    clock = iter_clock(monkeypatch)
    at = lambda seconds: lambda client: clock(seconds) or get(client)  # noqa: E731
    of_client(perform, server).all(server, at(0), at(3550))
    assert used(server) == ["Bearer t1", "Bearer t1"]


def test_after_a_401_one_new_token_is_requested(perform: Performer, fault_server: Any) -> None:
    refuse_first = lambda token: failure(401, "unauthorized") if token == "Bearer t1" else success()  # noqa: E731
    server: FaultServer = fault_server(service(respond=refuse_first))
    of_client(perform, server).together(server, get, get, get)
    assert len(tokens(server)) == 2
    assert used(server).count("Bearer t2") == 3


def test_a_second_401_is_raised(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(service(respond=lambda _token: failure(401, "unauthorized")))
    error = of_client(perform, server).error(server, get)
    assert isinstance(error, svc_sdk.UnauthorizedError)
    assert (len(tokens(server)), len(used(server))) == (2, 2)


def test_a_token_request_is_retried_and_its_refusal_is_raised(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(service(token=(reset,)))
    of_client(perform, server).one(server, get)
    assert len(tokens(server)) == 2
    refusal = reply_json(401, {"error": "invalid_client", "error_description": "Unknown client."})
    refusing: FaultServer = fault_server(service(token=(refusal,)))
    error = of_client(perform, refusing).error(refusing, get)
    assert (error.code, error.status) == ("invalid_client", 401)
    assert "s€cret" not in f"{error!r} {error.__cause__!r}"


def test_a_response_without_a_token_is_an_error_that_does_not_show_it(perform: Performer, fault_server: Any) -> None:
    broken = reply_json(200, {"access_token": "hush"})
    server: FaultServer = fault_server(service(token=(broken, broken, broken)))
    error = of_client(perform, server).with_options(max_retries=0).error(server, get)
    assert isinstance(error, svc_sdk.ParseError)
    assert "hush" not in f"{error!r} {error.__cause__!r} {error.__context__!r}"


def iter_clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    start = time.time()

    def set_clock(seconds: float) -> None:
        monkeypatch.setattr(time, "time", lambda: start + seconds)

    return set_clock
