"""What is told of a relative by who asks what it means for the patient: it is not put into the record, and not passed over."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.consult.wording.people import somebody
from osler.core.terminology import Vocabularies

NOT_OWN = (
    "What you tell of {who} ({what}) is not put into this record, which holds one patient. I have no source on what it "
    "means for the patient; please tell it to whoever treats you. What this record holds of it:"
)
_TELLS = re.compile(
    r"\b(?:has|had|have|got|gets|suffers? from|suffered from|was diagnosed with|is diagnosed with|diagnosed with|died (?:of|from)|is allergic to|was allergic to|with)\b(?: (?:an?|the|some|his|her|their|severe|bad|really bad|type)\b)*",
    re.IGNORECASE,
)
_ASKS_OF_ONESELF = re.compile(
    r"\b(?:worr(?:y|ied)|concerned|risks?|likely|chances?|avoid|hereditary|genetic|inherit\w*|run in|runs in|get it|have it too|be (?:tested|checked|screened)|get (?:tested|checked|screened)|careful|mean for|matter|count for|affect (?:me|my)|should (?:i|he|she|the patient))\b",
    re.IGNORECASE,
)
"""What it means for who asks; whether the record holds the same is asked otherwise."""


class OfKin(NamedTuple):
    """Who of the family is spoken of, and what they have."""

    who: str
    what: str


def of_kin(message: str, vocabularies: Vocabularies) -> OfKin | None:
    """A relative's illness or allergy that is told before a question of oneself; None for any other message."""
    kin = somebody("(?:my|his|her|the patient's)").search(message)
    if kin is None:
        return None
    pieces = re.split(
        r"[,.;?!]\s+|\s+[-–]\s+|\s+(?=(?:so |and |but )*(?:should|am|will|could|can|do|might|does) (?:i|the patient|he|she)\b)",
        message[kin.start() :],
        maxsplit=1,
    )
    told = _TELLS.search(pieces[0]) if len(pieces) > 1 and _ASKS_OF_ONESELF.search(pieces[1]) else None
    if told is None:
        return None
    named = sorted(vocabularies.find(pieces[0][told.end() :]), key=lambda match: (match.start, -match.end))
    if not named:
        return None
    what = pieces[0][told.end() :][named[0].start : named[0].end]
    who = re.sub(r"^my\b", "your", kin.group().strip(), flags=re.IGNORECASE)
    return OfKin(who, what)


def asked_of_patient(found: OfKin, message: str) -> str:
    """The question that the record answers: when the patient had it, which is no yes to what is asked."""
    allergic = re.search(r"\ballergic\b", message, re.IGNORECASE)
    return f"am I allergic to {found.what}?" if allergic else f"when did I have {found.what}?"
