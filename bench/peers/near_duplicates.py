#!/usr/bin/python3
"""Near duplicates of the texts that near_duplicates_bench wrote (STANDFAST_BENCH_DUMP=texts near_duplicates_bench), with
datasketch: MinHash LSH over runs of five words, candidates then compared. It may miss pairs; near_duplicates_bench may not.

usage: near_duplicates.py texts
Prints the time, on one processor, and the number of pairs."""
import json
import re
import sys
import time

from datasketch import MinHash, MinHashLSH

THRESHOLD = 0.8


def runs(text):
    words = re.findall(r"\w+", text.lower())
    return {" ".join(words[i:i + 5]) for i in range(len(words) - 4)}


with open(sys.argv[1], encoding="utf-8") as file:
    texts = [json.loads(line) for line in file]
begin = time.process_time()
sets = [runs(text) for text in texts]
index = MinHashLSH(threshold=THRESHOLD, num_perm=128)
hashes = MinHash.bulk([[run.encode() for run in one] for one in sets], num_perm=128)
pairs = 0
for row, one in enumerate(hashes):
    if not sets[row]:
        continue
    for other in index.query(one):
        both = len(sets[row] & sets[other])
        pairs += both >= THRESHOLD * (len(sets[row]) + len(sets[other]) - both)
    index.insert(row, one)
print(f"{len(texts)} texts: {time.process_time() - begin:.1f} s CPU, {pairs} pairs")
