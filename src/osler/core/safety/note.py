"""What a note asserts of the patient, as causes of red flags."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from osler.core.language import (
    AnalysedText,
    Mention,
    analyse,
)
from osler.core.safety.coded import Ontology, coded_cause
from osler.core.safety.context import PatientContext
from osler.core.safety.dating import VALUE
from osler.core.safety.engine import Cause, MeasuredCause
from osler.core.safety.judging import Judge
from osler.core.safety.patterns import PhraseHit
from osler.core.safety.phrases import bundled_phrases
from osler.core.safety.values import WrittenValue, written_values
from osler.core.terminology import Match, SemanticType

_LEAD = re.compile(r"(?:(?:with|by|during|has|have|had|a|an|the)\s+)+(?=\w)", re.IGNORECASE)
_NEW = re.compile(
    r"\b(?:now|today|tonight|sudden\w*|wors\w+|acute\w*|new|increas\w+|hours?|mins?|minutes?|yesterday|overnight|this (?:morning|evening|week))\b",
    re.IGNORECASE,
)
"""Words by which a sentence tells of a change."""


class _WithValues:
    """Phrases and values found in one text, in order, so that one pass asserts both; the phrase stands for the concept."""

    def __init__(self, hits: Sequence[PhraseHit], values: Sequence[WrittenValue]) -> None:
        said = [Match(hit.start, hit.end, (hit.key,)) for hit in hits]
        said += [Match(value.start, value.end, (f"{VALUE}{number}",)) for number, value in enumerate(values)]
        self._found = sorted(dict.fromkeys(said), key=lambda match: (match.start, match.end))

    def find(self, _text: str) -> list[Match]:
        return self._found


@dataclass
class Asserted:
    """What one text says of its patient: by phrase, by term, by measured value."""

    phrases: dict[str, list[Cause]] = field(default_factory=dict)
    terms: list[Cause] = field(default_factory=list)
    kinds: dict[SemanticType, list[Cause]] = field(default_factory=dict)
    """By kind of concept, what the vocabularies know by name; medicines alone are asked for."""
    values: list[MeasuredCause] = field(default_factory=list)
    diseases: list[Cause] = field(default_factory=list)
    """The diseases that the text names as the patient's, each with all that it is a kind of."""
    exceptions: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """By phrase, where words mean something else; each rule or finding has exceptions of its own."""


def asserted_in(note: AnalysedText, graph: Ontology, context: PatientContext) -> Asserted:
    """Everything in a note that can set off a rule."""
    values = written_values(note)
    hits = [_without_lead(note.text, hit) for hit in bundled_phrases().find(note.text)]
    words = {(hit.start, hit.end, hit.key): hit.words for hit in hits}
    read = analyse(note.text, note.vocabularies, source_id=note.source_id, matcher=_WithValues(hits, values))
    judge = Judge(read, context)
    found = Asserted(exceptions=bundled_phrases().exceptions(note.text))
    for mention in read.mentions:
        cause = judge.cause(mention) if mention.origin == "vocabulary" else None
        if cause is None or note.names_no_finding(mention.start, mention.end):
            continue
        if mention.concept_id.startswith(VALUE):
            written = values[int(mention.concept_id.removeprefix(VALUE))]
            cause = cause._replace(standing="suspected") if written.doubted else cause
            found.values.append(MeasuredCause(cause, written.measure, written.value, written.comparator))
        else:
            made_of = words[mention.start, mention.end, mention.concept_id]
            found.phrases.setdefault(mention.concept_id, []).append(cause._replace(words=made_of))
    for mention in _longest(note.mentions):
        hpo_id = _hpo_id(mention)
        named = mention.semantic_type if not hpo_id else None
        said = judge.cause(mention) if hpo_id or named is SemanticType.MEDICATION else None
        if said and named:
            found.kinds.setdefault(named, []).append(said)
        coded = coded_cause(hpo_id, graph) if hpo_id and said else None
        if said and coded:
            found.terms.append(said._replace(identity=coded.identity, term=coded.term, lineage=coded.lineage))
    found.diseases = _diseases(note, judge)
    found.terms = _as_told_before(found.terms, read)
    found.phrases = {phrase: _as_told_before(causes, read) for phrase, causes in found.phrases.items()}
    return found


def _diseases(note: AnalysedText, judge: Judge) -> list[Cause]:
    """The diseases of the patient by their place in the hierarchy of diseases, for rules that ask for a kind of disease."""
    hierarchy = note.vocabularies.hierarchy
    found = []
    for mention in _longest(note.mentions):
        named = {concept_id for concept_id in mention.concept_ids if concept_id.startswith("MONDO:")}
        said = judge.cause(mention) if named else None
        if said is not None:
            kinds = named.union(*(hierarchy.ancestors(one) for one in named if one in hierarchy))
            found.append(said._replace(identity=min(named), lineage=frozenset(kinds)))
    return found


def _as_told_before(causes: list[Cause], read: AnalysedText) -> list[Cause]:
    """An examination repeats what the history told: what has been so for months is no new sign where it is named again.

    Unless the sentence that names it again says that it is new or worse.
    """
    old: set[str] = set()
    told = []
    for cause in causes:
        if cause.chronic and cause.standing == "present":
            old.add(cause.identity)
        elif (
            cause.identity in old
            and cause.sentence is not None
            and not _NEW.search(read.sentences[cause.sentence].text)
        ):
            cause = cause._replace(chronic=True)
        told.append(cause)
    return told


def _without_lead(text: str, hit: PhraseHit) -> PhraseHit:
    """The phrase from its first word of weight on: the "with" of "worse with fever" is the cue's, and the fever under it."""
    lead = _LEAD.match(text, hit.start, hit.end)
    return hit._replace(start=lead.end()) if lead else hit


def _longest(mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions that no longer one contains: a family history of sudden death is no sudden death."""
    inside: set[tuple[int, int]] = set()
    furthest = -1
    for start, end in sorted({(one.start, one.end) for one in mentions}, key=lambda span: (span[0], -span[1])):
        if end <= furthest:
            inside.add((start, end))
        furthest = max(furthest, end)
    return [mention for mention in mentions if (mention.start, mention.end) not in inside]


def not_inside_longer(causes: Iterable[Cause], every: Iterable[Cause]) -> list[Cause]:
    """The causes of which no longer phrase has every word: that phrase speaks for them."""
    longer = list(every)
    return [cause for cause in causes if cause.place and not any(_covers(other, cause) for other in longer)]


def _covers(longer: Cause, shorter: Cause) -> bool:
    whole, part = longer.place, shorter.place
    if whole is None or part is None or not (whole[1] <= part[1] and part[2] <= whole[2]):
        return False
    return whole[2] - whole[1] > part[2] - part[1] and longer.words >= shorter.words


def _hpo_id(mention: Mention) -> str | None:
    return next((concept_id for concept_id in mention.concept_ids if concept_id.startswith("HP:")), None)
