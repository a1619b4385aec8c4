#!/usr/bin/python3
"""Checks that the tools for which `split --export` writes can read its files.

Run: /usr/bin/python3 tests/reference/export_check.py STANDFAST
The two blocks of Python in docs/splits.md are run as they stand there:
- scikit-learn is the real one (made with 1.2.1): `cv` goes through cross_validate and cross_val_score, and as
  PredefinedSplit through the same; both give the same scores.
- Hugging Face datasets is the real one where it is installed. Otherwise a stand-in (not the library) does what we know of
  load_dataset("json") and Dataset.select(): one example a line in the order of the file; indices are a list of
  whole numbers, and examples come in the order of the indices. The last line says which of the two it was.
- GenBench: what its class Task does with a task folder (README of GenBench/genbench_cbt, sections config.jsonnet and
  split.jsonnet, and genbench/task.py), with the real jsonnet where it is installed (python3-jsonnet).
- Chemprop 2: what `chemprop train --splits-file` does (chemprop/cli/train.py, build_splits).
"""
import json
import os
import re
import subprocess
import sys
import tempfile
import types

import numpy as np
import sklearn
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import PredefinedSplit, cross_val_score
from sklearn.pipeline import make_pipeline

program = os.path.abspath(sys.argv[1])
page = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/splits.md")
blocks = re.findall(r"```python\n(.*?)```", open(page, encoding="utf-8").read(), re.S)
of_sklearn, of_datasets = blocks
assert "cross_validate" in of_sklearn and "ds.select" in of_datasets
os.chdir(tempfile.mkdtemp())


def standfast(*words):
    subprocess.run([program, *words], check=True, capture_output=True)


def lists_of_rows(fold, names, n):
    for name in names:
        rows = fold[name]
        assert isinstance(rows, list) and all(type(row) is int and 0 <= row < n for row in rows), name
        assert rows == sorted(set(rows)), name
    sides = [row for name in names for row in fold[name]]
    assert len(sides) == len(set(sides))


standfast("synth", "--out", "corpus.jsonl", "--authors", "6", "--topics", "6", "--families", "3", "--documents", "240",
          "--length", "40", "--seed", "3")
lines = [json.loads(line) for line in open("corpus.jsonl", encoding="utf-8")]
n = len(lines)
standfast("split", "corpus.jsonl", "--method", "topic-k-fold", "--set", "folds=3", "--out", "plain.json",
          "--export", "scikit-learn=cv.json", "--export", "json=rows.json")
standfast("split", "corpus.jsonl", "--from", "plain.json", "--export", "json=ids.json", "--export-set", "unit=id")
rows, ids = json.load(open("rows.json")), json.load(open("ids.json"))
assert rows["documents"] == n
for by_row, by_id in zip(rows["folds"], ids["folds"], strict=True):
    lists_of_rows(by_row, ["train", "validation", "test"], n)
    for side in by_row:  # a row is a place in the file
        assert [lines[row]["id"] for row in by_row[side]] == by_id[side], side

# ---- scikit-learn
X = [line["text"] for line in lines]
y = [line["author"] for line in lines]
model = make_pipeline(TfidfVectorizer(), LogisticRegression(max_iter=1000))
found = {"model": model, "X": np.array(X, dtype=object), "y": np.array(y)}
exec(of_sklearn, found)
cv, split = found["cv"], found["split"]
scores = found["scores"]["test_score"]
assert len(scores) == 3 and np.isfinite(scores).all()
assert (cross_val_score(model, X, y, cv=cv) == scores).all()
predefined = PredefinedSplit(split["test_fold"])
assert predefined.get_n_splits() == 3
for (train, test), (its_train, its_test) in zip(cv, predefined.split(), strict=True):
    assert list(its_train) == train and list(its_test) == test
assert (cross_val_score(model, X, y, cv=predefined) == scores).all()
print("scikit-learn", sklearn.__version__, "cross_val_score with cv = exported folds:", np.round(scores, 4))

# A validation side is part of train unless it is left out; then no PredefinedSplit expresses the same split.
standfast("split", "corpus.jsonl", "--method", "k-fold", "--set", "folds=4", "--set", "validation=0.2", "--out",
          "validated.json", "--export", "scikit-learn=with.json", "--export", "chemprop=chemprop.json", "--export",
          "json=validated-rows.json")
standfast("split", "corpus.jsonl", "--from", "validated.json", "--export", "scikit-learn=without.json",
          "--export-set", "validation=leave-out")
with_it, without = json.load(open("with.json")), json.load(open("without.json"))
assert with_it["test_fold"] is not None and without["test_fold"] is None and without["why_no_test_fold"]
for a, b in zip(with_it["folds"], without["folds"], strict=True):
    assert a["test"] == b["test"] and set(b["train"]) < set(a["train"])
    assert len(a["train"]) + len(a["test"]) == n
    cross_val_score(model, X, y, cv=[(b["train"], b["test"])])

# ---- Hugging Face datasets
try:
    import datasets
    real = f"datasets {datasets.__version__}"
except ImportError:
    real = ""

    class Dataset:
        def __init__(self, examples):
            self.examples = examples

        def __len__(self):
            return len(self.examples)

        def __getitem__(self, key):
            return self.examples[key] if isinstance(key, int) else [one[key] for one in self.examples]

        def select(self, indices):
            assert isinstance(indices, list) and all(type(i) is int and 0 <= i < len(self) for i in indices)
            return Dataset([self.examples[i] for i in indices])

    def load_dataset(path, data_files, split):
        assert path == "json" and split == "train"
        return Dataset([json.loads(line) for line in open(data_files, encoding="utf-8")])

    sys.modules["datasets"] = types.SimpleNamespace(load_dataset=load_dataset)
found = {}
exec(of_datasets, found)
for side in ("train", "test"):
    assert list(found[side]["id"]) == ids["folds"][0][side]
    assert list(found[side]["text"]) == [X[row] for row in rows["folds"][0][side]]


# ---- chemprop
def parse_indices(indices):
    if not isinstance(indices, str):
        return indices
    parts = (part.split("-") for part in indices.split(","))
    return [i for part in parts for i in range(int(part[0]), int(part[-1]) + 1)]


folds = json.load(open("chemprop.json"))
assert isinstance(folds, list) and len(folds) == 4
for fold, same in zip(folds, json.load(open("validated-rows.json"))["folds"], strict=True):
    lists_of_rows(fold, ["train", "val", "test"], n)
    assert [parse_indices(fold[side]) for side in ("train", "val", "test")] == [
        same[side] for side in ("train", "validation", "test")]
    assert fold["val"]  # training ends by it
print("chemprop: lists train, val and test of each fold")


# ---- GenBench
def jsonnet(path):
    text = open(path, encoding="utf-8").read()
    try:
        import _jsonnet
        return json.loads(_jsonnet.evaluate_snippet(path, text)), "the real jsonnet"
    except ImportError:  # comments, names without quotes, single quotes and last commas are all that is written
        text = re.sub(r"(?m)^\s*//.*$", "", text)
        text = re.sub(r"(?m)^(\s*|.*\{ |.*, )(\w+): ", r'\1"\2": ', re.sub(r"'([^']*)'", r'"\1"', text))
        return json.loads(re.sub(r",(\s*[\]}])", r"\1", re.sub(r'([{,] )(\w+): ', r'\1"\2": ', text))), "a stand-in"


for validation in ("0.2", "0"):
    standfast("split", "corpus.jsonl", "--method", "hold-out", "--set", "by=author", "--set",
              f"validation={validation}", "--out", "one.json", "--export", f"genbench=task-{validation}", "--export",
              f"json=one-{validation}.json", "--export-set", "target=author", "--export-set",
              "address=https://example.org/data.jsonl", "--export-set", "authors=Ann Lee", "--export-set",
              "metric-versions=abc,def")
    folder, fold = f"task-{validation}", json.load(open(f"one-{validation}.json"))["folds"][0]
    config, by = jsonnet(f"{folder}/config.jsonnet")
    split, _ = jsonnet(f"{folder}/{config['split_file']}")
    data = [json.loads(line) for line in open(f"{folder}/data.jsonl", encoding="utf-8")]
    # Task._load_data_source: every source is the same file. resplit_data_source: every side is the name of a source.
    source = config["data_source"]
    assert source.pop("type") == "manual"
    sources = {name: data for name, address in source.items()}
    assert set(sources) <= {"train", "validation", "test"} and "test" in sources
    assert set(source.values()) == {"https://example.org/data.jsonl"}
    assert set(split) <= set(sources), "GenBench refuses a side that is not the name of a source"
    assert config["has_train_set"] == ("train" in split)
    assert config["has_validation_set"] == ("validation" in split) == (validation != "0")
    for side, places in split.items():
        examples = [sources[place.split(":")[0]][int(place.split(":")[1])] for place in places]
        assert [example["id"] for example in examples] == [lines[row]["id"] for row in fold[side]], side
        for example in examples:
            assert type(example["target"]) is int
            assert example["target_options"][example["target"]] == y[[line["id"] for line in lines].index(example["id"])]
    assert config["task_type"] == "multiple_choice"
    assert [metric["git_commit_sha"] for metric in config["evaluation_metrics"]] == ["abc", "def"]
    assert config["preparation_strategies"]["finetuning"]["objective"] == "maximum_likelihood"
print(f"GenBench: config.jsonnet and split.jsonnet, read by {by}")
print("Hugging Face datasets:", real or "not installed; a stand-in, so the calls themselves are untried")
