"""Signs, arrows and shorthand of the clinic mean what their neighbours say."""

from __future__ import annotations

import pytest

from osler.core.patient import PatientRecord, Presence, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, "note").record


def findings(record: PatientRecord, presence: Presence) -> set[str]:
    """The findings of a presence, as the note and as the vocabulary names them."""
    found = [fact for fact in (*record.phenotypes, *record.conditions) if fact.presence is presence]
    names = {fact.label.casefold() for fact in found}
    return names | {(coding.display or "").casefold() for fact in found for coding in fact.codings[:1]}


@pytest.mark.parametrize(
    ("text", "there", "denied"),
    [
        (
            "ROS: GI: + abd pain, - melena, - diarrhea. Neuro: - HA, - seizure. Psych: - SI.",
            {"abdominal pain"},
            {"melena", "diarrhea", "headache", "seizure", "suicidal ideation"},
        ),
        ("ROS: +fever +cough -chest pain -SOB, -rash", {"fever", "cough"}, {"chest pain", "dyspnea", "skin rash"}),
        ("ROS:\n+ cough\n- fever\n- weight loss", {"cough"}, {"fever", "weight loss"}),
        ("Assessment:\n- Pneumonia\n- Asthma", {"pneumonia", "asthma"}, set()),
        ("Plan:\n- amoxicillin + clarithromycin\n- Pneumonia: repeat film", {"pneumonia"}, set()),
    ],
)
def test_a_minus_denies_where_a_plus_affirms(text: str, there: set[str], denied: set[str]) -> None:
    record = read(text)
    assert there <= findings(record, Presence.PRESENT)
    assert denied <= findings(record, Presence.ABSENT)
    assert not denied & findings(record, Presence.PRESENT)


@pytest.mark.parametrize(
    "text", ["14-month-old girl. AF not bulging.", "Baby of 3 weeks. AF: soft and flat.", "AF index 12 cm."]
)
def test_neighbours_say_that_af_is_no_fibrillation(text: str) -> None:
    assert "atrial fibrillation" not in findings(read(text), Presence.PRESENT)


def test_af_without_such_neighbours_is_fibrillation() -> None:
    assert "atrial fibrillation" in findings(read("On warfarin for AF."), Presence.PRESENT)
    assert "road traffic accident" in findings(read("Passenger in RTC at 40 mph."), Presence.PRESENT)
    assert not findings(read("Doing well. RTC 3 months."), Presence.PRESENT)


@pytest.mark.parametrize(
    ("text", "allergies"),
    [
        ("67F, on warfarin for AF. Penicillin -> rash. LRTI.", {"penicillin": "rash"}),
        (
            "PMH asthma. Amoxicillin → anaphylaxis 2019, codeine: vomiting.",
            {"amoxicillin": "anaphylaxis 2019", "codeine": "vomiting"},
        ),
        ("Ramipril 5 mg --> cough, losartan 50 mg od.", {"ramipril": "cough"}),
        ("Prednisolone -> rash resolved.", {}),
        ("Vancomycin: trough 15.", {}),
    ],
)
def test_a_reaction_after_an_arrow_makes_an_allergy(text: str, allergies: dict[str, str]) -> None:
    record = read(text)
    assert {one.label.casefold(): one.reactions[0].text for one in record.allergies} == allergies
    assert not {one.label.casefold() for one in record.medications} & set(allergies)
    assert not {"rash", "vomiting", "cough"} & findings(record, Presence.PRESENT) or not allergies


def test_relatives_one_by_one() -> None:
    record = read("FH: Sister: MS. MGM: Alzheimer's. Father: HTN. PGF: stroke.")
    relations = {fact.label.casefold(): fact.relation for fact in record.family_history}
    assert relations == {
        "ms": "sister",
        "alzheimer's": "maternal grandmother",
        "htn": "father",
        "stroke": "paternal grandfather",
    }
    assert record.demographics.sex is None
