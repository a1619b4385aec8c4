#!/usr/bin/python3
"""Owen values over a tree of tokens, written from the description of SHAP's partition explainer and text masker
(specification of the shortcut benchmark, section 3.4), plainly and without code of Standfast.

usage: partition_reference.py > partition_reference.json

Each case is a list of tokens (with the text they stand in), the joins of its tree, and the shares of a made-up game of
two outputs for several budgets and batches. The game of n players, player i there if x_i = 1:
    v_c(x) = sum_i sin(1.3 i + c) x_i + sum_{i<j} sin(2.1 i + 0.7 j + c) x_i x_j / 2
             + sum_{i<j<k} cos(i + 2 j + 3 k + c) x_i x_j x_k / 4
"""
import heapq
import itertools
import json
import re

import numpy as np

OPENERS, CLOSERS, CONNECTORS, ENDS = ["("], [")"], ["but", "and", "or"], [".", "?", "!"]

TEXTS = [
    "one",
    "one two",
    "it 's fine",
    "I do n ' t like it , but the rest ( of it ) was good .",
    "( open , and ) closed ) again ( here",
    "[CLS] walk ##ing home . Really ? Yes ! [SEP]",
    "a , b , c and d . e f g h . i",
    "no marks in this one at all just words",
]


def merge_score(a, b, balanced):
    """Returns the merge score of two spans. a, b: lists of (number, token)."""
    score = 0
    first_a, last_a, first_b, last_b = a[0][1], a[-1][1], b[0][1], b[-1][1]
    if first_b.startswith("##"):
        score += 20
    if first_b == "'" and (len(b) == 1 or (len(b) == 2 and b[1][1] in ["t", "s"])):
        score += 15
    if last_a == "'" and first_b in ["t", "s"]:
        score += 15
    start_mark = first_a.startswith("[") and first_a.endswith("]")
    end_mark = last_b.startswith("[") and last_b.endswith("]")
    if start_mark != end_mark:
        score -= 1000
    if first_b in OPENERS and not balanced[b[0][0]]:
        score -= 100
    if last_a in CLOSERS and not balanced[a[-1][0]]:
        score -= 100
    if first_a in OPENERS:
        score -= 2
    if last_a in CONNECTORS or first_b in CONNECTORS:
        score -= 2
    if last_a == ",":
        score -= 10
    if first_b == ",":
        score -= 10 if len(b) > 1 else 1
    if last_a in ENDS:
        score -= 20
    if first_b in ENDS:
        score -= 20 if len(b) > 1 else 1
    return score - len(a) - len(b)


def tree_of(tokens):
    groups = [(i, [(i, t)]) for i, t in enumerate(tokens)]
    balanced = [t not in OPENERS + CLOSERS for t in tokens]
    joins = []
    while len(groups) > 1:
        scores = [merge_score(groups[i][1], groups[i + 1][1], balanced) for i in range(len(groups) - 1)]
        at = int(np.argmax(scores))
        joined = groups[at][1] + groups[at + 1][1]
        joins.append([groups[at][0], groups[at + 1][0]])
        if joined[0][1] in OPENERS and joined[-1][1] in CLOSERS:
            balanced[joined[0][0]] = balanced[joined[-1][0]] = True
        groups = groups[:at] + [(len(tokens) + len(joins) - 1, joined)] + groups[at + 2:]
    return joins


def game(x):
    x = np.asarray(x, float)
    n = len(x)
    values = []
    for c in range(2):
        v = sum(np.sin(1.3 * i + c) * x[i] for i in range(n))
        v += sum(np.sin(2.1 * i + 0.7 * j + c) * x[i] * x[j] / 2 for i, j in itertools.combinations(range(n), 2))
        v += sum(np.cos(i + 2 * j + 3 * k + c) * x[i] * x[j] * x[k] / 4
                 for i, j, k in itertools.combinations(range(n), 3))
        values.append(v)
    return np.array(values)


def partition(n, joins, max_evals, batch):
    """Returns the shares (n x 2), the number of answers asked for besides the ends, and True if all leaves
    were reached."""
    members = [np.eye(n)[i] for i in range(n)]
    for left, right in joins:
        members.append(members[left] + members[right])
    children = {n + k: pair for k, pair in enumerate(joins)}
    shares = np.zeros((n, 2))
    queue, born, evals = [], 0, 2

    def push(node, context, without, with_, weight):
        nonlocal born
        if node < n:
            shares[node] += (with_ - without) * weight
            return
        heapq.heappush(queue, (-np.max(np.abs(with_ - without)) * weight, born, node, context, without, with_, weight))
        born += 1

    push(n + len(joins) - 1, np.zeros(n), game(np.zeros(n)), game(np.ones(n)), 1.0)
    while queue and (max_evals == 0 or evals + 2 <= max_evals):
        taken = []
        while queue and len(taken) < batch and (max_evals == 0 or evals + 2 <= max_evals):
            taken.append(heapq.heappop(queue))
            evals += 2
        for _, _, node, context, f00, f11, weight in taken:
            left, right = children[node]
            f10, f01 = game(context + members[left]), game(context + members[right])
            push(left, context, f00, f10, weight / 2)
            push(right, context, f00, f01, weight / 2)
            push(left, context + members[right], f01, f11, weight / 2)
            push(right, context + members[left], f10, f11, weight / 2)
    whole = not queue
    for _, _, node, _, without, with_, weight in queue:
        shares += np.outer(members[node], (with_ - without) * weight / members[node].sum())
    return shares, evals - 2, whole


cases = []
for text in TEXTS:
    tokens = [[m.start(), m.end()] for m in re.finditer(r"\S+", text)]
    words = text.split()
    joins = tree_of(words)
    case = {"text": text, "tokens": tokens, "joins": joins, "runs": []}
    for max_evals, batch in [(2, 1), (8, 1), (21, 1), (21, 5), (100, 3)] + ([(0, 4096)] if len(words) <= 12 else []):
        shares, evals, whole = partition(len(words), joins, max_evals, batch)
        case["runs"].append({"max_evals": max_evals, "batch": batch, "evaluations": evals, "exact": whole,
                             "shares": shares.tolist()})
    cases.append(case)
print(json.dumps({"cases": cases}))
