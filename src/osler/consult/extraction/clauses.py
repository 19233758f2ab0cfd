"""A message in clauses, each with what decides how it is read: whose it is, whether it is asked, wished or planned."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

from osler.consult.extraction.stated import apart_from_questions, begins_to_ask, first_asked, is_supposed, known_before
from osler.consult.extraction.undone import Undone, is_of_another, undone
from osler.consult.wording.people import somebody
from osler.consult.wording.typed import as_typed
from osler.core.language import sentences
from osler.yaml_reader import RuleTable


class Clause(NamedTuple):
    """One clause and how it is to be read."""

    text: str
    lower: str
    question: bool
    other: bool
    """About a relative, an animal or people in general."""
    target: bool
    hypothetical: bool
    planned: bool
    correction: bool
    undone: Undone = ""
    """Called off, or not so after all."""
    known: bool = False
    """Only named, as what is taken as known by whoever asks about it."""

    @property
    def aimed_at(self) -> bool:
        """Whether the clause tells only what somebody wants a value to be."""
        return self.target and pattern("aimed_at").search(self.lower) is not None

    @property
    def states_own(self) -> bool:
        """Whether the clause states something of the patient."""
        return not (self.other or self.hypothetical or self.question or self.known)


_TABLE = RuleTable("osler.consult.extraction", "words.yml", flags=re.IGNORECASE)
pattern = _TABLE.pattern
says = _TABLE.says


def words() -> dict[str, Any]:
    """The table of words."""
    return _TABLE.rules


def clauses(message: str) -> list[Clause]:
    """The clauses of a message in order; a subject that is somebody else stays until somebody is named again."""
    found: list[Clause] = []
    other = own = False
    for sentence in sentences(message.replace("’", "'")):
        asked = sentence.text.rstrip().endswith("?")
        other = other and _GOES_ON.match(sentence.text) is not None
        parts = _parts(sentence.text)
        of_another = is_of_another(sentence.text)
        # Of "my knee hurts, and what is my weight?" only the last part is asked.
        begins = first_asked(parts, lambda text: _says("begins_to_ask", text))
        made: list[Clause] = []
        for place, text in enumerate(parts):
            lower = as_typed(text).lower()
            mine_follows = any(
                re.match(r"(?:(?:and|but|while|whereas) )*mine\b", later.lower()) for later in parts[place + 1 :]
            )
            other = _of_another(lower, before=other) or (own and _says("theirs", lower) and not _MINE.search(lower))
            other = other or (mine_follows and _THEIR_OWN.match(lower) is not None)
            own = own or _MINE.search(lower) is not None
            clause = _clause(text, asked=asked and place >= begins, other=other or of_another)
            made.append(clause._replace(undone=undone(parts, place)))
        known = known_before(parts, [clause.question for clause in made])
        found += [clause._replace(known=one) for clause, one in zip(made, known, strict=True)]
    return found


def _parts(sentence: str) -> list[str]:
    """The clauses of a sentence; a thing with no verb of its own goes with what was said before it."""
    parts: list[str] = []
    for part in pattern("clauses", "split").split(sentence):
        for piece in _another_begins().split(part or ""):
            told = (text for so_far in _aimed_and_so_far(piece) for text in apart_from_questions(so_far or ""))
            for text in filter(None, (one.strip(" ,") for one in told)):
                if parts and _THING_ALONE.fullmatch(text) and f"{parts[-1]} and {text}" in sentence:
                    parts[-1] += f" and {text}"  # "stopped my aspirin and my statin"
                else:
                    parts.append(text)
    return parts


def _aimed_and_so_far(piece: str) -> list[str]:
    """A piece of a sentence cut where it goes on to what is aimed at, or from that to how it is now."""
    found: list[str] = []
    for told in pattern("clauses", "wanted").split(piece):
        aimed = told and pattern("target").search(told.lower())
        found += pattern("clauses", "so_far").split(told, maxsplit=1) if aimed else [told]
    return found


_THING_ALONE = re.compile(r"my [\w-]{4,}\W*", re.IGNORECASE)


@cache
def _another_begins() -> re.Pattern[str]:
    """Before somebody else who is told of in the same breath: "she weighed 68 and her husband 90"."""
    return re.compile(
        rf",? (?:and|but|while|whereas) (?=(?:{somebody(_THEIRS).pattern})(?:'s)? (?:[a-z]+ )*?\d)|{_BORN}",
        re.IGNORECASE,
    )


_BORN = r"(?:,| -| –|,? and|,? but) (?=(?:the |my |our )?(?:both )?(?:bab(?:y|ies)|twins|child(?:ren)?|kids?|little one|mother and baby|mum and baby)(?:'s)? (?:both |all )?(?:is|are|was|were|doing|fine|ok|okay|well|healthy)\b)"
"""Before a word on the child that was born, in one breath with the birth."""


_THEIR_OWN = re.compile(r"(?:(?:and|but|while) )*(?:his|hers?|their|theirs|he|she|they)\b")
"""What is told of somebody else, where the writer's own follows: "her temp was 39 and mine 37.2"."""
_THEIRS = r"(?:my|his|her|our|their|the patient's)"
_MINE = re.compile(r"\b(?:i|i'm|i've|my|mine|me)\b(?! (?:patient|pt)\b)")
_GOES_ON = re.compile(r"\W*(?:(?:and|but|so|also) )*(?:he|she|his|hers?|they|theirs?)\b", re.IGNORECASE)
"""How a sentence begins that goes on about the one of whom the sentence before told."""


def _clause(text: str, *, asked: bool, other: bool) -> Clause:
    lower = text.lower()
    return Clause(
        text,
        lower,
        (asked and not _says("told_value", lower)) or _says("asks", lower) or begins_to_ask(lower),
        other,
        bool(pattern("target").search(lower)),
        bool(pattern("hypothetical").search(lower)) or is_supposed(lower),
        bool(pattern("planned").search(lower)),
        bool(pattern("correction").search(lower)),
    )


def _of_another(lower: str, *, before: bool) -> bool:
    """Whether a clause is of somebody else: it names one, or goes on about the one before."""
    if _says("so_do_i", lower):
        return False
    names_other = _names_somebody(lower) and not pattern("borrowed").search(lower)
    names_self = _says("self", lower)
    if names_other and names_self and _says("i_do", lower):
        return _says("has", lower) and not _says("starts_i", lower)
    return names_other or (before and not names_self and _says("they", lower))


def _names_somebody(lower: str) -> bool:
    """Whether a clause names somebody else, or people in general; "as a child" names no child."""
    kin = somebody(_WHOSE, pets=True, called=True).search(lower)
    return kin is not None or pattern("not_own").search(lower) is not None


_WHOSE = r"(?<!as )(?<!was )(?<!since )(?:my|his|her|our|the|a)"


def _says(name: str, lower: str) -> bool:
    return pattern("clauses", name).search(lower) is not None
