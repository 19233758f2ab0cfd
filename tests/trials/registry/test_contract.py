"""What every registry answers, whether it is the API or the index on this machine."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest

from osler.config import Settings
from osler.trials.registry import CtgovRegistry, LocalRegistry, Registry, TrialQuery, search_parameters
from osler.trials.registry.local import RawRecord
from osler.trials.registry.serving import respond
from tests.servers.ctgov import CtgovServer
from tests.trials.studies import STUDIES


@pytest.fixture(params=["local", "ctgov"])
async def registry(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Registry]:
    if request.param == "local":
        local = LocalRegistry(tmp_path)
        local.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
        yield local
        await local.aclose()
        return
    async with CtgovServer(STUDIES) as server:
        remote = CtgovRegistry(Settings.model_validate({"trials": {"api_url": server.url, "min_interval_seconds": 0}}))
        yield remote
        await remote.aclose()


async def _found(registry: Registry, **query: object) -> set[str]:
    page = await registry.search(TrialQuery.model_validate(query))
    return {study.nct_id[-1] for study in page.studies}


async def test_a_condition_finds_its_trials_that_recruit(registry: Registry) -> None:
    assert await _found(registry, condition="asthma") == {"1", "2", "5"}
    assert await _found(registry, condition="prostate cancer") == set()
    assert await _found(registry, condition="prostate cancer", status=["COMPLETED"]) == {"4"}


async def test_age_is_the_patients(registry: Registry) -> None:
    assert await _found(registry, condition="asthma", min_age=10, max_age=10) == {"2"}
    assert await _found(registry, condition="asthma", min_age=40, max_age=40) == {"1", "5"}


async def test_sex_phase_and_intervention_narrow(registry: Registry) -> None:
    everything = {"status": ()}
    assert "4" not in await _found(registry, sex="FEMALE", **everything)
    assert "4" in await _found(registry, sex="MALE", **everything)
    assert await _found(registry, phase=["PHASE3"], **everything) == {"2"}
    assert await _found(registry, intervention="osimertinib", **everything) == {"3"}


async def test_pages_follow_each_other_and_the_first_counts(registry: Registry) -> None:
    query = TrialQuery(condition="asthma", page_size=2)
    first = await registry.search(query)
    assert first.total == 3
    second = await registry.search(query.model_copy(update={"page_token": first.next_page_token}))
    assert second.total is None
    assert second.next_page_token == ""
    assert {study.nct_id for study in [*first.studies, *second.studies]} == {
        "NCT99000001",
        "NCT99000002",
        "NCT99000005",
    }


async def test_a_study_has_its_criteria_and_an_unknown_one_is_none(registry: Registry) -> None:
    study = await registry.study("NCT99000001")
    assert study is not None
    assert "Age 18 years or older" in study.eligibility
    assert (study.minimum_age, study.phases, study.interventions) == ("18 Years", ["PHASE2"], ["Budesonide"])
    assert await registry.study("NCT99009999") is None


async def test_either_word_and_none_of_a_word(registry: Registry) -> None:
    if registry.name != "local":
        pytest.skip("the query language is the API's own; the stand-in for it has none")
    asthma = await _found(registry, eligibility_keywords="asthma", status=())
    lung = await _found(registry, eligibility_keywords="lung", status=())
    assert asthma
    assert lung
    assert not asthma & lung
    assert await _found(registry, eligibility_keywords="asthma OR lung", status=()) == asthma | lung
    assert not await _found(registry, eligibility_keywords="NOT asthma", status=()) & asthma


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ('"asthma in children"', {"2"}),
        ('"children in asthma"', set()),
        ("(budesonide OR children) AND asthma", {"1", "2"}),
        ("asthma NOT (children OR budesonide)", {"5"}),
        ('NOT "asthma in children" asthma', {"1", "5"}),
        ("((asthma AND children", {"2"}),
        ("AND OR )", set()),
    ],
)
async def test_quotes_and_brackets(asked: str, expected: set[str], tmp_path: Path) -> None:
    local = LocalRegistry(tmp_path)
    local.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
    assert await _found(local, eligibility_keywords=asked, status=()) == expected
    await local.aclose()


@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        ("filter.ids=NCT99000002|NCT99000004", {"2", "4"}),
        ("filter.ids=nct99000002,NCT99009999", {"2"}),
        ("query.titles=children", {"2"}),
        ("filter.advanced=AREA[MinimumAge]RANGE[MIN, 10 years] AND AREA[MaximumAge]RANGE[10 years, MAX]&query.cond=asthma", {"2"}),
        ("filter.advanced=AREA[Phase](PHASE3)&query.term=asthma", {"2"}),
        ("query.term=AREA[MinimumAge]RANGE[MIN, 10 years]&filter.advanced=children", {"2"}),
    ],
)  # fmt: skip
async def test_filters_of_the_description_are_served(asked: str, expected: set[str], tmp_path: Path) -> None:
    local = LocalRegistry(tmp_path)
    local.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
    status, page = await respond(local, f"/studies?{quote(asked, safe='=&')}")
    assert status == 200, page
    assert {item["protocolSection"]["identificationModule"]["nctId"][-1] for item in page["studies"]} == expected
    await local.aclose()


async def test_an_index_that_is_served_answers_as_the_index(tmp_path: Path) -> None:
    local = LocalRegistry(tmp_path)
    local.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
    parts: dict[str, tuple[object, ...]] = {
        "condition": ("", "asthma"),
        "phase": ((), ("PHASE2",), ("NA", "PHASE3")),
        "status": (("RECRUITING", "COMPLETED"),),
        "min_age": (None, 17.9),
        "eligibility_keywords": ("", "asthma OR lung", 'NOT ("asthma in children" OR lung)'),
        "ids": ((), ("NCT99000001", "NCT99000003")),
    }
    narrowed = ({"titles": "asthma"}, {"min_age": 0.3, "phase": ("NA",)}, {"condition": "cancer", "min_age": 40})
    every = [dict(zip(parts, values, strict=True)) for values in product(*parts.values())]
    for asked in (*narrowed, *every):
        query = TrialQuery.model_validate(asked)
        status, page = await respond(local, f"/studies?{urlencode(search_parameters(query))}")
        assert status == 200, page
        own = await local.search(query)
        assert [item["protocolSection"]["identificationModule"]["nctId"] for item in page["studies"]] == [
            study.nct_id for study in own.studies
        ], query
        assert page["totalCount"] == own.total
    await local.aclose()


@pytest.mark.parametrize(
    "asked",
    ["sort=LastUpdatePostDate:desc", "aggFilters=status:rec", "format=csv", "query.term=AREA[StartDate]2022", "countTotal=maybe",
     "filter.advanced=AREA[StartDate]2022", "query.term=NOT AREA[StudyType]Interventional"],
)  # fmt: skip
async def test_what_the_served_index_cannot_do_it_refuses(asked: str, tmp_path: Path) -> None:
    local = LocalRegistry(tmp_path)
    status, said = await respond(local, f"/studies?{asked}")
    assert status == 400
    assert "StartDate" not in asked or "AREA[StartDate]" in said
    assert asked.partition("=")[0] in said or "expression" in said
    await local.aclose()
