"""Statements that are easily invented around a recommendation: how well it works, how common something is, who says so.

A recommendation says what to do. Whoever makes a fact of it ("it shortens an attack", "most people prefer it") in its own words
says something that it does not say, so the kind of a sentence and its verbs are held against it and not only its nouns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import as_written, not_covered
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.soft_words import predicates
from osler.guidelines.checking.statements import SIDES, Named, Statement
from osler.yaml_reader import packaged_yaml

_MODAL = r"(?:should|must|may|might|can|could|will|would|shall|helps?(?: to)?|they|which|that|also|often|usually)"
_WORD = re.compile(r"[A-Za-z][\w-]*")
_SAID_TO = re.compile(
    rf"(?:\b(?:{_MODAL}|(?:does|did) not|can ?not)|\w(?<!\bwho) do not)\s+(?:\w+ly\s+)?$", re.IGNORECASE
)
_VERBAL = re.compile(rf"\b(?:to|{_MODAL}|not)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
"""What makes a verb of the next word; what something is given for ("to prevent") is no effect that is claimed."""
_MADE = re.compile(r"\bmak(?:e|es|ing)\s+(?:[\w-]+\s+){1,4}$", re.IGNORECASE)
"""What makes a verb of an adjective: "make them worse"."""
_DOSE = re.compile(r"^[^,;.]{0,30}?\b(?:doses?|dosage|dosing|diagnos[ei]s|question|matter)\b", re.IGNORECASE)
"""Whoever raises a dose or settles a diagnosis claims no effect."""
_REGIMEN = re.compile(
    r"^(?:\s+(?:\d[\d.,]*\s?[^\s,;]*|(?:once|twice|\w+ times)(?: (?:a|per) \w+| daily| weekly)?|daily|weekly|a day|per day"
    r"|(?:every|each) (?:\d+ )?\w+|for (?:\d+|\w+) (?:days?|weeks?|months?)|by mouth|orally|\([^()]*\)))*"
    r"(?:\s+\w+ly)?\s+(?P<verb>[a-z]+s)\b(?!\s+(?:is|are|was|were|should|must|may|can|and|or|of)\b)"
)
"""A word that may be the verb of what is named before it, behind its dose."""
_ORDERED = re.compile(
    r"(?:^|[,;:] )(?:then |and |but |always |please )*(?P<verb>[A-Za-z-]+(?<!ing)(?<!ment)(?<!tion))(?= (?!of\b|is\b|are\b|in\b|for\b))"
)
_IS = re.compile(
    r"\b(?:is|are|be|been|being|was|were) (?=(?P<what>(?:(?! by (?!mouth|adults|people|patients|women|men|children|those|anyone))[^,;.:]){1,60}))",
    re.IGNORECASE,
)
"""What something is, or what is done to it, by nobody else than people: "is reduced by exercise" tells an effect."""
_CALLED = re.compile(
    r":|\bto (?:choose|use|give|take|offer|prefer)(?: first)?\b|\b(?:calls? for|warrants?|means?|qualif\w+|rules? (?:[\w-]+ ){0,3}?out|excludes?|is for|are for|(?:takes?|has|have) (?:the )?(?:place|priority|precedence))\b"
    r"|\b(?:doses?|dosage|target|goal|limit)\b[^,;.]{0,20} (?:is|are|drops?|falls?|goes|rises|stays|remains)\b"
    r"|\b(?:people|patients?|persons?|adults?|wom[ae]n|m[ae]n|child(?:ren)?|infants?|babies|adolescents?|teenagers?|smokers?|asthmatics?|diabetics?|anyone|everyone|somebody|those|who|s?he|they|you)\b"
    r"[^,;:]{0,80}? (?:receives?|takes?|needs?|starts?|undergo(?:es)?|requires?|gets? (?!better|worse|well|rid|over))\b"
    r"|\bgets? (?:an?|the|\d+)\b",
    re.IGNORECASE,
)
_THAN = re.compile(r"\b(?:than|as)\b", re.IGNORECASE)
_NEAR, _NEXT = 5, 3
"""Words behind "is" among which what something is called stands, and what is done."""
_SHORT = 4
"""Letters from which on the beginning of a word stands for it: echo."""
_NO_VERB = re.compile(r"(?:ss|us|is)$|^(?:was|has|does|as|its|always|needs|versus|vs|perhaps|sometimes)$")


_UNDER = re.compile(
    r"^\W*(?:if|when|unless)\b[^;.]*(?=, [^,]*$)|^\W*only (?:if|when)\b[^;.]*?(?=\b(?:should|must|may|can)\b)"
    r"|\b(?:if|when|unless|until|once(?! (?:a|per|daily|weekly|monthly|yearly|every|or)\b)|whether|who|whose)\b[^,;.]*",
    re.IGNORECASE,
)
"""A clause that claims nothing: "if nothing else works"."""
_ORDER = re.compile(
    r"^\W*(?:(?:before|after|in|for|if|when|with|during|at|once|while|within|to)\b[^,]*, )?(?P<verb>[A-Za-z-]+) "
    r"(?:the|an?|all|any|every|each|their|his|her|this|these|patients|people)\b(?P<rest>.*)",
    re.IGNORECASE,
)
_NO_ORDER = re.compile(r"(?:s|(?<!^br)ing)$", re.IGNORECASE)
_FINITE = re.compile(r"\b(?:should|must|may|can|will|is|are|was|were|has|have|does|do)\b", re.IGNORECASE)


class _Kind(NamedTuple):
    name: str
    said: re.Pattern[str]
    told: re.Pattern[str]


def asserted_beyond(sentence: str, sources: Sequence[str]) -> str:
    """What a sentence asserts of a kind that none of its sources asserts, in words; empty where there is nothing."""
    told = " ".join(sources)
    for kind in _kinds():
        found = kind.said.search(sentence)
        if found is not None and kind.told.search(told) is None:
            return f"{kind.name} ({found.group()})"
    known = {named.group().casefold() for named in _issuers().finditer(told)}
    other = next((named for named in _issuers().finditer(sentence) if named.group().casefold() not in known), None)
    return "" if other is None else f"who says so ({other.group()})"


def stated_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A fact made of a recommendation: an effect of which no source speaks, or any other word that says more than what is done."""
    told = [*(one.text for one in basis), context]
    if effect := next((word for word in _effects(said.text) if not _is_verb_of(word, told)), ""):
        yield "unsupported", f"the cited passages state no such effect: {effect!r}"
        return
    if said.stance != "none" or _tells_what_is_done(said.text) or all(one.stance == "none" for one in basis):
        return
    stems_ = [stem for stem in said.stems if stem not in SIDES]
    facts = as_written(not_covered(stems_, basis, context, said, vocabularies), said.text)
    if facts := [word for word in facts if not _is_short_for(word, told)]:
        yield "unsupported", f"the cited passages recommend and do not state: {', '.join(facts)}"
        return
    verbs = (_verb_behind(one, said.text) for one in said.named if not one.disease)
    if verb := next((one for one in verbs if one and not _is_verb_of(one, told)), ""):
        yield "unsupported", f"the cited passages do not say what it does: {verb!r}"


def _effects(text: str) -> Iterable[str]:
    """The verbs of a text that say what something does, or is like to do."""
    table = predicates()
    text = _UNDER.sub(lambda match: " " * len(match.group()), text)
    for word in _WORD.finditer(text):
        (stem, *_) = stems(word.group()) or [""]
        if stem not in table.effects or _DOSE.match(text[word.end() :]):
            continue
        if (word.group().endswith("s") and word.start()) or _SAID_TO.search(text[: word.start()]):
            yield word.group()


def _is_verb_of(word: str, texts: Iterable[str]) -> bool:
    """Whether texts say of something that it does this: as a verb, not as a noun."""
    wanted = stems(word)[:1]
    same = {*wanted, *(other for stem in wanted for other in lexicon().same.get(stem, ()))}
    return any(
        same & set(stems(found.group()))
        and (
            found.group().endswith(("s", "ed", "ing"))
            or _VERBAL.search(text[: found.start()])
            or _MADE.search(text[: found.start()])
        )
        for text in texts
        for found in _WORD.finditer(text)
    )


def _tells_what_is_done(text: str) -> bool:
    """Whether a sentence without a word of advice says all the same what is done: "is given", "gets", "is the choice", "send a culture"."""
    table = predicates()
    if _CALLED.search(text) or any(set(stems(one["verb"])) & table.done for one in _ORDERED.finditer(text)):
        return True
    # Without a verb of its own, a sentence that opens with a word and an article is an order: "mark the border".
    order = _ORDER.match(text)
    if order and not _FINITE.search(_UNDER.sub(" ", order["rest"])) and not _NO_ORDER.search(order["verb"]):
        return True
    for found in _IS.finditer(text):
        if text[found.end("what") :].startswith(" by "):
            continue
        words = _WORD.findall(_THAN.split(found["what"])[0])[:_NEAR]
        if set(stems(" ".join(words[:_NEXT]))) & table.done or set(stems(" ".join(words))) & table.roles:
            return True
    return False


def _is_short_for(word: str, texts: Sequence[str]) -> bool:
    """Whether a word is an abbreviation, which is a name and compared as one, or the beginning of a word of the texts."""
    return word.isupper() or (
        len(word) >= _SHORT and any(re.search(rf"\b{re.escape(word)}", text, re.I) for text in texts)
    )


def _verb_behind(named: Named, text: str) -> str:
    """The verb of which something named is the subject, where it stands behind its dose."""
    found = _REGIMEN.match(text[named.at + len(named.text) :]) if named.at >= 0 else None
    return "" if found is None or _NO_VERB.search(found["verb"]) else found["verb"]


@cache
def _kinds() -> tuple[_Kind, ...]:
    rows = packaged_yaml("osler.guidelines.checking", "asserted.yml")["kinds"]
    return tuple(
        _Kind(
            row["name"], re.compile(row["said"], re.IGNORECASE), re.compile(row.get("told", row["said"]), re.IGNORECASE)
        )
        for row in rows
    )


@cache
def _issuers() -> re.Pattern[str]:
    return re.compile(packaged_yaml("osler.guidelines.checking", "asserted.yml")["issuers"])
