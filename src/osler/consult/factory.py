"""The agents of a consultation and how they are composed: who runs beside whom, and who may hand over to whom.

Root                     runs both branches at the same time
├── triage
│   ├── url_handler          nested, as a safe tool
│   ├── health_consultant        handed over to
│   │   ├── cypher · search          nested, as safe tools
│   │   └── ask                      names the open topic first
│   └── health_consultant_lite   handed over to
│       └── search
└── parallel_data_extractor  runs its extractors at the same time
    ├── data_extractor · medical_measurements · medical_context
    └── data_entry               is given what the three found

Triage and the three that read the message run at the same time. DataEntry reads nothing out of the message: it asks for what
is missing from what was found, and confirms it, so it can only begin when the three have ended. Offline it is a short
computation; with a model it adds one request to a turn in which something was stated.
"""

from __future__ import annotations

from functools import cache

from pydantic import BaseModel, ConfigDict

from osler.core.agents import AgentSpec, load_agent
from osler.errors import ConfigError, InputError

PACKAGE = "osler.consult"
AGENTS = (
    "triage", "health_consultant", "health_consultant_lite", "data_entry", "data_extractor", "medical_measurements",
    "medical_context", "url_handler", "search", "cypher", "ask",
)  # fmt: skip


class TransferRefused(InputError):
    """An agent tried to hand over where it may not."""

    code = "transfer.refused"

    @classmethod
    def of(cls, source: str, target: str) -> TransferRefused:
        """That one agent may not hand over to another."""
        return cls(f"{source} may not hand over to {target}", mend="only triage hands over, to a consultant")


class AgentNode(BaseModel):
    """One agent in the composition."""

    model_config = ConfigDict(frozen=True)

    name: str
    hands_over_to: tuple[str, ...] = ()
    nested: tuple[str, ...] = ()
    """Agents that it uses as tools."""
    disallow_transfer_to_parent: bool = False
    disallow_transfer_to_peers: bool = False


class Composition(BaseModel):
    """The whole of the agents."""

    model_config = ConfigDict(frozen=True)

    nodes: dict[str, AgentNode]
    parallel: tuple[str, ...]
    """What runs at the same time on every message."""

    def transfer(self, source: str, target: str) -> str:
        """The agent that is handed over to, or TransferRefused."""
        node = self.nodes.get(source)
        if node is None or target not in self.nodes:
            raise TransferRefused(
                f"there is no agent {target!r} to hand over to", mend="see the agents of osler.consult"
            )
        if target not in node.hands_over_to:
            raise TransferRefused.of(source, target)
        return target

    def spec(self, name: str) -> AgentSpec:
        """The loaded agent."""
        return load_agent(PACKAGE, name)

    def reached(self) -> set[str]:
        """Every agent that some path reaches."""
        found: set[str] = set()
        left = list(self.parallel)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += [*self.nodes[name].hands_over_to, *self.nodes[name].nested]
        return found


@cache
def composition() -> Composition:
    """The agents, composed; every file is validated here."""
    extractor = {"disallow_transfer_to_parent": True, "disallow_transfer_to_peers": True}
    nodes = [
        AgentNode(
            name="triage", hands_over_to=("health_consultant", "health_consultant_lite"), nested=("url_handler",)
        ),
        AgentNode(name="health_consultant", nested=("cypher", "search", "ask"), disallow_transfer_to_peers=True),
        AgentNode(name="health_consultant_lite", nested=("search",), **extractor),
        *(
            AgentNode(name=name, **extractor)
            for name in AGENTS
            if name not in {"triage", "health_consultant", "health_consultant_lite"}
        ),
    ]
    made = Composition(
        nodes={node.name: node for node in nodes},
        parallel=("triage", "data_entry", "data_extractor", "medical_measurements", "medical_context"),
    )
    for name in AGENTS:
        made.spec(name)
    if unreached := sorted(set(AGENTS) - made.reached()):
        raise ConfigError(f"no path reaches the agent {unreached[0]!r}", mend="compose it or remove its file")
    return made
