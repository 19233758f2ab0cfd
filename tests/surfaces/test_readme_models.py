"""The README's own example of models, executed against two servers: each request, and each key, reaches the right one."""

from __future__ import annotations

import asyncio
import json
import re
import tomllib
from pathlib import Path

import pytest

from osler.config import user_config_file
from tests.conftest import REPO
from tests.servers.models import ModelServer, Says, protocol_of
from tests.surfaces.cli_runner import osler

KEYS = {"ANTHROPIC_API_KEY": "sk-anthropic", "OPENAI_API_KEY": "sk-openai", "GOOGLE_API_KEY": "sk-google"}
NOTE = "A boy of 4 years with seizures since the age of 2 years and arachnodactyly. No fever."


def example() -> str:
    text = (REPO / "README.md").read_text(encoding="utf-8")
    found = re.search(r"## With a language model.*?```toml\n(.*?)```", text, re.DOTALL)
    assert found
    return found[1]


def everything(server: ModelServer) -> str:
    return json.dumps([[dict(request.headers), request.body.decode()] for request in server.received])


@pytest.mark.slow
async def test_the_example_of_the_readme(tmp_path: Path) -> None:
    written = example()
    assert set(tomllib.loads(written)["models"]) == {"fast", "reasoning"}
    (tmp_path / "note.txt").write_text(NOTE)
    async with ModelServer(Says("[]")) as own, ModelServer(Says("{}")) as hosted:
        user_config_file().write_text(written.replace("http://127.0.0.1:8000", own.url))
        env = {**KEYS, "OSLER_MODELS__REASONING__BASE_URL": hosted.url}
        words = ("diagnose", "--note", str(tmp_path / "note.txt"), "--json")
        done = await asyncio.to_thread(osler, *words, env=env, cwd=tmp_path)
        criteria = tmp_path / "criteria.txt"
        criteria.write_text("History of osteoarthritis")
        ground = await asyncio.to_thread(osler, "ground", str(criteria), "--json", env=env, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert ground.returncode == 0, ground.stderr
    assert {protocol_of(request) for request in own.received} == {"openai-chat"}
    assert {protocol_of(request) for request in hosted.received} == {"anthropic"}
    assert not any(key in everything(own) for key in KEYS.values())
    sent = [json.dumps(dict(request.headers)) for request in hosted.received]
    assert all("sk-anthropic" in headers for headers in sent)
    assert not any(key in everything(hosted) for key in ("sk-openai", "sk-google"))
    assert any("osteoarthritis" in text for text in own.texts()), "grounding did not stay offline"
    (result,) = _results(done.stdout)
    assert result["roles"]["medical"] == "openai-chat:medgemma-4b, local, as fast"
    assert result["roles"]["reasoning"] == "anthropic:claude-sonnet-4-5, hosted"


@pytest.mark.slow
async def test_a_mind_for_one_call_has_the_fields_of_a_role(tmp_path: Path) -> None:
    (tmp_path / "criteria.txt").write_text("History of osteoarthritis")
    async with ModelServer(Says("{}")) as server:
        mind = f"openai-chat:gemma-x,base_url={server.url}/v1,local=true"
        words = ("ground", str(tmp_path / "criteria.txt"), "--mind", mind, "--json")
        done = await asyncio.to_thread(osler, *words, cwd=tmp_path, env=KEYS)
    assert done.returncode == 0, done.stderr
    assert server.received
    assert "sk-openai" not in everything(server)


@pytest.mark.parametrize("mind", ["openai-chat:m,port=3", "openai-chat:m,local", "openai-chat:m,model=x"])
def test_a_mind_with_a_field_that_no_role_has(mind: str, tmp_path: Path) -> None:
    done = osler("diagnose", "--hpo", "HP:0001250", "--mind", mind, cwd=tmp_path)
    assert done.returncode == 2
    assert "base_url" in done.stderr


def _results(text: str) -> list[dict[str, dict[str, str]]]:
    document = json.loads(text)
    found: list[dict[str, dict[str, str]]] = document.get("results", [document])
    return found
