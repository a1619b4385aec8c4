"""Calls of the library: Ctrl-C, forks, floating point of other libraries, errors, import time."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
import time

import pytest

import standfast as sf


def python(code: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)], capture_output=True, text=True, check=False, **more  # type: ignore[call-overload]
    )


def test_import_loads_numpy_and_nothing_else_that_was_installed() -> None:
    code = """
    import sys, numpy
    before = set(sys.modules)
    import standfast
    loaded = {name.partition(".")[0] for name in set(sys.modules) - before}
    print(sorted(loaded - {"standfast"} - sys.stdlib_module_names), sorted(loaded & {"multiprocessing", "asyncio"}))
    """
    assert python(code).stdout == "[] []\n"


def test_interrupt() -> None:
    # Hardly any two of these texts are near duplicates, but most have to be compared, which takes minutes.
    code = """
    import random, standfast as sf
    rng = random.Random(1)
    words = [f"w{i}" for i in range(1000)]
    corpus = sf.corpus([" ".join(rng.choices(words, k=300)) for _ in range(20000)])
    print("ready", flush=True)
    try:
        sf.near_duplicates(corpus, at=0.3, tokens="words", threads=1)
    except KeyboardInterrupt:
        print("stopped", flush=True)
    """
    with subprocess.Popen([sys.executable, "-c", textwrap.dedent(code)], stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None and child.stdout.readline() == "ready\n"
        time.sleep(1)
        child.send_signal(signal.SIGINT)
        try:
            assert child.communicate(timeout=60)[0] == "stopped\n"
        finally:
            child.kill()


def test_lock_is_released() -> None:
    ticks = 0
    over = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not over.wait(0.001):
            ticks += 1

    texts = [f"{'x ' * 200}{i}" for i in range(3000)]
    corpus = sf.corpus(texts)
    thread = threading.Thread(target=tick)
    thread.start()
    sf.near_duplicates(corpus, at=0.9, threads=1)
    over.set()
    thread.join()
    assert ticks > 4  # with the lock held there would be one at most


def threads() -> int:
    return len(os.listdir("/proc/self/task"))


def test_no_thread_outlives_a_call() -> None:
    before = threads()
    sf.near_duplicates(["a b c d e f"] * 50, threads=4)
    assert threads() <= before
    if pid := os.fork():
        assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    else:
        try:
            found = sf.near_duplicates(["a b c d e f"] * 50, threads=4)
            os._exit(0 if len(found[0]) == 1225 else 1)
        finally:
            os._exit(2)


def test_flush_to_zero_of_another_library() -> None:
    code = """
    import ctypes, mmap, numpy as np, standfast as sf
    # ldmxcsr of a value that flushes subnormal numbers to zero; and stmxcsr.
    page = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    page.write(bytes([0x0F, 0xAE, 0x17, 0xC3]) + bytes(12) + bytes([0x0F, 0xAE, 0x1F, 0xC3]))
    at = ctypes.addressof(ctypes.c_char.from_buffer(page))
    load = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(at)
    store = ctypes.CFUNCTYPE(None, ctypes.c_void_p)(at + 16)
    rng = np.random.default_rng(0)
    vectors = (rng.normal(size=(200, 8)) * 1e-39).astype(np.float32)
    def folds():
        cv = sf.ClusterKFold(2, clusters=6, vectors="X", random_state=0)
        return [test.tolist() for _, test in cv.split(vectors, np.arange(200) % 2)]
    plain = folds()
    word = ctypes.c_uint32(0x9FC0)
    load(ctypes.addressof(word))
    flushed = folds()
    after = ctypes.c_uint32(0)
    store(ctypes.addressof(after))
    print(plain == flushed, hex(after.value & 0x8040))
    """
    if os.uname().machine != "x86_64":
        pytest.skip("the code is of x86-64")
    done = python(code)
    assert done.stdout == "True 0x8040\n", done.stderr


def test_logging(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("WARNING", logger="standfast"):
        sf.split({"text": ["a", "b", "c", "d"], "topic": ["x", "y", "x", "y"]}, sf.TopicKFold(2)).text()
    assert "topics are not compared" in caplog.text


def test_nothing_leaks_at_exit() -> None:
    done = python("import standfast as sf; c = sf.corpus(['a', 'b']); s = sf.split(c, sf.KFold(2)); keep = [c, s]")
    assert done.returncode == 0 and "nanobind" not in done.stderr, done.stderr
