"""A criterion's text as an expression tree."""

from __future__ import annotations

from collections.abc import Sequence

from osler.core.criteria.lexing.lexer import tokens
from osler.core.criteria.lexing.strokes import with_strokes
from osler.core.criteria.lexing.tokens import Kind
from osler.core.criteria.parsing.demands import is_complete, is_demand
from osler.core.criteria.parsing.excepted_nouns import with_nouns
from osler.core.criteria.parsing.families import of_patient_or_family
from osler.core.criteria.parsing.nested import ListEntry, bind, in_time, outline
from osler.core.criteria.parsing.rows import AtomSource, sort_out
from osler.core.criteria.parsing.sentences import read_sentences
from osler.core.criteria.parsing.slips import as_demanded
from osler.core.criteria.parsing.staged import with_whose_stage
from osler.core.criteria.tree import violated
from osler.core.criteria.types import CriterionKind, Expression, Unparsed, Window
from osler.core.terminology import Vocabularies, bundled_vocabularies

MAX_CHARACTERS = 20_000
"""A longer "criterion" is a document; it is kept as one unparsed atom."""


def parse_criterion(
    text: str,
    vocabularies: Vocabularies | None = None,
    *,
    kind: CriterionKind = "inclusion",
    source_id: str = "criterion",
) -> Expression:
    """The tree of one criterion. The same text gives the same tree; what is not understood stays an unparsed atom.

    Which words are one name is for the vocabularies to say, by default the bundled ones.
    """
    source = AtomSource(source_id, text, vocabularies or bundled_vocabularies())
    if len(text) > MAX_CHARACTERS:
        return too_long(source)
    shape = outline(text)
    if kind == "exclusion" and not shape.entries and is_demand(text):
        demand = with_strokes(_listed(source, "inclusion", shape.start, shape.end, shape.entries), "inclusion")
        if is_complete(text, demand):
            return violated(with_whose_stage(demand))
    told = _listed(source, kind, shape.start, shape.end, shape.entries)
    whole = with_strokes(of_patient_or_family(told), kind)
    whole = with_nouns(
        whole if kind == "inclusion" or shape.entries else as_demanded(whole, source), source.vocabularies
    )
    return with_whose_stage(whole)


def too_long(source: AtomSource) -> Unparsed:
    """A text that is kept as it is, and not parsed."""
    return Unparsed(text=source.text, reason="too_long", span=source.span(0, len(source.text)))


def _listed(source: AtomSource, kind: CriterionKind, start: int, end: int, entries: Sequence[ListEntry]) -> Expression:
    """A lead-in with the list below it."""
    if not entries:
        return read_sentences(source, kind, start, end) or Unparsed(
            text=source.text[start:end].strip(), span=source.span(start, end)
        )
    lead = read_sentences(source, kind, start, end)
    children = [_listed(source, kind, entry.start, entry.end, entry.entries) for entry in entries]
    texts = [source.text[entry.start : entry.end] for entry in entries]
    return in_time(bind(source.text[start:end], lead, children, texts, kind), _lead_windows(source, start, end))


def _lead_windows(source: AtomSource, start: int, end: int) -> tuple[Window, ...]:
    """The times that a lead-in states of every entry ("any of the following within 6 months:")."""
    row = [token._replace(start=token.start + start, end=token.end + start) for token in tokens(source.text[start:end])]
    if not any(token.kind is Kind.COUNT or "following" in token.text for token in row):
        return ()
    if told := tuple(sort_out([token for token in row if token.kind is Kind.TIME], source).windows):
        return told
    # "Within 5 half-lives or 14 days": a time that is not understood is still one.
    return (Window(kind="recent"),) if any(token.text == "within" for token in row) else ()
