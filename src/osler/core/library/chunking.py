"""Blocks → chunks: by heading, then by block, then by sentence, with ids that follow from the content."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from osler.core.language import sentences
from osler.core.library.grades import grade_of
from osler.core.library.populations import age_ranges, population_of
from osler.core.library.types import Block, Chunk, Document, Population

LONGEST = 900
"""Characters of a chunk; longer blocks are cut between sentences."""
_ADVICE = re.compile(
    r"\b(?:should|must|may|recommend\w*|suggest\w*|offer|consider|avoid|contraindicated|do not|is indicated|is advised)\b",
    re.IGNORECASE,
)


def chunks_of(document: Document, blocks: Sequence[Block]) -> list[Chunk]:
    """The chunks of a document, in order; the same content gives the same ids."""
    made: list[Chunk] = []
    seen: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    for block in _grouped(blocks):
        for text in _pieces(block.text):
            recommendation = block.recommendation
            if recommendation is not None:
                parts[recommendation.id] += 1
                number = parts[recommendation.id]
                identifier = recommendation.id if number == 1 else f"{recommendation.id}:{number}"
            else:
                identifier = _id(document, block, text)
                seen[identifier] += 1
                identifier += f"-{seen[identifier]}" if seen[identifier] > 1 else ""
            made.append(
                Chunk(
                    id=identifier,
                    document_id=document.id,
                    ordinal=len(made),
                    text=text,
                    title=document.metadata.title,
                    heading=block.heading,
                    page=block.page,
                    issuer=document.metadata.issuer,
                    version=document.metadata.version,
                    date=document.metadata.date,
                    grade=recommendation.grade
                    if recommendation
                    else grade_of(text) or grade_of(" ".join(block.heading)),
                    recommendation_id=recommendation.id if recommendation else "",
                    population=recommendation.population if recommendation else _population(block, text),
                )
            )
    return made


def _grouped(blocks: Sequence[Block]) -> Iterator[Block]:
    """Short blocks under one heading together; a block that advises something stays by itself."""
    open_block: Block | None = None
    for block in blocks:
        alone = block.recommendation is not None or (block.kind != "paragraph" and bool(_ADVICE.search(block.text)))
        if (
            open_block is not None
            and not alone
            and (block.heading, block.page) == (open_block.heading, open_block.page)
            and len(open_block.text) + len(block.text) < LONGEST
        ):
            open_block = open_block.model_copy(update={"text": f"{open_block.text}\n{block.text}"})
            continue
        if open_block is not None:
            yield open_block
        open_block = None if alone else block
        if alone:
            yield block
    if open_block is not None:
        yield open_block


def _pieces(text: str) -> Iterator[str]:
    """A text in parts of bounded length, cut between sentences."""
    if len(text) <= LONGEST:
        yield text
        return
    start = end = 0
    for sentence in sentences(text):
        if end > start and sentence.end - start > LONGEST:
            yield text[start:end].strip()
            start = sentence.start
        end = sentence.end
    if text[start:].strip():
        yield text[start:].strip()


def _population(block: Block, text: str) -> Population:
    """Whom a chunk is for: its own words, or where they say nothing of ages and sex, the headings above it."""
    own = population_of(text)
    if len(age_ranges(text)) > 1:
        return Population(sex=own.sex)
    above = Population()
    for heading in block.heading:
        found = population_of(heading)
        above = Population(
            age_from=found.age_from if found.age_from is not None else above.age_from,
            age_below=found.age_below if found.age_below is not None else above.age_below,
            sex=found.sex or above.sex,
            pregnant=found.pregnant if found.pregnant is not None else above.pregnant,
        )
    aged = own.age_from is not None or own.age_below is not None
    return Population(
        age_from=own.age_from if aged else above.age_from,
        age_below=own.age_below if aged else above.age_below,
        sex=own.sex or above.sex,
        pregnant=own.pregnant if own.pregnant is not None else above.pregnant,
        conditions=own.conditions,
    )


def _id(document: Document, block: Block, text: str) -> str:
    decisive = "\x1f".join([document.id, *block.heading, text])
    return hashlib.sha256(decisive.encode("utf-8", "surrogatepass")).hexdigest()[:14]
