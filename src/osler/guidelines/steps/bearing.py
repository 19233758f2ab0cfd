"""Whether somebody may be pregnant, by their age."""

from __future__ import annotations

from osler.guidelines.types import PatientFacts

BEARING = (12, 55)
"""Ages between which a woman may be pregnant; USPSTF and WHO count 15 to 49, and a margin on either side is safer."""


def past_bearing(patient: PatientFacts) -> bool:
    """Whether somebody is too old, or too young, to be pregnant."""
    too_young = patient.age_to is not None and patient.age_to < BEARING[0]
    return too_young or (patient.age_from is not None and patient.age_from > BEARING[1])
