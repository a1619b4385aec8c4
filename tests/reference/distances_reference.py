#!/usr/bin/env python3
"""Reference values for delta, cng and compression with ppm: tests/reference/distances_small.json.

Written from the definitions with numpy and plain dictionaries, not from the program. Run from the repository root:
/usr/bin/python3 tests/reference/distances_reference.py
"""
import collections
import json
import math
import random
import re

import numpy as np

random.seed(20240611)
COMMON = "the of and to a in that it is was for on with as he she at by but not I".split()
RARE = "harbour wheat violin naïve été Ship ships cello storm x1 42 field señor well-known don't".split()


def text(favourite, length):
    words = []
    for _ in range(length):
        pool = COMMON if random.random() < 0.75 else RARE
        words.append(random.choice(favourite) if random.random() < 0.3 else random.choice(pool))
    out = ""
    for w in words:
        out += w + random.choice([" ", " ", " ", ", ", ". ", "\n"])
    return out


texts = [text(random.sample(COMMON, 4), n) for n in (60, 90, 40, 120, 75, 55, 80, 33)]
train, test = texts[:6], texts[4:]  # texts 4 and 5 are on both sides, 6 and 7 are new
pairs = [(i, j) for i in range(len(test)) for j in range(i + 1, len(test))]


# --- delta ---------------------------------------------------------------------------------------------------
def words_of(t):
    return re.findall(r"(?u)\b\w+\b", t.lower())


total = collections.Counter(w for t in train for w in words_of(t))
top = sorted(total, key=lambda w: (-total[w], w))[:25]


def frequencies(ts):
    rows = []
    for t in ts:
        ws = words_of(t)
        c = collections.Counter(ws)
        rows.append([c[w] / len(ws) for w in top])
    return np.array(rows)


f = frequencies(train)
mean, sd = f.mean(axis=0), f.std(axis=0, ddof=1)
z = (frequencies(test) - mean) / sd
n = len(top)
rank_weight = (n - np.arange(1, n + 1) + 1) / n
delta = {
    "burrows": [np.abs(z[i] - z[j]).mean() for i, j in pairs],
    "cosine": [1 - z[i] @ z[j] / math.sqrt((z[i] @ z[i]) * (z[j] @ z[j])) for i, j in pairs],
    "eder": [(rank_weight * np.abs(z[i] - z[j])).mean() for i, j in pairs],
    "quadratic": [np.linalg.norm(z[i] - z[j]) for i, j in pairs],
}


# --- cng -----------------------------------------------------------------------------------------------------
def profile(t, order, length):
    grams = collections.Counter(t[i:i + order] for i in range(len(t) - order + 1))
    kept = sorted(grams, key=lambda g: (-grams[g], g))[:length]
    return {g: grams[g] / sum(grams.values()) for g in kept}


def cng(a, b, target):
    def over(grams):
        return sum(((a.get(g, 0) - b.get(g, 0)) / ((a.get(g, 0) + b.get(g, 0)) / 2)) ** 2 for g in grams)
    return (over(a) + over(b)) / 2 if target else over(set(a) | set(b))


cngs = []
for order, length in ((3, 40), (4, 1000), (1, 7)):
    ps = [profile(t, order, length) for t in test]
    for target in (False, True):
        cngs.append({"n": order, "length": length, "target": target,
                     "distance": [cng(ps[i], ps[j], target) for i, j in pairs]})


# --- adaptive PPMD, order 5, full exclusion --------------------------------------------------------------------
def ppmd_bits(t):
    seen = collections.defaultdict(collections.Counter)
    bits = 0.0
    for i, c in enumerate(t):
        excluded, p = set(), 1.0
        for k in range(min(i, 5), -1, -1):
            counts = {s: m for s, m in seen[t[i - k:i]].items() if s not in excluded}
            if not counts:
                continue
            m, q = sum(counts.values()), len(counts)
            if c in counts:
                p *= (2 * counts[c] - 1) / (2 * m)
                break
            p *= q / (2 * m)
            excluded |= set(counts)
        else:
            p /= 256 - len(excluded)
        bits -= math.log2(p)
        for k in range(min(i, 5) + 1):
            seen[t[i - k:i]][c] += 1
    return bits


size = {t: (1 + ppmd_bits(t)) / 8 for t in test}
both = [((1 + ppmd_bits(test[i] + test[j])) / 8 + (1 + ppmd_bits(test[j] + test[i])) / 8) / 2 for i, j in pairs]
ppm = [[size[test[i]], size[test[j]], b] for (i, j), b in zip(pairs, both)]

with open("tests/reference/distances_small.json", "w", encoding="utf-8") as out:
    json.dump({"train": train, "test": test, "pairs": pairs, "words": 25, "delta": delta, "cng": cngs, "ppm": ppm}, out,
              ensure_ascii=False)
    out.write("\n")
