"""Accounts of an illness that is over: from the admission that a letter dates back to the recovery that it tells of."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.language.types import TimeExpression

_DAYS = 365.25
_LEAST_DAYS = 30
"""Days that an illness lies back at least where a length of time dates it."""
_LONGEST = 6
"""Sentences from the beginning of an account to the recovery, at most."""
_FELL_ILL = re.compile(
    r"\b(?:(?:was|were)\s(?:\w+ly\s)?(?:admitted|hospitali[sz]ed|treated|ventilated|intubated|delivered|shocked|resuscitated|brought\sin|taken\sill)"
    r"|(?:had|developed|suffered|contracted|caught|survived|presented|collapsed|fell\sill)|thrombolysed|transfused)\b"
    r"|\b(?:\d+|two|three|four|five|six|several|a\sfew)\s(?:months|years)\sago\b.{0,60}\bwith\b",
    re.IGNORECASE,
)
"""Words that begin the account of an illness."""
_ADMITTED = re.compile(
    r"\b(?:was|were)\s(?:\w+ly\s)?(?:admitted|hospitali[sz]ed|ventilated|intubated)\b", re.IGNORECASE
)
"""The same, of an illness that may be told without its date where the recovery is."""
_EARLIER_LIFE = re.compile(
    r"\b(?:as\sa\s(?:small\s|young\s)?(?:child|baby|boy|girl|toddler|teenager)|in\s(?:his|her|their)\s(?:teens|childhood|infancy|twenties|thirties)|"
    r"(?:months|years)\sago|in\s(?:january|february|march|april|may|june|july|august|september|october|november|december)(?!\s\d))\b",
    re.IGNORECASE,
)
_WELL = r"(?:(?:perfectly|quite|very|entirely|completely|otherwise|generally|fit\sand)\s)*(?:well|healthy|fine|thriving|symptom[\s-]free)"
_PERSON = r"(?:s?he|they|the\s(?:patient|boy|girl|child|man|woman))"
_RECOVERED = re.compile(
    rf"\b(?:(?<!not\s)(?<!never\s)recovered(?!\s(?:only|partial\w*|slowly|incomplete\w*|consciousness|from\sthe\sward))"
    rf"|made\san?\s(?:full|complete|good|uneventful|rapid|excellent)\srecovery"
    rf"|since\s(?:then|that\stime|discharge|that)\b,?\s(?:{_PERSON}\s(?:has|have)\s(?:been|remained|stayed|kept)\s|{_PERSON}\s(?:is|remains)\s)?{_WELL}"
    rf"|(?:has|have)\s(?:been|remained)\s{_WELL}\s(?:ever\s)?since"
    rf"|(?:all|both)\s(?:of\s)?(?:(?:that|this|these|those|symptoms|signs|the\ssymptoms)\s)?(?:has\s|have\s|had\s)?(?:settled|resolved|cleared|gone|went)"
    rf"|,?\swhich\s(?:has\s|have\s|had\s|all\s)?(?:settled|resolved|cleared)"
    rf"|(?:is|are|went|came|was)\sback\s(?:at|to|in)\s(?:his\s|her\s|their\s)?(?:full[\s-]time\s)?(?:school|work|nursery|job|college|university|sport)"
    rf"|(?:fully|completely|quite|all|soon)\s(?:is\s|was\s)?back\sto\s(?:normal|(?:his|her)\susual\sself)"
    rf"|(?:no|without)\s(?:any\s)?(?:residual\s)?sequelae)\b",
    re.IGNORECASE,
)
"""Words by which somebody is over an illness."""
_NOT_QUITE = re.compile(
    r"\b(?:but|until|till|except|apart\sfrom|although|however|again|relaps\w*|yesterday|tonight|this\s(?:morning|afternoon|evening|week))\b",
    re.IGNORECASE,
)
"""Words behind a recovery by which it was none, or did not last."""
_GOES_ON = re.compile(
    r"\b(?:is|are|am|has|have|remains?|continues?|now|today|tonight|yesterday|currently|still|since|this\s(?:morning|week))\b",
    re.IGNORECASE,
)
"""Words of a sentence that is no part of the account."""
_FOUND_WHEN = re.compile(
    r"\bdiagnosed\b[^.;]{0,40}?\b(?:when|after|as)\s(?:s?he|they)\s(?=(?:was|were|had|presented|collapsed|became|fell)\b)",
    re.IGNORECASE,
)
"""Where the presentation begins by which a disease, that has its name since, was found."""
_THEN = re.compile(r"\W*(?:at\s(?:that|the)\stime|then|there)\b", re.IGNORECASE)
_NOT_THEN = re.compile(r"\b(?:now|today|tonight|yesterday|this\s(?:morning|week))\b", re.IGNORECASE)


@lru_cache(maxsize=32)
def accounts_that_are_over(
    text: str, sentences: tuple[tuple[int, int], ...], times: tuple[TimeExpression, ...]
) -> tuple[tuple[int, int], ...]:
    """The places of a text that tell of an illness which is over, in order.

    An account is dated to a time that is over, or tells of an admission, and somebody recovers in it or in the sentences
    behind it; or it is how a disease presented when it was found.
    """
    return (*_up_to_a_recovery(text, sentences, times), *_when_found(text, sentences, times))


def _up_to_a_recovery(
    text: str, sentences: tuple[tuple[int, int], ...], times: tuple[TimeExpression, ...]
) -> list[tuple[int, int]]:
    if _RECOVERED.search(text) is None:
        return []
    found = []
    for index, (start, end) in enumerate(sentences):
        said = _RECOVERED.search(text, start, end)
        if said is None or _NOT_QUITE.search(text, said.end(), end):
            continue
        first = _beginning(text, sentences[max(0, index - _LONGEST) : index + 1], said.start(), times)
        if first is not None:
            found.append((first, said.start()))
    return found


def _beginning(
    text: str, sentences: tuple[tuple[int, int], ...], recovered: int, times: tuple[TimeExpression, ...]
) -> int | None:
    """Where the account begins that a recovery ends: the last sentence that begins one, with nothing of now behind it."""
    first = None
    for start, end in reversed(sentences):
        last = min(end, recovered)
        here = start <= recovered < end
        dated = _is_dated_back(text, start, last, times)
        if (_FELL_ILL.search(text, start, last) or here) and (dated or _ADMITTED.search(text, start, last)):
            first = start
        elif not here and (first is not None or _GOES_ON.search(text, start, end)):
            break
    return first


def _is_dated_back(text: str, start: int, end: int, times: tuple[TimeExpression, ...]) -> bool:
    return bool(_EARLIER_LIFE.search(text, start, end)) or any(
        _is_over(time) for time in times if start <= time.start < end
    )


def _is_over(time: TimeExpression) -> bool:
    if time.since:
        return False
    if time.kind == "date":
        return time.date_precision in {"month", "year"}
    if time.kind == "ago":
        return time.years is not None and time.years * _DAYS > _LEAST_DAYS
    return time.kind == "age" and "old" not in time.text


def _when_found(
    text: str, sentences: tuple[tuple[int, int], ...], times: tuple[TimeExpression, ...]
) -> list[tuple[int, int]]:
    found = []
    for index, (start, end) in enumerate(sentences):
        said = _FOUND_WHEN.search(text, start, end)
        if said is None or not _is_dated_back(text, start, end, times) or _NOT_THEN.search(text, start, end):
            continue
        following = sentences[index + 1] if index + 1 < len(sentences) else None
        goes_on = following is not None and _THEN.match(text, *following) and not _NOT_THEN.search(text, *following)
        found.append((said.end(), following[1] if following is not None and goes_on else end))
    return found
