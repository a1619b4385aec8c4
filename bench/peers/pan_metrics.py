#!/usr/bin/python3
"""Peer of bench/pan_metrics_bench.cc and bench/bootstrap_bench.cc: the same work with scikit-learn, scipy and numpy.

Usage: OMP_NUM_THREADS=1 /usr/bin/python3 bench/peers/pan_metrics.py [pairs] [resamples]
Prints CPU seconds. The bootstrap is given twice: scikit-learn's functions on each resample, and a numpy version that
sorts once and counts (the best honest use).
"""
import sys
import time

import numpy as np
from scipy.stats import spearmanr
from sklearn.metrics import brier_score_loss, f1_score, roc_auc_score


def metrics(truth, p):
    answered = p != 0.5
    n, nu = len(p), np.sum(~answered)
    right = np.sum(answered & ((p > 0.5) == (truth == 1)))
    tp = np.sum((truth == 1) & (p > 0.5))
    fn = np.sum((truth == 1) & (p < 0.5))
    fp = np.sum((truth == 0) & (p > 0.5))
    return (roc_auc_score(truth, p), (right + nu * right / n) / n, f1_score(truth[answered], p[answered] > 0.5),
            1.25 * tp / (1.25 * tp + 0.25 * (fn + nu) + fp), 1 - brier_score_loss(truth, p))


class Sorted:
    """Presorted items: one resample is a count per item and a few cumulative sums."""

    def __init__(self, truth, p):
        order = np.argsort(p, kind="stable")
        self.p, self.truth = p[order], truth[order]
        self.error = (self.p - self.truth) ** 2
        self.ends = np.flatnonzero(np.r_[self.p[1:] != self.p[:-1], True])  # last of each group of ties
        self.low, self.high = np.searchsorted(self.p, 0.5, "left"), np.searchsorted(self.p, 0.5, "right")

    def metrics(self, weight):
        same = np.cumsum(weight * self.truth)
        every = np.cumsum(weight)
        diff = every - same
        s, d = np.diff(same[self.ends], prepend=0), diff[self.ends]
        auc = np.sum(s * (d - 0.5 * np.diff(d, prepend=0))) / (same[-1] * diff[-1])
        at = lambda c, i: c[i - 1] if i else 0
        fn, tn = at(same, self.low), at(diff, self.low)
        nu = at(every, self.high) - at(every, self.low)
        tp, fp, n = same[-1] - at(same, self.high), diff[-1] - at(diff, self.high), every[-1]
        right = tp + tn
        return (auc, (right + nu * right / n) / n, 2 * tp / (2 * tp + fp + fn),
                1.25 * tp / (1.25 * tp + 0.25 * (fn + nu) + fp), 1 - np.dot(weight, self.error) / n)


def timed(what, job):
    start = time.process_time()
    result = job()
    print(f"{what}: {time.process_time() - start:.3f} s")
    return result


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    resamples = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    rng = np.random.default_rng(1)
    truth = (rng.random(n) < 0.5).astype(np.int64)
    p = 1 / (1 + np.exp(-(rng.normal(size=n) + 2 * truth - 1)))
    p[rng.random(n) < 0.05] = 0.5
    direct = timed(f"metrics once, {n} pairs", lambda: metrics(truth, p))
    presorted = Sorted(truth, p)
    assert np.allclose(direct, presorted.metrics(np.ones(n, dtype=np.int64)), atol=1e-12)
    x = rng.normal(size=n)
    y = x + rng.normal(size=n)
    timed(f"spearman, {n} values", lambda: spearmanr(x, y).correlation)

    def sklearn_bootstrap():
        for _ in range(resamples):
            drawn = rng.integers(0, n, n)
            metrics(truth[drawn], p[drawn])

    def numpy_bootstrap():
        for _ in range(resamples):
            presorted.metrics(np.bincount(rng.integers(0, n, n), minlength=n))

    timed(f"bootstrap x {resamples}, {n} pairs, scikit-learn", sklearn_bootstrap)
    timed(f"bootstrap x {resamples}, {n} pairs, numpy presorted", numpy_bootstrap)


main()
