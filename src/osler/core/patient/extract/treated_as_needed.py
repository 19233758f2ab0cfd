"""Diseases for which a medicine is there to be taken when it is needed: "salbutamol as needed for asthma"."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Experiencer, Mention, Polarity

_AROUND = 60
_NEEDED_FOR = re.compile(
    r"\b(?:(?:as|when|if|where)\s(?:needed|required|necessary)|prn|p\.r\.n\.?|on demand)\s(?:for|against)\s(?:(?:his|her|their|the|mild|known)\s)?$",
    re.IGNORECASE,
)
_SYMPTOM = re.compile(
    r"insomnia|sleep|anxiety|agitation|constipation|diarrh|reflux|heartburn|dyspepsia|indigestion|cough|itch|prurit|rash|spasms?|vertigo|"
    r"dizziness|nausea|vomit|pain|ache|fever|dyspn|breath|wheez|congestion|swelling",
    re.IGNORECASE,
)
"""What vocabularies have as a disease too, and medicines are written up for in case it comes."""


def is_treated_as_needed(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether a disease is one for which a medicine is kept: the bout may come or not, the disease is there; a mere symptom is not."""
    said = mention.assertion
    if said.polarity is not Polarity.HYPOTHETICAL or said.experiencer is not Experiencer.PATIENT:
        return False
    if _SYMPTOM.search(mention.text) or not any(one.startswith("MONDO:") for one in mention.concept_ids):
        return False
    if _NEEDED_FOR.search(analysed.text, max(0, mention.start - _AROUND), mention.start) is None:
        return False
    taken = analysed.medications_between(mention.start - _AROUND, mention.start)
    return bool(taken) and taken[-1].state in (None, "active")
