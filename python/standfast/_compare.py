"""Comparison of systems on the same pairs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from standfast import _core
from standfast._errors import DataError, UsageError
from standfast._score import _codes, _is_bool, _joined, _two_authors, pair_scores
from standfast._threads import threads_of

_Ends = tuple[float, float] | None


@dataclass(frozen=True)
class System:
    """The ``value`` of the metric with its ``interval``; ``n_missing`` items had no answer."""

    name: str
    value: float | None
    interval: _Ends
    n_missing: int = 0


@dataclass(frozen=True)
class Difference:
    """``difference``: ``a`` minus ``b``, with its ``interval``. ``p``: p-value of the paired permutation test (of the
    bootstrap, where ``Comparison.permutation`` is False); ``p_holm``: corrected for all pairs of systems. ``tied``: None where
    the metric cannot be compared on these items."""

    a: str
    b: str
    difference: float | None
    interval: _Ends
    p: float | None
    p_holm: float | None
    p_bootstrap: float | None
    tied: bool | None


@dataclass(frozen=True)
class Comparison:
    """``systems``, the best first, and ``pairs`` of them, the largest difference first. ``groups``: independent groups of items,
    which the test swaps; with few of them p comes from the bootstrap."""

    profile: str
    metric: str
    n: int
    systems: tuple[System, ...]
    pairs: tuple[Difference, ...]
    clusters: str
    units: int
    groups: int
    permutation: bool
    confidence: float

    def __getitem__(self, at: tuple[str, str]) -> Difference:
        """``found["a", "b"]``: in the order in which they are compared here."""
        for pair in self.pairs:
            if (pair.a, pair.b) == at:
                return pair
            if (pair.b, pair.a) == at:
                raise UsageError(f"{at[1]!r} is not behind {at[0]!r} here: the pair is {(pair.a, pair.b)}")
        raise UsageError(f"there is no pair {at} (systems: {', '.join(one.name for one in self.systems)})")

    def __repr__(self) -> str:
        lines = [f"{self.metric} of {self.profile} on {self.n} pairs, {100 * self.confidence:g} % intervals"]
        lines += [f"  {one.name}  {_shown(one.value)}  {_ends(one.interval)}" for one in self.systems]
        for one in self.pairs:
            verdict = "no verdict" if one.tied is None else "tied" if one.tied else f"{one.a} is ahead"
            lines.append(
                f"  {one.a} - {one.b}  {_shown(one.difference)}  {_ends(one.interval)}  p {_shown(one.p)}, "
                f"with Holm's correction {_shown(one.p_holm)}: {verdict}"
            )
        return "\n".join(lines)


def _shown(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _ends(interval: _Ends) -> str:
    return "-" if interval is None else f"[{interval[0]:.4f}, {interval[1]:.4f}]"


def compare(
    systems: Mapping[str, Any],
    truth: Any,
    *,
    profile: str = "hits",
    metric: str = "overall",
    clusters: Any = None,
    missing: str = "some",
    resamples: int = 1000,
    permutations: int = 10000,
    confidence: float = 0.95,
    random_state: int = 0,
    threads: int | None = None,
) -> Comparison:
    """Compares systems on the same pairs, and names the better and the tied ones, as ``standfast compare`` does.

    Parameters
    ----------
    systems : dict
        The answers of two systems or more, by name: scores in [0, 1], 0.5 is a non-answer; each a dict by id or an array in the
        order of the truth.
    truth : dict or array
        Whether one author wrote both texts of a pair (bool, 0 or 1).
    profile, metric : str
        A profile of verification and one of its metrics.
    clusters : array, dict or pair of arrays, optional
        The two authors of each pair: authors are resampled, and pairs that share authors are swapped together. Without it pairs
        are taken as independent.
    missing : {"some", "open", "refuse"}
        Policy for missing answers in dicts, as in ``score``.
    resamples : int
        Resamples of the bootstrap for intervals; 0: none.
    permutations : int
        Permutations of the paired test; 0: p comes from the bootstrap.
    confidence : float
        Level of intervals; systems whose corrected p is above 1 - confidence are tied.

    Returns
    -------
    Comparison
    """
    if not isinstance(systems, Mapping) or len(systems) < 2:
        raise UsageError("compare takes a dict of two systems or more, name -> answers")
    kinds: dict[str, str] = _core.profiles()
    if kinds.get(profile) != "pairs":
        there = ", ".join(name for name, kind in kinds.items() if kind == "pairs")
        raise UsageError(f"profile={profile!r}: compare is for answers to pairs (there are: {there})")
    if not 0 < confidence < 1:
        raise UsageError(f"confidence={confidence}: must be between 0 and 1 (write 95 % as 0.95)")
    if resamples < 0 or resamples == 1:
        raise UsageError(f"resamples={resamples} is not a number of resamples; take 1000, or 0 for none")
    if permutations < 0:
        raise UsageError(f"permutations={permutations}: must be 0 or more")
    if resamples == 0 and permutations == 0:
        raise UsageError("without resamples and permutations there is nothing to compare by")
    names, scores, lacking = [], [], {}
    truth_values: list[Any] = []
    authors: Any = None
    for name, answers in systems.items():
        truth_values, values, authors, absent = _joined(truth, answers, clusters, missing)
        given = pair_scores(values, str(name))
        if np.isnan(given).any():
            raise DataError(f"{name}: answer {int(np.flatnonzero(np.isnan(given))[0])} is not a number; a non-answer is 0.5 or None")
        names.append(str(name))
        scores.append(given)
        lacking[str(name)] = absent
    bad = [value for value in truth_values if not _is_bool(value)]
    if bad:
        raise UsageError(f"truth is True or False (or 1, 0) for each pair, not {bad[0]!r}")
    left = right = np.empty(0, dtype=np.uint32)
    units = 0
    if authors is not None:
        first, second = _two_authors(authors, len(truth_values))
        codes, units = _codes([author for pair in zip(first, second) for author in pair])
        left, right = np.ascontiguousarray(codes[::2]), np.ascontiguousarray(codes[1::2])
    same = np.array([bool(value) for value in truth_values], dtype=np.uint8)
    found = _core.compare_pairs(
        profile,
        metric,
        names,
        scores,
        same,
        left,
        right,
        units,
        resamples,
        permutations,
        confidence,
        random_state,
        threads_of(threads),
    )
    return Comparison(
        profile,
        metric,
        len(same),
        tuple(System(name, value, ends, lacking[name]) for name, value, ends in found["systems"]),
        tuple(Difference(*pair) for pair in found["pairs"]),
        "author" if units else "item",
        found["units"],
        found["groups"],
        found["permutation"],
        confidence,
    )
