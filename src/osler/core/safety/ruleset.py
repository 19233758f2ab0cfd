"""The red-flag rules and the findings they are written in, read once from `findings.yml` and `rules/*.yml`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from osler.core.safety.conditions import Condition, FindingCondition, ValueCondition, parse_condition
from osler.core.safety.types import Severity
from osler.core.terminology import SemanticType
from osler.errors import ConfigError
from osler.yaml_reader import parse_yaml

_PHRASE = re.compile(r"(?:[\w '|.\-/()*+#<>]|\)\?)+")
"""The letters and marks of a phrase (patterns.py); anything else would match nothing, and nobody would know."""
_MARK_INSIDE = re.compile(r"\w\*\w")
FindingKind = Literal["sign", "event", "risk", "qualifier"]
"""A sign counts while it is new; an event also when it is just over, until a date says that it is old; a risk counts also as
history or for years; a qualifier only beside a sign."""


class Trigger(BaseModel):
    """What a rule or a named finding is recognised by; ids are written with their labels."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    subtrees: dict[str, str] = Field(default_factory=dict)
    terms: dict[str, str] = Field(default_factory=dict)
    phrases: tuple[str, ...] = ()
    except_phrases: tuple[str, ...] = ()
    """Words that look like it and mean something else."""

    @field_validator("phrases", "except_phrases")
    @classmethod
    def _is_a_phrase(cls, phrases: tuple[str, ...]) -> tuple[str, ...]:
        for phrase in phrases:
            if not _PHRASE.fullmatch(phrase):
                raise ValueError(f"{phrase!r} has a mark that phrases do not know")
            if _MARK_INSIDE.search(phrase):
                raise ValueError(f"{phrase!r} has a mark inside a word, where it means nothing: write the forms out")
        return phrases

    def coded(self) -> dict[str, str]:
        """Every id with the label written beside it."""
        return {**self.subtrees, **self.terms}

    def speaking(self) -> list[str]:
        """The phrases, codes, kinds and measures that it can be recognised by."""
        return [*self.phrases, *self.subtrees, *self.terms]


class NamedFinding(Trigger):
    """A finding that rules are written in: codes, clinical words and lay words for one thing."""

    kind: FindingKind = "sign"
    semantic: tuple[SemanticType, ...] = ()
    """Kinds of concept of which every mention is the finding: a medicine by whatever name the vocabularies know."""
    includes: tuple[str, ...] = ()
    """Other findings, each of which is one."""
    on_suspicion: bool = False
    """Whether a suspicion of it counts: "possible ingestion of" is acted on."""
    values: tuple[str, ...] = ()
    """Measured values that are the finding (`temperature >= 38`)."""
    diseases: dict[str, str] = Field(default_factory=dict)
    """MONDO ids with their labels: a disease of the note that is one of these, or below one of them, is the finding."""

    @cached_property
    def thresholds(self) -> tuple[ValueCondition, ...]:
        """The conditions of `values`, parsed."""
        parsed = (parse_condition(text) for text in self.values)
        return tuple(condition for condition in parsed if isinstance(condition, ValueCondition))

    def speaking(self) -> list[str]:
        """The phrases, codes, kinds and measures that it can be recognised by."""
        measures = (threshold.measure for threshold in self.thresholds)
        return [*super().speaking(), *self.semantic, *self.diseases, *measures]


class Rule(Trigger):
    """One red flag: when it fires, how grave it is, what to do and why."""

    id: str
    title: str
    severity: Severity
    except_subtrees: dict[str, str] = Field(default_factory=dict)
    when: tuple[tuple[str, ...], ...] = ()
    """Alternatives; all conditions of one alternative must be met, each by a different finding."""
    action: str
    history: str | None = None
    """What to do where it is only told of the past; an URGENT rule has a default."""
    on_suspicion: bool = False
    """Whether it is acted on as soon as it is suspected, for proof takes too long."""
    at_once: bool = False
    """Whether it kills within minutes and is treated on the spot: such a flag stands first."""
    general: bool = False
    """Whether it names a state that many emergencies share: such a flag stands behind those that name the cause."""
    instead_of: tuple[str, ...] = ()
    """Rules that the same signs would set off and whose action is not the one for this cause: they are silent beside it."""
    reason: str
    source: str

    @model_validator(mode="after")
    def _fires_on_something(self) -> Rule:
        if not (self.when or self.coded() or self.phrases):
            raise ValueError(f"rule {self.id} needs a trigger or a condition")
        if any(not alternative for alternative in self.when):
            raise ValueError(f"rule {self.id} has an alternative without conditions")
        return self

    @cached_property
    def alternatives(self) -> tuple[tuple[Condition, ...], ...]:
        """The conditions of `when`, parsed."""
        return tuple(tuple(parse_condition(text) for text in alternative) for alternative in self.when)

    @cached_property
    def named(self) -> tuple[tuple[str, ...], ...]:
        """The findings that each alternative asks for: without one of them there is nothing more to look at."""
        return tuple(
            tuple(one.finding for one in alternative if isinstance(one, FindingCondition) and not one.absent)
            for alternative in self.alternatives
        )


class Ruleset(BaseModel):
    """The rules with the findings they name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    findings: dict[str, NamedFinding] = Field(default_factory=dict)
    rules: tuple[Rule, ...]

    @model_validator(mode="after")
    def _every_name_is_known(self) -> Ruleset:
        ids = [rule.id for rule in self.rules]
        doubled = sorted({name for name in ids if ids.count(name) > 1})
        if doubled:
            raise ValueError(f"red-flag rules share an id: {', '.join(doubled)}")
        named = {name for finding in self.findings.values() for name in finding.includes}
        for rule in self.rules:
            for condition in (item for alternative in rule.alternatives for item in alternative):
                if isinstance(condition, FindingCondition):
                    named |= {condition.finding, *condition.qualifiers}
        unknown = sorted(named - set(self.findings))
        if unknown:
            raise ValueError(f"no such finding: {', '.join(unknown)}")
        silenced = sorted({name for rule in self.rules for name in rule.instead_of} - set(ids))
        if silenced:
            raise ValueError(f"no such rule: {', '.join(silenced)}")
        return self

    def triggers(self) -> list[Trigger]:
        """Everything that has codes or phrases."""
        return [*self.rules, *self.findings.values()]

    def spoken_for(self, said: Iterable[str]) -> set[str]:
        """The rules and findings that phrases, codes, kinds and measures can speak for; there is no cause of any other."""
        found: set[str] = set()
        found.update(*(self._speaking[one] for one in said if one in self._speaking))
        return found

    @cached_property
    def _speaking(self) -> dict[str, set[str]]:
        """By phrase, code, kind and measure, the rules and findings that name it, themselves or through what they include."""
        speaking: dict[str, set[str]] = {}
        named: list[tuple[str, Sequence[Trigger]]] = [(rule.id, [rule]) for rule in self.rules]
        named += [(name, self.members(name)) for name in self.findings]
        for name, triggers in named:
            for trigger in triggers:
                for word in trigger.speaking():
                    speaking.setdefault(word, set()).add(name)
        return speaking

    def members(self, name: str) -> list[NamedFinding]:
        """A finding and all those it includes."""
        finding = self.findings[name]
        return [finding, *(member for other in finding.includes for member in self.members(other))]


def parse_rules(*texts: str, findings: str = "") -> Ruleset:
    """Rules from the texts of rules files; anything odd in them is a ConfigError."""
    try:
        rules = [rule for text in texts for rule in _listed(parse_yaml(text))]
        return Ruleset.model_validate({"findings": parse_yaml(findings) or {}, "rules": rules})
    except (yaml.YAMLError, ValidationError, ValueError) as error:
        raise ConfigError(
            f"the red-flag rules cannot be read: {error}", mend="compare the file with the bundled rules"
        ) from error


def _listed(document: object) -> list[object]:
    if not isinstance(document, Mapping) or set(document) != {"rules"} or not isinstance(document["rules"], list):
        raise ValueError("a rules file holds one list named rules")
    return document["rules"]


@cache
def ruleset() -> Ruleset:
    """The bundled rules."""
    package = resources.files(__package__)
    files = sorted(package.joinpath("rules").iterdir(), key=lambda file: file.name)
    return parse_rules(*map(_text, files), findings=_text(package.joinpath("findings.yml")))


def red_flag_rules() -> tuple[Rule, ...]:
    """The bundled rules, in the order of their files."""
    return ruleset().rules


def _text(file: Traversable) -> str:
    return file.read_text(encoding="utf-8")
