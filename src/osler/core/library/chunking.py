"""Blocks → chunks: by heading, then by block, then by sentence, with ids that follow from the content."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise

from osler.core.language import Sentence
from osler.core.library.grades import grade_of, grades_of
from osler.core.library.instructions import without_instructions
from osler.core.library.passages import passage_sentences
from osler.core.library.populations import (
    addressed,
    age_ranges,
    ages_of,
    names_grown,
    people_of,
    population_of,
    read_rules,
)
from osler.core.library.rows import row_of
from osler.core.library.subjects import with_subject
from osler.core.library.types import Block, Chunk, Document, Population

_FOR_WHOM = re.compile(r"\s+(?:in|for|among)\b.*$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"\W*(?:it|they|this|these|those|such|otherwise|if so|in (?:that|this|these|such) cases?|then|the (?:same|dose|course|treatment)|however|but|also)\b",
    re.IGNORECASE,
)
_OPENS_WITH = re.compile(
    r"\W*(?:all |in |for )?(?:[\w-]+ ){0,2}?(?:adults?|wom[ae]n|m[ae]n|children|adolescents|infants|neonates|girls|boys|people|patients)\b"
    r"(?:(?!\b(?:should|must|may|can|receive|do|are|is)\b)[^;.])*",
    re.IGNORECASE,
)
_AFTER_BIRTH = re.compile(
    r"\b(?:after (?:the )?(?:birth|delivery|childbirth)|post-?(?:natal|partum)|breast-?feeding|lactation|puerperium)\b",
    re.IGNORECASE,
)
_LABELLED = re.compile(r"^[^:;]{3,90}: \S")
"""An item that says of what it is, and then what: "Provoked by surgery: 3 months"."""
_ADULT = 18
_FIRST = 4
_SCOPE_HEADING = re.compile(
    r"\b(?:scope|who (?:this|the|it) \w* ?(?:is )?for|target (?:population|patients)|applies to|inclusion|eligib\w+)\b",
    re.IGNORECASE,
)
_SCOPE = re.compile(
    r"\W*(?:(?:this|the) (?:\w+ )?(?:guideline|guidance|policy|protocol|document|pathway) (?:applies to|is for|covers|is intended for)|(?:for use in|for) (?:all )?(?:adults|children|patients|people|infants|neonates))\b",
    re.IGNORECASE,
)
"""Where a document says whom it is for."""
LONGEST = 900
"""Characters of a chunk; longer blocks are cut between sentences."""


def chunks_of(document: Document, blocks: Sequence[Block]) -> list[Chunk]:
    """The chunks of a document, in order; the same content gives the same ids."""
    made: list[Chunk] = []
    seen: Counter[str] = Counter()
    parts: Counter[str] = Counter()
    scope = _scope(document.metadata.title, blocks)
    blocks = _with_fitting_title(document.metadata.title, blocks)
    for block in _grouped([graded for one in blocks for graded in _each_graded(one)]):
        block = with_subject(_own_people(block))
        for text in _pieces(block.text):
            recommendation = block.recommendation
            # What addresses a model says neither a grade nor whom anything is for.
            read = without_instructions(text)
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
                    else ", ".join(grades_of(read)) or grade_of(" ".join(block.heading)),
                    recommendation_id=recommendation.id if recommendation else "",
                    population=recommendation.population if recommendation else _population(block, read),
                    scope=Population() if recommendation else scope,
                )
            )
    return made


def _scope(title: str, blocks: Sequence[Block]) -> Population:
    """The ages that all of a document is for: its title's, or those that its scope says, where no section is for others."""
    told = [title, *(one.text for one in blocks if _SCOPE_HEADING.search(" ".join(one.heading[-1:])))]
    told += [one.text for one in blocks[:_FIRST] if _SCOPE.match(one.text)]
    ages = next((found for found in map(_of_all, told) if found != (None, None)), (None, None))
    whole = Population(age_from=ages[0], age_below=ages[1])
    below = (heading for block in blocks for heading in block.heading if heading != title)
    apart = whole.is_everyone or any(not _agree(population_of(one), whole) for one in below)
    return Population() if apart else whole


def _of_all(text: str) -> tuple[float | None, float | None]:
    """The ages of a text that says of one group whom a document is for."""
    ages = {ages_of(one) for one in people_of(addressed(text))}
    return ages.pop() if len(ages) == 1 else (None, None)


def _each_graded(block: Block) -> Iterator[Block]:
    """A paragraph of several recommendations, one block for each that ends in the mark of its grade, has none, or is for others."""
    if block.recommendation is not None or block.kind == "table":
        yield block
        return
    sentences = passage_sentences(block.text)
    cuts = [place for place in range(1, len(sentences)) if _begins_another(sentences, place)]
    edges = [0, *(sentences[place].start for place in cuts), len(block.text)]
    for start, end in pairwise(edges) if cuts else ():
        text = block.text[start:end].strip()
        # What was parted is not put together again with what stands around it.
        yield block.model_copy(update={"text": text, "kind": "item" if _advises(text) else block.kind})
    if not cuts:
        yield block


def _begins_another(sentences: Sequence[Sentence], place: int) -> bool:
    """Whether a recommendation of its own begins with a sentence: behind the mark of another, before one, or for other people.

    What goes on from the sentence before it stays with it, and so does a second mark.
    """
    here, before = sentences[place], sentences[place - 1]
    if _is_mark(here) or _GOES_ON.match(here.text):
        return False
    marks = [number for number, one in enumerate(sentences) if grade_of(one.text)]
    if grade_of(before.text):
        # Behind the last mark, what advises nothing explains.
        return _advises(here.text) or any(number > place for number in marks)
    if not (_advises(here.text) and _advises(before.text)):
        return False
    # Where each of the others has its mark, one without a mark does not take that of the next.
    return _is_other_people(before.text, here.text) or (len(marks) > 1 and _each_is_marked(sentences, marks, place))


def _is_mark(sentence: Sentence) -> bool:
    """Whether a sentence is nothing but the mark of a grade."""
    return bool(grade_of(sentence.text)) and not _advises(sentence.text)


def _each_is_marked(sentences: Sequence[Sentence], marks: Sequence[int], place: int) -> bool:
    """Whether every other recommendation of a paragraph is one sentence with its mark."""
    unmarked = [
        number
        for number, one in enumerate(sentences)
        if _advises(one.text) and number not in marks and number + 1 not in marks
    ]
    return unmarked == [place - 1]


def _is_other_people(before: str, text: str) -> bool:
    """Whether two sentences each open with the people that they are for, and those are others."""
    own, other = _opening_people(text), _opening_people(before)
    if own is None or other is None or own.is_everyone:
        return False
    return own.pregnant != other.pregnant or not _agree(own, other)


def _opening_people(text: str) -> Population | None:
    """The people with whom a sentence opens; None where it opens with something else."""
    opening = _OPENS_WITH.match(text)
    return population_of(opening.group()) if opening else None


def _grouped(blocks: Sequence[Block]) -> Iterator[Block]:
    """Short blocks under one heading together; a block that advises something stays by itself."""
    open_block: Block | None = None
    for block in blocks:
        alone = (
            block.recommendation is not None
            or block.kind == "table"
            or (block.kind == "item" and bool(_LABELLED.match(block.text)))
            or (block.kind != "paragraph" and _advises(block.text))
            or _is_marked(block.text)
        )
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


def _advises(text: str) -> bool:
    return any(pattern.search(text) for pattern in _advice())


@cache
def _advice() -> list[re.Pattern[str]]:
    return [re.compile(pattern, re.IGNORECASE) for pattern in read_rules()["advice"]]


def _is_marked(text: str) -> bool:
    """Whether a paragraph ends in the mark of a grade: it is a recommendation by itself."""
    return bool(grade_of(passage_sentences(text)[-1].text))


def _own_people(block: Block) -> Block:
    """A table row that names its own people, under headings without the people that they name and it does not."""
    if block.kind != "table":
        return block
    own = population_of(_whom(block.text))
    if own.is_everyone:
        return block
    if own.age_from is None and own.age_below is None and names_grown(_whom(block.text)):
        own = own.model_copy(update={"age_from": _ADULT})
    above = (one if _agree(own, population_of(one)) else _without_people(one) for one in block.heading)
    return block.model_copy(update={"heading": tuple(filter(None, above))})


def _with_fitting_title(title: str, blocks: Sequence[Block]) -> list[Block]:
    """The blocks under the title of their document as far as it says whom they are for.

    A title that lists several groups, or is of one sex or of pregnancy while a section is not, says it of none; people of
    other ages, and those who have given birth, have it in their own section only.
    """
    people = population_of(title)
    if people.is_everyone:
        return list(blocks)
    told = [_told_below(block, title) for block in blocks]
    ageless = people.model_copy(update={"age_from": None, "age_below": None})
    of_none = len(people_of(title)) > 1 or any(not _agree(own, ageless) for one in told for own in one)
    return [
        _under_other_title(block, title)
        if of_none or any(not _agree(own, people) for own in own_people) or (people.pregnant and _is_after_birth(block))
        else block
        for block, own_people in zip(blocks, told, strict=True)
    ]


def _told_below(block: Block, title: str) -> list[Population]:
    """The people whom the headings of a block below its title name, and those whom it names itself."""
    own = [] if block.recommendation else [population_of(_lead(block.text))]
    return [*own, *(population_of(one) for one in block.heading if one != title)]


def _is_after_birth(block: Block) -> bool:
    return any(_AFTER_BIRTH.search(one) for one in block.heading)


def _under_other_title(block: Block, title: str) -> Block:
    """A block whose headings have the title of its document without the people that it names."""
    headings = (_without_people(one) if one == title else one for one in block.heading)
    return block.model_copy(update={"heading": tuple(filter(None, headings))})


def _agree(own: Population, above: Population) -> bool:
    """Whether the people of a row may be among those of a heading."""
    if own.sex and above.sex and own.sex != above.sex:
        return False
    if own.pregnant is not None and above.pregnant is not None and own.pregnant != above.pregnant:
        return False
    too_old = own.age_from is not None and above.age_below is not None and own.age_from >= above.age_below
    too_young = own.age_below is not None and above.age_from is not None and own.age_below <= above.age_from
    return not too_old and not too_young


def _without_people(heading: str) -> str:
    """A heading up to the words that say whom it is for; empty where it says nothing else."""
    topic = _FOR_WHOM.sub("", heading)
    return topic if topic != heading and population_of(topic).is_everyone else ""


def _pieces(text: str) -> Iterator[str]:
    """A text in parts of bounded length, cut between sentences."""
    if len(text) <= LONGEST:
        yield text
        return
    start = end = 0
    for sentence in passage_sentences(text):
        if end > start and sentence.end - start > LONGEST:
            yield text[start:end].strip()
            start = sentence.start
        end = sentence.end
    if text[start:].strip():
        yield text[start:].strip()


def _population(block: Block, text: str) -> Population:
    """Whom a chunk is for: its own words, completed by the headings above it; a range in numbers before a word."""
    row = row_of(text)
    lead = row.whom if row else _lead(text)
    if not lead:
        # A passage of nothing but contraindications holds under whatever heading it stands.
        return Population()
    own = population_of(lead)
    if len(age_ranges(lead)) > 1 or len({ages_of(one) for one in people_of(lead)}) > 1:
        return Population(sex=own.sex)
    low, below = _ages([lead, *reversed(block.heading)])
    above = [population_of(heading) for heading in reversed(block.heading)]
    return Population(
        age_from=low,
        age_below=below,
        sex=next((one.sex for one in (own, *above) if one.sex), None),
        pregnant=next((one.pregnant for one in (own, *above) if one.pregnant is not None), None),
        conditions=own.conditions,
    )


def _whom(text: str) -> str:
    """What of a text says whom it is for: of a row of a table its label and its columns."""
    row = row_of(text)
    return row.whom if row else text


def _lead(text: str) -> str:
    """What speaks for a whole passage: its first sentence that is addressed to somebody; later limits are their own."""
    told = [one for sentence in passage_sentences(text) if (one := addressed(sentence.text).strip())]
    return told[0] if told else ""


def _ages(texts: Sequence[str]) -> tuple[float | None, float | None]:
    """The ages of the nearest text that gives them in numbers, or else in words."""
    for read in (lambda text: ages_of(text) if len(age_ranges(text)) == 1 else (None, None), ages_of):
        for text in texts:
            found = read(text)
            if found != (None, None):
                return found
    return None, None


def _id(document: Document, block: Block, text: str) -> str:
    decisive = "\x1f".join([document.id, *block.heading, text])
    return hashlib.sha256(decisive.encode("utf-8", "surrogatepass")).hexdigest()[:14]
