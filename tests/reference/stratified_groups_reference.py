#!/usr/bin/env python3
"""Folds of whole groups by scikit-learn's StratifiedGroupKFold, to compare stratified-group-k-fold with.

    stratified_groups_reference.py problems > stratified_groups_reference.json
        small random problems, with the unevenness of the greedy's folds
    stratified_groups_reference.py compare CORPUS.jsonl.gz GROUP LABEL FOLDS [splits.json ...]
        the figures of the greedy on a corpus (in the order of the file, and the best and the median of ten
        shuffles), and of splits that standfast made with --ids

Figures: mean_sd, which the greedy minimises (mean over classes of the SD over folds of the part of
a class that a fold has), squares, which standfast minimises (the sum over classes and folds of
(that part - 1 / k)^2), and the largest difference of a class's share of a fold from its share of all.
Made with scikit-learn 1.2.1, NumPy 1.24.2.
"""
import gzip
import json
import sys
import warnings

import numpy as np
from sklearn.model_selection import StratifiedGroupKFold

warnings.simplefilter("ignore")


def figures(classes, folds, k):
    """Returns the figures. classes, folds: the class and the fold of each document, from 0."""
    table = np.zeros((k, classes.max() + 1))
    np.add.at(table, (folds, classes), 1)
    with np.errstate(invalid="ignore"):
        deviation = np.abs(table / table.sum(1, keepdims=True) - table.sum(0) / table.sum())
    return {
        "mean_sd": float(np.mean(np.std(table / table.sum(0), axis=0))),
        "squares": float(((table / table.sum(0) - 1 / k) ** 2).sum()),
        "largest_deviation": float(np.nanmax(deviation)),
        "empty": int((table.sum(1) == 0).sum()),
        "sizes": [int(n) for n in table.sum(1)],
    }


def greedy(classes, groups, k, seed=None):
    splitter = StratifiedGroupKFold(k, shuffle=seed is not None, random_state=seed)
    folds = np.zeros(len(classes), int)
    for f, (_, test) in enumerate(splitter.split(np.zeros(len(classes)), classes, groups)):
        folds[test] = f
    return figures(classes, folds, k)


def problems():
    rng = np.random.default_rng(20)
    out = []
    while len(out) < 40:
        k, n_groups, n_classes = int(rng.integers(2, 7)), int(rng.integers(8, 60)), int(rng.integers(2, 7))
        scale = rng.gamma(0.7, 6.0, n_groups)[:, None] * rng.dirichlet(np.full(n_classes, 0.5), n_groups)
        counts = rng.poisson(scale)
        counts = counts[counts.sum(1) > 0]
        if len(counts) < 2 * k or (counts.sum(0) < k).any():
            continue
        groups = np.repeat(np.arange(len(counts)), counts.sum(1))
        classes = np.concatenate([np.repeat(np.arange(n_classes), row) for row in counts])
        out.append({"folds": k, "counts": counts.tolist(), "greedy": {
            name: value for name, value in greedy(classes, groups, k).items() if name in ("mean_sd", "squares")}})
    print("[\n" + ",\n".join(json.dumps(one, separators=(",", ":")) for one in out) + "\n]")


def compare(path, group, label, k, splits):
    with gzip.open(path, "rt") as file:
        docs = [json.loads(line) for line in file]
    docs = [d for d in docs if d.get(group) not in (None, "") and d.get(label) not in (None, "")]
    classes = np.unique([str(d[label]) for d in docs], return_inverse=True)[1]
    groups = np.unique([str(d[group]) for d in docs], return_inverse=True)[1]
    print(f"{path}: {len(docs)} documents, {groups.max() + 1} {group}s, {classes.max() + 1} {label}s, {k} folds")
    print("  greedy, order of the file ", greedy(classes, groups, k))
    shuffled = sorted((greedy(classes, groups, k, seed) for seed in range(10)), key=lambda f: f["mean_sd"])
    print("  greedy, best of 10 shuffles", shuffled[0])
    print("  greedy, median of shuffles ", shuffled[5])
    place = {d["id"]: i for i, d in enumerate(docs)}
    for name in splits:
        folds = np.full(len(docs), -1)
        with open(name) as file:
            for f, fold in enumerate(json.load(file)["folds"]):
                for doc in fold["test"]:
                    if doc in place:
                        folds[place[doc]] = f
        used = folds >= 0
        print(f"  {name}: {used.sum()} documents", figures(classes[used], folds[used], k))


if __name__ == "__main__":
    if sys.argv[1] == "problems":
        problems()
    else:
        compare(sys.argv[2], sys.argv[3], sys.argv[4], int(sys.argv[5]), sys.argv[6:])
