"""Where a cancer has spread to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

from osler.core.language import AnalysedText, Polarity, read_once
from osler.core.patient.extract.cancer.lexicon import choices, pattern, rules
from osler.core.patient.types import Document, Metastasis
from osler.first_letters import each_match

_AFTER = re.compile(
    r"(?<!\w)(?:metastatic|metastasi[sz]ed|metastases|mets|spread|disease|progress(?:ion|ed|ing)|relapsed?|recurrence|recurred|PD)"
    r"\s(?:disease\s)?(?:to|in|involving)\s(?:the\s|her\s|his\s)?(?P<list>[^.;:()]{2,120})",
    re.IGNORECASE,
)
_LABEL = re.compile(
    r"(?<!\w)(?:mets|metastases|metastatic sites?|sites of (?:disease|metasta\w+)|progression|recurrence|relapse)\s?:\s?(?P<list>[^.;\n]{2,120})",
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(
    r"(?<!\w)(?:metastatic\s(?:[\w-]+\s){1,5}|stage\s(?:IV[ABC]?|4[ABC]?)\s)\((?P<list>[^.;:()]{2,80})[;)]",
    re.IGNORECASE,
)
"""The sites in a bracket after the name of the cancer: "metastatic Ca prostate (bone, liver)"."""
_BEFORE = re.compile(
    r"(?P<list>(?:[\w-]+(?:\s|,\s|/)){1,8}?)(?:mets?|metasta(?:sis|ses|tic (?:disease|lesions?|deposits?))|deposits)(?!\w)",
    re.IGNORECASE,
)
_GOING_ON = re.compile(
    r"\b(?:metastases|mets)(?:\s?\([^()\n]{2,60}\))?,?\s(?:and|plus|as well as)\s(?P<list>[^.;:()]{2,80})",
    re.IGNORECASE,
)
"""A list that goes on behind the word: "bone metastases (spine) and retroperitoneal lymph nodes"."""
_OF_SURFACES = re.compile(
    r"(?<!\w)(?P<list>peritoneal|omental|leptomeningeal|nodal|visceral pleural)\s(?:disease|carcinomatosis|deposits|involvement|spread|relapse|recurrence)(?!\w)",
    re.IGNORECASE,
)
_PROVEN = re.compile(
    r"(?<!\w)(?P<list>[A-Za-z]+)\s(?:nodules?|lesions?|mass(?:es)?|deposits?)\b(?:(?!\b(?:not|no|non|unlikely|benign|rather)\b)[^.;?\n]){0,60}?\bmetasta\w+",
    re.IGNORECASE,
)
"""What was seen and shown to be spread: "pulmonary nodules, biopsied and confirmed as metastatic"."""
_NODES = re.compile(
    r"(?:nodes?|LNs?)\b[^.;\n]{0,40}?\bpositive\sfor\s(?:metastatic\s)?(?:carcinoma|adenocarcinoma|disease|malignan\w+)"
    r"|(?:nodal|lymph node|node)\s(?:metasta\w+|involvement|positive)|(?<![\d/])[1-9]\d?\s?(?:/|of)\s?\d{1,2}\s(?:lymph\s)?nodes?\s(?:positive|involved)",
    re.IGNORECASE,
)
_LINK = re.compile(
    r"[\s,/&]*(?:and|or|in the|in|the|new|stable|multiple|bilateral|left|right|known|small|several|retroperitoneal|mediastinal|hilar|axillary|inguinal|para-?aortic|abdominal|cervical|3|2|1|\d)?[\s,/&]*",
    re.IGNORECASE,
)


class _Place(NamedTuple):
    start: int
    end: int
    site: str
    told: tuple[int, int]
    """The words that are asserted or denied."""


@cache
def _imaged() -> re.Pattern[str]:
    """A picture of a site with what it shows of metastases: "MRI brain: no metastases"."""
    taken, site = pattern(rules()["imaging"]).pattern, f"{site_pattern().pattern}|{choices('imaged').pattern.pattern}"
    return re.compile(
        rf"{taken}\s(?:scan\s)?(?:of\s)?(?:the\s|her\s|his\s)?(?P<site>{site})(?:\s(?:MRI|CT|scan|imaging))?"
        rf"|(?P<first>{site})\s{taken}",
        re.IGNORECASE,
    )


_SHOWN = re.compile(
    r"[^.;\n]{0,60}?(?:(?P<told>\b(?:mets?|metasta(?:sis|ses|tic (?:disease|lesions?|deposits?)))\b)"
    r"|\b(?:no|without)\s(?:(?:evidence|signs?)\sof\s)?(?:(?:any|intracranial|visceral|focal|suspicious|malignant)\s)*"
    r"(?P<nothing>(?:disease|lesions?|deposits?|spread|secondaries|tumou?rs?|malignan(?:cy|t disease))\b))",
    re.IGNORECASE,
)
"""What a picture shows, up to the word for spread; where nothing of the kind is seen, any word for it will do."""
_CLEAR = re.compile(
    r"(?:\s?\([^()\n]{1,20}\))?(?:\s(?:of|on|in|from)?\s?[\w/.-]{1,12}){0,3}?[\s:=,–-]{1,3}(?:(?:is|was|were|remains?|all)\s)?"
    r"(?:clear|normal|unremarkable|negative|NAD)\b(?!\s(?:pressure|variant|apart|except|margin))",
    re.IGNORECASE,
)
"""What a picture shows where it shows nothing: "brain MRI clear", "CT head (May) normal"."""


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
    imaged = _imaged_places(analysed.text) if polarity is Polarity.NEGATED else ()
    for place in chain(_places(analysed), imaged):
        if analysed.assertion_at(*place.told).polarity is polarity and place.site not in found:
            found[place.site] = Metastasis(site=place.site, evidence=[document.span(place.start, place.end)])
    if polarity is Polarity.NEGATED:
        for place in _clear_places(analysed.text):
            if analysed.assertion_at(*place.told).polarity is Polarity.PRESENT:
                kept = Metastasis(site=place.site, evidence=[document.span(place.start, place.end)])
                found.setdefault(place.site, kept)
    return list(found.values())


@read_once
def _places(analysed: AnalysedText) -> list[_Place]:
    return list(_named_in(analysed))


def _named_in(analysed: AnalysedText) -> Iterator[_Place]:
    for sentence in analysed.sentences:
        for start, end, site in _named_places(sentence.text):
            first, last = start + sentence.start, end + sentence.start
            yield _Place(first, last, site, (first, last))


def _named_places(text: str) -> Iterator[tuple[int, int, str]]:
    meaning = choices("sites").meaning
    for form in (_LABEL, _AFTER, _IN_BRACKETS, _GOING_ON, _OF_SURFACES):
        for match in each_match(form, text):
            for site in _chain(text, match.start("list"), match.end("list")):
                yield site.start(), site.end(), meaning(site.group())
    for match in each_match(_BEFORE, text):
        for site in _ending(text, match.start("list"), match.end("list")):
            yield site.start(), match.end(), meaning(site.group())
    for match in each_match(_PROVEN, text):
        for site in _ending(text, match.start("list"), match.end("list")):
            yield site.start(), match.end(), meaning(site.group())
    for match in each_match(_NODES, text):
        yield match.start(), match.end(), "lymph node"


def _imaged_places(text: str) -> Iterator[_Place]:
    """What pictures of a site show of spread; for denials only, as what they assert may lie elsewhere."""
    for taken in each_match(_imaged(), text):
        shown = _SHOWN.match(text, taken.end())
        if shown is None or sites_in(text[taken.end() : shown.end()]) - {_site_of(taken)}:
            continue
        told = shown.span("told") if shown["told"] else shown.span("nothing")
        yield _Place(taken.start(), shown.end(), _site_of(taken), told)


def _clear_places(text: str) -> Iterator[_Place]:
    """The sites of which a picture shows nothing at all."""
    for taken in each_match(_imaged(), text):
        if (shown := _CLEAR.match(text, taken.end())) is not None:
            yield _Place(taken.start(), shown.end(), _site_of(taken), taken.span())


def _site_of(taken: re.Match[str]) -> str:
    written = taken["site"] or taken["first"]
    table = choices("imaged") if choices("imaged").pattern.fullmatch(written) else choices("sites")
    return table.meaning(written)


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
    sites = list(each_match(site_pattern(), text, start, end))
    stop = end
    for site in reversed(sites):
        if not _LINK.fullmatch(text, site.end(), stop):
            return
        yield site
        stop = site.start()
