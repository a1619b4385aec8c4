"""The blocks of docs/python.md run, from first to last."""

from __future__ import annotations

from pathlib import Path

import pytest
from wheel import snippets

pytest.importorskip("sklearn")
DOCUMENT = Path(__file__).parents[2] / "docs" / "python.md"


def test_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code = snippets(DOCUMENT)
    assert code.count("sf.") > 10
    exec(compile(code, str(DOCUMENT), "exec"), {"__name__": "__main__"})
