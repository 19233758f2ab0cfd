"""What a model is given to choose from: whole JSON within the limit, whatever the case."""

from __future__ import annotations

import json
import re

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import DiagnosisInput, run
from osler.diagnosis.case import CodedFinding
from osler.diagnosis.ranking import PhenotypeQuery, Ranking, default_model, rank
from osler.diagnosis.steps.confirming import SHARED_BY_FEW, confirming_steps, deficient_enzyme
from osler.diagnosis.steps.differential import differential
from osler.diagnosis.steps.enforce import enforce_steps
from osler.diagnosis.steps.genetic import Panel, panels
from osler.diagnosis.steps.next_steps import proposed_steps
from osler.diagnosis.steps.questions import questions
from osler.diagnosis.steps.ranking import candidates, query_of
from osler.diagnosis.steps.synthesis import PACKET_TOKENS, Draft, Fact, facts_of, packet_of, tokens
from osler.diagnosis.steps.what_if import KEPT, NOTHING, SHOWN, what_would_change
from osler.diagnosis.types import ActionType, NextBestStep, Sex, Uncertainty


def _draft(ranking: Ranking, offered: list[Panel]) -> Draft:
    entries = differential(ranking)
    by_id = {item.disease_id: item for item in candidates(ranking)}
    return Draft(
        differential=entries,
        facts=facts_of([by_id[entry.disease_id] for entry in entries]),
        steps=proposed_steps(questions(ranking), offered),
        what_would_change=[],
        uncertainty=Uncertainty(),
    )


def test_the_packet_is_whole_json_within_the_limit() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0000316", "HP:0000494", "HP:0004322", "HP:0001642", "HP:0000465")),
        default_model(bundled_vocabularies()),
    )
    draft = _draft(ranking, panels(ranking))
    packet = packet_of(draft, completeness=0.5, none_known=0.1)
    assert tokens(packet) <= PACKET_TOKENS
    assert len(json.loads(packet)["entries"]) == len(draft.differential)
    many = [Fact(id=f"f{n}", entry="d1", text="A long fact (12/34, PMID:12345678)", weight=n / 10) for n in range(400)]
    cut = packet_of(draft.model_copy(update={"facts": many}), completeness=0.5, none_known=0.1)
    kept = json.loads(cut)["entries"][0]["facts"]
    assert tokens(cut) <= PACKET_TOKENS
    assert {"f399"} <= {fact["id"] for fact in kept}
    assert "f0" not in {fact["id"] for fact in kept}


def test_a_panel_names_no_gene_of_an_unlikely_entry_and_none_already_found() -> None:
    offered = [Panel("A", 0.8, ("AAA1", "AAA2")), Panel("B", 0.1, ("BBB1",)), Panel("C", 0.001, ("CCC1",))]
    step = next(item for item in proposed_steps([], offered) if item.action_type == "genetic_testing")
    assert step.action == "Sequencing that covers AAA1, AAA2, BBB1"
    assert proposed_steps([], offered, found_genes=["AAA1"]) == []


def test_a_panel_covers_every_likely_entry_that_is_shown() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0003391", "HP:0002515", "HP:0003236", "HP:0000750")),
        default_model(bundled_vocabularies()),
    )
    (step,) = [item for item in proposed_steps([], panels(ranking)) if item.action_type == "genetic_testing"]
    assert len(panels(ranking)) == len(differential(ranking))
    assert "DMD" in step.action


def test_the_laboratory_confirms_before_the_genes_are_sequenced() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0004401", "HP:0100582", "HP:0001217", "HP:0002783")),
        default_model(bundled_vocabularies()),
    )
    steps = proposed_steps([], panels(ranking), confirming=confirming_steps(ranking))
    assert [item.action_type for item in steps] == ["order_test", "genetic_testing"]
    assert steps[0].action.startswith("Sweat chloride test")


def test_an_entry_that_explains_nothing_is_not_listed() -> None:
    ranking = rank(
        PhenotypeQuery(observed=("HP:0009716", "HP:0009717", "HP:0009729", "HP:0012469")),
        default_model(bundled_vocabularies()),
    )
    assert all(entry.supporting_phenotypes for entry in differential(ranking)[:1])
    matched = [ranking.disease(entry.disease_id) for entry in differential(ranking)]
    assert all(disease is not None and disease.matched for disease in matched)


async def test_an_onset_later_than_the_age_is_remarked_and_not_used() -> None:
    finding = CodedFinding(term="HP:0001250", onset_years=30.0)
    case = DiagnosisInput(findings=[finding], age_years=6.0)
    output = await run(case)
    assert any("later than the patient's age" in problem.message for problem in output.problems)
    assert query_of(case, output.hpo_matches, bundled_vocabularies()).onset_years is None


def test_only_a_test_that_few_diseases_share_is_offered_to_confirm_one() -> None:
    chorea = rank(
        PhenotypeQuery(observed=("HP:0002072", "HP:0002340", "HP:0000741", "HP:0001927")),
        default_model(bundled_vocabularies()),
    )
    for ranking in (
        chorea,
        rank(
            PhenotypeQuery(observed=("HP:0200032", "HP:0001394", "HP:0001337")), default_model(bundled_vocabularies())
        ),
    ):
        for step in confirming_steps(ranking):
            if not step.assesses:
                assert step.rationale.startswith("The test by which guidance establishes")
                continue
            term = ranking.model.graph.index(step.assesses[0])
            assert term is not None
            assert int((ranking.model.shown(term) > 0).sum()) <= SHARED_BY_FEW
            assert step.rationale.startswith(("Confirms ", "Would support "))
            if "frequent (30-79%)" in step.rationale:
                assert step.rationale.startswith("Would support")


_SENTENCE = re.compile(
    r"If (?P<finding>.+) (?P<answer>is found|is absent|turns out not to be there), .+ (?:moves from rank (?P<before>\d+) to (?P<after>\d+) \(.+ to .+, \w+ confidence\)"
    r"|is held with (?P<now>\w+) instead of (?P<then>\w+) confidence \(.+ to .+\))\."
)


@pytest.mark.parametrize(
    "observed",
    [
        ("HP:0003236", "HP:0003391", "HP:0003707", "HP:0002359"),
        ("HP:0001083", "HP:0002616", "HP:0001166", "HP:0000768"),
    ],
    ids=["a muscular dystrophy", "a disease that leads by far"],
)
def test_what_would_change_names_each_finding_once_and_only_where_something_moves(observed: tuple[str, ...]) -> None:
    ranking = rank(PhenotypeQuery(observed=observed, sex="male"), default_model(bundled_vocabularies()))
    told = what_would_change(ranking, questions(ranking))
    assert 1 <= len(told) <= SHOWN
    plain = [line for line in told if line == NOTHING or line.startswith(KEPT.partition("{")[0])]
    found = [_SENTENCE.fullmatch(line) for line in told if line not in plain]
    said = [(one["finding"], one["answer"]) for one in found if one]
    assert len(said) == len(found)
    assert len(set(said)) == len(said)
    assert all((one["before"], one["now"]) != (one["after"], one["then"]) for one in found if one)
    leads = [one for one in found if one and "1" in (one["before"], one["after"])]
    assert bool(plain) is not bool(leads), "where no answer takes the lead, that is said"


def test_escalations_do_not_crowd_out_the_steps_of_the_differential() -> None:
    def step(kind: ActionType, action: str) -> NextBestStep:
        return NextBestStep(rank=1, action_type=kind, action=action, rationale="", evidence_source="")

    urgent = [step("urgent_escalation", f"Escalate {number}") for number in range(7)]
    others = [step("order_test", "Measure"), step("genetic_testing", "Sequence"), step("order_test", "Image")]
    kept = enforce_steps([*others, *urgent], completeness=0.9, fallback=others[0])
    assert [one.action_type for one in kept[:7]] == ["urgent_escalation"] * 7
    assert [one.action for one in kept[7:]] == ["Measure", "Sequence"]


@pytest.mark.parametrize(
    ("disease_id", "enzyme"),
    [
        ("OMIM:301500", "alpha-galactosidase A"),
        ("OMIM:272800", "hexosaminidase A"),
        ("OMIM:253200", "arylsulfatase B"),
        ("OMIM:261600", None),  # an enzyme of the liver
        ("OMIM:272200", None),  # multiple sulfatases
        ("OMIM:219800", None),  # a transporter
        ("OMIM:252650", None),  # a channel, by an old name a neuraminidase
        ("OMIM:257220", None),  # "without sphingomyelinase deficiency"
    ],
)
def test_a_disease_that_is_called_the_lack_of_an_enzyme_names_it(disease_id: str, enzyme: str | None) -> None:
    model = default_model(bundled_vocabularies())
    row = model.row_of(disease_id)
    assert row is not None
    found = deficient_enzyme(model, row)
    assert (found and found[0]) == enzyme


# cornea verticillata, angiokeratoma, acroparesthesia, hypohidrosis
_FABRY = ("HP:0034373", "HP:0001014", "HP:0031006", "HP:0000966")


@pytest.mark.parametrize(
    ("sex", "told", "measured"),
    [
        ("male", "", True),
        ("male", "Alpha-galactosidase activity in leucocytes 2 % of normal.", False),
        ("female", "", False),  # a carrier's activity may be normal
    ],
)
def test_the_enzyme_is_measured_where_its_activity_tells_something(sex: Sex, told: str, measured: bool) -> None:
    ranking = rank(PhenotypeQuery(observed=_FABRY, sex=sex), default_model(bundled_vocabularies()))
    steps = confirming_steps(ranking, told)
    assert any("alpha-galactosidase A" in step.action for step in steps) is measured
    assert all(step.evidence_source for step in steps)
