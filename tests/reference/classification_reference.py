#!/usr/bin/python3
"""Reference values for tests/metric/classification_test.cc, from scikit-learn.

Run: /usr/bin/python3 tests/reference/classification_reference.py > tests/reference/classification_reference.json
Made with numpy 1.24.2, scikit-learn 1.2.1.
"""
import json
import warnings

import numpy as np
from sklearn import metrics as m

warnings.filterwarnings("ignore")
rng = np.random.default_rng(4)


def values(truth, p):
    classes = p.shape[1]
    labels = np.arange(classes)
    answer = p.argmax(axis=1)
    binary = [m.roc_auc_score(truth == c, p[:, c]) for c in labels if 0 < (truth == c).sum() < len(truth)]
    present = [c for c in labels if (truth == c).any()]
    pairs = []
    for i in present:
        for j in present:
            if i < j:
                both = (truth == i) | (truth == j)
                pairs.append((m.roc_auc_score(truth[both] == i, p[both, i]) +
                              m.roc_auc_score(truth[both] == j, p[both, j])) / 2)
    ovr, ovo = (np.mean(binary), np.mean(pairs)) if len(present) > 1 else (None, None)
    if len(present) == classes and classes > 2:  # scikit-learn's own names for them
        assert np.isclose(ovr, m.roc_auc_score(truth, p, multi_class="ovr", average="macro"))
        assert np.isclose(ovo, m.roc_auc_score(truth, p, multi_class="ovo", average="macro"))
    return {
        "accuracy": m.accuracy_score(truth, answer),
        "balanced-accuracy": m.balanced_accuracy_score(truth, answer),
        "macro-f1": m.f1_score(truth, answer, average="macro"),
        "macro-f1-all": m.f1_score(truth, answer, average="macro", labels=labels, zero_division=0),
        "weighted-f1": m.f1_score(truth, answer, average="weighted"),
        "macro-precision": m.precision_score(truth, answer, average="macro"),
        "macro-recall": m.recall_score(truth, answer, average="macro"),
        "mcc": m.matthews_corrcoef(truth, answer),
        "kappa": m.cohen_kappa_score(truth, answer) if len(set(truth) | set(answer)) > 1 else None,
        "log-loss": m.log_loss(truth, p, labels=labels),
        "multiclass-brier": float(((p - np.eye(classes)[truth]) ** 2).sum(axis=1).mean()),
        "auc-ovr": ovr,
        "auc-ovo": ovo,
    }


def case(n, classes, prior, skill, steps):
    """Makes a case. steps: probabilities are whole multiples of 1 / steps, so there are many ties; 0: any
    number."""
    truth = rng.choice(classes, n, p=prior)
    p = rng.dirichlet(np.ones(classes) * 0.7, n)
    p = (1 - skill) * p + skill * np.eye(classes)[truth]
    if steps:
        p = np.array([rng.multinomial(steps, row / row.sum()) for row in p]) / steps
    weights = rng.poisson(1, n)
    precision, recall, f1, support = m.precision_recall_fscore_support(
        truth, p.argmax(axis=1), labels=np.arange(classes), zero_division=0)
    return {"classes": classes, "truth": truth.tolist(), "p": p.ravel().tolist(), "values": values(truth, p),
            "weights": weights.tolist(),
            "weighted": values(np.repeat(truth, weights), np.repeat(p, weights, axis=0)),
            "by_class": np.array([precision, recall, f1, support]).T.tolist(),
            "confusion": m.confusion_matrix(truth, p.argmax(axis=1), labels=np.arange(classes)).ravel().tolist()}


def prior(sizes):
    return np.array(sizes) / np.sum(sizes)


# The last author counts are from one topic of a news corpus, where most classes are absent.
json.dump([case(60, 4, prior([1, 1, 1, 1]), 0.3, 0),
           case(80, 2, prior([3, 2]), 0.2, 16),
           case(70, 5, prior([50, 20, 10, 5, 5]), 0.5, 32),
           case(40, 6, prior([30, 5, 5, 0, 0, 0]), 0.4, 16),
           case(90, 15, prior([1, 1149, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 783]), 0.6, 8),
           case(12, 3, prior([1, 0, 0]), 0.9, 4)],
          __import__("sys").stdout, separators=(",", ":"))
print()
