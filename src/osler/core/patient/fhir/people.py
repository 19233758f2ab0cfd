"""Names, identifiers, contacts and addresses, which people and organisations share."""

from __future__ import annotations

from osler.core.patient.fhir.elements import Json, compact, read_codings, read_text, said
from osler.core.patient.types import Address, ContactPoint, HumanName, Identifier

_NAME_USES = {"usual", "official", "temp", "nickname", "anonymous", "old", "maiden"}
_CONTACT_SYSTEMS = {"phone", "fax", "email", "pager", "url", "sms", "other"}
_CONTACT_USES = {"home", "work", "temp", "old", "mobile"}


def read_names(names: list[Json] | None) -> list[HumanName]:
    return [read_name(name) for name in names or ()]


def read_name(name: Json) -> HumanName:
    return HumanName(
        family=name.get("family"),
        given=name.get("given", []),
        prefixes=name.get("prefix", []),
        suffixes=name.get("suffix", []),
        use=name.get("use"),
        text=name.get("text"),
    )


def write_names(names: list[HumanName]) -> list[Json]:
    return [body for name in names if (body := write_name(name))]


def write_name(name: HumanName | None) -> Json:
    if name is None:
        return {}
    return compact(
        {
            "family": said(name.family),
            "given": _all_said(name.given),
            "prefix": _all_said(name.prefixes),
            "suffix": _all_said(name.suffixes),
            "use": name.use if name.use in _NAME_USES else None,
            "text": said(name.text),
        }
    )


def read_identifiers(identifiers: list[Json] | None) -> list[Identifier]:
    return [
        Identifier(
            value=item["value"],
            system=item.get("system"),
            kind=read_text(item.get("type")) or next((c.display for c in read_codings(item.get("type"))), None),
        )
        for item in identifiers or ()
        if item.get("value")
    ]


def write_identifiers(identifiers: list[Identifier]) -> list[Json]:
    return [
        compact(
            {
                "value": item.value,
                "system": item.system if item.system and not any(map(str.isspace, item.system)) else None,
                "type": {"text": item.kind} if said(item.kind) else {},
            }
        )
        for item in identifiers
        if said(item.value)
    ]


def read_contacts(contacts: list[Json] | None) -> list[ContactPoint]:
    return [
        ContactPoint(value=item["value"], system=item.get("system"), use=item.get("use"))
        for item in contacts or ()
        if item.get("value")
    ]


def write_contacts(contacts: list[ContactPoint]) -> list[Json]:
    return [
        compact(
            {
                "value": item.value,
                # R4: a value needs a system.
                "system": item.system if item.system in _CONTACT_SYSTEMS else "other",
                "use": item.use if item.use in _CONTACT_USES else None,
            }
        )
        for item in contacts
        if said(item.value)
    ]


def read_addresses(addresses: list[Json] | None) -> list[Address]:
    return [read_address(item) for item in addresses or ()]


def read_address(item: Json) -> Address:
    return Address(
        lines=item.get("line", []),
        city=item.get("city"),
        state=item.get("state"),
        postal_code=item.get("postalCode"),
        country=item.get("country"),
        text=item.get("text"),
    )


def write_addresses(addresses: list[Address]) -> list[Json]:
    return [body for address in addresses if (body := write_address(address))]


def write_address(address: Address | None) -> Json:
    if address is None:
        return {}
    return compact(
        {
            "line": _all_said(address.lines),
            "city": said(address.city),
            "state": said(address.state),
            "postalCode": said(address.postal_code),
            "country": said(address.country),
            "text": said(address.text),
        }
    )


def _all_said(values: list[str]) -> list[str]:
    return [value for value in values if said(value)]
