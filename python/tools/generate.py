"""Writes the classes of splitters and samplers, and the table of checks, from the catalogs of the program.

    python python/tools/generate.py build/release/standfast [FOLDER]

The output is committed. tests/test_generated.py makes it again and compares the bytes.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

WIDTH = 110
ROLES = ("text", "author", "topic", "label", "date")
ALIASES = {"NovelTopicKFold": "TopicKFold", "NovelAuthorKFold": "AuthorKFold"}
HEADER = '"""Made by python/tools/generate.py from the catalogs of the program. Do not edit."""\n'


def class_name(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("-"))


def python_name(name: str) -> str:
    return name.replace("-", "_")


def literal(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else repr(value)


def type_of(option: dict[str, Any]) -> str:
    default = option["default"]
    if isinstance(default, bool):
        return "bool"
    if isinstance(default, int):
        return "int"
    if isinstance(default, float):
        return "float"
    if option.get("choices"):
        return f"Literal[{', '.join(literal(choice) for choice in option['choices'])}]"
    return "str | Sequence[str | int]" if option.get("list") else "str"


def sentence(text: str) -> str:
    text = text.strip()
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", ":")) else ".")


def wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(
        text, WIDTH, initial_indent=" " * indent, subsequent_indent=" " * indent, break_long_words=False, break_on_hyphens=False
    )


def in_python(text: str, options: list[dict[str, Any]]) -> str:
    """Replaces the options that a meaning mentions by their names here."""
    for name in sorted((option["name"] for option in options if "-" in option["name"]), key=len, reverse=True):
        text = re.sub(rf"(?<![\w-]){re.escape(name)}(?![\w-])", python_name(name), text)
    return text


def range_of(option: dict[str, Any]) -> str:
    """Returns the range of an option's numbers in words."""
    given = option.get("range", "")
    return given if isinstance(given, str) else str(given.get("words", ""))


def parameters(options: list[dict[str, Any]]) -> list[str]:
    lines = []
    for option in options:
        kind = type_of(option)
        shown = "{" + ", ".join(literal(choice) for choice in option["choices"]) + "}" if option.get("choices") else kind
        lines.append(f"    {python_name(option['name'])} : {shown}, default={literal(option['default'])}")
        told = sentence(in_python(option["meaning"], options))
        if (allowed := range_of(option)) and not option.get("choices"):
            told += f" {sentence(allowed)}"
        lines += wrapped(told, 8)
    return lines


READS = {
    "needs_topics": "topics",
    "needs_authors": "authors",
    "needs_labels": "labels",
    "needs_dates": "dates",
    "needs_classes": "classes",
    "reads_vectors": "vectors of the documents",
    "reads_classes": "classes, if there are any",
}
PROMISES = {
    "novel_topics": "no topic is on both sides",
    "novel_authors": "no author is on both sides",
    "tests_all": "every document is tested, except those left out",
    "deterministic": "the seed has no effect",
}


def traits_in_words(traits: dict[str, Any]) -> list[str]:
    reads = [words for trait, words in READS.items() if traits.get(trait)]
    promises = [words for trait, words in PROMISES.items() if traits.get(trait)]
    told = [f"Reads: {', '.join(reads) if reads else 'nothing but the number of documents'}."]
    if promises:
        told.append(f"Guarantees: {'; '.join(promises)}.")
    return [line for one in told for line in wrapped(one, 4)]


def docstring(entry: dict[str, Any], command: str, more: list[str]) -> list[str]:
    lines = [*wrapped('"""' + sentence(entry["summary"]), 4), ""]
    lines += ["    Parameters", "    ----------", *parameters(entry["options"]), *more, ""]
    lines += ["    Notes", "    -----", *traits_in_words(entry["traits"])]
    for preset in entry.get("presets", []):
        lines += wrapped(f"Preset {preset['name']}: {sentence(preset['summary'])}", 4)
    lines += ["", f"    On the command line: ``{command}``"]
    if entry["citation"]:
        lines += ["", "    References", "    ----------", *wrapped(entry["citation"], 4)]
    return [*lines, '    """']


def table(name: str, pairs: dict[str, Any]) -> list[str]:
    if not pairs:
        return [f"    {name} = {{}}"]
    return [f"    {name} = {{", *(f"        {literal(key)}: {literal(value)}," for key, value in pairs.items()), "    }"]


def component(entry: dict[str, Any], base: str, command: str, roles: bool) -> list[str]:
    options = entry["options"]
    taken = {python_name(option["name"]) for option in options}
    own_roles = [role for role in ROLES if roles and role not in taken]
    more = [
        "    random_state : int or None, default=None",
        *wrapped("Seed of every draw. None: one is drawn at the first use, kept in ``seed_`` and shown in the repr.", 8),
    ]
    vectors = roles and entry["traits"].get("reads_vectors")
    if vectors:
        more += [
            '    vectors : array, "X" or None, default=None',
            *wrapped(
                'One row of float32 a document; "X": ``split`` receives them as X. None: vectors of the texts by ``space``.', 8
            ),
            '    space : str, default="lsa"',
            *wrapped("Encoder that makes vectors where none are given.", 8),
        ]
    if own_roles:
        more += [
            f"    {', '.join(own_roles)} : str or None, default=None",
            *wrapped('The column of the data that plays this role. None: guessed by name; "none": no column does.', 8),
        ]
    first = next((option for option in options if option["name"] == "folds" and option["default"] > 1), None)
    arguments = ["self"]
    if first:
        arguments += [f"folds: int = {first['default']}"]
    arguments += ["*"]
    for option in options:
        name = python_name(option["name"])
        if option is not first:
            arguments.append(f"{name}: {type_of(option)} = {literal(option['default'])}")
    arguments.append("random_state: int | None = None")
    if vectors:
        arguments += ["vectors: Any = None", 'space: str = "lsa"']
    for role in own_roles:
        arguments.append(f"{role}: str | None = None")
    lines = [f"class {class_name(entry['name'])}({base}):", *docstring(entry, command, more), ""]
    lines += [f"    _name = {literal(entry['name'])}"]
    if first and first is not options[0]:  # elsewhere they are read from the signature
        lines += table("_options", {python_name(option["name"]): option["name"] for option in options})
    lines += table("_traits", {key: value for key, value in entry["traits"].items() if value not in (False, "")})
    lines += table("_presets", {preset["name"]: preset["values"] for preset in entry.get("presets", [])})
    lines += ["", "    def __init__(", *(f"        {argument}," for argument in arguments), "    ) -> None:", "        self._keep(locals())"]
    return lines


def module(entries: list[dict[str, Any]], base: str, where: str, command: str, roles: bool, also: dict[str, str]) -> str:
    classes = [component(entry, base, command.format(entry["name"]), roles) for entry in entries]
    text = "\n".join("\n".join(lines) + "\n\n" for lines in classes)
    imports = []
    if "Sequence[" in text:
        imports.append("from collections.abc import Sequence")
    names = [name for name in ("Any", "Literal") if re.search(rf"\b{name}\b", text)]
    if names:
        imports.append(f"from typing import {', '.join(names)}")
    head = [HEADER, "from __future__ import annotations", ""]
    if imports:
        head += [*imports, ""]
    head += [f"from standfast.{where} import {base}", ""]
    tail = [f"{alias} = {name}" for alias, name in also.items()]
    exported = sorted([*(class_name(entry["name"]) for entry in entries), *also])
    tail += ["__all__ = [", *(f"    {literal(name)}," for name in exported), "]"]
    return "\n".join(head) + "\n\n" + text + "\n".join(tail) + "\n"


def aliases(entries: list[dict[str, Any]]) -> dict[str, str]:
    """Returns other names of the components, from the catalog or else from the small table above."""
    there = {class_name(entry["name"]) for entry in entries}
    also = {class_name(name): class_name(entry["name"]) for entry in entries for name in entry.get("also", [])}
    also = also or {alias: name for alias, name in ALIASES.items() if name in there}
    return {alias: name for alias, name in sorted(also.items()) if alias.isidentifier() and alias not in there}


def checks_module(entries: list[dict[str, Any]]) -> str:
    lines = [HEADER, "from __future__ import annotations", "", "# Code: (name, what it looks for, severity).", "CHECKS = {"]
    for entry in entries:
        row = [literal(entry["name"]), literal(entry.get("title", entry.get("summary", ""))), literal(entry["severity"])]
        lines.append(f"    {literal(entry['code'])}: (")
        lines += [f"        {one}," for one in row]
        lines.append("    ),")
    return "\n".join([*lines, "}"]) + "\n"


def main() -> None:
    program, folder = sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else Path(__file__).parents[1] / "standfast"
    catalogs = json.loads(subprocess.run([program, "ls", "--json"], capture_output=True, check=True, text=True).stdout)
    splitters, samplers = catalogs["splitter"], catalogs["sampler"]
    split = "standfast split CORPUS --method {}"
    sample = "standfast sample CORPUS --method {}"
    out = {
        "_splitters.py": module(splitters, "Splitter", "_splitter", split, True, aliases(splitters)),
        "_samplers.py": module(samplers, "Sampler", "_sampler", sample, False, aliases(samplers)),
        "_checks.py": checks_module(catalogs["check"]),
    }
    for name, text in out.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
