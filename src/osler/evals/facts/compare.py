"""Whether two facts are the same: names by concept, numbers by value, words without case and form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache

from osler.core.terminology import vocabulary
from osler.core.terminology.names import key_of
from osler.evals.facts.types import Fact

_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def matches(gold: Fact, found: Fact) -> bool:
    """Whether a found fact is the gold one."""
    if gold.kind != found.kind:
        return False
    if gold.kind == "person":
        return gold.names == found.names and _same_person_value(gold, found)
    if gold.kind in ("note_date", "denials"):
        return gold.names == found.names and (
            gold.value == found.value or str(found.value) in str(gold.value).split("|")
        )
    if gold.kind == "cancer":
        return gold.names == found.names and _same_text(str(gold.value), str(found.value))
    if gold.states and not set(gold.states) & set(found.states):
        return False
    if gold.kind == "measurements" and not _same_value(gold, found):
        return False
    if gold.kind == "family_history" and gold.value and str(gold.value) not in str(found.value or ""):
        return False
    return any(same_name(name, found.names, found.codes) for name in gold.names)


def same_name(gold: str, names: Iterable[str], codes: frozenset[str] = frozenset()) -> bool:
    """Whether a name means the same as one of others: by a common code, by most of its words, or by its beginning ("wheez*")."""
    if gold.endswith("*"):
        begun = re.compile(rf"(?<!\w){re.escape(gold[:-1])}", re.IGNORECASE)
        return any(begun.search(name) for name in names)
    if codes & _codes(gold):
        return True
    wanted = _roots(gold)
    for name in names:
        words = _roots(name)
        if words == wanted or (words and wanted and len(words & wanted) * 2 > len(words | wanted)):
            return True
    return False


def sig_right(gold: Fact, found: list[Fact]) -> tuple[int, int]:
    """How many details the gold fact asks for, and how many of them the best found fact has."""
    asked = len(gold.sig)
    best = 0
    for fact in found:
        best = max(best, sum(_same_detail(name, value, fact.sig.get(name)) for name, value in gold.sig.items()))
    return asked, best


def _same_detail(name: str, gold: object, found: object) -> bool:
    if found is None:
        return False
    if name == "frequency":
        return abs(float(str(gold)) - float(str(found))) < 0.02
    if name == "dose":
        return _NUMBER.findall(str(gold)) == _NUMBER.findall(str(found).replace(",", ""))
    return str(found).startswith(str(gold))


def _same_person_value(gold: Fact, found: Fact) -> bool:
    if gold.names == ("age_years",):
        wanted, given = float(str(gold.value)), float(str(found.value))
        return abs(wanted - given) <= max(0.02 * wanted, 1 / 12 + 0.01) or (wanted >= 2 and int(wanted) == int(given))
    return any(str(found.value).startswith(one) for one in str(gold.value).split("|")) or gold.value == found.value


def _same_value(gold: Fact, found: Fact) -> bool:
    if isinstance(gold.value, str) or isinstance(found.value, str):
        return str(found.value).casefold() in str(gold.value).casefold().split("|")
    if gold.value is None or found.value is None or abs(gold.value - found.value) > 1e-6:
        return False
    return gold.high is None or (found.high is not None and abs(gold.high - found.high) < 1e-6)


def _same_text(gold: str, found: str) -> bool:
    for one in gold.split("|"):
        wanted, given = _plain(one), _plain(found)
        if wanted == given or (len(wanted) > 3 and (wanted in given or given in wanted) and len(given) > 3):
            return True
        if _NUMBER.fullmatch(one) and _NUMBER.fullmatch(found) and float(one) == float(found):
            return True
        if same_name(one, (found,)):
            return True
    return False


def _plain(text: str) -> str:
    return re.sub(r"[\W_]", "", text).casefold()


@cache
def _roots(name: str) -> frozenset[str]:
    return frozenset(key_of(name).roots)


@cache
def _codes(name: str) -> frozenset[str]:
    """The concepts that the whole name means."""
    terms = vocabulary()
    whole = [match for match in terms.find(name) if match.start == 0 and match.end == len(name)]
    return frozenset(concept for match in whole for concept in match.concept_ids)
