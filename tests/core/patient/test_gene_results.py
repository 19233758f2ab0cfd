"""Results of genes and chromosomes that a note states: whose, of which gene, and found or not."""

from __future__ import annotations

import json

import pytest

from osler.core.patient import PatientRecord, read_patient
from osler.core.terminology import bundled_vocabularies
from tests.timing import within


def _record(note: str) -> PatientRecord:
    return read_patient(json.dumps({"free_text": note}), "input").record


@pytest.mark.parametrize(
    ("note", "found", "negative"),
    [
        ("Exome: homozygous c.35delG in GJB2, pathogenic.", ["GJB2"], []),
        ("A de novo likely pathogenic KMT2D variant p.(Arg5179His) was identified.", ["KMT2D"], []),
        ("A pathogenic variant in TSC2, TSC1 normal.", ["TSC2"], ["TSC1"]),
        ("No pathogenic variants were found in SCN1A, PCDH19 or KCNQ2.", [], ["SCN1A", "PCDH19", "KCNQ2"]),
        ("NSD1 sequencing and MLPA normal; EZH2 negative.", [], ["NSD1", "EZH2"]),
        # What is somebody else's, a tumour's, a carrier's, uncertain, awaited or another measurement is no finding.
        ("Her mother carries a pathogenic variant in BRCA1.", [], []),
        ("Tumour: pathogenic TP53 variant detected.", [], []),
        ("Carrier of a pathogenic CFTR variant.", [], []),
        ("SCN1A c.12A>G, variant of uncertain significance.", [], []),
        ("SCN1A mutation analysis sent.", [], []),
        ("HR normal, CP negative, ALB normal. SOX10 positive.", [], []),
        ("HEXA enzyme not detected in leucocytes, ASAH1 activity normal.", [], []),
        ("AQP4 and MOG antibodies negative. GJB2 sequencing negative.", [], ["GJB2"]),
        ("Serology for MUSK and LRP4 was negative.", [], []),
        ("HMGCR and SRP54 antibodies negative, DYSF sequencing negative.", [], ["DYSF"]),
    ],
)
def test_a_note_tells_in_which_genes_something_was_found(note: str, found: list[str], negative: list[str]) -> None:
    record = _record(f"Boy with seizures. {note}")
    assert [item.gene.symbol for item in record.genomic_interpretations if item.gene] == found
    tested = [gene.symbol for test in record.genetic_tests if test.result == "negative" for gene in test.genes]
    assert tested == negative


@pytest.mark.parametrize(
    ("note", "karyotype"),
    [
        ("Chromosomes: 47,XXY.", "47,XXY"),
        ("Karyotype mos 45,X/46,XX.", "mos 45,X/46,XX"),
        ("Karyotype 46,XY.", None),
        ("Father: karyotype 45,XY,der(14;21)(q10;q10).", None),
        ("Karyotype 46,XX,t(9;22)(q34;q11).", "46,XX,t(9;22)(q34;q11)"),
        ("Karyotype of the mother: 45,XX,rob(13;14)(q10;q10).", None),
        ("Her brother's karyotype was 47,XY,+21.", None),
        ("Paternal chromosomes 46,XY,t(4;8)(p16;p23).", None),
        ("Born to a 41-year-old mother; she has the karyotype 47,XX,+13.", "47,XX,+13"),
    ],
)
def test_an_unusual_karyotype_is_a_positive_test(note: str, karyotype: str | None) -> None:
    texts = [test.result_text for test in _record(note).genetic_tests if test.result == "positive"]
    assert texts == ([karyotype] if karyotype else [])


@pytest.mark.slow
def test_a_panel_of_many_genes_is_read_once() -> None:
    genes = sorted(bundled_vocabularies().annotations.symbols)[:1500]
    note = "Boy with seizures. Exome sequencing: " + ", ".join(f"{gene} variant negative" for gene in genes) + "."
    with within(12):
        record = _record(note)
    assert len({gene.symbol for test in record.genetic_tests for gene in test.genes}) > 1000


@pytest.mark.parametrize(
    ("note", "tests"),
    [
        ("Autoimmune panel negative (GAD65, IGLON5, DPPX).", 0),
        ("Lipid panel normal.", 0),
        ("Epilepsy panel negative.", 1),
        ("Panel of 120 genes negative.", 1),
    ],
)
def test_a_panel_of_antibodies_or_lipids_looks_at_no_gene(note: str, tests: int) -> None:
    assert len(_record(f"Boy with seizures. {note}").genetic_tests) == tests
