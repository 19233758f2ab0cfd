"""What the note says the patient does not have: read by the rules, and by a model where one is configured."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, partial
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, ToolResults, keep_supported, load_agent
from osler.core.evidence import Source, Span, find_quote, locate
from osler.core.language import AnalysedText, Mention, NormalFinding, analyse
from osler.core.terminology import Vocabularies
from osler.diagnosis.steps.naming import phenotype_named, phenotype_of
from osler.diagnosis.steps.quotes import objection_to_absence
from osler.diagnosis.types import Disagreement, ExcludedFinding, ExclusionType

RULES = "rules"
_JUST_BEFORE = 30
_MORE_OF_IT = re.compile(
    r"\b(?:no|nil|without|not had|denies|denied)\s+(?:any\s+)?(?:further|more|recurrent|additional|repeated?|subsequent)\s+(?:[a-z-]+\s+){0,2}$",
    re.IGNORECASE,
)
"""Words by which more of something is denied that there has been."""


_EARLIER = r"(?:in (?:the first|infancy|early|19\d\d|20\d\d)|at first|at birth|initial\w*|until|up to|at (?:age )?\d+ (?:days|weeks|months|years)|on the first)"
_LATER = r"(?:but|now|later|then|since|subsequent\w*|repeated?|on repeat|by|at (?:age )?\d)"
_ONLY_THEN = re.compile(
    rf"\b{_EARLIER}\b[^.;]{{0,40}}[,;]\s*(?:and\s+)?{_LATER}\b|\b{_EARLIER}\s+(?:\w+\s+){{0,4}}(?:normal|unremarkable|negative)\b[^.]{{0,20}}[,;]\s*{_LATER}\b",
    re.IGNORECASE,
)
"""A sentence that tells how a test was at first, and then how it became: "EEG normal in the first year, now spike-wave"."""
_TESTED_FOR = re.compile(r"\bserolog\w*\s(?:tests?\s)?(?:for|of|to)\s(?:\w+,?\s){0,4}$", re.IGNORECASE)
_BY_TEST = re.compile(r"\s(?:(?:[A-E]|viral|virus)\b|serolog|screen|panel|antibod|antigen)")
"""What makes of a denied finding the result of a test for an infection: "hepatitis serology negative"."""


class NoteInput(BaseModel):
    """The note to read."""

    note: str = Field(repr=False)


class RawExclusion(BaseModel):
    """One exclusion in the words of the mind that found it."""

    model_config = ConfigDict(extra="ignore")

    raw_text: str = Field(repr=False)
    finding: str
    exclusion_type: ExclusionType = "explicit"
    confidence: Literal["high", "medium"] = "high"


@cache
def excluded_step(vocabularies: Vocabularies) -> AgentStep[NoteInput, list[RawExclusion]]:
    """The agent step; its output holds only exclusions that their quote, in the note, denies of the patient."""
    return AgentStep(
        agent=load_agent("osler.diagnosis", "excluded"),
        input_type=NoteInput,
        output_type=list[RawExclusion],
        policy=lambda given: rule_exclusions(analyse(given.note, vocabularies), vocabularies),
        checks=[partial(_quotes_say_so, vocabularies=vocabularies)],
    )


def rule_exclusions(text: AnalysedText, vocabularies: Vocabularies) -> list[RawExclusion]:
    """What the language rules find excluded, each with the sentence's own words."""
    graph = vocabularies.hpo
    found = []
    for mention in text.mentions:
        term = phenotype_of(mention, vocabularies)
        if term is None or not mention.assertion.excluded_for_patient:
            continue
        if _has_been(text, mention) or _is_a_test(text, mention) or _ONLY_THEN.search(text.sentence_of(mention).text):
            continue
        start = min([mention.start, *(cue.start for cue in mention.assertion.cues)])
        end = max([mention.end, *(cue.end for cue in mention.assertion.cues)])
        found.append(RawExclusion(raw_text=text.text[start:end], finding=graph.label(term) or mention.text))
    of_patient = {(item.start, item.end) for item in text.mentions if item.assertion.affirmed_of_patient}
    found += [
        RawExclusion(raw_text=absence.text, finding=absence.function)
        for absence in text.normal_findings
        if absence.state == "absent"
        and (absence.start, absence.end) in of_patient
        and not _names_the_abnormality(text, absence)
    ]
    return found


def _has_been(text: AnalysedText, mention: Mention) -> bool:
    """Whether what is denied is more of it, by which it has been there: "no further seizures" excludes none."""
    before = text.text[max(0, mention.start - _JUST_BEFORE) : mention.start]
    return _MORE_OF_IT.search(before) is not None


def _is_a_test(text: AnalysedText, mention: Mention) -> bool:
    """Whether a virus was looked for, which says nothing of the inflammation: "hepatitis B negative" leaves hepatitis open."""
    before = text.text[max(0, mention.start - _JUST_BEFORE) : mention.start]
    return _TESTED_FOR.search(before) is not None or _BY_TEST.match(text.text, mention.end) is not None


def _names_the_abnormality(text: AnalysedText, absence: NormalFinding) -> bool:
    """Whether the words are the name of a finding ("absent speech"): then it is observed and nothing is excluded."""
    return any(
        mention.origin == "vocabulary"
        and (mention.start, mention.end) == (absence.start, absence.end)
        and not set(mention.concept_ids).isdisjoint(absence.implies)
        for mention in text.mentions
    )


def to_findings(
    raw: Iterable[RawExclusion], note: Source, vocabularies: Vocabularies, *, found_by: str
) -> list[ExcludedFinding]:
    """Exclusions as findings: placed in the note and mapped to terms; what has no term is kept without one."""
    return [_finding(item, note, found_by, vocabularies) for item in raw]


def union(rules: Sequence[ExcludedFinding], model: Sequence[ExcludedFinding]) -> list[ExcludedFinding]:
    """Both readings as one list; what both found is one finding that names both."""
    merged: dict[str, ExcludedFinding] = {}
    for finding in (*rules, *model):
        key = finding.mapped_hpo_term or finding.observed_instead or finding.finding.casefold()
        known = merged.get(key)
        merged[key] = (
            finding
            if known is None
            else known.model_copy(update={"found_by": list(dict.fromkeys([*known.found_by, *finding.found_by]))})
        )
    return list(merged.values())


def disagreements(findings: Iterable[ExcludedFinding], mind: str) -> list[Disagreement]:
    """The exclusions that only one of the two readings found."""
    result = []
    for finding in findings:
        seen = {RULES: RULES in finding.found_by, mind: mind in finding.found_by}
        if all(seen.values()):
            continue
        words = {name: "excluded" if saw else "not found" for name, saw in seen.items()}
        result.append(
            Disagreement(about=finding.mapped_hpo_label or finding.finding, rules=words[RULES], model=words[mind])
        )
    return result


def _quotes_say_so(
    output: list[RawExclusion], given: NoteInput, _tools: ToolResults, vocabularies: Vocabularies
) -> Checked[list[RawExclusion]]:
    text = analyse(given.note, vocabularies)
    kept, rejected = keep_supported(output, lambda item: _objection(item, text, vocabularies), path="excluded")
    return Checked(kept, rejected)


def _objection(item: RawExclusion, text: AnalysedText, vocabularies: Vocabularies) -> str | None:
    """Why a quote does not show an exclusion: it is not there, speaks of something else, or denies nothing."""
    if not find_quote(text.text, item.raw_text):
        return "the quote is not in the note"
    absent = (found for found in analyse(item.raw_text, vocabularies).normal_findings if found.state == "absent")
    if any(found.function.casefold() == item.finding.casefold() for found in absent):
        return None
    term = phenotype_named(item.finding, vocabularies)
    return (
        "the finding is no phenotype that is known"
        if term is None
        else objection_to_absence(text, item.raw_text, term, vocabularies)
    )


def _finding(raw: RawExclusion, note: Source, found_by: str, vocabularies: Vocabularies) -> ExcludedFinding:
    span = locate(note, raw.raw_text)
    absent = _absent_function(raw, note, span, vocabularies)
    term = None if absent else phenotype_named(raw.finding, vocabularies)
    return ExcludedFinding(
        raw_text=span.quote if span else raw.raw_text,
        finding=raw.finding,
        exclusion_type=raw.exclusion_type,
        confidence=raw.confidence,
        mapped_hpo_term=term,
        mapped_hpo_label=vocabularies.hpo.label(term) if term else None,
        observed_instead=absent,
        evidence=span,
        found_by=[found_by],
    )


def _absent_function(raw: RawExclusion, note: Source, span: Span | None, vocabularies: Vocabularies) -> str | None:
    """The abnormality that an absent normal function amounts to, if that is what the quote says."""
    if span is None or note.text is None:
        return None
    absences = (
        item
        for item in analyse(span.quote, vocabularies).normal_findings
        if item.state == "absent" and item.implies and item.function.casefold() == raw.finding.casefold()
    )
    found = next(absences, None)
    return found.implies[0] if found else None
