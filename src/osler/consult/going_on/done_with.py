"""What somebody did with the medicine that was just spoken of: "stopped it on Monday", "she took me off it", "they upped it to 20"."""

from __future__ import annotations

import re

from osler.consult.extraction import KINDS, Extraction
from osler.consult.record.called import words
from osler.consult.types import Subject
from osler.core.patient import PatientRecord, Status
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.going_on", "done_with.yml", flags=re.IGNORECASE)
_LONGEST = 16
"""Words of a message that tells one deed."""


def named_in_deed(message: str, subject: Subject | None, vocabularies: Vocabularies) -> str:
    """The message, with the medicine named that it says something was done with; itself where it asks or names its own."""
    if subject is None or message.rstrip().endswith("?") or len(message.split()) > _LONGEST:
        return message
    if not _is_of_medicines(subject, vocabularies):
        return message
    for form in _TABLE.rules["forms"]:
        match = re.match(_written(form["says"]), message.strip(), re.IGNORECASE)
        names = _meant(match["what"].lower(), subject) if match is not None else ""
        if match is not None and names:
            who = match.groupdict().get("who") or "I "
            told = form["told"].format(who=who, deed=match["deed"], names=names)
            return f"{told}{message.strip()[match.end() :]}"
    return message


def still_taken(message: str, pending: Extraction | None, record: PatientRecord) -> str:
    """The message; where it denies a stop that waits for a word, that the medicine is still taken, or "no" where the record says so anyway."""
    asks = message.rstrip().endswith("?")
    match = None if asks else re.match(_written(_TABLE.rules["still"]), message.strip(), re.IGNORECASE)
    waiting = [*pending.medications, *pending.supplements] if pending is not None and match is not None else []
    stopped = [entry for entry in waiting if entry.status == "stopped"]
    if match is not None and match["name"]:
        spoken = set(words(match["name"]))
        stopped = [entry for entry in stopped if spoken & set(words(entry.name))]
    if len(stopped) != 1 or pending is None:
        return message
    name = stopped[0].name
    current = any(
        fact.status is Status.ACTIVE and set(words(name)) <= set(words(fact.label)) for fact in record.medications
    )
    alone = all(not getattr(pending, kind) or getattr(pending, kind) == stopped for kind in KINDS)
    return "no" if current and alone else f"no, I still take {name}"


def _is_of_medicines(subject: Subject, vocabularies: Vocabularies) -> bool:
    """Whether medicines were spoken of: those of the patient, or of anybody, by their names."""
    if subject.kind == "any" and subject.names:
        return all(_is_medicine(name, vocabularies) for name in subject.names)
    return subject.kind == "medication"


def _is_medicine(name: str, vocabularies: Vocabularies) -> bool:
    concepts = (vocabularies.concept(one) for match in vocabularies.find(name) for one in match.concept_ids)
    return any(concept is not None and concept.semantic_type is SemanticType.MEDICATION for concept in concepts)


def _written(form: str) -> str:
    """A form with the words that its parts stand for."""
    for name, said in _TABLE.rules["parts"].items():
        form = form.replace(f"<{name}>", said)
    return form


def _meant(pointer: str, subject: Subject) -> str:
    """The names that a pointing word stands for; none where it may be one of several."""
    nth = next((place for word, place in _TABLE.rules["places"].items() if word in pointer.split()), None)
    if nth is not None:
        return subject.names[nth] if len(subject.names) > max(nth, 1) else ""
    if pointer.split()[0] in _TABLE.rules["several"]:
        return " and ".join(subject.names) if len(subject.names) > 1 or pointer == "them" else ""
    return subject.names[0] if len(subject.names) == 1 else subject.single
