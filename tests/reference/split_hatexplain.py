#!/usr/bin/env python3
"""Lengths and divergences of the published random splits of HateXplain, as tests/analysis/split_analyses_test.cc has them.

/usr/bin/python3 tests/reference/split_hatexplain.py FOLDER   (the folder "hate" of the test data)
"""
import collections
import gzip
import json
import math
import sys

folder = sys.argv[1] + "/"
rows = [json.loads(line) for line in gzip.open(folder + "hatexplain_train_test.jsonl.gz", "rt")]
for seed in (22, 42, 62):
    split = json.load(gzip.open(folder + f"hatexplain_random_seed{seed}.json.gz"))
    test, train = split["test"], split["train"]
    words = sum(len(rows[i]["text"].split()) for i in test) / len(test)
    a = collections.Counter(t for i in test for t in set(rows[i]["targets"]))
    b = collections.Counter(t for i in train for t in set(rows[i]["targets"]))
    total = weights = 0
    for t in sorted(set(a) | set(b)):
        p, q, weight = (a[t] + 0.5) / (len(test) + 1), (b[t] + 0.5) / (len(train) + 1), a[t] + b[t]
        total += weight * (p * math.log(p / q) + (1 - p) * math.log((1 - p) / (1 - q)))
        weights += weight
    a, b = (collections.Counter(rows[i]["source"] for i in side) for side in (test, train))
    source = sum(a[x] / len(test) * math.log(a[x] / len(test) / (b[x] / len(train))) for x in a)
    print(seed, words, total / weights, source)
