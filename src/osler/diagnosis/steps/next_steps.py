"""What to do next: the questions whose answers are expected to tell the candidates apart, made into actions."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from osler.core.safety import RedFlag
from osler.core.terminology import HpoGraph
from osler.diagnosis.information import expected_gain, separated
from osler.diagnosis.investigations import Investigation, investigations
from osler.diagnosis.ranking import PooledFamily, RankedDisease, Ranking, answers, is_typical
from osler.diagnosis.steps.confirming import NAMED, measured_kinds
from osler.diagnosis.steps.denied_nouns import is_denied
from osler.diagnosis.steps.escalation import escalating_steps
from osler.diagnosis.steps.genetic import (
    ANNOTATIONS,
    MEMBERS,
    WORTH_A_PANEL,
    Panel,
    genetic_testing,
    has_own_assay,
    told_apart_by_genes,
)
from osler.diagnosis.steps.remaining import is_done, is_measured
from osler.diagnosis.told import tells_of
from osler.diagnosis.types import NextBestStep, ReanalysisResult

QUESTIONED = 10
"""The leading entries whose open features are asked about."""
COMPARED = 50
"""The entries that an answer has to tell apart: more than are asked about, for the right one may stand further down."""
ASKED = 20
"""How many of the most telling questions are worked out."""
WHOLE_LABORATORY = 30
"""A result with more special forms than this names no test that could be ordered."""
LEAST_BITS = 0.05
"""An answer that is expected to tell less is not worth a step."""
ALIKE = 0.7
"""The likeness (Lin) from which on a finding stands for the feature of a disease that it is compared with."""
LEADS_ALONE = 0.5
"""The probability from which on first-line tests of the picture give way to those of the leading entry."""
OFFERED_STEPS = 8


class Expected(NamedTuple):
    """How often one disease shows a finding: by the model that weighs the answer, and in the sources' words."""

    disease: str
    chance: float
    stated: str
    """Empty where no source describes it."""
    is_typical: bool = True
    """Whether it is a feature that somebody would look for in the disease, and not one that only occurs."""


class Question(NamedTuple):
    """A finding that is not yet assessed, and what its answer is expected to tell."""

    hpo_id: str
    label: str
    bits: float
    chances: list[Expected]
    """The diseases that the answer sets apart, likeliest first, one of each family."""
    investigation: Investigation | None
    confirming_test: str | None
    """The laboratory test that settles it, if it is one that a laboratory settles."""


def questions(
    ranking: Ranking, count: int = ASKED, *, spoken_of: Iterable[str] = (), denied: frozenset[str] = frozenset()
) -> list[Question]:
    """The open findings of the leading entries, most telling first; what the input speaks of, or is a kind of what it denies, is not asked.

    A family is one candidate, by its likeliest members: no question is asked to tell a disease from its own subtypes.
    """
    families = ranking.families(COMPARED)
    details = [ranking.placed(family.rows[0]) for family in families[:QUESTIONED]]
    spoken = set(spoken_of) | _named_like(families[:QUESTIONED], details)
    measured = measured_kinds(ranking)
    graph = ranking.model.graph
    seen = {_plainly(graph.label(term) or "") for term in ranking.query.observed}
    spoken |= _stand_for(details, graph)
    open_terms = {
        item.hpo_id
        for disease in details
        for item in disease.missing
        if item.label not in spoken and _plainly(item.label) not in seen and not is_denied(item.label, denied)
    }
    age = ranking.query.age_years
    asked = [term for term in sorted(open_terms - measured) if investigations().is_asked(term, graph, age)]
    terms = _special(asked, graph)
    if not terms:
        return []
    probabilities = np.array([family.probability for family in families])
    presence, yes, no = _by_family(ranking, families, terms)
    bits = expected_gain(probabilities, presence, yes, no)
    order = [int(column) for column in np.lexsort((np.arange(len(terms)), -bits)) if bits[column] >= LEAST_BITS]

    def apart(column: int) -> list[tuple[int, float]]:
        places = separated(probabilities[:QUESTIONED], presence[:QUESTIONED, column])
        return [(place, float(presence[place, column])) for place in places]

    names = [item.name for item in details]
    return [
        _question(ranking, families, names, terms[column], float(bits[column]), apart(column))
        for column in order[:count]
    ]


_NUMBER = re.compile(
    r"^(?:a |few|several|multiple|numerous|single|solitary|isolated|episodic|intermittent|paroxysmal|recurrent|chronic|progressive)\b\s*"
)


def _plainly(label: str) -> str:
    """A finding without "pseudo", its number and its course, and the QT interval corrected or not: what is looked at once."""
    return _NUMBER.sub("", label.casefold()).replace("pseudo", "").replace("qtc ", "qt ").removesuffix("s")


def _named_like(families: Sequence[PooledFamily], details: Sequence[RankedDisease]) -> set[str]:
    """The findings that are called as a candidate is: to look for "Osteopetrosis" in an osteopetrosis tells nothing."""
    names = {name.casefold() for name in (*(family.name for family in families), *(item.name for item in details))}
    return {item.label for disease in details for item in disease.missing if item.label.casefold() in names}


def _stand_for(details: Sequence[RankedDisease], graph: HpoGraph) -> set[str]:
    """The features of a disease that a finding beside them stands for: with an anhidrosis nobody asks for a hypohidrosis."""
    return {
        found.matched_label
        for disease in details
        for found in disease.contributions
        if found.matched_id
        and found.matched_label
        and found.log_likelihood_ratio > 0
        and graph.similarity(found.hpo_id, found.matched_id) >= ALIKE
    }


def _special(terms: Sequence[str], graph: HpoGraph) -> list[str]:
    """The terms without abnormal results that name no direction, where a special form is there too or they stand for a whole
    laboratory: nobody measures "an enzyme".
    """
    above = {general for term in terms for general in graph.ancestors(term)}
    abnormal = {term for term in terms if (graph.label(term) or "").startswith("Abnormal")}
    wide = {term for term in abnormal if len(graph.offspring(graph.index(term) or 0)) > WHOLE_LABORATORY}
    vague = (abnormal & above) | wide
    return [term for term in terms if term not in vague or not investigations().confirming_test(term, graph)]


def _by_family(
    ranking: Ranking, families: Sequence[PooledFamily], terms: Sequence[str]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """How likely each finding is in each family, and what either answer does to it: by its likeliest members, each as far as it is likely."""
    members = [family.rows[:MEMBERS] for family in families]
    every = [row for rows in members for row in rows]
    weight = ranking.probabilities[every]
    owner = np.repeat(np.arange(len(members)), [len(rows) for rows in members])
    whole = np.maximum(np.bincount(owner, weights=weight), 1e-300)
    part = (weight / whole[owner])[:, np.newaxis]
    first = np.searchsorted(owner, np.arange(len(members)))
    change = answers(ranking, every, terms)
    presence, yes, no = (
        np.add.reduceat(part * values, first) for values in (ranking.presence(every, terms), change.yes, change.no)
    )
    return presence, yes, no


def _question(
    ranking: Ranking,
    families: Sequence[PooledFamily],
    names: Sequence[str],
    hpo_id: str,
    bits: float,
    chosen: Sequence[tuple[int, float]],
) -> Question:
    row = investigations().for_finding(hpo_id, ranking.model.graph)
    return Question(
        hpo_id=hpo_id,
        label=ranking.model.graph.label(hpo_id) or hpo_id,
        bits=bits,
        chances=[_expected(ranking, families[place], names[place], hpo_id, chance) for place, chance in chosen],
        investigation=row and row.without((*ranking.query.observed, *ranking.query.excluded)),
        confirming_test=investigations().confirming_test(hpo_id, ranking.model.graph),
    )


def _expected(ranking: Ranking, family: PooledFamily, name: str, hpo_id: str, chance: float) -> Expected:
    """How often a family shows a finding, in the sources' words: of the first member of which they say how often, else anything."""
    told = [(row, said) for row in family.rows[:MEMBERS] if (said := ranking.stated(row, hpo_id)).text]
    counted = [(row, said) for row, said in told if said.share is not None]
    words = next((said.text for _, said in (*counted, *told)), "")
    return Expected(name, chance, words, is_typical=any(is_typical(ranking, row, hpo_id) for row, _ in counted[:1]))


def proposed_steps(
    asked: Sequence[Question],
    offered: Sequence[Panel],
    *,
    red_flags: Sequence[RedFlag] = (),
    reanalysis: Sequence[ReanalysisResult] = (),
    found_genes: Sequence[str] = (),
    negative_genes: Sequence[str] = (),
    confirming: Sequence[NextBestStep] = (),
    first_line: Sequence[NextBestStep] = (),
    age_years: float | None = None,
    exome_done: bool = False,
    told: str = "",
) -> list[NextBestStep]:
    """Every step that the tools can justify, best first: escalation, then questions by what they tell.

    The laboratory test that confirms the leading disease is cheap and quick, and stands first; then what guidance has first for the
    picture; then the genes of the leading entries. Only where none of them is worth a panel of its own do the two most telling
    findings come before. What takes a piece of tissue comes last. A gene in which a causative variant was already found, or none, is
    not sequenced again. `told` is what the notes say: a work-up names only what they do not have.
    """
    steps = escalating_steps(red_flags, told)
    escalations = len(steps)
    asked = [_open_part(item, told) for item in asked if not _is_known(item, told)]
    if tells_of("recovered", [told]):  # what an illness showed that is over cannot be looked for
        asked = []
    if tells_of("well_now", [told]):  # nobody punctures who is well
        asked = [item for item in asked if not (_is_invasive(item) or _is_of_spinal_fluid(item))]
    genetic = genetic_testing(offered, found_genes, negative_genes, age_years, exome_done=exome_done)
    apart = told_apart_by_genes(offered) if genetic else set[str]()
    asked = [item for item in asked if not _is_of_a_rival(item, offered, apart)]
    telling = _telling([item for item in asked if not _is_invasive(item)], age_years)
    invasive = _telling([item for item in asked if _is_invasive(item)], age_years)
    unsure = max((item.probability for item in offered), default=0.0) < WORTH_A_PANEL
    genetic = [] if first_line and unsure else genetic
    settled = {hpo_id for step in confirming for hpo_id in step.assesses}
    telling = [step for step in telling if not settled.intersection(step.assesses)]
    place = 2 if unsure and not any(item.commoner for item in offered) and not has_own_assay(offered) else 0
    guided = {step.evidence_source for step in confirming}  # what the same guidance has first is that test
    first = [step for step in first_line if step.evidence_source not in guided]
    steps += [*confirming, *first, *telling[:place], *genetic, *telling[place:], *invasive]
    steps += [_reanalysis_step(result) for result in reanalysis if result.recommended]
    return [
        step.model_copy(update={"rank": number})
        for number, step in enumerate(steps[: escalations + OFFERED_STEPS], start=1)
    ]


def refine_step(asked: Sequence[Question], lacking: Sequence[str] = ()) -> NextBestStep:
    """The step to fall back on: the most telling bedside finding, else what the record is `lacking`."""
    bedside = [item for item in asked if _is_bedside(item)]
    if bedside:
        return _finding_step(bedside[0])
    return NextBestStep(
        rank=1,
        action_type="refine_phenotype",
        action=f"Complete the record: {', '.join(lacking)}"
        if lacking
        else "Describe the patient's phenotype in more detail",
        rationale="There is no open finding at the bedside that would tell candidates apart"
        + ("; the record does not say these things, which weigh in the ranking." if lacking else "."),
        evidence_source=ANNOTATIONS,
    )


def _is_known(question: Question, told: str) -> bool:
    """Whether the notes have what a question asks for: the study, or a number for what is measured."""
    if question.investigation and is_done(question.investigation.test, told):
        return True
    return question.confirming_test is not None and is_measured(question.label, told)


def _open_part(question: Question, told: str) -> Question:
    """The question without the part of its investigation that the notes report."""
    row = question.investigation
    return question._replace(investigation=row and row.without_told(told))


def _is_bedside(question: Question) -> bool:
    row = question.investigation
    if row is None:
        return question.confirming_test is None
    return row.kind != "order_test"


def _is_of_a_rival(question: Question, offered: Sequence[Panel], apart: Collection[str]) -> bool:
    """Whether a question only looks for a rival of the leading entry, and the genetic test tells them apart anyway.

    What comes with a value in blood is quick, and is asked all the same.
    """
    if question.investigation and question.investigation.result:
        return False
    named = {item.disease for item in _contrast(question)}
    own = (item for item in question.chances if item.disease == offered[0].leading) if offered else iter(())
    return bool(apart and named) and named <= set(apart) and not any(item.stated and item.is_typical for item in own)


def _is_of_spinal_fluid(question: Question) -> bool:
    tests = (question.confirming_test, question.investigation and question.investigation.test)
    return any("cerebrospinal fluid" in test.lower() for test in tests if test)


def _is_invasive(question: Question) -> bool:
    return question.investigation is not None and question.investigation.invasive


def _telling(asked: Sequence[Question], age_years: float | None) -> list[NextBestStep]:
    """Questions as steps; those that one investigation settles become one step."""
    steps: list[NextBestStep] = []
    taken: dict[str, int] = {}
    for question in asked:
        row = question.investigation
        if row is None or row.kind == "refine_phenotype":
            steps.append(_finding_step(question))
        elif row.test in taken:
            known = steps[taken[row.test]]
            if len(known.assesses) < NAMED:
                steps[taken[row.test]] = known.model_copy(update={"assesses": [*known.assesses, question.hpo_id]})
        else:
            taken[row.test] = len(steps)
            steps.append(_investigation_step(question, row, age_years))
        if len(steps) >= OFFERED_STEPS:
            break
    return steps


def _finding_step(question: Question) -> NextBestStep:
    """A finding as a question for the bedside, or for the laboratory where it is itself the result of a measurement."""
    measured = question.confirming_test
    return NextBestStep(
        rank=1,
        action_type="order_test" if measured else "refine_phenotype",
        action=f"{f'{measured} to look for' if measured else 'Assess for'} {question.label} ({question.hpo_id})",
        rationale=_rationale(question),
        discriminates_between=_names(question),
        evidence_source=ANNOTATIONS,
        assesses=[question.hpo_id],
        information_bits=question.bits,
    )


def _investigation_step(question: Question, row: Investigation, age_years: float | None) -> NextBestStep:
    sources = [ANNOTATIONS, investigations().cited_at(row.source, age_years)]
    return NextBestStep(
        rank=1,
        action_type=row.kind,
        action=f"{row.test} to look for {question.label}",
        rationale=_rationale(question),
        discriminates_between=_names(question),
        evidence_source="; ".join(filter(None, sources)),
        assesses=[question.hpo_id],
        information_bits=question.bits,
    )


def _reanalysis_step(result: ReanalysisResult) -> NextBestStep:
    return NextBestStep(
        rank=1,
        action_type="reanalysis",
        action=result.recommendation,
        rationale=" ".join(result.reasons),
        evidence_source="reanalysis score",
    )


def _names(question: Question) -> list[str]:
    return [item.disease for item in _contrast(question)]


def _rationale(question: Question) -> str:
    """What the sources state, of the diseases that the answer sets apart."""
    contrast = _contrast(question)
    if not contrast:
        return f"Expected to yield {question.bits:.2f} bits about the leading candidates."
    return "; ".join(f"{item.disease}: {item.stated or 'not described'}" for item in contrast) + "."


def _contrast(question: Question) -> list[Expected]:
    """The few diseases that show best what the answer tells: the likeliest to have it, then the leading others."""
    if not question.chances:
        return []
    best = max(question.chances, key=lambda item: item.chance)
    return [best, *(item for item in question.chances if item is not best)][:NAMED]
