"""Features of made-up texts by scikit-learn and Python's re, for tests/feature/document_features_test.cc.

usage: /usr/bin/python3 document_features_reference.py      writes document_features_small.json beside itself

Each answer has the options in the form of the C++ side, the names of the columns and the rows of the matrix.
"""

import json
import pathlib
import re
import unicodedata
from collections import Counter

import numpy as np
from scipy import sparse
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

from tfidf_reference import LONG_WORD, SMALL_TEXTS, WORD, spaced

TEXTS = SMALL_TEXTS + [
    "Don't you think, he said, that well-known things are better? \"No.\" I do not!\n\nAnd so 3.5 went on... (really?) Yes",
    "it was the the best_of times; it was the worst of times - it wasn't ours",
    "We don't know. You don't know! They\u2019ll never know\u2026 \u201cWhy?\u201d he asked.",
]
TRAIN = len(TEXTS) - 2  # the last ones are only transformed
LIST = ["the", "it", "don't", "OF", "was", "never", "and"]


def paper(text):
    kept = ""
    for c in text.replace("\u0130", "i").lower():
        follows = kept and not kept[-1].isspace()
        if c.isalnum() or c.isspace() or (unicodedata.category(c).startswith("M") and follows):
            kept += c
    return spaced(kept)


def words_of(text, rule):
    return paper(text).split() if rule == "paper" else re.findall(WORD, spaced(text.lower()))


PAPER = dict(preprocessor=paper, token_pattern=r"\S+")
LETTERS = dict(preprocessor=lambda text: spaced(text.lower()), token_pattern=WORD)


def by_sklearn(vectorizer):
    vectorizer.fit(TEXTS[:TRAIN])
    return list(vectorizer.get_feature_names_out()), vectorizer.transform(TEXTS)


def rare_masked(count, per_letter):
    counts = Counter(w.lower() for t in TEXTS[:TRAIN] for w in re.findall(WORD, spaced(t)))
    frequent = {w for w, _ in sorted(counts.items(), key=lambda e: (-e[1], e[0]))[:count]}
    return lambda text: re.sub(
        "\u4f60\u597d|\u4e16\u754c|" + WORD.removeprefix("(?u)"),
        lambda m: m[0] if m[0].lower() in frequent else "*" * (len(m[0]) if per_letter else 1), text)


def function_words(rule):
    listed = sorted({"".join(words_of(w, rule)) for w in LIST})
    rows = np.array([[words_of(t, rule).count(w) / max(1, len(words_of(t, rule))) for w in listed] for t in TEXTS])
    return listed, sparse.csr_matrix(rows)


def punctuation():
    marks = sorted({c for t in TEXTS[:TRAIN] for c in t if unicodedata.category(c).startswith("P")})
    return marks, sparse.csr_matrix(np.array([[t.count(m) for m in marks] for t in TEXTS], float))


def lengths():
    names = [f"letters {n}" for n in range(1, 20)] + ["letters 20+"] + \
        ["words 1-5", "words 6-10", "words 11-15", "words 16-20", "words 21-30", "words 31-40", "words 41+"]
    rows = np.zeros((len(TEXTS), 27))
    for i, text in enumerate(TEXTS):
        for word in re.findall(WORD, spaced(text)):
            letters = sum(not unicodedata.category(c).startswith("M") for c in word)
            rows[i, min(letters, 20) - 1] += 1
        for sentence in re.split(r"(?<=[.!?\u2026])[.!?\u2026\"')\]\u2019\u201d\u00bb]*\s|\n\s*\n", text):
            n = len(re.findall(WORD, spaced(sentence)))
            if n:
                rows[i, 20 + sum(n > top for top in (5, 10, 15, 20, 30, 40))] += 1
    return names, sparse.csr_matrix(rows)


def union(parts):
    return [f"{f}:{n}" for f, (names, _) in parts for n in names], sparse.hstack([m for _, (_, m) in parts])


CASES = [
    ({}, by_sklearn(CountVectorizer(binary=True, **PAPER))),
    ({"weight": "counts", "word-n": "1-2", "min-df": 2},
     by_sklearn(CountVectorizer(ngram_range=(1, 2), min_df=2, **PAPER))),
    ({"weight": "tf-idf"}, by_sklearn(TfidfVectorizer(**PAPER))),
    ({"weight": "tf-idf", "norm": "none", "words": "letters", "max-df": 0.2},
     by_sklearn(TfidfVectorizer(norm=None, max_df=0.2, **LETTERS))),
    ({"weight": "counts", "norm": "l1", "words": "letters"},
     by_sklearn(TfidfVectorizer(norm="l1", use_idf=False, **LETTERS))),
    ({"weight": "counts", "words": "letters", "min-word-length": 2}, by_sklearn(CountVectorizer(preprocessor=lambda text: spaced(text.lower()), token_pattern=LONG_WORD))),
    ({"weight": "counts", "words": "letters", "lower-case": False},
     by_sklearn(CountVectorizer(preprocessor=spaced, token_pattern=WORD))),
    ({"features": "char", "char-n": "3", "weight": "tf-idf"},
     by_sklearn(TfidfVectorizer(analyzer="char", ngram_range=(3, 3)))),
    ({"features": "word+char", "char-n": "2-3"},
     union([("word", by_sklearn(CountVectorizer(binary=True, **PAPER))),
            ("char", by_sklearn(CountVectorizer(binary=True, analyzer="char", ngram_range=(2, 3))))])),
    ({"features": "function-words", "weight": "relative", "function-words": "LIST"}, function_words("paper")),
    ({"features": "punctuation", "weight": "counts"}, punctuation()),
    ({"features": "lengths", "weight": "counts"}, lengths()),
    ({"features": "char", "char-n": "4", "weight": "counts", "distort": "mask-rare-multiple", "distort-words": 6},
     by_sklearn(CountVectorizer(analyzer=CountVectorizer(
         analyzer="char", ngram_range=(4, 4), preprocessor=lambda t: rare_masked(6, True)(t).lower()).build_analyzer()))),
    ({"features": "char", "char-n": "4", "weight": "counts", "distort": "mask-rare-single", "distort-words": 6},
     by_sklearn(CountVectorizer(analyzer=CountVectorizer(
         analyzer="char", ngram_range=(4, 4), preprocessor=lambda t: rare_masked(6, False)(t).lower()).build_analyzer()))),
]


def main():
    answers = []
    for options, (names, matrix) in CASES:
        matrix = sparse.csr_matrix(matrix)
        matrix.sort_indices()
        matrix.eliminate_zeros()
        answers.append({"options": options, "names": names, "begin": matrix.indptr.tolist(),
                        "columns": matrix.indices.tolist(), "values": [float(v) for v in matrix.data]})
    path = pathlib.Path(__file__).with_name("document_features_small.json")
    path.write_text(json.dumps({"texts": TEXTS, "train": TRAIN, "list": LIST, "answers": answers},
                               separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
