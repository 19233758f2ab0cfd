"""Amounts in one wording, whatever they are put in: "1 g/h" is 1 g hourly, "a month and a half" 1.5 months, "three quarters" 75%.

A word such as "a" before a unit counts one of it where it says how long, and is a rate where it says how often; "over" before a
time says during which time a thing is given, where nothing is said to last longer. Both sides are read with the same wording.
"""

from __future__ import annotations

import re
from functools import cache

from osler.guidelines.checking.lexicon import lexicon

_PERIOD = r"(?:minute|hour|day|week|fortnight|month|year)"
_DOSE = r"(?:mg|g|mcg|[µμ]g|(?:micro|milli)?grams?|ml|millilit(?:re|er)s?|units?|mmol)"
_BEFORE_ONE = (
    r"(?:again|after|for|within|inside|of|about|around|least|most|than|another|only|just|lasts?|lasting|nearly|almost|roughly|approximately"
    r"|until|by|beyond|past|every other|preceding|and|or|but|to|further|whole|full)"
)
_BEHIND_ONE = r"(?:after|before|later|earlier|ahead|beforehand|afterwards?|beyond|apart|ago|old|long|following|prior|from|and a half|has|have|should)"
_LASTING = (
    r"(?<!\bfor )(?<!\bof )(?<!\bby )(?<!\bis )(?<!\bwas )(?<!\baged )(?<!\bage )(?<!\bages )(?<!\bpeople )(?<!\badults )(?<!\bpatients )"
    r"(?<!\bthose )(?<!\bchildren )(?<!\bwomen )(?<!\bmen )(?<!\bjust )(?<!\bnot )(?<!\banyone )(?<!\bpersons )(?<!\blast )(?<!\blasts )"
    r"(?<!\blasting )(?<!\bare )(?<!\bsomeone )"
)


def with_plain_amounts(text: str) -> str:
    """A text with its rates, its fractions and its times in the wording in which amounts are read."""
    for pattern, told in _rewritings():
        text = pattern.sub(told, text)
    return _fraction().sub(_in_percent, text)


@cache
def _rewritings() -> tuple[tuple[re.Pattern[str], str], ...]:
    words = "|".join(lexicon().numbers)
    number = rf"(?:\d+(?:\.\d+)?|{words})"
    table = (
        # Thousands are written with a comma or without.
        (r"(?<=\d),(?=\d{3}(?!\d))", ""),
        (rf"\b({_DOSE}) ?(?:/ ?|per )(?:kg|kilograms?|kilos?)(?: (?:of )?body ?weight)? ?(?:/ ?|per |an? |each |every )(h|hr|hour|day|min|minute)\b", r"\1/kg per \2"),
        (rf"(\d ?{_DOSE}(?:/kg)?) ?(?:/ ?|per |an |each |every )(?:h|hr|hour)\b", r"\1 hourly"),
        (rf"(\d ?{_DOSE}(?:/kg)?) ?(?:/ ?|per )(?:day|d|24 ?h(?:ours)?)\b", r"\1 daily"),
        (rf"(\d ?{_DOSE}) per (?:kg|kilograms?|kilos?)(?: (?:of )?body ?weight)?\b", r"\1/kg"),
        (rf"(\d)-({_DOSE})\b", r"\1 \2"),
        # Halves of a unit.
        (r"\bhalf an hour\b", "30 minutes"),
        (r"\bhalf a day\b", "12 hours"),
        (r"\bhalf a year\b", "6 months"),
        (r"\bthree[ -]quarters of an hour\b", "45 minutes"),
        (r"\b(?:an? |one )?quarter of an hour\b", "15 minutes"),
        (rf"\b(?:an?|one) ({_PERIOD})(?: to (?:an?|one) (?:{_PERIOD}))? and a half\b", r"1.5 \1s"),
        (rf"\b(\d+) and a half ({_PERIOD}s)\b", r"\1.5 \2"),
        # How long, not how often.
        (rf"(?<!\bonce )(?<!\btwice )(?<!\btimes )\b({_BEFORE_ONE}) an? ({_PERIOD})\b(?!s)(?!ly\b)", r"\1 1 \2"),
        (rf"(?<!\bonce )(?<!\btwice )(?<!\btimes )(?<![\d] )(?<!g )(?<!gram )(?<!grams )(?<!units )(?<!mL )(?<!doses )(?<!tablets )(?<!puffs )\ban? ({_PERIOD})(?= {_BEHIND_ONE}\b)", r"1 \1"),
        (rf"(?<!times in )(?<!times in the )(?<!times during the )(?<!times over the )\b(?:the )?(first|next|following|last|past|previous|preceding) ({_PERIOD})\b(?! of (?:life|pregnancy))(?=[ ,.;)]|$)", r"\1 1 \2"),
        (rf"\b(?:over|in|for|during|within) the (?:following|ensuing|subsequent) (?={number} {_PERIOD}s)", "during the next "),
        # "Over 10 minutes" says during which time.
        (rf"{_LASTING}\bover (?:(?:the|a period of) )?({number}(?: ?(?:-|–|to) ?{number})? ?(?:min|minutes?|h|hours?|days?|weeks?|months?))\b(?! or\b)", r"during \1"),
    )  # fmt: skip
    return tuple((re.compile(pattern, re.IGNORECASE), told) for pattern, told in table)


@cache
def _fraction() -> re.Pattern[str]:
    return re.compile(
        r"(?<!\band )\b(?P<count>an?|one|two|three|four)[ -](?P<part>half|thirds?|quarters?|fifths?|tenths?)\b(?! (?:of )?(?:an? )?(?:minute|hour|day|week|month|year|tablet|dose is|line|trimester|time))",
        re.IGNORECASE,
    )


def _in_percent(match: re.Match[str]) -> str:
    counts = {"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4}
    parts = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
    share = 100 * counts[match["count"].lower()] / parts[match["part"].lower().rstrip("s")]
    return f"{share:.3g}%" if share < 100 else match.group()
