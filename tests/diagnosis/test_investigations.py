"""The table of investigations: its ids are real, its rows are cited, and the most specific branch wins."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from osler.core.terminology import bundled_vocabularies, hpo
from osler.diagnosis.common import common_findings, common_illness
from osler.diagnosis.investigations import InvestigationTable, investigations


def test_every_id_exists_and_has_the_label_written_beside_it() -> None:
    table = investigations()
    for id_, label in [(row.id, row.label) for row in table.branches] + [(row.id, row.label) for row in table.silent]:
        assert hpo().resolve(id_) == id_, id_
        assert hpo().label(id_) == label, id_


def test_every_disease_with_an_established_test_is_called_by_its_name() -> None:
    vocabularies = bundled_vocabularies()
    for row in investigations().established:
        for id_, label in row.diseases.items():
            concept = vocabularies.names.own_concept(id_)
            assert label in {concept and concept.name, vocabularies.annotations.name(id_)}, id_
        assert all(word == word.lower() for word in row.known), row.test


def test_the_most_specific_branch_wins() -> None:
    table = investigations()
    discharges = table.for_finding("HP:0011198", hpo())  # EEG with generalized epileptiform discharges
    assert discharges is not None
    assert "EEG" in discharges.test
    dilated = table.for_finding("HP:0001644", hpo())
    assert dilated is not None
    assert dilated.test == "Echocardiogram"


@pytest.mark.parametrize(
    "hpo_id", ["HP:0007359", "HP:0100838", "HP:0002527"]
)  # focal seizure, recurrent cutaneous abscesses, falls
def test_nothing_is_ordered_to_look_for_what_the_history_tells(hpo_id: str) -> None:
    assert investigations().for_finding(hpo_id, hpo()) is None
    assert investigations().is_asked(hpo_id, hpo())


def test_what_the_table_does_not_cover_has_no_investigation() -> None:
    assert investigations().for_finding("HP:0000118", hpo()) is None
    assert investigations().for_finding("HP:9999999", hpo()) is None


def test_a_row_without_a_listed_source_is_refused() -> None:
    row = {"id": "HP:0001250", "label": "Seizure", "test": "EEG", "kind": "order_test", "source": "hearsay"}
    with pytest.raises(ValidationError, match="hearsay"):
        InvestigationTable.model_validate(
            {
                "sources": {"a": "A"},
                "branches": [row],
                "genetic_testing": {"source": "a", "children": "a"},
                "repeat_expansions": {"source": "a", "genes": ["HTT"]},
                "chromosomal": [{"source": "a", "test": "array", "because": "lost", "branches": []}],
                "enzyme_deficiencies": {"test": "Enzyme assay", "branches": []},
            }
        )


def test_the_table_is_right_or_silent() -> None:
    table = investigations()
    assert "metabolic" not in getattr(table.for_finding("HP:0000282", hpo()), "test", "")
    spleen = table.for_finding("HP:0001744", hpo())
    assert spleen is None or "immunoglobulins" not in spleen.test
    face = table.for_finding("HP:0000347", hpo())
    assert face is not None
    assert face.kind == "refine_phenotype"


@pytest.mark.parametrize(
    "hpo_id",
    [
        "HP:0000824",  # Decreased response to growth hormone stimulation test: no brain MRI
        "HP:0001744",  # Splenomegaly: no cardiology
        "HP:0000978",  # Bruising susceptibility
        "HP:0002251",  # Aganglionic megacolon: no neurological examination
        "HP:0000776",  # Congenital diaphragmatic hernia: no creatine kinase
        "HP:0001166",  # Arachnodactyly: no radiographs
        "HP:0000767",  # Pectus excavatum
        "HP:0001645",  # Sudden cardiac death: no ECG to look for it
        "HP:0000613",  # Photophobia: no behavioural assessment
        "HP:0000739",  # Anxiety
    ],
)
def test_what_is_seen_or_told_is_asked_and_not_ordered(hpo_id: str) -> None:
    row = investigations().for_finding(hpo_id, hpo())
    assert row is None or row.test == "Ophthalmological examination", row


def test_an_enzyme_is_confirmed_in_the_laboratory() -> None:
    below = sorted(hpo().descendants("HP:0034684"))
    assert investigations().confirming_test(below[0], hpo()) == "Enzyme assay"
    assert investigations().confirming_test("HP:0001250", hpo()) is None
    assert investigations().confirming_test("HP:0012236", hpo()) == "Sweat chloride test"


def test_findings_of_common_illness_are_called_so() -> None:
    assert "common causes first" in common_illness(["HP:0001945", "HP:0012735"], bundled_vocabularies())
    assert common_illness(["HP:0001945", "HP:0001166"], bundled_vocabularies()) == ""
    assert common_illness([], bundled_vocabularies()) == ""
    grown = ["HP:0000822", "HP:0001997", "HP:0012735"]
    assert "long-term" in common_illness(grown, bundled_vocabularies(), 58)
    assert common_illness(grown, bundled_vocabularies(), 22) == ""
    for row in (*common_findings().findings, *common_findings().long_term.findings):
        assert hpo().label(row.id) == row.label


def test_what_is_common_depends_on_the_age() -> None:
    # migraine, hypertension, obesity, type 2 diabetes
    findings = ["HP:0002076", "HP:0000822", "HP:0001513", "HP:0005978"]
    assert "long-term illness" in common_illness(findings, bundled_vocabularies(), 32)
    assert common_illness(findings, bundled_vocabularies(), 14) == ""
    assert common_illness(findings, bundled_vocabularies()) == ""


def test_a_common_disease_is_a_common_illness_and_not_only_its_findings() -> None:
    diabetes = ["HP:0100651", "HP:0001953", "HP:0040217"]  # type 1, a past ketoacidosis, raised HbA1c
    assert "long-term illness" in common_illness(diabetes, bundled_vocabularies())
    assert "long-term illness" in common_illness(diabetes, bundled_vocabularies(), 12)
    assert common_illness(diabetes, bundled_vocabularies(), 0.2) == ""  # a newborn's is another disease
    assert "long-term illness" in common_illness(["HP:0500093", "HP:0000964"], bundled_vocabularies(), 6)
    assert common_illness(["HP:0500093", "HP:0002719"], bundled_vocabularies(), 6) == ""
