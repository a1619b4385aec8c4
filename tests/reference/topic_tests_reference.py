#!/usr/bin/python3
"""Reference values for tests/metric/weighted_tests_test.cc and proportion_test.cc, from numpy, scipy, statsmodels.

Run: /usr/bin/python3 tests/reference/topic_tests_reference.py > tests/reference/topic_tests_reference.json
Made with numpy 1.24.2, scipy 1.10.1, statsmodels 0.13.5.
"""
import itertools
import json
import sys

import numpy as np
import statsmodels.api as sm
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

rng = np.random.default_rng(5)


def satterthwaite(w, c):
    """Computes Satterthwaite's degrees of freedom from the matrix of the form sum c_i (x_i - sum w_j
    x_j)^2."""
    n = len(w)
    center = np.eye(n) - np.outer(np.ones(n), w)
    form = center.T @ np.diag(c) @ center
    return np.trace(form) ** 2 / np.trace(form @ form)


def moments(x, weights):
    w = weights / weights.sum()
    v2 = (w**2).sum()
    # numpy's aweights with ddof = 1 is sum w (x - mean)^2 / (1 - V2).
    variance = np.cov(x, aweights=weights, ddof=1)
    # CR2 by its definition: residuals of the regression on a constant, over the root of 1 - leverage.
    fit = sm.WLS(x, np.ones(len(x)), weights=weights).fit()
    robust = np.sqrt(((w * fit.resid) ** 2 / (1 - w)).sum())
    return {"mean": float(fit.params[0]), "variance": float(variance), "effective": 1 / v2,
            "se": [np.sqrt(variance / len(x)), np.sqrt(variance * v2), robust],
            "df": [len(x) - 1, satterthwaite(w, w), satterthwaite(w, w**2 / (1 - w))]}


def flips(d, w):
    terms = w * d
    observed = abs(terms.sum()) - 1e-12
    return float(np.mean([abs(np.dot(s, terms)) >= observed for s in itertools.product([-1, 1], repeat=len(d))]))


def case(n, spread):
    weights = np.round(np.exp(rng.normal(0, spread, n)) * 100) + 1
    a, b = rng.normal(0.7, 0.15, n), rng.normal(0.75, 0.15, n)
    d = a - b
    m = moments(d, weights)
    paired = [[m["mean"] / se, 2 * stats.t.sf(abs(m["mean"] / se), df)] for se, df in zip(m["se"], m["df"])]
    counts = np.round(d * 10) / 10  # ties among the flipped sums
    return {"a": a.tolist(), "b": b.tolist(), "weights": weights.tolist(), "differences": m, "paired": paired,
            "of_a": moments(a, weights), "of_b": moments(b, weights),
            "flips": flips(d, weights) if n <= 14 else None,
            "rounded": counts.tolist(), "rounded_flips": flips(counts, np.ones(n)) if n <= 14 else None}


def two_way():
    for topics, authors, filled in [(5, 4, 1.0), (12, 6, 0.4), (23, 15, 0.25)]:
        cells = [(t, g) for t in range(topics) for g in range(authors) if rng.random() < filled]
        first, second = np.array(cells).T
        n = np.round(np.exp(rng.normal(3, 1, len(cells)))) + 1
        x = rng.normal(0, 0.1, topics)[first] + rng.normal(0, 0.1, authors)[second] + rng.normal(0.05, 0.05, len(n))
        w = n / n.sum()
        mean = (w * x).sum()

        def part(groups, corrected):
            total = 0
            for g in np.unique(groups):
                at = groups == g
                total += (w * (x - mean))[at].sum() ** 2 / (1 - w[at].sum() if corrected else 1)
            return total

        pair = first * authors + second
        parts = [part(first, True), part(second, True), part(pair, True)]
        plain = part(first, False) + part(second, False) - part(pair, False)
        fit = sm.WLS(x, np.ones(len(x)), weights=n).fit(
            cov_type="cluster", cov_kwds={"groups": np.c_[first, second], "use_correction": False})
        assert np.isclose(fit.bse[0] ** 2, plain)  # the formula without the corrections is statsmodels'
        df = []
        for groups in (first, second):
            share = np.bincount(groups, w)
            share = share[share > 0]
            df.append(satterthwaite(share, share**2 / (1 - share)))
        yield {"x": x.tolist(), "n": n.tolist(), "first": first.tolist(), "second": second.tolist(), "mean": mean,
               "se": np.sqrt(max(parts[0] + parts[1] - parts[2], parts[0], parts[1])), "df": min(df)}


def proportions():
    for k, n in [(0, 7), (7, 7), (1, 30), (13, 40), (250, 251), (5000, 12345)]:
        for level in [0.9, 0.95, 0.9978]:
            yield {"k": k, "n": n, "level": level,
                   "wilson": proportion_confint(k, n, 1 - level, "wilson"),
                   "exact": [0 if k == 0 else stats.beta.ppf((1 - level) / 2, k, n - k + 1),
                             1 if k == n else stats.beta.ppf(1 - (1 - level) / 2, k + 1, n - k)]}


json.dump({"topics": [case(2, 0.3), case(4, 1.0), case(9, 0.0), case(12, 1.5), case(23, 1.2), case(100, 1.0)],
           "proportions": list(proportions()), "two_way": list(two_way())}, sys.stdout, separators=(",", ":"))
print()
