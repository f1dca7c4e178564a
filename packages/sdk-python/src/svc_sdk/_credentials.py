"""API keys, and access tokens by client credentials."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Union, cast

import httpx

from ._errors import ParseError, SdkError

ApiKey = Union[str, Callable[[], Union[str, Awaitable[str]]]]

# A token is renewed this long before it expires, or after nine tenths of a shorter lifetime. Seconds.
_RENEW_EARLY = 60.0


@dataclass(frozen=True)
class KeyCredential:
    """An API key, or a function that returns the current one."""

    key: ApiKey = field(repr=False)


@dataclass(frozen=True)
class _Token:
    authorization: str = field(repr=False)
    renew_at: float
    expires_at: float


class TokenCredential:
    """
    The tokens of an OAuth client.

    "A new token is requested on or shortly before expiry" and "handle a 401 by re-authenticating once, not in a tight
    loop" (INTERFACE.md §5). The client requests one token at a time, so that calls that start together share it.
    """

    def __init__(self, client_id: str, client_secret: str, scope: str | None) -> None:
        self._form = {"grant_type": "client_credentials", "client_id": client_id, "client_secret": client_secret}
        if scope:
            self._form["scope"] = scope
        self._token: _Token | None = None

    def form(self) -> dict[str, str]:
        """The fields of a token request (RFC 6749 section 4.4.2)."""
        return dict(self._form)

    def fresh(self) -> str | None:
        """The current token, unless it should be renewed."""
        return self._token.authorization if self._token and time.time() < self._token.renew_at else None

    def unexpired(self) -> str | None:
        """The current token while it is valid. Renewing early leaves room for a failure of the token endpoint."""
        return self._token.authorization if self._token and time.time() < self._token.expires_at else None

    def store(self, response: httpx.Response, requested_at: float) -> str:
        """Keep the token of a response, and return the value of ``Authorization``."""
        try:
            body = cast("dict[str, Any]", response.json())
            value, lifetime = str(body["access_token"]), float(body["expires_in"])
        except (ValueError, TypeError, KeyError):
            # The body is not part of the message, nor of its cause: it may contain a token.
            raise ParseError("The response of the token endpoint has no access_token with expires_in.") from None
        lifetime = lifetime if math.isfinite(lifetime) else 0.0
        expires_at = requested_at + lifetime
        self._token = _Token(f"Bearer {value}", expires_at - min(_RENEW_EARLY, lifetime / 10), expires_at)
        return self._token.authorization

    def discard(self, refused: str) -> None:
        """Forget a token that was refused. Another call may have renewed it already; then the new one is kept."""
        if self._token and self._token.authorization == refused:
            self._token = None


Credential = Union[KeyCredential, TokenCredential]


def credential_of(
    api_key: ApiKey | None, client_id: str | None, client_secret: str | None, scope: str | None
) -> Credential:
    """
    The credential in the options or the environment.

    Options take precedence over the environment, an API key over an OAuth client. Raises SdkError without one.
    """
    if api_key is not None:
        return KeyCredential(api_key)
    if client_id is not None or client_secret is not None:
        if not client_id or not client_secret:
            raise SdkError("client_id and client_secret are needed together.")
        return TokenCredential(client_id, client_secret, scope)
    key = os.environ.get("SVC_API_KEY")
    if key:
        return KeyCredential(key)
    name, secret = os.environ.get("SVC_CLIENT_ID"), os.environ.get("SVC_CLIENT_SECRET")
    if name and secret:
        return TokenCredential(name, secret, scope)
    raise SdkError(
        "No credential: pass api_key, or client_id and client_secret, or set SVC_API_KEY, or SVC_CLIENT_ID and "
        "SVC_CLIENT_SECRET."
    )
