"""The clients: synchronous and asynchronous."""

from __future__ import annotations

import inspect
import os
import platform
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from http.cookiejar import DefaultCookiePolicy
from typing import Any, Generic, TypeVar, cast
from urllib.parse import urlencode, urlsplit

import anyio
import httpx
from typing_extensions import Self, TypedDict, Unpack

from ._analyses import Analyses, AsyncAnalyses
from ._credentials import ApiKey, Credential, KeyCredential, TokenCredential, credential_of
from ._errors import CanceledError, SdkError
from ._model import attach, construct
from ._pages import AsyncList, AsyncPage, Page
from ._request import CallOptions, Operation, Pagination, Request, request_of
from ._resources import DEFAULT_BASE_URL, SPEC_VERSION, AsyncResources, Resources
from ._steps import Authorize, Discard, Limits, Pause, Send, Step, steps_of
from ._version import VERSION

Body = TypeVar("Body")
Item = TypeVar("Item")
Http = TypeVar("Http")

Next = Callable[[httpx.Request], httpx.Response]
Middleware = Callable[[httpx.Request, Next], httpx.Response]
"""Runs around every attempt: may change the request, return a response itself, and see network errors."""

AsyncNext = Callable[[httpx.Request], Awaitable[httpx.Response]]
AsyncMiddleware = Callable[[httpx.Request, AsyncNext], Awaitable[httpx.Response]]


class _CommonOptions(TypedDict, total=False):
    api_key: ApiKey
    """An API key, or a function that returns the current one. Default: ``SVC_API_KEY``."""
    client_id: str
    """The OAuth client for tokens by client credentials. Default: ``SVC_CLIENT_ID`` and ``SVC_CLIENT_SECRET``."""
    client_secret: str
    scope: str
    """Scopes to request, separated by spaces. Default: all scopes of the client."""
    base_url: str
    """Root URL of the REST API, with its version. Default: ``SVC_BASE_URL``, else the development URL."""
    auth_url: str
    """Origin of the OAuth endpoints. Default: ``SVC_AUTH_URL``, else the origin of the base URL."""
    timeout: float
    """The timeout of one attempt, in seconds. Default: 30."""
    total_timeout: float
    """The timeout of a whole call with all its attempts and delays, in seconds. Default: 120."""
    max_retries: int
    """Attempts after the first. Default: 2."""
    retry_after_max: float
    """A longer ``Retry-After`` is raised instead of waited for, in seconds. Default: 60."""
    headers: Mapping[str, str]
    """Sent with every request."""


class ClientOptions(_CommonOptions, total=False):
    """The options of a synchronous client."""

    http_client: httpx.Client
    """With proxies or certificates, for example. Who passes it closes it."""
    middleware: Sequence[Middleware]
    """The first one is the outermost."""


class AsyncClientOptions(_CommonOptions, total=False):
    """The options of an asynchronous client."""

    http_client: httpx.AsyncClient
    """With proxies or certificates, for example. Who passes it closes it."""
    middleware: Sequence[AsyncMiddleware]
    """The first one is the outermost."""


@dataclass(frozen=True)
class _Settings:
    """Everything about a client that does not depend on how it sends requests."""

    base_url: str
    auth_url: str
    limits: Limits
    headers: Mapping[str, str] = field(repr=False)
    credential: Credential = field(repr=False)

    @staticmethod
    def of(options: _CommonOptions) -> _Settings:
        base_url = _url(options.get("base_url") or os.environ.get("SVC_BASE_URL") or DEFAULT_BASE_URL)
        parts = urlsplit(base_url)
        own_origin = f"{parts.scheme}://{parts.netloc}"
        return _Settings(
            base_url=base_url,
            auth_url=_url(options.get("auth_url") or os.environ.get("SVC_AUTH_URL") or own_origin),
            limits=Limits(
                timeout=options.get("timeout", 30.0),
                total_timeout=options.get("total_timeout", 120.0),
                max_retries=options.get("max_retries", 2),
                retry_after_max=options.get("retry_after_max", 60.0),
            ),
            headers={
                "accept": "application/json",
                "user-agent": _user_agent(),
                **{name.lower(): value for name, value in options.get("headers", {}).items()},
            },
            credential=credential_of(
                options.get("api_key"), options.get("client_id"), options.get("client_secret"), options.get("scope")
            ),
        )

    def request(
        self,
        operation: Operation,
        path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        options: CallOptions,
    ) -> Request:
        return request_of(
            self.base_url, self.headers, operation, path=path, query=query, body=body, options=options
        )

    def token_request(self, form: Mapping[str, str]) -> Request:
        return Request(
            name="request_token",
            method="POST",
            url=f"{self.auth_url}/api/oauth/token",
            headers={**self.headers, "content-type": "application/x-www-form-urlencoded"},
            content=urlencode(form),
            # A second token is harmless: the first one is never used.
            is_repeatable=True,
        )


class _Sender(Generic[Http]):
    """The parts that both senders share."""

    def __init__(self, settings: _Settings, http: Http, *, is_own: bool) -> None:
        self.settings = settings
        self.http = http
        self.is_own = is_own

    def discard(self, authorization: str) -> bool:
        credential = self.settings.credential
        if not isinstance(credential, TokenCredential):
            return False
        credential.discard(authorization)
        return True

    def token_steps(self, credential: TokenCredential, seconds: float) -> Generator[Step, Any, httpx.Response]:
        request = self.settings.token_request(credential.form())
        options = CallOptions(timeout=seconds, total_timeout=seconds)
        return steps_of(self.settings.limits, request, options, needs_credential=False)


class SyncCaller(_Sender[httpx.Client]):
    """Performs the calls of the generated resources."""

    def __init__(self, options: ClientOptions) -> None:
        settings = _Settings.of(options)
        given = options.get("http_client")
        super().__init__(settings, given or _without_cookies(httpx.Client(timeout=None)), is_own=given is None)
        self._lock = threading.Lock()
        self._send: Callable[[httpx.Request], httpx.Response] = self._exchange
        for one in reversed(options.get("middleware", ())):
            self._send = _around(one, self._send)

    def call(
        self,
        operation: Operation,
        kind: type[Body],
        *,
        path: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        body: Any = None,
        options: CallOptions | None = None,
    ) -> Body:
        """Perform an operation and return its body."""
        response = self.request(operation, path=path, query=query, body=body, options=options)
        return attach(construct(kind, response.json() if response.content else None), response)

    def list(
        self,
        operation: Operation,
        kind: type[Body],
        item: type[Item],
        *,
        path: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        options: CallOptions | None = None,
    ) -> Page[Body, Item]:
        """Read the first page of a list."""
        pagination, seen = _start_of(operation, query)

        def read(cursor: str) -> Body:
            return self.call(operation, kind, path=path, query={**query, pagination.cursor: cursor}, options=options)

        return Page(self.call(operation, kind, path=path, query=query, options=options), pagination, seen, read)

    def request(
        self,
        operation: Operation,
        *,
        path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        options: CallOptions | None,
    ) -> httpx.Response:
        """Perform an operation and return its response."""
        options = options or {}
        request = self.settings.request(operation, path, query, body, options)
        return self._run(steps_of(self.settings.limits, request, options), options.get("cancel"))

    def _run(
        self, steps: Generator[Step, Any, httpx.Response], cancel: threading.Event | None
    ) -> httpx.Response:
        try:
            step = next(steps)
            while True:
                try:
                    result = self._perform(step, cancel)
                except Exception as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as stop:
            return cast("httpx.Response", stop.value)

    def _perform(self, step: Step, cancel: threading.Event | None) -> Any:
        if cancel is not None and cancel.is_set():
            raise _canceled()
        if isinstance(step, Authorize):
            return self._authorization(step.seconds)
        if isinstance(step, Discard):
            return self.discard(step.authorization)
        if isinstance(step, Send):
            return self._send_once(step) if cancel is None else _until(cancel, lambda: self._send_once(step))
        return (cancel or threading.Event()).wait(step.seconds)

    def _authorization(self, seconds: float) -> str:
        credential = self.settings.credential
        if isinstance(credential, KeyCredential):
            key = credential.key() if callable(credential.key) else credential.key
            if not isinstance(key, str):
                raise SdkError("An asynchronous api_key function needs an AsyncClient.")
            return f"Bearer {key}"
        if fresh := credential.fresh():
            return fresh
        ends_at = time.monotonic() + seconds
        if not self._lock.acquire(timeout=seconds):
            raise httpx.PoolTimeout("Another call still waits for a token.")
        try:
            if fresh := credential.fresh():
                return fresh
            requested_at = time.time()
            steps = self.token_steps(credential, max(0.0, ends_at - time.monotonic()))
            return credential.store(self._run(steps, None), requested_at)
        except SdkError:
            if old := credential.unexpired():
                return old
            raise
        finally:
            self._lock.release()

    def _send_once(self, step: Send) -> httpx.Response:
        return self._send(_http_request(self.http, step))

    def _exchange(self, request: httpx.Request) -> httpx.Response:
        """httpx limits each read; this limits all of them together."""
        timeouts = cast("dict[str, float]", request.extensions["timeout"])
        ends_at = time.monotonic() + timeouts["read"]

        def set_remaining_time(name: str, _info: Mapping[str, Any]) -> None:
            if name.endswith(".started"):
                timeouts.update(dict.fromkeys(timeouts, max(0.001, ends_at - time.monotonic())))

        request.extensions["trace"] = set_remaining_time
        response = self.http.send(request, stream=True, follow_redirects=False)
        try:
            response.stream = _TimedStream(cast("httpx.SyncByteStream", response.stream), ends_at)
            response.read()
        finally:
            response.close()
        return response


class AsyncCaller(_Sender[httpx.AsyncClient]):
    """Performs the calls of the generated resources."""

    def __init__(self, options: AsyncClientOptions) -> None:
        settings = _Settings.of(options)
        given = options.get("http_client")
        super().__init__(settings, given or _without_cookies(httpx.AsyncClient(timeout=None)), is_own=given is None)
        self._lock = anyio.Lock()
        self._send: AsyncNext = self._exchange
        for one in reversed(options.get("middleware", ())):
            self._send = _around(one, self._send)

    async def call(
        self,
        operation: Operation,
        kind: type[Body],
        *,
        path: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        body: Any = None,
        options: CallOptions | None = None,
    ) -> Body:
        """Perform an operation and return its body."""
        response = await self.request(operation, path=path, query=query, body=body, options=options)
        return attach(construct(kind, response.json() if response.content else None), response)

    def list(
        self,
        operation: Operation,
        kind: type[Body],
        item: type[Item],
        *,
        path: Mapping[str, Any] = {},
        query: Mapping[str, Any] = {},
        options: CallOptions | None = None,
    ) -> AsyncList[Body, Item]:
        """A list whose first page is read when it is awaited."""
        pagination, seen = _start_of(operation, query)

        async def read(cursor: str) -> Body:
            next_query = {**query, pagination.cursor: cursor}
            return await self.call(operation, kind, path=path, query=next_query, options=options)

        async def read_first() -> AsyncPage[Body, Item]:
            body = await self.call(operation, kind, path=path, query=query, options=options)
            return AsyncPage(body, pagination, seen, read)

        return AsyncList(read_first)

    async def request(
        self,
        operation: Operation,
        *,
        path: Mapping[str, Any],
        query: Mapping[str, Any],
        body: Any,
        options: CallOptions | None,
    ) -> httpx.Response:
        """Perform an operation and return its response."""
        options = options or {}
        request = self.settings.request(operation, path, query, body, options)
        return await self._run(steps_of(self.settings.limits, request, options))

    async def _run(self, steps: Generator[Step, Any, httpx.Response]) -> httpx.Response:
        try:
            step = next(steps)
            while True:
                try:
                    result = await self._perform(step)
                except Exception as error:
                    step = steps.throw(error)
                else:
                    step = steps.send(result)
        except StopIteration as stop:
            return cast("httpx.Response", stop.value)

    async def _perform(self, step: Step) -> Any:
        if isinstance(step, Discard):
            return self.discard(step.authorization)
        if isinstance(step, Pause):
            return await anyio.sleep(step.seconds)
        with anyio.fail_after(step.seconds):
            if isinstance(step, Send):
                return await self._send(_http_request(self.http, step))
            return await self._authorization(step.seconds)

    async def _authorization(self, seconds: float) -> str:
        credential = self.settings.credential
        if isinstance(credential, KeyCredential):
            key = credential.key() if callable(credential.key) else credential.key
            return f"Bearer {await key if inspect.isawaitable(key) else key}"
        if fresh := credential.fresh():
            return fresh
        async with self._lock:
            if fresh := credential.fresh():
                return fresh
            requested_at = time.time()
            try:
                return credential.store(await self._run(self.token_steps(credential, seconds)), requested_at)
            except SdkError:
                if old := credential.unexpired():
                    return old
                raise

    async def _exchange(self, request: httpx.Request) -> httpx.Response:
        return await self.http.send(request, follow_redirects=False)


class Client(Resources):
    """
    The API with every operation as a method: ``client.webhooks.deliveries.list(webhook_id)``.

    It can be shared by threads. Close it, or use it in a ``with`` statement.

    >>> client = Client()  # the credential comes from SVC_API_KEY
    >>> for business in client.businesses.list():
    ...     print(business.name)
    """

    def __init__(self, **options: Unpack[ClientOptions]) -> None:
        self._caller = SyncCaller(options)
        super().__init__(self._caller)
        self.analyses: Analyses = Analyses(self._caller)

    def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: CallOptions | None = None,
    ) -> httpx.Response:
        """
        Send a request for which this version has no method, with credential, retries and errors like any call.

        Returns the response: successful, or 304 Not Modified. ``path`` is relative to the base URL.
        """
        operation = Operation(f"{method.upper()} {path}", method.upper(), path)
        return self._caller.request(operation, path={}, query=query or {}, body=body, options=options)

    def close(self) -> None:
        """Close the connections."""
        if self._caller.is_own:
            self._caller.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Client(base_url={self._caller.settings.base_url!r})"


class AsyncClient(AsyncResources):
    """
    The API with every operation as an asynchronous method, on asyncio and Trio.

    Close it, or use it in an ``async with`` statement.

    >>> async with AsyncClient() as client:
    ...     async for business in client.businesses.list():
    ...         print(business.name)
    """

    def __init__(self, **options: Unpack[AsyncClientOptions]) -> None:
        self._caller = AsyncCaller(options)
        super().__init__(self._caller)
        self.analyses: AsyncAnalyses = AsyncAnalyses(self._caller)

    async def request(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, Any] | None = None,
        body: Any = None,
        options: CallOptions | None = None,
    ) -> httpx.Response:
        """
        Send a request for which this version has no method, with credential, retries and errors like any call.

        Returns the response: successful, or 304 Not Modified. ``path`` is relative to the base URL.
        """
        operation = Operation(f"{method.upper()} {path}", method.upper(), path)
        return await self._caller.request(operation, path={}, query=query or {}, body=body, options=options)

    async def close(self) -> None:
        """Close the connections."""
        if self._caller.is_own:
            await self._caller.http.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_exception: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncClient(base_url={self._caller.settings.base_url!r})"


class _TimedStream(httpx.SyncByteStream):
    """A body that ends with an error when it takes too long, although it arrives steadily."""

    def __init__(self, stream: httpx.SyncByteStream, ends_at: float) -> None:
        self._stream = stream
        self._ends_at = ends_at

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            if time.monotonic() >= self._ends_at:
                raise httpx.ReadTimeout("The body did not end in time.")
            yield chunk

    def close(self) -> None:
        self._stream.close()


Handler = TypeVar("Handler")


def _around(
    middleware: Callable[[httpx.Request, Handler], Any], inner: Handler
) -> Callable[[httpx.Request], Any]:
    return lambda request: middleware(request, inner)


def _http_request(http: httpx.Client | httpx.AsyncClient, step: Send) -> httpx.Request:
    headers = httpx.Headers(http.headers)
    headers.update(step.headers)
    timeout = httpx.Timeout(step.seconds)
    content: Any = step.request.content
    return httpx.Request(
        step.request.method,
        step.request.url,
        headers=headers,
        content=content,
        extensions={"timeout": timeout.as_dict()},
    )


def _until(cancel: threading.Event, send: Callable[[], httpx.Response]) -> httpx.Response:
    """A blocking read cannot be interrupted, so a request that can be canceled runs in a thread of its own."""
    outcome: list[httpx.Response | BaseException] = []
    is_done = threading.Event()

    def run() -> None:
        try:
            outcome.append(send())
        except BaseException as error:  # noqa: BLE001
            outcome.append(error)
        is_done.set()

    threading.Thread(target=run, daemon=True, name="svc_sdk request").start()
    while not is_done.wait(0.02):
        if cancel.is_set():
            raise _canceled()
    result = outcome[0]
    if isinstance(result, BaseException):
        raise result
    return result


def _canceled() -> CanceledError:
    return CanceledError("The call was canceled.")


def _without_cookies(http: Http) -> Http:
    cast("httpx.Client", http).cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=[]))
    return http


def _start_of(operation: Operation, query: Mapping[str, Any]) -> tuple[Pagination, frozenset[str]]:
    pagination = operation.pagination
    if pagination is None:
        raise SdkError(f"{operation.id} has no pages.")
    first = query.get(pagination.cursor)
    return pagination, frozenset() if first is None else frozenset({str(first)})


def _url(text: str) -> str:
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise SdkError(f"A URL of a client must be absolute, such as {DEFAULT_BASE_URL}.")
    if parts.username is not None or parts.password is not None:
        raise SdkError("A URL of a client must not contain a user name or a password.")
    return text.rstrip("/")


def _user_agent() -> str:
    """Names the client: SDK, contract and runtime, for the statistics of the service and for support."""
    runtime = f"python/{platform.python_version()}; {sys.platform} {platform.machine()}"
    return f"svc-sdk-python/{VERSION} (spec {SPEC_VERSION}; {runtime})"
