"""What can be configured of consultations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, SecretStr

from osler.config import FolderRule, SettingsSection, WebAddress


class ConsultSettings(SettingsSection):
    """Limits of a turn, what is written without asking, and what may be looked up outside."""

    section: ClassVar[str] = "consult"
    in_folder: ClassVar[Mapping[str, FolderRule]] = {
        "requests": "lower",
        "tool_calls": "lower",
        "seconds": "lower",
        "message_characters": "lower",
        "auto_accept": "lower",
        "open_graphs": "lower",
        "query_rows": "lower",
        "query_seconds": "lower",
        "page_bytes": "lower",
        "page_seconds": "lower",
    }

    requests: int = Field(
        default=8,
        ge=1,
        description="Model requests in one turn, all agents together; a limit set in [budget] holds as well.",
    )
    tool_calls: int = Field(
        default=16,
        ge=0,
        description="Tool calls in one turn, all agents together; a limit set in [budget] holds as well.",
    )
    seconds: float = Field(default=120.0, gt=0, description="How long one turn may take.")
    message_characters: int = Field(
        default=8000,
        ge=100,
        description="The longest message that is read; a longer one is only heard for emergencies.",
    )
    auto_accept: bool = Field(default=False, description="Write what was extracted without asking first.")
    open_graphs: int = Field(default=16, ge=1, description="Patient graphs kept open at a time.")
    query_rows: int = Field(default=1000, ge=1)
    query_seconds: float = Field(default=2.0, gt=0)
    page_bytes: int = Field(default=2_000_000, ge=1, description="The largest page that is fetched for a link.")
    page_seconds: float = Field(default=10.0, gt=0)
    search_url: WebAddress | None = Field(
        default=None, description="A SearXNG-style endpoint, asked without patient data when the library has no answer."
    )
    neo4j_url: str | None = Field(default=None, description="Keep patient graphs in Neo4j (extra 'neo4j').")
    neo4j_user: str = Field(default="neo4j", description="Who asks Neo4j.")
    neo4j_password: SecretStr | None = Field(
        default=None, description="Their password; none where the server asks none."
    )
    neo4j_database: str | None = Field(default=None, description="The database; the server's own if left out.")
