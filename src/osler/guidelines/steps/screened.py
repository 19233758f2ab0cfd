"""Screening looks for a disease in those who are not known to have it."""

from __future__ import annotations

import re

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.steps.whose import problem_named
from osler.guidelines.types import PatientFacts

_SCREENS_FOR = re.compile(
    r"\bscreen(?:ed|ing|s)?\b[^.;]{0,60}?\bfor\s(?P<what>[^.;,()]{3,60}?)"
    r"(?=\s(?:every|with|at|in|by|using|if|when|from|annually|yearly|once|who|aged|during)\b|[.,;(]|$)",
    re.IGNORECASE,
)


def known_already(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> list[str]:
    """The problems of the patient for which a recommendation would screen."""
    found = []
    # What was done once may be due again: it is a disease that somebody has already.
    patient = patient.model_copy(update={"procedures": []})
    for match in _SCREENS_FOR.finditer(text):
        every = read_statement(match["what"], vocabularies).named
        for named in every:
            # Cervical cancer is what is looked for, not cancer.
            part = any(named.text != other.text and named.text in other.text for other in every)
            problem = None if named.drug or part else problem_named(named.text, match["what"], patient, vocabularies)
            # What says less than is looked for is not it: "asymptomatic" where asymptomatic bacteriuria is.
            less = problem is not None and frozenset(stems(problem)) < frozenset(stems(named.text))
            if problem is not None and not less and problem not in found:
                found.append(problem)
    return found
