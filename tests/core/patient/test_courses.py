"""What letters tell of a cancer in running text: courses of treatment, the place that names the tumour, spread."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, read_patient

_LUNG = "Adenocarcinoma of the left upper lobe, stage IVB. "


def _record(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


@pytest.mark.parametrize(
    ("text", "courses"),
    [
        (
            "Osimertinib 80 mg od July 2022 - February 2024, best response PR, stopped for progression in liver.",
            [(["osimertinib"], "partial response", "progression")],
        ),
        (
            "She received adjuvant dabrafenib/trametinib until August 2023, discontinued for pyrexia.",
            [(["dabrafenib", "trametinib"], None, "toxicity")],
        ),
        (
            "Cisplatin/etoposide + RT 60 Gy/30 fx (Jan-Mar 2023), then durvalumab q4w, stopped 7/2023 d/t grade 3 pneumonitis.",
            [(["cisplatin", "etoposide"], None, None), (["durvalumab"], None, "toxicity")],
        ),
        (
            "Lenalidomide maintenance to 2021 (progression). Carfilzomib 2023, discontinued due to heart failure.",
            [(["lenalidomide"], None, "progression"), (["carfilzomib"], None, "other")],
        ),
        ("Started capecitabine 12/2023, ongoing. CT 3/2024: PR.", [(["capecitabine"], "partial response", None)]),
        ("R-CHOP x6 -> CR 7/2022.", [(["r-chop"], "complete response", None)]),
        ("She would like a trial. Plan: otherwise carboplatin/pemetrexed.", []),
        ("He has never had pembrolizumab. On amlodipine 5 mg.", []),
        ("Methotrexate 15 mg weekly for rheumatoid arthritis.", []),
        ("Ondansetron and dexamethasone with chemotherapy.", []),
        ("On tamsulosin and Biktarvy.", []),
        ("FOLFIRI + aflibercept 2023, stable disease.", [(["folfiri", "aflibercept"], "stable disease", None)]),
        ("Azacitidine 2021, best response HI-E, stopped for progression.", [(["azacitidine"], None, "progression")]),
    ],
)
def test_courses_are_told_with_their_effect_and_their_end(
    text: str, courses: list[tuple[list[str], str | None, str | None]]
) -> None:
    lines = _record(_LUNG + text).therapy_lines
    told = [([drug.casefold() for drug in line.drugs], line.response, line.stop_reason) for line in lines]
    assert told == courses


def test_a_course_that_is_told_again_is_one() -> None:
    lines = _record(
        _LUNG + "1L osimertinib 07/2022 - 02/2024. Current medications: osimertinib, amlodipine."
    ).therapy_lines
    assert [(line.line, line.drugs) for line in lines] == [(1, ["osimertinib"])]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Adenocarcinoma of the left upper lobe.", "MONDO:0005061"),
        ("Clear cell carcinoma of the left kidney.", "MONDO:0005005"),
        ("High-grade serous carcinoma of the ovary.", "MONDO:0005211"),
        ("Metastatic castration-resistant prostate cancer with bone metastases.", "MONDO:0008315"),
        ("Breast cancer since 2023. Melanoma in 2024.", "MONDO:0005105"),
    ],
)
def test_a_tumour_is_named_with_its_place(text: str, code: str) -> None:
    [cancer] = _record(text).cancers
    assert code in [coding.id for coding in cancer.codings]


@pytest.mark.parametrize(
    ("text", "sites"),
    [
        ("Multiple bone metastases (pelvis, spine) and retroperitoneal lymph nodes.", {"bone", "lymph node"}),
        ("Relapse with peritoneal disease and ascites.", {"peritoneum"}),
        ("Pulmonary nodules, biopsied and confirmed as metastatic.", {"lung"}),
        ("Stopped for progression in liver.", {"liver"}),
        ("Chronic liver disease. Pulmonary nodules, not thought to be metastatic.", set()),
    ],
)
def test_spread_in_other_words(text: str, sites: set[str]) -> None:
    [cancer] = _record("Adenocarcinoma of the sigmoid colon. " + text).cancers
    assert {spread.site for spread in cancer.metastases} == sites


def test_a_denial_goes_over_a_stroke_and_a_group_stands_behind_its_categories() -> None:
    record = _record(_LUNG + "Rebiopsy: MET amplification, no T790M/C797S. Now cT3N3M0 IIIB.")
    assert [(one.variant, one.result) for one in record.biomarkers] == [
        ("amplification", "positive"),
        ("T790M", "negative"),
        ("C797S", "negative"),
    ]
    assert ("IIIB", "cT3 N3 M0") in [(one.group, one.tnm) for one in record.cancers[0].stages]
