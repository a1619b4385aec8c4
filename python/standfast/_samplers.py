"""Made by python/tools/generate.py from the catalogs of the program. Do not edit."""

from __future__ import annotations

from standfast._sampler import Sampler


class All(Sampler):
    """Every document; with min-docs or max-docs, every topic that is large enough, cut to one size.

    Parameters
    ----------
    min_docs : int, default=1
        Leave out topics with fewer documents before choosing. At least 0.
    max_docs : int, default=0
        Keep at most this many documents of each chosen topic, drawn by the seed; 0 keeps all. At least 0.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.

    Notes
    -----
    Reads: nothing but the number of documents.
    Guarantees: the seed has no effect.

    On the command line: ``standfast sample CORPUS --method all``
    """

    _name = "all"
    _traits = {
        "options_need_topics": True,
        "deterministic": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        min_docs: int = 1,
        max_docs: int = 0,
        random_state: int | None = None,
    ) -> None:
        self._keep(locals())


class RandomTopics(Sampler):
    """Topics drawn uniformly without replacement: the control for HITS.

    Parameters
    ----------
    topics : int, default=0
        Number of topics to keep; 0 stands for half of the topics with enough documents, at most 70. At least
        0.
    min_docs : int, default=10
        Leave out topics with fewer documents before choosing. At least 0.
    max_docs : int, default=0
        Keep at most this many documents of each chosen topic, drawn by the seed; 0 keeps all. At least 0.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.

    Notes
    -----
    Reads: topics.

    On the command line: ``standfast sample CORPUS --method random-topics``

    References
    ----------
    Sawatphol et al. 2024 (TACL), section 4
    """

    _name = "random-topics"
    _traits = {
        "needs_topics": True,
        "random_topics": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        topics: int = 0,
        min_docs: int = 10,
        max_docs: int = 0,
        random_state: int | None = None,
    ) -> None:
        self._keep(locals())


class Hits(Sampler):
    """Topics as unlike each other as possible, so that no held-out topic has a twin in training.

    Parameters
    ----------
    topics : int, default=0
        Number of topics to keep; 0 stands for half of the topics with enough documents, at most 70. At least
        0.
    min_docs : int, default=10
        Leave out topics with fewer documents before choosing. At least 0.
    max_docs : int, default=0
        Keep at most this many documents of each chosen topic, drawn by the seed; 0 keeps all. At least 0.
    clamp : bool, default=False
        Take negative similarities as 0, also where the first topic is chosen; no effect on tf-idf vectors.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.

    Notes
    -----
    Reads: topics.
    Guarantees: the seed has no effect.

    On the command line: ``standfast sample CORPUS --method hits``

    References
    ----------
    Sawatphol et al. 2024 (TACL), section 3.2, equations 1-3
    """

    _name = "hits"
    _traits = {
        "needs_topics": True,
        "needs_vectors": True,
        "deterministic": True,
        "heterogeneous": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        topics: int = 0,
        min_docs: int = 10,
        max_docs: int = 0,
        clamp: bool = False,
        random_state: int | None = None,
    ) -> None:
        self._keep(locals())


class HitsGrouping(Sampler):
    """The topics of HITS; every other topic is merged into the chosen topic that is most similar to it.

    Parameters
    ----------
    topics : int, default=0
        Number of topics to keep; 0 stands for half of the topics with enough documents, at most 70. At least
        0.
    min_docs : int, default=10
        Leave out topics with fewer documents before choosing. At least 0.
    max_docs : int, default=0
        Keep at most this many documents of each chosen topic, drawn by the seed; 0 keeps all. At least 0.
    clamp : bool, default=False
        Take negative similarities as 0, also where the first topic is chosen; no effect on tf-idf vectors.
    equalise : bool, default=False
        Apply max_docs to a topic together with all topics merged into it, not to each topic before merging.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.

    Notes
    -----
    Reads: topics.
    Guarantees: the seed has no effect.

    On the command line: ``standfast sample CORPUS --method hits-grouping``

    References
    ----------
    Sawatphol et al. 2024 (TACL), table 9
    """

    _name = "hits-grouping"
    _traits = {
        "needs_topics": True,
        "needs_vectors": True,
        "merges_topics": True,
        "deterministic": True,
        "heterogeneous": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        topics: int = 0,
        min_docs: int = 10,
        max_docs: int = 0,
        clamp: bool = False,
        equalise: bool = False,
        random_state: int | None = None,
    ) -> None:
        self._keep(locals())


class HitsHybrid(Sampler):
    """The topics of HITS; topics that are similar enough are merged into them, others are dropped.

    Parameters
    ----------
    topics : int, default=0
        Number of topics to keep; 0 stands for half of the topics with enough documents, at most 70. At least
        0.
    min_docs : int, default=10
        Leave out topics with fewer documents before choosing. At least 0.
    max_docs : int, default=0
        Keep at most this many documents of each chosen topic, drawn by the seed; 0 keeps all. At least 0.
    clamp : bool, default=False
        Take negative similarities as 0, also where the first topic is chosen; no effect on tf-idf vectors.
    equalise : bool, default=False
        Apply max_docs to a topic together with all topics merged into it, not to each topic before merging.
    threshold : float, default=0.5
        Merge where the cosine to the nearest chosen topic is at least this, else drop; above 1: hits, -1:
        hits-grouping. -1 to 2.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.

    Notes
    -----
    Reads: topics.
    Guarantees: the seed has no effect.

    On the command line: ``standfast sample CORPUS --method hits-hybrid``

    References
    ----------
    after Sawatphol et al. 2024 (TACL), section 3.2 and table 9
    """

    _name = "hits-hybrid"
    _traits = {
        "needs_topics": True,
        "needs_vectors": True,
        "merges_topics": True,
        "deterministic": True,
        "heterogeneous": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        topics: int = 0,
        min_docs: int = 10,
        max_docs: int = 0,
        clamp: bool = False,
        equalise: bool = False,
        threshold: float = 0.5,
        random_state: int | None = None,
    ) -> None:
        self._keep(locals())


class HitsMixture(Sampler):
    """Between random topics and HITS: each topic is the choice of HITS with probability dose.

    Parameters
    ----------
    topics : int, default=0
        Number of topics to keep; 0 stands for half of the topics with enough documents, at most 70. At least
        0.
    min_docs : int, default=10
        Leave out topics with fewer documents before choosing. At least 0.
    max_docs : int, default=0
        Keep at most this many documents of each chosen topic, drawn by the seed; 0 keeps all. At least 0.
    clamp : bool, default=False
        Take negative similarities as 0, also where the first topic is chosen; no effect on tf-idf vectors.
    dose : float, default=0.5
        Probability that a topic is the choice of HITS: 0 = random topics, 1 = HITS. 0 to 1.
    random_state : int or None, default=None
        Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.

    Notes
    -----
    Reads: topics.

    On the command line: ``standfast sample CORPUS --method hits-mixture``

    References
    ----------
    after Sawatphol et al. 2024 (TACL), section 3.2; the mixture is ours
    """

    _name = "hits-mixture"
    _traits = {
        "needs_topics": True,
        "needs_vectors": True,
        "heterogeneous": True,
    }
    _presets = {}

    def __init__(
        self,
        *,
        topics: int = 0,
        min_docs: int = 10,
        max_docs: int = 0,
        clamp: bool = False,
        dose: float = 0.5,
        random_state: int | None = None,
    ) -> None:
        self._keep(locals())

__all__ = [
    "All",
    "Hits",
    "HitsGrouping",
    "HitsHybrid",
    "HitsMixture",
    "RandomTopics",
]
