#!/usr/bin/env python3
"""Reference values for missing answers (tests/metric/no_answer_test.cc): scikit-learn sees them as one more label.

Balanced accuracy and F1 are taken over the classes of the truth, because no answer with the other label can be
right.
"""
import warnings

from sklearn import metrics

warnings.filterwarnings("ignore")
truth = [0, 0, 0, 1, 1, 2, 2, 2, 1, 0]
answer = [0, 0, 9, 1, 2, 2, 9, 2, 1, 1]  # 9: no answer
print("accuracy", metrics.accuracy_score(truth, answer))
print("balanced-accuracy", metrics.balanced_accuracy_score(truth, answer))
print("macro-f1", metrics.f1_score(truth, answer, labels=[0, 1, 2], average="macro"))
print("mcc", metrics.matthews_corrcoef(truth, answer))
print("cohens-kappa", metrics.cohen_kappa_score(truth, answer))
