"""Allergies that are told without the word: something that was eaten, taken or touched, and what it did."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.consult.wording.everyday import everyday
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "reactions.yml")
_ALSO = re.compile(r" and (\w+)")
"""A second thing that did the same."""
_DENIED = re.compile(r"\b(?:no|not|never|without|isn't|wasn't|don't|didn't|doesn't|nothing)\b[^,;]*$")


class Reaction(NamedTuple):
    """Something and what it did, and where a clause says so."""

    start: int
    end: int
    substance: str
    did: str | None


@cache
def _forms() -> list[re.Pattern[str]]:
    rules = _TABLE.rules
    anything = rules["any"].replace("{strict}", rules["strict"])
    found = []
    for form in rules["forms"]:
        for name in ("what", "things", "strict", "causes", "taking"):
            form = form.replace(f"{{{name}}}", rules[name])
        found.append(re.compile(form.replace("{any}", anything)))
    return found


def reactions(lower: str) -> list[Reaction]:
    """What a clause in small letters tells of things that did harm, each thing once."""
    found: dict[str, Reaction] = {}
    for form in _forms():
        for match in form.finditer(lower):
            what = re.sub(r"^(?:the|any|some|an?|my|all) ", "", match["what"]).strip(" '-")
            known = any(what in other or other in what for other in found)
            if not what or known or what in _TABLE.rules["no_substance"] or _is_no_thing(what):
                continue
            if _DENIED.search(lower[: match.start()]):
                continue
            did = match.groupdict().get("reaction")
            found[what] = Reaction(match.start(), match.end(), what, did.strip() if did else None)
            also = _ALSO.match(lower, match.end("what"))
            if also is not None and re.fullmatch(_TABLE.rules["things"], also[1]):
                found[also[1]] = found[what]._replace(substance=also[1])
    return list(found.values())


_FOODS = frozenset(
    {"egg", "eggs", "milk", "cheese", "wheat", "nut", "nuts", "fish", "corn", "strawberry", "strawberries"}
)
_PETS = frozenset({"cat", "cats", "dog", "dogs", "horse", "horses"})


def _is_no_thing(what: str) -> bool:
    """Whether a word of every day stands where a substance should; foods and animals are such words, and do harm."""
    return what in everyday() and what not in _FOODS | _PETS
