"""The columns of a table: a number must stand under the heading that the sentence gives it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.branches import deeds_of
from osler.guidelines.checking.coverage import stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, claim_stems, read_statement

_PART = re.compile(r";|, (?!\d)| and (?!\d)| then | but | or (?=\w+ \w+ \d)", re.IGNORECASE)


def column_faults(said: Statement, head: Statement, vocabularies: Vocabularies) -> Iterable[tuple[FaultKind, str]]:
    """A number of one column under the heading of another, or under none where the columns give different ones."""
    row = row_of(head.text)
    if row is None or len(row.cells) == 1:
        return
    cells = [(read_statement(name, vocabularies), read_statement(value, vocabularies)) for name, value in row.cells]
    common = set.intersection(*[set(name.stems) for name, _ in cells]) | set(claim_stems(row.first))
    parts = _parts(said.text, vocabularies)
    # A sentence that names one column may go on with "followed by".
    unnamed = not any(_named(cells, common, part) for part in parts)
    for part in parts:
        named = _named(cells, common, part)
        told = [n for stem in part.stems for n in _only_in(stem, cells, common)]
        worded = all(cells[n][1].stems and not cells[n][1].amounts for n in {*named, *told})
        if named and told and worded and not named & set(told):
            yield "condition", f"the cited passage says it of {cells[told[0]][0].text!r}"
            return
        changes = any(stem in lexicon().opposites for stem in deeds_of(part))
        for amount in part.amounts:
            holding = [n for n, (name, value) in enumerate(cells) if _holds(name, amount) or _holds(value, amount)]
            rival = any(amount.kind in {other.kind for other in cells[n][1].amounts} for n in named)
            if holding and rival and not set(holding) & named:
                yield "number", f"the cited passage gives {amount.text!r} as {cells[holding[0]][0].text!r}"
                return
            if holding and unnamed and not changes and _are_told_apart(cells, holding, amount):
                yield "condition", f"the cited passage gives {amount.text!r} as {cells[holding[0]][0].text!r} only"
                return


def _parts(text: str, vocabularies: Vocabularies) -> list[Statement]:
    """The parts of a sentence that each give a number; what gives none belongs to the part after it, or the last."""
    parts: list[str] = []
    open_ = ""
    for piece in _PART.split(text):
        whole = f"{open_} {piece}".strip()
        if read_statement(piece, vocabularies).amounts:
            parts.append(whole)
            open_ = ""
        else:
            open_ = whole
    if open_:
        parts = [*parts[:-1], f"{parts[-1]} {open_}"] if parts else [open_]
    return [read_statement(part, vocabularies) for part in parts]


def _named(cells: Sequence[tuple[Statement, Statement]], common: set[str], part: Statement) -> set[int]:
    """The columns that a part names; not one of whose heading it says less than of another's."""
    met = [_met(name, common, part) for name, _ in cells]
    return {n for n, here in enumerate(met) if here and not any(here < other for other in met)}


def _met(name: Statement, common: set[str], part: Statement) -> set[object]:
    """What of a heading a part says: its words, its numbers, its people."""
    met: set[object] = {stem for stem in set(name.stems) - common if stands(stem, set(part.stems))}
    met |= {amount.text for amount in name.amounts if any(amount.agrees(other) for other in part.amounts)}
    return met | (name.groups & part.groups) | (set(name.ages) & set(part.ages)) | ({name.sex} & {part.sex} - {None})


def _only_in(stem: str, cells: Sequence[tuple[Statement, Statement]], common: set[str]) -> list[int]:
    """The column whose cell alone has a word, and no heading."""
    if stem in common or any(stands(stem, set(name.stems)) for name, _ in cells):
        return []
    found = [n for n, (_, value) in enumerate(cells) if stem in value.stems]
    return found if len(found) == 1 else []


def _holds(value: Statement, amount: Amount) -> bool:
    return any(amount.agrees(other) for other in value.amounts)


def _are_told_apart(cells: Sequence[tuple[Statement, Statement]], holding: Sequence[int], amount: Amount) -> bool:
    """Whether another column gives another number of the same kind, so that the heading decides which is meant."""
    return amount.kind != "rate" and any(
        n not in holding and any(other.kind == amount.kind for other in value.amounts)
        for n, (_, value) in enumerate(cells)
    )
