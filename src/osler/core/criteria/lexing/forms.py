"""Which form of a token stands at a place: only those are tried that can begin there."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.core.criteria.lexing.patterns import token_forms
from osler.core.criteria.lexing.shapes import TRAITS, Form, starts_with
from osler.core.criteria.lexing.tokens import Kind


@cache
def _forms() -> tuple[tuple[Form, re.Pattern[str]], ...]:
    return tuple((form, re.compile(form.pattern)) for form in token_forms())


@lru_cache(maxsize=4096)
def forms_at(start: str, traits: frozenset[str]) -> tuple[tuple[Kind, re.Pattern[str]], ...]:
    """The forms that may begin with a word or a sign in a text of these traits, in their order."""
    return tuple(
        (form.kind, pattern)
        for form, pattern in _forms()
        if (form.firsts is None or start in form.firsts) and (not form.needs or form.needs in traits)
    )


def traits_of(plain: str) -> frozenset[str]:
    """What a cleaned text holds of what some forms need."""
    return frozenset(name for name, pattern in TRAITS.items() if pattern.search(plain))


def form_at(plain: str, position: int, word: str, traits: frozenset[str]) -> tuple[Kind, re.Match[str]] | None:
    """The first form that matches at a place, where a word (or, if it is empty, none) begins."""
    for kind, pattern in forms_at(word or starts_with(plain, position), traits):
        match = pattern.match(plain, position)
        if match is not None:
            return kind, match
    return None
