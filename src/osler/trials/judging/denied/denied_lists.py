"""The lists of things that sentences deny, thing by thing: "no liver or gallbladder trouble, no clots"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient import reading_of
from osler.core.patient.types import Document
from osler.core.terminology import Vocabularies
from osler.trials.judging.denied.not_had import is_of_something_else
from osler.trials.judging.rules import pattern
from osler.trials.judging.words import content_words
from osler.yaml_reader import RuleTable

TABLE = RuleTable("osler.trials.judging.denied", "denied_phrases.yml")
TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[,;:.()/\n]")
_LONGEST = 6
"""Words of a phrase; more are a clause."""
_AROUND = 40
_ADJECTIVE = re.compile(r"(?:al|ic|ar|ary|ous|ive)$", re.IGNORECASE)


class DeniedPhrase(NamedTuple):
    """A thing that a sentence denies: its words, the last of them, where it stands and what limits the denial in time."""

    words: frozenset[str]
    head: str
    document: Document
    start: int
    end: int
    behind: str


def denied_phrases(documents: Sequence[Document], vocabularies: Vocabularies) -> Iterator[DeniedPhrase]:
    """Every phrase that documents deny of the patient."""
    for document in documents:
        yield from _of_text(document, reading_of(document, vocabularies))


def _of_text(document: Document, read: AnalysedText) -> Iterator[DeniedPhrase]:
    for sentence in read.sentences:
        text = document.text[sentence.start : sentence.end]
        for frame in _frame().finditer(text):
            before = text[: frame.start()].casefold()
            if TABLE.pattern("of_a_subject").search(before) and "history" not in frame[0].casefold():
                # What a wound or a picture does not show is not denied of the patient.
                continue
            listed = _listed(document, read, sentence.start + frame.end(), sentence.end)
            if TABLE.pattern("of_trouble_alone").search(before) and "history" not in frame[0].casefold():
                seen = pattern("examined").search(text.casefold()) or TABLE.pattern("seen").search(text.casefold())
                listed = (one for one in listed if not seen and one.head == plain_word("trouble"))
            yield from listed
        yield from _said_normal(document, read, sentence.start, text)


def _said_normal(document: Document, read: AnalysedText, offset: int, text: str) -> Iterator[DeniedPhrase]:
    """The functions that a sentence calls normal, with which there is no trouble: "hearing and speech are normal"."""
    for form in _normal_functions():
        for found in form.finditer(text):
            start, end = offset + found.start("functions"), offset + found.end()
            said = read.assertion_at(start, offset + found.end("functions"))
            if said.experiencer is not Experiencer.PATIENT or said.polarity is not Polarity.PRESENT or said.historical:
                continue
            for word in re.findall(r"[^\W_]+", found["functions"]):
                if (function := plain_word(word)) in _functions():
                    words = frozenset({function, plain_word("trouble")})
                    yield DeniedPhrase(words, plain_word("trouble"), document, start, end, "")


def _listed(document: Document, read: AnalysedText, start: int, end: int) -> Iterator[DeniedPhrase]:
    """The things of a denied list; one without a last word of its own has that of the next ("liver or gallbladder trouble")."""
    things, narrowed, alone, stop = _split(document.text, start, end)
    behind = document.text[stop : min(end, stop + _AROUND)].casefold().lstrip()
    head = ""
    for thing in reversed(things):
        words = [plain_word(one[0]) for one in thing]
        if len(words) > _LONGEST:
            continue
        place = thing[0].start(), thing[-1].end()
        said = read.assertion_at(*place)
        # What follows the denying words at once is denied by them; how far the list goes is for the reading of the sentence to say.
        denied = thing is things[0] or said.polarity is Polarity.NEGATED
        if not denied or said.experiencer is not Experiencer.PATIENT:
            head = ""
            continue
        if is_of_something_else(read, *place):
            continue
        shared = [head] if head and len(words) == 1 and _needs_head(thing[0][0]) else []
        head = shared[0] if shared else words[-1]
        if thing is not things[0] and frozenset(words) <= general_words():
            # "No knee injuries or surgery": a word that may be anything is said of what the list began with.
            shared = [*shared, *(plain_word(one[0]) for one in things[0][:-1])]
        narrowing = narrowed if not alone or thing is things[-1] else frozenset[str]()
        own = (frozenset(words + shared) | narrowing) - _idle(head)
        if own - general_words():
            yield DeniedPhrase(own, head, document, *place, behind)


def _needs_head(word: str) -> bool:
    """Whether a word alone in a list has the last word of the next: a part of the body, or an adjective ("pleural or pericardial effusion")."""
    return plain_word(word) in _parts() or bool(_ADJECTIVE.search(word))


def _split(text: str, start: int, end: int) -> tuple[list[list[re.Match[str]]], frozenset[str], bool, int]:
    """The things of a list as their words, what narrows them, whether it narrows the last alone, and where the list ends."""
    things: list[list[re.Match[str]]] = [[]]
    narrowed: set[str] = set()
    narrowing, alone, stop = False, False, start
    for token in TOKEN.finditer(text, start, end):
        word = token[0].casefold()
        if narrowing and TABLE.pattern("of_the_patient").fullmatch(word):
            continue
        if word in ";:.()\n" or TABLE.pattern("ends").fullmatch(word):
            break
        stop = token.end()
        if word in (",", "/", "or", "and", "nor"):
            if narrowing:
                break
            things.append([])
        elif TABLE.pattern("narrowing").fullmatch(word):
            # A change is one in something; what stands before it in the list has no part in that.
            last = things[-1][-1][0].casefold() if things[-1] else ""
            alone = alone or (len(things) > 1 and TABLE.pattern("of_something").fullmatch(last) is not None)
            narrowing = True
        elif narrowing:
            narrowed |= set() if TABLE.pattern("no_narrowing").fullmatch(word) else {plain_word(word)}
        elif not TABLE.pattern("between").fullmatch(word) or things[-1]:
            things[-1].append(token)
    narrowed -= {"the", "his", "her", "a", "an", "any"}
    return [thing for thing in things if thing], frozenset(narrowed), alone, stop


@cache
def _frame() -> re.Pattern[str]:
    denying = "|".join(TABLE.rules["denying"])
    return re.compile(rf"(?<![\w-])(?:{denying})\s+(?:(?:{TABLE.rules['between']})\s+)*", re.IGNORECASE)


@cache
def _functions() -> frozenset[str]:
    return frozenset(plain_word(row[0]) for row in TABLE.rules["functions"])


@cache
def _normal_functions() -> tuple[re.Pattern[str], ...]:
    """Functions with the words that call them normal, and what somebody does with those that say how well."""
    nouns = "|".join(sorted((word for row in TABLE.rules["functions"] for word in row), key=len, reverse=True))
    verbs = "|".join(sorted(TABLE.rules["done"], key=len, reverse=True))
    listed = rf"(?:{nouns})(?:(?:,\s|\sand\s|\s?&\s?|/)(?:{nouns})){{0,4}}"
    return (
        re.compile(
            rf"(?<![\w-])(?P<functions>{listed})(?:\s(?:is|are|was|were|remains?)|:)?\s(?:{TABLE.rules['normal']})(?![\w-])",
            re.IGNORECASE,
        ),
        re.compile(rf"\b(?P<functions>{verbs})\s(?:[a-z]+\s){{0,2}}?(?:{TABLE.rules['well']})(?![\w-])", re.IGNORECASE),
    )


@cache
def general_words() -> frozenset[str]:
    """The words that name no thing by themselves."""
    return frozenset(TABLE.rules["general"])


@cache
def _idle(head: str) -> frozenset[str]:
    """The words that say nothing before a last word."""
    return frozenset(plain_word(word) for word in TABLE.rules["idle_before"].get(head, ()))


@cache
def _parts() -> frozenset[str]:
    return frozenset(row[0] for row in TABLE.rules["parts"])


@cache
def _same() -> dict[str, str]:
    rows = (*TABLE.rules["same"], *TABLE.rules["parts"], *TABLE.rules["functions"])
    return {word: row[0] for row in rows for word in row} | dict(TABLE.rules["done"])


@lru_cache(maxsize=10_000)
def plain_word(word: str) -> str:
    """A word as it is compared: in the singular, by the first of those that say the same."""
    folded = word.casefold()
    stem = next(iter(content_words(folded)), folded)
    table = _same()
    return table.get(folded) or table.get(stem) or stem
