"""What is going to be done: "scheduled for elective mastectomy" by the procedure that the record has as planned."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.patient import Presence, Status
from osler.core.patient.types import Procedure
from osler.trials.judging.findings import is_operation, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView
from osler.trials.judging.windows import reach_of
from osler.trials.judging.words import content_words
from osler.trials.kinship import concepts_in, lineage

_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")


def scheduled(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by a planned procedure that is what is asked for, in its concept or in all of its words."""
    asked = pattern("scheduled", "asked").match(atom.name.casefold())
    if asked is None:
        return None
    what = pattern("scheduled", "dress").sub(" ", atom.name.casefold()[asked.end() :]).strip()
    called = named(what, view.vocabularies)
    if not what and pattern("scheduled", "any_operation").search(atom.name.casefold()):
        return _any_operation(atom, view)
    for procedure in view.record.procedures:
        if procedure.status is not Status.PLANNED or procedure.presence is not Presence.PRESENT:
            continue
        if (called.whole and _is_one(procedure, called.concepts, view)) or _in_words(what, procedure, view):
            return proof_of(TruthValue.MET, atom, f"{procedure.label}: recorded as planned", procedure.evidence)
    return None


def _any_operation(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by any operation that is planned, and for a day within the time where one is given."""
    reach = reach_of(atom)
    for procedure in view.record.procedures:
        if procedure.status is not Status.PLANNED or procedure.presence is not Presence.PRESENT:
            continue
        filed = pattern("scheduled", "no_surgery").search(procedure.label.casefold())
        if filed or not is_operation(procedure.label, view):
            continue
        day = procedure.time.latest(None) if procedure.time else None
        ahead = (day - view.day).days if day and view.day else None
        if not reach or (ahead is not None and 0 <= ahead <= min(reach)):
            when = f", {ahead} days ahead" if ahead is not None else ""
            return proof_of(TruthValue.MET, atom, f"{procedure.label}: recorded as planned{when}", procedure.evidence)
    return None


def _is_one(procedure: Procedure, asked: frozenset[str], view: PatientView) -> bool:
    own = {coding.id for coding in procedure.codings} | set(concepts_in(procedure.label, view.vocabularies))
    return any(lineage(code, view.vocabularies) & asked for code in own)


def _in_words(what: str, procedure: Procedure, view: PatientView) -> bool:
    """Whether every word that is asked for stands in the sentence of a procedure, its own name among them."""
    wanted = content_words(_HYPHEN.sub("", what))
    said = " ".join(one.text for one in view.sentences_of(procedure.evidence))
    own = content_words(_HYPHEN.sub("", procedure.label.casefold()))
    return bool(wanted & own) and wanted <= content_words(_HYPHEN.sub("", said.casefold()))
