"""Where a text denies a whole kind of fact: "no previous medical problems", "PMH: none", "has never had surgery"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from osler.core.language import Experiencer, assert_mention
from osler.core.patient.extract.lexicon import rules
from osler.core.patient.types.facts import DenialOf
from osler.first_letters import each_match
from osler.needed_words import may_match, searchable


class GeneralDenial(NamedTuple):
    """What is denied as a whole, and the words that do."""

    of: DenialOf
    start: int
    end: int


def general_denials(text: str) -> Iterator[GeneralDenial]:
    """Every denial of a whole kind that a text makes of the patient, kind by kind.

    A denial with an exception ("no health problems besides asthma") still denies the rest.
    """
    low = searchable(text)
    for of, form in _forms().items():
        if not may_match(form, low):
            continue
        for found in each_match(form, text):
            if assert_mention(text, *found.span()).experiencer is Experiencer.PATIENT:
                yield GeneralDenial(of, *found.span())


@cache
def _forms() -> dict[DenialOf, re.Pattern[str]]:
    """One pattern a kind: a negation before its names, nothing behind them, or words that say it of themselves."""
    table = rules()["denials"]
    frame = table["frame"]
    before = rf"(?<!\w)(?:{frame['denying']})\s+(?:(?:{frame['between']}),?\s+){{0,4}}"
    forms: dict[DenialOf, re.Pattern[str]] = {}
    for of, row in table["of"].items():
        parts = list(row.get("said", ()))
        if "names" in row:
            names = f"(?:{'|'.join(row['names'])})"
            parts = [
                *parts,
                rf"{before}{names}(?!\w)(?!{frame['narrowed']})",
                rf"(?<!\w){names}{frame['nothing']}",
                rf"(?<!\w)(?:{frame['empty']})\s+(?:past\s+)?{names}(?!\w)",
            ]
        forms[of] = re.compile("|".join(f"(?:{part})" for part in parts), re.IGNORECASE)
    return forms
