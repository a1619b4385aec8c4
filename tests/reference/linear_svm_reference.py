#!/usr/bin/env python3
"""Reference for num/linear/svm and the unmasking curve: tests/reference/linear_svm_small.json.

scikit-learn's LinearSVC (LIBLINEAR) with squared hinge loss, primal, to a tight tolerance. Run from the repository
root: /usr/bin/python3 tests/reference/linear_svm_reference.py
"""
import json

import numpy as np
from sklearn.svm import LinearSVC

rng = np.random.default_rng(11)
cases = []
for rows, columns, c, gap in ((12, 3, 1.0, 0.5), (30, 80, 1.0, 0.2), (40, 5, 10.0, 0.1), (20, 20, 0.01, 1.0)):
    y = np.arange(rows) % 2
    x = np.round(rng.normal(size=(rows, columns)) + gap * y[:, None], 4)
    train = [i for i in range(rows) if i % 5 != 0]
    model = LinearSVC(C=c, loss="squared_hinge", dual=False, tol=1e-12, max_iter=100000, intercept_scaling=1)
    model.fit(x[train], y[train])
    cases.append({"x": x.tolist(), "labels": y.tolist(), "train": train, "c": c, "weights": model.coef_[0].tolist(),
                  "intercept": float(model.intercept_[0]), "decisions": model.decision_function(x).tolist()})
with open("tests/reference/linear_svm_small.json", "w", encoding="utf-8") as out:
    json.dump(cases, out)
    out.write("\n")
