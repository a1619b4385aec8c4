#!/usr/bin/python3
"""UMAP by umap-learn on a few points: scales, the graph, curves; and scikit-learn's trustworthiness of a map.

Run: /usr/bin/python3 tests/reference/umap_reference.py > tests/reference/umap_reference.json
With the name of a .npy file of vectors it prints instead how well umap-learn preserves the neighbours of its
rows:
  /usr/bin/python3 tests/reference/umap_reference.py vectors.npy 2 10
Made with numpy 1.24.2, scikit-learn 1.2.1, umap-learn 0.5.3.
"""
import json
import sys
import time
import warnings

import numpy as np
from sklearn.manifold import trustworthiness
from sklearn.neighbors import NearestNeighbors

warnings.filterwarnings("ignore")
import umap
from umap.umap_ import find_ab_params, fuzzy_simplicial_set, smooth_knn_dist


def nearest(points, k):
    found = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(points)
    return found.kneighbors(points)


def kept(before, after, k):
    a = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(before).kneighbors(return_distance=False)
    b = NearestNeighbors(n_neighbors=k, algorithm="brute").fit(after).kneighbors(return_distance=False)
    return float(np.mean([len(set(x) & set(y)) / k for x, y in zip(a, b)]))


def measure(file, sizes):
    vectors = np.load(file).astype(np.float32)
    for size in sizes:
        for start in ("spectral", "random"):
            for seed in (1, 2, 3):
                began = time.process_time()
                made = umap.UMAP(n_components=size, init=start, random_state=seed).fit_transform(vectors)
                seconds = time.process_time() - began
                print(f"{len(vectors)} x {vectors.shape[1]} -> {size}, {start}, seed {seed}: trustworthiness "
                      f"{trustworthiness(vectors, made, n_neighbors=15):.4f}, kept {kept(vectors, made, 15):.4f}, "
                      f"{seconds:.1f} s of processor", flush=True)


def small():
    random = np.random.RandomState(4)
    centres = 3 * random.randn(4, 5)
    points = (centres[np.arange(80) % 4] + random.randn(80, 5)).astype(np.float32)
    k = 10
    distances, ids = nearest(points, k)
    distances[:, 0] = 0
    sigmas, rhos = smooth_knn_dist(distances.astype(np.float32), float(k))
    graph = fuzzy_simplicial_set(points, k, np.random.RandomState(1), "euclidean", knn_indices=ids,
                                 knn_dists=distances.astype(np.float32))[0].tocoo()
    flat = points[:, :2] + 0.5 * random.randn(80, 2).astype(np.float32)
    out = {"points": points.astype(float).tolist(), "neighbours": k,
           "nearest": rhos.astype(float).tolist(), "scale": sigmas.astype(float).tolist(),
           "graph": [[int(i), int(j), float(v)] for i, j, v in zip(graph.row, graph.col, graph.data)],
           "curves": [[low, spread, *map(float, find_ab_params(spread, low))]
                      for low, spread in ((0, 1), (.001, 1), (.05, 1), (.1, 1), (.25, 1), (.5, 1), (.1, 2), (.99, 1))],
           "map": flat.astype(float).tolist(),
           "trustworthiness": [[q, float(trustworthiness(points, flat, n_neighbors=q)), kept(points, flat, q)]
                               for q in (1, 5, 15, 30)],
           "trustworthiness_cosine": float(trustworthiness(points, flat, n_neighbors=7, metric="cosine"))}
    json.dump(out, sys.stdout)


if len(sys.argv) > 1:
    measure(sys.argv[1], [int(size) for size in sys.argv[2:]])
else:
    small()
