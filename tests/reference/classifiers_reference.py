#!/usr/bin/env python3
"""Reference for classifiers: tests/reference/classifiers_small.json.

scikit-learn's MultinomialNB, BernoulliNB, LinearSVC and TfidfVectorizer; Delta by numpy from its definition. Run from
the repository root: /usr/bin/python3 tests/reference/classifiers_reference.py
"""
import json
import re
from collections import Counter

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.svm import LinearSVC

rng = np.random.default_rng(5)
WORDS = "the of and to a in that it is was I for on you he be with as by at this not are but from they she which or we"
WORDS = WORDS.split() + "Été river stone naïve, bread. cloud; lamp? horse! winter- 'glass' tower".split()
CLASSES = ["ann", "bob", "cy", "nobody"]


def text(author):
    weights = np.ones(len(WORDS)) + 2 * np.cos(np.arange(len(WORDS)) * (author + 1.3)) ** 2
    weights[:10] *= 3
    return " ".join(rng.choice(WORDS, size=rng.integers(25, 60), p=weights / weights.sum()))


def words_of(t):
    return re.findall(r"\w+", t.lower())


sizes = (9, 6, 5)
train = [(text(a), a) for a in range(3) for _ in range(sizes[a])]
train = [train[i] for i in rng.permutation(len(train))]
test = [text(a) for a in range(3) for _ in range(4)] + ["unseen zebra the the", "the"]
texts, y = [t for t, _ in train], np.array([a for _, a in train])


def softmax(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


def with_nobody(rows):
    return np.hstack([rows, np.zeros((len(rows), 1))]).tolist()


cases = []


def add(name, options, rows):
    cases.append({"classifier": name, "options": options, "rows": with_nobody(np.asarray(rows))})


counts = CountVectorizer(token_pattern=r"(?u)\b\w+\b")
x, z = counts.fit_transform(texts), counts.transform(test)
for alpha in (1.0, 0.1):
    add("naive-bayes", {"words": "letters", "alpha": alpha}, MultinomialNB(alpha=alpha).fit(x, y).predict_proba(z))
    add("naive-bayes", {"words": "letters", "alpha": alpha, "event": "bernoulli"},
        BernoulliNB(alpha=alpha).fit(x, y).predict_proba(z))
add("naive-bayes", {"words": "letters", "prior": "uniform"}, MultinomialNB(fit_prior=False).fit(x, y).predict_proba(z))

tfidf = TfidfVectorizer(token_pattern=r"(?u)\b\w+\b")
x, z = tfidf.fit_transform(texts), tfidf.transform(test)
for c in (1.0, 0.1, 10.0):
    svm = LinearSVC(C=c, dual=False, tol=1e-12, max_iter=100000).fit(x, y)
    add("linear-svm", {"words": "letters", "c": c}, softmax(svm.decision_function(z)))
    objective = 0
    for k in range(3):
        slack = np.maximum(0, 1 - np.where(y == k, 1, -1) * svm.decision_function(x)[:, k])
        objective += 0.5 * (svm.coef_[k] @ svm.coef_[k] + svm.intercept_[k] ** 2) + c * (slack @ slack)
    cases[-1]["objective"] = objective

chars = TfidfVectorizer(analyzer="char", ngram_range=(4, 4), max_features=None)
x, z = chars.fit_transform(texts).toarray(), chars.transform(test[:12]).toarray()  # the others are shorter
profiles = np.array([x[y == k].sum(axis=0) for k in range(3)])
profiles /= np.linalg.norm(profiles, axis=1, keepdims=True)
add("char-ngram", {"features": 0}, softmax(z @ profiles.T))
add("char-ngram", {"features": 0, "nearest": "document"},
    softmax(np.array([(z @ x[y == k].T).max(axis=1) for k in range(3)]).T))

total = Counter(w for t in texts for w in words_of(t))
listed = sorted(total, key=lambda w: (-total[w], w))[:25]


def frequencies(t):
    found = words_of(t)
    return np.array([found.count(w) / len(found) for w in listed])


f = np.array([frequencies(t) for t in texts])
mean, sd = f.mean(axis=0), f.std(axis=0, ddof=1)
kept = sd > 1e-12
rank = (kept.sum() - np.arange(kept.sum())) / kept.sum()
to_z = lambda rows: ((rows - mean) / sd)[:, kept]
asked = to_z(np.array([frequencies(t) for t in test]))
centres = {
    "mean": np.array([to_z(f[y == k]).mean(axis=0) for k in range(3)]),
    "profile": to_z(np.array([frequencies(" ".join(t for t, a in train if a == k)) for k in range(3)])),
}
for centre, m in centres.items():
    gap = np.abs(asked[:, None, :] - m[None, :, :])
    cosine = (asked @ m.T) / np.linalg.norm(asked, axis=1)[:, None] / np.linalg.norm(m, axis=1)[None, :]
    distances = {"burrows": gap.mean(axis=2), "eder": (gap * rank).mean(axis=2), "cosine": 1 - cosine,
                 "quadratic": np.sqrt((gap ** 2).sum(axis=2))}
    for name, d in distances.items():
        add("nearest-centroid", {"words": 25, "distance": name, "centre": centre}, softmax(-d))

with open("tests/reference/classifiers_small.json", "w", encoding="utf-8") as out:
    json.dump({"classes": CLASSES, "train": [{"text": t, "class": int(a)} for t, a in train], "test": test,
               "cases": cases}, out, ensure_ascii=False)
    out.write("\n")
