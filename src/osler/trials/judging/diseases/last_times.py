"""Diseases that a note dates by the last time they were there: "last admission with ketoacidosis in 2015"."""

from __future__ import annotations

import re
from datetime import date

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.language import Experiencer, Mention, Polarity
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import DAYS, days_of, reach_of

_LAST = re.compile(
    r"\b(?:last|latest|most recent)\s(?:(?:episodes?|attacks?|bouts?|flares?|admissions?|admitted|hospitali[sz](?:ation|ed)|events?|"
    r"documented|known|proven|confirmed|severe|major|acute|was|with|for|of|due|to|an?|the)\s){0,5}$",
    re.IGNORECASE,
)
"""What stands before a disease whose last time is told."""
_DATED = re.compile(r"\s*(?:[(,:–-]|\b(?:was|occurred|happened|in|on|back|dated)\b|\s)*", re.IGNORECASE)
_YEAR = re.compile(r"(?:19|20)\d\d\b(?![-/.]\d)")


def by_last_time(atom: Finding, view: PatientView) -> Proof | None:
    """The denial of a disease within a time by the last time of it, or of something wider; a later one would have been the last."""
    reach = reach_of(atom)
    if not reach or view.day is None or any(window.after for window in atom.windows):
        return None
    concepts = named(atom.name, view.vocabularies).concepts
    asked = concepts | lineage_of(concepts, view.vocabularies)
    for sentence in view.sentences:
        for mention in view.mentions:
            if not _is_last(mention, sentence, asked):
                continue
            ago = _least_days_ago(sentence, mention.end - sentence.start, view.day, view)
            if ago is not None and ago > max(reach):
                return proof_of(TruthValue.NOT_MET, atom, f"the last one was at least {ago} days ago", [sentence.span])
    return None


def _is_last(mention: Mention, sentence: NumberedSentence, asked: frozenset[str]) -> bool:
    """Whether a sentence tells of the last time of what a mention names, which is what is asked or wider."""
    inside = mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.start + len(
        sentence.text
    )
    if not inside or not asked.intersection(mention.concept_ids):
        return False
    said = mention.assertion
    own = said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT
    # The word may be read as part of the name: "last fit".
    named_last = re.match(r"(?:last|latest|most recent)\s", mention.text, re.IGNORECASE) is not None
    return own and (named_last or _LAST.search(sentence.text[: mention.start - sentence.start]) is not None)


def _least_days_ago(sentence: NumberedSentence, place: int, day: date, view: PatientView) -> int | None:
    """How many days ago at least it was what ends at a place, by the time right behind it."""
    joint = _DATED.match(sentence.text, place)
    at = joint.end() if joint else place
    if (year := _YEAR.match(sentence.text, at)) is not None:
        return (day - date(int(year[0]), 12, 31)).days
    for time in view.times_in(sentence):
        if not place <= time.start <= at < time.end:
            continue
        if time.date is not None:
            return (day - days_of(time.date, time.date_precision)[1]).days
        if time.kind == "ago" and time.years:
            return int(time.years * DAYS["years"])
    return None
