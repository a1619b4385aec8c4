#!/usr/bin/python3
"""k-means in scikit-learn on the vectors that k_means_bench wrote (STANDFAST_BENCH_DUMP=vectors.bin k_means_bench
--benchmark_filter=whole/numbers:50/threads:1/step:8), with the same k and starts.

usage: OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 k_means.py vectors.bin
Prints the time of one sweep, and for each k by how much the inertia of k_means_bench is above that of scikit-learn."""
import sys
import time

import numpy as np
from sklearn.cluster import KMeans

lines = [line.split() for line in open(sys.argv[1] + ".answer")]
columns, starts = int(lines[0][0]), int(lines[0][1])
answer = [(int(k), float(inertia)) for k, inertia in lines[1:]]
x = np.fromfile(sys.argv[1], np.float32).reshape(-1, columns)
start = time.process_time()
inertias = [KMeans(k, n_init=starts, random_state=1, algorithm="lloyd").fit(x).inertia_ for k, _ in answer]
print(f"{time.process_time() - start:.2f} s CPU")
for (k, own), peer in zip(answer, inertias):
    print(f"k {k}: inertia {own:.1f}, {100 * (own / peer - 1):+.3f} % of scikit-learn's")
