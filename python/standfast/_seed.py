"""Seeds, parameters and the repr of components."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from standfast._errors import UsageError
from standfast._keywords import with_known_keywords


def seed_of(component: Any) -> int:
    """Returns ``random_state``; for None, a seed that is drawn once and kept in ``seed_``, so that calls
    agree."""
    given = component.random_state
    if given is None:
        if getattr(component, "seed_", None) is None:
            component.seed_ = int.from_bytes(os.urandom(4), "little") >> 1
        return int(component.seed_)
    if isinstance(given, bool) or not hasattr(given, "__index__"):
        raise UsageError(f"random_state={given!r}: must be a whole number or None")
    seed = given.__index__()
    if seed < 0:
        raise UsageError(f"random_state={seed}: must be 0 or more")
    return int(seed)


def parameters_of(component: Any) -> dict[str, Any]:
    """Returns the arguments of ``__init__`` by name, from the attributes of these names."""
    return {name: getattr(component, name) for name in _defaults(component)}


def _defaults(component: Any) -> dict[str, Any]:
    import inspect

    parameters = inspect.signature(type(component).__init__).parameters
    return {name: parameter.default for name, parameter in parameters.items() if name != "self"}


def shown(component: Any) -> str:
    """Returns the repr with the parameters that differ from their default: ``TopicKFold(folds=5,
    random_state=1)``. A drawn seed is shown."""
    defaults = _defaults(component)
    parts = []
    for name, value in parameters_of(component).items():
        if name == "random_state" and value is None and getattr(component, "seed_", None) is not None:
            parts.append(f"random_state=None (seed_={component.seed_})")
        elif not _same(value, defaults[name]):
            parts.append(f"{name}={value!r}")
    return f"{type(component).__name__}({', '.join(parts)})"


def _same(value: Any, default: Any) -> bool:
    if value is default:
        return True
    return isinstance(value, (bool, int, float, str)) and type(value) is type(default) and value == default


def _options_of(component: type) -> list[str]:
    """Returns the arguments before ``random_state``: the options of a component of the catalog."""
    code = component.__init__.__code__  # type: ignore[misc]
    names = list(code.co_varnames[1 : code.co_argcount + code.co_kwonlyargcount])
    return names[: names.index("random_state")]


class Component:
    """A splitter or a sampler: plain parameters, as scikit-learn has them."""

    _family: str
    _name: str
    _options: dict[str, str]
    _traits: dict[str, Any]
    _presets: dict[str, dict[str, Any]]
    random_state: int | None

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Declares for type checkers that parameters are attributes, which ``_keep`` sets."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__init__" in vars(cls):
            if "_name" in vars(cls) and "_options" not in vars(cls):
                cls._options = {name: name.replace("_", "-") for name in _options_of(cls)}
            with_known_keywords(cls)

    @classmethod
    def preset(cls, name: str, **more: Any) -> Any:
        """The settings of a paper or a program under one name; ``more`` overrides them."""
        if name not in cls._presets:
            there = ", ".join(cls._presets) or "none"
            raise UsageError(f"{cls.__name__} has no preset {name!r} (there are: {there})")
        python = {kebab: attribute for attribute, kebab in cls._options.items()}
        return cls(**{**{python[key]: value for key, value in cls._presets[name].items()}, **more})

    def _keep(self, given: dict[str, Any]) -> None:
        """Keeps the arguments of ``__init__`` as attributes of these names."""
        for name, value in given.items():
            if name != "self":
                setattr(self, name, value)

    def _given(self) -> dict[str, Any]:
        """Returns the options in the form of the library."""
        return {kebab: getattr(self, attribute) for attribute, kebab in self._options.items()}

    def get_params(self, deep: bool = True) -> dict[str, Any]:
        """Parameters by name, as scikit-learn asks for them."""
        return parameters_of(self)

    def set_params(self, **given: Any) -> Any:
        """Sets parameters by name."""
        known = parameters_of(self)
        for name, value in given.items():
            if name not in known:
                raise UsageError(f"{type(self).__name__} has no parameter {name!r} (there are: {', '.join(known)})")
            setattr(self, name, value)
        return self

    def __repr__(self) -> str:
        return shown(self)
