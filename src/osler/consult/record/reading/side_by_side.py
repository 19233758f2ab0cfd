"""Things that one question asks for side by side, each made a question: two measures, two vaccines, two kinds of entry."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import NamedTuple

from osler.consult.record.called import measure_spans
from osler.consult.record.reading.normal import written_out
from osler.consult.record.reading.table import pattern
from osler.core.terminology import SemanticType, Vocabularies

_NAMED_TYPES = {
    SemanticType.MEDICATION: "medicine",
    SemanticType.CONDITION: "illness",
    SemanticType.PHENOTYPE: "illness",
}


class Named(NamedTuple):
    """A thing that is named in a question, and where."""

    start: int
    end: int
    kind: str


_TWO_KINDS = re.compile(
    r"(?P<lead>(?:(?:what are|what's|show|list|give|tell|me|just|all|any|current|active|known|of|my|his|her|the|the patient's) )*)(?P<one>[a-z]+)(?: and| &|,) (?:(?:all|any|current|active|known|my|his|her|the) )*(?P<two>[a-z]+)(?: please| pls| then)?\W*"
)
"""Two kinds of entry that are asked for side by side: "my medication and allergies please"."""
_TWO_VACCINES = re.compile(
    r"(?P<lead>.*?\b(?:had|have|has|got|get|given|last|my|the|his|her|any) )(?!the |my )(?P<one>[a-z][\w-]*(?: [\w-]+){0,2}?) (?:and|&) (?:the |my |his |her )?(?P<two>[a-z][\w-]*(?: [\w-]+){0,2}?) (?P<noun>jabs|shots|vaccines|vaccinations|immuni[sz]ations)(?P<rest>.*)"
)
"""Two vaccines that share their noun: "the hep A and hep B jabs"."""


def two_nouns(lower: str, kind_named: Callable[[str], str]) -> list[str]:
    """The question after each of two nouns; none where there are not two that stand alike."""
    both = _TWO_VACCINES.fullmatch(lower)
    if both is not None:
        return [f"{both['lead']}{both[one].strip()} {both['noun']}{both['rest']}" for one in ("one", "two")]
    kinds = _TWO_KINDS.fullmatch(lower)
    if kinds is None or len({kind_named(kinds[one]) for one in ("one", "two")} - {""}) < 2:
        return []
    return [f"{kinds['lead'] or 'my '}{kinds[one]}?" for one in ("one", "two")]


def by_name(question: str, kind_named: Callable[[str], str], vocabularies: Vocabularies) -> list[str]:
    """A question for each of the things that it names side by side: "last LDL and HDL"."""
    both = two_nouns(question.lower(), kind_named)
    if both:
        return both
    if (
        len(things_named(question.lower(), vocabularies)) < 2
        and len(things_named(written_out(question.lower()), vocabularies)) > 1
    ):
        question = written_out(question.lower())  # "K+ and creatinine"
    if _EITHER.match(question) is not None:
        question = re.sub(r"\bor\b", "and", question, flags=re.IGNORECASE)
    lower = question.lower()
    if len(lower) != len(question) or re.search(r"\b(?:or|ratio|between|versus|vs|compared?|difference)\b", lower):
        return [question]
    named = things_named(lower, vocabularies)
    run: list[Named] = []
    for one, other in itertools.pairwise(named):
        if one.kind == other.kind and pattern("several", "joins").fullmatch(lower[one.end : other.start]):
            run += [other] if run and run[-1] == one else [one, other]
    if len(run) < 2 or lower[run[0].start : run[-1].end] in {"systolic and diastolic"}:
        return [question]
    before, after = question[: run[0].start], question[run[-1].end :]
    return [f"{before}{question[one.start : one.end]}{after}" for one in run]


_EITHER = re.compile(
    r"(?:(?:what(?:'s|s| is| was| were)?|give me|show me|tell me|and|any|the|my|his|her) )*(?:last|latest|newest|current|most recent) (?!.*\b(?:higher|lower|better|worse|which|whichever|first|than)\b)",
    re.IGNORECASE,
)
"""Who asks for the last of one measure or another is shown both."""


def things_named(lower: str, vocabularies: Vocabularies) -> list[Named]:
    """The measures, and where there are none the medicines and diseases, that stand in a question, in order."""
    measured = [Named(start, end, "measure") for start, end in measure_spans(lower)]
    if measured:
        return measured
    found = []
    for match in vocabularies.find(lower):
        concept = vocabularies.concept(match.concept_ids[0])
        if concept is not None and concept.semantic_type in _NAMED_TYPES:
            found.append(Named(match.start, match.end, _NAMED_TYPES[concept.semantic_type]))
    return sorted(found)
