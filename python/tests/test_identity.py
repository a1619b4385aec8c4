"""Row numbers of a sample or a split refer to the documents it was made from: other documents are refused,
and no index is followed unchecked."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import standfast as sf
from standfast import _core


def reordered(columns: dict[str, list[Any]], rows: list[int]) -> dict[str, list[Any]]:
    return {name: [values[row] for row in rows] for name, values in columns.items()}


def others(columns: dict[str, list[Any]]) -> dict[str, dict[str, list[Any]]]:
    """Returns the same documents in another order, fewer, more, and with one changed text."""
    every = list(range(len(columns["text"])))
    longer = reordered(columns, [*every, *every])
    longer["id"] = [f"x{place}" for place in range(len(longer["id"]))]
    return {
        "permuted": reordered(columns, random.Random(1).sample(every, len(every))),
        "two swapped": reordered(columns, [1, 0, *every[2:]]),
        "shorter": reordered(columns, every[:100]),
        "longer": longer,
        "another text": {**columns, "text": [*columns["text"][:-1], "something else"]},
        "another topic": {**columns, "topic": [*columns["topic"][:-1], "none of them"]},
    }


@pytest.mark.parametrize("kind", ["permuted", "two swapped", "shorter", "longer", "another text", "another topic"])
def test_other_documents_are_refused(kind: str, columns: dict[str, list[Any]]) -> None:
    given = others(columns)[kind]
    merged = sf.HitsGrouping(topics=4, random_state=1).sample(columns)
    split = sf.split(columns, sf.TopicKFold(3, random_state=1), sample=merged)
    asked: list[Callable[[], Any]] = [
        lambda: sf.split(given, sf.KFold(3), sample=merged),
        lambda: sf.split(given, sf.TopicKFold(3), sample=merged),
        lambda: sf.pairs(given, split),
        lambda: sf.check(given, split=split, near=False),
    ]
    for one in asked:
        with pytest.raises(sf.DataError, match="made for other data"):
            one()
    # The same documents in another frame are accepted.
    again = {name: np.array(values) for name, values in columns.items()}
    assert len(sf.split(again, sf.TopicKFold(3), sample=merged)) == 3
    assert sf.pairs(again, split) and sf.check(again, split=split, near=False)["SF336"].count == 0


def test_other_roles_are_named(columns: dict[str, list[Any]]) -> None:
    split = sf.split(columns["text"], sf.TopicKFold(2), topic=columns["topic"])
    with pytest.raises(sf.DataError, match="it had topic, these data have author; give both calls the same columns"):
        sf.pairs(columns["text"], split, author=columns["author"])
    with pytest.raises(sf.DataError, match="these are 3 documents"):
        sf.pairs(["a", "b", "c"], split, topic=["x", "y", "z"], author=["a", "b", "c"])


class FakeDataset(dict):  # type: ignore[type-arg]
    """A dataset with the methods of a Hugging Face dataset that to_hf calls."""

    def select(self, rows: Any) -> list[str]:
        return [self["id"][row] for row in rows]


def test_to_hf(columns: dict[str, list[Any]]) -> None:
    split = sf.split(columns, sf.TopicKFold(3, random_state=1, validation=0.2))
    folds = split.to_hf(FakeDataset(columns))
    assert [list(fold) for fold in folds] == [["train", "validation", "test"]] * 3
    assert folds[0]["test"] == [columns["id"][row] for row in split.folds[0].test]
    for kind, given in others(columns).items():
        with pytest.raises(sf.DataError, match="made for other data"):
            split.to_hf(FakeDataset(given))
            pytest.fail(kind)
    named = {**{name: values for name, values in columns.items() if name not in ("text", "topic")}, "body": columns["text"], "subject": columns["topic"]}
    assert len(split.to_hf(FakeDataset(named), text="body", topic="subject")) == 3
    values = sf.split(columns["text"], sf.TopicKFold(2), topic=columns["topic"])
    texts = FakeDataset(text=columns["text"], id=columns["id"])
    assert len(values.to_hf(texts, id="none")) == 2
    with pytest.raises(sf.UsageError, match="not from a list"):
        split.to_hf(columns["text"])


def test_a_dataset_of_hugging_face(columns: dict[str, list[Any]]) -> None:
    datasets = pytest.importorskip("datasets")
    plain = datasets.Dataset.from_dict(columns)
    expected = sf.corpus(columns).data_hash
    assert sf.corpus(plain).data_hash == expected
    assert sf.corpus(plain["text"], **{name: plain[name] for name in ("id", "author", "topic", "label", "date")}).data_hash == expected
    shuffled = plain.shuffle(seed=3)
    order = [int(name[1:]) for name in shuffled["id"]]
    assert sf.corpus(shuffled).data_hash == sf.corpus(reordered(columns, order)).data_hash != expected
    split = sf.split(shuffled, sf.TopicKFold(2, random_state=1))
    fold = split.to_hf(shuffled)[0]
    assert not set(fold["train"]["topic"]) & set(fold["test"]["topic"])
    with pytest.raises(sf.DataError, match="another order"):
        split.to_hf(plain)
    for train, test in sf.TopicKFold(2, random_state=1).split(shuffled):
        assert not {shuffled[int(row)]["topic"] for row in train} & {shuffled[int(row)]["topic"] for row in test}
    with pytest.raises(sf.UsageError, match=r"several data sets \('train', 'test'\)"):
        sf.corpus(datasets.DatasetDict({"train": plain, "test": plain}))
    with pytest.raises(sf.UsageError, match="has no rows to count"):
        sf.corpus(plain.to_iterable_dataset())


def test_bindings_follow_no_index_blindly(columns: dict[str, list[Any]]) -> None:
    """Every binding that takes row numbers or codes with documents refuses shorter, longer and permuted data, and
    wild codes. A crash would end this process."""
    rng = random.Random(5)
    sizes = [1, 2, 40, 100, 239, 240, 241, 480]

    def of_size(size: int) -> _core.Corpus:
        rows = [rng.randrange(240) for _ in range(size)]
        given = reordered(columns, rows)
        return sf.corpus({**given, "id": [f"i{place}" for place in range(size)]})

    held = sf.corpus(columns)
    samples = [sampler.sample(held)._core for sampler in (sf.All(), sf.HitsGrouping(topics=4), sf.RandomTopics(topics=3))]
    split = _core.draw_split(held, "topic-k-fold", {"folds": 3}, 1, 1, samples[1], None, "", {})
    run = sf.survival(held, models=["prior"], conditions={"a": sf.KFold(2)}, seeds=1)._core
    refused = 0
    for size in sizes * 2:
        other = of_size(size)
        calls: list[Callable[[], Any]] = [
            *(lambda s=sample: _core.draw_split(other, "k-fold", {"folds": 2}, 1, 1, s, None, "", {}) for sample in samples),
            lambda: _core.sample_pairs(other, split, {}, 1),
            lambda: split.statistics(other, True, 1),
            lambda: split.written(other, True, True, 1),
            lambda: _core.check(other, None, split, ["topic"], [], 0.8, "runs", True, [], 1),
            lambda: run.predictions(other, "a", "prior"),
        ]
        for call in calls:
            try:
                call()
                assert size == 240
            except sf.DataError as problem:
                assert size != 240 and f"{size}" in str(problem)
                refused += 1
    assert refused == 2 * 7 * 8
    # A corpus with as many documents as the sample's, and fewer topics.
    fewer = [sf.corpus({**columns, "topic": ["one"] * 240}), sf.corpus({name: values for name, values in columns.items() if name != "topic"})]
    for other in fewer:
        for merged in samples[1:]:
            with pytest.raises(sf.DataError, match="has other topics than these data"):
                _core.draw_split(other, "k-fold", {"folds": 2}, 1, 1, merged, None, "", {})
        for call in (
            lambda: _core.sample_pairs(other, split, {}, 1),
            lambda: split.statistics(other, True, 1),
            lambda: split.written(other, True, True, 1),
            lambda: _core.check(other, None, split, [], [], 0.8, "runs", True, [], 1),
        ):
            with pytest.raises(sf.DataError, match="has other topics than these data"):
                call()

    def codes(size: int, most: int) -> Any:
        return np.array([rng.randrange(most) for _ in range(size)], dtype=np.uint32)

    def numbers(size: int) -> Any:
        return np.array([rng.random() for _ in range(size)])

    good = 0
    for _ in range(600):
        n, m = rng.choice([0, 1, 5, 50]), rng.choice([1, 5, 50, 50])
        units, most = rng.choice([0, 1, 5, 20]), rng.choice([1, 5, 20, 1 << 31])
        same = codes(m, 2).astype(np.uint8)
        calls = [
            lambda: _core.score_pairs("hits", numbers(n), same, codes(n, most), codes(m, most), units, 20, 0.9, 1, 1),
            lambda: _core.compare_pairs("hits", "auc", ["a", "b"], [numbers(n), numbers(m)], same, codes(n, most), codes(m, most), units, 20, 20, 0.9, 1, 1),
            lambda: _core.score_classes("classification-labels", 3, codes(n, 3), codes(m, most), numbers(0), True, codes(n, most), units, 20, 0.9, 1, 1),
            lambda: _core.score_classes("classification", 2, codes(n, 2), codes(0, 2), numbers(2 * m), True, codes(n, 1 + units), units, 20, 0.9, 1, 1),
        ]
        for call in calls:
            try:
                call()
                good += 1
            except (sf.UsageError, sf.DataError):
                pass
    assert good > 20


def test_broken_arrow() -> None:
    """Codes of a dictionary, offsets and children that point outside are refused; pyarrow can be told to
    check none of them."""
    pa = pytest.importorskip("pyarrow")
    text = pa.array(["a", "b", "c"])
    wild = pa.DictionaryArray.from_arrays(pa.array([0, 7, -3], pa.int32()), ["x"], safe=False)
    with pytest.raises(sf.DataError, match="code of 7 in a dictionary of 1"):
        sf.corpus(pa.table({"text": text, "topic": wild}))
    offsets = pa.array([0, 3, 1, 3], pa.int32()).buffers()[1]
    back = pa.StringArray.from_buffers(3, offsets, pa.py_buffer(b"abc"))
    with pytest.raises(sf.DataError, match="offsets"):
        sf.corpus(pa.table({"text": text, "topic": back}))
    with pytest.raises(sf.UsageError, match="column 3 of a table"):
        _core.Corpus.build("data", 3, [("text", "text", (_core.ArrowTable.of(pa.table({"text": text})), 3))], [])
