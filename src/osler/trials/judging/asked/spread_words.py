"""Words that a line says once of every member of a list: a contraindication of each medicine, an inhibitor of each target."""

from __future__ import annotations

import re

from osler.core.terminology import SemanticType, Vocabularies
from osler.trials.judging.findings import named

_SHARED_HEAD = re.compile(
    r"(?P<members>(?:\b(?=[\w/-]*[A-Z0-9])[\w/-]+,\s)*\b(?=[\w/-]*[A-Z0-9])[\w/-]+,?\s(?:or|and|and/or)\s(?=[\w/-]*[A-Z0-9])[\w/-]+)"
    r"\s(?P<head>inhibitors?|antagonists?|agonists?|blockers?|antibod(?:y|ies)|mutations?|rearrangements?|fusions?)\b"
)
""" "PI3K, mTOR or AKT inhibitor": what is done to a target is said once of all targets."""
_CONTRAINDICATED = re.compile(
    r"^(?P<head>(?:(?:known|any|absolute|relative|medical|a)\s)*contra-?indications?\s(?:to|for|against)(?:\sthe use of)?)\s(?P<members>[^;:()]+?)\W*$",
    re.IGNORECASE,
)
_OF_MEDICINES = re.compile(
    r"\b(?:antagonists?|inhibitors?|blockers?|agonists?|agents?|contrast|drugs?|medications?)\b", re.IGNORECASE
)


def each_contraindicated(line: str, vocabularies: Vocabularies) -> str:
    """A line in which "contraindication to" is said of every medicine of a list: to take one of them is no contraindication."""
    found = _CONTRAINDICATED.match(line)
    members = re.split(r",?\s+(?:and/or|or|and)\s+|,\s*", found["members"]) if found else []
    if found is None or len(members) < 2 or not all(_is_medicine(member, vocabularies) for member in members[1:]):
        return line
    return " or ".join(f"{found['head']} {member}" for member in members)


def _is_medicine(member: str, vocabularies: Vocabularies) -> bool:
    return SemanticType.MEDICATION in named(member, vocabularies).kinds or bool(_OF_MEDICINES.search(member))


def with_heads(line: str) -> str:
    """A line in which every member of a list of targets has the word that is said of all."""

    def spread(found: re.Match[str]) -> str:
        return re.sub(r"(,\s|,?\s(?:or|and|and/or)\s)", rf" {found['head']}\1", found["members"]) + f" {found['head']}"

    return _SHARED_HEAD.sub(spread, line)
