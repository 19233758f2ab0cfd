"""The one way YAML is read: safely, and by libyaml where it is there (nine times as fast; rule files are read at every start)."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_Loader: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def parse_yaml(text: str) -> Any:
    """What the text says, as plain lists, mappings and scalars; `yaml.YAMLError` where it is not YAML."""
    return yaml.load(text, Loader=_Loader)  # noqa: S506 - both loaders are the safe ones


@cache
def packaged_yaml(package: str, name: str) -> Any:
    """A rule file that lies beside the code of a package, read once a process; whoever reads it does not change it."""
    return parse_yaml(files(package).joinpath(name).read_text(encoding="utf-8"))


class RuleTable:
    """A packaged rule file whose leaves are patterns: the file itself, and any place of it compiled once."""

    def __init__(self, package: str, name: str, *, flags: re.RegexFlag = re.RegexFlag.NOFLAG) -> None:
        self._package, self._name, self._flags = package, name, flags
        self._patterns: dict[tuple[str, ...], re.Pattern[str]] = {}

    @property
    def rules(self) -> dict[str, Any]:
        """The whole file."""
        table: dict[str, Any] = packaged_yaml(self._package, self._name)
        return table

    def pattern(self, *path: str) -> re.Pattern[str]:
        """The pattern at a place of the file; the alternatives of a list as one."""
        found = self._patterns.get(path)
        if found is None:
            written: Any = self.rules
            for key in path:
                written = written[key]
            whole = written if isinstance(written, str) else "|".join(f"(?:{one})" for one in written)
            found = self._patterns[path] = re.compile(whole, self._flags)
        return found

    def says(self, text: str, *path: str) -> bool:
        """Whether the pattern at a place of the file stands in a text."""
        return self.pattern(*path).search(text) is not None
