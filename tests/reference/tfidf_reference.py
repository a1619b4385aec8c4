"""Runs scikit-learn's TfidfVectorizer for the C++ tests.

usage: tfidf_reference.py REQUEST.json ANSWER.json

The request holds "texts" and "cases", a list of vectorizer parameters. Each answer holds the terms, their document
frequencies, idf, and the rows of the matrix. scikit-learn chooses among terms of equal count at the cut of max_features
by an unstable sort; so the vocabulary is chosen here by the documented rule (count descending, then term ascending)
and handed to it as fixed. That its own choice agrees on every term above the cut is checked on the way.

With --write-small it writes the small reference that is kept beside this file (made-up texts only).
"""

import json
import pathlib
import sys
import unicodedata

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

SMALL = pathlib.Path(__file__).with_name("tfidf_small.json")
SMALL_TEXTS = [
    "The cat\n\nsat.", "the  dog sat!", "A cat", "", "abc", "  leading and trailing \t\n ",
    "\u0130stanbul \u0130\u0130", "\u039f\u0394\u039f\u03a3 \u039f\u0394\u03a5\u03a3\u03a3\u0395\u03a5\u03a3, \u03a3'\u03a3 \u03a3",
    "Stra\u00dfe STRASSE \u1e9e", "\u212aelvin \u212bngstr\u00f6m", "nbsp\u00a0\u00a0runs\u2003\u2003and \u00a0mixed \x1c\x1d",
    "one\u00a0single\u2028line", "\U0001f600\U0001f601\U0001f600\U0001f601 emoji\U0001f600s", "na\u00efve caf\u00e9 cafe\u0301",
    "\u4f60\u597d\u4e16\u754c\u4f60\u597d\u4e16\u754c", "\u0645\u0631\u062d\u0628\u0627 \u0661\u0662\u0663 x\u00b2 \u00bd \u2167 \u2460",
    "snake_case __init__ a_b 3rd 42", "don't well-known co\u00f6perate", "\u0928\u092e\u0938\u094d\u0924\u0947 \u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35",
    "\u01c5\u01c8 \u1f88\u1fbc \u0587 \ufb01ne \u2c2f\u10a0\u13a0", "\x00\x00\x00\x00\x00 nul \x00\x00\x00\x00", "the cat sat " * 30,
    "The quick brown fox jumps over the lazy dog, and THE DOG sleeps.",
]
# A word of Standfast: a run of word characters with the marks inside it; in scripts without spaces, a word that a
# dictionary finds (for the made-up texts, by hand).
MARKS = "".join(chr(c) for c in range(sys.maxunicode + 1) if unicodedata.category(chr(c)).startswith("M"))
WORD = rf"(?u)\w[\w{MARKS}]*"
LONG_WORD = rf"(?u)\w[\w{MARKS}]+"


def spaced(text):
    return text.replace("\u4f60\u597d\u4e16\u754c", " \u4f60\u597d \u4e16\u754c ")


SMALL_CASES = [
    {"analyzer": "char", "ngram_range": [4, 4], "max_features": 60},
    {"analyzer": "char", "ngram_range": [4, 4], "max_features": None},
    {"analyzer": "char", "ngram_range": [1, 3], "max_features": 100},
    {"analyzer": "char", "ngram_range": [5, 9], "max_features": None},
    {"analyzer": "char", "ngram_range": [2, 2], "max_features": None, "lowercase": False},
    {"analyzer": "char", "ngram_range": [3, 3], "max_features": None, "min_df": 2, "max_df": 0.5, "sublinear_tf": True},
    {"analyzer": "word", "ngram_range": [1, 1], "max_features": None},
    {"analyzer": "word", "ngram_range": [1, 3], "max_features": 40, "binary": True},
    {"analyzer": "word", "ngram_range": [2, 2], "max_features": None, "norm": None, "use_idf": False},
    {"analyzer": "word", "ngram_range": [1, 1], "max_features": None, "token_pattern": r"(?u)\b\w+\b"},
]


def solve(texts, case):
    case = dict(case, ngram_range=tuple(case["ngram_range"]))
    limit = case.pop("max_features")
    shown = dict(case)
    if case["analyzer"] == "word":
        case["token_pattern"] = WORD if "token_pattern" in case else LONG_WORD
        texts = [spaced(text) for text in texts]
    counting = {k: v for k, v in case.items() if k not in ("norm", "use_idf", "sublinear_tf")}
    counter = CountVectorizer(**counting)
    counts = np.asarray(counter.fit_transform(texts).sum(axis=0)).ravel()
    terms = counter.get_feature_names_out()
    kept = list(terms)
    if limit is not None and len(terms) > limit:
        order = sorted(range(len(terms)), key=lambda i: (-counts[i], terms[i]))
        cut = counts[order[limit]]
        kept = sorted(terms[i] for i in order[:limit])
        own = set(CountVectorizer(max_features=limit, **counting).fit(texts).get_feature_names_out())
        assert {terms[i] for i in order if counts[i] > cut} <= own
        assert all(counts[counter.vocabulary_[t]] >= cut for t in own)
    given = {k: v for k, v in case.items() if k not in ("min_df", "max_df")}
    vectorizer = TfidfVectorizer(vocabulary=kept, **given)
    matrix = vectorizer.fit_transform(texts).tocsr()
    matrix.sort_indices()
    df = (CountVectorizer(vocabulary=kept, binary=True,
                          **{k: v for k, v in counting.items() if k not in ("min_df", "max_df", "binary")})
          .fit_transform(texts).sum(axis=0))
    return {
        "case": dict(shown, max_features=limit),
        "terms": kept,
        "df": np.asarray(df).ravel().tolist(),
        "begin": matrix.indptr.tolist(),
        "columns": matrix.indices.tolist(),
        "values": matrix.data.tolist(),
    }


def main():
    if sys.argv[1:] == ["--write-small"]:
        answer = {"texts": SMALL_TEXTS, "answers": [solve(SMALL_TEXTS, case) for case in SMALL_CASES]}
        SMALL.write_text(json.dumps(answer, ensure_ascii=True, separators=(",", ":")) + "\n")
        return
    request = json.loads(pathlib.Path(sys.argv[1]).read_text())
    answer = {"answers": [solve(request["texts"], case) for case in request["cases"]]}
    pathlib.Path(sys.argv[2]).write_text(json.dumps(answer))


if __name__ == "__main__":
    main()
