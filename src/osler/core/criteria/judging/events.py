"""Which diseases are events: they happen on a day, and a record that only dates one does not say that it goes on."""

from __future__ import annotations

from functools import cache, lru_cache

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
