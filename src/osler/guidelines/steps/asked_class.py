"""The class of drugs that a question asks for ("which antibiotic?"), and what other guidelines say of drugs outside it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.naming import drugs_in, is_class, named_by


def of_asked_class(
    candidates: Sequence[Candidate], question: str, taken: Iterable[str], vocabularies: Vocabularies
) -> list[Candidate]:
    """The candidates without what other guidelines say of drugs that are of another class than the one asked for.

    A guideline that answers keeps all that it says: vocabularies do not know every member of a class.
    """
    wanted = _classes(with_clinical_names(question), vocabularies)
    drugs = [_drugs(one, vocabularies) for one in candidates]
    inside = [bool(wanted) and bool(named_by(wanted, named, vocabularies)) for named in drugs]
    answering = {one.chunk.document_id for one, within in zip(candidates, inside, strict=True) if within and one.fits}
    if not answering:
        return list(candidates)
    own = frozenset(drug for name in taken for drug in drugs_in(name, vocabularies))
    return [
        one
        for one, named, within in zip(candidates, drugs, inside, strict=True)
        if within or not named or named & own or one.chunk.document_id in answering
    ]


def _classes(question: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The classes that a question names; none, where it names a drug of its own as well."""
    named = drugs_in(question, vocabularies)
    classes = frozenset(
        name
        for name in named
        for match in vocabularies.find(name)
        if any(is_class(one, vocabularies) for one in match.concept_ids)
    )
    return classes if classes == named else frozenset()


def _drugs(one: Candidate, vocabularies: Vocabularies) -> frozenset[str]:
    return frozenset(drug for text in one.quoted for drug in drugs_in(text, vocabularies))
