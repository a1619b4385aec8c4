#!/usr/bin/python3
"""Least cuts by scipy.optimize.milp (HiGHS), with too many clusters for an exhaustive search of subsets.

x_i: cluster i is tested. y_ij >= |x_i - x_j|: the pair is cut. Minimise the sum of weight_ij y_ij within bounds on
the documents and on the documents of each class. Weights are whole numbers, so the minimum is a whole number, too.
Made with scipy 1.10.1: python3 least_cut_reference.py > least_cut_reference.json
"""
import json
import math
import random

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp


def problem(seed, k, groups):
    draw = random.Random(seed)
    counts = [[draw.randrange(0, 12), draw.randrange(1, 10)] for _ in range(k)]
    weight = [[draw.randrange(0, 1000) if i % groups == j % groups else draw.randrange(0, 300) for j in range(k)]
              for i in range(k)]
    weight = [[weight[max(i, j)][min(i, j)] for j in range(k)] for i in range(k)]

    def around(n, slack):
        return [math.floor(0.25 * n * (1 - slack)), math.ceil(0.25 * n * (1 + slack))]

    of = [sum(c[i] for c in counts) for i in range(2)]
    return {"weight": weight, "counts": counts, "all": around(sum(of), 0.05), "of_class": [around(n, 0.1) for n in of]}


def least(p):
    k = len(p["counts"])
    pairs = [(i, j) for i in range(k) for j in range(i)]
    n = k + len(pairs)
    rows, low, high = [], [], []

    def add(entries, a, b):
        row = np.zeros(n)
        for at, value in entries:
            row[at] += value
        rows.append(row)
        low.append(a)
        high.append(b)

    for e, (i, j) in enumerate(pairs):
        add([(k + e, 1), (i, -1), (j, 1)], 0, np.inf)
        add([(k + e, 1), (i, 1), (j, -1)], 0, np.inf)
    add([(i, sum(c)) for i, c in enumerate(p["counts"])], *p["all"])
    for c, bounds in enumerate(p["of_class"]):
        add([(i, of[c]) for i, of in enumerate(p["counts"])], *bounds)
    cost = np.concatenate([np.zeros(k), [p["weight"][i][j] for i, j in pairs]])
    done = milp(cost, constraints=LinearConstraint(np.array(rows), low, high), bounds=Bounds(0, 1),
                integrality=np.concatenate([np.ones(k), np.zeros(len(pairs))]), options={"mip_rel_gap": 0})
    assert done.status in (0, 2), done.message
    return None if done.status == 2 else round(done.fun)


cases = []
for seed, k, groups in [(1, 16, 1), (2, 16, 3), (3, 18, 2), (4, 18, 5), (5, 20, 3), (6, 20, 4), (7, 22, 5)]:
    case = problem(seed, k, groups)
    case["least"] = least(case)
    cases.append(case)
lines = ",\n".join(json.dumps(case) for case in cases)
print("[\n" + lines + "\n]")
