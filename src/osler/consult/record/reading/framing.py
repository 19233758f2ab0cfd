"""What people put around a question: courtesies before it, a tag after it, a negated verb; without them it is plain."""

from __future__ import annotations

import re
from functools import cache

from osler.consult.record.reading.table import pattern, rules

_NEGATED = re.compile(
    r"^(?P<lead>(?:(?:so|and|but|well|hang on|wait|hmm)[\s,]+)*)"
    r"(?P<verb>have|has|had|is|are|was|were|do|does|did)n['’]?t (?=(?:i|he|she|they|we|it|there|my|his|her|their|the|any)\b)"
)
_NEVER = re.compile(r"\b(?:have|has|had|was|were|did|is|am|are) (?:i|he|she|they|we|the patient|it|my [\w ]+?) never\b")
_FIRST_PERSON = re.compile(r"^(?P<who>i|he|she|they|it|the patient)(?:['’](?P<short>m|ve|s|re|d))? ?")
_POSSESSED = re.compile(
    r"^the patient['’]s (?!(?:not|been|got|gained|lost|on|had|off|still|also|now|always|never|allergic|\w+ing|\w{3,}ed)\b)"
)
"""What is the patient's own, and no verb."""
_DENIED = re.compile(
    r"^(?P<told>.*?(?:n['’]?t|\bnot|\bnever|\bno longer)\b.*?),? (?:have|did|do|am|was|is|does|has|are|were|had) (?:i|he|she|they|it|we|the patient)\W*$"
)
"""What is denied, to be confirmed: "it hasn't come down, has it?" asks whether it has."""
_DENIAL = re.compile(r"n['’]?t\b| not\b| never\b")
_ASKED_FOR = {"never": "ever", "nothing": "anything", "none": "any"}
_SHORT = {"m": "am", "ve": "have", "s": "is", "re": "are", "d": "had"}


def unframed(lower: str) -> str:
    """The question itself: what is only polite is left out, and a statement to be confirmed asks whether it holds."""
    before = None
    while before != lower:
        before = lower
        for frame in ("pleasantry", "context", "courtesy", "may_i"):
            lower = pattern("framing", frame).sub("", lower, count=1).strip()
    for said, asked in _asked_as():
        lower = said.sub(asked, lower)
    tag = pattern("framing", "tag").search(lower)
    if tag is not None and not pattern("framing", "asks").search(lower[: tag.start()]):
        lower = f"whether {_as_told(lower[: tag.start()].strip())}?"
    denied = _DENIED.match(lower)
    if denied is not None and not pattern("framing", "asks").search(lower):
        lower = f"whether {_as_told(_DENIAL.sub('', denied['told'], count=1).strip())}?"
    lower = _NEGATED.sub(lambda match: f"{match['lead']}{match['verb']} ", lower)
    return _NEVER.sub(lambda match: match.group().replace(" never", " ever"), lower)


def without_pleasantry(text: str) -> str:
    """A message without what is said before its matter: that something was a joke, thanks."""
    said = pattern("framing", "pleasantry").match(text.lower())
    return text[said.end() :] if said is not None else text


def asks_by_a_tag(text: str) -> bool:
    """Whether a message tells something only to have it confirmed: "he has lost weight, hasn't he"."""
    lower = text.strip().lower().replace("’", "'")
    tag = pattern("framing", "tag").search(lower)
    return (tag is not None and tag.start() > 0) or _DENIED.match(lower) is not None


def _as_told(statement: str) -> str:
    """A statement as what is to be confirmed: "never" asks for "ever", a contracted verb is written out."""
    if _POSSESSED.match(statement):
        return statement
    told = _FIRST_PERSON.sub(
        lambda match: f"{_SHORT.get(match['short'] or '', '')} {match['who']} ".lstrip(), statement, count=1
    )
    return re.sub(r"\b(never|nothing|none)\b", lambda match: _ASKED_FOR[match.group()], told)


@cache
def _asked_as() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(said), asked) for said, asked in rules()["framing"]["asked_as"].items())
