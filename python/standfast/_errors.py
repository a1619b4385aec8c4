"""Errors. Each is one line that names the argument, the document or the file."""

from __future__ import annotations

import re


class StandfastError(Exception):
    """The base of all errors of this package but ``KeyboardInterrupt``."""


class UsageError(StandfastError, ValueError):
    """An argument or an option asks for something that does not exist."""


class KeywordError(UsageError, TypeError):
    """An argument that does not exist: a ``TypeError`` too, as for any function of Python."""


class DataError(StandfastError, ValueError):
    """The data are not as they should be."""


class MissingError(StandfastError, RuntimeError):
    """A model, a program or a part of the system is not there."""


class IncompleteRun(StandfastError, RuntimeError):
    """A part of a run is missing or failed."""


class CheckFailed(StandfastError, AssertionError):
    """A check of data found a problem. ``findings`` has what was found."""

    def __init__(self, message: str, findings: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


class LeftOutWarning(UserWarning):
    """Documents that are in no fold."""


_KINDS: dict[str, type[BaseException]] = {
    "usage": UsageError,
    "data": DataError,
    "missing": MissingError,
    "incomplete": IncompleteRun,
    "check": CheckFailed,
    "interrupted": KeyboardInterrupt,
}

# Messages of the library name flags of the command line; here they become arguments.
_FLAG = re.compile(r"--([a-z][a-z-]*)(?: ([A-Z]{2,}\b))?")
_OPTION = re.compile(r'(?<=option )"[a-z-]+"|[a-z]+(?:-[a-z]+)+(?= = )')


def in_python(message: str) -> str:
    """Translates flags into arguments: ``--author COLUMN`` -> ``author=``; ``(--bad-rows skip leaves such
    rows out)`` is left out."""
    message = message.replace(" (--bad-rows skip leaves such rows out)", "")
    message = _OPTION.sub(lambda found: found.group(0).replace("-", "_"), message)
    return _FLAG.sub(lambda found: found.group(1).replace("-", "_") + "=", message)


def error_of(kind: str, message: str) -> BaseException:
    return _KINDS[kind](in_python(message))
