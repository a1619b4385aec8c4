"""Scores of answers to pairs, and of predicted classes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from standfast import _core
from standfast._errors import DataError, UsageError
from standfast._threads import threads_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

_NO_ANSWER = 0xFFFFFFFF


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
        """The mean of the metrics of a profile of verification; of classification its first metric."""
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
    """Metrics of a profile on answers: what ``standfast score`` prints.

    Parameters
    ----------
    truth : dict or array
        Of pairs, whether one author wrote both (bool, 0 or 1). Of documents, their classes. A dict goes from id to that.
    answers : dict or array
        Of pairs, a score in [0, 1]; 0.5 is a non-answer. Of documents, the predicted class; None: no answer.
    profile : str, optional
        ``pan20``, ``pan21``, ``hits`` ... for pairs; ``classification``, ``classification-labels`` ... for classes. Without it
        numbers answering bools are scores of pairs (``hits``), everything else is classes.
    clusters : array, dict or pair of arrays, optional
        What is resampled for intervals: of pairs the two authors, of documents the author. Without it, items.
    probabilities : array, optional
        Documents x ``classes``, for metrics that need them; ``ranking``: the numbers only rank the classes.
    missing : {"some", "open", "refuse"}
        Of dicts: an id without an answer is open at 0.5. "some": at least one id has an answer.
    resamples, confidence, random_state : int, float, int
        Percentile intervals from so many resamples; 0: none.

    Returns
    -------
    Score
    """
    kinds: dict[str, str] = _core.profiles()
    if profile is not None and profile not in kinds:
        raise UsageError(f"there is no profile {profile!r} (there are: {', '.join(kinds)})")
    truth_values, answer_values, cluster_values, absent = _joined(truth, answers, clusters, missing)
    pairs = kinds[profile] == "pairs" if profile is not None else _are_pairs(truth_values, answer_values, probabilities)
    common = (resamples, confidence, random_state, threads_of(threads))
    if pairs:
        return _score_pairs(profile or "hits", truth_values, answer_values, cluster_values, absent, common)
    return _score_classes(
        profile, truth_values, answer_values, cluster_values, absent, probabilities, classes, ranking, common
    )


def _joined(truth: Any, answers: Any, clusters: Any, missing: str) -> tuple[list[Any], list[Any], Any, int]:
    """Values in the order of the truth; how many have no answer."""
    if missing not in ("some", "open", "refuse"):
        raise UsageError(f"missing={missing!r}: there are some, open, refuse")
    if not isinstance(truth, Mapping):
        truth_list, answer_list = list(truth), list(answers.values() if isinstance(answers, Mapping) else answers)
        if isinstance(answers, Mapping):
            raise UsageError("answers is a dict by id, and truth has no ids; give both as dicts, or both in one order")
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
        clusters = [clusters[key] for key in truth]
    return list(truth.values()), [answers.get(key) for key in truth], clusters, len(absent)


def _is_bool(value: Any) -> bool:
    return isinstance(value, (bool, np.bool_)) or (not isinstance(value, str) and value in (0, 1))


def _are_pairs(truth: list[Any], answers: list[Any], probabilities: Any) -> bool:
    if probabilities is not None or not truth:
        return False
    given = [value for value in answers if value is not None]
    numbers = all(isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) for value in given)
    # Whole numbers alone may be classes that are called 0 and 1.
    some_float = not given or any(isinstance(value, (float, np.floating)) for value in given)
    return numbers and some_float and all(_is_bool(value) for value in truth)


Common = tuple[int, float, int, int]


def _codes(values: Sequence[Any]) -> tuple[NDArray[np.uint32], int]:
    """Codes in order of appearance."""
    codes: dict[Any, int] = {}
    return np.array([codes.setdefault(value, len(codes)) for value in values], dtype=np.uint32), len(codes)


def _score_pairs(
    profile: str, truth: list[Any], answers: list[Any], clusters: Any, absent: int, common: Common
) -> Score:
    bad = [value for value in truth if not _is_bool(value)]
    if bad:
        raise UsageError(f"profile {profile!r} is for pairs: truth is True or False (or 1, 0), not {bad[0]!r}")
    try:
        scores = np.array([0.5 if value is None else float(value) for value in answers], dtype=np.float64)
    except (TypeError, ValueError):
        raise UsageError(f"profile {profile!r} is for pairs: answers are numbers from 0 to 1") from None
    if np.isnan(scores).any():
        raise DataError(f"answer {int(np.flatnonzero(np.isnan(scores))[0])} is not a number; a non-answer is 0.5 or None")
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
    given = list(clusters)
    if len(given) == 2 and n != 2:
        first, second = list(given[0]), list(given[1])
    else:
        if any(isinstance(one, str) or len(one) != 2 for one in given):
            raise UsageError("clusters= of pairs are the two authors of each: a list of pairs, or two arrays")
        first, second = [one[0] for one in given], [one[1] for one in given]
    if len(first) != n or len(second) != n:
        raise UsageError(f"clusters= has {len(first)} and {len(second)} authors for {n} pairs")
    return first, second


def _name(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    return value if isinstance(value, str) else str(value)


def _names(*sides: Sequence[Any]) -> Callable[[Any], str]:
    """The name of each class. Values that are equal in Python (True, 1 and 1.0) are one class, under the name met first."""
    spelled: dict[Any, str] = {}
    for value in (value for side in sides for value in side if value is not None):
        spelled.setdefault(_key(value), _name(value))
    return lambda value: spelled[_key(value)]


def _key(value: Any) -> Any:
    return value if isinstance(value, (str, bool, int, float, np.generic)) else _name(value)


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
    kept = [i for i, value in enumerate(answers) if value is not None or not absent]
    columns = [] if classes is None else list(classes)
    name_of = _names(truth, answers, columns)
    order = sorted({name_of(one) for one in (*truth, *answers, *columns) if one is not None}, key=lambda name: name.encode())
    place = {name: code for code, name in enumerate(order)}
    coded = np.array([place[name_of(truth[i])] for i in kept], dtype=np.uint32)
    labels = np.array([_NO_ANSWER if answers[i] is None else place[name_of(answers[i])] for i in kept], dtype=np.uint32)
    table = np.empty(0, dtype=np.float64)
    if probabilities is not None:
        if classes is None:
            raise UsageError("probabilities= needs classes=: whose its columns are")
        given = np.asarray(probabilities, dtype=np.float64)
        if given.shape != (len(truth), len(classes)):
            raise UsageError(f"probabilities= has shape {given.shape}; expected {(len(truth), len(classes))}")
        wide = np.zeros((len(kept), len(order)))
        wide[:, [place[name_of(value)] for value in columns]] = given[kept]
        table = np.ascontiguousarray(wide.reshape(-1))
        labels = np.empty(0, dtype=np.uint32)
    if profile is None:
        profile = "classification" if probabilities is not None else "classification-labels"
    if clusters is None:
        unit, units = np.arange(len(kept), dtype=np.uint32), len(kept)
    else:
        if len(clusters) != len(truth):
            raise UsageError(f"clusters= has {len(clusters)} values for {len(truth)} documents")
        given_clusters = list(clusters)
        names_of = sorted({_name(one) for one in given_clusters}, key=lambda name: name.encode())
        code = {name: number for number, name in enumerate(names_of)}
        unit, units = np.array([code[_name(given_clusters[i])] for i in kept], dtype=np.uint32), len(names_of)
    found = _core.score_classes(profile, len(order), coded, labels, table, not ranking, unit, units, *common)
    return Score(profile, found["metrics"], found["intervals"], found["n"], found["n_answered"], absent)
