"""A model's emergency needs a quote that speaks of the patient's now."""

from __future__ import annotations

import pytest

from osler.core.evidence import Source, locate
from osler.core.language import analyse
from osler.core.safety.emergency import RawEmergency, _objection
from osler.core.safety.quotes import Kind
from osler.core.terminology import bundled_vocabularies

_LETTER = (
    "9-year-old boy with scoliosis. Aortic root 34 mm (z 3.1). Mild asthma; occasional breathlessness on running, "
    "unchanged for years. Advice: sudden chest pain would need 999. A neighbour's child had convulsions. "
    "Saturation 91 % is stable. If his lips turn blue he needs help."
)
_NOW = "9-year-old boy. Since this morning he fights for breath and his lips are blue. BP 60/30. He feels as if hit by a bat."


def _objects(note: str, quote: str, kind: Kind) -> bool:
    text = analyse(note, bundled_vocabularies())
    assert locate(Source(id="note", kind="note", text=note), quote) is not None
    return _objection(RawEmergency(quote=quote, kind=kind), text) is not None


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("occasional breathlessness on running, unchanged for years", "airway_or_breathing"),
        ("occasional breathlessness on running", "airway_or_breathing"),
        ("breathlessness on running", "airway_or_breathing"),
        ("sudden chest pain would need 999", "heart_or_circulation"),
        ("sudden chest pain", "heart_or_circulation"),
        ("Aortic root 34 mm (z 3.1)", "heart_or_circulation"),
        ("convulsions", "brain_or_nerves"),
        ("Saturation 91 % is stable", "airway_or_breathing"),
        ("If his lips turn blue", "airway_or_breathing"),
    ],
)
def test_what_lasts_is_imagined_anothers_or_a_size_is_rejected(quote: str, kind: Kind) -> None:
    assert _objects(_LETTER, quote, kind)


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("he fights for breath and his lips are blue", "airway_or_breathing"),
        ("BP 60/30", "heart_or_circulation"),
    ],
)
def test_what_is_of_now_is_kept(quote: str, kind: Kind) -> None:
    assert not _objects(_NOW, quote, kind)


@pytest.mark.parametrize(
    ("note", "quote", "kind"),
    [
        ("Boy with Duchenne dystrophy, stable, breathing well, annual check.", "breathing well", "airway_or_breathing"),
        ("He has a mild headache with his cold.", "mild headache with his cold", "brain_or_nerves"),
    ],
)
def test_what_is_well_or_mild_is_rejected(note: str, quote: str, kind: Kind) -> None:
    assert _objects(note, quote, kind)


@pytest.mark.parametrize(
    ("note", "quote", "kind"),
    [
        ("My son is not breathing well.", "not breathing well", "airway_or_breathing"),
        ("A mild headache, then he collapsed.", "A mild headache, then he collapsed", "brain_or_nerves"),
    ],
)
def test_what_is_not_well_is_kept(note: str, quote: str, kind: Kind) -> None:
    assert not _objects(note, quote, kind)


_ROUTINE = (
    "Genetics letter. She is a slow reader with blue eyes and small hands. Planned admission Thursday for elective AAA repair. "
    "Stroke 2018, residual left sided weakness and slurred speech, unchanged."
)


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("a slow reader", "metabolic"),
        ("blue eyes", "heart_or_circulation"),
        ("blue eyes", "other"),
        ("small hands", "other"),
        ("elective AAA repair", "heart_or_circulation"),
        ("left sided weakness and slurred speech", "brain_or_nerves"),
    ],
)
def test_what_somebody_is_like_and_what_is_planned_is_no_emergency(quote: str, kind: Kind) -> None:
    assert _objects(_ROUTINE, quote, kind)


def test_the_ecg_of_a_high_potassium_is_one() -> None:
    assert not _objects("K+ 7.2 on repeat, CKD5, ECG tented T waves", "ECG tented T waves", "heart_or_circulation")
    assert not _objects("K+ 7.2 on repeat, CKD5, ECG tented T waves", "K+ 7.2 on repeat", "metabolic")
