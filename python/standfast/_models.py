"""Models of the caller: estimators, callables, verifiers; their inputs and the meaning of their answers."""

from __future__ import annotations

import copy
import traceback
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from standfast import _core
from standfast._errors import DataError, UsageError
from standfast._frames import class_name, column_names, is_missing, numbers_of

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Documents:
    """One side of a fold, as a callable receives it.

    ``texts`` and ``ids`` of the documents; ``labels`` of training documents (None of test documents); ``classes``: all classes,
    in the order of columns of probabilities. Classes are as in the data: numbers and bools are not texts. ``rows``: places in
    the data that ``survival`` was given, or None where a shortcut was planted, which changes the texts.
    ``validation``: of a training side, documents that its condition keeps apart from training, or None.
    """

    texts: list[str]
    ids: list[str]
    labels: list[Any] | None
    classes: list[Any]
    rows: NDArray[np.intp] | None
    validation: Documents | None = None

    def __len__(self) -> int:
        return len(self.texts)

    def __repr__(self) -> str:
        return f"Documents({len(self)} documents, {'labels of ' if self.labels is not None else ''}{len(self.classes)} classes)"


@dataclass(frozen=True)
class TextPairs:
    """The pairs that a verifier receives: ``left`` and ``right`` are the texts of pairs, ``left_ids`` and ``right_ids`` their
    ids, ``left_rows`` and ``right_rows`` their places in the data. ``same``: whether one author wrote both (None of test
    pairs). ``validation``: of training pairs, further pairs by other authors, or None."""

    left: list[str]
    right: list[str]
    left_ids: list[str]
    right_ids: list[str]
    left_rows: NDArray[np.intp]
    right_rows: NDArray[np.intp]
    same: NDArray[np.bool_] | None
    validation: TextPairs | None = None

    def __len__(self) -> int:
        return len(self.left)

    def __repr__(self) -> str:
        return f"TextPairs({len(self)} pairs{'' if self.same is None else ', with their truth'})"


@dataclass(frozen=True)
class Failure:
    """A cell without a score: one model on one fold. ``model`` is None where a condition as a whole failed. ``traceback``: of
    an exception in the caller's code."""

    condition: str
    model: str | None
    seed: int | None
    fold: int | None
    reason: str
    traceback: str | None = None
    exception: BaseException | None = field(default=None, repr=False, compare=False)


class _Refused(Exception):
    """Answers that are refused, with the reason."""


class Texts:
    """The texts of the corpus as Python objects, each made once."""

    def __init__(self, corpus: _core.Corpus, target: str = "label") -> None:
        self._corpus = corpus
        self._values: dict[str, Any] = corpus.__dict__.get("values", {}).get(target, {})
        self._texts: dict[int, str] = {}

    def text(self, row: int) -> str:
        kept = self._texts.get(row)
        if kept is None:
            kept = self._texts[row] = self._corpus.text(row)
        return kept

    def of(self, rows: NDArray[np.intp]) -> tuple[list[str], list[str]]:
        places = rows.tolist()
        return [self.text(row) for row in places], [self._corpus.id(row) for row in places]

    def classes(self, names: list[str]) -> Classes:
        return Classes(names, self._values)

    def documents(
        self, given: Any, classes: Classes, codes: Any = None, validation: Documents | None = None
    ) -> Documents:
        labels = None if codes is None else [classes.values[code] for code in codes.tolist()]
        if isinstance(given, tuple):
            ids, texts = given
            return Documents(texts, ids, labels, classes.values, None, validation)
        texts, ids = self.of(given)
        return Documents(texts, ids, labels, classes.values, given.astype(np.intp, copy=False), validation)

    def pairs(self, given: Any, truth: bool, validation: TextPairs | None = None) -> TextPairs:
        left_rows, right_rows, same = given
        left, left_ids = self.of(left_rows)
        right, right_ids = self.of(right_rows)
        known = same.astype(bool) if truth else None
        return TextPairs(
            left, right, left_ids, right_ids, left_rows.astype(np.intp), right_rows.astype(np.intp), known, validation
        )


Answer = tuple[bool, Any]  # are rows probabilities, numbers


class Classes:
    """The classes of a task by name, in the order of columns of probabilities, and ``values``: as the caller's data have them.
    An answer is a class if it equals one of the values, or is written like a name."""

    def __init__(self, names: list[str], values: Mapping[str, Any] | None = None) -> None:
        self.names = names
        self.values = [(values or {}).get(name, name) for name in names]
        self._by_value = {value: code for code, value in enumerate(self.values)}
        self._by_name = {name: code for code, name in enumerate(names)}

    def __len__(self) -> int:
        return len(self.names)

    def code(self, answer: Any) -> int | None:
        """Returns the place of a class, or None for another value."""
        try:
            found = self._by_value.get(answer)
        except TypeError:  # an unhashable value is no number
            found = None
        return self._by_name.get(class_name(answer)) if found is None else found

    def __str__(self) -> str:
        return ", ".join(self.names[:8]) + (" ..." if len(self) > 8 else "")


def _codes(answers: Any, classes: Classes, told: Callable[[Any], str]) -> list[int]:
    codes = [classes.code(one) for one in answers]
    for one, code in zip(answers, codes):
        if code is None:
            raise _Refused(f"{told(one)} is none of the {len(classes)} classes ({classes})")
    return [code for code in codes if code is not None]


def _label_rows(labels: Sequence[Any], classes: Classes, ids: list[str]) -> NDArray[np.float64]:
    """Returns rows with a 1 at the answered class; zeros for no answer."""
    if len(labels) != len(ids):
        raise _Refused(f"gave {len(labels)} answers to {len(ids)} documents")
    out = np.zeros((len(ids), len(classes)))
    for i, label in enumerate(labels):
        if is_missing(label):
            continue
        code = classes.code(label)
        if code is None:
            shown = label.item() if isinstance(label, np.generic) else label
            raise _Refused(
                f"answered {shown!r} to document {ids[i]!r}, which is none of the {len(classes)} classes ({classes}); an answer is a "
                "class, or a row of probabilities, one for each class (of two classes, too)"
            )
        out[i, code] = 1
    return out


_ROUNDING = 1e-3  # how far the sum of a row may be from 1: probabilities of float16 and float32 are


def _probability_rows(rows: NDArray[np.float64], ids: list[str]) -> NDArray[np.float64]:
    """Returns distributions over the classes; a row of zeros or of NaN is no answer."""
    rows = np.array(rows, dtype=np.float64, order="C")
    rows[np.isnan(rows).all(axis=1)] = 0
    sums = rows.sum(axis=1)
    answered = sums != 0
    bad = (rows < 0).any(axis=1) | ~np.isfinite(rows).all(axis=1) | (answered & ~(np.abs(sums - 1) <= _ROUNDING))
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        raise _Refused(
            f"answered {np.array2string(rows[first], precision=4, threshold=6)} to document {ids[first]!r}, which is not "
            "a distribution over the classes: probabilities are not negative, and the sum of a row is 1"
        )
    rows[answered] /= sums[answered, None]
    return rows


def _class_answers(answers: Any, classes: Classes, ids: list[str]) -> Answer:
    """Reads the answers of a callable: labels; probabilities; a frame with a column for each class; a dict by document id."""
    if isinstance(answers, Mapping):
        asked = set(ids)
        extra = [one for one in answers if one not in asked]
        if extra:
            raise _Refused(f"answered document {extra[0]!r}, which was not asked for")
        answers = [answers.get(one) for one in ids]
    if answers is None:
        raise _Refused("returned None; it returns one answer for each test document")
    if hasattr(answers, "columns") and len(getattr(answers, "shape", ())) == 2:
        columns = column_names(answers)
        places = _codes(columns, classes, lambda one: f"answered with a frame whose column {one!r}")
        if len(set(places)) < len(places):
            raise _Refused("answered with a frame that has two columns of one class")
        table = np.array([numbers_of(answers[column]) for column in columns], dtype=np.float64).T
        if len(table) != len(ids):
            raise _Refused(f"gave {len(table)} rows of probabilities to {len(ids)} documents")
        wide = np.zeros((len(ids), len(classes)))
        wide[:, places] = table
        return True, _probability_rows(wide, ids)
    if isinstance(answers, (str, bytes)) or not hasattr(answers, "__len__"):
        raise _Refused(f"returned one {type(answers).__name__}; it returns a sequence with one answer for each test document")
    nested = len(answers) > 0 and getattr(answers, "ndim", 1) == 1 and isinstance(next(iter(answers)), (list, tuple, np.ndarray))
    if getattr(answers, "ndim", 1) == 2 or nested:
        try:
            table = np.asarray(answers, dtype=np.float64)
        except (TypeError, ValueError):
            raise _Refused("returned rows of different lengths, or rows that are not numbers") from None
        if table.shape != (len(ids), len(classes)):
            raise _Refused(
                f"returned an array of shape {table.shape}; expected {(len(ids), len(classes))}: a row for each test document, a "
                "column for each of train.classes (also for those that no training document has)"
            )
        return True, _probability_rows(table, ids)
    if getattr(answers, "ndim", 1) != 1:
        raise _Refused(f"returned an array of {answers.ndim} dimensions; labels have one, probabilities two")
    return False, _label_rows(list(answers), classes, ids)


def _pair_answers(answers: Any, n: int, ids: Callable[[int], str]) -> Answer:
    if answers is None:
        raise _Refused("returned None; it returns one number in [0, 1] for each test pair")
    try:
        values = np.ascontiguousarray(np.asarray(answers, dtype=np.float64))
    except (TypeError, ValueError):
        raise _Refused("returned something else than one number in [0, 1] for each test pair") from None
    if values.shape != (n,):
        raise _Refused(f"returned an array of shape {values.shape}; expected {(n,)}: one number for each test pair")
    bad = np.flatnonzero(~((values >= 0) & (values <= 1)))
    if len(bad):
        first = int(bad[0])
        raise _Refused(
            f"answered {values[first]} to pair {ids(first)!r}: an answer is a number in [0, 1], the surer of one author the higher; "
            "0.5 is no answer"
        )
    return True, values


def _fresh(model: Any, seed: int) -> Any:
    """Returns an unfitted copy. Its random draws use the seed of the fold, unless it has a seed of its
    own."""
    if not hasattr(model, "get_params"):
        return copy.deepcopy(model)
    try:
        from sklearn.base import clone
    except ImportError:
        made = copy.deepcopy(model)
    else:
        made = clone(model)
    drawn = {
        name: seed
        for name, value in made.get_params(deep=True).items()
        if value is None and (name == "random_state" or name.endswith("__random_state"))
    }
    return made.set_params(**drawn) if drawn else made


def _softmax(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    shifted = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shifted / shifted.sum(axis=1, keepdims=True))


class _Estimator:
    """A classifier of scikit-learn's kind: ``fit(texts, labels)``, then ``predict_proba``, else ``decision_function``, else
    ``predict``. The answer that counts is the class of the largest number; where ``predict`` says another, that is counted."""

    def __init__(self, model: Any) -> None:
        self.model = model
        self.differs = self.asked = 0

    def __call__(self, train: Documents, test: Documents, classes: Classes, seed: int) -> Answer:
        fitted = _fresh(self.model, seed)
        fitted.fit(train.texts, train.labels)
        ids = test.ids
        if hasattr(fitted, "predict_proba"):
            rows = self._placed(fitted, np.asarray(fitted.predict_proba(test.texts), dtype=np.float64), classes, "predict_proba")
            rows = _probability_rows(rows, ids)
            self._compare(fitted, test, classes, rows)
            return True, rows
        if hasattr(fitted, "decision_function"):
            rows_or_none = self._decisions(fitted, test, classes)
            if rows_or_none is not None:
                return False, rows_or_none
        return False, _label_rows(list(fitted.predict(test.texts)), classes, ids)

    def _places(self, fitted: Any, classes: Classes, method: str) -> list[int]:
        own = getattr(fitted, "classes_", None)
        if own is None:
            raise _Refused(f"has {method}() and no classes_ that says whose its columns are")
        return _codes(own, classes, lambda one: f"has {one!r} in its classes_, which")

    def _placed(self, fitted: Any, table: NDArray[np.float64], classes: Classes, method: str) -> NDArray[np.float64]:
        """Returns the columns in the order of the classes of the task."""
        places = self._places(fitted, classes, method)
        if table.ndim != 2 or table.shape[1] != len(places):
            raise _Refused(f"{method}() gave an array of shape {table.shape} for {len(places)} classes")
        wide = np.zeros((len(table), len(classes)))
        wide[:, places] = table
        return wide

    def _decisions(self, fitted: Any, test: Documents, classes: Classes) -> NDArray[np.float64] | None:
        """Returns decision values as rows that rank the classes; None if there is not one value for each
        class (one against one)."""
        scores = np.asarray(fitted.decision_function(test.texts), dtype=np.float64)
        places = self._places(fitted, classes, "decision_function")
        if not np.isfinite(scores).all():
            raise _Refused("decision_function() gave numbers that are not finite")
        if scores.ndim == 1:
            if len(places) != 2:
                raise _Refused(f"decision_function() gave one number a document for {len(places)} classes")
            # Keeps the order of large values, which a softmax would round to 1.
            squashed = scores / (1 + np.abs(scores))
            scores = np.column_stack([-squashed, squashed])
        elif scores.shape[1] != len(places):
            return None
        rows = self._placed(fitted, _softmax(scores), classes, "decision_function")
        if hasattr(fitted, "predict") and not self._agree(fitted, test, classes, rows).all():
            return None
        return rows

    def _agree(self, fitted: Any, test: Documents, classes: Classes, rows: NDArray[np.float64]) -> NDArray[np.bool_]:
        said = _codes(fitted.predict(test.texts), classes, lambda one: f"answered {one!r}, which")
        return np.asarray(rows[np.arange(len(rows)), said] >= rows.max(axis=1))

    def _compare(self, fitted: Any, test: Documents, classes: Classes, rows: NDArray[np.float64]) -> None:
        if hasattr(fitted, "predict"):
            agree = self._agree(fitted, test, classes, rows)
            self.asked += len(agree)
            self.differs += int((~agree).sum())

    def note(self) -> str:
        if not self.differs:
            return ""
        return (
            f"predict() says another class than the largest of predict_proba() for {self.differs} of {self.asked} documents; "
            "the class of the largest probability is what counts here"
        )


class Model:
    """A model of the caller under a name, in the form that the library calls."""

    def __init__(self, name: str, model: Any, texts: Callable[[], Texts], keep_going: bool, verifies: bool) -> None:
        self.name, self.model, self.failures = name, model, list[Failure]()
        self._texts, self._keep_going, self._verifies = texts, keep_going, verifies
        self._asked = self._unanswered = 0
        estimator = not verifies and hasattr(model, "fit")
        self._estimator = _Estimator(model) if estimator else None

    def __call__(self, asked: dict[str, Any]) -> Answer | str:
        try:
            return self._verify(asked) if self._verifies else self._classify(asked)
        except _Refused as refused:
            reason = str(refused)
            if self._keep_going:
                return self._failed(asked, reason, None)
            raise DataError(f"{self._where(asked)}: {reason}") from None
        except Exception as problem:
            if self._keep_going:
                return self._failed(asked, f"{type(problem).__name__}: {problem}", problem)
            problem.add_note(f"standfast: {self._where(asked)}")
            raise

    def _where(self, asked: dict[str, Any]) -> str:
        again = " (once more, without a block of authors or topics)" if asked["nested"] else ""
        return f"model {self.name!r}, condition {asked['condition']!r}, seed {asked['draw']}, fold {asked['fold']}{again}"

    def _failed(self, asked: dict[str, Any], reason: str, problem: BaseException | None) -> str:
        if asked["nested"]:  # the record of the cell has the reason
            return reason
        told = "".join(traceback.format_exception(problem)) if problem is not None else None
        self.failures.append(
            Failure(asked["condition"], self.name, asked["draw"], asked["fold"], reason, told, problem)
        )
        return reason

    def _classify(self, asked: dict[str, Any]) -> Answer:
        texts = self._texts()
        classes = texts.classes(asked["names"])
        validation = None
        if len(asked["validation_classes"]):
            validation = texts.documents(asked["validation"], classes, asked["validation_classes"])
        train = texts.documents(asked["train"], classes, asked["classes"], validation)
        test = texts.documents(asked["test"], classes)
        if self._estimator is not None:
            return self._estimator(train, test, classes, asked["seed"])
        probabilities, rows = _class_answers(self.model(train, test, asked["seed"]), classes, test.ids)
        if asked["nested"]:  # the same documents again
            return probabilities, rows
        self._asked += len(test)
        self._unanswered += int((~np.nan_to_num(rows).any(axis=1)).sum())
        return probabilities, rows

    def _verify(self, asked: dict[str, Any]) -> Answer:
        texts = self._texts()
        validation = texts.pairs(asked["validation"], True) if len(asked["validation"][0]) else None
        train = texts.pairs(asked["train"], True, validation)
        test = texts.pairs(asked["test"], False)
        if hasattr(self.model, "fit"):
            fitted = _fresh(self.model, asked["seed"])
            fitted.fit(train)
            answers = fitted.score(test)
        else:
            answers = self.model(train, test, asked["seed"])
        return _pair_answers(answers, len(test), lambda i: f"{test.left_ids[i]}|{test.right_ids[i]}")

    def note(self) -> str:
        return self._estimator.note() if self._estimator is not None else ""

    def unanswered(self) -> str:
        if not self._unanswered:
            return ""
        return f"gave no answer to {self._unanswered} of {self._asked} test documents; each counts as wrong"


def check_model(name: str, model: Any, verifies: bool) -> None:
    """Checks before anything is fitted that this is a model of the task."""
    where = f"model {name!r}"
    if isinstance(model, type):
        raise UsageError(f"{where} is a class: give an object, {model.__name__}()")
    predicts = any(hasattr(model, method) for method in ("predict", "predict_proba", "decision_function"))
    if verifies:
        if predicts:
            raise UsageError(f"{where} classifies documents; a verifier has fit(pairs) and score(pairs)")
        if not callable(model) and not (hasattr(model, "fit") and hasattr(model, "score")):
            raise UsageError(f"{where} is a {type(model).__name__}: give a verifier with fit(pairs) and score(pairs), a callable (train, test, seed) -> numbers, or the name of a built-in model")
        return
    if hasattr(model, "fit") and not predicts:
        raise UsageError(f"{where} has fit() and neither predict_proba(), decision_function() nor predict()")
    if not callable(model) and not predicts:
        raise UsageError(
            f"{where} is a {type(model).__name__}: give an estimator, a callable (train, test, seed) -> answers, or the name of a "
            "built-in model"
        )
    if predicts and not hasattr(model, "fit"):
        raise UsageError(f"{where} has no fit()")
