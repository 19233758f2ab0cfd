"""Proving an atom for a patient: core's evaluation first, then what notes state of it, then a policy's assumptions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from osler.core.criteria import (
    Atom,
    Expression,
    Finding,
    MeasuredValue,
    Pregnancy,
    Proof,
    Unparsed,
    evaluate,
    render,
)
from osler.trials.judging.asked.trees import (
    is_count,
    with_plural_units,
)
from osler.trials.judging.atoms import ASSUMED, MET, NOT_MET, UNKNOWN, AtomRules
from osler.trials.judging.cancers.measurable import by_size_of_lesion
from osler.trials.judging.cancers.oncology import by_cancer
from osler.trials.judging.cancers.resectable import unresectable
from osler.trials.judging.denied.denials import denied, not_listed
from osler.trials.judging.denied.denied_phrases import by_denied_phrase
from osler.trials.judging.denied.none_since import none_since
from osler.trials.judging.denied.normal_pictures import by_normal_picture
from osler.trials.judging.denied.spoken_of import spoken_of_only
from osler.trials.judging.diseases.besides import besides
from osler.trials.judging.diseases.counted_bouts import by_counted_bouts
from osler.trials.judging.diseases.degrees import by_degree, by_other_stage
from osler.trials.judging.diseases.described import by_description
from osler.trials.judging.diseases.groups import (
    by_disease_group,
    by_members,
    by_number_of_class,
    denied_with_class,
    denied_with_group,
    none_of_class,
    other_kind,
)
from osler.trials.judging.diseases.last_times import by_last_time
from osler.trials.judging.diseases.needing import by_need
from osler.trials.judging.diseases.onset import by_onset
from osler.trials.judging.diseases.rates import by_rate
from osler.trials.judging.diseases.seen_on import by_what_shows_it
from osler.trials.judging.diseases.treated import by_treatment
from osler.trials.judging.findings import facts_about, named
from osler.trials.judging.implied import implied
from osler.trials.judging.measured.filtration import by_creatinine
from osler.trials.judging.measured.implausible import implausible, unwritten_unit
from osler.trials.judging.measured.performance import by_other_scale
from osler.trials.judging.measured.scale_classes import by_scale_class
from osler.trials.judging.measured.two_pressures import two_pressures
from osler.trials.judging.measured.usual_ranges import by_members_of_panel
from osler.trials.judging.measured.valued_states import by_values
from osler.trials.judging.measured.valued_words import by_valued_words
from osler.trials.judging.medicines.failures import by_failure
from osler.trials.judging.medicines.reactions import by_reaction
from osler.trials.judging.medicines.regular_use import by_regular_use
from osler.trials.judging.medicines.taken_now import by_state_of_class, taken_now
from osler.trials.judging.missing import missing_of
from osler.trials.judging.people.abilities import by_ability
from osler.trials.judging.people.agreement import by_agreement
from osler.trials.judging.people.health import unhealthy
from osler.trials.judging.people.languages import by_language
from osler.trials.judging.people.persons import life_stage, reproduction
from osler.trials.judging.people.relatives import of_relatives
from osler.trials.judging.people.told_states import by_pregnancy_test, denied_together
from osler.trials.judging.same_words import by_same_words
from osler.trials.judging.stated import by_statement, dated_bout, too_old
from osler.trials.judging.told_events import by_told_event
from osler.trials.judging.told_results import by_time_of_disease, by_told_result

NOT_MENTIONED = "the record does not mention it"


@dataclass
class AtomProver(AtomRules, ABC):
    """Proves atoms; how a tree of them is proved is left to who proves trees."""

    @abstractmethod
    def prove(self, tree: Expression) -> Proof:
        """The proof of a tree."""

    def _atom(self, atom: Atom) -> Proof:
        special = (
            of_relatives(atom, self.view)
            or (isinstance(atom, Finding) and besides(atom, self.subject, self.view))
            or self._past_only(atom)
            or by_counted_bouts(atom, self.view)
            or by_scale_class(atom, self.view)
            or by_rate(atom, self.view)
            or (isinstance(atom, Finding) and by_disease_group(atom, self.view))
            or (isinstance(atom, Finding) and (dated_bout(atom, self.view) or other_kind(atom, self.view)))
            or None
        )
        if special is not None:
            asked = named(atom.name, self.view.vocabularies).concepts if isinstance(atom, Finding) else frozenset()
            if special.truth is MET and isinstance(atom, Finding) and self._treated_long_ago(atom, asked, special):
                reason = "it was treated earlier, and nothing says that it is still there"
                special = special.model_copy(update={"truth": UNKNOWN, "reason": reason})
            if special.truth is UNKNOWN:
                self.missing.append(missing_of(atom, self.view.vocabularies))
            return special
        if is_count(atom):
            # No result of a laboratory may answer for a number of bouts, drugs or lines.
            proof = (
                by_number_of_class(atom, self.view)
                or none_of_class(atom, self.view)
                or Proof(truth=UNKNOWN, statement=render(atom), reason="the record does not say how many")
            )
        else:
            proof = evaluate(with_plural_units(atom), self.view.indexed, on=self.view.on)
        if isinstance(atom, MeasuredValue):
            doubt = (
                too_old(atom, proof, self.view)
                or implausible(atom, proof, self.view)
                or two_pressures(atom, proof, self.view)
            )
            if doubt:
                self.missing.append(missing_of(atom, self.view.vocabularies))
                return proof.model_copy(update={"truth": UNKNOWN, "reason": doubt})
            proof = proof.model_copy(update={"reason": proof.reason + unwritten_unit(atom, proof, self.view)})
        if proof.truth is NOT_MET and isinstance(atom, Finding) and (other := by_members(atom, self.view)) is not None:
            # That one medicine of a class lies outside the time says nothing of the others that the record names.
            proof = other if other.truth is MET else proof
        if isinstance(atom, Pregnancy) and proof.truth is MET:
            proof = by_pregnancy_test(atom, proof, self.view) or denied_together(atom, proof, self.view) or proof
        if proof.truth is not UNKNOWN and not self._too_wide(atom, proof):
            return self._unless_own(atom, proof)
        proof = proof.model_copy(update={"truth": UNKNOWN}) if proof.truth is not UNKNOWN else proof
        found = self._beyond_evaluation(atom)
        if found is None and not proof.evidence:
            # What evaluation cites (an undated, possible or ended fact) is no silence, and only silence is interpreted.
            found = self._assumed(atom)
        if found is not None and found.truth is not UNKNOWN:
            return self._unless_own(atom, found)
        proof = self._as_it_stands(atom, found or proof)
        self.missing.append(missing_of(atom, self.view.vocabularies, measured=bool(proof.evidence)))
        return proof

    def _beyond_evaluation(self, atom: Atom) -> Proof | None:
        """The first rule that says something of an atom which evaluation left open."""
        view, wanted = self.view, self.wanted
        rules: Sequence[Callable[[], Proof | None]] = (
            lambda: by_cancer(atom, view.record),
            lambda: by_failure(atom, view),
            lambda: by_ability(atom, view) if isinstance(atom, Finding | Unparsed) else None,
            lambda: by_reaction(atom, view),
            lambda: by_other_scale(atom, view),
            lambda: by_values(atom, view),
            lambda: self._said_of_disease(atom) if isinstance(atom, Finding) else None,
            lambda: unhealthy(atom, view) if isinstance(atom, Finding) else None,
            lambda: unresectable(atom, view) if isinstance(atom, Finding) else None,
            lambda: by_statement(atom, view),
            lambda: by_told_result(atom, view) if isinstance(atom, MeasuredValue) else None,
            lambda: by_valued_words(atom, view) if isinstance(atom, MeasuredValue) else None,
            lambda: by_creatinine(atom, view) if isinstance(atom, MeasuredValue) else None,
            lambda: by_members_of_panel(atom, view, self.prove) if isinstance(atom, MeasuredValue) else None,
            lambda: by_time_of_disease(atom, self.subject, view) if isinstance(atom, MeasuredValue) else None,
            lambda: by_language(atom, view),
            lambda: by_agreement(atom, view, wanted),
            lambda: life_stage(atom, view),
            lambda: reproduction(atom, view),
            lambda: taken_now(atom, view),
            lambda: none_since(atom, view),
            lambda: by_told_event(atom, view),
            lambda: self._by_facts(atom),
            lambda: implied(atom, view),
            lambda: by_size_of_lesion(atom, view),
            lambda: self._described(atom),
            lambda: by_normal_picture(atom, view) if isinstance(atom, Finding) else None,
            lambda: denied(atom, view, wanted),
            lambda: self._by_denied_phrase(atom),
            lambda: spoken_of_only(atom, view),
            lambda: by_same_words(atom, view) if isinstance(atom, Finding) else None,
            lambda: denied_with_class(atom, view) if isinstance(atom, Finding) else None,
            lambda: denied_with_group(atom, view) if isinstance(atom, Finding) else None,
            lambda: self._not_listed(atom),
            lambda: self._usual_limit(atom),
        )
        return next((answer for rule in rules if (answer := rule()) is not None), None)

    def _said_of_disease(self, atom: Finding) -> Proof | None:
        """A disease with what is said of it: what it needs, how severe it is, whether it is treated, at which age it began."""
        told = (
            by_degree(atom, self.view)
            or by_other_stage(atom, self.view)
            or by_treatment(atom, self.view)
            or by_onset(atom, self.view)
            or by_last_time(atom, self.view)
        )
        return (
            told
            or by_state_of_class(atom, self.view)
            or by_regular_use(atom, self.view)
            or by_need(atom, self.view, self.prove)
            or by_what_shows_it(atom, self.view, self.prove)
        )

    def _by_denied_phrase(self, atom: Atom) -> Proof | None:
        """What the note denies in a wider phrase; the trial's own subject may be there for all that a note denies of its kind."""
        if not isinstance(atom, Finding) or (self.wanted and self.about_topic):
            return None
        return by_denied_phrase(atom, self.view)

    def _described(self, atom: Atom) -> Proof | None:
        """A disease by what it is diagnosed by; kept apart, because the note does not name it."""
        found = by_description(atom, self.view) if isinstance(atom, Finding) else None
        if found is not None:
            self.described.append(found.reason)
        return found

    def _not_listed(self, atom: Atom) -> Proof | None:
        """The clinical policy: what is not on the list of today's medicines is not taken, and marked; lists are seldom complete."""
        found = not_listed(atom, self.view) if self.policy == "clinical" else None
        if found is None:
            return None
        self.assumptions.append(f"{render(atom)}: not on the list of medicines, {ASSUMED} absent")
        return found.model_copy(update={"assumed": True})

    def _as_it_stands(self, atom: Atom, proof: Proof) -> Proof:
        """An open proof with a true reason: what the record has of the finding, where it lacks only the rest of it."""
        if not isinstance(atom, Finding) or proof.reason != NOT_MENTIONED:
            return proof
        concepts = named(atom.name, self.view.vocabularies).concepts
        near = [fact for fact in facts_about(atom, self.view).near if fact.present and fact.lineage & concepts]
        if not near:
            return proof
        return proof.model_copy(update={"reason": f"the record has {near[0].label}, and not all of what is asked"})
