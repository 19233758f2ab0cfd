"""Findings of imaging that are said of several parts at once: "T2 hyperintensities in the thalami and pons"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from osler.core.language.types import Sentence
from osler.core.terminology import Match, Vocabularies

_IMAGED = re.compile(
    r"(?<!\w)(?:MRI|CT|MR|T1|T2|FLAIR|DWI|signal|imaging|scan|tomograph\w*|hyperintens\w*|hypointens\w*|neuroimaging|ultraso\w+)(?!\w)",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"(?<!\w)(?:hyperintensit(?:y|ies)|hypointensit(?:y|ies)|hyperintense lesions?|lesions?|"
    r"(?:high|increased|abnormal|bright|altered|hyperintense)\s(?:T2\s|FLAIR\s)*signals?(?:\sintensity|\schanges?|\sabnormalit\w+)?|"
    r"signal\s(?:changes?|abnormalit\w+|intensit\w+|alterations?)|restricted\sdiffusion|abnormalit(?:y|ies)|changes)"
    r"(?:\s\w+){0,4}?\s(?:in|within|of|involving|affecting|at|throughout|over)\s",
    re.IGNORECASE,
)
_MORE = re.compile(r"(?<!\w)(?:involving|affecting|extending\s(?:in)?to|including|as well as)\s", re.IGNORECASE)
_ITEM = re.compile(
    r"\s?(?:,|and\b|or\b|/|&|as well as\b)*\s?(?:and\s)?(?:the\s|both\s|bilateral\s|left\s|right\s|his\s|her\s)*(?P<part>[a-z][a-z-]+(?:\s[a-z][a-z-]+){0,2})",
    re.IGNORECASE,
)
_MOST_PARTS = 8


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
        for change in _CHANGE.finditer(text, sentence.start, sentence.end):
            opened = True
            yield from _parts(text, change.start(), change.end(), sentence.end, vocabularies)
        if opened:
            for more in _MORE.finditer(text, sentence.start, sentence.end):
                yield from _parts(text, more.start(), more.end(), sentence.end, vocabularies)


def _parts(text: str, start: int, at: int, end: int, vocabularies: Vocabularies) -> Iterator[Match]:
    for _ in range(_MOST_PARTS):
        item = _ITEM.match(text, at, end)
        if item is None:
            return
        words = item["part"].split()
        # "medial thalami" is abnormal thalamus: what stands before the part may be left out, what follows ends it.
        tried = [(first, last) for last in range(len(words), 0, -1) for first in range(last)]
        named = (
            (last, term)
            for first, last in tried
            if (term := _abnormal(" ".join(words[first:last]), vocabularies)) is not None
        )
        found = next(named, None)
        if found is None:
            return
        last, term = found
        stop = item.start("part") + len(" ".join(words[:last]))
        yield Match(start, stop, (term,))
        at = stop
