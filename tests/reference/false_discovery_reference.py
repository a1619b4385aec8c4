#!/usr/bin/python3
"""Reference values for tests/metric/multiple_tests_test.cc, from scipy and statsmodels.

Run: /usr/bin/python3 tests/reference/false_discovery_reference.py > tests/reference/false_discovery_reference.json
"""
import json

import numpy as np
from scipy import stats
from statsmodels.stats.multitest import multipletests

rng = np.random.default_rng(13)


def adjusted(p):
    return {"p": list(p), "bh": list(multipletests(p, method="fdr_bh")[1]),
            "by": list(multipletests(p, method="fdr_by")[1])}


def two_sided(hits, marked, drawn, all_):
    """Returns twice the tail on the side of the expectation where the number lies."""
    law = stats.hypergeom(all_, marked, drawn)
    tail = law.sf(hits - 1) if hits * all_ >= marked * drawn else law.cdf(hits)
    return min(1.0, 2 * float(tail))


tables = []
for _ in range(60):
    all_ = int(rng.integers(2, 400))
    marked, drawn = (int(x) for x in rng.integers(0, all_ + 1, 2))
    low, high = max(0, marked + drawn - all_), min(marked, drawn)
    hits = int(rng.integers(low, high + 1))
    tables.append({"hits": hits, "marked": marked, "drawn": drawn, "all": all_,
                   "p": two_sided(hits, marked, drawn, all_)})
for hits, marked, drawn, all_ in [(900, 1000, 5341, 17305), (10, 10, 5341, 17305), (0, 40, 7032, 17305)]:
    tables.append({"hits": hits, "marked": marked, "drawn": drawn, "all": all_,
                   "p": two_sided(hits, marked, drawn, all_)})

signs = [{"more": m, "fewer": f, "p": float(stats.binomtest(m, m + f, 0.5, alternative="greater").pvalue)}
         for m, f in [(1, 0), (3, 5), (12, 4), (60, 40), (700, 20), (5, 5)]]

print(json.dumps({
    "adjusted": [adjusted(rng.uniform(size=1)), adjusted(rng.uniform(size=40) ** 3),
                 adjusted(np.repeat(rng.uniform(size=10) ** 2, 3)), adjusted(np.ones(5)),
                 adjusted(np.append(np.zeros(3), rng.uniform(size=20)))],
    "tables": tables, "signs": signs}, indent=1))
