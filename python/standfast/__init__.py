"""Standfast: how much of a text model's score stands fast when the topic, a shortcut or the data change.

Importing it loads NumPy and nothing else: no scikit-learn, no pandas, no thread, no network.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from standfast import _core as _core
from standfast import _samplers, _splitters
from standfast._check import Cue, Finding, Findings, check, near_duplicates, scan
from standfast._compare import Comparison, Difference, System, compare
from standfast._encode import encode
from standfast._errors import (
    CheckFailed,
    DataError,
    IncompleteRun,
    LeftOutWarning,
    MissingError,
    StandfastError,
    UsageError,
)
from standfast._frames import Corpus, corpus
from standfast._models import Documents, Failure, TextPairs
from standfast._program import catalog
from standfast._sampler import Sample, Sampler
from standfast._samplers import *
from standfast._score import Score, UnknownClassesWarning, score
from standfast._split import Fold, Pairs, Split, SplitFile, pairs, split
from standfast._splitter import Splitter
from standfast._splitters import *
from standfast._survival import DisagreementWarning, FailedFoldsWarning, Survival, SurvivalWarning, UnansweredWarning, survival

__version__: str = _core.version

__all__ = [
    "CheckFailed",
    "Comparison",
    "Corpus",
    "Cue",
    "DataError",
    "Difference",
    "DisagreementWarning",
    "Documents",
    "FailedFoldsWarning",
    "Failure",
    "Finding",
    "Findings",
    "Fold",
    "IncompleteRun",
    "LeftOutWarning",
    "MissingError",
    "Pairs",
    "Sample",
    "Sampler",
    "Score",
    "Split",
    "SplitFile",
    "Splitter",
    "StandfastError",
    "Survival",
    "SurvivalWarning",
    "System",
    "TextPairs",
    "UnansweredWarning",
    "UnknownClassesWarning",
    "UsageError",
    "catalog",
    "check",
    "compare",
    "corpus",
    "encode",
    "near_duplicates",
    "pairs",
    "scan",
    "score",
    "split",
    "survival",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        from standfast._keywords import missing_attribute

        raise missing_attribute(__name__, name, __all__)


__all__ += _samplers.__all__
__all__ += _splitters.__all__
