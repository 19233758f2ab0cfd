"""Whether the patient smokes, smoked or never did, by the smoking status that the record holds."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, MeasuredValue, Proof, TruthValue
from osler.core.patient.types import Observation
from osler.trials.judging.proofs import HOLDS, proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import PatientView

_STATUS = "LOINC:72166-2"


def by_amount_smoked(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """How much is or was smoked, in pack years or in cigarettes a day."""
    return _by_pack_years(atom, view) or _by_cigarettes(atom, view)


def _by_pack_years(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """How much was smoked, of who never did."""
    words = " ".join([atom.name, *(bound.unit for bound in atom.test.bounds)]).casefold()
    if not atom.test.bounds or not pattern("pack_years").search(words):
        return None
    never = by_smoking_status(Finding(name="never smoker"), view)
    if never is None or never.truth is not TruthValue.MET:
        return None
    held = all(HOLDS[str(bound.comparator)](0.0, float(bound.value)) for bound in atom.test.bounds)
    return proof_of(TruthValue.MET if held else TruthValue.NOT_MET, atom, never.reason, never.evidence)


def by_smoking_status(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by the newest status; None where the record has none, or one that leaves it open."""
    asked = _asked(atom)
    if asked is None:
        return None
    statuses = [one for one in view.record.observations if any(code.id == _STATUS for code in one.codings)]
    if not statuses or any(window.length for window in atom.windows):
        return None
    newest = view.indexed.results([_STATUS], view.day) or statuses
    told = _kind(newest[0])
    answers = rules()["smoking"]["answers"].get(told, {})
    if asked not in answers:
        return None
    truth = TruthValue.MET if answers[asked] else TruthValue.NOT_MET
    return proof_of(truth, atom, f"the smoking status is: {told}", newest[0].evidence)


def _asked(atom: Finding) -> str | None:
    """The status that a finding asks for: never, former, current, or at some time."""
    table, words = rules()["smoking"]["asked"], atom.name.casefold()
    if pattern("pack_years").search(words):
        # How much was smoked is another question than whether.
        return None
    if pattern("smoking", "either").search(words):
        return "ever"
    asked = next((kind for kind in table if pattern("smoking", "asked", kind).search(words)), None)
    return "ever" if asked == "current" and any(window.kind == "ever" for window in atom.windows) else asked


def _kind(observation: Observation) -> str:
    """The kind of a status by the words of its answer."""
    words = " ".join(
        [observation.value_text or "", *(code.display or "" for code in observation.value_codings)]
    ).casefold()
    return next((kind for kind in rules()["smoking"]["told"] if re.search(rules()["smoking"]["told"][kind], words)), "")


def _by_cigarettes(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """How many cigarettes are smoked a day, by the number that stands with the smoking of today; none, of who does not smoke."""
    words = " ".join([atom.name, *(bound.unit for bound in atom.test.bounds)]).casefold()
    if not atom.test.bounds or not pattern("smoking", "cigarettes_asked").search(words):
        return None
    if any(window.kind not in ("current", "at") for window in atom.windows):
        return None
    smokes = by_smoking_status(Finding(name="current smoker"), view)
    if smokes is None:
        return None
    amounts = [0.0]
    if smokes.truth is TruthValue.MET:
        told = [one.text.casefold() for one in view.sentences_of(smokes.evidence)]
        found = [match for one in told if (match := pattern("smoking", "cigarettes_told").search(one)) is not None]
        each = float(rules()["smoking"]["cigarettes_of_a_pack"])
        amounts = [
            float(number) * (each if match["packs"] else 1.0)
            for match in found
            for number in (match["n"], match["to"] or match["n"])
        ]
    truths = {
        all(HOLDS[str(bound.comparator)](one, float(bound.value)) for bound in atom.test.bounds) for one in amounts
    }
    if len(truths) != 1:
        return None
    reason = f"{amounts[0]:g} cigarettes a day" if any(amounts) else smokes.reason
    return proof_of(TruthValue.MET if truths.pop() else TruthValue.NOT_MET, atom, reason, smokes.evidence)
