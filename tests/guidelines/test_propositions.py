"""Sentences that join what several passages say: each part is held against its own."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence

RAMIPRIL = "Adults with reduced ejection fraction should receive ramipril 2.5 mg twice daily and bisoprolol 1.25 mg once daily."
VERAPAMIL = "Verapamil is contraindicated in people with reduced ejection fraction."
DOXYCYCLINE = (
    "Adults with penicillin allergy should receive doxycycline 200 mg on the first day and then 100 mg once daily."
)
AMOXICILLIN = "Amoxicillin is contraindicated in people with penicillin allergy."
CHLAMYDIA = "The panel recommends screening for chlamydia in sexually active women age 24 years and younger."
GONORRHEA = "The panel recommends screening for gonorrhea in sexually active women age 24 years and younger."
BREAST = "The panel recommends biennial screening mammography for women aged 50 to 74 years."
OLDER = "The panel concludes that the evidence is insufficient to assess screening mammography in women aged 75 years or older."
LUNG = "Adults aged 50 to 80 years who have smoked 20 pack-years or more should be offered low-dose computed tomography every year."
ASPIRIN = "The panel recommends low-dose aspirin (81 mg/d) after 12 weeks of gestation in women who are at high risk for preeclampsia."
SCABIES = "Adults with scabies should receive permethrin 5% once weekly."
ITCH = "Itching should be reviewed after 4 weeks."
GLAUCOMA = "People with glaucoma should be offered latanoprost once daily."
REFERRED = "Referral to an ophthalmologist is recommended when vision falls."
ADULT_FIT = "Lorazepam 4 mg should be given intravenously to adults with status epilepticus."
CHILD_FIT = "Children aged 6 to 12 years with status epilepticus should receive lorazepam 2 mg intravenously."
LATANOPROST = "Latanoprost should be offered to people with glaucoma."
UVEITIS = "In uveitis, timolol should be used instead of latanoprost."
CODEINE = "Codeine is contraindicated in children younger than 12 years."


@pytest.mark.parametrize(
    ("sentence", "sources", "holds"),
    [
        (
            (
                "Adults with a reduced ejection fraction should receive ramipril 2.5 mg twice daily and bisoprolol 1.25 mg once"
                " daily, and must not take verapamil."
            ),
            [RAMIPRIL, VERAPAMIL],
            True,
        ),
        (
            "Adults with reduced ejection fraction should receive ramipril 2.5 mg twice daily and must not take bisoprolol.",
            [RAMIPRIL, VERAPAMIL],
            False,
        ),
        (
            (
                "Because amoxicillin is contraindicated in penicillin allergy, adults with that allergy should receive"
                " doxycycline 200 mg on day one followed by 100 mg once daily."
            ),
            [DOXYCYCLINE, AMOXICILLIN],
            True,
        ),
        (
            (
                "Because amoxicillin is contraindicated in penicillin allergy, adults with that allergy should receive"
                " doxycycline 100 mg twice daily."
            ),
            [DOXYCYCLINE, AMOXICILLIN],
            False,
        ),
        (
            "Screening for chlamydia and for gonorrhea is recommended in sexually active women aged 24 or younger.",
            [CHLAMYDIA, GONORRHEA],
            True,
        ),
        (
            "Women from 50 to 74 should have mammography every two years and those 75 or older should continue.",
            [BREAST, OLDER],
            False,
        ),
        ("Adults aged 50 to 80 years who have smoked for 20 years should have low-dose CT every year.", [LUNG], False),
        (
            "Women at high risk of preeclampsia should take low-dose aspirin (81 mg daily) after 12 weeks of pregnancy.",
            [ASPIRIN],
            True,
        ),
        (
            "Women at high risk of preeclampsia should take low-dose aspirin (81 mg daily) during pregnancy.",
            [ASPIRIN],
            False,
        ),
        (
            "Sexually active women of 24 or younger at increased risk should be screened for chlamydia.",
            [CHLAMYDIA],
            False,
        ),
        ("Codeine is contraindicated under 12 years.", [CODEINE], True),
        (
            "Adults with scabies should receive permethrin 5% once weekly, with itching reviewed after 4 weeks.",
            [SCABIES, ITCH],
            True,
        ),
        (
            "Adults with scabies should receive permethrin 5% once weekly, with itching reviewed after 6 weeks.",
            [SCABIES, ITCH],
            False,
        ),
        (
            "People with glaucoma should be offered latanoprost once daily and referred to an ophthalmologist when vision falls.",
            [GLAUCOMA, REFERRED],
            True,
        ),
        (
            "People with glaucoma should be offered latanoprost once daily, to which timolol 0.5% may be added if vision falls.",
            [GLAUCOMA, "Timolol 0.5% may be added if vision falls."],
            True,
        ),
        (
            "In status epilepticus, lorazepam is given intravenously: 4 mg for adults and 2 mg for children aged 6 to 12 years.",
            [ADULT_FIT, CHILD_FIT],
            True,
        ),
        (
            "In status epilepticus, lorazepam is given intravenously: 2 mg for adults and 4 mg for children aged 6 to 12 years.",
            [ADULT_FIT, CHILD_FIT],
            False,
        ),
        (
            "Latanoprost should be offered to people with glaucoma, except in uveitis, when timolol should be used instead.",
            [LATANOPROST, UVEITIS],
            True,
        ),
    ],
)
def test_each_part_is_held_against_its_own_passage(sentence: str, sources: list[str], holds: bool) -> None:
    cited = [SourceText(str(number), text) for number, text in enumerate(sources)]
    assert (not check_sentence(sentence, cited, bundled_vocabularies())) is holds
