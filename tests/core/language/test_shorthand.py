"""Shorthand of notes: decided by section and neighbours, by the note's own definitions, or left open."""

from __future__ import annotations

import pytest

from osler.core.language import SectionKind, analyse, written_out
from osler.core.language.rules import read_table
from osler.core.terminology import SemanticType, vocabulary


def named(text: str) -> list[str]:
    """What a text names, by preferred name, without what it measures."""
    found = []
    for mention in analyse(text).mentions:
        if mention.semantic_type in (SemanticType.LAB_VALUE, SemanticType.BIOMARKER):
            continue
        concept = vocabulary().concept(mention.concept_id)
        found.append(concept.name.lower() if concept else mention.concept_id.split(":", 2)[-1])
    return found


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("SpO2 88% on RA", ""),
        ("PMH: RA, HTN", "rheumatoid arthritis"),
        ("Denies CP or SOB.", "chest pain"),
        ("Spastic CP, GMFCS III", "cerebral palsy"),
        ("Severe MS with mean gradient 12", "mitral"),
        ("Relapsing MS on natalizumab", "multiple sclerosis"),
        ("PD-L1 TPS 40%", ""),
        ("Falling asleep in class", "somnolence"),
        ("She cannot let go after shaking hands", "myotonia"),
        ("Second-degree heart block on Holter", "second degree"),
        ("The boy has bulky calves", "calf muscle"),
        ("EMG: myotonic discharges in both arms", "myotonic discharges"),
        ("TMB 4 mut/Mb", ""),
        ("ASA class III", ""),
        ("takes ASA 81 mg daily", "aspirin"),
        ("PMH: DM/HTN", "hypertension"),
    ],
)
def test_section_and_neighbours_decide(text: str, meaning: str) -> None:
    found = named(text)
    assert any(meaning in name for name in found) if meaning else found == []


def test_what_nothing_decides_is_left_open() -> None:
    assert analyse("RA was discussed.").mentions == []


def test_a_definition_holds_for_its_document() -> None:
    text = "She has performance anxiety (PA). PA is worse on stage."
    assert analyse(text).definitions == {"PA": "performance anxiety"}
    assert "rheumatoid arthritis" not in named("reactive airways (RA). RA was mild.")


@pytest.mark.parametrize("text", ["HIV test done", "He wears glasses.", "Dr Amelia Hart", "Amelia was reviewed today."])
def test_short_words_capitals_and_names_are_no_findings(text: str) -> None:
    assert not any(name in ("urticaria", "amelia") or "deletion" in name for name in named(text))


def test_every_row_names_real_sections_and_a_kind() -> None:
    kinds = {"", "condition", "procedure", "medication", "test", "other"}
    for written, meaning, kind, sections, *_ in read_table("shorthand.tsv"):
        assert kind in kinds, written
        assert meaning, written
        assert all(SectionKind(section) for section in filter(None, sections.split(",")))


def test_an_abbreviation_is_written_out_only_where_it_means_one_thing_everywhere() -> None:
    assert written_out("HBV") == "hepatitis B"
    assert [written_out(word) for word in ("AF", "LMP", "hcv", "gout")] == ["", "", "", ""]


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("Bloods: FBC and LFT unremarkable.", "lipoma"),
        ("TFT, LFT and CRP sent.", "lipoma"),
        ("Electron microscopy shows thickened GBM.", "glioblastoma"),
        ("ANCA and anti-GBM antibodies pending.", "glioblastoma"),
        ("Father is an ALS provider.", "amyotrophic"),
        ("Parents completed BLS/ALS training.", "amyotrophic"),
        ("Urine HVA and VMA normal.", "vitreomacular"),
        ("Pupils equal, VF intact.", "fibrillation"),
        ("SUA 510 umol/L, on allopurinol.", "umbilical"),
        ("Brain MRI: PNH along both ventricles.", "hemoglobinuria"),
        ("TMD with jaw clicking.", "myeloproliferative"),
        ("ECG shows RAD and RVH.", "asthma"),
    ],
)
def test_shorthand_of_the_laboratory_is_no_disease(text: str, wrong: str) -> None:
    assert not any(wrong in name for name in named(text))


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("Recurrent GBM after temozolomide.", "glioblastoma"),
        ("PMH: GBM, hypertension", "glioblastoma"),
        ("Collapsed, VF on arrival of the crew.", "fibrillation"),
        ("Antenatal scan: SUA.", "umbilical"),
        ("Repaired TGA.", "transposition"),
        ("58-year-old man with bulbar-onset ALS.", "amyotrophic"),
    ],
)
def test_the_disease_is_still_meant_where_its_neighbours_say_so(text: str, meaning: str) -> None:
    assert any(meaning in name for name in named(text))
