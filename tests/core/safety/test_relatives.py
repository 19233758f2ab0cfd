"""What befell a relative is not the patient's, and a relative who is ill now is heard."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    "note",
    [
        "Mother once fainted when the telephone rang. Patient well.",
        "Father collapsed at a wedding once. Patient has no symptoms.",
        "Her twin sister was admitted with sepsis last month. Our patient has a wart on the foot.",
        "Her mother takes insulin and she was once found unconscious with a sugar of 1.8. Our patient wants a vaccine.",
        "Uncle died of a brain haemorrhage; he had a sudden terrible headache and dropped. Patient asks for advice.",
        "His mother had a stroke at 40 and she lost consciousness. He feels well.",
    ],
)
def test_a_relatives_event_raises_nothing(note: str) -> None:
    assert red_flags(note=note) == []


@pytest.mark.parametrize(
    "note",
    [
        "My mother fainted ten minutes ago and is grey.",
        "Her mother says she fainted this morning and has crushing chest pain.",
        "Her mother has epilepsy. The girl, 6, has now been fitting for 15 minutes and will not stop.",
        "Boy of 5. His mother had a cold last week; he has been vomiting since yesterday, stiff neck, fever 39.8, drowsy.",
        "Her sister died of leukaemia and she took 40 paracetamol tonight.",
        "Mum collapsed at dinner. The patient is not breathing.",
    ],
)
def test_who_is_ill_now_is_heard(note: str) -> None:
    assert urgent(red_flags(note=note))
