"""Count how often each kind of search answer is right, and write the table that confidences come from.

Three kinds of question, drawn at random from the bundled vocabularies: names that are in the index (for exact answers),
synonyms withheld from it one at a time (for answers in other words), and names with a slip of the pen (for misspellings).

    python -m scripts.fit_search_calibration
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from osler.core.terminology.search import Query, Searcher, merge, same_meaning
from osler.core.terminology.search.confidence import Cell, cells
from osler.core.terminology.search.normal import normalise
from osler.core.terminology.search.searcher import abbreviations
from osler.core.terminology.sources.local import bundled_searcher
from osler.core.terminology.store import vocabulary
from osler.core.terminology.types import Concept

TARGET = Path("src/osler/core/terminology/search/calibration.tsv")
HEADER = """\
# How often answers of each kind were right: found on the same ground, with a score from the one given up to the next,
# and standing clear of, close to, tied with or behind the best other answer.
# Written by scripts/fit_search_calibration.py from names of the bundled vocabularies.
# ground	score_from	standing	right	seen
"""
QUESTIONS = 6000
ANSWERS = 5
AS_WRITTEN = {"exact", "synonym", "abbreviation"}

Question = tuple[Query, Concept]


def questions(concepts: list[Concept], draw: random.Random) -> Iterator[tuple[Question, bool]]:
    """Questions with the concept that is meant; the flag says whether answers as written count."""
    for concept in draw.sample(concepts, QUESTIONS // 2):
        yield (Query(draw.choice((concept.name, *concept.synonyms))), concept), True
    told = [(concept, name) for concept in concepts for name in concept.synonyms]
    for number, (concept, name) in enumerate(draw.sample(told, QUESTIONS)):
        kinds = frozenset([concept.semantic_type]) if number % 2 else None
        if normalise(name) != normalise(concept.name):
            yield (Query(name, semantic_types=kinds, withheld=(concept.id, name)), concept), False
    for concept in draw.sample(concepts, QUESTIONS // 3):
        yield (Query(slip(concept.name, draw)), concept), False
    for concept in concepts:
        for name in concept.synonyms:
            if name in abbreviations():
                yield (Query(name, semantic_types=frozenset([concept.semantic_type])), concept), True


def slip(name: str, draw: random.Random) -> str:
    """The name with two neighbouring letters swapped, one left out, doubled or replaced."""
    place = draw.randrange(1, max(2, len(name) - 1))
    before, here, after = name[:place], name[place : place + 1], name[place + 1 :]
    return draw.choice(
        [before + after, before + here + here + after, before + draw.choice("aeiourstln") + after]
        + ([before + after[:1] + here + after[1:]] if after else [])
    )


def count(searcher: Searcher, concepts: list[Concept]) -> tuple[Counter[Cell], Counter[Cell]]:
    """Right answers and all answers, by cell."""
    right: Counter[Cell] = Counter()
    seen: Counter[Cell] = Counter()
    for (query, meant), written_counts in questions(concepts, random.Random(20)):
        groups = merge(searcher.search(query))
        found = cells([(group[0].ground, group[0].score) for group in groups])
        for cell, group in list(zip(found, groups, strict=True))[:ANSWERS]:
            if written_counts or cell.ground not in AS_WRITTEN:
                seen[cell] += 1
                right[cell] += any(same_meaning(answer.concept, meant) for answer in group)
    return right, seen


def main() -> None:
    """Write the table."""
    concepts = list(vocabulary().concepts())
    right, seen = count(bundled_searcher(), concepts)
    lines = [
        f"{cell.ground}\t{cell.score_from}\t{cell.standing}\t{right[cell]}\t{seen[cell]}\n" for cell in sorted(seen)
    ]
    TARGET.write_text(HEADER + "".join(lines), encoding="utf-8")
    print(f"{len(lines)} cells from {sum(seen.values())} answers")


if __name__ == "__main__":
    main()
