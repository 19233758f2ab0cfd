"""Medicines that are told by their look or by how they are taken: no record has colours, so those that may be meant are named."""

from __future__ import annotations

import re

from osler.consult.heard.standing import taken_now
from osler.consult.record.called import words
from osler.consult.record.reading.table import rules
from osler.consult.types import ReplySentence, SourceLine, Subject
from osler.core.patient import PatientRecord

NO_COLOURS = "The record does not say what colour a medicine is."
WHICH_OF = "What it holds as current {kind}: {names}. Please name the one you mean."
WHICH_WAS_IT = "Which one was it? The record holds as current {kind}: {names}."
NONE_OF_THEM = "It holds no current {kind}. Please name the medicine."
WHICH_ONE = "Which one is it? Please name it, and how much of it is taken and how often, if you know."
_COLOUR = r"(?:(?:light|dark|bright|pale) )?(?:blue|brown|purple|lilac|pink|white|yellow|red|green|orange|grey|gray|black|beige|turquoise)"
_SIZE = r"(?:little|small|tiny|big|large|long|round|oval)"
_LOOK = re.compile(
    rf"\b(?:the|my|his|her|that|this|those|these|an?|some) (?:{_SIZE} )*{_COLOUR} (?:{_SIZE} )*(?P<form>ones?|inhalers?|puffers?|tablets?|pills?|capsules?|pens?|medicines?|medications?|meds)\b",
    re.IGNORECASE,
)
_PUFFS = re.compile(r"\bpuff(?:s|ed|ing)\b(?! (?:out|up)\b)", re.IGNORECASE)
_TAKEN = re.compile(
    r"\b(?:tak(?:e|es|en|ing)|took|us(?:e|es|ed|ing)|stop\w*|start\w*|need\w*|puff\w*|inhal\w*|dos(?:e|es)|run out|ran out|(?:i'm|am i|i am|he's|is he|she's|is she) on)\b",
    re.IGNORECASE,
)
_SOLID = frozenset({"tablet", "pill", "capsule"})
_UNNAMED = re.compile(
    r"\b(?:start(?:ed)?|began|begun|stopp(?:ed)?|stop|taking|take|took|given|gave|prescribed|put (?:me )?on|on|changed|got|quit|came off)\b"
    r"(?: (?:me|taking|using|on))* (?:an?|the|some|another|one|my|two|these|those)(?: (?:new|different|other|old|stronger|blue|white|small))* "
    r"(?:pills?|tablets?|capsules?|meds?|medicines?|medications?|drugs?|injections?|cream|inhaler|drops|antibiotics?|course)\b",
    re.IGNORECASE,
)
"""A medicine that is told of and not named."""


def told_unnamed(message: str) -> bool:
    """Whether a message tells of a medicine that it does not name."""
    return _UNNAMED.search(message) is not None


def by_look(message: str, record: PatientRecord, before: Subject | None) -> list[ReplySentence] | None:
    """What is said of a medicine that is told by its colour, or by its puffs alone; None where neither is."""
    look = _LOOK.search(message)
    form = look["form"].lower().removesuffix("s") if look is not None else "inhaler"
    spoken = before is not None and before.kind == "medication"
    if look is not None and form == "one" and not (spoken or _TAKEN.search(message)):
        return None  # a red one on the arm is no medicine
    if look is None and not _PUFFS.search(message):
        return None
    if form == "one" and _PUFFS.search(message):
        form = "inhaler"
    held = [fact for fact in taken_now(record) if _is_of_form(fact.label, form)]
    said = set(words(message))
    if any(said & {word for word in words(fact.label) if word.isalpha() and len(word) > len(form)} for fact in held):
        return None  # it names one
    names = "; ".join(dict.fromkeys(fact.label for fact in held))
    kind = f"{form}s" if form in _SOLID or _forms(form) else "medicines"
    sources = [SourceLine(kind="record", id=fact.id, label=fact.label) for fact in held]
    text = (WHICH_OF if look is not None else WHICH_WAS_IT) if held else NONE_OF_THEM
    lead = f"{NO_COLOURS} " if look is not None else ""
    return [ReplySentence(text=f"{lead}{text.format(kind=kind, names=names)}", sources=sources)]


def _is_of_form(label: str, form: str) -> bool:
    """Whether a product is of the form that people name; of tablets, whether its name says no other form."""
    every = rules()["medicine_forms"].values()
    if form in _SOLID:
        return not any(re.search(said, label, re.IGNORECASE) for said in every if not re.search(said, "tablet"))
    own = _forms(form)
    return re.search(own, label, re.IGNORECASE) is not None if own else True


def _forms(form: str) -> str:
    """What product names say for the form of a medicine; nothing where people name no form."""
    return next((str(said) for lay, said in rules()["medicine_forms"].items() if re.fullmatch(lay, form)), "")
