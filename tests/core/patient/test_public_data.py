"""The public bundles and packets load whole and survive a round trip."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from osler.core.patient import Level, read_patient, summarise, to_fhir, to_phenopacket


def _members(archive: Path, step: int) -> list[bytes]:
    with zipfile.ZipFile(archive) as packed:
        return [packed.read(name) for name in sorted(packed.namelist())[::step] if name.endswith(".json")]


@pytest.mark.parametrize("step", [6, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_synthea_bundles(shared_data: Path, step: int) -> None:
    for data in _members(shared_data / "fhir_r4.zip", step):
        record, problems = read_patient(data)
        assert [problem for problem in problems if problem.level is not Level.INFO] == []
        assert record.demographics.birth_date
        assert record.observations
        assert len(record.known_identifiers()) > 5
        assert read_patient(json.dumps(to_fhir(record).document)).record == record
        assert summarise(record)


@pytest.mark.parametrize("step", [100, pytest.param(4, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_published_phenopackets(shared_data: Path, step: int) -> None:
    for data in _members(shared_data / "phenopackets.zip", step):
        record, problems = read_patient(data)
        assert problems == []
        written = to_phenopacket(record)
        assert written.not_carried == []
        assert read_patient(json.dumps(written.document)).record == record
        assert read_patient(json.dumps(to_fhir(record).document)).record == record
