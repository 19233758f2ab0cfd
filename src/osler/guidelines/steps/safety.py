"""What in the evidence speaks against something for this patient: allergy, pregnancy, renal function, a drug taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from osler.core.library import Chunk, passage_sentences, pregnancy_of, stems
from osler.core.terminology import SemanticType, Vocabularies
from osler.guidelines.checking import read_statement, without_excluded
from osler.guidelines.everyday import everyday_words
from osler.guidelines.steps.limits import held, without_limits
from osler.guidelines.steps.qualifiers import at_odds, other_trimester
from osler.guidelines.types import PatientFacts

_ALLERGY = re.compile(r"allerg|hypersensitiv|anaphyla", re.IGNORECASE)
_ALLERGY_TO = re.compile(
    r"\b[\w-]+[ -](?=allerg|hypersensitiv)|\b(?:allerg\w+|hypersensitivity) to [\w-]+", re.IGNORECASE
)
_TOGETHER = re.compile(r"\b(?:combin\w+|together|concomitant\w*|with|interact\w*)\b", re.IGNORECASE)
_PREGNANCY = re.compile(r"\bpregnan|\btrimester\b", re.IGNORECASE)
_BREASTFEEDING = re.compile(r"\bbreast-?\s?feed|\blactati|\bnursing (?:mother|women|woman)", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"\bor\b", re.IGNORECASE)
_PREGNANT, _HAS = "the patient is pregnant", "the patient has "
_CLASSES = 6
_AGE = re.compile(r"\bchildren younger than (\d+) (years|months)", re.IGNORECASE)


@dataclass(frozen=True)
class Caution:
    """A sentence of the evidence that speaks against drugs for this patient, and why it concerns them."""

    sentence: str
    chunk_id: str
    drugs: frozenset[str]
    """The names of what it speaks against, folded."""
    because: str
    document_id: str = ""


def cautions(chunks: Iterable[Chunk], patient: PatientFacts, vocabularies: Vocabularies) -> list[Caution]:
    """Every sentence of the evidence that speaks against something for this patient."""
    found: dict[str, Caution] = {}
    for chunk in chunks:
        for sentence in passage_sentences(chunk.text):
            if read_statement(sentence.text, vocabularies).stance != "against":
                continue
            drugs = drugs_in(sentence.text, vocabularies)
            because = _because(sentence.text, patient, drugs, vocabularies)
            against = frozenset(drug for drug in drugs if because is None or drug not in because.casefold()) or drugs
            if because and drugs:
                found.setdefault(sentence.text, Caution(sentence.text, chunk.id, against, because, chunk.document_id))
    return list(found.values())


class Excluded(NamedTuple):
    """What speaks for this patient against what a sentence advises: all of it, or some of its alternatives."""

    cautions: tuple[Caution, ...]
    gone: tuple[str, ...]
    left: tuple[str, ...]
    """The alternatives that are excluded, and those that nothing speaks against, in the words of the sentence."""


def excluded_of(
    sentence: str, document_id: str, cautions: Iterable[Caution], vocabularies: Vocabularies
) -> Excluded | None:
    """What is excluded of a sentence that advises drugs; nothing, where nothing is."""
    if not advises_drug(sentence, vocabularies):
        return None
    advised = without_excluded(sentence)
    drugs = drugs_in(advised, vocabularies)
    against = [
        one
        for one in cautions
        if one.sentence != sentence
        and named_by(one.drugs, drugs, vocabularies)
        and not _disagrees(one, sentence, document_id, vocabularies)
    ]
    if not against:
        return None
    gone = frozenset(drug for one in against for drug in named_by(one.drugs, drugs, vocabularies))
    left = drugs - gone if _ALTERNATIVES.search(advised) else frozenset()
    named = [(one.text, drugs_in(one.text, vocabularies)) for one in read_statement(advised, vocabularies).named]
    return Excluded(
        tuple(against),
        tuple(dict.fromkeys(words for words, drugs_ in named if drugs_ & gone)),
        tuple(dict.fromkeys(words for words, drugs_ in named if drugs_ & left)),
    )


def _disagrees(caution: Caution, sentence: str, document_id: str, vocabularies: Vocabularies) -> bool:
    """Whether a caution is another guideline's opinion on the very people that a sentence is for: a contradiction."""
    if not caution.document_id or not document_id or caution.document_id == document_id:
        return False
    if caution.because == _PREGNANT:
        return pregnancy_of(sentence) is True
    return caution.because.startswith(_HAS) and speaks_of(sentence, caution.because.removeprefix(_HAS), vocabularies)


@dataclass(frozen=True)
class Concern:
    """A sentence of the evidence with advice for somebody who has a problem of this patient."""

    sentence: str
    chunk_id: str
    problem: str


def concerns(
    quoted: Iterable[tuple[Chunk, Sequence[str]]], patient: PatientFacts, question: str, vocabularies: Vocabularies
) -> list[Concern]:
    """Advice on the question's topic that names a problem or an allergy of the patient which the question does not."""
    brought = [one for one in (*patient.problems, *patient.allergies) if not speaks_of(question, one, vocabularies)]
    found: dict[str, Concern] = {}
    for chunk, texts in quoted:
        for text in texts:
            problem = next((one for one in brought if speaks_of(text, one, vocabularies)), None)
            if problem and problem not in found and read_statement(text, vocabularies).stance != "none":
                found[problem] = Concern(text, chunk.id, problem)
    return list(found.values())


def advises_drug(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a text advises a drug: in words, or as a row of a table that gives its dose."""
    statement = read_statement(text, vocabularies)
    dosed = any(amount.kind == "mass" for amount in statement.amounts)
    return statement.stance == "for" or (statement.stance == "none" and dosed and bool(drugs_in(text, vocabularies)))


def drugs_in(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs that a text names, folded, each under its preferred name; not what somebody is allergic to."""
    known = vocabularies.names
    found = set()
    for match in known.find(_ALLERGY_TO.sub(" ", text)):
        for one in match.concept_ids:
            concept = known.concept(one)
            if concept is not None and concept.semantic_type is SemanticType.MEDICATION:
                found.add(_one_name(one, vocabularies))
                break
    return frozenset(found)


@lru_cache(maxsize=4096)
def _one_name(concept_id: str, vocabularies: Vocabularies) -> str:
    """The name of a drug that the vocabularies know under several ids and spellings (cefalexin, cephalexin): always the same."""
    known = vocabularies.names
    group = sorted({concept_id, *vocabularies.hierarchy.same(concept_id)})
    names = [concept.name.casefold() for one in group if (concept := known.concept(one))]
    # A name that the vocabularies find in a text leads back to the drug; a long official one may not.
    return next(
        (name for name in names if set(_ids(name, vocabularies)) & set(group)), names[0] if names else concept_id
    )


def named_by(classes: Iterable[str], drugs: Iterable[str], vocabularies: Vocabularies) -> frozenset[str]:
    """Those of some drugs that are among others, or belong to a class that is: what is said of a class is said of them."""
    above = vocabularies.hierarchy
    ids = [one for name in classes for one in _ids(name, vocabularies)]
    return frozenset(
        drug
        for drug in drugs
        if drug in classes or any(above.is_a(one, other) for one in _ids(drug, vocabularies) for other in ids)
    )


@lru_cache(maxsize=4096)
def _ids(name: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    return tuple(one for match in vocabularies.find(name) for one in match.concept_ids)


def classes_in(text: str, vocabularies: Vocabularies) -> list[str]:
    """The names of the classes of the drugs that a text names, as guidelines write them."""
    known = vocabularies.names
    classes = {
        general
        for name in drugs_in(text, vocabularies)
        for one in _ids(name, vocabularies)[:3]
        for general in vocabularies.hierarchy.parents(one)
    }
    return sorted(concept.name for one in classes if (concept := known.concept(one)))[:_CLASSES]


def speaks_of(text: str, wanted: str, vocabularies: Vocabularies, codes: Sequence[str] = ()) -> bool:
    """Whether a text names something, by any of its names or codes, or the kind of thing that it is."""
    wanted_stems = frozenset(stems(wanted))
    there = frozenset(stems(text))
    if wanted_stems and wanted_stems <= there:
        return True
    known = vocabularies.names
    others = [name for one in everyday_words(wanted) for name in one.names]
    names = {one for name in (wanted, *others) for match in known.find(name) for one in match.concept_ids} | set(codes)
    above = vocabularies.hierarchy
    return any(
        one == other or above.is_a(one, other)
        for match in known.find(text)
        for other in match.concept_ids
        for one in names
    )


def _state(text: str, patient: PatientFacts) -> str | None:
    """Pregnancy and breastfeeding, where a text speaks of them."""
    if patient.pregnant and _PREGNANCY.search(text) and not other_trimester(text, patient.gestation_weeks):
        return _PREGNANT
    return "the patient is breastfeeding" if patient.breastfeeding and _BREASTFEEDING.search(text) else None


def _because(text: str, patient: PatientFacts, drugs: frozenset[str], vocabularies: Vocabularies) -> str | None:
    if state := _state(text, patient):
        return state
    for allergy in patient.allergies:
        substance = re.sub(
            r"\b(?:allerg\w+|to|hypersensitivity|intolerance)\b", " ", allergy, flags=re.IGNORECASE
        ).strip()
        if substance and _ALLERGY.search(text) and speaks_of(text, substance, vocabularies):
            return f"the patient is allergic to {substance}"
    if reached := held(text, patient).met:
        return reached[0]
    # A value decides a numeric condition; a label such as "decreased filtration rate" does not.
    in_words = without_limits(text)
    for problem in (*patient.problems, *patient.procedures):
        if speaks_of(in_words, problem, vocabularies, patient.codes.get(problem, ())) and not at_odds(
            in_words, problem, [problem], vocabularies
        ):
            return f"{_HAS}{problem}"
    taken = {
        name
        for medication in patient.medications
        for name in drugs_in(medication, vocabularies) or {medication.casefold()}
    }
    both = sorted(taken & drugs)
    if both and len(drugs) > 1 and _TOGETHER.search(text):
        return f"the patient takes {both[0]}"
    young = _AGE.search(text)
    if young and patient.age_to is not None:
        limit_years = int(young[1]) / (12 if young[2].lower() == "months" else 1)
        if patient.age_to < limit_years:
            return f"the patient is younger than {young[1]} {young[2].lower()}"
    return None
