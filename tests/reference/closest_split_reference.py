#!/usr/bin/env python3
"""Reference for Closest-Split, written from its description (Zuefle, Dankers, Titov 2023), with numpy alone.

Given: vectors, classes and one clustering (no k-means here). Writes closest_split_small.json: inputs, and for each
combination of switches the clusters in the order in which they are tested and the documents that fill the test side.

    python3 tests/reference/closest_split_reference.py > tests/reference/closest_split_small.json
"""
import json

import numpy as np


def cosine(a, b):
    lengths = np.linalg.norm(a) * np.linalg.norm(b)
    return float(a @ b / lengths) if lengths > 0 else 0.0


def grow(centres, counts, quotas, start, growth):
    k = len(centres)
    if start == "other-centres":
        like = [np.mean([cosine(centres[a], centres[b]) for b in range(k) if b != a]) for a in range(k)]
    else:
        weights = counts.sum(1) if start == "weighted-mean" else np.ones(k)
        mean = np.average(centres, axis=0, weights=weights)
        like = [cosine(c, mean) for c in centres]
    first = next((j for j in np.argsort(like, kind="stable") if (counts[j] <= quotas).all()), None)
    if first is None:
        return []
    test, total, refused = [int(first)], counts[first].copy(), set()
    while True:
        rest = [j for j in range(k) if j not in test and j not in refused]
        if not rest:
            return test
        near = {j: max(cosine(centres[j], centres[i]) for i in test) for j in rest}
        nearest = max(rest, key=lambda j: (near[j], -j))
        if (total + counts[nearest] <= quotas).all():
            test.append(nearest)
            total = total + counts[nearest]
        elif growth == "stop":
            return test
        else:
            refused.add(nearest)


def complete(vectors, classes, cluster_of, centres, test, gaps, completion):
    tested = [i for i in range(len(vectors)) if cluster_of[i] in test]
    free = [i for i in range(len(vectors)) if cluster_of[i] not in test]
    gaps, added = list(gaps), []
    if completion == "updated-mean":
        while sum(gaps) > 0:
            mean = vectors[tested + added].mean(0)
            wanted = [i for i in free if i not in added and gaps[classes[i]] > 0]
            best = max(wanted, key=lambda i: (cosine(vectors[i], mean), -i))
            gaps[classes[best]] -= 1
            added.append(best)
        return sorted(added)
    mean = vectors[tested].mean(0)
    near = {
        i: cosine(vectors[i], mean) if completion == "test-mean" else max(cosine(vectors[i], centres[j]) for j in test)
        for i in free
    }
    for c, gap in enumerate(gaps):
        of_class = sorted((i for i in free if classes[i] == c), key=lambda i: (-near[i], i))
        added += of_class[:gap]
    return sorted(added)


def main():
    rng = np.random.RandomState(263)
    k, columns, n = 9, 4, 120
    points = rng.normal(size=(k, columns)) * 2
    cluster_of = rng.randint(k, size=n)
    vectors = (points[cluster_of] + rng.normal(size=(n, columns))).round(3)
    classes = rng.choice(3, size=n, p=[0.25, 0.35, 0.4])
    centres = np.array([vectors[cluster_of == j].mean(0) for j in range(k)])
    counts = np.array([[int(((cluster_of == j) & (classes == c)).sum()) for c in range(3)] for j in range(k)])
    quotas = np.array([12, 15, 18])
    cases = []
    for start in ("mean-of-centres", "weighted-mean", "other-centres"):
        for growth in ("stop", "skip-misfits"):
            test = grow(centres, counts, quotas, start, growth)
            gaps = quotas - counts[test].sum(0)
            for completion in ("test-mean", "nearest-centroid", "updated-mean"):
                cases.append({
                    "start": start, "growth": growth, "completion": completion, "clusters": test,
                    "added": complete(vectors, classes, cluster_of, centres, test, gaps, completion)})
    print(json.dumps({
        "vectors": vectors.tolist(), "classes": classes.tolist(), "cluster_of": cluster_of.tolist(), "clusters": k,
        "quotas": quotas.tolist(), "cases": cases}, separators=(",", ":")).replace("},{", "},\n{"))


if __name__ == "__main__":
    main()
