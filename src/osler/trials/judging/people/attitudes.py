"""What somebody thinks of a study, by an attitude and what it is directed at in one clause: "keen to sign", "will not come back".

Notes tell of agreement in too many turns for a list of them. Two small sets are enough: how somebody stands to a thing, and
whether the thing is a signature, the study or its visits. Who it is said of matters as much, for a parent may refuse what the
patient wants.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from osler.core.patient.types import Sex

Thing = Literal["signature", "study", "visits"]

_FOR = (
    r"keen|willing|happy|glad|eager|content|ready|prepared|pleased|delighted|agree(?:s|d|able)?|accept(?:s|ed)?|want(?:s|ed)?|wish(?:es|ed)?"
    r"|(?:would|['’]d) (?:(?:very|much|really) )*(?:like|love)|said yes|volunteer(?:s|ed)|opt(?:s|ed)|chose|elect(?:s|ed)|look(?:s|ing) forward"
)
_DONE = r"sign(?:s|ed)|gave|given|gives|put (?:his|her|their) (?:name|signature)"
_AGAINST = (
    r"refus(?:es|ed|ing|al)|declin(?:es|ed|ing)|reject(?:s|ed)|unwilling|object(?:s|ed)|oppos(?:es|ed)|withdr(?:ew|awn)|said no|against"
    r"|would rather not|(?:would )?prefer(?:s|red)? not|can(?:not| not|['’]t)|will not|won['’]t|unable"
)
_ATTITUDE = re.compile(rf"\b(?:(?P<against>{_AGAINST})|(?P<done>{_DONE})|(?P<for>{_FOR}))\b")
_NOT = re.compile(r"\b(?:not|never|no longer|hardly|neither|nor|without)\b|n['’]t\b")
_OPEN = re.compile(
    r"\b(?:if|whether|unless|until|once|might|may|could|think(?:s|ing)? about|undecided|unsure|should)\b"
)
_THINGS: tuple[tuple[Thing, re.Pattern[str]], ...] = (
    (
        "signature",
        re.compile(
            r"\b(?:to sign\b(?! off)|(?:consent|assent|study|icf|this|that) ?(?:form|paper)s?|(?:informed |written )?(?:consent|assent)\b(?! (?:to|for) (?!(?:the|this|our|a) ))|to (?:the|our|consent) forms?|(?:the|a|our) form|written agreement)"
        ),
    ),
    (
        "study",
        re.compile(
            r"\b(?:take part|taking part|participat\w+|go ahead|join\w*|enrol\w*|be included|(?:(?:in|to|of|with|for|the|this|our|any|a|another|research|drug|clinical)\s)+(?:study|studies|trials?|research|programme)(?! of\b))\b"
        ),
    ),
    (
        "visits",
        re.compile(
            r"\b(?:visits?|appointments?|attend\w*|follow-?up|(?:come|return|travel|get) (?:back|to|for|in|every|once|weekly|monthly|as often)|sessions|study procedures|diar(?:y|ies))\b"
        ),
    ),
)
_OF_TESTS = re.compile(r"\b(?:sleep|nerve|conduction|imaging|gait|swallow|barium|contrast|marker|motility)\s$")
_SUBJECT = re.compile(
    r"\b(?:(?P<other>mother|father|mum|mom|dad|parents?|guardian|wife|husband|partner|son|daughter|sister|brother|family|grand\w+)|(?P<she>she|herself)|(?P<he>he|himself)|(?P<name>patient|i|we))\b"
)
_CLAUSES = re.compile(
    r"[.;:]\s|\bbut\b|\bhowever\b|\balthough\b|\bwhile\b|,\s(?:and\s)?(?=(?:she|he|they|her|his|the)\s)"
)
_REACH = 60


class Attitude(NamedTuple):
    """What somebody wants, refuses or did, of what, and whether it is the patient."""

    thing: Thing
    wants: bool
    done: bool
    own: bool


def attitudes(sentence: str, sex: Sex | None) -> Iterator[Attitude]:
    """Every attitude towards a study that a sentence states and does not leave open."""
    words = " ".join(sentence.casefold().split())
    if not any(form.search(words) for _, form in _THINGS):
        return
    start = 0
    ends = [*(found.start() for found in _CLAUSES.finditer(words)), len(words)]
    for end in ends:
        yield from _in_clause(words, start, end, sex)
        start = end


def _in_clause(words: str, start: int, end: int, sex: Sex | None) -> Iterator[Attitude]:
    clause = words[start:end]
    for found in _ATTITUDE.finditer(clause):
        before, behind = clause[: found.start()], clause[found.end() : found.end() + _REACH]
        thing = _thing_in(f"{' ' if found['done'] else ''}{behind}", signed=found[0].startswith("sign"))
        if thing is None or _OPEN.search(before):
            continue
        denied = _NOT.search(before[-16:]) is not None or (found["for"] and _NOT.match(behind.lstrip()) is not None)
        wants = bool(found["against"]) == bool(denied)
        if found["against"] and denied:
            # "Does not refuse", "no objection": nobody has said what is wanted.
            continue
        yield Attitude(thing, wants, bool(found["done"]) and wants, _is_patient(words[: start + found.start()], sex))


def _thing_in(behind: str, *, signed: bool) -> Thing | None:
    """What stands first behind an attitude; a signature that is given needs no more than its verb and a form."""
    places = [
        (found.start(), thing)
        for thing, form in _THINGS
        for found in form.finditer(behind)
        if not _OF_TESTS.search(behind[: found.start()])
    ]
    if signed and re.match(
        r"\s+(?:the|a|an|our|his|her|their|it|this)?\s?(?:\w+\s)?(?:forms?|papers?|consent|assent|icf|it)\b", behind
    ):
        return "signature"
    return min(places)[1] if places else None


def _is_patient(before: str, sex: Sex | None) -> bool:
    """Whether the last one who was named before an attitude is the patient: no relative, and nobody of the other sex."""
    subjects: Sequence[re.Match[str]] = list(_SUBJECT.finditer(before))
    if not subjects:
        return True
    last = subjects[-1]
    if last["other"]:
        return False
    pronoun = Sex.FEMALE if last["she"] else Sex.MALE if last["he"] else None
    if pronoun is None or sex not in (Sex.FEMALE, Sex.MALE):
        return True
    return pronoun is sex
