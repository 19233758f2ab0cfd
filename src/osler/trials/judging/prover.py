"""Proving a criterion's tree for a patient: core's evaluation first, then what notes state, then a policy's assumptions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from osler.core.criteria import (
    AllOf,
    AnyOf,
    AtLeast,
    Atom,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    Proof,
    TruthValue,
    Unparsed,
    at_least,
    by_definition,
    conjunction,
    disjunction,
    evaluate,
    negation,
    render,
)
from osler.trials.judging.asked.trees import (
    both_sexes,
    in_both_kinds,
    is_count,
    is_whole,
    of_bearing,
    sexes_as_choice,
    with_content,
    with_plural_units,
    without_scale_dress,
)
from osler.trials.judging.atoms import ASSUMED, MET, NOT_MET, UNKNOWN, AtomRules
from osler.trials.judging.cancers.measurable import by_size_of_lesion
from osler.trials.judging.cancers.oncology import by_cancer
from osler.trials.judging.cancers.resectable import unresectable
from osler.trials.judging.denied.denials import denied, not_listed
from osler.trials.judging.denied.denied_phrases import by_denied_phrase
from osler.trials.judging.denied.normal_pictures import by_normal_picture
from osler.trials.judging.denied.none_since import none_since
from osler.trials.judging.denied.spoken_of import spoken_of_only
from osler.trials.judging.diseases.besides import besides, others
from osler.trials.judging.diseases.counted_bouts import by_counted_bouts
from osler.trials.judging.diseases.degrees import by_degree, by_other_stage
from osler.trials.judging.diseases.described import by_description
from osler.trials.judging.diseases.grades import graded, is_grade
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
from osler.trials.judging.diseases.treated import by_treatment
from osler.trials.judging.findings import facts_about, lineage_of, named
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
from osler.trials.judging.rules import pattern
from osler.trials.judging.same_words import by_same_words
from osler.trials.judging.stated import by_statement, dated_bout, too_old
from osler.trials.judging.told_events import by_told_event
from osler.trials.judging.told_results import by_time_of_disease, by_told_result
from osler.trials.judging.touching import defines
from osler.trials.judging.unproved import covered, only_mild_example, opposed

NOT_MENTIONED = "the record does not mention it"


def _is_denied(proof: Proof) -> bool:
    """Whether the record itself denies what was asked; nothing is assumed."""
    return proof.truth is NOT_MET and bool(proof.evidence) and not proof.assumed


@dataclass
class Prover(AtomRules):
    """Proves trees."""

    def prove(self, tree: Expression) -> Proof:
        """The proof of a tree."""
        if isinstance(tree, AllOf):
            return self._all(tree)
        if isinstance(tree, AnyOf) and tree.sense == "requirement":
            return self._required(tree)
        if isinstance(tree, AnyOf) and tree.sense == "definition":
            return self._defined(tree)
        if isinstance(tree, AnyOf):
            return self._any(tree)
        if isinstance(tree, AtLeast):
            return self._joined(tree.children, f"at least {tree.count} of", lambda values: at_least(tree.count, values))
        if isinstance(tree, Not):
            child = Prover.prove(self._turned(), tree.child)
            return Proof(truth=negation(child.truth), statement="not", reason="", children=[child])
        if isinstance(tree, Except):
            return self._except(tree)
        return self._atom(tree)

    def _turned(self) -> Prover:
        """The same prover for what a negation covers: what was wanted is now forbidden."""
        return Prover(
            self.view,
            self.policy,
            self.topic,
            self.topic_words,
            not self.wanted,
            self.about_topic,
            self.subject,
            self.assumptions,
            self.missing,
            self.described,
        )

    def _joined(
        self, children: Sequence[Expression], title: str, rule: Callable[[Iterator[TruthValue]], TruthValue]
    ) -> Proof:
        proofs = [self.prove(child) for child in with_content(children)]
        return Proof(truth=rule(proof.truth for proof in proofs), statement=title, reason="", children=proofs)

    def _all(self, tree: AllOf) -> Proof:
        """A conjunction; nobody is asked to be of both sexes, and a grade is that of the finding beside it."""
        if both_sexes(tree):
            return self._joined(sexes_as_choice(tree), "all of", conjunction)
        tree = without_scale_dress(tree)
        whole = self._joined(tree.children, "all of", conjunction)
        beside = " ".join(child.name for child in tree.children if isinstance(child, Finding))
        measured = (child for child in tree.children if isinstance(child, MeasuredValue))
        grade = next((child for child in measured if is_grade(child, beside)), None)
        told = [item for proof in whole.children if proof.truth is MET for item in proof.evidence]
        proof = graded(grade, told, self.view) if grade is not None else None
        if grade is None or proof is None:
            return whole
        settled = missing_of(grade, self.view.vocabularies)
        self.missing[:] = [datum for datum in self.missing if datum != settled]
        proofs = [proof if one.statement == proof.statement else one for one in whole.children]
        return Proof(truth=conjunction(one.truth for one in proofs), statement="all of", reason="", children=proofs)

    def _required(self, tree: AnyOf) -> Proof:
        """A requirement with an antecedent ("if female, …"): it asks nothing of whom the antecedent does not describe."""
        first, *rest = tree.children
        spared = self._turned().prove(first) if isinstance(first, Not) else self.prove(first)
        if spared.truth is MET:
            reason = "the patient is none of those it speaks of"
            return Proof(truth=TruthValue.NOT_APPLICABLE, statement="if so", reason=reason, children=[spared])
        proofs = [spared, *(self.prove(child) for child in rest)]
        truth = disjunction(proof.truth for proof in proofs)
        if truth is MET and spared.truth is UNKNOWN and not of_bearing(first):
            # What is asked of those who have a disease may hold of others too; whether it is asked of the patient is open.
            truth = UNKNOWN
        return Proof(truth=truth, statement="if so", reason="", children=proofs)

    def _any(self, tree: AnyOf) -> Proof:
        """A choice; a value in brackets that only spells out a condition goes with the condition."""
        if self.wanted and tree.sense == "examples" and is_whole(tree.children[0]):
            return self._joined(tree.children, "with its parts", conjunction)
        if (kinds := in_both_kinds(tree)) is not None and (whole := self.prove(kinds)).truth is MET:
            return Proof(truth=MET, statement="any of", reason="", children=[whole])
        of_examples = tree.sense == "examples"
        tree = AnyOf(children=tuple(with_content(tree.children)))
        proofs = [self.prove(child) for child in tree.children]
        if of_examples and _is_denied(proofs[0]) and all(proof.truth is not MET for proof in proofs):
            # Who has had no surgery of the prostate has had none of its kinds.
            return Proof(truth=NOT_MET, statement="any of", reason="", children=proofs)
        if of_examples and not self.wanted and only_mild_example(tree, proofs, self.view):
            reason = "a kind of an example is recorded, and nothing says that it is severe"
            return Proof(truth=UNKNOWN, statement="any of", reason=reason, children=proofs)
        if self.policy == "clinical" and self._spelt_out(tree, proofs):
            proofs = [
                proof.model_copy(update={"truth": NOT_MET, "reason": f"it goes with the condition, {ASSUMED} absent"})
                if isinstance(child, MeasuredValue) and proof.truth is UNKNOWN
                else proof
                for child, proof in zip(tree.children, proofs, strict=True)
            ]
        return Proof(truth=disjunction(proof.truth for proof in proofs), statement="any of", reason="", children=proofs)

    def _defined(self, tree: AnyOf) -> Proof:
        """A term by its definition; a bracket that names nothing defines nothing, and silence about it settles nothing."""
        term, meaning = tree.children
        if not defines(meaning, self.view.vocabularies):
            return self.prove(term)
        assumed_before = len(self.assumptions)
        named_so = self.prove(term)
        assumed_of_term = len(self.assumptions)
        meant = self.prove(meaning)
        if named_so.truth is UNKNOWN and named_so.evidence and meant.assumed:
            # The record tells of the term: what it does not say in the words of the bracket is not absent.
            del self.assumptions[assumed_of_term:]
            meant = meant.model_copy(update={"truth": UNKNOWN, "assumed": False, "reason": NOT_MENTIONED})
        elif meant.truth is MET:
            del self.assumptions[assumed_before:assumed_of_term]
        return by_definition(named_so, meant)

    def _spelt_out(self, tree: AnyOf, proofs: Sequence[Proof]) -> bool:
        first, *others = tree.children
        return (
            isinstance(first, Finding)
            and proofs[0].truth is NOT_MET
            and all(isinstance(o, MeasuredValue | Finding) for o in others)
        )

    def _except(self, tree: Except) -> Proof:
        facts = others(tree.child, self.subject, self.view) if isinstance(tree.child, Finding) else self.view.indexed
        found = evaluate(tree, facts, on=self.view.on)
        proved = found.truth is MET and isinstance(tree.child, Finding) and not opposed(tree.child, found, self.view)
        if proved and isinstance(tree.child, Finding) and found.evidence:
            # Something that no exception covers is recorded, whatever is open about the exceptions.
            other_route = self._by_other_route(tree)
            if not other_route and (spared := covered(tree, found, self.view)) is not None:
                return spared
            return self._unless_own(tree.child, found)
        child = self.prove(tree.child)
        if child.truth is NOT_MET:
            return child
        if child.truth is MET and self._by_other_route(tree):
            return child
        exceptions = [self._turned().prove(part) for part in tree.exceptions]
        free = negation(disjunction(proof.truth for proof in exceptions))
        if free is NOT_MET and child.truth is UNKNOWN and self._spares_kinds(tree, exceptions):
            # Who has the kind that is spared may have another one besides.
            free = UNKNOWN
        unless = Proof(truth=free, statement="none of the exceptions", reason="", children=exceptions)
        return Proof(truth=conjunction([child.truth, free]), statement="except", reason="", children=[child, unless])

    def _by_other_route(self, tree: Except) -> bool:
        """Whether what is proved is given to the whole body, and every exception to a part of it."""
        systemic = isinstance(tree.child, Finding) and pattern("routes", "systemic").search(tree.child.name.casefold())
        return bool(systemic) and all(
            isinstance(part, Finding) and bool(pattern("routes", "local").search(part.name.casefold()))
            for part in tree.exceptions
        )

    def _spares_kinds(self, tree: Except, exceptions: Sequence[Proof]) -> bool:
        """Whether what holds of the exceptions are kinds of what is excepted from, and no condition of its own ("unless …").

        What a bracket permits ("treated apnoea is permitted") is one of several, whatever the vocabularies call it.
        """
        if tree.cue is None or pattern("permits").search(tree.cue.quote.casefold()):
            return True
        asked = (
            named(tree.child.name, self.view.vocabularies).concepts if isinstance(tree.child, Finding) else frozenset()
        )
        held = [part for part, proof in zip(tree.exceptions, exceptions, strict=True) if proof.truth is MET]
        return all(
            isinstance(part, Finding)
            and bool(lineage_of(named(part.name, self.view.vocabularies).concepts, self.view.vocabularies) & asked)
            for part in held
        )

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
