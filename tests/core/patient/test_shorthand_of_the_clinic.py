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
