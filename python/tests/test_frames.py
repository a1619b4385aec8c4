"""A corpus from any object with columns: the same data have the same hash, which is the hash of the
program."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import run

import standfast as sf

pd = pytest.importorskip("pandas")
pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")


def test_one_hash(program: Path, rows: list[dict[str, Any]], columns: dict[str, list[Any]], corpus_file: Path) -> None:
    expected = json.loads(run(program, "check", corpus_file, "--no-near", "--json"))["data_hash"]
    frame, polars, table = pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)
    parts = pa.concat_tables([table.slice(0, 7), table.slice(7, 100), table.slice(107)])
    large = table.cast(pa.schema([(name, pa.large_string()) for name in table.column_names]))
    views = table.cast(pa.schema([(name, pa.string_view()) for name in table.column_names]))
    coded = table.set_column(2, "author", table["author"].dictionary_encode())
    coded = coded.set_column(3, "topic", coded["topic"].combine_chunks().dictionary_encode())
    twice = pa.concat_tables([table, table])
    given = {
        "dict": columns,
        "pandas": frame,
        "pandas, objects": frame.astype(object),
        "pandas, arrow": frame.convert_dtypes(dtype_backend="pyarrow"),
        "pandas, category": frame.astype({"author": "category", "topic": "category"}),
        "polars": polars,
        "polars, category": polars.with_columns(pl.col("author").cast(pl.Categorical)),
        "polars, lists": {name: polars[name] for name in polars.columns},
        "pyarrow": table,
        "chunks": parts,
        "large strings": large,
        "string views": views,
        "dictionaries": coded,
        "a slice": twice.slice(len(rows), len(rows)),
        "a batch": table.combine_chunks().to_batches()[0],
        "a reader": table.to_reader(),
        "series": {name: frame[name] for name in frame},
        "numpy": {name: np.array(values) for name, values in columns.items()},
    }
    for kind, data in given.items():
        assert sf.corpus(data).data_hash == expected, kind
    texts = {name: columns[name] for name in columns if name not in ("text", "thread")}
    assert sf.corpus(columns["text"], **texts).data_hash == expected
    assert sf.corpus(np.array(columns["text"]), **texts).data_hash == expected
    assert sf.corpus(frame["text"], **texts).data_hash == expected
    assert sf.corpus(polars["text"], **texts).data_hash == expected
    assert sf.corpus(pa.chunked_array([columns["text"]]), **texts).data_hash == expected


def test_values_and_missing_ones() -> None:
    numbers = [3, None, -7]
    floats = [1.5, float("nan"), 1e300]
    flags = [True, None, False]
    texts = ["a", "b" * 40, "ä\U0001f600"]
    days = np.array(["2020-01-31", "NaT", "1969-12-31"], dtype="datetime64[D]")
    times = ["2020-01-31T08:00:00.250", "NaT", "1969-12-31T23:59:59"]
    arrow = pa.table(
        {
            "text": texts,
            "author": pa.array(numbers, pa.int16()),
            "topic": pa.array(floats, pa.float64()),
            "label": pa.array(flags),
            "source": pa.array(days),
            "date": pa.array(np.array(times, dtype="datetime64[us]")),
        }
    )
    expected = {
        "author": ["3", None, "-7"],
        "topic": ["1.5", None, "1e+300"],
        "label": ["true", None, "false"],
        "source": ["2020-01-31", None, "1969-12-31"],
        "date": ["2020-01-31T08:00:00.25", None, "1969-12-31T23:59:59"],
    }
    lists = {
        "text": texts,
        "author": numbers,
        "topic": floats,
        "label": flags,
        "source": [None if day is None else day for day in arrow["source"].to_pylist()],
        "date": arrow["date"].to_pylist(),
    }
    for data in (arrow, arrow.slice(0), pl.from_arrow(arrow), lists):
        corpus = sf.corpus(data)
        for role, wanted in expected.items():
            codes, names = corpus.column(role)
            assert [None if code < 0 else names[code] for code in codes] == wanted, (type(data), role)
        assert [corpus.text(row) for row in range(3)] == texts
    half = pa.table({"text": texts, "label": pa.array(np.array([0.5, -2.0, 0.0], dtype=np.float16))})
    assert sf.corpus(half).column("label")[1] == ["-2.0", "0.0", "0.5"]


def test_lists_of_values() -> None:
    tags = [["x", "y"], [], None]
    for data in (pl.DataFrame({"text": ["a", "b", "c"], "tags": tags}), {"text": ["a", "b", "c"], "tags": tags}):
        assert len(sf.corpus(data, columns={"tags": "list"})) == 3
        with pytest.raises(sf.DataError, match="list"):
            sf.corpus(data, columns=["tags"])


def test_what_cannot_be_read() -> None:
    with pytest.raises(sf.DataError, match='column "text" holds bytes'):
        sf.corpus(pa.table({"text": [b"a"]}))
    with pytest.raises(sf.DataError, match="structs"):
        sf.corpus(pa.table({"text": [{"a": 1}], "id": ["x"]}), text="text")
    with pytest.raises(sf.UsageError, match="different lengths"):
        sf.corpus({"text": ["a", "b"], "label": ["x"]})
    with pytest.raises(sf.UsageError, match="list of texts"):
        sf.corpus("posts.jsonl")
    with pytest.raises(sf.DataError, match='"a" .*twice|duplicate|second'):
        sf.corpus({"text": ["x", "y"], "id": ["a", "a"]})


def test_one_copy_of_the_texts() -> None:
    import tracemalloc

    texts = pa.array(["x" * 1000] * 20000)
    before = memory()
    tracemalloc.start()
    corpus = sf.corpus(pa.table({"text": texts}))
    python = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert corpus.text_bytes == 20_000_000
    assert python < 1_000_000  # no object per row
    assert memory() - before < 30_000_000  # 20 MB of texts, and ids


def memory() -> int:
    """Returns the resident memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096
