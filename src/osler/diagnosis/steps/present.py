"""What the note says the patient has, read by a model beside the rules: it confirms, adds and refutes, with quotes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, ToolResults, keep_supported, load_agent
from osler.core.evidence import Source, find_quote, locate
from osler.core.language import AnalysedText, analyse
from osler.core.results import Problem
from osler.core.terminology import Vocabularies
from osler.diagnosis.deps import Deps
from osler.diagnosis.steps.failures import OFFLINE, author_of, rejections, unanswered
from osler.diagnosis.steps.mapping import enriched, merged
from osler.diagnosis.steps.naming import phenotype_named
from osler.diagnosis.steps.quotes import objection_to_absence, objection_to_veto
from osler.diagnosis.steps.support import support_of
from osler.diagnosis.types import Disagreement, HPOMatch


class PresentInput(BaseModel):
    """The note to read, and what the rules found in it."""

    note: str = Field(repr=False)
    found: list[str]


class RawFinding(BaseModel):
    """A finding as a model reports it; only its quote and the term its name maps to are used."""

    model_config = ConfigDict(extra="ignore")

    quote: str = Field(repr=False)
    finding: str
    of_whom: Literal["patient", "other"] = "patient"
    status: Literal["present", "absent"] = "present"


@dataclass
class Read:
    """The findings of one note after both have read it."""

    matches: list[HPOMatch]
    disagreements: list[Disagreement] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    minds: dict[str, str] = field(default_factory=dict)


@cache
def present_step(vocabularies: Vocabularies) -> AgentStep[PresentInput, list[RawFinding]]:
    """The agent step; offline it adds nothing, for the rules have read the note already."""
    return AgentStep(
        agent=load_agent("osler.diagnosis", "present"),
        input_type=PresentInput,
        output_type=list[RawFinding],
        policy=lambda given: [],
        checks=[partial(_supported, vocabularies=vocabularies)],
        variables=lambda given: {"note": given.note, "found": "\n".join(given.found)},
    )


async def read(text: AnalysedText, by_rules: Sequence[HPOMatch], protected: Collection[str], deps: Deps) -> Read:
    """Both readings as one; `protected` terms (coded, or behind a red flag) cannot be refuted away."""
    found = [match.label for match in by_rules if match.hpo_id]
    outcome = await deps.ask(present_step(deps.vocabularies), PresentInput(note=text.text, found=found))
    result = Read(list(by_rules), problems=rejections(outcome))
    result.minds["present"] = author_of(outcome, found)
    result.problems += unanswered(outcome, found)
    for item in outcome.output or []:
        _take(item, text, protected, result, deps.vocabularies)
    if outcome.output is not None and outcome.mind != OFFLINE:
        result.disagreements += _left_out(by_rules, outcome.output, text, deps.vocabularies)
    return result


def _left_out(
    by_rules: Sequence[HPOMatch], told: Sequence[RawFinding], text: AnalysedText, vocabularies: Vocabularies
) -> list[Disagreement]:
    """The findings of the rules of which the model, which was asked for every one, says nothing: neither by name nor by place."""
    source = Source(id=text.source_id, kind="note", text=text.text)
    named = {phenotype_named(item.finding, vocabularies) for item in told}
    quoted = [span for item in told if (span := locate(source, item.quote)) is not None]
    return [
        Disagreement(about=match.label, rules="observed", model="not found")
        for match in by_rules
        if match.hpo_id
        and match.hpo_id not in named
        and not any(
            one.start < other.end and other.start < one.end
            for one in match.evidence
            if one.kind == "span"
            for other in quoted
        )
    ]


def _take(
    item: RawFinding, text: AnalysedText, protected: Collection[str], result: Read, vocabularies: Vocabularies
) -> None:
    term = phenotype_named(item.finding, vocabularies)
    if term is None:
        return
    known = {match.hpo_id for match in result.matches} | set(protected)
    label = vocabularies.hpo.label(term) or term
    if item.of_whom == "patient" and item.status == "present":
        if term not in known:
            _add(item, term, text, result, vocabularies)
    elif term in known:
        why = (
            "it was coded or raised a red flag" if term in protected else _asserted_elsewhere(item, term, text, result)
        )
        words = f"observed, and kept: {why}" if why else "observed"
        result.disagreements.append(
            Disagreement(about=label, rules=words, model=f'not of the patient, by "{item.quote}"')
        )
        if not why:
            result.matches = [match for match in result.matches if match.hpo_id != term]


def _add(item: RawFinding, term: str, text: AnalysedText, result: Read, vocabularies: Vocabularies) -> None:
    """Take in what the rules did not find, as far as its quote goes: counted with the quote, or offered with it."""
    span = locate(Source(id=text.source_id, kind="note", text=text.text), item.quote)
    support = support_of(text, item.quote, term, vocabularies)
    if span is None or support.objection:
        return
    if not support.offered:
        added = enriched(term, vocabularies, raw=span.quote, confidence=support.confidence)
        result.matches = merged([*result.matches, added.model_copy(update={"evidence": [span]})])
    counted = f"not counted, for {support.offered}; --hpo {term} counts it" if support.offered else "counted"
    said = f'observed, by "{span.quote}" ({counted})'
    label = vocabularies.hpo.label(term) or term
    result.disagreements.append(Disagreement(about=label, rules="not found", model=said))


def _asserted_elsewhere(item: RawFinding, term: str, text: AnalysedText, result: Read) -> str:
    """Why a denial in one place does not take away what the note asserts in another; empty where it asserts it nowhere else."""
    denied = locate(Source(id=text.source_id, kind="note", text=text.text), item.quote)
    places = [
        span for match in result.matches if match.hpo_id == term for span in match.evidence if span.kind == "span"
    ]
    elsewhere = any(denied is None or span.start < denied.start or denied.end < span.end for span in places)
    return "the note asserts it elsewhere" if elsewhere else ""


def _supported(
    output: list[RawFinding], given: PresentInput, _tools: ToolResults, vocabularies: Vocabularies
) -> Checked[list[RawFinding]]:
    text = analyse(given.note, vocabularies)

    def objection(item: RawFinding) -> str | None:
        if not find_quote(given.note, item.quote):
            return "the quote is not in the note"
        term = phenotype_named(item.finding, vocabularies)
        if term is None:
            return "the finding is no phenotype that is known"
        if item.of_whom == "other":
            return objection_to_veto(text, item.quote, term, vocabularies)
        if item.status == "absent":
            return objection_to_absence(text, item.quote, term, vocabularies)
        return support_of(text, item.quote, term, vocabularies).objection or None

    kept, rejected = keep_supported(output, objection, path="present")
    return Checked(kept, rejected)
