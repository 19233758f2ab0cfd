"""How far a denial reaches: "no severe headache" denies no headache, "no pulmonary AVM" no other malformation, "no chemotherapy for metastases" none given before."""

from __future__ import annotations

import re
from dataclasses import replace

from osler.core.language import Mention, Polarity
from osler.core.patient.extract.lexicon import rules
from osler.core.terminology import SemanticType, Vocabularies
from osler.core.terminology.names import root

_AGAINST = re.compile(
    r"\sfor\s(?!now\b|the\stime\b|(?:many|several|some|a|the|\d)\s?\w*\s?(?:days?|weeks?|months?|years?|while)\b)"
)
"""What a treatment is denied for; another reason for it is left open: "no chemotherapy for metastatic disease"."""
_WORD_BEFORE = re.compile(r"([^\W\d_]+(?:-[^\W\d_]+)?)\s$")


def leaves_the_rest_open(mention: Mention, text: str, vocabularies: Vocabularies) -> bool:
    """Whether the words around a denied finding narrow it: what it is for, or a word before that no name of it has."""
    if mention.semantic_type is SemanticType.PROCEDURE and _AGAINST.match(text, mention.end):
        return True
    before = _WORD_BEFORE.search(text, max(0, mention.start - 40), mention.start)
    if before is None or before[1].casefold() not in rules()["narrowing"]:
        return False
    narrowing = root(before[1].split("-")[0])
    names = vocabularies.names.names(mention.concept_id)
    return not any(narrowing == root(word) for name in names for word in re.findall(r"[^\W\d_]+", name))


def was_and_is_over(mention: Mention, text: str) -> Mention | None:
    """The finding as one that was and is over, where the words before it deny only more of it: "no further melena"."""
    before = _WORD_BEFORE.search(text, max(0, mention.start - 40), mention.start)
    if before is None or before[1].casefold() not in rules()["no_more"]:
        return None
    return mention._replace(assertion=replace(mention.assertion, polarity=Polarity.PRESENT, resolved=True))


def denied_alone(mention: Mention, vocabularies: Vocabularies) -> Mention:
    """A denied finding by itself, without the more general ones that the words around it made it a kind of."""
    first, *others = mention.concept_ids
    concept = vocabularies.concept(first)
    general = any(other.startswith("HP:") and vocabularies.hpo.is_a(first, other) for other in others)
    return mention._replace(concept_ids=(first,), text=concept.name) if general and concept else mention
