"""Proving a criterion's tree for a patient: what joins its atoms, by the proofs of the atoms."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from osler.core.criteria import (
    AllOf,
    AnyOf,
    AtLeast,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Proof,
    TruthValue,
    at_least,
    by_definition,
    conjunction,
    disjunction,
    evaluate,
    negation,
)
from osler.trials.judging.asked.trees import (
    both_sexes,
    in_both_kinds,
    is_whole,
    of_bearing,
    sexes_as_choice,
    with_content,
    without_scale_dress,
)
from osler.trials.judging.atom_prover import NOT_MENTIONED, AtomProver
from osler.trials.judging.atoms import ASSUMED, MET, NOT_MET, UNKNOWN
from osler.trials.judging.diseases.besides import others
from osler.trials.judging.diseases.grades import graded, is_grade
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.missing import missing_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.touching import defines
from osler.trials.judging.unproved import covered, only_mild_example, opposed


def _is_denied(proof: Proof) -> bool:
    """Whether the record itself denies what was asked; nothing is assumed."""
    return proof.truth is NOT_MET and bool(proof.evidence) and not proof.assumed


@dataclass
class Prover(AtomProver):
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
        if free is NOT_MET and child.truth is UNKNOWN and (self.wanted or self._spares_kinds(tree, exceptions)):
            # Who has the kind that is spared may have another one besides; and what is let in keeps nobody out.
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
