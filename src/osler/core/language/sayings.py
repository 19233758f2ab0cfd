"""Findings as people say them, in words that are no name: "cannot let go after shaking hands", "sleeps on four pillows"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from osler.core.language.rules import read_yaml
from osler.core.language.scope import lowered
from osler.core.language.types import Sentence
from osler.core.terminology import Match

_WORD = re.compile(r"[a-z]+|\d+")
_MOST_BETWEEN = 3


class _Saying(NamedTuple):
    hpo_id: str
    said: re.Pattern[str]
    unless: re.Pattern[str] | None
    needs: re.Pattern[str] | None
    tells: frozenset[str]
    """Words of which one is in every text that says it."""


def sayings_in(text: str, sentences: Sequence[Sentence]) -> Iterator[Match]:
    """The findings that sentences tell in sayings, each at the words that say it."""
    low = lowered(text)
    index = _by_word()
    for sentence in sentences:
        words = set(_WORD.findall(low, sentence.start, sentence.end))
        for saying in {one for word in words & index.keys() for one in index[word]}:
            found = saying.said.search(low, sentence.start, sentence.end)
            if found and _fits(saying, low, sentence):
                yield Match(*found.span(), (saying.hpo_id,))


def _fits(saying: _Saying, low: str, sentence: Sentence) -> bool:
    """Whether the rest of a sentence leaves a saying what it is."""
    place = (sentence.start, sentence.end)
    if saying.unless and saying.unless.search(low, *place):
        return False
    return saying.needs is None or saying.needs.search(low, *place) is not None


def is_saying(words: str, concept_id: str) -> bool:
    """Whether words are a saying for a finding: the "not" in them is part of it."""
    low = lowered(words)
    told = {one for word in set(_WORD.findall(low)) & _by_word().keys() for one in _by_word()[word]}
    return any(one.hpo_id == concept_id and one.said.fullmatch(low) for one in told)


@cache
def _by_word() -> Mapping[str, tuple[_Saying, ...]]:
    """The sayings by the words that tell of them."""
    table = read_yaml("sayings.yml")
    index: dict[str, list[_Saying]] = {}
    for hpo_id, row in table["sayings"].items():
        for written in row["said"]:
            saying = _saying(hpo_id, written, row, table)
            for word in saying.tells:
                index.setdefault(word, []).append(saying)
    return {word: tuple(sayings) for word, sayings in index.items()}


def _saying(hpo_id: str, written: str, row: Mapping[str, Any], table: Mapping[str, Any]) -> _Saying:
    gap = "|".join(map(re.escape, table["gap"]))
    between = rf"[\s-](?:(?:{gap})\s){{0,{_MOST_BETWEEN}}}"
    pattern, lists = "", []
    for token in written.split():
        choices = _choices(token.rstrip("?").rstrip("|"), table["classes"])
        one = "|".join(map(_as_pattern, sorted(choices, key=len, reverse=True)))
        lead = between if pattern else ""
        pattern += f"(?:{lead}(?:{one}))?" if token.endswith("?") else f"{lead}(?:{one})"
        if not token.endswith("?"):
            lists.append(choices)
    # The choice whose shortest word is longest: long words are rare.
    telling = max(lists, key=lambda choices: min(len(max(_words(choice), key=len)) for choice in choices))
    return _Saying(
        hpo_id,
        re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])"),
        _any_of(row.get("unless", ())),
        _any_of(row.get("needs", ())),
        frozenset(max(_words(choice), key=len) for choice in telling),
    )


def _any_of(words: Sequence[str]) -> re.Pattern[str] | None:
    """One of these words; * is any ending."""
    choice = "|".join(
        re.escape(one.rstrip("*").replace("_", " ")) + (r"\w*" if one.endswith("*") else "") for one in words
    )
    return re.compile(rf"(?<!\w)(?:{choice})(?!\w)") if choice else None


def _choices(token: str, classes: Mapping[str, Sequence[str]]) -> list[str]:
    """The words of a token: those that it lists, those of its classes, and all forms of its verbs."""
    found: list[str] = []
    for choice in token.split("|"):
        if choice.startswith("<"):
            found += (str(word) for word in classes[choice.strip("<>")])
        elif choice.endswith("~"):
            found += _forms(choice[:-1])
        else:
            found += _tenses().get(choice, (choice,))
    return list(dict.fromkeys(found))


@cache
def _tenses() -> Mapping[str, tuple[str, ...]]:
    """By every form of an irregular verb all of them: who "never came down" has not come down."""
    groups = (tuple(map(str, forms)) for forms in read_yaml("sayings.yml")["verbs"])
    return {form: forms for forms in groups for form in forms}


def _forms(verb: str) -> list[str]:
    stem = verb.removesuffix("e")
    third = f"{verb}es" if verb.endswith(("s", "sh", "ch", "x")) else f"{verb}s"
    return [verb, third, f"{stem}ed", f"{stem}ing"]


def _words(choice: str) -> list[str]:
    return _WORD.findall(choice) or [choice]


def _as_pattern(choice: str) -> str:
    return r"\d{1,2}" if choice == "#" else r"\s".join(map(re.escape, choice.split("_")))
