"""What in the evidence speaks against something for this patient: allergy, pregnancy, renal function, a drug taken."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from osler.core.library import Chunk, passage_sentences, pregnancy_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, without_excluded
from osler.guidelines.everyday import everyday_words, with_clinical_names
from osler.guidelines.steps.allergies import allergies_of
from osler.guidelines.steps.dosing import changes_in, met_by
from osler.guidelines.steps.limits import held, without_limits
from osler.guidelines.steps.naming import drugs_in, members_in, named_by
from osler.guidelines.steps.qualifiers import at_odds, other_trimester
from osler.guidelines.types import PatientFacts

_ALLERGY = re.compile(r"allerg|hypersensitiv|anaphyla", re.IGNORECASE)
_TOGETHER = re.compile(r"\b(?:combin\w+|together|concomitant\w*|with|interact\w*)\b", re.IGNORECASE)
_PREGNANCY = re.compile(r"\bpregnan|\btrimester\b", re.IGNORECASE)
_BREASTFEEDING = re.compile(r"\bbreast-?\s?feed|\blactati|\bnursing (?:mother|women|woman)", re.IGNORECASE)
_ALTERNATIVES = re.compile(r"\bor\b", re.IGNORECASE)
_WHOSE = re.compile(
    r"\b(?:(?:for|in|to) (?:people|patients|adults|those|women|men|children|anyone)|when|if|unless|who|whose|taking|takes|receiving|treated with|already on|"
    r"(?:in combination|together|combined|concomitant\w*|interacts?) with)\b[^;.]*?(?=[;,.]|\bor [\w-]+ \d|$)",
    re.IGNORECASE,
)
"""Whom and when advice is for: a drug that is named there is taken beside it, and is none of its alternatives."""
_CLAUSE = re.compile(r";|,? (?:but|however|whereas|while)\b")
_PEOPLE_WITH = re.compile(
    r"\b(?:with|who have|who has|have|having|history of|in the presence of)\s+(?P<what>[^,;.()]{4,120})", re.IGNORECASE
)
_LISTED = re.compile(r",|\b(?:or|and)\b", re.IGNORECASE)
_WORDS = 2
"""A condition of fewer words than these is not looked for in the words of a note, only among the problems read from it."""
_GIVEN = re.compile(
    r"\b(?:is|are|be) (?:offered|given|used|started|prescribed|taken|added|a (?:choice|option))\b", re.IGNORECASE
)
_PREGNANT, _HAS = "the patient is pregnant", "the patient has "
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
    own: bool = False
    """Whether it comes from the patient's record alone: no passage says it."""
    changes: str = ""
    """The sentence whose dose it changes for this patient; such a caution speaks against that dose, not against the drug."""


def cautions(chunks: Iterable[Chunk], patient: PatientFacts, vocabularies: Vocabularies) -> list[Caution]:
    """Every sentence of the evidence that speaks against something for this patient."""
    found: dict[str, Caution] = {}
    for chunk in chunks:
        for sentence in passage_sentences(chunk.text):
            if read_statement(sentence.text, vocabularies).stance != "against":
                continue
            drugs = _spoken_against(sentence.text, vocabularies)
            because = _because(sentence.text, patient, drugs, vocabularies)
            against = frozenset(drug for drug in drugs if because is None or drug not in because.casefold()) or drugs
            if because and drugs:
                found.setdefault(sentence.text, Caution(sentence.text, chunk.id, against, because, chunk.document_id))
        for change in changes_in(chunk, vocabularies) if not chunk.recommendation_id else ():
            if met := met_by(change.text, patient):
                told = Caution(change.text, chunk.id, change.drugs, met, chunk.document_id, changes=change.changes)
                found.setdefault(change.text, told)
    return [*found.values(), *_by_allergy(patient, vocabularies)]


def _spoken_against(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs that a sentence speaks against: those of its clauses that do, "use warfarin; apixaban must not be used"."""
    clauses = [part for part in _CLAUSE.split(text) if read_statement(part, vocabularies).stance == "against"]
    named = drugs_in(" ".join(clauses), vocabularies) | members_in(" ".join(clauses), vocabularies)
    return named or drugs_in(text, vocabularies) | members_in(text, vocabularies)


def _by_allergy(patient: PatientFacts, vocabularies: Vocabularies) -> list[Caution]:
    """What the patient is allergic to, whether or not any guideline says that it is not for the allergic."""
    found = []
    for one in allergies_of(patient.allergies, lambda text: drugs_in(text, vocabularies), belongs(vocabularies)):
        because = f"the patient is allergic to {one.substance}"
        told = f"{because[0].upper()}{because[1:]}: not {one.named} without an allergy assessment."
        found.append(Caution(told, "", one.drugs, because, own=True))
    return found


def belongs(vocabularies: Vocabularies) -> Callable[[str, str], bool]:
    """Whether a drug belongs to a class, both by name."""
    return lambda drug, general: bool(named_by(drugs_in(general, vocabularies), [drug], vocabularies))


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
    advised = _WHOSE.sub(" ", without_excluded(sentence))
    drugs = drugs_in(advised, vocabularies)
    against = [
        one
        for one in cautions
        if one.sentence != sentence
        and not one.changes
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
    dosed = any(amount.kind == "mass" for amount in statement.amounts) or bool(_GIVEN.search(text))
    return statement.stance == "for" or (statement.stance == "none" and dosed and bool(drugs_in(text, vocabularies)))


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


def _noted(text: str, patient: PatientFacts) -> str | None:
    """A condition of several words, as a text names it, that the notes or the question state of the patient in their own."""
    for match in _PEOPLE_WITH.finditer(text):
        for part in _LISTED.split(match["what"]):
            wanted = frozenset(stems(part))
            if len(wanted) >= _WORDS and any(
                wanted <= frozenset(stems(with_clinical_names(one))) for one in patient.noted
            ):
                return " ".join(part.split())
    return None


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
    if noted := _noted(in_words, patient):
        return f"{_HAS}{noted}"
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
