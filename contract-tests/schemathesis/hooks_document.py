"""Any document: forms as OpenAPI 3.1 describes them (an object in a form is JSON, and an empty list is left out), and
operations that are not implemented yet."""

import json
from urllib.parse import urlencode

import schemathesis

FORM = "application/x-www-form-urlencoded"


@schemathesis.serializer(FORM)
def serialize_form(ctx, value):
    if value is None or isinstance(value, bytes):
        return value
    if not isinstance(value, dict):
        return (value if isinstance(value, str) else json.dumps(value)).encode()
    fields = {name: [sent(item) for item in listed(field) if item is not None] for name, field in value.items()}
    return urlencode(fields, doseq=True).encode()


def listed(field):
    return field if isinstance(field, list) else [field]


def sent(field):
    return json.dumps(field) if isinstance(field, (bool, dict, list)) else field


@schemathesis.check
def no_server_error(ctx, response, case):
    """In place of not_a_server_error: 501 says that an operation is not implemented yet."""
    assert response.status_code < 500 or response.status_code == 501, f"The server failed with {response.status_code}"


@schemathesis.hook
def filter_case(ctx, case):
    return not (case.media_type == FORM and isinstance(case.body, dict) and is_invalid(case) and could_be_valid(case))


def is_invalid(case):
    return case.meta is not None and case.meta.generation.mode.value == "negative"


def could_be_valid(case):
    """Whether what is sent is also what a valid form sends, because all fields are text and lists have no mark."""
    form = next(body for body in case.operation.body if body.media_type == FORM)
    own = resolved(form.raw_schema, form.raw_schema)
    lists = {
        name
        for name, schema in own.get("properties", {}).items()
        if resolved(form.raw_schema, schema).get("type") == "array"
    }
    exploded = {name: value for field in case.body.values() if isinstance(field, dict) for name, value in field.items()}
    whole = {**exploded, **{name: field for name, field in case.body.items() if not isinstance(field, dict)}}
    empty = {name: [] for name in own.get("required", []) if name in lists and name not in whole}
    single = {name: [str(sent(whole[name]))] for name in lists if name in whole and not isinstance(whole[name], list)}
    return form.is_valid({**whole, **empty, **single})


def resolved(root, schema):
    reference = schema.get("$ref", "")
    if not reference.startswith("#/"):
        return schema
    target = root
    for step in reference[2:].split("/"):
        target = target[step.replace("~1", "/").replace("~0", "~")]
    return resolved(root, target)
