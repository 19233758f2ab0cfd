"""A condition in other words: where sentence and source each have one that the other lacks, they may be the same one.

Words alone cannot tell "before the patient goes home" from "before discharge". A condition that was left out has no
counterpart in the sentence, and one that was invented none in the source; where both have one of a kind that nothing
accounts for, neither is known to be missing. Their numbers, names and contraries are compared all the same.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import not_covered
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, read_statement

_LACKING = 0.3
"""A clause of whose words this share stands nowhere on the other side is not accounted for."""


def is_said_otherwise(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> frozenset[str]:
    """The kinds of condition (of time, of circumstance) of which both sides have one that the other does not account for."""
    here = _open(said, basis, context, vocabularies)
    there = _open(basis[0], [said], "", vocabularies, named=False) if here else set()
    return frozenset(here & there)


def _open(
    one: Statement, other: Sequence[Statement], context: str, vocabularies: Vocabularies, *, named: bool = True
) -> set[str]:
    """The kinds of condition that the other side does not account for; without `named`, not those that name a drug."""
    found = set()
    for kind, clause in _clauses(one.text):
        words = read_statement(clause, vocabularies)
        if not named and any(drug.drug for drug in words.named):
            continue  # no other words say a drug
        lacking = not_covered(words.stems, other, context, words, vocabularies)
        # "After they are started" is no other wording of anything but a start.
        plain = lexicon().deeds | lexicon().actions | frozenset(lexicon().opposites)
        if set(lacking) - plain and len(lacking) >= _LACKING * len(words.stems):
            found.add(kind)
    return found


def _clauses(text: str) -> Iterable[tuple[str, str]]:
    """Each clause that a word of time or circumstance opens, with its kind."""
    openers = sorted(
        (match.start(), match.end(), kind)
        for kind, opener in lexicon().clauses.items()
        for match in opener.finditer(text)
    )
    for number, (_, start, kind) in enumerate(openers):
        following = openers[number + 1][0] if number + 1 < len(openers) else len(text)
        end = _END.search(text, start)
        yield kind, text[start : min(following, end.start() if end else len(text))]


_END = re.compile(r"[,;:()]|\.(?!\d)|\b(?:but|should|must|may|is given|are given)\b", re.IGNORECASE)
