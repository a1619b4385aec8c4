"""The single term in Python, as the released scheme does it: split at ". ", choose a segment, join.

Usage: STANDFAST_BENCH_DUMP=texts.jsonl shortcut_bench --benchmark_filter=single_term/200; python3 shortcut.py texts.jsonl
"""

import json
import random
import re
import sys
import time

texts = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
size = sum(len(text.encode()) for text in texts)
term = re.compile("honestly", re.IGNORECASE)
best = float("inf")
for _ in range(3):
    rng = random.Random(1)
    begin = time.perf_counter()
    planted = []
    for i, text in enumerate(texts):
        text = term.sub("", text)
        if rng.random() < 0.8 * (i % 5) / 4 + 0.1:
            segments = text.split(". ")
            at = rng.randrange(len(segments))
            segments[at] = "honestly, " + segments[at]
            text = ". ".join(segments)
        planted.append(text)
    best = min(best, time.perf_counter() - begin)
assert all(text.replace("honestly, ", "") == old for text, old in zip(planted, texts))
print(f"{len(texts)} documents, {best * 1000:.1f} ms, {size / best / 1e6:.0f} MB/s")
