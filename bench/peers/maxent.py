"""scikit-learn on the documents of bench/maxent_bench.cc: one multinomial fit, C = 1.

usage: STANDFAST_BENCH_DUMP=problem.bin maxent_bench && OPENBLAS_NUM_THREADS=1 python3 bench/peers/maxent.py problem.bin
"""

import struct
import sys
import time

import numpy as np
from scipy import sparse
from scipy.special import logsumexp
from sklearn.linear_model import LogisticRegression

with open(sys.argv[1], "rb") as file:
    rows, columns, entries, classes = struct.unpack("<4Q", file.read(32))
    begin = np.fromfile(file, np.uint64, rows + 1).astype(np.int32)
    index = np.fromfile(file, np.uint32, entries).astype(np.int32)
    labels = np.fromfile(file, np.uint32, rows)
x = sparse.csr_matrix((np.ones(entries), index, begin), shape=(rows, columns))
start = time.process_time()
model = LogisticRegression(C=1, multi_class="multinomial", solver="lbfgs", tol=1e-4, max_iter=10000).fit(x, labels)
seconds = time.process_time() - start
z = x @ model.coef_.T + model.intercept_
objective = (logsumexp(z, axis=1) - z[np.arange(rows), labels]).sum() + 0.5 * (model.coef_**2).sum()
print(f"one fit: {seconds:.1f} CPU seconds, {columns} features, {model.n_iter_[0]} iterations, objective {objective:.6f}")
