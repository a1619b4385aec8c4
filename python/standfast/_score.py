"""Scores of answers to pairs, and of predicted classes."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from standfast import _core
from standfast._errors import DataError, UsageError
from standfast._frames import class_name, column_names, is_missing, numbers_of, values_of
from standfast._models import _probability_rows, _Refused
from standfast._threads import threads_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NO_ANSWER = 0xFFFFFFFF


class UnknownClassesWarning(UserWarning):
    """Classes of the truth that no answer knows: renamed on one side, they make every answer wrong."""


@dataclass(frozen=True)
class Score:
    """``metrics`` by name (None: undefined on these items), ``intervals`` where resamples were asked for. ``n`` items, of
    which ``n_answered`` are answered; ``n_missing`` had no answer at all."""

    profile: str
    metrics: dict[str, float | None]
    intervals: dict[str, tuple[float, float] | None]
    n: int
    n_answered: int
    n_missing: int = 0

    @property
    def overall(self) -> float | None:
        """The mean of the metrics of a verification profile; the first metric of a classification profile."""
        return self.metrics["overall"] if "overall" in self.metrics else next(iter(self.metrics.values()))

    @property
    def interval(self) -> tuple[float, float] | None:
        """The interval of ``overall``; None without resamples."""
        if not self.intervals:
            return None
        return self.intervals["overall"] if "overall" in self.intervals else next(iter(self.intervals.values()))

    def __getitem__(self, metric: str) -> float | None:
        if metric not in self.metrics:
            raise UsageError(f"profile {self.profile} has no metric {metric!r} (there are: {', '.join(self.metrics)})")
        return self.metrics[metric]

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {'-' if value is None else format(value, '.3f')}" for name, value in self.metrics.items())
        return f"Score({self.profile}: {told}; n = {self.n}, {self.n_answered} answered)"


def score(
    truth: Any,
    answers: Any,
    *,
    profile: str | None = None,
    clusters: Any = None,
    probabilities: Any = None,
    classes: Sequence[Any] | None = None,
    ranking: bool = False,
    missing: str = "some",
    resamples: int = 0,
    confidence: float = 0.95,
    random_state: int = 0,
    threads: int | None = None,
) -> Score:
    """Scores answers by the metrics of a profile, as ``standfast score`` does.

    Parameters
    ----------
    truth : dict or array
        For pairs, whether one author wrote both (bool, 0 or 1); for documents, their classes. A dict maps ids to these values.
    answers : dict or array
        For pairs, a score in [0, 1]; 0.5 is a non-answer. For documents, the predicted class. None and NaN: no answer. Beside
        ``probabilities`` it is the class of the largest number or is refused; None, also for all of them: that class.
    profile : str, optional
        ``pan20``, ``pan21``, ``hits`` ... for pairs; ``classification``, ``classification-labels`` ... for classes. Without it
        numbers answering bools are scores of pairs (``hits``), everything else is classes.
    clusters : array, dict or pair of arrays, optional
        Units of resampling for intervals: for pairs the two authors, for documents the author. Without it, items.
    probabilities : frame or array, optional
        For metrics that need them: a frame with a column for each class, or documents x ``classes``. Rows sum to 1; zeros or NaN
        are no answer. ``ranking``: the numbers only rank the classes, and may be any.
    missing : {"some", "open", "refuse"}
        In dicts, an id without an answer is open at 0.5. "some": at least one id has an answer.
    resamples, confidence, random_state : int, float, int
        Percentile intervals from so many resamples; 0: none.

    Returns
    -------
    Score
    """
    kinds: dict[str, str] = _core.profiles()
    if profile is not None and profile not in kinds:
        raise UsageError(f"there is no profile {profile!r} (there are: {', '.join(kinds)})")
    if answers is None and probabilities is not None:
        answers = dict.fromkeys(truth) if isinstance(truth, Mapping) else [None] * len(truth)
    truth_values, answer_values, cluster_values, absent = _joined(truth, answers, clusters, missing)
    truth_values, answer_values = _given(truth_values), _given(answer_values)
    pairs = kinds[profile] == "pairs" if profile is not None else _are_pairs(truth_values, answer_values, probabilities)
    common = (resamples, confidence, random_state, threads_of(threads))
    if pairs:
        return _score_pairs(profile or "hits", truth_values, answer_values, cluster_values, absent, common)
    return _score_classes(
        profile, truth_values, answer_values, cluster_values, absent, probabilities, classes, ranking, common
    )


_ABSENT = object()  # an id of the truth that the answers do not have


def _joined(truth: Any, answers: Any, clusters: Any, missing: str) -> tuple[list[Any], list[Any], Any, int]:
    """Returns the values in the order of the truth, unchanged, and the number of ids without an answer."""
    if missing not in ("some", "open", "refuse"):
        raise UsageError(f"missing={missing!r}: there are some, open, refuse")
    if not isinstance(truth, Mapping):
        for what, given in (("answers", answers), ("clusters", clusters)):
            if isinstance(given, Mapping):
                raise UsageError(f"{what} is a dict by id, and truth has no ids; give both as dicts, or both in one order")
        truth_list, answer_list = values_of(truth), values_of(answers)
        if len(truth_list) != len(answer_list):
            raise UsageError(f"truth has {len(truth_list)} items and answers {len(answer_list)}")
        return truth_list, answer_list, clusters, 0
    if not isinstance(answers, Mapping):
        raise UsageError("truth is a dict by id, and answers has no ids; give both as dicts, or both in one order")
    extra = [key for key in answers if key not in truth]
    if extra:
        raise DataError(f"answers to ids that the truth does not have (first: {extra[0]!r}); is it another data set?")
    absent = [key for key in truth if key not in answers]
    if absent and missing != "open" and (len(absent) == len(truth) or missing == "refuse"):
        raise DataError(f"{len(absent)} of {len(truth)} ids of the truth have no answer (first: {absent[0]!r})")
    if isinstance(clusters, Mapping):
        clusters = [clusters.get(key) for key in truth]
    return values_of(truth.values()), [answers.get(key, _ABSENT) for key in truth], clusters, len(absent)


def _given(values: Any) -> list[Any]:
    return [None if is_missing(value) else value for value in values_of(values)]


def _is_number(value: Any) -> bool:
    return (isinstance(value, (Real, np.number)) or type(value).__name__ == "Decimal") and not _is_flag(value)


def _is_flag(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_))


def _is_bool(value: Any) -> bool:
    return _is_flag(value) or (_is_number(value) and value in (0, 1))


def _are_pairs(truth: list[Any], answers: list[Any], probabilities: Any) -> bool:
    if probabilities is not None or not truth:
        return False
    given = [value for value in answers if value is not None and value is not _ABSENT]
    # Whole numbers without other evidence may be classes named 0 and 1.
    some_part = not given or any(not isinstance(value, (int, np.integer)) for value in given)
    return all(_is_number(value) for value in given) and some_part and all(_is_bool(value) for value in truth)


Common = tuple[int, float, int, int]


def _codes(values: Sequence[Any]) -> tuple[NDArray[np.uint32], int]:
    """Returns codes in order of appearance; each missing value has a code of its own."""
    codes: dict[Any, int] = {}
    coded = [
        codes.setdefault(("missing", place) if is_missing(value) else ("value", value), len(codes))
        for place, value in enumerate(values)
    ]
    return np.array(coded, dtype=np.uint32), len(codes)


def pair_scores(answers: list[Any], owner: str) -> NDArray[np.float64]:
    """Returns answers to pairs as numbers; no answer is 0.5."""
    try:
        return np.array([0.5 if value is None or value is _ABSENT else float(value) for value in answers], dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError(f"{owner}: answers are numbers from 0 to 1") from None


def _score_pairs(
    profile: str, truth: list[Any], answers: list[Any], clusters: Any, absent: int, common: Common
) -> Score:
    bad = [value for value in truth if not _is_bool(value)]
    if bad:
        raise UsageError(f"profile {profile!r} is for pairs: truth is True or False (or 1, 0), not {bad[0]!r}")
    scores = pair_scores(answers, f"profile {profile!r} is for pairs")
    left = right = np.empty(0, dtype=np.uint32)
    units = 0
    if clusters is not None:
        first, second = _two_authors(clusters, len(truth))
        interleaved = [author for pair in zip(first, second) for author in pair]
        codes, units = _codes(interleaved)
        left, right = np.ascontiguousarray(codes[::2]), np.ascontiguousarray(codes[1::2])
    same = np.array([bool(value) for value in truth], dtype=np.uint8)
    found = _core.score_pairs(profile, scores, same, left, right, units, *common)
    return Score(profile, found["metrics"], found["intervals"], found["n"], found["n_answered"], absent)


def _two_authors(clusters: Any, n: int) -> tuple[list[Any], list[Any]]:
    if hasattr(clusters, "columns"):
        clusters = [clusters[name] for name in column_names(clusters)]
    given = list(clusters) if getattr(clusters, "ndim", 1) == 2 else values_of(clusters)
    if len(given) == 2 and n != 2:
        first, second = values_of(given[0]), values_of(given[1])
    else:
        given = [(None, None) if is_missing(one) else one for one in given]
        if any(isinstance(one, str) or not hasattr(one, "__len__") or len(one) != 2 for one in given):
            raise UsageError("clusters= of pairs are the two authors of each: a list of pairs, or two arrays")
        first, second = [one[0] for one in given], [one[1] for one in given]
    if len(first) != n or len(second) != n:
        raise UsageError(f"clusters= has {len(first)} and {len(second)} authors for {n} pairs")
    return first, second


def _names(*sides: Sequence[Any]) -> Callable[[Any], str]:
    """Returns the name of each class. Values that are equal in Python (True, 1 and 1.0) are one class, under
    the first name."""
    spelled: dict[Any, str] = {}
    for value in (value for side in sides for value in side if value is not None and value is not _ABSENT):
        spelled.setdefault(_key(value), class_name(value))
    return lambda value: spelled[_key(value)]


def _key(value: Any) -> Any:
    return value if isinstance(value, (str, bool, int, float, np.generic)) else class_name(value)


def _in_bytes(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: name.encode())


def _table(probabilities: Any, classes: Sequence[Any] | None, documents: int) -> tuple[list[Any], NDArray[np.float64]]:
    """Returns the classes and a column of numbers for each; classes of a frame have the names of its
    columns."""
    if isinstance(probabilities, Mapping):
        names, columns = list(probabilities), list(probabilities.values())
    elif hasattr(probabilities, "columns"):
        names = column_names(probabilities)
        columns = [probabilities[name] for name in names]
    else:
        if classes is None:
            raise UsageError("probabilities= needs classes=: whose its columns are; or give a frame with a column for each class")
        rows = [values_of(row) for row in probabilities]
        lengths = sorted({len(row) for row in rows})
        if lengths != [len(classes)] or len(rows) != documents:
            raise UsageError(f"probabilities= has shape {(len(rows), *lengths)}; expected {(documents, len(classes))}")
        names, columns = list(classes), [list(column) for column in zip(*rows)]
    spelled = [class_name(name) for name in names]
    for name in spelled:
        if spelled.count(name) > 1:
            raise UsageError(f"probabilities= has two columns of one class, {name!r}")
    asked = set(spelled) if classes is None else set(map(class_name, classes))
    for odd in _in_bytes(asked - set(spelled)):
        raise UsageError(f"classes= has {odd!r}, and probabilities= has no column of that name (it has: {', '.join(spelled)})")
    for odd in _in_bytes(set(spelled) - asked):
        raise UsageError(f"probabilities= has a column {odd!r} that classes= does not have")
    for name, column in zip(spelled, columns):
        if len(column) != documents:
            raise UsageError(f"probabilities= has {len(column)} values of {name!r} for {documents} documents")
    try:
        numbers = [numbers_of(column) for column in columns]
    except (TypeError, ValueError):
        raise UsageError("probabilities= has values that are not numbers") from None
    return names, np.array(numbers, dtype=np.float64).T.reshape(documents, len(names))


def _ranks(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Returns numbers in (0, 1) that rank classes in the same order; a row of NaN, or of zeros in [0, 1], is
    no answer."""
    bad = np.isnan(rows).any(axis=1) & ~np.isnan(rows).all(axis=1) | np.isinf(rows).any(axis=1)
    if bad.any():
        raise DataError(f"probabilities= has a number that is not finite in row {int(np.flatnonzero(bad)[0])}")
    silent = np.isnan(rows).all(axis=1)
    within = rows[~silent]
    if within.size and (within.min() < 0 or within.max() > 1):
        within = 0.5 + 0.5 * within / (1 + np.abs(within))
    made = np.zeros_like(rows)
    made[~silent] = 0.5 * within  # exact, and leaves room above ties
    return made


def _as_answered(
    rows: NDArray[np.float64], labels: NDArray[np.uint32], order: list[str], items: list[int]
) -> NDArray[np.float64]:
    """Returns the rows such that each answer is the class of the largest number. Other answers are refused, as in
    a file; among equally probable classes, the answer is put above the others."""
    best = rows.argmax(axis=1)
    for at in np.flatnonzero((labels != _NO_ANSWER) & ((labels != best) | (rows.max(axis=1) <= 0))):
        row, said, top = rows[at], int(labels[at]), int(best[at])
        if row[top] <= 0:
            raise DataError(f"item {items[at]} is answered {order[said]!r}, and its probabilities are no answer")
        if row[said] < row[top] - 1e-9:
            raise DataError(
                f"item {items[at]} is answered {order[said]!r}, which is less probable ({row[said]:.4g}) than {order[top]!r} "
                f"({row[top]:.4g}); which of them counts? Leave the answers out (None), or the probabilities"
            )
        row[said] = np.nextafter(row[top], 2)
    return rows


def _warn_of_unknown(of_truth: set[str], known: set[str], columns: bool) -> None:
    """Warns of unknown classes: a class that is renamed on one side makes every answer to its items wrong,
    and no number shows why."""
    unanswered, unknown = _in_bytes(of_truth - known), _in_bytes(known - of_truth)
    if not unanswered or not (unknown or columns):
        return
    told = f"{'answers have no column for' if columns else 'no answer is'} class {_some(unanswered)} of the truth"
    if unknown:
        told += f"; {'they have one for' if columns else 'some are'} class {_some(unknown)}, which the truth lacks"
    if not of_truth & known:
        told = f"truth and answers have no class in common: {told}"
    warnings.warn(told, UnknownClassesWarning, stacklevel=4)


def _some(names: list[str]) -> str:
    return ", ".join(f'"{name}"' for name in names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _score_classes(
    profile: str | None,
    truth: list[Any],
    answers: list[Any],
    clusters: Any,
    absent: int,
    probabilities: Any,
    classes: Sequence[Any] | None,
    ranking: bool,
    common: Common,
) -> Score:
    columns: list[Any] = [] if classes is None else values_of(classes)
    rows: NDArray[np.float64] | None = None
    if probabilities is not None:
        columns, rows = _table(probabilities, classes, len(truth))
    kept = [i for i, value in enumerate(answers) if value is not _ABSENT and truth[i] is not None]
    if not kept:
        raise DataError("no item has a class and an answer")
    if without := sum(value is None for value in truth):
        warnings.warn(f"{without} of {len(truth)} items have no class and are left out", stacklevel=3)
    name_of = _names(truth, answers, columns)
    named = [name_of(one) for one in columns]
    if len(set(named)) < len(named):
        twice = next(name for name in named if named.count(name) > 1)
        raise UsageError(f"classes= has two classes of one name, {twice!r}")
    of_truth = {name_of(truth[i]) for i in kept}
    answered = {name_of(answers[i]) for i in kept if answers[i] is not None}
    order = _in_bytes({name_of(one) for one in truth if one is not None} | answered | set(named))
    place = {name: code for code, name in enumerate(order)}
    coded = np.array([place[name_of(truth[i])] for i in kept], dtype=np.uint32)
    labels = np.array([_NO_ANSWER if answers[i] is None else place[name_of(answers[i])] for i in kept], dtype=np.uint32)
    table = np.empty(0, dtype=np.float64)
    if rows is not None:
        try:
            numbers = _ranks(rows[kept]) if ranking else _probability_rows(rows[kept], [str(i) for i in kept])
        except _Refused as refused:
            raise DataError(f"probabilities=: {refused}") from None
        wide = np.zeros((len(kept), len(order)))
        wide[:, [place[name] for name in named]] = numbers
        table = np.ascontiguousarray(_as_answered(wide, labels, order, kept).reshape(-1))
        labels = np.empty(0, dtype=np.uint32)
    if rows is not None or answered:
        _warn_of_unknown(of_truth, set(named) if rows is not None else answered, rows is not None)
    if profile is None:
        profile = "classification" if probabilities is not None else "classification-labels"
    unit, units = _units(clusters, kept, len(truth))
    found = _core.score_classes(profile, len(order), coded, labels, table, not ranking, unit, units, *common)
    return Score(profile, found["metrics"], found["intervals"], found["n"], found["n_answered"], absent)


def _units(clusters: Any, kept: list[int], documents: int) -> tuple[NDArray[np.uint32], int]:
    """Returns the resampling units of documents: the values of clusters, in the order of their names; a document
    without a value is a unit of its own."""
    if clusters is None:
        return np.arange(len(kept), dtype=np.uint32), len(kept)
    given = _given(clusters)
    if len(given) != documents:
        raise UsageError(f"clusters= has {len(given)} values for {documents} documents")
    name_of = _names(given)
    code = {name: number for number, name in enumerate(_in_bytes({name_of(one) for one in given if one is not None}))}
    unit, units = [], len(code)
    for i in kept:
        if given[i] is not None:
            unit.append(code[name_of(given[i])])
        else:
            unit.append(units)
            units += 1
    return np.array(unit, dtype=np.uint32), units
