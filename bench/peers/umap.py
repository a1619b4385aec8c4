"""umap-learn on the vectors of bench/umap_bench.cc, one thread, with a seed: seconds with and without the neighbours.

usage: STANDFAST_BENCH_DUMP=vectors.npy build/bench/bench/umap_bench && python3 bench/peers/umap.py vectors.npy 2 50
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

import sys
import time
import warnings

sys.path.pop(0)  # this file has the name of the package

import numpy as np

warnings.simplefilter("ignore")
import umap
from umap.umap_ import nearest_neighbors

vectors = np.load(sys.argv[1]).astype(np.float32)
few = vectors[:600]
umap.UMAP(random_state=1, n_epochs=5).fit(few)  # compiles


def quality(before, after, k=15):
    """Trustworthiness and the share of the k nearest that are kept, by blocks of rows."""
    n, strangers, kept = len(before), 0, 0
    squares, map_squares = (before**2).sum(1), (after**2).sum(1)
    for begin in range(0, n, 500):
        rows = np.arange(begin, min(n, begin + 500))
        far = squares[rows, None] + squares[None] - 2 * before[rows] @ before.T
        near = map_squares[rows, None] + map_squares[None] - 2 * after[rows] @ after.T
        far[np.arange(len(rows)), rows] = np.inf
        near[np.arange(len(rows)), rows] = np.inf
        rank = np.empty(far.shape, dtype=np.int64)
        rank[np.arange(len(rows))[:, None], np.argsort(far, 1)] = np.arange(1, n + 1)[None]
        nearest = np.argpartition(near, k, 1)[:, :k]
        ranks = np.take_along_axis(rank, nearest, 1)
        strangers += np.maximum(ranks - k, 0).sum()
        kept += (ranks <= k).sum()
    return 1 - 2 / (n * k * (2 * n - 3 * k - 1)) * strangers, kept / (n * k)


begin = time.process_time()
known = nearest_neighbors(vectors, 15, "euclidean", {}, False, np.random.RandomState(1))
print(f"neighbours: {time.process_time() - begin:.2f} CPU seconds")
for size in [int(size) for size in sys.argv[2:]]:
    begin = time.process_time()
    made = umap.UMAP(n_components=size, random_state=1, precomputed_knn=known).fit_transform(vectors)
    seconds = time.process_time() - begin
    trust, kept = quality(vectors.astype(np.float64), made.astype(np.float64))
    print(f"to {size}: {seconds:.2f} CPU seconds after neighbours; trustworthiness {trust:.4f}, kept {kept:.4f}",
          flush=True)
