"""What of a message is stated: told as news in a clause of its own, and not taken as known, asked, supposed or cited.

A clause tells something where it has a verb of its own. What is only named before a question ("the seizure he had at
two, what did they give him?") is taken as known by whoever asks; what stands behind a verb of asking is asked, with its
mark or without; what is supposed of anybody is nobody's; and what the record is said to hold, by one who asks about it,
is there already.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache

from osler.yaml_reader import packaged_yaml

_ENDS = " ,;:.!–—-"


@cache
def _form(name: str, around: str = "<>") -> re.Pattern[str]:
    """A form of the table, and what is to stand around it."""
    rules: dict[str, str] = packaged_yaml("osler.consult.extraction", "stated.yml")
    return re.compile(around.replace("<>", rules[name]), re.IGNORECASE)


def apart_from_questions(part: str) -> list[str]:
    """A piece of a sentence cut before a question in it: one of its own, one that somebody asks, one that another is bidden to answer."""
    for asked in _form("asks_of_it").finditer(part):
        rest = part[asked.end() :]
        if _form("inverted").match(rest):
            return _pieces(part, asked.end())
        if _form("bids").search(asked.group()) and _form("questions").match(rest):
            return _pieces(part, asked.start())
    turns = next((one for one in _TURNS.finditer(part) if _turned(part[one.end() :])), None)
    if turns is None and part.rstrip().endswith("?"):
        turns = next((one for one in _TURNS.finditer(part) if _is_of_a_subject(part, one)), None)
    turns = turns or next((one for one in _SPACE.finditer(part) if _is_of_a_thing(part, one)), None)
    return [part] if turns is None else _pieces(part, turns.start(), turns.end())


def _is_of_a_subject(part: str, turns: re.Match[str]) -> bool:
    """Whether a statement ends here, and who did it is asked: "they took me off it, who prescribed it?"."""
    asked = re.match(r"(?:who|what|which)\b", part[turns.end() :], re.IGNORECASE)
    before = part[: turns.start()].lower()
    return asked is not None and not _turned(before) and _verbs(before) > _inner(before)


def _is_of_a_thing(part: str, space: re.Match[str]) -> bool:
    """Whether a thing is only named before this place, and a question begins here: "my asthma when was it found"."""
    return _turned(part[space.end() :]) and names_only(part[: space.start()].lower())


_SPACE = re.compile(
    r"(?<=[\w']) (?=(?:(?:what|which|who|whose|when|where|how|why)\b|(?:did|does|was|were|has|have) (?:i|he|she|they|we)\b))",
    re.IGNORECASE,
)
_TURNS = re.compile(r"(?:,|\s[-–—]|;)\s*(?:(?:and|but|so|also|or|ok|okay|oh|anyway|by the way|btw)\b[ ,]*)*")
"""Where a clause ends, and another may begin."""


def _pieces(part: str, ends: int, begins: int | None = None) -> list[str]:
    return [told for told in (part[:ends].strip(_ENDS), part[ends if begins is None else begins :].strip(" ,")) if told]


def _turned(text: str) -> bool:
    """Whether a text begins with a question, by the order of its words."""
    return _form("inverted").match(text) is not None or _form("asked_of").match(text) is not None


def begins_to_ask(lower: str) -> bool:
    """Whether a clause has the order of words of a question: "has he ever had a stroke", "which ward was she on"."""
    return _turned(_OPENERS.sub("", lower, count=1))


_OPENERS = re.compile(r"^(?:(?:and|so|but|also|or|then|ok|okay)\b[ ,]*)+")
_WHO = re.compile(r"(?:who|what|which)\b")
_WHEN_IT = re.compile(r"(?:(?:and|so|but|also)[ ,]+)*(?:when|where) (?:i|i'm|i've|my|it|he|she|they|we|the patient)\b")


def first_asked(parts: Sequence[str], asks: Callable[[str], bool]) -> int:
    """The first clause of a sentence that ends as a question in which it is asked; `asks` knows how one begins.

    "When I bend down it hurts" tells when, where another clause asks.
    """
    lower = [part.lower() for part in parts]
    places = [place for place, text in enumerate(lower) if begins_to_ask(text) or asks(text)]
    who = next((place for place in range(1, len(lower)) if _WHO.match(lower[place])), 0)
    return next((place for place in places if not _WHEN_IT.match(lower[place]) or place == places[-1]), who)


def is_supposed(lower: str) -> bool:
    """Whether a clause tells no more than what would be, of anybody or of oneself."""
    if _form("general").match(lower) is not None:
        return re.search(r"\b(?:i|my|me|i'm|i've)\b", lower) is None
    return _form("condition").match(lower) is not None and _verbs(lower) <= _inner(lower)


def known_before(parts: Sequence[str], asked: Sequence[bool]) -> list[bool]:
    """Which clauses of a sentence only name what is asked about in it; `asked` says which are questions.

    Who asks for advice on something has it now, and tells so by asking.
    """
    known = [False] * len(parts)
    for place in reversed(range(len(parts) - 1)):
        filling = next((p for p in range(place + 1, len(parts)) if not _is_filling(parts[p])), None)
        if asked[place] or filling is None or not (asked[filling] or known[filling]):
            continue
        if not _form("advice").search(" ".join(parts[place + 1 :]).lower()):
            known[place] = _is_filling(parts[place]) or names_only(parts[place].lower()) or cites(parts[place].lower())
    return known


def _is_filling(part: str) -> bool:
    """Whether a piece is only the first word of the question behind it."""
    return _form("questions").fullmatch(part.strip(_ENDS)) is not None


def names_only(lower: str) -> bool:
    """Whether a clause only names a thing that is taken as known, or a time by it, and has no verb that tells of it."""
    told = _form("openers").sub("", lower.strip(_ENDS), count=1)
    if _QUOTED.fullmatch(told):
        return True
    if _form("adverbial").match(told) is None and _form("definite").match(told) is None:
        return False
    return _verbs(told) <= _inner(told)


_QUOTED = re.compile(r"[\"“'‘][^\"”]+[\"”'’]")


def cites(lower: str) -> bool:
    """Whether a clause tells what the record says: whoever asks about it tells nothing new."""
    return _form("cited").search(lower) is not None


def has_a_verb(lower: str) -> bool:
    """Whether a clause has any verb."""
    return _verbs(lower) > 0


def _verbs(told: str) -> int:
    """How many clauses a text has, by their verbs."""
    count, end = 0, -1
    for verb in _form("finite", rf"{_BEGINS}(?:<>){_ENDED}|{_SHORT}").finditer(told):
        goes_on = end >= 0 and _GOES_ON.fullmatch(told[end : verb.start()]) is not None
        count, end = count + (not goes_on), verb.end()
    known = _form(
        "finite", r"(?:'(?:s|ve|m|re|d|ll)\b|\s+(?:(?:never|ever|just|also|always|really|still|first|last) )*(?:<>)\b)"
    )
    return count + sum(1 for subject in _ALONE.finditer(told) if known.match(told, subject.end()) is None)


_BEGINS, _ENDED = r"(?<![\w'])", r"(?![\w'])"
_SHORT = (
    r"(?<=[a-z])'(?:ve|m|re|d)(?= )|(?:(?<=\bhe)|(?<=\bit)|(?<=\bthat)|(?<=\bthere))'s(?= )"
    r"|(?<=[a-z])'s(?= (?:been|not|now|still|got|gone|back|an?|the|so|very|really|\w+ing|\w+ed|swollen|worse|better|bad|sore|fine|ill|sick|ok|okay|up|down|in|on)\b)"
)
"""Verbs that are written together with what they are said of; "dad's stroke" has none."""
_GOES_ON = re.compile(r"\s*(?:(?:not|been|ever|never|just|also|always|really|now|still|being) )*")
"""Between the words of one verb: "has been", "did not get"."""
_ALONE = re.compile(r"(?<![\w'])(?:i|we|he|she|they|the patient)(?![\w'])")
"""Subjects that have a verb, known or not: "the surgeon he liked"."""


def _inner(told: str) -> int:
    """How many clauses of a text are parts of another: behind a joining word, and those that say which thing is meant."""
    joined = _form("joins", rf"{_BEGINS}(?:<>)\s+").finditer(told)
    count = sum(1 for join in joined if _begins_a_clause(told[join.end() :]) or _says_which(told, join))
    for subject in _form("subject", rf"(?<=[a-z\d]) (?:<>){_ENDED}").finditer(told):
        before = told[: subject.start()]
        last = before.rsplit(" ", 1)[-1]
        if not _form("joins").fullmatch(last) and not _A_TIME.fullmatch(last):
            count += _a_thing_alone().search(f"{before} ") is not None
    return count


def _says_which(told: str, join: re.Match[str]) -> bool:
    """Whether a clause behind a thing says which one is meant: "the tablets that Dr Shah gave me"."""
    pointing = join.group().strip() in {"that", "which", "who", "whom", "whose"}
    return pointing and _verbs(told[join.end() :]) > 0 and _a_thing_alone().search(told[: join.start()]) is not None


@cache
def _a_thing_alone() -> re.Pattern[str]:
    """A thing that is named, and nothing told of it: "the itching (I told you about)"."""
    verb, subject = _form("finite").pattern, _form("subject").pattern
    return _form("definite", rf"{_BEGINS}(?:<>) (?:(?!(?:{verb}|{subject}){_ENDED})[\w'/.-]+ ){{1,6}}$")


_A_TIME = re.compile(
    r"(?:19|20)\d\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|yesterday|today|week|month|year|night|morning"
)
"""Behind a time a clause of its own begins, and none that says which thing is meant: "since Monday I feel sick"."""


def _begins_a_clause(rest: str) -> bool:
    """Whether a clause begins here, and not only a time or a thing of which a clause says which it is."""
    if _form("subject", rf"(?:<>){_ENDED}").match(rest) or _form("finite", rf"(?:<>){_ENDED}").match(rest):
        return True
    subject = _form("definite", r"(?:<>) (?:(?!<>)(?:[\w'-]+) ){1,4}?")
    named = subject.match(rest)
    alone = named is not None and _form("subject", rf"(?:<>){_ENDED}").search(rest, named.end())
    verb = _form("definite", r"(?:<>) (?:(?!<>)[\w'-]+ ){1,4}?FINITE").pattern
    found = re.match(verb.replace("FINITE", _form("finite", r"(?:<>)\b").pattern), rest, re.IGNORECASE)
    return found is not None and not (alone and alone.start() < found.end())


def without_quoted_names(text: str) -> str:
    """A text with the quoted names of plans, clinics and leaflets left blank: they are called by an illness, and tell of none."""
    return _form("quoted").sub(lambda match: " " * len(match.group()), text)
