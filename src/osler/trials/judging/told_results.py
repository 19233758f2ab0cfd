"""Results that a note tells in words: a panel that is normal, a finding that is denied, an infection that a test ruled out."""

from __future__ import annotations

import re

from osler.core.criteria import (
    Bound,
    Comparator,
    Finding,
    MeasuredValue,
    Proof,
    TruthValue,
    evaluate,
    known_measure,
    of_normal,
)
from osler.core.evidence import Span
from osler.core.language import findings_of
from osler.core.terminology import SemanticType
from osler.trials.judging.diseases.described import by_description
from osler.trials.judging.findings import denied_by_name, facts_about, lineage_of, named
from osler.trials.judging.measured.called_normal import called_normal
from osler.trials.judging.measured.usual_limits import of_normal_range
from osler.trials.judging.measured.usual_ranges import by_usual_range
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_ABOVE = (Comparator.GT, Comparator.GE)
_SHORT = 4
_PAST_OR_SHOT = re.compile(r"hepatitis b|hbv|covid|sars|influenza|tubercul|\btb\b")
"""Agents of which antibodies tell of a vaccination, or tests turn negative while the disease is recorded."""
_NORMALITY = {"normal": MET, "abnormal": NOT_MET, "elevated": NOT_MET, "low": NOT_MET}
_FINDINGS = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})


def by_told_result(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by words; a result of another time than now, or one that was measured, is not theirs to tell."""
    measured = bool(evaluate(atom, view.indexed, on=view.on).evidence)
    if measured and (by_range := by_usual_range(atom, view)) is not None:
        return by_range
    if any(window.kind not in ("at", "current") for window in atom.windows):
        return None
    if measured:
        return _by_normal_value(atom, view)
    if atom.test.result:
        return _by_ruled_out_infection(atom, view) or _by_normal_words(atom, view)
    return (
        _by_temperature(atom, view)
        or _by_normal_result(atom, view)
        or _by_normal_words(atom, view)
        or _by_denied_finding(atom, view)
    )


def _by_normal_result(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A multiple of a limit of normal by the words that the result is normal: "liver enzymes within normal limits"."""
    measure = known_measure(atom.name)
    if measure is None or not atom.test.bounds or not all(bound.times for bound in atom.test.bounds):
        return None
    terms = findings_of(measure.id)
    kinds = lineage_of(terms, view.vocabularies)
    if any(fact.present and fact.lineage & terms for fact in view.facts):
        return None
    # The patient is never without "abnormality of the blood": a denial counts from the finding itself to its next kinds.
    denied = next((one for one in view.facts if one.absent and one.concepts & kinds and _says_normal(one.label)), None)
    truths = {of_normal(bound) for bound in atom.test.bounds}
    if denied is None or (truths != {MET} and NOT_MET not in truths):
        return None
    truth = NOT_MET if NOT_MET in truths else MET
    return proof_of(truth, atom, f"the note tells of a normal result: {denied.label}", denied.evidence)


def _by_normal_value(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A multiple of a limit of normal by a value that the note itself calls normal: "ALT 24, AST 22 (both normal)"."""
    measure, bounds = known_measure(atom.name), atom.test.bounds
    if measure is None or not bounds or not all(bound.times for bound in bounds):
        return None
    truths = {of_normal(bound) for bound in bounds}
    if truths != {MET} and NOT_MET not in truths:
        return None
    truth = NOT_MET if NOT_MET in truths else MET
    used = [one for one in view.record.observations if any(coding.id == measure.id for coding in one.codings)]
    spans = [item for one in used for item in one.evidence if isinstance(item, Span)]
    told = view.numbers_of(spans)
    for sentence in (one for one in view.sentences if one.number in told):
        behind = sentence.text[max(item.end - sentence.start for item in spans if item.start < sentence.end) :]
        if len(used) == 1 and pattern("told_results", "value_is_normal").match(behind.casefold()):
            return proof_of(truth, atom, "the note calls the value normal", [sentence.span])
    return None


def _by_normal_words(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A result that is asked for as normal, or against a limit of normal, by a sentence that calls it so."""
    measure = known_measure(atom.name)
    sentence = called_normal(measure.id, view) if measure is not None else None
    if measure is None or sentence is None:
        return None
    terms = findings_of(measure.id)
    if any(fact.present and fact.lineage & terms for fact in view.facts):
        return None
    bounds = atom.test.bounds
    truths = {of_normal(bound) if bound.times else of_normal_range(bound, measure, view) for bound in bounds} or {
        _NORMALITY.get(atom.test.result or "", UNKNOWN)
    }
    if truths != {MET} and NOT_MET not in truths:
        return None
    truth = NOT_MET if NOT_MET in truths else MET
    return proof_of(truth, atom, "the note calls the result normal", [sentence.span])


def _says_normal(label: str) -> bool:
    return bool(pattern("told_results", "normal").search(label.casefold()))


def _by_denied_finding(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """How much there is of a finding that the note denies: no fever is none above 38.5 °C."""
    if not atom.test.bounds or any(bound.times or bound.comparator not in _ABOVE for bound in atom.test.bounds):
        return None
    asked = named(atom.name, view.vocabularies)
    if not asked.whole or not asked.kinds & _FINDINGS or known_measure(atom.name) is not None:
        return None
    found = facts_about(Finding(name=atom.name), view)
    if found.present or not found.absent or not denied_by_name(atom.name, view):
        return None
    return proof_of(NOT_MET, atom, f"{found.absent[0].label}: recorded as absent", found.absent[0].evidence)


def _by_temperature(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """How high a fever is, by the temperature."""
    if not pattern("told_results", "fever").fullmatch(atom.name.casefold()):
        return None
    proof = evaluate(atom.model_copy(update={"name": "temperature", "codes": ()}), view.indexed, on=view.on)
    return proof if proof.truth is not UNKNOWN else None


def _by_ruled_out_infection(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A test for an infection that another test, or the same by another name, has ruled out: "hepatitis serology negative"."""
    if atom.test.result not in ("positive", "negative"):
        return None
    agent = pattern("told_results", "surface_antigen").sub("hepatitis b", atom.name.casefold())
    agent = " ".join(pattern("told_results", "tests").sub(" ", agent).split())
    if not agent or not pattern("infections").match(agent):
        return None
    agent = re.sub(r"^hiv-?[12]$", "hiv", agent)
    # Short names are written in capitals.
    called = agent.upper() if len(agent) <= _SHORT else agent
    infection = Finding(name=f"{called} infection" if called.isupper() else called)
    found = facts_about(infection, view)
    if found.present and not found.absent and not _PAST_OR_SHOT.search(agent):
        held = TruthValue.MET if atom.test.result == "positive" else NOT_MET
        return proof_of(held, atom, f"{found.present[0].label}: recorded as present", found.present[0].evidence)
    if not found.present and not found.absent and (seen := by_description(infection, view)) is not None:
        return seen.model_copy(update={"truth": MET if atom.test.result == "positive" else NOT_MET})
    if found.present or not found.absent:
        return None
    told = view.sentences_of(found.absent[0].evidence)
    if not any(pattern("told_results", "by_test").search(one.text.casefold()) for one in told):
        # Who never knew of an infection may still have the antibodies.
        return None
    truth = NOT_MET if atom.test.result == "positive" else MET
    return proof_of(truth, atom, f"{found.absent[0].label}: ruled out by a test", [one.span for one in told])


def by_time_of_disease(atom: MeasuredValue, subject: frozenset[str], view: PatientView) -> Proof | None:
    """How long "the disease" has lasted, which is the trial's own subject."""
    if not subject or not pattern("told_results", "time_of_disease").fullmatch(atom.name.casefold()):
        return None
    if not atom.test.bounds or any(bound.times for bound in atom.test.bounds):
        return None
    own = [fact for fact in view.facts if fact.present and fact.kind == "condition" and fact.lineage & subject]
    for fact in own:
        proofs = [evaluate(_lasting(fact.label, bound), view.indexed, on=view.on) for bound in atom.test.bounds]
        truths = {proof.truth for proof in proofs}
        if truths == {MET} or NOT_MET in truths:
            return proof_of(NOT_MET if NOT_MET in truths else MET, atom, proofs[0].reason, fact.evidence)
    return None


def _lasting(name: str, bound: Bound) -> Finding:
    unit = re.sub(r"s?$", "s", bound.unit.casefold().strip(), count=1)
    window = {"kind": "lasting", "length": bound.value, "unit": unit, "comparator": bound.comparator}
    return Finding.model_validate({"name": name, "windows": [window]})
