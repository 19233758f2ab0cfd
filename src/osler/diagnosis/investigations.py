"""The cited table of which investigation settles a finding, by HPO branch."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from functools import cache

from pydantic import BaseModel, ConfigDict, Field, PrivateAttr, model_validator

from osler.core.terminology import HpoGraph
from osler.diagnosis.types import ActionType, Sex
from osler.yaml_reader import packaged_yaml


def speak_of(notes: str, known: Iterable[str], *, whole: bool = False) -> bool:
    """Whether notes have one of some words, in small letters; `whole`: and not only as the beginning of another."""
    lower, end = notes.lower(), "(?![a-z])" if whole else ""
    return any(re.search(rf"(?<![a-z0-9]){re.escape(words)}{end}", lower) for words in known)


class Investigation(BaseModel):
    """What to do to learn whether a finding of a branch is present."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    label: str
    test: str
    kind: ActionType
    source: str
    invasive: bool = False
    """Whether it takes a piece of tissue."""
    costly: bool = False
    """Whether it takes a scanner, needles, a laboratory of its own or hours, and waits for what is cheaper."""
    first: bool = False
    """Whether the branch wins over more specific ones."""
    result: str | None = None
    """The term of a result that is part of the test."""
    told: tuple[str, ...] = ()
    """Words, in small letters, by which a note speaks of that result."""
    rest: str | None = None
    """What remains of the test once that result is known."""

    def without(self, known: Collection[str]) -> Investigation:
        """The investigation without the part whose result is known."""
        return self.model_copy(update={"test": self.rest}) if self.rest and self.result in known else self

    def without_told(self, notes: str) -> Investigation:
        """The same without the part of which notes speak already, whatever its result was."""
        return (
            self.model_copy(update={"test": self.rest})
            if self.rest and speak_of(notes, self.told, whole=True)
            else self
        )


class Silent(BaseModel):
    """A branch that is seen, told or felt, and for which nothing is ordered."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    label: str
    why: str
    asked: bool = True
    """Whether it may be asked at the bedside."""
    itself: bool = False
    """Whether only the term is meant, and not what lies below it."""
    first: bool = False
    """Whether the branch wins over more specific ones."""


class Confirming(BaseModel):
    """A branch of features that a laboratory settles."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    id: str
    test: str


class Established(BaseModel):
    """The test by which guidance establishes the diseases of some branches."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    diseases: dict[str, str]
    """Ids of the annotations or of MONDO, each with its name there."""
    test: str
    known: tuple[str, ...]
    """Words, in small letters, of a note that speaks of the test already."""
    source: str


class FirstLine(BaseModel):
    """The test that guidance has first for findings, whatever the syndrome."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    findings: dict[str, str]
    """HPO branches, each with its name."""
    at_least: int = 1
    """How many of them the patient has to have."""
    sex: Sex | None = None
    """The sex whose patients are tested so."""
    unborn: bool = False
    """Whether only who is not born yet is tested so."""
    at_most: int | None = None
    """How many findings the patient may have: with more it is a syndrome that is looked for."""
    from_years: float | None = None
    until_years: float | None = None
    """The ages from which on the guidance is one, and is none any more; of an unknown age it is none."""
    kind: ActionType = "genetic_testing"
    whoever_leads: bool = False
    """Whether it comes before the tests of a disease that is likely, too."""
    genes_wait: bool = False
    """Whether its result says which genes are worth looking at."""
    unranked: bool = False
    """Whether it looks for a disease that is not ranked: none that is can then be held likely."""
    test: str
    because: str
    known: tuple[str, ...]
    """Words, in small letters, of a note that speaks of the test already."""
    source: str


class Aged(BaseModel):
    """A branch of findings that nobody can have before an age, or that says nothing after it."""

    model_config = ConfigDict(extra="forbid")

    id: str
    label: str
    years: float


GROWN_UP = 18.0
"""The age (years) from which on guidance for children is none."""


class _GeneticTesting(BaseModel):
    model_config = ConfigDict(extra="forbid")

    source: str
    """For patients of any age."""
    children: str
    """For those known to be children."""

    def source_at(self, age_years: float | None) -> str:
        """The key of the guidance for a patient of an age."""
        return self.children if age_years is not None and age_years < GROWN_UP else self.source


class _RepeatExpansions(BaseModel):
    model_config = ConfigDict(extra="forbid")

    source: str
    genes: frozenset[str]


class Assay(BaseModel):
    """How the usual variant of a gene is found that sequencing misses."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    genes: frozenset[str] = frozenset()
    prefix: str | None = None
    """How the symbols of the genes begin, where they are told by it."""
    instead: frozenset[str] = frozenset()
    """Genes of the same place that the assay speaks for."""
    test: str
    because: str = "sequencing can miss it"
    sequenced: bool = False
    """Whether the gene is sequenced where the assay finds nothing."""
    source: str

    def is_of(self, gene: str) -> bool:
        """Whether it is the assay of a gene."""
        return gene in self.genes or (self.prefix is not None and gene.startswith(self.prefix))


class ChromosomalTest(BaseModel):
    """How diseases of a whole chromosome, or of a part of one, are found."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    test: str
    because: str
    branches: tuple[str, ...]


class _EnzymeDeficiencies(BaseModel):
    model_config = ConfigDict(extra="forbid")

    test: str
    branches: tuple[str, ...]


class InvestigationTable(BaseModel):
    """The whole table; every row names a source that is listed."""

    model_config = ConfigDict(extra="forbid")

    sources: dict[str, str]
    of_children: frozenset[str] = frozenset()
    """The sources that speak of children alone."""
    branches: list[Investigation]
    reported: dict[str, str] = Field(default_factory=dict)
    """The words by which letters report a study, as a pattern: what it has shown is written there, and what is not was not seen."""
    silent: list[Silent] = Field(default_factory=list)
    confirming: list[Confirming] = Field(default_factory=list)
    established: list[Established] = Field(default_factory=list)
    first_line: list[FirstLine] = Field(default_factory=list)
    from_age: list[Aged] = Field(default_factory=list)
    until_age: list[Aged] = Field(default_factory=list)
    genetic_testing: _GeneticTesting
    repeat_expansions: _RepeatExpansions
    assays: list[Assay] = Field(default_factory=list)
    chromosomal: tuple[ChromosomalTest, ...]
    enzyme_deficiencies: _EnzymeDeficiencies
    _placed: dict[HpoGraph, dict[int, Investigation | Silent]] = PrivateAttr(default_factory=dict)

    @model_validator(mode="after")
    def _every_source_is_listed(self) -> InvestigationTable:
        named = {row.source for row in self.branches} | {
            self.genetic_testing.source,
            self.genetic_testing.children,
            *self.of_children,
            self.repeat_expansions.source,
            *(assay.source for assay in self.assays),
            *(row.source for row in self.established),
            *(row.source for row in self.first_line),
            *(row.source for row in self.chromosomal),
        }
        missing = sorted(named - set(self.sources))
        if missing:
            raise ValueError(f"rows name sources that are not listed: {', '.join(missing)}")
        return self

    def report_of(self, test: str) -> str:
        """The words by which notes speak of a test, as a pattern; empty where none are known."""
        rows: list[Established | FirstLine] = [*self.established, *self.first_line]
        known = (word for row in rows if row.test == test for word in row.known)
        return self.reported.get(test) or "|".join(map(re.escape, known))

    def citation(self, key: str) -> str:
        """The published guidance behind a source key."""
        return self.sources[key]

    def cited_at(self, key: str, age_years: float | None) -> str:
        """The same for a patient of an age; empty where the guidance is for children and the patient is none."""
        grown = age_years is not None and age_years >= GROWN_UP
        return "" if grown and key in self.of_children else self.citation(key)

    def _by_term(self, graph: HpoGraph) -> dict[int, Investigation | Silent]:
        """The rows by the place of their term in a graph, worked out once for each graph."""
        if graph not in self._placed:
            rows: list[Investigation | Silent] = [*self.branches, *(row for row in self.silent if not row.itself)]
            self._placed[graph] = {place: row for row in rows if (place := graph.index(row.id)) is not None}
        return self._placed[graph]

    def for_finding(self, hpo_id: str, graph: HpoGraph) -> Investigation | None:
        """The investigation of the most specific branch that holds the finding, if the table has one."""
        term, rows = graph.index(hpo_id), self._by_term(graph)
        above = [] if term is None else [place for place in graph.lineage(term).tolist() if place in rows]

        def precedence(place: int) -> tuple[bool, float]:
            return rows[place].first, float(graph.information_content[place])

        found = rows[max(above, key=precedence)] if above else None
        return found if isinstance(found, Investigation) else None

    def is_asked(self, hpo_id: str, graph: HpoGraph, age_years: float | None = None) -> bool:
        """Whether a finding may be asked about at all, of a patient of an age."""
        if any(row.id == hpo_id for row in self.silent if row.itself):
            return False
        never = [row.id for row in self.silent if not row.asked and not row.itself]
        too_early = [row.id for row in self.from_age if age_years is not None and age_years < row.years]
        too_late = [row.id for row in self.until_age if age_years is not None and age_years >= row.years]
        return not any(graph.is_a(hpo_id, branch) for branch in (*never, *too_early, *too_late))

    def confirming_test(self, hpo_id: str, graph: HpoGraph) -> str | None:
        """The laboratory test that settles a feature, if it is one that a laboratory settles."""
        return next((row.test for row in self.confirming if graph.is_a(hpo_id, row.id)), None)

    def for_findings(self, hpo_ids: Iterable[str], graph: HpoGraph) -> dict[str, Investigation]:
        """The investigations of several findings, by finding, leaving out those the table has none for."""
        found = {hpo_id: self.for_finding(hpo_id, graph) for hpo_id in hpo_ids}
        return {hpo_id: row for hpo_id, row in found.items() if row is not None}


@cache
def investigations() -> InvestigationTable:
    """The bundled table, read once."""
    return InvestigationTable.model_validate(packaged_yaml("osler.diagnosis", "investigations.yml"))
