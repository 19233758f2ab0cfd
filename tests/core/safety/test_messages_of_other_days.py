"""Messages about emergencies of other specialties, and what only resembles them."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    "message",
    [
        "The glucometer only shows HI.",
        "s/p carotid surgery this morning, neck swollen and stridor",
        "My aunt has collapsed and I think she is dying",
        "His eyelid is red and swollen, he cannot move the eye, fever",
        "The toddler slipped into the canal and is sleepy now",
        "My ileostomy has gone black",
        "CSF turbid, cocci seen",
        "Lost 2 litres of blood following delivery, fundus boggy",
        "ammonia 410 umol/L, floppy newborn",
    ],
)
def test_an_emergency_is_urgent(message: str) -> None:
    assert urgent(red_flags(note=message))


@pytest.mark.parametrize(
    "message",
    [
        "Hi, my meter shows 6.2 before breakfast",
        "My cousin had an aortic dissection; I feel well",
        "Register of stroke survivors: who may join?",
        "The uncle of the patient died of sepsis.",
        "I had a dream about drowning",
        "She fell into the paddling pool and laughed",
        "Blood loss 300 ml after delivery, mother well",
        "Floppy as a newborn, now at school and well",
    ],
)
def test_what_resembles_one_is_not(message: str) -> None:
    assert not urgent(red_flags(note=message))
