#!/usr/bin/python3
"""Reference values for tests/answers/pan_evaluators_test.cc: the output of the evaluators of PAN 2024 and 2025
(generative AI authorship verification), from scikit-learn and the rules in which they differ.

PAN 2024: scores are clipped to [0, 1] first. c@1 counts truth == (p > 0.5) over all items, including non-answers, and then adds
the share of non-answers. F1 of p > 0.5, 0 at 0 / 0. A metric without a value makes the mean NaN. numpy rounds.
PAN 2025: only Brier sees clipped scores. c@1 counts answered items only. AUC, F1 and F0.5u are null
if they have no value, and count as 0 in the mean. Python rounds.

Run: /usr/bin/python3 tests/reference/pan_evaluators_reference.py > tests/reference/pan_evaluators_reference.json
Made with numpy 1.24.2, scikit-learn 1.2.1.
"""
import json
import math

import numpy as np
from sklearn.metrics import brier_score_loss, f1_score, roc_auc_score

CASES = {  # truth, scores
    "all answered": ([1, 1, 0, 0], [.9, .4, .2, .7]),
    "one same left open": ([1, 1, 0, 0], [.9, .5, .2, .7]),
    "one different left open": ([1, 1, 0, 0], [.9, .8, .5, .7]),
    "both left open": ([1, 1, 0, 0, 0], [.9, .5, .5, .7, .1]),
    "all left open": ([1, 1, 0, 0], [.5, .5, .5, .5]),
    "different alone, all open": ([0, 0, 0], [.5, .5, .5]),
    "different alone, all rejected": ([0, 0, 0], [.1, .3, .2]),
    "same alone": ([1, 1, 1], [.9, .4, .5]),
    "outside, order lost by clipping": ([1, 0, 1, 0], [1.7, 1.2, -.4, -.1]),
    "logits": ([1, 1, 1, 0, 0, 0], [3.1, .4, -1.5, -2.2, .7, 1.4]),
    "nothing accepted": ([1, 0, 1, 0, 0], [.3, .1, .2, .25, .4]),
}


def parts(t, p):
    yes, no, open_ = p > .5, p < .5, p == .5
    return np.sum(yes & (t == 1)), np.sum(no & (t == 1)), np.sum(yes & (t == 0)), np.sum(open_)


def auc(t, p):
    return roc_auc_score(t, p) if len(set(t)) == 2 else math.nan


def f05u(t, p):
    hit, miss, wrong, left = parts(t, p)
    below = 1.25 * hit + .25 * (miss + left) + wrong
    return 1.25 * hit / below if below > 0 else math.nan


def pan24(t, p):
    p = np.clip(p, 0, 1)
    right = np.sum(t == (p > .5))
    v = {"auc": auc(t, p), "c@1": (right + np.sum(p == .5) * right / len(t)) / len(t),
         "f1": f1_score(t, p > .5, zero_division=0), "f0.5u": f05u(t, p), "brier": 1 - brier_score_loss(t, p, pos_label=1)}
    v["overall"] = np.mean(list(v.values()))
    return v


def pan25(t, p):
    answered = p != .5
    right = np.sum((t == (p > .5)) & answered)
    hit, miss, wrong, _ = parts(t, p)
    positives = np.sum(t == 1) + np.sum(p > .5)
    v = {"auc": auc(t, p), "c@1": (right + np.sum(~answered) * right / len(t)) / len(t),
         "f1": 2 * hit / positives if positives > 0 else math.nan, "f0.5u": f05u(t, p),
         "brier": 1 - brier_score_loss(t, np.clip(p, 0, 1), pos_label=1)}
    v["overall"] = np.mean([0 if math.isnan(x) else x for x in v.values()])
    return v


def plain(values):
    return {k: None if math.isnan(x) else float(x) for k, x in values.items()}


print(json.dumps([{"case": name, "truth": t, "p": p,
                   "pan24": plain(pan24(np.array(t), np.array(p))), "pan25": plain(pan25(np.array(t), np.array(p)))}
                  for name, (t, p) in CASES.items()], indent=1))
