"""Where patients live between conversations: one private file a patient, and the graph made of it."""

from __future__ import annotations

import datetime as dt
import hashlib
from pathlib import Path

from pydantic import BaseModel, ValidationError

from osler.config import write_private
from osler.core.graph import LadybugGraphs, PatientGraphs, QueryLimits, project
from osler.core.patient import PatientRecord
from osler.errors import DataError, UsageError


class PatientLine(BaseModel):
    """A patient as the list shows one; no name, only the id that was given."""

    id: str
    added: dt.datetime
    facts: int


class PatientHome:
    """The patients of this installation; a file that was added is copied and never changed."""

    def __init__(self, folder: Path, *, limits: QueryLimits | None = None, open_graphs: int = 16) -> None:
        self._folder = folder
        self.graphs: PatientGraphs = LadybugGraphs(folder / "graphs", limits=limits, most_open=open_graphs)

    def add(self, record: PatientRecord) -> None:
        """Keep a record, in place of an earlier one of the same id."""
        place = self._place(record.id)
        fresh = place.with_suffix(".new")
        write_private(fresh, record.model_dump_json())
        fresh.replace(place)
        self.graphs.load(record.id, project(record))

    def get(self, patient_id: str) -> PatientRecord:
        """The record of an id, with its graph ready."""
        place = self._place(patient_id)
        if not place.is_file():
            raise UsageError("there is no patient of this id", mend="see 'osler patient list', or give a file")
        record = self._read(place)
        if not self.graphs.has(record.id):
            self.graphs.load(record.id, project(record))
        return record

    def file_of(self, patient_id: str) -> Path:
        """The file that a kept patient stands in."""
        return self._place(patient_id)

    def has(self, patient_id: str) -> bool:
        """Whether a patient of this id was added."""
        return self._place(patient_id).is_file()

    def lines(self) -> list[PatientLine]:
        """The patients, newest first."""
        found = []
        for place in self._folder.glob("*.json"):
            record = self._read(place)
            added = dt.datetime.fromtimestamp(place.stat().st_mtime, tz=dt.UTC)
            found.append(PatientLine(id=record.id, added=added, facts=sum(1 for _ in record.facts())))
        return sorted(found, key=lambda line: line.added, reverse=True)

    def remove(self, patient_id: str) -> None:
        """Forget a patient: the record and the graph."""
        place = self._place(patient_id)
        if not place.is_file():
            raise UsageError("there is no patient of this id", mend="see 'osler patient list'")
        self.graphs.remove(patient_id)
        place.unlink()

    def _place(self, patient_id: str) -> Path:
        # A digest: an id may be a path, and a file name should not name a patient.
        return self._folder / f"{hashlib.sha256(patient_id.encode()).hexdigest()[:32]}.json"

    def _read(self, place: Path) -> PatientRecord:
        try:
            return PatientRecord.model_validate_json(place.read_bytes())
        except (ValidationError, OSError):
            raise DataError("a kept patient cannot be read", mend="add the patient again from its file") from None
