"""What an osler.toml in the current folder may change: a folder may come from anybody, so it may only tighten."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from osler.config.files import flatten, not_the_folders
from osler.config.roles import ROLES, Played, cast_of
from osler.config.settings import FolderRule, Settings, SettingsSection

_HOW = {"lower": "and a file in the current folder may only lower it", "higher": "and it may only be raised there"}


def refuse_loosening(file: Path, given: Mapping[str, Any], before: Settings, after: Settings) -> None:
    """ConfigError where a folder's file lifts a limit, switches a check off or lets text leave this machine.

    `before` are the settings without the file, `after` those with it.
    """
    for path, _ in flatten(given):
        name, held, section = _setting(path, before)
        now = _setting(path, after)[1]
        rule = section.in_folder.get(name.rpartition(".")[2])
        if now != held and not _allows(rule, section.unset.get(name.rpartition(".")[2]), held, now):
            why = _why(rule, held)
            raise not_the_folders(
                file,
                ".".join(path),
                f"{why} ({_shown(held)} without it)" if why else "which only your own file may set",
            )
    _refuse_hosting(file, before, after)


def _why(rule: FolderRule | None, held: Any) -> str:
    """What a folder's file may do with a setting instead; nothing where it may not touch it."""
    if not isinstance(rule, str) or rule not in _HOW:
        return ""
    if isinstance(held, bool):
        return f"and a file in the current folder may only switch it {'off' if rule == 'lower' else 'on'}"
    return _HOW[rule]


def _refuse_hosting(file: Path, before: Settings, after: Settings) -> None:
    """A role's text may go nowhere outside where it did not go without the folder's file."""
    was, now = cast_of(before.models, before.privacy), cast_of(after.models, after.privacy)
    for role in ROLES:
        if now[role].mind.hosted and _destination(now[role]) != _destination(was[role]):
            setting = f"models.{now[role].taken_from or role}.model"
            raise not_the_folders(
                file,
                setting,
                f"with which the text of the role {role!r} would begin to leave this machine for {now[role].name}"
                if not was[role].mind.hosted
                else f"with which the text of the role {role!r} would go to another service than {was[role].name}",
            )


def _destination(played: Played) -> tuple[str, str | None, bool]:
    return played.name.partition(":")[0], played.mind.base_url, played.mind.hosted


def _setting(path: Iterable[str], settings: Settings) -> tuple[str, Any, SettingsSection]:
    """The setting that a path leads to (a table's entry is part of it): its name, its value and its section."""
    value: Any = settings
    section: SettingsSection = settings
    taken: list[str] = []
    for part in path:
        if not isinstance(value, BaseModel):
            break
        section = value if isinstance(value, SettingsSection) else section
        value = getattr(value, part, None)
        taken.append(part)
    return ".".join(taken), value, section


def _allows(rule: FolderRule | None, unset: float | None, held: Any, now: Any) -> bool:
    if rule is None:
        return False
    if isinstance(rule, tuple):
        return now in rule
    if rule == "any":
        return True
    first, then = _number(held, unset), _number(now, unset)
    return then <= first if rule == "lower" else then >= first


def _number(value: Any, unset: float | None) -> float:
    if value is None:
        return float("inf") if unset is None else unset
    return float("inf") if value == "none" else float(value)


def _shown(value: Any) -> str:
    return "not set" if value is None else str(value)
