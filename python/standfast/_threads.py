"""The number of threads of a call."""

from __future__ import annotations

import os
import sys

from standfast._errors import UsageError


def threads_of(threads: int | None) -> int:
    """Returns the given number of threads; for None, 1 in a worker process (joblib, multiprocessing), else 0, which
    means the processors that the process may use."""
    if threads is not None:
        if threads < 1:
            raise UsageError(f"threads={threads}: must be at least 1, or None for all processors")
        return threads
    # Workers of joblib and multiprocessing have loaded this module; other processes do not need it.
    multiprocessing = sys.modules.get("multiprocessing.process")
    if multiprocessing is not None and multiprocessing.parent_process() is not None:
        return 1
    return 1 if "LOKY_WORKER" in os.environ else 0
