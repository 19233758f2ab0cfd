"""The configuration of Osler 0.1, read for one version more: a role as a string, and one address for all roles."""

from __future__ import annotations

from typing import Any

_ROLES = ("fast", "reasoning", "medical")


def models_of_0_1(given: dict[str, Any]) -> dict[str, Any]:
    """The `[models]` section in today's form: each role a table, the one address with the roles it can mean."""
    models = roles_of_0_1(given)[0]
    url = models.pop("base_url", None)
    for role in _served_there(models) if url else []:
        models[role] = {"base_url": url, **models[role]}
    return models


def roles_of_0_1(given: dict[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """One place's `[models]` with roles as tables, and what to tell whoever wrote the old form.

    The one address stays: the roles that it is the address of may be named in another place.
    """
    models, said = dict(given), []
    for role in _ROLES:
        if isinstance(models.get(role), str):
            models[role] = {"model": models[role]}
            said.append(f"models.{role} = {given[role]!r} is the form of 0.1: write [models.{role}] and model = …")
    if models.get("base_url"):
        said.append(
            "models.base_url is the form of 0.1: write base_url under the role it is meant for,"
            " and local = true if that server is yours (an address alone no longer makes it local)"
        )
    return models, said


def _served_there(models: dict[str, Any]) -> list[str]:
    """The roles whose server the one address of 0.1 can mean: all, unless they speak different protocols."""
    named = {
        role: str(models[role]["model"]).partition(":")[0]
        for role in _ROLES
        if isinstance(models.get(role), dict) and models[role].get("model") not in (None, "offline")
    }
    if len(set(named.values())) > 1:
        return [role for role, provider in named.items() if provider == "openai-chat"]
    return list(named)
