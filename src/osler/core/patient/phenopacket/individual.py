"""The subject of a Phenopacket."""

from __future__ import annotations

from osler.core.patient.phenopacket.elements import (
    Json,
    read_class,
    read_time,
    read_timestamp,
    write_class,
    write_time,
    write_timestamp,
)
from osler.core.patient.types import Demographics, Identifier, PatientRecord, Sex

_SEX = {"FEMALE": Sex.FEMALE, "MALE": Sex.MALE, "OTHER_SEX": Sex.OTHER}
_SUBJECT = "subject"


def read_individual(body: Json) -> Demographics:
    vital = body.get("vitalStatus") or {}
    last = read_time(body.get("timeAtLastEncounter"))
    names = [(_SUBJECT, body.get("id")), *(("alternate", one) for one in body.get("alternateIds", ()))]
    born = body.get("dateOfBirth")
    return Demographics(
        identifiers=[Identifier(value=value, kind=kind) for kind, value in names if value],
        sex=_SEX.get(body.get("sex", "")),
        gender=read_class(body.get("gender")),
        karyotype=body.get("karyotypicSex"),
        birth_date=read_timestamp(born)[: len("YYYY-MM-DD")] if born else None,
        age=last.at.age if last and last.at else None,
        deceased={"DECEASED": True, "ALIVE": False}.get(vital.get("status", "")),
        death=read_time(vital.get("timeOfDeath")),
        cause_of_death=read_class(vital.get("causeOfDeath")),
    )


def last_encounter(body: Json) -> str | None:
    """The date of the last encounter, where it is a date."""
    last = read_time(body.get("timeAtLastEncounter"))
    return last.at.date if last and last.at else None


def subject_id(record: PatientRecord) -> str:
    """The name by which the packet calls its subject."""
    named = (one.value for one in record.demographics.identifiers if one.kind == _SUBJECT)
    return next(named, record.id)


def write_individual(record: PatientRecord, karyotypes: set[str]) -> Json:
    """The subject without names, contacts and addresses, for which the format has no place."""
    person = record.demographics
    sexes = {sex: word for word, sex in _SEX.items()}
    age: Json = {"age": {"iso8601duration": person.age}} if person.age else {}
    day = write_timestamp(record.as_of)
    born = write_timestamp(person.birth_date)
    vital = {
        "status": {True: "DECEASED", False: "ALIVE", None: ""}[person.deceased],
        "timeOfDeath": write_time(person.death),
        "causeOfDeath": write_class(person.cause_of_death),
    }
    body = {
        "id": subject_id(record),
        "alternateIds": [one.value for one in person.identifiers if one.kind != _SUBJECT],
        "dateOfBirth": born,
        "timeAtLastEncounter": age or ({"timestamp": day} if day else {}),
        "vitalStatus": {name: value for name, value in vital.items() if value},
        "sex": sexes.get(person.sex) if person.sex else None,
        "karyotypicSex": person.karyotype if person.karyotype in karyotypes else None,
        "gender": write_class(person.gender),
    }
    return {name: value for name, value in body.items() if value}
