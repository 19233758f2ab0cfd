"""An item of a list of contraindications says itself that it is one."""

from __future__ import annotations

import pytest

from osler.core.library import read_bytes


def _texts(text: str) -> list[str]:
    return [block.text for block in read_bytes(text.encode(), "a.md").blocks]


@pytest.mark.parametrize(
    ("heading", "item", "told"),
    [
        (
            "## Contraindications to nitrofurantoin",
            "G6PD deficiency",
            "Contraindications to nitrofurantoin: G6PD deficiency",
        ),
        ("## 4.2 Alendronate must not be given in", "Hypocalcaemia", "Alendronate must not be given in hypocalcaemia"),
        (
            "## Nitrofurantoin\n\n### Contraindications",
            "eGFR below 45",
            "Nitrofurantoin, contraindications: eGFR below 45",
        ),
        ("## When not to use a beta-blocker", "asthma", "Do not use a beta-blocker in asthma"),
        ("## Do not use", "Sedation: in an attack.", "Do not use: Sedation: in an attack."),
        ("## Contraindications", "Oestrogen: migraine with aura.", "Contraindications: Oestrogen: migraine with aura."),
        ("## Treatment\n\nDo not give it in:\n", "gout", "Do not give it in gout"),
    ],
)
def test_an_item_of_a_ban_carries_it(heading: str, item: str, told: str) -> None:
    assert told in _texts(f"# A drug\n\n{heading}\n\n- {item}\n- another\n")


@pytest.mark.parametrize(
    ("heading", "item"),
    [
        ("## Treatment", "Cystitis: nitrofurantoin."),
        ("## Indications", "Osteoporosis"),
        ("## Contraindications", "Do not give it in pregnancy."),
        ("## Contraindications", "Warfarin should be stopped before."),
    ],
)
def test_other_items_stay_as_they_are(heading: str, item: str) -> None:
    assert item in _texts(f"# A drug\n\n{heading}\n\n- {item}\n- another\n")


def test_the_title_of_a_document_bans_nothing() -> None:
    assert "Asthma" in _texts("# When to avoid beta-blockers\n\n- Asthma\n- Heart block\n")
