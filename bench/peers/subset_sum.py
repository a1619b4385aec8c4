#!/usr/bin/python3
"""The largest total of clusters within quotas, in Python and numpy, of the counts that subset_sum_bench wrote
(STANDFAST_BENCH_DUMP=counts subset_sum_bench).

usage: subset_sum.py counts.1.txt set    (sums in a set: few of them)
       subset_sum.py counts.6.txt table  (a table of all sums)
Neither walks back to the clusters. Prints the processor time and the total."""
import sys
import time

import numpy as np

TARGETS = (600, 500, 800)


def by_set(counts):
    sums = {(0, 0, 0)}
    for a, b, c in counts:
        sums |= {(x + a, y + b, z + c) for x, y, z in sums
                 if x + a <= TARGETS[0] and y + b <= TARGETS[1] and z + c <= TARGETS[2]}
    return max(map(sum, sums))


def by_table(counts):
    made = np.zeros([target + 1 for target in TARGETS], bool)
    made[0, 0, 0] = True
    for a, b, c in counts:
        if a <= TARGETS[0] and b <= TARGETS[1] and c <= TARGETS[2]:
            made[a:, b:, c:] |= made[:made.shape[0] - a, :made.shape[1] - b, :made.shape[2] - c].copy()
    return max(map(sum, np.argwhere(made)))


counts = [tuple(map(int, line.split())) for line in open(sys.argv[1])]
begin = time.process_time()
best = {"set": by_set, "table": by_table}[sys.argv[2]](counts)
print(f"{sys.argv[2]}: {time.process_time() - begin:.2f} s CPU, total {best}")
