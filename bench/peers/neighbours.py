#!/usr/bin/python3
"""Exact nearest neighbours by cosine, in scikit-learn and in numpy, of the vectors that neighbours_bench wrote
(STANDFAST_BENCH_DUMP=vectors.bin neighbours_bench).

usage: OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 neighbours.py vectors.bin
Prints the best of three times of each, and how many neighbours are the same."""
import sys
import time

import numpy as np
from sklearn.neighbors import NearestNeighbors

COLUMNS, NEIGHBOURS, BLOCK = 768, 15, 1000


def by_sklearn(x):
    model = NearestNeighbors(n_neighbors=NEIGHBOURS, algorithm="brute", metric="cosine").fit(x)
    return model.kneighbors(return_distance=False)


def by_numpy(x):
    """A product block by block, and a partition."""
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    out = np.empty((len(x), NEIGHBOURS), np.int64)
    for begin in range(0, len(x), BLOCK):
        similarity = unit[begin:begin + BLOCK] @ unit.T
        row = np.arange(len(similarity))
        similarity[row, begin + row] = -2
        best = np.argpartition(-similarity, NEIGHBOURS, axis=1)[:, :NEIGHBOURS]
        order = np.argsort(-np.take_along_axis(similarity, best, axis=1), axis=1)
        out[begin:begin + BLOCK] = np.take_along_axis(best, order, axis=1)
    return out


x = np.fromfile(sys.argv[1], np.float32).reshape(-1, COLUMNS)
answer = np.fromfile(sys.argv[1] + ".answer", np.uint32).reshape(-1, NEIGHBOURS)
for name, peer in [("scikit-learn", by_sklearn), ("numpy", by_numpy)]:
    times = []
    for _ in range(3):
        start = time.process_time()
        found = peer(x)
        times.append(time.process_time() - start)
    same = np.mean([len(set(a) & set(b)) for a, b in zip(found, answer)]) / NEIGHBOURS
    print(f"{name}: {min(times):.2f} s CPU, {100 * same:.4f} % of the neighbours are the same")
