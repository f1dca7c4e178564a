"""Builds requests."""

from __future__ import annotations

import json
import re
import threading
import uuid
from collections.abc import AsyncIterable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import Any, TypedDict, Union, cast
from urllib.parse import quote, urlencode

from ._errors import SdkError

Upload = Union[str, bytes, Iterable[bytes], AsyncIterable[bytes]]
"""A file to send. An iterable is sent as it is read and cannot be sent again, so a call with one is not retried."""


class CallOptions(TypedDict, total=False):
    """The options of one call. Times are in seconds."""

    timeout: float
    """The timeout of one attempt."""
    total_timeout: float
    """The timeout of the whole call with all its attempts and delays."""
    max_retries: int
    """Attempts after the first."""
    idempotency_key: str
    """Replaces the key that is made for every POST."""
    headers: Mapping[str, str | None]
    """Added to the request; None removes a header that would be sent."""
    query: Mapping[str, Any]
    """Query parameters that the method does not have."""
    cancel: threading.Event
    """Ends a synchronous call when it is set. An asynchronous call ends when its task is canceled."""


@dataclass(frozen=True)
class Pagination:
    """The query parameter, and the dotted paths of the items and the next cursor in the body."""

    cursor: str
    items: str
    next: str


@dataclass(frozen=True)
class Operation:
    """The description of an operation."""

    id: str
    method: str
    path: str
    """The path template, relative to the base URL."""
    upload: bool = False
    pagination: Pagination | None = None


@dataclass(frozen=True)
class Request:
    """A request that is ready to be sent, unless it is one-shot also more than once."""

    name: str
    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    content: Upload | None = field(repr=False)
    is_repeatable: bool
    is_one_shot: bool = False
    """The body is an iterable, which can be read only once."""


# Methods that HTTP calls idempotent (RFC 9110 section 9.2.2).
_REPEATABLE = frozenset({"GET", "HEAD", "OPTIONS", "PUT", "DELETE"})


def request_of(
    base_url: str,
    common_headers: Mapping[str, str],
    operation: Operation,
    *,
    path: Mapping[str, Any],
    query: Mapping[str, Any],
    body: Any,
    options: CallOptions,
) -> Request:
    """Build the request of a call."""
    headers = dict(common_headers)
    content: Upload | None = None
    if operation.upload:
        content = body
        headers["content-type"] = "application/octet-stream"
    elif body is not None:
        content = json.dumps(body, default=_wire_form, ensure_ascii=False, separators=(",", ":")).encode()
        headers["content-type"] = "application/json"
    if operation.method == "POST":
        # The same key on every attempt: a retried POST returns the result of the first.
        headers["idempotency-key"] = options.get("idempotency_key") or str(uuid.uuid4())
    for name, value in options.get("headers", {}).items():
        if value is None:
            headers.pop(name.lower(), None)
        else:
            headers[name.lower()] = value
    return Request(
        name=operation.id,
        method=operation.method,
        url=base_url + _path_of(operation.path, path) + _query_of({**query, **options.get("query", {})}),
        headers=headers,
        content=content,
        is_repeatable=operation.method in _REPEATABLE or "idempotency-key" in headers,
        is_one_shot=content is not None and not isinstance(content, (str, bytes)),
    )


def _path_of(template: str, parameters: Mapping[str, Any]) -> str:
    """Fill the path template. An empty id would change the path, and one with dots could leave it."""
    if not template.startswith("/"):
        raise SdkError(f"The path {template} must start with a slash and is relative to the base URL.")

    def value_of(match: re.Match[str]) -> str:
        value = _text_of(parameters.get(match[1], ""))
        if value in ("", ".", ".."):
            raise SdkError(f"{template} needs a value for {match[1]}.")
        return quote(value, safe="")

    return re.sub(r"\{([^{}]+)\}", value_of, template)


def _query_of(query: Mapping[str, Any]) -> str:
    """Lists are repeated, dates are written as ISO 8601, None is left out."""
    pairs: list[tuple[str, str]] = []
    for name, value in query.items():
        values = cast("Iterable[Any]", value) if isinstance(value, (list, tuple)) else [value]
        pairs.extend((name, _text_of(one)) for one in values if one is not None)
    return f"?{urlencode(pairs)}" if pairs else ""


def _text_of(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return _timestamp(value) if isinstance(value, datetime) else str(value)


def _wire_form(value: Any) -> Any:
    if isinstance(value, datetime):
        return _timestamp(value)
    raise SdkError(f"A request cannot contain a value of type {type(value).__name__}.")


def _timestamp(value: datetime) -> str:
    """In UTC. A datetime without a time zone would mean another time on another machine."""
    if value.tzinfo is None:
        raise SdkError("A datetime needs a time zone, such as datetime.now(timezone.utc).")
    return value.astimezone(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")
