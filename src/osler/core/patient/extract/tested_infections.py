"""Infections that are named for their test, their vaccine or their prevention: "HIV screening", "hepatitis B immune"."""

from __future__ import annotations

import re
from functools import cache

from osler.core.language import AnalysedText, Mention, SectionKind
from osler.core.patient.extract.lexicon import any_of, rules, words

_LONGEST_LEAD = 120
_LONGEST_LIST = 80
_TYPE = re.compile(r"\A[ ][A-E](?!\w)")
_AMONG_VACCINES = re.compile(
    r"\b(?:immuni[sz]ations?|immuni[sz]ed|vaccin\w+|jabs?)\b[^.;\n]{0,40}?\b(?:except|excluding|apart\sfrom|but\snot|against|for|missing)\s"
    r"(?:[\w-]+(?:,\s|\s(?:and|or)\s)){0,4}$",
    re.IGNORECASE,
)
"""An infection that stands for its vaccine: "immunisations up to date except varicella"."""


def names_a_test(mention: Mention, analysed: AnalysedText) -> bool:
    """Whether an infection is named as what was tested, vaccinated for or prevented."""
    return _is_so_named(mention, analysed) and _is_infection(mention, analysed)


def _is_so_named(mention: Mention, analysed: AnalysedText) -> bool:
    if mention.section is SectionKind.IMMUNISATIONS:
        return True
    after = _TYPE.sub("", analysed.text[mention.end : mention.end + _LONGEST_LIST]).lstrip(" \t-:")
    if words("tests_of_infections").match(after) or _listed().match(after):
        return True
    before = analysed.text[max(0, mention.start - _LONGEST_LEAD) : mention.start]
    return _AMONG_VACCINES.search(before) is not None


@cache
def _listed() -> re.Pattern[str]:
    """The rest of a list whose last word is the test of all that it names: "HIV, syphilis and hepatitis B serology"."""
    tests = any_of(tuple(rules()["tests_of_lists"])).pattern
    one = r"[A-Za-z][\w-]*(?:[ ][A-E](?!\w))?"
    return re.compile(rf"(?:(?:,[ ]?(?:and[ ])?|[ ]?[/&+][ ]?|(?:and|or)[ ]){one}[ ]?){{1,6}}{tests}", re.IGNORECASE)


def _is_infection(mention: Mention, analysed: AnalysedText) -> bool:
    broader = {mention.concept_id, *analysed.vocabularies.hierarchy.ancestors(mention.concept_id)}
    return not broader.isdisjoint((*rules()["past_infections"]["kinds"], *rules()["tested_too"]))
