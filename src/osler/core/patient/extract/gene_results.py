"""What a sentence says was found in single genes and in the chromosomes: genes by symbol, karyotypes as ISCN writes them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial
from typing import NamedTuple

from osler.core.language import Assertion, Experiencer, assert_mention
from osler.core.patient.extract.lexicon import any_of, rules, words
from osler.core.patient.types.genetics import TestResult

_SYMBOL = r"[A-Z][A-Z0-9]*(?:orf\d+)?(?:-[A-Z0-9]+)?"
_SYMBOLS = re.compile(rf"(?<![\w.>-]){_SYMBOL}(?:\s*(?:,|/|;|&|\+|and|or|,\s*and)\s*{_SYMBOL})*(?![\w>])")
_ONE = re.compile(_SYMBOL)
_HGVS = re.compile(r"(?<!\w)(?:c\.[*-]?\d|p\.\(?[A-Z])")
_STOP = re.compile(r";|(?<=\w)\.\s|\bbut\b|\bwhereas\b|\bwhile\b", re.IGNORECASE)
_COMMA = re.compile(r",|:")
_LEADING_IN = re.compile(
    r"\b(?:in|of|for|involving|affecting)\s+(?:the\s+|either\s+|both\s+)?(?:genes?\s+)?$", re.IGNORECASE
)
_UNMISTAKABLE = re.compile(r"(?=.*\d)\w{4,}")
"""A symbol that nothing else is written as; HR, CP and ALB are also a rate, a palsy and a protein."""
_KARYOTYPE = re.compile(
    r"(?<![\d.,])(?:mos\s+)?(?P<count>\d{2}),\s?(?P<sex>[XY]{1,5})(?P<rest>(?:,(?:\([^)]*\)|[^\s,;.])+|/\d{2},\s?[XY]+)*)"
)

_STATEMENT = re.compile(r"[;.]\s|\bbut\b|\bwhereas\b|\bwhile\b", re.IGNORECASE)
_BELONGING = re.compile(r"\s*\(?\s*(?:in|of|for)\b", re.IGNORECASE)


class GeneResult(NamedTuple):
    """The result of the test of one or several genes, in the order they are written."""

    genes: tuple[str, ...]
    result: TestResult


Said = Callable[[int, int], Assertion]
"""What is said of the words at a place of a sentence."""


def gene_results(
    sentence: str, symbols: Collection[str], said: Said, *, in_context: bool = False
) -> Iterator[GeneResult]:
    """The genes whose result a sentence states of the patient; `in_context`: the sentence before speaks of a genetic test.

    A symbol that may be something else needs a genetic word beside it, and so does every positive result, since
    immunohistochemistry is positive for the same symbols.
    """
    if words("genes_of_a_tumour").search(sentence):
        return
    carried = words("carriers").search(sentence) is not None
    groups = [(found, genes) for found in _SYMBOLS.finditer(sentence) if (genes := _known(found.group(), symbols))]
    for place, (found, genes) in enumerate(groups):
        start = groups[place - 1][0].end() if place else 0
        end = groups[place + 1][0].start() if place + 1 < len(groups) else len(sentence)
        if said(*found.span()).experiencer is not Experiencer.PATIENT:
            continue
        before, after = _around(sentence, found, start, end)
        for some, clause in _told(genes, before, after):
            result = _result(clause)
            genetic = _is_genetic(f"{before} {clause}")
            if not genetic and words("measured_products").search(f"{before} {clause}"):
                continue
            plain = any(_UNMISTAKABLE.fullmatch(gene) for gene in genes)
            sure = genetic or (plain and (in_context or result == "negative"))
            if result and sure and not (result == "positive" and carried):
                yield GeneResult(some, result)


def abnormal_karyotype(sentence: str, said: Said | None = None) -> str | None:
    """The karyotype that a sentence states of the patient, where it is not the usual one."""
    said = said or partial(assert_mention, sentence)
    for found in _KARYOTYPE.finditer(sentence):
        usual = found["count"] == "46" and found["sex"] in ("XX", "XY") and not found["rest"]
        if usual or _is_of_another(sentence, found):
            continue
        if said(*found.span()).affirmed_of_patient:
            return found.group().rstrip(".")
    return None


def _is_of_another(sentence: str, found: re.Match[str]) -> bool:
    """Whether a karyotype is a relative's: named with it in the same statement, last before it or first behind it."""
    before = _STATEMENT.split(sentence[: found.start()])[-1]
    after = _STATEMENT.split(sentence[found.end() :])[0]
    another, own = (
        max((one.end() for one in words(whose).finditer(before)), default=0)
        for whose in ("result_of_another", "result_of_the_patient")
    )
    if another or own:
        return another > own
    return bool(_BELONGING.match(after) and words("result_of_another").search(after))


def _known(written: str, symbols: Collection[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(one for one in _ONE.findall(written) if one in symbols))


def _around(sentence: str, found: re.Match[str], start: int, end: int) -> tuple[str, str]:
    """The words of the same statement before genes, and the first part after them that tells a result."""
    before = _STOP.split(sentence[start : found.start()])[-1]
    after = _STOP.split(sentence[found.end() : end])[0]
    return before, next((part for part in _COMMA.split(after) if _result(part) is not None), "")


def _told(genes: tuple[str, ...], before: str, after: str) -> list[tuple[tuple[str, ...], str]]:
    """Which words tell the result of which genes: those that follow, or those before ("no variant in") where they lead in."""
    first, last = _result(before), _result(after)
    if first is None or (last is not None and not _LEADING_IN.search(before)):
        return [(genes, after)]
    if last is None or last == first:
        return [(genes, before)]
    # "A pathogenic variant in FBN1, TGFBR2 normal": of genes in between nothing is known.
    return [(genes[:1], before), (genes[1:][-1:], after)] if len(genes) > 1 else [(genes, before)]


def _result(clause: str) -> TestResult | None:
    """The result that words state, without the names of tests ("mutation analysis")."""
    bare = words("names_of_gene_tests").sub(" ", clause)
    for result, phrases in rules()["test_results"].items():
        if any_of(tuple(phrases)).search(bare):
            stated: TestResult = result
            return stated
    return None


def _is_genetic(text: str) -> bool:
    return bool(words("genetic_tests").search(text) or words("genetic_words").search(text) or _HGVS.search(text))
