"""Whether a sentence of a note speaks of a criterion: a shared concept or kin, a shared word, or the same kind of statement."""

from __future__ import annotations

import re

from osler.core.patient import general_denials
from osler.core.terminology import Vocabularies
from osler.trials.judging.citing.cited_ages import ages_told
from osler.trials.judging.rules import life_stages, pattern
from osler.trials.judging.touching import same_word
from osler.trials.judging.words import content_words
from osler.trials.kinship import akin, concepts_in

_EMPTY = frozenset(["patient", "subject", "participant", "with", "any", "have", "has", "had", "the", "and", "who", "are", "was", "for", "not", "other", "than", "from", "this", "that", "will", "must", "she", "her", "his", "him", "year", "old", "trial", "study"])  # fmt: skip
_AGE = re.compile(r"\b(?:ages?d?|years?|months?|yo|y/o)\b|\d\s*-?\s*year", re.IGNORECASE)
_SEX = re.compile(r"\b(?:male|female|man|men|woman|women|boy|girl|lady|gentleman)s?\b", re.IGNORECASE)
_DRUG = re.compile(
    r"\b(?:medic\w+|drugs?|therap\w+|treat\w+|blockers?|inhibitors?|tak\w+|tablets?|pills?|capsules?)\b", re.IGNORECASE
)

_WHOLE = frozenset({"past_medical_history", "otherwise_healthy", "medications"})


def speaks_of(sentence: str, criterion: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence is about what a criterion asks."""
    asked = content_words(criterion) - _EMPTY
    if any(same_word(one, other) for one in content_words(sentence) - _EMPTY for other in asked):
        return True
    if any(
        akin(one, other, vocabularies)
        for one in concepts_in(criterion, vocabularies)
        for other in concepts_in(sentence, vocabularies)
    ):
        return True
    lowered, words = sentence.casefold(), criterion.casefold()
    if any(
        pattern("agreement", kind, "asked").search(words) and pattern("agreement", kind, "stated").search(lowered)
        for kind in ("consent", "compliance")
    ):
        return True
    about_age = bool(_AGE.search(words)) or any(stage.pattern.search(words) for stage in life_stages())
    if about_age and (_AGE.search(sentence) or ages_told(sentence)):
        return True
    about_sex = _SEX.search(words) or pattern("silent", "reproductive").search(words)
    if about_sex and _SEX.search(sentence):
        return True
    denies_all = any(denial.of in _WHOLE for denial in general_denials(sentence))
    return denies_all or bool(_DRUG.search(criterion) and _DRUG.search(sentence))
