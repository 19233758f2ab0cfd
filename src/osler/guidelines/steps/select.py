"""The recommendations that speak of the question: how relevant each is, whether it is for this patient, in which order."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from osler.core.library import Chunk, passage_sentences, row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import frequencies, stance_of
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.alternatives import for_this_state, instead_of, special_first, without_strays
from osler.guidelines.steps.answering import Judged, chance, judged
from osler.guidelines.steps.applicability import Applicability, applicability_of
from osler.guidelines.steps.asked_amounts import first_met
from osler.guidelines.steps.aspect_rows import of_asked_aspect
from osler.guidelines.steps.candidates import Candidate, one_of_each
from osler.guidelines.steps.conditions import held_by_values
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.dosing import WHERE_EXCLUDED, is_change, is_change_of
from osler.guidelines.steps.idle import is_idle
from osler.guidelines.steps.intent import Intent, intents_of
from osler.guidelines.steps.kinds import behind_the_first, other_kinds, treating_first
from osler.guidelines.steps.limits import undecided
from osler.guidelines.steps.naming import drugs_in, named_by
from osler.guidelines.steps.quote import in_its_place, quote_from, with_changes
from osler.guidelines.steps.safety import Caution, Excluded, advises_drug, excluded_of
from osler.guidelines.steps.siblings import beside_each_other
from osler.guidelines.steps.topic import Topic, words_of
from osler.guidelines.types import EvidenceBundle, EvidenceChunk, PatientFacts, QueryContext

_WITHIN = 0.72
"""A recommendation speaks of the question when it covers at least this share of what the best one covers."""
_TITLE = 0.25
"""How much of the relevance the title decides, which says what a recommendation is about."""
_OWN_WORDS = 0.1
"""What a passage gains by saying itself what its headings say already."""
_OWN_SECTION = 0.3
"""What a passage gains by standing under a heading that says it: a title speaks for every passage of its document."""
_FARTHER, _LESS = 1.0, 0.3
"""What a passage loses, in the order and of its relevance, by its distance in meaning from the nearest that is for the patient."""
_UNDECIDED = 0.03
"""What advice loses that hangs on a value which nobody gave."""
_UNTOLD = 0.3
"""What a passage loses in the order by what it cannot tell of what is asked: a target, a dose, how long."""
_PATIENT = 0.08
"""What a passage gains by each trait of the patient that it asks for."""
_BARRED = 0.1
_UNCLEAR = 0.05
"""What a sentence loses in the order that hangs on something unknown, beside one of its passage that applies."""
_DRUG_INTENTS = {"medicine", "treatment", "dose"}
_HOW_OFTEN = re.compile(r"\b(?:how often|how frequently|interval|frequency|how many times)\b", re.IGNORECASE)
_BRANCH = 0.15
"""What a passage gains that says what to do at an amount that is asked about."""
_OFTEN_HEADING = re.compile(r"\b(?:freq(?:uency)?|intervals?)\b", re.IGNORECASE)
_SAFETY = re.compile(
    r"\b(?:contraindicat|avoid|safe|risk|harm|interact|allerg|combine|together|caution)\w*", re.IGNORECASE
)


class _Asking(NamedTuple):
    """What every passage is held against: the question, the patient, the passages beside it."""

    context: QueryContext
    topic: Topic
    asked: str
    told: str
    cautions: Sequence[Caution]
    found: Sequence[EvidenceChunk]
    highest: float
    vocabularies: Vocabularies


def select(
    context: QueryContext,
    topic: Topic,
    bundles: Sequence[EvidenceBundle],
    cautions: Sequence[Caution],
    vocabularies: Vocabularies,
    *,
    asked: str = "",
    superseded: frozenset[str] = frozenset(),
    likeness: Mapping[str, float] | None = None,
    whole: Topic | None = None,
    to_names: Mapping[str, float] | None = None,
) -> tuple[list[Candidate], float]:
    """The candidates, best first, and the chance that one of them answers the question (or the part `asked`).

    `likeness` says of each passage how near it is to what is asked, in meaning, and `to_names` how near to the topic's names alone;
    `whole` is the topic of the whole question.
    """
    asked = asked or context.question_text
    found = _best_first(bundles)
    if not found or not topic.terms:
        return [], 0.0
    highest = max(one.score for one in found) or 1.0
    asking = _Asking(context, topic, asked, told_of(context), cautions, found, highest, vocabularies)
    alike = likeness or {}
    held = judged([one.chunk for one in found], topic, asked, alike, vocabularies, whole, to_names)
    candidates: list[Candidate] = []
    answers = 0.0
    for one in _of_asked_drug(found, held, asking):
        own = _of_passage(one, held[one.chunk.id], asking)
        candidates += own
        answers = max(answers, chance(held[one.chunk.id])) if own else answers
    if not candidates:
        return [], 0.0
    intents = intents_of(with_clinical_names(asked))
    candidates = treating_first(_nearest_first(candidates, alike), topic, intents, vocabularies)
    candidates = special_first(beside_each_other(candidates, context.patient, asked, vocabularies))
    kept, candidates = _kept(candidates, superseded, intents, asking)
    chosen = one_of_each(without_strays(kept, context, asked, cautions, vocabularies))
    return _stated(chosen, candidates, asked), answers


def _of_asked_drug(
    found: Sequence[EvidenceChunk], held: Mapping[str, Judged], asking: _Asking
) -> Sequence[EvidenceChunk]:
    """The passages without the rows on other drugs, where another passage gives the dose of the drug that is asked for.

    Where something speaks against that drug here, a row on another may be what is given in its place.
    """
    vocabularies = asking.vocabularies
    asked = drugs_in(with_clinical_names(asking.asked), vocabularies)
    excluded = any(
        named_by(one.drugs, asked, vocabularies) or named_by(asked, one.drugs, vocabularies) for one in asking.cautions
    )
    if excluded or not any(held[one.chunk.id].doses_it for one in found):
        return found
    return [one for one in found if not (held[one.chunk.id].of_another_drug and row_of(one.chunk.text))]


def _of_passage(one: EvidenceChunk, judgement: Judged, asking: _Asking) -> list[Candidate]:
    """The candidates that one passage gives: what it says for this patient, what hangs on something, what is barred here."""
    context, vocabularies, cautions = asking.context, asking.vocabularies, asking.cautions
    quoted = quote_from(one.chunk, asking.topic, context, vocabularies)
    if not quoted:
        return []
    verdict, quoted, unfit, unclear = applicability_of(one.chunk, quoted, context.patient, asking.told, vocabularies)
    if verdict.fit == "unclear" and any(caution.sentence in quoted for caution in cautions):
        # What calls for a caution is known, whatever else it may hang on.
        verdict = verdict._replace(fit="applies", reasons=())
    if row := next((unmet for unmet in unfit if row_of(unmet[1])), None):
        # A row that is not for this patient has no note that is.
        verdict, quoted, unfit, unclear = row[0], (row[1],), (), ()
    apart = {text: fit for fit, text in unclear if not is_change(one.chunk, text, vocabularies)}
    quoted = tuple(text for text in quoted if text not in apart)
    quoted = with_changes(one.chunk, quoted, [text for _, text in unfit], context.patient, vocabularies)
    quoted, barred = _apart(one.chunk, quoted, cautions, vocabularies)
    caution, partly = _caution(one.chunk, quoted, cautions, vocabularies)
    relevance = _relevance(one.chunk, judgement, verdict, asking)
    order = _order(one, relevance, verdict, caution, quoted, asking)
    order -= _UNTOLD * (1 - judgement.told)
    idle = is_idle(one.chunk, quoted, cautions, context.patient, asking.asked, vocabularies)
    return [
        Candidate(one.chunk, quoted, relevance, order, verdict, caution, partly, idle),
        *(Candidate(one.chunk, (text,), relevance, order - _UNCLEAR, fit) for text, fit in apart.items()),
        *_unfit(one.chunk, quoted, unfit, relevance, order, context.patient, vocabularies),
        *(Candidate(one.chunk, (text,), relevance, order - _BARRED, verdict, against) for text, against in barred),
        *_instead(one.chunk, caution, relevance, order, asking),
    ]


def _instead(
    chunk: Chunk, caution: Caution | None, relevance: float, order: float, asking: _Asking
) -> Iterator[Candidate]:
    """What is given in the place of what is excluded here."""
    for home in _homes(chunk, caution, asking.found):
        others = in_its_place(home, caution, asking.vocabularies) if caution is not None else ()
        if others:
            fit, others, *_ = applicability_of(home, others, asking.context.patient, asking.told, asking.vocabularies)
            against = _caution(home, others, asking.cautions, asking.vocabularies)
            yield Candidate(home, others, relevance, order, fit, *against)


def _relevance(chunk: Chunk, judgement: Judged, verdict: Applicability, asking: _Asking) -> float:
    """How much of the question a passage speaks of, in its title and its own words, and whether it is for such a patient."""
    covered = judgement.signs.covered
    titled = _TITLE * max(judgement.titled * judgement.told, covered / 2)
    own = _OWN_WORDS * asking.topic.coverage(words_of(_own_words(chunk), asking.vocabularies))
    return (1 - _TITLE) * covered + titled + _PATIENT * min(verdict.met, 2) + own


def _kept(
    candidates: Sequence[Candidate], superseded: frozenset[str], intents: Sequence[Intent], asking: _Asking
) -> tuple[list[Candidate], list[Candidate]]:
    """The candidates that are near enough, with what belongs beside them, best first; and all of them that are current."""
    context, asked, vocabularies = asking.context, asking.asked, asking.vocabularies
    current = [candidate for candidate in candidates if candidate.chunk.document_id not in superseded]
    best = max(candidate.relevance for candidate in candidates)
    every = current if any(candidate.relevance >= best * _WITHIN for candidate in current) else list(candidates)
    kept = [candidate for candidate in every if candidate.relevance >= best * _WITHIN]
    kept += for_this_state(kept, every, context, asked, vocabularies)
    kept += of_asked_aspect(kept, every, intents)
    wanted = bool(_DRUG_INTENTS & {intent.name for intent in intents})
    kept += instead_of(kept, every, best, vocabularies, asks_for_drug=wanted)
    kept += other_kinds(kept, every, asking.topic, intents, vocabularies)
    # One that stands in for what is excluded may be among them already, further down.
    kept = [
        one
        for one in kept
        if not any(
            one.chunk.id == other.chunk.id and one.order < other.order and _repeats(one, other) for other in kept
        )
    ]
    kept = behind_the_first(kept, vocabularies)
    kept.sort(key=lambda candidate: (-candidate.order, candidate.chunk.id))
    return kept, every


def _nearest_first(candidates: Sequence[Candidate], alike: Mapping[str, float]) -> list[Candidate]:
    """Candidates with what they lose by being farther from the question than the nearest one that is for the patient.

    One that names other people ("men with …") may be nearer by nothing but that.
    """
    if not alike:
        return list(candidates)
    fitting = [one for one in candidates if one.fits] or candidates
    nearest = max(alike.get(one.chunk.id, 0.0) for one in fitting)
    first = max(fitting, key=lambda one: one.order)
    gaps = [
        # What is for others is no nearer than the best that is for this patient.
        max(0.0, nearest - min(alike.get(one.chunk.id, 0.0), nearest if one.fits else alike.get(first.chunk.id, 0.0)))
        for one in candidates
    ]
    return [
        replace(one, order=one.order - _FARTHER * gap, relevance=one.relevance - _LESS * gap)
        for one, gap in zip(candidates, gaps, strict=True)
    ]


def _repeats(one: Candidate, other: Candidate) -> bool:
    """Whether a candidate of a passage says again what another of it says."""
    if one.quoted == other.quoted:
        return True
    apart = not set(one.quoted) & set(other.quoted) and one.applicability.fit != other.applicability.fit
    return one.fits and not apart


def _homes(chunk: Chunk, caution: Caution | None, found: Sequence[EvidenceChunk]) -> list[Chunk]:
    """The passages that may say what is given in the place of what is excluded: its own, and that of the caution."""
    if caution is None:
        return []
    others = [one.chunk for one in found if one.chunk.id == caution.chunk_id and one.chunk.id != chunk.id]
    return [chunk, *others[:1]]


def _apart(
    chunk: Chunk, quoted: Sequence[str], cautions: Sequence[Caution], vocabularies: Vocabularies
) -> tuple[tuple[str, ...], list[tuple[str, Caution]]]:
    """What is quoted, without the sentences that something speaks against here, where others that advise are left."""
    if chunk.recommendation_id:
        return tuple(quoted), []
    barred = [
        (text, caution)
        for text in quoted
        if (caution := _caution(chunk, [text], cautions, vocabularies)[0]) is not None
    ]
    gone = {text for text, _ in barred}
    left = tuple(text for text in quoted if text not in gone and not is_change_of(chunk, text, gone, vocabularies))
    # "… may be considered when it is contraindicated" advises for those in whom it is.
    advice = [WHERE_EXCLUDED.sub(" ", text) for text in left]
    if not any(stance_of(text) == "for" and advises_drug(text, vocabularies) for text in advice):
        return tuple(quoted), []
    return left, barred


def _unfit(
    chunk: Chunk,
    quoted: Sequence[str],
    unfit: Sequence[tuple[Applicability, str]],
    relevance: float,
    order: float,
    patient: PatientFacts,
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """The advice of a passage that is not for this patient, each sentence with its reason: what is excluded is shown."""
    if chunk.recommendation_id:
        return []
    read = {text: fit for fit, text in unfit}
    for one in passage_sentences(chunk.text):
        if one.text not in read and one.text not in quoted and advises_drug(one.text, vocabularies):
            values = held_by_values(chunk, one.text, patient, vocabularies)
            if values.reasons and not is_change(chunk, one.text, vocabularies):
                read[one.text] = Applicability("does_not_apply", tuple(values.reasons), 0.15, 0)
    return [
        Candidate(chunk, (text,), relevance, order - fit.off, fit)
        for text, fit in read.items()
        if stance_of(text) == "for" and text not in quoted
    ]


def _stated(chosen: Sequence[Candidate], candidates: Sequence[Candidate], asked: str) -> list[Candidate]:
    """The recommendation itself in the place of a passage that explains it: what applies must be stated.

    Where it is asked how often, the passage that says so answers.
    """
    whole = {one.chunk.id: one for one in candidates if one.chunk.id == one.chunk.recommendation_id}
    return [
        replace(whole[one.chunk.recommendation_id], order=one.order, relevance=one.relevance)
        if one.chunk.recommendation_id in whole and not _says_how_often(one.chunk, one.quoted, asked)
        else one
        for one in chosen
    ]


def _says_how_often(chunk: Chunk, quoted: Sequence[str], asked: str) -> bool:
    """Whether it is asked how often, and a passage says it or stands under a heading that promises it."""
    return bool(_HOW_OFTEN.search(asked)) and any(
        frequencies(text) or _OFTEN_HEADING.search(text) for text in (*quoted, *chunk.heading[1:])
    )


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
    quoted: Sequence[str],
    asking: _Asking,
) -> float:
    """Relevance first; then whether it is for the patient, how near it is, and what kind of passage it is."""
    order = relevance + 0.12 * one.score / asking.highest
    if verdict.fit == "does_not_apply":
        order -= verdict.off
    elif verdict.fit == "unclear":
        order -= 0.03 * len(verdict.reasons)
    if caution is not None:
        order -= 0.1
    text = " ".join(quoted)
    if one.chunk.recommendation_id and one.chunk.id != one.chunk.recommendation_id:
        # Further passages of a recommendation explain it; the recommendation itself is what is asked for.
        order -= 0.0 if _says_how_often(one.chunk, quoted, asking.asked) else 0.06
    stance = stance_of(text)
    if stance == "none" and not (row_of(quoted[0]) and verdict.fit != "does_not_apply" and verdict.met):
        order -= 0.1
    if (
        stance == "against"
        and not _SAFETY.search(asking.asked)
        and drugs_in(text, asking.vocabularies)
        and not one.chunk.recommendation_id
    ):
        order -= 0.05
    order += _BRANCH * bool(first_met(quoted, asking.asked))
    order += _OWN_SECTION * asking.topic.coverage(words_of(_section(one.chunk), asking.vocabularies))
    return order - _UNDECIDED * min(1, undecided(quoted[0], asking.context.patient))


def _caution(
    chunk: Chunk, quoted: Iterable[str], cautions: Sequence[Caution], vocabularies: Vocabularies
) -> tuple[Caution | None, Excluded | None]:
    """What speaks for this patient against what a passage advises; of alternatives, against some of them."""
    partly = None
    for sentence in quoted:
        # A drug that cannot be given is not what is advised in its place.
        found = excluded_of(WHERE_EXCLUDED.sub(" ", sentence), chunk.document_id, cautions, vocabularies)
        if found and not found.left:
            return found.cautions[0], None
        partly = partly or found
    return None, partly
