"""The red-flag rules, read once from `rules.yml`."""

from __future__ import annotations

from functools import cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from osler.core.safety.types import Severity
from osler.errors import ConfigError


class Trigger(BaseModel):
    """What a rule, or one group of a combination, fires on; ids are written with their labels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    subtrees: dict[str, str] = Field(default_factory=dict)
    terms: dict[str, str] = Field(default_factory=dict)
    phrases: tuple[str, ...] = ()

    def coded(self) -> dict[str, str]:
        """Every id with the label written beside it."""
        return {**self.subtrees, **self.terms}


class Group(Trigger):
    """One side of a combination."""

    name: str


class Rule(Trigger):
    """One red flag: when it fires, how grave it is, what to do and why."""

    id: str
    title: str
    severity: Severity
    except_subtrees: dict[str, str] = Field(default_factory=dict)
    except_phrases: tuple[str, ...] = ()
    combination: tuple[Group, ...] = ()
    action: str
    reason: str
    source: str

    @model_validator(mode="after")
    def _fires_on_something(self) -> Rule:
        if bool(self.combination) == bool(self.subtrees or self.terms or self.phrases):
            raise ValueError(f"rule {self.id} needs either its own triggers or a combination")
        if len(self.combination) == 1:
            raise ValueError(f"rule {self.id} combines only one group")
        return self


class _RuleFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    rules: list[Rule]


def parse_rules(text: str) -> tuple[Rule, ...]:
    """Rules from the text of a rules file; anything odd in it is a ConfigError."""
    try:
        rules = _RuleFile.model_validate(yaml.safe_load(text)).rules
    except (yaml.YAMLError, ValidationError) as error:
        raise ConfigError(
            f"the red-flag rules cannot be read: {error}", mend="compare the file with the bundled rules.yml"
        ) from error
    doubled = {rule.id for rule in rules if sum(other.id == rule.id for other in rules) > 1}
    if doubled:
        raise ConfigError(f"red-flag rules share an id: {', '.join(sorted(doubled))}", mend="give each its own id")
    return tuple(rules)


@cache
def red_flag_rules() -> tuple[Rule, ...]:
    """The bundled rules."""
    return parse_rules(resources.files(__package__).joinpath("rules.yml").read_text(encoding="utf-8"))
