"""Notes as clinicians write them: reactions, cigarettes, regimens, scores and what tests were for."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient


def _read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


@pytest.mark.parametrize(
    ("text", "substance", "reaction"),
    [
        ("Stevens-Johnson reaction to co-trimoxazole.", "co-trimoxazole", "Stevens-Johnson reaction"),
        ("She had a severe reaction to trimethoprim.", "trimethoprim", ""),
        ("Developed toxic epidermal necrolysis with allopurinol.", "allopurinol", "toxic epidermal necrolysis"),
        ("Tried varenicline, vomited.", "varenicline", "vomited"),
        ("Tried metformin - diarrhoea.", "metformin", "diarrhoea"),
        ('Penicillin: "rash as child".', "Penicillin", "rash"),
    ],
)
def test_what_a_medicine_did(text: str, substance: str, reaction: str) -> None:
    [allergy] = _read(text).allergies
    assert (allergy.label, allergy.presence) == (substance, Presence.PRESENT)
    assert [one.text for one in allergy.reactions] == ([reaction] if reaction else [])


@pytest.mark.parametrize(
    "text",
    [
        "In reaction to metformin she stopped eating.",
        "Tried sertraline, no benefit.",
        "Mother had a reaction to penicillin.",
        "Allergies: none known. Mother had ovarian cancer, sister well.",
    ],
)
def test_what_is_no_allergy(text: str) -> None:
    assert not [one for one in _read(text).allergies if one.presence is Presence.PRESENT]


@pytest.mark.parametrize(
    ("text", "smokes"),
    [
        ("58M, COPD, 20 a day. FEV1 45%.", True),
        ("45 y woman, 20 a day for 30 years, wants to stop.", True),
        ("Paracetamol, 10 a day.", False),
        ("Drinks coffee, 10 a day.", False),
        ("Seizures, 5 a day.", False),
    ],
)
def test_cigarettes_are_counted_without_their_name(text: str, smokes: bool) -> None:
    assert any(one.value_text == "Smoker" for one in _read(text).observations) is smokes


@pytest.mark.parametrize(
    ("text", "states"),
    [
        ("She has been on methotrexate for three years.", {"methotrexate": "active"}),
        ("He has now been taking apixaban 5 mg twice daily for the last 6 months.", {"apixaban": "active"}),
        ("She has had prednisolone for 2 weeks until yesterday.", {"prednisolone": "stopped"}),
        ("She had a DVT in 2009 and took warfarin for six months.", {"warfarin": "completed"}),
        ("capecitabine x6 stopped after 4 cycles.", {"capecitabine": "stopped"}),
        (
            "1st line: carboplatin + gemcitabine + pembrolizumab from 03/2023, PR at 3 months, stopped 01/2024.",
            {"carboplatin": "stopped", "gemcitabine": "stopped", "pembrolizumab": "stopped"},
        ),
    ],
)
def test_what_is_told_of_a_regimen(text: str, states: dict[str, str]) -> None:
    assert {one.label: one.status for one in _read(text).medications} == states


def test_a_title_is_no_scale_and_tells_the_sex() -> None:
    record = _read("Mrs, 61 years. mRS 3.")
    assert [one.quantity.value for one in record.observations if one.quantity] == [3.0]
    assert record.demographics.sex is not None
    assert record.demographics.sex.value == "female"


@pytest.mark.parametrize(
    ("text", "code", "there"),
    [
        ("No fits witnessed.", "HP:0001250", False),
        ("He had a fit at school.", "HP:0001250", True),
        ("This fits with asthma. He is fit and well.", "HP:0001250", None),
        ("Vomited x2 en route.", "HP:0002013", True),
        ("She is clinically thyrotoxic.", "MONDO:0010138", True),
        ("Biopsy showed AL amyloidosis.", "HP:0006775", None),
        ("16 year old girl who has never had a period.", "HP:0000786", True),
        ("12 year old girl who has never had a period.", "HP:0000786", None),
        ("No signs of puberty at the age of 16.", "HP:0000823", True),
        ("DEXA z-score -3.4.", "HP:0004349", True),
        ("DEXA z-score -0.4.", "HP:0004349", None),
    ],
)
def test_findings_of_short_notes(text: str, code: str, there: bool | None) -> None:
    record = _read(text)
    found = [one.presence for one in (*record.conditions, *record.phenotypes) if one.has_code(code)]
    expected = {True: [Presence.PRESENT], False: [Presence.ABSENT], None: []}[there]
    assert found == expected


def test_a_response_that_is_the_best_is_the_one_that_is_named() -> None:
    note = "Breast cancer. 2nd line: olaparib from 02/2024, best response SD, PD in liver on CT."
    [line] = _read(note).therapy_lines
    assert (line.response, line.stop_reason) == ("stable disease", "progression")
    [marker] = _read("Breast cancer, gBRCA1 pathogenic variant c.68_69delAG.").biomarkers
    assert (marker.name, marker.variant) == ("BRCA1", "c.68_69delAG")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Frog-leg posture, no head control, paradoxical breathing, tongue fasciculations.", "tongue fasciculations"),
        ("Girl of 3. No words, hand flapping, microcephaly.", "microcephaly"),
        ("Non-verbal, no purposeful hand use, seizures, scoliosis.", "scoliosis"),
        ("No reflexes, weakness.", "weakness"),
        ("No tears, dysphagia, hypotonia.", "hypotonia"),
        ("Nystagmus, no cataract, fundi: pale discs.", "pale discs"),
        ("Ptosis, no diplopia, bulbar: nasal speech, no dysphagia.", "nasal speech"),
    ],
)
def test_what_follows_a_function_that_is_lacking_is_not_lacking_too(text: str, shown: str) -> None:
    record = read_patient(text, format="note").record
    assert {fact.presence for fact in (*record.phenotypes, *record.conditions) if fact.label == shown} == {
        Presence.PRESENT
    }


def test_problems_of_functions_in_a_list_are_denied_together() -> None:
    record = read_patient("No speech, hearing or vision problems.", format="note").record
    assert {fact.presence for fact in (*record.phenotypes, *record.conditions)} == {Presence.ABSENT}


@pytest.mark.parametrize("text", ["He could not walk.", "She does not sweat.", "Reflexes could not be elicited."])
def test_a_name_that_holds_a_not_is_there_and_not_denied(text: str) -> None:
    (found,) = read_patient(text, format="note").record.phenotypes
    assert found.presence is Presence.PRESENT
