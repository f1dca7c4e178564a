"""Clients, calls, errors and lists."""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from datetime import datetime, timezone
from typing import Any

import anyio
import httpx
import pytest
from conftest import META, FaultServer, Performer, failure, half_json, page, reply_json, success

import svc_sdk
from svc_sdk import ApiError, AsyncClient, Client, PaginationError, SdkError


def get(client: Any) -> Any:
    return client.businesses.get("bus_1")


class TestClient:
    def test_reads_key_and_base_url_from_the_environment_after_the_options(
        self, perform: Performer, fault_server: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        server: FaultServer = fault_server(success())
        monkeypatch.setenv("SVC_API_KEY", "svc_test_from_environment")
        monkeypatch.setenv("SVC_BASE_URL", f"{server.url}/v1/")
        with Client() as client:
            get(client)

        async def main() -> None:
            async def key() -> str:
                return "svc_test_given"

            async with AsyncClient(api_key=key) as client:
                await get(client)

        anyio.run(main)
        perform.with_options(api_key=lambda: "svc_test_called", base_url=f"{server.url}/v1").one(server, get)
        assert [(seen.url, seen.headers["authorization"]) for seen in server.seen] == [
            ("/v1/businesses/bus_1", "Bearer svc_test_from_environment"),
            ("/v1/businesses/bus_1", "Bearer svc_test_given"),
            ("/v1/businesses/bus_1", "Bearer svc_test_called"),
        ]

    @pytest.mark.parametrize("kind", [Client, AsyncClient])
    def test_refuses_to_start_without_a_credential_with_half_of_one_and_with_an_invalid_url(
        self, kind: Any, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for name in ("SVC_API_KEY", "SVC_CLIENT_ID"):
            monkeypatch.delenv(name, raising=False)
        with pytest.raises(SdkError, match="No credential"):
            kind()
        with pytest.raises(SdkError, match="needed together"):
            kind(client_id="client")
        with pytest.raises(SdkError, match="must be absolute"):
            kind(api_key="k", base_url="example.org")
        with pytest.raises(SdkError, match="must not contain") as refused:
            kind(api_key="k", base_url="http://me:hush@127.0.0.1/")
        assert "hush" not in str(refused.value)

    def test_sends_a_user_agent_with_its_version_the_contract_and_the_runtime(
        self, perform: Performer, fault_server: Any
    ) -> None:
        server: FaultServer = fault_server(success())
        perform.one(server, get)
        assert server.seen[0].headers["user-agent"] == (
            f"svc-sdk-python/{svc_sdk.VERSION} (spec {svc_sdk.SPEC_VERSION}; python/{platform.python_version()}; "
            f"{sys.platform} {platform.machine()})"
        )

    def test_sends_only_the_request_without_cookies_or_telemetry(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(success(headers={"Set-Cookie": "a=1"}))
        perform.all(server, get, get)
        of_http = {"host", "connection", "accept-encoding"}
        for seen in server.seen:
            assert seen.headers.keys() - of_http == {"accept", "authorization", "user-agent"}
        assert len(server.seen) == 2

    def test_encodes_parameters_so_that_they_arrive_unchanged(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(page([], None))
        since = datetime(2026, 1, 2, 3, tzinfo=timezone.utc)
        perform.items(
            server,
            lambda client: client.webhooks.deliveries.list("whk/1 ?#", limit=2, cursor="a+b/c=", created_after=since),
        )
        assert server.seen[0].url == (
            "/webhooks/whk%2F1%20%3F%23/deliveries?created_after=2026-01-02T03%3A00%3A00.000Z&limit=2"
            "&cursor=a%2Bb%2Fc%3D"
        )

    def test_refuses_a_time_without_a_zone(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(page([], None))
        error = perform.error(
            server, lambda client: client.usage_events.list(since=datetime(2026, 1, 2)).__iter__()
            if perform.kind == "sync"
            else _first(client.usage_events.list(since=datetime(2026, 1, 2)))
        )
        assert "time zone" in str(error) and server.seen == []

    @pytest.mark.parametrize("name", ["", ".", ".."])
    def test_refuses_an_id_that_would_be_another_address(
        self, name: str, perform: Performer, fault_server: Any
    ) -> None:
        server: FaultServer = fault_server(success())
        error = perform.error(server, lambda client: client.webhooks.get(name))
        assert "needs a value for id" in str(error) and server.seen == []

    def test_has_the_same_methods_synchronous_and_asynchronous(self) -> None:
        with Client(api_key="k") as client:
            assert _methods(client) == _methods(AsyncClient(api_key="k"))
            assert {"businesses.list", "webhooks.deliveries.resend_all", "analyses.create_and_wait"} <= _methods(client)


class TestCall:
    def test_returns_what_was_sent_with_unknown_fields_and_values(self, perform: Performer, fault_server: Any) -> None:
        data = {"id": "ana_1", "status": "archived", "mood": {"new": ["field"]}, "created_at": 17}
        server: FaultServer = fault_server(success(data))
        body = perform.one(server, lambda client: client.analyses.get("ana_1"))
        assert (body.data.id, body.data.status, body.data.mood) == ("ana_1", "archived", {"new": ["field"]})
        assert body.data.created_at == 17
        assert body.meta.request_id == "req_1"

    def test_gives_the_response_with_its_headers_and_request_id(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(success(headers={"X-RateLimit-Remaining": "299"}))
        body = perform.one(server, get)
        assert body.meta.request_id == body.http_response.headers["x-request-id"] == "req_1"
        assert body.http_response.headers["x-ratelimit-remaining"] == "299"

    def test_sends_parameters_headers_and_paths_that_it_has_no_methods_for(
        self, perform: Performer, fault_server: Any
    ) -> None:
        server: FaultServer = fault_server(success())
        options = {"query": {"expand": ["a", "b"]}, "headers": {"X-Beta": "1", "X-Team": None}}
        since = datetime(1970, 1, 1, tzinfo=timezone.utc)
        perform.with_options(headers={"X-Team": "growth"}).all(
            server,
            lambda client: client.businesses.get("bus_1", options=options),
            lambda client: client.request("post", "/new-things", query={"since": since}, body={"a": 1}),
            lambda client: client.businesses.get("bus_1", options={"headers": {"Authorization": "Bearer another"}}),
            lambda client: client.businesses.get(True),
        )
        known, unknown, other, typed = server.seen
        assert known.url == "/businesses/bus_1?expand=a&expand=b"
        assert known.headers["x-beta"] == "1" and "x-team" not in known.headers
        assert (unknown.method, unknown.body) == ("POST", '{"a":1}')
        assert unknown.url == "/new-things?since=1970-01-01T00%3A00%3A00.000Z"
        assert "idempotency-key" in unknown.headers and unknown.headers["x-team"] == "growth"
        assert other.headers["authorization"] == "Bearer another"
        assert typed.url == "/businesses/true"
        error = perform.error(server, lambda client: client.request("GET", "https://example.org/"))
        assert "start with a slash" in str(error)

    def test_returns_304_to_a_conditional_request_and_raises_errors(
        self, perform: Performer, fault_server: Any
    ) -> None:
        server: FaultServer = fault_server(lambda exchange, _seen: exchange.reply(304, b""), failure(404, "not_found"))
        conditional = {"headers": {"If-None-Match": 'W/"1"'}}
        response, error = perform.all(
            server,
            lambda client: client.request("GET", "/businesses/bus_1", options=conditional),
            lambda client: client.request("GET", "/businesses/bus_1"),
        )
        assert response.status_code == 304 and server.seen[0].headers["if-none-match"] == 'W/"1"'
        assert isinstance(error, svc_sdk.NotFoundError)


class TestError:
    def test_has_code_status_details_request_id_headers_and_delay(self, perform: Performer, fault_server: Any) -> None:
        details = [{"path": "body.url", "message": "must be https"}]
        server: FaultServer = fault_server(failure(400, "invalid_request", {"retry-after-ms": "1500"}, details))
        error = perform.error(server, lambda client: client.webhooks.create({"url": "http://x"}))
        assert isinstance(error, svc_sdk.InvalidRequestError) and isinstance(error, ApiError)
        assert str(error) == "400 invalid_request: Refused. (request req_1)"
        assert (error.status, error.code, error.request_id) == (400, "invalid_request", "req_1")
        assert [(one.path, one.message) for one in error.details] == [("body.url", "must be https")]
        assert (error.is_retryable, error.retry_after, error.headers["x-request-id"]) == (False, 1.5, "req_1")

    def test_with_an_unknown_code_is_an_api_error(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(failure(410, "gone_for_good"))
        error = perform.error(server, lambda client: client.reports.get("rpt_1"))
        assert (type(error), error.code, error.status) == (ApiError, "gone_for_good", 410)

    def test_omits_details_that_are_not_in_the_form_of_the_contract(
        self, perform: Performer, fault_server: Any
    ) -> None:
        details = [{"path": "body.url", "message": "must be https"}, {}, {"path": 1, "message": "one"}, None, "body"]
        server: FaultServer = fault_server(failure(400, "invalid_request", details=details))
        error = perform.error(server, lambda client: client.reports.get("rpt_1"))
        assert [one.path for one in error.details] == ["body.url"]

    def test_names_the_quota_that_is_used_up(self, perform: Performer, fault_server: Any) -> None:
        details = [{"path": "quota.reply_drafts", "message": "50 of 50 used"}]
        server: FaultServer = fault_server(failure(429, "rate_limited", {"Retry-After": "600"}, details))
        error = perform.error(server, lambda client: client.analyses.start("bus_1"))
        assert (error.quota, error.retry_after, error.is_retryable) == ("reply_drafts", 600, False)

    def test_without_a_response_has_its_cause(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(half_json)
        error = perform.with_options(max_retries=0).error(server, get)
        assert isinstance(error.__cause__, ValueError)

    def test_without_a_response_names_the_url_without_its_query(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(success())
        listing = lambda client: client.businesses.get("bus_1", options={"query": {"cursor": "hush"}})  # noqa: E731
        refused = perform.with_options(base_url="http://127.0.0.1:9/v1", max_retries=0)
        error = str(refused.error(server, listing))
        assert error.startswith("getBusiness (GET http://127.0.0.1:9/v1/businesses/bus_1) got no response: ")
        assert "hush" not in error

    def test_never_shows_a_credential(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(failure(401, "unauthorized"))
        hidden = perform.with_options(api_key="svc_test_hidden")
        lost = hidden.with_options(base_url="http://127.0.0.1:9", max_retries=0)
        for error in (hidden.error(server, get), lost.error(server, get)):
            text = "".join(traceback.format_exception(error))
            assert "svc_test_hidden" not in f"{text} {error!r} {vars(error)!r}"


class TestSecrets:
    def test_are_not_shown_by_the_client(self) -> None:
        for client in (Client(api_key="svc_test_hidden"), AsyncClient(client_id="c", client_secret="svc_test_hidden")):
            caller = client._caller  # pyright: ignore[reportPrivateUsage]
            shown = f"{client!r} {client} {vars(client)} {caller.settings!r} {vars(caller)}"
            assert "svc_test_hidden" not in shown

    def test_are_not_shown_by_a_model(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(success({"id": "whk_1", "signing_secret": "whsec_hidden"}))
        body = perform.one(server, lambda client: client.webhooks.create({"url": "https://example.org/"}))
        assert body.data.signing_secret == "whsec_hidden"
        assert "whsec_hidden" not in f"{body!r} {body}"


class TestList:
    def test_is_read_to_its_end_with_its_parameters_on_every_page(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(page([1, 2], "a+/="), page([3], None))
        assert perform.items(server, lambda client: client.competitors.list("bus_1", limit=2)) == [1, 2, 3]
        assert [seen.url for seen in server.seen] == [
            "/businesses/bus_1/competitors?limit=2",
            "/businesses/bus_1/competitors?limit=2&cursor=a%2B%2F%3D",
        ]

    def test_is_read_page_by_page(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(page([1, 2], "c1"), page([3], None))

        async def read_async(client: Any) -> Any:
            first = await client.competitors.list("bus_1")
            second = await first.get_next_page()
            with pytest.raises(PaginationError):
                await second.get_next_page()
            return first, second

        def read(client: Any) -> Any:
            first = client.competitors.list("bus_1")
            second = first.get_next_page()
            with pytest.raises(PaginationError):
                second.get_next_page()
            return first, second

        first, second = perform.one(server, read if perform.kind == "sync" else read_async)
        assert (first.items, first.has_next_page(), first.body.meta.page.next_cursor) == ([1, 2], True, "c1")
        assert (second.items, second.has_next_page()) == ([3], False)
        assert len(server.seen) == 2

    def test_ends_at_an_empty_cursor(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(page([1], ""))
        assert perform.items(server, lambda client: client.competitors.list("bus_1")) == [1]

    def test_does_not_request_a_page_in_advance(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(page([1, 2], "c1"), page([3], None))

        def first(client: Any) -> Any:
            return next(iter(client.competitors.list("bus_1")))

        listing = first if perform.kind == "sync" else lambda client: _first(client.competitors.list("bus_1"))
        assert perform.one(server, listing) == 1
        assert len(server.seen) == 1

    @pytest.mark.parametrize(
        ("script", "requests"),
        [
            ([page([1], "c1"), page([2], "c1")], 2),
            ([page([1], "c1"), page([2], "c2"), page([3], "c1")], 3),
        ],
        ids=["at once", "after others"],
    )
    def test_ends_with_an_error_when_a_cursor_is_repeated(
        self, script: Any, requests: int, perform: Performer, fault_server: Any
    ) -> None:
        server: FaultServer = fault_server(*script)
        with pytest.raises(PaginationError, match="c1 a second time"):
            perform.items(server, lambda client: client.competitors.list("bus_1"))
        assert len(server.seen) == requests

    def test_ends_with_an_error_when_the_first_page_points_to_itself(
        self, perform: Performer, fault_server: Any
    ) -> None:
        server: FaultServer = fault_server(page([1], "start"))
        with pytest.raises(PaginationError):
            perform.items(server, lambda client: client.competitors.list("bus_1", cursor="start"))


class TestWaitingForAnAnalysis:
    def analysis(self, status: str, reason: Any = None) -> Any:
        return success({"id": "ana_1", "status": status, "failure": reason})

    def test_polls_until_it_has_ended(self, perform: Performer, fault_server: Any) -> None:
        states = ["queued", "reticulating", "running", "completed"]
        server: FaultServer = fault_server(*[self.analysis(state) for state in states])
        body = perform.one(server, lambda client: client.analyses.create_and_wait("bus_1", poll_interval=0.001))
        assert body.data.status == "completed"
        assert [seen.method for seen in server.seen] == ["POST", "GET", "GET", "GET"]

    def test_raises_the_reason_of_a_failure(self, perform: Performer, fault_server: Any) -> None:
        failed = self.analysis("failed", {"reason": "not_enough_reviews"})
        server: FaultServer = fault_server(self.analysis("queued"), failed)
        error = perform.error(server, lambda client: client.analyses.create_and_wait("bus_1", poll_interval=0.001))
        assert isinstance(error, svc_sdk.AnalysisFailedError)
        assert str(error) == "Analysis ana_1 failed: not_enough_reviews."

    def test_times_out_with_the_id_to_continue_with(self, perform: Performer, fault_server: Any) -> None:
        server: FaultServer = fault_server(self.analysis("running"))
        error = perform.error(
            server, lambda client: client.analyses.create_and_wait("bus_1", wait_timeout=0.3, poll_interval=0.005)
        )
        assert isinstance(error, svc_sdk.WaitTimeoutError) and error.analysis_id == "ana_1"


class TestAroundACall:
    def test_middleware_sees_every_attempt_outermost_first(self, perform: Performer, fault_server: Any) -> None:
        order: list[str] = []

        def outer(request: httpx.Request, send: Any) -> Any:
            request.headers["x-trace"] = "outer"
            response = send(request)
            order.append(f"outer saw {response.status_code}")
            return response

        def inner(request: httpx.Request, send: Any) -> Any:
            order.append(f"inner saw {request.headers['x-trace']}")
            return send(request)

        async def async_outer(request: httpx.Request, send: Any) -> Any:
            request.headers["x-trace"] = "outer"
            response = await send(request)
            order.append(f"outer saw {response.status_code}")
            return response

        async def async_inner(request: httpx.Request, send: Any) -> Any:
            return await inner(request, send)

        both = [outer, inner] if perform.kind == "sync" else [async_outer, async_inner]
        server: FaultServer = fault_server(failure(503, "unavailable", {"retry-after-ms": "1"}), success())
        perform.with_options(middleware=both).one(server, get)
        assert order == ["inner saw outer", "outer saw 503", "inner saw outer", "outer saw 200"]
        assert server.seen[1].headers["x-trace"] == "outer"

    def test_the_log_follows_a_request_and_never_shows_a_credential(
        self, perform: Performer, fault_server: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        server: FaultServer = fault_server(failure(503, "unavailable", {"retry-after-ms": "1"}), success())
        hidden = perform.with_options(api_key="svc_test_hidden", headers={"X-Other-Secret": "hush-hush"})
        with caplog.at_level(logging.DEBUG):
            hidden.one(server, get)
        lines = [record.getMessage() for record in caplog.records if record.name == "svc_sdk"]
        assert [line.split(" ")[0] for line in lines] == ["request", "response", "retrying", "request", "response"]
        assert len({line.split(" ")[1] for line in lines}) == 1
        assert all("operation=getBusiness" in line for line in lines)
        assert "request_id=req_1" in lines[1] and "'authorization': '[redacted]'" in lines[0]
        assert "svc_test_hidden" not in caplog.text and "hush-hush" not in caplog.text

    def test_the_level_of_the_logger_limits_the_log(
        self, perform: Performer, fault_server: Any, caplog: pytest.LogCaptureFixture
    ) -> None:
        server: FaultServer = fault_server(failure(503, "unavailable", {"retry-after-ms": "1"}), success())
        with caplog.at_level(logging.WARNING, logger="svc_sdk"):
            perform.one(server, get)
        assert [record for record in caplog.records if record.name == "svc_sdk"] == []
        assert len(server.seen) == 2


def test_a_body_of_another_form_is_returned_as_it_was_sent(perform: Performer, fault_server: Any) -> None:
    server: FaultServer = fault_server(reply_json(200, {"data": None, "meta": META, "notice": "new"}))
    body = perform.one(server, get)
    assert body.data is None and body.notice == "new" and body.meta.plan == "growth"


async def _first(listing: Any) -> Any:
    async for item in listing:
        return item
    return None


def _methods(resource: Any, prefix: str = "") -> set[str]:
    found: set[str] = set()
    for name in dir(resource):
        if name.startswith("_"):
            continue
        value = getattr(resource, name)
        if callable(value):
            found.add(prefix + name)
        elif type(value).__module__.startswith("svc_sdk"):
            found |= _methods(value, f"{prefix}{name}.")
    return found
