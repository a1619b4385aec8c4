"""Arguments and names of other libraries, and their counterparts here."""

from __future__ import annotations

import inspect
import re
from typing import Any

import pytest

import standfast as sf
from standfast import _keywords


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: sf.TopicKFold(n_splits=5), r"TopicKFold: there is no argument n_splits=; folds= is their number"),
        (lambda: sf.KFold(5, shuffle=True), r"KFold: there is no argument shuffle=; folds are always drawn at random"),
        (lambda: sf.HoldOut(test_size=0.2), r"test_share= is the share"),
        (lambda: sf.KFold(fold=5), r"did you mean folds=\?"),
        (lambda: sf.Hits(seed=1), r"random_state= is the seed"),
        (lambda: sf.split(["a", "b"], sf.KFold(2), autor=["x", "y"]), r"^split: there is no argument autor=; did you mean author=\?"),
        (lambda: sf.pairs(["a", "b"], n_jobs=2), r"^pairs: there is no argument n_jobs="),
        (lambda: sf.check(["a"], seperator=1), r"^check: there is no argument seperator="),
        (lambda: sf.scan(["a"], lable="x"), r"^scan: there is no argument lable=; did you mean label=\?"),
        (lambda: sf.Hits().sample(["a"], topics=["x"]), r"^Hits.sample: there is no argument topics=; did you mean topic=\?"),
        (lambda: sf.survival(["a"], models=["ppm"], conditions={}, y=[1]), r"^survival: there is no argument y="),
    ],
)
def test_unknown_keywords(call: Any, words: str) -> None:
    with pytest.raises(sf.UsageError, match=words) as caught:
        call()
    assert isinstance(caught.value, TypeError) and "corpus()" not in str(caught.value)


def test_classes_of_scikit_learn() -> None:
    for name, told in _keywords._CLASSES.items():
        with pytest.raises(AttributeError, match=f"no {name}: "):
            getattr(sf, name)
        for call in re.findall(r"[A-Z]\w+\([^)]*\)", told):
            eval(call, vars(sf))  # the advice is valid code
    with pytest.raises(AttributeError, match="did you mean TopicKFold"):
        sf.TopicsKFold
    with pytest.raises(AttributeError, match="no attribute"):
        sf.__wrapped__


def test_signatures_stay() -> None:
    assert "folds" in inspect.signature(sf.TopicKFold).parameters
    assert "topics" in inspect.signature(sf.Hits).parameters
    assert sf.Hits.__init__.__name__ == "__init__"
