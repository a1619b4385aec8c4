"""Word overlap of published random splits of HateXplain by scikit-learn: the mean over test documents of the highest cosine
of word counts, without stop words, to a training document. For tests/analysis/{vector_leaks,split_analyses}_test.cc.

usage: python word_overlap_reference.py DATA      DATA: the folder that holds hate/; prints the seed and the mean

Four posts have words of scripts without spaces; each of their characters is a word there.
"""

import gzip
import json
import re
import sys

from sklearn.feature_extraction.text import CountVectorizer
from sklearn.preprocessing import normalize

UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u3400-\u9fff]"
WORD = rf"{UNSPACED}|(?:(?!{UNSPACED})\w){{2,}}"

folder = sys.argv[1] + "/hate/"
with gzip.open(folder + "hatexplain_train_test.jsonl.gz", "rt") as lines:
    texts = [json.loads(line)["text"] for line in lines]
with open(folder + "stopwords_en_318.txt") as lines:
    stop_words = lines.read().split()
counts = CountVectorizer(tokenizer=lambda text: re.findall(WORD, text), token_pattern=None, stop_words=stop_words)
rows = normalize(counts.fit_transform(texts).astype(float))
for seed in (22, 42, 62):
    with gzip.open(f"{folder}hatexplain_random_seed{seed}.json.gz") as file:
        split = json.load(file)
    nearest = (rows[sorted(split["test"])] @ rows[sorted(split["train"])].T).max(axis=1)
    print(seed, repr(float(nearest.toarray().mean())))
