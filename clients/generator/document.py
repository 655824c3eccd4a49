"""What the generators need of an OpenAPI document: operations, their parameters and answers."""

from dataclasses import dataclass, field

# Where the rows of a paged answer stand when it has several lists.
ROWS_OF = {"BrainRecord": "posts", "Intelligence": "trends"}
# Bodies that take members of any name beside those that are described.
FREE_MEMBERS = {"recordWorkflowRun"}


@dataclass
class Parameter:
    name: str
    where: str  # path, query, header or body
    required: bool
    schema: dict
    text: str


@dataclass
class Operation:
    id: str
    method: str
    path: str
    text: str
    answer: dict
    parameters: list[Parameter] = field(default_factory=list)
    metered: bool = False
    metered_when: list[str] = field(default_factory=list)
    paged: bool = False
    idempotency: bool = False
    free_members: bool = False


class Document:
    def __init__(self, raw: dict):
        self.raw = raw
        self.version = raw["info"]["version"]
        self.schemas: dict[str, dict] = raw["components"]["schemas"]
        self.operations = [
            self._operation(path, method, item)
            for path, methods in raw["paths"].items()
            for method, item in methods.items()
            if method in ("get", "post", "put", "patch", "delete") and self._is_json(item)
        ]
        # Answers of paged operations, and the member that holds their rows.
        self.page_rows = {
            name: rows_member(name, self.schemas[name])
            for operation in self.operations
            if operation.paged and (name := schema_name(operation.answer))
        }

    def _resolved(self, item: dict) -> dict:
        """What a reference means: parameters and answers may stand among the components."""
        while "$ref" in item:
            found = self.raw
            for name in item["$ref"].removeprefix("#/").split("/"):
                found = found[name.replace("~1", "/").replace("~0", "~")]
            item = found
        return item

    def _answer(self, item: dict) -> dict:
        good = next(status for status in sorted(item["responses"]) if status.startswith("2"))
        return self._resolved(item["responses"][good]).get("content", {})

    def _is_json(self, item: dict) -> bool:
        return "application/json" in self._answer(item)

    def _operation(self, path: str, method: str, item: dict) -> Operation:
        credits = item.get("x-credits")
        operation = Operation(
            id=item["operationId"],
            method=method.upper(),
            path=path,
            text=item.get("description") or item.get("summary", ""),
            answer=self._answer(item)["application/json"].get("schema", {}),
            metered=credits is not None,
            metered_when=(credits or {}).get("when", []),
            free_members=item["operationId"] in FREE_MEMBERS,
        )
        for one in map(self._resolved, item.get("parameters", [])):
            if one["in"] == "header":
                operation.idempotency |= one["name"].lower() == "idempotency-key"
                continue
            operation.paged |= one["name"] == "cursor"
            operation.parameters.append(
                Parameter(one["name"], one["in"], one.get("required", False), one["schema"], one.get("description", ""))
            )
        body = item.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        body = self._resolved(body)
        for name, schema in body.get("properties", {}).items():
            operation.parameters.append(
                Parameter(name, "body", name in body.get("required", []), schema, schema.get("description", ""))
            )
        # Path first, then what is required, in the order of the document.
        operation.parameters.sort(key=lambda one: (one.where != "path", not one.required))
        return operation


def schema_name(schema: dict) -> str | None:
    return schema["$ref"].rsplit("/", 1)[1] if "$ref" in schema else None


def rows_member(name: str, schema: dict) -> str:
    lists = [member for member, value in schema["properties"].items() if isinstance(value, dict) and "items" in value]
    wanted = ROWS_OF.get(name) or next((one for one in ("data", "rows") if one in lists), None)
    if wanted is None and len(lists) == 1:
        wanted = lists[0]
    if wanted not in lists:
        raise SystemExit(f"which list of {name} holds the rows of a page? Say so in ROWS_OF: {lists}")
    return wanted


def is_object(schema: dict) -> bool:
    """Whether a named schema has members; others are only a name for a type."""
    return "properties" in schema and not any(union in schema for union in ("anyOf", "oneOf", "allOf"))


def without_null(schema: dict) -> tuple[dict, bool]:
    """The schema with null taken out, and whether it was in."""
    if len(schema.get("allOf", [])) == 1:
        schema = schema["allOf"][0]
    for union in ("anyOf", "oneOf"):
        if union in schema:
            rest = [one for one in schema[union] if one.get("type") != "null"]
            if len(rest) == 1:
                return rest[0], len(rest) < len(schema[union])
            return {union: rest}, len(rest) < len(schema[union])
    kinds = schema.get("type")
    if isinstance(kinds, list):
        rest = [kind for kind in kinds if kind != "null"]
        plain = {**schema, "type": rest[0] if len(rest) == 1 else rest}
        if "enum" in plain:
            plain["enum"] = [value for value in plain["enum"] if value is not None]
        return plain, "null" in kinds
    return schema, False
