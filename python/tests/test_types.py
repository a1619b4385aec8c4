"""Types: the stub agrees with the module, and mypy --strict accepts the package and programs that use it."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT

import standfast._core

EXAMPLES = ROOT / "examples" / "python"


def test_stub(tmp_path: Path) -> None:
    if importlib.util.find_spec("nanobind") is None:
        pytest.skip("nanobind is not here")
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "standfast._core", "-o"]
    made, committed = tmp_path / "_core.pyi", ROOT / "python" / "standfast" / "_core.pyi"
    subprocess.run([*command, made], check=True)
    assert made.read_text() == committed.read_text(), f"{' '.join(command[1:])} {committed} makes another"


def test_mypy(tmp_path: Path) -> None:
    if importlib.util.find_spec("mypy") is None:
        pytest.skip("mypy is not here")
    # The stub stands next to the Python modules in the source tree; a wheel has the compiled module there,
    # too.
    run = [sys.executable, "-m", "mypy", "--config-file", ROOT / "python" / "mypy.ini", "--cache-dir", tmp_path]
    environment = {**os.environ, "MYPYPATH": str(ROOT / "python")}
    environment.pop("PYTHONPATH", None)
    for what in ([ROOT / "python" / "standfast"], sorted(EXAMPLES.glob("*.py"))):
        done = subprocess.run([*run, *what], env=environment, capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == 0, done.stdout
    wrong = tmp_path / "wrong.py"
    wrong.write_text('import standfast as sf\n\nsf.TopicKFold(folds="five")\nsf.KFold(size_unit="lines")\nrows: list[int] = sf.split(["a"], sf.KFold()).folds[0].test\n')
    done = subprocess.run([*run, wrong], env=environment, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.count("error:") == 3, done.stdout


@pytest.mark.parametrize("example", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.name)
def test_example(example: Path) -> None:
    pytest.importorskip("sklearn")
    command = ["-m", "pytest", "-q", "-p", "no:cacheprovider", example] if example.name.startswith("test_") else [example]
    environment = {**os.environ, "PYTHONPATH": str(Path(standfast._core.__file__).parents[1])}
    subprocess.run([sys.executable, *command], check=True, env=environment)
