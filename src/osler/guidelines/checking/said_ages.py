"""Ages in one wording, whatever they are put in: "under-12s", "40- to 70-year-olds", "those 80 and above", "before the age of 55".

An age is told from other numbers by what stands with it: "age", "years", or people right before a bare number.
"""

from __future__ import annotations

import re
from functools import partial

from osler.guidelines.checking.lexicon import lexicon

_N = r"\d{1,3}(?![\d.,]\d)"
_TO = r"(?: ?[-–] ?|-? to |-? and | through | until )"
_YEARS = r"(?:[ -]?(?:years?|yrs?|y)\b(?:[ -](?:of age|old\b))?)"
_FOLK = (
    r"(?:adults?|people|persons?|patients?|wom[ae]n|m[ae]n|child(?:ren)?|boys?|girls?|adolescents?|those|anyone|anybody"
    r"|everyone|everybody|individuals?|infants?|smokers?)"
)
_NO_UNIT = r"(?!\s*(?:%|/|kg|g\b|mg|mcg|[µμ]g|[a-z]*grams?\b|ml|mmol|mm|cm|ng|units?|weeks?|days?|months?|hours?|minutes?|pack|points?|times|doses?|or more of))"
_OLDER = r"(?:or|and) (?:over|above|older|more|up(?:wards)?|beyond)(?! (?:than|\d))"
_YOUNGER = r"(?:or|and) (?:under|below|younger|less)(?! (?:than|\d))"
_AGE = r"(?:the )?ages? (?:of )?"

_FORMS: tuple[tuple[str, str], ...] = (
    (rf"\b(?:not?|never) (?:younger than|under|below) (?P<low>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{from}"),
    (rf"\bno longer (?:under|below|younger than) (?P<low>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{from}"),
    (rf"\b(?:not?|never) older than (?P<high>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{upto}"),
    (rf"\b(?P<low>{_N})-?(?: ?[-–] ?| to )(?P<high>{_N})[- ]year[- ]olds\b", "people {range}"),
    (rf"\b(?P<low>{_N})-?(?: ?[-–] ?| to )(?P<high>{_N})[- ]year[- ]old\b", "{range}"),
    (rf"\b(?:under|below)[- ](?P<below>{_N})s\b", "people {below}"),
    (rf"\b(?:over|above)[- ](?P<low>{_N})s\b", "people {from}"),
    (rf"\b(?:under|below)-(?P<below>{_N}) (?P<folk>{_FOLK})\b", "{folk} {below}"),
    (rf"\b(?:over|above)-(?P<low>{_N}) (?P<folk>{_FOLK})\b", "{folk} {from}"),
    (rf"\b(?:before|below|under) {_AGE}(?P<below>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{below}"),
    (rf"(?<!in )(?<!within )\bbefore (?P<below>{_N}) years? of age\b", "{below}"),
    (rf"\buntil (?:they|he|she|the (?:child|patient)) (?:are|is|have (?:reached|turned)|has (?:reached|turned)|turns?|reach(?:es)?) (?:{_AGE})?(?P<below>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{below}"),
    (rf"\b(?:after|past|beyond) {_AGE}(?P<above>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{above}"),
    (rf"\b(?:(?:between|from|at|in) )?{_AGE}(?P<low>{_N}){_TO}(?P<high>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{range}"),
    (rf"\b(?:at|between|from) (?P<low>{_N}){_TO}(?P<high>{_N}){_YEARS}", "{range}"),
    (rf"\baged (?:between )?(?P<low>{_N}){_TO}(?P<high>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{range}"),
    (rf"\baged (?P<low>{_N}){_YEARS}? {_OLDER}\b{_NO_UNIT}", "{from}"),
    (rf"\baged (?:under|below|less than) (?P<below>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{below}"),
    (rf"\baged (?:over|above|more than) (?P<above>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{above}"),
    (rf"\((?P<low>{_N}) ?[-–] ?(?P<high>{_N}) ?(?:y|yrs?)\)", "({range})"),
    (rf"\b(?:(?:from|at) )?{_AGE}(?P<low>{_N}){_YEARS}? (?:{_OLDER}|on(?:wards?)?\b)", "{from}"),
    (rf"\bfrom {_AGE}(?P<low>{_N}){_YEARS}?(?! to\b)(?![\w-]){_NO_UNIT}", "{from}"),
    (rf"\b(?:(?:from|at) )?{_AGE}(?P<high>{_N}){_YEARS}? {_YOUNGER}", "{upto}"),
    (rf"\bup to (?:{_AGE}(?P<high>{_N})|(?P<high2>{_N}) years of age)\b", "{upto}"),
    (rf"\b(?P<folk>{_FOLK}) up to (?P<high>{_N}){_YEARS}", "{folk} {upto}"),
    (rf"\b(?P<folk>{_FOLK}) (?:(?:of|aged|between|from) )?(?P<low>{_N}){_TO}(?P<high>{_N}){_YEARS}?(?![\w-]){_NO_UNIT}", "{folk} {range}"),
    (rf"\b(?P<folk>{_FOLK}) (?:(?:who are|of|aged?) )?(?P<low>{_N}){_YEARS}? {_OLDER}\b", "{folk} {from}"),
    (rf"\b(?P<folk>{_FOLK}) (?:(?:who are|of|aged?) )?(?P<high>{_N}){_YEARS}? {_YOUNGER}\b", "{folk} {upto}"),
    (rf"(?<!is )(?<!are )(?<!pressure )(?<!score )(?<!rate )\bat (?P<low>\d\d){_YEARS}? (?:or|and) (?:above|over|older)\b{_NO_UNIT}", "{from}"),
    (rf"\b(?P<who>you|they) are (?P<low>{_N}){_YEARS}? {_OLDER}\b", "{who} are {from}"),
    (rf"\b(?P<who>you|they|adult|child) are (?:an? \w+ )?(?:under|younger than) (?P<below>{_N})(?![\w-]){_NO_UNIT}", "{who} are {below}"),
    (rf"\b(?P<folk>{_FOLK}) (?:under|below) (?P<below>{_N})(?![\w-])(?= and | whose| who| with|[,.;)]|$){_NO_UNIT}", "{folk} {below}"),
    (rf"^From (?P<low>{_N}) to (?P<high>{_N})(?=, (?:{_FOLK})\b)", "People {range}:"),
    (rf"^(?:Under|Below) (?P<below>{_N})(?=,? (?:the|give|use|do|no|avoid|offer|start)\b)", "In people {below}"),
    (rf"^(?:Over|Above) (?P<above>{_N})(?=,? (?:the|give|use|do|no|avoid|offer|start)\b)", "In people {above}"),
)  # fmt: skip
_COMPILED = [(re.compile(pattern, re.IGNORECASE), told) for pattern, told in _FORMS]
_VERB_BEFORE = re.compile(
    r"\b(?:given|used|taken|offered|recommended|advised|prescribed|started|stopped|continued|avoided|contraindicated|daily|weekly|against|indicated|done|needed|allowed)\s*$",
    re.IGNORECASE,
)
_DECADES = re.compile(
    r"\b(?P<side>under|over)[- ](?P<number>two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)e?s\b",
    re.IGNORECASE,
)
_NUMBER = (
    r"(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty)(?:[- ](?:one|two|three|four|five|six|seven|eight|nine)\b)?"
    r"|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen)"
)
_SPELLED = re.compile(
    rf"(?P<first>\b(?:between|from|aged?|ages) (?:the ages of )?)(?P<low>{_NUMBER})(?P<to> and | to )(?P<high>{_NUMBER})\b(?=(?: years?(?: of age| old)?)?(?:[,.;:]| (?:should|have|may|can|for|who|should|with|must|are|need)\b))"
    rf"|(?P<before>\b(?:under|over|below|above|before|than|aged?|age of|at least|from) )(?P<number>{_NUMBER})\b(?! (?:mg|g|times|doses?|drinks?|pack|points?|hours?|minutes?|visits?|occasions?|of)\b)"
    rf"|\b(?P<other>{_NUMBER})(?=[ -](?:years?|months?|weeks?)[ -](?:of age|old)\b)",
    re.IGNORECASE,
)
"""A number in words that may be an age."""
_SIGNED = re.compile(
    rf"(?<![\w.])(?P<sign>[<>≤≥]) ?(?P<number>{_N}) ?(?P<unit>y|yrs?|years?|months?|mo)\b", re.IGNORECASE
)
_SIGNS = {"<": "younger than {n}", ">": "older than {n}", "≤": "aged {n} or younger", "≥": "aged {n} or older"}
_SPAN = re.compile(
    rf"\b(?P<begin>begins?|starts?|started|beginning|starting)\b(?P<what>[^.;]{{0,60}}?) at (?:age )?(?P<low>{_N})(?:{_YEARS})?\b(?P<rest>[^.;]{{0,60}}?)"
    rf"\b(?:until|to|till|through) (?:{_AGE}|they are |he is |she is )?(?P<high>{_N})(?:{_YEARS})?\b{_NO_UNIT}",
    re.IGNORECASE,
)


def with_plain_ages(text: str) -> str:
    """A text with its ages as "aged 50 to 75 years", "aged 80 years or older", "younger than 12 years"."""
    text = _DECADES.sub(lambda match: f"{match['side']}-{lexicon().numbers[match['number'].lower()]:g}s", text)
    text = _SPELLED.sub(_in_digits, text)
    text = _SIGNED.sub(_in_words, text)
    text = _SPAN.sub(r"\g<begin>\g<what> aged \g<low> to \g<high> years", text)
    for pattern, told in _COMPILED:
        text = pattern.sub(partial(_put, told), text)
    return text


def _in_digits(match: re.Match[str]) -> str:
    """A number in words that may be an age, or two of them, in digits."""
    if match["low"]:
        return f"{match['first']}{_number(match['low'])}{match['to']}{_number(match['high'])}"
    return f"{match['before'] or ''}{_number(match['number'] or match['other'])}"


def _number(words: str) -> str:
    return f"{sum(lexicon().numbers[word] for word in re.split('[- ]', words.lower())):g}"


def _in_words(match: re.Match[str]) -> str:
    """An age with a sign in words: "<55 y" is younger than 55 years."""
    unit = "months" if match["unit"].lower().startswith("m") else "years"
    return f"people {_SIGNS[match['sign']].format(n=match['number'] + ' ' + unit)}"


def of_people(told: str, match: re.Match[str]) -> str:
    """Ages with the people whom they are of, where none stand before them: "not given (in people) younger than 12 years"."""
    return told if not _VERB_BEFORE.search(match.string[: match.start()]) else f"in people {told}"


def _put(told: str, match: re.Match[str]) -> str:
    """A form filled with the ages, and the people, of a match."""
    if told in {"{below}", "{above}", "{from}", "{upto}", "{range}"}:
        return of_people(_filled(told, match), match)
    return _filled(told, match)


def _filled(told: str, match: re.Match[str]) -> str:
    found = {name: value for name, value in match.groupdict().items() if value}
    low, high = found.get("low"), found.get("high") or found.get("high2")
    return told.format(
        range=f"aged {low} to {high} years",
        upto=f"aged {high} years or younger",
        below=f"younger than {found.get('below')} years",
        above=f"older than {found.get('above')} years",
        folk=found.get("folk", ""),
        who=found.get("who", ""),
        **{"from": f"aged {low} years or older"},
    )
