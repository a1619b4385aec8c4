"""Names of other libraries and their counterparts here."""

from __future__ import annotations

import functools
from collections.abc import Collection
from typing import Any

from standfast._errors import KeywordError
from standfast._frames import PARTS

# Arguments of scikit-learn's splitters and of others, with their replacements.
_ARGUMENTS = {
    "n_splits": ("folds", "folds= is their number"),
    "n_folds": ("folds", "folds= is their number"),
    "n_repeats": ("repeats", "repeats= is their number"),
    "shuffle": ("random_state", "folds are always drawn at random; random_state= says which draw"),
    "test_size": ("test_share", "test_share= is the share of the test side"),
    "train_size": ("test_share", "test_share= is the share of the test side"),
    "n_groups": ("p", "p= is the number of groups that are left out"),
    "seed": ("random_state", "random_state= is the seed"),
    "n_jobs": ("threads", "threads= is the number of threads"),
    "groups": ("group", "group= names the column of groups; values go to split(X, y, groups)"),
    "group": ("keep_whole", "keep_whole= names a column whose groups stay whole"),
}

# Classes and functions of scikit-learn, with their counterparts here.
_CLASSES = {
    "GroupKFold": 'AuthorKFold() and TopicKFold() keep authors and topics whole, KFold(group="thread") any column',
    "StratifiedGroupShuffleSplit": 'HoldOut(group="thread") holds out groups',
    "GroupShuffleSplit": 'HoldOut(group="thread") holds out groups',
    "ShuffleSplit": "HoldOut(test_share=0.2, repeats=10) holds out a share of the documents",
    "StratifiedShuffleSplit": 'HoldOut(test_share=0.2, by="label", repeats=10) holds out a share of each class',
    "LeaveOneGroupOut": 'LeaveOneTopicOut() and LeaveGroupsOut(group="thread", p=1) leave out one group at a time',
    "LeavePGroupsOut": 'LeaveGroupsOut(group="thread", p=2) leaves out p groups at a time',
    "RepeatedKFold": "KFold(5, repeats=10)",
    "RepeatedStratifiedKFold": "StratifiedKFold(5, repeats=10)",
    "MultilabelStratifiedKFold": "MultilabelKFold() stratifies by several labels",
    "IterativeStratification": "MultilabelKFold() stratifies by several labels",
    "TimeSeriesSplit": "Temporal() tests on later documents than it trains on",
    "PredefinedSplit": 'Given(column="fold") takes the folds of a column',
    "train_test_split": "HoldOut(test_share=0.2) with standfast.split holds out a share of the documents",
    "cross_val_score": "cross_val_score of scikit-learn takes these splitters as cv=; survival compares conditions",
    "cross_validate": "cross_validate of scikit-learn takes these splitters as cv=; survival compares conditions",
}


def _near(name: str, there: Collection[str]) -> list[str]:
    from difflib import get_close_matches

    return get_close_matches(name, there, 1)


def unknown_keyword(where: str, name: str, known: Collection[str]) -> KeywordError:
    """Returns the error for an unknown argument, with the argument that was probably meant."""
    there = [one for one in known if one not in ("self", "roles", "options")]
    meant, told = _ARGUMENTS.get(name, ("", ""))
    if meant in there:
        return KeywordError(f"{where}: there is no argument {name}=; {told}")
    near = _near(name, there)
    hint = f"; did you mean {near[0]}=?" if near else f" (there are: {', '.join(there)})"
    return KeywordError(f"{where}: there is no argument {name}={hint}")


def refuse_unknown(
    where: str, given: Collection[str], known: Collection[str], also: Collection[str] = ()
) -> None:
    """Refuses keywords that are neither parameters of a function nor roles of its data."""
    there = [*known, *PARTS, "join_values", *also]
    for name in given:
        if name not in there:
            raise unknown_keyword(where, name, there)


def with_known_keywords(cls: type) -> None:
    """Makes ``cls(...)`` name the argument that was probably meant by an unknown one."""
    made = cls.__init__  # type: ignore[misc]
    code = made.__code__
    known = code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount]

    @functools.wraps(made)
    def checked(self: Any, *args: Any, **given: Any) -> None:
        for name in given:
            if name not in known:
                raise unknown_keyword(cls.__name__, name, known)
        made(self, *args, **given)

    setattr(cls, "__init__", checked)


def missing_attribute(module: str, name: str, there: Collection[str]) -> AttributeError:
    """Returns the error for a name that the package does not have."""
    if name in _CLASSES:
        return AttributeError(f"{module} has no {name}: {_CLASSES[name]}")
    near = [] if name.startswith("_") else _near(name, there)
    return AttributeError(f"module {module!r} has no attribute {name!r}" + (f"; did you mean {near[0]}?" if near else ""))
