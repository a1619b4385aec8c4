#!/usr/bin/python3
"""Least similarity between k parts, and between sides of two dimensions, by scipy.optimize.milp (HiGHS).

parts: x_ip = 1, cluster i is in part p. s_ijp <= x_ip, s_ijp <= x_jp: both are in p. Minimise the sum of
weight_ij (1 - sum_p s_ijp) within bounds on the documents and on the documents of each class, for each part.

sides: x_i, y_g = 1, the cluster or group is on the test side. e_ij >= |x_i - x_j|: the pair is cut. Of each cell (cluster,
group, documents) t = 1 if both are on the test side, r = 1 if neither is. Minimise the sum of weight_ij e_ij and
loss x documents (1 - t - r), with the tested documents T between floor(low K) and ceil(high K), K of them not lost.

Weights are whole numbers, so the minimum is a whole number, too.
Made with scipy 1.10.1: python3 least_parts_reference.py > least_parts_reference.json
"""
import json
import math
import random

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp


class Program:
    def __init__(self):
        self.cost, self.whole, self.rows = [], [], []

    def variable(self, cost=0.0, whole=False):
        self.cost.append(cost)
        self.whole.append(int(whole))
        return len(self.cost) - 1

    def add(self, entries, low, high):
        self.rows.append((entries, low, high))

    def least(self, constant=0):
        matrix = np.zeros((len(self.rows), len(self.cost)))
        for r, (entries, _, _) in enumerate(self.rows):
            for at, value in entries:
                matrix[r, at] += value
        limits = LinearConstraint(matrix, [low for _, low, _ in self.rows], [high for _, _, high in self.rows])
        done = milp(np.array(self.cost), constraints=limits, bounds=Bounds(0, 1), integrality=np.array(self.whole),
                    options={"mip_rel_gap": 0})
        assert done.status == 0, done.message
        return round(done.fun + constant)


def weights(draw, k, groups):
    weight = [[draw.randrange(0, 1000) if i % groups == j % groups else draw.randrange(0, 300) for j in range(k)]
              for i in range(k)]
    return [[weight[max(i, j)][min(i, j)] for j in range(k)] for i in range(k)]


def parts_case(seed, k, parts, groups):
    draw = random.Random(seed)
    counts = [[draw.randrange(0, 12), draw.randrange(1, 10)] for _ in range(k)]
    of = [sum(c[i] for c in counts) for i in range(2)]

    def around(n, slack):
        return [math.floor(n / parts * (1 - slack)), math.ceil(n / parts * (1 + slack))]

    case = {"parts": parts, "weight": weights(draw, k, groups), "counts": counts, "all": around(sum(of), 0.1),
            "of_class": [around(n, 0.3) for n in of]}
    program = Program()
    x = [[program.variable(whole=True) for _ in range(parts)] for _ in range(k)]
    for i in range(k):
        program.add([(x[i][p], 1) for p in range(parts)], 1, 1)
    constant = 0
    for i in range(k):
        for j in range(i):
            w = case["weight"][i][j]
            constant += w
            for p in range(parts):
                both = program.variable(-w)
                program.add([(both, 1), (x[i][p], -1)], -np.inf, 0)
                program.add([(both, 1), (x[j][p], -1)], -np.inf, 0)
    for p in range(parts):
        program.add([(x[i][p], sum(counts[i])) for i in range(k)], *case["all"])
        for c in range(2):
            program.add([(x[i][p], counts[i][c]) for i in range(k)], *case["of_class"][c])
    case["least"] = program.least(constant)
    return case


def sides_case(seed, k, groups, loss):
    draw = random.Random(seed)
    cells = []
    for i in range(k):
        for g in range(groups):
            if i % groups == g or draw.random() < 0.3:
                cells.append([i, g, draw.randrange(5, 30) if i % groups == g else draw.randrange(1, 6)])
    case = {"weight": weights(draw, k, 3), "cells": cells, "groups": groups, "loss": loss, "share": 250_000,
            "slack": 100_000}
    program = Program()
    x = [program.variable(whole=True) for _ in range(k)]
    y = [program.variable(whole=True) for _ in range(groups)]
    for i in range(k):
        for j in range(i):
            cut = program.variable(case["weight"][i][j])
            program.add([(cut, 1), (x[i], -1), (x[j], 1)], 0, np.inf)
            program.add([(cut, 1), (x[i], 1), (x[j], -1)], 0, np.inf)
    tested, trained, constant = [], [], 0
    for i, g, n in cells:
        constant += loss * n
        t, r = program.variable(-loss * n), program.variable(-loss * n)
        program.add([(t, 1), (x[i], -1)], -np.inf, 0)
        program.add([(t, 1), (y[g], -1)], -np.inf, 0)
        program.add([(t, 1), (x[i], -1), (y[g], -1)], -1, np.inf)
        program.add([(r, 1), (x[i], 1)], -np.inf, 1)
        program.add([(r, 1), (y[g], 1)], -np.inf, 1)
        program.add([(r, 1), (x[i], 1), (y[g], 1)], 1, np.inf)
        tested.append((t, n))
        trained.append((r, n))
    share, slack = case["share"] / 1e6, case["slack"] / 1e6
    low, high = share * (1 - slack), share * (1 + slack)
    # For whole numbers, T >= floor(low K) is T > low K - 1, and T <= ceil(high K) is T < high K + 1.
    near = 1 - 1e-6
    program.add([(t, (1 - low) * n) for t, n in tested] + [(r, -low * n) for r, n in trained], -near, np.inf)
    program.add([(t, (1 - high) * n) for t, n in tested] + [(r, -high * n) for r, n in trained], -np.inf, near)
    program.add(tested, 1, np.inf)
    program.add(trained, 1, np.inf)
    case["least"] = program.least(constant)
    return case


parts = [parts_case(*given) for given in [(1, 10, 2, 2), (2, 10, 3, 3), (3, 12, 3, 3), (4, 12, 4, 4), (5, 14, 2, 2),
                                          (6, 11, 3, 1)]]
sides = [sides_case(*given) for given in [(1, 8, 4, 20), (2, 10, 5, 40), (3, 10, 6, 10), (4, 12, 5, 60), (5, 12, 8, 30)]]
lines = [f'"{name}": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]"
         for name, cases in (("parts", parts), ("sides", sides))]
print("{\n" + ",\n".join(lines) + "\n}")
