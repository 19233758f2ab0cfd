"""The configuration of a run of the criterion benchmark."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from osler.errors import ConfigError
from osler.yaml_reader import parse_yaml


class HarnessConfig(BaseModel):
    """What is sampled, who judges it, and within which limits."""

    model_config = ConfigDict(extra="forbid")

    data: Path | None = None
    models: list[str] = Field(default_factory=lambda: ["offline"], min_length=1)
    keyword_filter: list[str] = Field(default_factory=list)
    n_pairs: int | None = Field(default=None, ge=1)
    seed: int = 42
    policy: Literal["strict", "clinical"] = "strict"
    batch: Literal["pair", "trial"] = "pair"
    """`pair` judges each criterion alone; `trial` sends a trial's criteria in one request, as a match does."""
    two_stage: bool = False
    max_concurrent: int = Field(default=1, ge=1)
    budget_max_usd: float = Field(default=1.0, ge=0)
    price_per_million_tokens: dict[str, float] = Field(default_factory=dict)
    """What a model costs, for the estimate of a dry run and the guard of the budget; a model that is not here has no estimate."""


def load_config(path: Path) -> HarnessConfig:
    """The configuration in a YAML file."""
    try:
        values = parse_yaml(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise ConfigError(f"{path} cannot be read as YAML", mend="give a configuration file") from error
    try:
        config = HarnessConfig.model_validate(values or {})
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ConfigError(
            f"{path}: {place}: {first['msg']}", mend=f"known are {', '.join(HarnessConfig.model_fields)}"
        ) from None
    if config.data is not None and not config.data.is_absolute():
        config.data = (path.parent / config.data).resolve()
    return config
