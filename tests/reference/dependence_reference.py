#!/usr/bin/env python3
"""Reference values of Cramer's V for tests/analysis/companions_test.cc.

Over documents: chi-square and V of tables, most of them sparse, by scipy.stats.contingency, and the correction for bias as
Bergsma (2013) writes it, with numbers of rows and columns. Between blocks: every permutation of the blocks is enumerated, and
the upper end of the interval is found as a root. Writes dependence_reference.json beside this file; needs numpy and
scipy.
"""
import itertools
import json
import math
import os

import numpy as np
from scipy.optimize import brentq
from scipy.stats import norm
from scipy.stats.contingency import association, chi2_contingency, crosstab

MISSING = 2**32 - 1


def over_documents(name, a, b):
    both = (a != MISSING) & (b != MISSING)
    table = crosstab(a[both], b[both]).count
    n, (r, k) = table.sum(), table.shape
    chi2 = chi2_contingency(table, correction=False).statistic
    v = association(table, method="cramer")
    assert math.isclose(v, math.sqrt(chi2 / n / min(r - 1, k - 1)), rel_tol=1e-12)
    phi2 = max(0, v * v * min(r - 1, k - 1) - (r - 1) * (k - 1) / (n - 1))
    r_, k_ = r - (r - 1) ** 2 / (n - 1), k - (k - 1) ** 2 / (n - 1)
    room = min(r_ - 1, k_ - 1)
    corrected = min(1, math.sqrt(phi2 / room)) if room > 1e-12 else 0
    mean = n * (r - 1) * (k - 1) / (n - 1)
    return {"name": name, "a": a.tolist(), "b": b.tolist(), "strength": corrected,
            "above_chance": (chi2 - mean) / math.sqrt(2 * mean)}


def phi_of(table):
    return (table ** 2 / np.outer(table.sum(1), table.sum(0))).sum() - 1


def between_blocks(name, a, b, blocks):
    keep = (a != MISSING) & (b != MISSING)
    a, b, blocks = a[keep], b[keep], blocks[keep].astype(np.int64)
    alone = blocks == MISSING
    blocks[alone] = 10**6 + np.arange(alone.sum())
    _, blocks = np.unique(blocks, return_inverse=True)
    _, va = np.unique(a, return_inverse=True)
    _, vb = np.unique(b, return_inverse=True)
    n = blocks.max() + 1
    size = np.bincount(blocks)
    x, y = np.zeros((n, va.max() + 1)), np.zeros((n, vb.max() + 1))
    table = np.zeros((va.max() + 1, vb.max() + 1))
    for i in range(len(va)):
        x[blocks[i], va[i]] += 1 / size[blocks[i]]
        y[blocks[i], vb[i]] += 1 / size[blocks[i]]
        table[va[i], vb[i]] += 1 / size[blocks[i]]
    phis = np.array([phi_of(x.T @ y[list(order)]) for order in itertools.permutations(range(n))])
    mean, sd = phis.mean(), phis.std()
    fewest = min(table.shape) - 1
    room = fewest - fewest ** 2 / (n - 1)
    phi = phi_of(table)
    z = norm.ppf(.95)

    def beyond(s):
        return mean + s - phi - z * math.sqrt(sd * sd + 4 * s / (n - 1))

    upper = math.sqrt(brentq(beyond, 0, 1000) / room) if beyond(0) < 0 else 0
    return {"name": name, "blocks": int(n), "phi": phi, "chance": mean, "sd": sd,
            "strength": min(1, math.sqrt(max(0, phi - mean) / room)), "upper": min(1, upper)}


def main():
    rng = np.random.default_rng(5)
    documents = []
    for name, n, r, k in [("two by two", 40, 2, 2), ("six by four", 200, 6, 4), ("sparse", 60, 6, 30),
                          ("sparser", 80, 9, 70), ("wide", 50, 2, 45)]:
        a = rng.integers(0, r, n)
        b = np.where(rng.random(n) < .4, a % k, rng.integers(0, k, n))
        a, b = a.astype(np.int64), b.astype(np.int64)
        a[rng.random(n) < .05] = MISSING
        documents.append(over_documents(name, a, b))
    a = np.repeat(np.arange(5), 6)
    documents.append(over_documents("pairs of texts", a, np.arange(30) // 2))
    blocks = []
    for name, n, per, own in [("one value to a block", 8, 3, 1), ("values within blocks", 8, 4, 0),
                              ("torn blocks", 8, 4, 0)]:
        block = np.repeat(np.arange(n), per)
        topic = block % 3
        if name == "torn blocks":
            topic[::per + 1] = (topic[::per + 1] + 1) % 3
        value = rng.integers(0, 3, n)[block] if own else rng.integers(0, 4, n * per)
        value = np.where(rng.random(n)[block] < .3, topic, value)
        block = block.astype(np.int64)
        if name == "values within blocks":
            block[-1] = MISSING
            value[0] = MISSING
        case = between_blocks(name, value, topic, block)
        case.update(a=value.tolist(), b=topic.tolist(), of_block=block.tolist())
        blocks.append(case)
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "dependence_reference.json")
    with open(path, "w", encoding="utf-8") as out:
        json.dump({"documents": documents, "blocks": blocks}, out)
        out.write("\n")


main()
