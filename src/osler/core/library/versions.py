"""Versions of one guideline: which documents are, which of two is the later, and what an addition does to those that are there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest

from osler.core.library.types import Document, DocumentMetadata
from osler.core.results import Level, Problem
from osler.errors import DataError

_NUMBER = re.compile(r"[\s,(\[-]*\b(?:v|ver|version|edition)\.?\s*\d[\w.]*[)\]]?", re.IGNORECASE)
_YEARS = range(1900, 2100)


def is_one_guideline(one: DocumentMetadata, other: DocumentMetadata) -> bool:
    """Whether two documents are versions of one guideline: of one title, and of no two issuers."""
    if _titled(one) != _titled(other):
        return False
    return not (one.issuer and other.issuer) or one.issuer.casefold() == other.issuer.casefold()


def is_later(one: DocumentMetadata, other: DocumentMetadata) -> bool | None:
    """Whether a version is later than another, by their numbers or else their dates; None where that is not known, or both are the same."""
    numbers = [_numbers(said.version) for said in (one, other)]
    # A year is no number to be held against a count of versions.
    if all(numbers) and len({number[0] in _YEARS for number in numbers}) == 1:
        for here, there in zip_longest(*numbers, fillvalue=0):
            if here != there:
                return here > there
    precise = min(len(one.date), len(other.date))
    here_, there_ = one.date[:precise], other.date[:precise]
    return here_ > there_ if precise and here_ != there_ else None


def later_versions(documents: Iterable[Document]) -> dict[str, Document]:
    """The documents of which a later version is there, each with the latest."""
    groups: list[list[Document]] = []
    for document in documents:
        group = next((one for one in groups if all(is_one_guideline(document.metadata, d.metadata) for d in one)), None)
        if group is None:
            groups.append([document])
        else:
            group.append(document)
    later: dict[str, Document] = {}
    for group in groups:
        for old in group:
            newer = [one for one in group if is_later(one.metadata, old.metadata)]
            if newer:
                later[old.id] = next(
                    one for one in newer if not any(is_later(other.metadata, one.metadata) for other in newer)
                )
    return later


def replaced_by(new: Document, there: Sequence[Document]) -> list[Document]:
    """The documents whose place a new one takes; refused where it would take that of a later state, or of one that it may not replace."""
    found = []
    for old in there:
        newer = is_later(new.metadata, old.metadata)
        same_file = bool(new.source) and new.source == old.source and new.metadata.title == old.metadata.title
        if old.id == new.id and not same_file and not is_one_guideline(new.metadata, old.metadata):
            raise DataError(
                f"the library has a document of the title {old.metadata.title!r} by {old.metadata.issuer}; {new.source or 'this one'} was not added in its place",
                mend=f"give --title, or remove the other: osler guidelines remove {old.id}",
            )
        if old.id == new.id:
            _refuse_older(new, old, newer, same_file=same_file)
            found.append(old)
        elif same_file and newer is not False:
            found.append(old)
    return found


def beside(new: Document, there: Sequence[Document]) -> list[Problem]:
    """The remark that other versions of a guideline stay beside a new one, and which of them is superseded."""
    said = []
    for old in there:
        if not is_one_guideline(new.metadata, old.metadata):
            continue
        newer = is_later(new.metadata, old.metadata)
        if newer is None:
            told = f"the library has {_told(old)} of the same title, and nothing says which of the two is the later"
        elif newer:
            told = f"it supersedes {_told(old)}, which stays in the library and is marked as superseded"
        else:
            told = f"the library has a later version, {_told(old)}; this one is marked as superseded"
        first = old if newer else new
        said.append(
            Problem(
                code="input.not_read",
                level=Level.INFO if newer else Level.WARNING,
                message=told,
                mend=f"osler guidelines remove {first.id}",
                path=first.id,
            )
        )
    return said


def _refuse_older(new: Document, old: Document, newer: bool | None, *, same_file: bool) -> None:
    name = new.source or new.metadata.title
    if newer is False:
        raise DataError(
            f"{name} is an older state ({new.metadata.date}) of {old.metadata.title!r}, of which the library holds that of {old.metadata.date}",
            mend=f"to have it as well give its --version; to have it instead: osler guidelines remove {old.id}",
        )
    undated = new.metadata.date != old.metadata.date or not new.metadata.date
    if newer is None and not same_file and not new.metadata.version and undated:
        raise DataError(
            f"the library has another document of the title {old.metadata.title!r}, from {old.source or 'elsewhere'}, and nothing says which of the two is the later; {name} was not added",
            mend=f"give --version or --date, or remove the other: osler guidelines remove {old.id}",
        )


def _told(document: Document) -> str:
    said = document.metadata
    numbered = [f"version {said.version}" if said.version else "", said.date]
    return f"{', '.join(filter(None, numbered)) or 'a document'} ({document.id})"


def _titled(said: DocumentMetadata) -> str:
    return " ".join(_NUMBER.sub(" ", said.title.casefold()).split())


def _numbers(version: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", version)]
