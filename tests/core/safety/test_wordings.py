"""Emergencies by whatever wording, and the sentences that only look like them."""

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    "note",
    [
        "Would you please assess this toddler with fever, drowsiness and purple spots that do not fade?",
        "I'd be grateful if you could see this lady with sudden facial droop and slurred speech.",
        "Headache, fever, meningitis?",
        "7 week old, forceful projectile vomiting after feeds",
        "Newborn 14 h old, jaundiced",
        "Hyperkalaemia 7.3, weak",
        "Bruising of various ages in a 9-month-old who is not yet crawling",
        "Runs of ventricular tachycardia on the monitor",
        "Chest film: tension pneumothorax with mediastinal shift",
        "Sudden loss of vision in one eye, aged 81",
        "Right testis very painful since 6 am, being sick, 15 years",
        "bulge in my groin has gone hard and purple and I keep vomiting",
    ],
)
def test_an_emergency_is_urgent(note: str) -> None:
    assert urgent(red_flags(note=note))


@pytest.mark.parametrize(
    "note",
    [
        "Would you please see this lady with hay fever?",
        "She volunteers with the cardiac arrest team.",
        "Meningitis excluded; fever settled.",
        "Pyloric stenosis repaired at 5 weeks, now aged 6 years and well.",
        "Anaphylaxis was taught to the junior nurses today.",
        "A trial in septic shock: would I qualify?",
        "Stroke_leaflet.pdf sent to the patient.",
        "Had meningitis aged 9.",
    ],
)
def test_a_look_alike_is_not(note: str) -> None:
    assert not urgent(red_flags(note=note))


@pytest.mark.parametrize(
    ("message", "rule"),
    [
        ("I took 12 paracetamol an hour ago lol", "poisoning"),
        ("kms tonight, bye", "suicidal-intent"),
        ("im gonna kms", "suicidal-intent"),
        ("dizzy af + can't feel half my face", "stroke-pattern"),
        ("bp 224/128 with a banging headache and blurred vision", "very-high-blood-pressure"),
        ("im coughing up blood, lots", "large-haemoptysis"),
        ("pain in my chest when i climb stairs, now it's there at rest too", "cardiac-chest-pain"),
        ("my face is numb on one side", "stroke-pattern"),
        ("left side of my body went dead", "stroke-pattern"),
        ("feel like ending things", "suicidal-intent"),
        ("i think im miscarrying, soaking a pad every hour", "obstetric-emergency"),
        ("haven't peed for 24 hours and my stomach is rock hard", "no-urine-and-a-hard-belly"),
    ],
)
def test_what_is_typed_in_haste_or_laughed_off_is_urgent(message: str, rule: str) -> None:
    assert rule in {flag.rule_id for flag in urgent(red_flags(note=message))}


@pytest.mark.parametrize(
    "message",
    [
        "lost 5 kms on my run tonight",
        "I turned it off myself",
        "my laptop is killing me lol",
        "chest tightness on exertion, none at rest",
        "my face is numb after the dentist on the left side",
        "the left side of my face has been numb for 3 years",
        "I feel like ending the course of antibiotics",
        "I had a miscarriage in 2019",
    ],
)
def test_look_alikes_of_these_are_not(message: str) -> None:
    assert not urgent(red_flags(note=message))


@pytest.mark.parametrize(
    "message",
    [
        "Ever overdosed?",
        "Any previous overdose?",
        "I read a novel in which the hero takes an overdose",
        "that film nearly gave me a heart attack",
        "nearly had a stroke when I saw the bill",
    ],
)
def test_what_is_asked_of_the_past_told_in_a_book_or_nearly_happened_raises_nothing(message: str) -> None:
    assert not red_flags(note=message)
    assert urgent(red_flags(note="worst headache i have ever had, can you help?"))
