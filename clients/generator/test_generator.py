"""The shapes that a description may have, in one small document."""

import python_code
import pytest
import typescript_code
from document import Document

PATCH_BODY = {"properties": {"name": {"type": "string"}, "keyword": {"type": ["string", "null"]}}}


def answer(schema):
    return {"200": {"content": {"application/json": {"schema": schema}}}}


def ref(name):
    return {"$ref": f"#/components/schemas/{name}"}


def document(**schemas):
    things = {"get": {"operationId": "listThings", "x-credits": {"base": 1}, "responses": answer(ref("Things")), "parameters": [
        {"$ref": "#/components/parameters/Cursor"},
        {"name": "tone", "in": "query", "schema": {"type": "array", "items": {"type": "string", "enum": ["Good", "Bad"]}}},
    ]}, "post": {"operationId": "makeThing", "responses": answer(ref("Thing")), "parameters": [
        {"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}},
    ], "requestBody": {"content": {"application/json": {"schema": {"properties": {"from": {"type": "string", "format": "date"}}, "required": ["from"]}}}}}}
    thing = {"patch": {"operationId": "changeThing", "responses": answer(ref("Thing")), "parameters": [
        {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
    ], "requestBody": {"content": {"application/json": {"schema": PATCH_BODY}}}}}
    known = {
        "Thing": {"type": "object", "required": ["URL", "at", "parts", "maybe"], "properties": {
            "URL": {"type": "string"}, "at": {"type": "string", "format": "date-time"}, "stage": ref("Stage"), "parts": {"type": "array", "items": ref("Part")},
            "maybe": {"anyOf": [ref("Part"), {"type": "null"}]}, "span": {"type": "array", "prefixItems": [{"type": "number"}, {"type": "number"}]}}},
        "Part": {"type": "object", "properties": {"outletFamily": {"type": "integer"}}},
        "Stage": {"type": "string", "enum": ["early", "late"]},
        "Things": {"type": "object", "properties": {"data": {"type": "array", "items": ref("Thing")}}},
    }
    cursor = {"name": "cursor", "in": "query", "schema": {"type": "string"}}
    return Document({"info": {"version": "1"}, "paths": {"/things": things, "/things/{id}": thing},
                     "components": {"schemas": {**known, **schemas}, "parameters": {"Cursor": cursor}}})


def test_python():
    models, operations = python_code.models(document()), python_code.operations(document())
    for line in (
        'class Things(base.Model, base.Page["Thing"]):', '_rows = "data"', "url: str", "at: dt.datetime", "stage: Stage | None = None",
        "parts: base.Table[Part]", "maybe: Part | None", "span: tuple[float, float] | None = None", "outlet_family: int | None = None",
        'Stage = Literal["early", "late"]',
    ):
        assert line in models, line
    for line in (
        'LIST_THINGS = Operation("listThings", "GET", "/things", models.Things, metered=True)', "idempotency=True", "idempotency_key: str | None = None",
        'Tone = Literal["Good", "Bad"]', "tone: Many[Tone] | None = None", "from_: dt.date | str", 'body={"from": from_}', "name: str | None = UNSET",
        "async def change_thing(",
    ):
        assert line in operations, line
    compile(models, "models", "exec")
    compile(operations, "operations", "exec")


def test_typescript():
    text = typescript_code.module(document())
    for line in (
        "URL: string;", 'export type Stage = "early" | "late";', "maybe: Part | null;", "span?: [number, number];", 'tone?: Many<"Good" | "Bad">;',
        "listThings: Thing;", 'listThings: "data",', "keyword?: string | null;", "name?: string | null;", "options: { idempotencyKey?: string; signal?: AbortSignal } = {}",
    ):
        assert line in text, line


def test_two_members_that_are_one_in_python_stop_it():
    with pytest.raises(SystemExit, match="both some_name"):
        python_code.models(document(Odd={"properties": {"someName": {"type": "string"}, "some_name": {"type": "string"}}}))
