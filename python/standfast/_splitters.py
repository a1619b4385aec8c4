"""Made by python/tools/generate.py from the catalogs of the program. Do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from standfast._splitter import Splitter


class KFold(Splitter):
    """Documents at random into k folds: the i.i.d. reference, authors and topics on both sides.

    Parameters
    ----------
    folds : int, default=10
        Number of folds; each document is tested once. 2 to 1000000.
    repeats : int, default=1
        Number of passes with fresh shuffles; folds of the second pass follow the first. 1 to 10000.
    group : str, default="none"
        The column (author, topic, thread ...) whose groups stay whole; none: documents by themselves.
    size_unit : {"documents", "groups", "bytes"}, default="documents"
        Unit in which folds are balanced, as far as whole groups allow: documents, groups, or bytes of text.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: nothing but the number of documents.
    Guarantees: every document is tested, except those left out.

    On the command line: ``standfast split CORPUS --method k-fold``
    """

    _name = "k-fold"
    _traits = {
        "tests_all": True,
        "keeps_whole": "group",
    }
    _presets = {}

    def __init__(
        self,
        folds: int = 10,
        *,
        repeats: int = 1,
        group: str = "none",
        size_unit: Literal["documents", "groups", "bytes"] = "documents",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class StratifiedKFold(Splitter):
    """Documents at random into k folds, each label (or author, topic) in proportion in every fold.

    Parameters
    ----------
    folds : int, default=10
        Number of folds; each document is tested once. 2 to 1000000.
    repeats : int, default=1
        Number of passes with fresh shuffles; folds of the second pass follow the first. 1 to 10000.
    by : {"label", "author", "topic", "source"}, default="label"
        The column whose values every fold gets in proportion.
    remainder : {"spread", "last"}, default="spread"
        Spread: the remainder of n / k goes to the next folds, so counts differ by at most one; last: every
        fold gets n / k of each class, rounded down, and the last fold also gets the remainder (ordinary
        cross-validation of the novel-topic paper).
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: labels.
    Guarantees: every document is tested, except those left out.

    On the command line: ``standfast split CORPUS --method stratified-k-fold``
    """

    _name = "stratified-k-fold"
    _traits = {
        "needs_labels": True,
        "tests_all": True,
    }
    _presets = {}

    def __init__(
        self,
        folds: int = 10,
        *,
        repeats: int = 1,
        by: Literal["label", "author", "topic", "source"] = "label",
        remainder: Literal["spread", "last"] = "spread",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class MultilabelKFold(Splitter):
    """Documents at random into k folds of equal size, several labels at once in proportion in every fold.

    Parameters
    ----------
    folds : int, default=10
        Number of folds; each document is tested once. 2 to 1000000.
    repeats : int, default=1
        Number of passes with fresh shuffles; folds of the second pass follow the first. 1 to 10000.
    by : str | Sequence[str | int], default="label"
        The columns, with commas between them, whose values every fold gets in proportion; a column may be a
        list of values.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: labels.
    Guarantees: every document is tested, except those left out.

    On the command line: ``standfast split CORPUS --method multilabel-k-fold``

    References
    ----------
    Sechidis, Tsoumakas and Vlahavas 2011 (ECML PKDD), iterative stratification; then an exchange search
    """

    _name = "multilabel-k-fold"
    _traits = {
        "needs_labels": True,
        "tests_all": True,
    }
    _presets = {}

    def __init__(
        self,
        folds: int = 10,
        *,
        repeats: int = 1,
        by: str | Sequence[str | int] = "label",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class AuthorKFold(Splitter):
    """Whole authors into k folds: each fold tests on authors that training never saw.

    Parameters
    ----------
    folds : int, default=10
        Number of folds; each document is tested once. 2 to 1000000.
    repeats : int, default=1
        Number of passes with fresh shuffles; folds of the second pass follow the first. 1 to 10000.
    balance : {"authors", "documents", "bytes", "classes"}, default="documents"
        Authors: every fold has the same number of authors, give or take one; documents: nearly as even in
        documents as whole authors allow; bytes: in the length of texts; classes: in documents of each value
        of by.
    by : str | Sequence[str | int], default="none"
        The columns of the classes, with commas between them, for balance = classes; in a study of
        classification the target; otherwise ignored.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: authors.
    Guarantees: no author is on both sides; every document is tested, except those left out.

    On the command line: ``standfast split CORPUS --method author-k-fold``
    """

    _name = "author-k-fold"
    _traits = {
        "needs_authors": True,
        "novel_authors": True,
        "tests_all": True,
    }
    _presets = {}

    def __init__(
        self,
        folds: int = 10,
        *,
        repeats: int = 1,
        balance: Literal["authors", "documents", "bytes", "classes"] = "documents",
        by: str | Sequence[str | int] = "none",
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class TopicKFold(Splitter):
    """Whole topics into k folds: each fold tests on topics that training never saw.

    Parameters
    ----------
    folds : int, default=10
        Number of folds; each document is tested once. 2 to 1000000.
    repeats : int, default=1
        Number of passes with fresh shuffles; folds of the second pass follow the first. 1 to 10000.
    balance : {"topics", "documents", "bytes", "classes"}, default="topics"
        Topics: every fold has the same number of topics, give or take one; documents: nearly as even in
        documents as whole topics allow; bytes: in the length of texts; classes: in documents of each value of
        by.
    by : str | Sequence[str | int], default="none"
        The columns of the classes, with commas between them, for balance = classes; in a study of
        classification the target; otherwise ignored.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: topics.
    Guarantees: no topic is on both sides; every document is tested, except those left out.

    On the command line: ``standfast split CORPUS --method topic-k-fold``

    References
    ----------
    Sawatphol et al. 2024 (TACL), section 4.1
    """

    _name = "topic-k-fold"
    _traits = {
        "needs_topics": True,
        "novel_topics": True,
        "tests_all": True,
    }
    _presets = {}

    def __init__(
        self,
        folds: int = 10,
        *,
        repeats: int = 1,
        balance: Literal["topics", "documents", "bytes", "classes"] = "topics",
        by: str | Sequence[str | int] = "none",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class StratifiedGroupKFold(Splitter):
    """Whole groups (authors, threads ...) into k folds, each class as even over the folds as groups allow.

    Parameters
    ----------
    folds : int, default=10
        Number of folds; each document is tested once. 2 to 1000000.
    repeats : int, default=1
        Number of passes with fresh shuffles; folds of the second pass follow the first. 1 to 10000.
    group : str, default="author"
        The column (author, topic, thread ...) whose groups stay whole.
    by : str | Sequence[str | int], default="label"
        The columns, with commas between them, whose values are spread evenly over the folds; a column may be
        a list of values; in a study of classification the target.
    size_unit : {"documents", "groups", "bytes"}, default="documents"
        Unit in which folds and classes are balanced: documents; groups, each of which counts once for each of
        its classes; or bytes of text, in four-millionths of all.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: authors, labels.
    Guarantees: every document is tested, except those left out.

    On the command line: ``standfast split CORPUS --method stratified-group-k-fold``

    References
    ----------
    the problem of scikit-learn's StratifiedGroupKFold, by an exchange search
    """

    _name = "stratified-group-k-fold"
    _traits = {
        "needs_authors": True,
        "needs_labels": True,
        "tests_all": True,
        "keeps_whole": "group",
    }
    _presets = {}

    def __init__(
        self,
        folds: int = 10,
        *,
        repeats: int = 1,
        group: str = "author",
        by: str | Sequence[str | int] = "label",
        size_unit: Literal["documents", "groups", "bytes"] = "documents",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class LeaveOneTopicOut(Splitter):
    """One fold for each topic: tested on it, trained on all others.

    Parameters
    ----------
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: topics.
    Guarantees: no topic is on both sides; every document is tested, except those left out; the seed has no
    effect.

    On the command line: ``standfast split CORPUS --method leave-one-topic-out``

    References
    ----------
    novel topic cross-validation
    """

    _name = "leave-one-topic-out"
    _traits = {
        "needs_topics": True,
        "deterministic": True,
        "novel_topics": True,
        "tests_all": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class LeaveGroupsOut(Splitter):
    """Every set of p groups (authors, threads ...) is tested once, or some sets drawn at random.

    Parameters
    ----------
    group : str, default="author"
        The column (author, topic, thread ...) whose groups are left out.
    p : int, default=2
        Groups that a fold tests; with 1, each group by itself. 1 to 1000000.
    draws : int, default=0
        Number of different sets of groups that are drawn at random, one fold each; 0: all sets, 10,000 at
        most. 0 to 10000.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: authors.

    On the command line: ``standfast split CORPUS --method leave-groups-out``
    """

    _name = "leave-groups-out"
    _traits = {
        "needs_authors": True,
        "keeps_whole": "group",
        "counts_draws": "draws",
    }
    _presets = {}

    def __init__(
        self,
        *,
        group: str = "author",
        p: int = 2,
        draws: int = 0,
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class AuthorTopicGrid(Splitter):
    """Blocks of topics crossed with blocks of authors: neither a topic nor an author on both sides.

    Parameters
    ----------
    topic_blocks : int, default=3
        Number of blocks of topics. 2 to 1000.
    author_blocks : int, default=3
        Number of blocks of authors; folds = topic_blocks x author_blocks. 2 to 1000.
    balance : {"documents", "groups"}, default="documents"
        Documents: blocks nearly as even in documents as whole groups allow; groups: equal numbers of groups.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    repeats : int, default=1
        Draw the split this many times, each time from scratch; folds of the second draw follow the first. 1
        to 10000.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: topics, authors.
    Guarantees: no topic is on both sides; no author is on both sides; every document is tested, except those
    left out.

    On the command line: ``standfast split CORPUS --method author-topic-grid``
    """

    _name = "author-topic-grid"
    _traits = {
        "needs_topics": True,
        "needs_authors": True,
        "novel_topics": True,
        "novel_authors": True,
        "tests_all": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        topic_blocks: int = 3,
        author_blocks: int = 3,
        balance: Literal["documents", "groups"] = "documents",
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        repeats: int = 1,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class ClusterKFold(Splitter):
    """Clusters of documents in a space of vectors into k folds: training never saw the region that is tested.

    Parameters
    ----------
    clusters : int, default=0
        Number of clusters; 0: five for each fold; fewer if there are fewer different vectors. At least 0.
    folds : int, default=10
        Number of folds; each document is tested once. 2 to 1000000.
    repeats : int, default=1
        Number of passes with fresh shuffles; folds of the second pass follow the first. 1 to 10000.
    balance : {"clusters", "documents", "bytes", "classes"}, default="documents"
        Clusters: every fold has the same number of clusters, give or take one; documents: nearly as even in
        documents as whole clusters allow; bytes: in the length of texts; classes: in documents of each class.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    vectors : array, "X" or None, default=None
        One row of float32 a document; "X": ``split`` receives them as X. None: vectors of the texts by
        ``space``.
    space : str, default="lsa"
        Encoder that makes vectors where none are given.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: vectors of the documents, classes, if there are any.
    Guarantees: every document is tested, except those left out.

    On the command line: ``standfast split CORPUS --method cluster-k-fold``

    References
    ----------
    after Züfle, Dankers and Titov 2023 (latent feature-based data splits)
    """

    _name = "cluster-k-fold"
    _options = {
        "clusters": "clusters",
        "folds": "folds",
        "repeats": "repeats",
        "balance": "balance",
        "author_disjoint": "author-disjoint",
        "validation": "validation",
        "validation_unit": "validation-unit",
        "keep_whole": "keep-whole",
        "purge": "purge",
        "purge_near": "purge-near",
        "purge_tokens": "purge-tokens",
    }
    _traits = {
        "reads_vectors": True,
        "reads_classes": True,
        "tests_all": True,
    }
    _presets = {}

    def __init__(
        self,
        folds: int = 10,
        *,
        clusters: int = 0,
        repeats: int = 1,
        balance: Literal["clusters", "documents", "bytes", "classes"] = "documents",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        vectors: Any = None,
        space: str = "lsa",
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class ClosestSplit(Splitter):
    """One test side of clusters far from the others, filled to exact quotas of classes with the documents
    nearest to them.

    Parameters
    ----------
    test : float, default=0.1
        Share of the documents of each class that is tested; the quotas of the classes are met exactly. Above
        0 and below 1.
    class_order : str | Sequence[str | int], default=""
        All classes in order of priority: the first one decides between sets of clusters of equal size; empty:
        the rarest first.
    class_ratios : str | Sequence[str | int], default=""
        Ratios of the classes in the test side, such as hate=0.31,offensive=0.28; one class is not named and
        takes the rest; empty: the ratios of the sample.
    centre : bool, default=False
        Subtract the mean of all vectors first, because cosines depend on the origin.
    k_min : int, default=2
        The smallest number of clusters to try. 1 to 100000.
    k_max : int, default=50
        The largest number of clusters to try; fewer if there are fewer different vectors. 1 to 100000.
    k_step : int, default=1
        The step between these numbers; 3 in the released code of subset-sum. 1 to 100000.
    restarts : int, default=10
        Starts of k-means for each number of clusters; more find tighter clusters and take longer. 1 to 10000.
    cluster_seeds : str | Sequence[str | int], default=""
        Seeds of k-means; all clusterings of all seeds compete; empty: the seed of the split.
    choice : {"least-gap", "least-similar"}, default="least-gap"
        Least-gap: the clustering whose whole clusters lack the fewest documents, in a tie the smallest k;
        least-similar: in a tie the clustering whose tested clusters are least similar to the others (mean
        cosine).
    ninth : {"none", "stratified", "numpy-legacy"}, default="none"
        Validation from a ninth of the train documents: stratified by class and drawn by id, or numpy-legacy
        as in the released code of latent feature splits (always seed 42, not stratified).
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    start : {"mean-of-centres", "weighted-mean", "other-centres"}, default="mean-of-centres"
        The first cluster: the one least similar to the plain mean of all centres, to the mean of all
        documents, or to the other centres on average.
    growth : {"stop", "skip-misfits"}, default="stop"
        If the next nearest cluster does not fit into the quotas: stop, or try the one after it.
    completion : {"test-mean", "nearest-centroid", "updated-mean"}, default="test-mean"
        Documents that fill the test side: the nearest to the mean of the tested clusters, to any of their
        centres, or to a mean that moves with each document added.
    repeats : int, default=1
        Draw the split this many times, each time from scratch; folds of the second draw follow the first. 1
        to 10000.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    vectors : array, "X" or None, default=None
        One row of float32 a document; "X": ``split`` receives them as X. None: vectors of the texts by
        ``space``.
    space : str, default="lsa"
        Encoder that makes vectors where none are given.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: vectors of the documents, classes, if there are any.
    Preset thesis: As the text of the thesis describes it (its cluster seeds: 42, 62, 82).
    Preset released-code: As the released code does it; class-order is hate,offensive,noHate there.

    On the command line: ``standfast split CORPUS --method closest-split``

    References
    ----------
    Züfle, Dankers and Titov 2023 (latent feature-based data splits; GenBench, arXiv 2311.10236)
    """

    _name = "closest-split"
    _traits = {
        "reads_vectors": True,
        "reads_classes": True,
    }
    _presets = {
        "thesis": {'completion': 'nearest-centroid', 'k-min': 3, 'ninth': 'stratified', 'start': 'other-centres'},
        "released-code": {'cluster-seeds': '42', 'ninth': 'numpy-legacy', 'restarts': 1},
    }

    def __init__(
        self,
        *,
        test: float = 0.1,
        class_order: str | Sequence[str | int] = "",
        class_ratios: str | Sequence[str | int] = "",
        centre: bool = False,
        k_min: int = 2,
        k_max: int = 50,
        k_step: int = 1,
        restarts: int = 10,
        cluster_seeds: str | Sequence[str | int] = "",
        choice: Literal["least-gap", "least-similar"] = "least-gap",
        ninth: Literal["none", "stratified", "numpy-legacy"] = "none",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        start: Literal["mean-of-centres", "weighted-mean", "other-centres"] = "mean-of-centres",
        growth: Literal["stop", "skip-misfits"] = "stop",
        completion: Literal["test-mean", "nearest-centroid", "updated-mean"] = "test-mean",
        repeats: int = 1,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        vectors: Any = None,
        space: str = "lsa",
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class SubsetSumSplit(Splitter):
    """One test side of the clusters that come nearest to exact quotas of classes, filled with drawn
    documents.

    Parameters
    ----------
    test : float, default=0.1
        Share of the documents of each class that is tested; the quotas of the classes are met exactly. Above
        0 and below 1.
    class_order : str | Sequence[str | int], default=""
        All classes in order of priority: the first one decides between sets of clusters of equal size; empty:
        the rarest first.
    class_ratios : str | Sequence[str | int], default=""
        Ratios of the classes in the test side, such as hate=0.31,offensive=0.28; one class is not named and
        takes the rest; empty: the ratios of the sample.
    centre : bool, default=False
        Subtract the mean of all vectors first, because cosines depend on the origin.
    k_min : int, default=2
        The smallest number of clusters to try. 1 to 100000.
    k_max : int, default=50
        The largest number of clusters to try; fewer if there are fewer different vectors. 1 to 100000.
    k_step : int, default=1
        The step between these numbers; 3 in the released code of subset-sum. 1 to 100000.
    restarts : int, default=10
        Starts of k-means for each number of clusters; more find tighter clusters and take longer. 1 to 10000.
    cluster_seeds : str | Sequence[str | int], default=""
        Seeds of k-means; all clusterings of all seeds compete; empty: the seed of the split.
    choice : {"least-gap", "least-similar"}, default="least-gap"
        Least-gap: the clustering whose whole clusters lack the fewest documents, in a tie the smallest k;
        least-similar: in a tie the clustering whose tested clusters are least similar to the others (mean
        cosine).
    ninth : {"none", "stratified", "numpy-legacy"}, default="none"
        Validation from a ninth of the train documents: stratified by class and drawn by id, or numpy-legacy
        as in the released code of latent feature splits (always seed 42, not stratified).
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    reachable : {"all", "first-holds-every-class"}, default="all"
        Sets of clusters to consider: all, or only the sets whose lowest-numbered cluster has documents of
        every class, as in the released code.
    filler_size : {"all-classes", "first-two-classes"}, default="all-classes"
        The cluster that fills the gap is the smallest with enough documents; first-two-classes: as in the
        released code, sizes are compared without a third class.
    generator : {"standfast", "numpy-legacy"}, default="standfast"
        Draw of the documents that fill the gap: by id and the seed of the split, or as in the released code
        (places in the file, always seed 42).
    repeats : int, default=1
        Draw the split this many times, each time from scratch; folds of the second draw follow the first. 1
        to 10000.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    vectors : array, "X" or None, default=None
        One row of float32 a document; "X": ``split`` receives them as X. None: vectors of the texts by
        ``space``.
    space : str, default="lsa"
        Encoder that makes vectors where none are given.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: vectors of the documents, classes, if there are any.
    Preset thesis: As the text of the thesis describes it (its cluster seeds: 42, 62, 82).
    Preset released-code: As the released code does it; class-order is hate,offensive,noHate there.

    On the command line: ``standfast split CORPUS --method subset-sum-split``

    References
    ----------
    Züfle, Dankers and Titov 2023 (latent feature-based data splits; GenBench, arXiv 2311.10236)
    """

    _name = "subset-sum-split"
    _traits = {
        "reads_vectors": True,
        "reads_classes": True,
    }
    _presets = {
        "thesis": {'k-min': 3, 'ninth': 'stratified'},
        "released-code": {'cluster-seeds': '42', 'filler-size': 'first-two-classes', 'generator': 'numpy-legacy', 'k-step': 3, 'ninth': 'numpy-legacy', 'reachable': 'first-holds-every-class', 'restarts': 1},
    }

    def __init__(
        self,
        *,
        test: float = 0.1,
        class_order: str | Sequence[str | int] = "",
        class_ratios: str | Sequence[str | int] = "",
        centre: bool = False,
        k_min: int = 2,
        k_max: int = 50,
        k_step: int = 1,
        restarts: int = 10,
        cluster_seeds: str | Sequence[str | int] = "",
        choice: Literal["least-gap", "least-similar"] = "least-gap",
        ninth: Literal["none", "stratified", "numpy-legacy"] = "none",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        reachable: Literal["all", "first-holds-every-class"] = "all",
        filler_size: Literal["all-classes", "first-two-classes"] = "all-classes",
        generator: Literal["standfast", "numpy-legacy"] = "standfast",
        repeats: int = 1,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        vectors: Any = None,
        space: str = "lsa",
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class NgramClusterSplit(Splitter):
    """One test side, or k folds, of whole clusters of documents that share words and phrases.

    Parameters
    ----------
    max_n : int, default=3
        The longest run of words that is a term: 3 takes words, pairs and triples. 1 to 10.
    max_features : int, default=20000
        Keep this many of the most frequent words; 0 keeps all. At least 0.
    min_df : float, default=2.0
        Leave out words in fewer documents; below 1 it is a share of the documents, else a number of them. At
        least 0.
    max_df : float, default=0.5
        Leave out words in more documents (they belong to no topic); up to 1 it is a share of the documents,
        else a number of them. Above 0.
    components : int, default=100
        Dimensions of a document's vector (truncated SVD); fewer if there are fewer documents or terms. 1 to
        10000.
    folds : int, default=1
        1: one test side; more: the number of folds of whole clusters, as even in documents and in each class
        as was found; there are then k_max clusters, and the options of a single test side (test,
        class_ratios, k_min, k_step, cluster_seeds, choice) have no effect. 1 to 10000.
    test : float, default=0.1
        Share of the documents of each class that is tested; the quotas of the classes are met exactly. Above
        0 and below 1.
    class_order : str | Sequence[str | int], default=""
        All classes in order of priority: the first one decides between sets of clusters of equal size; empty:
        the rarest first.
    class_ratios : str | Sequence[str | int], default=""
        Ratios of the classes in the test side, such as hate=0.31,offensive=0.28; one class is not named and
        takes the rest; empty: the ratios of the sample.
    centre : bool, default=False
        Subtract the mean of all vectors first, because cosines depend on the origin.
    k_min : int, default=2
        The smallest number of clusters to try. 1 to 100000.
    k_max : int, default=50
        The largest number of clusters to try; fewer if there are fewer different vectors. 1 to 100000.
    k_step : int, default=1
        The step between these numbers; 3 in the released code of subset-sum. 1 to 100000.
    restarts : int, default=10
        Starts of k-means for each number of clusters; more find tighter clusters and take longer. 1 to 10000.
    cluster_seeds : str | Sequence[str | int], default=""
        Seeds of k-means; all clusterings of all seeds compete; empty: the seed of the split.
    choice : {"least-gap", "least-similar"}, default="least-gap"
        Least-gap: the clustering whose whole clusters lack the fewest documents, in a tie the smallest k;
        least-similar: in a tie the clustering whose tested clusters are least similar to the others (mean
        cosine).
    ninth : {"none", "stratified", "numpy-legacy"}, default="none"
        Validation from a ninth of the train documents: stratified by class and drawn by id, or numpy-legacy
        as in the released code of latent feature splits (always seed 42, not stratified).
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    fill : {"none", "drawn"}, default="none"
        None: whole clusters alone, so that the test side may lack documents of the quotas; drawn: the missing
        documents are drawn from the smallest other cluster that has enough, or from all others.
    repeats : int, default=1
        Draw the split this many times, each time from scratch; folds of the second draw follow the first. 1
        to 10000.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: classes, if there are any.

    On the command line: ``standfast split CORPUS --method ngram-cluster-split``

    References
    ----------
    after Broscheit, Do and Gaspers 2022 (covariate drift; ACL)
    """

    _name = "ngram-cluster-split"
    _traits = {
        "reads_classes": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        max_n: int = 3,
        max_features: int = 20000,
        min_df: float = 2.0,
        max_df: float = 0.5,
        components: int = 100,
        folds: int = 1,
        test: float = 0.1,
        class_order: str | Sequence[str | int] = "",
        class_ratios: str | Sequence[str | int] = "",
        centre: bool = False,
        k_min: int = 2,
        k_max: int = 50,
        k_step: int = 1,
        restarts: int = 10,
        cluster_seeds: str | Sequence[str | int] = "",
        choice: Literal["least-gap", "least-similar"] = "least-gap",
        ninth: Literal["none", "stratified", "numpy-legacy"] = "none",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        fill: Literal["none", "drawn"] = "none",
        repeats: int = 1,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class MinoritySplit(Splitter):
    """Tests the documents whose class is not the majority class of their cluster; the others train.

    Parameters
    ----------
    clusters : int, default=50
        Number of clusters; fewer if there are fewer different vectors. 1 to 100000.
    restarts : int, default=10
        Starts of k-means; more find tighter clusters and take longer. 1 to 10000.
    centre : bool, default=False
        Subtract the mean of all vectors first.
    majority : {"number", "share"}, default="number"
        The class that represents a cluster: the one with the most documents there, or the one with the
        largest share of its documents there, which gives rare classes a chance.
    test_share : float, default=0.0
        Share of the documents of each class that is tested, drawn from its minority documents; 0: all
        minority documents. At least 0 and below 1.
    train_on : {"majority", "all"}, default="majority"
        Majority: no minority document trains (bias-amplified training); all: untested minority documents
        train.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    repeats : int, default=1
        Draw the split this many times, each time from scratch; folds of the second draw follow the first. 1
        to 10000.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    vectors : array, "X" or None, default=None
        One row of float32 a document; "X": ``split`` receives them as X. None: vectors of the texts by
        ``space``.
    space : str, default="lsa"
        Encoder that makes vectors where none are given.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: classes, vectors of the documents, classes, if there are any.

    On the command line: ``standfast split CORPUS --method minority-split``

    References
    ----------
    Reif and Schwartz 2023 (Fighting bias with bias; Findings of ACL)
    """

    _name = "minority-split"
    _traits = {
        "reads_vectors": True,
        "reads_classes": True,
        "needs_classes": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        clusters: int = 50,
        restarts: int = 10,
        centre: bool = False,
        majority: Literal["number", "share"] = "number",
        test_share: float = 0.0,
        train_on: Literal["majority", "all"] = "majority",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        repeats: int = 1,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        vectors: Any = None,
        space: str = "lsa",
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class LeastSimilarSplit(Splitter):
    """One test side, or k folds, of the whole clusters least similar to the rest, in bounded shares.

    Parameters
    ----------
    clusters : int, default=50
        Number of clusters; fewer if there are fewer different vectors. 2 to 200.
    restarts : int, default=10
        Starts of k-means; more find tighter clusters and take longer. 1 to 10000.
    folds : int, default=1
        1: one test side; more: the number of folds; each document is tested once, and similarity between
        folds is least. 1 to 100.
    also : str, default="none"
        The column of a second dimension (author, source ...): a document is tested if its cluster and its
        value are both on the test side, trains if both are on the train side, and is aside otherwise; none:
        one dimension.
    lost_weight : float, default=1.0
        With also: the cost if all documents were aside; all similarity between the sides costs 1. Above 0 and
        at most 1000.
    test_share : float, default=0.2
        Share of the documents that is tested; with also: of the documents that are not aside; no effect with
        folds. Above 0 and below 1.
    epsilon : float, default=0.05
        Relative tolerance of the size of a test side, up and down: 0.05 of 100 documents allows 95 to 105. 0
        to 1000.
    delta : float, default=0.1
        The same for the documents of each class; a large value leaves classes free. 0 to 1000.
    size_unit : {"documents", "bytes"}, default="documents"
        Unit of sizes: documents, or bytes of text.
    most_nodes : int, default=1000000
        Limit of the search, in nodes; at the limit the best set found is taken, and a note gives the possible
        gain. 1 to 1000000000000.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    repeats : int, default=1
        Draw the split this many times, each time from scratch; folds of the second draw follow the first. 1
        to 10000.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    vectors : array, "X" or None, default=None
        One row of float32 a document; "X": ``split`` receives them as X. None: vectors of the texts by
        ``space``.
    space : str, default="lsa"
        Encoder that makes vectors where none are given.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: vectors of the documents, classes, if there are any.

    On the command line: ``standfast split CORPUS --method least-similar-split``

    References
    ----------
    after Joeres, Blumenthal and Kalinina 2025 (DataSAIL; Nature Communications 16)
    """

    _name = "least-similar-split"
    _traits = {
        "reads_vectors": True,
        "reads_classes": True,
        "keeps_whole": "also",
    }
    _presets = {}

    def __init__(
        self,
        *,
        clusters: int = 50,
        restarts: int = 10,
        folds: int = 1,
        also: str = "none",
        lost_weight: float = 1.0,
        test_share: float = 0.2,
        epsilon: float = 0.05,
        delta: float = 0.1,
        size_unit: Literal["documents", "bytes"] = "documents",
        most_nodes: int = 1000000,
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        repeats: int = 1,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        vectors: Any = None,
        space: str = "lsa",
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class ScoreSplit(Splitter):
    """One test side of the documents at one end of a score, class by class.

    Parameters
    ----------
    score : str, default="none"
        The column whose numbers order the documents, such as a log-likelihood; none: the length of the text.
    length : {"none", "words", "characters"}, default="words"
        Unit of length if score = none.
    tested : {"highest", "lowest"}, default="highest"
        The end of the score that is tested, in each class.
    test_share : float, default=0.2
        Share of the documents of each class that is tested; the quotas of the classes are met exactly. Above
        0 and below 1.
    control : str, default="none"
        A column in which the two sides should not differ: every class is tested in proportion in each bucket
        of the column.
    control_length : {"none", "words", "characters"}, default="none"
        The same with the length of the text instead of a column.
    buckets : int, default=10
        Number of buckets (quantiles) of the control; more buckets hold it more closely and leave less choice;
        0: each value is a bucket, also if values are words. 0 to 100000.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: classes, if there are any.
    Guarantees: the seed has no effect.

    On the command line: ``standfast split CORPUS --method score-split``

    References
    ----------
    Godbole and Jia 2023 (likelihood splits; Findings of EACL); Søgaard et al. 2021 (length; EACL)
    """

    _name = "score-split"
    _traits = {
        "reads_classes": True,
        "deterministic": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        score: str = "none",
        length: Literal["none", "words", "characters"] = "words",
        tested: Literal["highest", "lowest"] = "highest",
        test_share: float = 0.2,
        control: str = "none",
        control_length: Literal["none", "words", "characters"] = "none",
        buckets: int = 10,
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class TopicConfusion(Splitter):
    """Two halves of the authors swap their topics between training and test: errors tell topic from style.

    Parameters
    ----------
    configurations : int, default=20
        Draws of topics and halves, one fold each; the paper has 100. 1 to 100000.
    authors_per_half : int, default=6
        Authors in each half. 1 to 100000.
    min_docs : int, default=1
        Documents that an author needs on each of the two topics. 1 to 1000000.
    validation_topics : int, default=2
        Other topics whose documents are kept aside for the paper's validation: they are on no side, and no
        model sees them; 0: none. 0 to 1000000.
    validation_authors : {"drawn", "all"}, default="drawn"
        Authors whose documents are kept aside: drawn: authors of the two halves; all: all authors, as in the
        paper's code.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: topics, authors.
    Preset paper: As many configurations as in the paper, and its validation documents.

    On the command line: ``standfast split CORPUS --method topic-confusion``

    References
    ----------
    Altakrori et al. 2021 (Findings of EMNLP), topic confusion task
    """

    _name = "topic-confusion"
    _traits = {
        "needs_topics": True,
        "needs_authors": True,
        "outcomes": True,
        "counts_draws": "configurations",
    }
    _presets = {
        "paper": {'configurations': 100, 'validation-authors': 'all'},
    }

    def __init__(
        self,
        *,
        configurations: int = 20,
        authors_per_half: int = 6,
        min_docs: int = 1,
        validation_topics: int = 2,
        validation_authors: Literal["drawn", "all"] = "drawn",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class Temporal(Splitter):
    """Older documents train, later ones are tested, in one block or in several that follow each other.

    Parameters
    ----------
    test_share : float, default=0.2
        Share of the documents, the latest, that is tested. Above 0 and below 1.
    folds : int, default=1
        Number of blocks of the tested share, one fold each. 1 to 100000.
    window : {"expanding", "rolling"}, default="expanding"
        Expanding: a fold trains on everything older; rolling: on about as many documents as the first fold
        has, the latest ones.
    gap : float, default=0.0
        Leave out of train documents that are older than the test block by at most this many days (or units,
        where dates are plain numbers). At least 0.
    size_unit : {"documents", "groups", "bytes"}, default="documents"
        Unit of shares: documents, groups (here dates), or bytes of text.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of train, its latest whole dates, taken for validation. At least 0 and below 1.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: dates.
    Guarantees: the seed has no effect.

    On the command line: ``standfast split CORPUS --method temporal``
    """

    _name = "temporal"
    _traits = {
        "needs_dates": True,
        "deterministic": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        test_share: float = 0.2,
        folds: int = 1,
        window: Literal["expanding", "rolling"] = "expanding",
        gap: float = 0.0,
        size_unit: Literal["documents", "groups", "bytes"] = "documents",
        author_disjoint: bool = False,
        validation: float = 0.0,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class HoldOut(Splitter):
    """One random test side of a given share, in proportion to a column, by whole groups, or both.

    Parameters
    ----------
    test_share : float, default=0.2
        Share of the documents that is tested. Above 0 and below 1.
    by : str, default="none"
        The column (label, author, thread ...) whose values every side gets in proportion; in a study of
        classification the target.
    group : str, default="none"
        The column (author, topic, thread ...) whose groups stay whole, each on one side; shares are then as
        near as whole groups allow.
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the untested documents that is taken for validation, drawn like the test side. At least 0 and
        below 1.
    size_unit : {"documents", "groups", "bytes"}, default="documents"
        Unit of shares: documents; groups, as in scikit-learn's GroupShuffleSplit; or bytes of text.
    first : {"test", "validation"}, default="test"
        The side that is drawn first; if it is validation, both are shares of all documents.
    rounding : {"nearest", "up"}, default="nearest"
        Rounding of a share to a number of documents; up: as in scikit-learn's train_test_split.
    generator : {"standfast", "numpy-legacy"}, default="standfast"
        Standfast: each document is drawn by its id; numpy-legacy: places in the file are shuffled as NumPy's
        RandomState does, so another order of the file is another draw.
    repeats : int, default=1
        Draw the split this many times, each time from scratch; folds of the second draw follow the first. 1
        to 10000.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: nothing but the number of documents.
    Preset latent-feature-splits: The random splits that were published with latent feature splits (their
    seeds: 22, 42, 62): a tenth for validation, then a ninth of the rest for the test.

    On the command line: ``standfast split CORPUS --method hold-out``
    """

    _name = "hold-out"
    _traits = {
        "keeps_whole": "group",
    }
    _presets = {
        "latent-feature-splits": {'by': 'none', 'first': 'validation', 'generator': 'numpy-legacy', 'group': 'none', 'rounding': 'up', 'test-share': 0.1, 'validation': 0.1},
    }

    def __init__(
        self,
        *,
        test_share: float = 0.2,
        by: str = "none",
        group: str = "none",
        author_disjoint: bool = False,
        validation: float = 0.0,
        size_unit: Literal["documents", "groups", "bytes"] = "documents",
        first: Literal["test", "validation"] = "test",
        rounding: Literal["nearest", "up"] = "nearest",
        generator: Literal["standfast", "numpy-legacy"] = "standfast",
        repeats: int = 1,
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())


class Given(Splitter):
    """A split that you have: from a column, a splits.json, an index file or lists of ids.

    Parameters
    ----------
    column : str, default="none"
        The column with the split: train, dev and test (one fold), or names or numbers of folds, each tested
        once (below 0: always trains); empty: on no side.
    splits : str, default=""
        A splits.json of the same documents, or lists of rows or ids in JSON or in a folder.
    indices : str, default=""
        A file with the two lines test: [rows] and train: [rows], as latent feature splits were published.
    ninth : {"none", "stratified", "numpy-legacy"}, default="none"
        Validation from a ninth of the train rows of indices: stratified by class and drawn by id, or
        numpy-legacy as in the released code of latent feature splits (always seed 42, not stratified).
    test : str, default=""
        A file with one id on each line: documents that are tested.
    train : str, default=""
        The same for documents that train; none: all documents in no other list.
    dev : str, default=""
        The same for validation.
    unit : {"id", "row"}, default="id"
        Content of lists: ids, or rows of the file, from 0.
    part : str, default=""
        Part of a corpus in several files, to which the rows in lists and index files refer (default: the only
        part that is not kept apart).
    author_disjoint : bool, default=False
        Leave out of train all documents by authors of the test side.
    validation : float, default=0.0
        Share of the train documents taken for validation; 0: none. At least 0 and below 1.
    validation_unit : {"author", "topic", "document"}, default="author"
        Unit that stays whole when validation is taken from train: authors, topics or single documents.
    keep_whole : str, default="none"
        The column (thread, author ...) whose groups are each on one side: one document of each group is drawn
        and the others follow it, so sizes count groups; none: documents by themselves.
    purge : str, default="none"
        The column (thread, author ...) whose values on the test side leave train; none: keep them.
    purge_near : float, default=0.0
        Leave out of train the near duplicates of tested texts: the smallest share of tokens that both have;
        0: keep them. 0 to 1.
    purge_tokens : {"runs", "words"}, default="runs"
        Tokens of purge_near: runs of five words (shorter texts only if they are equal), or words.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.
    text, author, topic, label, date : str or None, default=None
        The column of the data that plays this role. None: guessed by name; "none": no column does.

    Notes
    -----
    Reads: classes, if there are any.
    Guarantees: the seed has no effect.

    On the command line: ``standfast split CORPUS --method given``
    """

    _name = "given"
    _traits = {
        "reads_classes": True,
        "deterministic": True,
        "as_given": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        column: str = "none",
        splits: str = "",
        indices: str = "",
        ninth: Literal["none", "stratified", "numpy-legacy"] = "none",
        test: str = "",
        train: str = "",
        dev: str = "",
        unit: Literal["id", "row"] = "id",
        part: str = "",
        author_disjoint: bool = False,
        validation: float = 0.0,
        validation_unit: Literal["author", "topic", "document"] = "author",
        keep_whole: str = "none",
        purge: str = "none",
        purge_near: float = 0.0,
        purge_tokens: Literal["runs", "words"] = "runs",
        random_state: int | None = None,
        text: str | None = None,
        author: str | None = None,
        topic: str | None = None,
        label: str | None = None,
        date: str | None = None,
    ) -> None:
        self._keep(locals())

NovelAuthorKFold = AuthorKFold
NovelTopicKFold = TopicKFold
__all__ = [
    "AuthorKFold",
    "AuthorTopicGrid",
    "ClosestSplit",
    "ClusterKFold",
    "Given",
    "HoldOut",
    "KFold",
    "LeastSimilarSplit",
    "LeaveGroupsOut",
    "LeaveOneTopicOut",
    "MinoritySplit",
    "MultilabelKFold",
    "NgramClusterSplit",
    "NovelAuthorKFold",
    "NovelTopicKFold",
    "ScoreSplit",
    "StratifiedGroupKFold",
    "StratifiedKFold",
    "SubsetSumSplit",
    "Temporal",
    "TopicConfusion",
    "TopicKFold",
]
