"""Tests that a note calls normal by their name alone ("AFP normal, vitamin E normal"): what they would have shown is not asked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from osler.core.language import AnalysedText
from osler.core.language import called_normal as core_called_normal
from osler.core.terminology import Vocabularies
from osler.diagnosis.investigations import investigations
from osler.yaml_reader import packaged_yaml

_WORD = re.compile(r"[a-z0-9]+")
_LONGEST = 6


def called_normal(text: AnalysedText, vocabularies: Vocabularies) -> list[str]:
    """The labels of the abnormal results that the note's normal ones leave no room for."""
    called = list(_names(text))
    if not called:
        return []
    known = _results(vocabularies)
    terms = {term: None for names in called for term in _longest(names, known)}
    return [vocabularies.hpo.label(term) or term for term in terms]


@cache
def _results(vocabularies: Vocabularies) -> dict[frozenset[str], tuple[str, ...]]:
    """The abnormal results of HPO by what was measured."""
    graph, table = vocabularies.hpo, investigations()
    found: dict[frozenset[str], dict[str, None]] = {}
    ordered = [row.id for row in table.confirming]
    ordered += [row.id for row in table.branches if row.kind == "order_test"]
    roots = [place for term in ordered if (place := graph.index(term)) is not None]
    for place in sorted({below for root in roots for below in graph.offspring(root).tolist()}):
        term = graph.id_of(place)
        for name in vocabularies.names.names(term):
            found.setdefault(_key(name), {})[term] = None
    found.pop(frozenset(), None)
    return {key: tuple(terms) for key, terms in found.items()}


def _longest(names: Sequence[str], known: Mapping[frozenset[str], tuple[str, ...]]) -> tuple[str, ...]:
    """The results of the longest name that is one: "sweat chloride" is no chloride of the blood."""
    return next((terms for name in names if (terms := known.get(_key(name), ()))), ())


def _key(name: str) -> frozenset[str]:
    """What was measured: the words of a name without those of a change and of the specimen that goes without saying."""
    table = _words()
    words = _WORD.findall(table["abbreviations"].get(name.lower().strip(), name).lower())
    return frozenset(word.rstrip("s") for word in words if word not in table["left_out"])


def _names(text: AnalysedText) -> Iterator[list[str]]:
    """What the text calls normal, longest name first: of "serum lactate" also "lactate"; of a panel each of its members."""
    panels: dict[str, list[str]] = _words()["panels"]
    changed = frozenset(_words()["changed"])
    for called in core_called_normal(text):
        before = [text.text[start:end] for start, end in called.before if text.text[start:end].strip()]
        # "IgM normal, IgE high" says nothing of what follows, "normal IgG, IgA" does.
        for listed in before or [text.text[start:end] for start, end in called.after]:
            words = listed.split()[-_LONGEST:]
            if not changed.isdisjoint(_WORD.findall(listed.lower())):
                continue
            names = [" ".join(words[place:]).rstrip(":= ") for place in range(len(words))]
            yield names
            panel = next((name.lower() for name in names if name.lower() in panels), None)
            if panel is not None:
                yield from ([member] for member in panels[panel])


@cache
def _words() -> dict[str, Any]:
    words: dict[str, Any] = packaged_yaml("osler.diagnosis.steps", "called_normal.yml")
    return words
