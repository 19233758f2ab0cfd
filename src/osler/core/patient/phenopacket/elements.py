"""Ontology classes, time elements and evidence of Phenopackets, in their JSON form."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Any

from osler.core.evidence import Evidence, Pointer, Span
from osler.core.patient.types import ClinicalTime, Coding, TimePoint

Json = dict[str, Any]
SOURCE_ID = "phenopacket"

_SPAN = re.compile(r"urn:osler:span:(\d{1,9}):(\d{1,9})", re.ASCII)
_POINTER = "urn:osler:pointer:"
_GESTATION = re.compile(r"P(\d{1,2})W(?:(\d)D)?", re.ASCII)


def read_class(body: Json | None) -> Coding | None:
    """An OntologyClass; None when it has no id."""
    if not body or not body.get("id"):
        return None
    identifier = body["id"]
    return Coding.of(identifier if ":" in identifier else f":{identifier}", body.get("label"))


def read_classes(bodies: list[Json] | None) -> list[Coding]:
    return [coding for body in bodies or () if (coding := read_class(body))]


def write_class(coding: Coding | None) -> Json:
    """An OntologyClass, or an empty object; its id must be a CURIE."""
    if coding is None or not coding.system or ":" in coding.system:
        return {}
    return {"id": coding.id, **({"label": coding.display} if coding.display else {})}


def write_first(codings: list[Coding], prefer: str = "") -> Json:
    """The one class that a Phenopacket has room for: the preferred vocabulary's, or the first."""
    ordered = sorted(codings, key=lambda coding: coding.system != prefer)
    return next((body for coding in ordered if (body := write_class(coding))), {})


def read_time(body: Json | None) -> ClinicalTime | None:
    """A TimeElement."""
    if not body:
        return None
    if gestation := body.get("gestationalAge"):
        days = f"{gestation['days']}D" if gestation.get("days") else ""
        return ClinicalTime(at=TimePoint(gestation=f"P{gestation.get('weeks', 0)}W{days}"))
    if "age" in body:
        return ClinicalTime.aged(body["age"]["iso8601duration"])
    if limits := body.get("ageRange"):
        start, end = (
            TimePoint(age=limits[side]["iso8601duration"]) if side in limits else None for side in ("start", "end")
        )
        return ClinicalTime(start=start, end=end)
    if stage := read_class(body.get("ontologyClass")):
        return ClinicalTime(at=TimePoint(stage=stage))
    if "timestamp" in body:
        return ClinicalTime.on(read_timestamp(body["timestamp"]))
    return read_interval(body.get("interval"))


def read_interval(body: Json | None) -> ClinicalTime | None:
    """A TimeInterval."""
    if not body:
        return None
    start, end = (read_timestamp(body[side]) if side in body else None for side in ("start", "end"))
    return ClinicalTime.between(start, end)


def write_time(time: ClinicalTime | None) -> Json:
    """A TimeElement, or an empty object when the time has no form that Phenopackets knows."""
    if time is None:
        return {}
    if time.at:
        return _write_point(time.at)
    start, end = time.start, time.end
    if start and end and start.age and end.age:
        return {"ageRange": {"start": {"iso8601duration": start.age}, "end": {"iso8601duration": end.age}}}
    interval = write_interval(time)
    return {"interval": interval} if interval else {}


def write_interval(time: ClinicalTime | None) -> Json:
    """A TimeInterval, or an empty object."""
    if time is None:
        return {}
    sides = {"start": write_timestamp(time.start.date if time.start else None)}
    sides["end"] = write_timestamp(time.end.date if time.end else None)
    return {side: moment for side, moment in sides.items() if moment}


def _write_point(point: TimePoint) -> Json:
    if point.date:
        moment = write_timestamp(point.date)
        return {"timestamp": moment} if moment else {}
    if point.age:
        return {"age": {"iso8601duration": point.age}}
    if point.gestation and (found := _GESTATION.fullmatch(point.gestation)):
        return {"gestationalAge": {"weeks": int(found[1]), "days": int(found[2] or 0)}}
    stage = write_class(point.stage)
    return {"ontologyClass": stage} if stage else {}


def read_timestamp(moment: str) -> str:
    """A timestamp; midnight is how tools of this format write a day, so it becomes one."""
    return moment.removesuffix("T00:00:00Z")


def write_timestamp(day: str | None) -> str | None:
    """A date as a timestamp; one that knows only its month or year has none, and none is made up."""
    if day is None or len(day) < len("YYYY-MM-DD"):
        return None
    if "T" not in day:
        return f"{day}T00:00:00Z"
    moment = datetime.fromisoformat(day)
    if moment.tzinfo is None:
        return None
    try:
        return moment.astimezone(UTC).isoformat().replace("+00:00", "Z")
    except OverflowError:
        return None


def read_evidence(bodies: list[Json] | None, path: str) -> list[Evidence]:
    """The evidence of an element; its own place, with the reference that it cites, when it brings none of ours."""
    references = [body.get("reference") or {} for body in bodies or ()]
    own = [found for reference in references if (found := _read_own(reference))]
    cited = [reference["id"] for reference in references if reference.get("id")]
    return own or [Pointer(source_id=SOURCE_ID, path=path, reference=one) for one in cited or [None]]


def write_evidence(evidence: list[Evidence]) -> list[Json]:
    """Spans and pointers as external references that `read_evidence` finds again."""
    return [{"reference": _write_own(one)} for one in evidence]


def _read_own(reference: Json) -> Evidence | None:
    place, source, words = (reference.get(name, "") for name in ("reference", "id", "description"))
    if found := _SPAN.fullmatch(place):
        return Span(source_id=source, start=int(found[1]), end=int(found[2]), quote=words)
    if place.startswith(_POINTER):
        return Pointer(source_id=source, path=place.removeprefix(_POINTER), reference=words or None)
    return None


def _write_own(one: Evidence) -> Json:
    if isinstance(one, Span):
        return {"id": one.source_id, "reference": f"urn:osler:span:{one.start}:{one.end}", "description": one.quote}
    return {"id": one.source_id, "reference": _POINTER + one.path, "description": one.reference or ""}
