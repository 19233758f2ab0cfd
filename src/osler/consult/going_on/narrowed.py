"""A follow-up that narrows what was just listed: "only the cardiac ones", "just the flu ones since 2015"."""

from __future__ import annotations

import datetime as dt
import re

from osler.consult.record.called import words
from osler.consult.record.periods import Period, read_periods
from osler.consult.types import Subject
from osler.consult.wording.folded import folded
from osler.core.terminology import Vocabularies

_NARROWS = re.compile(
    r"(?:(?:and|so|ok|okay|no|but|actually|sorry|well|then)[ ,]+)*"
    r"(?:(?P<only>(?:(?:can|could) you )?(?:just|only)(?: (?:show|give|list|tell)(?: me)?)?|i (?:want|need|meant?) (?:just|only)|i (?:just|only) (?:want|need|meant)|(?:show|give|list)(?: me)? (?:just|only))|(?P<which_are>which (?:of (?:them|those|these) )?(?:are|were))|what about|how about|and)"
    r" (?:the |my |his |her |those |any |all )*(?P<which>[a-z][\w'/ -]*?)"
    r"(?P<ones> (?:ones?|types?|kinds?|sort))?(?P<time>,? (?:since|in|from|before|after|between|during|until|this|last) [\w ,-]*\d[\w ,-]*| (?:this|last) year)?(?: please| pls| then)?"
)
_STANDING = frozenset(
    ["active", "current", "resolved", "stopped", "inactive", "past", "old", "ongoing", "chronic", "new"]
)
_ANY_DAY = dt.date(2020, 1, 1)
_LONGEST = 10
_FORMS = {
    "vaccine": "Which {which} vaccines did I have{time}?",
    "condition": "Which of my conditions are {which}{time}?",
    "medication": "Which {which} medicines did I have{time}?",
    "procedure": "Which {which} procedures did I have{time}?",
    "visit": "Which {which} visits did I have{time}?",
    "allergy": "Am I allergic to {which}?",
}
_BY_STANDING = {
    "condition": "Which {which} conditions do I have{time}?",
    "medication": "Which of my medicines are {which}{time}?",
}


def narrowed(message: str, subject: Subject | None) -> str:
    """The message; where it narrows the entries that were just listed or pointed to, asked of their kind."""
    lower = folded(message).rstrip(" ?!.")
    match = _NARROWS.fullmatch(lower)
    if (
        match is None
        or subject is None
        or len(lower.split()) > _LONGEST
        or not (match["only"] or match["ones"] or match["which_are"])
    ):
        return message
    which, time = match["which"].strip(), match["time"] or ""
    if set(which.split()) <= _POINTS or read_periods(which, _ANY_DAY).period != Period():
        return message  # "the last ones", "only 2019": no name
    if subject.kind == "observation":
        return _of_values(which, subject, message)
    forms = _BY_STANDING if which in _STANDING and subject.kind in _BY_STANDING else _FORMS
    form = forms.get(subject.kind)
    return form.format(which=which, time=time.replace(",", "")) if form is not None else message


_NAMED_ALONE = re.compile(
    r"(?:(?:and|so|ok|okay)[ ,]+)*(?:(?:what|how) about )?(?:the |his |her |my )?(?P<name>[a-z][a-z -]{2,30}?)(?: ones?)?"
)
_INFECTION = "MONDO:0005550"


def of_its_vaccine(message: str, subject: Subject | None, vocabularies: Vocabularies) -> str:
    """The message; where it names an infection and nothing else after a vaccine, the vaccine against it asked for."""
    named = _NAMED_ALONE.fullmatch(folded(message).rstrip(" ?!."))
    if named is None or subject is None or subject.kind != "vaccine":
        return message
    name = named["name"]
    whole = [match for match in vocabularies.find(name) if (match.start, match.end) == (0, len(name))]
    known = any(vocabularies.hierarchy.is_a(one, _INFECTION) for match in whole for one in match.concept_ids)
    return f"Have I had the {name} vaccine?" if known else message


_POINTS = frozenset(
    [
        "the",
        "one",
        "ones",
        "that",
        "those",
        "this",
        "last",
        "first",
        "latest",
        "most",
        "recent",
        "second",
        "third",
        "other",
        "newest",
        "oldest",
    ]
)


def _of_values(which: str, subject: Subject, message: str) -> str:
    """Of several measures those that bear a word that is named."""
    named = [part for part in re.split(r",| and | or |/|&", which) if part.strip()]
    meant = [name for part in named for name in subject.names if {*words(part)} and {*words(part)} <= {*words(name)}]
    asked = [f"what was my last {name.lower()}?" for name in dict.fromkeys(meant)]
    return " ".join(asked) if asked and len(subject.names) > 1 else message
