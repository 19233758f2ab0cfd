"""Prompts as versioned Jinja2 files, in which every inserted value says whether it is trusted.

A prompt file opens with a header that gives its version and the variables it needs:

    {# version: 1.2 | variables: note, findings #}
    Findings already known: {{ findings | length | trusted }}
    {{ note | untrusted("note") }}

An expression that ends in neither `trusted` nor `untrusted(label)` is an error when the file is loaded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from jinja2 import Environment, StrictUndefined, Template, meta, nodes
from jinja2.exceptions import TemplateSyntaxError, UndefinedError
from jinja2.loaders import FunctionLoader

from osler.core.agents.steps.untrusted import Delimited, trusted, untrusted
from osler.errors import ConfigError

_HEADER = re.compile(
    r"\A\{#-?\s*version:\s*(?P<version>[\w.-]+)\s*(?:\|\s*variables:\s*(?P<variables>[\w,\s]*?)\s*)?-?#\}"
)
_MARKED = {"trusted", "untrusted"}
SUFFIX = ".jinja2"


@dataclass(frozen=True)
class Prompt:
    """One prompt file, parsed and checked."""

    name: str
    version: str
    variables: frozenset[str]
    source: str
    """The exact text that decides what a mind reads, includes and all; it is what the version hash covers."""
    template: Template

    def render(self, values: Mapping[str, Any]) -> str:
        """The prompt with its variables filled in."""
        try:
            return self.template.render({name: values[name] for name in self.variables})
        except KeyError as missing:
            raise ConfigError(f"prompt {self.name!r} needs the variable {missing}") from None
        except UndefinedError as error:
            raise ConfigError(f"prompt {self.name!r}: {error.message}") from None


class PromptFolder:
    """The `prompts/` folder of a capability's package."""

    def __init__(self, package: str) -> None:
        self.package = package
        self._root: Traversable = resources.files(package) / "prompts"
        self._environment = Environment(
            loader=FunctionLoader(self._read),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=False,
            autoescape=False,  # noqa: S701 - prompts are not HTML; `untrusted` does the escaping
            finalize=_finalize,
        )
        self._environment.filters["untrusted"] = untrusted
        self._environment.filters["trusted"] = trusted

    def load(self, name: str) -> Prompt:
        """The prompt of that file name, or a ConfigError that says what is wrong with it."""
        text = self._read(name)
        if text is None:
            raise self._error(name, "there is no such prompt file")
        return self._check(name, text)

    def _check(self, name: str, text: str) -> Prompt:
        header = _HEADER.match(text)
        if header is None:
            raise self._error(name, "the first line must be {# version: N | variables: a, b #}")
        declared = frozenset(part.strip() for part in (header["variables"] or "").split(",") if part.strip())
        used: set[str] = set()
        sources: list[str] = []
        for part, source in self._with_includes(name, text):
            tree = self._parse(part, source)
            _require_marks(tree, partial(self._error, part))
            used |= meta.find_undeclared_variables(tree)
            sources.append(source)
        if undeclared := sorted(used - declared):
            raise self._error(name, f"the variable {undeclared[0]!r} is used but not in the header")
        if unused := sorted(declared - used):
            raise self._error(name, f"the variable {unused[0]!r} is in the header but not used")
        template = self._environment.get_template(name)
        return Prompt(name, header["version"], declared, "\n".join(sources), template)

    def _with_includes(self, name: str, text: str, seen: frozenset[str] = frozenset()) -> Iterator[tuple[str, str]]:
        yield name, text
        for included in meta.find_referenced_templates(self._parse(name, text)):
            if included is None:
                raise self._error(name, "an include must name its file literally")
            if included in seen:
                raise self._error(name, f"it includes {included!r} in a circle")
            source = self._read(included)
            if source is None:
                raise self._error(name, f"it includes {included!r}, which does not exist")
            yield from self._with_includes(included, source, seen | {name, included})

    def _parse(self, name: str, text: str) -> nodes.Template:
        try:
            return self._environment.parse(text)
        except TemplateSyntaxError as error:
            raise self._error(name, f"line {error.lineno}: {error.message}") from None

    def _read(self, name: str) -> str | None:
        path = self._root / name
        return path.read_text(encoding="utf-8") if path.is_file() else None

    def _error(self, name: str, why: str) -> ConfigError:
        return ConfigError(f"prompt {self.package}/prompts/{name}: {why}", mend="correct the prompt file")


@lru_cache(maxsize=64)
def prompt_folder(package: str) -> PromptFolder:
    """The prompts of a package, read once."""
    return PromptFolder(package)


def _finalize(value: Any) -> Any:
    if isinstance(value, Delimited):
        return value
    raise TypeError("a value reached the prompt without `trusted` or `untrusted`")


def _require_marks(tree: nodes.Template, error: Callable[[str], ConfigError]) -> None:
    for output in tree.find_all(nodes.Output):
        for node in output.nodes:
            if isinstance(node, nodes.TemplateData):
                continue
            if not (isinstance(node, nodes.Filter) and node.name in _MARKED):
                raise error(f"line {node.lineno}: an expression must end in `| trusted` or `| untrusted(label)`")
