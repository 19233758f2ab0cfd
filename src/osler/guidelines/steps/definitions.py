"""States that a guideline defines by what they show ("fulminant infection (shock, ileus or megacolon)"), as a patient has them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.library import Chunk
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.steps.limits import held, limits_in
from osler.guidelines.steps.naming import speaks_of
from osler.guidelines.types import PatientFacts

_DEFINED = re.compile(
    r"(?P<state>[a-z][\w-]+(?: [\w-]+){0,3}) (?:\((?:defined as |that is,? |i\.e\.,? )?(?P<bracket>[^()]{8,200})\)"
    r"|(?:is|are) defined (?:as|by) (?P<plain>[^.;()]{8,200}))",
    re.IGNORECASE,
)
_OPENS = re.compile(
    r"^.*\b(?:for|in|with|of|to|a|an|the|who|have|has|is|are|and|or|people|patients|adults|children|first|any)\b\s+",
    re.IGNORECASE,
)
_ALL = re.compile(r"\b(?:and|plus|with|both|all)\b(?! (?:more|above|over))", re.IGNORECASE)
_EITHER = re.compile(
    r",(?:\s*or\b)?|\bor\b(?!\s+(?:more|less|above|below|over|under|higher|lower|greater)\b)|/", re.IGNORECASE
)
_LEAST = 2


def with_defined_states(patient: PatientFacts, chunks: Iterable[Chunk], vocabularies: Vocabularies) -> PatientFacts:
    """The patient with the states that the evidence defines by something which the record holds."""
    if not patient.problems and not patient.labs:
        return patient
    found: dict[str, None] = {}
    for chunk in chunks:
        for defined in _DEFINED.finditer(chunk.text):
            state = _OPENS.sub("", defined["state"]).strip()
            if len(state.split()) >= _LEAST:
                shown = _shown(defined["bracket"] or defined["plain"], patient, vocabularies)
                found |= dict.fromkeys([state] if shown else [])
    return patient.model_copy(update={"states": [*patient.states, *found]})


def _shown(definition: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether one of the alternatives of a definition is known of a patient; what must come together is no alternative."""
    parts = [part for part in _EITHER.split(definition) if part.strip()]
    if len(parts) < _LEAST:
        return False
    return any(not _ALL.search(part) and _is_had(part, patient, vocabularies) for part in parts)


def _is_had(part: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    if limits_in(f"if {part.strip()}"):
        return bool(held(f"if {part.strip()}", patient).met)
    named = [one for one in read_statement(part, vocabularies).named if not one.drug]
    return any(speaks_of(one.text, problem, vocabularies) for one in named for problem in patient.problems)
