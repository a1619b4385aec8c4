#!/usr/bin/python3
"""Reference values for tests/metric/reference_test.cc, from numpy and scipy.

Run: /usr/bin/python3 tests/reference/ranking_reference.py > tests/reference/ranking_reference.json
Made with numpy 1.24.2, scipy 1.10.1.
"""
import json

import numpy as np
from scipy import stats

rng = np.random.default_rng(3)


def t_tests():
    for n_a, n_b, shift in [(10, 50, 0.01), (10, 10, 0.0), (2, 3, 0.5), (5, 100, 2.0), (30, 8, 0.1)]:
        a, b = rng.normal(0.9, 0.02, n_a), rng.normal(0.9 + shift, 0.05, n_b)
        ratio_a, ratio_b = 1 / (n_a - 1), 0.25
        student = stats.ttest_ind(a, b)
        welch = stats.ttest_ind(a, b, equal_var=False)
        v_a, v_b = a.var(ddof=1) * (1 / n_a + ratio_a), b.var(ddof=1) * (1 / n_b + ratio_b)
        df = (v_a + v_b) ** 2 / (v_a**2 / (n_a - 1) + v_b**2 / (n_b - 1))
        t = (a.mean() - b.mean()) / np.sqrt(v_a + v_b)
        paired = a.mean() / np.sqrt(a.var(ddof=1) * (1 / n_a + ratio_a))
        yield {"a": list(a), "b": list(b), "ratio_a": ratio_a, "ratio_b": ratio_b,
               "student": [student.statistic, student.pvalue], "welch": [welch.statistic, welch.pvalue],
               "corrected": [t, 2 * stats.t.sf(abs(t), df)],
               "paired": [paired, 2 * stats.t.sf(abs(paired), n_a - 1)]}


def tails():
    for t in [0.0, 0.3, 1.0, 1.96, 3.5, 12.0, 80.0]:
        for df in [1, 2.5, 9, 58, 1000]:
            yield {"kind": "t", "x": t, "df": [df], "p": 2 * stats.t.sf(t, df)}
    for f in [0.0, 0.4, 1.0, 2.7, 9.0, 150.0]:
        for df in [(1, 1), (4, 36), (3, 196), (12, 5)]:
            yield {"kind": "f", "x": f, "df": df, "p": stats.f.sf(f, *df)}
    for x in [0.0, 0.5, 3.84, 9.49, 40.0, 200.0]:
        for df in [1, 2, 4, 11]:
            yield {"kind": "chi2", "x": x, "df": [df], "p": stats.chi2.sf(x, df)}


def studentized_range():
    for k in [2, 3, 4, 5, 8, 10, 20]:
        for q in [0.5, 2.0, 3.3, 4.5, 6.0]:
            yield {"k": k, "q": q, "p": stats.studentized_range.sf(q, k, np.inf)}


def rankings():
    for n_folds, n_models in [(10, 5), (4, 3), (50, 4), (6, 8)]:
        values = np.round(rng.normal(0, 1, (n_folds, n_models)) + np.arange(n_models) / 3, 1)  # with ties
        taus, rhos = [], []
        for i in range(n_folds):
            for j in range(i + 1, n_folds):
                taus.append(stats.kendalltau(values[i], values[j]).statistic)
                rhos.append(stats.spearmanr(values[i], values[j]).statistic)
        ranks = np.array([stats.rankdata(-row) for row in values])
        if n_models >= 3:
            chi, p = stats.friedmanchisquare(*values.T)
        yield {"models": n_models, "values": values.ravel().tolist(), "tau": float(np.mean(taus)),
               "rho": float(np.mean(rhos)), "rank": ranks.mean(axis=0).tolist(),
               "rank_sd": ranks.std(axis=0, ddof=1).tolist(), "chi_square": chi, "p": p,
               "f": (n_folds - 1) * chi / (n_folds * (n_models - 1) - chi)}


print(json.dumps({"t_tests": list(t_tests()), "tails": list(tails()),
                  "studentized_range": list(studentized_range()), "rankings": list(rankings())}))
