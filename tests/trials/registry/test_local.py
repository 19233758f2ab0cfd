"""The index on this machine: imported once, never twice, whole after a kill."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from importlib.resources import files
from pathlib import Path
from types import SimpleNamespace

import pytest

from osler.config import Settings
from osler.core.criteria import registry_criteria, render
from osler.errors import DataError
from osler.trials import engine
from osler.trials.engine import JUDGING, READING, engine_of
from osler.trials.registry import CtgovRegistry, LocalRegistry, Near, TrialQuery, synchronise
from osler.trials.registry.local import RawRecord, importing, store
from osler.trials.registry.local.index import FORMAT
from osler.trials.registry.serving import respond
from tests.servers.ctgov import CtgovServer
from tests.trials.studies import ASTHMA, LUNG, STUDIES, record


def _ndjson(path: Path, records: list[dict[str, object]]) -> Path:
    path.write_text("".join(json.dumps(item) + "\n" for item in records), encoding="utf-8")
    return path


async def _ids(registry: LocalRegistry, **query: object) -> list[str]:
    page = await registry.search(TrialQuery.model_validate({"status": (), **query}))
    return [study.nct_id for study in page.studies]


def test_lines_are_read_one_by_one_and_nothing_without_an_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = _ndjson(tmp_path / "studies.ndjson", STUDIES)
    longest = max(len(line) for line in source.read_bytes().splitlines(keepends=True))
    packed, page = tmp_path / "studies.zip", tmp_path / "page.json"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.write(source, "inside.ndjson")
    page.write_text(json.dumps(STUDIES))
    # More lines than may be held at once are no fault; one line or one whole that is larger is.
    monkeypatch.setattr(importing, "_LARGEST_RECORD", longest)
    monkeypatch.setattr(importing, "_LARGEST_FILE", longest)
    for whole in (source, packed):
        assert len(list(importing.records_in(whole))) == len(STUDIES)
    with pytest.raises(DataError, match=r"page\.json: one JSON file of more than"):
        list(importing.records_in(page))
    monkeypatch.setattr(importing, "_LARGEST_RECORD", longest - 1)
    with pytest.raises(DataError, match=r"inside.ndjson:\d: a line of more than"):
        list(importing.records_in(packed))
    with pytest.raises(DataError, match="a device or a pipe"):
        list(importing.records_in(Path("/dev/zero")))


@pytest.mark.parametrize("module", ["eligibilityModule", "conditionsModule", "designModule", "statusModule"])
def test_a_module_that_is_no_object_makes_the_record_malformed(tmp_path: Path, module: str) -> None:
    broken = record("NCT98000001")
    broken["protocolSection"][module] = "text"
    without = record("NCT98000002")
    without["protocolSection"][module] = None
    registry = LocalRegistry(tmp_path / "index")
    report = registry.import_from(_ndjson(tmp_path / "studies.ndjson", [broken, without]))
    assert (report.added, len(report.skipped)) == (1, 1)
    assert f"NCT98000001: {module} is not of the type" in report.skipped[0]
    registry.store.close()


async def test_import_is_incremental_and_lists_what_is_malformed(tmp_path: Path) -> None:
    source = _ndjson(tmp_path / "studies.ndjson", STUDIES)
    with source.open("a", encoding="utf-8") as lines:
        lines.write('{"protocolSection": {}}\nnot json\n')
    registry = LocalRegistry(tmp_path / "index")
    first = registry.import_from(source)
    assert (first.read, first.added) == (7, 5)
    assert len(first.skipped) == 2
    assert "studies.ndjson:6" in first.skipped[0]
    second = registry.import_from(source)
    assert (second.added, second.unchanged) == (0, 5)
    changed = record("NCT99000001", title="Inhaled budesonide in asthma, amended", updated="2024-06-01")
    third = registry.import_from(_ndjson(tmp_path / "more.ndjson", [changed]))
    assert (third.added, third.updated) == (0, 1)
    twice = [record("NCT99000031", title="First"), record("NCT99000031", title="Second"), record("../x", title="Third")]
    fourth = registry.import_from(_ndjson(tmp_path / "twice.ndjson", twice))
    assert (fourth.read, fourth.added, fourth.updated, len(fourth.skipped)) == (3, 1, 1, 1)
    assert registry.store.count() == 6
    study = await registry.study("NCT99000001")
    assert study is not None
    assert study.brief_title.endswith("amended")
    assert (await _ids(registry, eligibility_keywords="amended")) == ["NCT99000001"]
    await registry.aclose()


async def test_a_folder_and_a_zip_are_read(tmp_path: Path) -> None:
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "a.json").write_text(json.dumps(ASTHMA), encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "records.zip", "w") as archive:
        archive.writestr("page.json", json.dumps({"studies": [LUNG]}))
    registry = LocalRegistry(tmp_path / "index")
    assert registry.import_from(folder).added == 1
    assert registry.import_from(tmp_path / "records.zip").added == 1
    assert registry.store.count() == 2
    await registry.aclose()


async def test_a_condition_is_found_by_concept(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
    assert await _ids(registry, condition="NSCLC") == ["NCT99000003"]
    assert await _ids(registry, condition="lung cancer") == ["NCT99000003"]
    assert await _ids(registry, condition="migraine") == []
    await registry.aclose()


async def test_distance_counts_where_coordinates_are(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
    assert await _ids(registry, near=Near(latitude=48.0, longitude=16.0, km=60)) == ["NCT99000001"]
    assert await _ids(registry, near=Near(latitude=48.0, longitude=16.0, km=5)) == []
    assert await _ids(registry, location="Southtown Testland") == ["NCT99000003"]
    await registry.aclose()


async def test_criteria_are_parsed_once_and_kept(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    registry.import_records([RawRecord("one", json.dumps(ASTHMA).encode())])
    criteria = registry.criteria("NCT99000001")
    assert criteria is not None
    assert [item.kind for item in criteria] == ["inclusion", "inclusion", "exclusion"]
    await registry.aclose()


async def test_trees_of_another_parser_are_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    registry = LocalRegistry(tmp_path)
    raw = RawRecord("one", json.dumps(ASTHMA).encode())
    registry.import_records([raw])
    before = registry.criteria("NCT99000001")
    monkeypatch.setattr(store, "engine_of", lambda packages: "another")
    assert registry.store.criteria("NCT99000001") is None
    assert registry.criteria("NCT99000001") == before
    monkeypatch.setattr(importing, "engine_of", lambda packages: "another")
    assert registry.import_records([raw]).updated == 1
    assert registry.import_records([raw]).unchanged == 1
    await registry.aclose()


def test_an_engine_is_known_by_its_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "made_up_package"
    (package / "inner").mkdir(parents=True)
    (package / "__init__.py").write_text("", encoding="utf-8")
    rules = package / "inner" / "rules.yml"
    rules.write_text("a: 1", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    first = engine_of(("made_up_package",))
    engine._digest.cache_clear()
    assert engine_of(("made_up_package",)) == first
    rules.write_text("a: 2", encoding="utf-8")
    engine._digest.cache_clear()
    assert engine_of(("made_up_package",)) != first


def test_drug_classes_and_vocabularies_are_part_of_what_reads_and_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    read = {name for package in READING for name, _ in engine._sources(files(package))}
    assert {"/data/drug_classes.yml", "/data/hierarchy_corrections.tsv", "/data/drugs.tsv.xz"} <= read
    assert set(READING) < set(JUDGING)
    before = engine_of(READING)
    report = SimpleNamespace(name="HOUSE", build="one")
    monkeypatch.setattr(engine, "installed_state", lambda: (("HOUSE", 1),))
    monkeypatch.setattr(engine, "installed", lambda: [report])
    imported = engine_of(READING)
    report.build = "two"
    monkeypatch.setattr(engine, "installed_state", lambda: (("HOUSE", 2),))
    assert len({before, imported, engine_of(READING)}) == 3


_IMPORT = """
import sys
from pathlib import Path
from types import SimpleNamespace
from osler.trials.registry import LocalRegistry
LocalRegistry(Path(sys.argv[1])).import_from(Path(sys.argv[2]), progress=lambda report: print(report.added, flush=True))
"""


def _killed_import(folder: Path, source: Path) -> None:
    """An import that is killed after its first batch."""
    process = subprocess.Popen(
        [sys.executable, "-c", _IMPORT, str(folder), str(source)], stdout=subprocess.PIPE, env=dict(os.environ)
    )
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()


@pytest.mark.slow
async def test_a_killed_import_loses_nothing_and_doubles_nothing(tmp_path: Path) -> None:
    many = [record(f"NCT98{number:06d}", title=f"Study {number}") for number in range(900)]
    source, folder = _ndjson(tmp_path / "many.ndjson", many), tmp_path / "index"
    for _ in range(2):
        # Once from the beginning, and once where the first left off.
        _killed_import(folder, source)
    registry = LocalRegistry(folder)
    before = registry.store.count()
    assert 0 < before <= 900
    report = registry.import_from(source)
    assert report.unchanged == before
    assert registry.store.count() == 900
    page = await registry.search(TrialQuery(condition="asthma"))
    assert page.total == 900
    await registry.aclose()


async def test_the_index_can_be_lost_and_is_built_again(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    registry.import_records([RawRecord("one", json.dumps(ASTHMA).encode())])
    await registry.aclose()
    shutil.rmtree(tmp_path / f"index-{FORMAT}")
    again = LocalRegistry(tmp_path)
    assert await _ids(again, condition="asthma") == ["NCT99000001"]
    await again.aclose()


async def test_the_read_api_answers_in_the_v2_form(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
    target = "/api/v2/studies?query.cond=asthma&countTotal=true&pageSize=1&filter.overallStatus=RECRUITING"
    status, body = await respond(registry, target + "&query.term=AREA%5BMinimumAge%5DRANGE%5BMIN%2C+10+years%5D")
    assert status == 200
    assert body["totalCount"] == 1
    assert body["studies"][0]["protocolSection"]["identificationModule"]["nctId"] == "NCT99000002"
    assert (await respond(registry, "/api/v2/studies/NCT99000003"))[1] == LUNG
    assert (await respond(registry, "/api/v2/studies/NCT00000000"))[0] == 404
    assert (await respond(registry, "/api/v2/studies?nonsense=1"))[0] == 400
    await registry.aclose()


async def test_a_search_takes_milliseconds(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(STUDIES))
    await _ids(registry, condition="asthma")
    times = []
    for _ in range(9):
        started = time.process_time()
        await _ids(registry, condition="asthma", min_age=40, max_age=40, sex="FEMALE")
        times.append(time.process_time() - started)
    assert min(times) < 0.05
    await registry.aclose()


async def test_a_sibling_of_a_disease_is_not_it(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    studies = [
        record("NCT99000021", title="One", conditions=["Crohn's Disease"]),
        record("NCT99000022", title="Two", conditions=["Ulcerative Colitis"]),
        record("NCT99000023", title="Three", conditions=["Inflammatory Bowel Diseases"]),
    ]
    registry.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(studies))
    page = await registry.search(TrialQuery(condition="Crohn disease"))
    assert {study.nct_id[-1] for study in page.studies} == {"1", "3"}
    await registry.aclose()


async def test_only_the_fields_that_are_asked_for_are_served(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path)
    registry.import_records([RawRecord("one", json.dumps(STUDIES[0]).encode())])
    status, page = await respond(registry, "/api/v2/studies?fields=NCTId|InterventionName,MinimumAge")
    assert status == 200
    assert page["studies"] == [
        {
            "protocolSection": {
                "identificationModule": {"nctId": "NCT99000001"},
                "armsInterventionsModule": {"interventions": [{"name": "Budesonide"}]},
                "eligibilityModule": {"minimumAge": "18 Years"},
            }
        }
    ]
    _, one = await respond(registry, "/api/v2/studies/NCT99000001?fields=StatusModule")
    assert one == {"protocolSection": {"statusModule": STUDIES[0]["protocolSection"]["statusModule"]}}
    assert (await respond(registry, "/api/v2/studies?fields=ShoeSize"))[0] == 400
    await registry.aclose()


async def test_what_one_index_serves_another_can_fetch(tmp_path: Path) -> None:
    odd = [record("DEMO-T-7", title="Asthma with an id of its own"), record("../../evil", title="Asthma of nobody")]
    async with CtgovServer([*STUDIES[:1], *odd]) as server:
        remote = CtgovRegistry(Settings.model_validate({"trials": {"api_url": server.url, "min_interval_seconds": 0}}))
        local = LocalRegistry(tmp_path)
        report = await synchronise(local, remote, "asthma")
        assert (report.complete, report.added) == (True, 2)
        assert [line.partition(":")[0] for line in report.skipped] == ["../../evil"]
        assert await local.study("DEMO-T-7") is not None
        await remote.aclose()
        await local.aclose()


def test_a_limit_of_age_that_cannot_be_read_stays_a_criterion() -> None:
    ages = {"minimumAge": "grown-up", "maximumAge": "36 Hours"}
    module = {"protocolSection": {"eligibilityModule": {"eligibilityCriteria": "", **ages}}}
    unread, hours = registry_criteria(module)
    assert (unread.tree.kind, unread.text) == ("unparsed", "minimumAge: grown-up")
    assert "1.5 days" in render(hours.tree)
    assert registry_criteria({"protocolSection": {"eligibilityModule": {"minimumAge": "N/A"}}}) == []
