"""TypeScript: interfaces for schemas and parameters, and one class with a method for each operation."""

import json
import re

from document import Document, Operation, is_object, schema_name, without_null

HEADER = "// What the service answers and takes, as types.\n// Written by clients/generate.py from the OpenAPI document; change that, not this.\n"
PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def hint(schema, argument: bool = False) -> str:
    if not isinstance(schema, dict) or not schema:
        return "unknown"
    schema, nullable = without_null(schema)
    return one_hint(schema, argument) + (" | null" if nullable else "")


def one_hint(schema: dict, argument: bool) -> str:
    if name := schema_name(schema):
        return name
    for union in ("anyOf", "oneOf"):
        if union in schema:
            return " | ".join(dict.fromkeys(hint(one, argument) for one in schema[union]))
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(one, ensure_ascii=False) for one in schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(PLAIN.get(one, "unknown") for one in kind)
    if kind == "array":
        if "prefixItems" in schema:
            return "[" + ", ".join(hint(one) for one in schema["prefixItems"]) + "]"
        item = hint(schema.get("items"), argument)
        many = f"({item})[]" if " " in item else f"{item}[]"
        return f"Many<{item}>" if argument and (item == "string" or '"' in item) else many
    if kind == "object":
        more = schema.get("additionalProperties")
        return f"Record<string, {hint(more) if isinstance(more, dict) else 'unknown'}>"
    return PLAIN.get(kind, "unknown")


def comment(text: str, indent: str = "") -> str:
    text = " ".join(text.replace("*/", "* /").split())
    return f"{indent}/** {text} */\n" if text else ""


def member(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)


def module(document: Document) -> str:
    out = [HEADER, 'import type { Call } from "./call.js";\n']
    out.append("/** One value, or several of which any will do. */\nexport type Many<T> = T | T[];\n")
    for name, schema in document.schemas.items():
        out.append(interface(name, schema))
    out.extend(parameters(operation) for operation in document.operations if operation.parameters)
    out.append("/** The rows of each paged operation. */\nexport interface PagedRows {\n" + "".join(paged(document)) + "}\n")
    out.append("/** The member of a page that holds its rows; null where the page is the list of rows. */")
    lines = (f"  {one.id}: {json.dumps(document.page_rows.get(schema_name(one.answer) or ''))},\n" for one in document.operations if one.paged)
    out.append("export const PAGE_ROWS: { readonly [operation in keyof PagedRows]: string | null } = {\n" + "".join(lines) + "};\n")
    out.append("/** One method for each operation of the interface. */\nexport abstract class Operations {")
    out.append("  protected abstract perform<T>(call: Call): Promise<T>;\n")
    out.extend(method(operation) for operation in document.operations)
    return "\n".join(out) + "}\n"


def interface(name: str, schema: dict) -> str:
    text = comment(schema.get("description", ""))
    if not is_object(schema):
        return text + f"export type {name} = {hint(schema)};\n"
    text += f"export interface {name} {{\n"
    for one, value in schema.get("properties", {}).items():
        if isinstance(value, dict):
            text += comment(value.get("description", ""), "  ")
        text += f"  {member(one)}{'' if one in schema.get('required', []) else '?'}: {hint(value)};\n"
    return text + "}\n"


def type_name(operation: Operation) -> str:
    return operation.id[0].upper() + operation.id[1:] + "Parameters"


def parameters(operation: Operation) -> str:
    text = f"export interface {type_name(operation)} {{\n"
    for one in operation.parameters:
        kind = hint(one.schema, argument=True)
        if operation.method == "PATCH" and one.where == "body" and not kind.endswith("| null"):
            kind += " | null"  # Takes the member away; left out it stays as it is.
        text += comment(one.text, "  ") + f"  {member(one.name)}{'' if one.required else '?'}: {kind};\n"
    if operation.free_members:
        text += "  [figure: string]: unknown;\n"
    return text + "}\n"


def paged(document: Document):
    for operation in document.operations:
        if operation.paged:
            name = schema_name(operation.answer)
            rows = document.schemas[name]["properties"][document.page_rows[name]] if name else operation.answer
            yield f"  {operation.id}: {hint(rows['items'])};\n"


def method(operation: Operation) -> str:
    optional = not any(one.required for one in operation.parameters)
    arguments = f"parameters: {type_name(operation)}{' = {}' if optional else ''}" if operation.parameters else ""
    options = "{ idempotencyKey?: string; signal?: AbortSignal }" if operation.idempotency else "{ signal?: AbortSignal }"
    arguments += (", " if arguments else "") + f"options: {options} = {{}}"
    answer = hint(operation.answer)
    words = [f'id: "{operation.id}"', f'method: "{operation.method}"', f'path: "{operation.path}"']
    if operation.parameters:
        words.append("parameters: { ...parameters }")
        names = [one.name for one in operation.parameters if one.where == "query"]
        if names:
            words.append(f"query: {json.dumps(names)}")
    if operation.metered:
        words.append("metered: true")
    if operation.metered_when:
        words.append(f"meteredWhen: {json.dumps(operation.metered_when)}")
    if operation.idempotency:
        words.append("idempotency: true")
    text = comment(f"{operation.text} ({operation.method} {operation.path})", "  ")
    return text + f"  {operation.id}({arguments}): Promise<{answer}> {{\n    return this.perform({{ {', '.join(words)}, ...options }});\n  }}\n"
