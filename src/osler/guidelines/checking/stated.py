"""Facts made of advice: "X should be offered" does not say that X works, what people think of it or what it costs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from osler.core.library import stems
from osler.guidelines.checking.advice import says_done
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.statements import Statement
from osler.guidelines.everyday import common_stems
from osler.yaml_reader import packaged_yaml

_TOKEN = re.compile(r"[A-Za-z][\w'-]*|\d[\d.]*|[^\w\s]")


def stated_faults(
    said: Statement, basis: Sequence[Statement], missing: Sequence[str]
) -> Iterable[tuple[FaultKind, str]]:
    """What a sentence states by a word that is not its sources', where these advise something and state nothing."""
    if said.stance != "none" or says_done(said.text) or any(one.stance == "none" for one in basis):
        return
    there = {stem for one in basis for stem in one.stems}
    new = {stem for stem in missing if stem not in _doing() and not _begins(stem, there)}
    if told := _predicates(said.text, new):
        yield "unsupported", f"the cited passages advise it and do not state: {', '.join(told)}"


def _begins(stem: str, there: Iterable[str]) -> bool:
    """Whether a word is a shortened one of some others: an echo."""
    return len(stem) > 3 and any(one.startswith(stem[: max(4, len(stem) - 1)]) for one in there)


def _predicates(text: str, wanted: set[str]) -> list[str]:
    """The words of a text with some stems that stand where a verb stands, or what is said of a subject; names stand behind an article."""
    table = packaged_yaml("osler.guidelines.checking", "asserted.yml")["stated"]
    before, behind = frozenset(table["before_a_name"]), frozenset(table["behind_a_name"])
    tokens = _TOKEN.findall(text)
    neighbours = zip([None, *tokens], tokens, [*tokens[1:], ""], strict=False)
    return [
        token
        for previous, token, following in neighbours
        if previous is not None
        and wanted.intersection(stems(token))
        and previous.casefold() not in before
        and following.casefold() not in behind
    ]


@cache
def _doing() -> frozenset[str]:
    """Words for what is done on advice, and everyday words: what they add is no fact."""
    words = packaged_yaml("osler.guidelines.checking", "asserted.yml")["stated"]["doing"]
    return common_stems() | frozenset(stem for word in words for stem in stems(word))
