"""Folds, samples, findings and scores are the same as in the program, byte for byte."""

from __future__ import annotations

import gzip
import json
import os
import random
import unicodedata
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import run

import standfast as sf

SPLITTERS = [
    (sf.KFold(3, validation=0.2), ["k-fold", "--set", "folds=3", "--set", "validation=0.2"]),
    (sf.StratifiedKFold(4, repeats=2), ["stratified-k-fold", "--set", "folds=4", "--set", "repeats=2"]),
    (sf.TopicKFold(4), ["topic-k-fold", "--set", "folds=4"]),
    (sf.AuthorTopicGrid(), ["author-topic-grid"]),
    (sf.StratifiedGroupKFold(3, group="thread"), ["stratified-group-k-fold", "--set", "folds=3", "--set", "group=thread"]),
    (sf.KFold(3, purge="thread", purge_near=0.5), "k-fold --set folds=3 --set purge=thread --set purge-near=0.5".split()),
    (sf.Temporal(folds=2), ["temporal", "--set", "folds=2"]),
    (sf.ClusterKFold(3), ["cluster-k-fold", "--set", "folds=3", "--space", "lsa"]),
    (sf.SubsetSumSplit(test=0.4), ["subset-sum-split", "--set", "test=0.4", "--space", "lsa"]),
]


@pytest.mark.parametrize(("cv", "method"), SPLITTERS, ids=[method[0] for _, method in SPLITTERS])
def test_splits(cv: sf.Splitter, method: list[str], program: Path, columns: Any, corpus_file: Path, tmp_path: Path) -> None:
    theirs = tmp_path / "splits.json"
    run(program, "split", corpus_file, "--method", *method, "--seed", 5, "-o", theirs)
    cv.random_state = 5
    made = sf.split(columns, cv, name=str(corpus_file))
    assert made.text() == theirs.read_text()
    # Splits written by the program are bound and verified here, and the reverse.
    again = sf.Split.load(theirs).verify(columns)
    for ours, read in zip(made.folds, again.folds, strict=True):
        for one, other in zip(ours[:4], read[:4]):
            np.testing.assert_array_equal(one, other)
    mine = tmp_path / "mine.json"
    made.save(mine, ids=True)
    run(program, "check", corpus_file, "--splits", mine)
    with pytest.raises(sf.CheckFailed):
        sf.Split.load(theirs).verify({**columns, "text": columns["text"][::-1]})


def test_samples(program: Path, columns: Any, corpus_file: Path, tmp_path: Path) -> None:
    told = json.loads(run(program, "sample", corpus_file, "--method", "hits", "--set", "topics=4", "--seed", 3, "--json"))
    keep = sf.Hits(topics=4, random_state=3).sample(columns)
    assert keep.topics == [topic["name"] for topic in told["topics"]]
    assert [columns["id"][row] for row in keep.rows] == told["ids"]
    assert keep.similarity[1:].tolist() == [topic["leakage"] for topic in told["topics"][1:]]
    theirs = tmp_path / "splits.json"
    sampled = ["--sample", "hits", "--sample-set", "topics=4"]
    run(program, "split", corpus_file, "--method", "topic-k-fold", "--set", "folds=2", *sampled, "--seed", 3, "-o", theirs)
    made = sf.split(columns, sf.TopicKFold(2, random_state=3), sample=keep, name=str(corpus_file))
    assert made.text() == theirs.read_text()


def test_pairs(program: Path, columns: Any, corpus_file: Path, tmp_path: Path) -> None:
    made = sf.split(columns, sf.TopicKFold(2, random_state=1), name=str(corpus_file))
    made.save(tmp_path / "splits.json")
    told = ["--splits", tmp_path / "splits.json", "--seed", 2, "--set", "negatives=cross-topic"]
    run(program, "pairs", corpus_file, *told, "-o", tmp_path / "pairs")
    for one in sf.pairs(columns, made, negatives="cross-topic", random_state=2):
        lines = (tmp_path / "pairs" / f"fold-{one.fold}" / one.side / "truth.jsonl").read_text().splitlines()
        truth = [json.loads(line) for line in lines]
        assert [pair["id"] for pair in truth] == one.ids
        assert [pair["same"] for pair in truth] == one.same.tolist()
        authors = np.array(columns["author"])
        assert ((authors[one.left] == authors[one.right]) == one.same).all()


def test_checks(program: Path, columns: Any, corpus_file: Path, tmp_path: Path) -> None:
    texts = [*columns["text"][:100], columns["text"][3], columns["text"][50] + " word"]
    train = {name: columns[name][100:] for name in columns}
    test = {name: [*columns[name][:100], columns[name][150], columns[name][180]] for name in columns}
    test["text"] = [*columns["text"][:100], columns["text"][150], columns["text"][180] + " more words"]
    test["id"] = [f"t{i}" for i in range(102)]
    for name, data in (("train", train), ("test", test), ("all", {**columns, "text": columns["text"][:238] + texts[-2:]})):
        rows = [dict(zip(data, values)) for values in zip(*data.values())]
        (tmp_path / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        if name == "all":
            whole = data
    told = json.loads(run(program, "check", tmp_path / "train.jsonl", tmp_path / "test.jsonl", "--json", code=1))
    found = sf.check(train, test)
    assert [(one.code, one.message, one.count, one.of) for one in found] == [
        (one["code"], one["message"], one["count"], one["of"]) for one in told["findings"]
    ]
    assert found["SF331"].rows.tolist() == [100] and found["SF332"].rows.tolist() == [101]
    assert "SF331" in found and "SF301" in found.asked
    with pytest.raises(sf.CheckFailed, match="SF331") as failed:
        found.raise_if("SF331", "sf332")
    assert failed.value.findings[0].code == "SF331"
    with pytest.raises(AssertionError):
        found.raise_if()
    with pytest.raises(sf.UsageError, match="there is no check"):
        found.raise_if("SF999")
    told = json.loads(run(program, "check", tmp_path / "all.jsonl", "--json"))
    alone = sf.check(whole)
    assert [one.message for one in alone] == [one["message"] for one in told["findings"]]
    left, right, similarity = sf.near_duplicates(whole["text"], at=0.5)
    assert list(zip(left.tolist(), right.tolist())) == [(3, 238), (50, 239)] and similarity[0] == 1
    i, j, similarity = sf.near_duplicates(test["text"], train["text"])
    assert list(zip(i.tolist(), j.tolist())) == [(100, 50), (101, 80)]
    assert similarity[0] == 1 and 0.8 <= similarity[1] < 1


def test_check_sees_texts_as_they_are_given(program: Path, columns: Any, tmp_path: Path) -> None:
    forms = ["NFD" if author == columns["author"][0] else "NFC" for author in columns["author"]]
    data = {**columns, "text": [unicodedata.normalize(form, f"déjà {text}") for form, text in zip(forms, columns["text"])]}
    rows = [dict(zip(data, values)) for values in zip(*data.values())]
    path = tmp_path / "posts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = [(one["code"], one["message"]) for one in json.loads(run(program, "check", path, "--json"))["findings"]]
    assert "SF324" in [code for code, _ in told]
    held = sf.corpus(data)
    for given in (data, held):
        assert [(one.code, one.message) for one in sf.check(given)] == told
    # All other functions read texts in NFC.
    assert held.text(0) == unicodedata.normalize("NFC", data["text"][0])


def test_scan(program: Path, columns: Any, corpus_file: Path, tmp_path: Path) -> None:
    data = {**columns, "text": [t + (" zebra" if l == "yes" else "") for t, l in zip(columns["text"], columns["label"])]}
    rows = [dict(zip(data, values)) for values in zip(*data.values())]
    path = tmp_path / "posts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    told = json.loads(run(program, "scan", path, "--worth", "1", "--with-text", "--json"))["findings"]
    masked = json.loads(run(program, "scan", path, "--json"))["findings"]
    assert [one.cue for one in sf.scan(data)] == [one["cue"] for one in masked]
    found = sf.scan(data, worth=1, with_text=True)
    assert found[0].cue == told[0]["cue"] and "zebra" in found[0].cue
    for ours, theirs in zip(found, told, strict=True):
        for key in ("cue", "kind", "label", "documents", "with_label", "z", "log_odds", "p", "q", "stable"):
            assert getattr(ours, key) == theirs[key], key
    assert found[0].worth is not None and found[0].worth["blinded"]["points"] == told[0]["worth"]["blinded"]["points"]
    assert found[0].rows.tolist() == [row for row, label in enumerate(columns["label"]) if label == "yes"]


@pytest.mark.parametrize("profile", ["pan20", "pan21", "hits"])
def test_scores_of_pairs(profile: str, program: Path, tmp_path: Path) -> None:
    rng = random.Random(3)
    truth = {f"p{i}": rng.random() < 0.4 for i in range(300)}
    authors = {key: [f"a{rng.randrange(40)}", f"b{rng.randrange(40)}"] for key in truth}
    answers = {key: rng.choice([0.5, rng.random(), round(rng.random(), 1)]) for key in truth if rng.random() < 0.95}
    lines = [json.dumps({"id": k, "same": v, "authors": authors[k]}) + "\n" for k, v in truth.items()]
    (tmp_path / "truth.jsonl").write_text("".join(lines))
    (tmp_path / "answers.jsonl").write_text("".join(json.dumps({"id": k, "value": v}) + "\n" for k, v in answers.items()))
    told = ["--truth", tmp_path / "truth.jsonl", "--profile", profile, "--bootstrap", 200, "--seed", 4, "--json"]
    theirs = json.loads(run(program, "score", tmp_path / "answers.jsonl", *told))
    ours = sf.score(truth, answers, profile=profile, clusters=authors, resamples=200, random_state=4)
    assert ours.metrics == theirs["metrics"]
    assert {name: list(ends) for name, ends in ours.intervals.items() if ends} == theirs["intervals"]
    assert (ours.n, ours.n_answered, ours.n_missing) == (theirs["n"], theirs["n_answered"], theirs["n_missing"])
    assert ours.overall == theirs["metrics"]["overall"]
    lists = sf.score(list(truth.values()), [answers.get(key) for key in truth], profile=profile)
    assert lists.metrics == ours.metrics
    with pytest.raises(sf.DataError, match="does not have"):
        sf.score(truth, {**answers, "other": 0.1})


def test_kinds_of_answers() -> None:
    same = [True, False, True]
    assert sf.score(same, [0.9, 0, None]).profile == "hits"
    with pytest.raises(sf.DataError, match="between 0 and 1"):
        sf.score(same, [0.5, 2, 0])
    for truth, answers in ((same, [1, 0, 0]), ([1.0, 0.0, 1.0], [1, 0, 0]), (["1", "0", "1"], [1, 0, 0])):
        assert sf.score(truth, answers)["accuracy"] == pytest.approx(2 / 3)


def test_scores_of_classes(program: Path, columns: Any, corpus_file: Path, tmp_path: Path) -> None:
    rng = np.random.default_rng(0)
    classes = ["maybe", "no", "yes"]
    probabilities = rng.dirichlet(np.ones(3), len(columns["id"]))
    predicted = [classes[place] for place in probabilities.argmax(axis=1)]
    lines = [
        json.dumps({"id": key, "predicted": answer, "probabilities": dict(zip(classes, row.tolist()))}) + "\n"
        for key, answer, row in zip(columns["id"], predicted, probabilities)
    ]
    (tmp_path / "predictions.jsonl").write_text("".join(lines))
    told = ["--truth", corpus_file, "--target", "label", "--bootstrap", 50, "--seed", 4, "--json"]
    theirs = json.loads(run(program, "score", tmp_path / "predictions.jsonl", *told))
    more: dict[str, Any] = {"resamples": 50, "random_state": 4}
    ours = sf.score(columns["label"], predicted, probabilities=probabilities, classes=classes, **more)
    assert ours.metrics == pytest.approx(theirs["metrics"], abs=1e-12)
    assert ours.metrics["accuracy"] == theirs["metrics"]["accuracy"]
    by_author = json.loads(run(program, "score", tmp_path / "predictions.jsonl", *told, "--cluster", "author", "--profile", "classification-labels"))
    labels = sf.score(columns["label"], predicted, clusters=columns["author"], **more)
    assert labels.metrics == by_author["metrics"]
    assert {name: list(ends) for name, ends in labels.intervals.items() if ends} == by_author["intervals"]


def real(name: str) -> Path:
    folder = os.environ.get("STANDFAST_TEST_DATA")
    if folder is None or not (Path(folder) / name).exists():
        pytest.skip(f"there is no {name} (STANDFAST_TEST_DATA)")
    return Path(folder) / name


def test_real_posts(program: Path, tmp_path: Path) -> None:
    path = real("hate/hatexplain_train_test.jsonl.gz")
    with gzip.open(path, "rt") as lines:
        rows = [json.loads(line) for line in lines]
    columns = {name: [row.get(name) for row in rows] for name in ("id", "text", "label", "source")}
    for cv, method in (
        (sf.StratifiedKFold(random_state=1), ["stratified-k-fold"]),
        (sf.HoldOut(random_state=1, purge_near=0.7), ["hold-out", "--set", "purge-near=0.7"]),
    ):
        told = ["--method", *method, "--seed", 1, "--no-similarity", "-o", tmp_path / "splits.json"]
        run(program, "split", path, *told)
        for kind in (columns, pytest.importorskip("polars").DataFrame(columns)):
            assert sf.split(kind, cv, name=str(path)).text(similarity=False) == (tmp_path / "splits.json").read_text()
    told = json.loads(run(program, "check", path, "--json"))["duplicates"]
    left, _, _ = sf.near_duplicates(columns["text"])
    assert len(left) == told["pairs_with_copies"]


def test_real_answers(program: Path) -> None:
    truth_path, answers_path = real("pan20/truth.jsonl.gz"), real("pan20/niven20-small.answers.jsonl.gz")
    with gzip.open(truth_path, "rt") as lines:
        truth_rows = [json.loads(line) for line in lines]
    with gzip.open(answers_path, "rt") as lines:
        answers = {row["id"]: row["value"] for row in map(json.loads, lines)}
    told = ["--truth", truth_path, "--bootstrap", 100, "--seed", 2, "--json", "--profile", "pan20"]
    theirs = json.loads(run(program, "score", answers_path, *told))
    truth = {row["id"]: row["same"] for row in truth_rows}
    authors = {row["id"]: row["authors"] for row in truth_rows}
    ours = sf.score(truth, answers, profile="pan20", clusters=authors, resamples=100, random_state=2)
    assert ours.metrics == theirs["metrics"]
    assert {name: list(ends) for name, ends in ours.intervals.items() if ends} == theirs["intervals"]
