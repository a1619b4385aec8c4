"""Standfast: how much of a text model's score stands fast when the topic, a shortcut or the data change.

Importing it loads NumPy and nothing else: no scikit-learn, no pandas, no thread, no network.
"""

from __future__ import annotations

from standfast import _core
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

__version__: str = _core.version

__all__ = [
    "CheckFailed",
    "Corpus",
    "DataError",
    "IncompleteRun",
    "LeftOutWarning",
    "MissingError",
    "StandfastError",
    "UsageError",
    "corpus",
]
