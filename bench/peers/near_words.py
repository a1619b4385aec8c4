#!/usr/bin/python3
"""The nearest training document of each test document by counts of words, without function words, with scikit-learn, on
the texts that near_words_bench wrote (STANDFAST_BENCH_DUMP=texts near_words_bench).

usage: near_words.py texts.posts | texts.long
Prints the best of three times of each step, and the answer."""
import json
import sys
import time

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

BLOCK = 200


def texts(side):
    with open(f"{sys.argv[1]}.{side}.jsonl", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def vectorise():
    """Words that training lacks count in the length of a test document, so all texts make the vocabulary."""
    counts = CountVectorizer(stop_words=stop, dtype=np.float64).fit_transform(train + test)
    return counts[:len(train)], counts[len(train):]


def nearest(known, asked):
    known, asked = normalize(known).T.tocsr(), normalize(asked)
    best = [(asked[begin:begin + BLOCK] @ known).max(axis=1).toarray() for begin in range(0, asked.shape[0], BLOCK)]
    return np.concatenate(best).ravel()


def timed(work, *of):
    times = []
    for _ in range(3):
        begin = time.process_time()
        result = work(*of)
        times.append(time.process_time() - begin)
    return min(times), result


train, test = texts("train"), texts("test")
with open(f"{sys.argv[1]}.stop.txt", encoding="utf-8") as file:
    stop = file.read().split()
size = sum(len(text.encode()) for text in train + test) / 1e6
seconds, (known, asked) = timed(vectorise)
print(f"vectorise: {seconds:.3f} s CPU for {size:.1f} MB")
seconds, best = timed(nearest, known, asked)
print(f"nearest: {seconds:.3f} s CPU, mean of maxima {best.mean():.6f}, {(best > 1 - 1e-9).sum()} equal")
