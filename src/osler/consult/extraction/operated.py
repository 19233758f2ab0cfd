"""Whether what somebody tells as done is an operation: something of the body was operated on, or a vocabulary names it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.consult.extraction.clauses import Clause, pattern
from osler.consult.extraction.types import ConditionEntry, OperationEntry
from osler.consult.wording.everyday import everyday
from osler.core.terminology import SemanticType, Vocabularies, plain_meanings, singular
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "context.yml")
_GENERIC = "~"
"""How a meaning begins that tells nothing by itself: a removal, a test."""
_OPERATED_ON = {SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.PROCEDURE}


def is_operable(part: str) -> bool:
    """Whether something is a part of the body that is operated on where somebody only says that it was done."""
    last = singular(part.strip().split()[-1])
    return is_of_the_body(last) and not {last, *plain_meanings(last)}.intersection(
        _TABLE.rules["operations"]["groomed"]
    )


def is_operation(name: str, said: str, vocabularies: Vocabularies) -> bool:
    """Whether a name that was made of what somebody said is that of an operation: cars are repaired and walls removed as well."""
    if name.lower() in said and _TABLE.says(name.lower(), "operations", "so_called"):
        return True  # "bypass surgery", in so many words
    told = _TABLE.pattern("operations", "any_thing").sub(" ", name.lower()).strip()
    if told in {"", name.lower().strip()}:
        return True  # "surgery", of which nothing more is told; or named by a word that only operations have
    return any(map(is_of_the_body, told.split())) or _is_known(told, vocabularies)


def without_operated(conditions: list[ConditionEntry], done: Sequence[OperationEntry]) -> list[ConditionEntry]:
    """Conditions, of which none goes on that an operation is named after: cataracts that were done are none."""
    named = [_singulars(entry.name)[:-1] for entry in done]
    return [
        one.model_copy(update={"status": "resolved"})
        if one.status == "active" and _singulars(one.name) in named
        else one
        for one in conditions
    ]


def _singulars(name: str) -> list[str]:
    return [singular(word) for word in name.lower().split()]


def is_of_the_body(word: str) -> bool:
    """Whether a word is that of a part of the body, or of what is operated on in it."""
    known = {meaning for meaning in plain_meanings(word) if not meaning.startswith(_GENERIC)}
    return bool(known) or singular(word) in _TABLE.rules["operations"]["operable"]


def _is_known(told: str, vocabularies: Vocabularies) -> bool:
    """Whether the vocabularies know a disease, a finding or a procedure in what was operated on."""
    for match in vocabularies.find(told):
        concept = vocabularies.concept(match.concept_ids[0])
        said = told[match.start : match.end]
        if concept is not None and concept.semantic_type in _OPERATED_ON and said not in everyday():
            return True
    return False


_OWN_PART = re.compile(r"\bmy (?P<part>(?:(?:left|right|lower|upper|big|little) )*(?P<last>[a-z]+))\b")


def with_its_part(clause: Clause, named: str) -> tuple[Clause, str]:
    """A clause in which the part that was just named stands where "it" was operated on, and the part that is named by now."""
    told = pattern("operations", "it").search(clause.lower)
    before = clause.lower[: told.start()] if told is not None else clause.lower
    named = next((match["part"] for match in reversed(list(_OWN_PART.finditer(before))) if _is_part(match)), named)
    if told is None or not named:
        return clause, named
    done = f"{told['verb']}{told['out'] or ''} my {named}"
    text = f"{clause.text[: told.start()]}{done}{clause.text[told.end() :]}"
    return clause._replace(text=text, lower=text.lower()), named


def _is_part(match: re.Match[str]) -> bool:
    return is_of_the_body(match["last"])


def lay_operation(lower: str) -> str | None:
    """The operation that a clause tells by what was done to what: "a growth burnt off my nose", "teeth pulled"."""
    for noun, form in _deeds():
        for match in form.finditer(lower):
            name = _of_the_deed(noun, match)
            if name is not None:
                return name
    return None


@cache
def _deeds() -> list[tuple[str, re.Pattern[str]]]:
    """What is told of each deed: who had it done, what became of a thing, and what others did to it."""
    rules = _TABLE.rules
    found = []
    for noun, verbs in rules["lay_operations"].items():
        what = r"(?P<what>[a-z'-]+(?: [a-z'-]+){0,4}?)"
        where = r"(?: (?:of|from|off|on|in) (?:my|the|one|both) (?P<where>(?:(?:left|right|lower|upper) )?[a-z]+))?"
        passive = rf"(?:\b(?:had|have had|having|got|getting|have) |^|\bmy |\b(?:the|an?|some|both|two|three|four|all) ){what} (?:(?:was|were|got|has been|have been|had been|being) )?(?:{verbs})\b{where}"
        active = rf"\b(?:they|he|she|surgeons?|doctors?|dr|dentist|hospital|team|\w+ologist) (?:\w+ )?(?:{verbs}) (?:my|an?|the|some|two|three|both) (?P<what>[a-z'-]+(?: [a-z'-]+){{0,2}}?)(?= (?:in|on|from|off|of|last|this|with|at|by|and|when|yesterday|two|three)\b|[.,;!]|$){where}"
        found += [(noun, re.compile(passive)), (noun, re.compile(active))]
    return found


_BEFORE_WHAT = re.compile(
    r"^(?:.*\b(?:had|have|having|got|getting)\b )?(?:(?:my|the|an?|some|both|one|all|two|three|four|part|half|most|of|i|and|was|were) )*"
)


def _of_the_deed(noun: str, match: re.Match[str]) -> str | None:
    rules, what = _TABLE.rules, _BEFORE_WHAT.sub("", match["what"])
    where = match["where"] or ""
    if not what or (where and not is_of_the_body(where.split()[-1])):
        return None
    bound = rules["lay_only_of"].get(noun)
    if bound is not None and re.search(rf"\b(?:{bound})\b", f"{what} {where}") is None:
        return None
    named = [singular(word) for word in what.split()]
    thing = _TABLE.pattern("lay_things").search(what) is not None
    if set(named) & set(rules["never_operated"]) or not (thing or is_of_the_body(what.split()[-1])):
        return None
    if not thing and noun in {"repair", "removal"} and not is_operable(what):
        return None
    return f"{what}{f' of {where}' if where else ''} {noun}"
