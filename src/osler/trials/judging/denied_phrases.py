"""What notes deny in phrases that no vocabulary has: "never had bypass surgery", "no liver or gallbladder trouble", "no clots"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient import reading_of
from osler.core.patient.types import Document
from osler.trials.judging.denied_names import covers
from osler.trials.judging.findings import facts_about, front_of
from osler.trials.judging.not_had import is_of_something_else
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import empty_words, pattern
from osler.trials.judging.view import PatientView, content_words
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging", "denied_phrases.yml")
_TOKEN = re.compile(r"[^\W_]+(?:[-'’][^\W_]+)*|[,;:.()/\n]")
_LONGEST = 6
"""Words of a phrase; more are a clause."""
_AROUND = 40
_ADJECTIVE = re.compile(r"(?:al|ic|ar|ary|ous|ive)$", re.IGNORECASE)
_ONE_OF = re.compile(
    r"^(?:(?:any|the|an?|known|clinical)\s+)*(?:signs?|symptoms?|evidence|presence|history|diagnosis|episodes?)\s+of\s+"
)


class DeniedPhrase(NamedTuple):
    """A thing that a sentence denies: its words, the last of them, where it stands and what limits the denial in time."""

    words: frozenset[str]
    head: str
    document: Document
    start: int
    end: int
    behind: str


def by_denied_phrase(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by a denied phrase that is the thing asked for or a wider one; None where the note also tells of it."""
    words = _ONE_OF.sub("", atom.name.casefold())
    if pattern("silent", "opinion").search(words) or re.search(r"allerg|sensitiv|intoleran|contraindic", words):
        return None
    if any(window.kind in ("planned", "lasting", "before") or window.after for window in atom.windows):
        return None
    asked, heads = _asked(words)
    if not heads or facts_about(atom, view).present:
        return None
    for one in denied_phrases(view):
        if one.head in heads and one.words <= asked and _holds(one, atom, view) and not _told(one, view):
            span = one.document.span(one.start, one.end)
            return proof_of(TruthValue.NOT_MET, atom, f"the note denies it: {span.quote}", [span])
    return None


def denied_phrases(view: PatientView) -> list[DeniedPhrase]:
    """Every phrase that the notes deny of the patient."""
    return [
        phrase
        for document in view.record.documents
        for phrase in _of_text(document, reading_of(document, view.vocabularies))
    ]


def _asked(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of what is asked, and those that may be its last one: "thrombotic event" is asked for as a clot too."""
    said = re.findall(r"[^\W_]+(?:[-'’][^\W_]+)*", front_of(name))
    front = [word for word in said if word not in empty_words() or _plain(word) in _general()]
    heads = set()
    while front:
        heads.add(_plain(front[-1]))
        if not _TABLE.pattern("of_a_thing").fullmatch(front.pop()):
            break
    return frozenset(_plain(word) for word in re.findall(r"[^\W_]+", name)), frozenset(heads)


def _holds(phrase: DeniedPhrase, atom: Finding, view: PatientView) -> bool:
    """Whether a denial reaches as far back as a criterion asks."""
    limited = pattern("timed_denial", "after").match(phrase.behind)
    asks_back = any(window.kind in ("within", "ever", "recent") for window in atom.windows)
    return not limited or not asks_back or covers(phrase.behind, atom, view.day)


def _told(phrase: DeniedPhrase, view: PatientView) -> bool:
    """Whether a note also tells of what it denies, at another place."""
    for document in view.record.documents:
        read = reading_of(document, view.vocabularies)
        for sentence in read.sentences:
            text = document.text[sentence.start : sentence.end]
            places = [
                one
                for one in _TOKEN.finditer(text)
                if _plain(one[0]) == phrase.head and not _is_in(phrase, document, sentence.start + one.start())
            ]
            if not places or not phrase.words <= frozenset(_plain(one[0]) for one in _TOKEN.finditer(text)):
                continue
            said = [read.assertion_at(sentence.start + one.start(), sentence.start + one.end()) for one in places]
            if any(one.experiencer is Experiencer.PATIENT and one.polarity is Polarity.PRESENT for one in said):
                return True
    return False


def _is_in(phrase: DeniedPhrase, document: Document, place: int) -> bool:
    return document.id == phrase.document.id and phrase.start <= place < phrase.end


def _of_text(document: Document, read: AnalysedText) -> Iterator[DeniedPhrase]:
    for sentence in read.sentences:
        text = document.text[sentence.start : sentence.end]
        for frame in _frame().finditer(text):
            if _TABLE.pattern("of_a_subject").search(text[: frame.start()].casefold()):
                # What a wound or a picture does not show is not denied of the patient.
                continue
            yield from _listed(document, read, sentence.start + frame.end(), sentence.end)


def _listed(document: Document, read: AnalysedText, start: int, end: int) -> Iterator[DeniedPhrase]:
    """The things of a denied list; one without a last word of its own has that of the next ("liver or gallbladder trouble")."""
    things, narrowed, stop = _split(document.text, start, end)
    behind = document.text[stop : min(end, stop + _AROUND)].casefold().lstrip()
    head = ""
    for thing in reversed(things):
        words = [_plain(one[0]) for one in thing]
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
        own = frozenset(words + shared) | narrowed
        if own - _general():
            yield DeniedPhrase(own, head, document, *place, behind)


def _needs_head(word: str) -> bool:
    """Whether a word alone in a list has the last word of the next: a part of the body, or an adjective ("pleural or pericardial effusion")."""
    return _plain(word) in _parts() or bool(_ADJECTIVE.search(word))


def _split(text: str, start: int, end: int) -> tuple[list[list[re.Match[str]]], frozenset[str], int]:
    """The things of a list as their words, what narrows them all, and where the list ends."""
    things: list[list[re.Match[str]]] = [[]]
    narrowed: set[str] = set()
    narrowing, stop = False, start
    for token in _TOKEN.finditer(text, start, end):
        word = token[0].casefold()
        if word in ";:.()\n" or _TABLE.pattern("ends").fullmatch(word):
            break
        stop = token.end()
        if word in (",", "/", "or", "and", "nor"):
            if narrowing:
                break
            things.append([])
        elif _TABLE.pattern("narrowing").fullmatch(word):
            narrowing = True
        elif narrowing:
            narrowed |= set() if _TABLE.pattern("no_narrowing").fullmatch(word) else {_plain(word)}
        elif not _TABLE.pattern("between").fullmatch(word) or things[-1]:
            things[-1].append(token)
    return [thing for thing in things if thing], frozenset(narrowed - {"the", "his", "her", "a", "an", "any"}), stop


@cache
def _frame() -> re.Pattern[str]:
    denying = "|".join(_TABLE.rules["denying"])
    return re.compile(rf"(?<![\w-])(?:{denying})\s+(?:(?:{_TABLE.rules['between']})\s+)*", re.IGNORECASE)


@cache
def _general() -> frozenset[str]:
    return frozenset(_TABLE.rules["general"])


@cache
def _parts() -> frozenset[str]:
    return frozenset(row[0] for row in _TABLE.rules["parts"])


@cache
def _same() -> dict[str, str]:
    return {word: row[0] for row in (*_TABLE.rules["same"], *_TABLE.rules["parts"]) for word in row}


@lru_cache(maxsize=10_000)
def _plain(word: str) -> str:
    """A word as it is compared: in the singular, by the first of those that say the same."""
    folded = word.casefold()
    stem = next(iter(content_words(folded)), folded)
    table = _same()
    return table.get(folded) or table.get(stem) or stem
