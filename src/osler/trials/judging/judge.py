"""One criterion judged for one patient by computation: verdict, evidence, reasons, what was assumed, what is missing."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from osler.core.criteria import Criterion, Expression, Not, Proof, TruthValue, Unparsed, proof_text
from osler.core.evidence import Evidence
from osler.core.patient import Presence, Status
from osler.core.terminology import Vocabularies
from osler.trials.judging.asked.half_lives import in_half_lives
from osler.trials.judging.asked.meant import meant_tree
from osler.trials.judging.asked.ordered import as_asked
from osler.trials.judging.asked.set_apart import is_thought_one, without_thought
from osler.trials.judging.asked.short_names import by_initials, in_long_names, spelt_out
from osler.trials.judging.asked.trees import outside_subgroup, with_gestation
from osler.trials.judging.missing import askable
from osler.trials.judging.people.agreement import agreed
from osler.trials.judging.people.persons import by_age
from osler.trials.judging.prover import Prover
from osler.trials.judging.rules import is_instruction, pattern
from osler.trials.judging.view import PatientView
from osler.trials.judging.words import content_words
from osler.trials.kinship import concepts_in, conditions_in, is_general, lineage, same_as
from osler.trials.types import CriterionResult, CriterionVerdict, PolicyName

_SURE, _READ, _DESCRIBED, _ASSUMED, _OPEN = 0.95, 0.85, 0.7, 0.6, 0.3


class Topic(NamedTuple):
    """What a trial is about: the concepts of its title and conditions, and their words."""

    concepts: frozenset[str]
    words: frozenset[str]
    subject: frozenset[str] = frozenset()
    """The diseases it is for, themselves and not what they are kinds of."""
    short_names: tuple[tuple[str, str], ...] = ()
    """What its texts abbreviate, with the names in full."""


NO_TOPIC = Topic(frozenset(), frozenset())


@lru_cache(maxsize=2000)
def topic_of(
    title: str, vocabularies: Vocabularies, conditions: tuple[str, ...] = (), texts: tuple[str, ...] = ()
) -> Topic:
    """The topic of a trial; its other texts tell only what it abbreviates."""
    text = ". ".join([title, *conditions])
    concepts = concepts_in(text, vocabularies)
    subject = frozenset(
        other for concept in conditions_in(text, vocabularies) for other in (concept, *same_as(concept, vocabularies))
    )
    lines = frozenset(kind for concept in concepts for kind in lineage(concept, vocabularies))
    return Topic(
        lines,
        content_words(text),
        frozenset(concept for concept in subject if not is_general(concept, vocabularies)),
        tuple((by_initials(text, vocabularies) | spelt_out(". ".join([text, *texts]), vocabularies)).items()),
    )


def judge_criterion(
    criterion: Criterion, view: PatientView, policy: PolicyName, topic: Topic = NO_TOPIC
) -> CriterionResult:
    """The verdict that computation gives, with its proof; what it orders its reader to answer changes nothing."""
    asked, tree = _meant(_Same(criterion), view.vocabularies, topic.short_names)
    result = _judged(asked, tree, view, policy, topic)
    return result.model_copy(update={"criterion_text": criterion.text})


class _Same:
    """A criterion as itself: one that is judged for many patients is known again without a look at what it says."""

    __slots__ = ("criterion",)

    def __init__(self, criterion: Criterion) -> None:
        self.criterion = criterion

    def __hash__(self) -> int:
        return id(self.criterion)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other.criterion is self.criterion


@lru_cache(maxsize=500)
def _meant(
    given: _Same, vocabularies: Vocabularies, short_names: tuple[tuple[str, str], ...]
) -> tuple[Criterion, Expression]:
    """A criterion without orders to its reader, and its tree as it is meant: the same for every patient."""
    asked = as_asked(given.criterion, vocabularies)
    return asked, in_long_names(meant_tree(asked, vocabularies), dict(short_names))


def _judged(
    criterion: Criterion, tree: Expression, view: PatientView, policy: PolicyName, topic: Topic
) -> CriterionResult:
    aside = outside_subgroup(criterion.text, tree, view, excludes=criterion.kind == "exclusion")
    if aside:
        return _set_aside(criterion, view, CriterionVerdict.NOT_APPLICABLE, aside)
    if pattern("nothing").fullmatch(criterion.text.casefold().strip()):
        # A list of exclusions that says "none" excludes nobody; an inclusion that says nothing asks for nothing.
        excludes = criterion.kind == "exclusion"
        verdict = CriterionVerdict.NOT_MET if excludes else CriterionVerdict.NOT_APPLICABLE
        return _set_aside(criterion, view, verdict, "it states no condition")
    if is_instruction(criterion.text):
        return _set_aside(
            criterion, view, CriterionVerdict.UNKNOWN, "it is an instruction and asks nothing of a patient"
        )
    tree = with_gestation(tree, criterion.text)
    if criterion.kind == "exclusion" and pattern("obstacle").search(criterion.text.casefold()):
        tree = Unparsed(text=criterion.text)
    prover = Prover(
        view, policy, topic.concepts, topic.words, wanted=criterion.kind == "inclusion", subject=topic.subject
    )
    prover.about_topic = bool(topic.concepts.intersection(concepts_in(criterion.text, view.vocabularies)))
    text = criterion.text
    proof = by_age(text, tree, view) or agreed(text, tree, view, prover.wanted) or prover.prove(tree)
    if (
        proof.truth is TruthValue.UNKNOWN
        and (bare := without_thought(text, criterion.kind, view.vocabularies)) is not None
    ):
        # Who is known to have nothing of the kind has none of which anybody could think ill.
        told = prover.prove(bare)
        proof = proof if told.truth is TruthValue.UNKNOWN else told
    proof = _left_to_a_person(criterion, in_half_lives(criterion, tree, proof, view))
    proof = _of_either_meaning(criterion, tree, _let_in(criterion, proof, view))
    evidence = deciding_evidence(proof)
    verdict = CriterionVerdict(proof.truth.value)
    return CriterionResult(
        criterion_id=criterion.id,
        criterion_type=criterion.kind,
        criterion_text=criterion.text,
        verdict=verdict,
        evidence=evidence,
        evidence_sentences=view.numbers_of(evidence),
        reasoning=proof_text(proof),
        confidence=_confidence(verdict, prover, proof),
        assumptions=prover.assumptions if verdict is not CriterionVerdict.UNKNOWN else [],
        missing=list(dict.fromkeys(askable(datum, text, view.vocabularies) for datum in prover.missing))
        if verdict is CriterionVerdict.UNKNOWN
        else [],
        proof=proof,
    )


def _left_to_a_person(criterion: Criterion, proof: Proof) -> Proof:
    """A proof, left open where a disease excludes only if somebody judges that it would interfere, or that it is as bad as is said."""
    if criterion.kind != "exclusion" or proof.truth is not TruthValue.MET:
        return proof
    if not pattern("for_a_person").search(criterion.text.casefold()) or is_thought_one(criterion.text):
        return proof
    reason = "it is recorded, and whether it excludes is for the investigator to judge"
    return Proof(truth=TruthValue.UNKNOWN, statement="as judged by a person", reason=reason, children=[proof])


def _of_either_meaning(criterion: Criterion, tree: Expression, proof: Proof) -> Proof:
    """A proof, left open where an exclusion forbids in words of its own: "no sorafenib" among the exclusions may mean either."""
    if criterion.kind != "exclusion" or not isinstance(tree, Not) or proof.truth is TruthValue.UNKNOWN:
        return proof
    if not pattern("doubly_denied").match(criterion.text.casefold()):
        return proof
    reason = "an exclusion that begins with a denial may mean that it is forbidden or that it is wanting"
    return Proof(truth=TruthValue.UNKNOWN, statement="in either meaning", reason=reason, children=[proof])


def _let_in(criterion: Criterion, proof: Proof, view: PatientView) -> Proof:
    """A proof, left open where an exclusion says of what decides it that some who have it are let in."""
    if criterion.kind != "exclusion" or proof.truth is not TruthValue.MET:
        return proof
    systemic = pattern("routes", "systemic").search(criterion.text.casefold())
    clauses = [
        part
        for part in re.split(r"[.;()]", criterion.text)
        # What is proved for the whole body is not what may be given to a part of it.
        if pattern("let_in").search(part.casefold())
        and not (systemic and pattern("routes", "local").search(part.casefold()))
    ]
    allowed = frozenset(code for part in clauses for code in concepts_in(part, view.vocabularies))
    words = frozenset(word for part in clauses for word in content_words(part))
    deciding = set(deciding_evidence(proof))
    facts = [fact for fact in view.facts if deciding & set(fact.evidence)]
    if not any(fact.lineage & allowed or (fact.words and fact.words <= words) for fact in facts):
        return proof
    reason = "it is recorded, and the criterion lets some who have it in"
    return Proof(truth=TruthValue.UNKNOWN, statement="with those it lets in", reason=reason, children=[proof])


def has_proof(result: CriterionResult) -> bool:
    """Whether a verdict was computed from facts and not assumed; a model may not overrule it."""
    decided = result.verdict in (CriterionVerdict.MET, CriterionVerdict.NOT_MET)
    return decided and not result.assumptions and bool(result.evidence)


def is_settled(result: CriterionResult, view: PatientView) -> bool:
    """Whether no model may overrule a verdict: its proof is an age, a sex, a value, or a fact that is dated or current.

    That a drug is named or a procedure was done says little where the record tells neither when nor whether it goes on.
    """
    if result.verdict is CriterionVerdict.NOT_APPLICABLE:
        return True
    loose = {
        item
        for fact in (*view.record.medications, *view.record.procedures)
        if fact.presence is Presence.PRESENT and fact.time is None and fact.status is not Status.ACTIVE
        for item in fact.evidence
    }
    return has_proof(result) and not loose.issuperset(result.evidence)


def deciding_evidence(proof: Proof) -> list[Evidence]:
    """The evidence under the nodes that made a proof come out as it did."""
    found = list(proof.evidence)
    aside = proof.truth is TruthValue.NOT_APPLICABLE
    for child in proof.children:
        # Who is asked for nothing is so by what spares him.
        spares = aside and child.truth is TruthValue.MET
        if proof.statement == "not" or child.truth is proof.truth or proof.truth is TruthValue.UNKNOWN or spares:
            found += deciding_evidence(child)
    return list(dict.fromkeys(found))


def _set_aside(criterion: Criterion, view: PatientView, verdict: CriterionVerdict, reason: str) -> CriterionResult:
    """A criterion that is not judged, with the reason; nothing is missing for it."""
    applies = verdict is CriterionVerdict.UNKNOWN
    spared = verdict is CriterionVerdict.NOT_APPLICABLE
    evidence = list(view.record.demographics.evidence) if spared else []
    return CriterionResult(
        criterion_id=criterion.id,
        criterion_type=criterion.kind,
        criterion_text=criterion.text,
        verdict=verdict,
        evidence=evidence,
        evidence_sentences=view.numbers_of(evidence),
        reasoning=reason,
        confidence=_OPEN if applies else _SURE,
    )


def _confidence(verdict: CriterionVerdict, prover: Prover, proof: Proof) -> float:
    if verdict is CriterionVerdict.UNKNOWN:
        return _OPEN
    if prover.assumptions:
        return _ASSUMED
    if prover.described:
        return _DESCRIBED
    return _SURE if not proof.children else _READ
