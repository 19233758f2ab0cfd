"""A known disease makes an emergency of signs that are none in others, and decides what is done."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, ruleset, urgent
from osler.core.terminology import bundled_vocabularies


def _rules(note: str) -> list[str]:
    return [flag.rule_id for flag in urgent(red_flags(note=note))]


def test_every_disease_of_a_finding_exists_and_has_the_label_written_beside_it() -> None:
    vocabularies = bundled_vocabularies()
    written = [pair for finding in ruleset().findings.values() for pair in finding.diseases.items()]
    assert len(written) > 20
    names = {one: concept.name for one, _ in written if (concept := vocabularies.concept(one))}
    assert [(one, label) for one, label in written if names.get(one) != label] == []


@pytest.mark.parametrize(
    ("note", "rule"),
    [
        ("Known isovaleric aciduria, 3 y, off her milk since yesterday, unsteady.", "metabolic-decompensation"),
        ("Maple syrup urine disease, 5 y, wobbly and not making sense, vomiting.", "metabolic-decompensation"),
        ("Known argininaemia, 12 years, acting strangely and vomiting since last night.", "metabolic-decompensation"),
        ("She has OTC and since this morning she doesn't know where she is.", "metabolic-decompensation"),
        ("My daughter has MCAD, she has been sick all night and is hard to wake.", "metabolic-decompensation"),
        (
            "Glycogen storage disease III, 2-year-old, glucose 1.9 mmol/L this morning.",
            "hypoglycaemia-in-metabolic-disease",
        ),
        ("McArdle disease, 19M, coke coloured urine since the race yesterday.", "metabolic-rhabdomyolysis"),
        ("Known VLCAD deficiency, 7 years, dark cola urine after sports.", "metabolic-rhabdomyolysis"),
        (
            "Factor VIII deficiency? No: haemophilia B. He banged his head an hour ago.",
            "head-injury-in-a-bleeding-disorder",
        ),
        (
            "Her 5 year old son with severe haemophilia A banged his head an hour ago and now has a headache.",
            "head-injury-in-a-bleeding-disorder",
        ),
        ("Bernard-Soulier syndrome, 10 y, fell off a wall onto his head.", "head-injury-in-a-bleeding-disorder"),
    ],
)
def test_a_known_disease_with_signs_of_now_is_urgent(note: str, rule: str) -> None:
    assert rule in _rules(note)


@pytest.mark.parametrize(
    "note",
    [
        "Isovaleric aciduria, 3 y, feeding well, growing along the 25th centile.",
        "Haemophilia A, 8y, no bleeds for a year.",
        "She is a carrier of haemophilia and bumped her head on a shelf last spring.",
        "VLCAD deficiency, 16 y, urine clear, CK 180.",
        "Takes OTC painkillers for headaches, otherwise well.",
        "Propionic acidaemia, 11 y, yearly check: ventilated as a newborn with an ammonia of 1100.",
    ],
)
def test_a_known_disease_alone_is_not(note: str) -> None:
    assert not _rules(note)


@pytest.mark.parametrize(
    ("note", "first", "silent"),
    [
        (
            "Hereditary angioedema, 20F, tongue swelling for an hour, hoarse.",
            "angioedema-attack",
            {"anaphylaxis", "anaphylaxis-pattern", "upper-airway"},
        ),
        (
            "Under sevoflurane for ten minutes: jaw rigid, end-tidal CO2 rising, temperature 39.8, HR 165.",
            "malignant-hyperthermia-crisis",
            {"sepsis-pattern", "extreme-heart-rate"},
        ),
        (
            "Baby of 5 days, grey and breathless today, femoral pulses not palpable.",
            "duct-dependent-heart",
            {"limb-ischaemia"},
        ),
        (
            "10-month-old screams every ten minutes, drawing his legs up, goes white, jelly in the nappy.",
            "intussusception",
            {"limb-ischaemia"},
        ),
        (
            "2-week-old, ambiguous genitalia, vomiting, lethargic, Na 121, K 7.2.",
            "adrenal-crisis-pattern",
            {"hyperglycaemic-crisis"},
        ),
        (
            "Glycogen storage disease Ia, 1 y, glucose 1.2 mmol/L, drowsy.",
            "hypoglycaemia-in-metabolic-disease",
            {"low-glucose", "encephalopathy"},
        ),
        (
            "Newborn day 5, bilirubin 26 mg/dL, lethargic, high-pitched cry.",
            "bilirubin-encephalopathy",
            {"intussusception", "acute-liver-failure-pattern"},
        ),
        (
            "Our 6 week old baby is hot, 38.7, won't wake to feed and his soft spot bulges.",
            "fever-in-a-young-infant",
            {"intussusception"},
        ),
    ],
)
def test_the_action_is_that_of_the_cause(note: str, first: str, silent: set[str]) -> None:
    found = _rules(note)
    assert found[0] == first
    assert not silent & set(found)


def test_anaphylaxis_with_hives_stays_anaphylaxis_in_angioedema() -> None:
    found = _rules("Hereditary angioedema; stung by a wasp, hives all over, tongue swelling, wheezing.")
    assert "anaphylaxis-pattern" in found
    assert "angioedema-attack" not in found


@pytest.mark.parametrize(
    ("note", "severity"),
    [
        ("Bilirubin 430 on day 5, sleepy, arching back, high pitched cry.", "URGENT"),
        ("Day 4 newborn, serum bilirubin 420 umol/L.", "WARNING"),
        ("20 hours old, bilirubin 320 umol/L.", "URGENT"),
        ("5-day-old, yellow all over, arching his back.", "URGENT"),
        ("Day 5 newborn, bilirubin 180 umol/L.", None),
    ],
)
def test_a_bilirubin_counts_by_the_hours_of_a_life(note: str, severity: str | None) -> None:
    flags = [flag for flag in red_flags(note=note) if "bilirubin" in flag.rule_id]
    assert [flag.severity.value for flag in flags] == ([severity] if severity else [])
