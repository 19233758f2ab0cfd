"""Sentences that no record can answer: about agreement, conduct, or somebody's judgement."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import Phrases, cues
from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.parsing.words import sex_words, strip_frames
from osler.core.criteria.types import UnparsedReason
from osler.core.terminology import singular

_SUBJECT = 3
"""Words that may stand before an agreement: "and must also agree to …"."""
_TOLD = (Kind.VALUE, Kind.SCALED, Kind.RESULT, Kind.DURATION, Kind.GRADE)

# Where a sentence opens with agreement, the numbers in it are of what is agreed to.
_OPENING = 40


_SIGNING = re.compile(
    r"(?:before|prior to|preceding|after|since|(?:days?|weeks?|months?|years?|hours?)\s+(?:of|from))\s+(?:the\s+)?(?:date\s+of\s+|time\s+of\s+|day\s+of\s+)?(?:signing|signature|obtaining|providing|giving)?\s*"
    r"(?:of\s+)?(?:the\s+|an?\s+)?(?:written\s+|signed\s+)?(?:informed\s+)?consent(?:\s+form)?"
)
_CLAUSE = re.compile(r"\b(?:that|which)\b")
_BRACKETED = re.compile(r"(?<=\w )\([^()]*\)")


def beyond_records(words: str, items: Sequence[Item]) -> UnparsedReason | None:
    """Why no record can answer a sentence; None where one can."""
    # What a clause says of a thing is no agreement: "a study that may limit the ability to participate".
    main = _CLAUSE.split(words, maxsplit=1)[0] if "that" in words or "which" in words else words
    # A day that something is counted from is none either: "within 4 weeks before signing the informed consent".
    main = _SIGNING.sub(lambda day: " " * len(day.group()), main) if "consent" in main else main
    found = consent().search(main)
    if found and (found.start() < _OPENING or not _is_measured(items)):
        return "consent"
    # What is judged inside a bracket is a remark on the rest.
    outside = _BRACKETED.sub(lambda group: " " * len(group.group()), words) if "(" in words else words
    judged = judgement().search(outside)
    if judged is None:
        return None
    valued = any(is_kind(item, Kind.VALUE, Kind.SCALED, Kind.GRADE) for item in items)
    return "judgement" if not _is_measured(items) or (judged.start() < _OPENING and not valued) else None


_JUDGES = re.compile(r"\b(?:investigator|physician|clinician|doctor|surgeon|pi)(?:'?s|s')?\b")
_JUDGING = re.compile(r"\b(?:judg|opinion|discre|descre|consider|deem|believ|thought|feel|felt|determin)\w*")
_FITNESS = re.compile(
    r"\b(?:(?:un)?suitab\w+|(?:in)?appropriate\w*|(?:in)?eligib\w+|unsafe|unfit|excluded|(?:undue|unacceptable|increased|at) risk"
    r"|participat\w+|protocol|(?:complet\w+|interfer\w+ with|affect\w*|in|for|from) (?:this|the) (?:study|trial))\b"
)
_LONGEST_OPENING = 8
_IN_GENERAL = frozenset(
    {"", "any", "other", "another", "medical", "surgical", "clinical", "psychiatric", "concomitant", "concurrent", "or"}
    | {"additional", "underlying", "physical", "mental", "social", "serious", "psychological", "any other"}
)
"""Words before "condition" that say nothing of which."""


def is_opinion(words: str, items: Sequence[Item]) -> bool:
    """Whether a sentence asks for nothing but what somebody thinks of the patient: "judged unsuitable by the investigator".

    "Any condition that makes the patient unsuitable, in his opinion" names nothing that a record could hold.
    """
    if not (_JUDGES.search(words) and _JUDGING.search(words) and _FITNESS.search(words)):
        return False
    if any(is_kind(item, *_TOLD, Kind.TIME, Kind.EXAMPLES, Kind.EXCEPTION, Kind.COLON) for item in items):
        return False
    before = ""
    for item in items[:_LONGEST_OPENING]:
        if not isinstance(item, Token) or is_kind(item, Kind.COMMA, Kind.AND):
            return False
        if item.text == "judgement" or _JUDGING.match(item.text) or _FITNESS.match(item.text):
            return True
        if singular(item.text) in cues().general_nouns | {"comorbidity"}:
            return before in _IN_GENERAL or before in cues().degrees | cues().prepositions
        before = item.text
    return False


def _is_measured(items: Sequence[Item]) -> bool:
    return any(is_kind(item, Kind.VALUE, Kind.SCALED, Kind.DURATION, Kind.GRADE) for item in items)


@cache
def consent() -> Phrases:
    """What speaks of agreement or conduct."""
    return Phrases(cues().consent)


@cache
def judgement() -> Phrases:
    """What speaks of somebody's judgement."""
    return Phrases(cues().judgement)


def before_agreement(text: str, items: Sequence[Item], names: Callable[[str], bool]) -> list[Item]:
    """The members of a list that stand before one about agreement or judgement; none where they belong to it.

    What names a condition is for `names` to say.
    """
    listed = _before_comma(text, items)
    said = [item for item in listed if not is_kind(item, *CONNECTIVES)]
    if said and all(_is_conduct(item) for item in said):
        # "Speak, read and understand English and is willing to …": what somebody can belongs to the agreement.
        return []
    if all(isinstance(item, Token) and only_adjectives([item.text]) for item in said):
        # "Medical, psychiatric, or other conditions that, in the investigator's opinion, …" are kinds of one noun.
        listed = []
    # "Pregnancy, lactation or unwillingness to …": what "or" parts from it is one more member.
    further = _before_or(text, items[len(listed) + 1 :], names) if listed else []
    return [*items[: len(listed) + 1], *further] if further else listed or _before_or(text, items, names)


def _is_conduct(item: Item) -> bool:
    """Whether a word is one of what somebody can, knows or is told, or leads to one."""
    told = cues().conduct | cues().verbs | cues().modals | cues().spoken
    return is_kind(item, Kind.WORD) and (item.text in told or not strip_frames([item]))  # type: ignore[list-item]  # a word is a token


def agreed_beside(text: str, items: Sequence[Item]) -> int | None:
    """Where an agreement begins that "and" joins to what a record can tell: "has a negative test and agrees to use condoms"."""
    first = items[0].start
    asked = consent().search(clean(text[first : items[-1].end]))
    if asked is None:
        return None
    begins = first + asked.start()
    joints = [n for n, item in enumerate(items) if (is_kind(item, Kind.AND) or _is_who(item)) and item.end <= begins]
    if not joints or not 0 < joints[-1] < len(items) - 1:
        return None
    place = joints[-1]
    between = [item for item in items[place + 1 :] if item.start < begins]
    if len(between) > _SUBJECT or any(is_kind(item, *CONNECTIVES, *_TOLD) for item in between):
        return None
    told = any(is_kind(item, *_TOLD) for item in items[:place])
    offered = any(is_kind(item, Kind.OR) for item in items if item.start > begins)
    return place if told or (not offered and _only_leads(between) and _is_state(items[:place])) else None


def _is_who(item: Item) -> bool:
    """ "Patients with gout who are willing to …": what stands before it is so of the patient."""
    return is_kind(item, Kind.JOINING) and item.text in ("who", "and who")


def _only_leads(items: Sequence[Item]) -> bool:
    """Whether words before an agreement name nobody: "and must also agree", not "and their partners agree"."""
    return all(item.text in cues().modals or item.text in cues().verbs or item.text == "also" for item in items)


def _is_state(items: Sequence[Item]) -> bool:
    """Whether words tell what is so of the patient, and not what he can, knows or is told: "in good health and willing to …"."""
    words = [word for item in items if isinstance(item, Token) for word in item.text.split()]
    kinds = (Kind.WORD, Kind.TIME, Kind.AND, Kind.OR, Kind.JOINING)
    plain = all(isinstance(item, Token) and is_kind(item, *kinds) for item in items)
    named = strip_frames([item for item in items if isinstance(item, Token) and item.text not in sex_words()])
    return plain and bool(named) and cues().conduct.isdisjoint(words)


def after_agreement(text: str, items: Sequence[Item]) -> int | None:
    """Where an alternative to an agreement begins that a record can tell: "willing to use condoms, OR has been sterilised"."""
    first, last = items[0].start, items[-1].end
    asked = consent().search(clean(text[first:last]))
    for place in range(len(items) - 2, 0, -1):
        if not is_kind(items[place], Kind.OR) or asked is None or items[place].start < first + asked.end():
            continue
        rest = [item for item in items[place + 1 :] if not is_kind(item, Kind.COMMA)]
        loud = text[items[place].start : items[place].end] == "OR"
        verb = isinstance(opening := rest[0], Token) and opening.text in cues().verbs if rest else False
        if rest and (loud or verb) and consent().search(clean(text[rest[0].start : last])) is None:
            return place
    return None


def _before_or(text: str, items: Sequence[Item], names: Callable[[str], bool]) -> list[Item]:
    """ "Pregnancy or unwilling to use contraception": a condition that "or" parts from an agreement."""
    first = items[0].start
    asked = consent().search(clean(text[first : items[-1].end]))
    joints = [
        n for n, item in enumerate(items) if is_kind(item, Kind.OR) and asked and item.end <= first + asked.start()
    ]
    if not joints or not 0 < joints[-1] < len(items) - 1:
        return []
    place = joints[-1]
    start = max((n + 1 for n in range(place) if is_kind(items[n], *CONNECTIVES)), default=0)
    words = strip_frames([item for item in items[start:place] if isinstance(item, Token) and item.kind is Kind.WORD])
    if words and is_kind(items[start], Kind.TIME):
        return list(items[:place])  # "history of noncompliance or unwillingness to comply"
    if len(words) < len(strip_frames([item for item in items[start:place] if isinstance(item, Token)])):
        return []
    told = [word.text for word in words if word.text not in sex_words()]
    return list(items[:place]) if told and names(" ".join(told)) else []


def _before_comma(text: str, items: Sequence[Item]) -> list[Item]:
    """The members before the comma that a member about agreement or judgement follows."""
    first, last = items[0].start, items[-1].end
    words = clean(text[first:last])
    cues_at = [found.start() + first for pattern in (consent(), judgement()) if (found := pattern.search(words))]
    commas = [place for place, item in enumerate(items) if is_kind(item, Kind.COMMA) and item.end <= min(cues_at)]
    before = list(items[: commas[-1]]) if commas else []
    if before and is_kind(items[commas[-1] + 1], Kind.OR):
        return before
    if len(commas) > 1 and is_kind(items[commas[-2] + 1], Kind.OR) and _is_any_other(items[commas[-2] + 2 :]):
        # "A, B, or any other condition which, in the opinion of the investigator, …"
        return list(items[: commas[-2]])
    if before and judgement().match(words, items[commas[-1] + 1].start - first):
        which = commas[-1] - 1
        if len(commas) > 1 and commas[-2] == which - 1 and is_kind(items[which], Kind.JOINING):
            # "A or B, which, in the opinion of the investigator, …": said of what the list names.
            listed = list(items[: commas[-2]])
            return listed if any(is_kind(item, *CONNECTIVES) for item in listed) else []
        return []  # "any reason why, in the opinion of the investigator, …": said of the whole
    relative = any(is_kind(item, Kind.JOINING, Kind.CONDITION) for item in before)
    following = items[len(before) + 1 :][:1] if before else []
    # A clause about all of a list is kept beside it; of one thing it is the whole criterion.
    lone = any(is_kind(item, Kind.CONDITION) for item in following) or (
        any(is_kind(item, Kind.JOINING) for item in following)
        and not any(is_kind(item, *CONNECTIVES) for item in before)
    )
    return [] if relative or lone else before


def _is_any_other(items: Sequence[Item]) -> bool:
    words = [item.text for item in items[:2] if isinstance(item, Token)]
    return bool({"other", "another", "any"} & set(words))
