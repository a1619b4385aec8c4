"""scikit-learn on the comments of bench/scan_bench.cc: which words go with a label (CountVectorizer, chi2).

chi2 is an approximation and has no correction for many tests, no groups and no halves; so this is the least of a scan.
usage: STANDFAST_BENCH_DUMP=texts.jsonl build/bench/bench/scan_bench && python3 bench/peers/scan.py texts.jsonl
"""

import json
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.feature_selection import chi2

rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
texts, labels = [row["text"] for row in rows], np.array([row["label"] for row in rows])
size = sum(len(text.encode()) for text in texts) / 1e6
for longest in (1, 3):
    begin = time.process_time()
    vectorizer = CountVectorizer(binary=True, min_df=10, ngram_range=(1, longest), token_pattern=r"(?u)\w+")
    counts = vectorizer.fit_transform(texts)
    statistic, p = chi2(counts, labels)
    seconds = time.process_time() - begin
    assert vectorizer.get_feature_names_out()[np.argmax(statistic)] == "zweifellos"
    print(f"up to {longest} words: {seconds:.2f} CPU seconds for {size:.1f} MB, {size / seconds:.2f} MB/s, {len(p)} cues")
