"""What a ranking is asked, and what it answers for one disease."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import BaseModel, ConfigDict

from osler.diagnosis.ranking.inheritance import FamilySign


class MatchKind(StrEnum):
    """How a finding of the patient meets what is known of a disease."""

    EXACT = "exact"
    DESCENDANT = "descendant"
    """The disease is annotated with a more specific term than the patient's."""
    ANCESTOR = "ancestor"
    """The disease is annotated with a more general term than the patient's."""
    GRADED = "graded"
    """The disease shows the patient's finding in another degree, on another side or without saying either."""
    RELATED = "related"
    """The disease has a feature that shares an informative ancestor."""
    PARENT = "parent"
    """The disease that this one is a subtype of is stated to show it."""
    FAMILY = "family"
    """Only other members of the disease's family are known to show it."""
    UNMATCHED = "unmatched"
    EXCLUDED = "excluded"
    """The patient was found not to have what the disease can show."""

    @property
    def in_words(self) -> str:
        """The kind of match as a report tells it."""
        return _IN_WORDS.get(self, str(self))


_IN_WORDS = {
    MatchKind.GRADED: "in another degree or on another side",
    MatchKind.PARENT: "stated of the disease this is a subtype of",
    MatchKind.FAMILY: "shown by other subtypes",
    MatchKind.UNMATCHED: "not described",
}


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class PhenotypeQuery(_Value):
    """What is known of a patient. Ids may be alternative or obsolete; unknown ones are reported back."""

    observed: tuple[str, ...]
    excluded: tuple[str, ...] = ()
    age_years: float | None = None
    onset_years: float | None = None
    """The age at the first sign of the disease; negative before birth."""
    onset_term: str | None = None
    """The same as an HPO onset term, where only that is known."""
    sex: Literal["male", "female", "unknown"] = "unknown"
    genes: tuple[str, ...] = ()
    """Symbols of candidate genes."""
    negative_genes: tuple[str, ...] = ()
    """Symbols of genes in which a test found nothing."""
    chromosomal: tuple[str, ...] = ()
    """Ids of the diseases that the patient's karyotype is."""
    family: tuple[FamilySign, ...] = ()
    """What the family history says of how the disease runs in the family."""


class Contribution(_Value):
    """What one finding says for or against one disease."""

    hpo_id: str
    label: str
    kind: MatchKind
    matched_id: str | None
    matched_label: str | None
    """The disease's own feature the finding was compared with."""
    frequency: float | None
    """How many of the disease's patients show that feature, by the sources' own counts; None where none is stated."""
    counts: tuple[int, int] | None = None
    """Patients with that feature and patients looked at, where the sources count them."""
    assumed: bool = False
    """Whether no source states a frequency, so that the score rests on an assumed one."""
    used_frequency: float | None = None
    """The frequency the score uses: the stated one, drawn towards the usual where few patients were counted."""
    log_likelihood_ratio: float
    """ln of how much likelier the finding is in this disease than in diseases at large, as far as it counts."""
    counted: float = 1.0
    """The share of the finding that counts; the rest is said by the patient's other findings, with which it goes."""
    references: tuple[str, ...]
    statements: tuple[str, ...]
    """The frequencies as the sources state them, e.g. `3/7 (PMID:1)` or `Orphanet: very frequent (80-99%)`."""


class Factor(_Value):
    """What something other than a finding says: publications, onset, survival, sex, family, genes, silence about features."""

    name: Literal["literature", "onset", "survival", "sex", "inheritance", "genes", "karyotype", "unmentioned"]
    log_likelihood_ratio: float
    explanation: str


class MissingFeature(_Value):
    """A feature of the disease that is neither observed nor excluded in the patient."""

    hpo_id: str
    label: str
    frequency: float
    """The frequency the score uses, by which such features are ordered."""


class RankedDisease(_Value):
    """One disease with its place and every reason for it."""

    rank: int
    disease_id: str
    name: str
    equivalents: tuple[str, ...]
    genes: tuple[str, ...]
    score: float
    pretest: float
    """The probability before any finding is known: by the literature alone."""
    prevalence: str = ""
    """How common the disease is, in Orphanet's words; empty where Orphanet states nothing."""
    probability: float
    coverage: float
    """The share of the patient's findings that the disease explains."""
    matched: tuple[str, ...]
    extra: tuple[str, ...]
    missing: tuple[MissingFeature, ...]
    contributions: tuple[Contribution, ...]
    factors: tuple[Factor, ...]
    excluded_penalty: float
    """The sum of what excluded findings take away (zero or negative)."""
