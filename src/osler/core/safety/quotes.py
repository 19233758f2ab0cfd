"""Whether a quote says what is claimed of it: the kinds of emergency, and what a text asserts inside the quoted words."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, Literal

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Mention, assert_mention, time_expressions
from osler.core.safety.conditions import FindingCondition, ValueCondition
from osler.core.safety.context import PatientContext
from osler.core.safety.engine import Cause, matching
from osler.core.safety.flags import red_flags
from osler.core.safety.folding import word_places
from osler.core.safety.harmless import worrying_parts
from osler.core.safety.judging import Judge
from osler.core.safety.letters import begins_these_days, looks_back
from osler.core.safety.note import Asserted, asserted_in
from osler.core.safety.phrases import telling_phrases
from osler.core.safety.relatives import told_of_another
from osler.core.safety.ruleset import ruleset
from osler.core.safety.speaking import age_in
from osler.core.safety.standing import standing_of
from osler.core.safety.telling import is_word_of, telling_words
from osler.core.terminology import SemanticType
from osler.yaml_reader import packaged_yaml

Kind = Literal[
    "airway_or_breathing",
    "heart_or_circulation",
    "brain_or_nerves",
    "sepsis_or_severe_infection",
    "bleeding",
    "abdomen",
    "pregnancy",
    "poisoning",
    "metabolic",
    "injury_or_burn",
    "eye",
    "suicide_or_violence",
    "other",
]
_ANY = "any"
DENIED = "the text denies it, or tells it of the past or of somebody else"
NOTHING = "the quoted words tell of no emergency: an age, a person, or a mere degree"
UNRELATED = "the quoted words tell of something else"
LASTING = "the quoted words tell of what has long been so, or of a value that is stable"
HARMLESS = "the quoted words tell that all is well, or of something mild"
IMAGINED = "the quoted words tell of what would be done if it happened"
_STABLE = re.compile(
    r"\b(?:stable|unchanged|residual|chronic(?:ally)?|long-?\s?standing|lifelong|at baseline|as (?:usual|always|before)|occasional(?:ly)?"
    r"|for (?:many |several |some )?(?:years|months)|since (?:birth|childhood|infancy|age)|from (?:birth|childhood|infancy))\b",
    re.IGNORECASE,
)
_WORSE = re.compile(
    r"\b(?:worse\w*|now|today|tonight|sudden\w*|acute(?:ly)?|new|since (?:this|last|yesterday))\b", re.IGNORECASE
)
_UNCHANGED = re.compile(
    r"\s*[,(]?\s*(?:which (?:is|are) )?(?:stable|unchanged|as (?:usual|always|before)|at baseline)\b", re.IGNORECASE
)
"""What follows a quote of something that has long been so."""
_PLANNED = re.compile(r"\b(?:elective|planned|scheduled|awaiting|listed for)\b", re.IGNORECASE)
_IF = re.compile(
    r"(?<!as )\bif\b|\b(?:whenever|in case|unless|would (?:need|be|mean|require)|might|may (?:need|occur|happen))\b(?!\s+have\b)",
    re.I,
)
_MOST = 0.6
_OPEN = frozenset({"present", "suspected"})
"""What a model may raise: who doubts in the telling ("I think she has swallowed it") has not denied it."""
_SIZE = re.compile(
    r"\d\s*(?:mm|cm)\b(?!\s?Hg)|\bz[- ]?(?:score)?\W{0,3}\d|\b\d+(?:st|nd|rd|th)?\s*(?:per)?centile", re.IGNORECASE
)
"""The size of a part of the body, which is a state and no event."""


def objection_to_quote(kind: Kind, quote: Span, text: AnalysedText) -> str | None:
    """Why quoted words do not bear an emergency out: by what they say, and where they say it mildly or that all is well, by the rest."""
    objection = _objection(kind, quote, text)
    parts = worrying_parts(quote.quote)
    if objection is not None or parts == [(0, len(quote.quote))]:
        return objection
    if red_flags(note=quote.quote, vocabularies=text.vocabularies):
        return None  # what the rules know to be grave is so in a mild form too
    worrying = [
        Span(
            source_id=quote.source_id,
            start=quote.start + start,
            end=quote.start + end,
            quote=quote.quote[start:end],
        )
        for start, end in parts
    ]
    return None if any(_objection(kind, part, text) is None for part in worrying) else HARMLESS


def _objection(kind: Kind, quote: Span, text: AnalysedText) -> str | None:
    """Why quoted words do not say that the patient has such an emergency now; None where they may.

    Where the vocabularies know something in the quote, one such thing must be the patient's now and of the claimed kind.
    Words that no vocabulary knows are what a model is asked for: for them the words themselves must be asserted.
    """
    if _IF.search(quote.quote):
        return IMAGINED
    if _PLANNED.search(quote.quote):
        return IMAGINED
    if (_STABLE.search(quote.quote) or _UNCHANGED.match(text.text, quote.end)) and not _WORSE.search(quote.quote):
        return LASTING
    sentence = text.sentence_holding(quote.start)
    if sentence is not None and looks_back(text, age_in(text)) and not begins_these_days(text, sentence):
        return LASTING
    told = {text.sentences[index].start for index in told_of_another(text)}
    for_another = any(s.start in told and s.start <= quote.start < s.end for s in text.sentences)
    asserted = asserted_in(text, text.vocabularies.hpo, PatientContext())
    causes = [cause for cause in _every(asserted) if _inside(cause, quote)]
    dangerous = [value.cause for value in asserted.values if any(value.meets(limit) for limit in _limits())]
    now = [cause for cause in causes if cause.standing in _OPEN]
    if any(not cause.chronic and (_is_of(kind, cause) or cause in dangerous) for cause in now):
        return None
    if now:
        return LASTING if all(cause.chronic for cause in now) else UNRELATED
    known = [mention for mention in text.mentions if quote.start < mention.end and mention.start < quote.end]
    judge = Judge(text, PatientContext())
    judged = [judge.cause(mention) for mention in known]
    if causes or any(cause is None or cause.standing not in _OPEN for cause in judged):
        return DENIED
    if judged and all(cause is not None and cause.chronic for cause in judged):
        return LASTING
    if _SIZE.search(quote.quote):
        return LASTING
    if not any(_is_a_finding(kind, mention, text) for mention in known) and not _tells(kind, quote, asserted):
        return NOTHING
    if any(time.kind == "age" and not time.since and "old" not in time.text for time in time_expressions(quote.quote)):
        return DENIED  # "walked at 19 months" tells of an age that is over
    # The last word stands behind every "no" and every relative that the quote itself holds.
    last = word_places(quote.quote)[-1:]
    places = [(quote.start, quote.end), *((quote.start + start, quote.start + end) for start, end in last)]
    standings = {standing_of(assert_mention(text.text, *place), for_another=for_another) for place in places}
    return None if standings <= _OPEN else DENIED


def _is_a_finding(kind: Kind, mention: Mention, text: AnalysedText) -> bool:
    """Whether a mention is a disease, or a finding of the part of the body that a kind is about; what is done or given is neither."""
    if mention.semantic_type is SemanticType.PHENOTYPE:
        hpo = text.vocabularies.hpo
        return any(hpo.is_a(mention.concept_id, branch) for branch in _kinds_table()["branches"][kind])
    return mention.semantic_type is SemanticType.CONDITION


def _tells(kind: Kind, quote: Span, asserted: Asserted) -> bool:
    """Whether words that no vocabulary knows tell of the claimed kind of emergency: beside who, when and how much, one is
    a word with which emergencies of the kind are told. What is of no kind has no such words.
    """
    words = quote.quote
    aside = [(time.start, time.end) for time in time_expressions(words)]
    aside += [
        (cause.place[1] - quote.start, cause.place[2] - quote.start)
        for said, causes in asserted.phrases.items()
        if said not in telling_phrases()
        for cause in causes
        if cause.place is not None and _inside(cause, quote)
    ]
    return any(
        is_word_of(words[start:end].casefold(), _words_of(kind))
        for start, end in word_places(words)
        if not any(first < end and start < last for first, last in aside)
    )


@cache
def _words_of(kind: Kind) -> frozenset[str]:
    """The words of the findings of a kind, those that many emergencies share among them."""
    if kind == "other":
        return frozenset()
    phrases = [phrase for name in _names(kind) for phrase in ruleset().findings[name].phrases]
    phrases += [word for which in (_ANY, kind) for word in _kinds_table()["words"][which]]
    return frozenset(word for phrase in phrases for word in telling_words(phrase))


def _every(asserted: Asserted) -> list[Cause]:
    """All that a text asserts; words that only qualify ("suddenly", "now") tell of nothing by themselves."""
    phrases = [cause for said, causes in asserted.phrases.items() if said in telling_phrases() for cause in causes]
    return [*phrases, *asserted.terms, *(value.cause for value in asserted.values)]


def _inside(cause: Cause, quote: Span) -> bool:
    """Whether most of what a text asserts stands in the quoted words: of "blue eyes and small hands" no half is a blue hand."""
    place = cause.place
    if place is None:
        return False
    shared = min(place[2], quote.end) - max(place[1], quote.start)
    return shared > _MOST * (place[2] - place[1])


def _is_of(kind: Kind, cause: Cause) -> bool:
    """Whether a cause is a finding of the kind; a rule's own words fit the kind that is none of the others."""
    phrases = {phrase for name in _names(kind) for phrase in ruleset().findings[name].phrases}
    if cause.identity in phrases or any(matching([cause], ruleset().findings[name]) for name in _names(kind)):
        return True
    own = {phrase for rule in ruleset().rules for phrase in rule.phrases}
    return kind == "other" and cause.identity in own


@cache
def _limits() -> tuple[ValueCondition, ...]:
    """The thresholds by which a value sets off a rule; a value that is beyond none of them is no emergency of any kind."""
    named = {name for rule in ruleset().rules for names in rule.named for name in names}
    own = [one for rule in ruleset().rules for alternative in rule.alternatives for one in alternative]
    limits = [one for one in own if isinstance(one, ValueCondition)]
    return (*limits, *(limit for name in sorted(named) for limit in ruleset().findings[name].thresholds))


@cache
def _names(kind: Kind) -> tuple[str, ...]:
    """The findings of a kind; `other` is any sign that sets off a rule by itself, and is not only the place of a burn."""
    table = kinds()
    if kind == "other":
        alternatives = (one for rule in ruleset().rules for one in rule.alternatives if len(one) == 1)
        alone = [one[0].finding for one in alternatives if isinstance(one[0], FindingCondition)]
        return tuple(name for name in dict.fromkeys(alone) if ruleset().findings[name].kind == "sign")
    return (*table[_ANY], *table[kind])


@cache
def kinds() -> dict[str, list[str]]:
    """By kind, the names of its findings."""
    return {kind: names for kind, names in _kinds_table().items() if kind not in ("words", "branches")}


@cache
def _kinds_table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "kinds.yml")
    return table
