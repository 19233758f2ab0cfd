"""Where a cancer has spread to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from osler.core.language import AnalysedText, Polarity
from osler.core.patient.extract.cancer.lexicon import choices
from osler.core.patient.types import Document, Metastasis

_AFTER = re.compile(
    r"(?<!\w)(?:metastatic|metastasi[sz]ed|metastases|mets|spread|disease)\s(?:disease\s)?(?:to|in|involving)\s(?:the\s|her\s|his\s)?(?P<list>[^.;:()]{2,120})",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?<!\w)(?:mets|metastases|metastatic sites?|sites of (?:disease|metasta\w+))\s?:\s?(?P<list>[^.;\n]{2,120})",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?P<list>(?:[\w-]+(?:\s|,\s|/)){1,8})(?:mets?|metasta(?:sis|ses|tic (?:disease|lesions?|deposits?)))(?!\w)",
    re.IGNORECASE,
)
_NODES = re.compile(
    r"(?:nodes?|LNs?)\b[^.;\n]{0,40}?\bpositive\sfor\s(?:metastatic\s)?(?:carcinoma|adenocarcinoma|disease|malignan\w+)"
    r"|(?:nodal|lymph node|node)\s(?:metasta\w+|involvement|positive)|(?<![\d/])[1-9]\d?\s?(?:/|of)\s?\d{1,2}\s(?:lymph\s)?nodes?\s(?:positive|involved)",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"[\s,/&]*(?:and|or|the|new|stable|multiple|bilateral|left|right|known|small|several|3|2|1|\d)?[\s,/&]*",
    re.IGNORECASE,
)


@cache
def site_pattern() -> re.Pattern[str]:
    """The words for the sites of spread."""
    return choices("sites").pattern


def sites_in(words: str) -> frozenset[str]:
    """The sites that words name, each by the name under which it is kept."""
    return frozenset(choices("sites").meaning(found.group()) for found in site_pattern().finditer(words))


def metastases(analysed: AnalysedText, document: Document, polarity: Polarity = Polarity.PRESENT) -> list[Metastasis]:
    """The sites of spread that a note asserts, or denies, each once."""
    found: dict[str, Metastasis] = {}
    for start, end, site in _places(analysed):
        if analysed.assertion_at(start, end).polarity is polarity and site not in found:
            found[site] = Metastasis(site=site, evidence=[document.span(start, end)])
    return list(found.values())


def _places(analysed: AnalysedText) -> Iterator[tuple[int, int, str]]:
    meaning = choices("sites").meaning
    for sentence in analysed.sentences:
        text, offset = sentence.text, sentence.start
        for pattern in (_LABEL, _AFTER):
            for match in pattern.finditer(text):
                for site in _chain(text, match.start("list"), match.end("list")):
                    yield site.start() + offset, site.end() + offset, meaning(site.group())
        for match in _BEFORE.finditer(text):
            for site in _ending(text, match.start("list"), match.end("list")):
                yield site.start() + offset, match.end() + offset, meaning(site.group())
        for match in _NODES.finditer(text):
            yield match.start() + offset, match.end() + offset, "lymph node"


def _chain(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The sites that a list begins with; anything else ends it."""
    at = start
    while at < end:
        link = _LINK.match(text, at, end)
        site = site_pattern().match(text, link.end() if link else at, end)
        if site is None:
            return
        yield site
        at = site.end()


def _ending(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """The sites that a stretch of text ends with ("stable liver and bone mets")."""
    sites = list(site_pattern().finditer(text, start, end))
    stop = end
    for site in reversed(sites):
        if not _LINK.fullmatch(text, site.end(), stop):
            return
        yield site
        stop = site.start()
