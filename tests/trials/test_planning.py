"""What the offline mind asks a registry, and that a patient's own trial is found among many of the same disease."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.errors import ServiceError, UsageError
from osler.trials import Deps, TrialVerdict, match
from osler.trials.offline import planned_queries
from osler.trials.registry import LocalRegistry, SearchPage, Study, TrialQuery, statuses
from osler.trials.registry.local import RawRecord
from osler.trials.settings import TrialSettings
from osler.trials.steps.key_facts import key_facts
from osler.trials.steps.search_tools import CandidateBoard
from tests.trials.patients import patient
from tests.trials.studies import record

GOUT = "A 61-year-old man with gout, flares despite allopurinol 600 mg daily. He has type 2 diabetes and heart failure."
LUNG = "A 70-year-old man. Stage IIIB non-small cell lung cancer, EGFR exon 19 deletion, on osimertinib."


def test_a_plan_has_markers_treatments_and_their_classes() -> None:
    vocabularies = bundled_vocabularies()
    facts = key_facts(patient(LUNG), vocabularies)
    assert [fact.name for fact in facts.conditions] == ["non-small cell lung cancer"]
    asked = [planned.arguments for planned in planned_queries(facts, None, vocabularies)]
    assert all(query["condition"] for query in asked)
    assert {"EGFR", "osimertinib"} <= {query.get("eligibility_keywords") for query in asked}
    assert {"osimertinib", "Tyrosine Kinase Inhibitors"} <= {query.get("intervention") for query in asked}


def test_a_gene_is_no_treatment() -> None:
    facts = key_facts(
        patient("A 58-year-old woman with breast cancer, PIK3CA mutation, on letrozole."), bundled_vocabularies()
    )
    assert [fact.name for fact in facts.therapies] == ["letrozole"]


async def test_the_trial_for_a_failed_treatment_is_found_among_many(tmp_path: Path) -> None:
    others = [record(f"NCT9800{number:04d}", title="Study", conditions=["Gout"]) for number in range(30)]
    others += [record(f"NCT9810{number:04d}", title="Study", conditions=["Type 2 diabetes"]) for number in range(30)]
    text = "Inclusion Criteria:\n\n* Gout\n* Failure of allopurinol"
    own = record("NCT98999999", title="Zeta", conditions=["Gout"], eligibility=text)
    registry = LocalRegistry(tmp_path)
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate([*others, own]))
    result = await match(patient(GOUT), deps=Deps(registry=registry))
    found = [candidate.nct_id for candidate in result.presearch.candidates]
    assert len(found) == TrialSettings().max_candidates
    assert own["protocolSection"]["identificationModule"]["nctId"] in found
    assert set(result.presearch.costs) == {"reasoning", "search"}
    await registry.aclose()


async def test_a_disease_under_another_name_is_one_question(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    study = record("NCT98000001", title="Study", conditions=["Type 2 diabetes"])
    registry.import_records([RawRecord("one", json.dumps(study).encode())])
    board = CandidateBoard(registry)
    await board.search_trials(condition="type 2 diabetes")
    await board.search_trials(condition="type 2 diabetes mellitus")
    await board.search_trials(condition="type 2 diabetes", phase=["PHASE2"])
    (candidate,) = board.candidates.values()
    assert len(candidate.found_by_query) == 2
    await registry.aclose()


class Refusing(LocalRegistry):
    """A registry that finds trials and gives no details of any."""

    asked = 0
    queries: list[TrialQuery]

    async def search(self, query: TrialQuery) -> SearchPage:
        self.queries = [*getattr(self, "queries", []), query]
        return await super().search(query)

    async def study(self, nct_id: str) -> Study | None:
        self.asked += 1
        raise ServiceError("it hangs", mend="wait")


async def test_a_registry_without_details_is_left_and_the_conditions_still_tell(tmp_path: Path) -> None:
    registry = Refusing(tmp_path)
    gout = [record(f"NCT9800000{number}", title="Gout", conditions=["Gout"]) for number in range(4)]
    caries = record("NCT98000009", title="Gout and teeth", conditions=["Dental caries"], eligibility="gout")
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate([*gout, caries]))
    result = await match(patient("A 61-year-old man with gout."), deps=Deps(registry=registry))
    assert result.status == "unavailable"
    verdicts = {trial.nct_id: trial.verdict for trial in result.trials}
    assert verdicts.pop("NCT98000009") is TrialVerdict.NOT_RELEVANT
    assert set(verdicts.values()) == {TrialVerdict.UNCERTAIN}
    assert registry.asked == 2, "it was not asked once more for every trial"
    searches = [call for call in result.presearch.tool_call_trace if call.tool == "search_trials"]
    assert searches[0].summary == "5 of 5 trials"
    await registry.aclose()


async def test_a_search_may_name_the_type_of_study(tmp_path: Path) -> None:
    registry = Refusing(tmp_path)
    await CandidateBoard(registry).search_trials(condition="gout", study_type="interventional")
    assert registry.queries[0].study_type == "INTERVENTIONAL"
    await registry.aclose()


def test_what_is_over_and_parts_of_longer_names_are_not_searched_for() -> None:
    note = "A 58-year-old woman with invasive ductal carcinoma of the left breast. Neuropathy from chemotherapy has resolved."
    facts = key_facts(patient(note), bundled_vocabularies())
    asked = [query.arguments.get("condition", "") for query in planned_queries(facts, None, bundled_vocabularies())]
    assert any("carcinoma" in name.lower() for name in asked)
    assert not any("neuropathy" in name.lower() for name in asked)


@pytest.mark.parametrize(
    ("disease", "condition"),
    [
        ("focal epilepsy", "Epilepsy"),
        ("juvenile myoclonic epilepsy", "Epilepsies"),
        ("eosinophilic asthma", "Asthma"),
        ("lupus nephritis", "Kidney Diseases"),
        ("essential thrombocythaemia", "Hematologic Malignancies"),
        ("pulmonary adenocarcinoma", "Carcinoma, Non-Small-Cell Lung"),
        ("steroid-induced diabetes", "Diabetes Mellitus"),
    ],
)
async def test_a_patient_is_found_for_the_trials_of_wider_diseases(
    tmp_path: Path, disease: str, condition: str
) -> None:
    registry = LocalRegistry(tmp_path)
    wide = record("NCT98000001", title="A study", conditions=[condition])
    other = record("NCT98000002", title="A study", conditions=["Gout"])
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate([wide, other]))
    result = await match(patient(f"A 58-year-old woman with {disease}."), deps=Deps(registry=registry))
    assert [trial.nct_id for trial in result.trials] == ["NCT98000001"]
    assert result.trials[0].verdict is not TrialVerdict.NOT_RELEVANT
    await registry.aclose()


async def test_trials_of_the_disease_itself_come_before_those_of_wider_ones(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    wide = [record(f"NCT9800000{number}", title="A study", conditions=["Epilepsy"]) for number in range(3)]
    own = record("NCT98000009", title="A study", conditions=["Focal epilepsy"])
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate([*wide, own]))
    page = await registry.search(TrialQuery(condition="focal epilepsy"))
    assert page.studies[0].nct_id == "NCT98000009"
    assert page.total == 4
    await registry.aclose()


@pytest.mark.parametrize(
    ("disease", "name"),
    [
        ("juvenile myoclonic epilepsy", "epilepsy"),
        ("eosinophilic asthma", "asthma"),
        ("vascular dementia", "dementia"),
        ("giant cell arteritis", "vasculitis"),
    ],
)
def test_a_registry_of_words_is_asked_for_wider_names(disease: str, name: str) -> None:
    vocabularies = bundled_vocabularies()
    facts = key_facts(patient(f"A 58-year-old woman with {disease}."), vocabularies)
    widened = [one.arguments["condition"] for one in planned_queries(facts, None, vocabularies) if one.widens]
    assert name in widened
    assert not {"disease", "brain disorder", "lung disorder", "autoimmune disease"} & set(widened)


async def test_wider_diseases_are_not_asked_for_where_there_are_trials_enough(tmp_path: Path) -> None:
    registry = Refusing(tmp_path)
    focal = [record(f"NCT980000{number}", title="A study", conditions=["Focal epilepsy"]) for number in range(10, 25)]
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(focal))
    await match(patient("A 58-year-old woman with focal epilepsy."), deps=Deps(registry=registry))
    assert "epilepsy" not in [query.condition for query in registry.queries]
    await registry.aclose()


async def test_a_search_in_vain_says_what_it_left_out(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    over = record("NCT98000001", title="A study", conditions=["Gout"], status="COMPLETED")
    registry.import_records([RawRecord("one", json.dumps(over).encode())])
    who = patient("A 61-year-old man with gout.")
    (nothing,) = (await match(who, deps=Deps(registry=registry))).problems
    assert all(part in nothing.message for part in ("no RECRUITING trial", "gout", "1 COMPLETED"))
    assert "--status any" in nothing.mend
    assert [trial.nct_id for trial in (await match(who, deps=Deps(registry=registry, status=()))).trials] == [
        "NCT98000001"
    ]
    await registry.aclose()


async def test_a_search_in_vain_tells_of_trials_for_others(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    children = record("NCT98000001", title="A study", conditions=["Gout"], maximum_age="17 Years")
    registry.import_records([RawRecord("one", json.dumps(children).encode())])
    result = await match(patient("A 61-year-old man with gout."), deps=Deps(registry=registry))
    assert [problem.message for problem in result.problems if "other ages" in problem.message]
    await registry.aclose()


def test_any_and_all_are_every_status() -> None:
    assert statuses("any") == statuses("ALL") == ()
    assert statuses("recruiting, not yet recruiting") == ("RECRUITING", "NOT_YET_RECRUITING")
    with pytest.raises(UsageError, match="FOO"):
        statuses("foo")
