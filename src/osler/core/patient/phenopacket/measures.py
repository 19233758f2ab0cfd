"""Measurements."""

from __future__ import annotations

from osler.core.patient.phenopacket.elements import (
    Json,
    read_class,
    read_classes,
    read_evidence,
    read_time,
    write_class,
    write_first,
    write_time,
)
from osler.core.patient.types import Coding, Component, Observation, Presence, Quantity, ReferenceRange, Status


def read_measurement(body: Json, number: int) -> Observation:
    value = body.get("value") or {}
    typed = (body.get("complexValue") or {}).get("typedQuantities", ())
    return Observation(
        id=f"measurement-{number + 1}",
        codings=read_classes([body.get("assay", {})]),
        note=body.get("description"),
        time=read_time(body.get("timeObserved")),
        quantity=read_quantity(value.get("quantity")),
        value_codings=read_classes([value.get("ontologyClass", {})]),
        reference_ranges=_read_ranges(value.get("quantity")),
        components=[
            Component(
                codings=read_classes([item.get("type", {})]),
                quantity=read_quantity(item.get("quantity")),
                reference_ranges=_read_ranges(item.get("quantity")),
            )
            for item in typed
        ],
        evidence=read_evidence(None, f"measurements[{number}]"),
    )


def write_measurement(fact: Observation) -> Json | None:
    """A measurement; None when it has no coded assay or no value of a kind the format knows."""
    assay = write_first(fact.codings, "LOINC")
    settled = fact.presence is Presence.PRESENT and fact.status is not Status.ENTERED_IN_ERROR
    value = _write_value(fact)
    if not assay or not settled or not value:
        return None
    time = write_time(fact.time)
    return {"assay": assay, "description": fact.note or "", **value, **({"timeObserved": time} if time else {})}


def _write_value(fact: Observation) -> Json:
    if quantity := write_quantity(fact.quantity, fact.reference_ranges):
        return {"value": {"quantity": quantity}}
    if coded := write_first(fact.value_codings):
        return {"value": {"ontologyClass": coded}}
    parts = [_write_component(part) for part in fact.components]
    typed = [part for part in parts if part]
    return {"complexValue": {"typedQuantities": typed}} if typed and len(typed) == len(parts) else {}


def _write_component(part: Component) -> Json:
    kind = write_first(part.codings, "LOINC")
    quantity = write_quantity(part.quantity, part.reference_ranges)
    return {"type": kind, "quantity": quantity} if kind and quantity else {}


def read_quantity(body: Json | None) -> Quantity | None:
    """A Quantity; JSON of protobuf leaves out a value of zero."""
    if body is None:
        return None
    unit = read_class(body.get("unit"))
    return Quantity(
        value=float(body.get("value", 0)),
        unit=(unit.display or unit.code) if unit else None,
        ucum=unit.code if unit and unit.system == "UCUM" else None,
    )


def write_quantity(quantity: Quantity | None, ranges: list[ReferenceRange] | None = None) -> Json:
    """A Quantity, or an empty object for one that is no plain number: "<5" must not become 5."""
    if quantity is None or quantity.value is None or quantity.comparator is not None:
        return {}
    unit = write_class(_unit(quantity))
    body: Json = {"value": quantity.value, **({"unit": unit} if unit else {})}
    limits = ranges[0] if ranges else None
    if (
        unit
        and limits
        and limits.low
        and limits.high
        and limits.low.value is not None
        and limits.high.value is not None
    ):
        body["referenceRange"] = {"unit": unit, "low": limits.low.value, "high": limits.high.value}
    return body


def _unit(quantity: Quantity) -> Coding | None:
    code = quantity.ucum or quantity.unit
    return Coding(system="UCUM" if quantity.ucum else "UNIT", code=code, display=quantity.unit) if code else None


def _read_ranges(body: Json | None) -> list[ReferenceRange]:
    limits = (body or {}).get("referenceRange")
    if not limits:
        return []
    unit = read_quantity({"unit": limits.get("unit", {})}) or Quantity()
    low, high = (unit.model_copy(update={"value": float(limits.get(side, 0))}) for side in ("low", "high"))
    return [ReferenceRange(low=low, high=high)]
