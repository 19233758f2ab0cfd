"""The marks of a recommendation, class, level, grade and certainty, and the body that gives it: those of its source."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from osler.core.library import stems
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement


def mark_faults(
    said: Statement, basis: Sequence[Statement], passages: Sequence[Sequence[Statement]], grades: str
) -> Iterable[tuple[FaultKind, str]]:
    """A grade that the source sentences do not carry; one that stands behind a sentence is that sentence's."""
    texts = {one.text for one in basis}
    there: dict[str, set[str]] = {}
    for passage in passages:
        for number, one in enumerate(passage):
            if one.text in texts:
                behind = [other.text for other in passage[number + 1 :][:1] if not other.stems or not other.named]
                for name, values in marks_of(
                    " ".join([one.text, *(text for text in behind if _is_mark(text))])
                ).items():
                    there.setdefault(name, set()).update(values)
    for name, values in marks_of(grades).items():
        there.setdefault(name, set()).update(values)
    for name, values in marks_of(said.text).items():
        if not values <= there.get(name, set()):
            yield "strength", f"the cited passage does not give {name} {', '.join(sorted(values))!r}"


def body_faults(said: Statement, basis: Sequence[Statement], framed: str) -> Iterable[tuple[FaultKind, str]]:
    """A body that is said to advise something, and that did not issue it and is not named in it."""
    there = set(stems(" ".join([framed, *(one.text for one in basis)])))
    for match in lexicon().body.finditer(said.text):
        if not set(stems(match["body"])) <= there:
            yield "name", f"the cited passages are not of {match['body']!r}"


def marks_of(text: str) -> dict[str, set[str]]:
    """The marks of a text by what they are: class, level, grade, certainty."""
    found: dict[str, set[str]] = {}
    for name, pattern in lexicon().marks.items():
        for match in pattern.finditer(text):
            value = next(one for one in match.groups() if one)
            found.setdefault(name, set()).add(" ".join(value.casefold().split()))
    return found


def _is_mark(text: str) -> bool:
    return text.strip().startswith(("(", "["))


def without_marks(text: str) -> str:
    """A text without its marks: "moderate certainty of evidence" is no severity."""
    for pattern in lexicon().marks.values():
        text = pattern.sub(" ", text)
    return text
