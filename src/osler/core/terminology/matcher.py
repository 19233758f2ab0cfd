"""Finding concepts in text: token windows, hashed without order, looked up in memory-mapped tables.

The cost grows with the length of the text only: a window grows while its neighbouring words occur together in some
name, never beyond the longest name, and a sentence without an end is cut.
"""

from __future__ import annotations

import re

from osler.core.terminology.abbreviated import defined_abbreviations
from osler.core.terminology.compile import LONGEST_NAME
from osler.core.terminology.coordination import shared_heads
from osler.core.terminology.lookup import AND, COMMA, SKIP, SLASH, Hit, NameTable, Phrase
from osler.core.terminology.overlap import longest
from osler.core.terminology.tokens import WORD
from osler.core.terminology.types import Match

_TOKEN = re.compile(rf"{WORD.pattern}|[.;:!?()\[\]{{}},/\n]")
_LONGEST_PHRASE = 150


class TextMatcher:
    """The bundled names, ready to be found in text."""

    def __init__(self, table: NameTable) -> None:
        self._table = table

    def find(self, text: str) -> list[Match]:
        """Every stretch of the text that names a concept, in order of appearance."""
        found: list[Hit] = []
        phrase = Phrase()
        words, learn = self._table.words, self._table.learn
        separator = 0
        for token in _TOKEN.finditer(text):
            surface = token.group()
            word = words.get(surface) or learn(surface)
            root = word.root
            if root > 0:
                phrase.add(word, token.start(), token.end(), separator)
                separator = 0
                if len(phrase.roots) >= _LONGEST_PHRASE:
                    found += self._phrase(phrase)
                    phrase = Phrase()
            elif word is SKIP:
                continue
            elif word is AND or word is COMMA or word is SLASH:
                separator = separator or -root
            else:
                if phrase.roots:
                    found += self._phrase(phrase)
                    phrase = Phrase()
                separator = 0
        if phrase.roots:
            found += self._phrase(phrase)
        found += defined_abbreviations(text, found)
        return sorted(Match(hit.start, hit.end, hit.ids) for hit in found)

    def _phrase(self, phrase: Phrase) -> list[Hit]:
        hits = self._windows(phrase)
        chosen = longest(hits)
        if any(phrase.separators):
            chosen += shared_heads(phrase, self._table, chosen)
        return chosen

    def _windows(self, phrase: Phrase) -> list[Hit]:
        """Every run of neighbouring words that is a name, in any order."""
        table = self._table
        pairs, pair_mask, lookup = table.pairs, table.pair_mask, table.lookup
        roots, words, separators = phrase.roots, phrase.words, phrase.separators
        hits: list[Hit] = []
        count = len(roots)
        for first in range(count):
            if alone := words[first].alone:
                hits.append(Hit(phrase.starts[first], phrase.ends[first], 1, 0, alone))
            total = previous = roots[first]
            crossed = False
            for position in range(first + 1, min(first + LONGEST_NAME, count)):
                current = roots[position]
                if not pairs[(previous + current) & pair_mask]:
                    break
                if separator := separators[position]:
                    if separator == -COMMA.root:
                        break
                    crossed = True
                total += current
                previous = current
                key = lookup(total)
                if key >= 0:
                    distance, ids = table.resolve(key, words[first : position + 1], crossed)
                    if ids:
                        hits.append(
                            Hit(phrase.starts[first], phrase.ends[position], position - first + 1, distance, ids)
                        )
        return hits
