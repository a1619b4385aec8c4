#!/usr/bin/env python3
"""Reference for the thresholds p1 < p2 of calibrated similarities: tests/reference/calibration_small.json.

The search is that of PAN's baseline and HITS: every combination of numpy's grid, with every similarity mapped
separately. The metrics are by scikit-learn (AUC, F1, Brier) and by their formulas (c@1, F0.5u); the first maximum wins.
Run from the repository root: /usr/bin/python3 tests/reference/calibration_reference.py (a minute)
"""
import json
import random

import numpy as np
from sklearn.metrics import brier_score_loss, f1_score, roc_auc_score

GRID = np.arange(0.01, 0.99, 0.01)  # 98 values
assert len(GRID) == 98


def calibrated(s, p1, p2):
    return np.where(s <= p1, 0.49 * s / p1, np.where(s < p2, 0.5, 0.51 + 0.49 * (s - p2) / (1 - p2)))


def metrics(t, p):
    open_ = p == 0.5
    right = np.sum(~open_ & ((p > 0.5) == t))
    n = len(t)
    tp = np.sum((p > 0.5) & t)
    fp = np.sum((p > 0.5) & ~t)
    fn = np.sum((p < 0.5) & t)
    return {
        "auc": roc_auc_score(t, p),
        "c@1": (right + open_.sum() * right / n) / n,
        "f1": f1_score(t[~open_], p[~open_] > 0.5, zero_division=0) if (~open_).any() else 0.0,
        "f0.5u": 1.25 * tp / (1.25 * tp + 0.25 * (fn + open_.sum()) + fp),
        "brier": 1 - brier_score_loss(t, p),
    }


def objective(name, m):
    four = [m["auc"], m["c@1"], m["f1"], m["f0.5u"]]
    if name == "hits":
        return float(np.mean(four))
    # A plain sum makes means at a rounding boundary the same on every machine.
    mean = sum(four) / 4 if name == "pan20" else (sum(four) + m["brier"]) / 5
    return float(np.round(mean, 3))


random.seed(11)
cases = []
for n, gap, digits in ((16, 0.25, 2), (60, 0.12, 15), (150, 0.08, 2), (150, 0.2, 3)):
    same = [i == 0 or (i > 1 and random.random() < 0.4) for i in range(n)]
    s = [round(min(1.0, max(0.0, random.gauss(0.45 + gap * x, 0.15))), digits) for x in same]
    t, similarity = np.array(same), np.array(s)
    values = {"hits": [], "pan20": [], "pan21": []}
    for i in range(98):
        for j in range(i + 1, 98):
            m = metrics(t, calibrated(similarity, GRID[i], GRID[j]))
            for name, of in values.items():
                of.append(objective(name, m))
    steps = [(i, j) for i in range(98) for j in range(i + 1, 98)]
    case = {"similarities": s, "same": [int(x) for x in same], "objectives": {}}
    for name, of in values.items():
        of = np.array(of)
        best = int(np.argmax(of > of.max() - 1e-12))
        i, j = steps[best]
        case["objectives"][name] = {
            "p1": float(GRID[i]),
            "p2": float(GRID[j]),
            "value": float(of[best]),
            "ties": int(np.sum(of > of.max() - 1e-12)),
            "every_97th": of[::97].tolist(),
        }
        print(n, digits, name, {k: v for k, v in case["objectives"][name].items() if k != "every_97th"})
    cases.append(case)
with open("tests/reference/calibration_small.json", "w", encoding="utf-8") as out:
    json.dump(cases, out)
    out.write("\n")
