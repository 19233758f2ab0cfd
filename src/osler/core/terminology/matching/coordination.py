"""Names that share a word in a list: "short and broad thumbs", "malformations of the heart and kidney"."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from osler.core.terminology.matching.lookup import BARRIER, COMMA, DERIVED_DISTANCE, FINDING, Hit, NameTable, Phrase
from osler.core.terminology.names.keys import token_hash
from osler.core.terminology.names.tokens import root

_LONGEST_MEMBER = 3
"""Words of a member in the middle of a list; longer ones end the list."""
_FARTHEST = 4
"""Members between a word and the member that shares it."""
_ABNORMALITY = token_hash(root("abnormality"))
# A size with a noun after it never completes what was said before it: "head circumference and a large mouth".
_SIZES = frozenset(
    token_hash(root(word))
    for word in ("large", "small", "long", "short", "broad", "narrow", "high", "low", "thick", "thin", "deep", "flat")
)

_QUALITIES = frozenset(
    token_hash(root(word))
    for word in (
        "large", "small", "long", "short", "broad", "narrow", "thick", "thin", "deep", "flat", "wide", "absent", "sparse", "coarse", "fine", "hypoplastic", "dysplastic", "prominent", "thickened", "enlarged", "curved",
        "bowed", "everted", "protruding", "pointed", "slender", "dilated", "fused", "bifid", "swollen", "stiff", "dry", "dystrophic",
    )
)  # fmt: skip
"""Adjectives that are said of many parts, so that another adjective may part them from their noun: "short, reddish thumbs"."""

_ORDINALS = frozenset(
    token_hash(root(word))
    for word in ("first", "second", "third", "fourth", "fifth", "1st", "2nd", "3rd", "4th", "5th")
)

_KINDS = frozenset(token_hash(root(word)) for word in ("type", "kind", "form", "variety"))
"""What closes a list of adjectives and adds nothing to the last: "hearing loss of conductive or mixed type"."""

Span = tuple[int, int]


class _List:
    """A phrase as the members of a list, and which of its words already belong to a name of several words."""

    def __init__(self, phrase: Phrase, known: list[Hit], table: NameTable, *, predicates: bool) -> None:
        self._table = table
        self.predicates = predicates
        self._phrase = phrase
        separated = [index for index, separator in enumerate(phrase.separators) if separator and index]
        self.members: list[Span] = list(pairwise([0, *separated, len(phrase.roots)]))
        self.roots = phrase.roots
        self._roles = [word[3] for word in phrase.words]
        self.complete = [False] * len(phrase.roots)
        self.ends_at: dict[int, int] = {}
        for hit in known:
            if hit.words > 1:
                start, end = phrase.starts.index(hit.start), phrase.ends.index(hit.end) + 1
                self.complete[start:end] = [True] * (end - start)
                self.ends_at[start] = end

    def linked(self, left: int, right: int) -> bool:
        """Whether two words occur together in any name."""
        return bool(self._table.pairs[(self.roots[left] + self.roots[right]) & self._table.pair_mask])

    def needs_a_word(self, start: int, end: int) -> bool:
        """Whether these words may be a member's own part: no name yet, and no word for any abnormality."""
        return True not in self.complete[start:end] and _ABNORMALITY not in self.roots[start:end]

    def finding(self, index: int) -> bool:
        """Whether a word is a finding by itself."""
        return bool(self._roles[index] & FINDING)

    def precedes_directly(self, index: int) -> bool:
        """Whether the next word follows with nothing between, not even "of" or "in"."""
        following = index + 1
        return following < len(self.roots) and self._phrase.starts[following] == self._phrase.ends[index] + 1

    def ends_before(self, index: int) -> bool:
        """Whether a noun phrase ends before this word: nothing follows directly, or a verb or the like."""
        closes = self.roots[index] in _KINDS
        return closes or not self.precedes_directly(index - 1) or bool(self._roles[index] & BARRIER)

    def continues(self, member: int) -> bool:
        """Whether an "and" or a slash shows that this member belongs to a list; commas alone do not."""
        starts = (start for start, _ in self.members[member : member + _FARTHEST])
        return any(self._phrase.separators[start] != COMMA for start in starts)

    def ends_list(self, start: int, end: int) -> bool:
        """Whether a member between two others is a finding of its own, so that neither shares a word across it."""
        return True in self.complete[start:end] or any(map(self.finding, range(start, end)))

    def unbroken(self, first: int, last: int) -> bool:
        """Whether no word between says that the list is over."""
        return not any(role & BARRIER for role in self._roles[first : last + 1])


def shared_heads(phrase: Phrase, table: NameTable, known: list[Hit], *, predicates: bool = False) -> list[Hit]:
    """Names that appear when a member of a list is completed by a neighbour's word; with `predicates` also across a verb.

    A member that already is a name of several words neither needs a word nor lets one pass to the next. Two guesses in
    one are too many: names that no vocabulary lists are not completed this way.
    """
    if not known and _ORDINALS.isdisjoint(phrase.roots) and _QUALITIES.isdisjoint(phrase.roots):
        return []
    listed = _List(phrase, known, table, predicates=predicates)
    members = listed.members
    found: dict[Span, Hit] = {}
    for first, indices in _numbered(listed):
        hit = _hit(indices, phrase, table) if listed.unbroken(indices[0], indices[-1]) else None
        if hit and not _is_known(hit, known):
            found.setdefault((phrase.starts[first], hit.end), hit._replace(start=phrase.starts[first]))
    for left in reversed(range(len(members) - 1)):
        for right in range(left + 1, min(left + 1 + _FARTHEST, len(members))):
            for indices in _with_last(listed, left, right):
                hit = _hit(indices, phrase, table) if listed.unbroken(indices[0], indices[-1]) else None
                if hit and not _is_known(hit, known):
                    found.setdefault((hit.start, hit.end), hit)
            for indices in _with_first(listed, left, right):
                # The nearest word completes a member: in "no facial hair, sparse axillary and pubic hair" both are sparse.
                nearer = phrase.starts[members[left][1]]
                if any(hit.start >= nearer and hit.end == phrase.ends[indices[-1]] for hit in found.values()):
                    continue
                hit = _hit(indices, phrase, table) if listed.unbroken(indices[0], indices[-1]) else None
                if hit and not _is_known(hit, known):
                    found.setdefault((hit.start, hit.end), hit)
            start, end = members[right]
            if end - start > _LONGEST_MEMBER or listed.ends_list(start, end):
                break
    both = (
        _hit(indices, phrase, table)
        for indices in (*_doubly_shared(listed), *_past_an_adjective(listed))
        if listed.unbroken(indices[0], indices[-1])
    )
    return sorted({*found.values(), *(hit for hit in both if hit and not _is_known(hit, known))})


def _numbered(listed: _List) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Where each begins, and its words, where numbers share what stands before and after them: "short 4th and 5th metacarpals"."""
    for (start, left), (right, end) in pairwise(listed.members):
        if left - start >= 2 and end - right >= 2 and {listed.roots[left - 1], listed.roots[right]} <= _ORDINALS:
            yield left - 2, (left - 2, left - 1, right + 1)
            yield right, (left - 2, right, right + 1)


def _doubly_shared(listed: _List) -> Iterator[tuple[int, ...]]:
    """The words of each of two members that share what stands before the first and behind the second.

    "Severe growth and mental retardation" is both in its severe form; behind a finding the word before it is that one's alone.
    """
    for (start, left), (right, end) in pairwise(listed.members):
        if left - start < 2 or not 2 <= end - right <= _LONGEST_MEMBER or listed.finding(left - 1):
            continue
        if not listed.needs_a_word(left - 2, left) or not listed.precedes_directly(left - 2):
            continue
        for head in range(right + 1, end):
            yield (left - 2, left - 1, *range(head, end))
        yield (left - 2, *range(right, end))


def _past_an_adjective(listed: _List) -> Iterator[tuple[int, ...]]:
    """A quality with the noun behind the next adjective, of which no name says that: the short thumbs of "short, reddish thumbs"."""
    for (start, left), (right, end) in pairwise(listed.members):
        if left == start or end - right < 2 or right in listed.ends_at or listed.finding(right):
            continue
        if listed.roots[left - 1] not in _QUALITIES or not listed.needs_a_word(left - 1, left):
            continue
        if listed.roots[right] in _QUALITIES or not listed.precedes_directly(right):
            continue
        for last in range(min(end, right + 1 + _LONGEST_MEMBER), right + 1, -1):
            yield (left - 1, *range(right + 1, last))


def _with_last(listed: _List, member: int, later: int) -> Iterator[tuple[int, ...]]:
    """A member's own words with the end of the name that a later one begins with."""
    left, right = listed.members[member], listed.members[later]
    end = listed.ends_at.get(right[0])
    if end is None or listed.finding(left[1] - 1):
        return
    for shared in range(right[0] + 1, end):
        if listed.linked(left[1] - 1, shared):
            for own in range(1, min(3, left[1] - left[0]) + 1):
                if not listed.needs_a_word(left[1] - own, left[1]):
                    break
                yield (*range(left[1] - own, left[1]), *range(shared, end))


def _with_first(listed: _List, member: int, later: int) -> Iterator[tuple[int, ...]]:
    """A later member's own words with the beginning of what a member ends with."""
    left, right = listed.members[member], listed.members[later]
    if listed.roots[right[0]] in _SIZES and (right[1] - right[0] > 1 or not listed.predicates):
        return
    for last_shared in range(left[1] - 2, max(left[1] - 4, left[0] - 1), -1):
        if listed.linked(last_shared, right[0]) and listed.continues(later):
            if listed.finding(last_shared) and listed.precedes_directly(last_shared):
                continue
            for own in range(1, min(2, right[1] - right[0]) + 1):
                if not listed.needs_a_word(right[0], right[0] + own):
                    break
                if right[0] + own < right[1] and not listed.ends_before(right[0] + own):
                    continue
                for first_shared in range(last_shared, max(last_shared - 2, left[0] - 1), -1):
                    yield (
                        *range(first_shared, last_shared + 1),
                        *range(right[0], right[0] + own),
                    )


def _hit(indices: tuple[int, ...], phrase: Phrase, table: NameTable) -> Hit | None:
    roots = phrase.roots
    total = previous = roots[indices[0]]
    for index in indices[1:]:
        current = roots[index]
        if not table.pairs[(previous + current) & table.pair_mask]:
            return None
        total += current
        previous = current
    key = table.lookup(total)
    if key < 0:
        return None
    distance, ids = table.resolve(key, [phrase.words[index] for index in indices], False)
    if not ids or distance == DERIVED_DISTANCE:
        return None
    return Hit(phrase.starts[indices[0]], phrase.ends[indices[-1]], len(indices), distance, ids)


def _is_known(hit: Hit, known: list[Hit]) -> bool:
    return any(hit.ids[0] in other.ids and hit.start < other.end and other.start < hit.end for other in known)
