"""Test of a wheel in an empty environment: no compiler, and no package other than NumPy.

    python python/tests/wheel.py WHEEL [DOCUMENT.md ...]

Installs it, runs the program in it and every ```python block of the documents, each document in one process. Exits with
77 where NumPy cannot be had (the package registry does not answer).
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

BLOCK = re.compile(r"^(<!-- not run[^\n]*\n+)?```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PACKAGES = re.compile(r"^(?:from|import) (sklearn|pandas|polars|pyarrow)\b", re.MULTILINE)


# The command that makes the corpus for the pages.
CORPUS = ["synth", "--out", "corpus.jsonl", "--authors", "12", "--topics", "10", "--families", "5", "--documents", "240"]


def snippets(document: Path) -> str:
    return "\n".join(code for left_out, code in BLOCK.findall(document.read_text(encoding="utf-8")) if not left_out)


def bytes_of_threads(module: bytes) -> int:
    """Returns the thread-local bytes of a shared object (its segment PT_TLS)."""
    (table,), (size, count) = struct.unpack_from("<Q", module, 32), struct.unpack_from("<HH", module, 54)
    for header in range(table, table + size * count, size):
        if struct.unpack_from("<I", module, header)[0] == 7:
            return int(struct.unpack_from("<Q", module, header + 40)[0])
    return 0


def main() -> int:
    wheel, documents = Path(sys.argv[1]).resolve(), [Path(name).resolve() for name in sys.argv[2:]]
    # A part of it must fit into the 1,664 bytes that are shared by all libraries loaded late.
    # scikit-learn and others take most of these.
    with zipfile.ZipFile(wheel) as packed:
        module = next(name for name in packed.namelist() if "/_core." in name and name.endswith(".so"))
        kept = bytes_of_threads(packed.read(module))
    assert kept <= 400, f"the module keeps {kept} bytes for each thread; some imports would fail beside other libraries"
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / "bin" / "python"
        install = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--only-binary", ":all:"]
        if subprocess.run([*install, "numpy"]).returncode:
            print("wheel: skipped: NumPy cannot be had")
            return 77
        subprocess.run([*install, "--no-index", wheel], check=True)
        # A clean environment without a path to a compiler or to this tree.
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
        subprocess.run([Path(folder) / "bin" / "standfast", *CORPUS], env=clean, check=True, cwd=folder)
        for document, text in code.items():
            if not text:
                continue
            subprocess.run([python, "-c", text], env={**clean, "OMP_WAIT_POLICY": "passive"}, check=True, cwd=folder)
            print(f"wheel: ran {document.name}")
    return 0


if __name__ == "__main__":
    os.environ.pop("PYTHONPATH", None)
    sys.exit(main())
