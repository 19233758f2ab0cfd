"""One sentence of a criterion: what a record can tell of it, and what stays as it is written."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.around import without_role, without_surroundings
from osler.core.criteria.parsing.as_written import as_written
from osler.core.criteria.parsing.beyond import (
    after_agreement,
    agreed_beside,
    before_agreement,
    beyond_records,
    is_opinion,
)
from osler.core.criteria.parsing.clauses import ClauseReader
from osler.core.criteria.parsing.fragments import is_torn, rejoined, torn_member, without_remarks
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.infections import as_infections
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.persons import pregnancy_state
from osler.core.criteria.parsing.remainder import qualified, with_remainder
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.second_look import looked_over
from osler.core.criteria.parsing.subgroups import names_only_patients, required_of_some
from osler.core.criteria.tree import all_of, any_of, atoms, map_expression
from osler.core.criteria.types import AnyOf, CriterionKind, Expression, SexIs, Unparsed, UnparsedReason
from osler.core.terminology import Vocabularies

_REJOINED = 3
"""Words of a sentence that are joined to their neighbours again, at most."""
_BOTH_SEXES = re.compile(r"\b(?:both|either|any) (?:sex(?:es)?|genders?)\b")


def read_sentence(source: AtomSource, kind: CriterionKind, items: Sequence[Item]) -> Expression | None:
    """The tree of one sentence; what no record can answer, and what is not surely understood, stays whole."""
    while len(items) > 1 and is_kind(items[0], *CONNECTIVES):
        items = items[1:]
    whole = source.span(items[0].start, items[-1].end)
    thought = is_opinion(clean(whole.quote), items)
    items = without_surroundings(source.text, items, kind)
    first, last = items[0].start, items[-1].end
    reader = ClauseReader(source, kind)
    reason = beyond_records(clean(source.text[first:last]), items)
    if thought and reason != "consent":
        return Unparsed(text=whole.quote, reason="judgement", span=whole)
    if reason is not None:
        if kind == "inclusion" and (required := _consent_of_some(source, reader, items, reason)) is not None:
            return required
        if kind == "inclusion" and reason == "consent" and (told := _with_agreement(source, reader, items)) is not None:
            return told
        if kind == "inclusion" and reason == "consent" and (place := after_agreement(source.text, items)) is not None:
            # "Willing to use condoms, OR has been sterilised"
            told = reader.clause([item for item in items[place + 1 :] if not is_kind(item, Kind.COMMA)])
            before = next(n for n in range(place - 1, -1, -1) if n == 0 or not is_kind(items[n], *CONNECTIVES))
            span = source.span(first, items[before].end)
            agreed = Unparsed(text=span.quote, reason=reason, span=span)
            return agreed if told is None else any_of([agreed, told])
        beside = before_agreement(source.text, items, lambda name: _is_named(name, source.vocabularies))
        if beside:
            # "Anaemia, lack of consent": what stands in the list before it is a condition like any other.
            rest = [item for item in items if item.start >= beside[-1].end and not is_kind(item, *CONNECTIVES)]
            others = Unparsed(
                text=source.text[rest[0].start : last], reason=reason, span=source.span(rest[0].start, last)
            )
            offered = any(is_kind(item, Kind.OR) for item in items if beside[-1].end <= item.start < rest[0].start)
            told = reader.clause(beside, inside_not=offered)
            joined = [part for part in (told, others) if part is not None]
            narrowed = is_kind(rest[0], Kind.JOINING)  # "A or B, which in the opinion of the investigator …"
            return any_of(joined) if (kind == "exclusion" and not narrowed) or offered else all_of(joined)
        return Unparsed(text=source.text[first:last], reason=reason, span=source.span(first, last))
    items, remark = without_role(items)
    items, tree, torn = _whole_phrases(source, reader, items)
    if torn and (apart := _with_torn_apart(source, reader, items)) is not None:
        return apart
    if torn:
        # Half a phrase says what the criterion does not: what is not surely understood stays whole.
        return Unparsed(text=source.text[first:last], span=source.span(first, last))
    said = [item.text for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    if tree is None and (sexes := _BOTH_SEXES.search(clean(source.text[first:last]))) is not None:
        span = source.span(first + sexes.start(), first + sexes.end())
        return any_of([SexIs(sex="male", span=span), SexIs(sex="female", span=span)])
    if tree is None and any(len(word) > 1 and not word.isdigit() for word in said):
        return Unparsed(text=whole.quote, span=whole)
    told = (
        None if tree is None else with_remainder(as_infections(looked_over(tree, source), source), items, source.text)
    )
    return told if told is None or not remark else qualified(told, source.text[remark[1].start : remark[-1].end])


def _whole_phrases(
    source: AtomSource, reader: ClauseReader, items: Sequence[Item]
) -> tuple[Sequence[Item], Expression | None, bool]:
    """What a sentence states, read from what of it makes whole phrases, and whether its tree is torn from it all the same."""
    known = source.vocabularies
    tree = reader.clause(items)
    torn = tree is not None and is_torn(tree, items, known)
    for _ in range(_REJOINED):
        row = rejoined(tree, items, known) if torn and tree is not None else None
        if row is None:
            break
        items, tree = row, reader.clause(row)
        torn = tree is not None and is_torn(tree, items, known)
    if torn and (plain := without_remarks(items)) != items:
        # A bracket that states no number only says more; what stands around it may be understood without it.
        tree = reader.clause(plain)
        torn = tree is not None and is_torn(tree, items, known)
    return items, tree, torn


def _with_torn_apart(source: AtomSource, reader: ClauseReader, items: Sequence[Item]) -> Expression | None:
    """A list in which one member was not understood, which stays as it is written; None where it is no plain list."""
    tree = reader.clause(items)
    place = torn_member(tree, items, source.vocabularies) if tree is not None else None
    if place is None:
        return None
    start, end = place
    span = source.span(items[start].start, items[end - 1].end)
    unread = Token(Kind.WORD, span.start, span.end, " ".join(item.text for item in items[start:end]))
    row = [*items[:start], unread, *items[end:]]
    told = reader.clause(row)
    if told is None or is_torn(told, row, source.vocabularies):
        return None
    whole = as_written(Unparsed(text=span.quote, span=span), source)
    return map_expression(told, lambda atom: whole if whole is not None and atom.span == span else atom)


def _with_agreement(source: AtomSource, reader: ClauseReader, items: Sequence[Item]) -> Expression | None:
    """What a record can tell, with the agreement that is asked beside it; None where a sentence is not made so."""
    if (after := _asked_besides(source, reader, items)) is not None:
        return after
    place = agreed_beside(source.text, items)
    before = list(items[:place]) if place is not None else []
    while before and is_kind(before[-1], *CONNECTIVES):
        before.pop()
    told = reader.clause(before) if before else None
    if place is None or told is None or is_torn(told, before, source.vocabularies):
        return None
    if is_kind(items[place], Kind.JOINING) and names_only_patients(told):
        return None  # "Women of childbearing potential who agree to …" says of whom it is asked
    span = source.span(items[place + 1].start, items[-1].end)
    agreed = Unparsed(text=span.quote, reason="consent", span=span)
    if isinstance(told, AnyOf) and told.sense == "requirement":
        # "If she can become pregnant, she has a negative test and agrees to …"
        return told.model_copy(update={"children": (told.children[0], all_of([*told.children[1:], agreed]))})
    return all_of([told, agreed])


def _asked_besides(source: AtomSource, reader: ClauseReader, items: Sequence[Item]) -> Expression | None:
    """ "Must agree to use condoms, and must have a negative test": a result that is asked for after the agreement; None where none is."""
    place = max(
        (n for n, item in enumerate(items[:-2]) if is_kind(item, Kind.AND) or item.text == "and must"), default=0
    )
    opening = items[place + 1].text if place else ""
    rest = items[place + 1 :]
    if opening not in ("must", "has", "have", "had") or not any(
        is_kind(item, Kind.RESULT, Kind.SCALED) for item in rest
    ):
        return None
    if beyond_records(clean(source.text[rest[0].start : rest[-1].end]), rest) is not None:
        return None
    told = reader.clause(rest)
    end = place - 1 if is_kind(items[place - 1], *CONNECTIVES) else place
    if told is None or is_torn(told, rest, source.vocabularies) or not end:
        return None
    span = source.span(items[0].start, items[end - 1].end)
    return all_of([Unparsed(text=span.quote, reason="consent", span=span), told])


def _is_named(name: str, vocabularies: Vocabularies) -> bool:
    return pregnancy_state(name) is not None or names_condition(name, vocabularies)


def _consent_of_some(
    source: AtomSource, reader: ClauseReader, items: Sequence[Item], reason: UnparsedReason
) -> Expression | None:
    """ "Women of childbearing potential must agree to …": what no record holds, asked of some patients only."""

    def body(row: Sequence[Item]) -> Expression:
        if reason == "consent" and (told := _with_agreement(source, reader, row)) is not None:
            return told
        span = source.span(row[0].start, row[-1].end)
        return Unparsed(text=span.quote, reason=reason, span=span)

    required = required_of_some(items, reader.clause, body)
    # "Subjects who the investigator believes will comply": whom somebody else's judgement picks out is no group.
    told = required.children[0] if isinstance(required, AnyOf) else None
    return None if told is not None and any(isinstance(atom, Unparsed) for atom in atoms(told)) else required


def by_lines(
    source: AtomSource, kind: CriterionKind, items: Sequence[Item], whole: Expression | None
) -> Expression | None:
    """What is not understood as one sentence, read line by line where it runs over several; where no line is understood, as it is written."""
    if not isinstance(whole, Unparsed) or whole.reason != "not_understood":
        return whole
    rows: list[list[Item]] = [[items[0]]]
    for before, item in pairwise(items):
        if "\n" in source.text[before.end : item.start]:
            rows.append([])
        rows[-1].append(item)
    if len(rows) < 2:
        return as_written(whole, source)
    trimmed = [row[:-1] if is_kind(row[-1], *CONNECTIVES) else row for row in rows]
    trimmed = [row[:-1] if row and is_kind(row[-1], *CONNECTIVES) else row for row in trimmed]
    parts = [part for row in trimmed if row and (part := read_sentence(source, kind, row)) is not None]
    if all(isinstance(part, Unparsed) for part in parts):
        return as_written(whole, source)
    parts = [part for one in parts if (part := as_written(one, source)) is not None]
    offered = kind == "exclusion" or any(is_kind(row[-1], Kind.OR) for row in rows)
    return any_of(parts) if offered else all_of(parts)
