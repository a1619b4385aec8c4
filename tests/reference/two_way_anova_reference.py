#!/usr/bin/env python3
"""Two-way analyses of variance for tests/analysis/two_way_anova_test.cc.

Balanced and unbalanced designs without empty cells come from statsmodels (anova_lm, type 2, and type 3 with
sum-to-zero contrasts). Designs with empty cells, connected and not, come from differences of residual sums of
squares of least-squares fits by numpy, and the ranks of their design matrices: no shared arithmetic with the
library. Writes two_way_anova_reference.json beside this file; needs numpy, pandas, scipy, statsmodels.
"""
import json
import os

import numpy as np
import pandas as pd
from scipy.stats import f as f_distribution
from statsmodels.formula.api import ols
from statsmodels.stats.anova import anova_lm


def draw(rng, sizes, shift):
    """Draws values. sizes: table of numbers of values; shift: the location of the values, to test
    cancellation."""
    a, b, y = [], [], []
    rows, columns = sizes.shape
    effect_a, effect_b = rng.normal(0, 1, rows), rng.normal(0, 0.7, columns)
    effect_ab = rng.normal(0, 0.5, sizes.shape)
    for i in range(rows):
        for j in range(columns):
            for _ in range(sizes[i, j]):
                a.append(i)
                b.append(j)
                y.append(round(shift + effect_a[i] + effect_b[j] + effect_ab[i, j] + rng.normal(), 6))
    order = rng.permutation(len(y))
    return [int(a[k]) for k in order], [int(b[k]) for k in order], [float(y[k]) for k in order]


def by_statsmodels(a, b, y, kind):
    frame = pd.DataFrame({"a": a, "b": b, "y": y})
    model = ols("y ~ C(a, Sum) * C(b, Sum)", frame).fit()
    table = anova_lm(model, typ=kind)
    rows = {"a": "C(a, Sum)", "b": "C(b, Sum)", "interaction": "C(a, Sum):C(b, Sum)"}
    out = {name: {"ss": table.loc[row, "sum_sq"], "df": table.loc[row, "df"], "f": table.loc[row, "F"],
                  "p": table.loc[row, "PR(>F)"]} for name, row in rows.items()}
    out["residual"] = {"ss": table.loc["Residual", "sum_sq"], "df": table.loc["Residual", "df"]}
    return out


def by_fits(a, b, y):
    a, b, y = np.array(a), np.array(b), np.array(y)
    one = np.ones((len(y), 1))
    dummies = lambda x: (x[:, None] == np.unique(x)[None, :]).astype(float)
    models = {"a": np.hstack([one, dummies(a)]), "b": np.hstack([one, dummies(b)]),
              "ab": np.hstack([one, dummies(a), dummies(b)]), "cells": dummies(a * 1000 + b)}
    rss, rank = {}, {}
    for name, x in models.items():
        coefficients, _, r, _ = np.linalg.lstsq(x, y, rcond=1e-10)
        rss[name] = float(((y - x @ coefficients) ** 2).sum())
        rank[name] = int(r)
    residual_df = len(y) - rank["cells"]
    scale = rss["cells"] / residual_df

    def effect(small, large):
        ss, df = rss[small] - rss[large], rank[large] - rank[small]
        f = ss / df / scale if df else None
        return {"ss": ss, "df": df, "f": f, "p": float(f_distribution.sf(f, df, residual_df)) if df else None}

    return {"a": effect("b", "ab"), "b": effect("a", "ab"), "interaction": effect("ab", "cells"),
            "residual": {"ss": rss["cells"], "df": residual_df}}


def main():
    rng = np.random.default_rng(9)
    cases = []

    def add(name, sizes, shift, type3):
        a, b, y = draw(rng, np.array(sizes), shift)
        fits = by_fits(a, b, y)
        case = {"name": name, "a": a, "b": b, "y": y, "type2": fits}
        if type3:
            case["type2"] = by_statsmodels(a, b, y, 2)
            case["type3"] = by_statsmodels(a, b, y, 3)
            for effect in ("a", "b", "interaction"):  # the two ways agree where both apply
                assert abs(case["type2"][effect]["ss"] - fits[effect]["ss"]) < 1e-6 * (1 + fits[effect]["ss"])
        cases.append(case)

    add("balanced", np.full((3, 4), 5), 0, True)
    add("unbalanced", rng.integers(1, 9, (4, 5)), 100, True)
    add("two by two, very unequal", [[1, 30], [12, 2]], 0, True)
    sparse = rng.integers(0, 4, (6, 7)) * rng.integers(0, 2, (6, 7))
    sparse[:, 0] = 2
    sparse[0, :] = 1
    add("empty cells", sparse, 5, False)
    add("two pieces", [[3, 2, 0, 0], [4, 1, 0, 0], [0, 0, 2, 5], [0, 0, 3, 2], [0, 0, 1, 4]], -3, False)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "two_way_anova_reference.json")
    with open(path, "w") as out:
        json.dump({"cases": cases}, out, default=float)
        out.write("\n")


main()
