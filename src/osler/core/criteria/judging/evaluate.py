"""Three-valued evaluation of a tree over a patient record, with its proof."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from osler.core.criteria.judging.facts import PatientFacts, presence_of
from osler.core.criteria.judging.kleene import (
    MET,
    NOT_APPLICABLE,
    NOT_MET,
    UNKNOWN,
    at_least,
    conjunction,
    disjunction,
    negation,
)
from osler.core.criteria.judging.measured import exclude_each_other, known_measure, observations, passes, within
from osler.core.criteria.judging.oncology import tells_of_state
from osler.core.criteria.judging.proof import Judgement, Proof, eligibility_of
from osler.core.criteria.judging.timing import DAY_OF_TELLING, in_windows, is_counted_back, is_denied_for_a_time
from osler.core.criteria.render import render
from osler.core.criteria.types import (
    Age,
    AllOf,
    AnyOf,
    AtLeast,
    ClosedWorld,
    Criterion,
    Except,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    SexIs,
    TruthValue,
    ValueTest,
)
from osler.core.evidence import Evidence
from osler.core.patient import PatientRecord, Presence
from osler.core.patient.types import (
    DAYS_PER_YEAR,
    Fact,
    Medication,
    Observation,
    Procedure,
    Sex,
    Status,
    duration_days,
    latest_day,
)

_YEARS = {"years": 1.0, "months": 1 / 12, "weeks": 7 / 365.25, "days": 1 / 365.25, "": 1.0}
_UP_TO_NEXT = 0.999
"""The part of a year by which an age in completed years may be more."""
_REASONS = {
    "consent": "it asks for agreement or conduct, which no record holds",
    "judgement": "it asks for a person's judgement",
    "no_condition": "it states no condition on the patient",
}
_ENDS_CHILDBEARING = ("hysterectomy", "postmenopausal", "menopause", "bilateral oophorectomy", "tubal ligation")

_OF_THE_PAST = ("ever", "before")


def evaluate(
    tree: Expression,
    patient: PatientRecord | PatientFacts,
    *,
    on: date | None = None,
    policy: ClosedWorld = "strict",
) -> Proof:
    """Whether a tree holds of a patient on a day (default: the day the record describes), with the reasons.

    What the record does not mention is UNKNOWN; only a fact that says so makes a condition NOT_MET, unless the policy is
    `clinical`. Who asks many criteria of one patient indexes the facts once: `PatientFacts(record)`,
    which also takes the vocabularies that are to be used in place of the bundled ones.
    """
    facts = patient if isinstance(patient, PatientFacts) else PatientFacts(patient)
    record = facts.record
    day = on or (latest_day(record.as_of) if record.as_of else None)
    return _Evaluator(facts, record, day, policy).prove(tree)


def judge(
    criterion: Criterion,
    patient: PatientRecord | PatientFacts,
    *,
    on: date | None = None,
    policy: ClosedWorld = "strict",
) -> Judgement:
    """What a criterion means for a patient."""
    proof = evaluate(criterion.tree, patient, on=on, policy=policy)
    return Judgement(
        criterion_id=criterion.id,
        kind=criterion.kind,
        truth=proof.truth,
        eligibility=eligibility_of(criterion.kind, proof.truth),
        proof=proof,
    )


@dataclass(frozen=True)
class _Evaluator:
    facts: PatientFacts
    record: PatientRecord
    on: date | None
    policy: ClosedWorld = "strict"

    def prove(self, tree: Expression) -> Proof:
        if isinstance(tree, AllOf):
            return self._joined(tree.children, "all of", conjunction)
        if isinstance(tree, AnyOf):
            return self._any(tree)
        if isinstance(tree, AtLeast):
            return self._joined(tree.children, f"at least {tree.count} of", lambda values: at_least(tree.count, values))
        if isinstance(tree, Not):
            child = self.prove(tree.child)
            return Proof(truth=negation(child.truth), statement="not", reason="", children=[child])
        if isinstance(tree, Except):
            return self._except(tree)
        if isinstance(tree, Finding):
            return self._finding(tree)
        if isinstance(tree, MeasuredValue):
            return self._measure(tree)
        if isinstance(tree, Age):
            return self._age(tree)
        if isinstance(tree, SexIs):
            return self._sex(tree)
        if isinstance(tree, Pregnancy):
            return self._pregnancy(tree)
        truth = NOT_APPLICABLE if tree.reason == "no_condition" else UNKNOWN
        return Proof(truth=truth, statement=render(tree), reason=_REASONS.get(tree.reason, "it was not understood"))

    def _any(self, tree: AnyOf) -> Proof:
        """Alternatives; or a term beside its definition, or a requirement beside whom it spares."""
        if tree.sense == "requirement":
            return self._required(tree)
        if tree.sense == "definition":
            return by_definition(self.prove(tree.children[0]), self.prove(tree.children[1]))
        return self._joined(tree.children, "any of", disjunction)

    def _required(self, tree: AnyOf) -> Proof:
        """A requirement with an antecedent: it asks nothing of whom the antecedent does not describe."""
        proofs = [self.prove(child) for child in tree.children]
        if proofs[0].truth is MET:
            reason = "the patient is none of those it speaks of"
            return Proof(truth=NOT_APPLICABLE, statement=render(tree), reason=reason, children=proofs[:1])
        return Proof(truth=disjunction(proof.truth for proof in proofs), statement="if so", reason="", children=proofs)

    def _joined(
        self, children: Sequence[Expression], title: str, rule: Callable[[Iterator[TruthValue]], TruthValue]
    ) -> Proof:
        proofs = [self.prove(child) for child in children]
        return Proof(truth=rule(proof.truth for proof in proofs), statement=title, reason="", children=proofs)

    def _finding(self, atom: Finding, unless: Sequence[Finding] = ()) -> Proof:
        """A finding by the facts that are instances of it; those that an exception covers do not count."""
        statement = render(atom)
        named = [fact for fact in self.facts.about(atom) if tells_of_state(fact, atom.name)]
        excepted = {fact.id for exception in unless for fact in self.facts.about(exception)}
        counted = [fact for fact in named if fact.id not in excepted]
        if not counted:
            if named and all(presence_of(fact) is Presence.PRESENT for fact in named):
                reason = f"{_listed(named)} is covered by the exception"
                return Proof(truth=NOT_MET, statement=statement, reason=reason, evidence=_evidence(named))
            if not named and (other := self._of_other_sex(atom, statement)) is not None:
                return other
            if self.policy == "clinical" and not named and self.facts.would_tell(atom):
                reason = "the record does not mention it; taken as absent"
                return Proof(truth=NOT_MET, statement=statement, reason=reason, assumed=True)
            return Proof(truth=UNKNOWN, statement=statement, reason="the record does not mention it")
        judged = [(fact, *self._fact(fact, atom)) for fact in counted]
        # A finding outweighs a denial, and a denial outweighs a doubt.
        for wanted in (MET, NOT_MET, UNKNOWN):
            deciding = [(fact, reason) for fact, truth, reason in judged if truth is wanted]
            doubtful = wanted is NOT_MET and any(truth is UNKNOWN for _, truth, _ in judged)
            if deciding and not doubtful:
                fact, reason = deciding[0]
                facts = [fact for fact, _ in deciding]
                return Proof(
                    truth=wanted, statement=statement, reason=f"{fact.label}: {reason}", evidence=_evidence(facts)
                )
        raise AssertionError("every fact was judged")

    def _of_other_sex(self, atom: Finding, statement: str) -> Proof | None:
        """A disease of organs that the patient's sex does not have."""
        demographics = self.record.demographics
        if demographics.sex not in (Sex.FEMALE, Sex.MALE):
            return None
        sex = self.facts.sex_of(atom)
        if sex is None or sex == demographics.sex.value:
            return None
        reason = f"it is a disease of {sex} organs, and the patient is {demographics.sex.value}"
        return Proof(truth=NOT_MET, statement=statement, reason=reason, evidence=demographics.evidence)

    def _fact(self, fact: Fact, atom: Finding) -> tuple[TruthValue, str]:
        presence = presence_of(fact)
        if presence is Presence.ABSENT:
            if is_denied_for_a_time(fact) and any(window.kind in _OF_THE_PAST for window in atom.windows):
                return UNKNOWN, "denied for a time only, and nothing is said of before"
            return NOT_MET, "recorded as absent"
        if presence is not Presence.PRESENT:
            return UNKNOWN, f"recorded as {presence.value}"
        if isinstance(fact, Medication | Procedure) and fact.status is Status.PLANNED and not atom.windows:
            return UNKNOWN, "recorded as planned, and nothing says that it was begun or done"
        told_on = latest_day(self.record.as_of) if self.record.as_of else None
        on = self.on or (DAY_OF_TELLING if is_counted_back(fact) else None)
        return in_windows(
            fact, atom.windows, on, self._birth(on), self.facts.vocabularies, told_on, self.facts.concepts_of(fact)
        )

    def _birth(self, on: date | None) -> str | None:
        """The date of birth; where only the age is known, the year that it makes likeliest."""
        person = self.record.demographics
        if person.birth_date or person.age is None or on is None:
            return person.birth_date
        return str((on - timedelta(days=duration_days(person.age) + DAYS_PER_YEAR / 2)).year)

    def _except(self, tree: Except) -> Proof:
        named = [part for part in tree.exceptions if isinstance(part, Finding)]
        if isinstance(tree.child, Finding) and len(named) == len(tree.exceptions):
            proof = self._finding(tree.child, named)
            return proof.model_copy(update={"statement": render(tree)})
        child = self.prove(tree.child)
        exceptions = [self.prove(part) for part in tree.exceptions]
        covered = negation(disjunction(proof.truth for proof in exceptions))
        unless = Proof(truth=covered, statement="none of the exceptions", reason="", children=exceptions)
        return Proof(truth=conjunction([child.truth, covered]), statement="except", reason="", children=[child, unless])

    def _measure(self, atom: MeasuredValue) -> Proof:
        statement = render(atom)
        found = observations(atom, self.facts, self.on)
        if found:
            newest = self._comparable(atom, found)
            truth, reason = passes(atom.test, newest, known_measure(atom.name), atom.scale)
            if (other := self._disputed(atom, found, truth)) is not None:
                told = passes(atom.test, other, known_measure(atom.name), atom.scale)[1]
                return Proof(
                    truth=UNKNOWN,
                    statement=statement,
                    reason=f"{newest.label}{_dated(newest)}: {reason}; but {other.label}{_dated(other)}: {told}, and the dates do not tell which is newer",
                    evidence=[*newest.evidence, *other.evidence],
                )
            return Proof(
                truth=truth,
                statement=statement,
                reason=f"{newest.label}{_dated(newest)}: {reason}",
                evidence=newest.evidence,
            )
        if atom.test.result in ("positive", "negative"):
            # Who has HIV is HIV-positive, and who was found free of it is not.
            proof = self._finding(Finding(name=atom.name, codes=atom.codes, windows=atom.windows))
            # A test of another time is no test of the time that is asked.
            timed = any(window.length is not None for window in atom.windows)
            if proof.truth is MET or (proof.truth is NOT_MET and not timed):
                truth = proof.truth if atom.test.result == "positive" else negation(proof.truth)
                return proof.model_copy(update={"truth": truth, "statement": statement})
        return self._no_result(atom, statement)

    def _comparable(self, atom: MeasuredValue, found: Sequence[Observation]) -> Observation:
        """The newest result; of several of one time the one in the unit that is asked for, litres or a part of the predicted value."""
        together = [one for one in found if one.time == found[0].time]
        known = known_measure(atom.name)
        return next((one for one in together if passes(atom.test, one, known, atom.scale)[0] is not UNKNOWN), found[0])

    def _no_result(self, atom: MeasuredValue, statement: str) -> Proof:
        """Why no result counts: there is none, or none of the time that is asked for."""
        earlier = observations(atom.model_copy(update={"windows": ()}), self.facts, self.on) if atom.windows else []
        if not earlier or self.on is None:
            return Proof(truth=UNKNOWN, statement=statement, reason="the record holds no such result")
        told = (
            f"{earlier[0].label}{_dated(earlier[0])}: it is not one of the time that is asked, counted from {self.on}"
        )
        return Proof(truth=UNKNOWN, statement=statement, reason=told, evidence=earlier[0].evidence)

    def _disputed(self, atom: MeasuredValue, found: Sequence[Observation], truth: TruthValue) -> Observation | None:
        """A value without a day that would decide otherwise than the newest: nothing says which of them holds today."""
        if truth is UNKNOWN:
            return None
        undated = [one for one in found[1:] if one.time is None]
        return next(
            (
                one
                for one in undated
                if passes(atom.test, one, known_measure(atom.name), atom.scale)[0] is negation(truth)
            ),
            None,
        )

    def _age(self, atom: Age) -> Proof:
        statement = render(atom)
        bounds = self.record.age_bounds_at(self.on)
        if bounds is None:
            return Proof(truth=UNKNOWN, statement=statement, reason="the record gives neither age nor date of birth")
        if exclude_each_other(atom.test.bounds):
            return Proof(truth=UNKNOWN, statement=statement, reason="no age can pass its limits")
        judged = []
        for bound in atom.test.bounds:
            scale = _YEARS.get(bound.unit or "")
            if scale is None:
                judged.append(UNKNOWN)
                continue
            # An age in years means completed years: a patient of 65 and a half is 65.
            whole = scale == 1.0
            low, high = (float(math.floor(age)) if whole else age / scale for age in bounds)
            if not whole and self._in_whole_years():
                # Who is "7 years old" is so for twelve months.
                high = (bounds[1] + _UP_TO_NEXT) / scale
            judged.append(within((low, high), bound.comparator, bound.value))
        shown = f"{bounds[0]:.4g}" if bounds[0] == bounds[1] else f"{bounds[0]:.4g} to {bounds[1]:.4g}"
        day = self.on if self.record.demographics.birth_date else None
        reason = f"the patient is {shown} years old" + (f" on {day}" if day else "")
        return Proof(
            truth=conjunction(judged), statement=statement, reason=reason, evidence=self.record.demographics.evidence
        )

    def _in_whole_years(self) -> bool:
        """Whether all that is known of the age are completed years."""
        person = self.record.demographics
        return person.birth_date is None and re.fullmatch(r"P\d+Y", person.age or "") is not None

    def _sex(self, atom: SexIs) -> Proof:
        sex = self.record.demographics.sex
        if sex not in (Sex.FEMALE, Sex.MALE):
            return Proof(truth=UNKNOWN, statement=atom.sex, reason="the record does not say female or male")
        truth = MET if sex.value == atom.sex else NOT_MET
        reason = f"the patient is {sex.value}"
        return Proof(truth=truth, statement=atom.sex, reason=reason, evidence=self.record.demographics.evidence)

    def _pregnancy(self, atom: Pregnancy) -> Proof:
        statement = render(atom)
        demographics = self.record.demographics
        if demographics.sex is Sex.MALE:
            return Proof(
                truth=NOT_MET, statement=statement, reason="the patient is male", evidence=demographics.evidence
            )
        if atom.state == "childbearing_potential":
            return self._childbearing(statement)
        words = {
            "pregnant": ("pregnancy", "pregnant"),
            "breastfeeding": ("breastfeeding", "lactating", "breast feeding"),
        }
        proofs = [self._finding(Finding(name=name, windows=atom.windows)) for name in words[atom.state]]
        told = next((proof for proof in proofs if proof.truth is not UNKNOWN), None)
        if told is not None:
            return told.model_copy(update={"statement": statement})
        if atom.state == "pregnant":
            return self._by_test(statement)
        return Proof(truth=UNKNOWN, statement=statement, reason="the record does not mention it")

    def _childbearing(self, statement: str) -> Proof:
        for name in _ENDS_CHILDBEARING:
            proof = self._finding(Finding(name=name))
            if proof.truth is MET:
                return proof.model_copy(update={"truth": NOT_MET, "statement": statement})
        return Proof(truth=UNKNOWN, statement=statement, reason="the record does not say")

    def _by_test(self, statement: str) -> Proof:
        for name in ("pregnancy test", "urine pregnancy test", "serum pregnancy test", "hCG"):
            proof = self._measure(MeasuredValue(name=name, test=ValueTest(result="positive")))
            if proof.truth is not UNKNOWN:
                return proof.model_copy(update={"statement": statement})
        return Proof(truth=UNKNOWN, statement=statement, reason="the record does not mention it")


def by_definition(term: Proof, meant: Proof) -> Proof:
    """A term by what it means; a record that denies the term itself leaves the question open.

    Where what it means is unknown, the term alone decides only that it does not hold: the record's word for it may be
    used more widely than the criterion's.
    """
    truth = meant.truth
    if term.truth is NOT_MET and truth is UNKNOWN:
        truth = NOT_MET
    elif term.truth is NOT_MET and truth is MET and not term.assumed:
        truth = UNKNOWN
    return Proof(truth=truth, statement="by definition", reason="", children=[term, meant])


def _dated(observation: Observation) -> str:
    """The day of a result, as precisely as the record has it."""
    time = observation.time
    point = (time.at or time.end or time.start) if time else None
    return f" of {point.date}" if point and point.date else ""


def _listed(facts: Sequence[Fact]) -> str:
    return ", ".join(dict.fromkeys(fact.label for fact in facts))


def _evidence(facts: Sequence[Fact]) -> list[Evidence]:
    return [item for fact in facts for item in fact.evidence]
