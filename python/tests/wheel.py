"""A wheel in an environment that has nothing: no compiler, no other package than NumPy.

    python python/tests/wheel.py WHEEL [DOCUMENT.md ...]

Installs it, runs the program in it and every ```python block of the documents, each document in one process. Exits with
77 where NumPy cannot be had (the package registry does not answer).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

BLOCK = re.compile(r"^(<!-- not run[^\n]*\n+)?```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PACKAGES = re.compile(r"^(?:from|import) (sklearn|pandas|polars|pyarrow)\b", re.MULTILINE)


def snippets(document: Path) -> str:
    return "\n".join(code for left_out, code in BLOCK.findall(document.read_text(encoding="utf-8")) if not left_out)


def main() -> int:
    wheel, documents = Path(sys.argv[1]).resolve(), [Path(name).resolve() for name in sys.argv[2:]]
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
        if subprocess.run([*install, "numpy"]).returncode:
            print("wheel: skipped: NumPy cannot be had")
            return 77
        subprocess.run([*install, "--no-index", wheel], check=True)
        # A clean environment: no path to a compiler, none to this tree.
        clean = {"PATH": "/nowhere", "HOME": folder}
        told = subprocess.run([Path(folder) / "bin" / "standfast", "--version"], env=clean, capture_output=True, text=True, check=True)
        run = [python, "-c", "import standfast; print(standfast.__version__)"]
        imported = subprocess.run(run, env=clean, capture_output=True, text=True, check=True, cwd=folder)
        assert imported.stdout.strip() in told.stdout, (imported.stdout, told.stdout)
        print(f"wheel: {wheel.name} is installed and runs")
        code = {document: snippets(document) for document in documents}
        also = sorted({name for text in code.values() for name in PACKAGES.findall(text)})
        if also:
            names = ["scikit-learn" if name == "sklearn" else name for name in also]
            subprocess.run([*install, *names], check=True)
        for document, text in code.items():
            if not text:
                continue
            subprocess.run([python, "-c", text], env={**clean, "OMP_WAIT_POLICY": "passive"}, check=True, cwd=folder)
            print(f"wheel: ran {document.name}")
    return 0


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    sys.exit(main())
