"""What grew in a culture → an observation with the organism: "Blood cultures: Strep pneumoniae", "urine grew E. coli"."""

from __future__ import annotations

import re

from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.types import Observation, PatientRecord

_GENUS = (
    r"(?:Strep(?:tococcus)?|Staph(?:ylococcus)?|Escherichia|Klebsiella|Pseudomonas|Enterococcus|Enterobacter|Haemophilus"
    r"|Candida|Proteus|Serratia|Acinetobacter|Listeria|Salmonella|Campylobacter|Neisseria|Moraxella|Citrobacter|Bacteroides"
    r"|Clostridi(?:um|oides)|Legionella|Mycobacterium|Aspergillus|Cryptococcus|Stenotrophomonas|Burkholderia|Nocardia|[A-Z]\.)"
)
_ORGANISM = rf"(?:{_GENUS}\s?(?:(?!in\b|and\b|from\b|sensitive\b|resistant\b)[a-z]{{3,}})?|[Gg]roup [ABG] [Ss]trep\w*|MRSA|MSSA|VRE|CoNS)"
_CULTURE = re.compile(
    r"\b(?P<test>(?:[Bb]lood|[Uu]rine|[Ss]putum|[Ww]ound|CSF|[Ss]tool|[Ff]luid|[Aa]scit\w+|[Tt]issue|[Pp]us|BAL|MSU)(?:\s[Cc]ultures?|\s(?=grew|grown))?|[Cc]ultures?)"
    r"(?:\s(?:\w+\s)?(?:grew|grown|growing|positive for|isolated|showed|with)|\s?[:=-]|\s(?:\+ve|positive)\s?[:(-])\s(?:a\s|heavy growth of\s|growth of\s|scanty\s)?"
    rf"(?P<organism>{_ORGANISM})"
)


def add_cultures(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add each organism that a culture of the patient's grew."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    for found in _CULTURE.finditer(analysed.text):
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
