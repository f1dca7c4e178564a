"""A server that follows a script, and one way to perform calls with every kind of client."""

from __future__ import annotations

import json
import socket
import struct
import threading
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import anyio
import pytest

from svc_sdk import AsyncClient, Client

META = {"request_id": "req_1", "plan": "growth", "rate_limit": {"limit": 300, "remaining": 299, "reset_s": 60}}


@dataclass
class Seen:
    """One request as the server received it."""

    method: str
    url: str
    headers: dict[str, str]
    body: str
    at: float


class Exchange(BaseHTTPRequestHandler):
    """One connection of the fault server."""

    protocol_version = "HTTP/1.1"
    server: FaultServer

    def _serve(self) -> None:
        if self.headers.get("transfer-encoding") == "chunked":
            body = self._chunks()
        else:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        seen = Seen(self.command, self.path, headers, body.decode(), time.monotonic())
        self.server.respond(self, seen)

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _serve  # noqa: N815

    def _chunks(self) -> bytes:
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def reply(self, status: int, body: bytes, headers: Mapping[str, str] = {}, length: int | None = None) -> None:
        self.send_response(status)
        for name, value in {"X-Request-Id": "req_1", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        self.end_headers()
        self.wfile.write(body)
        self.wfile.flush()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002
        """Print nothing."""


Behavior = Callable[[Exchange, Seen], None]


class FaultServer(ThreadingHTTPServer):
    """Follows a script: one behavior for each request, the last one for all further requests."""

    daemon_threads = True

    def __init__(self, script: tuple[Behavior, ...]) -> None:
        super().__init__(("127.0.0.1", 0), Exchange)
        self.script = script
        self.seen: list[Seen] = []
        self.is_closed = threading.Event()
        self._lock = threading.Lock()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def respond(self, exchange: Exchange, seen: Seen) -> None:
        with self._lock:
            self.seen.append(seen)
            behavior = self.script[min(len(self.seen), len(self.script)) - 1]
        behavior(exchange, seen)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that goes away is part of the tests."""


@pytest.fixture
def fault_server() -> Iterator[Callable[..., FaultServer]]:
    """Start servers, and close them after the test."""
    running: list[FaultServer] = []

    def start(*script: Behavior) -> FaultServer:
        server = FaultServer(script)
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        running.append(server)
        return server

    yield start
    for server in running:
        server.is_closed.set()
        server.shutdown()
        server.server_close()


def reply_json(status: int, body: Any, headers: Mapping[str, str] = {}) -> Behavior:
    content = json.dumps(body).encode()
    return lambda exchange, _seen: exchange.reply(status, content, {"Content-Type": "application/json", **headers})


def success(data: Any = None, headers: Mapping[str, str] = {}) -> Behavior:
    return reply_json(200, {"data": {"id": "bus_1"} if data is None else data, "meta": META}, headers)


def failure(status: int, code: str, headers: Mapping[str, str] = {}, details: Any = None) -> Behavior:
    error = {"code": code, "message": "Refused.", **({} if details is None else {"details": details})}
    return reply_json(status, {"error": error, "meta": META}, headers)


def page(items: list[Any], next_cursor: str | None) -> Behavior:
    return reply_json(200, {"data": items, "meta": {**META, "page": {"limit": 2, "next_cursor": next_cursor}}})


def reset(exchange: Exchange, _seen: Seen) -> None:
    """The connection is reset instead of closed."""
    exchange.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    exchange.close_connection = True
    exchange.connection.close()


def cut_off(exchange: Exchange, _seen: Seen) -> None:
    """The connection breaks in the middle of the body."""
    exchange.reply(200, b'{"data":', {"Content-Type": "application/json"}, length=1000)
    exchange.close_connection = True


def half_json(exchange: Exchange, _seen: Seen) -> None:
    """Well-formed HTTP around half a JSON document."""
    exchange.reply(200, b'{"data":{"id":"bus', {"Content-Type": "application/json"})


def dripping(exchange: Exchange, _seen: Seen) -> None:
    """Headers at once, then a byte now and then, until the client goes away."""
    exchange.reply(200, b"", {"Content-Type": "application/json"}, length=1_000_000)
    while not exchange.server.is_closed.wait(0.01):
        exchange.wfile.write(b" ")
        exchange.wfile.flush()


def silent(exchange: Exchange, _seen: Seen) -> None:
    """No response."""
    exchange.server.is_closed.wait(30)
    exchange.close_connection = True


def proxy_page(exchange: Exchange, _seen: Seen) -> None:
    """The page of a proxy."""
    exchange.reply(502, b"<h1>Bad Gateway</h1>", {"Content-Type": "text/html"})


@dataclass
class Performer:
    """Performs calls with one kind of client: ``sync``, ``asyncio`` or ``trio``."""

    kind: str
    options: dict[str, Any] = field(default_factory=dict)

    def with_options(self, **options: Any) -> Performer:
        return Performer(self.kind, {**self.options, **options})

    def all(self, server: FaultServer, *calls: Callable[[Any], Any]) -> list[Any]:
        """The results of the calls, one after the other with one client. An error is a result."""
        return self._perform(server, calls, together=False)

    def together(self, server: FaultServer, *calls: Callable[[Any], Any]) -> list[Any]:
        """The results of calls that start together, with one client."""
        return self._perform(server, calls, together=True)

    def one(self, server: FaultServer, call: Callable[[Any], Any]) -> Any:
        """The result of one call; an error is raised."""
        (result,) = self.all(server, call)
        if isinstance(result, BaseException):
            raise result
        return result

    def error(self, server: FaultServer, call: Callable[[Any], Any]) -> Any:
        """The error of a call."""
        (result,) = self.all(server, call)
        assert isinstance(result, BaseException), result
        return result

    def items(self, server: FaultServer, listing: Callable[[Any], Any]) -> list[Any]:
        """All items of a list."""

        async def collect(client: Any) -> list[Any]:
            return [item async for item in listing(client)]

        return self.one(server, (lambda client: list(listing(client))) if self.kind == "sync" else collect)

    def _perform(self, server: FaultServer, calls: tuple[Callable[[Any], Any], ...], *, together: bool) -> list[Any]:
        given = {"base_url": server.url, **self.options}
        if not {"api_key", "client_id"} & given.keys():
            given["api_key"] = "svc_test_key"
        if self.kind == "sync":
            return _with_threads(Client(**given), calls, together=together)
        return anyio.run(_with_tasks, given, calls, together, backend=self.kind)


def _with_threads(client: Client, calls: tuple[Callable[[Any], Any], ...], *, together: bool) -> list[Any]:
    results: list[Any] = [None] * len(calls)

    def perform(index: int) -> None:
        try:
            results[index] = calls[index](client)
        except Exception as error:
            results[index] = error

    with client:
        threads = [threading.Thread(target=perform, args=(index,)) for index in range(len(calls))]
        for thread in threads:
            thread.start()
            if not together:
                thread.join()
        for thread in threads:
            thread.join()
    return results


async def _with_tasks(given: dict[str, Any], calls: tuple[Callable[[Any], Awaitable[Any]], ...], together: bool) -> Any:
    results: list[Any] = [None] * len(calls)

    async def perform(index: int) -> None:
        try:
            results[index] = await calls[index](client)
        except Exception as error:
            results[index] = error

    async with AsyncClient(**given) as client:
        if not together:
            for index in range(len(calls)):
                await perform(index)
            return results
        async with anyio.create_task_group() as tasks:
            for index in range(len(calls)):
                tasks.start_soon(perform, index)
    return results


@pytest.fixture(params=["sync", "asyncio", "trio"])
def perform(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Performer:
    """Every test with this fixture runs with each kind of client."""
    for name in ("SVC_API_KEY", "SVC_BASE_URL", "SVC_AUTH_URL", "SVC_CLIENT_ID", "SVC_CLIENT_SECRET"):
        monkeypatch.delenv(name, raising=False)
    return Performer(request.param)
