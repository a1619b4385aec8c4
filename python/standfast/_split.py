"""Splits as objects: folds, the file splits.json, forms for other tools, and pairs."""

from __future__ import annotations

import inspect
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from standfast import _core
from standfast._errors import CheckFailed, DataError, UsageError
from standfast._frames import ROLES, MadeOf, corpus
from standfast._keywords import refuse_unknown
from standfast._sampler import Sample
from standfast._splitter import Splitter, warn_of_left_out
from standfast._threads import threads_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Fold(NamedTuple):
    """Row numbers. ``aside``: of the design, but on no side."""

    train: NDArray[np.intp]
    validation: NDArray[np.intp]
    test: NDArray[np.intp]
    aside: NDArray[np.intp]
    repeat: int = 0


class Split:
    """Folds over one corpus. ``folds``, ``left_out``, ``reason``, ``notes``, ``statistics``; ``save`` writes the file of
    the command line."""

    def __init__(self, core: _core.Split, documents: _core.Corpus, options: dict[str, Any] | None = None) -> None:
        self._core, self._documents = core, documents
        self.folds = [Fold(*fold) for fold in core.folds]
        self.left_out: NDArray[np.intp] = core.left_out

    @property
    def method(self) -> str:
        return self._core.method

    @property
    def reason(self) -> str:
        return self._core.reason

    @property
    def notes(self) -> list[str]:
        return self._core.notes

    @property
    def options(self) -> dict[str, Any]:
        return self._core.options

    @property
    def seed(self) -> int:
        return self._core.seed

    @property
    def statistics(self) -> dict[str, Any]:
        """Sizes, topics and authors of the sides of each fold, and how alike the topics of the two sides are."""
        return self._core.statistics(self._documents, True, threads_of(None))

    def text(self, *, ids: bool = False, similarity: bool = True) -> str:
        """The content of splits.json, as ``standfast split`` writes it. ``similarity=False``: as with ``--no-similarity``."""
        return self._core.written(self._documents, similarity, ids, threads_of(None))

    def save(self, path: str | os.PathLike[str], *, ids: bool = False, similarity: bool = True) -> None:
        """Writes splits.json. ``ids``: documents by id and not by row."""
        Path(path).write_text(self.text(ids=ids, similarity=similarity), encoding="utf-8")

    @staticmethod
    def load(path: str | os.PathLike[str]) -> SplitFile:
        """A splits.json of the command line or of ``save``."""
        return SplitFile(Path(path).read_text(encoding="utf-8"), str(path))

    def as_cv(self) -> list[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """For ``cv=`` of scikit-learn: (train, test) of each fold."""
        return [(fold.train, fold.test) for fold in self.folds]

    def to_column(self) -> NDArray[np.intp]:
        """The number of the fold that tests each document; -1: none does. A split with one test side for each document only."""
        column = np.full(len(self._documents), -1, dtype=np.intp)
        for number, fold in enumerate(self.folds):
            if (column[fold.test] >= 0).any():
                raise UsageError("to_column: a document is tested in more than one fold; as_cv() has all folds")
            column[fold.test] = number
        return column

    def to_openml(self) -> dict[str, NDArray[Any]]:
        """OpenML's table of a split: columns type, rowid, repeat, fold."""
        types: list[str] = []
        rows, repeats, folds = [], [], []
        begins: dict[int, int] = {}
        for number, fold in enumerate(self.folds):
            first = begins.setdefault(fold.repeat, number)
            for kind, side in (("TRAIN", fold.train), ("TEST", fold.test)):
                types += [kind] * len(side)
                rows.append(side)
                repeats.append(np.full(len(side), fold.repeat))
                folds.append(np.full(len(side), number - first))
        return {
            "type": np.array(types),
            "rowid": np.concatenate(rows),
            "repeat": np.concatenate(repeats),
            "fold": np.concatenate(folds),
        }

    def to_hf(self, dataset: Any, **roles: Any) -> list[dict[str, Any]]:
        """For each fold a dict of train, validation (if any) and test, selected from a dataset of Hugging Face. It has the
        documents of the split, in their order, or is refused; ``roles`` as in ``standfast.split``, where names differ."""
        refuse_unknown("Split.to_hf", roles, ("dataset",), also=("columns",))
        if not hasattr(dataset, "select"):
            raise UsageError(f"to_hf selects from a Dataset of Hugging Face, not from a {type(dataset).__name__}; .folds has the rows")
        MadeOf.of(self._documents).expect("split", corpus(dataset, **{**self._documents.__dict__["asked"], **roles}))
        sides = [{"train": f.train, "validation": f.validation, "test": f.test} for f in self.folds]
        return [{side: dataset.select(rows) for side, rows in fold.items() if len(rows)} for fold in sides]

    def __len__(self) -> int:
        return len(self.folds)

    def __iter__(self) -> Iterator[Fold]:
        return iter(self.folds)

    def __repr__(self) -> str:
        left = f", {len(self.left_out)} documents left out" if len(self.left_out) else ""
        return f"Split({self.method}: {len(self.folds)} folds of {len(self._documents)} documents{left}, seed {self.seed})"

    def _repr_html_(self) -> str:
        from html import escape

        head = "<tr><th>fold</th><th>train</th><th>validation</th><th>test</th></tr>"
        rows = [
            f"<tr><td>{number}</td><td>{len(f.train)}</td><td>{len(f.validation)}</td><td>{len(f.test)}</td></tr>"
            for number, f in enumerate(self.folds[:20])
        ]
        more = f"<p>and {len(self.folds) - 20} more folds</p>" if len(self.folds) > 20 else ""
        return f"<p>{escape(repr(self))}<br>{escape(self.reason)}</p><table>{head}{''.join(rows)}</table>{more}"


class SplitFile:
    """A splits.json that was read, before it is bound to documents."""

    def __init__(self, text: str, where: str) -> None:
        self._text, self._where = text, where
        try:
            self._json = json.loads(text)
        except ValueError as problem:
            raise DataError(f"{where}: is not a splits.json: {problem}") from None
        if not isinstance(self._json, dict) or "folds" not in self._json:
            raise DataError(f"{where}: is not a splits.json: it has no folds")

    @property
    def method(self) -> str:
        return str(self._json.get("method", ""))

    @property
    def data_hash(self) -> str:
        return str(self._json.get("data", {}).get("sha256", ""))

    def verify(self, data: Any, **roles: Any) -> Split:
        """The split over these documents, if it keeps its promises: the data are the data it was made for, sides are disjoint,
        and groups that the method keeps apart are apart. Raises ``CheckFailed`` with the broken promises."""
        documents = self._corpus(data, roles)
        findings = _core.verify_split(self._text, self._where, documents)
        broken = tuple((name, message) for name, ok, message in findings if not ok)
        if broken:
            raise CheckFailed(f"{self._where}: {broken[0][1]}", broken)
        return self._bound(documents)

    def bind(self, data: Any, **roles: Any) -> Split:
        """The split over these documents, without a look at its promises; other data are refused."""
        return self._bound(self._corpus(data, roles))

    def _corpus(self, data: Any, roles: dict[str, Any]) -> _core.Corpus:
        refuse_unknown("verify", roles, ("data",), also=("columns",))
        columns = dict(roles.pop("columns", {}))
        for column in _core.columns_to_check(self._text, self._where):
            if column not in ROLES:
                columns.setdefault(column, "category")
        return corpus(data, name=str(self._json.get("data", {}).get("name", "data")), columns=columns, **roles)

    def _bound(self, documents: _core.Corpus) -> Split:
        import tempfile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "splits.json"
            path.write_text(self._text, encoding="utf-8")
            return Split(_core.read_split(str(path), documents), documents)

    def __repr__(self) -> str:
        return f"SplitFile({self._where}: {self.method}, {len(self._json['folds'])} folds)"


def split(
    data: Any,
    cv: Splitter,
    *,
    sample: Sample | None = None,
    columns: Mapping[str, Any] | Sequence[str] = (),
    threads: int | None = None,
    name: str = "data",
    **roles: Any,
) -> Split:
    """Cuts documents into folds, with validation, reasons and statistics, as ``standfast split`` does.

    Parameters
    ----------
    data : texts or frame
        As ``standfast.corpus`` takes it.
    cv : splitter
    sample : Sample, optional
        Only these documents, with the topics that it merged.
    columns : dict or sequence of str
        Columns beside the roles. Columns that options of the splitter name are read anyway.
    threads : int, optional
        Number of threads; it changes no byte of the result.
    **roles
        ``topic=``, ``author=`` ... : the name of a column, or the values.
    """
    refuse_unknown("split", roles, inspect.signature(split).parameters)
    if not isinstance(cv, Splitter):
        raise UsageError(f"cv is a {type(cv).__name__}; a splitter of standfast is expected, such as TopicKFold()")
    for role in ("text", *ROLES):
        if role not in cv._options and getattr(cv, role, None) is not None:
            roles.setdefault(role, getattr(cv, role))
    documents = data if isinstance(data, _core.Corpus) else None
    if documents is None:
        needed = _core.columns_of("splitter", cv._name, cv._given())
        named: dict[str, Any] = dict(columns) if isinstance(columns, Mapping) else dict.fromkeys(columns, "category")
        for column in needed:
            named.setdefault(column, "number" if cv._name == "score-split" and column == getattr(cv, "score") else "category")
        documents = corpus(data, columns=named, name=name, **roles)
    if sample is not None:
        sample._made_of.expect("sample", documents)
    drawn = cv._split_corpus(documents, sample._core if sample is not None else None, data, threads)
    made = Split(drawn, documents)
    if len(made.left_out) and sample is None:
        warn_of_left_out(cv, len(made.left_out), len(documents))
    return made


class Pairs(NamedTuple):
    """Pairs of documents of one side of one fold. ``left``, ``right``: rows; ``same``: one author wrote both."""

    fold: int
    side: str
    left: NDArray[np.intp]
    right: NDArray[np.intp]
    same: NDArray[np.bool_]
    ids: list[str]
    note: str


def pairs(
    data: Any,
    split: Split | None = None,
    *,
    positives: str = "any",
    negatives: str = "any",
    balanced: bool = True,
    literal: bool = False,
    cross_block: str | Sequence[str] = (),
    positives_same: str | Sequence[str] = (),
    negatives_same: str | Sequence[str] = (),
    max_pairs: int = 0,
    random_state: int = 0,
    **roles: Any,
) -> list[Pairs]:
    """Samples verification pairs for every side of every fold, as ``standfast pairs`` does.

    Parameters
    ----------
    data : texts or frame
        With authors.
    split : Split, optional
        Without it the pairs are of all documents.
    positives, negatives : {"any", "cross-topic", "same-topic"}
        Relation of the topics of same-author and of different-author pairs.
    balanced : bool
        Whether both kinds of pairs are equally many.
    cross_block : str or sequence of str
        Columns whose values a pair never shares.
    positives_same, negatives_same : str or sequence of str
        Columns in which the documents of a same-author pair, or of a different-author pair, agree.
    max_pairs : int
        0: all.
    random_state : int
    """
    refuse_unknown("pairs", roles, inspect.signature(pairs).parameters)
    named = {"cross-block": cross_block, "positives-same": positives_same, "negatives-same": negatives_same}
    blocks = {option: [names] if isinstance(names, str) else list(names) for option, names in named.items()}
    columns = list(dict.fromkeys(name for names in blocks.values() for name in names if name not in ROLES))
    documents = corpus(data, columns=columns, **roles)
    if split is not None:
        MadeOf.of(split._documents).expect("split", documents)
    options: dict[str, Any] = {
        "positives": positives,
        "negatives": negatives,
        "balanced": balanced,
        "rule": "literal" if literal else "once",
        "max-pairs": max_pairs,
    }
    options |= {option: names for option, names in blocks.items() if names}
    drawn = _core.sample_pairs(documents, None if split is None else split._core, options, random_state)
    return [
        Pairs(one["fold"], one["side"], one["left"], one["right"], one["same"].astype(bool), one["ids"], one["note"])
        for one in drawn
    ]
