"""Findings of imaging that are said of several parts at once: "T2 hyperintensities in the thalami and pons"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from osler.core.language.rules import read_table
from osler.core.language.types import Sentence
from osler.core.terminology import Match, Vocabularies
from osler.first_letters import each_match

_IMAGED = re.compile(
    r"(?<!\w)(?:MRI|CT|MR|T1|T2|FLAIR|DWI|signal|imaging|scan|tomograph\w*|hyperintens\w*|hypointens\w*|neuroimaging|ultraso\w+)(?!\w)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"(?<!\w)(?:hyperintensit(?:y|ies)|hypointensit(?:y|ies)|hyperintense lesions?|lesions?|"
    r"(?:high|increased|abnormal|bright|altered|hyperintense|low|decreased|reduced|hypointense)\s(?:[\w()/-]+\s){0,5}?signals?(?:\sintensity|\schanges?|\sabnormalit\w+)?|"
    r"signal\s(?:changes?|abnormalit\w+|intensit\w+|alterations?)|restricted\sdiffusion|abnormalit(?:y|ies)|changes)"
    r"(?:\s\w+){0,4}?\s(?:in|within|of|involving|affecting|at|throughout|over)\s",
    re.IGNORECASE,
)
_MORE = re.compile(r"(?<!\w)(?:involving|affecting|extending\s(?:in)?to|including|as well as)\s", re.IGNORECASE)
_ITEM = re.compile(
    r"\s?(?:,|and\b|or\b|/|&|as well as\b)*\s?(?:and\s)?(?:the\s|both\s|bilateral\s|left\s|right\s|his\s|her\s)*(?P<part>[a-z][a-z-]+(?:\s(?!and\b|or\b)[a-z][a-z-]+){0,2})",
    re.IGNORECASE,
)
_MOST_PARTS = 8
_MOST_UNKNOWN = 1
"""Parts that no term names and that the list goes on behind."""
_HIGH = re.compile(r"hyperintens|(?:high|increased|bright)\s", re.IGNORECASE)
_LOW = re.compile(r"hypointens|(?:low|decreased|reduced)\s", re.IGNORECASE)
_SIGNAL = re.compile(r"signal|intens", re.IGNORECASE)


@cache
def _signal_sites() -> dict[str, tuple[str, ...]]:
    """By where a signal is changed the terms for one that is high, low, or only changed; empty where there is none."""
    return {
        site: tuple("" if term == "-" else term for term in terms)
        for sites, *terms in read_table("signal_sites.tsv")
        for site in sites.split(", ")
    }


def _signal_at(change: str, words: Sequence[str]) -> str | None:
    """The term for a changed signal at a site that the words end with, where HPO has one."""
    if not _SIGNAL.search(change):
        return None
    side = 0 if _HIGH.search(change) else 1 if _LOW.search(change) else 2
    sites = (" ".join(words[first:]).lower() for first in range(len(words)))
    return next((terms[side] for site in sites if (terms := _signal_sites().get(site))), None) or None


@lru_cache(maxsize=4096)
def _abnormal(part: str, vocabularies: Vocabularies) -> str | None:
    """The HPO term for an abnormality of a part of the body, where there is one."""
    name = f"abnormal {part} morphology"
    for match in vocabularies.find(name):
        if match.start == 0 and match.end == len(name) and match.concept_ids[0].startswith("HP:"):
            return match.concept_ids[0]
    return None


def imaged_parts(text: str, sentences: Sequence[Sentence], vocabularies: Vocabularies) -> Iterator[Match]:
    """The abnormalities of each part of the body that a sentence about imaging lists after a change of signal or a lesion."""
    for sentence in sentences:
        if not _IMAGED.search(text, sentence.start, sentence.end):
            continue
        opened = False
        for change in each_match(_CHANGE, text, sentence.start, sentence.end):
            opened = True
            yield from _parts(text, change.span(), sentence.end, vocabularies, change.group())
        if opened:
            for more in each_match(_MORE, text, sentence.start, sentence.end):
                yield from _parts(text, more.span(), sentence.end, vocabularies)


def _parts(
    text: str, opening: tuple[int, int], end: int, vocabularies: Vocabularies, change: str = ""
) -> Iterator[Match]:
    """The findings of the parts listed behind an opening; one that says no `change` tells only that they are abnormal."""
    start, at = opening
    unknown = 0
    for place in range(_MOST_PARTS):
        item = _ITEM.match(text, at, end)
        if item is None:
            return
        found = _abnormal_part(change, item["part"].split(), vocabularies)
        if found is None:
            unknown += 1
            listed = _LISTED.match(text, item.start("part"), end)
            if place == 0 or unknown > _MOST_UNKNOWN or listed is None:
                return
            at = listed.end("part")
            continue
        last, term = found
        stop = item.start("part") + len(" ".join(item["part"].split()[:last]))
        yield Match(start, stop, (term,))
        at = stop


_LISTED = re.compile(r"(?P<part>[a-z-]+(?:\s[a-z-]+){0,2})(?=,\s|\sand\s)", re.IGNORECASE)


def _abnormal_part(change: str, words: Sequence[str], vocabularies: Vocabularies) -> tuple[int, str] | None:
    """How many words name a part, and the term for what is said of it.

    "medial thalami" is abnormal thalamus: what stands before the part may be left out, what follows ends it. An adjective that its
    noun follows is no part: the "cerebral" of "cerebral peduncles".
    """
    for last in range(len(words), 0, -1):
        if term := _signal_at(change, words[:last]):
            return last, term
    for last in range(len(words), 0, -1):
        if last < len(words) and words[last - 1].lower().endswith(_ADJECTIVES) and not _GOES_ON.match(words[last]):
            continue
        for first in range(last):
            if term := _abnormal(" ".join(words[first:last]), vocabularies):
                return last, term
    return None


_ADJECTIVES = ("al", "ic", "ar", "ous", "ory", "ary")
_GOES_ON = re.compile(
    r"and$|or$|in$|of$|with$|on$|at$|is$|are$|was$|were$|which$|that$|by$|from$|as$|bilaterally$", re.IGNORECASE
)
