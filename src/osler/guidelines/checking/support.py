"""The check of a sentence against the passages that it cites: every difference that changes its meaning is a fault."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.library import passage_sentences
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.abbreviations import in_full, spelled_out
from osler.guidelines.checking.asserted import asserted_beyond
from osler.guidelines.checking.bare_ages import with_ages_of, with_spans_of
from osler.guidelines.checking.coverage import uncovered
from osler.guidelines.checking.evidence import COVERED, Evidence, SourceText
from osler.guidelines.checking.faults import Fault
from osler.guidelines.checking.findings import findings_of
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.numbering import without_numbering, without_references
from osler.guidelines.checking.own_values import with_own_values
from osler.guidelines.checking.readings import in_plain_words
from osler.guidelines.checking.statements import read_statement
from osler.guidelines.checking.tables import with_rows


def check_sentence(
    sentence: str, cited: Sequence[SourceText], vocabularies: Vocabularies, *, patient: Sequence[str] | None = None
) -> list[Fault]:
    """What is wrong with a sentence, given the passages that it cites; nothing, where it says what they say.

    `patient` is what is known of the patient whom the sentence speaks of, in words: the values that it gives as theirs are
    among these. Where it is None, nobody is asked about, and any value may be somebody's.
    """
    if not cited:
        return [Fault("citation", "the sentence cites nothing that is there")]
    if _is_verbatim(sentence, cited):
        return []
    sentence = without_references(sentence)
    cited = [
        source._replace(text=without_references(source.text), context=without_numbering(source.context))
        for source in cited
    ]
    cited = [source._replace(text=with_rows(source.text)) if "|" in source.text else source for source in cited]
    sentence, texts = in_full(sentence, [source.text for source in cited])
    cited = [source._replace(text=text) for source, text in zip(cited, texts, strict=True)]
    sources = [in_plain_words(f"{one.issuer} {one.context} {one.text}") for one in cited]
    if beyond := asserted_beyond(in_plain_words(sentence), sources):
        return [Fault("unsupported", f"the cited passages do not say {beyond}")]
    evidence = Evidence(cited, vocabularies)
    told = in_plain_words(spelled_out(sentence, [f"{source.context} {source.text}" for source in cited]))
    told = with_spans_of(told, evidence.ages)
    own = with_own_values(told, [in_plain_words(source.text) for source in cited], evidence.ages, patient)
    if own.wrong:
        return [Fault("number", own.wrong)]
    told = with_ages_of(own.text, evidence.ages, [source.text for source in cited])
    found = findings_of(told, sentence, evidence)
    return [Fault(one.kind, one.message) for one in found.standing or found.contrary]


def _is_verbatim(sentence: str, cited: Sequence[SourceText]) -> bool:
    """Whether a sentence is one or more whole sentences of a passage: what a source says itself needs no comparison."""
    wanted = {" ".join(one.text.split()) for one in passage_sentences(sentence)} or {" ".join(sentence.split())}
    return any(wanted <= {" ".join(one.text.split()) for one in passage_sentences(source.text)} for source in cited)


def is_on_the_same(sentence: str, passage: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence of a passage speaks of a drug of another sentence, or where that names none, of most of it."""
    said = read_statement(sentence, vocabularies)
    drugs, words = given_drugs(said), set(said.stems)
    for one in (read_statement(part.text, vocabularies) for part in passage_sentences(passage)):
        if drugs and any(same_drug(drug, other) for drug in drugs for other in given_drugs(one)):
            return True
        if not drugs and len(uncovered(words, one)) <= (1 - COVERED) * len(words):
            return True
    return False
