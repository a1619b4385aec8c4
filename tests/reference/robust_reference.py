#!/usr/bin/env python3
"""Reference for robust training: tests/reference/robust_small.json.

Weighted logistic regression by scikit-learn; GroupDRO as a constrained problem, by SciPy's SLSQP (without
weights of groups); the second stage of AFR by SciPy's BFGS, and step by step; L1 by scikit-learn's saga. Run from the
repository root: /usr/bin/python3 tests/reference/robust_reference.py
"""
import json

import numpy as np
from scipy.optimize import minimize
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

rng = np.random.default_rng(5)
WORDS = "the of and to a in that it is was for on you".split()
K, N = 3, 72


def text(label, cue):
    share = np.ones(len(WORDS)) + 1.5 * np.cos(np.arange(len(WORDS)) * (label + 1.3)) ** 2
    share[label] += 1
    words = list(rng.choice(WORDS, size=rng.integers(6, 14), p=share / share.sum()))
    return " ".join(words + ["honestly"] * cue)


labels = np.array([i % K for i in range(N)])
cues = np.array([int(rng.random() < (0.1, 0.5, 0.9)[y]) for y in labels])
cues[:6] = [0, 1, 0, 1, 0, 1]
texts = [text(y, c) for y, c in zip(labels, cues)]
even = np.array([(i // K) % 2 for i in range(N)])  # groups of one size in every class
test = [text(y, c) for y in range(K) for c in (0, 1)] + ["unseen", "honestly"]

vectorizer = CountVectorizer(token_pattern=r"(?u)\b\w+\b")
x, z = vectorizer.fit_transform(texts).toarray().astype(float), vectorizer.transform(test).toarray().astype(float)
D = x.shape[1]


def softmax(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def log_losses(scores, y):
    top = scores.max(axis=1)
    return top + np.log(np.exp(scores - top[:, None]).sum(axis=1)) - scores[np.arange(len(y)), y]


def plain(weights, lam=1.0):
    model = LogisticRegression(C=1 / lam, multi_class="multinomial", solver="newton-cg", tol=1e-8, max_iter=100000)
    return model.fit(x, labels, sample_weight=weights)


cases = []


def add(classifier, options, group, rows, **more):
    cases.append({"classifier": classifier, "options": options, "group": group, "rows": rows.tolist(), **more})


BASE = "weight=counts,words=letters,tolerance=1e-15"
members = [np.flatnonzero((labels == y) & (cues == c)) for y in range(K) for c in (0, 1)]
members = [m for m in members if len(m)]
weights = np.zeros(N)
for m in members:
    weights[m] = N / (len(members) * len(m))
add("reweight-groups", {"base-set": BASE}, "cue", plain(weights).predict_proba(z))
add("subsample-groups", {"base-set": BASE, "draws": 2}, "even", plain(np.ones(N)).predict_proba(z))

first = plain(np.ones(N), 40.0)
wrong = first.predict(x) != labels
assert 5 < wrong.sum() < N - 5
add("jtt", {"base-set": BASE, "errors": "training", "first-set": "lambda=40", "up-weight": "4"}, "",
    plain(np.where(wrong, 4.0, 1.0)).predict_proba(z), errors=int(wrong.sum()))

# GroupDRO: minimise N t + penalty subject to loss of each group <= t.
LAM, C = 1.0, 0.2


def dro(losses_of, gradients_of, penalty, penalty_gradient, size, scale, start):
    result = minimize(
        lambda v: scale * v[-1] + penalty(v[:-1]) / N, np.append(start, losses_of(start).max()),
        jac=lambda v: np.append(penalty_gradient(v[:-1]) / N, scale), method="SLSQP",
        constraints={"type": "ineq", "fun": lambda v: v[-1] - losses_of(v[:-1]),
                     "jac": lambda v: np.hstack([-gradients_of(v[:-1]), np.ones((len(members), 1))])},
        options={"maxiter": 2000, "ftol": 1e-14})
    assert result.success or "Positive directional" in result.message, result.message  # no further down in doubles
    v = result.x[:-1]
    return v, scale * N * losses_of(v).max() + penalty(v)


def split(v):
    return v[:D * K].reshape(D, K), v[D * K:]


def soft_losses(v):
    w, b = split(v)
    each = log_losses(x @ w + b, labels)
    return np.array([each[m].mean() for m in members])


def soft_gradients(v):
    w, b = split(v)
    r = softmax(x @ w + b)
    r[np.arange(N), labels] -= 1
    return np.array([np.concatenate([(x[m].T @ r[m]).ravel(), r[m].sum(axis=0)]) / len(m) for m in members])


v, value = dro(soft_losses, soft_gradients, lambda v: LAM / 2 * (v[:D * K] ** 2).sum(),
               lambda v: np.concatenate([LAM * v[:D * K], np.zeros(K)]), (D + 1) * K, 1.0, np.zeros((D + 1) * K))
w, b = split(v)
before = plain(np.ones(N))
plain_worst = max(log_losses(x[m] @ before.coef_.T + before.intercept_, labels[m]).mean() for m in members)
add("group-dro", {"base-set": BASE, "tolerance": 1e-8, "rounds": 2000}, "cue", softmax(z @ w + b),
    objective=value, worst=soft_losses(v).max(), plain_worst=plain_worst)

signs = np.where(labels[:, None] == np.arange(K), 1.0, -1.0)


def hinge_losses(v):
    w, b = split(v)
    each = (np.maximum(0, 1 - signs * (x @ w + b)) ** 2).sum(axis=1)
    return np.array([each[m].mean() for m in members])


def hinge_gradients(v):
    w, b = split(v)
    r = -2 * signs * np.maximum(0, 1 - signs * (x @ w + b))
    return np.array([np.concatenate([(x[m].T @ r[m]).ravel(), r[m].sum(axis=0)]) / len(m) for m in members])


v, value = dro(hinge_losses, hinge_gradients, lambda v: (v ** 2).sum() / 2, lambda v: v, (D + 1) * K, C,
               np.zeros((D + 1) * K))
w, b = split(v)
add("group-dro", {"base": "linear-svm", "base-set": f"weight=counts,norm=none,words=letters,c={C}", "tolerance": 1e-8,
                  "rounds": 2000}, "cue", softmax(z @ w + b), objective=value, worst=hinge_losses(v).max())

# L1, on all documents: groups of equal size, all of them held out.
for l1 in (0.5, 3.0):
    model = LogisticRegression(C=1 / l1, penalty="l1", multi_class="multinomial", solver="saga", tol=1e-12, max_iter=1000000)
    model.fit(x, labels)
    add("dfr", {"base-set": "weight=counts,words=letters", "l1": str(l1), "share": 1.0, "draws": 2}, "even",
        model.predict_proba(z), objective=float(log_losses(x @ model.coef_.T + model.intercept_, labels).sum()
                                                + l1 * np.abs(model.coef_).sum()))

# The second stage of AFR.
offsets = rng.normal(size=(N, K))
v_weights = rng.random(N)
v_weights[3] = 0
v_weights /= v_weights.sum()


def shifted(v, l2):
    w, b = split(v)
    s = offsets + x @ w + b
    r = softmax(s)
    r[np.arange(N), labels] -= 1
    r *= v_weights[:, None]
    return ((v_weights * log_losses(s, labels)).sum() + l2 * (v ** 2).sum(),
            np.concatenate([(x.T @ r).ravel(), r.sum(axis=0)]) + 2 * l2 * v)


shifts = []
for l2 in (0.1, 0.003):
    best = minimize(shifted, np.zeros((D + 1) * K), (l2,), jac=True, method="BFGS", options={"gtol": 1e-10, "maxiter": 10000})
    shifts.append({"l2": l2, "shift": best.x.reshape(D + 1, K).tolist(), "objective": best.fun})
v = np.zeros((D + 1) * K)
for _ in range(30):
    g = shifted(v, 0.1)[1]
    v -= 0.5 * g * min(1, 0.2 / np.linalg.norm(g))
descent = {"l2": 0.1, "rate": 0.5, "clip": 0.2, "steps": 30, "shift": v.reshape(D + 1, K).tolist()}

with open("tests/reference/robust_small.json", "w", encoding="utf-8") as out:
    json.dump({"classes": ["ann", "bob", "cy"],
               "train": [{"text": t, "class": int(y), "cue": int(c), "even": int(e)}
                         for t, y, c, e in zip(texts, labels, cues, even)],
               "test": test, "cases": cases,
               "second_stage": {"x": x.tolist(), "labels": labels.tolist(), "offsets": offsets.tolist(),
                                "weights": v_weights.tolist(), "fits": shifts, "descent": descent}}, out)
    out.write("\n")
