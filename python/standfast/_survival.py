"""The survival table: models by conditions, in memory."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from standfast import _core
from standfast._errors import DataError, MissingError, UsageError
from standfast._frames import ROLES, _frame, corpus
from standfast._html import survival_html
from standfast._keywords import refuse_unknown
from standfast._models import Failure, Model, Texts, check_model
from standfast._study import _kebab, conditions_text, seeds_line, table, value_text, without_place
from standfast._threads import threads_of

_TASKS = ("classification", "verification")
_WORDS = ("corpus", "model", "condition", "metric", "baseline", "note")
_COUNTS = ("n_used", "n_total", "folds_used", "folds_failed")


@dataclass(frozen=True)
class SurvivalWarning:
    """A problem of the design or the scores: a code, its title, its severity, the place in the manual, and the numbers of this
    study in words."""

    code: str
    title: str
    severity: str
    docs: str
    message: str

    def __str__(self) -> str:
        return f"{self.code}: {self.message}"


class FailedFoldsWarning(UserWarning):
    """Some models have no score on some folds."""


class DisagreementWarning(UserWarning):
    """An estimator's ``predict`` and ``predict_proba`` disagree."""


class UnansweredWarning(UserWarning):
    """A model of the caller gave some documents no answer. They count as wrong."""


def _number(text: str, column: str) -> Any:
    if column in _WORDS:
        return text
    if text == "":
        return None
    return int(text) if column in _COUNTS else float(text)


class Survival:
    """The survival table. ``print`` shows the table, a notebook one chart.

    Attributes
    ----------
    table : dict of lists
        Column by column; one row for each model, condition and metric, with score, interval, counts, what is lost and
        what survives. Numbers are None where there are none; ``note`` says why.
    headline : str
        The results of the table in sentences.
    warnings : tuple of SurvivalWarning
        Problems of the design or the scores, with every condition; ``print`` shows a short line for each.
    failures : tuple of Failure
        Cells without a score.
    notes : tuple of str
        Remarks on the reading of answers.
    metric : str
        The metric that is shown first; ``metrics`` are all.
    conditions, models : list of str
        Rows and columns; the model that guesses is among them.
    study : str
        The study file of the command line that asks the same. Models of the caller stand in it under names that the
        command line does not have.
    """

    def __init__(
        self, core: _core.StudyRun, documents: _core.Corpus, failures: Sequence[Failure], notes: Sequence[str], study: str
    ) -> None:
        self._core, self._documents = core, documents
        self.failures, self.notes, self.study = tuple(failures), tuple(notes), study
        self.metric: str = core.metric
        self.metrics: list[str] = core.metrics
        self.conditions: list[str] = core.conditions
        self.models: list[str] = core.models
        self.seeds: list[int] = core.seeds
        self.headline = "\n".join(core.headlines)
        self.warnings = tuple(SurvivalWarning(**one) for one in core.warnings)

    @property
    def table(self) -> dict[str, list[Any]]:
        header = self._core.header()
        rows = [row for metric in self.metrics for row in self._core.data(metric)]
        return {column: [_number(row[place], column) for row in rows] for place, column in enumerate(header)}

    def __getitem__(self, at: tuple[str, str]) -> dict[str, Any]:
        """``t["svm", "novel topic"]``: the row of the table by the first metric."""
        model, condition = at
        self._known("model", model, self.models)
        self._known("condition", condition, self.conditions)
        header = self._core.header()
        for row in self._core.data(self.metric):
            found = {column: _number(row[place], column) for place, column in enumerate(header)}
            if found["model"] == model and found["condition"] == condition:
                return found
        raise DataError(f"the table has no row of {model!r} under {condition!r}")

    def to_frame(self, metric: str | None = None) -> Any:
        """``table`` as a frame of pandas; ``metric``: the rows of one."""
        try:
            import pandas
        except ImportError:
            raise MissingError("to_frame needs pandas; .table has the same as a dict of columns") from None
        frame = pandas.DataFrame(self.table)
        if metric is None:
            return frame
        self._known("metric", metric, self.metrics)
        return frame[frame["metric"] == metric].reset_index(drop=True)

    def to_latex(self, metric: str | None = None) -> str:
        """The table of a metric as a booktabs table: the file of a report."""
        return self._core.latex(metric or "")

    def to_csv(self, metric: str | None = None) -> str:
        """The rows of a metric at full precision: the file of a report."""
        return self._core.csv(metric or "")

    def to_text(self, metric: str | None = None) -> str:
        """The table of a metric for a terminal."""
        return self._core.text(metric or "")

    def to_svg(self, metric: str | None = None) -> str:
        """The chart of a metric: the file of a report. "" where there is nothing to draw."""
        return self._core.svg(metric or "")

    def caption(self, metric: str | None = None) -> str:
        """The meaning of the numbers in the table, and the reasons why some are missing."""
        return self._core.caption(metric or "")

    def predictions(self, model: str, condition: str) -> dict[str, Any]:
        """The answers column by column, one row a test item of every seed and fold.

        Of documents: ``id``, ``row`` (its place in the data), ``truth``, ``predicted`` (None: no answer), and for each class
        ``p:CLASS``, or ``score:CLASS`` where the numbers only rank the classes. Of pairs: ``left``, ``right`` (ids), ``same``,
        ``value``.
        """
        self._known("model", model, self.models)
        self._known("condition", condition, self.conditions)
        return self._core.predictions(self._documents, condition, model)

    def _known(self, what: str, name: str, there: Sequence[str]) -> None:
        if name not in there:
            raise UsageError(f"there is no {what} {name!r} (there are: {', '.join(there)})")

    def __str__(self) -> str:
        lines = [self._core.title(""), "", self.to_text().rstrip("\n")]
        if self.headline:
            lines += ["", self.headline]
        lines += ["", *self._core.warning_lines] if self.warnings else []
        return "\n".join(lines)

    def __repr__(self) -> str:
        failed = f", {len(self.failures)} cells failed" if self.failures else ""
        return (
            f"Survival({self.metric}: {len(self.models)} models, {len(self.conditions)} conditions{failed}, "
            f"{len(self.warnings)} warnings; print() shows it)"
        )

    def _repr_html_(self) -> str:
        counts = [f"{self.metric}, {len(self.models)} models, {len(self.conditions)} conditions"]
        if self.warnings:
            codes = ", ".join(dict.fromkeys(one.code for one in self.warnings))
            counts.append(f"warnings: {codes} (.warnings has them)")
        if self.failures:
            counts.append(f"{len(self.failures)} cells without a score (.failures has them)")
        pieces = self._core.pieces("")
        return survival_html(self.headline.split("\n"), pieces, "" if pieces else self.to_text(), counts)


def _model_tables(models: Any, verifies: bool) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Returns the model tables of the study, and the models of the caller by their names in the catalog."""
    if isinstance(models, (list, tuple)) and all(isinstance(one, str) for one in models):
        models = {one: one for one in models}
    if not isinstance(models, Mapping) or not models:
        raise UsageError('models= is a dict of at least one, or a list of names: {"svm": LinearSVC(), "ppm": "ppm"}')
    tables: list[dict[str, Any]] = []
    foreign: dict[str, Any] = {}
    for name, model in models.items():
        name = str(name)
        options: dict[str, Any] = {}
        if isinstance(model, tuple) and len(model) == 2 and isinstance(model[0], str) and isinstance(model[1], Mapping):
            model, options = model
        elif isinstance(model, Mapping):
            options = dict(model)
            model = options.pop("type", name)
        if isinstance(model, str):
            tables.append({"type": model, "name": name, **{_kebab(str(key)): value for key, value in options.items()}})
            continue
        check_model(name, model, verifies)
        inner = f"python-{len(foreign) + 1}"
        foreign[inner] = (name, model)
        tables.append({"type": inner, "name": name})
    return tables, foreign


def _target(label: Any, given: dict[str, Any]) -> str:
    """Finds the target of the models: a role; else a column, or values, become the role label."""
    if isinstance(label, str) and label in ROLES:
        return label
    if given.get("label") is not None:
        raise UsageError("label= is given twice")
    given["label"] = label
    return "label"


def survival(
    data: Any,
    *,
    models: Mapping[str, Any] | Sequence[str],
    conditions: Mapping[str, Any],
    label: Any = "label",
    task: str = "classification",
    seeds: int | Sequence[int] = 1,
    reference: str | None = None,
    metric: str = "",
    profile: str = "",
    fits: int = 1,
    level: float = 0.95,
    interval: str = "fitted",
    interval_repeats: int | None = None,
    ignore: Sequence[str] = (),
    errors: str = "raise",
    threads: int | None = None,
    columns: Mapping[str, Any] | Sequence[str] = (),
    name: str = "data",
    **roles: Any,
) -> Survival:
    """Measures how much of each model's score survives each condition, as ``standfast run`` and ``standfast report`` do, in
    memory.

    Parameters
    ----------
    data : texts or frame
        As ``standfast.corpus`` takes it.
    models : dict
        By name: an estimator of scikit-learn's kind that reads texts (a fresh clone is fitted on each fold); a callable
        ``(train, test, seed) -> answers``; the name of a built-in model, ``("linear-svm", {"c": 2})`` for one with options. For
        verification: an object with ``fit(pairs)`` and ``score(pairs)``, or a callable. Models of the caller run in this
        process, on this thread.
    conditions : dict
        By name: a splitter; ``(sampler, splitter)``; a dict with the keys of a condition of a study file. The seeds are the
        seeds of ``seeds``.
    label : str or array
        Target of the models: a role (``"author"``), the name of a column, or the values. Not used in verification.
    task : {"classification", "verification"}
    seeds : int or list of int
        Seeds of the draws. 3: the seeds 1, 2, 3.
    reference : str, optional
        The condition against which survival is measured; default: the first.
    metric, profile : str, optional
        Shown first; the metrics that are computed.
    fits : int
        Fits of each model on every fold, with another seed each.
    level : float
        Level of every interval.
    interval : {"fitted", "nested"}
        For whom scores and points lost have intervals: "fitted", for the models that were fitted; "nested", for models that
        are trained anew on other data of the same kind (shares then have none). That fits every model again for each block of authors or topics
        that is left out, 5 x ``interval_repeats`` times for each fold and kind.
    interval_repeats : int, optional
        Number of times that the blocks are drawn (4).
    ignore : sequence of str
        Codes of warnings to hide.
    errors : {"raise", "keep"}
        "raise": an exception of a model of the caller, or a condition that cannot be drawn, ends the call. "keep": it costs its
        cells alone and is in ``failures``, with its traceback.
    threads : int, optional
        Threads of built-in models and statistics. They change no number.
    columns : dict or sequence of str
        Columns beside the roles. Columns that options of a condition name are read anyway.
    **roles
        ``text=``, ``id=``, ``author=``, ``topic=``, ``source=``, ``date=``: the name of a column, or the values.

    Returns
    -------
    Survival
    """
    refuse_unknown("survival", roles, inspect.signature(survival).parameters)
    if task not in _TASKS:
        raise UsageError(f"task={task!r}: there are {', '.join(_TASKS)}")
    if errors not in ("raise", "keep"):
        raise UsageError(f'errors={errors!r}: there are "raise", "keep"')
    verifies = task == "verification"
    tables, foreign = _model_tables(models, verifies)
    study = f"task = {value_text(task)}\n"
    target = "label"
    if not verifies:
        target = _target(label, roles)
        study += f"target = {value_text(target)}\n"
    study += seeds_line(seeds)
    for key, value in (("profile", profile), ("metric", metric)):
        study += f"{key} = {value_text(value)}\n" if value else ""
    study += f"fits = {value_text(fits)}\n" if fits != 1 else ""
    if interval != "fitted":
        study += f"interval = {value_text(interval)}\n"
    if interval_repeats is not None:
        study += f"interval-repeats = {value_text(interval_repeats)}\n"
    study += f"ignore = {value_text(list(ignore))}\n" if ignore else ""
    heading = table("corpus", {"path": name, "name": name})
    rest = conditions_text(conditions, reference) + "".join(table("model", one) for one in tables)

    outline = _outline(study + heading + rest, task, list(foreign))
    documents = _documents(data, outline, columns, name, roles)
    if isinstance(data, _core.Corpus):
        heading = table("corpus", {"path": documents.name, "name": documents.name.rpartition("/")[2] or name})
    study += heading + rest
    texts = _once(lambda: Texts(documents, target))
    asked = [(inner, Model(outer, model, texts, errors == "keep", verifies)) for inner, (outer, model) in foreign.items()]
    core = _run(study, task, documents, asked, errors == "raise", level, threads)
    failures = _failures(core, [failure for _, model in asked for failure in model.failures])
    notes = [f"{model.name}: {note}" for _, model in asked if (note := model.note())]
    for note in notes:
        warnings.warn(note, DisagreementWarning, stacklevel=2)
    silent = [f"{model.name}: {told}" for _, model in asked if (told := model.unanswered())]
    for told in silent:
        warnings.warn(told, UnansweredWarning, stacklevel=2)
    notes += silent
    made = Survival(core, documents, failures, notes, study)
    if failures:
        first = failures[0]
        who = f"{first.model!r} under {first.condition!r}" if first.model else first.condition
        warnings.warn(
            f"{len(failures)} cells have no score (.failures lists them); the first, {who}: {first.reason}",
            FailedFoldsWarning,
            stacklevel=2,
        )
    return made


def _once(make: Callable[[], Texts]) -> Callable[[], Texts]:
    kept: list[Texts] = []

    def get() -> Texts:
        if not kept:
            kept.append(make())
        return kept[0]

    return get


def _outline(study: str, task: str, foreign: list[str]) -> dict[str, Any]:
    try:
        return _core.study_outline(study, task, foreign)
    except UsageError as problem:
        raise UsageError(without_place(str(problem))) from None


def _documents(data: Any, outline: dict[str, Any], columns: Any, name: str, roles: dict[str, Any]) -> _core.Corpus:
    if isinstance(data, _core.Corpus):
        if any(value is not None for value in roles.values()):
            raise UsageError("a corpus has its roles already; give them to standfast.corpus()")
        return data
    named: dict[str, Any] = dict(columns) if isinstance(columns, Mapping) else dict.fromkeys(columns, "category")
    for column, kind in outline["columns"].items():
        named.setdefault(column, kind)
    if outline["blocks"] and (frame := _frame(data)) is not None:
        taken = {value for value in roles.values() if isinstance(value, str)}
        for column, plain in frame.columns:
            if plain and column not in taken and _core.is_block_name(column):
                named.setdefault(column, "category")
    return corpus(data, columns=named, name=name, **roles)


def _run(
    study: str,
    task: str,
    documents: _core.Corpus,
    asked: list[tuple[str, Model]],
    draw_first: bool,
    level: float,
    threads: int | None,
) -> _core.StudyRun:
    try:
        return _core.StudyRun.of(study, task, documents, asked, draw_first, "", level, threads_of(threads))
    except (UsageError, DataError) as problem:
        shorter = without_place(str(problem))
        if shorter == str(problem):
            raise
        raise type(problem)(shorter) from None


def _failures(core: _core.StudyRun, ours: list[Failure]) -> list[Failure]:
    """Returns all failures, with the traceback for models of the caller."""
    known = {(one.condition, one.model, one.seed, one.fold): one for one in ours}
    failures = []
    for condition, model, seed, fold, reason in core.failures:
        failures.append(known.get((condition, model, seed, fold)) or Failure(condition, model, seed, fold, reason))
    return failures
