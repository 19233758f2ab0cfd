"""A match on paper: everything shown, nothing executed, nothing fetched."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from osler.trials import Deps, MatchResult, match
from osler.trials.registry import LocalRegistry
from osler.trials.registry.local import RawRecord
from osler.trials.report import criterion_rows, render_html, to_csv, to_research_subjects, to_xlsx
from osler.trials.settings import TrialSettings
from tests.trials.patients import patient
from tests.trials.studies import record

HOSTILE = record(
    "NCT99000021",
    title="<script>alert(1)</script> asthma",
    eligibility="Inclusion Criteria:\n\n* Diagnosis of asthma\n* =HYPERLINK(1)\n\nExclusion Criteria:\n\n* Myocardial infarction\n* Serum creatinine > 2 mg/dL",
)


@pytest.fixture
async def result(tmp_path: Path) -> MatchResult:
    registry = LocalRegistry(tmp_path)
    registry.import_records([RawRecord("one", json.dumps(HOSTILE).encode())])
    found = await match(patient(), deps=Deps(registry=registry, settings=TrialSettings(policy="clinical")))
    await registry.aclose()
    return found


def test_the_page_is_self_contained_and_links_evidence_to_the_note(result: MatchResult) -> None:
    page = render_html(result)
    assert "<script" not in page
    assert not re.search(r"""(?:src|href)=["'](?!#|https://clinicaltrials\.gov/study/)""", page)
    number = result.trials[0].criteria[1].evidence_sentences[0]
    assert f'href="#s{number}"' in page
    assert f'id="s{number}"' in page
    assert page.index("Missing data") < page.index("<h2>Trials</h2>")
    assert 'class="assumed"' in page
    assert ":target" in page


def test_a_matrix_stands_first_and_each_mark_leads_to_its_criterion(result: MatchResult) -> None:
    page = render_html(result)
    assert page.index('class="matrix"') < page.index("Missing data that would settle most")
    marks = re.findall(r'class="mark (\w+)[^"]*" href="#([^"]+)" title="(\w+), (\w+):', page)
    assert len(marks) == sum(len(trial.criteria) for trial in result.trials)
    assert all(page.count(f'<tr id="{place}">') == 1 for _, place, _, _ in marks)
    assert {tone for tone, _, kind, verdict in marks if (kind, verdict) == ("exclusion", "NOT_MET")} == {"good"}
    assert {tone for tone, _, _, verdict in marks if verdict == "UNKNOWN"} == {"open"}
    assert "keeps the patient out: an inclusion that is not met, an exclusion that is" in page
    assert f"https://clinicaltrials.gov/study/{result.trials[0].nct_id}" in page


def test_a_cited_sentence_leads_back_to_the_criteria(result: MatchResult) -> None:
    page = render_html(result)
    back = re.findall(r'class="back" href="#([^"]+)"', page)
    assert back
    assert all(f'<tr id="{place}">' in page for place in back)


def test_rows_carry_verdicts_and_no_formula(result: MatchResult, tmp_path: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(to_csv(criterion_rows(result)))))
    assert {row["trial"] for row in rows} == {"NCT99000021"}
    assert not any(value.startswith("=") for row in rows for value in row.values() if value)
    infarction = next(row for row in rows if row["text"] == "Myocardial infarction")
    assert infarction["verdict"] == "NOT_MET"
    assert "assumed" in infarction["assumed"]
    to_xlsx(criterion_rows(result), tmp_path / "out.xlsx")
    assert (tmp_path / "out.xlsx").stat().st_mode & 0o077 == 0


def test_research_subjects_are_fhir(result: MatchResult) -> None:
    from fhir.resources.R4B.bundle import Bundle

    bundle = to_research_subjects(result)
    Bundle.model_validate(bundle)
    subjects = [
        entry["resource"] for entry in bundle["entry"] if entry["resource"]["resourceType"] == "ResearchSubject"
    ]
    assert [subject["status"] for subject in subjects] == ["potential-candidate"]
    named_by_file = to_research_subjects(result.model_copy(update={"patient_id": "note 3.txt"}))["entry"][1]["resource"]
    assert "reference" not in named_by_file["individual"]
    assert named_by_file["individual"]["identifier"]["value"] == "note 3.txt"
