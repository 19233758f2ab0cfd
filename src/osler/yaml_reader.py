"""The one way YAML is read: safely, and by libyaml where it is there (nine times as fast; rule files are read at every start)."""

from __future__ import annotations

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
