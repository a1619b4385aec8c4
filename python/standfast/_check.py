"""Checks of data, near duplicates, and cues that give a label away."""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from standfast import _core
from standfast._errors import CheckFailed, UsageError
from standfast._frames import MadeOf, corpus, joined_columns
from standfast._keywords import refuse_unknown
from standfast._split import Split
from standfast._threads import threads_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Finding:
    """The finding of one check. ``rows``: the documents concerned, in the test frame if there are two frames; ``train_rows``:
    documents of the training frame."""

    code: str
    name: str
    severity: str
    message: str
    counted: str
    count: int
    of: int
    values: list[str]
    rows: NDArray[np.intp] = field(repr=False)
    train_rows: NDArray[np.intp] = field(repr=False)

    @property
    def docs(self) -> str:
        return f"docs/checks.md#{self.code.lower()}"

    def __str__(self) -> str:
        return f"{self.code} {self.message}"


_NO_ROWS: NDArray[np.intp] = np.empty(0, dtype=np.intp)


class Findings(Sequence[Finding]):
    """The findings of all checks, in the order of the catalog. ``found["SF331"]`` is the finding of a code; one without
    rows where the check found nothing. ``asked``: whether each check could be run, and why not."""

    def __init__(self, found: dict[str, Any], two: bool) -> None:
        self._findings = [
            Finding(
                one["code"],
                one["name"],
                one["severity"],
                one["message"],
                one["counted"],
                one["count"],
                one["of"],
                one["values"],
                one["second"] if two else one["first"],
                one["first"] if two else _NO_ROWS,
            )
            for one in found["findings"]
        ]
        self._checks: dict[str, dict[str, Any]] = {check["code"]: check for check in found["checks"]}
        self.asked: dict[str, str] = {
            code: "asked" if check["asked"] else check["why_not"] for code, check in self._checks.items()
        }

    @property
    def codes(self) -> list[str]:
        """Codes of the checks that found something."""
        return list(dict.fromkeys(finding.code for finding in self._findings))

    @property
    def problems(self) -> list[Finding]:
        """Findings that change the meaning of a score on these sides."""
        return [finding for finding in self._findings if finding.severity == "problem"]

    def __getitem__(self, key: Any) -> Any:
        if not isinstance(key, str):
            return self._findings[key]
        code = self._code(key)
        for finding in self._findings:
            if finding.code == code:
                return finding
        check = self._checks[code]
        why = "nothing found" if check["asked"] else f"not asked: {check['why_not']}"
        return Finding(code, check["name"], check["severity"], why, "", 0, 0, [], _NO_ROWS, _NO_ROWS)

    def __contains__(self, key: object) -> bool:
        return key in self.codes if isinstance(key, str) else key in self._findings

    def __len__(self) -> int:
        return len(self._findings)

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._findings)

    def raise_if(self, *codes: str) -> None:
        """Raises ``CheckFailed`` if one of these checks found something; without codes, if there is a problem. A check that
        could not be run is an error: a gate that cannot close would look like one that found nothing."""
        wanted = [self._code(code) for code in codes]
        for code in wanted:
            if not self._checks[code]["asked"]:
                raise UsageError(f"raise_if({code!r}): the check could not be run: {self._checks[code]['why_not']}")
        failed = [finding for finding in self._findings if finding.code in wanted] if codes else self.problems
        if failed:
            names = list(dict.fromkeys(finding.code for finding in failed))
            head = str(failed[0]) if len(names) == 1 else f"{', '.join(names)}: the first: {failed[0].message}"
            raise CheckFailed(head, tuple(failed))

    def _code(self, code: str) -> str:
        upper = code.upper()
        if upper not in self._checks:
            raise UsageError(f"there is no check {code!r} (there are: {', '.join(self._checks)})")
        return upper

    def __repr__(self) -> str:
        if not self._findings:
            return f"Findings: nothing, of {sum(check['asked'] for check in self._checks.values())} checks"
        return "\n".join(["Findings:", *(f"  {one.severity:<7} {one}" for one in self._findings)])


def check(
    data: Any,
    test: Any = None,
    *,
    split: Split | None = None,
    groups: Sequence[str] = (),
    ignore: Sequence[str] = (),
    at: float = 0.8,
    tokens: str = "runs",
    near: bool = True,
    columns: Sequence[str] = (),
    threads: int | None = None,
    **roles: Any,
) -> Findings:
    """Checks documents, and their distribution over two sides, for problems: the checks of ``standfast check``.

    Parameters
    ----------
    data : texts or frame
        All documents, or the training documents.
    test : texts or frame, optional
        Documents of the test.
    split : Split, optional
        Folds over ``data``, instead of a second frame.
    groups : sequence of str
        Columns whose values may not be on both sides.
    ignore : sequence of str
        Codes of checks to skip.
    at, tokens : float, {"runs", "words"}
        Least share of runs of five words, or of words, that near duplicates have in common. All are found.
    near : bool
        False: copies only.
    threads : int, optional
        Number of threads; it changes no byte of the result.
    **roles
        ``author=``, ``label=`` ... : the name of a column, in both frames.
    """
    refuse_unknown("check", roles, inspect.signature(check).parameters)
    if test is not None and split is not None:
        raise UsageError("check: give a second frame or split=, not both")
    also = [name for name in dict.fromkeys([*columns, *groups]) if name not in ("author", "topic", "label", "source", "date")]
    first = corpus(data, columns=also, name="train" if test is not None else "data", **roles)
    second = None if test is None else corpus(test, columns=also, name="test", **roles)
    if split is not None:
        MadeOf.of(split._documents).expect("split", first)
    found = _core.check(
        first,
        second,
        None if split is None else split._core,
        list(groups),
        list(ignore),
        at,
        tokens,
        near,
        joined_columns(first),
        threads_of(threads),
    )
    return Findings(found, test is not None)


def near_duplicates(
    texts: Any, others: Any = None, *, at: float = 0.8, tokens: str = "runs", threads: int | None = None
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.float64]]:
    """Finds all pairs of texts that are nearly the same, exactly and without a miss.

    Parameters
    ----------
    texts : texts or frame
    others : texts or frame, optional
        Texts for the second element of pairs; default: ``texts``.
    at : float
        Share of tokens that both have (Jaccard similarity), 0.3 to 1. Texts that agree but for case and white space have 1.
    tokens : {"runs", "words"}
        Runs of five words, or words (for short texts).

    Returns
    -------
    i, j, similarity : arrays
        By ``i``, then ``j``. Without ``others`` i < j.
    """
    return _core.near_duplicates(
        corpus(texts), None if others is None else corpus(others), at, tokens, threads_of(threads)
    )


@dataclass(frozen=True)
class Cue:
    """A word, a form or a value of a column that goes with a label. ``z``: distance from an uninformative cue; ``q``: corrected
    for the number of tests; ``accuracy_alone``: accuracy of a rule that sees the cue alone, beside the ``majority``."""

    cue: str
    kind: str
    label: str
    documents: int
    with_label: int
    label_documents: int
    groups: int
    z: float
    log_odds: float
    p: float
    q: float
    stable: bool
    accuracy_alone: float
    majority: float
    worth: dict[str, Any] | None
    rows: NDArray[np.intp] = field(repr=False)


def scan(
    data: Any,
    *,
    target: str = "label",
    group: str = "",
    without: Sequence[str] = (),
    words: int = 3,
    min_count: int = 10,
    form: bool = True,
    q: float = 0.05,
    correction: str = "bh",
    worth: int = 0,
    classifier: str = "naive-bayes",
    random_state: int = 0,
    with_text: bool = False,
    columns: Sequence[str] = (),
    threads: int | None = None,
    **roles: Any,
) -> list[Cue]:
    """Finds cues that give the label away, as ``standfast scan`` does, the most telling first.

    Parameters
    ----------
    data : frame
        With labels.
    target : str
        Target of the prediction: a role or a column.
    group : str
        Documents of one value of this column are not independent: a cue counts by groups.
    without : sequence of str
        Roles or columns that are not cues.
    words, min_count, form : int, int, bool
        Most words in a run (0: none); least number of documents with a cue; whether form, length, first and last word are
        examined.
    q, correction : float, {"bh", "by"}
        Largest expected share of false findings, and its correction.
    worth, classifier : int, str
        Number of cues for which the loss of a classifier without them is measured.
    with_text : bool
        Show words that may name a person (numbers, parts of addresses, words of fewer than ten documents); else they are
        ``<number>``, ``<address>`` and ``<rare>``.
    """
    refuse_unknown("scan", roles, inspect.signature(scan).parameters)
    names = [target, *([group] if group else [])]
    also = [name for name in dict.fromkeys([*columns, *names]) if name not in ("author", "topic", "label", "source", "date")]
    documents = corpus(data, columns=also, **roles)
    found = _core.scan(
        documents,
        target,
        group,
        list(without),
        words,
        min_count,
        form,
        q,
        correction,
        worth,
        classifier,
        random_state,
        with_text,
        threads_of(threads),
    )
    return [Cue(**one) for one in found]
