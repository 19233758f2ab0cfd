"""Where patients live between conversations: one private file a patient, and the graph made of it."""

from __future__ import annotations

import datetime as dt
import hashlib
import re
from pathlib import Path

from pydantic import BaseModel, ValidationError

from osler.config import write_private
from osler.core.graph import LadybugGraphs, PatientGraphs, QueryLimits, project
from osler.core.patient import PatientRecord
from osler.errors import DataError, UsageError

SAID_HERE = "chat-"
"""What the ids begin with of all that was said in a conversation."""
_NAMELESS = "patient"
"""The id that readers give where a source names none: it says nothing of who it is."""


class PatientLine(BaseModel):
    """A patient as the list shows one."""

    id: str
    name: str | None = None
    birth_date: str | None = None
    added: dt.datetime
    facts: int


class PatientHome:
    """The patients of this installation; a file that was added is copied and never changed."""

    def __init__(self, folder: Path, *, limits: QueryLimits | None = None, open_graphs: int = 16) -> None:
        self._folder = folder
        self.graphs: PatientGraphs = LadybugGraphs(folder / "graphs", limits=limits, most_open=open_graphs)

    def admit(
        self, record: PatientRecord, *, source: str = "", patient_id: str | None = None, replace: bool = False
    ) -> PatientRecord:
        """Keep a patient who comes in from a source, under an id of its own; nobody else's record is ever replaced."""
        if not any(record.facts()) and _identity(record) == (None, None) and not record.documents:
            raise UsageError("there is no patient in this", mend="give a file with a Patient, or with facts about one")
        named = record.model_copy(update={"id": patient_id or _id_for(record, source)})
        if self.has(named.id) and not replace:
            self._refuse_a_clash(self.get(named.id), named)
        self.add(named)
        return named

    def _refuse_a_clash(self, kept: PatientRecord, fresh: PatientRecord) -> None:
        if any(document.id.startswith(SAID_HERE) for document in kept.documents):
            raise UsageError(
                f"the patient {fresh.id!r} is kept here, with entries that were saved in a conversation",
                mend="give another --id, or --replace to lose these entries",
            )
        who = _identity(kept)
        if kept != fresh and (who != _identity(fresh) or not any(who)):
            raise UsageError(
                f"the id {fresh.id!r} belongs to a patient who is kept here and may be somebody else",
                mend="give another --id; or --replace where it is the same person ('osler patient list' shows who it is)",
            )

    def add(self, record: PatientRecord) -> None:
        """Keep a record as it is now, in place of what was kept of the same patient."""
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

    def has(self, patient_id: str) -> bool:
        """Whether a patient of this id was added."""
        return self._place(patient_id).is_file()

    def lines(self) -> list[PatientLine]:
        """The patients, newest first."""
        found = []
        for place in self._folder.glob("*.json"):
            record = self._read(place)
            added = dt.datetime.fromtimestamp(place.stat().st_mtime, tz=dt.UTC)
            name, birth = _identity(record)
            facts = sum(1 for _ in record.facts())
            found.append(PatientLine(id=record.id, name=name, birth_date=birth, added=added, facts=facts))
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


def _identity(record: PatientRecord) -> tuple[str | None, str | None]:
    """Name and date of birth, as far as the record gives them."""
    person = record.demographics
    return (person.names[0].label if person.names else None, person.birth_date)


def _id_for(record: PatientRecord, source: str) -> str:
    """The record's own id; where its source gave none, one made of the name and the date of birth, or of the file."""
    if record.id != _NAMELESS:
        return record.id
    name, birth = _identity(record)
    told = f"{name} {birth or ''}" if name else Path(source).stem if source and source != "-" else ""
    if not told:
        told = f"patient {hashlib.sha256(record.model_dump_json().encode()).hexdigest()[:8]}"
    return re.sub(r"[^\w.]+", "-", told.strip()).strip("-").lower()
