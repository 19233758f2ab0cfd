"""A record as a page that a person can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from osler.core.evidence import Span
from osler.core.patient.extract.allergy_statements import says_none
from osler.core.patient.summary.results import MARK, result_lines
from osler.core.patient.summary.words import negative_time, quantity_words, short, time_words
from osler.core.patient.types import (
    Address,
    Allergy,
    Document,
    Fact,
    FamilyHistory,
    GeneticTest,
    GenomicInterpretation,
    Medication,
    PatientRecord,
    Phenotype,
    Presence,
    Regimen,
    Status,
)

_OVER = (Status.RESOLVED, Status.REMISSION, Status.INACTIVE)
_TAKEN = (None, Status.ACTIVE, Status.IN_PROGRESS)
_LATER = {
    "immunisations": "Immunisations",
    "encounters": "Encounters",
    "appointments": "Appointments",
}


_REPAIR = {"positive": "deficient", "stable": "proficient"}
"""How mismatch repair is called, of which a positive test finds the lack."""


_OF_DISEASES = frozenset({"MONDO", "ICD10CM", "OMIM", "ORPHA"})
"""Vocabularies of diseases; what ICD-10-CM has in its chapter R is a symptom."""
_MOST = 15
"""Lines of a list."""
_WHOLE = frozenset(
    {"Active problems", "Symptoms and signs", "Current medicines", "Medicines on hold or planned", "Allergies"}
)
"""What a clinician may not overlook: these lists are never cut."""


def summarise(record: PatientRecord) -> str:
    """The record as plain text, what matters first: active problems, current medicines, allergies, then the rest.

    At most so many lines to a list; the same thing said several times is one line.
    """
    blocks = [_person(record)]
    for title, lines in _chart(record):
        if lines:
            blocks.append(_block(f"{title} ({len(lines)})", lines, max(_MOST, _whole(title, lines))))
    people = [*(name.label for one in record.practitioners for name in one.names[:1])]
    places = [one.name for one in record.organisations if one.name]
    if people or places:
        blocks.append(_block("Care team", list(dict.fromkeys(people + places)), _MOST))
    return "\n\n".join(blocks)


def _whole(title: str, lines: list[str]) -> int:
    """How many lines of a list may not be cut: all that a clinician may not overlook, and the results that are marked."""
    return len(lines) if title in _WHOLE else sum(MARK in line for line in lines)


def _chart(record: PatientRecord) -> Iterator[tuple[str, list[str]]]:
    """The titles of the page with their lines, in the order in which a clinician looks for them."""
    problems: list[Fact] = [*record.conditions, *record.phenotypes]
    real = [fact for fact in problems if fact.status is not Status.ENTERED_IN_ERROR]
    present = [fact for fact in real if fact.presence is Presence.PRESENT]
    active = [fact for fact in present if fact.status not in _OVER]
    yield "Active problems", _folded([fact for fact in active if not _is_sign(fact)])
    drugs = [fact for fact in record.medications if fact.status is not Status.ENTERED_IN_ERROR]
    taken = [fact for fact in drugs if fact.presence is Presence.PRESENT]
    yield "Current medicines", _folded([fact for fact in taken if fact.status in _TAKEN], _medication)
    yield (
        "Medicines on hold or planned",
        _folded([fact for fact in taken if fact.status in (Status.ON_HOLD, Status.PLANNED)], _medication),
    )
    yield "Allergies", _folded(record.allergies, _allergy)
    yield "Symptoms and signs", _folded([fact for fact in active if _is_sign(fact) and not _is_a_result(fact, record)])
    yield "Cancer", list(_cancer(record))
    yield "Results, latest of each (* outside its range)", result_lines(record)
    yield "Procedures", _folded(record.procedures)
    yield "Family history", _folded(record.family_history, _family)
    yield "Genetic tests", _folded(record.genetic_tests, _test)
    yield "Genes and variants", _folded(record.genomic_interpretations, _interpretation)
    yield "Possible", _folded([fact for fact in real if fact.presence is Presence.POSSIBLE])
    yield "Past problems", _folded([fact for fact in present if fact.status in _OVER])
    past = [fact for fact in drugs if fact not in taken or fact.status not in (*_TAKEN, Status.ON_HOLD, Status.PLANNED)]
    yield "Past medicines, or not taken", _folded(past, _medication)
    denied = [fact for fact in real if fact.presence in (Presence.ABSENT, Presence.UNKNOWN)]
    general = [f"{denial.of.replace('_', ' ')}: {short(denial.text or 'denied')}" for denial in record.denials]
    yield "Excluded, denied or unknown", _folded(denied) + general
    for field, title in _LATER.items():
        yield title, _folded(getattr(record, field))
    yield "Documents", [_document(document) for document in record.documents]


def _is_sign(fact: Fact) -> bool:
    """Whether a finding is a symptom, a sign or an abnormal result: one that no vocabulary of diseases counts among them."""
    if not isinstance(fact, Phenotype):
        return False
    return not any(coding.system in _OF_DISEASES and not coding.id.startswith("ICD10CM:R") for coding in fact.codings)


def _is_a_result(fact: Fact, record: PatientRecord) -> bool:
    """Whether a finding is only what a value beyond its range says, which the page marks where it gives the value."""
    values = [one for result in record.observations for one in result.evidence if isinstance(one, Span)]
    places = [one for one in fact.evidence if isinstance(one, Span)]
    return bool(fact.note and places) and all(any(place.overlaps(value) for value in values) for place in places)


def _document(document: Document) -> str:
    written = f", {document.written}" if document.written else ""
    return f"{document.title or document.id}{written}: {len(document.text):,} characters, {len(document.sections)} section(s)"


def _folded(facts: Sequence[Fact], say: Callable[[Any], str] | None = None) -> list[str]:
    """One line for each thing, latest first, undated last; a repeat by code or name is folded into it and counted."""
    order = {Presence.PRESENT: 0, Presence.POSSIBLE: 1, Presence.ABSENT: 2, Presence.UNKNOWN: 3}
    ordered = sorted(facts, key=lambda fact: (order[fact.presence], negative_time(fact)))
    found: dict[str, Fact] = {}
    counts: Counter[str] = Counter()
    names: dict[str, str] = {}
    for fact in ordered:
        own = [*(coding.id for coding in fact.codings), fact.label.casefold()]
        own += [coding.display.casefold() for coding in fact.codings[:1] if coding.display]
        if isinstance(fact, FamilyHistory):
            own = [f"{fact.relation} {name}" for name in own]
        key = next((names[name] for name in own if name in names), fact.id + fact.label)
        names.update({name: key for name in own if name not in names})
        found.setdefault(key, fact)
        counts[key] += 1
    write = say or _fact
    lines = [write(fact) + (f" ×{counts[key]}" if counts[key] > 1 else "") for key, fact in found.items()]
    return list(dict.fromkeys(lines))


def _person(record: PatientRecord) -> str:
    person = record.demographics
    age = record.age_at()
    born = f"born {person.birth_date}" if person.birth_date else None
    facts = [
        next((name.label for name in person.names), None)
        or ("Patient" if record.id == "patient" else f"Patient {record.id}"),
        person.sex.value if person.sex else "sex not stated",
        _age(age) if age is not None else "age not stated",
        born,
        "deceased" if person.deceased else None,
    ]
    lines = [", ".join(fact for fact in facts if fact)]
    if record.as_of:
        lines.append(f"as of {record.as_of}")
    lines += [_address(address) for address in person.addresses[:1]]
    return "\n".join(lines)


def _age(years: float) -> str:
    if years >= 2:
        return f"{int(years)} years"
    months = int(years * 12 + 1e-6)
    return f"{months} months" if months >= 1 else f"{int(years * 365.25 + 1e-6)} days"


def _address(address: Address) -> str:
    parts = [address.text, *address.lines, address.city, address.state, address.postal_code, address.country]
    return ", ".join(part for part in parts if part)


def _fact(fact: Fact) -> str:
    marks = [
        "" if fact.presence is Presence.PRESENT else _PRESENCE[fact.presence],
        fact.status.value if fact.status else "",
        time_words(fact.time),
    ]
    said = ", ".join(mark for mark in marks if mark)
    code = next((coding.id for coding in fact.codings if len(coding.id) <= 24), None)
    name = short(fact.label) + (f" [{code}]" if code and code != fact.label else "")
    return f"{name} ({said})" if said else name


_PRESENCE = {Presence.ABSENT: "NOT present", Presence.POSSIBLE: "possible", Presence.UNKNOWN: "unknown"}


def _allergy(fact: Allergy) -> str:
    if fact.presence is Presence.ABSENT and not fact.codings and says_none(fact.label):
        return "none known"
    reactions = [
        reaction.text or ", ".join(one.display or one.id for one in reaction.manifestations)
        for reaction in fact.reactions
    ]
    said = "; ".join(short(reaction) for reaction in reactions if reaction)
    return _fact(fact) + (f": {said}" if said else "")


def _cancer(record: PatientRecord) -> Iterator[str]:
    for cancer in record.cancers:
        stages = [f"stage {stage.group}" if stage.group else "" for stage in cancer.stages]
        tnm = [stage.tnm or "" for stage in cancer.stages]
        grade = f"grade {cancer.grade}" if cancer.grade else ""
        parts = [cancer.histology or cancer.label, cancer.site, *stages, *tnm, grade]
        yield ", ".join(part for part in parts if part)
        if cancer.metastases:
            yield f"metastases: {', '.join(spread.site for spread in cancer.metastases)}"
    for marker in record.biomarkers:
        value = quantity_words(marker.value) if marker.value else ""
        result = _REPAIR.get(marker.result or "", marker.result) if marker.name == "MMR" else marker.result
        yield " ".join(part for part in (marker.name, marker.variant, marker.score, value, result) if part)
    for line in record.therapy_lines:
        words = [f"line {line.line}" if line.line else "therapy", ", ".join(line.drugs), time_words(line.time)]
        ended = f"stopped for {line.stop_reason}" if line.stop_reason else ""
        yield ": ".join(words[:2]) + "".join(f", {one}" for one in (words[2], line.response, ended) if one)
    for course in record.radiotherapies:
        dose = quantity_words(course.dose) if course.dose and course.dose.value is not None else None
        yield ", ".join(part for part in ("radiotherapy", course.site, dose) if part)


def _medication(fact: Medication) -> str:
    doses = [regimen.text or " ".join(_regimen_parts(regimen)) for regimen in fact.regimens]
    detail = "; ".join(short(dose) for dose in doses if dose)
    kind = "supplement: " if fact.kind == "supplement" else ""
    return kind + _fact(fact) + (f": {detail}" if detail else "")


def _regimen_parts(regimen: Any) -> list[str]:
    schedule = regimen.schedule
    often = ""
    if schedule and schedule.frequency:
        often = f"{schedule.frequency}x per {schedule.period or 1:g} {schedule.period_unit or ''}"
    route = regimen.route_text or (regimen.route.display if regimen.route else None)
    parts = [
        _dose_words(regimen),
        route,
        often or (schedule.text if schedule else None),
    ]
    return [part for part in parts if part]


def _dose_words(regimen: Regimen) -> str | None:
    low, high = (quantity_words(one) if one else None for one in (regimen.dose, regimen.dose_high))
    return f"{low} to {high}" if low and high else low


def _family(fact: FamilyHistory) -> str:
    return f"{fact.relation or 'family'}{' (died)' if fact.deceased else ''}: {_fact(fact)}"


def _test(fact: GeneticTest) -> str:
    genes = ", ".join(gene.symbol for gene in fact.genes if gene.symbol)
    said = f"{genes} {fact.result}" if genes and fact.result else fact.result or "result not stated"
    return f"{_fact(fact)}: {said}"


def _interpretation(fact: GenomicInterpretation) -> str:
    gene = fact.gene or (fact.variant.gene if fact.variant else None)
    notation = next((one.value for one in fact.variant.expressions), None) if fact.variant else None
    parts = [gene.symbol if gene else None, notation, fact.acmg, fact.interpretation]
    return ", ".join(part for part in parts if part) + f" for {fact.label}"


def _block(title: str, lines: list[str], most: int) -> str:
    shown = [f"  {line}" for line in lines[:most]]
    if len(lines) > most:
        shown.append(f"  … and {len(lines) - most} more")
    return "\n".join([title, *shown])
