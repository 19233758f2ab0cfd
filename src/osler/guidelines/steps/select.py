"""The recommendations that speak of the question: how relevant each is, whether it is for this patient, in which order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from osler.core.library import Chunk, passage_sentences, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.applicability import Applicability, applicability, applicability_of, audience_of
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.intent import intents_of, told_by
from osler.guidelines.steps.limits import undecided
from osler.guidelines.steps.safety import Caution, Excluded, drugs_in, excluded_of, named_by, speaks_of
from osler.guidelines.steps.topic import Topic, words_of, words_of_chunk
from osler.guidelines.types import EvidenceBundle, EvidenceChunk, QueryContext

_WITHIN = 0.72
"""A recommendation speaks of the question when it covers at least this share of what the best one covers."""
_TITLE = 0.25
"""How much of the relevance the title decides, which says what a recommendation is about."""
_IN_TEXT, _IN_REMARKS = 0.75, 0.4
_OWN_WORDS = 0.1
"""What a passage gains by saying itself what its headings say already."""
_OWN_SECTION = 0.3
"""What a passage gains by standing under a heading that says it: a title speaks for every passage of its document."""
_QUOTED = 2
_EXACT = 0.15
_BESIDE = 0.4
"""Sentences quoted of a passage, and how much of what the best covers another must, if it names a drug."""
_ALTERNATIVE = 0.4
"""How near the topic a recommendation must be that is looked for in the place of one that is not for this patient."""
_INSTEAD = 0.4
_SPECIAL = 0.15
_UNDECIDED = 0.03
"""What advice loses that hangs on a value which nobody gave."""
_MEANT = 0.25
"""What a sentence gains by each condition of its own that the patient meets: it beats words in common."""
_PATIENT = 0.08
"""What a passage gains by each trait of the patient that it asks for."""
_HOW_OFTEN = re.compile(r"\b(?:how often|how frequently|interval|frequency|how many times)\b", re.IGNORECASE)
_SAFETY = re.compile(
    r"\b(?:contraindicat|avoid|safe|risk|harm|interact|allerg|combine|together|caution)\w*", re.IGNORECASE
)
GRADE_NOTE = re.compile(
    r"\W*(?:grade|class|level|strength)\b[\w\s:,]{1,40}\W*|\[(?:new )?(?:19|20)\d{2}[^\]]*\]\W*"
    r"|[(\[][^()\[\]]{0,40}\b(?:recommendation|evidence|certainty)\b[^()\[\]]{0,40}[)\]]\W*",
    re.IGNORECASE,
)
"""A "sentence" that only marks the grade or the year of the one before it."""


_CHANGES_DOSE = re.compile(
    r"\b(?:reduc|halv|lower|adjust|increas|decreas)\w*\b.{0,80}\b(?:dose|\d+(?:\.\d+)?\s*(?:mg|g|micrograms?|mcg|units?))\b",
    re.IGNORECASE,
)
_WHERE_EXCLUDED = re.compile(
    r"\b(?:when|if|where|in (?:those|people|patients|adults) (?:for )?whom?)\b[^,.;]{0,60}?\b(?:contra-?indicated|not tolerated|unsuitable|not suitable|cannot be (?:used|given|taken|tolerated))",
    re.IGNORECASE,
)
_DISCLAIMER = re.compile(
    r"\bnot a clinical guideline\b|\bsynthetic text\b|\bdo not use it for patients\b", re.IGNORECASE
)


@dataclass(frozen=True)
class Candidate:
    """A passage on the question's topic, the sentences of it that answer, and how it stands to the patient."""

    chunk: Chunk
    quoted: tuple[str, ...]
    relevance: float
    order: float
    applicability: Applicability
    caution: Caution | None = None
    partly: Excluded | None = None
    """What is excluded of alternatives of which some remain."""

    @property
    def fits(self) -> bool:
        """Whether nothing is known that speaks against it for this patient."""
        return self.applicability.fit != "does_not_apply" and self.caution is None


def select(
    context: QueryContext,
    topic: Topic,
    bundles: Sequence[EvidenceBundle],
    cautions: Sequence[Caution],
    vocabularies: Vocabularies,
    *,
    asked: str = "",
    superseded: frozenset[str] = frozenset(),
) -> tuple[list[Candidate], float]:
    """The candidates, best first, and how much of the question (or of the part `asked`) the best of them covers."""
    asked = asked or context.question_text
    found = _best_first(bundles)
    if not found or not topic.terms:
        return [], 0.0
    told = told_of(context)
    intents = intents_of(asked)
    highest = max(one.score for one in found) or 1.0
    candidates: list[Candidate] = []
    answers = 0.0
    for one in found:
        title = words_of(" ".join([one.chunk.title, *one.chunk.heading]), vocabularies)
        whole = topic.coverage(words_of_chunk(one.chunk, vocabularies), title, _beside(one.chunk))
        titled = topic.coverage(title)
        covered = whole * told_by(one.chunk, intents, vocabularies)
        quoted = quote_from(one.chunk, topic, context, vocabularies)
        if not quoted:
            continue
        verdict, quoted = applicability_of(one.chunk, quoted, context.patient, told, vocabularies)
        quoted += modifying(one.chunk, quoted, vocabularies)
        caution, partly = _caution(one.chunk, quoted, cautions, vocabularies)
        relevance = (1 - _TITLE) * covered + _TITLE * max(titled, covered / 2) + _PATIENT * min(verdict.met, 2)
        relevance += _OWN_WORDS * topic.coverage(words_of(_own_words(one.chunk), vocabularies))
        answers = max(answers, covered)
        order = _order(one, relevance, verdict, caution, highest, asked, quoted, vocabularies)
        order += _OWN_SECTION * topic.coverage(words_of(_section(one.chunk), vocabularies))
        order -= _UNDECIDED * min(1, undecided(quoted[0], context.patient))
        candidates.append(Candidate(one.chunk, quoted, relevance, order, verdict, caution, partly))
        if caution is not None and (others := _in_its_place(one.chunk, caution, vocabularies)):
            fit, others = applicability_of(one.chunk, others, context.patient, told, vocabularies)
            candidates.append(
                Candidate(
                    one.chunk, others, relevance, order, fit, *_caution(one.chunk, others, cautions, vocabularies)
                )
            )
    if not candidates:
        return [], 0.0
    candidates = _special_first(candidates)
    current = [candidate for candidate in candidates if candidate.chunk.document_id not in superseded]
    best = max(candidate.relevance for candidate in candidates)
    if any(candidate.relevance >= best * _WITHIN for candidate in current):
        candidates = current
    kept = [candidate for candidate in candidates if candidate.relevance >= best * _WITHIN]
    kept += _instead(kept, candidates, best, vocabularies)
    # One that stands in for what is excluded may be among them already, further down.
    kept = [
        one for one in kept if not any(one.chunk.id == other.chunk.id and one.order < other.order for other in kept)
    ]
    kept.sort(key=lambda candidate: (-candidate.order, candidate.chunk.id))
    chosen = _one_of_each(_without_strays(kept, context, asked, cautions, vocabularies))
    return chosen if _HOW_OFTEN.search(asked) else _stated(chosen, candidates), answers


def _special_first(candidates: Sequence[Candidate]) -> list[Candidate]:
    """What a guideline advises against for people like this patient takes the place of its advice for people at large."""
    special = {
        _guideline(one.chunk): one
        for one in candidates
        if one.chunk.recommendation_id
        and one.fits
        and one.applicability.fit == "applies"
        and one.applicability.special
        and stance_of(one.quoted[0]) == "against"
    }
    found = []
    for one in candidates:
        other = special.get(_guideline(one.chunk))
        if other and one.fits and not one.applicability.special and stance_of(one.quoted[0]) == "for":
            reason = f"the same guideline speaks of patients like this one: {audience_of(other.chunk)}"
            verdict = one.applicability._replace(fit="does_not_apply", reasons=(reason,), off=_SPECIAL)
            one = replace(one, applicability=verdict, order=one.order - _SPECIAL)
        found.append(one)
    return found


def against_what_is_asked(
    found: Sequence[Candidate], cautions: Sequence[Caution], asked: str, vocabularies: Vocabularies
) -> list[Candidate]:
    """The passages that speak, for this patient, against a drug that is asked about: never met with silence."""
    drugs = drugs_in(with_clinical_names(asked), vocabularies)
    # Whoever asks about a class asks about its drugs.
    warning = {
        one.chunk_id
        for one in cautions
        if named_by(one.drugs, drugs, vocabularies) or named_by(drugs, one.drugs, vocabularies)
    }
    return [candidate for candidate in found if candidate.chunk.id in warning]


def by_turns(lists: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The candidates of several parts of a question: the best of each, then the second of each; every passage once."""
    deepest = max(map(len, lists), default=0)
    turns = [found[place] for place in range(deepest) for found in lists if place < len(found)]
    once = _one_of_each(turns)
    # A passage may answer two parts with two of its sentences.
    said = {text for one in once for text in one.quoted}
    further = {
        text: replace(one, quoted=(text,))
        for one in turns
        for text in one.quoted
        if text not in said and not one.chunk.recommendation_id
    }
    return [*once, *further.values()]


def _instead(
    kept: Sequence[Candidate], candidates: Sequence[Candidate], best: float, vocabularies: Vocabularies
) -> list[Candidate]:
    """Where the advice that answers is not for this patient: what the same document advises for patients like them."""
    advice = [candidate for candidate in kept if stance_of(" ".join(candidate.quoted)) == "for"]
    if not advice or any(candidate.fits for candidate in advice):
        return []
    guidelines = {_guideline(candidate.chunk) for candidate in advice}
    gone = frozenset(drug for candidate in advice if candidate.caution for drug in candidate.caution.drugs)
    return [
        replace(candidate, order=candidate.order + _INSTEAD)
        for candidate in candidates
        if candidate.fits
        and ((candidate not in kept and candidate.applicability.met) or _stands_in(candidate, gone, vocabularies))
        and _guideline(candidate.chunk) in guidelines
        and candidate.relevance >= best * _ALTERNATIVE
        and stance_of(" ".join(candidate.quoted)) == "for"
    ]


def _without_strays(
    kept: Sequence[Candidate],
    context: QueryContext,
    asked: str,
    cautions: Sequence[Caution],
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """The candidates without warnings of a drug that nobody asks for, advises or takes, for somebody else's condition."""
    spoken = drugs_in(with_clinical_names(asked), vocabularies) | {
        drug for one in kept for text in one.quoted if stance_of(text) == "for" for drug in drugs_in(text, vocabularies)
    }
    spoken |= {drug for name in context.patient.medications for drug in drugs_in(name, vocabularies)}
    mine = {caution.sentence for caution in cautions}
    told = told_of(context)
    return [one for one in kept if not _is_stray(one, spoken, told, mine, vocabularies)] or list(kept)


def _is_stray(
    one: Candidate, spoken: Iterable[str], told: str, mine: Iterable[str], vocabularies: Vocabularies
) -> bool:
    if one.chunk.recommendation_id or any(stance_of(text) != "against" or text in mine for text in one.quoted):
        return False
    drugs = frozenset(drug for text in one.quoted for drug in drugs_in(text, vocabularies))
    if not drugs or named_by(drugs, spoken, vocabularies) or named_by(spoken, drugs, vocabularies):
        return False
    named = [named for text in one.quoted for named in read_statement(text, vocabularies).named]
    asked = set(stems(told))
    if any(asked & set(name.stems) for name in named if name.drug):
        return False
    return any(not speaks_of(told, name.text, vocabularies=vocabularies) for name in named if not name.drug)


def _stands_in(candidate: Candidate, gone: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether a passage says what is given where a drug that is excluded here cannot be."""
    return any(
        named_by(gone, drugs_in(found.group(), vocabularies), vocabularies)
        for text in candidate.quoted
        for found in _WHERE_EXCLUDED.finditer(text)
    )


def _guideline(chunk: Chunk) -> str:
    """The guideline that a passage is of: its document, or in a list of recommendations what their titles share."""
    return chunk.heading[0].partition(" -- ")[0] if chunk.recommendation_id and chunk.heading else chunk.document_id


def modifying(chunk: Chunk, quoted: Sequence[str], vocabularies: Vocabularies) -> tuple[str, ...]:
    """The sentences of a passage that change the dose of a drug that the quoted ones advise: never left out."""
    if chunk.recommendation_id:
        return ()
    advised = {drug for text in quoted if stance_of(text) == "for" for drug in drugs_in(text, vocabularies)}
    return tuple(
        one.text
        for one in passage_sentences(chunk.text)
        if one.text not in quoted and _CHANGES_DOSE.search(one.text) and drugs_in(one.text, vocabularies) & advised
    )


def _in_its_place(chunk: Chunk, caution: Caution, vocabularies: Vocabularies) -> tuple[str, ...]:
    """What the same passage advises where the drug that is excluded here cannot be given."""
    return tuple(
        one.text
        for one in passage_sentences(chunk.text)
        if _WHERE_EXCLUDED.search(one.text)
        and stance_of(_WHERE_EXCLUDED.sub(" ", one.text)) == "for"
        and (drugs_in(_WHERE_EXCLUDED.sub(" ", one.text), vocabularies) - caution.drugs)
    )


def _stated(chosen: Sequence[Candidate], candidates: Sequence[Candidate]) -> list[Candidate]:
    """The recommendation itself in the place of a passage that explains it: what applies must be stated."""
    whole = {one.chunk.id: one for one in candidates if one.chunk.id == one.chunk.recommendation_id}
    return [
        replace(whole[one.chunk.recommendation_id], order=one.order, relevance=one.relevance)
        if one.chunk.recommendation_id in whole
        else one
        for one in chosen
    ]


def _beside(chunk: Chunk) -> float:
    """What a name counts that a recommendation has and its title has not: its title says what it is about."""
    if not chunk.recommendation_id:
        return 1.0
    return _IN_TEXT if chunk.id == chunk.recommendation_id else _IN_REMARKS


def _own_words(chunk: Chunk) -> str:
    """What a passage says itself; the title of a recommendation that came as data is part of it."""
    return f"{chunk.heading[0]} {chunk.text}" if chunk.recommendation_id and chunk.heading else chunk.text


def _section(chunk: Chunk) -> str:
    """A passage with its nearest heading; of a list of recommendations each is a section of its own."""
    above = chunk.heading[1:] if len(chunk.heading) > 1 else ()
    return f"{' '.join(above)} {chunk.text}" if not chunk.recommendation_id else _own_words(chunk)


def _best_first(bundles: Sequence[EvidenceBundle]) -> list[EvidenceChunk]:
    """Every passage once, with the best of its scores."""
    found: dict[tuple[str, str], EvidenceChunk] = {}
    for bundle in bundles:
        for one in bundle.chunks:
            key = (one.library, one.chunk.id)
            if key not in found or one.score > found[key].score:
                found[key] = one
    return list(found.values())


def _order(
    one: EvidenceChunk,
    relevance: float,
    verdict: Applicability,
    caution: Caution | None,
    highest: float,
    question: str,
    quoted: Sequence[str],
    vocabularies: Vocabularies,
) -> float:
    """Relevance first; then whether it is for the patient, how near it is, and what kind of passage it is."""
    order = relevance + 0.12 * one.score / highest
    if verdict.fit == "does_not_apply":
        order -= verdict.off
    elif verdict.fit == "unclear":
        order -= 0.03 * len(verdict.reasons)
    if caution is not None:
        order -= 0.1
    text = " ".join(quoted)
    if one.chunk.recommendation_id and one.chunk.id != one.chunk.recommendation_id:
        # Further passages of a recommendation explain it; the recommendation itself is what is asked for.
        order -= 0.06 if not _HOW_OFTEN.search(question) else 0.0
    stance = stance_of(text)
    if stance == "none":
        order -= 0.1
    if (
        stance == "against"
        and not _SAFETY.search(question)
        and drugs_in(text, vocabularies)
        and not one.chunk.recommendation_id
    ):
        order -= 0.05
    return order


def _caution(
    chunk: Chunk, quoted: Iterable[str], cautions: Sequence[Caution], vocabularies: Vocabularies
) -> tuple[Caution | None, Excluded | None]:
    """What speaks for this patient against what a passage advises; of alternatives, against some of them."""
    partly = None
    for sentence in quoted:
        found = excluded_of(sentence, chunk.document_id, cautions, vocabularies)
        if found and not found.left:
            return found.cautions[0], None
        partly = partly or found
    return None, partly


def _one_of_each(ordered: Sequence[Candidate]) -> list[Candidate]:
    """The first passage of each recommendation."""
    seen: set[str] = set()
    kept = []
    for candidate in ordered:
        key = candidate.chunk.recommendation_id or f"{candidate.chunk.document_id}/{candidate.chunk.id}"
        key += "/excluded" if candidate.caution else ""
        if key not in seen:
            seen.add(key)
            kept.append(candidate)
    return kept


def quote_from(chunk: Chunk, topic: Topic, context: QueryContext, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The sentences of a passage that answer: those on the topic that advise, and those for this patient first."""
    whole = [
        sentence.text
        for sentence in passage_sentences(chunk.text)
        if not GRADE_NOTE.fullmatch(sentence.text)
        and not _DISCLAIMER.search(sentence.text)
        and sentence.text != chunk.title
    ]
    if len(whole) <= _QUOTED:
        return _on_topic(whole, topic, vocabularies)
    scored = []
    for place, text in enumerate(whole):
        here = words_of(text, vocabularies)
        advises = stance_of(text) != "none"
        verdict = applicability(
            chunk.model_copy(update={"recommendation_id": ""}), text, context.patient, "", vocabularies
        )
        fits = verdict.fit != "does_not_apply" or _is_audience(chunk)
        # The first advice of a recommendation that came as data is the recommendation.
        leads = advises and chunk.id == chunk.recommendation_id and not any(map(_advises, whole[:place]))
        meant = _MEANT * min(verdict.met, 2) if advises and fits else 0.0
        scored.append((topic.coverage(here) + 0.3 * advises + 0.2 * fits + meant + leads - 0.01 * place, place))
    ranked = sorted(scored, reverse=True)[:_QUOTED]
    # A sentence that says all that is asked is the answer, whether it advises or states.
    exact = max(range(len(whole)), key=lambda place: (topic.coverage(words_of(whole[place], vocabularies)), -place))
    others = max((topic.coverage(words_of(whole[place], vocabularies)) for _, place in ranked), default=0.0)
    if topic.coverage(words_of(whole[exact], vocabularies)) >= others + _EXACT:
        ranked = [(1.0, exact), *ranked[: _QUOTED - 1]]
    best = sorted(ranked, key=lambda item: item[1])
    return tuple(whole[place] for _, place in best)


def _on_topic(texts: Sequence[str], topic: Topic, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The sentences of a short passage, without one that speaks of another drug and of nothing that is asked."""
    covered = [topic.coverage(words_of(text, vocabularies)) for text in texts]
    best = max(covered, default=0.0)
    return tuple(
        text
        for text, share in zip(texts, covered, strict=True)
        if share >= _BESIDE * best or not drugs_in(text, vocabularies)
    )


def _advises(text: str) -> bool:
    return stance_of(text) != "none"


def _is_audience(chunk: Chunk) -> bool:
    return not audience_of(chunk)
