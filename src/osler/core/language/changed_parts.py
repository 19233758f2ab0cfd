"""Changes that are told of several parts, or of a piece of one: "swelling of the knee and ankle", "thinning of the body of the corpus callosum"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.types import Sentence
from osler.core.terminology import Match, Vocabularies
from osler.first_letters import each_match

_PARTS_OF = r"(?:the\s|his\s|her\s|both\s|left\s|right\s)*"
_HOW = r"(?:an?|the|some|mild|moderate|severe|marked|slight|gross|early|significant|extensive|focal|diffuse|symmetric(?:al)?|progressive|subtle|\w+ly)"


class _Forms(NamedTuple):
    piece: re.Pattern[str]
    """A change of a piece of something, with the change and the whole."""
    several: re.Pattern[str]
    """A change of several parts."""
    both: re.Pattern[str]
    """Two changes of one part."""
    holds: re.Pattern[str]
    """An organ and what it holds many of."""
    wasted: re.Pattern[str]
    """A muscle that is wasted."""
    nose: re.Pattern[str]
    """A part of the nose that is described by itself."""
    hashed: re.Pattern[str]
    """A bone with the hash that stands for a fracture."""
    shown: re.Pattern[str]
    """A part that shows a change: "the cerebellum showed marked atrophy"."""
    seen: re.Pattern[str]
    """A change that was seen in a part: "weakness was noted in the neck muscles"."""


@lru_cache(maxsize=1)
def _forms() -> _Forms:
    table = read_yaml("changes.yml")
    kinds = ("changes", "pieces", "organs", "contents", "muscles", "noses", "of_a_nose", "broken", "shows", "seen")
    changes, pieces, organs, contents, muscles, noses, of_a_nose, broken, shows, seen = (
        "|".join(table[name]) for name in kinds
    )
    return _Forms(
        re.compile(
            rf"\b(?P<change>{changes})\sof\s(?:the\s|a\s)?(?:[a-z-]+\s){{0,2}}?(?:{pieces})\sof\s(?P<whole>(?:the\s)?[a-z-]+(?:\s[a-z-]+){{0,2}})",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?P<change>{changes})\s(?P<of>of|in)\s{_PARTS_OF}(?P<parts>[a-z-]+(?:,\s{_PARTS_OF}[a-z-]+){{0,3}},?\s(?:and|or|&)\s{_PARTS_OF}[a-z-]+)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?P<change>{changes})\s(?:and|or|&)\s(?P<second>{changes})\s(?:of|in)\s(?:(?:the|his|her|both|left|right|small|large|multiple|several|many|other)\s)*(?P<part>[a-z-]+)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?P<organ>{organs})(?:\s(?:with|containing|contains?|showing|shows?|showed|have|has|had|full\sof|studded\swith)|\s?:)\s"
            rf"(?:(?:an?\s)?\d[\d.x× ]{{0,10}}\s?(?:cm|mm)\s)?(?:(?!no\b|nil\b|without\b)[a-z-]+\s){{0,2}}?(?P<content>{contents})\b",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?:wasting|atrophy)\s(?:of|in)\s(?:the\s|his\s|her\s|both\s|left\s|right\s|L\s|R\s)*(?P<muscle>{muscles})\b"
            rf"|\b(?P<first>{muscles})(?:\smuscles?)?\s(?:(?:is|was|are|were)\s)?(?:wasting|wasted|atrophied)\b",
            re.IGNORECASE,
        ),
        re.compile(rf"\b(?P<how>{noses})\s(?P<part>{of_a_nose})\b", re.IGNORECASE),
        re.compile(rf"\b(?P<bone>{broken})\s?#(?![\w#]|\s?\d{{1,3}}\b)", re.IGNORECASE),
        re.compile(
            rf"\b(?P<part>(?:[a-z0-9-]+\s){{0,3}}[a-z-]+)\s(?:{shows})\s(?:{_HOW}\s){{0,3}}(?P<change>{changes})\b(?!\s(?:of|in|on|at|over|around)\b)",
            re.IGNORECASE,
        ),
        re.compile(
            rf"\b(?P<change>{changes})\s(?:is|are|was|were)\s(?:also\s|\w+ly\s)?(?:{seen})\s(?:in|of|on|at|around|over)\s"
            rf"{_PARTS_OF}(?P<part>[a-z0-9-]+(?:\s(?!and\b|or\b|with\b|but\b)[a-z-]+){{0,3}})",
            re.IGNORECASE,
        ),
    )


_PART = re.compile(rf"{_PARTS_OF}(?P<part>[a-z-]+)(?:,\s?|\s|$)(?:(?:and|or|&)\s)?", re.IGNORECASE)


def changed_parts(text: str, sentences: Sequence[Sentence], vocabularies: Vocabularies) -> Iterator[Match]:
    """The findings that changes are, of each part they are told of and of the whole where only a piece is named."""
    forms = _forms()
    readers = (
        (forms.piece, _of_the_whole),
        (forms.several, _of_each_part),
        (forms.both, _each_change),
        (forms.holds, _held),
        (forms.wasted, _wasted),
        (forms.nose, _of_the_nose),
        (forms.hashed, _broken),
        (forms.shown, _shown),
        (forms.seen, _seen),
    )
    for sentence in sentences:
        for form, read in readers:
            for match in each_match(form, text, sentence.start, sentence.end):
                yield from read(match, vocabularies)


def _of_the_whole(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    words = match["whole"].split(" ")
    wholes = (" ".join(words[:last]) for last in range(len(words), 0, -1))
    named = ((whole, _named(f"{match['change']} of {whole}", vocabularies)) for whole in wholes)
    whole, known = next(((whole, known) for whole, known in named if known), ("", ()))
    if known:
        yield Match(match.start(), match.start("whole") + len(whole), known)


def _of_each_part(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    for part in _PART.finditer(match.string, match.start("parts"), match.end("parts")):
        named = _sided(part.string, part.start("part"), part["part"])
        if known := _named(f"{match['change']} {match['of']} the {named}", vocabularies):
            yield Match(match.start(), part.end("part"), known)


def _each_change(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    found = []
    part = _sided(match.string, match.start("part"), match["part"])
    for change in ("change", "second"):
        phrases = (f"{match[change]} of the {part}", f"{part.removesuffix('s')} {match[change]}")
        known = next(filter(None, (_named(one, vocabularies) for one in phrases)), ())
        found.append(Match(match.start(change), match.end(), known))
    if all(
        one.concept_ids for one in found
    ):  # else what is known of the second by its own words would be lost in the first
        yield from found


def _broken(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    if known := _named(f"{match['bone']} fracture", vocabularies):
        yield Match(match.start(), match.end(), known)


def _shown(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    """The change of the longest end of the words before the verb that is a part."""
    start = match.start("part")
    while start < match.end("part"):
        part = match.string[start : match.end("part")]
        known = () if _NO_NOUN.match(part) else _change_of(match["change"], part, vocabularies)
        if known:
            yield Match(start, match.end(), known)
            return
        following = match.string.find(" ", start, match.end("part"))
        start = following + 1 if following >= 0 else match.end("part")


def _seen(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    """The change of the longest beginning of the words behind the verb that is a part."""
    words = match["part"].split(" ")
    for last in range(len(words), 0, -1):
        part = " ".join(words[:last])
        if known := _change_of(match["change"], part, vocabularies):
            yield Match(match.start(), match.start("part") + len(part), known)
            return


_NO_NOUN = re.compile(r"(?:of|in|on|the|his|her|their|its|an?|both|and|or)\b", re.IGNORECASE)
_VAGUE = "Abnormal"


@lru_cache(maxsize=4096)
def _change_of(change: str, part: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """What a change of a part is called, where that is a finding that says more than that the part is abnormal."""
    known = _named(f"{change} of the {part}".lower(), vocabularies)
    label = vocabularies.hpo.label(known[0]) if known else None
    return known if label and not label.startswith(_VAGUE) else ()


_SIDE = re.compile(r"\b(?:left|right)\s$", re.IGNORECASE)
_CHAMBERS = ("ventricle", "ventricles", "atrium", "atria")


def _sided(text: str, start: int, part: str) -> str:
    """A part with its side, where that tells which is meant: a left ventricle is the heart's, other ventricles are the brain's."""
    side = _SIDE.search(text, max(0, start - len("right ")), start) if part.lower() in _CHAMBERS else None
    return f"{side.group()}{part}" if side else part


def _held(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    organ = match["organ"].lower().removesuffix("s")
    if known := _named(f"{organ} {match['content']}", vocabularies):
        yield Match(match.start(), match.end(), known)


def _wasted(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    muscle = match["muscle"] or match["first"]
    if known := _named(f"{muscle} muscle atrophy", vocabularies) or _named("muscle atrophy", vocabularies):
        yield Match(match.start(), match.end(), known)


_NOSE = re.compile(r"\bnose\b[^.;:]*$", re.IGNORECASE)
_NEAR = 60


def _of_the_nose(match: re.Match[str], vocabularies: Vocabularies) -> Iterator[Match]:
    named = _NOSE.search(match.string, max(0, match.start() - _NEAR), match.start())
    known = _named(f"{match['how']} nasal {match['part']}".lower(), vocabularies) if named else ()
    if known:
        yield Match(match.start(), match.end(), known)


@lru_cache(maxsize=4096)
def _named(phrase: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The concepts of a phrase that is a name as a whole; none of others."""
    whole = (one for one in vocabularies.find(phrase) if (one.start, one.end) == (0, len(phrase)))
    return next((one.concept_ids for one in whole), ())
