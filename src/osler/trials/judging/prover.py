"""Proving a criterion's tree for a patient: core's evaluation first, then what notes state, then a policy's assumptions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from osler.core.criteria import (
    Age,
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
    SexIs,
    TruthValue,
    Unparsed,
    at_least,
    atoms,
    conjunction,
    disjunction,
    evaluate,
    negation,
    render,
)
from osler.core.evidence import Evidence
from osler.core.patient.types import Sex
from osler.core.terminology import SemanticType
from osler.trials.judging.findings import denied_by_name, facts_about, is_graded, named
from osler.trials.judging.rules import empty_words, implications, life_stages, pattern, rules
from osler.trials.judging.view import KnownFact, PatientView, Statement
from osler.trials.types import PolicyName

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_CLINICAL_KINDS = frozenset(
    {SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.MEDICATION, SemanticType.PROCEDURE}
)
_ASSUMED = "assumed by the clinical policy"
_STEM = 6
"""Words that share so many letters are taken for one: thyroid, thyroiditis."""


@dataclass
class Prover:
    """Proves trees for one patient under one policy; it collects what was assumed and what is missing."""

    view: PatientView
    policy: PolicyName
    topic: frozenset[str] = frozenset()
    """Concepts of the trial's own subject; a patient may have it without a diagnosis, so its absence is not assumed."""
    topic_words: frozenset[str] = frozenset()
    wanted: bool = True
    """Whether the criterion asks for what it names (inclusion) or forbids it."""
    about_topic: bool = False
    """Whether another part of the criterion names the trial's subject."""
    assumptions: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)

    def prove(self, tree: Expression) -> Proof:
        """The proof of a tree."""
        if isinstance(tree, AllOf):
            if _both_sexes(tree):
                return self._joined(_sexes_as_choice(tree), "all of", conjunction)
            return self._joined(tree.children, "all of", conjunction)
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
            self.assumptions,
            self.missing,
        )

    def _joined(
        self, children: Sequence[Expression], title: str, rule: Callable[[Iterator[TruthValue]], TruthValue]
    ) -> Proof:
        proofs = [self.prove(child) for child in with_content(children)]
        return Proof(truth=rule(proof.truth for proof in proofs), statement=title, reason="", children=proofs)

    def _any(self, tree: AnyOf) -> Proof:
        """A choice; a value in brackets that only spells out a condition goes with the condition."""
        tree = AnyOf(children=tuple(with_content(tree.children)))
        proofs = [self.prove(child) for child in tree.children]
        if self.policy == "clinical" and self._spelt_out(tree, proofs):
            proofs = [
                proof.model_copy(update={"truth": NOT_MET, "reason": f"it goes with the condition, {_ASSUMED} absent"})
                if isinstance(child, MeasuredValue) and proof.truth is UNKNOWN
                else proof
                for child, proof in zip(tree.children, proofs, strict=True)
            ]
        return Proof(truth=disjunction(proof.truth for proof in proofs), statement="any of", reason="", children=proofs)

    def _spelt_out(self, tree: AnyOf, proofs: Sequence[Proof]) -> bool:
        first, *others = tree.children
        return (
            isinstance(first, Finding)
            and proofs[0].truth is NOT_MET
            and all(isinstance(o, MeasuredValue | Finding) for o in others)
        )

    def _except(self, tree: Except) -> Proof:
        child = self.prove(tree.child)
        if child.truth is NOT_MET:
            return child
        exceptions = [self._turned().prove(part) for part in tree.exceptions]
        covered = negation(disjunction(proof.truth for proof in exceptions))
        unless = Proof(truth=covered, statement="none of the exceptions", reason="", children=exceptions)
        return Proof(truth=conjunction([child.truth, covered]), statement="except", reason="", children=[child, unless])

    def _atom(self, atom: Atom) -> Proof:
        proof = evaluate(with_plural_units(atom), self.view.indexed, on=self.view.on)
        if proof.truth is not UNKNOWN and not self._too_wide(atom, proof):
            return proof
        proof = proof.model_copy(update={"truth": UNKNOWN}) if proof.truth is not UNKNOWN else proof
        found = next(
            (
                answer
                for rule in (
                    self._agreement,
                    self._life_stage,
                    self._reproduction,
                    self._by_facts,
                    self._implied,
                    self._denied,
                    self._assumed,
                )
                if (answer := rule(atom)) is not None
            ),
            None,
        )
        if found is not None:
            return found
        self.missing.append(missing_of(atom))
        return proof

    def agreed(self, text: str, tree: Expression) -> Proof | None:
        """A criterion that asks for nothing but agreement or conduct, as a whole."""
        parts = list(atoms(tree))
        if any(not isinstance(atom, Finding | Unparsed) for atom in parts):
            return None
        able = pattern("agreement", "ability").search(text.casefold())
        if able is None and named(text).kinds & _CLINICAL_KINDS:
            return None
        return self._agreement(Unparsed(text=text))

    def _agreement(self, atom: Atom) -> Proof | None:
        """Consent and conduct, by what the note states of them."""
        text = _text(atom).casefold()
        for kind in ("consent", "compliance"):
            statement = self.view.stated(kind)
            asked = pattern("agreement", kind, "asked").search(text) or (
                kind == "compliance" and pattern("agreement", "ability").search(text)
            )
            if statement is None or not asked:
                continue
            if isinstance(atom, Finding) and kind == "compliance" and named(atom.name).kinds & _CLINICAL_KINDS:
                continue
            refuses = bool(pattern("agreement", "reversed").search(text))
            holds = statement.holds != refuses
            return Proof(
                truth=MET if holds else NOT_MET,
                statement=render(atom),
                reason=f"the note states {kind}" if statement.holds else f"the note denies {kind}",
                evidence=[statement.sentence.span],
            )
        return None

    def _life_stage(self, atom: Atom) -> Proof | None:
        """ "Adults", "children": words for ages."""
        age = self.view.age
        if not isinstance(atom, Finding | Unparsed) or age is None:
            return None
        text = re.sub(
            r"\b(?:male|female|human|healthy|and|or|patients?|subjects?|participants?)\b", " ", _text(atom).casefold()
        ).strip(" .,;")
        for stage in life_stages():
            if stage.pattern.fullmatch(" ".join(text.split())):
                inside = (stage.start is None or age >= stage.start) and (stage.end is None or age < stage.end)
                evidence = list(self.view.record.demographics.evidence)
                reason = f"the patient is {age:.0f} years old"
                return Proof(truth=MET if inside else NOT_MET, statement=render(atom), reason=reason, evidence=evidence)
        return None

    def _reproduction(self, atom: Atom) -> Proof | None:
        """Pregnancy and child-bearing where age or sex settle them; nobody's silence does."""
        if not isinstance(atom, Pregnancy):
            return None
        age, limits = self.view.age, rules()["reproductive_age"]
        if age is not None and (age >= limits["never_from"] or age < limits["from"]):
            reason = f"the patient is {age:.0f} years old"
            evidence = list(self.view.record.demographics.evidence)
            return Proof(truth=NOT_MET, statement=render(atom), reason=reason, evidence=evidence)
        return None

    def _by_facts(self, atom: Atom) -> Proof | None:
        """A finding by facts that are instances of it, or whose denial covers it."""
        if not isinstance(atom, Finding):
            return None
        found = facts_about(atom, self.view)
        timed = any(window.kind in ("within", "before", "lasting", "planned") for window in atom.windows)
        if found.present and not timed:
            return _proof(MET, atom, f"{found.present[0].label}: recorded as present", found.present)
        wide = self.wanted and self.about_topic and not denied_by_name(atom.name, self.view)
        if found.absent and not found.present and not wide:
            return _proof(NOT_MET, atom, f"{found.absent[0].label}: recorded as absent", found.absent)
        return None

    def _too_wide(self, atom: Atom, proof: Proof) -> bool:
        """Whether the trial's own subject is denied only by something wider: "no history of heart disease" on admission
        does not rule out the embolism that the patient is admitted with."""
        if not self.wanted or proof.truth is not NOT_MET or not isinstance(atom, Finding):
            return False
        asked = named(atom.name)
        return self._is_topic(asked.concepts, asked.words) and not denied_by_name(atom.name, self.view)

    def _implied(self, atom: Atom) -> Proof | None:
        """What a sentence states in other words: "47 years of a pack a day" is smoking."""
        if not isinstance(atom, Finding | Unparsed):
            return None
        text = _text(atom).casefold()
        for asked, stated in implications():
            if not asked.search(text):
                continue
            for sentence in self.view.sentences:
                words = sentence.text.casefold()
                found = stated.search(words)
                if found is None:
                    continue
                denied = bool(pattern("denying").search(words[: found.start()]))
                reason = f"the note {'denies' if denied else 'states'} it in other words"
                truth = NOT_MET if denied else MET
                return Proof(truth=truth, statement=render(atom), reason=reason, evidence=[sentence.span])
        return None

    def _denied(self, atom: Atom) -> Proof | None:
        """What a note denies as a whole: medicines, past history, allergies, surgery."""
        if not isinstance(atom, Finding):
            return None
        asked = named(atom.name)
        if facts_about(atom, self.view).near:
            return None
        statement = self._denial_for(atom, asked.kinds)
        if statement is None:
            return None
        return Proof(
            truth=NOT_MET,
            statement=render(atom),
            reason=f"the note states {statement.kind}",
            evidence=[statement.sentence.span],
        )

    def _denial_for(self, atom: Finding, kinds: frozenset[SemanticType]) -> Statement | None:
        words = atom.name.casefold()
        if pattern("silent", "opinion").search(words):
            return None
        if re.search(r"allerg|hypersensitiv", words):
            return self.view.stated("no allergies")
        if SemanticType.MEDICATION in kinds or re.search(r"\b(?:medications?|drugs?|blockers?|inhibitors?)\b", words):
            return self.view.stated("no medications")
        if SemanticType.PROCEDURE in kinds or "surg" in words:
            return self.view.stated("no surgery") or self.view.stated("no conditions")
        if pattern("silent", "results").search(words) or pattern("silent", "reproductive").search(words):
            return None
        if kinds & {SemanticType.CONDITION, SemanticType.PHENOTYPE} and not self.wanted:
            return self.view.stated("no conditions")
        return None

    def _assumed(self, atom: Atom) -> Proof | None:
        """The clinical policy: a note would have told of it, so it is taken as absent, and marked."""
        if self.policy != "clinical" or not isinstance(atom, Finding | Unparsed):
            return None
        text = _text(atom)
        words = text.casefold()
        if any(pattern("silent", kind).search(words) for kind in rules()["silent"]):
            return None
        if isinstance(atom, Finding):
            found = facts_about(atom, self.view)
            if found.near and not is_graded(words):
                return None
        asked = named(text)
        if self.wanted and self._is_topic(asked.concepts, asked.words):
            return None
        if self.wanted and not asked.kinds & _CLINICAL_KINDS:
            return None
        if not self.wanted and not asked.words:
            return None
        self.assumptions.append(f"{render(atom)}: not mentioned, {_ASSUMED} absent")
        return Proof(truth=NOT_MET, statement=render(atom), reason=f"not mentioned; {_ASSUMED} absent")

    def _is_topic(self, concepts: frozenset[str], words: frozenset[str]) -> bool:
        if self.about_topic or concepts & self.topic:
            return True
        return any(word[:_STEM] == other[:_STEM] for word in words for other in self.topic_words if len(word) >= _STEM)


def with_content(children: Sequence[Expression]) -> Sequence[Expression]:
    """The parts that name something; all of them where none does."""
    named_parts = [child for child in children if not _is_empty(child)]
    return named_parts or children


def _is_empty(part: Expression) -> bool:
    if not isinstance(part, Finding | Unparsed):
        return False
    words = re.findall(r"[^\W_]+(?:-[^\W_]+)*", _text(part).casefold())
    return all(word in empty_words() or word.isdigit() for word in words)


def with_plural_units(atom: Atom) -> Atom:
    """An age in the units that evaluation knows: "1 day" as 1 days."""
    if not isinstance(atom, Age):
        return atom
    bounds = tuple(
        bound.model_copy(update={"unit": f"{bound.unit}s"}) if bound.unit and not bound.unit.endswith("s") else bound
        for bound in atom.test.bounds
    )
    return atom.model_copy(update={"test": atom.test.model_copy(update={"bounds": bounds})})


def missing_of(atom: Atom) -> str:
    """The datum that would settle an atom, in words that a clinician can order or ask."""
    if isinstance(atom, Age):
        return "age"
    if isinstance(atom, SexIs):
        return "sex"
    if isinstance(atom, Pregnancy):
        return {"pregnant": "a pregnancy test", "breastfeeding": "whether the patient is breast-feeding"}.get(
            atom.state, "whether the patient can become pregnant"
        )
    if isinstance(atom, MeasuredValue):
        window = next((w for w in atom.windows if w.kind == "within" and w.length and w.unit), None)
        return f"{atom.name} of the last {window.length:g} {window.unit}" if window else atom.name
    if isinstance(atom, Finding):
        return f"whether the patient has: {atom.name}"
    return f"an answer to: {atom.text[:120]}"


def outside_subgroup(text: str, tree: Expression, view: PatientView) -> str:
    """Why a criterion does not apply to a patient, or nothing: it speaks of the other sex, or of an age long past."""
    words = text.casefold()
    found = list(atoms(tree))
    about_pregnancy = any(isinstance(atom, Pregnancy) for atom in found) or bool(
        pattern("silent", "reproductive").search(words)
    )
    only_sex_and_age = all(isinstance(atom, SexIs | Age) for atom in found)
    if view.sex is Sex.MALE and about_pregnancy and not only_sex_and_age:
        return "it speaks of women, and the patient is male"
    if view.sex is Sex.FEMALE and pattern("subgroup", "male").search(words) and not only_sex_and_age:
        return "it speaks of men, and the patient is female"
    if view.age is not None and about_pregnancy and view.age >= rules()["reproductive_age"]["never_from"]:
        return "it speaks of reproductive age, which the patient is past"
    return ""


def _both_sexes(tree: AllOf) -> bool:
    return len({child.sex for child in tree.children if isinstance(child, SexIs)}) > 1


def _sexes_as_choice(tree: AllOf) -> list[Expression]:
    """ "Male and female" lets both in; nobody is asked to be both."""
    sexes = tuple(child for child in tree.children if isinstance(child, SexIs))
    return [AnyOf(children=sexes), *(child for child in tree.children if not isinstance(child, SexIs))]


def _text(atom: Atom) -> str:
    if isinstance(atom, Finding):
        return f"{atom.name} {atom.target}".strip()
    return atom.text if isinstance(atom, Unparsed) else render(atom)


def _proof(truth: TruthValue, atom: Atom, reason: str, facts: Sequence[KnownFact]) -> Proof:
    evidence: list[Evidence] = [item for fact in facts for item in fact.evidence]
    return Proof(truth=truth, statement=render(atom), reason=reason, evidence=evidence)
