"""Waiting for an analysis."""

from __future__ import annotations

import time
from collections.abc import Iterator

import anyio

from . import models
from ._errors import CanceledError, SdkError
from ._request import CallOptions
from ._resources import AnalysesResource, AsyncAnalysesResource


class AnalysisFailedError(SdkError):
    """The analysis ended in ``failed``, which is final: ``analysis.failure`` gives the reason."""

    def __init__(self, analysis: models.Analysis) -> None:
        reason = getattr(analysis.failure, "reason", None) or "no reason given"
        super().__init__(f"Analysis {analysis.id} failed: {reason}.")
        self.analysis = analysis


class WaitTimeoutError(SdkError):
    """The analysis is still running and counts against the quota: continue with ``analyses.wait(analysis_id)``."""

    is_retryable = True

    def __init__(self, analysis_id: str, wait_timeout: float) -> None:
        super().__init__(
            f"Analysis {analysis_id} did not end within {wait_timeout:g} s. It is still running; wait for it with "
            f"analyses.wait('{analysis_id}')."
        )
        self.analysis_id = analysis_id


class Analyses(AnalysesResource):
    """The generated operations on analyses, with methods that wait for the result."""

    def create_and_wait(
        self,
        business_id: str,
        *,
        wait_timeout: float = 600.0,
        poll_interval: float = 1.0,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """
        Start an analysis and wait for its result. For scripts; a service should use the webhook ``analysis.completed``.

        Raises AnalysisFailedError, WaitTimeoutError, and what ``start`` and ``get`` raise.
        """
        started = self.start(business_id, options=options)
        return self.wait(
            str(started.data.id), wait_timeout=wait_timeout, poll_interval=poll_interval, options=_of_reads(options)
        )

    def wait(
        self,
        analysis_id: str,
        *,
        wait_timeout: float = 600.0,
        poll_interval: float = 1.0,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """Wait for the result of an analysis that was started before. Raises what ``create_and_wait`` raises."""
        cancel = (options or {}).get("cancel")
        pauses = _pauses(analysis_id, wait_timeout, poll_interval)
        while not _has_ended(response := self.get(analysis_id, options=options)):
            pause = next(pauses)
            if cancel is None:
                time.sleep(pause)
            elif cancel.wait(pause):
                raise CanceledError("The call was canceled.")
        return response


class AsyncAnalyses(AsyncAnalysesResource):
    """The generated operations on analyses, with methods that wait for the result."""

    async def create_and_wait(
        self,
        business_id: str,
        *,
        wait_timeout: float = 600.0,
        poll_interval: float = 1.0,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """
        Start an analysis and wait for its result. For scripts; a service should use the webhook ``analysis.completed``.

        Raises AnalysisFailedError, WaitTimeoutError, and what ``start`` and ``get`` raise.
        """
        started = await self.start(business_id, options=options)
        return await self.wait(
            str(started.data.id), wait_timeout=wait_timeout, poll_interval=poll_interval, options=_of_reads(options)
        )

    async def wait(
        self,
        analysis_id: str,
        *,
        wait_timeout: float = 600.0,
        poll_interval: float = 1.0,
        options: CallOptions | None = None,
    ) -> models.AnalysisResponse:
        """Wait for the result of an analysis that was started before. Raises what ``create_and_wait`` raises."""
        pauses = _pauses(analysis_id, wait_timeout, poll_interval)
        while not _has_ended(response := await self.get(analysis_id, options=options)):
            await anyio.sleep(next(pauses))
        return response


def _has_ended(response: models.AnalysisResponse) -> bool:
    if response.data.status == "failed":
        raise AnalysisFailedError(response.data)
    return response.data.status == "completed"


def _pauses(analysis_id: str, wait_timeout: float, poll_interval: float) -> Iterator[float]:
    """The pauses between polls, in seconds: they grow to ten times the first. Raises WaitTimeoutError at the end."""
    ends_at = time.monotonic() + wait_timeout
    pause = poll_interval
    while True:
        left = ends_at - time.monotonic()
        if left <= 0:
            raise WaitTimeoutError(analysis_id, wait_timeout)
        yield min(pause, left)
        pause = min(pause * 1.5, poll_interval * 10)


def _of_reads(options: CallOptions | None) -> CallOptions:
    """The options for reading: an idempotency key belongs to the start alone."""
    rest: CallOptions = {**(options or {})}
    rest.pop("idempotency_key", None)
    return rest
