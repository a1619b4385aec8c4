"""The survival table in memory: it has the numbers of a run, and it shows the planted effects of made-up
data."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, run

import standfast as sf

DATA = Path(os.environ.get("STANDFAST_TEST_DATA", ROOT.parent / "shared" / "data"))


def expect_the_run(found: sf.Survival, corpus: Path, program: Path, folder: Path) -> None:
    """Checks that a run of the same study by the program has the same tables, chart, sentences and
    warnings."""
    study = folder / "study.toml"
    study.write_text(found.study.replace('path = "data"', f"path = {json.dumps(str(corpus))}"))
    run(program, "run", study, "--out", folder / "run")
    told = json.loads(run(program, "report", folder / "run", "--json", "--bootstrap", 20))
    assert found.headline.split("\n") == told["headlines"]
    assert [(one.code, one.message) for one in found.warnings] == [
        (one["code"], one["message"]) for one in told["warnings"]
    ]
    names = {}  # by metric: file names lack characters like @
    for path in (folder / "run/tables").glob("survival-data-*.csv"):
        names[next(csv.DictReader(io.StringIO(path.read_text())))["metric"]] = path.stem
    for metric in found.metrics:
        name = names[metric]
        assert found.to_csv(metric).encode() == (folder / "run/tables" / f"{name}.csv").read_bytes()
        assert found.to_latex(metric).encode() == (folder / "run/tables" / f"{name}.tex").read_bytes()
        if found.to_svg(metric):
            assert found.to_svg(metric).encode() == (folder / "run/figures" / f"{name}.svg").read_bytes()


@pytest.fixture(scope="module")
def forum(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[dict[str, Any]]]:
    """Returns posts of real people in debates, by the authors with most posts."""
    packed = DATA / "authorship/iac_dense/docs.jsonl.gz"
    if not packed.exists():
        pytest.skip("needs authorship/iac_dense below STANDFAST_TEST_DATA")
    posts = [json.loads(line) for line in gzip.open(packed, "rt", encoding="utf-8")]
    by: dict[str, int] = {}
    for post in posts:
        by[post["author"]] = by.get(post["author"], 0) + 1
    kept = sorted(by, key=lambda author: (-by[author], author))[:6]
    posts = [post for post in posts if post["author"] in kept]
    path = tmp_path_factory.mktemp("forum") / "posts.jsonl"
    path.write_text("".join(json.dumps(post) + "\n" for post in posts))
    return path, posts


def as_columns(rows: list[dict[str, Any]], *names: str) -> dict[str, list[Any]]:
    return {name: [row.get(name) for row in rows] for name in names or rows[0]}


def test_classification_is_that_of_a_run(forum: Any, program: Path, tmp_path: Path) -> None:
    path, posts = forum
    found = sf.survival(
        as_columns(posts),
        label="author",
        models={"bayes": "naive-bayes", "svm": ("linear-svm", {"c": 2.0})},
        conditions={
            "iid": sf.StratifiedKFold(3),
            "novel topics": sf.TopicKFold(3),
            "control": {"control_of": "novel topics", "trades": 2},
        },
        threads=2,
    )
    assert found.models == ["bayes", "svm", "prior"] and not found.failures
    expect_the_run(found, path, program, tmp_path)


def test_verification_is_that_of_a_run(forum: Any, program: Path, tmp_path: Path) -> None:
    path, posts = forum
    found = sf.survival(
        as_columns(posts),
        task="verification",
        models=["cng", "char-ngram"],
        conditions={"iid": sf.KFold(2), "hits": (sf.Hits(topics=6), sf.TopicKFold(2))},
        profile="pan21",
        seeds=[4],
    )
    assert found.warnings, "threads of posts: their pairs are looked at"
    expect_the_run(found, path, program, tmp_path)


# The table is available as plain data, for further use.
def test_the_table_is_plain_data(columns: Any) -> None:
    found = small(columns)
    rows = list(csv.DictReader(io.StringIO(found.to_csv())))
    table = found.table
    mine = [place for place, metric in enumerate(table["metric"]) if metric == found.metric]
    assert [table["score"][place] for place in mine] == [float(row["score"]) for row in rows]
    at = found["bayes", "novel"]
    assert at["baseline"] == "iid" and at["n_used"] == 240 and isinstance(at["lost"], float)
    assert at["score"] in table["score"]
    pandas = pytest.importorskip("pandas")
    frame = found.to_frame("accuracy")
    assert isinstance(frame, pandas.DataFrame) and list(frame["model"].unique()) == found.models
    assert len(found.to_frame()) == len(table["score"])
    assert "bayes" in str(found) and found.headline.split("\n")[0] in str(found)
    with pytest.raises(sf.UsageError, match="there are: accuracy"):
        found.to_csv("acuracy")


def small(columns: Any, **more: Any) -> sf.Survival:
    given: dict[str, Any] = {
        "models": {"bayes": "naive-bayes"},
        "conditions": {"iid": sf.StratifiedKFold(3), "novel": sf.TopicKFold(4)},
    }
    return sf.survival(columns, **{**given, **more})


def test_predictions_are_by_document(columns: Any) -> None:
    found = small(columns, seeds=2)
    told = found.predictions("bayes", "novel")
    assert set(told["seed"]) == {1, 2}
    assert sorted(told["id"]) == sorted(columns["id"] * 2), "each document once for each seed"
    assert [columns["id"][row] for row in told["row"]] == told["id"]
    assert [columns["label"][row] for row in told["row"]] == told["truth"]
    names = ["p:maybe", "p:no", "p:yes"]
    rows = np.column_stack([told[name] for name in names])
    np.testing.assert_allclose(rows.sum(axis=1), 1)
    assert [names[place][2:] for place in rows.argmax(axis=1)] == told["predicted"]
    by_fold: dict[tuple[int, int], list[bool]] = {}
    for seed, fold, truth, said in zip(told["seed"], told["fold"], told["truth"], told["predicted"]):
        by_fold.setdefault((seed, fold), []).append(truth == said)
    shares = [sum(right) / len(right) for right in by_fold.values()]
    assert found["bayes", "novel"]["score"] == pytest.approx(sum(shares) / len(shares))
    pairs = sf.survival(columns, task="verification", models=["cng"], conditions={"iid": sf.KFold(2)})
    told = pairs.predictions("cng", "iid")
    author = dict(zip(columns["id"], columns["author"]))
    assert [author[a] == author[b] for a, b in zip(told["left"], told["right"])] == told["same"].astype(bool).tolist()


def test_what_is_wrong_is_said_before_anything_runs(columns: Any) -> None:
    def message(**more: Any) -> str:
        with pytest.raises((sf.UsageError, sf.DataError)) as refused:
            small(columns, **more)
        assert not str(refused.value).startswith("survival()"), "nobody has seen that line"
        return str(refused.value)

    assert 'did you mean "naive-bayes"' in message(models={"bayes": "naive-bays"})
    assert "random_state" in message(conditions={"iid": sf.KFold(3, random_state=1)})
    assert "give topic= to survival" in message(conditions={"iid": sf.TopicKFold(3, topic="thread")})
    assert "no slash" in message(conditions={"a/b": sf.KFold(3)})
    assert "none of the conditions" in message(reference="nothing")
    assert "is a class" in message(models={"mine": dict})
    assert "cannot be drawn" in message(conditions={"many": sf.TopicKFold(50)})
    assert "is not a sampler" in message(conditions={"odd": (sf.KFold(2), sf.KFold(2))})
    assert "fits" in message(fits=0) and "profile" in message(profile="nothing")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", sf.FailedFoldsWarning)
        kept = small(columns, conditions={"iid": sf.KFold(3), "many": sf.TopicKFold(50)}, errors="keep")
    assert [one.model for one in kept.failures if one.condition.startswith("data")] == [None]
    assert kept["bayes", "iid"]["score"] is not None and kept["bayes", "many"]["score"] is None


def test_columns_that_conditions_name_are_read(columns: Any) -> None:
    found = small(columns, conditions={"iid": sf.KFold(3), "threads": sf.StratifiedGroupKFold(3, group="thread")})
    assert found["bayes", "threads"]["n_used"] == 240
    with pytest.raises(sf.UsageError, match="thread"):
        small({name: columns[name] for name in ("text", "label")}, conditions={"threads": sf.KFold(3, group="thread")})


def test_a_corpus_may_be_given(columns: Any) -> None:
    posts = sf.corpus(columns, name="/somewhere/posts.jsonl")
    found = small(posts)
    assert found.table["corpus"][0] == "posts.jsonl" and 'path = "/somewhere/posts.jsonl"' in found.study
    assert found["bayes", "iid"]["score"] == small(columns)["bayes", "iid"]["score"]
    with pytest.raises(sf.UsageError, match="has its roles already"):
        small(posts, topic="thread")
    with pytest.raises(sf.UsageError, match='no column "thread"; name it in columns='):
        small(posts, conditions={"threads": sf.KFold(3, group="thread")})
    # A column without a role may be the target, and its values may be given directly.
    named = small({**columns, "stars": columns["label"], "label": columns["thread"]}, label="stars")
    given = small({**columns, "label": columns["thread"]}, label=np.array(columns["label"]))
    assert named["bayes", "novel"] == given["bayes", "novel"] == small(columns)["bayes", "novel"]


# Content words reveal an author only by her preferred topics; function words reveal her on any topic.
def test_planted_truth(program: Path, tmp_path: Path) -> None:
    pytest.importorskip("sklearn")
    from sklearn.dummy import DummyClassifier
    from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
    from sklearn.naive_bayes import MultinomialNB
    from sklearn.pipeline import make_pipeline

    path = tmp_path / "planted.jsonl"
    planted = "--authors 12 --topics 24 --documents 1200 --length 60 --style 2 --seed 3".split()
    run(program, "synth", "-o", path, *planted)
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    tokens = CountVectorizer().build_analyzer()
    families = sorted({row["family"] for row in rows})
    seen = {family: {word for row in rows if row["family"] == family for word in tokens(row["text"])} for family in families}
    style = sorted(set.intersection(*seen.values()))
    content = sorted(set.union(*seen.values()) - set(style))
    found = sf.survival(
        as_columns(rows, "id", "text", "author", "topic"),
        label="author",
        models={
            "topic": make_pipeline(TfidfVectorizer(vocabulary=content), MultinomialNB(alpha=0.1)),
            "style": make_pipeline(TfidfVectorizer(vocabulary=style), MultinomialNB(alpha=0.1)),
            "dummy": DummyClassifier(strategy="prior"),
        },
        conditions={
            "iid": sf.StratifiedKFold(4),
            "novel topics": sf.TopicKFold(4),
            "control": {"control_of": "novel topics", "trades": 2},  # folds of the same sizes and classes, topics mixed
        },
        metric="accuracy",
    )
    topic, habits = found["topic", "novel topics"], found["style", "novel topics"]
    assert found["topic", "iid"]["score"] > found["topic", "iid"]["guessing"] + 0.4, "topics tell authors here"
    assert topic["baseline"] == habits["baseline"] == "control"
    assert topic["lost_low"] > 0.05 and topic["survival"] < 0.25 and topic["survival_high"] < 0.5, "and not on a new topic"
    assert found["style", "iid"]["score"] > 0.9
    assert abs(habits["lost"]) < 0.02 and 0.95 < habits["survival"] < 1.05, "habits are kept on a new topic"
    assert 0.9 < habits["survival_low"] < 1 < habits["survival_high"] < 1.1
    assert "a loss is shown for topic" in found.headline and "no loss is shown for style" in found.headline
    # A guesser is recognized: it has the scores of the model that guesses, and no share of a lead, because it
    # has none.
    for condition in found.conditions:
        dummy, prior = found["dummy", condition], found["prior", condition]
        assert dummy["score"] == prior["score"] == pytest.approx(dummy["guessing"], abs=1e-12)
        assert dummy["survival"] is None
    assert found["dummy", "novel topics"]["note"]


def by_first_letter(train: sf.Documents, test: sf.Documents, seed: int) -> list[Any]:
    """Answers the most frequent class of training texts with the same first letter, else the most frequent
    class."""
    def most(labels: list[str]) -> str:
        return max(sorted(set(labels)), key=labels.count)

    labels = list(train.labels)
    by: dict[str, list[str]] = {}
    for text, label in zip(train.texts, labels):
        by.setdefault(text[:1], []).append(label)
    return [most(by.get(text[:1], labels)) for text in test.texts]


def test_nested_intervals_are_those_of_the_program_and_no_score_changes(tmp_path: Path, program: Path) -> None:
    rng = np.random.default_rng(7)
    rows = []
    for topic in range(12):
        effect = rng.normal() * 2
        for k in range(8):
            letter = "ab"[int(rng.random() < 0.5)]
            label = "yes" if rng.random() < 1 / (1 + np.exp(-effect - (letter == "a"))) else "no"
            words = " ".join(f"{letter}{topic}{rng.integers(5)}" for _ in range(12))
            rows.append({"id": f"{topic}-{k}", "text": words, "label": label, "topic": f"t{topic}"})
    corpus = tmp_path / "data.jsonl"
    corpus.write_text("".join(json.dumps(row) + "\n" for row in rows))
    columns = {key: [row[key] for row in rows] for key in rows[0]}
    conditions = {"iid": sf.KFold(3), "novel": sf.TopicKFold(3)}
    nested = sf.survival(columns, models=["naive-bayes"], conditions=conditions, interval="nested", interval_repeats=2)
    expect_the_run(nested, corpus, program, tmp_path)
    assert "for models trained anew" in nested.caption()
    models = {"naive-bayes": "naive-bayes", "mine": by_first_letter}
    fitted = sf.survival(columns, models=models, conditions=conditions)
    wide = sf.survival(columns, models=models, conditions=conditions, interval="nested", interval_repeats=2)
    assert "for these fitted models" in fitted.caption()
    widened = 0
    for model in models:
        for condition in conditions:
            a, b = fitted[model, condition], wide[model, condition]
            assert a["score"] == b["score"] and a["lost"] == b["lost"]
            if a["low"] is None:
                continue
            assert b["low"] <= a["low"] + 1e-12 and b["high"] >= a["high"] - 1e-12
            widened += b["high"] - b["low"] > a["high"] - a["low"]
    assert widened > 0
    assert wide.predictions("mine", "iid") is not None
    assert len(wide.predictions("mine", "iid")["id"]) == len(rows), "nested cells are no predictions"
    with pytest.raises(sf.UsageError, match="interval"):
        sf.survival(columns, models=["naive-bayes"], conditions=conditions, interval="nestd")
    with pytest.raises(sf.UsageError, match="interval-repeats"):
        sf.survival(columns, models=["naive-bayes"], conditions=conditions, interval_repeats=2)
