"""Finding concepts in text: token windows, hashed without order, looked up in memory-mapped tables.

The cost grows with the length of the text only: a window grows while its neighbouring words occur together in some
name, never beyond the longest name, and a sentence without an end is cut.
"""

from __future__ import annotations

import re
from itertools import pairwise

from osler.core.terminology.matching.abbreviated import defined_abbreviations
from osler.core.terminology.matching.coordination import shared_heads
from osler.core.terminology.matching.links import pass_over_links
from osler.core.terminology.matching.lookup import (
    ADJECTIVE,
    BARRIER,
    BREAK,
    COMMA,
    COMMA_AND,
    NUMBER,
    PASSED_OVER,
    SKIP,
    Hit,
    NameTable,
    Phrase,
)
from osler.core.terminology.matching.overlap import longest
from osler.core.terminology.matching.torn import counts_what_follows, is_torn
from osler.core.terminology.names.compile import LONGEST_NAME
from osler.core.terminology.names.tokens import join_prefixes
from osler.core.terminology.types import Match

_WORDS = re.compile(r"([^\W_]+)")
_LETTERS = re.compile(r"[^\W\d_](?:[\W_]+[^\W\d_])+")
"""Single letters in a row ("IgG A M"): they name nothing, whatever some vocabulary shortens so."""
_LONGEST_PHRASE = 150
_SPACE = " "
_COMMAS = (COMMA, COMMA_AND)


class TextMatcher:
    """The bundled names, ready to be found in text."""

    def __init__(self, table: NameTable) -> None:
        self._table = table

    def find(self, text: str) -> list[Match]:
        """Every stretch of the text that names a concept, in order of appearance."""
        found: list[Hit] = []
        for phrase in self._phrases(join_prefixes(text)):
            hits = self._windows(phrase)
            bare = phrase.without_passed_over() if phrase.is_loose else None
            if bare is not None:
                hits += self._windows(bare, predicates=True)
            chosen = longest([hit for hit in hits if not counts_what_follows(text, hit.start, hit.end)])
            if phrase.is_list:
                shared = shared_heads(phrase, self._table, chosen)
                if bare is not None:
                    # "The ears were low-set and posteriorly rotated": the list shares the subject across the verb.
                    whole = [hit for hit in chosen if hit.start in bare.starts and hit.end in bare.ends]
                    across = shared_heads(bare, self._table, whole, predicates=True)
                    shared += [hit for hit in across if hit not in shared]
                chosen += shared
            found += [hit for hit in chosen if not is_torn(text, hit.start, hit.end, alone=hit.words == 1)]
        found += defined_abbreviations(text, found, self._named)
        return sorted(
            [Match(start, end, ids) for start, end, _, _, ids in found if not _LETTERS.fullmatch(text, start, end)]
        )

    def may_name(self, text: str) -> bool:
        """Whether the whole text may be one name; false only where it surely is none, which is cheaper than finding all."""
        if "(" in text:
            return True  # an abbreviation that the text defines
        phrases = [phrase for phrase in self._phrases(join_prefixes(text)) if phrase.roots]
        if len(phrases) != 1:
            return False
        phrase = phrases[0]
        if phrase.is_list:
            return True
        rows = (phrase, phrase.without_passed_over()) if phrase.is_loose else (phrase,)
        return any(self._table.lookup(sum(row.roots)) >= 0 for row in rows if row.roots)

    def _named(self, name: str) -> tuple[str, ...]:
        """The concepts of a name that is one as a whole; none of others."""
        hits = (hit for phrase in self._phrases(join_prefixes(name)) for hit in self._windows(phrase))
        return next((hit.ids for hit in hits if (hit.start, hit.end) == (0, len(name))), ())

    def _phrases(self, text: str) -> list[Phrase]:
        """The content words between breaks; a comma, slash or conjunction separates without breaking."""
        words, learn = self._table.words, self._table.learn
        gaps, learn_gap = self._table.gaps, self._table.learn_gap
        phrases = [phrase := Phrase()]
        position, separator = 0, 0
        # Splitting gives gaps and words by turns, which is faster than asking each match for its place.
        parts = iter(_WORDS.split(text))
        for gap, surface in zip(parts, parts, strict=False):
            start = position + len(gap)
            position = start + len(surface)
            if gap != _SPACE and gap:
                kind = gaps.get(gap)
                if kind is None:
                    kind = learn_gap(gap)
                if kind == BREAK:
                    separator = 0
                    if phrase.roots:
                        phrases.append(phrase := Phrase())
                elif kind:
                    separator = separator or kind
            word = words.get(surface) or learn(surface)
            root = word[0]
            if root > 0:
                phrase.roots.append(root)
                phrase.words.append(word)
                phrase.starts.append(start)
                phrase.ends.append(position)
                phrase.separators.append(separator)
                if word[3] & PASSED_OVER:
                    phrase.is_loose = True
                if separator:
                    phrase.is_list = True
                    separator = 0
                if len(phrase.roots) >= _LONGEST_PHRASE:
                    phrases.append(phrase := Phrase())
            elif word is not SKIP:
                separator = COMMA_AND if separator == COMMA else separator or root
        pass_over_links(text, phrases)
        return phrases

    def _windows(self, phrase: Phrase, *, predicates: bool = False) -> list[Hit]:
        """Every run of neighbouring words that is a name, in any order; with `predicates` also one across a verb."""
        table = self._table
        pairs, pair_mask, lookup = table.pairs, table.pair_mask, table.lookup
        roots, words, separators = phrase.roots, phrase.words, phrase.separators
        hits: list[Hit] = []
        count = len(roots)
        # Most words go with no neighbour; whether one does is asked of all at once, before any window is opened.
        opens = [pairs[(one + other) & pair_mask] for one, other in pairwise(roots)]
        for first, total in enumerate(roots):
            if alone := words[first][2]:
                hits.append(Hit(phrase.starts[first], phrase.ends[first], 1, 0, alone))
            if first + 1 == count or not opens[first]:
                continue
            crossed = False
            for position in range(first + 1, min(first + LONGEST_NAME, count)):
                if not opens[position - 1]:
                    break
                if separator := separators[position]:
                    if separator in _COMMAS:
                        break
                    crossed = True
                elif words[position][3] & NUMBER and phrase.starts[position] > phrase.ends[position - 1] + 1:
                    break  # "LAD on 2 May" is no LAD 2: a number belongs to the word just before it
                total += roots[position]
                key = lookup(total)
                if key >= 0 and (
                    hit := self._hit(key, phrase, first, position, crossed=crossed, predicates=predicates)
                ):
                    hits.append(hit)
        return hits

    def _hit(self, key: int, phrase: Phrase, first: int, last: int, *, crossed: bool, predicates: bool) -> Hit | None:
        """What the words from first to last name, or nothing where they do not belong together."""
        table, words, separators = self._table, phrase.words, phrase.separators
        window = words[first : last + 1]
        distance, ids = table.resolve(key, window, crossed)
        if predicates and not ids and phrase.starts[last] > phrase.ends[last - 1] + 1:
            # "Her periods are heavy": what is said of a noun stands before it in its name.
            distance, ids = table.resolve(key, [window[-1], *window[:-1]], crossed)
        if predicates and crossed and last + 1 < len(words) and not separators[last + 1]:
            return None  # "the liver was large and the spleen normal": the second noun has a predicate of its own
        turned = distance > 1 and words[last][3] & BARRIER  # "hyperparathyroidism of other tumours"
        if not ids or turned or (distance and _wants_a_noun(phrase, last)):
            return None
        return Hit(phrase.starts[first], phrase.ends[last], last - first + 1, distance, ids)


def _wants_a_noun(phrase: Phrase, position: int) -> bool:
    """Whether a preposition precedes an adjective and its noun follows: no "tumors of neural" in "of neural crest"."""
    starts, ends = phrase.starts, phrase.ends
    following = position + 1
    return (
        phrase.words[position].role & ~PASSED_OVER == ADJECTIVE
        and starts[position] > ends[position - 1] + 1
        and following < len(starts)
        and starts[following] == ends[position] + 1
    )
