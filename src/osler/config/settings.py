"""The settings themselves. A name here is a key in `osler.toml` and an `OSLER_…` variable."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, field_validator

MODEL_FORMS = "'offline', 'anthropic:MODEL', 'google:MODEL' or 'openai-chat:MODEL'"


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", validate_default=True)


class ModelSettings(_Section):
    """Which mind carries out each role, and how a self-served one is reached."""

    fast: str = "offline"
    reasoning: str = "offline"
    medical: str = "offline"
    base_url: str | None = Field(
        default=None,
        description="Where an openai-chat model is served (vLLM, Ollama, MedGemma); "
        "also redirects anthropic and google to a gateway.",
    )
    timeout_seconds: float = Field(default=120.0, gt=0)
    max_concurrency: int = Field(default=4, ge=1)
    retries: int = Field(default=3, ge=0, description="Attempts after the first at a failing service.")
    output_retries: int = Field(default=2, ge=0, description="Attempts after the first at an invalid reply.")
    cache: bool = Field(default=False, description="Keep replies on disk, keyed by model, prompt and input.")
    anthropic_api_key: SecretStr | None = None
    google_api_key: SecretStr | None = None
    openai_api_key: SecretStr | None = None

    @field_validator("fast", "reasoning", "medical")
    @classmethod
    def _known_form(cls, value: str) -> str:
        provider, _, name = value.partition(":")
        if value == "offline" or (provider in {"anthropic", "google", "openai-chat"} and name):
            return value
        raise ValueError(f"{value!r} is not a model; write {MODEL_FORMS}")


class BudgetSettings(_Section):
    """Hard limits of one agent step, counted on attempts."""

    tool_calls: int = Field(default=30, ge=0)
    requests: int = Field(default=20, ge=1)
    tokens: int = Field(default=200_000, ge=1)
    cost_usd: float = Field(default=1.0, ge=0)
    seconds: float = Field(default=300.0, gt=0)


class PrivacySettings(_Section):
    """What may leave this machine. By default, nothing."""

    allow_hosted: bool = Field(default=False, description="Use models that are not on this machine.")
    deidentify: bool = Field(default=True, description="Replace identifiers before anything is sent.")
    log_patient_text: bool = Field(default=False, description="Let logs and spans carry patient text.")


class StoreSettings(_Section):
    """Where runs and sessions live."""

    runs_url: str | None = Field(default=None, description="SQLAlchemy URL; SQLite in the data folder if unset.")
    sessions_url: str | None = Field(default=None, description="redis://… or a SQLAlchemy URL; SQLite if unset.")
    session_ttl_seconds: int = Field(default=3600, ge=1)


class TerminologySettings(_Section):
    """Where words come from beyond the bundled vocabularies."""

    uts_api_key: SecretStr | None = Field(default=None, description="UMLS Terminology Services key.")
    uts_url: str = "https://uts-ws.nlm.nih.gov/rest"
    semantic: bool = Field(default=False, description="Search by embeddings too (extra 'embeddings').")


class TelemetrySettings(_Section):
    """OpenTelemetry; off unless an endpoint is given."""

    otlp_endpoint: str | None = None


class GroundingSettings(_Section):
    """Confidence thresholds of the grounding capability."""

    accept: float = Field(default=0.80, ge=0, le=1)
    review: float = Field(default=0.40, ge=0, le=1, description="Below this a selection is rejected.")
    max_iterations: int = Field(default=3, ge=1)


class TrialSettings(_Section):
    """How trials are searched, scored and judged."""

    registry: Literal["local", "ctgov"] = Field(default="local", description="The index on this machine, or the API.")
    api_url: str = "https://clinicaltrials.gov/api/v2"
    min_interval_seconds: float = Field(default=1.5, ge=0, description="The least time between two calls of the API.")
    max_tool_calls: int = Field(default=20, ge=1, description="Searches and details of one prescreening.")
    max_candidates: int = Field(default=20, ge=1)
    query_weight: int = Field(default=3, ge=0, description="Score of each query that found a trial.")
    phase_bonus: dict[str, int] = Field(
        default_factory=lambda: {"PHASE4": 1, "PHASE3": 3, "PHASE2": 2, "PHASE1": 1, "EARLY_PHASE1": 0, "NA": 0}
    )
    recruiting_bonus: int = Field(default=2, ge=0)
    details_bonus: int = Field(default=2, ge=0)
    policy: Literal["strict", "clinical"] = Field(
        default="strict",
        description="What a record's silence means: unknown, or (clinical) absent where it would be told.",
    )
    two_stage: bool = Field(default=False, description="The medical role reasons first, the fast role gives the label.")


class Settings(_Section):
    """Everything that can be configured."""

    models: ModelSettings = Field(default_factory=ModelSettings)
    budget: BudgetSettings = Field(default_factory=BudgetSettings)
    privacy: PrivacySettings = Field(default_factory=PrivacySettings)
    stores: StoreSettings = Field(default_factory=StoreSettings)
    terminology: TerminologySettings = Field(default_factory=TerminologySettings)
    telemetry: TelemetrySettings = Field(default_factory=TelemetrySettings)
    grounding: GroundingSettings = Field(default_factory=GroundingSettings)
    trials: TrialSettings = Field(default_factory=TrialSettings)
    log_level: Literal["debug", "info", "warning", "error"] = "warning"
