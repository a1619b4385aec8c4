"""How many threads a call uses."""

from __future__ import annotations

import multiprocessing
import os

from standfast._errors import UsageError


def threads_of(threads: int | None) -> int:
    """Those asked for; None: 1 in a worker process (joblib, multiprocessing), else 0: the processors the process may use."""
    if threads is not None:
        if threads < 1:
            raise UsageError(f"threads={threads}: it is at least 1, or None for all processors")
        return threads
    in_worker = multiprocessing.parent_process() is not None or "LOKY_WORKER" in os.environ
    return 1 if in_worker else 0
