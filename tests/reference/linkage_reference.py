#!/usr/bin/python3
"""Reference values for tests/cluster/linkage_test.cc, from scipy.cluster.hierarchy.

Run: /usr/bin/python3 tests/reference/linkage_reference.py > tests/reference/linkage_reference.json
Made with numpy 1.24.2, scipy 1.10.1.
"""
import json

import numpy as np
from scipy.cluster.hierarchy import leaves_list, linkage
from scipy.spatial.distance import squareform


def main():
    rng = np.random.default_rng(8)
    cases = []
    for n, rounded in ((2, False), (3, False), (7, False), (25, False), (40, True)):
        x = rng.random((n, 6))
        unit = x / np.linalg.norm(x, axis=1)[:, None]
        d = np.round(1 - unit @ unit.T, 2 if rounded else 12)
        d = (d + d.T) / 2
        np.fill_diagonal(d, 0)
        z = linkage(squareform(d), "average")
        cases.append({"n": n, "distances": d.ravel().tolist(), "joins": z.tolist(), "leaves": leaves_list(z).tolist()})
    print(json.dumps(cases))


main()
