#!/usr/bin/env python3
# slurm.py SOURCE PROGRAM: a study with neural fits and plain cells on a real Slurm of one node (one_node_slurm). A task is
# killed, a fit meets its time limit in its middle, the node is drained and comes back; submitted again, the run has the bytes of
# a local one. Ends with 77 where Slurm cannot be started.
import filecmp
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

source, program = map(pathlib.Path, sys.argv[1:3])
starter = source / "tests/distribution/one_node_slurm"
folder = pathlib.Path(tempfile.mkdtemp(prefix="standfast-slurm-"))
STUDY = """task = "classification"
target = "author"
seeds = SEEDS
[[corpus]]
path = "corpus.jsonl"
[[condition]]
name = "iid"
reference = true
split = { method = "stratified-k-fold", folds = 3, validation = 0.2 }
[[condition]]
name = "topics"
split = { method = "topic-k-fold", folds = 3, validation = 0.2 }
[[model]]
name = "tuned"
type = "transformer"
checkpoint = "encoder"
max-tokens = 48
batch = 8
epochs = EPOCHS
learning-rate = 0.002
[[model]]
type = "prior"
[[model]]
type = "naive-bayes"
"""


def run(*words, code=0):
    said = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True, text=True)
    if code is not None and said.returncode != code:
        raise SystemExit(f"{' '.join(map(str, words))}: {said.returncode}, not {code}\n{said.stdout}\n{said.stderr}")
    return said.stdout


def standfast(*words, code=0):
    return run(program, *words, code=code)


def queue():
    return run("squeue", "-h", "-r", "-o", "%F_%K %T %j %r").splitlines()


def until(what, question, seconds=600):
    for _ in range(seconds * 5):
        if question():
            return
        time.sleep(0.2)
    print(subprocess.run([program, "status", "run"], cwd=folder, capture_output=True, text=True).stdout)
    raise SystemExit(f"never came: {what}; {queue()}")


def write_study(name, seeds, epochs):
    (folder / name).write_text(STUDY.replace("SEEDS", str(seeds)).replace("EPOCHS", str(epochs)))


def expect_same(run_a, run_b):
    for part in ("cells", "artifacts", "splits"):
        a = {p.relative_to(folder / run_a) for p in (folder / run_a / part).rglob("*") if p.is_file()}
        b = {p.relative_to(folder / run_b) for p in (folder / run_b / part).rglob("*") if p.is_file()}
        assert a == b, f"{part}: {sorted(a ^ b)[:5]}"
        for name in a:
            assert filecmp.cmp(folder / run_a / name, folder / run_b / name, shallow=False), name
    for name in ("scores.csv", "report.html", "plan.jsonl"):
        assert filecmp.cmp(folder / run_a / name, folder / run_b / name, shallow=False), name
    assert not (folder / run_a / "scratch").exists(), "scratch was left"


def test():
    standfast("synth", "--authors", 6, "--topics", 6, "--documents", 240, "--length", 60, "--out", "corpus.jsonl", "--seed", 3)
    standfast("pretrain", "corpus.jsonl", "--out", "encoder", "--layers", 1, "--hidden", 32, "--inner", 64, "--vocabulary", 600,
              "--tokens", 64, "--epochs", 1)
    write_study("study.toml", 2, 12)
    standfast("run", "study.toml", "--out", "local", "--quiet")

    # One task is killed, and the node is drained while others wait.
    print(standfast("submit", "study.toml", "--out", "run", "--mem", "1500M", "--pack", "2s"))
    until("a cell that runs", lambda: any("RUNNING" in line and "-cells" in line for line in queue()))
    victim = next(line.split()[0] for line in queue() if "RUNNING" in line and "-cells" in line)
    node = run("hostname", "-s").strip()
    run("scontrol", "update", f"nodename={node}", "state=drain", "reason=test")
    run("scancel", "--signal=KILL", "--full", victim)
    until("the killed task has gone", lambda: not any(line.startswith(victim + " ") for line in queue()))
    print(standfast("status", "run", code=5))
    run("scontrol", "update", f"nodename={node}", "state=resume")
    until("the queue is empty", lambda: not queue())
    print(standfast("status", "run", code=5))
    standfast("submit", "run", "--missing")
    until("the queue is empty", lambda: not queue())
    standfast("status", "run", "--verify")
    expect_same("run", "local")

    # A fit takes longer than its time limit: it goes on from its middle until it is done. The time that a fit takes differs
    # between machines, so longer and longer fits are tried.
    for epochs in (400, 1600, 6400, 25600):
        shutil.rmtree(folder / "run")
        write_study("study.toml", 1, epochs)
        standfast("submit", "study.toml", "--out", "run", "--mem", "1500M", "--no-probe", "--time", "1", "--grace", "45s")
        until("the queue is empty", lambda: not queue())
        said = standfast("status", "run", code=None)
        if "continues" in said:
            break
    print(said)
    assert "stopped before the time limit" in said, said
    shutil.rmtree(folder / "local")
    standfast("run", "study.toml", "--out", "local", "--quiet")
    standfast("submit", "run", "--missing", "--requeue")
    until("the queue is empty", lambda: not queue(), 1800)
    standfast("status", "run", "--verify")
    expect_same("run", "local")


slurm = subprocess.run([starter, "start", folder / "slurm"], capture_output=True, text=True)
if slurm.returncode != 0:
    print(slurm.stderr)
    sys.exit(slurm.returncode)
os.environ["SLURM_CONF"] = slurm.stdout.strip().splitlines()[-1]
try:
    test()
finally:
    run("scancel", "--user", os.environ.get("USER", "root"), code=None)
    subprocess.run([starter, "stop", folder / "slurm"])
shutil.rmtree(folder)
