"""Reads a pack's YAML and Markdown into checked models; every fault names its file and line."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from app.core.errors import ContentError

# libyaml where the wheel has it: ten times quicker, same documents.
_Loader: Final[type[yaml.SafeLoader]] = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

_FENCE: Final = "---"
_SECTION: Final = re.compile(r"##\s+(\w+)\s*")

Model = TypeVar("Model", bound=BaseModel)
Location = tuple[int | str, ...]


def read_yaml(path: Path, model: type[Model]) -> Model:
    """A YAML file as `model`. Raises ContentError."""
    text = _read(path)
    return _checked(path, model, _parsed(path, text), front=text)


def read_entry(path: Path, model: type[Model]) -> Model:
    """Front matter as `model`, the body's `## xx` sections as its field `answer`. Raises ContentError."""
    front, body = _split(path, _read(path))
    values = _parsed(path, front)
    sections = {"answer": _sections(path, body, first_line=front.count("\n") + 3)}
    return _checked(path, model, values | sections, front=front)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise ContentError(f"{path}: cannot be read ({error.strerror})") from error
    except UnicodeDecodeError as error:
        raise ContentError(f"{path}: is not UTF-8 (byte {error.start}); save it as UTF-8") from error


def _split(path: Path, text: str) -> tuple[str, str]:
    """Front matter and body. The opening fence stays as an empty line, so that line numbers hold."""
    lines = text.splitlines()
    if not lines or lines[0].rstrip() != _FENCE:
        raise ContentError(f"{path}:1: front matter is missing; begin the file with a line ---")
    for number, line in enumerate(lines[1:], start=1):
        if line.rstrip() == _FENCE:
            return "\n".join(["", *lines[1:number]]), "\n".join(lines[number + 1 :])
    raise ContentError(f"{path}:1: front matter has no end; close it with a line ---")


def _sections(path: Path, body: str, *, first_line: int) -> dict[str, str]:
    """Language → its paragraphs as one line of text: what is spoken has no line breaks."""
    found: dict[str, list[str]] = {}
    current: list[str] | None = None
    for number, line in enumerate(body.splitlines(), start=first_line):
        if heading := _SECTION.fullmatch(line):
            current = found[_fresh(path, heading[1], found, number)] = []
        elif line.strip() and current is None:
            raise ContentError(f"{path}:{number}: text before the first section ## en or ## ar")
        elif current is not None:
            current.append(line.strip())
    return {name: " ".join(filter(None, lines)) for name, lines in found.items()}


def _fresh(path: Path, name: str, found: dict[str, list[str]], number: int) -> str:
    if name in found:
        raise ContentError(f"{path}:{number}: section ## {name} appears twice")
    return name


def _parsed(path: Path, text: str) -> dict[str, Any]:
    try:
        values = yaml.load(text, Loader=_Loader)  # noqa: S506 - both loaders are the safe one
    except yaml.YAMLError as error:
        raise ContentError(_yaml_message(path, error)) from error
    if not isinstance(values, dict):
        raise ContentError(f"{path}:1: fields are missing; write them as `name: value`")
    return values


def _yaml_message(path: Path, error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    problem = getattr(error, "problem", None) or "is not YAML"
    return f"{path}:{mark.line + 1 if mark else 1}: {problem}"


def _checked(path: Path, model: type[Model], values: dict[str, Any], *, front: str) -> Model:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        location: Location = faults[0]["loc"]
        field = ".".join(map(str, location)) or "fields"
        more = f" (and {len(faults) - 1} more)" if len(faults) > 1 else ""
        line = _line(front, location)
        raise ContentError(f"{path}:{line}: {field}: {faults[0]['msg'].lower()}{more}") from error


def _line(front: str, location: Location) -> int:
    """Line of the deepest part of `location` that the document has."""
    node = yaml.compose(front, Loader=_Loader)
    line = 1
    for part in location:
        child = _child(node, part)
        if child is None:
            break
        node = child
        line = node.start_mark.line + 1
    return line


def _child(node: yaml.Node | None, part: int | str) -> yaml.Node | None:
    if isinstance(node, yaml.SequenceNode) and isinstance(part, int) and part < len(node.value):
        child: yaml.Node = node.value[part]
        return child
    if isinstance(node, yaml.MappingNode):
        return next((value for key, value in node.value if key.value == part), None)
    return None
