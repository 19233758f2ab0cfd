"""How the mentions of one text count: whose they are, and whether they are now."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache

from osler.core.language import (
    AnalysedText,
    Assertion,
    CueSpan,
    Mention,
    Polarity,
)
from osler.core.safety.context import PatientContext
from osler.core.safety.course import (
    is_counted,
    is_course_of_years,
    is_habitual,
    is_of_somebody_else,
    is_of_what_is_over,
    is_only_sought,
    is_planned_visit,
    is_well_now,
    names_a_thing,
    of_a_long_course,
    of_development,
    told_back,
)
from osler.core.safety.dating import VALUE, Dating, is_recent
from osler.core.safety.engine import Cause
from osler.core.safety.known_courses import known_course, phrases_of
from osler.core.safety.relatives import is_said_of_a_relative, told_of_another
from osler.core.safety.speaking import (
    compares,
    complains,
    denial_before,
    in_an_exercise,
    is_over,
    jokes,
    laughs,
    lists_allergies,
    of_an_animal,
    of_newborn_days,
    teaches,
    told_of_earlier,
    under_old_heads,
)
from osler.core.safety.standing import denies_itself, standing_of
from osler.core.safety.treated import is_mended
from osler.core.safety.turning import (
    has_come_to_now,
    history_is_before,
    is_back_to_the_patient,
)
from osler.core.safety.types import Standing
from osler.core.terminology import SemanticType

_PAST_INFANCY = 2.0
"""The age in years at which what a note tells of the newborn or the infant is history."""
_DENYING = frozenset({"negated", "unlikely"})
_LAUGHED_OFF = ("overdose", "self_harm")
"""Findings that nobody may take for a joke because the writer laughs."""
_VERBAL = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|ca|could|wo|would|should|must|need|might|ai)n['’]?t\b|\b(?:cannot|unable|not)\b",
    re.IGNORECASE,
)
"""Words that deny a verb, and no "development"; "no" and "denies" deny a list."""
_AS_IT_SHOULD_BE = re.compile(r"normal|unremarkable|intact|appropriate|\bwell\b", re.IGNORECASE)
"""Words that deny what they are part of: "normal development" is no disorder of it."""
_NEW_PREDICATE = re.compile(
    r"(?:[,;–-]|\band\b|\bbut\b)\s*(?:and |but |then |now |just |also )*"
    r"(?:s?he|it|they|i|we|my|says?|said|is|are|was|has|have|started|keeps?|feels?|looks?|seems?|then|now|going|gonna|wanna|want|will)\b",
    re.IGNORECASE,
)
"""Where a sentence goes on with a verb or a person of its own: "hasn't slept, says he will jump"; a "not" ends there."""
_OBJECT = 12
"""Characters around a "no" in which its own object stands."""
_AT_AN_AGE = re.compile(
    r"\bat\s(?:the\sage\sof\s)?\d{1,2}(?:\.\d)?\s?(?:months?|mths?|years?|yrs?|weeks?)\b", re.IGNORECASE
)
"""An age at which something is told to have happened."""
_OWNER = re.compile(r"\w\W+(?P<owner>(?:\w+ )?\w+['’]s?)\s+(?:[a-z]+\s+){0,2}$", re.IGNORECASE)
"""The owner of what follows, after words that tell who did what."""


_COURSE_TO_NOW = re.compile(
    r"\b(?:(?:from|since)\s+(?:about\s+|around\s+)?(?:(?:the\s+)?age(?:\s+of)?\s+\d{1,2}|(?:the\s+)?\d{1,2}\s?(?:months?|years?|yrs?|mths?)|"
    r"(?:early\s+|late\s+)?(?:birth|infancy|childhood|adolescence))"
    r"|(?:began|started|onset|noticed|first seen)\s+(?:at|by|in)\s+(?:(?:the\s+)?age(?:\s+of)?\s+)?\d{1,2}\s?(?:months?|years?|yrs?|mths?)?)"
    r"(?:\s+(?:years?|months?)?(?:\s+of\s+age)?)?\s*[,;–-]?\s*(?:and\s+|but\s+)?$",
    re.IGNORECASE,
)
"""A course that began at an age, directly before a "now": what it has come to by now is not new."""


_DOUBTS = frozenset({"possible", "queried", "hypothetical"})
_WONDERS = re.compile(
    r"(?:perhaps|maybe|might|suspect|wonder\w*|seems?|looks?)\b.*|(?:think|fear)", re.IGNORECASE | re.DOTALL
)
"""Words by which people doubt what it is, and not what they see."""
_NEXT_CLAUSE = re.compile(r"[,;]|\s-\s")


@cache
def _laughed_off() -> frozenset[str]:
    return phrases_of(_LAUGHED_OFF)


class Judge:
    """How the mentions of one text count: whose they are, and whether they are now."""

    def __init__(self, text: AnalysedText, context: PatientContext) -> None:
        self._text = text
        self._context = context
        self._of_another = told_of_another(text)
        self._said = [one for one in text.mentions if one.assertion.polarity is Polarity.PRESENT or denies_itself(one)]
        visit = is_planned_visit(text) or is_well_now(text)
        of_ages = visit or len(_AT_AN_AGE.findall(text.text)) > 1
        long_ago = told_of_earlier(text)
        long_ago |= {index for index, sentence in enumerate(text.sentences) if lists_allergies(sentence)}
        long_ago |= under_old_heads(text, context.year)
        if (context.age_years or 0.0) >= _PAST_INFANCY:
            long_ago |= {index for index, sentence in enumerate(text.sentences) if of_newborn_days(sentence)}
        self._told_back = told_back(text, context.age_years)
        self._of_a_course = of_a_long_course(text, context.age_years)
        long_ago |= self._told_back
        self._developing = {
            index
            for index, sentence in enumerate(text.sentences)
            if of_development(sentence) or is_course_of_years(sentence, context.age_years)
        }
        self._dating = Dating(text, context, long_ago=long_ago, tells_of_ages=of_ages)
        self._teaching = {index for index, sentence in enumerate(text.sentences) if teaches(sentence)}
        self._teaching |= {index for index, sentence in enumerate(text.sentences) if of_an_animal(sentence)}
        self._teaching |= in_an_exercise(text)
        self._joking = {index for index, sentence in enumerate(text.sentences) if jokes(sentence)}
        self._laughing = {index for index, sentence in enumerate(text.sentences) if laughs(sentence)}

    def cause(self, mention: Mention) -> Cause | None:
        """The mention as a cause, or None where it is denied, only imagined, or said of somebody else."""
        standing = self._standing(mention)
        if standing is None or mention.sentence_index in self._teaching or self._is_a_courses_now(mention):
            return None
        if names_a_thing(self._text, mention) or is_only_sought(self._text, mention):
            return None
        if mention.sentence_index not in self._of_another and (
            is_of_somebody_else(self._text, mention) or is_said_of_a_relative(self._text, mention)
        ):
            return None
        is_value = mention.concept_id.startswith(VALUE)
        lasting = self._dating.is_lasting(mention) or (mention.sentence_index in self._of_a_course and not is_value)
        return Cause(
            identity=mention.concept_id,
            standing=standing,
            span=mention.span,
            sentence=mention.sentence_index,
            chronic=lasting
            or mention.sentence_index in self._developing
            or (self._dating.is_chronic(mention) and not has_come_to_now(self._text, mention)),
            lasting=lasting,
            dated_old=standing == "past" and self._dating.is_old(mention),
        )

    def _standing(self, mention: Mention) -> Standing | None:
        for_another = mention.sentence_index in self._of_another or self._is_only_owned(mention)
        for_another = for_another or is_back_to_the_patient(self._text, mention)
        standing = standing_of(self._assertion(mention), for_another=for_another)
        if standing == "suspected" and self._is_doubted_elsewhere(mention):
            return "present"
        if standing is None or standing == "suspected":
            return standing
        if mention.sentence_index in self._joking or (
            mention.sentence_index in self._laughing and mention.concept_id not in _laughed_off()
        ):
            return "suspected"
        times = self._dating.times_of(mention)
        if (told := known_course(self._text, mention, standing)) is not None:
            return told
        if has_come_to_now(self._text, mention):
            return "past" if mention.assertion.resolved else "present"
        if standing == "past":
            recent = any(is_recent(time) for time in times) and not mention.assertion.resolved
            recent = recent and mention.sentence_index not in self._told_back
            return "present" if recent else standing
        rest = self._text.text[mention.end : self._text.sentence_of(mention).end]
        if is_over(rest) or is_of_what_is_over(self._text, mention) or is_mended(self._text, mention):
            return "past"
        repeated = is_counted(self._text, mention) or is_habitual(self._text, mention)
        return "past" if repeated or self._dating.is_old(mention) else standing

    def _is_doubted_elsewhere(self, mention: Mention) -> bool:
        """Whether somebody who tells it only wonders about what stands before: "maybe a heart attack, crushing chest pain"."""
        text = self._text.text
        doubts = [cue for cue in mention.assertion.cues if cue.category in _DOUBTS]
        return bool(doubts) and all(
            cue.end <= mention.start
            and _WONDERS.fullmatch(text, cue.start, cue.end) is not None
            and _NEXT_CLAUSE.search(text, cue.end, mention.start) is not None
            for cue in doubts
        )

    def _is_a_courses_now(self, mention: Mention) -> bool:
        """Whether a mention is the "now" to which a course has come: "unsteady from age 2; now ataxia and dysarthria"."""
        start = self._text.sentence_of(mention).start
        return mention.text.lower() == "now" and bool(_COURSE_TO_NOW.search(self._text.text[start : mention.start]))

    def _is_only_owned(self, mention: Mention) -> bool:
        """Whether a relative is named only as the owner of a medicine: who took "grandma's metformin" is somebody else."""
        if mention.semantic_type is not SemanticType.MEDICATION:
            return False
        start = self._text.sentence_of(mention).start
        owned = _OWNER.search(self._text.text[start : mention.start])
        owners = [cue for cue in mention.assertion.cues if cue.category == "family"]
        return owned is not None and all(cue.start >= start + owned.start("owner") for cue in owners)

    def _assertion(self, mention: Mention) -> Assertion:
        """What is said of a mention; a "can't" that is part of another finding ("can't feel my legs") denies only that."""
        assertion = mention.assertion
        if assertion.historical and history_is_before(self._text, mention):
            assertion = replace(assertion, historical=False)
        if self._is_behind_denial(mention):
            return replace(assertion, polarity=Polarity.PRESENT, historical=False)
        denying = [cue for cue in assertion.cues if cue.category in _DENYING]
        outside = [cue for cue in denying if not (mention.start <= cue.start and cue.end <= mention.end)]
        within = [cue for cue in denying if cue not in outside]
        own = bool(_VERBAL.search(mention.text)) or any(
            not _AS_IT_SHOULD_BE.search(self._text.text[cue.start : cue.end]) for cue in within
        )
        if (
            assertion.polarity is not Polarity.NEGATED
            or not (denying or own)
            or not all(self._is_told(cue, mention) for cue in outside)
        ):
            return assertion
        return replace(assertion, polarity=Polarity.PRESENT)

    def _is_behind_denial(self, mention: Mention) -> bool:
        """Whether all that denies a mention, or makes it history, denies something before it in a sentence that tells of now."""
        sentence = self._text.sentence_of(mention)
        cues = [cue for cue in mention.assertion.cues if cue.category in _DENYING | {"historical"}]
        if mention.assertion.polarity is Polarity.NEGATED and not any(cue.category in _DENYING for cue in cues):
            return False  # its own words deny it: "previously well, normal development"
        over = denial_before(sentence.text, mention.start - sentence.start) if cues else None
        return over is not None and all(cue.end <= sentence.start + over for cue in cues)

    def _is_told(self, cue: CueSpan, mention: Mention) -> bool:
        """Whether a denial is itself part of a finding that is present, or has an object of its own."""
        if complains(self._text.text[max(0, cue.start - _OBJECT) : cue.end + _OBJECT]):
            return True
        if cue.end <= mention.start and compares(self._text.text[cue.start : self._text.sentence_of(mention).end]):
            return True
        verbal = _VERBAL.search(self._text.text[cue.start : cue.end])
        begins = mention.start + len(mention.text.partition(" ")[0])
        if verbal and cue.end <= mention.start and _NEW_PREDICATE.search(self._text.text[cue.end : begins]):
            return True
        return bool(verbal) and any(one.start <= cue.start and cue.end <= one.end for one in self._said)
