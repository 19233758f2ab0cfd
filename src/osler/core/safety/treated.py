"""What a treatment ended: the finding that it mended, and all that a text tells of the time before it."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from osler.core.language import AnalysedText, Mention
from osler.core.safety.ages import BEGUN_TODAY
from osler.yaml_reader import packaged_yaml

_MONTH = (
    r"(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter|"
    r"jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)
_THEN = re.compile(
    r"(?<![\d/.:-])(?:19[3-9]\d|20[0-4]\d)(?![\d/-]|\.\d|\s*(?:ml|h\b|hrs?\b|mg|steps))"
    rf"|\bin\s(?:early\s|late\s|mid[- ])?{_MONTH}\b(?!\s\d{{1,2}}\b)|\blast\s(?:year|month|{_MONTH})\b"
    r"|\b(?:months?|years?|decades?|yrs?)\s(?:ago|back|earlier|previously)\b"
    r"|\b(?:aged?|at(?:\sthe)?(?:\sage(?:\sof)?)?)\s\d{1,2}(?![\d:.]|\s?(?:am|pm|%|mm|h\b|hours|o['’]clock|°|l\b|/))"
    r"|\b(?:as\sa\s(?:small\s|young\s)?(?:child|baby|boy|girl|toddler|teenager)|in\s(?:infancy|childhood|his\steens|her\steens))\b",
    re.IGNORECASE,
)
"""A time that is over, in which something was done: a year, a month without a day, an age."""
_NOT_HAD = re.compile(
    r"\b(?:not|never|un(?=repaired)|await\w*|plan(?:ned|s)?|list(?:ed)?|booked|declin\w+|refus\w+|needs?|requir\w+|(?:to|will|should|must)\sbe|due|consider\w*|attempt\w*|fail\w*|partial\w*|part(?:ly)?)\b",
    re.IGNORECASE,
)
"""Words beside a treatment by which it was not had, or did not end anything."""
_CAME_BACK = re.compile(
    r"\b(?:again|recur\w*|re-?detach\w*|re-?bled|relaps\w*|came back|returned|worse\w*)\b", re.IGNORECASE
)
_NONE = r"(?:no|none|nil|nothing|never|not|without|well|free|asymptomatic)"
_SINCE_THEN = re.compile(
    r"\bsince(?=[\s,.;])(?:\s(?:then|that|the|his|her|my|this|having|starting|successful)\b)*\s?", re.IGNORECASE
)
_NONE_NEAR = re.compile(rf"\b{_NONE}\b", re.IGNORECASE)
_NONE_SINCE = re.compile(
    r"\b(?:none|nothing|asymptomatic|well|symptom[- ]free)(?:\s(?:at all|whatsoever|ever|of (?:it|them|these|this)))?,?\s(?:since|afterwards|thereafter)\b"
    r"|\bno\s(?:(?:more|further|other)\s)?(?P<what>[a-z]{4,})(?:\sor\s[a-z]+)?\s(?:at all\s|whatsoever\s|ever\s)?(?:since|afterwards|thereafter)\b"
    r"|\b(?:since|afterwards|thereafter),?\sno\s(?:(?:more|further|other)\s)?(?P<of>[a-z]{4,})",
    re.IGNORECASE,
)
"""Words by which somebody has had nothing of it from then on; what they had none of must have been told before."""
_STEM = 5
"""Letters by which "ablated" and "ablation" are one treatment."""
_POINTING = re.compile(
    r"\W*(?:(?:before|prior to|up to|until|till)\s(?:that|this|then|it)|beforehand|previously|until then)\b",
    re.IGNORECASE,
)
"""How a sentence begins that tells of the time before what the one before it tells."""
_PRESENTED = re.compile(
    r"\b(?:at|on)\s(?:(?:the|his|her|first|initial|time\sof)\s)*(?:presentation|diagnosis|onset|admission)\b|\b(?:at|by)\s(?:that|the)\stime\b",
    re.IGNORECASE,
)
"""Words by which a sentence tells of how an illness was when it was found."""
_WAS = re.compile(r"\b(?:was|were|had|needed|required|collapsed|fell|rose|reached|went|became)\b", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|are|am|has|have|still|remains?|continues?|currently)\b", re.IGNORECASE)
_COMES_TO_NOW = re.compile(r"(?:[,;:–-]|\b(?:and|but))\s*(?:now|today|currently|since)\b", re.IGNORECASE)
_OWN_PART = 45
"""Characters behind a finding in which stands what was done with it."""


def is_mended(text: AnalysedText, mention: Mention) -> bool:
    """Whether a finding is told as ended by a treatment of a time that is over: "retinal detachment repaired in January"."""
    sentence = text.sentence_of(mention)
    rest = text.text[mention.end : sentence.end]
    done = _done().search(rest, 0, _OWN_PART)
    if done is None or _NOT_HAD.search(rest, 0, done.start()) or BEGUN_TODAY.search(sentence.text):
        return False
    return _THEN.search(sentence.text) is not None and not _CAME_BACK.search(rest)


def before_treatment(text: AnalysedText) -> frozenset[int]:
    """The sentences that tell of the time before a treatment which was had: "before the ablation HR 210".

    Where the patient has had nothing of it since, those told in the past tense as well.
    """
    return _before_treatment(text.text, tuple((one.start, one.end) for one in text.sentences))


@lru_cache(maxsize=32)
def _before_treatment(text: str, sentences: tuple[tuple[int, int], ...]) -> frozenset[int]:
    said = [text[start:end] for start, end in sentences]
    had = [_had_in(sentence) for sentence in said]
    every = frozenset().union(*had)
    if not every:
        return frozenset()
    free = any(_is_free_since(sentence, " ".join(said[:index]), every) for index, sentence in enumerate(said))
    found = set()
    for index, sentence in enumerate(said):
        turn = _COMES_TO_NOW.search(sentence)
        part = sentence[: turn.start()] if turn else sentence
        just_had = bool(index and had[index - 1])
        if BEGUN_TODAY.search(part):
            continue
        if (
            (just_had and _POINTING.match(part))
            or _is_before_one(part, every, just_had=just_had)
            or (free and (_PRESENTED.search(part) or (_WAS.search(part) and not _IS.search(part))))
        ):
            found.add(index)
    return frozenset(found)


def _had_in(sentence: str) -> frozenset[str]:
    """The treatments that a sentence tells of at a time that is over, by the beginnings of their names."""
    if _THEN.search(sentence) is None or _NOT_HAD.search(sentence):
        return frozenset()
    named = [found.group() for pattern in (_treatment(), _done()) for found in pattern.finditer(sentence)]
    return frozenset(name.lower()[:_STEM] for name in named)


def _is_before_one(part: str, every: frozenset[str], *, just_had: bool) -> bool:
    """Whether words place what they tell before a treatment that was had; "the operation" is the one just told."""
    return any(just_had or found["name"].lower()[:_STEM] in every for found in _before().finditer(part))


def _is_free_since(sentence: str, earlier: str, every: frozenset[str]) -> bool:
    """Whether a sentence says that nothing of what was told came again after a treatment."""
    for found in _NONE_SINCE.finditer(sentence):
        what = found["what"] or found["of"]
        if (
            what is None
            or what.lower()[:_STEM] in earlier.lower()
            or what.lower().startswith(("sympt", "probl", "event"))
        ):
            return True
    for found in _SINCE_THEN.finditer(sentence):
        named = _treatment().match(sentence, found.end())
        of_it = found.group().lower().rstrip().endswith("then") or (named and named.group().lower()[:_STEM] in every)
        if of_it and _NONE_NEAR.search(sentence):
            return True
    return False


@cache
def _done() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_table()['done'])})\b", re.IGNORECASE)


@cache
def _name() -> str:
    table = _table()
    return rf"(?P<name>(?:{'|'.join(table['treatments'])})|[a-z]{{3,}}(?:{'|'.join(table['endings'])}))"


@cache
def _treatment() -> re.Pattern[str]:
    return re.compile(rf"\b{_name()}\b", re.IGNORECASE)


@cache
def _before() -> re.Pattern[str]:
    own = r"(?:(?:the|his|her|my|their|this|that|its|first|successful|any|definitive)\s)*"
    return re.compile(
        rf"\b(?:(?:before|prior\sto|until|leading\sup\sto)\s{own}(?:\w+\s)??|pre-?\s?){_name()}\b", re.IGNORECASE
    )


def _table() -> dict[str, list[str]]:
    table: dict[str, list[str]] = packaged_yaml(__package__, "treated.yml")
    return table
