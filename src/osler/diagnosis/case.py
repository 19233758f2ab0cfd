"""The patient as the diagnosis sees one: coded findings, notes, and the few facts that weigh on a ranking."""

from __future__ import annotations

import datetime as dt
import re

from pydantic import BaseModel, Field

from osler.core.evidence import Evidence, Source
from osler.core.patient import PatientRecord, abnormal_karyotype
from osler.core.patient.types import ClinicalTime, Condition, Fact, GeneticTest, Phenotype, Presence, Status, latest_day
from osler.core.results import Problem
from osler.core.safety import PatientContext, context_of
from osler.core.terminology import SemanticType, Vocabularies
from osler.diagnosis.pedigree import Relative
from osler.diagnosis.told import tells_of
from osler.diagnosis.types import PriorTest, Sex


class CodedFinding(BaseModel):
    """A phenotype that came with a code or a name, not from a note."""

    term: str
    """The id as given, or the words where there was no id."""
    label: str = ""
    excluded: bool = False
    onset_years: float | None = None
    resolved: bool = False
    recorded: dt.date | None = None
    happened: dt.date | None = None
    """The last day on which it can have begun, where a date is given."""
    evidence: list[Evidence] = Field(default_factory=list)


class DiagnosisInput(BaseModel):
    """What one diagnosis works on."""

    findings: list[CodedFinding] = Field(default_factory=list)
    named_conditions: list[CodedFinding] = Field(default_factory=list)
    """Conditions known by words alone that name no phenotype: nothing is ranked by them, and they can be emergencies."""
    read_findings: list[CodedFinding] = Field(default_factory=list)
    """What the reader of the notes put into the record, each with its place: results in one word, what several words say together."""
    notes: list[Source] = Field(default_factory=list)
    age_years: float | None = None
    sex: Sex = "unknown"
    genes: list[str] = Field(default_factory=list)
    causative_genes: list[str] = Field(default_factory=list)
    """Genes in which a variant was already called causative."""
    negative_genes: list[str] = Field(default_factory=list)
    """Genes that were tested, and nothing was found."""
    array_negative: bool = False
    """Whether a microarray was done, and nothing was found."""
    karyotype: str | None = None
    """The karyotype as ISCN writes it, where it is not the usual one."""
    prior_tests: list[PriorTest] = Field(default_factory=list)
    family_history: list[str] = Field(default_factory=list)
    relatives: list[Relative] = Field(default_factory=list)
    """What relatives have, by the record; what notes tell besides is read from them."""
    as_of: dt.date | None = None
    note_dates: dict[str, dt.date] = Field(default_factory=dict)
    """The day on which each dated note was written."""
    context: PatientContext = Field(default_factory=PatientContext)
    """Values and whatever else decides which red flags apply."""
    acknowledged: bool = False
    """Whether a clinician has taken note of urgent red flags and wants the analysis to go on."""
    problems: list[Problem] = Field(default_factory=list)
    """What the reader of the input remarked; the answer begins with it."""

    @property
    def tells_of_family(self) -> bool:
        """Whether the record or a note says anything of the family."""
        return bool(self.family_history) or tells_of("family", [note.text for note in self.notes if note.text])

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to reason from."""
        said = self.findings or self.named_conditions or self.context.readings
        return not said and not any((note.text or "").strip() for note in self.notes)


def case_of(record: PatientRecord, vocabularies: Vocabularies) -> DiagnosisInput:
    """The diagnosis' view of a record; what was read out of a note is kept apart, for a model may refute it."""
    birth = record.demographics.birth_date
    phenotypes = [(fact, fact.resolution) for fact in record.phenotypes if _is_coded(fact)]
    conditions = [(fact, fact.abatement) for fact in record.conditions if _is_coded(fact)]
    findings = [
        _finding(term, fact, ended, birth)
        for fact, ended in (*phenotypes, *conditions)
        if (term := _term(fact, vocabularies)) is not None
    ]
    in_notes = [
        _finding(term, fact, fact.resolution, birth)
        for fact in record.phenotypes
        if _is_spoken(fact) and not _is_coded(fact) and (term := _term(fact, vocabularies)) is not None
    ]
    others = [
        _finding(fact.label, fact, ended, birth)
        for fact, ended in conditions
        if not fact.codings and fact.presence is Presence.PRESENT and _term(fact, vocabularies) is None
    ]
    sex = record.demographics.sex
    return DiagnosisInput(
        findings=findings,
        named_conditions=others,
        read_findings=in_notes,
        notes=[document.source() for document in record.documents],
        age_years=record.age_at(),
        sex="male" if sex == "male" else "female" if sex == "female" else "unknown",
        genes=_candidate_genes(record),
        causative_genes=_candidate_genes(record, only=_CAUSATIVE),
        negative_genes=_negative_genes(record),
        array_negative=_array_negative(record),
        karyotype=next(
            (
                test.result_text
                for test in record.genetic_tests
                if test.result_text and abnormal_karyotype(test.result_text)
            ),
            None,
        ),
        prior_tests=[_prior_test(test) for test in record.genetic_tests],
        family_history=[fact.label for fact in record.family_history],
        relatives=[
            Relative(relation=fact.relation, finding=fact.label, hpo_id=_term(fact, vocabularies) or "")
            for fact in record.family_history
            if fact.relation and fact.presence is Presence.PRESENT
        ],
        as_of=latest_day(record.as_of) if record.as_of else None,
        note_dates={item.id: latest_day(item.written) for item in record.documents if item.written},
        context=context_of(record),
    )


def _finding(term: str, fact: Fact, ended: ClinicalTime | None, birth: str | None) -> CodedFinding:
    return CodedFinding(
        term=term,
        label=fact.label,
        excluded=fact.presence is Presence.ABSENT,
        onset_years=fact.time.first_age(birth) if fact.time else None,
        resolved=ended is not None or fact.status is Status.RESOLVED,
        recorded=latest_day(fact.recorded) if fact.recorded else None,
        happened=fact.time.latest(birth) if fact.time else None,
        evidence=fact.evidence,
    )


def _is_spoken(fact: Fact) -> bool:
    withdrawn = fact.status in (Status.ENTERED_IN_ERROR, Status.CANCELLED)
    return fact.presence in (Presence.PRESENT, Presence.ABSENT) and not withdrawn


def _is_coded(fact: Fact) -> bool:
    return _is_spoken(fact) and not any(item.kind == "span" for item in fact.evidence)


def _term(fact: Fact, vocabularies: Vocabularies) -> str | None:
    """The HPO id of a fact, or the words of a phenotype that has none.

    A condition counts where one of its codes is also the code of a phenotype, or its words are the name of one where it
    has no code; a disease is no finding of its own.
    """
    given = next((coding.id for coding in fact.codings if coding.system == "HP"), None)
    if given is not None or isinstance(fact, Phenotype):
        return given or fact.label
    if not fact.codings and isinstance(fact, Condition):
        named = vocabularies.search(fact.label, max_results=1, semantic_types=[SemanticType.PHENOTYPE])
        exact = any(one.match_kind in _EXACT and one.concept_id.startswith("HP:") for one in named)
        return fact.label if exact else None
    found = (
        candidate
        for coding in fact.codings
        for candidate in vocabularies.search(coding.id, semantic_types=[SemanticType.PHENOTYPE])
        if candidate.match_kind == "code" and candidate.concept_id.startswith("HP:")
    )
    return next((candidate.concept_id for candidate in found), None)


_EXACT = frozenset({"exact", "synonym"})
_CAUSATIVE = frozenset({"causative"})


def _candidate_genes(record: PatientRecord, only: frozenset[str] = frozenset()) -> list[str]:
    symbols = (
        gene.symbol
        for item in record.genomic_interpretations
        if item.interpretation != "rejected" and (not only or item.interpretation in only)
        for gene in (item.gene, item.variant.gene if item.variant else None)
        if gene and gene.symbol
    )
    return list(dict.fromkeys(symbols))


def _negative_genes(record: PatientRecord) -> list[str]:
    """The genes of single-gene tests and panels without a finding; what another test found is no negative."""
    found = set(_candidate_genes(record))
    tested = (gene.symbol for test in record.genetic_tests if test.result == "negative" for gene in test.genes)
    return list(dict.fromkeys(symbol for symbol in tested if symbol and symbol not in found))


def _array_negative(record: PatientRecord) -> bool:
    """Whether a microarray without a finding is among the tests."""
    done = (test.label.casefold() for test in record.genetic_tests if test.result == "negative")
    return any(re.search(r"array|\bacgh\b|\bcma\b", label) for label in done)


_PANEL_WORDS = ("panel",)
_WHOLE_GENOME_WORDS = ("exome", "genome", "wes", "wgs")


def _prior_test(test: GeneticTest) -> PriorTest:
    """A test by the kinds the score knows: a gene panel, an exome or genome, or whatever it is called."""
    words = test.label.casefold().replace("_", " ")
    kind = test.label
    if any(word in words for word in _WHOLE_GENOME_WORDS):
        kind = "exome_or_genome"
    elif any(word in words for word in _PANEL_WORDS):
        kind = "gene_panel"
    day = test.time.latest() or test.time.earliest() if test.time else None
    return PriorTest(
        type=kind,
        date=day,
        genes=[gene.symbol for gene in test.genes if gene.symbol],
        result=test.result_text or test.result or "",
    )
