"""The sentences of a passage that answer, and those that must not be left out beside them."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.library import Chunk, about_itself, passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import stance_of
from osler.guidelines.steps.applicability import applicability, audience_of
from osler.guidelines.steps.asked_amounts import meets_asked
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.dosing import WHERE_EXCLUDED, changes_in, excluded_by
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.safety import Caution, advises_drug
from osler.guidelines.steps.topic import Topic, words_of
from osler.guidelines.steps.whose import is_for_takers
from osler.guidelines.types import PatientFacts, QueryContext

_QUOTED = 2
"""Sentences quoted of a passage."""
_EXACT = 0.15
"""How much more of the question than those quoted a sentence must cover that is quoted before them."""
_BESIDE = 0.4
"""How much of what the best sentence covers another must, if it names a drug."""
_MEANT = 0.25
"""What a sentence gains by each condition of its own that the patient meets: it beats words in common."""
_BRANCH = 0.5
"""What a sentence gains whose condition holds for an amount that is asked about, and loses whose condition does not."""
GRADE_NOTE = re.compile(
    r"\W*(?-i:\[\s*[A-D][+-]?\s*\])\W*|\W*(?:grade|class|level|strength)\b[\w\s:,]{1,40}\W*|\[(?:new )?(?:19|20)\d{2}[^\]]*\]\W*"
    r"|[(\[]\s*(?:very )?(?:strong|weak|conditional|moderate|low|high|good practice|consensus)[^()\[\]]{0,20}[)\]]\W*"
    r"|[(\[][^()\[\]]{0,40}\b(?:recommendation|evidence|certainty)\b[^()\[\]]{0,40}[)\]]\W*",
    re.IGNORECASE,
)
"""A "sentence" that only marks the grade or the year of the one before it."""
GOES_ON_IF = re.compile(
    r"\W*(?:if|when|where|unless) (?:(?:it|this|that|they|these|those|neither|none)\b"
    r"|(?:the |both )?(?:combinations?|two|drugs?|medicines?|treatments?|alternatives?|use) (?:is|are|can|cannot|must|has|have)\b)",
    re.IGNORECASE,
)
"""A sentence that says what to do where the one before it cannot be done, or has been."""
_ROW_NOTE = re.compile(r"Note \w{1,3}: ")
_INSTEAD = re.compile(r"\b(?:instead|alternative(?:ly)?|in (?:its|their) place)\b", re.IGNORECASE)
"""What follows a contraindication and says what is given in the place of it."""
_ELSEWHERE = re.compile(
    r"\W*(?:see|go to|refer to)\b[^.]*\b(?:section|table|figure|appendix|report|statement)s?\b[^.]*\.?"
    r"|\W*(?:table|figure|box|chart)\s+[\dA-Z]{1,3}\W*",
    re.IGNORECASE,
)
"""A sentence that is nothing but the number of a table, or only sends the reader to a part of the document that is no recommendation."""


def quote_from(chunk: Chunk, topic: Topic, context: QueryContext, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The sentences of a passage that answer: those on the topic that advise, and those for this patient first."""
    disclaimed = about_itself(chunk.text)
    whole = [
        sentence.text
        for sentence in passage_sentences(chunk.text)
        if not GRADE_NOTE.fullmatch(sentence.text)
        and sentence.text not in disclaimed
        and not _ELSEWHERE.fullmatch(sentence.text)
        and sentence.text != chunk.title
    ]
    if len(whole) <= _QUOTED:
        return _on_topic(chunk, whole, topic, context, vocabularies)
    scored = []
    special: list[tuple[int, int]] = []
    for place, text in enumerate(whole):
        here = words_of(text, vocabularies)
        advises = stance_of(text) != "none"
        told = "" if chunk.recommendation_id else told_of(context)
        verdict = applicability(
            chunk.model_copy(update={"recommendation_id": ""}), text, context.patient, told, vocabularies
        )
        fits = verdict.fit != "does_not_apply" or _is_audience(chunk)
        # The first advice of a recommendation that came as data is the recommendation.
        leads = advises and chunk.id == chunk.recommendation_id and not any(map(_advises, whole[:place]))
        meant = _MEANT * min(verdict.met, 2) if advises and fits else 0.0
        # Of branches on an amount that is asked about the one is meant in which it lies.
        branch = meets_asked(text, context.question_text)
        meant += _BRANCH if branch else -_BRANCH if branch is False else 0.0
        if verdict.fit == "applies" and verdict.special and stance_of(text) == "for" and not chunk.recommendation_id:
            special.append((-verdict.special, place))
        meant += _BRANCH * is_for_takers(text, context.question_text, vocabularies)
        scored.append((topic.coverage(here) + 0.3 * advises + 0.2 * fits + meant + leads - 0.01 * place, place))
    ranked = sorted(scored, reverse=True)[:_QUOTED]
    # A sentence that says all that is asked is the answer, whether it advises or states.
    exact = max(range(len(whole)), key=lambda place: (topic.coverage(words_of(whole[place], vocabularies)), -place))
    others = max((topic.coverage(words_of(whole[place], vocabularies)) for _, place in ranked), default=0.0)
    if topic.coverage(words_of(whole[exact], vocabularies)) >= others + _EXACT:
        ranked = [(1.0, exact), *ranked[: _QUOTED - 1]]
    # What is advised for people like this patient is quoted whatever else is.
    places = {place for _, place in ranked} | {place for _, place in sorted(special)[:_QUOTED]}
    places |= {place for place in range(1, len(whole)) if place - 1 in places and GOES_ON_IF.match(whole[place])}
    return tuple(whole[place] for place in sorted(places))


def _on_topic(
    chunk: Chunk, texts: Sequence[str], topic: Topic, context: QueryContext, vocabularies: Vocabularies
) -> tuple[str, ...]:
    """The sentences of a short passage, without one that speaks of another drug and of nothing that is asked.

    A note of a row, and what is given instead to people like this patient, belong to what is asked.
    """
    covered = [topic.coverage(words_of(text, vocabularies)) for text in texts]
    best = max(covered, default=0.0)
    return tuple(
        text
        for place, (text, share) in enumerate(zip(texts, covered, strict=True))
        if share >= _BESIDE * best
        or (place and GOES_ON_IF.match(text) and covered[place - 1] >= _BESIDE * best)
        or not drugs_in(text, vocabularies)
        or _ROW_NOTE.match(text)
        or (_INSTEAD.search(text) and _is_meant(chunk, text, context, vocabularies))
    )


def _is_meant(chunk: Chunk, text: str, context: QueryContext, vocabularies: Vocabularies) -> bool:
    """Whether a sentence asks for something that this patient has."""
    alone = chunk.model_copy(update={"recommendation_id": ""})
    verdict = applicability(alone, text, context.patient, "", vocabularies)
    return verdict.fit == "applies" and verdict.met > 0


def _advises(text: str) -> bool:
    return stance_of(text) != "none"


def _is_audience(chunk: Chunk) -> bool:
    return not audience_of(chunk)


def with_changes(
    chunk: Chunk, quoted: Sequence[str], unfit: Sequence[str], patient: PatientFacts, vocabularies: Vocabularies
) -> tuple[str, ...]:
    """What is quoted, each dose followed by the sentences of its passage that change it, unless a value excludes them."""
    if chunk.recommendation_id:
        return tuple(quoted)
    told: dict[str, None] = {}
    changes = changes_in(chunk, vocabularies)
    stated = {one.changes for one in changes if one.text in quoted and one.changes not in unfit}
    # Where only the change was quoted, the dose that it changes stands before it.
    for text in dict.fromkeys([*stated, *quoted]):
        if text in told or (text in stated and not advises_drug(text, vocabularies)):
            continue
        told[text] = None
        told |= dict.fromkeys(
            one.text
            for one in changes
            if one.changes == text and one.text not in unfit and not excluded_by(one.text, patient)
        )
    return tuple(told)


def in_its_place(chunk: Chunk, caution: Caution, vocabularies: Vocabularies) -> tuple[str, ...]:
    """What a passage advises where the drug that is excluded here cannot be given."""
    whole = [one.text for one in passage_sentences(chunk.text)]
    after = whole[whole.index(caution.sentence) + 1 :][:1] if caution.sentence in whole else []
    return tuple(
        text
        for text in whole
        if (WHERE_EXCLUDED.search(text) or (text in after and _INSTEAD.search(text)))
        and stance_of(WHERE_EXCLUDED.sub(" ", text)) == "for"
        and (drugs_in(WHERE_EXCLUDED.sub(" ", text), vocabularies) - caution.drugs)
    )
