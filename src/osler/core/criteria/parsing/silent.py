"""Sentences that ask nothing of a patient: permissions, remarks, steps of the study, lists of abbreviations."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import Phrases, cues
from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.types import CriterionKind

PERMITTED = re.compile(
    r"\bwill not be excluded\b|\b(?:are|is|was|were|will be|may be|can be)\s+(?:still\s+|also\s+)?"
    r"(?:not\s+excluded|(?<=may be )included|(?<=can be )included|enrolled|(?:considered\s+)?eligible|allowed|permitted|permissible|acceptable|allowable|not\s+an?\s+exclusion(?:\s+criteri(?:on|a))?|not\s+considered\s+(?:an?\s+)?exclusion(?:ary)?(?:\s+criteri(?:on|a))?(?:\s+from\s+study\s+participation)?|not\s+exclusionary)\b"
)
"""That somebody is not left out."""
_MAY_BE = re.compile(
    r"\b(?:may|can)\s+(?:also\s+)?be\s+(?:included|enrolled)\b|\b(?:are|is|was|were)\s+(?:permissible|permitted|allowed|acceptable)\b|\b(?:are|is|will)\s+not\s+(?:be\s+)?excluded\b"
)
_TO_STUDY = re.compile(r"(?:\s+(?:in|into|for|during|throughout)\s+(?:the|this)\s+(?:study|trial))?\W*")
_TURNING = frozenset({"but", "however", "although", "though"})
_TURNS = (Kind.CONDITION, Kind.UNLESS, Kind.EXCEPTION, Kind.COLON)

# What the study does ("status will be confirmed by …") and what patients may have had ask nothing of a patient.
_PROCEDURE = re.compile(
    r"^(?!(?:(?!\bwill\b).)*\b(?:patients?|subjects?|participants?|individuals?|volunteers?|women|men|who)\b)"
    r".*\bwill (?:then )?(?:not )?be (?:\w+ly )?(?!excluded|included|eligible|ineligible|enrolled|recruited|considered|required)\w+(?:ed|wn|n)\b"
)
_STEP = re.compile(
    r"^(?:each|every) (?:patient|subject|participant|individual|volunteer) will (?:then )?be (?!excluded|included|eligible|ineligible|enrolled|recruited|considered|required)\w+"
)
_ASKED_LATER = re.compile(
    r"\b(?:patients?|subjects?|participants?|individuals?|volunteers?|women|men|they)\b[^.]*\bwill be (?:asked|placed|instructed|offered|advised|contacted|monitored|followed|informed|counsel\w+|questioned|encouraged|withdrawn|recorded)\b"
)
"""What is done with those who are in the study, which a sentence beside a condition may tell."""
_PERMISSION = re.compile(
    r"(?<!who )(?<!that )(?<!which )\bmay (?:have (?:received|had|been)|receive|continue|remain|be repeated)\b"
    r"|^(?:can|may) (?:also )?(?:(?:be|have been) (?:previously )?(?:treated|given|taking|receiving|on)|have had)\b"
    r"|^(?:(?:these|the|all|eligible) )?(?:patients?|subjects?|participants?|individuals?|volunteers?|they|women|men|children) (?:(?:with|who have) (?:[\w-]+ ){1,6}?)?(?:(?:may|can)(?: also)? have|may (?:also |still |concurrently )?(?:take|use|be (?:taking|using|receiving|on|treated|given)))\b"
    r"|(?<!that )(?<!which )(?<!who )\bmay (?:also |still )?be (?:taken|used|given|continued|administered|co-?administered|prescribed)\b"
)
# "Patients may have received no more than two regimens" asks for no more.
_UP_TO = re.compile(
    r"\b(?:up to|no more than|not more than|at most|a maximum|only|fewer than|less than|no)\b|[<\u2264]"
)


def is_permission(kind: CriterionKind, words: str, items: Sequence[Item]) -> bool:
    """Whether a sentence only says that somebody is not left out: "patients with eczema may be included"."""
    main = _BRACKET.sub(" ", words) if "(" in words else words
    said = (PERMITTED if kind == "exclusion" else _MAY_BE).search(main)
    ends = said is not None and _TO_STUDY.fullmatch(main, said.end()) is not None
    return ends and not any(is_kind(item, *_TURNS) for item in items)


def before_words(items: Sequence[Item], end: int) -> list[Item]:
    """The items before a place of the text; a time whose words go on beyond it ("before enrollment is allowed") ends there."""
    row = [item for item in items if item.start < end]
    if row and row[-1].end > end and isinstance(last := row[-1], Token):
        row[-1] = last._replace(end=end, text=last.text[: end - last.start].rstrip())
    return row


def with_permissions_apart(stretches: Sequence[list[Item]], text: str) -> list[list[Item]]:
    """The sentences, each cut where it goes on to permit something: "no chemotherapy, but adjuvant chemotherapy is allowed"."""
    return [part for items in stretches for part in _cut_at_permission(items, text)]


def _cut_at_permission(items: list[Item], text: str) -> list[list[Item]]:
    last = items[-1]
    if len(items) > 2 and isinstance(last, Group) and last.items and is_kind(items[0], Kind.NEGATION):
        # "No prior chemotherapy (adjuvant chemotherapy is allowed)"
        words = clean(text[last.items[0].start : last.items[-1].end])
        permits = PERMITTED.search(words)
        if permits is not None and _TO_STUDY.fullmatch(words, permits.end()):
            return [items[:-1], last.items]
    place = next((n for n, item in enumerate(items) if n and isinstance(item, Token) and item.text in _TURNING), None)
    if place is None or place + 1 == len(items):
        return [items]
    words = _BRACKET.sub(" ", clean(text[items[place + 1].start : items[-1].end]))
    permitted = PERMITTED.search(words)
    denies = is_kind(items[place + 1], Kind.NEGATION)  # "Gout but no need of treatment may be included"
    if permitted is None or denies or not _TO_STUDY.fullmatch(words, permitted.end()):
        return [items]
    end = place - 1 if is_kind(items[place - 1], Kind.COMMA) else place
    return [items[:end], items[place + 1 :]] if end else [items]


_ENTRY = re.compile(r"\s*(?P<short>[A-Z][\w-]{1,8})(?:\s*[:=]\s*|\s+)(?P<long>[a-zA-Z][^,;]*)")
_FEW_ENTRIES = 3
_NOTHING = frozenset({"na", "n/a", "none", "nil", "n.a"})


def is_glossary(text: str) -> bool:
    """Whether a sentence only spells out abbreviations ("TG triglycerides, SBP systolic blood pressure")."""
    if text.count(",") + text.count(";") < _FEW_ENTRIES - 1:
        return False
    pieces = re.split(r"[,;]", text)
    entries = [found for piece in pieces if (found := _ENTRY.match(piece))]
    spelled = [entry for entry in entries if _spells_out(entry["short"], entry["long"])]
    return len(spelled) >= _FEW_ENTRIES and len(spelled) >= len(pieces) * 0.6


def _spells_out(short: str, long: str) -> bool:
    capitals = [letter.lower() for letter in short if letter.isupper()]
    return len(capitals) > 1 and long[:1].lower() == capitals[0]


_OF_SITES = re.compile(
    r"^\W*(?:\d+\W+)?(?:exclusion\s+criteria\s+include[sd]?\s+|inclusion\s+criteria\s+include[sd]?\s+)?(?:all\s+|any\s+)?"
    r"(?:icus?|intensive\s+care\s+units|hospitals|clinics|cent(?:er|re)s|sites|wards|units|departments|institutions|practices|schools|facilities|nursing\s+homes)\s+(?:with|that|which|where|without|who|whose|having|must|should|average)\b"
)
"""What is asked of a place where the study is held, and of no patient."""
_OURS = re.compile(r"\W*(?:we|our)\s")
"""How those who wrote the protocol begin to speak of themselves."""
_BRACKET = re.compile(r"\([^()]*\)")


def asks_nothing(words: str) -> bool:
    """Whether a sentence states no condition: a remark, a step of the study, a permission."""
    main = _BRACKET.sub(" ", words) if "(" in words else words
    if (
        _OURS.match(main)
        or _OF_SITES.match(main)
        or main.strip(" .") in _NOTHING
        or _states_nothing().search(main)
        or ("will" in main and (_PROCEDURE.search(main) or _STEP.match(main)))
    ):
        return True
    allowed = _PERMISSION.search(main)
    return allowed is not None and _UP_TO.search(main, allowed.end()) is None


def tells_of_later(words: str) -> bool:
    """Whether a sentence beside a condition says what will be done with some of the patients: "… will be asked to stop"."""
    return "will be" in words and _ASKED_LATER.search(words) is not None


@cache
def _states_nothing() -> Phrases:
    return Phrases(cues().no_condition)
