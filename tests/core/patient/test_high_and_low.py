"""What is high and what is low: each word at the name it stands at, the limits of childhood, bare numbers, and signs without a verb."""

from __future__ import annotations

import pytest

from osler.core.patient import Presence, read_patient


def _read(text: str) -> tuple[set[str], set[str]]:
    found = read_patient(text, format="note").record.phenotypes
    names = {presence: {one.text or "" for one in found if one.presence is presence} for presence in Presence}
    labels = {
        presence: {one.codings[0].display or "" for one in found if one.presence is presence and one.codings}
        for presence in Presence
    }
    return names[Presence.PRESENT] | labels[Presence.PRESENT], names[Presence.ABSENT] | labels[Presence.ABSENT]


@pytest.mark.parametrize(
    ("text", "present", "not_present"),
    [
        ("Cortisol low with high ACTH.", "Decreased circulating cortisol level", "Increased circulating cortisol level"),
        ("ACTH high with low cortisol.", "Increased circulating ACTH level", "Decreased circulating ACTH concentration"),
        ("Calcium low with high phosphate.", "Hyperphosphatemia", "Hypercalcemia"),
        ("Urine Ca/creat raised.", "Hypercalciuria", "Elevated circulating creatinine concentration"),
        ("Renin sky-high.", "Increased circulating renin concentration", "Decreased circulating renin concentration"),
        ("LDH up, platelets down.", "Increased circulating lactate dehydrogenase concentration", "Thrombocytosis"),
        ("Creatinine up from 80 to 100 umol/L.", "", "Elevated circulating creatinine concentration"),
        ("Newborn, day 5. Corrected calcium 1.71 mmol/L.", "Hypocalcemia", "Hypercalcemia"),
        ("Girl of 3 years. Cl 84, bicarb 34.", "Hypochloremia", "Hyperchloremia"),
        ("Boy of 4. Phosphate 1.5, ALP 280, lymphocytes 3.2, K 4.2, MCV 82.", "", "Hyperphosphatemia"),
        ("Woman of 40. Phosphate 0.7.", "Hypophosphatemia", "Hyperphosphatemia"),
        ("Vibration absent at the toes.", "Impaired vibratory sensation", "Absent toe"),
        ("Pulses absent in the feet.", "", "Absent foot"),
        ("Never held his head, lies like a frog.", "Frog-leg posture", ""),
        ("No periods by 17, short, webbed neck.", "Webbed neck", ""),
        ("Lips swell without hives, attacks of belly pain.", "Episodic abdominal pain", "Urticaria"),
    ],
)  # fmt: skip
def test_each_word_stands_for_its_own_name(text: str, present: str, not_present: str) -> None:
    found, _ = _read(text)
    assert not present or present in found
    assert not not_present or not_present not in found


@pytest.mark.parametrize(
    ("text", "absent"),
    [
        ("Hearing fine. Vision ok.", "Hearing impairment"),
        ("No plantars up.", "Babinski sign"),
        ("She never had loin pain.", "Flank pain"),
    ],
)
def test_what_is_fine_is_excluded(text: str, absent: str) -> None:
    assert absent in _read(text)[1]


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Plantars up.", "Babinski sign"),
        ("Unsteady for three years.", "Unsteady gait"),
        ("Feeds come back through the nose.", "Nasal regurgitation"),
        ("No thymus seen on CXR.", "Aplasia of the thymus"),
        ("Retinal angiomas lasered at 19.", "Retinal capillary hemangioma"),
        ("Yellow nodules over the Achilles tendons.", "Tendon xanthomatosis"),
        ("ECG: short PR, delta wave.", "Ventricular preexcitation"),
        ("Lines up toys for hours.", "Restricted or repetitive behaviors or interests"),
        ("Neck pulled to one side.", "Torticollis"),
    ],
)
def test_signs_without_a_verb(text: str, finding: str) -> None:
    assert finding in _read(text)[0]
