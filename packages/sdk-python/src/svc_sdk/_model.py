"""The base class of the generated models, and how a body becomes one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar, cast, get_args, get_origin

import httpx
from pydantic import BaseModel, ConfigDict, PrivateAttr, TypeAdapter, ValidationError
from pydantic_core import to_json

SECRET_NAME = re.compile("auth|key|token|secret|cookie|signature|password", re.IGNORECASE)

Value = TypeVar("Value")


class Model(BaseModel):
    """What the service sent. Fields that are newer than this package are attributes too."""

    model_config = ConfigDict(extra="allow", protected_namespaces=())

    _http_response: httpx.Response | None = PrivateAttr(default=None)

    @property
    def http_response(self) -> httpx.Response | None:
        """The response that this is the body of, with its headers; None for inner objects and events."""
        return self._http_response

    def __repr_args__(self) -> Iterable[tuple[str | None, Any]]:
        """Logs keep what is printed, so secrets such as ``signing_secret`` are left out."""
        for name, value in super().__repr_args__():
            is_secret = name is not None and SECRET_NAME.search(name) and isinstance(value, str)
            yield name, "[redacted]" if is_secret else value


def construct(kind: type[Value], value: Any) -> Value:
    """
    Make a value of a type from JSON. Nothing is refused: a part that does not match its type is kept as it was sent,
    and a missing field is None.
    """
    return cast("Value", _construct(kind, value))


def attach(body: Value, response: httpx.Response) -> Value:
    """Remember the response of a body."""
    if isinstance(body, Model):
        body._http_response = response  # pyright: ignore[reportPrivateUsage]
    return body


_adapters: dict[Any, TypeAdapter[Any]] = {}


def _construct(kind: Any, value: Any) -> Any:
    if kind not in _adapters:
        _adapters[kind] = TypeAdapter(kind)
    try:
        # As JSON, so that text becomes a time, and otherwise strictly, so that nothing else is converted.
        return _adapters[kind].validate_json(to_json(value), strict=True)
    except ValidationError:
        return _parts_of(kind, value)


def _parts_of(kind: Any, value: Any) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(value, list) and origin is list:
        return [_construct(arguments[0], item) for item in cast("list[Any]", value)]
    if not isinstance(value, dict):
        return cast("Any", value)
    fields = cast("dict[str, Any]", value)
    if isinstance(kind, type) and issubclass(kind, Model):
        return _model_of(kind, fields)
    if origin is dict:
        return {name: _construct(arguments[1], item) for name, item in fields.items()}
    models = [one for one in arguments if isinstance(one, type) and issubclass(one, Model)]
    return _model_of(models[0], fields) if len(models) == 1 else fields


def _model_of(kind: type[Model], fields: dict[str, Any]) -> Model:
    made: dict[str, Any] = dict(fields)
    for name, info in kind.model_fields.items():
        key = info.alias or name
        made.pop(key, None)
        if key in fields:
            made[name] = _construct(info.annotation, fields[key])
        else:
            made[name] = None if info.is_required() else info.get_default()
    return kind.model_construct(**made)
