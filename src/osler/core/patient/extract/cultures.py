"""What grew in a culture → an observation with the organism: "Blood cultures: Strep pneumoniae", "urine grew E. coli"."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.extract.lexicon import rules, words
from osler.core.patient.types import Observation, PatientRecord
from osler.first_letters import each_match

_TEST = (
    r"\b(?P<test>(?:[Bb]lood|[Uu]rine|[Ss]putum|[Ww]ound|CSF|[Ss]tool|[Ff]luid|[Aa]scit\w+|[Tt]issue|[Pp]us|BAL|MSU)(?:\s[Cc]ultures?|\s(?=grew|grown))?|[Cc]ultures?)"
    r"(?:\s(?:\w+\s)?(?:grew|grown|growing|positive for|isolated|showed|with)|\s?[:=-]|\s(?:\+ve|positive)\s?[:(-])\s(?:a\s|heavy growth of\s|growth of\s|scanty\s)?"
)


@cache
def _culture() -> re.Pattern[str]:
    """A culture and the organism that it grew."""
    genus = "|".join(sorted(rules()["genera"], key=len, reverse=True))
    letters = "|".join(rules()["germs_in_letters"])
    species = r"\s?(?:(?!in\b|and\b|from\b|sensitive\b|resistant\b)[a-z]{3,})?"
    return re.compile(rf"{_TEST}(?P<organism>(?:{genus}|[A-Z]\.){species}|[Gg]roup [ABG] [Ss]trep\w*|{letters})")


def tells_of_germs(text: str) -> bool:
    """Whether a text speaks of what was grown from a specimen."""
    return any(words(name).search(text) for name in ("genera", "germs_in_letters", "cultured"))


def add_cultures(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add each organism that a culture of the patient's grew."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    for found in each_match(_culture(), analysed.text):
        said = analysed.assertion_at(*found.span("organism"))
        if said.experiencer is not Experiencer.PATIENT or said.polarity is not Polarity.PRESENT:
            continue
        record.observations.append(
            Observation(
                id=f"observation-{len(record.observations) + 1}",
                text=found["test"],
                value_text=found["organism"].strip(),
                evidence=[document.span(*found.span())],
            )
        )
