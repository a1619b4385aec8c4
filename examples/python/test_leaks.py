"""A gate for pytest: no text of the test set is in the training set, nor nearly."""

from __future__ import annotations

import standfast as sf

TRAIN = {"text": [f"a sentence of more than five words about the number {i}" for i in range(50)], "author": ["ann", "bob"] * 25}
TEST = {"text": [f"quite another text of the test set, its number is {i}" for i in range(20)], "author": ["eve", "dan"] * 10}


def test_no_leak() -> None:
    found = sf.check(TRAIN, TEST, groups=["author"])
    found.raise_if("SF331", "SF332", "SF334")


def test_a_leak_is_found() -> None:
    found = sf.check(TRAIN, {**TEST, "text": [*TEST["text"][:19], TRAIN["text"][7]]})
    assert found["SF331"].rows.tolist() == [19]
    left, right, similarity = sf.near_duplicates(TRAIN["text"], TEST["text"], at=0.6)
    assert len(left) == len(right) == len(similarity) == 0
