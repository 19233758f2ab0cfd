"""What a trial coordinator would call wrong: each case is a mechanism, with its opposite beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.core.criteria import CriterionKind
from osler.core.patient import patients_in
from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError
from osler.trials import Deps, TrialVerdict, match
from osler.trials.judging import NO_TOPIC, Topic, judge_criterion, topic_of
from osler.trials.registry import LocalRegistry, Study, TrialQuery
from osler.trials.registry.local import RawRecord
from osler.trials.screening import read_protocol, screen
from osler.trials.screening.run import NoRegistry
from osler.trials.steps.key_facts import key_facts
from osler.trials.steps.relevance import relevance
from tests.trials.patients import criterion, patient, view
from tests.trials.studies import record

LUNG = (
    "Mrs K., 62, has adenocarcinoma of the lung, stage IVB. EGFR exon 19 deletion positive. "
    "MRI brain: no intracranial metastases. Liver metastases on CT. She can give informed consent. "
    "Medications: amlodipine 5 mg daily."
)
_GOUT = "Inclusion Criteria:\n\n* Adults\n\nExclusion Criteria:\n\n* Serum potassium > 6 mmol/L"
LUNG_TRIAL = topic_of("Osimertinib in NSCLC", bundled_vocabularies(), ("Non-small cell lung cancer",))


@pytest.mark.parametrize(
    ("note", "text", "kind", "verdict", "topic"),
    [
        (LUNG, "Histologically confirmed non-small cell lung cancer", "inclusion", "MET", LUNG_TRIAL),
        (LUNG, "Stage IV disease", "inclusion", "MET", LUNG_TRIAL),
        (LUNG, "EGFR 19del mutation positive", "inclusion", "MET", LUNG_TRIAL),
        (LUNG, "Brain metastases", "exclusion", "NOT_MET", LUNG_TRIAL),
        (LUNG, "Liver metastases", "exclusion", "MET", LUNG_TRIAL),
        (LUNG, "Active malignancy within 3 years", "exclusion", "UNKNOWN", LUNG_TRIAL),
        (LUNG, "History of malignancy", "exclusion", "MET", topic_of("Gout", bundled_vocabularies(), ("Gout",))),
        (LUNG, "Bleeding within 4 weeks before signing the informed consent", "exclusion", "UNKNOWN", LUNG_TRIAL),
        (LUNG, "Abnormal oral glucose tolerance test", "inclusion", "UNKNOWN", NO_TOPIC),
        (LUNG, "Current treatment with warfarin", "exclusion", "UNKNOWN", NO_TOPIC),
        ("A 74-year-old man, STEMI in 2017. Seen 3 November 2026.", "Myocardial infarction within 3 months", "exclusion", "NOT_MET", NO_TOPIC),
        ("A 74-year-old man with a myocardial infarction.", "Myocardial infarction within 3 months", "exclusion", "UNKNOWN", NO_TOPIC),
        ("Aspirin stopped 2019.", "Current use of aspirin", "exclusion", "NOT_MET", NO_TOPIC),
        ("31 yo G2P1 at 32+3 weeks. No h/o chronic hypertension.", "HELLP syndrome", "exclusion", "UNKNOWN", NO_TOPIC),
        ("31 yo G2P1 at 32+3 weeks. No h/o chronic hypertension.", "Chronic hypertension", "exclusion", "NOT_MET", NO_TOPIC),
        ("31 yo G2P1 at 32+3 weeks.", "Gestational age between 24 and 34 weeks", "inclusion", "MET", NO_TOPIC),
        ("31 yo G2P1 at 32+3 weeks.", "Pregnant women", "exclusion", "MET", NO_TOPIC),
        ("A man of 60 with hypertension.", "Clinically significant cardiovascular disease", "exclusion", "UNKNOWN", NO_TOPIC),
        ("A 58-year-old man with HFrEF, EF 35%.", "Heart failure with LVEF <= 40%", "inclusion", "MET", NO_TOPIC),
        ("ECOG 1.", "ECOG performance status 0-1", "inclusion", "MET", NO_TOPIC),
    ],
)  # fmt: skip
def test_verdicts(note: str, text: str, kind: CriterionKind, verdict: str, topic: Topic) -> None:
    result = judge_criterion(criterion(text, kind), view(note), "strict", topic)
    assert result.verdict.value == verdict, result.reasoning


@pytest.fixture
def registry(tmp_path: Path) -> LocalRegistry:
    local = LocalRegistry(tmp_path)
    studies = [
        record("NCT99000021", title="Osimertinib", conditions=["Non-small cell lung cancer"]),
        record("NCT99000022", title="Metformin", conditions=["Type 2 diabetes"]),
        record("NCT99000023", title="Sumatriptan", conditions=["Migraine"]),
        record("NCT99000024", title="Any neoplasm", conditions=["Neoplasm"]),
    ]
    local.import_records(RawRecord(str(n), json.dumps(item).encode()) for n, item in enumerate(studies))
    return local


async def test_a_trial_of_a_disease_is_found_for_who_has_a_kind_of_it(registry: LocalRegistry) -> None:
    page = await registry.search(TrialQuery(condition="lung adenocarcinoma"))
    assert [study.nct_id for study in page.studies] == ["NCT99000021"]


async def test_every_diagnosis_is_searched_and_symptoms_only_where_there_is_none(registry: LocalRegistry) -> None:
    note = "A 60-year-old man with gout, psoriasis, glaucoma, epilepsy and type 2 diabetes. He has a headache."
    result = await match(patient(note), deps=Deps(registry=registry))
    assert [trial.nct_id for trial in result.trials] == ["NCT99000022"]
    assert result.trials[0].about == "type 2 diabetes"
    only = await match(patient("A 60-year-old man with a headache."), deps=Deps(registry=registry))
    assert [trial.nct_id for trial in only.trials] == ["NCT99000023"]
    assert only.trials[0].verdict is not TrialVerdict.NOT_RELEVANT


@pytest.mark.parametrize(
    ("note", "condition", "relevant"),
    [
        ("A 30-year-old man with UC.", "Crohn's disease", False),
        ("A 30-year-old man with UC.", "Inflammatory bowel disease", True),
        ("A 79-year-old woman with dry AMD.", "Macular degeneration, exudative", True),
        ("A 79-year-old woman with COPD.", "Macular degeneration, exudative", False),
    ],
)
def test_a_disease_that_shares_only_a_concept_of_many_names_is_another(
    note: str, condition: str, relevant: bool
) -> None:
    facts = key_facts(patient(note), bundled_vocabularies())
    study = Study(nct_id="NCT99000025", conditions=[condition], eligibility="Adults")
    assert bool(relevance(study, facts, bundled_vocabularies()).not_relevant) is not relevant


async def test_the_funnel_begins_with_whom_the_trial_is_not_about(tmp_path: Path) -> None:
    notes = {
        "a": "44-year-old woman with gout.",
        "b": "15-year-old boy with gout.",
        "c": "50-year-old man with asthma.",
    }
    for name, text in notes.items():
        (tmp_path / f"{name}.txt").write_text(text)
    kept = record("NCT99000026", title="Gout", conditions=["Gout"], eligibility=_GOUT)
    (tmp_path / "trial.json").write_text(json.dumps(kept))
    protocol = read_protocol(str(tmp_path / "trial.json"), None, bundled_vocabularies())
    sources = [one for name in notes for one in patients_in(tmp_path / f"{name}.txt")]
    screening = await screen(protocol, sources, deps=Deps(registry=NoRegistry()))
    assert screening.not_relevant == 1
    last = screening.funnel[-1]
    assert (last.unknown, last.unknown_next, last.left) == (2, 1, 1)
    assert {one.patient_id for one in screening.patients} == {"a.txt", "b.txt", "c.txt"}


def test_a_binary_file_is_no_text_of_criteria(tmp_path: Path) -> None:
    (tmp_path / "scan.txt").write_bytes(b"\x00\x01\xff binary")
    with pytest.raises(DataError):
        read_protocol(str(tmp_path / "scan.txt"), None, bundled_vocabularies())


def test_circumstances_of_a_life_are_no_conditions() -> None:
    facts = key_facts(
        patient("A 29-year-old woman with Fabry disease since childhood. She lives with her husband."),
        bundled_vocabularies(),
    )
    assert [fact.name for fact in facts.conditions] == ["Fabry disease"]


def test_records_of_another_form_are_listed(tmp_path: Path) -> None:
    wrong = record("NCT99000031")
    wrong["protocolSection"]["eligibilityModule"] = {"eligibilityCriteria": ["a", "b"], "minimumAge": 18}
    local = LocalRegistry(tmp_path)
    report = local.import_records([RawRecord("one", json.dumps(wrong).encode())])
    local.store.close()
    assert report.added == 0
    assert "eligibilityCriteria, minimumAge" in report.skipped[0]
