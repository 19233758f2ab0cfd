"""What goes into a diagnosis and what comes out: the names of the source document, as types."""

from __future__ import annotations

import datetime as dt
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from osler.core.evidence import Evidence, Span
from osler.core.results import Envelope
from osler.core.safety import RedFlag
from osler.diagnosis.ranking import Confidence, Contribution, Factor

ExclusionType = Literal["explicit", "soft"]
Progression = Literal["stable", "progressive", "improving", "episodic"]
OnsetStage = Literal["Congenital/Neonatal", "Infantile", "Childhood", "Juvenile", "Adult"]
ActionType = Literal[
    "order_test", "refine_phenotype", "genetic_testing", "reanalysis", "refer_specialist", "urgent_escalation"
]
Urgency = Literal["urgent", "soon", "routine", "low"]
Sex = Literal["male", "female", "unknown"]
Saying = Literal["stated", "queried", "of a relative", "denied"]
"""What a note says of a disease that it names."""


ACKNOWLEDGED = "URGENT red flags were acknowledged; the analysis below does not replace emergency care."
"""The banner over an analysis that went on below urgent red flags."""


class _Result(BaseModel):
    model_config = ConfigDict(extra="forbid")


class HPOMatch(_Result):
    """One input mapped to a term, or an honest statement that it was not."""

    raw_input: str
    hpo_id: str = ""
    """Empty where nothing was found; the input itself is never dropped."""
    label: str = ""
    definition: str = ""
    information_content: float = 0.0
    parents: list[str] = Field(default_factory=list)
    confidence: float = 0.0
    replaced: str | None = None
    """The obsolete or alternative id that was given, if this term replaces it."""
    suggestions: list[str] = Field(default_factory=list)
    misspelt: bool = False
    """Whether no name is written so, and this one is nearly."""
    resolved: bool = False
    """Whether it is over by everything that tells of it; it is evidence for a diagnosis all the same."""
    past: bool = False
    """Whether all that tells of it is the account of an illness that is over: history, by which nothing is ranked."""
    rule: str = ""
    """Of a value that is this finding: the value, and the range or centile by which."""
    evidence: list[Evidence] = Field(default_factory=list)


class ExcludedFinding(_Result):
    """A finding that the note or the coded input says the patient does not have."""

    raw_text: str
    finding: str
    exclusion_type: ExclusionType = "explicit"
    confidence: Literal["high", "medium"] = "high"
    mapped_hpo_term: str | None = None
    mapped_hpo_label: str | None = None
    observed_instead: str | None = None
    """The abnormality that the absence of a normal function amounts to (no reflexes: Areflexia)."""
    evidence: Span | None = None
    found_by: list[str] = Field(default_factory=list)


class TimingProfile(_Result):
    """When one phenotype began, and what became of it."""

    phenotype_ref: str
    onset: str
    onset_normalized: float = Field(ge=0)
    onset_stage: OnsetStage = "Congenital/Neonatal"
    resolution: str | None = None
    is_ongoing: bool = True
    progression: Progression = "stable"
    raw_evidence: str = ""
    evidence: Span | None = None
    found_by: list[str] = Field(default_factory=list)


class Disagreement(_Result):
    """Something the rules and a model saw differently; shown, not settled silently."""

    about: str
    rules: str
    model: str


class DiseaseCandidate(_Result):
    """One disease of the ranking, with the reasons for its place."""

    rank: int
    disease_id: str
    name: str
    equivalent_ids: list[str] = Field(default_factory=list)
    score: float
    prevalence: str = ""
    """How common the disease is, in Orphanet's words; empty where Orphanet states nothing."""
    pretest: float = 0.0
    """The probability before any finding is known."""
    probability: float
    """The probability after everything is counted; with the others and `none_known` it sums to one."""
    matched_terms: list[str] = Field(default_factory=list)
    missing_terms: list[str] = Field(default_factory=list)
    extra_terms: list[str] = Field(default_factory=list)
    coverage: float = 0.0
    excluded_penalty: float = 0.0
    genes: list[str] = Field(default_factory=list)
    contributions: list[Contribution] = Field(default_factory=list)
    """What every single finding says for or against the disease, and the statements behind it."""
    factors: list[Factor] = Field(default_factory=list)
    """What onset, sex, genes, the literature and the silence about features say."""


class PhenotypeFrequency(_Result):
    """How often a disease shows a feature, and who says so."""

    hpo_id: str
    label: str
    frequency: float | None
    frequency_text: str = ""
    references: list[str] = Field(default_factory=list)


class SuggestedTest(_Result):
    """An investigation from the cited table, or from the disease genes."""

    test: str
    because: str
    source: str


class DiseaseProfile(_Result):
    """What is annotated about a candidate disease."""

    disease_id: str
    name: str
    inheritance: list[str] = Field(default_factory=list)
    onset: list[str] = Field(default_factory=list)
    genes: list[str] = Field(default_factory=list)
    phenotype_frequencies: list[PhenotypeFrequency] = Field(default_factory=list)
    suggested_tests: list[SuggestedTest] = Field(default_factory=list)


class FamilyMember(_Result):
    """A subtype inside an entry of the differential, with its own place in the ranking."""

    disease_id: str
    disease: str
    rank: int
    probability: float


class DifferentialEntry(_Result):
    """One disease of the differential as it is put to the clinician: subtypes are one entry, the likeliest leads it."""

    disease: str
    disease_id: str
    family: str = ""
    """The name of the family, where the disease has subtypes."""
    members: list[FamilyMember] = Field(default_factory=list)
    """The likeliest subtypes, likeliest first; empty where the disease has none."""
    subtypes: int = 0
    """How many subtypes the family has, those of `members` among them."""
    probability: float = 0.0
    """Of the entry, its subtypes together."""
    confidence: Confidence
    """By the probability; how often each level is right is measured by `osler bench diagnosis`."""
    confidence_reasoning: str
    rule_confidence: Confidence = "low"
    """By the source document's rule: the number of supporting features, and contradictions."""
    rationale: str = ""
    """A mind's one sentence on the entry, built of facts of the packet."""
    supporting_phenotypes: list[str] = Field(default_factory=list)
    contradicting_phenotypes: list[str] = Field(default_factory=list)
    missing_key_phenotypes: list[str] = Field(default_factory=list)
    commoner: list[str] = Field(default_factory=list)
    """Commoner diseases further down that explain as many of the findings; of the leading entry alone."""


class NamedDiagnosis(_Result):
    """A disease that a note names itself, and where the findings put it."""

    words: str
    concept_id: str
    said: Saying
    sentence: str
    """The comparison for a person to read."""
    disease_id: str = ""
    """The likeliest annotated disease of that name; empty where none is annotated."""
    disease: str = ""
    place: int | None = None
    """The place of its family among the families."""
    probability: float | None = None
    established: bool = False
    """Whether the note says that the diagnosis is made, so that no step looks for it again."""
    evidence: Span | None = None


class NextBestStep(_Result):
    """An action ranked by how much it is expected to tell the candidates apart."""

    rank: int = Field(ge=1)
    action_type: ActionType
    action: str
    rationale: str
    discriminates_between: list[str] = Field(default_factory=list)
    urgency: Urgency = "routine"
    evidence_source: str
    assesses: list[str] = Field(default_factory=list)
    """The HPO ids whose presence or absence this step settles."""
    information_bits: float | None = None

    @property
    def kind(self) -> str:
        """What kind of step it is, for a person to read: of escalations only the urgent ones are called so."""
        if self.action_type == "urgent_escalation" and self.urgency != "urgent":
            return "warning"
        return self.action_type.replace("_", " ")


class Uncertainty(_Result):
    """What is settled, what was never looked at, and what could be read either way."""

    known: list[str] = Field(default_factory=list)
    missing: list[str] = Field(default_factory=list)
    ambiguous: list[str] = Field(default_factory=list)


class PriorTest(_Result):
    """A genetic test the patient has already had."""

    type: str = "unknown"
    date: dt.date | None = None
    genes: list[str] = Field(default_factory=list)
    """The genes on the panel, where the user knows them."""
    result: str = ""


class ReanalysisResult(_Result):
    """Whether an earlier genetic test is worth looking at again, and why."""

    score: float = Field(ge=0, le=1)
    recommended: bool
    recommendation: str
    reasons: list[str] = Field(default_factory=list)
    components: dict[str, float] = Field(default_factory=dict)
    proxies: list[str] = Field(default_factory=list)
    """Components that rest on a stand-in for what is really asked; each says which."""
    new_since_test: list[str] = Field(default_factory=list)


class AgentOutput(Envelope):
    """The whole answer. `urgent`: a red flag ended it; `partial`: the tools' own wording stood in for a model's."""

    session_id: str
    red_flags: list[RedFlag] = Field(default_factory=list)
    acknowledged: bool = False
    """Whether urgent red flags were acknowledged and the analysis went on under them."""
    hpo_matches: list[HPOMatch] = Field(default_factory=list)
    excluded_findings: list[ExcludedFinding] = Field(default_factory=list)
    timing_profiles: list[TimingProfile] = Field(default_factory=list)
    disease_candidates: list[DiseaseCandidate] = Field(default_factory=list)
    named_diagnoses: list[NamedDiagnosis] = Field(default_factory=list)
    """The diseases that the notes name themselves, held against the ranking."""
    common_illness: str = ""
    """A plain notice, where all findings are those of a common illness."""
    none_known: float = 0.0
    """The probability that the patient has none of the diseases known here."""
    disease_profiles: list[DiseaseProfile] = Field(default_factory=list)
    data_completeness: float = 0.0
    differential: list[DifferentialEntry] = Field(default_factory=list)
    next_best_steps: list[NextBestStep] = Field(default_factory=list)
    why_no_more_steps: str = ""
    """Why there are fewer than five steps, where there are."""
    what_would_change: list[str] = Field(default_factory=list)
    uncertainty: Uncertainty = Field(default_factory=Uncertainty)
    reanalysis: list[ReanalysisResult] = Field(default_factory=list)
    disagreements: list[Disagreement] = Field(default_factory=list)

    @property
    def other_diseases(self) -> float:
        """What is left for all the diseases that the differential does not show, together."""
        return max(0.0, 1.0 - self.none_known - sum(entry.probability for entry in self.differential))

    def _repr_html_(self) -> str:
        """The report, in a frame of its own."""
        from osler.core.results import framed
        from osler.diagnosis.report import render_html

        return framed(render_html(self))
