"""Diseases that are asked for besides the one that the patient is in the trial for: "other malignancy"."""

from __future__ import annotations

from osler.core.criteria import Finding, PatientFacts, Proof, TruthValue, evaluate
from osler.trials.judging.diseases.same_tumour import first_told, of_site, tells_of
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import KnownFact, PatientView


def besides(atom: Finding, subject: frozenset[str], view: PatientView) -> Proof | None:
    """The proof of another disease by what is recorded beside the trial's own; None where none is asked for."""
    asked = _asked(atom, view)
    if not asked:
        return None
    denial = next(
        (fact for fact in view.other_denials if fact.concepts & lineage_of(asked, view.vocabularies)),
        None,
    )
    if denial is not None:
        return proof_of(TruthValue.NOT_MET, atom, f"no other {denial.label}: stated", denial.evidence)
    index = _index_facts(asked, subject, view)
    if not index:
        return None
    proof = evaluate(atom, others(atom, subject, view), on=view.on)
    if proof.evidence:
        return proof
    reason = f"{index[0].label} is the disease in question, and nothing else is recorded"
    return proof_of(TruthValue.UNKNOWN, atom, reason, [item for fact in index for item in fact.evidence])


def others(atom: Finding, subject: frozenset[str], view: PatientView) -> PatientFacts:
    """The facts that may decide an atom: where it asks for another disease, without the trial's own."""
    asked = _asked(atom, view)
    own = {item for fact in _index_facts(asked, subject, view) for item in fact.evidence} if asked else set()
    if not own:
        return view.indexed
    record = view.record
    kept = {
        name: [fact for fact in getattr(record, name) if not own & set(fact.evidence)]
        for name in ("conditions", "phenotypes", "cancers")
    }
    return PatientFacts(record.model_copy(update=kept), view.vocabularies)


def _asked(atom: Finding, view: PatientView) -> frozenset[str]:
    """The concepts of a disease that is asked for besides the trial's own; none where it is not."""
    beside = pattern("besides").search(atom.name.casefold())
    return named(atom.name, view.vocabularies).concepts if beside else frozenset()


def _index_facts(asked: frozenset[str], subject: frozenset[str], view: PatientView) -> list[KnownFact]:
    """What the patient is in the trial for, of what is asked: by the trial's subject, else the first that is recorded."""
    kinds = [
        fact
        for fact in view.facts
        if fact.present and not fact.over and fact.kind == "condition" and fact.lineage & asked
    ]
    above = lineage_of(subject, view.vocabularies)
    own = [fact for fact in kinds if fact.lineage & subject or above & fact.concepts]
    index = own or (first_told(kinds) if not subject else [])
    sited = [*index, *of_site(subject, view)]
    index += [fact for fact in kinds if fact not in index and tells_of(fact, sited, view)]
    lines = frozenset(kind for fact in index for kind in fact.lineage | fact.concepts)
    return [fact for fact in kinds if fact in index or fact.concepts & lines]
