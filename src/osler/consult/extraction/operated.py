"""Whether what somebody tells as done is an operation: something of the body was operated on, or a vocabulary names it."""

from __future__ import annotations

from osler.consult.everyday import everyday
from osler.core.terminology import SemanticType, Vocabularies, plain_meanings, singular
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.extraction", "context.yml")
_GENERIC = "~"
"""How a meaning begins that tells nothing by itself: a removal, a test."""
_OPERATED_ON = {SemanticType.CONDITION, SemanticType.PHENOTYPE, SemanticType.PROCEDURE}


def is_operable(part: str) -> bool:
    """Whether something is a part of the body that is operated on where somebody only says that it was done."""
    last = singular(part.strip().split()[-1])
    return _is_of_the_body(last) and not {last, *plain_meanings(last)}.intersection(
        _TABLE.rules["operations"]["groomed"]
    )


def is_operation(name: str, said: str, vocabularies: Vocabularies) -> bool:
    """Whether a name that was made of what somebody said is that of an operation: cars are repaired and walls removed as well."""
    if name.lower() in said and _TABLE.says(name.lower(), "operations", "so_called"):
        return True  # "bypass surgery", in so many words
    told = _TABLE.pattern("operations", "any_thing").sub(" ", name.lower()).strip()
    if told in {"", name.lower().strip()}:
        return True  # "surgery", of which nothing more is told; or named by a word that only operations have
    return any(map(_is_of_the_body, told.split())) or _is_known(told, vocabularies)


def _is_of_the_body(word: str) -> bool:
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
