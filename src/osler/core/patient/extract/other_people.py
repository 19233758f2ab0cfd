"""Statements about somebody else by a pronoun: "her partner is 36; he has diabetes" in a letter about a woman."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

from osler.core.language import AnalysedText, Experiencer, Mention

_SUBJECT = re.compile(
    r"\b(?P<who>he|she)(?:\s(?:also|previously|now|currently|himself|herself))?"
    r"\s(?:has|had|is|was|takes|took|suffers|suffered|developed|underwent)\b",
    re.IGNORECASE,
)
_NAMED = {
    "he": re.compile(r"\b(?:partner|husband|boyfriend|fiancé?|spouse|son|brother|father|dad|baby|donor|boy)\b", re.IGNORECASE),
    "she": re.compile(r"\b(?:partner|wife|girlfriend|fiancée?|spouse|daughter|sister|mother|mum|mom|baby|donor|girl)\b", re.IGNORECASE),
}  # fmt: skip
_SEX = {"he": "male", "she": "female"}
_REACH = 200
_THE = re.compile(r"(?:the|this|that)\s(?:[a-z-]+\s){0,1}", re.IGNORECASE)


class OtherPeople:
    """Who else a note tells of by a pronoun that cannot be the patient's."""

    def __init__(self, analysed: AnalysedText) -> None:
        self._analysed = analysed
        told = analysed.about.sex
        known = told is not None and told.value in _SEX.values()
        subjects = list(_SUBJECT.finditer(analysed.text)) if known else []
        self._ends = [subject.end() for subject in subjects]
        # Of each subject, whether it is another's: somebody whom the pronoun can mean is named before it.
        self._subjects = [
            (subject.start(), told is not None and self._is_another(subject, told.value)) for subject in subjects
        ]

    def are_meant(self, mention: Mention) -> bool:
        """Whether the subject of a statement is somebody else."""
        if self._points_back(mention):
            return True
        place = bisect_right(self._ends, mention.start) - 1
        if place < 0:
            return False
        start, another = self._subjects[place]
        return another and start >= self._analysed.sentence_of(mention).start

    def _points_back(self, mention: Mention) -> bool:
        """Whether "the" finding is the one that the sentence before told of a relative: "His twin has a cleft lip. The cleft lip was repaired"."""
        sentence = self._analysed.sentence_of(mention)
        if not _THE.fullmatch(self._analysed.text, sentence.start, mention.start):
            return False
        # "The cleft lip was repaired" is an operation upon what was told before.
        named = {one.concept_id for one in self._analysed.mentions if one.start == mention.start}
        known = (one for concept in named for one in self._told.get(concept, ()))
        before = sorted((one for one in known if one.start < sentence.start), key=lambda one: one.start)
        last = before[-1] if before else None
        return (
            last is not None
            and mention.sentence_index - last.sentence_index <= 1
            and all(one.assertion.experiencer is Experiencer.FAMILY for one in before)
        )

    @cached_property
    def _told(self) -> dict[str, list[Mention]]:
        """The mentions of each concept, in order."""
        found: dict[str, list[Mention]] = {}
        for mention in self._analysed.mentions:
            found.setdefault(mention.concept_id, []).append(mention)
        return found

    def _is_another(self, subject: re.Match[str], sex: str) -> bool:
        who = subject["who"].casefold()
        named = _NAMED[who].search(self._analysed.text, max(0, subject.start() - _REACH), subject.start())
        return _SEX[who] != sex and named is not None
