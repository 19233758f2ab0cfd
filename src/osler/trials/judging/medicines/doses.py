"""How much of a medicine is taken in a day, and for how long the same: "prednisone > 10 mg daily", "a stable dose of metformin"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from osler.core.criteria import Finding, MeasuredValue, Proof, TruthValue, conjunction, evaluate
from osler.core.patient import Presence, Status
from osler.core.patient.types import Medication, Regimen
from osler.trials.judging.diseases.groups import is_known_class, medicines_of_class
from osler.trials.judging.findings import names_medicine
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import DAYS, days_of
from osler.trials.kinship import drugs_in, same_as

_MILLIGRAMS = {"mg": 1.0, "g": 1000.0, "mcg": 0.001, "ug": 0.001, "µg": 0.001, "μg": 0.001}
_DAYS = {"h": 1 / 24, "d": 1.0, "wk": 7.0}
_UNIT = re.compile(
    r"(?P<mass>mg|g|mcg|[uµμ]g)\s?(?:(?P<daily>/\s?(?:d|day)|per day|a day|daily|qd|od)|(?P<weekly>/\s?(?:w|wk|week)|per week|a week|weekly|qw))?"
)
_A_DAY = re.compile(r"(?P<mass>mg|g|mcg|[uµμ]g)\s?/\s?(?:d|day|24\s?h)")
_DOSE = re.compile(r"\d\s?(?:mg|g|mcg|µg|units?|iu|ml)\b")
_TAKEN = (None, Status.ACTIVE)
_STABLE = re.compile(r"(?:on )?(?:an? )?stable (?!dos)", re.IGNORECASE)
_MOST_TIMES_A_DAY = 4
_OF_NOW = ("within", "current", "at", "lasting")


def by_dose(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the dose of the very drug that is named, and by how long it has been the same where a stable one is asked for."""
    asked = pattern("stable_dose", "asked").match(atom.name.casefold()) or _STABLE.match(atom.name)
    if asked is None:
        return _by_size(atom, view)
    size = by_amount(atom, view)
    stable = by_stable_dose(Finding(name=atom.name, windows=atom.windows), view)
    proofs = [proof for proof in (size, stable) if proof is not None]
    truth = conjunction([*(proof.truth for proof in proofs), *([] if len(proofs) == 2 else [TruthValue.UNKNOWN])])
    if truth is TruthValue.UNKNOWN:
        return None
    deciding = [proof for proof in proofs if proof.truth is truth]
    evidence = [item for proof in deciding for item in proof.evidence]
    return proof_of(truth, atom, "; ".join(proof.reason for proof in deciding), evidence)


def by_amount(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the daily dose alone, of one that is asked to be stable too."""
    asked = pattern("stable_dose", "asked").match(atom.name.casefold()) or _STABLE.match(atom.name)
    if asked is None:
        return _by_size(atom, view)
    drug = atom.model_copy(update={"name": atom.name[asked.end() :], "codes": (), "windows": ()})
    return _by_size(drug, view, a_day=bool(pattern("a_day").search(atom.name.casefold())))


def _by_size(atom: MeasuredValue, view: PatientView, *, a_day: bool = False) -> Proof | None:
    """The proof by the daily dose of a drug; of one that the record does not have it says nothing."""
    if not atom.test.bounds or any(window.kind not in _OF_NOW for window in atom.windows):
        return None
    units = [_UNIT.fullmatch(bound.unit.casefold().strip()) for bound in atom.test.bounds]
    a_day = a_day or bool(pattern("a_day").search(atom.name.casefold()))
    equal = _equivalents(atom.name, view)
    # Of corticosteroids a limit is that of a day, whether it says so or not.
    a_day = a_day or bool(equal)
    asked = frozenset(equal) or frozenset(drugs_in(atom.name, view.vocabularies))
    if not asked or any(unit is None or not (unit["daily"] or unit["weekly"] or a_day) for unit in units):
        return None
    limits = [
        (str(bound.comparator), bound.value * _MILLIGRAMS[unit["mass"]] / (_DAYS["wk"] if unit["weekly"] else 1.0))
        for bound, unit in zip(atom.test.bounds, units, strict=True)
        if unit is not None
    ]
    taken = [
        (drug, dose * _share(drug, equal) if dose is not None else None)
        for drug in _named(asked, view)
        for dose in [daily_milligrams(drug)]
    ]
    if (small := _too_small(atom, taken, limits, equal)) is not None:
        return small
    truths = {
        TruthValue.UNKNOWN if dose is None else _truth(all(HOLDS[sign](dose, value) for sign, value in limits))
        for _, dose in taken
    }
    if len(truths) != 1 or TruthValue.UNKNOWN in truths:
        return None
    truth = truths.pop()
    if truth is TruthValue.MET and any(window.kind == "lasting" for window in atom.windows):
        # How long the dose has been so is another question; that it is not so today settles it.
        return None
    drug, dose = taken[0]
    compared = " as prednisone" if _share(drug, equal) != 1 else ""
    return proof_of(truth, atom, f"{drug.label}: {dose or 0.0:.4g} mg a day{compared}", drug.evidence)


def _too_small(
    atom: MeasuredValue,
    taken: Sequence[tuple[Medication, float | None]],
    limits: Sequence[tuple[str, float]],
    equal: dict[str, float],
) -> Proof | None:
    """A dose that stays below a limit however often in a day it is taken, where the note does not say how often."""
    single = [
        regimen.dose.value * scale * _share(drug, equal)
        for drug, dose in taken
        if dose is None
        for regimen in drug.regimens
        if regimen.dose is not None and regimen.dose.value is not None and not regimen.schedule
        for scale in [_MILLIGRAMS.get((regimen.dose.unit or "").casefold(), 0.0)]
    ]
    if (
        not single
        or len(single) != len(taken)
        or not all(single)
        or not all(sign.startswith(">") for sign, _ in limits)
    ):
        return None
    most = sum(single) * _MOST_TIMES_A_DAY
    if any(HOLDS[sign](most, value) for sign, value in limits):
        return None
    drug = taken[0][0]
    reason = f"{drug.label}: {single[0]:g} mg, which stays below the limit {_MOST_TIMES_A_DAY} times a day"
    return proof_of(TruthValue.NOT_MET, atom, reason, drug.evidence)


def _equivalents(name: str, view: PatientView) -> dict[str, float]:
    """The corticosteroids with how much prednisone a milligram of each stands for, where a dose of prednisone is asked for."""
    if not pattern("corticosteroid_doses", "asked").search(name.casefold()):
        return {}
    return {
        code: float(milligrams)
        for drug, milligrams in rules()["corticosteroid_doses"]["as_prednisone"].items()
        for concept in drugs_in(drug, view.vocabularies)
        for code in (concept, *same_as(concept, view.vocabularies))
    }


def _share(drug: Medication, equal: dict[str, float]) -> float:
    return next((equal[coding.id] for coding in drug.codings if coding.id in equal), 1.0)


def by_stable_dose(atom: Finding, view: PatientView) -> Proof | None:
    """A dose that has not changed for a time: by a medicine that is taken as long, where the note calls the dose the same or dates it.

    Who began later has no stable dose; who had it raised or lowered, nobody knows how long ago, may have one.
    """
    asked = pattern("stable_dose", "asked").match(atom.name.casefold())
    treatment = _stable_treatment(atom.name)
    if asked is not None:
        drug = atom.model_copy(update={"name": atom.name[asked.end() :], "codes": ()})
    elif treatment is not None and _is_medicine(treatment["drug"], view):
        drug = atom.model_copy(update={"name": treatment["drug"], "codes": ()})
    else:
        return None
    if (told := _called_stable(drug, view)) is not None:
        days, sentence = told
        lasting = [w for w in atom.windows if w.kind == "lasting" and w.length and w.unit in DAYS]
        if len(lasting) == len(atom.windows) and all(days >= (w.length or 0) * DAYS[w.unit or ""] for w in lasting):
            return proof_of(
                TruthValue.MET, atom, f"the note says that it is unchanged for {days:.0f} days", [sentence.span]
            )
    lasting = [w for w in atom.windows if w.kind == "lasting" and w.length and w.unit in DAYS]
    if (changed := _told_of_dose(drug, "changed", view)) is not None and lasting:
        days, sentence = changed
        if len(lasting) == len(atom.windows) and all(days < (w.length or 0) * DAYS[w.unit or ""] for w in lasting):
            reason = f"the note says that it was changed {days:.0f} days ago"
            return proof_of(TruthValue.NOT_MET, atom, reason, [sentence.span])
    proof = evaluate(drug, view.indexed, on=view.on)
    said = [one.text.casefold() for one in view.sentences_of(proof.evidence)]
    if not said or proof.truth is TruthValue.UNKNOWN:
        return None
    # A regimen is of so many medicines, whose doses notes leave out.
    undosed = treatment is not None and treatment["regimen"] is not None
    open_dose = any(
        pattern("stable_dose", "changed").search(words) or not (undosed or _DOSE.search(words)) for words in said
    )
    if proof.truth is TruthValue.MET and open_dose:
        return None
    return proof_of(proof.truth, atom, proof.reason, proof.evidence)


def _stable_treatment(name: str) -> re.Match[str] | None:
    """The medicine that a stable treatment is asked of: "stable levodopa therapy", "levodopa at a stable dose"."""
    words = name.casefold()
    forms = [form for kind in ("of_treatment", "at_a_dose", "of_itself") for form in rules()["stable_dose"][kind]]
    found = (re.match(one, words) for one in forms)
    return next((one for one in found if one is not None), None)


def _is_medicine(name: str, view: PatientView) -> bool:
    """Whether a name is that of a medicine or of a class of them."""
    return bool(drugs_in(name, view.vocabularies)) or names_medicine(name, view.vocabularies) or is_known_class(name)


def _called_stable(drug: Finding, view: PatientView) -> tuple[float, NumberedSentence] | None:
    """For how many days at least a note calls the dose of a medicine the same, and where."""
    return _told_of_dose(drug, "same", view)


def _told_of_dose(drug: Finding, what: str, view: PatientView) -> tuple[float, NumberedSentence] | None:
    """How many days ago, or for how many days, a note tells that the dose of a medicine changed or stayed the same, and where."""
    asked = frozenset(drugs_in(drug.name, view.vocabularies))
    evidence = [item for one in _named(asked, view) for item in one.evidence]
    of_class = [fact for fact in view.facts if fact.kind == "medication" and fact.present and fact.lineage & asked]
    evidence += [item for fact in (*medicines_of_class(drug, view), *of_class) for item in fact.evidence]
    for sentence in view.sentences_of(evidence):
        told = pattern("stable_dose", what).search(sentence.text.casefold())
        time = next((one for one in view.times_in(sentence) if told and one.start >= told.start()), None)
        if what == "same" and (since := pattern("stable_dose", "same_since").search(sentence.text.casefold())):
            # "Reduced in 2023, unchanged since": from the last time before.
            time = next((one for one in reversed(view.times_in(sentence)) if one.start < since.start()), None)
        if time is None:
            continue
        if time.kind in ("duration", "ago", "within") and time.years:
            return time.years * DAYS["years"], sentence
        if time.date is not None and view.day is not None:
            return float((view.day - days_of(time.date, time.date_precision)[1]).days), sentence
    return None


def _truth(holds: bool) -> TruthValue:
    return TruthValue.MET if holds else TruthValue.NOT_MET


def _named(asked: frozenset[str], view: PatientView) -> Iterator[Medication]:
    """The medicines of today that are the drug itself, and not only of its class."""
    for drug in view.record.medications:
        if drug.presence is not Presence.PRESENT or drug.status not in _TAKEN:
            continue
        own = {coding.id for coding in drug.codings}
        if asked & (own | {other for code in own for other in same_as(code, view.vocabularies)}):
            yield drug


def daily_milligrams(drug: Medication) -> float | None:
    """What is taken in a day; None where dose or schedule is not told, or it is taken as needed."""
    taken = [_of_regimen(regimen) for regimen in drug.taken_together()]
    return sum(one for one in taken if one is not None) if taken and None not in taken else None


def _of_regimen(regimen: Regimen) -> float | None:
    if regimen.dose is None or regimen.dose.value is None:
        return None
    if (daily := _A_DAY.fullmatch((regimen.dose.unit or "").casefold())) is not None and regimen.schedule is None:
        return regimen.dose.value * _MILLIGRAMS[daily["mass"]]
    if regimen.schedule is None:
        return None
    often, scale = regimen.schedule, _MILLIGRAMS.get((regimen.dose.unit or "").casefold())
    days = _DAYS.get(often.period_unit or "")
    if scale is None or days is None or not often.frequency or not often.period or often.as_needed:
        return None
    return regimen.dose.value * scale * often.frequency / (often.period * days)
