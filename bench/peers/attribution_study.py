"""scikit-learn on the folds of a run of maxent: from texts to answers, in two processes, as one would write it today.

usage: standfast run STUDY --out RUN --jobs 2     # maxent over presence of words, its default; one corpus
       OPENBLAS_NUM_THREADS=1 python3 bench/peers/attribution_study.py RUN DOCS.jsonl.gz [EVERY]

Needs scikit-learn 1.6 or later from PyPI. Each fold is CountVectorizer(binary = True) and LogisticRegression(C = 1, tol =
1e-4) on all documents that its cell does not test. EVERY: 11 takes each eleventh fold, in the order of
conditions and folds. Compares the answers with the answers of the run, then prints the times.
"""

import gzip
import json
import os
import pathlib
import re
import sys
import time

import joblib
import numpy as np
import sklearn
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression

run, corpus = pathlib.Path(sys.argv[1]), sys.argv[2]
every = int(sys.argv[3]) if len(sys.argv) > 3 else 1


def lines(path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


def words(text):
    """Lower case without what is neither alphanumeric nor white space: features `words = "paper"`."""
    return re.sub(r"[^\w\s]|_", "", text.lower()).split()


def fold(train, test, texts, labels):
    """The answers of one fold, and its processor seconds."""
    start = time.process_time()
    vectorizer = CountVectorizer(binary=True, analyzer=words)
    x = vectorizer.fit_transform([texts[i] for i in train])
    model = LogisticRegression(C=1, tol=1e-4, max_iter=10000).fit(x, [labels[i] for i in train])
    answers = model.predict_proba(vectorizer.transform([texts[i] for i in test]))
    return list(model.classes_), answers, time.process_time() - start


cells = []
for path in run.glob("cells/*/record.json"):
    record = json.loads(path.read_text(encoding="utf-8"))
    if record["key"]["model"] == "maxent" and record["status"] == "ok":
        where = record["key"]["condition"], record["key"]["fold"]
        cells.append((where, record["classes"], lines(path.parent / "predictions.jsonl.gz")))
cells.sort(key=lambda cell: cell[0])
tested = {row["id"] for _, _, rows in cells for row in rows}

start, spent = time.perf_counter(), os.times()
documents = {str(row["id"]): row for row in lines(corpus) if str(row["id"]) in tested}
texts = {i: row["text"] for i, row in documents.items()}
labels = {i: row["author"] for i, row in documents.items()}
chosen = cells[::every]
jobs = []
for _, _, rows in chosen:
    test = [row["id"] for row in rows]
    jobs.append(joblib.delayed(fold)(sorted(tested - set(test)), test, texts, labels))
done = joblib.Parallel(n_jobs=2)(jobs)
clock = time.perf_counter() - start

same = count = 0
most, typical = 0.0, []
for (_, names, rows), (classes, answers, _) in zip(chosen, done):
    place = [names.index(name) for name in classes]
    ours = np.array([row["probabilities"] for row in rows])[:, place]
    same += sum(classes[k] == row["predicted"] for k, row in zip(answers.argmax(axis=1), rows))
    count += len(rows)
    apart = np.abs(ours - answers).max(axis=1)
    most = max(most, apart.max())
    typical.extend(apart)
print(f"scikit-learn {sklearn.__version__}: {same} of {count} answers equal the answers of the run; probabilities differ by at most"
      f" {most:.2g}, at the median by {np.median(typical):.2g}")
if same < 0.98 * count:
    sys.exit("these are other answers, so the times say nothing")
print(f"{len(chosen)} of {len(cells)} folds, {len(tested)} documents, two processes: {clock:.1f} s by the clock,"
      f" {sum(seconds for _, _, seconds in done):.1f} s of processor")
