"""Red flags in what a user says: those of this hour and those of this day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from osler.consult.extraction.clauses import clauses
from osler.consult.extraction.stated import apart_from_questions
from osler.consult.triage.healed import as_healed
from osler.consult.triage.injected import without_injections
from osler.consult.wording.figures import without_what_strikes_once
from osler.core.language import analyse, sentences
from osler.core.safety import PatientContext, RedFlag, Severity, red_flags, without_advice_sought
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.triage", "lexicon.yml")


class Alarm(NamedTuple):
    """The red flags of a message: those of this hour and those of this day."""

    now: tuple[RedFlag, ...] = ()
    today: tuple[RedFlag, ...] = ()


def alarm(
    text: str, vocabularies: Vocabularies, context: PatientContext | None = None, *, earlier: Sequence[str] = ()
) -> Alarm:
    """What in a message is happening and must not wait; nothing for a question of general interest.

    `earlier` are the user's messages before it: a headache means another thing to somebody who has just said that she is
    pregnant. What they raised by themselves was answered then.
    """
    text = without_what_strikes_once(without_injections(_as_told_before(text, earlier, vocabularies), vocabularies))
    text = _as_told(without_things(in_measures_words(text)))
    lower = text.lower()
    if _TABLE.says(lower, "alarm", "studies") and not _TABLE.says(lower, "alarm", "urges"):
        return Alarm()
    if _TABLE.says(lower, "alarm", "in_general") and not _TABLE.says(lower, "alarm", "now"):
        return Alarm()
    if _TABLE.says(lower, "alarm", "habitual") and not _TABLE.says(lower, "alarm", "urges"):
        return Alarm()
    if _TABLE.says(lower, "alarm", "feared") and not _TABLE.says(lower, "alarm", "now"):
        return Alarm()
    text = _without_recalled(text)
    whom = context or PatientContext()
    heard = _heard(_asked_of_oneself(text), whom, vocabularies)
    if not heard and (told := _TABLE.pattern("alarm", "set_against").split(text, 1))[1:]:
        heard = _heard(told[-1], whom, vocabularies)  # the time of the one is not the time of the other
    heard = as_healed(heard, text)
    before = [said for said in earlier if tells(said) and not tells_of_once(said)]
    if before and tells(text):
        heard += _together(text, before, whom, vocabularies, known={flag.rule_id for flag in heard})
    urgent = tuple(flag for flag in heard if flag.severity is Severity.URGENT)
    warned = tuple(
        flag for flag in heard if flag.severity is Severity.WARNING and flag.standing == "present" and tells(text)
    )
    # Whoever is in danger is helped; what can wait for a doctor is told to the one whom it concerns, unless it goes on now.
    if warned:
        others = not _TABLE.says(lower, "alarm", "goes_on")
        warned = _as_stated(warned, text, whom, vocabularies, others=others)
    return Alarm(urgent, warned)


def _as_stated(
    warned: tuple[RedFlag, ...], text: str, whom: PatientContext, vocabularies: Vocabularies, *, others: bool
) -> tuple[RedFlag, ...]:
    """The red flags that stand without what a message only names to ask about it, or as what is aimed at, and, where `others` are told of, without them."""
    said = clauses(text)
    own = [clause.text for clause in said if not (clause.known or clause.aimed_at or (clause.other and others))]
    if len(own) == len(said):
        return warned
    raised = {flag.rule_id for flag in _heard(", ".join(own), whom, vocabularies)} if own else set()
    return tuple(flag for flag in warned if flag.rule_id in raised)


_OF_ONESELF = re.compile(
    r"^\W*(?:so |and |but )*(?:is|could|might) (?:it|this|that) (?:be )?(?:an? )?(?:heart attack|stroke|emergency|seizure|blood clot|meningitis|sepsis|anaphylaxis|allergic shock)s? (?:if|when|that) (?=(?:my|i|i'm)\b)",
    re.IGNORECASE,
)
"""Who asks whether it is a stroke if the own face hangs tells that it does."""


def _as_told(text: str) -> str:
    """A message without its questions of what to do: whoever asks for advice on what goes on tells that it does."""
    said = [(sentence.text, without_advice_sought(sentence.text)) for sentence in sentences(text)]
    return text if all(asked == told for asked, told in said) else ". ".join(told for _, told in said)


def _without_recalled(text: str) -> str:
    """A message without its questions when, how often or whether something was: whoever asks for the day of a seizure has none."""
    if tells_of_once(text):
        return ""
    said = [part for sentence in sentences(text) for part in _without_what_was(sentence.text)]
    return text if said == [sentence.text for sentence in sentences(text)] else " ".join(said)


def tells_of_once(text: str) -> bool:
    """Whether a message tells of something long ago only to ask for its day."""
    return _TABLE.says(text.strip().lower(), "alarm", "told_of_once")


def _without_what_was(sentence: str) -> list[str]:
    """A sentence, or its parts that do not ask for what was."""
    if _recalls(sentence):
        return []
    parts = apart_from_questions(sentence)
    left = [part for part in parts if not _recalls(part)]
    return [sentence] if len(left) == len(parts) else left


def _recalls(text: str) -> bool:
    return any(_TABLE.says(text.strip().lower(), "alarm", kind) for kind in ("recalls", "had", "cared_for"))


def _asked_of_oneself(text: str) -> str:
    return _OF_ONESELF.sub("", text)


def _together(
    text: str, before: Sequence[str], whom: PatientContext, vocabularies: Vocabularies, *, known: set[str]
) -> list[RedFlag]:
    """The red flags that a message raises only with what was said before it."""
    then = whom.model_copy(update={"readings": []})  # what the message measures was not known before it

    def new(said: Sequence[str]) -> list[RedFlag]:
        earlier = {flag.rule_id for flag in _heard("\n".join(said), then, vocabularies)}
        return [f for f in _heard("\n".join([*said, text]), whom, vocabularies) if f.rule_id not in earlier | known]

    if not new(before):
        return []
    # What was sent to an ambulance by itself was answered then; together with another matter it would raise a third.
    return new([said for said in before if not _is_urgent(_heard(in_measures_words(said), then, vocabularies))])


def _is_urgent(flags: Sequence[RedFlag]) -> bool:
    return any(flag.severity is Severity.URGENT for flag in flags)


_BACK_AGAIN = re.compile(
    r"\b(?:it|its|it's|that|this|they|those|the (?P<what>[a-z]+))(?:'s| is| has| have| are)? (?:just |all )?"
    r"(?:(?:come |came |coming |started |starting |happening |happened )?(?:back|again)\b(?! to\b| in\b| from\b| at\b| on\b| of\b)|returned\b)",
    re.IGNORECASE,
)


def _as_told_before(text: str, earlier: Sequence[str], vocabularies: Vocabularies) -> str:
    """A message in which what is back has the name under which it was told: "it's back now and in my arm" of a chest pain."""
    back = _BACK_AGAIN.search(text)
    if back is None or not tells(text):
        return text
    for said in reversed(earlier):
        named = [one.text for one in analyse(said, vocabularies).mentions if one.semantic_type in _COMPLAINTS]
        named = [name for name in named if not back["what"] or name.lower().endswith(back["what"].lower())]
        if named:
            return f"{text[: back.start()]}{named[-1]} is there again{text[back.end() :]}"
    return text


_COMPLAINTS = frozenset({SemanticType.CONDITION, SemanticType.PHENOTYPE})


_CLAUSE_END = r"(?=[.,;!?]|\b(?:and|but|because|so|while|when|after|if|or)\b|$)"
_SOMEBODY = re.compile(
    r"\b(?:me|my|i|i'm|i've|him|his|her|he|she|us|we|our|them|their|someone|somebody|people|patient\w*)\b"
)


@cache
def _of_a_thing() -> re.Pattern[str]:
    nouns, verbs = _TABLE.rules["things"]["nouns"], _TABLE.rules["things"]["verbs"]
    return re.compile(
        rf"(?<![\w'])(?:(?:the|my|our|his|her|their|your|this|that|an?)\s+)?(?:[\w-]+\s+)?(?:{nouns})(?:'s|\s+(?:{verbs}))\b(?P<what>.*?){_CLAUSE_END}"
        rf"|(?<![\w'])(?:an?|the|some)\s+[\w-]+\s+(?:on|in|of|from)\s+(?:the|my|our|his|her|their|your|this|that|an?)\s+(?:{nouns})(?![\w'])",
        re.IGNORECASE,
    )


_RUNS = re.compile(
    r"\s*(?:still |just |left |been |always |now )*(?:on(?=\W*(?:$|and\b|but\b|so\b|all\b|in\b|since\b|again\b|for\b))|lit|running|idling|burning|going|leaking|smoking)\b"
)
"""What a machine does as such: nothing in it is called like an illness, and its fumes may make somebody ill."""


def without_things(text: str) -> str:
    """A message without what it says of things that have no body: an economy in cardiac arrest calls for no ambulance."""
    text = _TABLE.pattern("things", "named").sub(" ", text)

    def told(match: re.Match[str]) -> str:
        what = (match["what"] or "").lower()
        return match.group() if _SOMEBODY.search(what) or _RUNS.match(what) else " "

    return _of_a_thing().sub(told, text)


def in_measures_words(text: str) -> str:
    """A message in which the two numbers of a blood pressure have their names: a bottom number is no numb bottom."""
    for spoken, known in _TABLE.rules["pressures"].items():
        text = re.sub(spoken, known, text, flags=re.IGNORECASE)
    return text


def of_another(text: str) -> bool:
    """Whether all that a message states is of somebody else."""
    said = clauses(text)
    return bool(said) and all(clause.other for clause in said)


def _heard(text: str, context: PatientContext, vocabularies: Vocabularies) -> list[RedFlag]:
    return list(red_flags((), analyse(text, vocabularies), context=context, vocabularies=vocabularies))


def tells(text: str) -> bool:
    """Whether a message states something; a question tells nothing."""
    asks = _TABLE.pattern("alarm", "asks")
    return any(not asks.match(sentence.text.strip().lower()) for sentence in sentences(text))


def imagined(text: str, verb: str, what: str, vocabularies: Vocabularies) -> Alarm:
    """The red flags of what somebody imagines, as if it were going on: "if I have a stroke" is asked of a stroke now."""
    return max(
        (alarm(said, vocabularies) for said in (text, f"{verb} {what} right now")),
        key=lambda heard: (len(heard.now), len(heard.today)),
    )
