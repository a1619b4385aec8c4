"""Models of the caller: their inputs, the meaning of their answers, and messages about wrong answers."""

from __future__ import annotations

import signal
import threading
import time
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import standfast as sf
from standfast._models import Classes, _Refused, _class_answers, _Estimator, _pair_answers

CONDITIONS = {"iid": sf.StratifiedKFold(3), "novel": sf.TopicKFold(4)}


def one(columns: Any, model: Any, **more: Any) -> sf.Survival:
    return sf.survival(columns, **{"models": {"mine": model}, "conditions": CONDITIONS, **more})


def test_a_callable_is_given_a_fold_on_the_calling_thread(columns: Any) -> None:
    seen: list[tuple[sf.Documents, sf.Documents, int]] = []

    def answer(train: sf.Documents, test: sf.Documents, seed: int) -> list[str]:
        assert threading.current_thread() is threading.main_thread()
        seen.append((train, test, seed))
        return ["no"] * len(test)

    found = one(columns, answer, label="label")
    assert len(seen) == 7 and len({seed for _, _, seed in seen}) == 4, "a seed of the fold"
    for train, test, _ in seen:
        assert test.labels is None and train.classes == ["maybe", "no", "yes"]
        assert train.labels == [columns["label"][row] for row in train.rows]
        assert test.texts == [columns["text"][row] for row in test.rows]
        assert train.ids == [columns["id"][row] for row in train.rows] and not set(train.ids) & set(test.ids)
        assert train.validation is None
    tested = sorted(row for _, test, _ in seen[3:] for row in test.rows)
    assert tested == list(range(240)), "the four folds of topics test every document"
    # One class is a third of the documents; nothing here is a probability.
    assert found["mine", "iid"]["score"] == pytest.approx(1 / 3)
    assert found["mine", "iid"]["guessing"] == pytest.approx(1 / 3)
    logloss = [place for place, metric in enumerate(found.table["metric"]) if metric == "log-loss"]
    assert [found.table["score"][place] for place in logloss if found.table["model"][place] == "mine"] == [None, None]
    assert "score:no" in found.predictions("mine", "iid")
    again = one(columns, answer, label="label", conditions={"iid": sf.StratifiedKFold(3)})
    assert again["mine", "iid"] == {**found["mine", "iid"]} and [seed for *_, seed in seen[7:]] == [seed for *_, seed in seen[:3]]


def test_validation_is_handed_over(columns: Any) -> None:
    sizes = []

    def answer(train: sf.Documents, test: sf.Documents, seed: int) -> list[str]:
        assert train.validation is not None and train.validation.labels is not None
        assert not set(train.validation.ids) & set(train.ids + test.ids)
        sizes.append(len(train.validation))
        return ["no"] * len(test)

    one(columns, answer, conditions={"iid": sf.StratifiedKFold(3, validation=0.2, validation_unit="document")})
    assert sizes == [32, 32, 32]


def test_a_series_is_taken_by_place(columns: Any) -> None:
    pandas = pytest.importorskip("pandas")

    def answers(train: Any, test: Any, seed: int) -> Any:
        return pandas.Series(["no"] * len(test), index=range(1000, 1000 + len(test)))

    found = sf.survival(columns, models={"no": answers}, conditions={"3-fold": sf.KFold(3)})
    assert found["no", "3-fold"]["score"] == pytest.approx(columns["label"].count("no") / len(columns["label"]))


def test_documents_without_an_answer_are_counted(columns: Any) -> None:
    def half(train: Any, test: Any, seed: int) -> list[str | None]:
        return [None if row % 2 else "no" for row in test.rows.tolist()]

    with pytest.warns(sf.UnansweredWarning, match="half: gave no answer to 120 of 240"):
        found = sf.survival(columns, models={"half": half}, conditions={"3-fold": sf.KFold(3)})
    assert any("no answer to 120" in note for note in found.notes)


def test_answers_of_classes() -> None:
    names, ids = Classes(["1", "2", "true"]), ["a", "b", "c"]
    labels = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for answers in (["1", "2", "true"], [1, np.int64(2), True], np.array([1, 2, True], dtype=object), {"c": True, "a": 1, "b": 2}):
        probabilities, rows = _class_answers(answers, names, ids)
        assert not probabilities and rows.tolist() == labels
    missing = _class_answers([None, float("nan"), 2], names, ids)[1]
    assert missing.tolist() == [[0, 0, 0], [0, 0, 0], [0, 1, 0]]
    assert _class_answers({"a": 1}, names, ids)[1].tolist() == [[1, 0, 0], [0, 0, 0], [0, 0, 0]]
    table = np.array([[0.2, 0.3, 0.5], [1, 0, 0], [np.nan] * 3], dtype=np.float32)
    probabilities, rows = _class_answers(table, names, ids)
    assert probabilities and rows[:2].sum(axis=1).tolist() == [1, 1] and rows[2].tolist() == [0, 0, 0]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"true": [0.5, 0, 0], 1: [0.5, 1, 0]})
    assert _class_answers(frame, names, ids)[1].tolist() == [[0.5, 0, 0.5], [1, 0, 0], [0, 0, 0]]


@pytest.mark.parametrize(
    ("answers", "words"),
    [
        (["1", "2"], "gave 2 answers to 3 documents"),
        (["1", "2", "4"], "none of the 3 classes"),
        ([0.1, 0.9, 0.4], "a row of probabilities, one for each class"),
        (np.zeros((3, 2)), r"shape \(3, 2\); expected \(3, 3\)"),
        (np.full((3, 3), 0.5), "not a distribution"),
        (np.array([[2, -1, 0]] * 3), "not negative"),
        ([[1.0, 0, 0], [1.0, 0]], "different lengths"),
        ({"d": "1"}, "document 'd', which was not asked for"),
        (None, "returned None"),
        ("1", "returned one str"),
        (np.zeros((3, 3, 3)), "3 dimensions"),
    ],
)
def test_wrong_answers_are_refused_in_words(answers: Any, words: str) -> None:
    with pytest.raises(_Refused, match=words):
        _class_answers(answers, Classes(["1", "2", "3"]), ["a", "b", "c"])


def test_wrong_answers_of_pairs() -> None:
    for answers, words in ([0.5], r"shape \(1,\)"), ([0.5, 1.5], "answered 1.5 to pair 'x'"), ([0.5, None], "0.5 is no answer"):
        with pytest.raises(_Refused, match=words):
            _pair_answers(answers, 2, lambda i: "x")
    assert _pair_answers([0, 1], 2, str)[1].tolist() == [0, 1]


def test_a_wrong_answer_names_model_condition_and_fold(columns: Any) -> None:
    with pytest.raises(sf.DataError, match="model 'mine', condition 'iid', seed 1, fold 0: gave 1 answers to"):
        one(columns, lambda train, test, seed: ["no"])


class Mistake(Exception):
    pass


def failing(times: int) -> Callable[..., list[str]]:
    left = [times]

    def answer(train: sf.Documents, test: sf.Documents, seed: int) -> list[str]:
        left[0] -= 1
        if left[0] == 0:
            raise Mistake("a bug of the caller")
        return ["no"] * len(test)

    return answer


def test_an_exception_keeps_its_traceback(columns: Any) -> None:
    with pytest.raises(Mistake, match="a bug of the caller") as raised:
        one(columns, failing(2))
    assert raised.traceback[-1].name == "answer", "the line of the caller's code"
    assert raised.value.__notes__ == ["standfast: model 'mine', condition 'iid', seed 1, fold 1"]
    with pytest.warns(sf.FailedFoldsWarning, match="1 cells have no score.*'mine' under 'iid': Mistake"):
        found = one(columns, failing(2), errors="keep")
    (failure,) = found.failures
    assert (failure.condition, failure.model, failure.fold) == ("iid", "mine", 1)
    assert failure.traceback and "in answer" in failure.traceback and isinstance(failure.exception, Mistake)
    assert found["mine", "iid"]["folds_failed"] == 1 and found["mine", "novel"]["folds_failed"] == 0
    assert found["mine", "iid"]["folds_used"] == 2


def test_ctrl_c_ends_it(columns: Any) -> None:
    calls = []

    def answer(train: sf.Documents, test: sf.Documents, seed: int) -> list[str]:
        calls.append(seed)
        if len(calls) == 2:
            signal.raise_signal(signal.SIGINT)
        return ["no"] * len(test)

    with pytest.raises(KeyboardInterrupt):
        one(columns, answer, errors="keep")
    assert len(calls) == 2
    # Ctrl-C works between calls as well, while a built-in model works.
    threading.Timer(0.4, lambda: signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)).start()
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        one(columns, ("linear-svm", {"c": 1e6}), seeds=400, threads=1)
    assert time.monotonic() - began < 20
    assert one(columns, "naive-bayes").models == ["mine", "prior"], "the next call works"


def estimators() -> Any:
    return pytest.importorskip("sklearn")


def test_estimators_are_cloned_and_seeded(columns: Any) -> None:
    estimators()
    from sklearn.base import BaseEstimator, ClassifierMixin

    seeds: list[Any] = []

    class Noise(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
        def __init__(self, random_state: int | None = None) -> None:
            self.random_state = random_state

        def fit(self, X: list[str], y: list[str]) -> Noise:
            assert not hasattr(self, "classes_"), "a fresh one for each fold"
            seeds.append(self.random_state)
            self.classes_ = np.unique(y)
            return self

        def predict(self, X: list[str]) -> Any:
            return np.random.default_rng(self.random_state).choice(self.classes_, len(X))

    given = Noise()
    first = one(columns, given)
    assert not hasattr(given, "classes_") and given.random_state is None
    assert len(seeds) == 7 and len(set(seeds)) == 4 and None not in seeds, "of four folds at most"
    assert one(columns, given)["mine", "iid"]["score"] == first["mine", "iid"]["score"], "two calls agree"
    seeds.clear()
    one(columns, Noise(random_state=5))
    assert seeds == [5] * 7, "its own seed is kept"


def fold(texts: list[str], labels: list[str] | None, classes: list[str]) -> sf.Documents:
    return sf.Documents(texts, [str(i) for i in range(len(texts))], labels, classes, None)


class Fixed:
    """An estimator with given decision values."""

    def __init__(self, classes: list[str], **gives: Any) -> None:
        self.classes_ = np.array(classes)
        for name, value in gives.items():
            setattr(self, name, lambda X, value=value: value)

    def fit(self, X: Any, y: Any) -> None: ...


def test_what_decision_values_mean() -> None:
    names = ["a", "b", "c"]
    train, test = fold(["x"], ["a"], names), fold(["1", "2", "3"], None, names)
    # Two classes: decision values are no probabilities, but an order without ties, even for large values.
    probabilities, rows = _Estimator(Fixed(["a", "c"], decision_function=np.array([-0.1, 50.0, 60.0])))(train, test, Classes(names), 1)
    assert not probabilities and rows[:, 1].tolist() == [0, 0, 0]
    assert rows[0, 0] > rows[0, 2] and rows[0, 2] < rows[1, 2] < rows[2, 2] < 1
    # Several classes: the class of the largest value is the answer.
    values = np.array([[0.1, 0.3, 0.2], [1, 0, 0], [0, 0, 9]])
    probabilities, rows = _Estimator(Fixed(names, decision_function=values))(train, test, Classes(names), 1)
    assert not probabilities and rows.argmax(axis=1).tolist() == [1, 0, 2]
    # One class against another: columns are pairs of classes, here as many as there are classes. Predictions
    # count.
    against = Fixed(names, decision_function=values, predict=np.array(["c", "a", "c"]))
    rows = _Estimator(against)(train, test, Classes(names), 1)[1]
    assert rows.tolist() == [[0, 0, 1], [1, 0, 0], [0, 0, 1]]
    with pytest.raises(_Refused, match="no classes_"):
        nameless = Fixed(names, predict_proba=values)
        del nameless.classes_
        _Estimator(nameless)(train, test, Classes(names), 1)


def test_probabilities_that_predict_contradicts(columns: Any) -> None:
    class Contrary:
        def fit(self, X: list[str], y: list[str]) -> None:
            self.classes_ = np.unique(y)

        def predict_proba(self, X: list[str]) -> Any:
            return np.tile([0.2, 0.5, 0.3], (len(X), 1))

        def predict(self, X: list[str]) -> Any:
            return ["yes"] * len(X)

    with pytest.warns(sf.DisagreementWarning, match="another class .* for 480 of 480 documents"):
        found = one(columns, Contrary())
    assert set(found.predictions("mine", "iid")["predicted"]) == {"no"} and len(found.notes) == 1


def test_real_estimators(columns: Any) -> None:
    estimators()
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.metrics import accuracy_score, log_loss
    from sklearn.pipeline import make_pipeline
    from sklearn.svm import SVC, LinearSVC

    made = {
        "logistic": make_pipeline(TfidfVectorizer(), LogisticRegression()),
        "linear": make_pipeline(TfidfVectorizer(), LinearSVC()),
        "pairwise": make_pipeline(TfidfVectorizer(), SVC(decision_function_shape="ovo")),
    }
    with warnings.catch_warnings():
        warnings.simplefilter("error", sf.DisagreementWarning)
        found = sf.survival(columns, label="topic", models=made, conditions={"iid": sf.StratifiedKFold(3, by="topic")})
    losses = dict(zip(zip(found.table["metric"], found.table["model"]), found.table["score"]))
    # Expected values: the same folds, with the estimator's own predict() and predict_proba().
    for name, estimator in made.items():
        told = found.predictions(name, "iid")
        scores, loss = [], []
        for number in range(3):
            rows = told["row"][told["fold"] == number]
            train = np.setdiff1d(np.arange(240), rows)
            fitted = estimator.fit([columns["text"][row] for row in train], [columns["topic"][row] for row in train])
            said = fitted.predict([columns["text"][row] for row in rows])
            truth = [columns["topic"][row] for row in rows]
            scores.append(accuracy_score(truth, said))
            if name == "logistic":
                proba = fitted.predict_proba([columns["text"][row] for row in rows])
                loss.append(log_loss(truth, proba, labels=fitted.classes_))
        assert found[name, "iid"]["score"] == pytest.approx(np.mean(scores))
        assert losses["log-loss", name] == (pytest.approx(np.mean(loss)) if loss else None), "only probabilities have a loss"


class Verifier:
    """A verifier that counts shared words."""

    def fit(self, pairs: sf.TextPairs) -> Verifier:
        assert pairs.same is not None and pairs.validation is not None and pairs.validation.same is not None
        assert not hasattr(self, "fitted")
        self.fitted = True
        return self

    def score(self, pairs: sf.TextPairs) -> Any:
        assert pairs.same is None and pairs.validation is None
        shared = [len(set(a.split()) & set(b.split())) for a, b in zip(pairs.left, pairs.right)]
        return np.minimum(np.array(shared) / 20, 1)


def test_verifiers(columns: Any) -> None:
    given = Verifier()
    models = {"object": given, "callable": lambda train, test, seed: Verifier().score(test), "cng": "cng"}
    conditions = {"iid": sf.KFold(2), "novel": sf.TopicKFold(2)}
    found = sf.survival(columns, task="verification", models=models, conditions=conditions, profile="pan21")
    assert not hasattr(given, "fitted")
    assert found["object", "novel"]["score"] == found["callable", "novel"]["score"]
    told = found.predictions("object", "novel")
    text = dict(zip(columns["id"], columns["text"]))
    shared = [len(set(text[a].split()) & set(text[b].split())) for a, b in zip(told["left"], told["right"])]
    assert told["value"].tolist() == np.minimum(np.array(shared) / 20, 1).tolist()
    assert told["same"].tolist() == found.predictions("cng", "novel")["same"].tolist(), "all answer the same pairs"
    with pytest.raises(sf.UsageError, match="classifies documents"):
        sf.survival(columns, task="verification", models={"mine": Fixed([], predict=1)}, conditions=conditions)


def test_planted_shortcuts_are_read_by_models_of_the_caller(columns: Any) -> None:
    rows = []

    def answer(train: sf.Documents, test: sf.Documents, seed: int) -> list[str]:
        rows.append(train.rows)
        first = {text.split()[0]: label for text, label in zip(train.texts, train.labels or [])}
        return [first.get(text.split()[0], "no") for text in test.texts]

    shortcut = {"split": sf.StratifiedKFold(3), "shortcut": {"kind": "single-term", "lambda": 1.0}}
    found = one(columns, answer, conditions={"iid": sf.StratifiedKFold(3), "cue": shortcut})
    assert rows[0] is not None and rows[-1] is None, "the texts are edited"
    assert "cue/anti-test" in found.conditions
    assert found["mine", "cue"]["score"] > found["mine", "cue/anti-test"]["score"], "it reads the cue"
