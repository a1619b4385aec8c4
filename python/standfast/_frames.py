"""Construction of a corpus from texts and frames.

A frame is an object with columns: a table of Arrow (polars, pyarrow, duckdb), a pandas frame, a dict of columns. Column names
give the roles, as on the command line; keywords override them.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from standfast import _core
from standfast._errors import DataError, UsageError

ROLES = ("author", "topic", "label", "source", "date")
PARTS = ("text", "id", *ROLES)
Corpus = _core.Corpus


class _Arrow:
    """A table that provides an Arrow stream."""

    def __init__(self, table: Any) -> None:
        self.table, self.rows = table, table.rows
        self.columns = [(str(name), plain) for name, plain in table.columns]

    def source(self, name: str) -> Any:
        names = [column for column, _ in self.columns]
        return (self.table, _only(names, name))


class _Pandas:
    def __init__(self, frame: Any) -> None:
        self.frame, self.rows = frame, len(frame)
        self.columns = [(str(name), True) for name in frame.columns]

    def source(self, name: str) -> Any:
        return _series(self.frame.iloc[:, _only([column for column, _ in self.columns], name)])


class _Dict:
    def __init__(self, columns: Mapping[str, Any]) -> None:
        self.given = {str(name): column for name, column in columns.items()}
        self.columns = [(name, True) for name in self.given]
        sizes = {name: _size(column, name) for name, column in self.given.items()}
        if len(set(sizes.values())) > 1:
            told = ", ".join(f"{name} {size}" for name, size in sizes.items())
            raise UsageError(f"the columns have different lengths: {told}")
        self.rows = next(iter(sizes.values()), 0)

    def source(self, name: str) -> Any:
        return _column(self.given[name])


def _only(names: list[str], name: str) -> int:
    """Returns the place of a column; two columns of one name are refused."""
    if names.count(name) > 1:
        raise UsageError(f"there are {names.count(name)} columns {name!r}: which of them is meant? Rename the others")
    return names.index(name)


def _size(column: Any, name: str) -> int:
    try:
        return len(column)
    except TypeError:
        raise UsageError(f"{name}= takes a column (a list, an array, a series), not one {type(column).__name__}") from None


def _module(value: Any) -> str:
    return type(value).__module__.partition(".")[0]


def is_missing(value: Any) -> bool:
    """Tells missing values: None, NaN, and their counterparts in pandas and Arrow."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and bool(np.isnan(value))


def values_of(given: Any) -> list[Any]:
    """Returns the values of a list, an array or a column as Python objects."""
    if getattr(given, "ndim", 1) != 1 or hasattr(given, "columns"):
        raise UsageError(f"one column of values is expected, and this {type(given).__name__} is a table")
    for method in ("to_pylist", "to_list"):  # Arrow; pandas and polars
        if hasattr(given, method):
            return list(getattr(given, method)())
    if hasattr(given, "detach"):  # a tensor
        return list(given.tolist())
    values = list(given[:] if is_dataset(given) else given)
    return [value.as_py() if hasattr(value, "as_py") else value for value in values]


def column_names(frame: Any) -> list[Any]:
    """Returns the names of a frame's columns; the attribute ``columns`` of Arrow holds their values."""
    return list(frame.column_names if hasattr(frame, "column_names") else frame.columns)


def numbers_of(column: Any) -> list[float]:
    """Returns the values as numbers, NaN for a missing one; raises TypeError or ValueError for a value that
    is not a number."""
    return [float("nan") if is_missing(value) else float(value) for value in values_of(column)]


def class_name(value: Any) -> str:
    """Returns a class as a corpus writes it: 1 -> "1", True -> "true"."""
    if isinstance(value, str):
        return str(value)
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (bytes, bytearray, memoryview)):
        raise DataError(f"{value!r} is bytes, where text or numbers are expected; decode it first")
    return repr(float(value)) if isinstance(value, (float, np.floating)) else str(value)


def is_dataset(data: Any) -> bool:
    """Tells if this is a dataset of Hugging Face, or a column of one."""
    return _module(data) == "datasets"


def _dataset_table(data: Any) -> Any:
    """Returns the rows of a dataset of Hugging Face in its visible order (it may be shuffled, or a
    selection)."""
    kind = type(data).__name__
    if isinstance(data, Mapping):
        there = ", ".join(repr(name) for name in data)
        raise UsageError(f"a {kind} has several data sets ({there}): give one of them, such as data[{next(iter(data), 'train')!r}]")
    if not hasattr(data, "with_format") or not hasattr(data, "__len__"):
        raise UsageError(f"a {kind} has no rows to count: make a Dataset of it (Dataset.from_list(list(data)))")
    return data.with_format("arrow")[:]


def _series(series: Any) -> Any:
    """Returns a pandas series as Arrow if its memory is Arrow's, else as single objects."""
    kind = str(series.dtype)
    if "pyarrow" in kind or getattr(series.dtype, "storage", "") == "pyarrow":
        return (_core.ArrowTable.of(series.to_frame("column")), 0)
    if kind in ("object", "str", "string", "category"):
        return series.to_numpy(dtype=object)
    if kind.startswith("datetime64"):
        if getattr(series.dt, "tz", None) is not None:
            series = series.dt.tz_convert("UTC")
        return series.to_list()
    return series.to_numpy(dtype=object) if kind[:1].isupper() else series.to_numpy()


def _column(column: Any) -> Any:
    """Returns a column in the form that the core takes."""
    if isinstance(column, (set, frozenset)):
        raise UsageError("a set has no order, so rows would be others with every run: give a list")
    if _module(column) == "pandas" and hasattr(column, "dtype"):
        if hasattr(column, "to_series"):
            return _series(column.to_series())
        if not hasattr(column, "to_frame"):  # the result of .array and .values
            import pandas

            return _series(pandas.Series(column))
        return _series(column)
    if is_dataset(column):
        return list(column[:])
    if hasattr(column, "__arrow_c_stream__") or hasattr(column, "__arrow_c_array__"):
        table = _core.ArrowTable.of(column)
        if len(table.columns) != 1:
            raise UsageError(f"a column is one column, and this table has {len(table.columns)}")
        return (table, 0)
    if hasattr(column, "__array__") and getattr(column, "ndim", 1) != 1:
        raise UsageError(f"a column has one dimension, and this array has {column.ndim}")
    if not hasattr(column, "__getitem__") and isinstance(column, Iterable):
        return list(column)
    return column


def _frame(data: Any) -> _Arrow | _Pandas | _Dict | None:
    """Returns the columns of the data; None if they are texts only."""
    if is_dataset(data) and type(data).__name__ != "Column":
        data = _dataset_table(data)
    if _module(data) == "polars" and hasattr(data, "collect"):
        raise UsageError("a LazyFrame has no rows yet: give data.collect()")
    if _module(data) == "pandas":
        return _Pandas(data) if hasattr(data, "columns") else None
    if hasattr(data, "__arrow_c_stream__"):
        table = _core.ArrowTable.of(data)
        return _Arrow(table) if table.is_table else None
    if isinstance(data, Mapping):
        return _Dict(data)
    return None


def corpus(
    data: Any,
    *,
    text: Any = None,
    id: Any = None,
    author: Any = None,
    topic: Any = None,
    label: Any = None,
    source: Any = None,
    date: Any = None,
    columns: Mapping[str, Any] | Sequence[str] = (),
    join_values: str | Sequence[str] = (),
    name: str = "data",
    _no_texts: bool = False,
    _texts_optional: bool = False,
) -> _core.Corpus:
    """Documents with their roles.

    Parameters
    ----------
    data : frame, sequence of str, or dict of columns
        A pandas, polars or pyarrow table, a dataset of Hugging Face, anything else with ``__arrow_c_stream__``, a dict of
        columns, or the texts alone.
    text, id, author, topic, label, source, date : str or column, optional
        The name of a column of the frame, or the values themselves. Left out, the column is guessed by name. ``"none"``: no
        column plays this role.
    columns : dict or sequence of str
        Columns beside the roles, by name. ``{"tags": "list"}`` also says the kind: category, number, list or text.
        ``{"tags": values}`` gives the values.
    join_values : sequence of str
        Roles or columns in which values that look alike ("Ann", "ann" and "Ann "; "1" and "1.0") are one value, in the
        spelling of the first document: ``--join-values`` of the command line.
    name : str
        Name of the data in messages.
    """
    if isinstance(data, _core.Corpus):
        if join_values:
            raise UsageError("these data are a corpus already: give join_values= to standfast.corpus()")
        return data
    if isinstance(data, (str, bytes, os.PathLike)):
        raise UsageError("data are a frame or a list of texts; read a file first (pandas.read_csv, polars.read_ndjson ...)")
    given = {"text": text, "id": id, "author": author, "topic": topic, "label": label, "source": source, "date": date}
    asked: dict[str, Any] = {**given, "columns": columns}
    parts: list[tuple[str, str, Any]] = []
    frame = _frame(data)
    if _no_texts and frame is not None:
        told_none = {**dict.fromkeys(PARTS, "none"), "text": "\0"}
        given = {part: told_none[part] if value is None else value for part, value in given.items()}
    elif _texts_optional and frame is not None and text is None and not _has_text(frame, name):
        frame.columns.append(("\0", False))
        given["text"] = "\0"
    if frame is None:
        texts = _column(data)
        rows = texts[0].rows if isinstance(texts, tuple) and isinstance(texts[0], _core.ArrowTable) else _size(texts, "data")
        if text is not None:
            raise UsageError("text= names a column of a frame, and these data are the texts themselves")
        parts.append(("text", "text", texts))
    else:
        rows = frame.rows
    told: dict[str, str] = {}
    for part, value in given.items():
        if value is None:
            continue
        if not isinstance(value, str):
            parts.append((part, f"{part}=", _column(value)))
            told[part] = "none"
        elif frame is None and value != "none":
            raise UsageError(f"{part}={value!r} names a column, and these data are texts alone; give the values")
        else:
            told[part] = value
    if frame is not None:
        for part, column in _guessed(frame, told, name):
            if column == "\0":
                continue
            parts.append((part, column, frame.source(column)))
    known = {"category", "number", "list", "text"}
    for column in columns:
        kind: Any = columns[column] if isinstance(columns, Mapping) else "category"
        if not isinstance(kind, str):
            values = _column(kind)
            first = next(iter(kind), None)
            if first is not None and hasattr(first, "as_py"):
                first = first.as_py()
            nested = not isinstance(first, str) and hasattr(first, "__len__")
            parts.append(("list" if nested else "category", column, values))
            continue
        if kind not in known:
            raise UsageError(f"columns: {column!r} is of kind {kind!r}; there are category, number, list, text")
        if frame is None or column not in dict(frame.columns):
            there = "no columns" if frame is None else ", ".join(name for name, _ in frame.columns)
            raise UsageError(f"columns: there is no column {column!r} (there are: {there})")
        parts.append((kind, column, frame.source(column)))
    asked["join_values"] = joined = [join_values] if isinstance(join_values, str) else list(join_values)
    made = _core.Corpus.build(name, rows, parts, joined)
    # Needed to read other data in the same way: the same arguments, and the caller's own values of classes.
    made.__dict__["asked"] = {argument: value for argument, value in asked.items() if value is not None}
    made.__dict__["values"] = {part: _values_by_name(made, part, source) for part, _, source in parts if part in made.roles}
    return made


def joined_columns(documents: _core.Corpus) -> list[str]:
    """Returns the columns in which values that look alike are one."""
    return list(documents.__dict__["asked"]["join_values"])


def _values_by_name(made: _core.Corpus, role: str, source: Any) -> dict[str, Any]:
    """Returns the caller's own value of each name in a column of numbers or bools; nothing for other columns,
    whose names are texts."""
    names = made.column(role)[1]
    if isinstance(source, tuple) and len(source) == 2 and isinstance(source[0], _core.ArrowTable):
        read: dict[str, Callable[[str], Any]] = {"int": int, "float": float, "bool": lambda text: text == "true"}
        of_text = read.get(source[0].kind(source[1]))
        return {} if of_text is None else {name: of_text(name) for name in names}
    values = [source[row] for row in made.first_rows(role).tolist()]
    bools = [isinstance(value, (bool, np.bool_)) for value in values]
    numbers = [isinstance(value, (int, float, np.integer, np.floating)) for value in values]
    own = all(bools) or (all(numbers) and not any(bools))
    return dict(zip(names, values)) if own else {}


@dataclass(frozen=True)
class MadeOf:
    """The documents to which row numbers refer, identified by the hash that ``verify`` uses."""

    data_hash: str
    documents: int
    roles: tuple[str, ...]

    @staticmethod
    def of(documents: _core.Corpus) -> MadeOf:
        return MadeOf(documents.data_hash, len(documents), tuple(documents.roles))

    def expect(self, what: str, given: _core.Corpus) -> None:
        """Refuses documents other than these, in which a row number would mean another document."""
        if self.data_hash == given.data_hash:
            return
        told = f"the {what} was made for other data ({self.documents} documents, {self.data_hash[:16]})"
        if self.documents != len(given):
            raise DataError(f"{told}: these are {len(given)} documents")
        if self.roles != tuple(given.roles):
            ours, theirs = ", ".join(self.roles) or "no roles", ", ".join(given.roles) or "none"
            raise DataError(f"{told}: it had {ours}, these data have {theirs}; give both calls the same columns, or one standfast.corpus()")
        raise DataError(f"{told}: another order, other texts, ids or values of {', '.join(self.roles) or 'no column'}?")


def _has_text(frame: _Arrow | _Pandas | _Dict, name: str) -> bool:
    """Tells if a column of the frame looks like the text."""
    alone = {part: "none" for part in PARTS if part != "text"}
    try:
        return bool(_core.guess_columns(name, frame.columns, alone))
    except UsageError:
        return False


def _guessed(frame: _Arrow | _Pandas | _Dict, told: dict[str, str], name: str) -> list[tuple[str, str]]:
    """Finds the column of each role: the named one, else by name."""
    names = dict(frame.columns)
    asked = dict(told)
    values_given = {part for part, column in told.items() if column == "none"}
    if "text" in values_given:
        # The core needs the name of a text column. The texts were given in another way, so any name will do.
        asked["text"] = "text"
        names = {**names, "text": True}
    found = _core.guess_columns(name, list(names.items()), asked)
    return [(part, column) for part, column in found if part not in values_given and column in dict(frame.columns)]
