"""What stands once behind a list and completes each of its members: "A, B or C resulting in D", "failure or intolerance to A"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.shared_names import before_bracket, in_place_of
from osler.core.criteria.tree import any_of
from osler.core.criteria.types import Expression, Finding
from osler.core.terminology import singular

_FAILS = re.compile(
    r"(?:history of )?(?:prior |previous |documented |treatment )?(?:failure|resistance|(?:lack of )?response|refractoriness|nonresponse)",
    re.IGNORECASE,
)
_TRIALS = frozenset({"trial", "study"})
_OTHER = frozenset({"other", "another", "further"})
_FEW = 5


def share_complements(parts: Sequence[Expression]) -> list[Expression]:
    """The members with what completes the last of them, where none before it has words of its own behind its noun."""
    return _of_trials(_with_object(_with_outcome(parts)))


@cache
def _completes() -> re.Pattern[str]:
    return re.compile(rf"\S.*?(?P<told>\s(?:{'|'.join(cues().said_of_all)})(?:\s.*)?)", re.IGNORECASE)


def _with_outcome(parts: Sequence[Expression]) -> list[Expression]:
    """ "Developmental delay, and/or disability resulting in dependence": what they result in, and by what they are found."""
    giver = before_bracket(parts[-1])
    found = _completes().fullmatch(giver.name) if isinstance(giver, Finding) else None
    heads = [before_bracket(part) for part in parts[:-1]]
    if found is None or not all(isinstance(head, Finding) and _is_plain(head) for head in heads):
        return list(parts)
    shared: list[Expression] = []
    for part, head in zip(parts, heads, strict=False):
        if isinstance(head, Finding):
            shared.append(in_place_of(head, head.model_copy(update={"name": f"{head.name}{found['told']}"}), part))
    return [*shared, parts[-1]]


def _is_plain(head: Finding) -> bool:
    """Whether a name has nothing behind its noun, and no time."""
    words = {word.lower() for word in head.name.split()}
    timed = any(window.length is not None for window in head.windows)
    return not timed and len(words) <= _FEW and words.isdisjoint(cues().prepositions | cues().relative.things)


def _with_object(parts: Sequence[Expression]) -> list[Expression]:
    """ "Failure or intolerance to methotrexate": to what one does not respond is what the next is to."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding) or not giver.target:
            continue
        if _FAILS.fullmatch(part.name) and giver.name.endswith(f" to {giver.target}"):
            update = {
                "name": f"{part.name} of {giver.target}",
                "target": giver.target,
                "target_span": giver.target_span,
            }
            if not part.name.lower().endswith("failure"):
                update["name"] = f"{part.name} to {giver.target}"
            shared[index] = part.model_copy(update=update)
    return shared


def _of_trials(parts: Sequence[Expression]) -> list[Expression]:
    """ "Enrolled in a trial of nutritional or other therapies": the others are those of a trial too."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = before_bracket(shared[index - 1]), before_bracket(shared[index])
        if giver is None or part is None or not isinstance(part, Finding):
            continue
        opening = _opening_of_trial(giver.name)
        own = [word.lower() for word in part.name.split() if word.lower() != "current"]
        general = any(singular(word) in cues().given_in_trials | cues().general_things for word in own)
        if not opening or not own or own[0] not in _OTHER or not general or _TRIALS & set(map(singular, own)):
            continue
        name = " ".join([opening, *own])
        shared[index] = in_place_of(
            part, part.model_copy(update={"name": name, "windows": giver.windows}), shared[index]
        )
    return shared


def _opening_of_trial(name: str) -> str:
    """The words of a name as far as what a trial is of: "enrolled in another trial of"."""
    words = name.split()
    for place, word in enumerate(words[:-1]):
        if singular(word.lower()) in _TRIALS and words[place + 1].lower() in ("of", "for", "on", "with", "involving"):
            return " ".join(words[: place + 2])
    return ""


def each_with_each(before: Sequence[Expression], parts: Sequence[Expression]) -> list[Expression]:
    """ "Renal or hepatic failure requiring dialysis or transplantation": either organ, and either need."""
    shared = list(parts)
    for index in range(len(shared) - 2):
        written, part, giver = before[index], shared[index], shared[index + 1]
        if not (isinstance(written, Finding) and isinstance(part, Finding) and isinstance(giver, Finding)):
            continue
        words = giver.name.split()
        need = next((n for n, word in enumerate(words) if n > 1 and word in cues().needs), None)
        waited = written.name != part.name and need is not None and part.name.endswith(" ".join(words[need:]))
        if need is None or not waited:
            continue
        opening = " ".join(words[: need + 1])
        others = [one.name for one in shared[index + 2 :] if isinstance(one, Finding) and one.name.startswith(opening)]
        own = part.name[: len(part.name) - len(" ".join(words[need + 1 :]))].rstrip()
        names = [part.name, *(f"{own}{name.removeprefix(opening)}" for name in others)]
        shared[index] = any_of([part.model_copy(update={"name": name}) for name in names])
    return shared
