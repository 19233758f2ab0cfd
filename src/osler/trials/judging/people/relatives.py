"""What is asked of the patient's family."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Finding, Proof, TruthValue, render
from osler.core.patient import Presence
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

_JOINED = re.compile(r"(?P<first>[^\W\d_]+)(?: or |/| and |, )(?P<second>[^\W\d_]+) (?P<noun>[^\W\d_]+)")
MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN


def of_relatives(atom: Atom, view: PatientView) -> Proof | None:
    """What is asked of the patient's family, by what the record says of it."""
    if not isinstance(atom, Finding) or not pattern("of_relatives").search(atom.name.casefold()):
        return None
    asked = named(pattern("of_relatives").sub(" ", atom.name.casefold()), view.vocabularies).concepts
    for fact in sorted(view.record.family_history, key=lambda fact: fact.presence is not Presence.PRESENT):
        # What one relative has is not undone by what others have not.
        own = frozenset(coding.id for coding in fact.codings)
        if fact.presence is Presence.PRESENT and asked & lineage_of(own, view.vocabularies):
            return Proof(
                truth=MET,
                statement=render(atom),
                reason=f"{fact.label}: in the family",
                evidence=list(fact.evidence),
            )
        if fact.presence is Presence.ABSENT:
            own |= _denied_together(fact.label, view)
        if fact.presence is Presence.ABSENT and own & lineage_of(asked, view.vocabularies):
            reason = f"{fact.label}: denied of the family"
            return proof_of(NOT_MET, atom, reason, fact.evidence)
    return proof_of(UNKNOWN, atom, "the record does not say it of the family", [])


def _denied_together(label: str, view: PatientView) -> frozenset[str]:
    """What is denied of a family in one breath: "breast or ovarian cancer" is either of the two."""
    found = _JOINED.fullmatch(label)
    names = [f"{found[place]} {found['noun']}" for place in ("first", "second")] if found else []
    known = [named(name, view.vocabularies) for name in names]
    return frozenset(concept for one in known if one.whole for concept in one.concepts)
