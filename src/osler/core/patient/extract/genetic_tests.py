"""Genetic tests that were done before, from a form's entries or a note's sentences."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from osler.core.evidence import Evidence
from osler.core.language import AnalysedText, SectionKind, Sentence
from osler.core.patient.extract.gene_results import Said, abnormal_karyotype, gene_results
from osler.core.patient.extract.genetic_test_names import name_of_test
from osler.core.patient.extract.lexicon import any_of, rules, words
from osler.core.patient.extract.times import clinical_time
from osler.core.patient.types import ClinicalTime, GeneticTest, PatientRecord, TimePoint
from osler.core.patient.types.genetics import Gene, GenomicInterpretation, TestResult

_YEAR = re.compile(r"(?<![\d.:/])\b((?:19[89]|20[0-4])\d)\b(?![\d.:/]|\s*(?:genes|variants|probes|markers))")
"""A bare year, as results carry it: "Array CGH (2022)"."""
_LONGEST_DATE = 18
"""Characters in which a date has its year."""
_PROPOSING = (SectionKind.PLAN, SectionKind.INSTRUCTIONS)


def is_genetic_test(text: str) -> bool:
    """Whether words name a genetic test; a panel of antibodies or of liver enzymes is none."""
    named = words("genetic_tests").search(_other_panel().sub(" ", text) if "panel" in text.casefold() else text)
    return named is not None


@cache
def _other_panel() -> re.Pattern[str]:
    kinds = "|".join(map(re.escape, rules()["other_panels"]))
    return re.compile(
        rf"\b(?:{kinds})[\s-](?:antibody[\s-]|serology[\s-])?panels?\b|\bpanels?\s(?:of|for)\s(?:\w+\s)?(?:{kinds})\b",
        re.IGNORECASE,
    )


_CHANGED = re.compile(
    r"(?<![\w-])[A-Z]\d{2,4}[A-Z*](?![\w-])|\bp\.[A-Z]|\bc\.\d|\bexon \d{1,2} (?:del|ins|skip)|\b(?<!no )fusion\b"
)
"""A change of a gene as it is written: beside one, a gene that is negative says nothing of the whole test."""


def result_of(text: str) -> TestResult | None:
    """The result that words state beside the names of tests ("deletion analysis"); the rules' order decides between several."""
    bare = words("names_of_gene_tests").sub(" ", text)
    for result, phrases in rules()["test_results"].items():
        if any_of(tuple(phrases)).search(bare):
            stated: TestResult = result
            return stated
    return None


def add_genetic_tests(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add the genetic tests whose result the note states, with the genes; one that is only proposed is none."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    symbols = frozenset(analysed.vocabularies.annotations.symbols)
    in_context = False
    for sentence in analysed.sentences:
        section = analysed.section_at(sentence.start).kind
        if section in _PROPOSING or sentence.kind == "heading" or words("proposals").search(sentence.text):
            continue
        evidence: list[Evidence] = [document.span(sentence.start, sentence.end)]
        known = () if section is SectionKind.FAMILY_HISTORY else symbols
        found = list(_tests(sentence.text, known, _told(analysed, sentence.start), in_context))
        for test in found:
            said = {
                "id": f"genetic-test-{len(record.genetic_tests) + 1}",
                "evidence": evidence,
                "time": test.time or _day_of(test, sentence, analysed),
            }
            record.genetic_tests.append(test.model_copy(update=said))
            if test.result == "positive":
                record.genomic_interpretations += [
                    _causative(gene, evidence, len(record.genomic_interpretations) + place)
                    for place, gene in enumerate(test.genes, start=1)
                ]
        in_context = bool(found) or is_genetic_test(sentence.text)


def _day_of(test: GeneticTest, sentence: Sentence, analysed: AnalysedText) -> ClinicalTime | None:
    """When a test was done, by the date or bare year of its sentence: of several the one next to its first gene."""
    days = {
        time.start - sentence.start: clinical_time(time)
        for time in analysed.times_between(sentence.start, sentence.end)
        if time.date is not None and not time.since
    }
    for year in _YEAR.finditer(sentence.text):
        if not any(0 <= year.start() - place < _LONGEST_DATE for place in days):
            days[year.start()] = ClinicalTime(at=TimePoint(date=year[1]), text=year[1])
    symbol = next((gene.symbol for gene in test.genes if gene.symbol), None)
    place = sentence.text.find(symbol) if symbol else -1
    if not days or (len(days) > 1 and place < 0):
        return None
    return days[min(days, key=lambda start: abs(start - place))]


def _told(analysed: AnalysedText, offset: int) -> Said:
    """What the analysed note says of the words at a place of the sentence that begins at an offset."""
    return lambda start, end: analysed.assertion_at(offset + start, offset + end)


def _tests(sentence: str, symbols: Collection[str], said: Said, in_context: bool) -> Iterator[GeneticTest]:
    """The tests of a sentence: one for each group of genes that has a result, else one for the sentence."""
    karyotype = abnormal_karyotype(sentence, said)
    named = name_of_test(sentence)
    if karyotype is not None:
        yield GeneticTest(id="", text=named or "karyotype", result="positive", result_text=karyotype)
    by_gene = list(gene_results(sentence, symbols, said, in_context=in_context))
    for item in by_gene:
        name = named or ", ".join(item.genes) or sentence
        yield GeneticTest(id="", text=name, result=item.result, genes=[Gene(symbol=one) for one in item.genes])
    result = result_of(sentence) if is_genetic_test(sentence) else None
    mixed = result == "negative" and _CHANGED.search(sentence) is not None
    if result is not None and not by_gene and karyotype is None and not mixed:
        yield GeneticTest(id="", text=named or sentence, result=result)


def _causative(gene: Gene, evidence: list[Evidence], number: int) -> GenomicInterpretation:
    return GenomicInterpretation(
        id=f"genomic-interpretation-{number}",
        text=gene.symbol,
        gene=gene,
        interpretation="causative",
        evidence=evidence,
    )
