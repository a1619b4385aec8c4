"""Values of callers: missing values, bytes, numbers in two forms, arrays of pandas and Arrow, and the effect
on scores."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import run

import standfast as sf

pd = pytest.importorskip("pandas")
pa = pytest.importorskip("pyarrow")
pl = pytest.importorskip("polars")


def values_of_column(corpus: sf.Corpus, name: str) -> list[str | None]:
    codes, names = corpus.column(name)
    return [None if code < 0 else names[code] for code in codes]


def test_arrays_of_arrow_and_pandas() -> None:
    texts, topics = ["a", "b", "ä"], ["x", None, "y"]
    frame = pd.DataFrame({"text": texts, "topic": topics})
    numbers = pd.Series([3, None, 5], dtype="Int64")
    days = pd.Series(pd.to_datetime(["2020-01-31", None, "2021-02-03"]))
    for given in (pa.array(topics), pa.array(topics).dictionary_encode(), pa.chunked_array([topics]), frame["topic"].values,
                  frame["topic"].array, frame["topic"].astype("category").values, frame["topic"].astype("string").array,
                  frame["topic"].astype("string[pyarrow]").array, list(pa.array(topics)), pl.Series(topics)):
        assert values_of_column(sf.corpus(texts, topic=given), "topic") == topics, type(given)
        assert values_of_column(sf.corpus({"text": texts, "topic": given}), "topic") == topics, type(given)
    for given in (pa.array([3, None, 5]), numbers, numbers.array, numbers.values, pl.Series([3, None, 5])):
        assert values_of_column(sf.corpus(texts, topic=given), "topic") == ["3", None, "5"], type(given)
    for given in (days, days.array, days.values):
        assert values_of_column(sf.corpus(texts, date=given), "date") == ["2020-01-31T00:00:00", None, "2021-02-03T00:00:00"] or type(given) is np.ndarray
    assert sf.corpus(frame["text"].values).text(2) == sf.corpus(frame["text"].array).text(2) == sf.corpus(pa.array(texts)).text(2) == "ä"


def test_bytes_are_refused() -> None:
    texts = ["a", "b"]
    for given in (pa.array([b"x", b"y"]), [b"x", b"y"], np.array([b"x", b"y"]), [bytearray(b"x"), bytearray(b"y")], list(pa.array([b"x", b"y"]))):
        with pytest.raises(sf.DataError, match="bytes|bytearray"):
            sf.corpus(texts, topic=given)
        with pytest.raises(sf.DataError, match="bytes"):
            sf.score(["x", "y"], given)


def test_what_would_be_taken_wrongly_is_refused() -> None:
    with pytest.raises(sf.DataError, match="holds a object"):
        sf.corpus(["a"], topic=[object()])
    with pytest.raises(sf.UsageError, match="a set has no order"):
        sf.corpus({"a", "b"})
    twice = pd.concat([pd.DataFrame({"text": ["a", "b"], "topic": ["x", "y"]}), pd.DataFrame({"topic": ["y", "x"]})], axis=1)
    with pytest.raises(sf.UsageError, match="2 columns 'topic'"):
        sf.corpus(twice)
    assert sf.corpus(twice, topic="none").roles == []


@pytest.mark.parametrize("none", [None, float("nan"), np.float32("nan"), pd.NA, pd.NaT])
def test_missing_answers_are_no_answers(none: Any) -> None:
    truth, answers = ["a", "b", "a", "b"], ["a", none, "b", "b"]
    expected = sf.score(truth, ["a", None, "b", "b"])
    assert expected.n == 4 and expected.n_answered == 3 and expected["accuracy"] == 0.5
    given = [answers, pd.Series(answers, dtype=object), dict(enumerate(answers)), pa.array(["a", None, "b", "b"]), pd.Series(["a", None, "b", "b"]).array]
    for one in given:
        found = sf.score(dict(enumerate(truth)) if isinstance(one, dict) else truth, one)
        assert (found.metrics, found.n, found.n_answered) == (expected.metrics, 4, 3), type(one)
    # An id that has no answer is left out; an id whose answer is None counts as wrong.
    part = sf.score({0: "a", 1: "b", 2: "b"}, {0: "a", 1: none})
    assert (part.n, part.n_answered, part.n_missing, part["accuracy"]) == (2, 1, 1, 0.5)
    pairs = sf.score([True, False, True], [0.9, none, 0.7])
    assert pairs.profile == "hits" and pairs.metrics == sf.score([True, False, True], [0.9, 0.5, 0.7]).metrics
    with pytest.warns(UserWarning, match="1 of 4 items have no class and are left out"):
        left = sf.score(["a", none, "b", "b"], ["a", "a", "b", "a"])
    assert left.n == 3 and left["accuracy"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("none", [None, float("nan"), pd.NA])
def test_missing_clusters_are_each_their_own(none: Any) -> None:
    rng = np.random.default_rng(1)
    truth = ["a", "b"] * 40
    answers = [one if rng.random() < 0.7 else "a" for one in truth]
    more: dict[str, Any] = {"resamples": 60, "random_state": 1}
    # All clusters are missing: documents are resampled one by one.
    assert sf.score(truth, answers, clusters=[none] * 80, **more) == sf.score(truth, answers, **more)
    some = [f"p{i % 7}" if i % 2 else none for i in range(80)]
    named = [f"p{i % 7}" if i % 2 else f"q{i:03}" for i in range(80)]
    assert sf.score(truth, answers, clusters=some, **more) == sf.score(truth, answers, clusters=named, **more)
    same, scores = [i % 3 == 0 for i in range(80)], rng.random(80).tolist()
    pairs = [(f"a{i % 7}", none if i % 2 else f"b{i % 5}") for i in range(80)]
    told = [(f"a{i % 7}", f"c{i}" if i % 2 else f"b{i % 5}") for i in range(80)]
    assert sf.score(same, scores, clusters=pairs, **more) == sf.score(same, scores, clusters=told, **more)


def test_probabilities_of_a_frame() -> None:
    truth = ["b", "a", "c", "a"]
    table = np.array([[0.1, 0.7, 0.2], [0.5, 0.5, 0.0], [0.2, 0.2, 0.6], [0.8, 0.1, 0.1]])
    expected = sf.score(truth, None, probabilities=table, classes=["a", "b", "c"])
    assert expected["accuracy"] == 1 and expected.profile == "classification"
    turned = {"c": table[:, 2], "a": table[:, 0], "b": table[:, 1]}
    for frame in (pd.DataFrame(turned), pl.DataFrame(turned), pa.table(turned), turned):
        assert sf.score(truth, None, probabilities=frame) == expected, type(frame)
        assert sf.score(truth, None, probabilities=frame, classes=["a", "b", "c"]) == expected, "names, not places"
        with pytest.raises(sf.UsageError, match="classes= has 'd', and probabilities= has no column of that name"):
            sf.score(truth, None, probabilities=frame, classes=["a", "b", "d"])
    # Answers decide: two classes of the second document are equally probable, and the answer names one.
    said = sf.score(truth, ["b", "b", "c", "a"], probabilities=table, classes=["a", "b", "c"])
    assert said["accuracy"] == 0.75
    with pytest.raises(sf.DataError, match=r"item 0 is answered 'a', which is less probable \(0.1\) than 'b' \(0.7\)"):
        sf.score(truth, ["a", "a", "c", "a"], probabilities=table, classes=["a", "b", "c"])
    with pytest.raises(sf.DataError, match="document '1', which is not a distribution"):
        sf.score(["a", "b"], None, probabilities=[[0.5, 0.5], [0.9, 0.9]], classes=["a", "b"])
    with pytest.raises(sf.DataError, match="not negative"):
        sf.score(["a", "b"], None, probabilities=[[0.5, 0.5], [1.5, -0.5]], classes=["a", "b"])
    with pytest.raises(sf.UsageError, match="two columns of one class, '1'"):
        sf.score([1, 2], None, probabilities=[[0.2, 0.3, 0.5]] * 2, classes=[1, 2, "1"])
    with pytest.raises(sf.UsageError, match="two classes of one name, '1'"):
        sf.score([1, 2], None, probabilities=[[0.2, 0.3, 0.5]] * 2, classes=[1, 2, True])
    holes = pd.DataFrame({"a": [0.3, None], "b": [0.7, None]}, dtype="Float64")
    found = sf.score(["b", "a"], None, probabilities=holes)
    assert (found.n, found.n_answered, found["accuracy"]) == (2, 1, 0.5)
    # Decision values rank classes, even if all are negative.
    values = np.log(table + 1e-3) * 5 - 1
    ranked = sf.score(truth, None, probabilities=values, classes=["a", "b", "c"], ranking=True)
    assert ranked.n_answered == 4 and ranked["accuracy"] == 1
    assert ranked["auc-ovr"] == expected["auc-ovr"] if "auc-ovr" in expected.metrics else True


def test_probabilities_with_pd_na_are_of_pairs() -> None:
    found = sf.score([True, False, True, False], pd.Series([0.9, 0.2, None, 0.1], dtype="Float64"))
    assert found.profile == "hits" and found.n_answered == 3 and found["auc"] is not None


def test_no_common_class_is_told(program: Path, tmp_path: Path) -> None:
    with pytest.warns(sf.UnknownClassesWarning, match='no class in common: no answer is class "neg", "pos" of the truth; some are class "NEG", "POS"'):
        assert sf.score(["pos", "neg"], ["POS", "NEG"])["accuracy"] == 0
    with pytest.warns(sf.UnknownClassesWarning, match='no answer is class "neg" of the truth; some are class "NEG"'):
        sf.score(["pos", "neg"], ["pos", "NEG"])
    with pytest.warns(sf.UnknownClassesWarning, match='no column for class "neg"'):
        sf.score(["pos", "neg"], None, probabilities=pd.DataFrame({"pos": [1.0, 0.5], "NEG": [0, 0.5]}))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        sf.score(["pos", "neg"], ["pos", "pos"])
        sf.score([1, 0, 1.0], [1.0, False, True])
    (tmp_path / "truth.jsonl").write_text('{"id": "a", "text": "x", "label": "pos"}\n{"id": "b", "text": "y", "label": "neg"}\n')
    (tmp_path / "said.jsonl").write_text('{"id": "a", "predicted": "POS"}\n{"id": "b", "predicted": "NEG"}\n')
    import subprocess

    done = subprocess.run([program, "score", tmp_path / "said.jsonl", "--truth", tmp_path / "truth.jsonl"], capture_output=True, text=True)
    assert done.returncode == 0 and "no class in common" in done.stderr, done.stderr


def test_vectors_are_finite() -> None:
    vectors = np.random.default_rng(0).normal(size=(60, 4)).astype(np.float32)
    for bad in (np.nan, np.inf):
        wrong = vectors.copy()
        wrong[7, 2] = bad
        with pytest.raises(sf.DataError, match=r"vectors= has (nan|inf) in row 7, column 2"):
            list(sf.ClusterKFold(3, clusters=6, vectors="X", random_state=1).split(wrong, np.arange(60) % 2))
    assert list(sf.ClusterKFold(3, clusters=6, vectors="X", random_state=1).split(vectors, np.arange(60) % 2))


def test_whole_numbers_that_are_floats(program: Path, tmp_path: Path) -> None:
    # In a column of objects, 1 and 1.0 are one value, whichever comes first.
    for topics in ([1, 1.0, 2, 2.0, None], [1.0, 1, 2.0, np.float32(2), float("nan")], np.array([1, 1.0, np.int64(2), 2.0, None], dtype=object)):
        corpus = sf.corpus(["a", "b", "c", "d", "e"], topic=topics)
        assert values_of_column(corpus, "topic") == ["1", "1", "2", "2", None]
        for train, test in sf.TopicKFold(2, random_state=1).split(["a", "b", "c", "d"], groups=topics[:4]):
            assert sorted(test.tolist()) in ([0, 1], [2, 3])
    assert values_of_column(sf.corpus(["a", "b", "c"], topic=[1, 2.5, 1.0]), "topic") == ["1", "2.5", "1"]
    assert values_of_column(sf.corpus(["a", "b"], topic=[1.0, 2.0]), "topic") == ["1.0", "2.0"]
    # Two frames; a missing author turned all authors of one of them into floats.
    train = pd.DataFrame({"text": [f"train text {i} of many" for i in range(6)], "author": [1, 2, 3, 1, 2, 3]})
    test = pd.DataFrame({"text": [f"another test text {i}" for i in range(4)], "author": [1, 4, None, 3]})
    assert str(test["author"].dtype) == "float64"
    found = sf.check(train, test)["SF335"]
    assert (found.count, found.of, sorted(found.values)) == (2, 4, ["1", "3"])
    assert sf.check(test.dropna(), train)["SF335"].count == 4
    train.to_csv(tmp_path / "train.csv", index=False)
    test.to_csv(tmp_path / "test.csv", index=False)
    told = json.loads(run(program, "check", tmp_path / "train.csv", tmp_path / "test.csv", "--json"))
    assert [(one["count"], one["of"]) for one in told["findings"] if one["code"] == "SF335"] == [(2, 4)]
    # If the column contains a real fraction, 1.0 is a float.
    test["author"] = [1, 4.5, None, 3]
    assert sf.check(train, test)["SF335"].count == 0


def test_join_values(program: Path, tmp_path: Path) -> None:
    columns = {"text": [f"a text with the number {i}" for i in range(6)], "author": ["Ann", "ann", "Bob ", "Bob", "ANN", None]}
    corpus = sf.corpus(columns, join_values=["author"])
    assert values_of_column(corpus, "author") == ["Ann", "Ann", "Bob ", "Bob ", "Ann", None]
    assert values_of_column(sf.corpus(columns, join_values="author"), "author") == values_of_column(corpus, "author")
    for train, test in sf.split(columns, sf.AuthorKFold(2, random_state=1), join_values=["author"]).as_cv():
        assert not {str(columns["author"][row]).strip().lower() for row in train} & {str(columns["author"][row]).strip().lower() for row in test}
    path = tmp_path / "data.jsonl"
    path.write_text("".join(json.dumps(dict(zip(columns, row))) + "\n" for row in zip(*columns.values())))
    assert json.loads(run(program, "check", path, "--join-values", "author", "--no-near", "--json"))["data_hash"] == corpus.data_hash
    with pytest.raises(sf.DataError, match='"topic"|topic'):
        sf.corpus(columns, join_values=["topic"])
    with pytest.raises(sf.UsageError, match="give join_values= to standfast.corpus"):
        sf.corpus(corpus, join_values=["author"])
    # Spellings are joined over both frames, as the program joins them over two files.
    train, test = ({name: values[part] for name, values in columns.items()} for part in (slice(0, 1), slice(1, 2)))
    assert sf.check(train, test)["SF335"].count == 0
    assert sf.check(train, test, join_values=["author"])["SF335"].count == 1
    for name, part in (("train", train), ("test", test)):
        pd.DataFrame(part).to_csv(tmp_path / f"{name}.csv", index=False)
    told = json.loads(run(program, "check", tmp_path / "train.csv", tmp_path / "test.csv", "--join-values", "author", "--json"))
    assert [one["count"] for one in told["findings"] if one["code"] == "SF335"] == [1]


class Typed:
    """A classifier that records the labels it was given."""

    seen: list[Any] = []

    def fit(self, texts: list[str], labels: list[Any]) -> Typed:
        Typed.seen.append(labels)
        self.most = max(labels, key=labels.count)
        return self

    def predict(self, texts: list[str]) -> Any:
        return np.array([self.most] * len(texts))


@pytest.mark.parametrize(
    ("labels", "wanted"),
    [
        ([0, 1], int), (np.array([0, 1]), np.integer), ([True, False], bool), ([0.0, 1.0], float), (pd.Series([0, 1], dtype="Int64"), int),
        (pd.Series([0, 1]).astype("category"), int), (pa.array([0, 1]), int), (pl.Series([True, False]), bool), (["0", "1"], str), ([10, 9], int),
    ],
)
def test_models_see_the_types_of_the_caller(labels: Any, wanted: type, columns: dict[str, list[Any]]) -> None:
    places = [i % 2 for i in range(240)]
    column: Any = [labels[place] for place in places] if isinstance(labels, list) else labels[places] if isinstance(labels, (np.ndarray, pl.Series)) else (
        labels.take(pa.array(places)) if isinstance(labels, pa.Array) else labels.iloc[places].reset_index(drop=True))
    given: list[Any] = []

    def callable_model(train: sf.Documents, test: sf.Documents, seed: int) -> Any:
        given.append((train.classes, train.labels))
        return [train.classes[-1]] * len(test)

    Typed.seen = []
    data = {"text": columns["text"], "label": column}
    for what in (data, sf.corpus(data), pl.DataFrame({"text": columns["text"], "label": column}) if isinstance(labels, (list, pl.Series)) else data):
        found = sf.survival(what, models={"typed": Typed(), "callable": callable_model}, conditions={"a": sf.KFold(2)})
        assert found["typed", "a"]["score"] is not None and found["callable", "a"]["score"] == pytest.approx(0.5)
    for one in [*Typed.seen, *(labels for _, labels in given), *(classes for classes, _ in given)]:
        assert all(isinstance(value, wanted) for value in one) and len(set(one)) == 2
        assert wanted is bool or not any(isinstance(value, bool) for value in one)


def test_an_inner_search_by_f1(columns: dict[str, list[Any]]) -> None:
    """If labels are texts, "f1" is nan for every candidate, and the first candidate is taken."""
    pytest.importorskip("sklearn")
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.model_selection import GridSearchCV
    from sklearn.naive_bayes import BernoulliNB
    from sklearn.pipeline import make_pipeline

    labels = [int("topic 1" == topic) for topic in columns["topic"]]
    pipe = make_pipeline(CountVectorizer(), BernoulliNB())
    search = GridSearchCV(pipe, {"bernoullinb__alpha": [1e6, 0.1]}, scoring="f1", cv=2, error_score="raise")
    with warnings.catch_warnings():
        warnings.simplefilter("error", UserWarning)
        found = sf.survival({"text": columns["text"], "label": labels}, models={"search": search}, conditions={"a": sf.StratifiedKFold(2)}, metric="accuracy")
    assert found["search", "a"]["score"] > 0.95


def test_xgboost(columns: dict[str, list[Any]]) -> None:
    xgboost = pytest.importorskip("xgboost")
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.pipeline import make_pipeline

    model = make_pipeline(CountVectorizer(), xgboost.XGBClassifier(n_estimators=5, n_jobs=1))
    labels = [int(topic[-1]) % 3 for topic in columns["topic"]]
    found = sf.survival({"text": columns["text"], "label": labels}, models={"trees": model}, conditions={"a": sf.StratifiedKFold(2)}, metric="accuracy")
    assert found["trees", "a"]["score"] > 0.5
