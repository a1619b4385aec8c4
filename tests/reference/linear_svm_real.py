#!/usr/bin/env python3
"""The objective of linear-svm on a given corpus, by scikit-learn's LinearSVC at two tolerances, for
comparison with
`standfast train CORPUS --model linear-svm --target ROLE --set words=letters --json` (facts: objective).

/usr/bin/python3 tests/reference/linear_svm_real.py docs.jsonl.gz topic
"""
import gzip
import json
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC

path, target = sys.argv[1:3]
with gzip.open(path, "rt", encoding="utf-8") as lines:
    docs = [json.loads(line) for line in lines]
y = np.array([doc[target] for doc in docs])
x = TfidfVectorizer(token_pattern=r"(?u)\b\w+\b").fit_transform(doc["text"] for doc in docs)
print(f"{x.shape[0]} documents, {x.shape[1]} features, {x.nnz} values, {len(set(y))} classes")
for dual, tol in ((True, 1e-4), (False, 1e-10)):
    start, total = time.process_time(), 0
    for name in sorted(set(y)):
        sign = np.where(y == name, 1, -1)
        svm = LinearSVC(C=1, dual=dual, tol=tol, max_iter=100000).fit(x, sign)
        w, b = svm.coef_[0], svm.intercept_[0]
        slack = np.maximum(0, 1 - sign * (x @ w + b))
        total += 0.5 * (w @ w + b * b) + slack @ slack
    print(f"dual={dual} tol={tol}: objective {total!r}, {time.process_time() - start:.1f} s of processor")
