"""What a relative clause tells of somebody who came with the patient, lives with them or is named beside them: "with her husband, who has COPD"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.language.marks import Marked

_OF_THE_FAMILY = (
    r"mothers?|fathers?|mum|mom|mummy|dad|daddy|parents?|brothers?|sisters?|siblings?|twin|sons?|daughters?|aunts?|uncles?|cousins?|nieces?|nephews?"
    r"|(?:grand|great-?grand)(?:mothers?|fathers?|parents?|sons?|daughters?|children|child|ma|pa)|nan|gran|children|relatives?"
)
_OTHERS = (
    r"husband|wife|spouse|partner|boyfriend|girlfriend|fianc[eé]e?|friends?|carers?|caregivers?|caretaker|neighbou?rs?|colleagues?|flat-?mates?|room-?mates?|housemates?"
    r"|co-?workers?|classmates?|ex-(?:husband|wife|partner)|(?:step|half-?|foster\s|adoptive\s)(?:mother|father|mum|mom|dad|brother|sister|son|daughter)|(?:mother|father|sister|brother|son|daughter)-in-law"
)
_CLAUSE = re.compile(
    rf"\b(?:his|her|their|my|our|your|an?|[a-z]+['’]s|with|by)\s(?:[a-z-]+\s){{0,2}}?(?:(?P<family>{_OF_THE_FAMILY})(?!-in-law)|(?P<other>{_OTHERS}))\b"
    r"(?:\s[a-z]+(?=,?\swho))?(?P<clause>,?\s(?:both\sof\s|all\sof\s)?(?:who(?:m)?|whose)\s"
    r"(?!(?:(?:has|have|had|also|first|then|recently)\s){0,2}(?:report|not(?:ed|es|iced)|describ|tell|told|say|said|stat|confirm|corroborat|giv|gave|provid|brought|bring|call|found|witness|saw|seen|observ|notic|think|thought"
    r"|feel|felt|help|interpret|translat|accompan|attend|came|is\s(?:concern|worri|present|here|with|very\s(?:concern|worri)|understandabl)|(?:was|were)\s(?:concern|worri|present|able\sto)|are\s(?:concern|worri|present)|concern|worr|act|assist|kindly|support|car(?:es|ed)\s|look|lives?\s|drove|found|know)))"
)
"""A person beside the patient, and what opens a clause about them that does not make them a witness."""
_ENDS = re.compile(
    r"[;.]|\sbut\b|,\s(?:and\s|but\s|today\s)?(?:she|he|they|i|we|it|the|this|patient|pt|presents?|presented|presenting|complain\w*|reports?|reported|denie[sd]|attends|attended|came|for|with|to|because|after|due|following|on|in)\b"
    r"|\s(?:and\s)?(?:she|he|they|i|we|patient|pt|(?:the|this)\s(?:patient|man|woman|lady|gentleman|boy|girl|child))\s(?:has|had|is|was|have|were|feels?|felt|complain\w*|reports?|reported|presents?|presented|denie[sd]|came)\b"
    r"|,\s(?:his|her|their)\s(?:[a-z]+\s){0,3}(?:is|was|are|were|has|had)\b"
)
"""What goes on about the patient behind such a clause."""
_NEEDED = re.compile(r"\bwho(?:se|m)?\b")


def told_of_companions(low: str, brought: tuple[int, int] | None) -> Iterator[Marked]:
    """The clauses of a lower-cased sentence that tell of somebody beside the patient; whom a relative `brought` is the patient."""
    if _NEEDED.search(low) is None:
        return
    for match in _CLAUSE.finditer(low):
        if brought is not None and brought[0] < match.start("clause") and match.start() <= brought[1]:
            continue
        ends = _ENDS.search(low, match.end())
        yield Marked(
            "family" if match["family"] else "other",
            match.end(),
            ends.start() if ends else len(low),
            *match.span("clause"),
        )
