"""A criterion's text as an expression tree."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from osler.core.criteria.lexing.lexer import clean, tokens
from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.strokes import with_strokes
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.around import without_surroundings
from osler.core.criteria.parsing.asides import named_whole
from osler.core.criteria.parsing.beyond import after_agreement, agreed_beside, before_agreement, beyond_records
from osler.core.criteria.parsing.clauses import ClauseReader
from osler.core.criteria.parsing.demands import is_complete, is_demand
from osler.core.criteria.parsing.fragments import is_torn, without_remarks
from osler.core.criteria.parsing.grouping import Group, Item, grouped, is_kind, split_at
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.labels import is_glossed, is_stated
from osler.core.criteria.parsing.later import explains
from osler.core.criteria.parsing.lists import CONNECTIVES, one_list
from osler.core.criteria.parsing.nested import ListEntry, bind, in_time, outline
from osler.core.criteria.parsing.persons import pregnancy_state
from osler.core.criteria.parsing.rows import AtomSource, sort_out
from osler.core.criteria.parsing.shown import is_test
from osler.core.criteria.parsing.silent import (
    PERMITTED,
    asks_nothing,
    before_words,
    is_glossary,
    is_permission,
    with_permissions_apart,
)
from osler.core.criteria.parsing.subgroups import required_of_some
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.tree import all_of, any_of, atoms, defined_as, violated
from osler.core.criteria.types import (
    AllOf,
    AnyOf,
    CriterionKind,
    Except,
    Expression,
    Finding,
    Not,
    SexIs,
    Unparsed,
    UnparsedReason,
    Window,
)
from osler.core.terminology import Vocabularies, bundled_vocabularies

MAX_CHARACTERS = 20_000
"""A longer "criterion" is a document; it is kept as one unparsed atom."""


_BOTH_SEXES = re.compile(r"\b(?:both|either|any) (?:sex(?:es)?|genders?)\b")
_DEMAND = re.compile(r"^(?!.*\b(?:not|exclu\w+|ineligible)\b).*\b(?:should|must)\b")
# "This criterion does not apply to postmenopausal women": whom the sentence before it leaves out.
_SPARED = re.compile(
    r"^\W*not\s+applicable\s+(?:to|for|in|if)\b|^(?:this|these|the|such)?\s*(?:above\s+)?(?:criteri(?:on|a)|exclusions?|restrictions?|requirements?)?\s*(?:do|does|will)\s+not\s+apply\s+(?:to|for|in|if)\b"
)


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
            return violated(demand)
    return with_strokes(_listed(source, kind, shape.start, shape.end, shape.entries), kind)


def too_long(source: AtomSource) -> Unparsed:
    """A text that is kept as it is, and not parsed."""
    return Unparsed(text=source.text, reason="too_long", span=source.span(0, len(source.text)))


def _listed(source: AtomSource, kind: CriterionKind, start: int, end: int, entries: Sequence[ListEntry]) -> Expression:
    """A lead-in with the list below it."""
    if not entries:
        return _sentences(source, kind, start, end) or Unparsed(
            text=source.text[start:end].strip(), span=source.span(start, end)
        )
    lead = _sentences(source, kind, start, end)
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


def _sentences(source: AtomSource, kind: CriterionKind, start: int, end: int) -> Expression | None:
    """The sentences of a stretch: all must hold of an inclusion, any of an exclusion."""
    row = [token._replace(start=token.start + start, end=token.end + start) for token in tokens(source.text[start:end])]
    parts: list[Expression] = []
    silent: Unparsed | None = None
    glossed, goes_on, ended = is_glossed(row), False, start
    whole = split_at(named_whole(one_list(grouped(row)), source.text), lambda item: is_kind(item, Kind.STOP))
    for stretch in with_permissions_apart(whole, source.text):
        items = _opened(source, stretch)
        first, last = items[0].start, items[-1].end
        words = clean(source.text[first:last])
        tree = _by_lines(source, kind, items, _sentence(source, kind, items))
        if (
            tree is None
            or _only_announces(tree, items)
            or (isinstance(tree, Finding) and tree.name.lower() in cues().points_back)
        ):
            continue
        if parts and (spared := _SPARED.search(words)):
            told = _sentence(source, kind, [item for item in items if item.start >= first + spared.end()])
            if told is not None:
                parts[-1] = (
                    Except(child=parts[-1], exceptions=(told,)) if kind == "exclusion" else any_of([parts[-1], told])
                )
            continue
        if kind == "inclusion" and isinstance(tree, Except) and (permitted := PERMITTED.search(words)):
            # "Prior statins are permitted, except simvastatin" asks for no simvastatin, and for no statin either way.
            cue = source.span(first + permitted.start(), first + permitted.end())
            parts.append(Not(child=any_of(list(tree.exceptions)), cue=cue))
            continue
        remark = not parts and is_permission(kind, words, items)
        bracket = bool(parts) and len(items) == 1 and isinstance(items[0], Group)
        if bracket and any(map(is_test, atoms(tree))):
            parts[-1] = _with_values(parts[-1], tree, kind)
            continue
        remark = remark or bracket
        # "NYHA II: slight limitation. Comfortable at rest": the meaning of a class goes on.
        remark = remark or (glossed and bool(parts) and not any(map(is_stated, items)))
        # What somebody must do is no reason to leave anybody out.
        said = bool(parts) or silent is not None
        remark = remark or (said and kind == "exclusion" and _DEMAND.search(words) is not None)
        # "These methods include …" of what no record holds tells of nothing that one does.
        told_on = bool(parts) and isinstance(parts[-1], Unparsed) and _GOES_ON.match(words) is not None
        goes_on = told_on or (goes_on and ";" in source.text[ended:first])
        remark, ended = remark or goes_on, last
        lifts = bool(parts) and kind == "exclusion" and PERMITTED.search(words) is not None
        if (asks_nothing(words) and not lifts) or is_glossary(source.text[first:last]) or remark:
            silent = silent or Unparsed(
                text=source.text[first:last], reason="no_condition", span=source.span(first, last)
            )
            continue
        if parts and (permitted := PERMITTED.search(words)):
            lifted = before_words(items, first + permitted.start())
            if kind == "exclusion" and lifted:
                spared_ones = _sentence(source, kind, lifted) or tree
                proviso = _proviso(source, [item for item in items if item.start >= first + permitted.end()])
                told = spared_ones if proviso is None else all_of([spared_ones, proviso])
                parts[-1] = Except(child=parts[-1], exceptions=(told,))
            elif kind == "inclusion" and lifted and isinstance(denied := parts[-1], Not):
                # "No prior chemotherapy, but adjuvant chemotherapy is allowed"
                spared_one = _sentence(source, kind, lifted) or tree
                parts[-1] = denied.model_copy(update={"child": Except(child=denied.child, exceptions=(spared_one,))})
            continue
        if parts and (told := explains(parts[-1], items, lambda row: _sentence(source, "exclusion", row))) is not None:
            parts[-1] = told
        elif parts and is_kind(items[0], Kind.OR):
            parts[-1] = any_of([parts[-1], tree])
        else:
            parts.append(tree)
    if not parts:
        return silent
    return any_of(parts) if kind == "exclusion" else all_of(parts)


def _with_values(told: Expression, values: Expression, kind: CriterionKind) -> Expression:
    """ "Women with liver disease. (ALT > 2 x ULN)": what is meant by it; of an inclusion one more thing that is asked."""
    if kind == "inclusion":
        return all_of([told, values])
    if isinstance(told, AllOf):
        return all_of([*told.children[:-1], defined_as(told.children[-1], values)])
    return defined_as(told, values)


def _opened(source: AtomSource, items: list[Item]) -> list[Item]:
    """A sentence in brackets that says to whom the one before it does not apply, without them."""
    first = items[0]
    spares = (
        isinstance(first, Group) and len(items) == 1 and _SPARED.search(clean(source.text[first.start : first.end]))
    )
    return first.items if isinstance(first, Group) and spares else items


def _by_lines(
    source: AtomSource, kind: CriterionKind, items: Sequence[Item], whole: Expression | None
) -> Expression | None:
    """What is not understood as one sentence, read line by line where it runs over several; the whole where no line is understood."""
    if not isinstance(whole, Unparsed) or whole.reason != "not_understood":
        return whole
    rows: list[list[Item]] = [[items[0]]]
    for before, item in pairwise(items):
        if "\n" in source.text[before.end : item.start]:
            rows.append([])
        rows[-1].append(item)
    if len(rows) < 2:
        return whole
    trimmed = [row[:-1] if is_kind(row[-1], *CONNECTIVES) else row for row in rows]
    trimmed = [row[:-1] if row and is_kind(row[-1], *CONNECTIVES) else row for row in trimmed]
    parts = [part for row in trimmed if row and (part := _sentence(source, kind, row)) is not None]
    if all(isinstance(part, Unparsed) for part in parts):
        return whole
    offered = kind == "exclusion" or any(is_kind(row[-1], Kind.OR) for row in rows)
    return any_of(parts) if offered else all_of(parts)


def _proviso(source: AtomSource, items: Sequence[Item]) -> Expression | None:
    """What a permission asks for ("… are not excluded if they had a complete resection"); None where it asks nothing."""
    place = next((n for n, item in enumerate(items) if is_kind(item, Kind.CONDITION)), None)
    return ClauseReader(source, "inclusion").clause(items[place + 1 :]) if place is not None else None


def _only_announces(tree: Expression, items: Sequence[Item]) -> bool:
    """Whether a sentence only opens a list ("Patients must have:"): no word of it says anything."""
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    ends = is_kind(items[-1], Kind.COLON)
    return ends and isinstance(tree, Unparsed) and len(words) == len(items) - 1 and not strip_frames(words)


def _sentence(source: AtomSource, kind: CriterionKind, items: Sequence[Item]) -> Expression | None:
    while len(items) > 1 and is_kind(items[0], *CONNECTIVES):
        items = items[1:]
    items = without_surroundings(source.text, items, kind)
    first, last = items[0].start, items[-1].end
    reader = ClauseReader(source, kind)
    reason = beyond_records(clean(source.text[first:last]), items)
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
    tree = reader.clause(items)
    torn = tree is not None and is_torn(tree, items, source.vocabularies)
    if torn and (plain := without_remarks(items)) != items:
        # A bracket that states no number only says more; what stands around it may be understood without it.
        tree = reader.clause(plain)
        torn = tree is not None and is_torn(tree, items, source.vocabularies)
    if torn:
        # Half a phrase says what the criterion does not: what is not surely understood stays whole.
        return Unparsed(text=source.text[first:last], span=source.span(first, last))
    said = [item.text for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    if tree is None and (sexes := _BOTH_SEXES.search(clean(source.text[first:last]))) is not None:
        span = source.span(first + sexes.start(), first + sexes.end())
        return any_of([SexIs(sex="male", span=span), SexIs(sex="female", span=span)])
    if tree is None and any(len(word) > 1 and not word.isdigit() for word in said):
        return Unparsed(text=source.text[first:last], span=source.span(first, last))
    return tree


def _with_agreement(source: AtomSource, reader: ClauseReader, items: Sequence[Item]) -> Expression | None:
    """What a record can tell, with the agreement that is asked beside it; None where a sentence is not made so."""
    place = agreed_beside(source.text, items)
    before = list(items[:place]) if place is not None else []
    while before and is_kind(before[-1], *CONNECTIVES):
        before.pop()
    told = reader.clause(before) if before else None
    if place is None or told is None or is_torn(told, before, source.vocabularies):
        return None
    span = source.span(items[place + 1].start, items[-1].end)
    agreed = Unparsed(text=span.quote, reason="consent", span=span)
    if isinstance(told, AnyOf) and told.sense == "requirement":
        # "If she can become pregnant, she has a negative test and agrees to …"
        return told.model_copy(update={"children": (told.children[0], all_of([*told.children[1:], agreed]))})
    return all_of([told, agreed])


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

    return required_of_some(items, reader.clause, body)


_GOES_ON = re.compile(
    r"\W*(?:these|this|such|the following)\s+(?:\w+\s+){0,3}?(?:include|includes|are|is|may|can)\b"
    r"|\W*examples?\s+of\s+(?:[\w-]+\s+){1,5}?(?:would\s+)?(?:include|includes|are|is)\b"
    r"|\W*(?:examples?\s+of\s+)?(?:(?:medically\s+|highly\s+)?(?:acceptable|accepted|adequate|appropriate|effective|reliable|approved|allowed|permitted|suitable|recommended))\s+(?:[\w-]+\s+){0,4}?(?:methods?|forms?|means|contraception|contraceptives?|measures?)\s+(?:[\w-]+\s+){0,4}?(?:include|includes|are|is|may|can)\b"
)
