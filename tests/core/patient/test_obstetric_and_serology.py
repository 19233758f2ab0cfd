"""Pregnancies in shorthand, results in one word, upper limits beside values, and which of two values is today's."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, check_record, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def presence(record: PatientRecord, code: str) -> Presence | None:
    return next((fact.presence for fact in record.conditions if fact.has_code(code)), None)


@pytest.mark.parametrize(
    ("text", "weeks"),
    [
        ("31 yo G2P1 at 32+3 weeks, singleton, with headache.", 32.43),
        ("28-year-old woman, 12 weeks pregnant.", 12.0),
        ("38+4/40 with dysuria and frequency.", 38.57),
        ("A 35-year-old primigravida at 36w2d gestation.", 36.29),
    ],
)
def test_shorthand_tells_a_pregnant_woman(text: str, weeks: float) -> None:
    record = read(text)
    assert record.demographics.sex is not None
    assert record.demographics.sex.value == "female"
    assert presence(record, "SCTID:77386006") is Presence.PRESENT
    (age,) = [item for item in record.observations if item.has_code("LAB:gestational_age")]
    assert age.quantity is not None
    assert age.quantity.value == pytest.approx(weeks, abs=0.01)


@pytest.mark.parametrize(
    "text",
    [
        "A 7-year-old boy who was born at 39 weeks.",
        "Baby girl, 3 days old, born at 32+3 weeks to a G2P1 mother.",
        "42 yo woman, G3P2, last delivery at 38 weeks in 2015.",
        "A 50-year-old woman with 12 weeks of cough.",
        "Ex 28/40 baby, 3 weeks old, with apnoea.",
    ],
)
def test_births_and_durations_are_no_pregnancy(text: str) -> None:
    record = read(text)
    assert presence(record, "SCTID:77386006") is None
    assert not any(item.has_code("LAB:gestational_age") for item in record.observations)


def test_results_of_one_word_are_results_and_say_what_they_deny() -> None:
    record = read("HBsAg neg, anti-HCV neg. HIV test was negative. Urine hCG negative today.")
    assert {item.value_text for item in record.observations} == {"negative"}
    for code in ("MONDO:0005109", "MESH:D006509", "MESH:D006526", "SCTID:77386006"):
        assert presence(record, code) is Presence.ABSENT
    assert record.medications == []
    assert presence(read("HIV, HBsAg and anti-HCV negative."), "MESH:D006526") is Presence.ABSENT
    assert presence(read("She is HIV positive and on treatment."), "MONDO:0005109") is Presence.PRESENT
    assert presence(read("His wife is HIV positive."), "MONDO:0005109") is None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Prior LVEF 28% (2019), now recovered to 46% on echo.", 46.0),
        ("LVEF 58 % (was 30 % in 2019).", 58.0),
        ("HbA1c 9.2 % → 7.1 %.", 7.1),
    ],
)
def test_the_value_that_a_note_calls_later_comes_first(text: str, value: float) -> None:
    first = read(text).observations[0]
    assert first.quantity is not None
    assert first.quantity.value == value


def test_a_limit_beside_a_value_is_its_range() -> None:
    (bilirubin,) = read("Total bilirubin 0.6 mg/dL (ULN 1.2).").observations
    assert bilirubin.reference_ranges[0].high is not None
    assert bilirubin.reference_ranges[0].high.value == 1.2


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("Mrs Smith, 34, is seen today.", "P34Y"),
        ("Patient age 66, male.", "P66Y"),
        ("Mr O'Neil, 71, attended clinic.", "P71Y"),
        ("Mrs Hall, 34 Oak Street, came.", None),
    ],
)
def test_an_age_after_a_name(text: str, age: str | None) -> None:
    assert read(text).demographics.age == age


def test_sites_that_were_found_free() -> None:
    record = read("Stage IV lung adenocarcinoma with liver metastases. MRI brain: no intracranial metastases.")
    (cancer,) = record.cancers
    assert [place.site for place in cancer.metastases] == ["liver"]
    assert [place.site for place in cancer.not_spread_to] == ["brain"]


@pytest.mark.parametrize(
    ("note", "sex"),
    [
        ("G3P2 at 37 weeks, 29 years old, with cholestasis. Delivered baby boy 2.9 kg.", "female"),
        ("41 years old. Emergency section for twins: newborn male 2.4 kg. G1P0 at 35+2 weeks.", "female"),
        ("Baby boy born at 38 weeks to a 31 yo G2P1 mother. Jaundice on day 2.", "male"),
        ("Surgeon: Mr Ade Bello\nG4P3 at 31+2 weeks, aged 38, bleeding.", "female"),
        ("Surgeon: Mr Ade Bello\nHernia repair.", None),
        ("Temp 103.4F, pulse 90. Cough.", None),
    ],
)
def test_the_sex_is_the_patients_and_not_her_childs(note: str, sex: str | None) -> None:
    assert read_patient(note, format="note").record.demographics.sex == sex


def test_a_pregnant_man_is_a_contradiction_that_is_reported() -> None:
    loaded = read_patient("Sex: male. 30 years old, G2P1 at 32+3 weeks, itching.", format="note")
    assert any("male and as pregnant" in problem.message for problem in check_record(loaded.record))


@pytest.mark.parametrize(
    ("text", "code", "presence_told", "status"),
    [
        ("Anti-HCV reactive, HCV RNA not detected.", "MESH:D006526", "present", "inactive"),
        ("HCV antibody + with undetectable viral load.", "MESH:D006526", "present", "inactive"),
        ("Hep C Ab (+), HCV PCR (-).", "MESH:D006526", "present", "inactive"),
        ("HCV RNA undetectable. HCV RNA was never positive.", "MESH:D006526", "absent", None),
        ("Anti-HCV negative, RNA detectable.", "MESH:D006526", "present", None),
        ("Anti-HCV positive.", "MESH:D006526", "present", None),
        ("Anti-HCV positive, HIV RNA undetectable.", "MESH:D006526", "present", None),
        ("Hepatitis B core antibody positive, surface antigen negative.", "MESH:D006509", "absent", None),
        ("HBsAg-, anti-HBc+.", "MESH:D006509", "absent", None),
        ("HBsAg positive, HBV DNA undetectable.", "MESH:D006509", "present", None),
        ("Hep B core Ab positive. Anti-HBs positive.", "MESH:D006509", None, None),
        ("HIV positive, viral load undetectable.", "MONDO:0005109", "present", None),
    ],
)
def test_a_test_for_the_virus_tells_a_past_infection_from_a_present_one(
    text: str, code: str, presence_told: str | None, status: str | None
) -> None:
    facts = [fact for fact in read(text).conditions if fact.has_code(code)]
    assert [(fact.presence, fact.status) for fact in facts] == ([(presence_told, status)] if presence_told else [])


def test_a_stated_diagnosis_outlasts_a_negative_test_for_the_virus() -> None:
    record = read("Chronic hepatitis C, HCV RNA negative at week 4 of treatment.")
    assert not any(fact.presence is Presence.ABSENT for fact in record.conditions if "hepatitis" in fact.label.lower())
