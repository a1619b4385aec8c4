"""The code blocks of the documentation pages run, each page from first to last."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from wheel import CORPUS, snippets

pytest.importorskip("sklearn")
pytest.importorskip("pandas")
PROJECT = Path(__file__).parents[2]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: Path) -> None:
    monkeypatch.chdir(tmp_path)
    subprocess.run([program, *CORPUS], check=True)
    code = snippets(PROJECT / page)
    assert "sf." in code
    exec(compile(code, page, "exec"), {"__name__": "__main__"})
