"""Which diseases are events, of which a date does not say that they go on, and which stay while they rest."""

from __future__ import annotations

from functools import cache, lru_cache

from osler.core.patient import Status
from osler.core.patient.types import Fact
from osler.core.terminology import Vocabularies
from osler.yaml_reader import packaged_yaml


@cache
def _events(vocabularies: Vocabularies) -> frozenset[str]:
    listed = packaged_yaml(__package__, "events.yml")["events"]
    return frozenset(other for code in listed for other in (code, *vocabularies.hierarchy.same(code)))


@lru_cache(maxsize=20_000)
def is_event(codes: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether the thing of these codes is an event or a kind of one."""
    events, tree = _events(vocabularies), vocabularies.hierarchy
    return any(not events.isdisjoint({code, *tree.ancestors(code)}) for code in codes)


def rests(fact: Fact, codes: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether a fact is a disease that is in remission and stays for all that: "Crohn's disease, in remission on azathioprine"."""
    if fact.status is not Status.REMISSION:
        return False
    return _stays(frozenset(coding.id for coding in fact.codings) or codes, vocabularies)


@lru_cache(maxsize=20_000)
def _stays(codes: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether the disease of these codes stays with who has it, at rest or not."""
    kinds = frozenset(packaged_yaml(__package__, "lasting.yml")["kinds"])
    return any(not kinds.isdisjoint({code, *vocabularies.hierarchy.ancestors(code)}) for code in codes)
