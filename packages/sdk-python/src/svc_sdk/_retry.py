"""Decides whether and when a failed attempt is repeated."""

from __future__ import annotations

import random
from dataclasses import dataclass

from ._errors import ApiError, ConflictError, ConnectionError, QuotaExceededError

_FIRST_DELAY = 0.5
_DELAY_MAX = 8.0
# Clients that failed together must not retry together.
_JITTER = 0.25


@dataclass(frozen=True)
class Failure:
    """The state of a call after a failed attempt."""

    error: Exception
    attempts: int
    is_repeatable: bool
    """Safe to send twice: by its method, or because it has an Idempotency-Key."""
    may_have_arrived: bool
    """An earlier attempt may have arrived although its response did not."""


def retry_delay(failure: Failure, *, max_retries: int, retry_after_max: float) -> float | None:
    """
    The delay before the next attempt, in seconds; None when there should be none.

    Retried are temporary failures: no response, 408, 429 and 5xx. A request that is not repeatable is retried only
    when the service states that it did nothing. A 409 is final, unless an earlier attempt of the same call may still
    be in progress. ``x-should-retry: true`` or ``false`` overrides all this.
    """
    if failure.attempts > max_retries or not _is_worth_retrying(failure):
        return None
    retry_after = failure.error.retry_after if isinstance(failure.error, ApiError) else None
    if retry_after is not None and retry_after > retry_after_max:
        return None
    if retry_after:
        return retry_after
    delay = min(_DELAY_MAX, _FIRST_DELAY * 2.0 ** (failure.attempts - 1))
    return delay * (1 - _JITTER * random.random())


def _is_worth_retrying(failure: Failure) -> bool:
    error = failure.error
    if isinstance(error, ConnectionError):
        return failure.is_repeatable
    if isinstance(error, QuotaExceededError) or not isinstance(error, ApiError):
        return False
    override = error.headers.get("x-should-retry")
    if override in ("true", "false"):
        return override == "true"
    if isinstance(error, ConflictError):
        return failure.is_repeatable and failure.may_have_arrived
    did_nothing = error.status in (408, 429, 503)
    return did_nothing or (error.is_retryable and failure.is_repeatable)
