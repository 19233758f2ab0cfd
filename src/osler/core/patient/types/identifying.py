"""The strings of a record by which a person could be recognised."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from osler.core.patient.types.care import Organisation, Party, Practitioner
from osler.core.patient.types.demographics import Address, ContactPoint, Demographics, HumanName, Identifier


class KnownIdentifier(NamedTuple):
    """A string that identifies the patient or someone near, and what kind it is."""

    kind: str
    value: str


def identifying_strings(
    person: Demographics, practitioners: Iterable[Practitioner], organisations: Iterable[Organisation]
) -> set[KnownIdentifier]:
    """Names, numbers, contacts, addresses and dates of birth and death."""
    found = {*_of_person(person), *_of_carers(practitioners, organisations)}
    return {item for item in found if item.value.strip()}


def _of_person(person: Demographics) -> Iterator[KnownIdentifier]:
    for name in person.names:
        yield from _name(name)
    yield from _reach(person.identifiers, person.contacts, person.addresses)
    for relation in person.relations:
        if relation.name:
            yield from _name(relation.name)
        yield from _reach([], relation.contacts, [relation.address] if relation.address else [])
    if person.birth_date:
        yield KnownIdentifier("birth_date", person.birth_date)
    if person.death and person.death.at and person.death.at.date:
        yield KnownIdentifier("death_date", person.death.at.date)
    for value in person.other_identifying:
        yield KnownIdentifier("other", value)


def _of_carers(
    practitioners: Iterable[Practitioner], organisations: Iterable[Organisation]
) -> Iterator[KnownIdentifier]:
    for practitioner in practitioners:
        for name in practitioner.names:
            yield from _name(name)
        yield from _party(practitioner)
    for organisation in organisations:
        if organisation.name:
            yield KnownIdentifier("organisation", organisation.name)
        yield from _party(organisation)


def _name(name: HumanName) -> Iterator[KnownIdentifier]:
    for value in (name.text, name.family, *name.given, name.label):
        if value:
            yield KnownIdentifier("name", value)


def _party(party: Party) -> Iterator[KnownIdentifier]:
    return _reach(party.identifiers, party.contacts, party.addresses)


def _reach(
    identifiers: Iterable[Identifier], contacts: Iterable[ContactPoint], addresses: Iterable[Address]
) -> Iterator[KnownIdentifier]:
    for identifier in identifiers:
        yield KnownIdentifier("id", identifier.value)
    for contact in contacts:
        yield KnownIdentifier("contact", contact.value)
    for address in addresses:
        for value in (address.text, *address.lines, address.city, address.postal_code):
            if value:
                yield KnownIdentifier("address", value)
