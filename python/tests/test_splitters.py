"""Splitters as scikit-learn wants them: what its own tests ask of every splitter, over the whole catalog."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import standfast as sf
from standfast import _splitters

pytest.importorskip("sklearn")
pd = pytest.importorskip("pandas")

# Parameters with which the corpus of conftest.py can be cut; "given" needs a file or a column.
GIVEN: dict[str, dict[str, Any]] = {
    "TopicConfusion": {"authors_per_half": 3, "configurations": 3},
    "LeaveGroupsOut": {"p": 1},
    "Given": {"column": "thread"},
    "NgramClusterSplit": {"components": 10, "k_max": 10, "test": 0.2},
    "ClosestSplit": {"k_max": 10, "test": 0.2},
    "SubsetSumSplit": {"k_max": 10, "test": 0.2},
    "ClusterKFold": {"folds": 3},
    "MinoritySplit": {"clusters": 20},
    "LeastSimilarSplit": {"clusters": 8, "delta": 2.0, "epsilon": 0.5},
}
CLASSES = sorted(name for name in _splitters.__all__ if getattr(_splitters, name).__name__ == name)


def make(name: str, **more: Any) -> sf.Splitter:
    cls = getattr(sf, name)
    if "folds" in cls._options and name not in ("LeastSimilarSplit", "NgramClusterSplit", "Temporal"):
        more = {"folds": 3, **more}
    return cls(**{"random_state": 1, **GIVEN.get(name, {}), **more})


@pytest.fixture(scope="module")
def frame(columns: dict[str, list[Any]]) -> Any:
    return pd.DataFrame(columns)


@pytest.mark.parametrize("name", CLASSES)
def test_sides(name: str, frame: Any) -> None:
    cv = make(name)
    first = list(cv.split(frame, frame["label"]))
    again = list(cv.split(frame, frame["label"]))
    assert cv.get_n_splits(frame, frame["label"]) == len(first) > 0
    number = cv._number_of_folds()
    assert number is None or number == len(first)
    tested: list[int] = []
    for (train, test), (train_again, test_again) in zip(first, again):
        assert train.dtype.kind == "i" and test.dtype.kind == "i" and train.dtype == np.intp
        np.testing.assert_array_equal(train, train_again)
        np.testing.assert_array_equal(test, test_again)
        assert len(train) and len(test) and not np.intersect1d(train, test).size
        tested += test.tolist()
    # Where a splitter says so, every document is tested, and no fold leaves one out.
    if cv._traits.get("tests_all"):
        assert sorted(tested) == list(range(len(frame)))
    if cv._traits.get("novel_topics"):
        assert all(not set(frame["topic"][a]) & set(frame["topic"][b]) for a, b in first)
    if cv._traits.get("novel_authors"):
        assert all(not set(frame["author"][a]) & set(frame["author"][b]) for a, b in first)


@pytest.mark.parametrize("name", CLASSES)
def test_parameters(name: str) -> None:
    from sklearn.base import clone

    cv = make(name)
    assert type(cv).__name__ in repr(cv) and "random_state=1" in repr(cv)
    assert eval(repr(cv), vars(sf)).get_params() == cv.get_params()
    assert clone(cv, safe=False).get_params() == cv.get_params()
    assert pickle.loads(pickle.dumps(cv)).get_params() == cv.get_params()
    assert cv.set_params(random_state=3).random_state == 3
    assert type(cv).__doc__ and "Parameters" in type(cv).__doc__


def test_seed_that_nobody_gave(columns: dict[str, list[Any]]) -> None:
    cv = sf.TopicKFold(3)
    first = [test.tolist() for _, test in cv.split(columns["text"], groups=columns["topic"])]
    assert first == [test.tolist() for _, test in cv.split(columns["text"], groups=columns["topic"])]
    assert str(cv.seed_) in repr(cv)
    assert pickle.loads(pickle.dumps(cv)).seed_ == cv.seed_


def test_groups() -> None:
    X = np.zeros((12, 3))
    topics = np.arange(12) // 2
    for groups in (topics, list(topics), pd.Series(topics)):
        for train, test in sf.NovelTopicKFold(3, random_state=0).split(X, groups=groups):
            assert not set(topics[train]) & set(topics[test])
    with pytest.raises(sf.UsageError, match="reads no groups"):
        next(sf.KFold(3).split(X, groups=topics))
    with pytest.raises(ValueError, match="topic=.*or give groups="):
        next(sf.TopicKFold(3).split(X))
    with pytest.raises(sf.UsageError, match='option "purge_tokens"'):
        next(sf.KFold(3, purge_tokens="letters").split(X))
    with pytest.raises(sf.UsageError, match="columns of these names"):
        next(sf.AuthorTopicGrid().split(X, groups=topics))
    both = pd.DataFrame({"topic": np.arange(60) % 6, "author": np.arange(60) % 10})
    grid = sf.AuthorTopicGrid(topic_blocks=2, author_blocks=2, random_state=0)
    assert len(list(grid.split(np.zeros((60, 2)), groups=both))) == grid.get_n_splits() == 4
    # Groups of another kind go to the column that the splitter keeps whole.
    for cv in (sf.StratifiedGroupKFold(2, group="thread"), sf.KFold(2, group="thread"), sf.KFold(12, purge="thread")):
        for train, test in cv.split(X, np.arange(12) % 2, topics):
            assert not set(topics[train]) & set(topics[test])


def test_kinds_of_X() -> None:
    sparse = pytest.importorskip("scipy.sparse")
    zeros = np.zeros((12, 3))
    table = pd.DataFrame(zeros, columns=["a", "b", "c"])
    texts = [f"text {i}" for i in range(12)]
    kinds = [zeros, zeros[:, 0], sparse.csr_matrix(zeros), zeros.tolist(), [{"a": 1}] * 12, table, table["a"], texts]
    kinds += [np.array(texts), pd.Series(texts), pd.Series(texts, index=range(5, 17)), tuple(texts)]
    folds = {str([test.tolist() for _, test in sf.KFold(3, random_state=0).split(X)]) for X in kinds}
    assert len(folds) == 1
    assert repr(next(sf.KFold(3, random_state=0).split(zeros))[1]).endswith("])")
    with pytest.raises(sf.UsageError, match="names a column"):
        next(sf.TopicKFold(3, topic="a").split(zeros))
    with pytest.raises(sf.UsageError, match="reads the texts"):
        next(sf.KFold(3, purge_near=0.5).split(zeros))
    with pytest.raises(sf.UsageError, match="would be ignored"):
        next(sf.TopicKFold(3).split(sf.corpus(texts, topic=texts), groups=texts))


def test_left_out_is_said(columns: dict[str, list[Any]]) -> None:
    topics = [None, None, *columns["topic"][2:]]
    with pytest.warns(sf.LeftOutWarning, match=f"2 of {len(topics)} documents are in no fold"):
        list(sf.TopicKFold(3).split(columns["text"], groups=topics))


def test_number_of_splits_without_data() -> None:
    assert sf.KFold(4, repeats=3).get_n_splits() == 12
    assert sf.TopicConfusion(configurations=7).get_n_splits() == 7
    with pytest.raises(sf.UsageError, match="give X"):
        sf.LeaveOneTopicOut().get_n_splits()


def test_kinds_of_y(columns: dict[str, list[Any]]) -> None:
    X, y = np.zeros((60, 2)), np.arange(60) % 3
    for labels in (y, y.astype(str), y.astype(float), pd.Series(y), list(y), pd.Categorical(y.astype(str))):
        for _, test in sf.StratifiedKFold(5, random_state=0).split(X, labels):
            assert np.bincount(y[test]).tolist() == [4, 4, 4]
    both = {"a": np.arange(60) % 2, "text": [f"t {i}" for i in range(60)]}
    for by in (["label", "a"], "label,a"):
        for _, test in sf.MultilabelKFold(5, by=by, random_state=0).split(both, y):
            assert np.bincount(y[test]).tolist() == [4, 4, 4] and (test % 2).sum() == 6
    several = np.stack([np.arange(60) % 2, np.arange(60) % 3 == 0, np.arange(60) % 5 == 0], axis=1).astype(int)
    for _, test in sf.MultilabelKFold(4, random_state=0).split(X, several):
        assert abs(several[test].sum(axis=0) - several.sum(axis=0) / 4).max() <= 1
    with pytest.raises(sf.UsageError, match="MultilabelKFold"):
        next(sf.StratifiedKFold(3).split(X, several))


def test_vectors() -> None:
    rng = np.random.default_rng(0)
    X = np.concatenate([rng.normal(0, 0.1, (30, 4)) + centre for centre in np.eye(4)]).astype(np.float32)
    y = np.arange(120) % 2
    folds = [test.tolist() for _, test in sf.ClusterKFold(2, clusters=4, vectors="X", random_state=0).split(X, y)]
    assert all({row // 30 for row in fold} in ({0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}) for fold in folds)
    sparse = pytest.importorskip("scipy.sparse")
    again = sf.ClusterKFold(2, clusters=4, vectors="X", random_state=0).split(sparse.csr_matrix(X), y)
    assert [test.tolist() for _, test in again] == folds
    with pytest.raises(sf.UsageError, match="astype"):
        next(sf.ClusterKFold(2, vectors="X").split(X.astype(np.float64), y))
    with pytest.raises(sf.UsageError, match="give texts"):
        next(sf.ClusterKFold(2).split(X, y))


def pipeline() -> Any:
    from sklearn.feature_extraction.text import TfidfVectorizer
    from sklearn.linear_model import LogisticRegression
    from sklearn.pipeline import make_pipeline

    return make_pipeline(TfidfVectorizer(), LogisticRegression())


def test_cross_validate(columns: dict[str, list[Any]]) -> None:
    from sklearn.model_selection import GridSearchCV, cross_val_predict, cross_validate

    cv = sf.TopicKFold(4, random_state=0)
    data = (pipeline(), columns["text"], columns["label"])
    one = cross_validate(*data, groups=columns["topic"], cv=cv)
    two = cross_validate(*data, groups=columns["topic"], cv=cv, n_jobs=2)
    np.testing.assert_array_equal(one["test_score"], two["test_score"])
    assert len(one["test_score"]) == 4
    search = GridSearchCV(pipeline(), {"logisticregression__C": [0.1, 1]}, cv=sf.TopicKFold(2, random_state=0))
    search.fit(columns["text"], columns["label"], groups=columns["topic"])
    nested = GridSearchCV(pipeline(), {"logisticregression__C": [0.1, 1]}, cv=sf.KFold(2, random_state=0))
    assert len(cross_validate(nested, *data[1:], groups=columns["topic"], cv=cv)["test_score"]) == 4
    assert len(cross_val_predict(*data, groups=columns["topic"], cv=cv)) == len(columns["text"])


def test_routing(columns: dict[str, list[Any]]) -> None:
    import sklearn

    if tuple(map(int, sklearn.__version__.split(".")[:2])) < (1, 4):
        pytest.skip("this scikit-learn has no routing")
    from sklearn.model_selection import GridSearchCV, cross_validate

    topics = {"groups": columns["topic"]}
    with sklearn.config_context(enable_metadata_routing=True):
        data = (pipeline(), columns["text"], columns["label"])
        on = cross_validate(*data, params=topics, cv=sf.TopicKFold(3, random_state=0))
        assert len(on["test_score"]) == 3
        with pytest.raises(TypeError, match="groups"):
            cross_validate(*data, params=topics, cv=sf.KFold(3, random_state=0))
        # An inner splitter gets them too; before routing that could not be said.
        nested = GridSearchCV(pipeline(), {"logisticregression__C": [0.1, 1]}, cv=sf.TopicKFold(2, random_state=0))
        cross_validate(nested, *data[1:], params=topics, cv=sf.TopicKFold(3, random_state=0))
        without = sf.TopicKFold(3, random_state=0).set_split_request(groups=False)
        with pytest.raises((TypeError, ValueError)):
            cross_validate(*data, params=topics, cv=without)
    off = cross_validate(*data, groups=columns["topic"], cv=sf.TopicKFold(3, random_state=0))
    np.testing.assert_array_equal(on["test_score"], off["test_score"])
