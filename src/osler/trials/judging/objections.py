"""Why a proof by facts does not count for what is asked: a sign is no disease, and another cancer is another disease."""

from __future__ import annotations

import re

from osler.core.criteria import (
    Finding,
    Proof,
)
from osler.core.criteria import content_words as core_words
from osler.core.evidence import Span
from osler.trials.judging.asked.under_names import only_one_meaning
from osler.trials.judging.citing.cited import days_ago
from osler.trials.judging.denied.denials import denied_for_a_time
from osler.trials.judging.denied.examined import denied_elsewhere, denied_on_a_day
from osler.trials.judging.findings import (
    front_of,
    lineage_of,
    named,
    names_treatment_of_illness,
)
from osler.trials.judging.rules import pattern
from osler.trials.judging.unproved import (
    denies_local_alone,
    denies_organ_alone,
    denies_sign_alone,
    only_benign,
    only_elsewhere,
    only_one_kind_over,
    only_signs,
    opposed,
)
from osler.trials.judging.view import KnownFact, PatientView
from osler.trials.judging.windows import reach_of
from osler.trials.kinship import is_everything, lineage

_BESIDE = 16
"""Characters beside a finding in which it is told that it was an earlier one."""

_EARLIER = re.compile(r"\b(?:no|any|never|without)\s(?:\w+\s)?(?:previous|prior|earlier)(?:ly)?\b", re.IGNORECASE)
_EARLIER_BEFORE = re.compile(
    r"\b(?:no|any|never|without)\s(?:\w+\s)?(?:previous|prior|earlier)\s(?:[\w-]+\s){0,2}$", re.IGNORECASE
)


class Objections:
    """The objections for one patient, one side of the criteria and the diseases that a trial is for."""

    view: PatientView
    wanted: bool
    subject: frozenset[str]

    def _why_not_denied(self, atom: Finding, proof: Proof) -> str:
        """Why what is recorded does not rule out what is asked; empty where it does."""
        name, view, reason = atom.name.casefold(), self.view, ""
        if pattern("at_risk").search(name) and not _says(proof, "at_risk"):
            reason = "who does not have it may be at risk of it"
        elif pattern("to_be_done").search(name) and not proof.assumed:
            reason = f"{proof.reason}, and it may be to come"
        elif pattern("of_a_treatment").search(name) and not _says(proof, "of_a_treatment"):
            reason = f"{proof.reason}, which says nothing of whether it may be given"
        elif only_one_kind_over(atom, proof, view):
            reason = f"{proof.reason}, and another of its kind may be there"
        elif only_one_meaning(atom, proof, view):
            reason = f"{proof.reason}, which is one of the meanings of a short name"
        elif self._is_denial(proof) and denied_elsewhere(atom, proof.evidence, view):
            reason = f"{proof.reason}, in another part of the body"
        elif self._is_denial(proof) and denies_organ_alone(atom, proof, view):
            reason = f"{proof.reason}, and an infection may be carried without it"
        elif part := self._denied_in_part(atom, proof):
            reason = f"{proof.reason}, {part}"
        elif self._is_denial(proof) and denied_on_a_day(atom, proof.evidence, view):
            reason = f"{proof.reason} on the day of an examination, and nothing is said of before"
        elif denied_for_a_time(atom, proof, view):
            reason = f"{proof.reason} for a time only, and nothing is said of before"
        return reason

    def _denied_in_part(self, atom: Finding, proof: Proof) -> str:
        """Of what alone a denial speaks: of earlier ones, of a treatment of one place, of a sign; nothing where it speaks of all."""
        if self.wanted and self._is_denial(proof) and self._denies_earlier_alone(atom, proof):
            return "as an earlier one"
        if denies_local_alone(atom, proof, self.view):
            return "as one that is given locally"
        return "which is only a sign of it" if denies_sign_alone(atom, proof, self.view) else ""

    def _denies_earlier_alone(self, atom: Finding, proof: Proof) -> bool:
        """Whether something of today is asked for, and only earlier ones are denied: "no previous knee injuries"."""
        if any(window.kind == "ever" for window in atom.windows):
            return False
        told = self.view.sentences_of(proof.evidence)
        spans = [item for item in proof.evidence if isinstance(item, Span)]
        before = [
            one.text[: max(0, item.start - one.start)]
            for one in told
            for item in spans
            if one.start <= item.start < one.end
        ]
        return bool(before) and all(_EARLIER_BEFORE.search(words) for words in before)

    def _is_denial(self, proof: Proof) -> bool:
        """Whether the record denies something, and does not only have it at another time or in another form, or a value that rules it out."""
        facts = self.view.facts_told_in(proof.evidence)
        return (
            not proof.assumed
            and bool(proof.evidence)
            and not any(fact.present for fact in facts)
            and not self.view.measured.issuperset(proof.evidence)
        )

    def _why_not(self, atom: Finding, asked: frozenset[str], proof: Proof) -> str:
        """Why what is recorded does not prove what is asked; empty where it does."""
        reason = ""
        if not core_words(atom.name) or (
            asked and all(is_everything(concept, self.view.vocabularies) for concept in asked)
        ):
            reason = "it is too general for a single fact to decide it"
        elif names_treatment_of_illness(atom.name, self.view.vocabularies) and self._only_illnesses(proof):
            reason = "the disease is recorded, and no treatment of it"
        elif only_signs(atom, proof, self.view):
            reason = "a sign is recorded, and no disease"
        elif only_benign(atom, proof, self.view):
            reason = "a benign tumour is recorded, which is no cancer"
        elif only_elsewhere(atom, proof, self.view):
            reason = "a cancer of another organ is recorded"
        elif self._treated_long_ago(atom, asked, proof):
            reason = "it was treated earlier, and nothing says that it is still there"
        elif opposed(atom, proof, self.view):
            reason = "what is recorded is filed with it and is another thing"
        elif self._only_the_disease(atom, proof):
            reason = "the disease is recorded, and no bout of it"
        elif self._class_denied(asked, proof):
            reason = "the record denies the class, and names a medicine that is also counted in it"
        elif not self.wanted and self._is_index_event(atom, asked, proof):
            reason = "what is recorded may be the event that the trial is about, and no earlier one"
        elif not self.wanted and self._by_subject(asked, proof):
            reason = "what the trial is about is not what it excludes, and nothing else is recorded"
        return reason

    def _denied_before(self, atom: Finding, asked: frozenset[str], proof: Proof) -> str:
        """Why a history is not proved that the note denies ("no previous cancer") where all that is recorded is there today."""
        if self.wanted or not any(window.kind == "ever" for window in atom.windows):
            return ""
        kinds = lineage_of(asked, self.view.vocabularies)
        denied = any(
            fact.concepts & kinds and any(_EARLIER.search(one.text) for one in self.view.sentences_of(fact.evidence))
            for fact in self.view.other_denials
        )
        facts = self.view.facts_told_in(proof.evidence)
        today = denied and bool(facts) and all(fact.kind == "condition" and not fact.over for fact in facts)
        return "the note denies an earlier one, and tells of one of today" if today else ""

    def _only_illnesses(self, proof: Proof) -> bool:
        """Whether all that proves something are diseases and findings, and no medicine and no procedure."""
        facts = self.view.facts_told_in(proof.evidence)
        return bool(facts) and all(fact.kind == "condition" for fact in facts)

    def _only_seen_by(self, atom: Finding, proof: Proof) -> str:
        """Why an examination does not prove what it is asked to show ("active disease on MRI"); empty where more is recorded."""
        front = front_of(atom.name)
        if front == atom.name or not front or named(front, self.view.vocabularies).concepts:
            return ""
        facts = self.view.facts_told_in(proof.evidence)
        seen = re.search(r"\b(?:on|by|at|in)\b", atom.name[len(front) :].casefold())
        if not facts or seen is None or any(fact.kind != "procedure" for fact in facts):
            return ""
        return "only the examination by which it is seen is recorded"

    def _treated_long_ago(self, atom: Finding, asked: frozenset[str], proof: Proof) -> bool:
        """Whether a cancer counts for today only because diseases last, and the note tells that it was treated away."""
        lately = any(window.kind == "within" for window in atom.windows) and "ongoing" in proof.reason
        if not lately and not pattern("treated_away", "today").search(atom.name.casefold()):
            return False
        cancers = named("cancer", self.view.vocabularies).concepts
        if not asked & cancers and not lineage_of(asked, self.view.vocabularies) & cancers:
            return False
        cited = self.view.sentences_of(proof.evidence)
        told = [one.text.casefold() for one in cited]
        reach = reach_of(atom)
        if lately and reach and any(0 <= far <= min(reach) for one in cited for _, far in days_ago(one, self.view)):
            # It was there on the day of its treatment, which is within the time.
            return False
        return bool(told) and all(
            pattern("treated_away", "told").search(words) and not pattern("treated_away", "there").search(words)
            for words in told
        )

    def _denied_itself(self, asked: frozenset[str], atom: Finding | None = None) -> KnownFact | None:
        """The fact that denies just what is asked, by its concept or by its words."""
        words = named(atom.name, self.view.vocabularies).words if atom is not None else frozenset()
        denials = (fact for fact in self.view.facts if fact.absent)
        return next((fact for fact in denials if fact.concepts & asked or (fact.words and fact.words == words)), None)

    def _class_denied(self, asked: frozenset[str], proof: Proof) -> bool:
        """Whether a class of medicines is denied as such, and proved only by one that vocabularies file in it too."""
        denial = self._denied_itself(asked)
        facts = [fact for fact in self.view.facts_told_in(proof.evidence) if fact.present]
        if denial is None or not all(fact.kind == "medication" and not fact.concepts & asked for fact in facts):
            return False
        told = [one.text.casefold() for one in self.view.sentences_of(denial.evidence)]
        return bool(facts) and not any(pattern("denied_but").search(words) for words in told)

    def _only_the_disease(self, atom: Finding, proof: Proof) -> bool:
        """Whether a bout of a disease is asked for, and what proves it tells only of the disease."""
        name = atom.name.casefold()
        seizing = pattern("seizing").search(name) and any(window.kind != "ever" for window in atom.windows)
        if seizing:
            # Vocabularies have one name for epilepsy and for a seizure; of those of a time the disease tells nothing.
            told = [item.quote for item in proof.evidence if isinstance(item, Span)]
            return bool(told) and not any(pattern("seizing").search(words.casefold()) for words in told)
        if not pattern("bouts").search(name) or name.startswith("failure of "):
            return False
        told = [item.quote for item in proof.evidence if isinstance(item, Span)]
        return bool(told) and not any(pattern("bouts").search(words.casefold()) for words in told)

    def _is_index_event(self, atom: Finding, asked: frozenset[str], proof: Proof) -> bool:
        """Whether an earlier event of the trial's own kind is asked for, and the record holds one, which may be the present one."""
        if not asked & lineage_of(self.subject, self.view.vocabularies) or not any(
            window.kind == "ever" for window in atom.windows
        ):
            return False
        told = self.view.facts_told_in(proof.evidence)
        if told and all(fact.kind != "condition" for fact in told):
            return False
        texts = {document.id: document.text for document in self.view.record.documents}
        spans = [item for item in proof.evidence if isinstance(item, Span) and item.source_id in texts]
        around = (texts[item.source_id][max(0, item.start - _BESIDE) : item.end + _BESIDE] for item in spans)
        return bool(spans) and not any(pattern("told_as_earlier").search(words.casefold()) for words in around)

    def _by_subject(self, asked: frozenset[str], proof: Proof) -> bool:
        """Whether all that proves something wider than the trial's subject is the subject itself."""
        if asked & self.subject or not any(
            asked & lineage(concept, self.view.vocabularies) for concept in self.subject
        ):
            return False
        own = {
            item
            for fact in self.view.facts
            if fact.present
            and (fact.lineage & self.subject or lineage_of(self.subject, self.view.vocabularies) & fact.concepts)
            for item in fact.evidence
        }
        return bool(proof.evidence) and own.issuperset(proof.evidence)


def _says(proof: Proof, kind: str) -> bool:
    """Whether what is denied is itself of a kind, a risk or a contraindication, and not only what it is one of."""
    quotes = [item.quote.casefold() for item in proof.evidence if isinstance(item, Span)]
    return bool(quotes) and all(pattern(kind).search(quote) for quote in quotes)
