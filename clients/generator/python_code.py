"""Python: frozen dataclasses for schemas, and methods for operations, once plain and once async."""

import builtins
import json
import keyword
import re
import textwrap

from document import Document, Operation, Parameter, is_object, schema_name, without_null

HEADER = '"""{}\n\nWritten by clients/generate.py from the OpenAPI document; change that, not this."""\n'
# Schemas may be called anything; these few names are ours.
TABLE = "base.Table"
RESERVED = {"base", "dt", "Any", "Literal", "dataclass"}
# Names that every model has; a member of such a name gets an underscore, as in bellwether/_decode.py.
OURS = {"self", "raw", "meta"}
PLAIN = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}


def snake(name: str) -> str:
    """As in bellwether/_decode.py, which does it with every answer."""
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name.replace("-", "_"))
    return re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", words).lower()


def safe(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) or name in OURS else name


def hint(schema, models: str = "", argument: bool = False) -> str:
    if not isinstance(schema, dict) or not schema:
        return "Any"
    schema, nullable = without_null(schema)
    return one_hint(schema, models, argument) + (" | None" if nullable else "")


def one_hint(schema: dict, models: str, argument: bool) -> str:
    if name := schema_name(schema):
        return models + name
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(hint(one, models, argument) for one in schema[union]))
    if "const" in schema:
        return f"Literal[{json.dumps(schema['const'])}]"
    if "enum" in schema:
        return "Literal[" + ", ".join(json.dumps(one, ensure_ascii=False) for one in schema["enum"]) + "]"
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(PLAIN.get(one, "Any") for one in kind)
    if kind == "array":
        if "prefixItems" in schema:
            return "tuple[" + ", ".join(hint(one, models) for one in schema["prefixItems"]) + "]"
        item = hint(schema.get("items"), models, argument)
        if argument:
            return f"Many[{item}]" if item == "str" or item.startswith("Literal") else f"Sequence[{item}]"
        return f"{TABLE}[{item}]" if schema_name(schema.get("items", {})) else f"list[{item}]"
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"dict[str, {hint(more, models) if isinstance(more, dict) else 'Any'}]"
    if kind == "string" and schema.get("format") == "date":
        return "dt.date | str" if argument else "dt.date"
    if kind == "string" and schema.get("format") == "date-time":
        return "dt.datetime | str" if argument else "dt.datetime"
    return PLAIN.get(kind, "Any")


def docstring(text: str, indent: str) -> str:
    lines = textwrap.wrap(" ".join(text.replace("\\", "\\\\").split()), 116 - len(indent)) or [""]
    if len(lines) == 1:
        return f'{indent}"""{lines[0]}"""\n'
    return f'{indent}"""' + ("\n" + indent).join(lines) + f'\n{indent}"""\n'


def models(document: Document) -> str:
    out = [HEADER.format("What the service answers, as types.")]
    out.append("from __future__ import annotations\n")
    out.append("import datetime as dt\nfrom dataclasses import dataclass\nfrom typing import Any, Literal\n")
    out.append("from . import _decode as base\n")
    for name, schema in document.schemas.items():
        if is_object(schema):
            out.append("\n" + model(document, name, schema))
    # Behind the classes, of which they may be made.
    aliases = [f"{name} = {hint(schema)}\n" for name, schema in document.schemas.items() if not is_object(schema)]
    return "\n".join(out + (["", *aliases] if aliases else []))


def model(document: Document, name: str, schema: dict) -> str:
    if name in RESERVED:
        raise SystemExit(f"a schema may not be called {name}")
    kind = "base.Model"
    if name in document.page_rows:
        rows = schema["properties"][document.page_rows[name]]
        kind = f"base.Model, base.Page[{quoted(hint(rows.get('items')))}]"
    text = f"@dataclass(frozen=True, kw_only=True, repr=False)\nclass {name}({kind}):\n"
    text += docstring(schema.get("description", f"{name} of an answer."), "    ")
    if name in document.page_rows:
        text += f'\n    _rows = "{safe(snake(document.page_rows[name]))}"\n'
    fields = {}
    for member, value in schema.get("properties", {}).items():
        field = safe(snake(member))
        if field in fields:
            raise SystemExit(f"{name}: {member} and {fields[field]} are both {field} in Python")
        fields[field] = member
        kind = hint(value)
        if member not in schema.get("required", []):
            kind = f"{kind} = None" if kind == "Any" or kind.endswith("| None") else f"{kind} | None = None"
        text += f"\n    {field}: {kind}\n"
        if isinstance(value, dict) and value.get("description"):
            text += docstring(value["description"], "    ")
    return text


def quoted(item: str) -> str:
    return f'"{item}"' if item not in dir(builtins) and not item.startswith("dict") else item


def operations(document: Document) -> str:
    out = [HEADER.format("One method for each operation of the interface.")]
    out.append("from __future__ import annotations\n")
    out.append("import datetime as dt\nfrom collections.abc import Mapping, Sequence\nfrom typing import Any, Literal, TypeVar, Union\n")
    out.append("from . import _decode as base\nfrom . import models\nfrom ._call import UNSET, Call, Operation\n")
    out.append('T = TypeVar("T")\nMany = Union[T, Sequence[T]]\n')
    body = [table_line(operation) for operation in document.operations]
    for prefix, cls in (("", "Operations"), ("async ", "AsyncOperations")):
        body.append(f"\n\nclass {cls}:\n    {prefix}def _perform(self, call: Call) -> Any:\n        raise NotImplementedError\n")
        body.extend(method(operation, prefix) for operation in document.operations)
    aliases = closed_lists(document)
    out.extend(f"{name} = {kind}" for kind, name in aliases.items())
    text = "\n".join(["", *body])
    for kind, name in aliases.items():
        text = text.replace(kind, name)
    return "\n".join(out) + "\n" + text


def closed_lists(document: Document) -> dict[str, str]:
    """A name for each closed list of values that parameters take."""
    names: dict[str, str] = {}
    for operation in document.operations:
        for one in operation.parameters:
            kind = hint({**one.schema.get("items", one.schema)}, argument=True)
            if not kind.startswith("Literal[") or kind in names:
                continue
            name = one.name[0].upper() + one.name[1:]
            if name in names.values():
                name = operation.id[0].upper() + operation.id[1:] + name
            names[kind] = name
    return names


def table_line(operation: Operation) -> str:
    more = ""
    if operation.metered:
        more += ", metered=True"
    if operation.metered_when:
        more += f", metered_when={tuple(operation.metered_when)!r}"
    if operation.idempotency:
        more += ", idempotency=True"
    answer = hint(operation.answer, "models.")
    return f'{snake(operation.id).upper()} = Operation("{operation.id}", "{operation.method}", "{operation.path}", {answer}{more})'


def argument(parameter: Parameter, is_patch: bool) -> str:
    kind = hint(parameter.schema, "models.", argument=True)
    name = safe(snake(parameter.name))
    if parameter.required:
        return f"{name}: {kind}"
    kind = kind if kind.endswith("| None") else f"{kind} | None"
    return f"{name}: {kind} = {'UNSET' if is_patch and parameter.where == 'body' else 'None'}"


def method(operation: Operation, prefix: str) -> str:
    is_patch = operation.method == "PATCH"
    path = [one for one in operation.parameters if one.where == "path"]
    rest = [one for one in operation.parameters if one.where != "path"]
    arguments = ["self", *(argument(one, is_patch) for one in path)]
    if rest or operation.idempotency or operation.free_members:
        arguments += ["*", *(argument(one, is_patch) for one in rest)]
    if operation.free_members:
        arguments.append("more: Mapping[str, Any] | None = None")
    if operation.idempotency:
        arguments.append("idempotency_key: str | None = None")
    answer = hint(operation.answer, "models.")
    text = f"    {prefix}def {safe(snake(operation.id))}(\n        " + ",\n        ".join(arguments) + f",\n    ) -> {answer}:\n"
    text += docstring(f"{operation.text} ({operation.method} {operation.path})", "        ")

    def members(where: str) -> str:
        return ", ".join(f'"{one.name}": {safe(snake(one.name))}' for one in operation.parameters if one.where == where)

    words = [snake(operation.id).upper()]
    if path:
        words.append(f"path={{{members('path')}}}")
    if query := members("query"):
        words.append(f"query={{{query}}}")
    body = members("body")
    if operation.free_members:
        body += ", **(more or {})"
    if body or operation.method in ("POST", "PUT", "PATCH"):
        words.append(f"body={{{body}}}")
    if operation.idempotency:
        words.append("idempotency_key=idempotency_key")
    wait = "await " if prefix else ""
    return text + f"        return {wait}self._perform(Call({', '.join(words)}))\n"
