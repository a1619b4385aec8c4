"""Computes the confidence of the model of a space in the posts that each split tests.

    python3 studies/latent-splits-confidence.py RUN SPACE CORPUS.jsonl.gz...

RUN: folder of a run whose space is a classifier's class scores (maxent); SPACE: folder of its vectors, RUN/artifacts/<key>.
CORPUS: the files of the corpus, in the order of their parts' names. For each split: the mean of the largest probability, the
share of posts whose own class has it, and the share of posts where it is below .6. Needs numpy.
"""
import glob
import gzip
import json
import os
import sys

import numpy as np

run, space = sys.argv[1:3]
label, order = {}, []
for path in sys.argv[3:]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            label[row["id"]] = row["label"]
            order.append(row["id"])
vectors = np.load(space + "/vectors.npy")
with open(space + "/ids.txt", encoding="utf-8") as lines:
    place = {line.rstrip("\n"): k for k, line in enumerate(lines)}
classes = sorted({label[name] for name in place})
own = np.empty(len(place), dtype=int)
for name, k in place.items():
    own[k] = classes.index(label[name])
shares = np.exp(vectors - vectors.max(axis=1, keepdims=True))
shares /= shares.sum(axis=1, keepdims=True)
for path in sorted(glob.glob(run + "/splits/*.json")):
    with open(path, encoding="utf-8") as file:
        test = json.load(file)["folds"][0]["test"]
    rows = []
    for item in test:  # a number, or "first-last"
        first, last = (item, item) if isinstance(item, int) else map(int, item.split("-"))
        rows += range(first, last + 1)
    chosen = [place[order[row]] for row in rows if order[row] in place]
    top = shares[chosen].max(axis=1)
    right = (shares[chosen].argmax(axis=1) == own[chosen]).mean()
    print(f"{os.path.basename(path)}: {len(chosen)} posts, mean {top.mean():.3f}, right {right:.3f}, "
          f"below .6 {(top < 0.6).mean():.3f}")
