"""The weights of the ranking, read from `weights.yml`, where each is explained."""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict, Field

from osler.yaml_reader import packaged_yaml

FREQUENCY_ASSUMPTIONS = (
    "frequency_mean",
    "frequency_strength",
    "range_patients",
    "bare_patients",
    "bare_mean",
)
"""The assumptions that the compiled frequencies depend on."""


class _Weights(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Fitted(_Weights):
    """What is fitted on simulated patients."""

    general: float = Field(ge=0, le=1)
    noise: float = Field(gt=0)
    temperature: float = Field(gt=0)


class Assumed(_Weights):
    """What is assumed, with its reason in the file."""

    frequency_mean: float = Field(gt=0, lt=1)
    frequency_strength: float = Field(gt=0)
    range_patients: float = Field(gt=0)
    bare_patients: float = Field(gt=0)
    bare_mean: float = Field(gt=0, lt=1)
    sparse_noise: float = Field(ge=0)
    sparse_features: float = Field(gt=0)
    family_features: float = Field(gt=0)
    inherited: float = Field(ge=0, le=1)
    graded: float = Field(ge=0, le=1)
    literature: float = Field(ge=0)
    patients: float = Field(ge=0)
    most_patients: float = Field(gt=0)
    onset: float = Field(ge=0)
    onset_strength: float = Field(gt=0)
    mentioned: float = Field(ge=0, lt=1)
    excluded: float = Field(gt=0, lt=1)
    excluded_steepness: float = Field(ge=1)
    misled: float = Field(ge=0, lt=1)
    misled_unexplained: float = Field(ge=0)
    misled_temperature: float = Field(ge=1)
    gene_sensitivity: float = Field(gt=0, lt=1)
    x_linked_in_women: float = Field(gt=0, le=1)


class NoneKnown(_Weights):
    """The logistic model of how likely the patient has none of the diseases that are known here."""

    assumed_share: float = Field(gt=0, lt=1)
    intercept: float
    ratio: float
    """The weight of the best disease's mean log likelihood ratio over the findings."""
    findings: float
    """The weight of the logarithm of the number of findings."""


class Levels(_Weights):
    """The probabilities from which confidence is high and moderate."""

    high: float = Field(gt=0, lt=1)
    moderate: float = Field(gt=0, lt=1)


class Weights(_Weights):
    """All weights of the ranking."""

    fitted: Fitted
    none_known: NoneKnown
    levels: Levels
    assumed: Assumed


@cache
def default_weights() -> Weights:
    """The weights that ship with Osler."""
    return Weights.model_validate(packaged_yaml("osler.diagnosis.ranking", "weights.yml"))
