"""Allergies of a note: what its section and its sentences name, with the reaction, and that there are none."""

from __future__ import annotations

import re

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Mention, SectionKind
from osler.core.patient.extract.allergy_statements import allergy_statements, none_known, says_none
from osler.core.patient.extract.findings import codings_of
from osler.core.patient.extract.lexicon import words
from osler.core.patient.types import Allergy, Document, PatientRecord, Presence, Reaction
from osler.core.terminology import SemanticType, Vocabulary

_ITEM = re.compile(r"(?:(?!\.\s)[^,;\n])+(?:\([^)]*\))?(?:(?!\.\s)[^,;\n])*")
_FULL_STOP = re.compile(r"[a-z)]\.\s", re.IGNORECASE)
_LONGEST = 80
_MOST_WORDS = 5
_DECORATION = " \t\r-*•."
_NUMBERED = re.compile(r"\d{1,2}[.)]\s*")
_REACTION = re.compile(
    r"\s*(?:\(\s*(?!(?:\w+\s){0,2}?(?:tolerat|ok\b|okay|fine\b|safe\b|can\s(?:take|have)|but\s))(?P<bracket>[^)]{2,60})\)|(?:-{1,2}>|=>|→|⇒|(?<!\w)--?|--?(?=\s)|-(?=(?i:rash|hives|urticaria|anaphyl|angio|swell|itch|vomit|nausea|gi\b|sob\b))|–|:|=|(?:causes|caused|gives|gave)(?:\s(?:me|him|her|them))?(?:\san?)?)\s*(?P<dash>[A-Za-z?](?:(?!\.\s)[^,;\n(]){1,60}))"
)
_SIG = re.compile(
    r"\d\s?(?:mg|mcg|g|mL|units?|tabs?|puffs?)\b.*(?:daily|bid|tid|qid|qd|q\d|od|bd|tds|po|iv|weekly|prn|nightly|qhs)",
    re.IGNORECASE,
)

_TOLERATED = re.compile(
    r"^(?:(?:but|has|have|had|previously|since|now|she|he)\s){0,3}(?:tolerat(?:es|ed|ing)|ok(?:ay)?\swith|fine\swith|can\s(?:take|have))\b|\btolerated\W*$",
    re.IGNORECASE,
)
"""What makes of an item among the allergies a substance that does no harm: "tolerates cephalosporins"."""
_CALLED_ONE = re.compile(r"allerg|intoleran|hypersens", re.IGNORECASE)
"""What is no reaction, but says that there was one: the "allergy recorded" of "haloperidol: allergy recorded"."""
_NIL = re.compile(r"\w\W*\s(?:nil|no|none|denied|neg(?:ative)?)$", re.IGNORECASE)
"""What denies the one substance that it follows: "Latex nil"."""


def add_allergies(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add what the section on allergies lists, what is called an allergy elsewhere, and the statement that there are none."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    terms = analysed.vocabularies.names
    if (none := none_known(analysed.text)) is not None:
        # A statement of its own: allergies were asked about and there are none.
        _add(record, document, terms, *none.span(), Presence.ABSENT)
    for section in analysed.sections:
        if section.kind is SectionKind.ALLERGIES:
            _add_items(record, document, analysed, section.body_start, section.end)
    for said in allergy_statements(analysed):
        if said.denied and not said.concept_ids and not says_none(document.text[said.name_start : said.name_end]):
            continue  # without a code it would say that no allergy at all is known
        presence = Presence.ABSENT if said.denied else Presence.PRESENT
        stated = _REACTION.match(document.text, said.name_end) or _REACTION.search(
            document.text, said.name_end, said.end
        )
        told = "" if said.denied else _told(stated)
        reaction = said.reaction if _CALLED_ONE.match(told) else told or said.reaction
        _add(record, document, terms, said.name_start, said.name_end, presence, said.concept_ids, reaction)


def _add_items(record: PatientRecord, document: Document, analysed: AnalysedText, start: int, end: int) -> None:
    terms = analysed.vocabularies.names
    none = False
    for item in _ITEM.finditer(document.text, start, end):
        written = _NUMBERED.sub("", item.group().strip(_DECORATION), count=1)
        first = item.start() + item.group().find(written)
        if not any(map(str.isalpha, written)) or _SIG.search(written):
            continue  # a dose with a frequency is a medicine in the wrong place, no allergy; a number is that of its row
        if says_none(written):
            none = True
            if not any(fact.presence is Presence.ABSENT for fact in record.allergies):
                _add(record, document, terms, first, first + len(written), Presence.ABSENT)
            continue
        last = first + len(written)
        # Of two substances in one item ("ramipril (angioedema) - candesartan tolerated") the first did harm.
        did_harm = words("reactions").search(written) is not None
        if (_TOLERATED.search(written) and not did_harm) or _NIL.search(written):
            for mention in _substances(analysed, first, last):
                _add(record, document, terms, mention.start, mention.end, Presence.ABSENT, mention.concept_ids)
            continue
        reaction = _REACTION.search(document.text, first, last)
        stop = reaction.start() if reaction else last
        substances = _substances(analysed, first, stop)
        if substances:
            for mention in substances:
                place = (mention.start, mention.end)
                _add(record, document, terms, *place, Presence.PRESENT, mention.concept_ids, _told(reaction))
        elif (
            not none
            and words("relations").search(written) is None
            and _is_short(document.text[first:stop])
            and (reaction or words("allergens").search(written) or not _has_ended(document.text, start, first))
        ):
            # A long stretch is prose, whose drugs were found as mentions; a substance must not be lost for want of a code.
            _add(
                record,
                document,
                terms,
                first,
                first + len(document.text[first:stop].rstrip()),
                Presence.PRESENT,
                (),
                _told(reaction),
            )


def _has_ended(text: str, start: int, place: int) -> bool:
    """Whether the list ended before a place in its line: after "Allergies: penicillin." comes what is no allergy."""
    line = max(start, text.rfind("\n", start, place) + 1)
    return _FULL_STOP.search(text, line, place) is not None


def _is_short(written: str) -> bool:
    return len(written) <= _LONGEST and len(written.split()) <= _MOST_WORDS


def _substances(analysed: AnalysedText, start: int, end: int) -> list[Mention]:
    return [
        mention
        for mention in analysed.mentions
        if start <= mention.start < end and mention.semantic_type is SemanticType.MEDICATION
    ]


def _told(reaction: re.Match[str] | None) -> str:
    """What a substance did, as it is written after it."""
    return (reaction["bracket"] or reaction["dash"] or "").strip(" .") if reaction else ""


def _add(
    record: PatientRecord,
    document: Document,
    terms: Vocabulary,
    start: int,
    end: int,
    presence: Presence,
    concept_ids: tuple[str, ...] = (),
    reaction: str = "",
) -> None:
    known = [span for fact in record.allergies for span in fact.evidence if isinstance(span, Span)]
    place = document.span(start, end)
    if start >= end or any(place.overlaps(span) for span in known):
        return
    codings = codings_of(concept_ids, terms)
    long_form = concept_ids[0].split(":", 2)[-1] if concept_ids and not codings else ""
    written = document.text[start:end]
    record.allergies.append(
        Allergy(
            id=f"allergy-{len(record.allergies) + 1}",
            codings=codings,
            text=long_form if long_form and long_form.casefold() != written.casefold() else written,
            presence=presence,
            reactions=[Reaction(text=reaction)] if reaction else [],
            evidence=[place],
        )
    )
