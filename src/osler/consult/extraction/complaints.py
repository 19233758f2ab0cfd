"""Complaints that are told without their names: how a part of the body is, what somebody cannot do, an idiom."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.terminology import singular
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "complaints.yml")
_WELL = re.compile(
    r"\b(?:no longer|not|isn't|aren't|wasn't|don't|doesn't|never|stopped|hardly|no)\b(?:(?! but\b)[^,;])*$"
)
"""What stands before a complaint that is none."""


class Complaint(NamedTuple):
    """What troubles somebody, and where a clause says so."""

    start: int
    end: int
    name: str


_OWNER = re.compile(r"\bthe patient's\b")
_SHORTER = len("the patient's") - len("her")


def complaints(lower: str) -> list[Complaint]:
    """The complaints of a clause in small letters, none of them over another; the patient's are told like anybody's."""
    owners = [match.start() - index * _SHORTER for index, match in enumerate(_OWNER.finditer(lower))]
    found = _complaints(_OWNER.sub("her", lower))
    return [Complaint(_place(one.start, owners), _place(one.end, owners), one.name) for one in found]


def _place(told: int, owners: list[int]) -> int:
    """A place of the shortened text in the whole one."""
    return told + _SHORTER * sum(owner < told for owner in owners)


def _complaints(lower: str) -> list[Complaint]:
    found: list[Complaint] = []
    for one in (*_idioms(lower), *_of_parts(lower), *_states(lower), *_states_of_it(lower), *_told_first(lower)):
        if all(one.end <= other.start or other.end <= one.start for other in found):
            found.append(one)
    return sorted(found)


@cache
def _known_idioms() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(rf"(?<![\w-])(?:{said})(?![\w-])"), name) for said, name in _TABLE.rules["idioms"].items()]


def _idioms(lower: str) -> list[Complaint]:
    return [
        Complaint(*match.span(), name)
        for said, name in _known_idioms()
        for match in said.finditer(lower)
        if not _WELL.search(lower[: match.start()])
    ]


@cache
def _placed() -> re.Pattern[str]:
    of = _TABLE.rules["of_a_part"]
    return re.compile(rf"{of['words']}{of['sides']}(?P<part>{_TABLE.rules['parts']})\b")


def _of_parts(lower: str) -> list[Complaint]:
    names: dict[str, str] = _TABLE.rules["of_a_part"]["names"]
    return [
        Complaint(*match.span(), f"{singular(match['part'])} {names.get(match['what'], match['what'])}")
        for match in _placed().finditer(lower)
        if not _WELL.search(lower[: match.start()])
    ]


@cache
def _known_states() -> list[tuple[re.Pattern[str], str, re.Pattern[str] | None]]:
    rules = _TABLE.rules
    found = []
    for said, name in rules["states"].items():
        bound = rules["only_of"].get(name)
        verb = rf"(?:{rules['links']}(?: {rules['hedges']})?| {rules['hedges']})\s*(?:{said})"
        form = rf"\b{rules['whose']}(?P<part>{rules['parts']}){verb}(?![\w-])"
        found.append((re.compile(form), name, re.compile(bound) if bound else None))
    return found


def _states(lower: str) -> list[Complaint]:
    found = []
    for form, name, bound in _known_states():
        for match in form.finditer(lower):
            if bound is not None and bound.fullmatch(match["part"]) is None:
                continue
            if not _WELL.search(lower[: match.start()]) and not _WELL.search(match.group()):
                found.append(Complaint(*match.span(), name.format(part=singular(match["part"]))))
    return found


@cache
def _parts() -> re.Pattern[str]:
    return re.compile(rf"\b(?:my|the|his|her|both) (?:left |right |upper |lower )?(?P<part>{_TABLE.rules['parts']})\b")


def is_a_part(name: str) -> bool:
    """Whether people complain of something as of a part of the body."""
    return re.fullmatch(_TABLE.rules["parts"], name.split()[-1]) is not None


_IT = re.compile(r"\b(?:and|but|now|so|,)\s+(?:now |then |it's all )?(?P<it>it|its|it's|they|they're)(?=\s|$)")
"""A word that points back at the part named before it in the clause."""


def _states_of_it(lower: str) -> list[Complaint]:
    """How the part is that was named before: "my knee gave way and it's swollen since"."""
    found = []
    for pointer in _IT.finditer(lower):
        named = next((match["part"] for match in reversed(list(_parts().finditer(lower[: pointer.start()])))), None)
        if named is None:
            continue
        link = "" if pointer["it"] in {"it", "they"} else " is"
        told = f"{named}{link}{lower[pointer.end() :]}"
        moved = pointer.end() - len(named) - len(link)
        found += [
            Complaint(pointer.start("it"), one.end + moved, one.name)
            for one in _states(told)
            if one.start == 0 and one.end + moved > pointer.end()
        ]
    return found


@cache
def _state_first() -> re.Pattern[str]:
    rules = _TABLE.rules
    return re.compile(
        rf"(?<![\w-])(?P<how>{rules['told_first']}) (?:left |right |both |lower |upper )?(?P<part>{rules['parts']})\b"
    )


def _told_first(lower: str) -> list[Complaint]:
    """The parts of the body that are named with how they are before them: "crampy belly", "painful knees"."""
    rules, found = _TABLE.rules, []
    for match in _state_first().finditer(lower):
        name = next((name for said, name in rules["states"].items() if re.fullmatch(said, match["how"])), "")
        bound = rules["only_of"].get(name)
        fits = bound is None or re.fullmatch(bound, match["part"]) is not None
        if name and fits and not _WELL.search(lower[: match.start()]):
            found.append(Complaint(*match.span(), name.format(part=singular(match["part"]))))
    return found
