"""
The steps of a call, without input or output.

The synchronous and the asynchronous client perform the same steps, each in its own way: both have the same retries,
time limits, renewals of tokens and log.
"""

from __future__ import annotations

import builtins
import itertools
import logging
import re
import time
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Union

import httpx

from ._errors import ApiError, CanceledError, ConnectionError, ParseError, SdkError, TimeoutError, api_error_of
from ._model import SECRET_NAME
from ._request import CallOptions, Request
from ._retry import Failure, retry_delay

_logger = logging.getLogger("svc_sdk")
_call_numbers = itertools.count(1)


@dataclass(frozen=True)
class Authorize:
    """Get the value of ``Authorization``, at most for this number of seconds."""

    seconds: float


@dataclass(frozen=True)
class Send:
    """Send a request and read the response, at most for this number of seconds."""

    request: Request
    headers: Mapping[str, str] = field(repr=False)
    seconds: float


@dataclass(frozen=True)
class Pause:
    """Wait for this number of seconds."""

    seconds: float


@dataclass(frozen=True)
class Discard:
    """Forget an ``Authorization`` that was refused. Returns whether another one is available."""

    authorization: str = field(repr=False)


Step = Union[Authorize, Send, Pause, Discard]


@dataclass(frozen=True)
class Limits:
    """The limits of all calls of a client. Times are in seconds."""

    timeout: float
    total_timeout: float
    max_retries: int
    retry_after_max: float


def steps_of(
    limits: Limits, request: Request, options: CallOptions, *, needs_credential: bool = True
) -> Generator[Step, Any, httpx.Response]:
    """Send a request, with retries, until there is a response or no retry is worthwhile."""
    timeout = options.get("timeout", limits.timeout)
    ends_at = time.monotonic() + options.get("total_timeout", limits.total_timeout)
    max_retries = 0 if request.is_one_shot else options.get("max_retries", limits.max_retries)
    # In every log entry, so that the entries of one call can be found.
    names = {"call": next(_call_numbers), "operation": request.name}
    may_have_arrived = has_renewed = False
    attempts = 0
    while True:
        attempts += 1
        left = max(0.0, ends_at - time.monotonic())
        limit: Literal["timeout", "total_timeout"] = "total_timeout" if left < timeout else "timeout"
        seconds = min(left, timeout)
        started_at = time.monotonic()
        authorization: str | None = None
        try:
            if needs_credential and "authorization" not in request.headers:
                authorization = yield Authorize(seconds)
            left_for_sending = max(0.0, seconds - (time.monotonic() - started_at))
            response = yield from _attempt(request, authorization, left_for_sending, {**names, "attempt": attempts})
            return response
        except Exception as thrown:
            error = _explained(thrown, request, limit, seconds)
        if _is_refusal(error) and authorization and not has_renewed and not request.is_one_shot:
            has_renewed = True
            if (yield Discard(authorization)):
                # A request with a new credential does not count as a retry.
                attempts -= 1
                _log(logging.INFO, "requesting a new token after 401", names)
                continue
        delay = retry_delay(
            Failure(error, attempts, request.is_repeatable, may_have_arrived),
            max_retries=max_retries,
            retry_after_max=limits.retry_after_max,
        )
        if delay is None or time.monotonic() + delay >= ends_at:
            raise error
        may_have_arrived = may_have_arrived or not isinstance(error, ApiError) or error.status >= 500
        _log(logging.INFO, "retrying", {**names, "attempts": attempts, "wait_ms": round(delay * 1000), "error": error})
        yield Pause(delay)


def _attempt(
    request: Request, authorization: str | None, seconds: float, names: Mapping[str, object]
) -> Generator[Step, Any, httpx.Response]:
    headers = dict(request.headers)
    if authorization is not None:
        headers["authorization"] = authorization
    started_at = time.monotonic()
    if _logger.isEnabledFor(logging.DEBUG):
        shown = {name: "[redacted]" if SECRET_NAME.search(name) else value for name, value in headers.items()}
        _log(logging.DEBUG, "request", {**names, "method": request.method, "url": request.url, "headers": shown})
    response: httpx.Response = yield Send(request, headers, seconds)
    request_id = response.headers.get("x-request-id")
    duration_ms = round((time.monotonic() - started_at) * 1000)
    shown = {"status": response.status_code, "request_id": request_id, "duration_ms": duration_ms}
    _log(logging.DEBUG, "response", {**names, **shown})
    # For a caller that sends If-None-Match, 304 Not Modified is not an error.
    if not response.is_success and response.status_code != 304:
        raise api_error_of(response, response.text)
    if response.content and "json" in response.headers.get("content-type", "json"):
        try:
            response.json()
        except ValueError as cause:
            raise ParseError(
                f"{request.name} got {response.status_code} with a body that is truncated or not valid JSON "
                f"(request {request_id or 'unknown'})."
            ) from cause
    return response


def _explained(
    thrown: Exception, request: Request, limit: Literal["timeout", "total_timeout"], seconds: float
) -> Exception:
    """Turn what was raised during an attempt into an error that names its cause."""
    if isinstance(thrown, (SdkError, CanceledError)):
        return thrown
    error: Exception
    if isinstance(thrown, (httpx.TimeoutException, builtins.TimeoutError)):
        error = TimeoutError(f"{request.name} got no response within {round(seconds * 1000)} ms ({limit}).", limit)
    elif isinstance(thrown, (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError)):
        place = _without_secrets(request.url)
        # A reason may repeat the whole URL.
        reason = (str(thrown) or type(thrown).__name__).replace(request.url, place)
        error = ConnectionError(f"{request.name} ({request.method} {place}) got no response: {reason}.")
    else:
        return thrown
    error.__cause__ = thrown
    return error


def _without_secrets(url: str) -> str:
    """Origin and path, without query, user name and password: logs keep messages."""
    return re.sub(r"^(\w+://)?.*@", r"\1", re.sub(r"[?#].*$", "", url, flags=re.DOTALL), flags=re.DOTALL)


def _is_refusal(error: Exception) -> bool:
    return isinstance(error, ApiError) and error.status == 401


def _log(level: int, message: str, fields: Mapping[str, object]) -> None:
    if _logger.isEnabledFor(level):
        _logger.log(level, "%s %s", message, " ".join(f"{name}={value}" for name, value in fields.items()))
