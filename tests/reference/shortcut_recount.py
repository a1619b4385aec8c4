#!/usr/bin/env python3
"""Counts the numbers of shortcut tables again, from the answers in a run folder, with numpy alone.

  python3 tests/reference/shortcut_recount.py RUN

Prints how many numbers agree; exit code 1 if one does not. Nothing of Standfast is used but the files that
docs/run-folder.md describes. Intervals and p are not counted again: tests/planted/shortcut_findings_test.cc simulates them.
"""
import csv
import gzip
import json
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np

TOLERANCE = 1e-9


def read_cells(run):
    cells = []
    for folder in sorted((run / "cells").iterdir()):
        record = json.loads((folder / "record.json").read_text())
        if record["status"] != "ok" or "shortcut" not in record or record["key"].get("fit", 0) > 0:
            continue
        sides = {}
        for side in record["sides"]:
            with gzip.open(folder / side["predictions"], "rt") as lines:
                sides[side["side"]] = {a["id"]: a for a in map(json.loads, lines)}
        cells.append((record, sides))
    return cells


def macro_f1(truth, answer, classes):
    total = 0.0
    for k in range(classes):
        both = np.sum((truth == k) & (answer == k))
        whole = np.sum(truth == k) + np.sum(answer == k)
        total += 2 * both / whole if whole else 0.0
    return total / classes


def guessing(truth, answer, fold):
    """Returns the expected number of right answers over all items if the answers of each fold are assigned at
    random."""
    right = 0.0
    for f in np.unique(fold):
        t, a = truth[fold == f], answer[fold == f]
        for k in np.unique(t):
            right += np.sum(t == k) * np.sum(a == k) / len(t)
    return right / len(truth)


def main():
    run = Path(sys.argv[1])
    groups = defaultdict(list)
    for record, sides in read_cells(run):
        key = record["key"]
        groups[key["corpus"], key["condition"], key["model"]].append((record, sides))
    tables = {}
    for path in (run / "tables").glob("shortcut-deltas-*.csv"):
        with open(path) as file:
            for row in csv.DictReader(file):
                tables[row["corpus"], row["condition"], row["model"], row["metric"]] = row
    by_group = {}
    for path in (run / "tables").glob("shortcut-groups-*.csv"):
        with open(path) as file:
            for row in csv.DictReader(file):
                by_group[row["corpus"], row["condition"], row["model"], row["side"], row["label"], row["value"]] = row
    areas = defaultdict(list)
    checked = wrong = 0

    def compare(where, name, said, counted):
        nonlocal checked, wrong
        checked += 1
        good = said != "" and abs(float(said) - counted) <= TOLERANCE * max(1, abs(counted))
        if not good:
            wrong += 1
            print(f"{where}: {name} is {said}, counted {counted}")

    for (corpus, condition, model), cells in groups.items():
        where = f"{corpus} / {condition} / {model}"
        classes = cells[0][0]["classes"]
        place = {name: k for k, name in enumerate(classes)}
        columns = defaultdict(list)
        deltas = defaultdict(lambda: defaultdict(list))  # by metric, then seed
        for number, (record, sides) in enumerate(cells):
            suggests = dict(zip(record["shortcut"]["values"], record["shortcut"]["suggests"]))
            first = len(columns["truth"])
            for doc, answer in sides["test"].items():
                columns["document"].append(doc)
                columns["truth"].append(place[answer["truth"]])
                columns["fold"].append(number)
                for side in ("test", "original", "anti-test"):
                    said = sides[side][doc]
                    assert said["truth"] == answer["truth"]
                    columns[side].append(-1 if said["predicted"] is None else place[said["predicted"]])
                    columns[side + " cue"].append(said.get("cue", ""))
                klass = suggests[sides["anti-test"][doc]["cue"]]
                columns["suggested"].append(-2 if klass is None else klass)  # -1 is no answer
            part = slice(first, None)
            truth = np.array(columns["truth"][part])
            test, anti = np.array(columns["test"][part]), np.array(columns["anti-test"][part])
            seed = record["key"]["seed"]
            deltas["accuracy"][seed].append(np.mean(test == truth) - np.mean(anti == truth))
            deltas["macro-f1-all"][seed].append(macro_f1(truth, test, len(classes)) -
                                                macro_f1(truth, anti, len(classes)))
        col = {name: np.array(values) for name, values in columns.items()}
        truth, test, original, anti = col["truth"], col["test"], col["original"], col["anti-test"]
        row = tables[corpus, condition, model, "accuracy"]
        for name, side in (("original", original), ("test", test), ("anti_test", anti)):
            compare(where, name, row[name], np.mean(side == truth))
            compare(where, "unanswered_" + name, row["unanswered_" + name], np.sum(side == -1))
            f1 = tables[corpus, condition, model, "macro-f1-all"]
            compare(where, name + " macro F1", f1[name], macro_f1(truth, side, len(classes)))
        compare(where, "n", row["n"], len(truth))
        compare(where, "documents", row["documents"], len(set(columns["document"])))
        delta = np.mean(test == truth) - np.mean(anti == truth)
        compare(where, "delta", row["delta"], delta)
        compare(where, "delta of macro F1", tables[corpus, condition, model, "macro-f1-all"]["delta"],
                macro_f1(truth, test, len(classes)) - macro_f1(truth, anti, len(classes)))
        lead = {}
        for name, side in (("original", original), ("anti_test", anti)):
            chance = guessing(truth, side, col["fold"])
            compare(where, "guessing on " + name, row["guessing_" + name], chance)
            lead[name] = np.mean(side == truth) - chance
        if row["survival"]:
            compare(where, "survival", row["survival"], lead["anti_test"] / lead["original"])
        for name, side in (("test", test), ("original", original)):
            right = side == truth
            compare(where, "flipped n", row[f"flipped_{name}_n"], np.sum(right))
            compare(where, "flipped k", row[f"flipped_{name}_k"], np.sum(right & (anti != side)))
        bad = (anti != truth) & (anti >= 0) & (col["suggested"] >= 0)
        compare(where, "following n", row["following_n"], np.sum(bad))
        compare(where, "following k", row["following_k"], np.sum(bad & (anti == col["suggested"])))
        bad = (original != truth) & (original >= 0) & (col["suggested"] >= 0)
        compare(where, "following without", row["following_without_k"], np.sum(bad & (original == col["suggested"])))
        for metric, by_seed in deltas.items():
            means = [np.mean(values) for values in by_seed.values()]
            said = tables[corpus, condition, model, metric]["delta_sd_draws"]
            if len(means) > 1 and said:
                compare(where, "spread over draws", said, np.std(means, ddof=1))
        for side in ("test", "anti-test"):
            for k, label in enumerate(classes):
                for value in sorted(set(col[side + " cue"])):
                    of_it = (truth == k) & (col[side + " cue"] == value)
                    if not np.any(of_it):
                        continue
                    said = by_group[corpus, condition, model, side, label, value]
                    compare(where, f"group {label}, {value} on {side}: n", said["n"], np.sum(of_it))
                    compare(where, f"group {label}, {value} on {side}", said["right"], np.sum(of_it & (col[side] == k)))
        areas[corpus, row["kind"], row["law"], row["test_lambda"], model].append((float(row["lambda"]), delta))
    for path in (run / "tables").glob("shortcut-lambda-*.csv"):
        with open(path) as file:
            for row in csv.DictReader(file):
                if row["metric"] != "accuracy":
                    continue
                points = sorted(points for (corpus, kind, law, test, model), all_of in areas.items()
                                for points in all_of
                                if corpus == row["corpus"] and model == row["model"] and row["shortcut"] == kind)
                if points:
                    x, y = np.array(points).T
                    compare(f"{row['corpus']} / {row['shortcut']} / {row['model']}", "area", row["area"],
                            float(np.sum((x[1:] - x[:-1]) * (y[1:] + y[:-1]) / 2)))
    print(f"{checked - wrong} of {checked} numbers agree")
    sys.exit(1 if wrong or not checked else 0)


main()
