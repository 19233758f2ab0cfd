"""The relative of whom a statement speaks: "mums dad", "the father of the patient's mother", "F - MI 60"."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Mention, Polarity, SectionKind
from osler.core.patient.extract.lexicon import rules, words

_LONGEST_NAME = 120
_INITIAL = re.compile(r"(?:(?<=[\s,;:(])|^)(F|M|B|S)\s?[-–:=]\s")
"""A relative by an initial, as lists of the family have them: "F - MI 60, M - CVA"."""
_NEAREST_CUES = 3
_BEFORE_CUE = 12
"""Characters before a cue that belong to the relative's name ("maternal" of "maternal uncle")."""
_OWNED_BY = re.compile(
    r"\b(?P<parent>mother|mum|mom|father|dad|sister|brother|sibling|uncle|aunt)['’]?s['’]?\s(?:(?!and\b|or\b|has\b|had\b|with\b|is\b|was\b|both\b|her\b|his\b|the\b)\w+\s)?$",
    re.IGNORECASE,
)
_OF_A_PARENT = re.compile(
    r"\s(?:of|to)\s(?:(?:the|his|her|their|our|index|proband's|patient's|child's|boy's|girl's|patient’s|child’s)\s){0,3}(?P<parent>mother|mum|mom|father|dad|sister|brother|uncle|aunt)\b(?!['’])",
    re.IGNORECASE,
)
"""The relative whose relative is meant, before the word ("mums dad") and behind it ("the father of the patient's mother")."""
_HERS = re.compile(r"\bher\s(?:(?:own|elder|older|younger|late|only|two|three|\w+ing)\s)?$", re.IGNORECASE)
_OF_HERS = re.compile(r"\sof\shers\b", re.IGNORECASE)
"""A relative of a woman that was spoken of, by the word before it and the words behind it."""
_WOMAN = re.compile(
    r"\b(?:(?P<mother>mother|mum|mom)|sister|aunt|wife|daughter|grandmother|niece|cousin|girl|woman|lady)\b(?!['’])",
    re.IGNORECASE,
)
_MAN_OR_WOMAN = re.compile(
    r"\b(?:(?P<man>boy|man|male|gentleman|son|he|his|him)|girl|woman|female|lady|daughter|she|her)\b", re.IGNORECASE
)
_SIDE = re.compile(r"['’]?s?['’]?\s(?:side|family)\b", re.IGNORECASE)
_RELATIVE_OF = re.compile(
    r"\b(?:mother|mum|mom|father|dad|brother|sister|son|daughter|aunt|uncle|cousin)s?\s(?:of|to)\s(?:[\w'’]+\s){0,3}$",
    re.IGNORECASE,
)
_WHOLE_FAMILY = re.compile(r"fhx?\b|family\b", re.IGNORECASE)


def relative_of(mention: Mention, analysed: AnalysedText) -> str | None:
    """The relative of whom a statement speaks: the nearest one named by a deciding word."""
    cues = [cue for cue in mention.assertion.cues if cue.category == "family"]
    nearest = sorted(cues, key=lambda cue: _distance(cue.start, mention))[:_NEAREST_CUES]
    if (
        mention.assertion.polarity is Polarity.NEGATED
        and nearest
        and _WHOLE_FAMILY.match(analysed.text, nearest[0].start)
    ):
        return None  # "aunt breast cancer, no FH of DVT": what nobody has is denied of no single one
    named = [
        (_distance(found.start(), mention), named_relative(found))
        for cue in nearest
        for found in words("relations").finditer(analysed.text, max(0, cue.start - _BEFORE_CUE), cue.end)
        if found.end() > cue.start and not _tells_whose(found)
    ]
    if not named and mention.section is SectionKind.FAMILY_HISTORY:
        # In a list ("Dad asthma, mum eczema") no cue is needed: the relative just before is meant.
        first = max(analysed.sentence_of(mention).start, mention.start - _LONGEST_NAME)
        named = [
            (_distance(found.start(), mention), named_relative(found))
            for found in words("relations").finditer(analysed.text, first, mention.start)
        ]
    if not named and mention.section is SectionKind.FAMILY_HISTORY:
        initial = list(_INITIAL.finditer(analysed.text, analysed.sentence_of(mention).start, mention.start))
        return str(rules()["relatives_by_initial"][initial[-1][1]]) if initial else None
    if not named and nearest and not analysed.text[nearest[0].end : mention.start].strip():
        # "Maternal diabetes" is the mother's.
        parent = rules()["parents_by_side"].get(analysed.text[nearest[0].start : nearest[0].end].casefold())
        return str(parent) if parent else None
    return min(named)[1] if named else None


def _tells_whose(found: re.Match[str]) -> bool:
    """Whether a word only tells whose relative is meant, or on which side: "a cousin on his mother's side"."""
    before = (max(0, found.start() - _LONGEST_NAME), found.start())
    return _SIDE.match(found.string, found.end()) is not None or _RELATIVE_OF.search(found.string, *before) is not None


def named_relative(found: re.Match[str]) -> str:
    """The relative that a word names in a whole text: the mother's brother is a maternal uncle.

    "Her brother" is his mother's where the text is about a boy or man, and no other woman was spoken of since.
    """
    written = found.group().casefold()
    owner = _OWNED_BY.search(found.string, max(0, found.start() - _LONGEST_NAME), found.start())
    owner = owner or _OF_A_PARENT.match(found.string, found.end())
    if owner is None and not _is_of_his_mother(found):
        return written
    whose = owner["parent"].casefold() if owner else "mother"
    if whose in ("sister", "brother", "sibling"):
        return str(rules()["relatives_of_siblings"].get(written, written))
    if whose in ("uncle", "aunt"):
        return str(rules()["relatives_of_uncles"].get(written, written))
    side = "maternal" if whose in rules()["mothers"] else "paternal"
    return str(rules()["relatives_of_parents"].get(written, "")).replace("side", side) or written


def _is_of_his_mother(found: re.Match[str]) -> bool:
    """Whether a word names a relative of the mother of a boy or man: "His mother has migraine. Her brother died"."""
    text = found.string
    before = _HERS.search(text, max(0, found.start() - _LONGEST_NAME), found.start())
    if before is None and not _OF_HERS.match(text, found.end()):
        return False
    patient = _MAN_OR_WOMAN.search(text)
    women = list(_WOMAN.finditer(text, max(0, found.start() - 2 * _LONGEST_NAME), found.start()))
    return bool(patient and patient["man"] and women and women[-1]["mother"])


def _distance(place: int, mention: Mention) -> int:
    """How far a relative is from a mention; one that follows it is farther than one before."""
    return mention.start - place if place < mention.start else 2 * (place - mention.end) + 1
