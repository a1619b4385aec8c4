"""scikit-learn on the text of bench/encoders_bench.cc: NMF and LDA with the same settings, one thread.

usage: STANDFAST_BENCH_DUMP=texts.jsonl build/bench/bench/encoders_bench && python3 bench/peers/encoders.py texts.jsonl
"""

import os

for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[name] = "1"

import json
import sys
import time
import warnings

import numpy as np
from sklearn.decomposition import NMF, LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

warnings.simplefilter("ignore")
limits = {"max_features": 5000, "min_df": 2, "max_df": 0.5}
texts = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]


def timed(work):
    begin = time.process_time()
    result = work()
    return result, time.process_time() - begin


x = TfidfVectorizer(**limits).fit_transform(texts)
model = NMF(50, init="random", max_iter=50, tol=0, random_state=0)
_, seconds = timed(lambda: model.fit(x))
error = model.reconstruction_err_ / np.sqrt((x.data**2).sum())
print(f"nmf: {seconds:.2f} CPU seconds for {x.shape[0]} documents, 50 iterations; relative error {error:.5f}")

x = CountVectorizer(binary=True, **limits).fit_transform(texts[::3])
model = LatentDirichletAllocation(50, max_iter=5, random_state=0)
mixtures, seconds = timed(lambda: model.fit(x).transform(x))
words = model.components_ / model.components_.sum(axis=1, keepdims=True)
entries = x.tocoo()
p = np.einsum("ik,ik->i", mixtures[entries.row], words[:, entries.col].T)
print(f"lda: {seconds:.2f} CPU seconds for {x.shape[0]} documents, 5 iterations and the proportions; "
      f"plug-in perplexity {np.exp(-np.mean(np.log(p))):.1f}")
