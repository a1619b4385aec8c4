"""The order-5 model of the `ppm` verifier with Python dictionaries, on the input of bench/ppm_bench.cc.

Usage: ppm.py [DOCS.jsonl.gz]; prints pairs a second (both directions) and the sum of bits per character.
"""
import gzip
import json
import math
import os
import sys
import time

ORDER, LENGTH, PAIRS = 5, 20_000, 20


def model_of(text):
    counts, totals = {}, {}
    for i, c in enumerate(text):
        for k in range(min(i, ORDER) + 1):
            gram, context = text[i - k:i + 1], text[i - k:i]
            counts[gram] = counts.get(gram, 0) + 1
            totals[context] = totals.get(context, 0) + 1
    return counts, totals


def cross_entropy(model, text):
    counts, totals = model
    bits = 0.0
    for i in range(len(text)):
        for k in range(min(i, ORDER), -1, -1):
            count = counts.get(text[i - k:i + 1])
            if count is not None:
                bits -= math.log2(count / totals[text[i - k:i]])
                break
        else:
            bits += 8
    return bits / len(text)


def main():
    root = os.environ.get("STANDFAST_TEST_DATA", "../shared/data")
    path = sys.argv[1] if len(sys.argv) > 1 else root + "/authorship/english_novels_100/docs.jsonl.gz"
    novels = {}
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            document = json.loads(line)
            novels[document["topic"]] = novels.get(document["topic"], "") + document["text"]
    texts = [novels[name][:LENGTH] for name in sorted(novels, key=str.encode) if len(novels[name]) >= LENGTH][:2 * PAIRS]
    total = 0.0
    start = time.process_time()
    for a, b in zip(texts[::2], texts[1::2]):
        total += cross_entropy(model_of(a), b) + cross_entropy(model_of(b), a)
    seconds = time.process_time() - start
    print(f"{PAIRS} pairs in {seconds:.3f} s: {PAIRS / seconds:.1f} pairs/s; sum of bits {total:.10f}")


main()
