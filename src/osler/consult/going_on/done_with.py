"""What somebody did with the medicine that was just spoken of: "stopped it on Monday", "she took me off it", "they upped it to 20"."""

from __future__ import annotations

import re

from osler.consult.types import Subject
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
    for name, words in _TABLE.rules["parts"].items():
        form = form.replace(f"<{name}>", words)
    return form


def _meant(pointer: str, subject: Subject) -> str:
    """The names that a pointing word stands for; none where it may be one of several."""
    nth = next((place for word, place in _TABLE.rules["places"].items() if word in pointer.split()), None)
    if nth is not None:
        return subject.names[nth] if len(subject.names) > max(nth, 1) else ""
    if pointer.split()[0] in _TABLE.rules["several"]:
        return " and ".join(subject.names) if len(subject.names) > 1 or pointer == "them" else ""
    return subject.names[0] if len(subject.names) == 1 else subject.single
