"""One delivery of an event."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Delivery:
    """An event can be delivered several times, each time with another delivery ID."""

    delivery_id: str | None
