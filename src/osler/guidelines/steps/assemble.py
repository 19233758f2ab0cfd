"""The answer as it is returned: numbered citations, the table of recommendations, and what was not found."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from osler.core.library import Chunk, Document, Library, grade_of, grades_of, passage_sentences, row_of
from osler.core.results import Level, Problem
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import stance_of
from osler.guidelines.checking.going_on import GOES_ON
from osler.guidelines.steps.candidates import Candidate, Evidence
from osler.guidelines.steps.idle import IDLE
from osler.guidelines.steps.nameless import is_nameless
from osler.guidelines.steps.parts import PART_TASK
from osler.guidelines.steps.quote import GRADE_NOTE
from osler.guidelines.steps.safety import Caution
from osler.guidelines.steps.silence import SILENT
from osler.guidelines.types import (
    AgenticResult,
    AnswerSentence,
    AskOptions,
    Citation,
    Draft,
    EvidenceBundle,
    Fit,
    Issue,
    RecommendationRow,
    VerifierFeedback,
)

_SHOWN = 8
_NOBODY = "no patient was given"
_PATIENT, _ASKED_ABOUT = "this patient", "the person asked about"
"""Whom a recommendation is not for: the patient who was given, or whom only the question describes."""
NOT_ALL_HELD = "Not everything in the draft held against the guidelines; the answer is conservative and keeps only what was found in its passages."
MODEL_SILENT = "The model found no answer to the question in the passages; what is quoted was chosen by rule."
_NOT_APPLYING = 3
_FOR_WHOM = " -- "
"""What stands in the title of a recommendation before the people it is for."""
_REASONS = 2
_ROWS = 2
_FOR = re.compile(r"; it is for ")
_DEPENDS = re.compile(r"^whether it fits depends on: ")
_MARK = re.compile(r"\[[^\]\s]+\]")


def answer(
    result: AgenticResult,
    draft: Draft,
    feedback: VerifierFeedback,
    evidence: Evidence,
    options: AskOptions,
    unanswered: Sequence[str],
    later: Mapping[str, Document],
    libraries: Iterable[Library],
    vocabularies: Vocabularies,
) -> None:
    """The final answer: what holds, what is not for this patient, what was not found."""
    rows = rows_of(evidence.candidates, later, patient_known=evidence.patient_known)
    whom = _PATIENT if evidence.patient_given else _ASKED_ABOUT
    for row in rows:
        row.reasons = [_of(whom, reason) for reason in row.reasons]
    kept = settled(draft, feedback.issues, mark=options.unsupported == "mark")
    lost = len(draft.sentences) - sum(one.supported for one in kept)
    if feedback.status != "OK":
        result.status = "needs_correction" if not any(one.supported for one in kept) else "partial"
        result.warnings = list(dict.fromkeys([*result.warnings, NOT_ALL_HELD]))
        result.left_out += complaints(draft, feedback.issues, mark=options.unsupported == "mark")
    if lost:
        lacking = f"{lost} sentences of the draft were not supported by their passages"
        result.problem(Problem(code="answer.limited", level=Level.WARNING, message=lacking))
    unfit = not_applying(rows, whom)
    told = with_remaining(kept, evidence.candidates, whom)
    told = with_unknown(told, evidence.candidates) if evidence.patient_given else told
    sentences = [
        *applying_note(rows, told, whom),
        *no_row(evidence.candidates, whom),
        *told,
        *unfit,
        *nothing_found(evidence.bundles, unanswered),
    ]
    result.sentences = sentences
    result.recommendations = rows
    result.used_chunks = ranked_citations(sentences, rows)
    result.citations = citations_of(result.used_chunks, evidence.chunks, _documents(libraries))
    result.final_answer_text = text_of(sentences, result.citations, vocabularies)
    if not result.citations:
        result.status = "no_evidence"
        result.final_answer_text = SILENT
        result.recommendations = []


def rows_of(
    candidates: Sequence[Candidate], later: Mapping[str, Document], *, patient_known: bool = True
) -> list[RecommendationRow]:
    """The table: each recommendation on the topic, with its grade, whether a later version has replaced it, and whether it is for this patient."""
    return [
        RecommendationRow(
            chunk_id=one.chunk.id,
            recommendation_id=one.chunk.recommendation_id,
            title=one.chunk.heading[0] if one.chunk.recommendation_id and one.chunk.heading else one.chunk.place,
            text=" ".join(one.quoted),
            grade=grade_in(one.chunk, one.quoted),
            issuer=one.chunk.issuer,
            date=one.chunk.date,
            fit=_fit(one, patient_known=patient_known, replaced=one.chunk.document_id in later),
            reasons=_reasons(one, patient_known=patient_known, replaced=_replaced(one, later)),
            relevance=round(one.relevance, 3),
        )
        for one in candidates[:_SHOWN]
    ]


def _reasons(one: Candidate, *, patient_known: bool, replaced: Sequence[str]) -> list[str]:
    """Why it is not for this patient: first that it is for other people, then what speaks against it; what it hangs on is said after that it is `replaced`."""
    others = list(one.applicability.reasons) if one.applicability.fit == "does_not_apply" else []
    if one.caution or others:
        return [*others, *([_against(one.caution)] if one.caution else []), *replaced]
    idle = [IDLE] if one.idle and one.applicability.fit == "applies" else []
    return [*replaced, *_partly(one), *one.applicability.reasons, *idle, *([] if patient_known else [_NOBODY])]


def _of(whom: str, reason: str) -> str:
    """A reason in words for whom it is of: without a patient nothing is said of "the patient"."""
    return reason if whom == _PATIENT else reason.replace("the patient", "the person")


def _against(caution: Caution) -> str:
    return caution.because if caution.own else f"{caution.because}: {caution.sentence.rstrip('.')}"


def _replaced(one: Candidate, later: Mapping[str, Document]) -> list[str]:
    """That a recommendation is of a version which a later one has replaced."""
    newer = later.get(one.chunk.document_id)
    return [f"superseded by version {newer.metadata.version or newer.metadata.date}"] if newer else []


def _fit(one: Candidate, *, patient_known: bool, replaced: bool) -> Fit:
    """Whether it is for this patient; nothing applies to nobody, and nothing that a later version has replaced applies as it is."""
    if one.caution:
        return "does_not_apply"
    if (one.idle or replaced) and one.applicability.fit == "applies":
        return "unclear"
    return one.applicability.fit if patient_known or one.applicability.fit != "applies" else "unclear"


def _partly(one: Candidate) -> list[str]:
    """What is excluded of alternatives, and what remains."""
    if one.partly is None:
        return []
    why = "; ".join(dict.fromkeys(caution.because for caution in one.partly.cautions))
    return [f"not {', '.join(one.partly.gone)} ({why}); what remains: {', '.join(one.partly.left)}"]


def with_remaining(kept: Sequence[AnswerSentence], candidates: Sequence[Candidate], whom: str) -> list[AnswerSentence]:
    """The sentences, each that names alternatives followed by what of them remains for this patient."""
    told: list[AnswerSentence] = []
    left = {one.chunk.id: text for one in candidates if one.fits for text in _partly(one)}
    gone = {one.chunk.id: one.partly.gone for one in candidates if one.partly is not None}
    for sentence in kept:
        told.append(sentence)
        for chunk_id in sentence.citations:
            # "Of these" is said of a sentence that names them.
            if chunk_id in left and any(drug in sentence.text for drug in gone.get(chunk_id, ())):
                text = f"Of these, for {whom} {left.pop(chunk_id)}."
                told.append(AnswerSentence(text=text, citations=[chunk_id], about="flow"))
    return told


def with_unknown(sentences: Sequence[AnswerSentence], candidates: Sequence[Candidate]) -> list[AnswerSentence]:
    """The sentences, each that hangs on something not known of the patient with what that is."""
    verdicts: dict[str, list[Candidate]] = {}
    for one in candidates:
        if one.fits:
            for key in (one.chunk.id, *one.quoted):
                verdicts.setdefault(key, []).append(one)
    told = []
    for sentence in sentences:
        of_text = verdicts.get(sentence.text) or [one for key in sentence.citations for one in verdicts.get(key, ())]
        lacking = [one.applicability.reasons for one in of_text if one.applicability.fit == "unclear"]
        if sentence.about == "evidence" and lacking and len(lacking) == len(of_text):
            sentence = sentence.model_copy(update={"unclear": _DEPENDS.sub("", lacking[0][0])})
        told.append(sentence)
    return told


def grade_in(chunk: Chunk, quoted: Sequence[str]) -> str:
    """The grade of the sentences that were used: their own, or that of the mark behind them; a passage may hold several."""
    whole = [one.text for one in passage_sentences(chunk.text)]
    if chunk.recommendation_id or len(grades_of(chunk.text)) < 2:
        # One mark is of what stands before it; what is advised behind it has none.
        mark = next((place for place, text in enumerate(whole) if grade_of(text)), len(whole))
        behind = [text for text in whole[mark + 1 :] if stance_of(text) != "none" and not GOES_ON.search(text)]
        marked = [text for text in quoted if chunk.recommendation_id or text not in behind]
        if not chunk.grade or len(marked) == len(quoted):
            return chunk.grade
        return f"{chunk.grade} (in part)" if marked else ""
    found = []
    for text in quoted:
        after = whole[whole.index(text) + 1 :][:1] if text in whole else []
        found.append(grade_of(text) or "".join(grade_of(one) for one in after if GRADE_NOTE.fullmatch(one)))
    return ", ".join(dict.fromkeys(filter(None, found)))


def not_applying(rows: Iterable[RecommendationRow], whom: str) -> list[AnswerSentence]:
    """What is on the topic and not for this patient, with the reason; the first few."""
    said: list[AnswerSentence] = []
    for row in rows:
        if row.fit == "does_not_apply" and len(said) < _NOT_APPLYING:
            named = row.title if row.recommendation_id and _FOR_WHOM in row.title else row.text
            said.append(
                AnswerSentence(
                    text=f'Not for {whom} ({row.reasons[0]}): "{named}"',
                    citations=[row.chunk_id],
                    about="flow",
                )
            )
    return said


def no_row(candidates: Sequence[Candidate], whom: str) -> list[AnswerSentence]:
    """Tables all of whose rows are for other values than the patient's: that none is for theirs is said in words."""
    tables: dict[tuple[str, tuple[str, ...]], list[Candidate]] = {}
    for one in candidates:
        if row_of(" ".join(one.quoted)):
            tables.setdefault((one.chunk.document_id, one.chunk.heading), []).append(one)
    told = []
    for rows in tables.values():
        reasons = [reason for row in rows for reason in row.applicability.reasons if _FOR.search(reason)]
        if len(rows) < _ROWS or len(reasons) < len(rows) or any(row.fits for row in rows):
            continue
        value = _of(whom, _FOR.split(reasons[0])[0])
        named = rows[0].chunk.heading[-1] if rows[0].chunk.heading else rows[0].chunk.title
        text = f"The table has no row for {whom} ({value}): {named}"
        told.append(AnswerSentence(text=text, citations=[row.chunk.id for row in rows[:1]], about="flow"))
    return told


def applying_note(rows: Sequence[RecommendationRow], told: Sequence[AnswerSentence], whom: str) -> list[AnswerSentence]:
    """What is said where no recommendation on the topic is for this patient, and nothing is told that warns them."""
    warned = any(one.about == "evidence" for one in told)
    if rows and not warned and all(row.fit == "does_not_apply" for row in rows):
        text = f"The library speaks of this, but none of its recommendations is for {whom}."
        return [AnswerSentence(text=text, about="flow")]
    return []


def nothing_found(bundles: Sequence[EvidenceBundle], unanswered: Sequence[str] = ()) -> list[AnswerSentence]:
    """The parts of the question that nothing answers, by their words, and the other sub-tasks without a passage."""
    parts = [
        AnswerSentence(text=f'The library does not answer this part of the question: "{part}"', about="flow")
        for part in unanswered
    ]
    return parts + [
        AnswerSentence(text=f"{_lacking(bundle)}: {bundle.subtask_name.replace('_', ' ')}.", about="flow")
        for bundle in bundles
        if bundle.status == "no_evidence" and (bundle.failed or not bundle.subtask_name.startswith(PART_TASK))
    ]


def _lacking(bundle: EvidenceBundle) -> str:
    """What is said of a sub-task without a passage: a search that failed says nothing of the library."""
    return "The search failed, so nothing is known of" if bundle.failed else "The library has nothing on"


def settled(draft: Draft, issues: Sequence[Issue], *, mark: bool) -> list[AnswerSentence]:
    """The sentences that hold; those that do not are removed, or kept with a mark."""
    faults: dict[int, list[str]] = {}
    for issue in issues:
        if issue.sentence is not None:
            faults.setdefault(issue.sentence, []).append(issue.told)
    kept = []
    for number, sentence in enumerate(draft.sentences):
        if number not in faults:
            kept.append(sentence)
        elif mark:
            kept.append(sentence.model_copy(update={"supported": False, "faults": faults[number]}))
    return kept


def complaints(draft: Draft, issues: Sequence[Issue], *, mark: bool) -> list[str]:
    """What the verifier found, for a clinician: each sentence once, what became of it, and why; then what was left out."""
    fate = "Marked as not supported" if mark else "Left out of the answer"
    by_sentence: dict[int, list[str]] = {}
    for issue in issues:
        if issue.sentence is not None and issue.sentence < len(draft.sentences):
            by_sentence.setdefault(issue.sentence, []).append(issue.told)
    told = [
        f'{fate}: "{draft.sentences[number].text}" Why: {"; ".join(list(dict.fromkeys(messages))[:_REASONS])}.'
        for number, messages in sorted(by_sentence.items())
    ]
    return told + [f"Not in the draft: {issue.told}." for issue in issues if issue.sentence is None]


def ranked_citations(sentences: Sequence[AnswerSentence], rows: Sequence[RecommendationRow]) -> list[str]:
    """The chunks that the answer rests on, in the order in which they answer the question."""
    cited = list(dict.fromkeys(one for sentence in sentences for one in sentence.citations))
    place = {row.chunk_id: number for number, row in reversed(list(enumerate(rows)))}
    return sorted(cited, key=lambda one: (place.get(one, len(rows)), cited.index(one)))


def cite_warnings(result: AgenticResult, chunks: Mapping[str, Chunk], libraries: Iterable[Library]) -> None:
    """Give the warnings the numbers of their passages; a passage that only a warning points at is cited after the others."""
    pointed = [mark[1:-1] for warning in result.warnings for mark in _MARK.findall(warning)]
    result.used_chunks += [one for one in dict.fromkeys(pointed) if one in chunks and one not in result.used_chunks]
    result.citations = citations_of(result.used_chunks, chunks, _documents(libraries))
    numbers = {f"[{one.chunk_id}]": f"[{one.number}]" for one in result.citations}
    result.warnings = [
        _MARK.sub(lambda mark: numbers.get(mark.group(), mark.group()), warning) for warning in result.warnings
    ]


def _documents(libraries: Iterable[Library]) -> dict[str, Document]:
    return {document.id: document for library in libraries for document in library.documents()}


def citations_of(ids: Sequence[str], chunks: Mapping[str, Chunk], documents: Mapping[str, Document]) -> list[Citation]:
    """Numbered citations with the whole passage."""
    return [
        Citation(
            number=number,
            chunk_id=chunk.id,
            recommendation_id=chunk.recommendation_id,
            document_id=chunk.document_id,
            title=chunk.title,
            place=chunk.place,
            page=chunk.page,
            grade=chunk.grade,
            issuer=chunk.issuer,
            version=chunk.version,
            date=chunk.date,
            jurisdiction=documents[chunk.document_id].metadata.jurisdiction if chunk.document_id in documents else "",
            text=chunk.text,
        )
        for number, chunk in enumerate((chunks[one] for one in ids if one in chunks), start=1)
    ]


def text_of(sentences: Sequence[AnswerSentence], citations: Sequence[Citation], vocabularies: Vocabularies) -> str:
    """The answer as text, with the numbers of its citations; a row of a table, and a dose without its drug, say where they stand."""
    numbers = {one.chunk_id: one.number for one in citations}
    places = {one.chunk_id: one.place for one in citations}
    lines = []
    for sentence in sentences:
        marks = "".join(f" [{numbers[one]}]" for one in sentence.citations if one in numbers)
        mark = "" if sentence.supported else "(not supported by the cited passage) "
        open_ = f" (unclear for this patient: {sentence.unclear})" if sentence.unclear else ""
        bare = row_of(sentence.text) or is_nameless(sentence.text, vocabularies)
        cited = places.get(sentence.citations[0], "") if sentence.citations else ""
        place = f" ({cited})" if sentence.about == "evidence" and bare and cited else ""
        lines.append(f"{mark}{sentence.text}{place}{open_}{marks}")
    return "\n".join(lines)
