"""What a measure is and tells, in the definition of the finding that a high or a low value of it is."""

from __future__ import annotations

from osler.consult.known_of.usual_ranges import finding_of
from osler.consult.record.called import words
from osler.core.terminology import Concept, Vocabularies

_SAYS_MORE = 3
"""Words of a definition, beside those of the measure and those that any high or low value is defined with, by which it says what the measure is."""
_OF_ANY_VALUE = frozenset(
    [
        "a",
        "an",
        "the",
        "of",
        "in",
        "by",
        "from",
        "to",
        "and",
        "or",
        "is",
        "are",
        "be",
        "this",
        "which",
        "that",
        "it",
        "its",
        "as",
        "than",
        "normal",
        "abnormal",
        "abnormally",
        "increased",
        "increase",
        "decreased",
        "decrease",
        "reduced",
        "reduction",
        "high",
        "low",
        "larger",
        "size",
        "elevated",
        "elevation",
        "concentration",
        "concentrations",
        "level",
        "levels",
        "amount",
        "number",
        "numbers",
        "test",
        "blood",
        "circulation",
        "circulating",
        "plasma",
        "serum",
        "peripheral",
        "above",
        "below",
        "upper",
        "lower",
        "limit",
        "value",
        "defined",
        "usually",
    ]
)


def told_by_its_finding(measured: Concept, vocabularies: Vocabularies) -> dict[str, str] | None:
    """The definition of a high or a low value of a measure, where it says what the measure is; the fuller one of the two."""
    own = {word for name in (measured.name, *measured.synonyms) for word in words(name)}
    found: list[tuple[int, dict[str, str]]] = []
    for high in (True, False):
        finding = finding_of(measured.name, high=high)
        text = vocabularies.hpo.definition(finding) if finding is not None else None
        more = {*words(text or "")} - own - _OF_ANY_VALUE
        if finding is not None and text and len(more) >= _SAYS_MORE:
            label = vocabularies.hpo.label(finding) or ""
            said = f"HPO says of a {'high' if high else 'low'} value ({label}): {text}"
            found.append((len(more), {"id": finding, "name": label, "text": said}))
    return max(found, key=lambda one: one[0])[1] if found else None
