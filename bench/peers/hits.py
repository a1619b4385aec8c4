#!/usr/bin/python3
"""HITS in numpy and scipy on the vectors that hits_bench wrote (STANDFAST_BENCH_DUMP=vectors.bin hits_bench).

usage: OPENBLAS_NUM_THREADS=1 hits.py vectors.bin
Topic of document i is i % 4000. Prints the best of five times and whether the ids are the same."""
import sys
import time

import numpy as np
import scipy.sparse

TOPICS, COLUMNS, CHOSEN = 4000, 384, 70


def hits(x):
    # Lengths and means without a copy of x: one product with a sparse matrix of weights.
    length = np.sqrt(np.einsum("ij,ij->i", x, x))
    document = np.arange(len(x))
    weights = scipy.sparse.csr_matrix((1 / length, (document % TOPICS, document)), dtype=np.float32)
    mean = weights @ x
    mean /= np.linalg.norm(mean, axis=1, keepdims=True)
    # The sum of similarities to all topics, and single rows of similarities: no 4000 x 4000 product is
    # needed.
    chosen = [int(np.argmin(mean @ mean.sum(axis=0)))]
    total = mean @ mean[chosen[0]]
    highest = total.copy()
    free = np.ones(TOPICS, bool)
    free[chosen[0]] = False
    while len(chosen) < CHOSEN:
        leakage = np.where(free, total / len(chosen) * highest, np.inf)
        best = int(np.argmin(leakage))
        chosen.append(best)
        free[best] = False
        row = mean @ mean[best]
        total += row
        np.maximum(highest, row, out=highest)
    return chosen


x = np.fromfile(sys.argv[1], np.float32).reshape(-1, COLUMNS)
times = []
for _ in range(5):
    start = time.process_time()
    chosen = hits(x)
    times.append(time.process_time() - start)
answer = [int(line) for line in open(sys.argv[1] + ".answer")]
print(f"{min(times):.3f} s CPU, same ids: {chosen == answer}")
