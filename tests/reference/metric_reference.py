#!/usr/bin/python3
"""Reference values for tests/metric/reference_test.cc, from numpy, scipy, scikit-learn and statsmodels.

Run: /usr/bin/python3 tests/reference/metric_reference.py > tests/reference/metric_reference.json
Made with numpy 1.24.2, scipy 1.10.1, scikit-learn 1.2.1, statsmodels 0.13.5.
"""
import itertools
import json

import numpy as np
from scipy.stats import spearmanr
from sklearn.metrics import brier_score_loss, f1_score, roc_auc_score
from statsmodels.stats.multitest import multipletests


def f05u(truth, p):
    answered = p != 0.5
    tp = np.sum((truth == 1) & (p > 0.5))
    fn = np.sum((truth == 1) & (p < 0.5))
    fp = np.sum((truth == 0) & (p > 0.5))
    return 1.25 * tp / (1.25 * tp + 0.25 * (fn + np.sum(~answered)) + fp)


def c_at_1(truth, p):
    answered = p != 0.5
    n, nu = len(p), np.sum(~answered)
    nc = np.sum(answered & ((p > 0.5) == (truth == 1)))
    return (nc + nu * nc / n) / n


def values(truth, p):
    answered = p != 0.5
    v = {"auc": roc_auc_score(truth, p), "c@1": c_at_1(truth, p),
         "f1": f1_score(truth[answered], p[answered] > 0.5), "f0.5u": f05u(truth, p),
         "brier": 1 - brier_score_loss(truth, p)}
    v["overall"] = np.mean(list(v.values()))
    return {k: float(x) for k, x in v.items()}


def pan21_cases(rng):
    for n, levels in ((7, 4), (50, 0), (300, 10), (2000, 0), (2000, 3)):
        truth = (rng.random(n) < 0.4).astype(int)
        truth[:2] = (0, 1)
        p = np.clip(rng.normal(0.4 + 0.2 * truth, 0.25), 0, 1)
        if levels:
            p = np.round(p * levels) / levels
        p[rng.random(n) < 0.1] = 0.5
        yield {"truth": truth.tolist(), "p": p.tolist(), "values": values(truth, p)}


def spearman_cases(rng):
    for n, levels in ((2, 0), (5, 0), (40, 6), (1000, 0), (1000, 3)):
        x = rng.normal(size=n)
        y = x + rng.normal(size=n)
        if levels:
            x, y = np.round(x * levels), np.round(y * levels)
        yield {"x": x.tolist(), "y": y.tolist(), "rho": float(spearmanr(x, y).correlation)}


def exact_permutation(rng):
    """Computes the exact permutation test: all 2^groups swaps of two systems, with |difference| of the mean
    of five."""
    for n, groups in ((9, 9), (24, 10)):
        truth = (np.arange(n) % 2).astype(int)
        a = np.round(np.clip(rng.normal(0.35 + 0.3 * truth, 0.2), 0, 1), 2)
        b = np.round(np.clip(rng.normal(0.40 + 0.2 * truth, 0.3), 0, 1), 2)
        group = rng.integers(0, groups, n)
        group[:groups] = np.arange(groups)
        observed = abs(values(truth, a)["overall"] - values(truth, b)["overall"])
        hits = 0
        for swap in itertools.product((False, True), repeat=groups):
            s = np.array(swap)[group]
            d = values(truth, np.where(s, b, a))["overall"] - values(truth, np.where(s, a, b))["overall"]
            hits += abs(d) >= observed - 1e-12
        yield {"truth": truth.tolist(), "a": a.tolist(), "b": b.tolist(), "group": group.tolist(), "groups": groups,
               "p": hits / 2 ** groups}


def main():
    rng = np.random.default_rng(20)
    p_values = [[0.01, 0.04, 0.03, 0.005], [0.5], [0.2, 0.2, 0.9, 0.0001, 0.6], rng.random(30).tolist()]
    samples = [[3.0], [1.0, 2.0, 4.0, 8.0], rng.normal(size=101).tolist(), rng.normal(size=1000).tolist()]
    print(json.dumps({
        "pan21": list(pan21_cases(rng)),
        "spearman": list(spearman_cases(rng)),
        "holm": [{"p": p, "adjusted": multipletests(p, method="holm")[1].tolist()} for p in p_values],
        "quantile": [{"sample": s, "q": [0, 0.025, 0.1, 0.5, 0.975, 1],
                      "values": np.quantile(s, [0, 0.025, 0.1, 0.5, 0.975, 1]).tolist()} for s in samples],
        "permutation": list(exact_permutation(rng)),
    }))


main()
