"""Reference values by scikit-learn and numpy for the factorisations behind the encoders lsa, nmf and lda.

usage: encoders_reference.py --write-small          writes encoders_small.json beside this file
       encoders_reference.py REQUEST.json ANSWER.json   the same for the texts and settings of a request
"""

import json
import pathlib
import random
import sys
import warnings

import numpy as np
from sklearn.decomposition import NMF, LatentDirichletAllocation
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer

warnings.simplefilter("ignore")
SMALL = pathlib.Path(__file__).with_name("encoders_small.json")
SEEDS = range(5)


def solve(texts, case):
    limits = {"min_df": case["min_df"], "max_df": 0.5}
    k = case["components"]
    tfidf = TfidfVectorizer(**limits).fit_transform(texts)
    singular = np.linalg.svd(tfidf.toarray(), compute_uv=False)[:k]
    errors = [NMF(k, init="random", max_iter=2000, random_state=s).fit(tfidf).reconstruction_err_ for s in SEEDS]
    counts = CountVectorizer(binary=True, **limits).fit_transform(texts)
    entries = counts.tocoo()
    perplexities = []
    for seed in SEEDS:
        model = LatentDirichletAllocation(k, max_iter=case["lda_iterations"], random_state=seed).fit(counts)
        words = model.components_ / model.components_.sum(axis=1, keepdims=True)
        p = np.einsum("ik,ik->i", model.transform(counts)[entries.row], words[:, entries.col].T)
        perplexities.append(float(np.exp(-np.mean(np.log(p)))))
    return {**case, "vocabulary": tfidf.shape[1], "singular": singular.tolist(), "nmf_errors": errors,
            "lda_perplexities": perplexities}


def small_texts():
    rng = random.Random(1)
    texts = []
    for i in range(80):
        words = []
        for _ in range(40):
            topic = i % 4 if rng.random() < 0.8 else rng.randrange(4)
            words.append(f"w{topic}x{int(12 * rng.random() ** 2)}")
        texts.append(" ".join(words))
    return texts


def main():
    if sys.argv[1:] == ["--write-small"]:
        texts = small_texts()
        answer = {"texts": texts, "answer": solve(texts, {"components": 4, "min_df": 2, "lda_iterations": 40})}
        SMALL.write_text(json.dumps(answer, separators=(",", ":")) + "\n")
        return
    request = json.loads(pathlib.Path(sys.argv[1]).read_text())
    pathlib.Path(sys.argv[2]).write_text(json.dumps({"answer": solve(request["texts"], request["case"])}))


if __name__ == "__main__":
    main()
