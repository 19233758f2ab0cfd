"""The settings themselves. A name here is a key in `osler.toml` and an `OSLER_…` variable."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, field_validator, model_validator

from osler.config.addresses import WebAddress
from osler.config.old_forms import models_of_0_1
from osler.errors import ConfigError

OFFLINE = "offline"
MODEL_FORMS = "'offline', 'anthropic:MODEL', 'google:MODEL' or 'openai-chat:MODEL'"
_PROVIDERS = ("anthropic", "google", "openai-chat")

FolderRule = Literal["any", "lower", "higher"] | tuple[str, ...]
"""`any` value, only a `lower` or `higher` one than it has without the folder, or one of these words. False is lower than True."""


class SettingsSection(BaseModel):
    """The base of every section of the configuration; a capability declares its own and casework registers it."""

    model_config = ConfigDict(extra="forbid", validate_default=True)

    section: ClassVar[str] = ""
    """The name of a capability's section."""
    in_folder: ClassVar[Mapping[str, FolderRule]] = {}
    """What an osler.toml in the current folder may make of a setting; what is not named here is the user's alone."""
    unset: ClassVar[Mapping[str, float]] = {}
    """What a limit that is not set is for a run about one item."""


SectionT = TypeVar("SectionT", bound=SettingsSection)


class RoleSettings(SettingsSection):
    """The mind of one role: which model, where it is served, and whether that place counts as this machine."""

    # A folder may name a model too, but none to which text would begin to leave (config/folder.py).
    in_folder: ClassVar[Mapping[str, FolderRule]] = {"model": "any", "structure": "any"}

    model: str | None = Field(default=None, description=f"{MODEL_FORMS}; unset takes another role's.")
    base_url: WebAddress | None = Field(default=None, description="Where the model is served, if not at its provider.")
    local: bool = Field(
        default=False, description="What is sent there stays with you; without it, a model counts as hosted."
    )
    structure: Literal["native", "prompted"] | None = Field(
        default=None, description="Typed output by tool calls or as JSON asked for in words; guessed if unset."
    )
    key: str | None = Field(
        default=None,
        description="The environment variable that holds the key; the provider's own if unset. It is sent as a bearer, "
        "and to an address of the Anthropic protocol as x-api-key as well.",
    )
    input_usd: float | None = Field(default=None, ge=0, description="US dollars for a million input tokens.")
    output_usd: float | None = Field(default=None, ge=0, description="US dollars for a million output tokens.")

    @property
    def hosted(self) -> bool:
        """Whether what it is asked leaves this machine, as far as anybody has said."""
        return self.model is not None and self.model != OFFLINE and not self.local

    @field_validator("model")
    @classmethod
    def _known_form(cls, value: str | None) -> str | None:
        provider, _, name = (value or "").partition(":")
        if value is None or value == OFFLINE or (provider in _PROVIDERS and name):
            return value
        raise ValueError(f"{value!r} is not a model; write {MODEL_FORMS}")

    @model_validator(mode="after")
    def _fits_together(self) -> RoleSettings:
        if (self.input_usd is None) != (self.output_usd is None):
            raise ValueError("a price needs both input_usd and output_usd")
        if self.local and self.model not in (None, OFFLINE) and self.base_url is None:
            raise ValueError("local = true needs the base_url of the server that is yours")
        if self.model is None and (self.local or self.base_url):
            raise ValueError("base_url and local need the model they are said of")
        return self


class ModelSettings(SettingsSection):
    """Which mind plays each role, and how minds are asked."""

    in_folder: ClassVar[Mapping[str, FolderRule]] = {
        "timeout_seconds": "lower",
        "max_concurrency": "lower",
        "retries": "lower",
        "output_retries": "lower",
        "cache": "lower",
    }

    fast: RoleSettings = Field(default_factory=RoleSettings)
    reasoning: RoleSettings = Field(default_factory=RoleSettings)
    medical: RoleSettings = Field(default_factory=RoleSettings)
    timeout_seconds: float = Field(default=120.0, gt=0)
    max_concurrency: int = Field(default=4, ge=1, description="Requests under way at a time, in the whole process.")
    retries: int = Field(default=3, ge=0, description="Attempts after the first at a failing service.")
    output_retries: int = Field(default=2, ge=0, description="Attempts after the first at an invalid reply.")
    cache: bool = Field(default=False, description="Keep replies on disk, keyed by model, prompt and input.")
    anthropic_api_key: SecretStr | None = None
    google_api_key: SecretStr | None = None
    openai_api_key: SecretStr | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_the_old_form(cls, given: Any) -> Any:
        return models_of_0_1(given) if isinstance(given, dict) else given


class BudgetSettings(SettingsSection):
    """Hard limits of one run, counted on attempts; an agent step may have narrower ones.

    A limit that is not set grows with the number of items (criteria, notes, trials) that the run is about.
    """

    in_folder: ClassVar[Mapping[str, FolderRule]] = dict.fromkeys(
        ("tool_calls", "requests", "tokens", "cost_usd", "seconds"), "lower"
    )
    unset: ClassVar[Mapping[str, float]] = {
        "tool_calls": 30,
        "requests": 20,
        "tokens": 200_000,
        "cost_usd": 1.0,
        "seconds": 300.0,
    }

    tool_calls: int | None = Field(default=None, ge=0, description="Unset: 30, and 10 for each further item.")
    requests: int | None = Field(default=None, ge=1, description="Unset: 20, and 4 for each further item.")
    tokens: int | None = Field(default=None, ge=1, description="Unset: 200,000, and 20,000 for each further item.")
    cost_usd: float | Literal["none"] | None = Field(
        default=None, description="Unset: 1.00, and 0.10 for each further item; 'none' for no limit on money."
    )
    seconds: float | None = Field(default=None, gt=0, description="Unset: 300, and 30 for each further item.")

    @field_validator("cost_usd")
    @classmethod
    def _not_negative(cls, value: float | str | None) -> float | str | None:
        if isinstance(value, float) and value < 0:
            raise ValueError("a limit on money cannot be negative")
        return value


class PrivacySettings(SettingsSection):
    """What may leave this machine. By default, nothing."""

    in_folder: ClassVar[Mapping[str, FolderRule]] = {
        "allow_hosted": "lower",
        "deidentify": "higher",
        "log_patient_text": "lower",
    }

    allow_hosted: bool = Field(default=False, description="Use models that are not on this machine.")
    deidentify: bool = Field(default=True, description="Replace identifiers before anything is sent.")
    log_patient_text: bool = Field(default=False, description="Let logs and spans carry patient text.")


class StoreSettings(SettingsSection):
    """Where runs and sessions live."""

    in_folder: ClassVar[Mapping[str, FolderRule]] = {"session_ttl_seconds": "lower"}

    runs_url: str | None = Field(default=None, description="SQLAlchemy URL; SQLite in the data folder if unset.")
    sessions_url: str | None = Field(default=None, description="redis://… or a SQLAlchemy URL; SQLite if unset.")
    session_ttl_seconds: int = Field(default=3600, ge=1)
    tenant: str | None = Field(default=None, description="The clinic or project that runs are kept for.")
    actor: str | None = Field(default=None, description="Who asks and decides; the account of the process if unset.")


class TerminologySettings(SettingsSection):
    """Where words come from beyond the bundled vocabularies."""

    in_folder: ClassVar[Mapping[str, FolderRule]] = {"semantic": "any"}

    uts_api_key: SecretStr | None = Field(default=None, description="UMLS Terminology Services key.")
    uts_url: WebAddress = "https://uts-ws.nlm.nih.gov/rest"
    semantic: bool = Field(default=False, description="Search by embeddings too (extra 'embeddings').")


class TelemetrySettings(SettingsSection):
    """OpenTelemetry; off unless an endpoint is given."""

    otlp_endpoint: WebAddress | None = None


class Settings(SettingsSection):
    """Everything that can be configured; the sections of capabilities stand beside those below."""

    model_config = ConfigDict(extra="allow")
    in_folder: ClassVar[Mapping[str, FolderRule]] = {"log_level": "any"}

    models: ModelSettings = Field(default_factory=ModelSettings)
    budget: BudgetSettings = Field(default_factory=BudgetSettings)
    privacy: PrivacySettings = Field(default_factory=PrivacySettings)
    stores: StoreSettings = Field(default_factory=StoreSettings)
    terminology: TerminologySettings = Field(default_factory=TerminologySettings)
    telemetry: TelemetrySettings = Field(default_factory=TelemetrySettings)
    log_level: Literal["debug", "info", "warning", "error"] = "warning"

    def of(self, kind: type[SectionT]) -> SectionT:
        """A capability's section, such as `settings.of(GroundingSettings)`; its defaults where nothing is set."""
        given = (self.model_extra or {}).get(kind.section, {})
        if isinstance(given, kind):
            return given
        try:
            return kind.model_validate(given)
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join([kind.section, *(str(part) for part in first["loc"])])
            raise ConfigError(
                f"setting {name!r}: {first['msg'].removeprefix('Value error, ')}", mend=f"correct {name!r}"
            ) from None
