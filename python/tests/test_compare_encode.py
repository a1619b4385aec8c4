"""Comparisons and vectors are the same as in the program."""

from __future__ import annotations

import gzip
import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, run

import standfast as sf

DATA = Path(os.environ.get("STANDFAST_TEST_DATA", ROOT.parent / "shared" / "data"))


def lines(name: str) -> list[dict[str, Any]]:
    path = DATA / "pan20" / name
    if not path.exists():
        pytest.skip(f"needs pan20/{name} below STANDFAST_TEST_DATA")
    return [json.loads(line) for line in gzip.open(path, "rt", encoding="utf-8")]


# Three systems of PAN 2020.
def test_comparison_is_that_of_the_program(program: Path, tmp_path: Path) -> None:
    truth = lines("truth.jsonl.gz")[:3000]
    names = ["boenninghoff20-small", "niven20-small", "weerasinghe20-small"]
    systems = {name: {one["id"]: one["value"] for one in lines(f"{name}.answers.jsonl.gz")} for name in names}
    wanted = [one["id"] for one in truth]
    systems = {name: {key: answers[key] for key in wanted if key in answers} for name, answers in systems.items()}
    del systems[names[0]][wanted[0]]
    (tmp_path / "truth.jsonl").write_text("".join(json.dumps(one) + "\n" for one in truth))
    for name, answers in systems.items():
        text = "".join(json.dumps({"id": key, "value": value}) + "\n" for key, value in answers.items())
        (tmp_path / f"{name}.jsonl").write_text(text)
    same = {one["id"]: one["same"] for one in truth}
    authors = {one["id"]: tuple(one["authors"]) for one in truth}
    for clusters, cluster in ((authors, "author"), (None, "item")):
        files = [tmp_path / f"{name}.jsonl" for name in names]
        told = json.loads(
            run(program, "compare", *files, "--truth", tmp_path / "truth.jsonl", "--cluster", cluster, "--bootstrap", 200,
                "--permutations", 500, "--seed", 3, "--json")
        )  # fmt: skip
        found = sf.compare(systems, same, clusters=clusters, resamples=200, permutations=500, random_state=3)
        assert (found.n, found.units, found.groups) == (told["n"], told["method"]["units"], told["method"]["groups"])
        assert found.clusters == cluster and found.permutation == (told["method"]["p"] == "permutation")
        for one, other in zip(found.systems, told["systems"], strict=True):
            assert (one.name, one.value, list(one.interval or [])) == (other["name"], other["value"], other["interval"])
            assert one.n_missing == other["n_missing"]
        for pair, other in zip(found.pairs, told["pairs"], strict=True):
            assert [pair.a, pair.b, pair.difference, list(pair.interval or []), pair.p, pair.p_holm, pair.p_bootstrap, pair.tied] == [
                other[key] for key in ("a", "b", "difference", "interval", "p", "p_holm", "p_bootstrap", "tied")
            ]
    ahead = found.pairs[0]
    assert found[ahead.a, ahead.b] is ahead and f"{ahead.a} is ahead" in repr(found)


def test_comparisons_that_cannot_be_made() -> None:
    truth = [True, False] * 10
    good = [0.9, 0.1] * 10
    with pytest.raises(sf.UsageError, match="two systems or more"):
        sf.compare({"a": good}, truth)
    with pytest.raises(sf.UsageError, match="has no metric \"aux\""):
        sf.compare({"a": good, "b": good}, truth, metric="aux")
    with pytest.raises(sf.DataError, match="b: answer 1 is not a number"):
        sf.compare({"a": good, "b": [0.5, float("nan")] * 10}, truth)
    with pytest.raises(sf.UsageError, match="answers to pairs"):
        sf.compare({"a": good, "b": good}, truth, profile="classification")
    tied = sf.compare({"a": good, "b": good}, truth)
    assert tied.pairs[0].tied and tied.pairs[0].difference == 0


@pytest.mark.parametrize(
    ("encoder", "options", "flags"),
    [
        ("tf-idf", {}, []),
        ("lsa", {"components": 7}, ["--set", "components=7"]),
        ("nmf", {"components": 5}, ["--set", "components=5"]),
    ],
)
def test_vectors_are_those_of_the_program(
    encoder: str, options: dict[str, Any], flags: list[str], program: Path, columns: Any, corpus_file: Path, tmp_path: Path
) -> None:
    path = tmp_path / "vectors.npy"
    told = json.loads(
        run(program, "encode", corpus_file, "--encoder", encoder.replace("tf-idf", "tfidf"), *flags, "--seed", 4, "-o", path, "--json")
    )
    facts: dict[str, Any] = {}
    made = sf.encode(columns, encoder, random_state=4, facts=facts, **options)
    assert made.dtype == np.float32 and made.shape == (told["documents"], told["columns"]) and made.flags["C_CONTIGUOUS"]
    assert made.tobytes() == np.load(path).astype(np.float32).tobytes()
    assert facts == told["facts"]
    assert sf.encode(columns["text"], encoder, random_state=4, threads=2, id=columns["id"], **options).tobytes() == made.tobytes()
    with pytest.raises(sf.UsageError, match="did you mean"):
        sf.encode(columns, encoder + "f")


# A pretrained transformer.
def test_sentences_are_those_of_the_program(program: Path, rows: Any, tmp_path: Path) -> None:
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "standfast/models"
    model = Path(os.environ.get("STANDFAST_TEST_MODELS", cache)) / "all-MiniLM-L6-v2"
    if not (model / "model.safetensors").exists():
        pytest.skip("needs all-MiniLM-L6-v2 (scripts/setup models)")
    some, path = tmp_path / "some.jsonl", tmp_path / "vectors.npy"
    some.write_text("".join(json.dumps(row) + "\n" for row in rows[:20]))
    run(program, "encode", some, "--encoder", "sentence", "--set", f"checkpoint={model}", "-o", path)
    made = sf.encode([row["text"] for row in rows[:20]], "sentence", checkpoint=str(model))
    assert made.shape == (20, 384) and made.tobytes() == np.load(path).astype(np.float32).tobytes()
