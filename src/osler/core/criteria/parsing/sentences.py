"""The sentences of a criterion: which ask something, which say more of the one before them, and which say nothing."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from osler.core.criteria.lexing.lexer import tokens
from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.plain import clean
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.asides import named_whole
from osler.core.criteria.parsing.clauses import ClauseReader
from osler.core.criteria.parsing.contraception import asked_of_women
from osler.core.criteria.parsing.grouping import Group, Item, grouped, is_kind, split_at
from osler.core.criteria.parsing.labels import is_glossed, is_stated
from osler.core.criteria.parsing.later import explains
from osler.core.criteria.parsing.lists import one_list, with_values_joined
from osler.core.criteria.parsing.permitted import or_permitted, states_limit
from osler.core.criteria.parsing.rows import AtomSource
from osler.core.criteria.parsing.sentence import by_lines, read_sentence
from osler.core.criteria.parsing.shown import is_test
from osler.core.criteria.parsing.silent import (
    PERMITTED,
    asks_nothing,
    before_words,
    is_glossary,
    is_permission,
    tells_of_later,
    with_permissions_apart,
)
from osler.core.criteria.parsing.words import strip_frames
from osler.core.criteria.tree import all_of, any_of, atoms, defined_as
from osler.core.criteria.types import AllOf, AnyOf, CriterionKind, Except, Expression, Finding, Not, SexIs, Unparsed

_DEMAND = re.compile(r"^(?!.*\b(?:not|exclu\w+|ineligible)\b).*\b(?:should|must)\b")
# "This criterion does not apply to postmenopausal women": whom the sentence before it leaves out.
_SPARED = re.compile(
    r"^\W*not\s+applicable\s+(?:to|for|in|if)\b|^(?:this|these|the|such)?\s*(?:above\s+)?(?:criteri(?:on|a)|exclusions?|restrictions?|requirements?)?\s*(?:do|does|will)\s+not\s+apply\s+(?:to|for|in|if)\b"
    r"|^\W*(?:patients|subjects|participants|they|women|men)\s+(?:are|will)\s+not\s+(?:be\s+)?considered\s+to\s+have\b[^.,;]*?\bif\b"
)
# "In the case of infantile spasms this could include steroids": how the sentence before it is meant of some.
_IN_SOME_CASE = re.compile(
    r"\W*(?:in|for|if)\b[^,;]*\bth(?:is|ese)\s+(?:could|may|might|can|would)\s+(?:also\s+)?include\b"
)
# "For patients receiving X the threshold does not apply": of whom the sentence before it asks less.
_WAIVED = re.compile(
    r"\b(?:threshold|limit|cut-?off|requirement|criterion|restriction|rule)s?\s+(?:do|does|will)\s+not\s+apply\W*$"
)
_GOES_ON = re.compile(
    r"\W*(?:these|this|such|the following)\s+(?:\w+\s+){0,3}?(?:include|includes|are|is|may|can)\b"
    r"|\W*examples?\s+of\s+(?:[\w-]+\s+){1,5}?(?:would\s+)?(?:include|includes|are|is)\b"
    r"|\W*(?:examples?\s+of\s+)?(?:(?:medically\s+|highly\s+)?(?:acceptable|accepted|adequate|appropriate|effective|reliable|approved|allowed|permitted|suitable|recommended))\s+(?:[\w-]+\s+){0,4}?(?:methods?|forms?|means|contraception|contraceptives?|measures?)\s+(?:[\w-]+\s+){0,4}?(?:include|includes|are|is|may|can)\b"
)


def read_sentences(source: AtomSource, kind: CriterionKind, start: int, end: int) -> Expression | None:
    """The sentences of a stretch: all must hold of an inclusion, any of an exclusion."""
    row = tokens(source.text[start:end])
    if start:
        row = [Token(kind_of, first + start, last + start, text) for kind_of, first, last, text in row]
    whole = split_at(
        named_whole(with_values_joined(one_list(grouped(row))), source.text), lambda item: is_kind(item, Kind.STOP)
    )
    told = _Told(source, kind, is_glossed(row), ended=start)
    for stretch in with_permissions_apart(whole, source.text):
        told.take(_opened(source, stretch))
    if not told.parts:
        return told.silent
    return any_of(told.parts) if kind == "exclusion" else all_of(told.parts)


@dataclass
class _Told:
    """What the sentences so far have told."""

    source: AtomSource
    kind: CriterionKind
    glossed: bool
    ended: int
    """Where the last sentence that was looked at ends."""
    parts: list[Expression] = field(default_factory=list)
    silent: Unparsed | None = None
    """The first sentence that states no condition."""
    goes_on: bool = False
    """Whether what goes on explains what no record holds."""

    def take(self, items: Sequence[Item]) -> None:
        """Read one more sentence."""
        first, last = items[0].start, items[-1].end
        words = clean(self.source.text[first:last])
        tree = by_lines(self.source, self.kind, items, self._read(items))
        points_back = isinstance(tree, Finding) and tree.name.lower() in cues().points_back
        if tree is None or _only_announces(tree, items) or points_back or self._spares(items, words):
            return
        permitted = PERMITTED.search(words)
        if self.kind == "inclusion" and isinstance(tree, Except) and permitted:
            # "Prior statins are permitted, except simvastatin" asks for no simvastatin, and for no statin either way.
            cue = self.source.span(first + permitted.start(), first + permitted.end())
            self.parts.append(Not(child=any_of(list(tree.exceptions)), cue=cue))
        elif self._is_bracket(items) and any(map(is_test, atoms(tree))):
            self.parts[-1] = _with_values(self.parts[-1], tree, self.kind)
        elif self.parts and self.kind == "inclusion" and permitted and states_limit(items):
            start, end = first + permitted.start(), first + permitted.end()
            self.parts[-1] = or_permitted(self.parts[-1], items, start, end, self.source, self._alternatives)
        elif self._says_nothing(items, words):
            span = self.source.span(first, last)
            self.silent = self.silent or Unparsed(text=span.quote, reason="no_condition", span=span)
        elif self.parts and permitted:
            self._permit(items, permitted, tree)
        else:
            self._add(items, tree)

    def _read(self, items: Sequence[Item]) -> Expression | None:
        whom = ClauseReader(self.source, self.kind).clause
        asked = asked_of_women(self.source, items, whom) if self.kind == "exclusion" else None
        return asked or read_sentence(self.source, self.kind, items)

    def _alternatives(self, row: Sequence[Item]) -> Expression | None:
        return read_sentence(self.source, "exclusion", row)

    def _add(self, items: Sequence[Item], tree: Expression) -> None:
        told = explains(self.parts[-1], items, self._alternatives) if self.parts else None
        if told is not None:
            self.parts[-1] = told
        elif (self.parts and is_kind(items[0], Kind.OR)) or (
            self.parts and self.kind == "inclusion" and _begin_with_other_sexes(self.parts[-1], tree)
        ):
            self.parts[-1] = any_of([self.parts[-1], tree])
        else:
            self.parts.append(tree)

    def _spares(self, items: Sequence[Item], words: str) -> bool:
        """Whether a sentence says to whom the one before it does not apply; they are then taken out of it."""
        spared = _SPARED.search(words) if self.parts and ("appl" in words or "considered" in words) else None
        if spared is None:
            return False
        told = self._read([item for item in items if item.start >= items[0].start + spared.end()])
        if told is not None:
            before = self.parts[-1]
            lifted = Except(child=before, exceptions=(told,)) if self.kind == "exclusion" else any_of([before, told])
            self.parts[-1] = lifted
        return True

    def _is_bracket(self, items: Sequence[Item]) -> bool:
        return bool(self.parts) and len(items) == 1 and isinstance(items[0], Group)

    def _says_nothing(self, items: Sequence[Item], words: str) -> bool:
        """Whether a sentence asks nothing of a patient."""
        first, last = items[0].start, items[-1].end
        # "These methods include …" of what no record holds tells of nothing that one does.
        told_on = bool(self.parts) and isinstance(self.parts[-1], Unparsed) and _GOES_ON.match(words) is not None
        self.goes_on = told_on or (self.goes_on and ";" in self.source.text[self.ended : first])
        self.ended = last
        waived = bool(self.parts) and _WAIVED.search(words) is not None
        remark = (
            waived
            or self.goes_on
            or self._is_bracket(items)
            or (not self.parts and is_permission(self.kind, words, items))
        )
        # "NYHA II: slight limitation. Comfortable at rest": the meaning of a class goes on.
        remark = remark or (self.glossed and bool(self.parts) and not any(map(is_stated, items)))
        # What somebody must do is no reason to leave anybody out.
        said = bool(self.parts) or self.silent is not None
        asked = said and self.kind == "exclusion" and ("should" in words or "must" in words)
        remark = remark or (bool(self.parts) and _IN_SOME_CASE.match(words) is not None)
        remark = remark or (asked and _DEMAND.search(words) is not None) or (bool(self.parts) and tells_of_later(words))
        lifts = bool(self.parts) and self.kind == "exclusion" and PERMITTED.search(words) is not None
        return remark or (asks_nothing(words) and not lifts) or is_glossary(self.source.text[first:last])

    def _permit(self, items: Sequence[Item], permitted: re.Match[str], tree: Expression) -> None:
        """Take out of the sentence before it what a sentence permits."""
        first, before = items[0].start, self.parts[-1]
        lifted = before_words(items, first + permitted.start())
        spared = (self._read(lifted) or tree) if lifted else None
        if spared is not None and self.kind == "exclusion":
            proviso = _proviso(self.source, [item for item in items if item.start >= first + permitted.end()])
            told = spared if proviso is None else all_of([spared, proviso])
            self.parts[-1] = Except(child=before, exceptions=(told,))
        elif spared is not None and isinstance(before, Not):
            # "No prior chemotherapy, but adjuvant chemotherapy is allowed"
            self.parts[-1] = before.model_copy(update={"child": Except(child=before.child, exceptions=(spared,))})


def _begin_with_other_sexes(first: Expression, second: Expression) -> bool:
    """ "Women are aged 45-70. Men are aged 40-70": two sentences, each on one sex, of which nobody meets both."""
    if not isinstance(first, AllOf) or not isinstance(second, AllOf):
        return False
    told = [_sexes_asked(tree) for tree in (first, second)]
    return all(len(sexes) == 1 for sexes in told) and told[0] != told[1]


def _sexes_asked(tree: Expression) -> set[str]:
    """The sexes that a sentence asks for, whatever else it asks."""
    if isinstance(tree, SexIs):
        return {tree.sex}
    if isinstance(tree, AnyOf) and tree.sense == "definition":
        return _sexes_asked(tree.children[0])
    return set().union(*map(_sexes_asked, tree.children)) if isinstance(tree, AllOf) else set()


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


def _proviso(source: AtomSource, items: Sequence[Item]) -> Expression | None:
    """What a permission asks for ("… are not excluded if they had a complete resection"); None where it asks nothing."""
    place = next((n for n, item in enumerate(items) if is_kind(item, Kind.CONDITION)), None)
    return ClauseReader(source, "inclusion").clause(items[place + 1 :]) if place is not None else None


def _only_announces(tree: Expression, items: Sequence[Item]) -> bool:
    """Whether a sentence only opens a list ("Patients must have:"): no word of it says anything."""
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    ends = is_kind(items[-1], Kind.COLON)
    if ends and len(items) == len(words) + 2 and is_kind(items[-2], Kind.EXAMPLES):
        return not strip_frames(words)  # "This includes:"
    return ends and isinstance(tree, Unparsed) and len(words) == len(items) - 1 and not strip_frames(words)
