#!/usr/bin/env python3
"""Reference for weights of documents: tests/reference/weights_small.json.

scikit-learn's MultinomialNB, BernoulliNB, LinearSVC and LogisticRegression with sample_weight, behind a vectorizer
that sees every text: probabilities (of the SVM: the softmax of its decisions) and the scores below them. Run from the
repository root: /usr/bin/python3 tests/reference/weights_reference.py
"""
import json

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import BernoulliNB, MultinomialNB
from sklearn.svm import LinearSVC

rng = np.random.default_rng(11)
WORDS = "the of and to a in that it is was for on you he be with as by river stone bread cloud lamp horse".split()


def text(author):
    share = np.ones(len(WORDS)) + 2 * np.cos(np.arange(len(WORDS)) * (author + 1.3)) ** 2
    return " ".join(rng.choice(WORDS, size=rng.integers(8, 30), p=share / share.sum()))


train = [(text(a), a) for a in range(3) for _ in range((9, 7, 6)[a])]
train = [train[i] for i in rng.permutation(len(train))]
weights = np.round(rng.choice([0, 0.25, 0.5, 1, 2, 3.75, 8], size=len(train)), 2)
# A text of weight 0 has a word that no other text has.
zero = int(np.flatnonzero(weights == 0)[0])
train[zero] = (train[zero][0] + " zebra zebra", train[zero][1])
test = [text(a) for a in range(3) for _ in range(4)] + ["unseen zebra the the", "the"]
texts, y = [t for t, _ in train], np.array([a for _, a in train])


def softmax(scores):
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return e / e.sum(axis=1, keepdims=True)


cases = []


def add(name, options, scores):
    cases.append({"classifier": name, "options": {"words": "letters", **options}, "scores": scores.tolist(),
                  "rows": softmax(scores).tolist()})


counts = CountVectorizer(token_pattern=r"(?u)\b\w+\b")
x, z = counts.fit_transform(texts), counts.transform(test)
for alpha in (1.0, 0.1):
    add("naive-bayes", {"alpha": alpha},
        MultinomialNB(alpha=alpha).fit(x, y, sample_weight=weights).predict_joint_log_proba(z))
    add("naive-bayes", {"alpha": alpha, "event": "bernoulli"},
        BernoulliNB(alpha=alpha).fit(x, y, sample_weight=weights).predict_joint_log_proba(z))

tfidf = TfidfVectorizer(token_pattern=r"(?u)\b\w+\b")
x, z = tfidf.fit_transform(texts), tfidf.transform(test)
for c in (1.0, 10.0):
    svm = LinearSVC(C=c, dual=False, tol=1e-13, max_iter=100000).fit(x, y, sample_weight=weights)
    add("linear-svm", {"c": c}, svm.decision_function(z))

presence = CountVectorizer(token_pattern=r"(?u)\b\w+\b", binary=True)
x, z = presence.fit_transform(texts), presence.transform(test)
for lam in (1.0, 0.1):
    model = LogisticRegression(C=1 / lam, multi_class="multinomial", solver="newton-cg", tol=1e-8, max_iter=100000)
    scores = model.fit(x, y, sample_weight=weights).decision_function(z)
    add("maxent", {"lambda": lam, "tolerance": 1e-15}, scores - scores.mean(axis=1, keepdims=True))

with open("tests/reference/weights_small.json", "w", encoding="utf-8") as out:
    json.dump({"classes": ["ann", "bob", "cy"],
               "train": [{"text": t, "class": int(a), "weight": float(w)} for (t, a), w in zip(train, weights)],
               "test": test, "cases": cases}, out)
    out.write("\n")
