#!/usr/bin/env python3
"""Reference for the score shifter of General Imposters: tests/reference/score_shift_small.json.

Brute force with scikit-learn's AUC. Run from the repository root:
/usr/bin/python3 tests/reference/score_shift_reference.py
"""
import json
import random

import numpy as np
from sklearn.metrics import roc_auc_score

random.seed(7)
cases = []
for n, shift in ((12, 0.2), (40, 0.3), (80, 0.1)):
    same = [random.random() < 0.4 for _ in range(n)]
    same[0], same[1] = True, False
    scores = [min(1.0, max(0.0, round(random.gauss(0.35 + shift * s, 0.2), 2))) for s in same]
    s, t = np.array(scores), np.array(same)
    place = (s - s.min()) / (s.max() - s.min())
    best = None
    for i in range(5, 100):
        for j in range(i, 100):
            p1, p2 = i / 100, j / 100
            out = np.where(s <= p1, p1 * place, np.where(s >= p2, p2 + (1 - p2) * place, 0.5))
            right = ((out > 0.5) & t | (out < 0.5) & ~t).sum()
            open_ = (out == 0.5).sum()
            c1 = (right + open_ * right / n) / n
            value = roc_auc_score(t, out) * c1
            if best is None or value > best["value"] + 1e-12:
                best = {"p1": p1, "p2": p2, "value": value, "shifted": out.tolist()}
    cases.append({"scores": scores, "same": [int(x) for x in same], **best})
with open("tests/reference/score_shift_small.json", "w", encoding="utf-8") as out:
    json.dump(cases, out)
    out.write("\n")
