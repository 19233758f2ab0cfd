"""How much morphine the opioids of a patient stand for in a day: "more than 30 mg of morphine equivalents a day"."""

from __future__ import annotations

from osler.core.criteria import MeasuredValue, Proof, TruthValue
from osler.core.evidence import Evidence
from osler.core.patient import Presence, Status
from osler.core.patient.types import Medication
from osler.trials.judging.medicines.doses import daily_milligrams
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import PatientView
from osler.trials.kinship import drugs_in, same_as

_TAKEN = (None, Status.ACTIVE)


def by_morphine_equivalents(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the sum over all opioids of today; below a limit only where the dose of each of them is told."""
    name, bounds = atom.name.casefold(), atom.test.bounds
    if not pattern("morphine_equivalents", "asked").search(name) or not bounds:
        return None
    if any(not pattern("morphine_equivalents", "units").fullmatch(one.unit.casefold().strip()) for one in bounds):
        return None
    factors = _factors(view)
    taken = [(drug, share) for drug in view.record.medications if (share := _share(drug, factors)) is not None]
    doses = [(drug, share * dose) for drug, share in taken if (dose := daily_milligrams(drug)) is not None]
    if not doses or any(str(one.comparator) not in HOLDS for one in bounds):
        return None
    most = sum(dose for _, dose in doses)
    holds = all(HOLDS[str(one.comparator)](most, one.value) for one in bounds)
    rising = all(str(one.comparator).startswith(">") for one in bounds)
    if len(doses) < len(taken) and not (holds and rising):
        # An opioid without a dose may add anything to the sum.
        return None
    evidence: list[Evidence] = [item for drug, _ in doses for item in drug.evidence]
    told = ", ".join(drug.label for drug, _ in doses)
    return proof_of(
        TruthValue.MET if holds else TruthValue.NOT_MET,
        atom,
        f"{told}: {most:g} mg of morphine a day by the factors of CDC",
        evidence,
    )


def _factors(view: PatientView) -> dict[str, float]:
    return {
        code: float(factor)
        for drug, factor in rules()["morphine_equivalents"]["factors"].items()
        for concept in drugs_in(drug, view.vocabularies)
        for code in (concept, *same_as(concept, view.vocabularies))
    }


def _share(drug: Medication, factors: dict[str, float]) -> float | None:
    """For how much morphine a milligram of an opioid of today stands; None for what is no opioid, or is not taken."""
    if drug.presence is not Presence.PRESENT or drug.status not in _TAKEN:
        return None
    return next((factors[coding.id] for coding in drug.codings if coding.id in factors), None)
