"""scikit-learn on the text of bench/tfidf_bench.cc: fit and transform of 3,000 character 4-grams.

usage: STANDFAST_BENCH_DUMP=texts.jsonl build/bench/bench/tfidf_bench && python3 bench/peers/tfidf.py texts.jsonl
"""

import json
import sys
import time

from sklearn.feature_extraction.text import TfidfVectorizer

texts = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
size = sum(len(t.encode()) for t in texts) / 1e6
vectorizer = TfidfVectorizer(analyzer="char", ngram_range=(4, 4), max_features=3000)
for name, work in (("fit", vectorizer.fit), ("transform", vectorizer.transform)):
    begin = time.process_time()
    work(texts)
    seconds = time.process_time() - begin
    print(f"{name}: {seconds:.2f} CPU seconds for {size:.1f} MB, {size / seconds:.2f} MB/s")
