"""scikit-learn on the documents of bench/maxent_bench.cc: a multinomial fit, C = 1, and folds that start from it.

usage: STANDFAST_BENCH_DUMP=problem.bin maxent_bench
       OPENBLAS_NUM_THREADS=1 python3 bench/peers/maxent.py problem.bin [ITERATIONS [EVERY]]

ITERATIONS: at most so many (default 10000). EVERY: after the fit on all, every so-manieth of the folds that the benchmark
has (one a topic, then ten of each tenth document), by warm_start from the weights of the fit on all.
"""

import struct
import sys
import time
import warnings

import numpy as np
from scipy import sparse
from scipy.special import logsumexp
from sklearn.linear_model import LogisticRegression

warnings.filterwarnings("ignore")
with open(sys.argv[1], "rb") as file:
    rows, columns, entries, classes = struct.unpack("<4Q", file.read(32))
    begin = np.fromfile(file, np.uint64, rows + 1).astype(np.int32)
    index = np.fromfile(file, np.uint32, entries).astype(np.int32)
    labels = np.fromfile(file, np.uint32, rows)
    topics = np.fromfile(file, np.uint32, rows)
x = sparse.csr_matrix((np.ones(entries), index, begin), shape=(rows, columns))
iterations = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
every = int(sys.argv[3]) if len(sys.argv) > 3 else 0


def fit(model, x, y):
    """CPU seconds and the objective."""
    start = time.process_time()
    model.fit(x, y)
    seconds = time.process_time() - start
    z = x @ model.coef_.T + model.intercept_
    return seconds, (logsumexp(z, axis=1) - z[np.arange(len(y)), y]).sum() + 0.5 * (model.coef_**2).sum()


model = LogisticRegression(C=1, solver="lbfgs", tol=1e-4, max_iter=iterations, warm_start=True)
seconds, objective = fit(model, x, labels)
print(f"one fit: {seconds:.1f} CPU seconds, {columns} features, {model.n_iter_[0]} iterations, objective {objective:.6f}")
if every:
    weights, bias, total, both = model.coef_.copy(), model.intercept_.copy(), 0.0, 0.0
    count = int(topics.max()) + 1
    folds = range(0, count + 10, every)
    for f in folds:
        keep = topics != f if f < count else np.arange(rows) % 10 != f - count
        model.coef_, model.intercept_ = weights.copy(), bias.copy()
        seconds, objective = fit(model, x[keep], labels[keep])
        print(f"fold {f}: {seconds:.1f} CPU seconds, {model.n_iter_[0]} iterations, objective {objective:.6f}", flush=True)
        total, both = total + seconds, both + objective
    print(f"{len(folds)} of {count + 10} folds: {total:.1f} CPU seconds, sum of objectives {both:.6f}")
