"""What a sentence forbids or leaves alone, put as "should not", "avoid" and "may be continued": a negator and what it stands on.

People deny the one that gets it ("no child may have"), the deed ("ought not to"), the place of a thing ("keep it away from")
or say that one is better without. Each is composed of a few classes of words, so that its order and its verb may be any.
"""

from __future__ import annotations

import re
from functools import partial

_MAY = r"(?:should|must|may|can|could|ought to|needs? to|(?:is|are) to)"
_THING = r"(?!not\b|it\b)(?:[\w-]+ ){1,6}?"
_AWAY = r"(?:away|off|out)"
_TAKEN = r"(?:stop|discontinu|withdraw|withh[oe]ld|remov|drop|ceas|halt|avoid|give up|giv(?:e|ing) up|tak(?:e|ing) (?:[\w-]+ )?(?:away|off)|com(?:e|ing) off|interrupt)"
_NO_PEOPLE = r"(?:longer|more|less|later|earlier|fewer|further|evidence|need|reason|role|doubt|such|one)\b"

_RULES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), told)
    for pattern, told in (
        # A denied denial comes first: nothing needs to be stopped.
        (rf"\b(?:there is |there's )?no (?:need|reason|cause|call) (?:to|for) {_TAKEN}\w*(?: (?:away|off|up))?(?P<rest> [\w-]+)", r"one may continue\g<rest>"),
        (rf"\b(?:is|are) not(?: [\w-]+){{0,3}}? (?:an? )?(?:sufficient |good )?(?:reasons?|grounds?|causes?) (?:to|for) {_TAKEN}\w*(?: (?:away|off))?(?P<rest> [\w-]+)", r"do not matter: may continue\g<rest>"),
        (rf"\b(?:need|do(?:es)?) not (?:have to |need to )?{_TAKEN}\w*(?: (?:away|off|up))? (?P<rest>[\w-]+)", r"may continue \g<rest>"),
        (rf"(?P<start>^|[.;:,] )(?:no|neither) (?!{_NO_PEOPLE})(?P<who>{_THING})(?:(?:and|or|nor) (?:no )?(?P<other>{_THING}))?{_MAY} ", r"\g<start>\g<who>\g<other>@NOT "),
        (r"\bought(?: \w+ly)? not(?: to)?\b|\bhad better not\b|\b(?:is|are) (?:not|never) to(?= (?!be\b)\w)", "should not"),
        (r"\b(?:is|are|be|do|does|fares?) (?:much |far )?better (?:served |off |treated |managed |cared for )?without (?P<what>[\w-]+)", r"should not receive \g<what>"),
        (r"\b(?:do|does|should|may|must) not (?:go|belong|mix|fit)(?: well)?(?: together)?(?= with\b|[.,;]|$)", "should not be combined"),
        (r"\b(?P<may>should|must|is|are)(?: to)?(?: be)? (?:best )?(?:left|kept|held) (?:well |strictly )?(?:alone|off|out|away)\b(?: (?:of|from))?", "should be avoided in"),
        (rf"(?P<start>^|[.;:,] )(?:please )?(?:keep|leave|hold) (?P<what>[\w-]+(?: [\w-]+)?) {_AWAY}(?: (?:from|of))?", r"\g<start>Avoid \g<what> in"),
        (r"(?P<start>^|[.;:,] )(?:please |just )?(?:leave|let) (?:it|her|him|them|this|that|these) (?:well )?(?:alone|be|untreated|as (?:it|they) (?:is|are))\b", r"\g<start>do not treat"),
    )
)  # fmt: skip


def with_plain_denials(text: str) -> str:
    """A text with its denials in the words by which stances are read."""
    for pattern, told in _RULES:
        text = pattern.sub(partial(_expanded, told), text)
    return re.sub(r"\s+@NOT", " should not", text)


def _expanded(told: str, match: re.Match[str]) -> str:
    """What is put in the place of a denial; of two denied together both are."""
    given = match.groupdict()
    if "other" in given:
        joined = f"and {given['other']}" if given["other"] else ""
        return f"{given['start']}{given['who']}{joined}@NOT "
    return match.expand(told)
