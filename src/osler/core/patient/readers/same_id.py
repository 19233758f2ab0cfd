"""One id for two people: who each source says it is, and where two that share an id cannot be one person."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from osler.core.patient.problems import Level, Problem, ReadResult
from osler.core.patient.readers.columns import known
from osler.core.patient.readers.naming import NOBODY
from osler.core.patient.types import PatientRecord

KINDS = ("name", "birth_date", "sex")
"""What tells two people apart; an age does not, for a source may be a visit."""
CODE = "input.same_id"
_NAMED = 5
_WORDS = re.compile(r"[\W_]+")
_SEXES = ("f", "m")


class Person(NamedTuple):
    """Who a source is about, as far as it can be compared: the place of the source, the id, and words by kind."""

    place: str
    id: str
    said: Mapping[str, frozenset[str]]

    @classmethod
    def told(cls, place: str, patient_id: str | None, **said: str) -> Person:
        """A person as a source tells of one."""
        return cls(place, (patient_id or "").strip(), {kind: _words(kind, said.get(kind, "")) for kind in KINDS})

    @classmethod
    def of(cls, record: PatientRecord, place: str) -> Person:
        """The person of a record that was read."""
        who = record.demographics
        name = next((name.label for name in who.names), "")
        sex = who.sex.value if who.sex else ""
        own = "" if record.id == NOBODY else record.id
        return cls.told(place, own, name=name, birth_date=str(who.birth_date or ""), sex=sex)

    @classmethod
    def in_document(cls, document: Any, place: str) -> Person:
        """The person of a form, a Bundle or a Phenopacket that was not read yet."""
        if not isinstance(document, dict):
            return cls.told(place, None)
        if isinstance(subject := document.get("subject"), dict):
            return cls.told(place, _text(subject.get("id")), birth_date=_text(subject.get("dateOfBirth")), sex=_text(subject.get("sex")))  # fmt: skip
        if document.get("resourceType"):
            return cls._in_bundle(document, place)
        said = {field: _text(value) for name, value in document.items() if (field := known(name))}
        own = _text(document.get("id") or document.get("patient_id")) or said.get("id")
        return cls.told(place, own, **{kind: said.get(kind, "") for kind in KINDS})

    @classmethod
    def _in_bundle(cls, document: dict[str, Any], place: str) -> Person:
        entries = document.get("entry")
        inside = (
            [entry.get("resource") for entry in entries if isinstance(entry, dict)] if isinstance(entries, list) else []
        )
        patients = [
            one for one in [document, *inside] if isinstance(one, dict) and one.get("resourceType") == "Patient"
        ]
        if len(patients) != 1:
            return cls.told(place, None)
        patient, names = patients[0], patients[0].get("name")
        first = names[0] if isinstance(names, list) and names and isinstance(names[0], dict) else {}
        given: list[Any] = found if isinstance(found := first.get("given"), list) else []
        name = _text(first.get("text")) or " ".join(_text(part) for part in [*given, first.get("family")])
        return cls.told(place, _text(patient.get("id")), name=name, birth_date=_text(patient.get("birthDate")), sex=_text(patient.get("gender")))  # fmt: skip

    @property
    def key(self) -> str:
        """The id as ids are compared; empty where there is none."""
        return self.id.casefold()

    def differs(self, other: Person) -> list[str]:
        """In what two persons differ; where one says less than the other, they may be the same."""
        pairs = ((kind, self.said[kind], other.said[kind]) for kind in KINDS)
        return [kind for kind, own, theirs in pairs if not (own <= theirs or theirs <= own)]


class People:
    """The people whom a command has met so far."""

    def __init__(self) -> None:
        self._met: dict[str, list[Person]] = {}

    def met(self, result: ReadResult, place: str) -> ReadResult:
        """A patient who was read; with a problem where the id was another person's in a source before."""
        person = Person.of(result.record, place)
        if not person.id:
            return result
        before = self._met.setdefault(person.key, [])
        told = any(problem.code == CODE for problem in result.problems)
        problem = None if told else _problem(person, before)
        if person.said not in (other.said for other in before):
            before.append(person)
        return ReadResult(result.record, [problem, *result.problems]) if problem else result


def shared_ids(people: Iterable[Person]) -> dict[str, Problem]:
    """By place, the problem of each source that shares its id with one that tells of another person."""
    return {
        person.place: problem
        for group in _by_id(people).values()
        for person in group
        if len(group) > 1 and (problem := _problem(person, group))
    }


def repeated_ids(people: Iterable[Person]) -> list[Problem]:
    """A remark on each id that several sources have, whoever they are about."""
    return [
        Problem(
            code=CODE,
            level=Level.INFO,
            message=f"{len(group)} patients are called {group[0].id!r}; each is judged",
            mend="give every patient an id of its own",
            path=group[0].id,
        )
        for group in _by_id(people).values()
        if len(group) > 1
    ]


def _by_id(people: Iterable[Person]) -> dict[str, list[Person]]:
    found: dict[str, list[Person]] = {}
    for person in people:
        if person.id:
            found.setdefault(person.key, []).append(person)
    return found


def _problem(person: Person, others: Iterable[Person]) -> Problem | None:
    # A table may have one id in every row: who was found to differ is named, as far as it is of use.
    differing = list(islice(((other, kinds) for other in others if (kinds := person.differs(other))), _NAMED))
    if not differing:
        return None
    kinds = [kind for kind in KINDS if any(kind in found for _, found in differing)]
    has = "has" if len(differing) == 1 else "have"
    return Problem(
        code=CODE,
        level=Level.ERROR,
        message=f"the id is also that of another person: {', '.join(other.place for other, _ in differing)} {has} "
        f"another {' and '.join(kind.replace('_', ' ') for kind in kinds)}",
        mend="correct the id of one of them; until then do not join results by it",
        path="id",
    )


def _words(kind: str, said: str) -> frozenset[str]:
    words = _WORDS.sub(" ", said.casefold()).split()
    if kind == "sex":
        return frozenset(letter for letter in (word[:1] for word in words) if letter in _SEXES)
    return frozenset(word.lstrip("0") or word for word in words)


def _text(value: object) -> str:
    return str(value) if isinstance(value, str | int | float) and not isinstance(value, bool) else ""
