#!/usr/bin/env python3
"""The table of docs/splits.md: stratified-group-k-fold of the program against scikit-learn's greedy, on real groups.

    stratified_groups_table.py STANDFAST FOLDER

STANDFAST is the program, FOLDER holds one folder with docs.jsonl.gz for each corpus. Runs `standfast split` with seed 1
and its defaults, reads the folds, and prints the table in Markdown. The figure is mean_sd of
stratified_groups_reference.py: the mean over classes of the standard deviation over folds of the part of a class that a
fold has. Made with scikit-learn 1.2.1, NumPy 1.24.2; documents without a group or class are left out of both.
"""
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy as np

from stratified_groups_reference import figures, greedy

# Corpus, column of the groups, column of the classes, folds, and the name in the table.
ROWS = [
    ("digitalgov", "author", "topic_group", 5),
    ("english_novels_100", "topic", "author", 3),
    ("iac_4forums", "author", "topic", 10),
    ("iac_4forums", "thread", "topic", 10),
    ("scotus_oral", "case", "area", 10),
    ("iac_dense", "thread", "author", 5),
    ("scotus_dense", "case", "author", 5),
    ("twenty_newsgroups", "author", "topic", 5),
]


def said(docs, name):
    return [str(d[name]) if d.get(name) not in (None, "") else "" for d in docs]


def standfast(program, path, group, label, k, folder):
    out = os.path.join(folder, "splits.json")
    command = [program, "split", path, "--method", "stratified-group-k-fold", "--set", f"group={group}", "--set",
               f"by={label}", "--set", f"folds={k}", "--seed", "1", "--ids", "--out", out, "--quiet"]
    for name in {group, label} - {"author", "topic", "label"}:
        command += ["--column", f"{name}={name}"]
    begin = time.time()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    seconds = time.time() - begin
    with open(out) as file:
        splits = json.load(file)
    best = any(note.startswith("no folds are more even") for note in splits.get("notes", []))
    return [fold["test"] for fold in splits["folds"]], best, seconds


def main(program, data):
    print("| corpus | groups | classes | folds | scikit-learn | standfast | seconds |")
    print("|---|---|---|---|---|---|---|")
    for corpus, group, label, k in ROWS:
        path = os.path.join(data, corpus, "docs.jsonl.gz")
        with gzip.open(path, "rt") as file:
            docs = [json.loads(line) for line in file]
        docs = [d for d, g, c in zip(docs, said(docs, group), said(docs, label)) if g and c]
        classes = np.unique(said(docs, label), return_inverse=True)[1]
        groups = np.unique(said(docs, group), return_inverse=True)[1]
        with tempfile.TemporaryDirectory() as folder:
            tests, best, seconds = standfast(program, path, group, label, k, folder)
        place = {str(d["id"]): i for i, d in enumerate(docs)}
        folds = np.full(len(docs), -1)
        for f, test in enumerate(tests):
            for doc in test:
                if str(doc) in place:
                    folds[place[str(doc)]] = f
        assert (folds >= 0).all(), "the program left documents out that have a group and a class"
        theirs, ours = greedy(classes, groups, k)["mean_sd"], figures(classes, folds, k)["mean_sd"]
        print(f"| `{corpus}` | {groups.max() + 1:,} {group}s | {classes.max() + 1} {label}s | {k} | {theirs:.6f} | "
              f"{ours:.6f}{', and none is better' if best else ''} | {seconds:.1f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
