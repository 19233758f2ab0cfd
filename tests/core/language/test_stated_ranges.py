"""Results beyond the range that a note itself gives."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.language.stated_ranges import out_of_range
from osler.core.terminology import bundled_vocabularies


def _found(text: str) -> list[str]:
    vocabularies = bundled_vocabularies()
    found = out_of_range(text, analyse(text).sentences, vocabularies)
    return [vocabularies.hpo.label(one.hpo_id) or "" for one in found]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("Androstenedione was 10 nmol/L (range 0.8-6.1).", "Increased circulating androstenedione concentration"),
        ("A high free thyroxine (FT4) of 3.88 (0.9–1.7 ng/dL).", "Increased circulating free T4 concentration"),
        ("Urine copper 62 μg/24 hours (reference 3-50).", "Increased urinary copper concentration"),
        ("CSF protein was 1.2 g/L (normal 0.15-0.45).", "Increased CSF protein concentration"),
        ("α-galactosidase A activity 0.6 nmol/h/ml (normal: 4-21.9).", "Decreased alpha-galactosidase A activity"),
        ("Phenylalanine in plasma 940 µmol/L (30-90).", "Hyperphenylalaninemia"),
        ("Iduronidase activity in fibroblasts was 0.2 (ref 25-80).", "Diminished tissue alpha-L-iduronidase activity"),
        ("GAA in dried blood spots 0.9 µmol/L/h (normal >3.5).", "Decreased circulating acid maltase activity"),
        ("Stool elastase 38 µg/g (>200).", "Decreased stool elastase level"),
        ("Urine GAGs 60 mg/mmol (<15).", "Mucopolysacchariduria"),
        ("Plasma glutamine 1,450 µmol/L (400-700).", "Hyperglutaminemia"),
        ("Urine PBG      38     mg/g crea   <1.5", "Increased urinary porphobilinogen"),
        ("| Urine ALA | 22 | mg/g | <5 |", "Elevated urinary delta-aminolevulinic acid"),
        ("Vitamin E\t4\tumol/l\t12 - 42", "Decreased circulating vitamin E concentration"),
        ("17-OH-progesterone 380 nmol/l (<10)", "Elevated circulating 17-hydroxyprogesterone concentration"),
        ("Acylcarnitines: C8 9.8 umol/l (<0.3)", "Elevated circulating octanoylcarnitine concentration"),
    ],
)
def test_a_result_beyond_the_range_beside_it_is_the_finding_of_hpo(text: str, label: str) -> None:
    assert _found(text) == [label]


@pytest.mark.parametrize(
    "text",
    [
        "Androstenedione was 3 nmol/L (range 0.8-6.1).",
        "The odds ratio was 2.3 (1.2-3.4).",
        "Weight 98.5 kg (>99th centile).",
        "Sex hormone-binding globulin 13 nmol/L (range 40-90).",  # no globulin of another kind
    ],
)
def test_what_is_in_range_or_no_result_says_nothing(text: str) -> None:
    assert _found(text) == []


def test_each_of_a_list_has_its_own_side() -> None:
    found = {mention.concept_id for mention in analyse("Reduced haptoglobin and elevated urine copper.").mentions}
    assert "HP:0010839" in found
    assert "HP:0045035" not in found


def test_a_list_of_low_results_is_each_of_them() -> None:
    found = [mention.concept_id for mention in analyse("She has low vitamin D, potassium, and magnesium.").mentions]
    assert {"HP:0100512", "HP:0002900", "HP:0002917"} <= set(found)


def test_a_result_in_urine_is_not_one_of_the_blood() -> None:
    found = {mention.concept_id for mention in analyse("The urine copper was elevated.").mentions}
    assert "HP:0010839" in found
    assert "HP:0032254" not in found
