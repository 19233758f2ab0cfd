"""Which mind plays which role: what is configured for it, or what it takes from another role."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from osler.config.settings import OFFLINE, ModelSettings, PrivacySettings, RoleSettings

Role = Literal["fast", "reasoning", "medical"]
ROLES: tuple[Role, ...] = get_args(Role)

_TAKES_FROM: dict[Role, tuple[Role, Role]] = {
    "medical": ("reasoning", "fast"),
    "reasoning": ("medical", "fast"),
    "fast": ("reasoning", "medical"),
}


class Played(NamedTuple):
    """The mind of a role, and the role whose configuration it is."""

    role: Role
    mind: RoleSettings
    taken_from: Role | None = None
    """None where the role is configured itself, or where nothing is and the offline mind plays it."""

    @property
    def name(self) -> str:
        """`offline`, or the model."""
        return self.mind.model or OFFLINE

    def described(self) -> str:
        """In words: the mind, where its text goes, and whose configuration it is."""
        where = "" if self.name == OFFLINE else ", local" if self.mind.local else ", hosted"
        taken = f", as {self.taken_from}" if self.taken_from else ""
        return f"{self.name}{where}{taken}"


def played(role: Role, models: ModelSettings, privacy: PrivacySettings) -> Played:
    """The mind of a role. One that is not configured takes another's, and a hosted one only where nothing configured stays here.

    A hosted mind is taken only where hosted models are allowed and no role that it could be taken from is offline or
    local: whoever wants more says so in the role's own section.
    """
    own = _of(models, role)
    if own.model is not None:
        return Played(role, own)
    others = [(other, _of(models, other)) for other in _TAKES_FROM[role] if _of(models, other).model is not None]
    staying = [(other, mind) for other, mind in others if not mind.hosted]
    for other, mind in staying or (others if privacy.allow_hosted else []):
        return Played(role, mind, other)
    return Played(role, RoleSettings(model=OFFLINE))


def cast_of(models: ModelSettings, privacy: PrivacySettings) -> dict[Role, Played]:
    """The mind of every role."""
    return {role: played(role, models, privacy) for role in ROLES}


def _of(models: ModelSettings, role: Role) -> RoleSettings:
    settings: RoleSettings = getattr(models, role)
    return settings
