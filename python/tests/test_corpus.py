"""A corpus made from texts and from frames."""

import subprocess
import sys

import pytest

import standfast as sf


def test_import_is_light() -> None:
    code = "import sys, standfast; print([m for m in ('sklearn', 'pandas', 'polars', 'scipy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_texts_alone() -> None:
    corpus = sf.corpus(["one", "zwei ä", "trois"])
    assert len(corpus) == 3
    assert corpus.text(1) == "zwei ä"
    assert corpus.id(0) == "row1"
    assert corpus.roles == []


def test_roles_by_name_and_by_keyword() -> None:
    frame = {"body": ["a", "b"], "user": ["x", None], "stars": [1, 2]}
    assert sf.corpus(frame).roles == ["author"]
    codes, names = sf.corpus(frame, label="stars").column("label")
    assert codes.tolist() == [0, 1] and names == ["1", "2"]
    codes, names = sf.corpus(frame, topic=["t", "t"]).column("topic")
    assert codes.tolist() == [0, 0] and names == ["t"]
    assert sf.corpus(frame, author="none").roles == []


def test_errors_name_the_argument() -> None:
    with pytest.raises(sf.UsageError, match=r"no column \"autor\" for author=; did you mean"):
        sf.corpus({"text": ["a"], "author": ["x"]}, author="autor")
    with pytest.raises(sf.DataError, match='row 1: no text'):
        sf.corpus(["a", None])
    with pytest.raises(sf.DataError, match="lone surrogate"):
        sf.corpus(["a", "\ud800"])
    with pytest.raises(sf.UsageError, match="2 values for 1 documents"):
        sf.corpus(["a"], topic=["x", "y"])
    assert issubclass(sf.UsageError, ValueError) and issubclass(sf.CheckFailed, AssertionError)
