"""The console script ``standfast``: the program of the command line, packed with this package."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from standfast._errors import MissingError, UsageError


def path() -> Path:
    """Returns the path of the program; STANDFAST_PROGRAM names another one."""
    return Path(os.environ.get("STANDFAST_PROGRAM", Path(__file__).with_name("_bin") / "standfast"))


def catalog(family: str = "splitters") -> Any:
    """Components with their options, traits and citations: what ``standfast ls FAMILY --json`` prints.

    Parameters
    ----------
    family : str
        splitters, samplers, checks, classifiers, verifiers, metrics ...
    """
    import json
    import subprocess

    if not path().exists():
        raise MissingError(f"this build of the package has no program ({path()} is missing), which has the catalogs")
    done = subprocess.run([path(), "ls", family, "--json"], capture_output=True, text=True)
    if done.returncode:
        raise UsageError(done.stderr.strip().removeprefix("standfast: "))
    return next(iter(json.loads(done.stdout).values()))


def main() -> None:
    program = path()
    if not program.exists():
        sys.exit(f"standfast: this build of the package has no program ({program} is missing)")
    os.execv(program, ["standfast", *sys.argv[1:]])
