#!/usr/bin/python3
"""HITS in numpy on the vectors that hits_bench wrote (STANDFAST_BENCH_DUMP=vectors.bin hits_bench).

usage: OPENBLAS_NUM_THREADS=1 hits.py vectors.bin
Topic of document i is i % 4000. Prints the best of five times and whether the ids are the same."""
import sys
import time

import numpy as np

TOPICS, COLUMNS, CHOSEN = 4000, 384, 70


def hits(x):
    unit = x / np.linalg.norm(x, axis=1, keepdims=True)
    mean = unit.reshape(-1, TOPICS, COLUMNS).mean(axis=0)
    mean /= np.linalg.norm(mean, axis=1, keepdims=True)
    similarity = mean @ mean.T
    chosen = [int(np.argmin(similarity.sum(axis=1) - np.diag(similarity)))]
    total = similarity[chosen[0]].copy()
    highest = total.copy()
    free = np.ones(TOPICS, bool)
    free[chosen[0]] = False
    while len(chosen) < CHOSEN:
        leakage = np.where(free, total / len(chosen) * highest, np.inf)
        best = int(np.argmin(leakage))
        chosen.append(best)
        free[best] = False
        total += similarity[best]
        np.maximum(highest, similarity[best], out=highest)
    return chosen


x = np.fromfile(sys.argv[1], np.float32).reshape(-1, COLUMNS)
times = []
for _ in range(5):
    start = time.process_time()
    chosen = hits(x)
    times.append(time.process_time() - start)
answer = [int(line) for line in open(sys.argv[1] + ".answer")]
print(f"{min(times):.3f} s CPU, same ids: {chosen == answer}")
