"""What a sentence says around its condition: who judges it, why it is asked for, that somebody is in or out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.types import CriterionKind
from osler.core.terminology import singular

# Who finds out whether a condition holds is no part of it.
_JUDGED = re.compile(
    r",?\s*(?:(?:at|by|in|per)\s+(?:the\s+)?(?:sole\s+)?(?:discretion|opinion|judge?ment)\s+of\s+(?:the\s+|an?\s+)?(?:\w+\s+){0,2}(?:investigators?|physicians?|doctors?|clinicians?|pi)\W*$|(?:as\s+)?(?:per|at|by|in|based\s+(?:up)?on)\s+(?:[a-z]+\s+or\s+)?(?:the\s+)?(?:treating\s+)?(?:investigator|physician|clinician|doctor|pi)s?'?s?\s+(?:discretion|descretion|judge?ment|opinion|decision|assessment)\W*$|(?:(?:as\s+)?(?:judged|determined|assessed|evaluated|confirmed)\s+by|according\s+to(?:\s+the)?\s+judge?ment\s+(?:of|by))\s+(?:the\s+|an?\s+)?(?:\w+\s+){0,2}"
    r"(?:investigators?|physicians?|doctors?|clinicians?)(?:\s+or\s+(?:the\s+)?\w+)?\W*$)"
)


# Why somebody is left out is no further condition.
_BECAUSE = re.compile(
    r"(?P<told>\b(?:are|is|(?:will|may|must)(?:\s+also)?\s+be)\s+(?:ineligible|not eligible|excluded))(?:\s+from\s+(?:\w+\s+){1,4}?)?\s*(?:due to|because|owing to|since|as|by \w+ing|to (?:ensure|avoid|prevent|reduce|minimi[sz]e))\b"
)


# What a sentence says at its end of who is in or out is what its kind of criterion says already.
_AUXILIARY = r"\s+(?:are|is|will|may|must|should|shall|can|were)(?:\s+also)?(?:\s+be)?(?:\s+(?:considered|deemed|regarded))?(?:\s+as)?\s+"
_FROM_STUDY = r"(?:\s+(?:from|in|into|for|to)\s+(?:(?:the|this|our)\s+)?(?:\w+\s+)?(?:study|trial|participation|enrollment|enrolment|inclusion))?\W*$"
_VERDICTS = {
    "exclusion": re.compile(rf"{_AUXILIARY}(?:excluded|ineligible|not\s+eligible|not\s+be\s+(?:included|enrolled|recruited|eligible)){_FROM_STUDY}"
        rf"|\s+(?:is|are)\s+(?:also\s+|strictly\s+)?(?:not\s+(?:allowed|permitted|acceptable)|prohibited|forbidden|disallowed|exclusionary)\W*$|(?<!patient)(?<!subject)(?<!participant),?\s+(?:cannot|can\s+not|may\s+not|must\s+not|should\s+not)\s+(?:participate|take\s+part|be\s+(?:included|enrolled|recruited)){_FROM_STUDY}"
    ),
    "inclusion": re.compile(rf"{_AUXILIARY}(?:included|eligible|enrolled|recruited){_FROM_STUDY}"),
}  # fmt: skip


# "…, as this does not change the outcome": why a condition is asked for.
_REASON = re.compile(
    r",\s*(?:as|because|since)\s+(?!(?:long|well|soon|far|per|defined|of)\b)(?:[\w/-]+\s+){1,5}?(?:does|do|is|are|may|might|will|would|could|can)\b(?!\s*,)"
)


# "At the discretion of the surgeon, platelets > 100": who applies a limit is no limit.
_JUDGES_FIRST = re.compile(
    r"\W*(?:at|by|in)\s+the\s+(?:sole\s+)?(?:discretion|opinion|judge?ment)\s+of\s+(?:the\s+|an?\s+)?(?:\w+\s+){0,2}\w+\s*,"
)


# "Pregnant or nursing women, where pregnancy is defined as …": what a word of the sentence means.
_WHERE_DEFINED = re.compile(r",?\s*\(?\bwhere(?:by)?\s+(?:[\w-]+\s+){1,5}?(?:is|are)\s+defined\s+as\b")


# "Surgically sterile, i.e. women of childbearing potential are not allowed to take part": the same again, as a verdict.
_RESTATED = re.compile(
    r",?\s*\(?\b(?:i\.?\s?e\.?|that is|that means|meaning that|in other words),?\s[^.;]*?\s(?:are|is|will be|may be|can be)\s+(?:(?:also|therefore|thus)\s+)?(?:not\s+)?"
    r"(?:excluded|ineligible|eligible|allowed|permitted|included|enrolled)(?:\s+to\s+(?:be\s+)?(?:included|enrolled|participate|take\s+part))?(?:\s+(?:from|in|into|for|to)\s+(?:(?:the|this|our)\s+)?(?:study|trial|participation|enrollment|enrolment))?\)?\W*$"
)


# "A score of 10 or more will be required for enrollment": that it is asked for, which its kind of criterion says already.
_REQUIRED = re.compile(
    r"\s+(?:is|are|will\s+be)\s+(?:also\s+)?(?:required|necessary|mandatory|needed)\s+(?:for|to|before|prior\s+to|at)\s+(?:the\s+)?(?:be\s+)?(?:study\s+)?"
    r"(?:enrol\w+|entry|inclusion|included|participat\w+|eligib\w+|study|trial|randomi[sz]\w+|screening)(?:\s+(?:in|into)\s+(?:the|this)\s+(?:study|trial))?\W*$"
)


# "…, unless they meet the exclusion criteria" is what exclusion criteria are for.
_UNLESS_EXCLUDED = re.compile(
    r",?\s*\(?unless\s+(?:\w+\s+)?(?:meets?|fulfil\w*|has|have)\s+(?:\w+\s+){0,4}?exclusion\s+criteri(?:a|on)\)?\W*$"
)


_JUDGES = ("investigator", "physician", "doctor", "clinician", "pi")
_TOLD = (
    "clud",
    "prohibited",
    "forbidden",
    "disallowed",
    "exclusionary",
    "allowed",
    "permitted",
    "acceptable",
    "eligible",
    "enrol",
    "recruit",
    "participate",
    "part",
)
"""Letters without which a sentence says nothing of who judges it, and of who is in or out."""


def without_surroundings(text: str, items: Sequence[Item], kind: CriterionKind) -> Sequence[Item]:
    """The items of a sentence that state its condition."""
    if len(items) > 2 and is_kind(items[0], Kind.TIME) and is_kind(items[1], Kind.COMMA):
        items = [items[0], *items[2:]]  # "At visit 1, …"
    items = _without_occasion(_without_aside_first(_without_country(text, _done_before(items))))
    first = items[0].start
    words = clean(text[first : items[-1].end])
    if (judge := _JUDGES_FIRST.match(words)) and any(is_kind(item, Kind.VALUE) for item in items):
        items = [item for item in items if item.start >= first + judge.end()] or items
        first, words = items[0].start, clean(text[items[0].start : items[-1].end])
    if any(judge in words for judge in _JUDGES) and (judged := _JUDGED.search(words)):
        items = _until(items, first + judged.start())
        words = clean(text[first : items[-1].end])
    if ("excluded" in words or "eligible" in words) and (because := _BECAUSE.search(words)):
        items = _until(items, first + because.end("told"))
        words = clean(text[first : items[-1].end])
    if "," in words and (reason := _REASON.search(words)):
        items = _until(items, first + reason.start())
        words = clean(text[first : items[-1].end])
    if "defined" in words and (defined := _WHERE_DEFINED.search(words)):
        items = _until(items, first + defined.start())
        words = clean(text[first : items[-1].end])
    if "unless" in words and (unless := _UNLESS_EXCLUDED.search(words)):
        items = _until(items, first + unless.start())
        words = clean(text[first : items[-1].end])
    if "required" in words and (required := _REQUIRED.search(words)):
        items = _until(items, first + required.start())
        words = clean(text[first : items[-1].end])
    if any(letters in words for letters in _TOLD) and (again := _RESTATED.search(words)):
        items = _until(items, first + again.start())
        words = clean(text[first : items[-1].end])
    if any(letters in words for letters in _TOLD) and (verdict := _VERDICTS[kind].search(words)):
        items = _until(items, first + verdict.start())
    return _without_verdict_inside(text, items) if kind == "exclusion" else items


def _without_verdict_inside(text: str, items: Sequence[Item]) -> Sequence[Item]:
    """The items without "are prohibited" or "may not participate" before an exception to it: "…, unless they use contraception"."""
    place = next(
        (n for n, item in enumerate(items) if n and is_kind(item, Kind.UNLESS, Kind.EXCEPTION, Kind.CONDITION)), 0
    )
    first = items[0].start
    words = clean(text[first : items[place].start]) if place else ""
    verdict = _VERDICTS["exclusion"].search(words) if any(letters in words for letters in _TOLD) else None
    before = [item for item in items[:place] if item.end <= first + verdict.start()] if verdict else []
    return [*before, *items[place:]] if before else items


def _without_country(text: str, items: Sequence[Item]) -> Sequence[Item]:
    """ "In France, whoever is not insured": where a sentence holds, before all else."""
    opens = len(items) > 4 and items[0].text in ("in", "for") and is_kind(items[2], Kind.COMMA)
    named = opens and is_kind(items[1], Kind.WORD) and text[items[1].start].isupper() and items[1].text in _COUNTRIES
    return items[3:] if named else items


_COUNTRIES = frozenset({"france", "germany", "italy", "spain", "japan", "china", "korea", "india", "canada", "uk", "us", "usa", "europe", "sweden", "switzerland", "netherlands", "belgium", "denmark", "israel"})  # fmt: skip


def _done_before(items: Sequence[Item]) -> Sequence[Item]:
    """ "After prior platinum chemotherapy": who is asked now had it before."""
    opens = len(items) > 2 and items[0].text in ("after", "following")
    return items[1:] if opens and is_kind(items[1], Kind.TIME) and items[1].text in _BEFORE else items


_BEFORE = frozenset({"prior", "previous", "previously", "past"})


def without_role(items: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Item]]:
    """ "Cannot walk 400 m, as an indicator of frailty": the items, and those behind the last comma that say as what it counts."""
    place = max((n for n, item in enumerate(items) if n and is_kind(item, Kind.COMMA)), default=0)
    role = items[place + 1 :] if place else []
    opens = len(role) > 2 and is_kind(role[0], Kind.WORD) and _says_role(role[0].text, role[1].text)
    plain = all(is_kind(item, Kind.WORD, Kind.AND, Kind.OR, Kind.JOINING) for item in role)
    return (items[:place], items[place:]) if opens and plain else (items, [])


_SEEN = frozenset({"interpreted", "regarded", "understood", "viewed", "taken", "seen", "considered"})


def _says_role(first: str, second: str) -> bool:
    """ "As a sign of …", "interpreted as …": what a finding is taken for is no further finding."""
    return (first == "as" and second in cues().articles) or (first in _SEEN and second == "as")


_OCCASIONS = frozenset({"upon", "on", "during", "by"})
_LONGEST_OCCASION = 14


_BESIDES = re.compile(
    r"in addition(?: to (?:the )?(?:above|foregoing|previous\w*|these|criteria|\w+ criteria|above \w+))?|at the [\w-]+ level"
)


def _without_aside_first(items: Sequence[Item]) -> Sequence[Item]:
    """ "In addition to the above, …", "At the patient level, …": what a sentence goes on from, before all else."""
    first = items[0]
    if not isinstance(first, Token) or first.text not in ("in", "at", "in addition", "in addition to"):
        return items
    comma = next((n for n, item in enumerate(items[:7]) if is_kind(item, Kind.COMMA)), None)
    words = " ".join(item.text for item in items[:comma]) if comma else ""
    return items[comma + 1 :] if comma and comma + 1 < len(items) and _BESIDES.fullmatch(words) else items


def _without_occasion(items: Sequence[Item]) -> Sequence[Item]:
    """ "Upon pelvic examination and colposcopy at enrolment, the cervix appears normal": at what it was seen, before all else."""
    first = items[0]
    if not isinstance(first, Token) or first.text.split()[0] not in _OCCASIONS:
        return items
    comma = next((n for n, item in enumerate(items[:_LONGEST_OCCASION]) if is_kind(item, Kind.COMMA)), None)
    told = items[:comma] if comma else []
    plain = all(is_kind(item, Kind.WORD, Kind.AND, Kind.OR, Kind.TIME) for item in told)
    ways = [item for item in told if isinstance(item, Token) and singular(item.text.split()[-1]) in cues().ways]
    if (
        comma is None
        or not plain
        or not ways
        or comma + 2 >= len(items)
        or is_kind(items[comma + 1], Kind.OR, Kind.AND)
    ):
        return items
    return [*(item for item in told[1:] if is_kind(item, Kind.TIME)), *items[comma + 1 :]]


def _until(items: Sequence[Item], end: int) -> Sequence[Item]:
    """The items before a place, without the comma there; all of them where none are."""
    row = [item for item in items if item.end <= end]
    while row and is_kind(row[-1], Kind.COMMA):
        row.pop()
    return row or items
