"""Records as the ClinicalTrials.gov API returns them."""

import json
import zipfile
from pathlib import Path

import pytest

from osler.core.criteria import atoms, registry_criteria, render
from osler.errors import DataError


def test_fields_and_text() -> None:
    record = {
        "protocolSection": {
            "identificationModule": {"nctId": "NCT00000001"},
            "eligibilityModule": {
                "eligibilityCriteria": "Inclusion Criteria:\n\n* Asthma\n",
                "minimumAge": "6 Months",
                "maximumAge": "17 Years",
                "sex": "FEMALE",
            },
        }
    }
    criteria = registry_criteria(record)
    assert [criterion.id.removeprefix("NCT00000001/") for criterion in criteria] == [
        "minimumAge",
        "maximumAge",
        "sex",
        "1",
    ]
    assert [render(criterion.tree) for criterion in criteria] == [
        "age >= 6 months",
        "age <= 17 years",
        "female",
        "Asthma",
    ]


@pytest.mark.parametrize("record", [{}, {"protocolSection": {}}, {"protocolSection": []}])
def test_a_record_without_eligibility_is_a_clear_error(record: dict[str, object]) -> None:
    with pytest.raises(DataError) as caught:
        registry_criteria(record)
    assert caught.value.mend


@pytest.mark.slow
def test_real_records(shared_data: Path) -> None:
    parsed = unparsed = 0
    with zipfile.ZipFile(shared_data / "ctgov_v2.zip") as archive:
        for name in archive.namelist():
            for criterion in registry_criteria(json.loads(archive.read(name))):
                kinds = [atom.kind for atom in atoms(criterion.tree)]
                parsed += any(kind != "unparsed" for kind in kinds)
                unparsed += all(kind == "unparsed" for kind in kinds)
    assert parsed > 200
    assert parsed / (parsed + unparsed) > 0.8


def test_words_that_two_trials_share_are_cited_from_each() -> None:
    found = []
    for trial in ("NCT00000011", "NCT00000012", "NCT00000011"):
        text = "Inclusion Criteria:\n\n* Gout treated with colchicine within 5 weeks\n"
        module = {"eligibilityCriteria": text}
        record = {"protocolSection": {"identificationModule": {"nctId": trial}, "eligibilityModule": module}}
        (criterion,) = registry_criteria(record)
        assert {atom.span.source_id for atom in atoms(criterion.tree) if atom.span} == {f"{trial}/1"}
        found.append(criterion)
    assert found[0] == found[2]
    assert render(found[0].tree) == render(found[1].tree)
