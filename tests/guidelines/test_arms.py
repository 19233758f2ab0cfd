"""A sentence that pairs things off, leaves a way of giving out or says it in a guideline's short forms is no fault; a wrong pair is."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.checking.arms import arms
from osler.guidelines.checking.tables import with_rows

V = bundled_vocabularies()
ENOXAPARIN = (
    "Creatinine clearance 15 to 29 mL/min; enoxaparin treatment dose: 1 mg/kg once daily; prophylaxis: 20 mg once daily. "
    "Creatinine clearance 30 mL/min or more; enoxaparin treatment dose: 1 mg/kg twice daily; prophylaxis: 40 mg once daily."
)
STATIN = (
    "Offer atorvastatin 20 mg for primary prevention to people who have a 10-year risk of 10% or more. "
    "Offer atorvastatin 80 mg to people with cardiovascular disease."
)
APIXABAN = (
    "Offer apixaban or rivaroxaban to people with confirmed proximal DVT. If neither is suitable, offer LMWH for at least 5 "
    "days followed by dabigatran. Treat for at least 3 months (3 to 6 months in people with active cancer)."
)
METFORMIN = "| eGFR (mL/min/1.73 m2) | Metformin maximum daily dose |\n|---|---|\n| 45 to 59 | 2 g |\n| 30 to 44 | 1 g |\n| below 30 | do not use |"
COPD = (
    "Offer a long-acting beta2 agonist to people who have COPD, do not have asthmatic features, and remain breathless. "
    "Do not use oral corticosteroids as long-term maintenance treatment."
)
FLUID = "Give oral rehydration solution 50 mL/kg over 4 hours to children with moderate dehydration."
ALTEPLASE = "Offer intravenous alteplase within 4.5 hours of the onset of symptoms, once haemorrhage has been excluded by imaging."
LEVOTHYROXINE = "In adults aged 65 and over, start levothyroxine at 25 to 50 micrograms per day."
OXYTOCIN = "In settings where oxytocin is unavailable, oral misoprostol 600 micrograms is recommended."
ZOLEDRONATE = (
    "Zoledronic acid 5 mg once yearly may be considered in women with osteoporosis who cannot tolerate oral bisphosphonates, "
    "provided that creatinine clearance is at least 35 mL/min and hypocalcaemia has been corrected."
)


def _faults(sentence: str, source: str) -> list[str]:
    return [one.message for one in check_sentence(sentence, [SourceText("a", source)], V)]


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        (
            (
                "The prophylactic dose of enoxaparin is 40 mg daily at a creatinine clearance of at least 30 mL/min and 20 mg"
                " daily at 15 to 29 mL/min."
            ),
            ENOXAPARIN,
        ),
        (
            (
                "Atorvastatin is offered at 20 mg for primary prevention when the 10-year risk is at least 10%, and at 80 mg"
                " in established cardiovascular disease."
            ),
            STATIN,
        ),
        (
            (
                "Apixaban or rivaroxaban is offered for confirmed proximal DVT and continued for a minimum of 3 months, or 3"
                " to 6 months in active cancer."
            ),
            APIXABAN,
        ),
        ("Metformin is not to be used when the eGFR is under 30.", METFORMIN),
        ("With an eGFR of 30 to 44, no more than 1 g of metformin a day may be given.", METFORMIN),
        ("Patients with COPD and without asthmatic features who are still breathless should be offered a LABA.", COPD),
        ("In moderate dehydration a child is given 0.05 L/kg of oral rehydration solution over four hours.", FLUID),
        ("Alteplase i.v. should be given within 4.5 hours once imaging has ruled out bleeding.", ALTEPLASE),
        ("From 65 years of age the starting dose of levothyroxine is 25 to 50 micrograms a day.", LEVOTHYROXINE),
        ("Where there is no oxytocin, misoprostol 0.6 mg by mouth is recommended.", OXYTOCIN),
        ("Hypocalcaemia has to be corrected before zoledronic acid is given.", ZOLEDRONATE),
    ],
)
def test_what_is_put_otherwise_holds(sentence: str, source: str) -> None:
    assert _faults(sentence, source) == []


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        (
            (
                "The prophylactic dose of enoxaparin is 20 mg daily at a creatinine clearance of at least 30 mL/min and 40 mg"
                " daily at 15 to 29 mL/min."
            ),
            ENOXAPARIN,
        ),
        ("Atorvastatin is offered at 20 mg for primary prevention, and at 40 mg in cardiovascular disease.", STATIN),
        ("Apixaban is offered for DVT and continued for a minimum of 6 months.", APIXABAN),
        ("With an eGFR of 30 to 44, no more than 2 g of metformin a day may be given.", METFORMIN),
        ("Metformin may be used when the eGFR is under 30.", METFORMIN),
        ("People with COPD who have asthmatic features should not be offered a LABA.", COPD),
        ("Give oral rehydration solution 50 mL over 4 hours to a child with moderate dehydration.", FLUID),
        ("Subcutaneous alteplase should be given within 4.5 hours once imaging has ruled out bleeding.", ALTEPLASE),
        ("Where oxytocin is available, misoprostol 0.6 mg by mouth is recommended.", OXYTOCIN),
        ("Hypercalcaemia has to be corrected before zoledronic acid is given.", ZOLEDRONATE),
    ],
)
def test_what_is_paired_wrongly_is_a_fault(sentence: str, source: str) -> None:
    assert _faults(sentence, source)


def test_an_arm_takes_what_stands_before_its_slot() -> None:
    parts = list(arms("Atorvastatin is offered at 20 mg for A, and at 80 mg in angina.", V))
    assert any("Atorvastatin is offered at 80 mg in angina." in second for _, second in parts)


def test_a_bare_value_of_a_copied_table_is_of_its_column() -> None:
    assert "eGFR below 30 mL/min/1.73 m2; Metformin maximum daily dose: do not use" in with_rows(METFORMIN)
