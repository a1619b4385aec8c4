"""Splitters, which divide data into folds, with or without scikit-learn."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from standfast import _core
from standfast._errors import DataError, LeftOutWarning, UsageError
from standfast._frames import ROLES, column_names, corpus, is_dataset
from standfast._seed import Component, seed_of
from standfast._threads import threads_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

LABELS = "labels"  # the name of the column made from a table of several labels
_NO_COLUMN = ("none", "", None)


class Splitter(Component):
    """The base of all splitters. A new one is a class of the catalog, not of this package."""

    _family = "splitter"

    # scikit-learn requires these three methods.
    def split(self, X: Any, y: Any = None, groups: Any = None) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
        """Row numbers of train and test, fold by fold.

        Parameters
        ----------
        X : texts, frame, or array
            The documents. Of an array of features only the number of rows is looked at, unless the splitter reads vectors.
        y : array, optional
            Classes, for splitters that read them.
        groups : array or frame, optional
            Topics, authors, or other groups that this splitter keeps whole. Two kinds at once: a frame or dict of columns of
            their names.

        Yields
        ------
        train, test : arrays of intp
            Documents of validation are in neither: ``standfast.split`` has them.
        """
        drawn = self._draw(X, y, groups)
        for train, _, test, _, _ in drawn.folds:
            yield train, test

    def get_n_splits(self, X: Any = None, y: Any = None, groups: Any = None) -> int:
        """The number of folds. It needs data only where the data decide it."""
        number = self._number_of_folds()
        if number is not None:
            return number
        if X is None:
            raise UsageError(f"{type(self).__name__}.get_n_splits: the data decide how many folds there are; give X, y, groups")
        return len(self._draw(X, y, groups, warn=False).folds)

    def get_metadata_routing(self) -> Any:
        """Tells scikit-learn whether ``groups`` are asked for."""
        from sklearn.utils.metadata_routing import MetadataRequest

        request = MetadataRequest(owner=self)
        asked = getattr(self, "_groups_request", True if self.reads_groups else None)
        if self.reads_groups or asked is not None:
            request.split.add_request(param="groups", alias=asked)
        return request

    def set_split_request(self, *, groups: bool | str | None = True) -> Splitter:
        """Tells whether scikit-learn's routing hands ``groups`` to ``split``, or under which name."""
        self._groups_request = groups
        return self

    # The following methods are for this package.
    def _number_of_folds(self) -> int | None:
        repeats = int(getattr(self, "repeats", 1))
        if "counts_draws" in self._traits and self._traits["counts_draws"] != "draws":
            return int(getattr(self, self._traits["counts_draws"]))
        if self._name == "author-topic-grid":
            return int(getattr(self, "topic_blocks") * getattr(self, "author_blocks")) * repeats
        if "folds" in self._options:
            return int(getattr(self, "folds")) * repeats
        if self._name in ("leave-one-topic-out", "leave-groups-out", "given"):
            return None
        return repeats

    def _group_columns(self) -> list[str]:
        """Returns the columns that one-dimensional groups may stand for, the likely one first."""
        whole = self._traits.get("keeps_whole", "")
        named = getattr(self, whole.replace("-", "_"), None) if whole else None
        if named not in _NO_COLUMN:
            return [str(named)]
        roles = [role for role, trait in (("topic", "needs_topics"), ("author", "needs_authors")) if trait in self._traits]
        if roles:
            return roles
        also = (getattr(self, name, None) for name in ("keep_whole", "purge"))
        return list(dict.fromkeys(str(column) for column in also if column not in _NO_COLUMN))

    @property
    def reads_groups(self) -> bool:
        """Tells if ``split`` takes ``groups``."""
        return bool(self._group_columns())

    def _draw(self, X: Any, y: Any, groups: Any, warn: bool = True) -> _core.Split:
        documents, options = self._documents(X, y, groups)
        vectors = X if isinstance(getattr(self, "vectors", None), str) and getattr(self, "vectors") == "X" else None
        try:
            drawn = self._split_corpus(documents, None, vectors, None, options)
        except DataError as problem:
            if groups is None and self.reads_groups and "map one with" in str(problem):
                raise DataError(f"{problem}, or give groups=") from None
            raise
        if warn and len(drawn.left_out):
            warn_of_left_out(self, len(drawn.left_out), len(documents))
        return drawn

    def _split_corpus(
        self,
        documents: _core.Corpus,
        sample: _core.Sample | None,
        X: Any,
        threads: int | None,
        options: dict[str, Any] | None = None,
    ) -> _core.Split:
        if not documents.has_texts and (why := self._why_texts()):
            raise UsageError(f"{type(self).__name__} {why}, and X has no texts: give texts, or a frame with a column of them")
        vectors = getattr(self, "vectors", None)
        if isinstance(vectors, str):
            if vectors != "X":
                raise UsageError(f'vectors={vectors!r}: an array, "X", or None')
            vectors = X
        return _core.draw_split(
            documents,
            self._name,
            {**self._given(), **(options or {})},
            seed_of(self),
            threads_of(threads),
            sample,
            None if vectors is None else float_vectors(vectors),
            getattr(self, "space", ""),
            {},
        )

    def _why_texts(self) -> str:
        """Returns the reason why texts are needed, or ""."""
        given = self._given()
        if self._name == "ngram-cluster-split":
            return "reads the texts"
        if "reads_vectors" in self._traits and getattr(self, "vectors", None) is None:
            return "reads vectors of the texts"
        if given.get("purge-near"):
            return "with purge_near reads the texts"
        for option in ("size-unit", "balance"):
            if given.get(option) == "bytes":
                return f'with {option.replace("-", "_")}="bytes" reads the texts'
        if self._name == "score-split" and (given["score"] in _NO_COLUMN or given["control-length"] != "none"):
            return "reads the length of the texts"
        return ""

    def _documents(self, X: Any, y: Any, groups: Any) -> tuple[_core.Corpus, dict[str, Any]]:
        """Returns X, y and groups as a corpus with the columns that this splitter reads, and the options that
        change with them."""
        if isinstance(X, _core.Corpus):
            if groups is not None:
                raise UsageError(f"{type(self).__name__}: X is a corpus, which has its columns; groups= would be ignored")
            return X, {}
        roles: dict[str, Any] = {role: getattr(self, role, None) for role in ("text", *ROLES)}
        roles = {role: value for role, value in roles.items() if value is not None and role not in self._options}
        columns: dict[str, Any] = {}
        needed = _core.columns_of(self._family, self._name, self._given())
        if groups is not None:
            for name, values in self._named_groups(groups):
                if name in ROLES:
                    roles[name] = values
                else:
                    columns[name] = values
        if y is not None and "label" not in roles and self._reads_labels(needed):
            several = getattr(y, "ndim", 1) > 1 or (isinstance(y, (list, tuple)) and len(y) > 0 and isinstance(y[0], (list, tuple)))
            if not several:
                roles["label"] = _one_dimension(y)
            elif self._name == "multilabel-k-fold" and getattr(self, "by") == "label":
                columns[LABELS] = _lists_of_labels(y)
                return self._built(X, roles, columns, needed), {"by": LABELS}
            else:
                raise UsageError(f"{type(self).__name__}: y has several columns; MultilabelKFold reads several labels at once")
        return self._built(X, roles, columns, needed), {}

    def _built(self, X: Any, roles: dict[str, Any], columns: dict[str, Any], needed: list[str]) -> _core.Corpus:
        missing = [name for name in needed if name not in columns]
        if _is_features(X):
            if missing:
                raise UsageError(f"{type(self).__name__}: X is an array without columns; give {missing[0]!r} as groups=")
            bad = [role for role, value in roles.items() if isinstance(value, str) and value != "none"]
            if bad:
                raise UsageError(f"{bad[0]}={roles[bad[0]]!r} names a column, and X is an array without names of columns")
            rows = int(X.shape[0]) if hasattr(X, "shape") else len(X)
            given = {role: value for role, value in roles.items() if not isinstance(value, str)}
            return corpus({"\0": np.empty(rows, dtype=np.int8)}, columns=columns, name="X", _no_texts=True, **given)
        both: dict[str, Any] = {**dict.fromkeys(missing, "category"), **columns}
        return corpus(X, columns=both, name="X", _texts_optional=True, **roles)

    def _reads_labels(self, needed: list[str]) -> bool:
        if any(trait in self._traits for trait in ("needs_labels", "reads_classes", "needs_classes")):
            return True
        named = (getattr(self, name, None) for name in ("by", "group", "keep_whole", "purge", "control", "also"))
        return any("label" in (value.split(",") if isinstance(value, str) else value or ()) for value in named)

    def _named_groups(self, groups: Any) -> list[tuple[str, Any]]:
        """Returns groups as columns by name."""
        if hasattr(groups, "items") and not hasattr(groups, "dtype"):
            return [(str(name), values) for name, values in groups.items()]
        if hasattr(groups, "columns") or hasattr(groups, "column_names"):
            return [(str(name), groups[name]) for name in column_names(groups)]
        wanted = self._group_columns()
        if not wanted:
            raise UsageError(
                f"{type(self).__name__} reads no groups, so groups= has no effect; it would be ignored. A splitter that keeps "
                'groups whole is AuthorKFold or TopicKFold; or name the column: keep_whole="groups"'
            )
        if getattr(groups, "ndim", 1) > 1:
            raise UsageError(f"{type(self).__name__}: groups has several columns without names; give a frame with {wanted}")
        if len(wanted) > 1:
            raise UsageError(
                f"{type(self).__name__} reads {' and '.join(wanted)}: give groups= as a frame or a dict with columns of these names"
            )
        return [(wanted[0], groups)]


def warn_of_left_out(splitter: Splitter, left_out: int, documents: int) -> None:
    warnings.warn(
        f"{type(splitter).__name__}: {left_out} of {documents} documents are in no fold",
        LeftOutWarning,
        stacklevel=4,
    )


def _one_dimension(y: Any) -> Any:
    return y.to_series() if type(y).__name__ == "Index" else y


def _lists_of_labels(y: Any) -> list[list[str]]:
    """Returns the places of the ones in a table of 0 and 1; lists of labels are returned unchanged."""
    if isinstance(y, (list, tuple)):
        return [[str(label) for label in labels] for labels in y]
    table = np.asarray(y.toarray() if hasattr(y, "toarray") else y)
    return [[str(place) for place in np.flatnonzero(row)] for row in table]


def _is_features(X: Any) -> bool:
    """Tells if this is a matrix of numbers, dense or sparse, or a list of anything but texts: no frame and no
    list of texts."""
    if isinstance(X, (list, tuple)):
        return len(X) > 0 and not isinstance(X[0], str) and X[0] is not None
    shape = getattr(X, "shape", None)
    if shape is None or is_dataset(X) or hasattr(X, "columns") or hasattr(X, "__arrow_c_stream__"):
        return False
    return len(shape) > 1 or getattr(getattr(X, "dtype", None), "kind", "U") in "biufc"


def float_vectors(vectors: Any) -> NDArray[np.float32]:
    """Returns vectors as float32 in row-major order, without a copy if possible; a sparse matrix is written
    out."""
    if hasattr(vectors, "toarray"):
        if vectors.shape[0] * vectors.shape[1] * 4 > 1 << 30:
            raise UsageError("vectors= are sparse and would take more than a gigabyte as a table; reduce them first")
        vectors = vectors.astype(np.float32).toarray()
    array = np.asarray(vectors)
    if array.ndim != 2:
        raise UsageError(f"vectors= has {array.ndim} dimensions; one row for each document is expected")
    if array.dtype != np.float32:
        raise UsageError(f"vectors= are {array.dtype}; cast them: vectors.astype('float32')")
    return array if array.flags.c_contiguous else np.ascontiguousarray(array)
