"""From JSON to models: names become snake_case, days and moments become dates, lists of models become tables."""

from __future__ import annotations

import datetime as dt
import keyword
import re
import sys
import types
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T")


@dataclass(frozen=True)
class Meta:
    """What the headers of an answer say: what it cost, what is left, where the next page is."""

    status: int
    request_id: str = ""
    """Names the call in the ledger and in the logs."""
    credits_charged: int = 0
    funding_source: str | None = None
    included_remaining: int | None = None
    credit_reset: str | None = None
    ignored_parameters: list[str] = field(default_factory=list)
    """Parameters that the service did not know and left out of the question."""
    total: int | None = None
    """Of all pages together, where the answer says so in a header (/trends, /intelligence)."""
    test_days: str | None = None
    """The days that a test key reads."""
    next_cursor: str | None = None
    payment: dict[str, Any] | None = None
    """The receipt of a paid call."""
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)


class Page(Generic[T]):
    """An answer that comes in pages; `_rows` names the member with the rows."""

    _rows: ClassVar[str]
    meta: Meta

    def page_rows(self) -> Table[T]:
        return getattr(self, self._rows)


class Model:
    """Base of every answer. `raw` is the JSON that it was made of, with what this version does not know."""

    raw: dict[str, Any]
    meta: Meta
    """What the headers said; there on the answer itself, not on its members."""

    def __repr__(self) -> str:
        shown = ((one.name, getattr(self, one.name)) for one in fields(self))  # type: ignore[arg-type]
        return f"{type(self).__name__}({', '.join(f'{name}={_short(value)}' for name, value in shown if value is not None)})"


class Table(list[T], Page[T]):
    """A list that becomes a frame."""

    def page_rows(self) -> Table[T]:
        return self

    def to_dicts(self) -> list[dict[str, Any]]:
        """One flat dict a row; what a row contains besides plain values stays as in the JSON."""
        return [_flat(row) for row in self]

    def to_pandas(self) -> pandas.DataFrame:
        """Needs the extra `bellwether[pandas]`."""
        import pandas

        return pandas.DataFrame(self.to_dicts())

    def to_polars(self) -> polars.DataFrame:
        """Needs the extra `bellwether[polars]`."""
        import polars

        return polars.DataFrame(self.to_dicts(), infer_schema_length=None)


def decode(kind: Any, value: Any) -> Any:
    """The value as the type says. What does not fit is given as it came: an answer is never lost to a type."""
    if value is None or kind is Any:
        return value
    origin = typing.get_origin(kind)
    if origin in (types.UnionType, typing.Union):
        choices = [one for one in typing.get_args(kind) if one is not type(None)]
        return decode(choices[0], value) if len(choices) == 1 else value
    if origin in (list, Table) and isinstance(value, list):
        (item,) = typing.get_args(kind)
        return origin(decode(item, one) for one in value)
    if origin is tuple and isinstance(value, list):
        return tuple(decode(one, part) for one, part in zip(typing.get_args(kind), value))
    if origin is dict and isinstance(value, dict):
        return {name: decode(typing.get_args(kind)[1], part) for name, part in value.items()}
    if is_dataclass(kind) and isinstance(value, dict):
        return _model(kind, value)
    if kind is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if kind in (dt.date, dt.datetime) and isinstance(value, str):
        try:
            return kind.fromisoformat(value)
        except ValueError:
            return value
    return value


def _model(kind: Any, value: dict[str, Any]) -> Any:
    hints = _hints(kind)
    found = {name: decode(hints[name], part) for key, part in value.items() if (name := snake(key)) in hints}
    # A member that the service left out although it is described stands as None.
    found.update({name: None for name in hints if name not in found})
    model = kind(**found)
    object.__setattr__(model, "raw", value)
    return model


@lru_cache(maxsize=None)
def _hints(kind: Any) -> dict[str, Any]:
    # By the module alone: a field called `date` must not hide the type.
    scope = {**globals(), **vars(sys.modules[kind.__module__])}
    names = {one.name for one in fields(kind)}
    return {name: hint for name, hint in typing.get_type_hints(kind, scope, {}).items() if name in names}


@lru_cache(maxsize=4096)
def snake(name: str) -> str:
    words = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name.replace("-", "_"))
    words = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", words).lower()
    return words + "_" if keyword.iskeyword(words) or words in ("self", "raw", "meta") else words


def _short(value: Any) -> str:
    if isinstance(value, list) and len(value) > 3:
        return f"[{value[0]!r}, … {len(value)} in all]"
    text = repr(value)
    return text if len(text) <= 200 else text[:199] + "…"


def _flat(row: Any) -> dict[str, Any]:
    if not isinstance(row, Model):
        return dict(row) if isinstance(row, Mapping) else {"value": row}
    return {name: _plain(value) for name, value in _items(row)}


def _items(row: Model) -> Iterator[tuple[str, Any]]:
    for one in fields(row):  # type: ignore[arg-type]
        value = getattr(row, one.name)
        # One level: tone.positive becomes tone_positive, which is what a frame is asked for.
        if isinstance(value, Model):
            yield from ((f"{one.name}_{name}", inner) for name, inner in _items(value))
        else:
            yield one.name, value


def _plain(value: Any) -> Any:
    if isinstance(value, Model):
        return value.raw
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value
