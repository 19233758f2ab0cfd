"""A sentence as its clauses: what each advises and on which side, apart from when, in whom and why it does."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.statements import Statement, read_statement, stance_of, strength_of

_JOIN = re.compile(
    r";\s*|: |,? (?:and|but|while|whereas|though|although|then|followed by)(?: then| also)? |, ", re.IGNORECASE
)
_DOES = re.compile(
    r"\b(?:should|must|may|can|cannot|shall|is|are|has|have|needs?|goes?|means?|calls? for|do not|never|avoid|stop|start|give|use|offer|take|check|measure"
    r"|repeat|review|reduce|increase|omit|halve|double|continue|hold|refer|add|treat|consider|monitor|test|switch|restart|resume|taper|aim)\b",
    re.IGNORECASE,
)
_DONE = re.compile(r"(?:its|their|the) (?:\w+ ){1,2}?\w+(?:ed|en)\b", re.IGNORECASE)
_SUBORDINATE = re.compile(
    r"\b(?:if|when|whenever|where|unless|except|apart from|who|whose|whom|while|because|since|until|before|after|within|once(?! (?:daily|a|weekly))"
    r"|provided|despite|during|in whom|although|though|so that|in case|rather than|instead of|as long as|for as long as|without|to avoid|whether)\b",
    re.IGNORECASE,
)
_END = re.compile(
    r"[,;:]|\.(?!\d)|(?<=\w) (?=(?:should|must|may|can|shall|is|are|needs?|means?|calls? for)\b)", re.IGNORECASE
)
_PREPOSITION = re.compile(
    r"(?:before|after|within|until|since|despite|during|rather than|instead of|without|apart from|except|once)",
    re.IGNORECASE,
)
_REASON = re.compile(
    r",? (?:because|since|as)(?= [^,;.]*\b(?:may|can|could|is|are|have|has|do|does|will|might|\w+s|\w+e)\b)",
    re.IGNORECASE,
)
_CONTRAST = re.compile(
    r",? (?:rather than|instead of|in preference to|in place of|without (?:first )?(?:waiting|having to wait) for) ",
    re.IGNORECASE,
)
_WITHOUT = re.compile(r"\b(?:without|free of|absence of)\b(?! (?:first )?(?:waiting|having to wait))", re.IGNORECASE)
_AGAINST = re.compile(
    r"\b(?:stop(?:s|ped|ping)?|discontinu\w+|withdr[ae]w\w*|withh[eo]ld\w*|ceas\w+|halt\w*|suspend\w*|paus(?:e[sd]?|ing)|omit\w*|skip\w*|avoid\w*"
    r"|contra-?indicat\w+|inappropriate|unsuitable|unnecessary|refrain\w*|forbid\w*|prohibit\w*|(?:leav(?:e|es|ing)|left) (?:out|off)"
    r"|untreated|unneeded|taken off|come off|delay\w*|defer\w*|postpon\w+|(?<!without )wait(?:s|ed|ing)?)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"\b(?:not|never|no(?! (?:more|less|later|earlier|sooner|fewer|longer|younger|older|higher|lower)\b)|cannot|n't|neither|nor)\b(?! only\b)(?! (?:more|less|later|earlier|fewer|longer) than\b)",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
_EXCEPTS = re.compile(r"\b(?:unless|except\w*|apart from|without|but not|other than|until)\b", re.IGNORECASE)
_LATER = re.compile(
    r"\b(?:wait\w*|until|after|at least|later|past|passed|elapsed|go by|goes by|no (?:earlier|sooner)|delay\w*|defer\w*|postpon\w+)\b",
    re.IGNORECASE,
)
_NOT_YET = re.compile(r"\b(?:within|before|until|earlier|sooner)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Clause:
    """A part of a sentence that says something by itself."""

    said: Statement
    """All of it."""
    main: str
    """Without its subordinate clauses."""
    sign: int
    """1 where it asks for what it speaks of or states it, -1 where it speaks against it or denies it."""
    only: bool
    excepts: bool
    strengths: frozenset[str]
    denies: bool
    """Whether an odd number of its words turn round what they stand before, its subordinate clauses included."""
    unknown: bool
    """Whether it says that nobody knows."""

    def agrees(self, other: Clause) -> bool:
        """Whether both are on the same side of what they speak of."""
        if self.unknown or other.unknown:
            return self.unknown == other.unknown
        if self.sign == other.sign:
            return True
        for one, against in ((self, other), (other, self)):
            # "Only in A" is "not unless A"; "wait until a day has passed" is "not within a day".
            if one.only and against.excepts and against.sign < 0:
                return True
            if _LATER.search(one.said.text) and against.sign < 0 and _NOT_YET.search(against.said.text):
                return True
        return False


@lru_cache(maxsize=4096)
def clauses_of(text: str, vocabularies: Vocabularies) -> tuple[Clause, ...]:
    """The clauses of a sentence, in order."""
    found: list[Clause] = []
    for part in _parts(text):
        told, *reasons = _REASON.split(part)
        chosen, *others = _CONTRAST.split(told)
        found.append(_read(chosen, vocabularies))
        # What another thing is preferred to is advised against.
        found += [replace(_read(other, vocabularies), sign=-1, strengths=frozenset()) for other in others]
        found += [_read(reason, vocabularies) for reason in reasons if len(reason.split()) > 2]
    return tuple(found)


@lru_cache(maxsize=4096)
def whole_clause(text: str, vocabularies: Vocabularies) -> Clause:
    """A sentence read as one clause."""
    return _read(text, vocabularies)


def _read(text: str, vocabularies: Vocabularies) -> Clause:
    main = main_of(text)
    turns = len(_AGAINST.findall(main)) + len(_NEVER.findall(main))
    return Clause(
        said=read_statement(text, vocabularies),
        main=main,
        sign=-1 if turns % 2 else 1,
        only=bool(_ONLY.search(text)),
        excepts=bool(_EXCEPTS.search(text)),
        strengths=strength_of(text),
        denies=bool(
            (
                len(_AGAINST.findall(text))
                + len(_NEVER.findall(text))
                + len(_WITHOUT.findall(text))
                + len(_CONTRAST.findall(text))
            )
            % 2
        ),
        unknown=stance_of(text) == "unknown",
    )


def main_of(text: str) -> str:
    """A text without its subordinate clauses; where nothing is left, the text."""
    spans = list(subordinates(text))
    left, place = [], 0
    for start, end in spans:
        left.append(text[place:start])
        place = max(place, end)
    left.append(text[place:])
    main = " ".join(left).strip(" ,.;")
    return main if len(main.split()) > 1 else text


def subordinates(text: str) -> Iterable[tuple[int, int]]:
    """Where the clauses stand that say when, in whom or why."""
    place = 0
    for opener in _SUBORDINATE.finditer(text):
        if opener.start() < place:
            continue
        end = _END.search(text, opener.end())
        # "If it is": the first verb behind a conjunction is of its own clause; behind a preposition it is not.
        if end and not end.group().strip() and not _PREPOSITION.fullmatch(opener.group()):
            end = _END.search(text, end.end() + 2)
        place = end.start() if end else len(text)
        yield opener.start(), place


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for join in _JOIN.finditer(text):
        left, right = text[start : join.start()], text[join.end() :]
        comma = join.group() == ", "
        near = " ".join(right.split()[: 2 if comma else 6])
        if len(left.split()) < 3 or len(right.split()) < 3 or (_SUBORDINATE.match(left.strip()) and comma):
            continue
        if _DOES.search(left) and (_DOES.search(near) or _DONE.match(right)) and not _SUBORDINATE.match(right.strip()):
            parts.append(left.strip())
            start = join.end()
    parts.append(text[start:].strip())
    return [part for part in parts if part]
