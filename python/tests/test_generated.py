"""Generated files agree with the catalogs of the program, byte for byte."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT, run

import standfast as sf
from standfast import _checks, _samplers, _splitters


def test_same_bytes(program: Path, tmp_path: Path) -> None:
    subprocess.run([sys.executable, ROOT / "python" / "tools" / "generate.py", program, tmp_path], check=True)
    for made in sorted(tmp_path.iterdir()):
        committed = ROOT / "python" / "standfast" / made.name
        assert made.read_text() == committed.read_text(), f"python/tools/generate.py {program} makes another {made.name}"


def test_every_component(program: Path) -> None:
    catalogs: dict[str, Any] = json.loads(run(program, "ls", "--json"))
    for family, module in (("splitter", _splitters), ("sampler", _samplers)):
        for entry in catalogs[family]:
            name = "".join(word.capitalize() for word in entry["name"].split("-"))
            cls = getattr(module, name)
            assert name in sf.__all__
            parameters = inspect.signature(cls).parameters
            for option in entry["options"]:
                assert parameters[option["name"].replace("-", "_")].default == option["default"]
                assert option["name"].replace("-", "_") in cls.__doc__
            assert cls().get_params()["random_state"] is None
    assert list(_checks.CHECKS) == [entry["code"] for entry in catalogs["check"]]


def test_version(program: Path) -> None:
    assert sf.__version__ in run(program, "--version")
    text = (ROOT / "python" / "pyproject.toml").read_text()
    found = re.search(r'^version = "(.*)"$', text, re.MULTILINE)
    assert found is not None and found.group(1) == sf.__version__


def test_presets() -> None:
    cls = next(getattr(sf, name) for name in _splitters.__all__ if getattr(sf, name)._presets)
    preset, values = next(iter(cls._presets.items()))
    made = cls.preset(preset, random_state=1)
    assert all(getattr(made, key.replace("-", "_")) == value for key, value in values.items())
    with pytest.raises(sf.UsageError, match="there are"):
        cls.preset("no such preset")


def test_catalog(program: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STANDFAST_PROGRAM", str(program))
    assert {entry["name"] for entry in sf.catalog("splitters")} == {getattr(sf, name)._name for name in _splitters.__all__}
    with pytest.raises(sf.UsageError, match="splitters"):
        sf.catalog("spliters")
    monkeypatch.setenv("STANDFAST_PROGRAM", "/nowhere/standfast")
    with pytest.raises(sf.MissingError):
        sf.catalog()

