"""What the offline mind asks a registry, and that a patient's own trial is found among many of the same disease."""

from __future__ import annotations

import json
from pathlib import Path

from osler.core.terminology import bundled_vocabularies
from osler.errors import ServiceError
from osler.trials import Deps, TrialVerdict, match
from osler.trials.offline import planned_queries
from osler.trials.registry import LocalRegistry, SearchPage, Study, TrialQuery
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
