"""What a treatment of earlier times ended is history with all that was before it; what came back or comes now is of now."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


def _urgent(text: str) -> set[str]:
    return {flag.rule_id for flag in urgent(red_flags(note=text))}


@pytest.mark.parametrize(
    "text",
    [
        "Right retinal detachment repaired in January with a giant tear; prophylactic cryo left.",
        "Ruptured aneurysm clipped in February. Mild memory trouble. Driving again.",
        "Torsion of the left testis at 14, fixed surgically. Now infertility clinic.",
        "SVT ablated 2021. Before that several attendances with HR >200 and presyncope, once BP 70/40. None since.",
        "WPW pathway ablation 2020. Pre-ablation HR 230 and near-collapse. No palpitations since.",
        "Pacemaker 2020 for complete heart block, HR was 28 with syncope. No syncope since. Check satisfactory.",
        "Phaeochromocytoma removed in 2018. Before the operation BP up to 240/130 with headaches. Today 124/76 off all tablets.",
        "Insulinoma enucleated last autumn. Prior to surgery glucose 1.6 mmol/L; since then none, fasting glucose 5.1.",
        "Kidney transplant 2022. Pre-transplant potassium 7.4, pH 7.05. Creatinine now 110, K 4.3.",
        "AVM embolised 2021. Before embolisation two bleeds with GCS 6. Working full time.",
        "Throbbing pain behind one eye with vomiting, 2 per month, each lasting a day, since her teens. Fundi normal.",
    ],
)
def test_what_a_treatment_ended_stops_nothing(text: str) -> None:
    assert not _urgent(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("Retinal detachment repaired in January. Since this morning a curtain over the same eye.", "vision-loss"),
        ("Retinal detachment, needs to be repaired. Macula still on.", "named-eye-emergency"),
        ("WPW ablated 2021. Tonight palpitations again, HR 220, BP 76/40, grey and sweaty.", "low-blood-pressure"),
        ("Prior to arrival HR 210 and BP 74/40, cardioverted by crew. Now HR 150, clammy.", "low-blood-pressure"),
        ("CABG 2015. On admission BP 70/40, cold and mottled, GCS 9.", "low-blood-pressure"),
        ("Knee replacement 2018. Now hip fracture. Pre-op potassium 7.4, theatre delayed.", "high-potassium"),
        ("Hip replaced in 2016. Collapsed at home, BP was 70/40, no response since.", "low-blood-pressure"),
        ("Pacemaker 2019. HR was 28 on the monitor, she was grey and fainting.", "extreme-heart-rate"),
        ("Kidney transplant 2022. Potassium 7.4 with broad complexes.", "high-potassium"),
        (
            "Pain in the left eye with haloes and vomiting since this evening. Usually migraine 3 per month.",
            "vision-loss",
        ),
        ("Haemodialysis three times a week. Potassium 7.3.", "high-potassium"),
    ],
)
def test_what_is_of_now_still_stops(text: str, rule: str) -> None:
    assert rule in _urgent(text)
