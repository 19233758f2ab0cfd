"""Genetic tests that were done before, from a form's entries or a note's sentences."""

from __future__ import annotations

from osler.core.language import AnalysedText, SectionKind
from osler.core.patient.extract.lexicon import any_of, rules, words
from osler.core.patient.types import GeneticTest, PatientRecord
from osler.core.patient.types.genetics import TestResult


def is_genetic_test(text: str) -> bool:
    """Whether words name a genetic test."""
    return words("genetic_tests").search(text) is not None


def result_of(text: str) -> TestResult | None:
    """The result that words state; the rules' order decides between several."""
    for result, phrases in rules()["test_results"].items():
        if any_of(tuple(phrases)).search(text):
            stated: TestResult = result
            return stated
    return None


def add_genetic_tests(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add the genetic tests whose result the note states; one that is only proposed is none."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    for sentence in analysed.sentences:
        section = analysed.section_at(sentence.start).kind
        if section in (SectionKind.PLAN, SectionKind.INSTRUCTIONS) or sentence.kind == "heading":
            continue
        result = result_of(sentence.text) if is_genetic_test(sentence.text) else None
        if result is None or words("proposals").search(sentence.text):
            continue
        record.genetic_tests.append(
            GeneticTest(
                id=f"genetic-test-{len(record.genetic_tests) + 1}",
                text=sentence.text,
                result=result,
                evidence=[document.span(sentence.start, sentence.end)],
            )
        )
