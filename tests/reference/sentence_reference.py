"""Comparison of the vectors of `standfast encode --encoder sentence` with the vectors of
sentence-transformers.

    standfast encode posts.jsonl --encoder sentence --set checkpoint=MODEL --out posts.npy
    python3 tests/reference/sentence_reference.py MODEL posts.jsonl posts.npy

Prints the largest difference of a number and the largest difference of a cosine from 1. Needs numpy and
sentence-transformers.
"""
import gzip
import json
import sys

import numpy as np
from sentence_transformers import SentenceTransformer

folder, corpus, ours = sys.argv[1:4]
with (gzip.open if corpus.endswith(".gz") else open)(corpus, "rt", encoding="utf-8") as lines:
    texts = [json.loads(line)["text"] for line in lines]
theirs = SentenceTransformer(folder).encode(texts, batch_size=32, show_progress_bar=False)
ours = np.load(ours)
print(f"{len(texts)} texts, {ours.shape[1]} numbers")
print(f"largest difference {np.abs(ours - theirs).max():.2e}, "
      f"of a cosine from 1 {np.abs(1 - (ours * theirs).sum(1) / np.linalg.norm(theirs, axis=1)).max():.2e}")
