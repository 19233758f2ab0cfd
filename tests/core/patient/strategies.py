"""Patient records of every shape, for property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from osler.core.evidence import Pointer, Source, Span
from osler.core.patient.types import (
    Address,
    Allergy,
    Appointment,
    ClinicalTime,
    Coding,
    Component,
    Condition,
    ContactPoint,
    Demographics,
    Document,
    Encounter,
    Expression,
    FamilyHistory,
    Gene,
    GeneticTest,
    GenomicInterpretation,
    HumanName,
    Identifier,
    Immunisation,
    Medication,
    Observation,
    Organisation,
    PatientRecord,
    Phenotype,
    Practitioner,
    Presence,
    Procedure,
    Progression,
    Quantity,
    Reaction,
    ReferenceRange,
    Regimen,
    Relation,
    Schedule,
    Section,
    Sex,
    Status,
    TimePoint,
    Variant,
    VcfRecord,
)

Strategy = st.SearchStrategy[Any]

# Words as exports really hold them: accents, right-to-left letters, line breaks, blanks at the ends, nothing at all.
words = st.text(st.sampled_from('aZ9 é\nשل\t-:/"<&{}'), max_size=12)
maybe_words = st.none() | words
codes = st.text(st.sampled_from("0123456789AZ.- "), min_size=1, max_size=8)
numbers = st.floats(allow_nan=False, allow_infinity=False, width=32) | st.integers(-5, 500).map(float)
dates = st.dates().map(lambda day: day.isoformat())
partial_dates = st.one_of(
    dates,
    dates.map(lambda day: day[:7]),
    dates.map(lambda day: day[:4]),
    dates.map(lambda day: f"{day}T10:20:30Z"),
    dates.map(lambda day: f"{day}T23:59:59.123+05:30"),
    dates.map(lambda day: f"{day}T08:15"),
)
durations = st.one_of(
    st.integers(0, 99).map(lambda years: f"P{years}Y"),
    st.tuples(st.integers(0, 99), st.integers(1, 11)).map(lambda both: f"P{both[0]}Y{both[1]}M"),
    st.sampled_from(["P3W", "P10D", "P0D", "P2.5Y", "P1DT3H"]),
)
codings = st.builds(
    Coding,
    system=st.sampled_from(
        ["HP", "SCTID", "LOINC", "MONDO", "LAB", "RXNORM", "", "http://example.org/codes", "odd one"]
    ),
    code=codes,
    display=maybe_words,
)
coding_lists = st.lists(codings, max_size=2)
points = st.one_of(
    partial_dates.map(lambda day: TimePoint(date=day)),
    durations.map(lambda age: TimePoint(age=age)),
    st.sampled_from(["P20W3D", "P38W"]).map(lambda weeks: TimePoint(gestation=weeks)),
    codings.map(lambda stage: TimePoint(stage=stage)),
)
times = st.none() | st.one_of(
    st.builds(ClinicalTime, at=points, text=maybe_words),
    st.builds(ClinicalTime, start=st.none() | points, end=st.none() | points, text=maybe_words),
)
quantities = st.builds(
    Quantity,
    value=st.none() | numbers,
    comparator=st.none() | st.sampled_from(["<", "<=", ">=", ">"]),
    unit=maybe_words,
    ucum=st.none() | codes,
)
maybe_quantities = st.none() | quantities
ranges = st.builds(ReferenceRange, low=maybe_quantities, high=maybe_quantities, text=maybe_words)
evidence = st.one_of(
    st.builds(
        lambda start, quote: Span(source_id="note", start=start, end=start + len(quote), quote=quote),
        st.integers(0, 50),
        words,
    ),
    st.builds(Pointer, source_id=st.just("fhir"), path=words, reference=st.none() | st.just("PMID:1")),
)
ids = st.one_of(st.uuids().map(str), st.text(st.sampled_from("ab1 /#é"), min_size=1, max_size=8))

fact: dict[str, Strategy] = {
    "id": ids,
    "codings": coding_lists,
    "text": maybe_words,
    "presence": st.sampled_from([presence for presence in Presence if presence is not Presence.NOT_MENTIONED]),
    "status": st.none() | st.sampled_from(list(Status)),
    "time": times,
    "recorded": st.none() | partial_dates,
    "encounter_id": st.none() | ids,
    "note": maybe_words,
    "evidence": st.lists(evidence, max_size=2),
}
measured: dict[str, Strategy] = {
    "quantity": maybe_quantities,
    "value_range": st.none() | ranges,
    "value_codings": coding_lists,
    "value_boolean": st.none() | st.booleans(),
    "value_text": maybe_words,
    "reference_ranges": st.lists(ranges, max_size=2),
    "interpretations": coding_lists,
    "missing_reason": maybe_words,
}
id_lists = st.lists(ids, max_size=2)
maybe_codings = st.none() | codings

conditions = st.builds(
    Condition,
    **fact,
    abatement=times,
    category=maybe_words,
    severity=maybe_codings,
    body_sites=coding_lists,
    stages=coding_lists,
)
phenotypes = st.builds(
    Phenotype,
    **fact,
    resolution=times,
    progression=st.none() | st.sampled_from(list(Progression)),
    severity=maybe_codings,
    modifiers=coding_lists,
)
observations = st.builds(
    Observation,
    **fact,
    **measured,
    category=maybe_words,
    method=maybe_words,
    body_sites=coding_lists,
    components=st.lists(st.builds(Component, **measured, codings=coding_lists, text=maybe_words), max_size=2),
)
schedules = st.builds(
    Schedule,
    frequency=st.none() | st.integers(0, 9),
    period=st.none() | st.sampled_from([0.0, 1.0, 2.5]),
    period_unit=st.none() | st.sampled_from(["h", "d", "wk"]),
    as_needed=st.none() | st.booleans(),
    text=maybe_words,
)
regimens = st.builds(
    Regimen,
    dose=maybe_quantities,
    route=maybe_codings,
    route_text=maybe_words,
    schedule=st.none() | schedules,
    time=times,
    text=maybe_words,
)
medications = st.builds(
    Medication,
    **fact,
    kind=st.sampled_from(["medication", "supplement"]),
    intent=st.none() | st.sampled_from(["order", "plan", "statement", "odd"]),
    regimens=st.lists(regimens, max_size=2),
    reasons=coding_lists,
    reason_text=maybe_words,
    practitioner_ids=id_lists,
)
procedures = st.builds(
    Procedure,
    **fact,
    category=maybe_words,
    body_sites=coding_lists,
    reasons=coding_lists,
    outcome=maybe_words,
    practitioner_ids=id_lists,
)
encounters = st.builds(
    Encounter,
    **fact,
    setting=maybe_codings,
    reasons=coding_lists,
    practitioner_ids=id_lists,
    organisation_id=st.none() | ids,
)
appointments = st.builds(
    Appointment, **fact, reasons=coding_lists, practitioner_ids=id_lists, minutes=st.none() | st.integers(0, 90)
)
reactions = st.builds(
    Reaction,
    manifestations=coding_lists,
    text=maybe_words,
    severity=st.none() | st.sampled_from(["mild", "moderate", "severe"]),
)
allergies = st.builds(
    Allergy,
    **fact,
    kind=st.none() | st.sampled_from(["allergy", "intolerance"]),
    categories=st.lists(st.sampled_from(["food", "odd"]), max_size=2),
    criticality=st.none() | st.sampled_from(["low", "high"]),
    reactions=st.lists(reactions, max_size=2),
)
immunisations = st.builds(Immunisation, **fact, dose_number=st.none() | st.integers(0, 4), lot_number=maybe_words)
family = st.builds(
    FamilyHistory,
    **fact,
    relation=maybe_words,
    relation_coding=maybe_codings,
    sex=st.none() | st.sampled_from(list(Sex)),
    deceased=st.none() | st.booleans(),
    relative_age=st.none() | durations,
)
genes = st.builds(Gene, symbol=maybe_words, id=st.none() | st.just("HGNC:34"))
variants = st.builds(
    Variant,
    id=maybe_words,
    label=maybe_words,
    gene=st.none() | genes,
    expressions=st.lists(st.builds(Expression, syntax=st.just("hgvs.c"), value=words), max_size=2),
    vcf=st.none()
    | st.builds(
        VcfRecord,
        assembly=st.just("hg38"),
        chromosome=st.just("chr1"),
        position=st.integers(1, 10**8),
        reference=st.just("G"),
        alternate=st.just("A"),
    ),
    zygosity=maybe_codings,
    structural_type=maybe_codings,
    molecule=st.none() | st.sampled_from(["genomic", "odd"]),
)
tests = st.builds(
    GeneticTest,
    **fact,
    result=st.none() | st.sampled_from(["positive", "negative", "unknown"]),
    result_text=maybe_words,
    genes=st.lists(genes, max_size=1),
    variants=st.lists(variants, max_size=1),
)
interpretations = st.builds(
    GenomicInterpretation,
    **fact,
    gene=st.none() | genes,
    variant=st.none() | variants,
    interpretation=st.none() | st.sampled_from(["unknown", "candidate", "causative"]),
    acmg=st.none() | st.sampled_from(["benign", "pathogenic", "not_provided"]),
    actionability=st.none() | st.sampled_from(["ACTIONABLE", "odd"]),
    progress=st.none() | st.sampled_from(["SOLVED", "UNSOLVED", "odd"]),
)
names = st.builds(
    HumanName,
    family=maybe_words,
    given=st.lists(words, max_size=2),
    prefixes=st.lists(words, max_size=1),
    use=st.none() | st.sampled_from(["official", "odd"]),
    text=maybe_words,
)
identifiers = st.builds(
    Identifier, value=words, system=maybe_words, kind=st.none() | st.sampled_from(["subject", "MR"])
)
contacts = st.builds(ContactPoint, value=words, system=st.none() | st.sampled_from(["phone", "odd"]), use=maybe_words)
addresses = st.builds(Address, lines=st.lists(words, max_size=2), city=maybe_words, postal_code=maybe_words)
party: dict[str, Strategy] = {
    "id": ids,
    "identifiers": st.lists(identifiers, max_size=1),
    "contacts": st.lists(contacts, max_size=1),
    "addresses": st.lists(addresses, max_size=1),
    "evidence": st.lists(evidence, max_size=1),
}
demographics = st.builds(
    Demographics,
    names=st.lists(names, max_size=2),
    identifiers=st.lists(identifiers, max_size=2),
    contacts=st.lists(contacts, max_size=1),
    addresses=st.lists(addresses, max_size=1),
    relations=st.lists(
        st.builds(Relation, name=st.none() | names, relationship=maybe_words, address=st.none() | addresses), max_size=1
    ),
    sex=st.none() | st.sampled_from(list(Sex)),
    gender=maybe_codings,
    karyotype=st.none() | st.sampled_from(["XX", "odd"]),
    birth_date=st.none() | partial_dates,
    age=st.none() | durations,
    deceased=st.none() | st.booleans(),
    death=times,
    cause_of_death=maybe_codings,
    marital_status=maybe_codings,
    race=st.lists(words, max_size=2),
    languages=st.lists(words, max_size=2),
    other_identifying=st.lists(words, max_size=1),
    evidence=st.lists(evidence, max_size=1),
)
documents = st.builds(
    Document,
    id=ids,
    title=maybe_words,
    text=words,
    codings=coding_lists,
    written=st.none() | partial_dates,
    encounter_id=st.none() | ids,
    practitioner_ids=id_lists,
    sections=st.lists(
        st.builds(Section, heading=words, kind=maybe_words, start=st.just(0), end=st.just(3), body_start=st.just(1)),
        max_size=1,
    ),
    evidence=st.lists(evidence, max_size=1),
)


practitioners = st.builds(Practitioner, **party, names=st.lists(names, max_size=1), specialties=coding_lists)
organisations = st.builds(Organisation, **party, name=maybe_words, types=coding_lists)

PARTS: dict[str, Strategy] = {
    "documents": documents,
    "conditions": conditions,
    "phenotypes": phenotypes,
    "observations": observations,
    "medications": medications,
    "procedures": procedures,
    "encounters": encounters,
    "appointments": appointments,
    "allergies": allergies,
    "immunisations": immunisations,
    "family_history": family,
    "genetic_tests": tests,
    "genomic_interpretations": interpretations,
    "practitioners": practitioners,
    "organisations": organisations,
    "sources": st.builds(Source, id=st.just("fhir"), kind=st.just("fhir"), title=maybe_words),
}
"""What each list of a record may hold."""


def records_with(field: str) -> st.SearchStrategy[PatientRecord]:
    """Records that hold one kind of part; whole records would take minutes to shrink."""
    parts = st.lists(PARTS[field], min_size=1, max_size=2)
    return st.builds(PatientRecord, id=ids, as_of=st.none() | partial_dates, **{field: parts})


people: st.SearchStrategy[PatientRecord] = st.builds(PatientRecord, id=ids, demographics=demographics)
