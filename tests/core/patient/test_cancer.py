"""Cancer in notes and in mCODE."""

from __future__ import annotations

import json
from typing import Any

import pytest

from osler.core.patient import PatientRecord, read_patient, to_fhir

LETTER = """Oncology clinic. Date: 22 Jan 2025
58 y/o woman, stage IIIB (cT3 N2 M0) squamous cell carcinoma of the left lung, poorly differentiated.
Molecular: KRAS G12C mutated, ALK and ROS1 negative, PD-L1 80%, MSS.
1L: carboplatin/paclitaxel x4 cycles 01/2024 - 04/2024, PR, stopped for neuropathy
Mets: bone, brain. No liver mets.
SRS to brain 06/2024 20 Gy/1 fx. ECOG 1.
"""
MCODE = "http://hl7.org/fhir/us/mcode/StructureDefinition/mcode-"


@pytest.fixture(scope="module")
def letter() -> PatientRecord:
    return read_patient(LETTER, format="note").record


def test_histology_stage_grade_and_spread(letter: PatientRecord) -> None:
    [cancer] = letter.cancers
    assert (cancer.histology, cancer.grade) == ("squamous cell carcinoma", "poorly differentiated")
    [stage] = cancer.stages
    assert (stage.group, stage.tnm, stage.basis) == ("IIIB", "cT3 N2 M0", "clinical")
    assert [spread.site for spread in cancer.metastases] == ["bone", "brain"]


def test_markers_with_variant_value_and_shared_result(letter: PatientRecord) -> None:
    found = {one.name: (one.result, one.variant, one.value.value if one.value else None) for one in letter.biomarkers}
    assert found == {
        "KRAS": ("positive", "G12C", None),
        "ALK": ("negative", None, None),
        "ROS1": ("negative", None, None),
        "PD-L1": (None, None, 80),
        "MSI": ("stable", None, None),
    }


def test_lines_of_therapy_and_radiation(letter: PatientRecord) -> None:
    [line] = letter.therapy_lines
    assert (line.line, line.drugs, line.cycles) == (1, ["carboplatin", "paclitaxel"], 4)
    assert (line.response, line.stop_reason) == ("partial response", "toxicity")
    [course] = letter.radiotherapies
    assert (course.site, course.dose.value if course.dose else None, course.fractions) == ("brain", 20, 1)


@pytest.mark.parametrize(
    "text",
    [
        "CKD stage 3, stage 2 pressure ulcer. Family history: mother breast cancer.",
        "Mass suspicious for adenocarcinoma. Grade II murmur.",
        "ER visit for back pain. PR exam normal. Father died of lung cancer.",
    ],
)
def test_what_is_no_cancer_of_the_patient(text: str) -> None:
    record = read_patient(text, format="note").record
    assert (record.cancers, record.biomarkers) == ([], [])


def test_the_site_is_not_that_of_a_relative() -> None:
    record = read_patient(
        "Dx: HR+/HER2- invasive ductal carcinoma L breast. Mother had ovarian cancer.", format="note"
    ).record
    assert [cancer.site for cancer in record.cancers] == ["left breast"]
    assert not any("HER2" in (fact.text or "") for fact in record.conditions)


def test_fhir_gives_every_field_back(letter: PatientRecord) -> None:
    written = to_fhir(letter).document
    back = read_patient(json.dumps(written), "fhir").record
    for field in ("cancers", "biomarkers", "therapy_lines", "radiotherapies", "denials", "conditions", "procedures"):
        assert getattr(back, field) == getattr(letter, field), field
    profiles = {one.split("mcode-")[-1] for row in written["entry"] for one in _profiles(row["resource"])}
    assert {"primary-cancer-condition", "secondary-cancer-condition", "tnm-stage-group", "genomic-variant"} <= profiles


def _profiles(resource: dict[str, Any]) -> list[str]:
    profiles: list[str] = resource.get("meta", {}).get("profile", [])
    return profiles


def test_mcode_of_another_system() -> None:
    subject = {"reference": "Patient/p"}

    def resource(kind: str, name: str, profile: str, **body: Any) -> dict[str, Any]:
        return {"resourceType": kind, "id": name, "meta": {"profile": [MCODE + profile]}, "subject": subject, **body}

    def words(text: str) -> dict[str, Any]:
        return {"coding": [{"system": "http://snomed.info/sct", "code": "1", "display": text}]}

    rows = [
        {"resourceType": "Patient", "id": "p"},
        resource(
            "Condition",
            "c",
            "primary-cancer-condition",
            code=words("Non-small cell lung cancer"),
            extension=[
                {"url": MCODE + "histology-morphology-behavior", "valueCodeableConcept": words("Adenocarcinoma")}
            ],
        ),
        resource("Condition", "m", "secondary-cancer-condition", code=words("Secondary malignant neoplasm of brain")),
        resource(
            "Condition",
            "n",
            "secondary-cancer-condition",
            code=words("Secondary malignant neoplasm of bone"),
            verificationStatus={"coding": [{"system": "s", "code": "refuted"}]},
        ),
        resource(
            "Observation",
            "s",
            "tnm-stage-group",
            status="final",
            code=words("Clinical TNM stage grouping"),
            focus=[{"reference": "Condition/c"}],
            valueCodeableConcept=words("American Joint Committee on Cancer stage IVB"),
        ),
        resource(
            "Observation",
            "e",
            "tumor-marker-test",
            status="final",
            code=words("Estrogen receptor Ag"),
            valueCodeableConcept=words("Positive"),
        ),
    ]
    bundle = {"resourceType": "Bundle", "type": "collection", "entry": [{"resource": row} for row in rows]}
    record = read_patient(json.dumps(bundle)).record
    [cancer] = record.cancers
    assert (cancer.histology, [spread.site for spread in cancer.metastases]) == ("Adenocarcinoma", ["brain"])
    assert [spread.site for spread in cancer.not_spread_to] == ["bone"]
    assert [(stage.system, stage.group) for stage in cancer.stages] == [("AJCC", "IVB")]
    assert [(one.name, one.result) for one in record.biomarkers] == [("ER", "positive")]


def test_a_report_that_names_no_tumour_tells_its_markers() -> None:
    text = "MOLECULAR PATHOLOGY REPORT\nEGFR exon 19 deletion detected. T790M not detected. ROS1 fusion not detected. PD-L1 TPS 60%."
    markers = [(one.name, one.variant, one.result) for one in read_patient(text, format="note").record.biomarkers]
    assert markers == [
        ("EGFR", "exon 19 deletion", "positive"),
        ("EGFR", "T790M", "negative"),
        ("ROS1", None, "negative"),
        ("PD-L1", None, None),
    ]


def test_grade_and_site_of_a_pathology_report() -> None:
    text = "Specimen: sigmoid colon, biopsy.\nDiagnosis: Adenocarcinoma. Moderately differentiated. pT3 N1a."
    [cancer] = read_patient(text, format="note").record.cancers
    assert (cancer.grade, cancer.site) == ("moderately differentiated", "sigmoid colon")


def test_a_stage_that_is_expected_is_not_stated() -> None:
    record = read_patient("Sigmoid carcinoma. CT: likely T3N1M1a.", format="note").record
    assert [stage for cancer in record.cancers for stage in cancer.stages] == []


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("Breast cancer. No evidence of stage IV disease.", []),
        ("Breast cancer. Rule out stage IIB disease.", []),
        ("Breast cancer. Her mother had stage IIB disease.", []),
        ("Breast cancer, initially stage II in 2019, now stage IV.", ["IV"]),
        ("Breast cancer, initially stage II in 2019, now metastatic.", []),
        ("Breast cancer, stage II in 2019.", ["II"]),
    ],
)
def test_a_stage_is_the_patients_and_the_one_that_holds(text: str, groups: list[str]) -> None:
    record = read_patient(text, format="note").record
    assert [stage.group for cancer in record.cancers for stage in cancer.stages] == groups


@pytest.mark.parametrize(
    ("text", "marker"),
    [
        ("Breast cancer, ER positive, ECOG 0.", ("ER", "positive", None)),
        ("NSCLC, EGFR L858R, ECOG 0.", ("EGFR", "positive", None)),
        ("NSCLC, EGFR wild type, ECOG 1, LVEF 60%.", ("EGFR", "negative", None)),
        ("Breast cancer, HER2 0.", ("HER2", "negative", None)),
        ("Breast cancer, HER2 3+.", ("HER2", "positive", None)),
        ("Breast cancer, ER 95%.", ("ER", None, 95.0)),
    ],
)
def test_the_result_of_a_marker_ends_where_another_measure_begins(
    text: str, marker: tuple[str, str | None, float | None]
) -> None:
    [found] = read_patient(text, format="note").record.biomarkers
    assert (found.name, found.result, found.value.value if found.value else None) == marker


def test_the_months_of_a_line_and_the_site_of_radiation() -> None:
    text = "Lung adenocarcinoma. 1L alectinib from March 2021 to May 2023, PR. 2L lorlatinib Jan-May 2024. SBRT to left adrenal. RT 8 Gy/1# to L4."
    record = read_patient(text, format="note").record
    times = [line.time for line in record.therapy_lines]
    assert [(one.start.date, one.end.date) for one in times if one and one.start and one.end] == [
        ("2021-03", "2023-05"),
        ("2024-01", "2024-05"),
    ]
    assert [course.site for course in record.radiotherapies] == ["left adrenal", "L4"]


def test_a_stain_is_written_as_a_test_and_a_variant_as_one() -> None:
    text = "Breast carcinoma. HER2 3+ by IHC. PIK3CA H1047R detected."
    written = to_fhir(read_patient(text, format="note").record).document
    profiles = {
        str(row["resource"]["code"].get("text")): _profiles(row["resource"])[0].split("mcode-")[-1]
        for row in written["entry"]
        if row["resource"]["resourceType"] == "Observation" and _profiles(row["resource"])
    }
    assert profiles == {"HER2": "tumor-marker-test", "PIK3CA": "genomic-variant"}
