"""The console script ``standfast``: the program of the command line, packed with this package."""

from __future__ import annotations

import os
import sys
from pathlib import Path


def path() -> Path:
    return Path(__file__).with_name("_bin") / "standfast"


def main() -> None:
    program = path()
    if not program.exists():
        sys.exit(f"standfast: this build of the package has no program ({program} is missing)")
    os.execv(program, ["standfast", *sys.argv[1:]])
