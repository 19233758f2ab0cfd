"""What a sentence of advice hangs on and nobody told of the patient: conditions, clauses, allergies."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from osler.core.library import Population, pregnancy_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.steps.limits import held, limits_in
from osler.guidelines.steps.naming import drugs_in, speaks_of
from osler.guidelines.steps.qualifiers import bare
from osler.guidelines.steps.whose import (
    ASIDE,
    UNLESS,
    WHO_TAKES,
    WITHOUT,
    allergy_in,
    conditions_in,
    has_named,
    in_context,
    note_stems,
    takes_other,
)
from osler.guidelines.steps.wide import depends_on, is_wide
from osler.guidelines.types import PatientFacts

_STATE = re.compile(
    r"(?:with|who (?:have|has|had|are|were|is|lives?|works?|resides?|travels?)|living|working|residing|if|when|where|once)\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"(?:who )?(?:lives?|works?|resides?|travels?|living|working|residing)\b", re.IGNORECASE)
_IF = re.compile(
    r"\b(?:if|when|where|once(?= (?:the|an?|they|all|\w+ (?:is|are|has|have))\b))\b(?! or\b)[^,;.()]{4,120}",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"\b(?:needed|required|necessary|possible|appropriate|available|indicated|contra-?indicated|tolerated|suitable|unsuitable|cannot be|used|given|started|starting|stopped|taken|taking|prescrib\w+|treatment|treated|treating|diagnos\w+|confirmed|due|offered|older|younger|aged?|pregnan\w+)\b",
    re.IGNORECASE,
)
"""What a clause says of the advice itself, or what other steps decide: it is no condition of the patient."""
_ALLERGIC = re.compile(r"(?<!not )\ballergic to [\w-]+|(?<=with )(?:an? )?(?!no\b)[\w-]+ allergy\b", re.IGNORECASE)
_AND_WHO = re.compile(r"\s(?:and )?(?=who (?:have|has|had|are|were|is)\b)", re.IGNORECASE)
_COUNTED = frozenset(stems("more least than year years month months week weeks day days times daily patient people"))
"""Words of counting, which tell nothing of a patient."""
_IS = re.compile(r"\b(?:is|are|be|being)\s+$", re.IGNORECASE)
_AKIN = 0.6
_TELLING = 4
"""Letters that two forms of a word share: smoke and smoker."""


def missing_in(phrases: Iterable[str], patient: PatientFacts, vocabularies: Vocabularies, about: str = "") -> str:
    """The first condition that phrases of people name ("with lower urinary tract infection") and that is not known of the patient.

    What a guideline is `about` is taken to be what somebody has of whom no problem at all was told.
    """
    if not patient.is_known:
        return ""
    if about and not patient.problems:
        patient = patient.model_copy(update={"noted": [*patient.noted, about]})
    asked = ((names, phrase) for phrase in phrases for names in conditions_in(ASIDE.sub(" ", phrase), vocabularies))
    return next(
        (
            depends_on(in_context(names[0], phrase), patient, vocabularies) or names[0]
            for names, phrase in asked
            if not any(_is_known(name, phrase, patient, vocabularies) for name in names)
        ),
        "",
    )


def _is_known(name: str, phrase: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether the patient has something, by any of its names in the record, the notes or the question."""
    if held(f"with {name}", patient).met:
        return True  # a value says it: a fever
    # Which stage it is of, or how severe it is, another step decides; a wide word is what the phrase makes of it.
    groups = (phrase,) if is_wide(in_context(name, phrase)) else (name, phrase)
    return any(has_named(one, group, patient, vocabularies) for group in groups for one in (name, bare(name))) or any(
        speaks_of(name, one, vocabularies) for one in patient.noted
    )


def narrowing_of(population: Population) -> tuple[str, ...]:
    """What narrows a population beyond its pregnancy, which is judged by itself: "who are not pregnant"."""
    return tuple(one for one in population.conditions if pregnancy_of(one) is None)


def clauses_of(text: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The clauses on which a sentence of advice hangs ("if haemolysis is suspected"), without those that a value decides."""
    found = (" ".join(match.group().split()) for match in _IF.finditer(UNLESS.sub(" ", text)))
    return tuple(
        one
        for one in found
        if not limits_in(one) and (not _GENERAL.search(one) or conditions_in(ASIDE.sub(" ", one), vocabularies))
    )


def untold_in(phrases: Iterable[str], told: str, patient: PatientFacts, vocabularies: Vocabularies) -> str:
    """The first phrase that narrows people in words which no vocabulary knows ("who are mainly sedentary") and of which nothing was told."""
    if not patient.is_known:
        return ""
    known = frozenset(
        stems(WITHOUT.sub(" ", " ".join([told, *patient.problems, *patient.procedures, *patient.states])))
    )
    known = known.union(*map(note_stems, patient.noted))
    for phrase in (part for whole in phrases for part in _AND_WHO.split(whole)):
        if (
            not _STATE.match(phrase)
            or conditions_in(phrase, vocabularies)
            or limits_in(phrase)
            or (drugs_in(phrase, vocabularies) and not _PLACE.match(phrase))
        ):
            continue
        # A drug in the name of a place ("low soil iodine") is told by nobody who asks about the drug.
        aside = _COUNTED.union(*map(stems, drugs_in(phrase, vocabularies)))
        wanted = [stem for stem in stems(_STATE.sub(" ", phrase)) if len(stem) >= _TELLING and stem not in aside]
        if wanted and not any(_are_akin(stem, other) for stem in wanted for other in known):
            return phrase
    return ""


def untold_drug(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> str:
    """The medicine that the people of a sentence take and that nobody told of the patient."""
    marker = WHO_TAKES.search(text)
    # Behind a drug that is given, who takes another is one of several clauses.
    if marker is None or ";" in text or drugs_in(text[: marker.start()], vocabularies):
        return ""
    # "Is treated with" is what is advised, not what its people take.
    if _IS.search(text[: marker.start()]) or not takes_other(text, patient, vocabularies):
        return ""
    wanted = drugs_in(text[marker.end() :], vocabularies)
    told = frozenset(drug for one in patient.noted for drug in drugs_in(one, vocabularies))
    return f"taking {min(wanted)}" if wanted and not wanted & told else ""


def untold_allergy(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> str:
    """The allergy that the people of a sentence have and that nobody told of the patient."""
    found = _ALLERGIC.search(WITHOUT.sub(" ", UNLESS.sub(" ", text)))
    return "" if found is None or allergy_in(text, patient, vocabularies) else " ".join(found.group().split())


def _are_akin(one: str, other: str) -> bool:
    """Whether two words are forms of one: smoke and smoker, but not haemolysis and haemodialysis."""
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return shared >= max(_TELLING, _AKIN * max(len(one), len(other)))
