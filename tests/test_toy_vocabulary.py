"""Capabilities run from beginning to end on the toy vocabulary alone: nothing of the bundled ones is compiled or read."""

from __future__ import annotations

import datetime as dt
import json
import sys
from pathlib import Path

import pytest

from osler import consult, diagnosis, grounding, guidelines, trials
from osler.casework import capabilities
from osler.core.criteria import PatientFacts, TruthValue, evaluate, parse_criterion
from osler.core.evidence import Source
from osler.core.graph import LadybugGraphs, project
from osler.core.language import analyse
from osler.core.library import Library
from osler.core.patient import PatientRecord, check_record, patients_in, read_patient, reading_of
from osler.core.safety import red_flags
from osler.core.terminology import Vocabularies, bundled_vocabularies, toy_vocabularies
from osler.diagnosis import DiagnosisInput, case_of
from osler.diagnosis.case import CodedFinding
from osler.grounding import CriterionText, new_batch, read_document
from osler.trials.registry import LocalRegistry
from osler.trials.registry.local import RawRecord
from tests.trials.studies import record

_BUNDLED = {
    "osler.core.terminology.diseases.annotations": "disease_annotations",
    "osler.core.terminology.hierarchy.graph": "hierarchy",
    "osler.core.terminology.ontology.graph": "hpo",
    "osler.core.terminology.sources.local": "bundled_searcher",
    "osler.core.terminology.store": "vocabulary",
}


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Vocabularies:
    """The toy, while whoever asks for a bundled vocabulary, by function or as the default of what takes some, is refused."""
    given = toy_vocabularies()
    # Loaded before any name is replaced: what is loaded meanwhile would keep the replacement.
    capabilities()
    asked = {getattr(sys.modules[module], name) for module, name in _BUNDLED.items()}

    def refused() -> None:
        raise AssertionError("a bundled vocabulary was reached for")

    bundled = bundled_vocabularies()
    for part in ("hpo", "annotations", "names", "hierarchy"):
        monkeypatch.delitem(bundled.__dict__, part, raising=False)
        monkeypatch.setattr(bundled, f"_{part}", refused)
    monkeypatch.setattr(bundled, "_searchers", refused)
    for module in [found for name, found in sys.modules.items() if name.startswith("osler.")]:
        for name, value in list(vars(module).items()):
            if callable(value) and getattr(value, "__hash__", None) is not None and value in asked:
                monkeypatch.setattr(module, name, refused)
    return given


@pytest.mark.parametrize("kind", ["inclusion", "note"])
async def test_grounding(toy: Vocabularies, kind: str) -> None:
    text = CriterionText.model_validate({"id": "c1", "text": "Asthma, on simvastatin", "criteria_type": kind})
    state = await grounding.run(new_batch([text]), deps=grounding.Deps(vocabularies=toy))
    assert state.error is None or not state.error
    assert {entity.concept_id for entity in state.grounded_entities} == {"SCTID:195967001", "DRUGBANK:DB00641"}


async def test_diagnosis(toy: Vocabularies) -> None:
    findings = [CodedFinding(term=term) for term in ("HP:0000957", "HP:0001067")]
    output = await diagnosis.run(DiagnosisInput(findings=findings), deps=diagnosis.Deps(vocabularies=toy))
    assert output.disease_candidates[0].disease_id == "OMIM:162200"
    assert len(output.disease_candidates) == 3
    assert output.differential


def test_who_is_given_no_vocabularies_is_refused_here(toy: Vocabularies) -> None:
    with pytest.raises(AssertionError, match="bundled"):
        _ = analyse("She has asthma.").mentions
    with pytest.raises(AssertionError, match="bundled"):
        parse_criterion("Allergy to latex or shrimps")


NOTE = """A 54-year-old woman with type 2 diabetes and asthma. No history of stroke.

Medications:
Metformin 500 mg twice daily
Simvastatin 20 mg at night

Allergies: amoxicillin (rash)

HbA1c 8.1 %. On examination multiple cafe-au-lait spots and Lisch nodules. Her mother has hypertension."""


def patient(toy: Vocabularies) -> PatientRecord:
    return read_patient(NOTE, "note", toy).record


def test_a_note_is_read(toy: Vocabularies) -> None:
    read = patient(toy)
    assert {medicine.codings[0].id for medicine in read.medications} == {"DRUGBANK:DB00331", "DRUGBANK:DB00641"}
    assert {finding.codings[0].id for finding in read.phenotypes} >= {"HP:0007565", "HP:0009737"}
    assert [allergy.codings[0].id for allergy in read.allergies] == ["DRUGBANK:DB01060"]
    assert [relative.relation for relative in read.family_history] == ["mother"]
    (problem,) = check_record(read, toy)
    assert problem.message.startswith("HP:0040217 is not in HPO")  # the toy has no raised HbA1c, which a rule names
    assert reading_of(read.documents[0], toy).vocabularies is toy


def test_what_a_document_says_is_remembered_by_vocabularies(toy: Vocabularies) -> None:
    document = Source(id="note", kind="note", text="She coughs; Lisch nodules.")
    other = Vocabularies(names=lambda: toy.names, hpo=lambda: toy.hpo, hierarchy=lambda: toy.hierarchy)
    first = reading_of(document, toy)
    assert reading_of(document, toy) is first
    assert reading_of(document, other) is not first


def test_tables_and_forms_are_read(toy: Vocabularies) -> None:
    rows = b'id,age,findings\np1,4,"Seizure, fever"\n'
    (source,) = patients_in(rows, name="table.csv", vocabularies=toy)
    assert [finding.text for finding in source.read().record.phenotypes] == ["Seizure", "fever"]
    form = json.dumps({"hpo_terms": ["HP:0001250"], "family_history": "Mother has asthma"})
    read = read_patient(form, "input", toy)
    assert read.record.phenotypes[0].codings[0].display == "Seizure"
    assert not read.problems


def test_a_text_has_red_flags(toy: Vocabularies) -> None:
    text = analyse("She has crushing chest pain and is short of breath right now.", toy)
    assert red_flags((), text) == red_flags(note=text.text, vocabularies=toy) != []


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("Type 2 diabetes mellitus", TruthValue.MET),
        ("Stroke or seizure within 6 months", TruthValue.UNKNOWN),
        ("HbA1c > 9 %", TruthValue.NOT_MET),
        ("Allergy or hypersensitivity to amoxicillin", TruthValue.MET),
    ],
)
def test_criteria_are_parsed_and_judged(toy: Vocabularies, text: str, truth: TruthValue) -> None:
    assert evaluate(parse_criterion(text, toy), PatientFacts(patient(toy), toy)).truth is truth


async def test_diagnosis_of_a_note(toy: Vocabularies) -> None:
    case = case_of(patient(toy), toy)
    output = await diagnosis.run(case, deps=diagnosis.Deps(vocabularies=toy))
    assert output.disease_candidates[0].disease_id == "OMIM:162200"


async def test_grounding_of_a_protocol(toy: Vocabularies) -> None:
    document = read_document(b"Inclusion Criteria:\n- Asthma or type 2 diabetes\n- On lisinopril or simvastatin\n", toy)
    state = await grounding.run(new_batch(document.texts), deps=grounding.Deps(vocabularies=toy))
    assert "DRUGBANK:DB00722" in {entity.concept_id for entity in state.grounded_entities}


async def test_trials(toy: Vocabularies, tmp_path: Path) -> None:
    text = "Inclusion Criteria:\n- Type 2 diabetes\n- Treated with metformin\nExclusion Criteria:\n- Seizures\n- Stroke"
    study = record("NCT99000077", title="Diabetes and the heart", conditions=["Type 2 Diabetes"], eligibility=text)
    registry = LocalRegistry(tmp_path, toy)
    registry.import_records([RawRecord("one", json.dumps(study).encode())])
    result = await trials.match(patient(toy), deps=trials.Deps(vocabularies=toy, registry=registry))
    (trial,) = result.trials
    assert [item.verdict for item in trial.criteria if item.criterion_type == "inclusion"][-2:] == ["MET", "MET"]


GUIDELINE = """# Diabetes in adults
Issuer: Ashdown College
Version: 1
Date: 2023-01-01

## Drugs
Metformin should be offered to adults with type 2 diabetes. (Grade A)
Metformin should be avoided in people with severe renal impairment. (Grade B)
"""


async def test_guidelines(toy: Vocabularies, tmp_path: Path) -> None:
    (tmp_path / "diabetes.md").write_text(GUIDELINE, encoding="utf-8")
    library = Library(tmp_path / "library", vocabularies=toy)
    library.add(tmp_path / "diabetes.md")
    deps = guidelines.Deps(vocabularies=toy, libraries=[library])
    result = await guidelines.run("Which drug is offered for type 2 diabetes?", patient(toy), deps=deps)
    assert result.citations
    assert "Metformin" in " ".join(sentence.text for sentence in result.sentences)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("What medicines am I taking?", "metformin"),
        ("I started lisinopril 10 mg daily yesterday", "lisinopril"),
        ("What is asthma?", ""),
        ("I have crushing chest pain right now", "emergency"),
    ],
)
@pytest.mark.slow
async def test_consult(toy: Vocabularies, tmp_path: Path, message: str, said: str) -> None:
    graphs = LadybugGraphs(tmp_path)
    told = patient(toy)
    graphs.load(told.id, project(told))
    request = consult.ConsultRequest(
        record=told,
        state=consult.ConsultState(patient_id=told.id),
        message=message,
        moment=dt.datetime(2024, 6, 2, 9, 30, tzinfo=dt.UTC),
    )
    reply = await consult.run(request, deps=consult.Deps(vocabularies=toy, graphs=graphs))
    words = " ".join([*(sentence.text for sentence in reply.sentences), reply.entry_question])
    assert said in words.casefold()
