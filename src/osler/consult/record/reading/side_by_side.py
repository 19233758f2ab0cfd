"""Two nouns that one question asks for side by side, each made a question: two vaccines, two kinds of entry."""

from __future__ import annotations

import re
from collections.abc import Callable

_TWO_KINDS = re.compile(
    r"(?P<lead>(?:(?:what are|what's|show|list|give|tell|me|just|all|any|current|active|known|of|my|his|her|the|the patient's) )*)(?P<one>[a-z]+)(?: and| &|,) (?:(?:all|any|current|active|known|my|his|her|the) )*(?P<two>[a-z]+)(?: please| pls| then)?\W*"
)
"""Two kinds of entry that are asked for side by side: "my medication and allergies please"."""
_TWO_VACCINES = re.compile(
    r"(?P<lead>.*?\b(?:had|have|has|got|get|given|last|my|the|his|her|any) )(?!the |my )(?P<one>[a-z][\w-]*(?: [\w-]+){0,2}?) (?:and|&) (?:the |my |his |her )?(?P<two>[a-z][\w-]*(?: [\w-]+){0,2}?) (?P<noun>jabs|shots|vaccines|vaccinations|immuni[sz]ations)(?P<rest>.*)"
)
"""Two vaccines that share their noun: "the hep A and hep B jabs"."""


def two_nouns(lower: str, kind_named: Callable[[str], str]) -> list[str]:
    """The question after each of two nouns; none where there are not two that stand alike."""
    both = _TWO_VACCINES.fullmatch(lower)
    if both is not None:
        return [f"{both['lead']}{both[one].strip()} {both['noun']}{both['rest']}" for one in ("one", "two")]
    kinds = _TWO_KINDS.fullmatch(lower)
    if kinds is None or len({kind_named(kinds[one]) for one in ("one", "two")} - {""}) < 2:
        return []
    return [f"{kinds['lead'] or 'my '}{kinds[one]}?" for one in ("one", "two")]
