"""Reference values of tests/model/ppm_verifier_test.cc: logistic regression on the PAN 2020 feature rows.

Usage: ppm_pan20.py DATA  (the folder that holds pan20/); needs scikit-learn.
"""
import gzip
import json
import sys

import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import roc_auc_score

with gzip.open(sys.argv[1] + "/pan20/ppm_features_pan20_small.json.gz", "rt") as file:
    rows = json.load(file)
x, y = np.array(rows["data"]), np.array(rows["labels"])
model = LogisticRegression(C=1, solver="newton-cg", tol=1e-12, max_iter=1000).fit(x, y)
w, b = model.coef_[0], model.intercept_[0]
objective = 0.5 * w @ w + np.logaddexp(0, -(2 * y - 1) * (x @ w + b)).sum()
print("w", w, "b", b, "objective", objective)
for radius in (0.05, 0.01):
    p = model.predict_proba(x)[:, 1]
    p = np.round(np.where((p >= 0.5 - radius) & (p <= 0.5 + radius), 0.5, p), 3)
    print("radius", radius, "open", (p == 0.5).sum(), "auc", roc_auc_score(y, p), "brier", 1 - ((p - y) ** 2).mean())
