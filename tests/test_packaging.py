"""What an installation brings: a small offline core, and everything else only for who asks for it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackagePath, distribution, packages_distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

LARGEST_CORE_MB = 200


def offline_core() -> set[str]:
    """The packages that `pip install osler` brings, without extras, as far as they are installed here."""
    found: set[str] = set()
    waiting = [("osler", frozenset[str]())]
    while waiting:
        name, extras = waiting.pop()
        for text in distribution(name).requires or []:
            requirement = Requirement(text)
            wanted = [{"extra": extra} for extra in extras or {""}]
            if requirement.marker is not None and not any(requirement.marker.evaluate(one) for one in wanted):
                continue
            needed = canonicalize_name(requirement.name)
            if needed not in found:
                found.add(needed)
                waiting.append((needed, frozenset(requirement.extras)))
    return found


def _is_shipped(file: PackagePath) -> bool:
    """Whether a file came with the package; compiled Python is made here."""
    return file.suffix != ".pyc" and Path(str(file.locate())).is_file()


def test_the_offline_core_is_small() -> None:
    sizes = {
        name: sum(
            Path(str(file.locate())).stat().st_size for file in distribution(name).files or [] if _is_shipped(file)
        )
        for name in offline_core()
    }
    total = sum(sizes.values()) / 1e6
    largest = sorted(sizes, key=lambda name: -sizes[name])[:5]
    assert total <= LARGEST_CORE_MB, f"{total:.0f} MB; the largest are {largest}"


def test_the_offline_core_has_no_client_of_a_provider_and_no_server_of_a_database() -> None:
    outside = {
        "anthropic",
        "openai",
        "google-genai",
        "pydantic-ai-slim",
        "psycopg",
        "redis",
        "onnxruntime",
        "neo4j",
        "scipy",
    }
    assert not outside & offline_core()


def test_the_command_line_imports_none_of_them() -> None:
    heavy = ("pydantic_ai", "anthropic", "openai", "psycopg", "numpy", "tantivy", "ladybug", "fhir", "mcp")
    code = f"import osler.surfaces.cli, sys; print([name for name in {heavy!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_every_package_of_the_core_is_used() -> None:
    root = Path(__file__).parent.parent
    asked = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    imported = set()
    for file in (root / "src").rglob("*.py"):
        words = re.findall(r"^\s*(?:from|import) ([\w.]+)", file.read_text(encoding="utf-8"), re.MULTILINE)
        imported |= {word.partition(".")[0] for word in words}
    installed = packages_distributions()
    providers = {canonicalize_name(name) for one in imported for name in installed.get(one, [])}
    unused = {canonicalize_name(Requirement(text).name) for text in asked} - providers
    assert unused == set()
