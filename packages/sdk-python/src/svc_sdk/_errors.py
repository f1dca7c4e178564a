"""Everything that this package raises."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import mktime_tz, parsedate_tz
from typing import Any, Literal, cast

import httpx


class SdkError(Exception):
    """The base class of everything that this package raises."""

    is_retryable: bool = False
    """Whether the same call may succeed later without a change of the request."""


class CanceledError(SdkError):
    """The event ``cancel`` of a synchronous call was set. Asynchronous calls end as their task does."""


class ConnectionError(SdkError):  # noqa: A001
    """No response: refused, reset, no such host, or cut off in the middle."""

    is_retryable = True


class TimeoutError(ConnectionError):  # noqa: A001
    """No complete response in time. ``limit`` names the timeout: of one attempt or of the whole call."""

    def __init__(self, message: str, limit: Literal["timeout", "total_timeout"]) -> None:
        super().__init__(message)
        self.limit = limit


class ParseError(ConnectionError):
    """A success whose body is not valid JSON: truncated, or written by a proxy."""


class PaginationError(SdkError):
    """A list that cannot be read further: a cursor was returned twice, or there is no next page."""


@dataclass(frozen=True)
class ErrorDetail:
    """One reason of an error: the part of the request, and the violated rule."""

    path: str
    message: str


class ApiError(SdkError):
    """The service returned an error. There is a class for each ``error.code`` of the contract."""

    def __init__(
        self,
        message: str,
        *,
        status: int,
        code: str,
        details: tuple[ErrorDetail, ...] = (),
        request_id: str | None = None,
        headers: httpx.Headers | None = None,
        retry_after: float | None = None,
    ) -> None:
        suffix = "" if request_id is None else f" (request {request_id})"
        super().__init__(f"{status} {code}: {message}{suffix}")
        self.status = status
        self.code = code
        """``error.code``: the only field to branch on. It may be newer than this version of the SDK."""
        self.details = details
        self.request_id = request_id
        """Quote it when asking for help."""
        self.headers = httpx.Headers() if headers is None else headers
        self.retry_after = retry_after
        """The value of ``Retry-After`` or ``retry-after-ms``, in seconds."""
        self.is_retryable = status in (408, 429) or status >= 500


class InvalidRequestError(ApiError):
    """400: ``details`` names what to change."""


class UnauthorizedError(ApiError):
    """401: the credential is missing, malformed, unknown or expired."""


class InvalidApiKeyError(UnauthorizedError):
    """401: the API key was revoked."""


class ForbiddenError(ApiError):
    """403: the plan or the scopes of the credential do not allow the operation."""


class NotFoundError(ApiError):
    """404: unknown, or not of this account."""


class MethodNotAllowedError(ApiError):
    """405: the path exists, the method does not."""


class ConflictError(ApiError):
    """409: the request is valid but conflicts with the current state."""


class RateLimitError(ApiError):
    """429: too many requests. Raised when the retries are used up or the wait would be too long."""


class QuotaExceededError(RateLimitError):
    """429: the quota of the plan is used up. Raised at once: ``retry_after`` lasts until the end of the period."""

    def __init__(self, message: str, **fields: Any) -> None:
        super().__init__(message, **fields)
        self.is_retryable = False

    @property
    def quota(self) -> str:
        """The name of the quota, such as ``analyses``."""
        paths = (detail.path for detail in self.details if detail.path.startswith("quota."))
        return next(paths, "quota.")[len("quota.") :]


class InternalServerError(ApiError):
    """500: something failed at the service."""


class UnavailableError(ApiError):
    """503: the service is not ready."""


# A code without its own class is an ApiError, so new codes of the contract need no change here.
_CLASSES: Mapping[str, type[ApiError]] = {
    "invalid_request": InvalidRequestError,
    "unauthorized": UnauthorizedError,
    "invalid_api_key": InvalidApiKeyError,
    "forbidden": ForbiddenError,
    "not_found": NotFoundError,
    "method_not_allowed": MethodNotAllowedError,
    "conflict": ConflictError,
    "rate_limited": RateLimitError,
    "internal_error": InternalServerError,
    "unavailable": UnavailableError,
}


def api_error_of(response: httpx.Response, text: str) -> ApiError:
    """Make an error from a response: with the envelope, OAuth's form (RFC 6749 section 5.2), or another body."""
    body = _object(_parsed(text))
    envelope = body.get("error")
    error = _object(envelope)
    if error:
        code, message = _string(error.get("code")), _string(error.get("message"))
        details = _details(error.get("details"))
    else:
        code, message, details = _string(envelope), _string(body.get("error_description")), ()
    code = code or f"http_{response.status_code}"
    is_quota = code == "rate_limited" and any(detail.path.startswith("quota.") for detail in details)
    error_class = QuotaExceededError if is_quota else _CLASSES.get(code, ApiError)
    return error_class(
        message or f"{response.reason_phrase or 'no reason given'}; the response is not from the API itself",
        status=response.status_code,
        code=code,
        details=details,
        request_id=_string(_object(body.get("meta")).get("request_id")) or response.headers.get("x-request-id"),
        headers=response.headers,
        retry_after=retry_after_of(response.headers),
    )


def retry_after_of(headers: httpx.Headers) -> float | None:
    """``Retry-After`` in seconds: a number or a date (RFC 9110 section 10.2.3); ``retry-after-ms`` precedes it."""
    milliseconds = headers.get("retry-after-ms", "").strip()
    if _NUMBER.fullmatch(milliseconds):
        return float(milliseconds) / 1000
    value = headers.get("retry-after", "").strip()
    if _NUMBER.fullmatch(value):
        return float(value)
    date = parsedate_tz(value)
    return None if date is None else max(0.0, mktime_tz(date) - time.time())


_NUMBER = re.compile(r"[0-9]+(\.[0-9]+)?")


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        # The page of a proxy, or nothing: only status and headers are used.
        return None


def _object(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _string(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _details(value: object) -> tuple[ErrorDetail, ...]:
    """A response may come from a proxy, so each detail is checked."""
    found: list[ErrorDetail] = []
    for item in cast("list[object]", value) if isinstance(value, list) else []:
        path, message = _string(_object(item).get("path")), _string(_object(item).get("message"))
        if path is not None and message is not None:
            found.append(ErrorDetail(path, message))
    return tuple(found)
