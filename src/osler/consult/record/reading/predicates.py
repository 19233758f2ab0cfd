"""Whether a question asks if a thing is so and so, and not if it is there: "is my anaemia curable?", "was the scan normal?"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.consult.record.called import words
from osler.consult.record.reading.table import pattern, rules, says
from osler.consult.record.reading.types import RecordQuestion
from osler.core.terminology import singular


def predicate_of(read: RecordQuestion, names: Iterable[str]) -> str:
    """What is asked of the thing that a yes-or-no question names; empty where only its being there is asked.

    `names` are those of the entries that were found for it: what the words for it have beyond these is asked of it.
    """
    if read.intent == "ever" and re.search(rules()["predicates"]["judges_many"], read.text.lower()):
        return "up to date"
    if (
        read.intent != "ever"
        or not (read.phrase or read.seen_for)
        or read.threshold is not None
        or read.anchor is not None
    ):
        return ""
    judged = re.search(rules()["predicates"]["judges"], read.asked)
    if judged is not None:
        return judged.group()
    if not read.phrase:
        return ""
    held, said = {word for name in names for word in words(name)}, words(read.phrase)
    behind = next((said[place + 1 :] for place in range(len(said) - 1, -1, -1) if said[place] in held), ())
    if (
        behind
        and not _of_standing(" ".join(behind))
        and re.search(rf"{rules()['predicates']['opens']}\b.*\b{re.escape(read.phrase)}\W*$", read.asked)
    ):
        return " ".join(behind)
    subject = re.search(
        rf"^(?:(?:so|and|but|ok|okay|please|then)[ ,]+)*{rules()['predicates']['opens']}"
        rf" (?:(?:{rules()['predicates']['whose']}) )?(?:[\w-]+ ){{0,2}}?{re.escape(read.phrase)}s?\b(?P<rest>.*)$",
        read.asked,
    )
    if subject is None:
        return ""
    rest = subject["rest"]
    if says("existed", rest) or _of_standing(rest):
        return ""
    plain = frozenset(rules()["predicates"]["plain"].split())
    left = [word for word in re.findall(r"[a-z][a-z'-]*", rest) if word not in plain and singular(word) not in plain]
    kinds = [word for word in left if not any(pattern("kinds", kind).fullmatch(word) for kind in rules()["kinds"])]
    return " ".join(kinds)


def _of_standing(words_after: str) -> bool:
    """Whether it is asked whether a thing goes on or is over, which the record says."""
    return any(pattern("status", each).search(words_after) for each in rules()["status"])
