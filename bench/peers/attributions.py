#!/usr/bin/python3
"""Attributions of a linear model of words with scikit-learn, numpy and scipy, on what attributions_bench wrote
(STANDFAST_BENCH_DUMP=folder attributions_bench).

usage: OPENBLAS_NUM_THREADS=1 attributions.py folder
Permutations: edited texts are made, vectorised and answered, all in one call. Linear: a product of the sparse matrix
with the weights of each class. Prints the best of three times and the largest difference of the answers."""
import json
import sys
import time

import numpy as np
from scipy.special import softmax
from sklearn.feature_extraction.text import CountVectorizer

folder = sys.argv[1]
model = json.load(open(folder + "/model.json"))
posts = [json.loads(line) for line in open(folder + "/posts.jsonl")]
asked = [json.loads(line) for line in open(folder + "/answers.jsonl")]
classes = len(model["classes"])
columns = np.argsort(model["class_of_column"])
weights = np.array(model["weights"]).reshape(-1, classes)[:, columns]
bias = np.array(model["bias"])[columns]


def words(text):
    """The rule of the novel-topic paper: what is not alphanumeric is deleted, words stand between whitespace."""
    return "".join(c for c in text.lower() if c.isalnum() or c.isspace()).split()


vectorizer = CountVectorizer(analyzer=words, binary=True, vocabulary=model["terms"])


def log_odds(texts):
    p = softmax(vectorizer.transform(texts) @ weights + bias, axis=1)
    return np.log(p / (p.sum(axis=1, keepdims=True) - p))


def permutations():
    texts, pieces = [], []
    for post, line in zip(posts, asked):
        raw = post.encode()
        tokens = [raw[b:e].decode() for b, e in line["tokens"]]
        pieces.append(tokens)
        for order in line["orders"]:
            for way in (order, order[::-1]):
                there = [False] * len(tokens)
                texts.append("")
                for player in way:
                    there[player] = True
                    texts.append(" ".join(t for t, kept in zip(tokens, there) if kept))
    values = log_odds(texts)
    at, shares = 0, []
    for tokens, line in zip(pieces, asked):
        share = np.zeros((len(tokens), classes))
        for order in line["orders"]:
            for way in (order, order[::-1]):
                steps = np.diff(values[at:at + len(tokens) + 1], axis=0)
                share[way] += steps
                at += len(tokens) + 1
        shares.append(share / (2 * len(line["orders"])))
    return shares, len(texts)


def best_of(count, work):
    times = []
    for _ in range(count):
        start = time.process_time()
        made = work()
        times.append(time.process_time() - start)
    return min(times), made


seconds, (shares, texts) = best_of(3, permutations)
off = max(np.abs(share.ravel() - line["shares"]).max() for share, line in zip(shares, asked))
print(f"permutations: {seconds:.3f} s CPU for {texts} texts, largest difference {off:.1e}")

x = vectorizer.transform(posts).astype(float)
of_class = [np.ascontiguousarray(weights[:, c]) for c in range(classes)]
seconds, made = best_of(5, lambda: [x.multiply(column) for column in of_class])
print(f"linear, scipy multiply: {seconds:.4f} s CPU for {x.nnz} entries")
seconds, made = best_of(5, lambda: weights[x.indices] * x.data[:, None])
print(f"linear, numpy gather: {seconds:.4f} s CPU")
