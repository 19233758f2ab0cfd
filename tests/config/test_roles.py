"""A role that is not configured takes another's, and never so that text begins to leave this machine."""

from __future__ import annotations

from typing import Any

import pytest

from osler.config import ROLES, Settings, cast_of

LOCAL = {"model": "openai-chat:own", "base_url": "http://127.0.0.1:1/v1", "local": True}
OTHER = {"model": "openai-chat:other", "base_url": "http://127.0.0.1:2/v1", "local": True}
HOSTED = {"model": "anthropic:claude-x"}
OFFLINE = {"model": "offline"}


def names(**roles: dict[str, Any]) -> list[str]:
    settings = Settings.model_validate({"models": roles, "privacy": {"allow_hosted": True}})
    return [cast_of(settings.models, settings.privacy)[role].name for role in ROLES]


@pytest.mark.parametrize("role", ROLES)
def test_one_configured_role_serves_all(role: str) -> None:
    assert names(**{role: LOCAL}) == ["openai-chat:own"] * 3
    assert names(**{role: HOSTED}) == ["anthropic:claude-x"] * 3


def test_the_order_in_which_roles_are_taken() -> None:
    own, other = "openai-chat:own", "openai-chat:other"
    assert names(reasoning=LOCAL, fast=OTHER) == [other, own, own]
    assert names(medical=LOCAL, fast=OTHER) == [other, own, own]
    assert names(reasoning=LOCAL, medical=OTHER) == [own, own, other]


def test_offline_pins_a_role_and_is_taken_like_any_mind() -> None:
    assert names(medical=OFFLINE, reasoning=LOCAL) == ["openai-chat:own", "openai-chat:own", "offline"]
    assert names(reasoning=OFFLINE, fast=HOSTED) == ["anthropic:claude-x", "offline", "offline"]


def test_text_is_never_moved_to_a_hosted_model_that_nobody_named_for_the_role() -> None:
    # Medical would take reasoning's first; but fast is local, and stays so.
    assert names(fast=LOCAL, reasoning=HOSTED) == ["openai-chat:own", "anthropic:claude-x", "openai-chat:own"]
    assert names(fast=OFFLINE, reasoning=HOSTED) == ["offline", "anthropic:claude-x", "offline"]
    # Unless it is said.
    assert names(fast=LOCAL, reasoning=HOSTED, medical=HOSTED)[2] == "anthropic:claude-x"


def test_a_hosted_model_is_not_taken_where_hosted_models_are_not_allowed() -> None:
    settings = Settings.model_validate({"models": {"reasoning": HOSTED}})
    cast = cast_of(settings.models, settings.privacy)
    assert [cast[role].name for role in ROLES] == ["offline", "anthropic:claude-x", "offline"]


def test_a_role_says_in_words_who_plays_it() -> None:
    settings = Settings.model_validate({"models": {"fast": LOCAL}})
    cast = cast_of(settings.models, settings.privacy)
    assert cast["fast"].described() == "openai-chat:own, local"
    assert cast["medical"].described() == "openai-chat:own, local, as fast"
