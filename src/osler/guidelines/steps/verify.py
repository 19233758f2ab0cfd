"""The verifier: a strict checker of a draft against its passages and the patient. It names issues and rewrites nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, partial

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, load_agent
from osler.core.evidence import find_quote
from osler.core.library import Chunk, passage_sentences, row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import Fault, SourceText, check_sentence, is_on_the_same, read_statement
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import claim_stems
from osler.guidelines.exchanges import ReportedIssue, VerifierInput, VerifierReport
from osler.guidelines.steps.draft import evidence_text
from osler.guidelines.steps.naming import drugs_in, named_by, speaks_of
from osler.guidelines.steps.safety import excluded_of
from osler.guidelines.steps.siblings import OTHER_DOSE
from osler.guidelines.steps.values import values_in_words
from osler.guidelines.types import Issue, PatientFacts, VerifierFeedback

_EXCEPTS = re.compile(r"\b(?:unless|except)\b", re.IGNORECASE)
_IMPLIED = {"condition", "population"}
"""What may be wrong with a sentence that leaves unsaid what its question says."""
_CONTRADICTS = {"negation", "opposite", "number", "strength", "population"}


@cache
def verifier_step(vocabularies: Vocabularies) -> AgentStep[VerifierInput, VerifierReport]:
    """The agent step; its rules run beside it whichever mind is asked."""
    return AgentStep(
        agent=load_agent("osler.guidelines", "verifier"),
        input_type=VerifierInput,
        output_type=VerifierReport,
        policy=partial(_by_rule, vocabularies=vocabularies),
        checks=[_cites_evidence],
        variables=lambda given: {
            "question": given.question,
            "patient_summary": given.patient_summary,
            "draft": "\n".join(
                f"{number}. {one.text} {one.citations}" for number, one in enumerate(given.draft.sentences)
            ),
            "evidence": evidence_text(given.bundles),
        },
    )


def verify_by_rule(given: VerifierInput, vocabularies: Vocabularies) -> list[Issue]:
    """Every issue that the rules find: sentences that their passages do not support, unsafe advice, omissions."""
    chunks = {one.chunk.id: one.chunk for bundle in given.bundles for one in bundle.chunks}
    issues: list[Issue] = []
    for number, sentence in enumerate(given.draft.sentences):
        if sentence.about != "evidence":
            continue
        cited = [chunks[one] for one in sentence.citations if one in chunks]
        if number in given.foreign:
            message = "the cited passage speaks of something else than the question"
            issues.append(Issue(kind="unsupported", message=message, sentence=number, chunk_ids=sentence.citations))
        issues += sentence_issues(
            number,
            sentence.text,
            sentence.quotes,
            cited,
            vocabularies,
            question=given.question,
            patient=given.patient,
        )
        issues += _superseded(number, sentence.text, cited, list(chunks.values()), given, vocabularies)
        issues += _unsafe(number, sentence.text, cited[0].document_id if cited else "", given, vocabularies)
        issues += _for_others(number, sentence.text, cited, given, vocabularies)
    issues += [*_omissions(given, vocabularies), *_passed_over(given, vocabularies)]
    return issues


def sentence_issues(
    number: int,
    text: str,
    quotes: Sequence[str],
    cited: Sequence[Chunk],
    vocabularies: Vocabularies,
    *,
    question: str = "",
    patient: PatientFacts | None = None,
) -> list[Issue]:
    """What is wrong with one sentence, given the passages that it cites and the question and the patient that it answers."""
    ids = [chunk.id for chunk in cited]
    for quote in quotes:
        if not any(find_quote(chunk.text, quote) for chunk in cited):
            return [
                Issue(kind="unsupported", message="a quote is not in the cited passage", sentence=number, chunk_ids=ids)
            ]
    if any(_out_of_a_negation(text, quote, chunk) for quote in quotes for chunk in cited):
        message = "a quote was taken out of a negation"
        return [Issue(kind="contradiction", message=message, sentence=number, chunk_ids=ids)]
    sources = [_source(chunk) for chunk in cited]
    return [
        Issue(
            kind="contradiction" if fault.kind in _CONTRADICTS else "unsupported",
            message=fault.message,
            sentence=number,
            chunk_ids=ids,
        )
        for fault in _faults(text, sources, question, patient, vocabularies)
    ]


def _faults(
    text: str, sources: Sequence[SourceText], question: str, patient: PatientFacts | None, vocabularies: Vocabularies
) -> list[Fault]:
    """The faults of a sentence; a condition that the question names or the patient has need not be said again in the answer."""
    own = None if patient is None else [question, *values_in_words(patient)]
    faults = check_sentence(text, sources, vocabularies, patient=own)
    if not faults or not {fault.kind for fault in faults} <= _IMPLIED:
        return faults
    if any(_EXCEPTS.search(source.text) for source in sources):
        # Whoever asks about the exception must be told of it.
        return faults
    here = read_statement(text, vocabularies)
    asked = [one.text for one in read_statement(question, vocabularies).named if not one.drug]
    for named in dict.fromkeys([*asked, *(patient.problems if patient else ())]):
        if not set(claim_stems(named)) <= set(here.stems):
            whole = f"In people with {named}, {text[:1].lower()}{text[1:]}"
            if not check_sentence(whole, sources, vocabularies, patient=own):
                return []
    return faults


def _superseded(
    number: int,
    text: str,
    cited: Sequence[Chunk],
    found: Sequence[Chunk],
    given: VerifierInput,
    vocabularies: Vocabularies,
) -> list[Issue]:
    """A sentence of superseded versions only, where the later one speaks of the same and does not say it."""
    later = {given.superseded.get(chunk.document_id, "") for chunk in cited}
    if not cited or "" in later:
        return []
    newer = [chunk for chunk in found if chunk.document_id in later and is_on_the_same(text, chunk.text, vocabularies)]
    if not newer or any(not check_sentence(text, [_source(chunk)], vocabularies) for chunk in newer):
        return []
    message = f"the passage was superseded by version {newer[0].version or newer[0].date}, which says otherwise"
    return [Issue(kind="contradiction", message=message, sentence=number, chunk_ids=[newer[0].id])]


def _source(chunk: Chunk) -> SourceText:
    """A passage with what is known of it outside its text."""
    issued = f"{chunk.issuer} {chunk.title}"
    return SourceText(chunk.id, chunk.text, " / ".join(chunk.heading), f"grade {chunk.grade}", issued)


def _out_of_a_negation(text: str, quote: str, chunk: Chunk) -> bool:
    """Whether a quote leaves out the "do not" before it, and the sentence that uses it negates nothing."""
    place = chunk.text.casefold().find(quote.casefold())
    negator, stop = lexicon().negator, lexicon().stop
    if place < 0 or negator.search(text):
        return False
    begins = max((one.start for one in passage_sentences(chunk.text) if one.start <= place), default=0)
    before = stop.split(chunk.text[begins:place])[-1]
    return bool(re.search(r"\b(?:not|never|avoid\w*|against|no)\s+(?:\w+\s+)?$", before, re.IGNORECASE))


def feedback_of(rules: Sequence[Issue], report: VerifierReport | None) -> VerifierFeedback:
    """The rules and the mind together; either can demand correction."""
    known = {(issue.sentence, issue.kind) for issue in rules}
    reported = report.issues if report else []
    issues = [
        *rules,
        *(Issue(**one.model_dump(), found_by="model") for one in reported if (one.sentence, one.kind) not in known),
    ]
    return VerifierFeedback(status="NEEDS_CORRECTION" if issues else "OK", issues=issues)


def _by_rule(given: VerifierInput, vocabularies: Vocabularies) -> VerifierReport:
    issues = verify_by_rule(given, vocabularies)
    return VerifierReport(
        status="NEEDS_CORRECTION" if issues else "OK",
        issues=[ReportedIssue(**issue.model_dump(exclude={"found_by"})) for issue in issues],
    )


def _unsafe(number: int, text: str, document_id: str, given: VerifierInput, vocabularies: Vocabularies) -> list[Issue]:
    """Advice for a drug that the evidence speaks against for this patient; of alternatives, where none remains."""
    found = excluded_of(text, document_id, given.cautions, vocabularies)
    changed = _old_dose(number, text, given, vocabularies)
    if found is None or found.left:
        return changed
    drugs = drugs_in(text, vocabularies)
    return changed + [
        Issue(
            kind="unsafe",
            message=f"the evidence speaks against {', '.join(sorted(named_by(caution.drugs, drugs, vocabularies)))}: {caution.because}",
            sentence=number,
            chunk_ids=[caution.chunk_id] if caution.chunk_id else [],
        )
        for caution in found.cautions
    ]


def _for_others(
    number: int, text: str, cited: Sequence[Chunk], given: VerifierInput, vocabularies: Vocabularies
) -> list[Issue]:
    """Advice that rests on nothing but recommendations for other people, said to this patient as advice."""
    reasons = [given.unfit.get(chunk.id, "") for chunk in cited]
    if not reasons or not all(reasons) or read_statement(text, vocabularies).stance != "for":
        return []
    message = f"the cited recommendation is not for this patient: {reasons[0]}"
    return [Issue(kind="unsafe", message=message, sentence=number, chunk_ids=[chunk.id for chunk in cited])]


def _old_dose(number: int, text: str, given: VerifierInput, vocabularies: Vocabularies) -> list[Issue]:
    """A dose that its passage changes for this patient, said without the change."""
    said = " ".join(one.text for one in given.draft.sentences)
    doses = [one for one in read_statement(text, vocabularies).amounts if one.kind in {"mass", "g/kg"}]
    drugs = drugs_in(text, vocabularies)
    return [
        Issue(
            kind="unsafe",
            message=f"the cited passage changes this dose for this patient: {caution.because}",
            sentence=number,
            chunk_ids=[caution.chunk_id],
            suggestion=caution.sentence,
        )
        for caution in given.cautions
        if caution.changes
        and caution.sentence not in said
        and drugs & caution.drugs
        and any(
            any(one.agrees(other) for other in read_statement(caution.changes, vocabularies).amounts)
            and not any(one.agrees(other) for other in read_statement(caution.sentence, vocabularies).amounts)
            for one in doses
        )
    ]


def _omissions(given: VerifierInput, vocabularies: Vocabularies) -> list[Issue]:
    """Cautions for this patient that no sentence of the draft brings."""
    said = " ".join(one.text for one in given.draft.sentences)
    spoken = drugs_in(said, vocabularies) | drugs_in(given.question, vocabularies)
    cited = {one for sentence in given.draft.sentences for one in sentence.citations}
    return [
        Issue(
            kind="omission",
            message=f"the evidence has a caution for this patient that the draft leaves out: {caution.because}",
            chunk_ids=[caution.chunk_id],
            suggestion=caution.sentence,
        )
        for caution in given.cautions
        if not caution.own
        and not ((row := row_of(caution.sentence)) and row.barred)
        and not given.unfit.get(caution.chunk_id, "").startswith(OTHER_DOSE)
        and named_by(caution.drugs, spoken, vocabularies)
        and caution.sentence not in said
        and (caution.changes or caution.chunk_id not in cited)
    ]


def _passed_over(given: VerifierInput, vocabularies: Vocabularies) -> list[Issue]:
    """Problems of this patient for which the evidence has advice of its own and of which the draft says nothing."""
    said = " ".join(one.text for one in given.draft.sentences)
    cited = {one for sentence in given.draft.sentences for one in sentence.citations}
    return [
        Issue(
            kind="omission",
            message=f"the evidence has advice for patients with {concern.problem}, and the draft does not speak of it",
            chunk_ids=[concern.chunk_id],
            suggestion=concern.sentence,
        )
        for concern in given.concerns
        if concern.sentence not in said
        and concern.chunk_id not in cited
        and not speaks_of(said, concern.problem, vocabularies)
    ]


def _cites_evidence(report: VerifierReport, given: VerifierInput, _tools: ToolResults) -> Checked[VerifierReport]:
    """Take out issues that point at passages or sentences that are not there."""
    known = {one.chunk.id for bundle in given.bundles for one in bundle.chunks}
    kept: list[ReportedIssue] = []
    rejected: list[Rejection] = []
    for number, issue in enumerate(report.issues):
        there = issue.sentence is None or 0 <= issue.sentence < len(given.draft.sentences)
        if there and set(issue.chunk_ids) <= known:
            kept.append(issue)
        else:
            rejected.append(
                Rejection(path=f"issues[{number}]", reason="it points at what is not there", value=issue.message)
            )
    return Checked(report.model_copy(update={"issues": kept}), rejected)
