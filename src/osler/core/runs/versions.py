"""Which code a run was made with."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any

import osler
from osler.config import Settings, cast_of


def base_versions(settings: Any = None) -> dict[str, Any]:
    """The package, its commit in a checkout, and the configured models."""
    versions: dict[str, Any] = {"package": osler.__version__}
    commit = _commit()
    if commit:
        versions["commit"] = commit
    if isinstance(settings, Settings):
        versions["model"] = {role: item.name for role, item in cast_of(settings.models, settings.privacy).items()}
    return versions


@lru_cache(maxsize=1)
def _commit() -> str | None:
    return commit_of(Path(osler.__file__).resolve().parents[2])


def commit_of(root: Path) -> str | None:
    """The commit a checkout is at, read from its own files: asking git would cost more than a whole analysis."""
    folder = root / ".git"
    try:
        if folder.is_file():
            folder = root / folder.read_text(encoding="utf-8").removeprefix("gitdir:").strip()
        head = (folder / "HEAD").read_text(encoding="utf-8").strip()
        if not head.startswith("ref:"):
            return head
        common = folder / "commondir"
        base = folder / common.read_text(encoding="utf-8").strip() if common.is_file() else folder
        return _ref(base, head.removeprefix("ref:").strip())
    except OSError:
        return None


def _ref(base: Path, name: str) -> str | None:
    loose = base / name
    if loose.is_file():
        return loose.read_text(encoding="utf-8").strip()
    for line in (base / "packed-refs").read_text(encoding="utf-8").splitlines():
        commit, _, ref = line.partition(" ")
        if ref == name:
            return commit
    return None
