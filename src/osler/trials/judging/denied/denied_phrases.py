"""What notes deny in phrases that no vocabulary has: "never had bypass surgery", "no liver or gallbladder trouble", "no clots"."""

from __future__ import annotations

import re
from functools import cache

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.language import Experiencer, Polarity
from osler.core.patient import reading_of
from osler.core.patient.types import Document
from osler.trials.judging.denied.denied_lists import TABLE, TOKEN, DeniedPhrase, general_words, plain_word
from osler.trials.judging.denied.denied_names import covers
from osler.trials.judging.findings import facts_about, front_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import empty_words, pattern
from osler.trials.judging.view import PatientView

_ONE_OF = re.compile(
    r"^(?:(?:any|the|an?|known|clinical)\s+)*(?:signs?|symptoms?|evidence|presence|history|diagnosis|episodes?)\s+of\s+"
)

_BUT_FOR_ONE = re.compile(r"(?:before|than|until|prior to|except|apart|besides)\b")
"""What leaves something out of a denial, behind it: "no prior stroke before the one in 2023"."""


def by_denied_phrase(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by a denied phrase that is the thing asked for or a wider one; None where the note also tells of it."""
    words = _ONE_OF.sub("", atom.name.casefold())
    if pattern("silent", "opinion").search(words) or re.search(r"allerg|sensitiv|intoleran|contraindic", words):
        return None
    if any(window.kind in ("planned", "lasting", "before") or window.after for window in atom.windows):
        return None
    asked, heads = _asked(words)
    found = facts_about(atom, view)
    concepts = named(atom.name, view.vocabularies).concepts
    if not heads or found.present or any(fact.lineage & concepts for fact in found.near):
        return None
    for one in view.denied_phrases:
        if (
            one.head in heads
            and one.words <= asked
            and _holds(one, atom, view)
            and not _told(one, view)
            and not _is_of_others(one, view)
        ):
            span = one.document.span(one.start, one.end)
            return proof_of(TruthValue.NOT_MET, atom, f"the note denies it: {span.quote}", [span])
    return None


def _asked(name: str) -> tuple[frozenset[str], frozenset[str]]:
    """The words of what is asked, and those that may be its last one: "thrombotic event" is asked for as a clot too."""
    said = re.findall(r"[^\W_]+(?:[-'’][^\W_]+)*", front_of(name))
    front = [word for word in said if word not in empty_words() or plain_word(word) in general_words()]
    heads = set()
    while front:
        heads.add(plain_word(front[-1]))
        if not TABLE.pattern("of_a_thing").fullmatch(front.pop()):
            break
    words = frozenset(plain_word(word) for word in re.findall(r"[^\W_]+", name))
    if heads & _kinds_of_trouble():
        # Who has no trouble with a function has no impairment of it.
        return words | {plain_word("trouble")}, frozenset(heads | {plain_word("trouble")})
    return words, frozenset(heads)


@cache
def _kinds_of_trouble() -> frozenset[str]:
    return frozenset(plain_word(word) for word in TABLE.rules["kinds_of_trouble"])


def _is_of_others(phrase: DeniedPhrase, view: PatientView) -> bool:
    """Whether a cancer is denied in a note about one: "no prior malignancy" leaves the one that the patient has."""
    if plain_word("cancer") not in phrase.words:
        return False
    cancers = named("cancer", view.vocabularies).concepts
    return bool(view.record.cancers) or any(fact.present and fact.lineage & cancers for fact in view.facts)


def _holds(phrase: DeniedPhrase, atom: Finding, view: PatientView) -> bool:
    """Whether a denial reaches as far back as a criterion asks."""
    if _BUT_FOR_ONE.match(phrase.behind):
        return False
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
                for one in TOKEN.finditer(text)
                if plain_word(one[0]) == phrase.head and not _is_in(phrase, document, sentence.start + one.start())
            ]
            if not places or not phrase.words <= frozenset(plain_word(one[0]) for one in TOKEN.finditer(text)):
                continue
            said = [read.assertion_at(sentence.start + one.start(), sentence.start + one.end()) for one in places]
            if any(one.experiencer is Experiencer.PATIENT and one.polarity is Polarity.PRESENT for one in said):
                return True
    return False


def _is_in(phrase: DeniedPhrase, document: Document, place: int) -> bool:
    return document.id == phrase.document.id and phrase.start <= place < phrase.end
