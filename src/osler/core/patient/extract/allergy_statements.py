"""Statements of an allergy in the sentences of a note: "allergic to penicillin", "latex allergy"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from osler.core.language import AnalysedText, Experiencer, Polarity, SectionKind, read_once
from osler.core.patient.extract.lexicon import words
from osler.core.terminology import SemanticType
from osler.first_letters import each_match

_TO = re.compile(
    r"(?<!\w)(?:allerg(?:ic|y|ies)(?:\s+reactions?)?|anaphyla(?:xis|ctic\s+reaction)|intoleran(?:t|ces?))(?:\s+(?P<to>to|of))?(?:\s+|:\s*)"
    r"|(?<!\w)(?<!in )(?:(?P<what>[A-Za-z][\w-]{3,})\s+)?reactions?\s+to\s+(?:an?\s+|the\s+|oral\s+|iv\s+)?",
    re.IGNORECASE,
)
"""What leads to a substance; in short notes without "to", where a medicine follows: "Intolerant codeine"."""
_CALLED = re.compile(
    r"\s?[-–—:]\s?(?:known\s|documented\s|previous\s|severe\s)?(?:allerg(?:y|ic)|intoleran(?:t|ce)|hypersensitivity)(?:\s(?:recorded|documented|noted|reported|known|listed))?"
    r"(?:\s?\((?P<what>[^()\n]{2,60})\))?(?!\s(?:test|clinic|referral|excluded|unlikely|refuted|removed))",
    re.IGNORECASE,
)
_SIG = re.compile(r"\s\d[\d.,]*\s?(?:mg|mcg|g|ml|units?|tabs?|puffs?)\b", re.IGNORECASE)
"""What makes of an item in the wrong place a medicine that is taken: its dose."""
_OF = re.compile(
    r"(?<!\w)(?P<name>[A-Za-z][\w-]{2,30})[ \t]+(?:drug[ \t]+)?(?:allerg(?:y|ies)|allergic|intolerance|hypersensitivity|anaphylaxis)(?!\w|\s+to)",
    re.IGNORECASE,
)
_NOT_OF = re.compile(
    r"(?<!\w)(?P<name>[A-Za-z][\w-]{2,30})[ \t]*[-–:][ \t]*(?:no|nil|not)[ \t]+(?:known[ \t]+|an?[ \t]+)?allerg(?:y|ies|ic)\b",
    re.IGNORECASE,
)
"""A substance of which an allergy is denied after it: "penicillin - no allergy"."""
_NAME = re.compile(
    r"(?:(?!(?:and|or|which|who|but|with|causing|since|as|in|when|on|he|she|presents?|presented)\b)[\w'-]+(?:[ \t]+|(?=\W|$))){1,3}",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"(?:\s?(?:(?P<arrow>->|-->|=>|→|⇒)|(?P<colon>[:=]))|\s(?:has\s|had\s|once\s)?(?:caused|causes|(?:gave|gives|give)\s(?:me|him|her|them)|brought\son|led\sto))\s?[\"“‘']?(?:an?\s|severe\s|mild\s|bad\s|generali[sz]ed\s)*",
    re.IGNORECASE,
)
"""What leads from a medicine to what it did: "penicillin -> rash", "codeine: vomiting", "amoxicillin caused a rash"."""
_FROM_DRUG = re.compile(
    r"\s(?P<by>on|with|to|from|after(?:\s(?:taking|having|starting))?|due\sto|secondary\sto|caused\sby|induced\sby)\s(?:an?\s|the\s|oral\s|iv\s)?",
    re.IGNORECASE,
)
"""What leads from a reaction to the medicine that caused it: "angioedema with enalapril"."""
_TREATED = re.compile(r"\b(?:treat|manag|control|respon|improv|resolv|reliev|prevent|given|start)\w*", re.IGNORECASE)
_HOW_BAD = re.compile(
    r"severe|bad|nasty|serious|mild|adverse|previous|known|significant|unknown|possible|another|with|after|some|drug|has|had|have|that|this",
    re.IGNORECASE,
)
"""What stands before a reaction and says nothing of what it was."""
_TRIED = re.compile(r"\b(?:tried|trialled|trialed|trial\sof|attempted)\s(?:\w+\s)?$", re.IGNORECASE)
_BUT = re.compile(
    r"\s?(?:[,;–—-]|but|and|->)\s?(?:but\s|and\s)?(?:(?:was|got|had|felt|developed|became|gave|caused|with|him|her|severe|bad|it)\s){0,3}",
    re.IGNORECASE,
)
"""What leads from a medicine that was tried to what came of it: "tried varenicline, vomited"."""
_HAD = re.compile(r"\b(?:had|developed|experienced|suffered|got|previous|history\sof|h/o)\b", re.IGNORECASE)
_TO_REACTION = re.compile(r"\s?(?:[-–:(]|->|→)\s?", re.IGNORECASE)
_SENTENCE_END = re.compile(r"[.;\n](?:\s|$)|\n")
_BOUNDARY = re.compile(
    r"\s*(?:[,.;/&+()\n\"”’]|$|and\b|in\s\d|\d|(?:as\san?|as|when\sa|in|during)\s(?:child(?:hood)?|baby|infan(?:t|cy)|teen\w*|pregnancy)\b)",
    re.IGNORECASE,
)
_LISTED = re.compile(r"(?:[A-Za-z-]+(?:,\s|\sand\s|\sor\s|\s?[/+&]\s?)){1,4}$", re.IGNORECASE)
"""What is listed before the last of several allergens: the "cashew and" of "cashew and pistachio allergy"."""
_LONGEST_LIST = 60
_LONGEST_LEAD = 40
_LIST = re.compile(
    r"(?<!\w)(?:(?:known|drug|medication|medicine|documented|food)\s){0,3}(?P<head>allerg(?:y|ies)|ADRs?|adverse\s(?:drug\s)?reactions?|intolerances?|sensitivities|drug\sreactions?)"
    r"(?:\s?(?:/|and|&)\s?(?:adverse\s(?:drug\s)?reactions?|ADRs?|intolerances?|sensitivities|allergies))?\s?(?:[:=]|[-–—](?=\s))\s*",
    re.IGNORECASE,
)
"""What opens a list of substances on its own line: "Known drug allergies - penicillin, sulfa", "ADR: codeine (vomiting)"."""
_LISTED_ITEM = re.compile(r"(?:(?!\.(?:\s|$))[^,;\n(]|\([^()\n]*\))+")
_NONE_OF_IT = re.compile(
    r"[\s:(–-]*(?:(?:has|is|was|now|previously|since|but)\s){0,2}(?:(?:no|without)\s(?:problems?|reactions?|issues?|allergy)\b|(?:tolerat\w+|ok|okay|fine|safe)\b)",
    re.IGNORECASE,
)
"""What makes of an item of such a list a substance that did no harm: "ACEi no problem"."""
_EXCEPT = re.compile(
    r"[\s,(–—-]*(?:except|other than|apart from|aside from|bar|besides|save|excluding)(?:\s(?:for|to))?\s(?:an?\s|the\s)?(?:allergy\sto\s)?",
    re.IGNORECASE,
)
"""What takes a substance out of a denial: "No known allergies except penicillin"."""
_LINE_END = re.compile(r"\n|\.(?=\s|$)|$")
_NEXT = re.compile(r"[ \t]*(?:,|and|or|[&/+])[ \t]*(?:to[ \t]+)?", re.IGNORECASE)


class Statement(NamedTuple):
    """A substance that a sentence calls an allergy of the patient's, or says is none, with the place of the statement and of its name."""

    start: int
    end: int
    name_start: int
    name_end: int
    concept_ids: tuple[str, ...]
    denied: bool = False
    reaction: str = ""
    """What it did, where the sentence tells that outside the statement's own words."""


@read_once
def allergy_statements(analysed: AnalysedText) -> list[Statement]:
    """The allergies that the sentences outside the section on allergies state or deny of the patient, in order."""
    found = [
        *_excepted(analysed),
        *_listed(analysed),
        *_to(analysed),
        *_of(analysed),
        *_called_one(analysed),
        *_reacted(analysed),
        *_allergen_reacted(analysed),
        *_caused(analysed),
    ]
    said = [said for one in found if (said := _as_said(analysed, one)) is not None]
    return sorted([*said, *_denied(analysed), *_harmless(analysed), *_none_listed(analysed)])


def says_none(written: str) -> bool:
    """Whether words say that there is no allergy at all; "no penicillin allergy" says it of one substance."""
    plain = words("no_allergies").fullmatch(written.strip(" ."))
    return plain is not None or words("no_known_allergies").search(written) is not None


def none_known(text: str) -> re.Match[str] | None:
    """Where a text says that no allergy is known, and excepts none."""
    return next(
        (one for one in each_match(words("no_known_allergies"), text) if not _EXCEPT.match(text, one.end())), None
    )


def _excepted(analysed: AnalysedText) -> Iterator[Statement]:
    """The substances that a denial of all allergies takes out."""
    text = analysed.text
    for none in each_match(words("no_known_allergies"), text):
        excepted = _EXCEPT.match(text, none.end())
        name = (_drug_at(analysed, excepted.end()) or _words_at(text, excepted.end())) if excepted else None
        while name is not None:
            end = _with_reaction(text, name[1])
            yield Statement(none.start(), end, *name)
            following = _NEXT.match(text, end)
            name = _drug_at(analysed, following.end()) if following else None


def _to(analysed: AnalysedText) -> Iterator[Statement]:
    text = analysed.text
    for match in each_match(_TO, text):
        start = match.end()
        if "\n" in match.group() and analysed.sentence_at(match.start()).end <= start:
            continue  # "PRN anaphylaxis" ends its line, and says nothing of the medicine on the next
        name = _drug_at(analysed, start) or (_words_at(text, start) if match["to"] else None)
        told = f"{match['what']} reaction" if match["what"] and not _HOW_BAD.fullmatch(match["what"]) else ""
        while name is not None:
            yield Statement(match.start(), _with_reaction(text, name[1]), *name, reaction=told)
            following = _NEXT.match(text, name[1])
            name = _drug_at(analysed, following.end()) if following else None


def _of(analysed: AnalysedText) -> Iterator[Statement]:
    for match in each_match(_OF, analysed.text):
        name = _drug_at(analysed, match.start("name"))
        if name is None and words("allergens").fullmatch(match["name"]):
            name = (*match.span("name"), ())
        if name is None or name[1] != match.end("name"):
            continue
        yield Statement(match.start(), _with_reaction(analysed.text, match.end()), *name)
        before = analysed.text[max(0, match.start() - _LONGEST_LIST) : match.start()]
        if listed := _LISTED.search(before):
            for other in words("allergens").finditer(listed.group()):
                start = match.start() - len(listed.group()) + other.start()
                yield Statement(start, start + len(other.group()), start, start + len(other.group()), ())


def _items(analysed: AnalysedText) -> Iterator[tuple[int, int, tuple[int, int, tuple[str, ...]]]]:
    """Where the items of lists of allergies stand, with the substance that begins each."""
    text = analysed.text
    for match in each_match(_LIST, text):
        line_end = _LINE_END.search(text, match.end())
        opening: int | None = match.start()
        for item in _LISTED_ITEM.finditer(text, match.end(), line_end.start() if line_end else len(text)):
            start = item.end() - len(item.group().lstrip(" \t-*•"))
            other = words("allergens").match(text, start)
            name = _drug_at(analysed, start) or ((*other.span(), ()) if other else None)
            if name is not None and not _SIG.match(text, name[1]):
                # The words that open the list belong to its first item: they name no problem of their own.
                yield (start if opening is None else opening), item.end(), name
            opening = None


def _listed(analysed: AnalysedText) -> Iterator[Statement]:
    """The substances that a list of allergies on one line names, with what they did."""
    for start, end, name in _items(analysed):
        after = analysed.text[name[1] : end].strip(" \t-–—:()>→=")
        if not _NONE_OF_IT.match(analysed.text, name[1], end):
            reaction = words("reactions").match(after)
            yield Statement(start, end, *name, reaction=after if reaction else "")


def _harmless(analysed: AnalysedText) -> Iterator[Statement]:
    for start, end, name in _items(analysed):
        outside = analysed.section_at(start).kind not in (SectionKind.ALLERGIES, SectionKind.FAMILY_HISTORY)
        if outside and _NONE_OF_IT.match(analysed.text, name[1], end):
            yield Statement(start, end, *name, denied=True)


def _none_listed(analysed: AnalysedText) -> Iterator[Statement]:
    """Where a list of allergies says that there are none: "Allergies - none known"."""
    for match in each_match(_LIST, analysed.text):
        item = _LISTED_ITEM.match(analysed.text, match.end())
        outside = analysed.section_at(match.start()).kind not in (SectionKind.ALLERGIES, SectionKind.FAMILY_HISTORY)
        if item and outside and says_none(item.group()):
            yield Statement(match.start(), item.end(), *item.span(), (), denied=True)


def _called_one(analysed: AnalysedText) -> Iterator[Statement]:
    """Medicines that begin what is said and are called an allergy after it: "Haloperidol: allergy recorded (dystonia)"."""
    for drug in analysed.medications:
        end = drug.start + len(drug.name)
        called = _CALLED.match(analysed.text, end)
        if called and _begins_item(analysed.text, drug.start):
            yield Statement(drug.start, called.end(), drug.start, end, drug.concept_ids, reaction=called["what"] or "")


def _with_reaction(text: str, end: int) -> int:
    """Where a statement ends that names the reaction after a dash, a colon or in brackets: "latex allergy - rash"."""
    lead = _TO_REACTION.match(text, end)
    reaction = words("reactions").match(text, lead.end()) if lead else None
    if reaction is None or not _BOUNDARY.match(text, reaction.end()):
        return end
    return reaction.end() + (text[reaction.end() : reaction.end() + 1] == ")")


def _reacted(analysed: AnalysedText) -> Iterator[Statement]:
    """Medicines with an arrow or a colon to a reaction; a colon only where the medicine begins what is said."""
    text = analysed.text
    for drug in analysed.medications:
        lead = _LEADS.match(text, drug.end)
        if lead is not None and lead["colon"] and not _begins_item(text, drug.start):
            continue
        if lead is None and _TRIED.search(text, max(0, drug.start - _LONGEST_LEAD), drug.start):
            lead = _BUT.match(text, drug.end)
        if lead is None:
            continue
        reaction = words("reactions").match(text, lead.end())
        if reaction is not None and _BOUNDARY.match(text, reaction.end()):
            end = drug.start + len(drug.name)
            yield Statement(drug.start, reaction.end(), drug.start, end, drug.concept_ids, reaction=reaction.group())


def _allergen_reacted(analysed: AnalysedText) -> Iterator[Statement]:
    """Allergens that are no medicine with the reaction to them, where they begin what is said: "Peanut - anaphylaxis"."""
    text = analysed.text
    for allergen in each_match(words("allergens"), text):
        if not _begins_item(text, allergen.start()):
            continue
        end = _with_reaction(text, allergen.end())
        if end > allergen.end():
            yield Statement(allergen.start(), end, *allergen.span(), ())


def _denied(analysed: AnalysedText) -> Iterator[Statement]:
    """Substances that are said to be none of the patient's allergies."""
    for match in each_match(_NOT_OF, analysed.text):
        name = _drug_at(analysed, match.start("name"))
        if name is not None and name[1] == match.end("name"):
            start, end, concept_ids = name
            yield Statement(*match.span(), start, end, concept_ids, denied=True)


def _caused(analysed: AnalysedText) -> Iterator[Statement]:
    """Medicines after the reaction that they caused; one with a dose or a schedule is taken, and treats it."""
    for drug in analysed.medications:
        begins = max(analysed.text.rfind(".", 0, drug.start) + 1, analysed.sentence_at(drug.start).start)
        sentence = analysed.text[max(begins, drug.start - 80) : drug.start]
        reaction = max(words("reactions").finditer(sentence), key=re.Match.end, default=None)
        lead = _FROM_DRUG.fullmatch(sentence, reaction.end()) if reaction else None
        if reaction and not _says_intolerance(reaction.group(), sentence):
            continue
        if reaction is None or lead is None or drug.dose is not None or drug.times_per_day is not None:
            continue
        if not _TREATED.search(sentence) and not _TREATED.match(analysed.text[drug.end :].lstrip()):
            end = drug.start + len(drug.name)
            yield Statement(drug.start, end, drug.start, end, drug.concept_ids, reaction=reaction.group())


def _says_intolerance(reaction: str, sentence: str) -> bool:
    """Whether a reaction to a medicine ends its use: an allergic one, or another that the patient once had."""
    if words("allergic_reactions").fullmatch(reaction):
        return True
    return words("intolerances").fullmatch(reaction) is not None and _HAD.search(sentence) is not None


def _begins_item(text: str, start: int) -> bool:
    before = text[max(0, start - 3) : start].rstrip(" \t-*•")
    return not before or before[-1] in ".,;:\n("


def _drug_at(analysed: AnalysedText, start: int) -> tuple[int, int, tuple[str, ...]] | None:
    """The substance whose name begins at a place: as the note's shorthand has it ("PCN"), else the longest of a vocabulary."""
    short = next((one for one in analysed.medications if one.start == start and one.concept_ids), None)
    if short is not None:
        return start, start + len(short.name), short.concept_ids
    text, vocabularies = analysed.text, analysed.vocabularies
    here = [one for one in vocabularies.find(text[start : start + 60]) if one.start == 0]
    for one in sorted(here, key=lambda match: -match.end):
        kinds = [vocabularies.concept(identifier) for identifier in one.concept_ids]
        if kinds and kinds[0] is not None and kinds[0].semantic_type is SemanticType.MEDICATION:
            return start, start + one.end, one.concept_ids
    return None


def _words_at(text: str, start: int) -> tuple[int, int, tuple[str, ...]] | None:
    """The words that name a substance no vocabulary of drugs has: a substance must not be lost for want of a code."""
    match = _NAME.match(text, start)
    return (start, start + len(match.group().rstrip()), ()) if match and not says_none(match.group().strip()) else None


def _as_said(analysed: AnalysedText, one: Statement) -> Statement | None:
    """A statement with what its sentence says of it; None where it speaks of somebody else, or of a possibility."""
    if analysed.section_at(one.start).kind in (SectionKind.ALLERGIES, SectionKind.FAMILY_HISTORY):
        return None
    said = analysed.assertion_at(one.name_start, one.name_end)
    if said.experiencer is not Experiencer.PATIENT or said.polarity not in (Polarity.PRESENT, Polarity.NEGATED):
        return None
    sentence_end = next(
        (place.start() for place in each_match(_SENTENCE_END, analysed.text, one.end)), len(analysed.text)
    )
    refuted = words("allergy_refuted").search(analysed.text, one.end, sentence_end) is not None
    return one._replace(denied=refuted or said.polarity is Polarity.NEGATED)
