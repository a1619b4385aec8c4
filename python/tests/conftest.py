"""The paths of the program and the data, and a corpus that every splitter can divide."""

from __future__ import annotations

import json
import os
import random
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


def found_program() -> Path:
    return Path(os.environ.get("STANDFAST_PROGRAM", ROOT / "build" / "release" / "standfast"))


@pytest.fixture(scope="session")
def program() -> Path:
    if not found_program().exists():
        pytest.skip(f"there is no program ({found_program()}); STANDFAST_PROGRAM says where it is")
    return found_program()


def run(program: Path, *arguments: object, code: int = 0) -> str:
    done = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == code, done.stderr
    return done.stdout


def documents(count: int = 240) -> list[dict[str, Any]]:
    """Returns texts of a few words with everything that a splitter may read; some words belong to topics."""
    rng = random.Random(7)
    rows = []
    for i in range(count):
        topic, author = f"topic {i % 8}", f"author {rng.randrange(12)}"
        words = [f"{topic.replace(' ', '')}word{rng.randrange(30)}" for _ in range(12)]
        words += [f"word{rng.randrange(200)}" for _ in range(20)]
        rng.shuffle(words)
        rows.append(
            {
                "id": f"d{i:04}",
                "text": " ".join(words) + " ä",
                "author": author,
                "topic": topic,
                "label": ["yes", "no", "maybe"][i % 3],
                "date": f"20{10 + i % 12}-0{1 + i % 9}-11",
                "thread": f"thread {rng.randrange(60)}",
            }
        )
    return rows


@pytest.fixture(scope="session")
def rows() -> list[dict[str, Any]]:
    return documents()


@pytest.fixture(scope="session")
def columns(rows: list[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [row[name] for row in rows] for name in rows[0]}


@pytest.fixture(scope="session")
def corpus_file(rows: list[dict[str, Any]], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "posts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
