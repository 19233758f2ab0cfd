"""An agent as data: a YAML file in a package's `agents/` folder and its prompt in `prompts/`."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from importlib import resources

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from osler.config import Role
from osler.core.agents.steps.prompts import SUFFIX, Prompt, prompt_folder
from osler.errors import ConfigError
from osler.yaml_reader import parse_yaml


class GenerateConfig(BaseModel):
    """How a language model is to write. The offline mind has no use for it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    temperature: float | None = Field(default=None, ge=0, le=2)
    top_p: float | None = Field(default=None, gt=0, le=1)
    top_k: int | None = Field(default=None, ge=1)
    max_tokens: int | None = Field(default=None, ge=1)
    seed: int | None = None
    stop_sequences: list[str] | None = None


class _AgentFile(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: str
    role: Role
    description: str
    instruction: str = Field(description="File name in prompts/ of what the mind is told before its task.")
    generate_config: GenerateConfig = Field(default_factory=GenerateConfig)


class AgentSpec(BaseModel):
    """A loaded agent: who it is, which model role it plays, and its two prompts."""

    model_config = ConfigDict(frozen=True, arbitrary_types_allowed=True)

    package: str
    name: str
    role: Role
    description: str
    instruction: Prompt
    prompt: Prompt
    generate_config: GenerateConfig
    version: str
    """The prompt's own version, and a hash of everything that decides what a mind is told."""

    @property
    def variables(self) -> frozenset[str]:
        """What the prompts need to be told."""
        return self.instruction.variables | self.prompt.variables


@lru_cache(maxsize=256)
def load_agent(package: str, name: str) -> AgentSpec:
    """The agent `agents/NAME.yml` of a package with its prompts, read once.

    `instruction` names the file in `prompts/` that the mind is told first (its system prompt); the task itself is
    `prompts/NAME.jinja2`.
    """
    file = _read(package, name)
    if file.name != name:
        raise ConfigError(f"agent {package}/agents/{name}.yml calls itself {file.name!r}", mend="make both names agree")
    folder = prompt_folder(package)
    instruction = folder.load(file.instruction)
    prompt = folder.load(name + SUFFIX)
    decisive = json.dumps([instruction.source, prompt.source, file.generate_config.model_dump(), file.role])
    digest = hashlib.sha256(decisive.encode()).hexdigest()[:12]
    return AgentSpec(
        package=package,
        name=name,
        role=file.role,
        description=file.description,
        instruction=instruction,
        prompt=prompt,
        generate_config=file.generate_config,
        version=f"{prompt.version}+{digest}",
    )


def _read(package: str, name: str) -> _AgentFile:
    place = f"{package}/agents/{name}.yml"
    try:
        path = resources.files(package) / "agents" / f"{name}.yml"
    except ModuleNotFoundError:
        raise ConfigError(f"there is no package {package!r} to load agent {name!r} from") from None
    if not path.is_file():
        raise ConfigError(f"there is no agent {place}", mend="create the file or correct the name")
    try:
        return _AgentFile.model_validate(parse_yaml(path.read_text(encoding="utf-8")))
    except yaml.YAMLError as error:
        raise ConfigError(f"agent {place} is not valid YAML: {error}", mend="correct the file") from None
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        what = f"unknown key {key!r}" if first["type"] == "extra_forbidden" else f"{key}: {first['msg']}"
        raise ConfigError(
            f"agent {place}: {what}",
            mend="an agent has the keys name, role, description, instruction and generate_config",
        ) from None
