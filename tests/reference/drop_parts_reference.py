#!/usr/bin/env python3
"""The parts of a drop of a run, computed anew from its predictions: scores by counting, intervals by a bootstrap that
draws documents jointly over all conditions of the chain. Written from docs/drop-parts.md and not from the program.

  drop_parts_reference.py RUN CORPUS CONDITION [resamples]

Prints every part beside that of RUN/tables/drops-CORPUS.csv, and the largest differences. Needs numpy. Only for runs
whose documents have neither topics nor authors: there documents are the units.
"""
import csv
import gzip
import json
import os
import sys

import numpy as np


def main():
    run, corpus, condition = sys.argv[1:4]
    resamples = int(sys.argv[4]) if len(sys.argv) > 4 else 2000
    study = json.load(open(os.path.join(run, "provenance.json")))["study"]
    conditions = study["conditions"]
    reference = next(c["name"] for c in conditions if c["reference"])
    controls = [c for c in conditions if c.get("control_of") == condition]
    controls.sort(key=lambda c: (len(c.get("match", [])), bool(c.get("block")), -len(c.get("block", []))))
    chain = [reference] + [c["name"] for c in controls] + [condition]
    answers = {}  # by model, condition: document -> [right, n]
    for cell in sorted(os.listdir(os.path.join(run, "cells"))):
        folder = os.path.join(run, "cells", cell)
        record = json.load(open(os.path.join(folder, "record.json")))
        key = record["key"]
        if key["corpus"] != corpus or key["condition"] not in chain:
            continue
        found = answers.setdefault(key["model"], {}).setdefault(key["condition"], {})
        with gzip.open(os.path.join(folder, "predictions.jsonl.gz"), "rt") as file:
            for line in file:
                answer = json.loads(line)
                if answer["side"] != "test":
                    continue
                one = found.setdefault(answer["id"], [0, 0])
                one[0] += answer["predicted"] == answer["truth"]
                one[1] += 1
    shown = {}
    with open(os.path.join(run, "tables", "drops-%s.csv" % corpus)) as file:
        for row in csv.DictReader(file):
            if row["condition"] == condition:
                shown.setdefault(row["model"], []).append(row)
    worst_value = worst_width = 0.0
    for model, rows in shown.items():
        ids = sorted(set().union(*(answers[model][c] for c in chain)))
        place = {name: i for i, name in enumerate(ids)}
        right, n = np.zeros((len(chain), len(ids))), np.zeros((len(chain), len(ids)))
        for k, name in enumerate(chain):
            for document, (r, m) in answers[model][name].items():
                right[k, place[document]], n[k, place[document]] = r, m
        rng = np.random.default_rng(1)
        scores = np.empty((resamples, len(chain)))
        for b in range(resamples):
            weight = np.bincount(rng.integers(len(ids), size=len(ids)), minlength=len(ids))
            scores[b] = (right @ weight) / (n @ weight)
        point = right.sum(1) / n.sum(1)
        parts = [(point[0] - point[-1], scores[:, 0] - scores[:, -1])]
        parts += [(point[k] - point[k + 1], scores[:, k] - scores[:, k + 1]) for k in range(len(chain) - 1)]
        for row, (value, drawn) in zip(rows, parts, strict=True):
            low, high = np.quantile(drawn, [0.025, 0.975])
            width = (float(row["high"]) - float(row["low"])) / (high - low)
            worst_value = max(worst_value, abs(value - float(row["difference"])))
            worst_width = max(worst_width, abs(width - 1))
            print("%-14s %-20s %8.4f [%7.4f, %7.4f]   bootstrap %8.4f [%7.4f, %7.4f]   width %.2f" % (
                model, row["part"], float(row["difference"]), float(row["low"]), float(row["high"]), value, low, high,
                width))
    print("largest difference of a part %.1e, of a width %.0f %%" % (worst_value, 100 * worst_width))
    sys.exit(0 if worst_value < 1e-9 and worst_width < 0.15 else 1)


if __name__ == "__main__":
    main()
