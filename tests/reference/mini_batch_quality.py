#!/usr/bin/python3
"""Inertias of mini-batch k-means over seeds, by scikit-learn and by standfast, on the same vectors; and of k-means on all
points. Figures are in docs/clusters.md.

Run: OMP_NUM_THREADS=1 /usr/bin/python3 tests/reference/mini_batch_quality.py STANDFAST VECTORS.npy [SEEDS]
VECTORS.npy: as `standfast encode corpus.jsonl --encoder lsa --set components=50 --out vectors.npy` makes them. Both programs get
them in float32, because standfast reads a file of float32 in place.
Made with numpy 1.24.2, scikit-learn 1.2.1.
"""
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np
from sklearn.cluster import KMeans, MiniBatchKMeans

warnings.filterwarnings("ignore")
program, path = sys.argv[1:3]
seeds = int(sys.argv[3]) if len(sys.argv) > 3 else 20
points = np.ascontiguousarray(np.load(path), dtype=np.float32)
folder = tempfile.TemporaryDirectory()
path = os.path.join(folder.name, "vectors.npy")
np.save(path, points)


def by_standfast(k, seed, *flags):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([program, "cluster", path, "--k", str(k), "--seed", str(seed), "--jobs", "1", "--json",
                           "--quiet", *flags], capture_output=True, check=True)
    one = json.loads(done.stdout)["clusterings"][0]
    return one["inertia"], one["iterations"], resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def by_sklearn(k, seed):
    start = time.process_time()
    fit = MiniBatchKMeans(k, n_init=3, random_state=seed).fit(points)
    return fit.inertia_, fit.n_steps_, time.process_time() - start


for k in (10, 50):
    best = KMeans(k, n_init=10, random_state=1).fit(points).inertia_
    print(f"k = {k}: {len(points)} x {points.shape[1]}; k-means of all points, best of 10 starts: {best:.6g}")
    ways = {"scikit-learn": by_sklearn}
    for preset in ("scikit-learn", "", "thorough"):
        flags = ["--mini-batch"] + (["--batch-preset", preset] if preset else [])
        ways[f"standfast {preset or '(defaults)'}"] = lambda k, seed, flags=flags: by_standfast(k, seed, *flags)
    for name, way in ways.items():
        found = np.array([way(k, seed) for seed in range(seeds)])
        above = 100 * (found[:, 0] / best - 1)
        print(f"  {name:24} above best, %: median {np.median(above):.2f} (least {above.min():.2f}, "
              f"quartiles {np.quantile(above, .25):.2f} {np.quantile(above, .75):.2f}, most {above.max():.2f}); "
              f"steps {np.median(found[:, 1]):.0f}; {np.median(found[:, 2]):.2f} s CPU")
