"""The cautions that concern an answer: about drugs that are asked for, advised or taken, or by what the record says."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from osler.core.terminology import Vocabularies
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.nameless import gives_dose
from osler.guidelines.steps.naming import drugs_in, named_by
from osler.guidelines.steps.safety import Caution, advises_drug
from osler.guidelines.steps.whose import ALLERGIC, HAS, PREGNANT, TAKES, UNLESS

_AGED = re.compile(r"the patient is (?:\d|a child)")


def relevant(
    cautions: Sequence[Caution],
    used: Sequence[Candidate],
    question: str,
    vocabularies: Vocabularies,
    taken: Sequence[str] = (),
) -> list[Caution]:
    """The cautions about drugs that are asked for, advised or taken; another dose of a drug only where that drug is spoken of."""
    spoken = drugs_in(question, vocabularies) | {
        drug
        for candidate in used
        for text in candidate.quoted
        if advises_drug(text, vocabularies)
        for drug in drugs_in(text, vocabularies)
    }
    dosed = spoken
    spoken = spoken | {drug for name in taken for drug in drugs_in(name, vocabularies)}
    # What is no drug of the vocabularies (a vaccine, a pill, a procedure) is warned of where it is on the topic.
    told = {
        text: bool(one.applicability.special)
        for one in used
        if one.fits and one.applicability.fit == "applies"
        for text in one.quoted
    }
    # A guideline that advises a drug is asked what it says against drugs beside what this patient takes, or is allergic to.
    advising = {
        one.chunk.document_id
        for one in used
        if one.fits and any(advises_drug(text, vocabularies) and drugs_in(text, vocabularies) for text in one.quoted)
    }
    # What the very passages that answer bar for a condition of the patient is not left out because another drug is asked for.
    cited = {one.chunk.id for one in used if not one.chunk.recommendation_id}
    answering = {one.chunk.document_id for one in used if one.fits}
    found = [
        caution
        for caution in cautions
        if not _is_of_another_drug(caution, dosed, answering, vocabularies)
        and (
            named_by(caution.drugs, spoken, vocabularies)
            or (caution.document_id in advising and _is_of_the_record(caution))
            or (caution.chunk_id in cited and _is_of_a_condition(caution))
            or (
                not caution.drugs
                and (told.get(caution.sentence) or (caution.sentence in told and not _is_age(caution)))
            )
        )
    ]
    return sorted(found, key=lambda one: bool(UNLESS.search(one.sentence)))


def _is_of_another_drug(
    caution: Caution, spoken: frozenset[str], answering: Set[str], vocabularies: Vocabularies
) -> bool:
    """Whether a caution gives a dose of a drug that neither question nor answer speaks of.

    What the patient takes is spoken of by the guideline that answers; what another says of its dose is for what that treats.
    """
    if named_by(caution.drugs, spoken, vocabularies):
        return False
    if caution.changes:
        return caution.document_id not in answering
    return gives_dose(caution.sentence, vocabularies)


def _is_of_the_record(caution: Caution) -> bool:
    """Whether a caution concerns the patient by a medicine or an allergy of theirs."""
    return caution.because.startswith((TAKES, ALLERGIC))


def _is_of_a_condition(caution: Caution) -> bool:
    """Whether a caution concerns the patient by a condition or a pregnancy of theirs."""
    return bool(caution.drugs) and caution.because.startswith((HAS, PREGNANT))


def _is_age(caution: Caution) -> bool:
    """Whether a caution concerns the patient by nothing but an age."""
    return bool(_AGED.match(caution.because))
