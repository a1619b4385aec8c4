#!/usr/bin/python3
"""Reference values of k-means by scikit-learn on Fisher's irises: from given starts, and the least inertia of
many starts.

Run: /usr/bin/python3 tests/reference/k_means_reference.py > tests/reference/k_means_reference.json
Made with numpy 1.24.2, scikit-learn 1.2.1.
"""
import json
import sys
import warnings

import numpy as np
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris

warnings.filterwarnings("ignore")
# Measures of irises are whole millimetres, so many distances tie; a little noise breaks the ties.
points = (load_iris().data + 0.02 * np.random.RandomState(3).randn(150, 4)).astype(np.float32)
out = {"points": points.astype(float).tolist(), "from_start": [], "best": []}
random = np.random.RandomState(5)
for k in (2, 3, 5, 8, 13):
    for _ in range(4):
        start = np.sort(random.choice(len(points), k, replace=False))
        if len(np.unique(points[start], axis=0)) < k:
            continue
        fit = KMeans(k, init=points[start], n_init=1, algorithm="lloyd", tol=0, max_iter=300).fit(points)
        out["from_start"].append({"start": start.tolist(), "labels": fit.labels_.tolist(),
                                  "inertia": float(fit.inertia_), "iterations": int(fit.n_iter_)})
    fit = KMeans(k, n_init=100, random_state=1).fit(points)
    out["best"].append({"k": k, "inertia": float(fit.inertia_)})
json.dump(out, sys.stdout)
