"""Delays between attempts."""

from __future__ import annotations

import random
import time
from email.utils import formatdate
from typing import Any

import httpx
import pytest

from svc_sdk import ConnectionError
from svc_sdk._errors import api_error_of
from svc_sdk._retry import Failure, retry_delay


def delay_after(error: Exception, attempts: int) -> float | None:
    failure = Failure(error, attempts, is_repeatable=True, may_have_arrived=False)
    return retry_delay(failure, max_retries=10, retry_after_max=60)


@pytest.mark.parametrize(
    ("drawn", "delays"), [(0.0, [0.5, 1, 2, 4, 8, 8]), (1.0, [0.375, 0.75, 1.5, 3, 6, 6])], ids=["longest", "shortest"]
)
def test_delays_double_from_half_a_second_to_eight(
    drawn: float, delays: list[float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(random, "random", lambda: drawn)
    assert [delay_after(ConnectionError("reset"), count + 1) for count in range(6)] == delays


@pytest.mark.parametrize(
    ("value", "expected"),
    [("7", 7.0), (formatdate(1_800_000_005, usegmt=True), 5.0), ("soon", None)],
    ids=["seconds", "a date", "an unreadable value"],
)
def test_retry_after_is_understood(value: str, expected: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(random, "random", lambda: 0.0)
    monkeypatch.setattr(time, "time", lambda: 1_800_000_000.0)
    error = api_error_of(httpx.Response(503, headers={"Retry-After": value}), "")
    assert error.retry_after == expected
    assert delay_after(error, 1) == (expected or 0.5)
