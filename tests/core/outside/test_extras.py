"""What is not installed says what installs it; what needs none of it works without."""

from __future__ import annotations

import sys
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from osler.config import RoleSettings, Settings
from osler.core.agents import build_model
from osler.core.database import open_database
from osler.core.outside import extra
from osler.core.runs.sessions import open_session_store
from osler.errors import ConfigError


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes packages unimportable, with everything of them and of ours that is loaded already."""

    def block(*names: str, ours: tuple[str, ...] = ()) -> None:
        for module in list(sys.modules):
            if any(module == name or module.startswith(f"{name}.") for name in (*names, *ours)):
                monkeypatch.delitem(sys.modules, module)
        for name in names:
            monkeypatch.setitem(sys.modules, name, None)

    return block


@pytest.mark.parametrize(
    ("model", "name", "blocked"),
    [
        ("anthropic:m", "anthropic", "anthropic"),
        ("google:m", "google", "google.genai"),
        ("openai-chat:m", "openai", "openai"),
        ("openai-chat:m", "openai", "pydantic_ai"),
    ],
)
def test_a_provider(without: Callable[..., None], model: str, name: str, blocked: str) -> None:
    without(blocked, ours=("pydantic_ai.models", "pydantic_ai.providers"))
    mind = RoleSettings(model=model, base_url="http://127.0.0.1:9/v1", local=True)
    with pytest.raises(ConfigError) as refused:
        build_model(mind, Settings())
    assert refused.value.mend == f"pip install 'osler[{name}]'"
    assert model in refused.value.message


def test_stores(without: Callable[..., None]) -> None:
    without("redis", "psycopg", ours=("osler.core.runs.sessions.redis",))
    for name, open_store in _STORES.items():
        with pytest.raises(ConfigError) as refused:
            open_store()
        assert refused.value.mend == f"pip install 'osler[{name}]'"


_STORES: dict[str, Callable[[], Any]] = {
    "redis": lambda: open_session_store("redis://127.0.0.1:9/0", timedelta(hours=1)),
    "postgres": lambda: open_database("postgresql+psycopg://u@127.0.0.1:9/d"),
}


def test_the_terminology_server(without: Callable[..., None]) -> None:
    without("mcp", ours=("osler.core.terminology.mcp", "osler.surfaces.mcp"))
    with pytest.raises(ConfigError) as refused:
        import osler.surfaces.mcp  # noqa: F401
    assert refused.value.mend == "pip install 'osler[mcp]'"


def test_search_by_meaning(without: Callable[..., None]) -> None:
    from osler.core.terminology.sources.embedding import Embedder

    without("onnxruntime")
    with pytest.raises(ConfigError, match="onnxruntime") as refused:
        Embedder()
    assert "pip install 'osler[embeddings]'" in refused.value.mend


def test_a_mistake_of_our_own_is_not_taken_for_a_missing_package() -> None:
    with pytest.raises(ImportError), extra("redis", needed_for="x"):
        from osler.core import no_such_module  # type: ignore[attr-defined] # noqa: F401


def test_the_offline_core_grounds_without_any_extra(without: Callable[..., None]) -> None:
    import osler

    without("mcp", "redis", "psycopg", "onnxruntime", "neo4j", ours=("osler.core.terminology.mcp",))
    output = osler.ground("History of stroke", record=False)
    assert [entity.text for entity in output.state.grounded_entities] == ["stroke"]
    assert output.state.grounded_entities[0].snomed_code
