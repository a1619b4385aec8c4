"""Study files made from the arguments of ``survival``, which the library reads like study files of the
command line."""

from __future__ import annotations

import inspect
import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, SupportsIndex

from standfast._errors import UsageError
from standfast._frames import ROLES
from standfast._sampler import Sampler
from standfast._seed import Component, _same
from standfast._splitter import Splitter

_BARE = re.compile(r"[A-Za-z0-9_-]+\Z")


def value_text(value: Any) -> str:
    """Returns a value in TOML."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(key))} = {value_text(one)}" for key, one in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(value_text(one) for one in value) + "]"
    if hasattr(value, "__index__"):
        return str(value.__index__())
    if hasattr(value, "__float__"):
        return repr(float(value))
    raise UsageError(f"{value!r} is no value of a study: text, numbers, booleans, lists and dicts are")


def _key(name: str) -> str:
    return name if _BARE.match(name) else value_text(name)


def table(heading: str, values: Mapping[str, Any]) -> str:
    return f"[[{heading}]]\n" + "".join(f"{_key(key)} = {value_text(value)}\n" for key, value in values.items())


def _kebab(name: str) -> str:
    return name.replace("_", "-")


def _component(part: Component, where: str) -> dict[str, Any]:
    """Converts ``TopicKFold(folds=5)`` to ``{ method = "topic-k-fold", folds = 5 }``; options at their
    default are left to the study."""
    if part.random_state is not None:
        raise UsageError(f"{where}: survival draws by its own seeds=; leave random_state out of {type(part).__name__}")
    for role in ("text", *ROLES):
        if role not in part._options and getattr(part, role, None) is not None:
            raise UsageError(f"{where}: give {role}= to survival, not to {type(part).__name__}")
    defaults = inspect.signature(type(part).__init__).parameters
    known = {"self", "random_state", "text", "vectors", "space", *ROLES, *part._options}
    for name, parameter in defaults.items():
        if name not in known and not _same(getattr(part, name), parameter.default):
            raise UsageError(f"{where}: {name}= of {type(part).__name__} means nothing in a study; give it as a key of the condition")
    given: dict[str, Any] = {"method": part._name}
    for attribute, option in part._options.items():
        value = getattr(part, attribute)
        if not _same(value, defaults[attribute].default):
            given[option] = value
    return given


def condition_table(name: str, given: Any, reference: bool) -> dict[str, Any]:
    """Returns the table of a condition."""
    where = f"condition {name!r}"
    if "/" in name:
        raise UsageError(f"{where}: a name has no slash in it")
    if isinstance(given, (str, Splitter)):
        given = {"split": given}
    elif isinstance(given, tuple) and len(given) == 2:
        given = {"sample": given[0], "split": given[1]}
    if not isinstance(given, Mapping):
        raise UsageError(
            f"{where} is a {type(given).__name__}: give a splitter, (sampler, splitter), or a dict with the keys of a "
            'condition of a study file, such as {"control_of": "novel topics"}'
        )
    made: dict[str, Any] = {"name": name}
    if reference:
        made["reference"] = True
    for key, value in given.items():
        key = _kebab(str(key))
        if isinstance(value, Component):
            _expect(where, key, value)
            made[key] = _component(value, where)
            if isinstance(value, Splitter) and "reads_vectors" in value._traits and "space" not in given:
                if getattr(value, "vectors", None) is not None:
                    raise UsageError(
                        f"{where}: vectors= are for split(); here a space is made from the texts, such as "
                        '{"split": ..., "space": {"encoder": "lsa"}}'
                    )
                made["space"] = {"encoder": getattr(value, "space", "lsa")}
        elif isinstance(value, Mapping):
            made[key] = {_kebab(str(option)): one for option, one in value.items()}
        else:
            made[key] = value
    return made


def _expect(where: str, key: str, part: Component) -> None:
    wanted: type = {"split": Splitter, "sample": Sampler}.get(key, Component)
    if not isinstance(part, wanted):
        raise UsageError(f"{where}: {key} is a {type(part).__name__}, which is not a {wanted.__name__.lower()}")


def conditions_text(conditions: Mapping[str, Any], reference: str | None) -> str:
    if not isinstance(conditions, Mapping) or not conditions:
        raise UsageError('conditions= is a dict of at least one: {"10-fold": StratifiedKFold(10), ...}')
    names = [str(name) for name in conditions]
    first = names[0] if reference is None else reference
    if first not in names:
        raise UsageError(f"reference={reference!r} is none of the conditions ({', '.join(names)})")
    tables = [condition_table(str(name), given, str(name) == first) for name, given in conditions.items()]
    # A control comes after its condition.
    tables.sort(key=lambda one: "control-of" in one)
    return "".join(table("condition", one) for one in tables)


def seeds_line(seeds: int | Sequence[int]) -> str:
    if isinstance(seeds, (bool, str, float)):
        raise UsageError(f"seeds={seeds!r}: a number of seeds, or a list of them")
    if isinstance(seeds, SupportsIndex):
        return f"seeds = {seeds.__index__()}\n"
    return f"seeds = {value_text([int(seed) for seed in seeds])}\n"


_PLACE = re.compile(r"^survival\(\):\d+: ")


def without_place(message: str) -> str:
    """Removes the line of the study from messages of the library: the caller has not seen it."""
    return _PLACE.sub("", message)
