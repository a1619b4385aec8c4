#!/usr/bin/env python3
"""Reference for split meters: tests/reference/split_analyses_small.json.

Word overlap by scikit-learn's CountVectorizer, lengths by scipy's Welch test, divergence by scipy's entropy, label mix by
scipy's chi-square test of tables, MMD and energy distance by scikit-learn's kernels and distances, correlations by scipy.
Run from the repository root:
/usr/bin/python3 tests/reference/split_analyses_reference.py
"""
import json
import random

import numpy as np
from scipy import optimize, stats
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.metrics.pairwise import cosine_similarity, euclidean_distances, rbf_kernel

random.seed(11)
numbers = np.random.default_rng(11)
WORDS = "the of and Red red blue GREEN grey über naïve a1 i o x_y don't re-read".split()
STOP = ["the", "of", "and"]
texts = [" ".join(random.choice(WORDS) for _ in range(random.randint(0, 9))) for _ in range(60)]
texts[7], texts[50] = "", texts[3]
topics = [random.choice("pqr") for _ in texts]
test = sorted(random.sample(range(60), 20))
train = [i for i in range(60) if i not in test]
out = {"texts": texts, "topics": topics, "test": test, "train": train, "stop_words": STOP, "overlap": {}}

for n in (1, 2, 3):
    counts = CountVectorizer(ngram_range=(n, n), stop_words=STOP).fit_transform(texts)
    best = cosine_similarity(counts[test], counts[train]).max(axis=1)
    out["overlap"][str(n)] = {"mean": best.mean(), "sd": best.std(ddof=1), "median": np.median(best), "max": best.max()}

a = np.array([len(texts[i].split()) for i in test], float)
b = np.array([len(texts[i].split()) for i in train], float)
va, vb = a.var(ddof=1) / len(a), b.var(ddof=1) / len(b)
df = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
# stats.t.ppf of scipy 1.10 is right to about 1e-9 only (12.706204736432 for one degree of freedom, where the tangent has
# 12.706204736175). Its tails are right to the last bits, so the quantile is found from them.
t = optimize.brentq(lambda x: 2 * stats.t.sf(x, df) - 0.05, 1, 20, xtol=1e-14, rtol=1e-15)
reach = t * np.sqrt(va + vb)
d = a.mean() - b.mean()
out["lengths"] = {"test-mean": a.mean(), "test-sd": a.std(ddof=1), "train-median": np.median(b), "difference": d,
                  "difference-low": d - reach, "difference-high": d + reach}
share = lambda rows: [sum(topics[i] == t for i in rows) / len(rows) for t in "pqr"]
out["divergence"] = stats.entropy(share(test), share(train))
table = [[sum(topics[i] == t for i in rows) for t in "pqr"] for rows in (test, train)]
found = stats.chi2_contingency(table, correction=False)
out["label_mix"] = {"chi-square": found[0], "chi-square-p": found[1],
                    "total-variation": float(np.abs(np.array(share(test)) - np.array(share(train))).sum() / 2)}

points = numbers.normal(size=(40, 5)) + np.repeat([[0.6], [0]], [15, 25], axis=0)
x, y = points[:15], points[15:]
distances = euclidean_distances(points)
median = np.median(distances[np.triu_indices(40, 1)])
gamma = 1 / (2 * median**2)
kx, ky = rbf_kernel(x, x, gamma), rbf_kernel(y, y, gamma)
mmd2 = ((kx.sum() - 15) / (15 * 14) + (ky.sum() - 25) / (25 * 24) - 2 * rbf_kernel(x, y, gamma).mean())
energy = (2 * distances[:15, 15:].mean() - distances[:15, :15].mean() - distances[15:, 15:].mean())
out["shift"] = {"points": points.tolist(), "tested": 15, "median": median, "mmd2": mmd2, "energy": energy,
                "nearest": np.quantile(distances[:15, 15:].min(axis=1), [0.1, 0.5, 0.9]).tolist()}

properties = numbers.normal(size=(3, 8))
scores = properties[0] * 0.5 + numbers.normal(size=8)
found = [stats.pearsonr(row, scores) for row in properties]
out["correlations"] = {"properties": properties.tolist(), "scores": scores.tolist(),
                       "r": [float(f[0]) for f in found], "p": [float(f[1]) for f in found]}
with open("tests/reference/split_analyses_small.json", "w", encoding="utf-8") as file:
    json.dump(out, file)
    file.write("\n")
