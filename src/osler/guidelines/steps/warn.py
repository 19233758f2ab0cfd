"""Warnings: superseded versions, guidelines that contradict each other, and what speaks against a drug here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import Document, Library, stems
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.steps.safety import Caution, drugs_in
from osler.guidelines.steps.select import Candidate


def superseded_documents(libraries: Iterable[Library]) -> dict[str, Document]:
    """Documents of which a later version is there, each with that version."""
    later: dict[str, Document] = {}
    for library in libraries:
        versions: dict[tuple[str, str], list[Document]] = {}
        for document in library.documents():
            key = (document.metadata.title.casefold(), document.metadata.issuer.casefold())
            versions.setdefault(key, []).append(document)
        for group in versions.values():
            newest = max(group, key=_age_key)
            later |= {old.id: newest for old in group if old.id != newest.id and _age_key(old) < _age_key(newest)}
    return later


def warnings_for(used: Sequence[Candidate], cautions: Sequence[Caution], later: dict[str, Document]) -> list[str]:
    """The warnings of an answer, gravest first: what concerns the patient, contradictions, old versions."""
    found = [f"For this patient: {caution.sentence} ({caution.because}) [{caution.chunk_id}]" for caution in cautions]
    found += contradictions(used)
    for candidate in used:
        newer = later.get(candidate.chunk.document_id)
        if newer is not None:
            old = f"{candidate.chunk.title}, version {candidate.chunk.version or candidate.chunk.date}"
            found.append(
                f"{old} was superseded by version {newer.metadata.version or newer.metadata.date} [{candidate.chunk.id}]"
            )
    return list(dict.fromkeys(found))


def relevant(
    cautions: Sequence[Caution], used: Sequence[Candidate], question: str, taken: Sequence[str] = ()
) -> list[Caution]:
    """The cautions about drugs that are asked for, advised or taken."""
    spoken = drugs_in(question) | {
        drug for candidate in used for text in candidate.quoted if stance_of(text) == "for" for drug in drugs_in(text)
    }
    spoken |= {drug for name in taken for drug in drugs_in(name)}
    return [caution for caution in cautions if caution.drugs & spoken]


def contradictions(used: Sequence[Candidate]) -> list[str]:
    """Pairs of recommendations of different documents for the same people of which one advises what the other advises against."""
    return [
        f"Guidelines contradict each other: {one.chunk.place} [{one.chunk.id}] and {other.chunk.place} [{other.chunk.id}]"
        for place, one in enumerate(used)
        for other in used[place + 1 :]
        if one.chunk.document_id != other.chunk.document_id and _contradict(one, other)
    ]


def _contradict(one: Candidate, other: Candidate) -> bool:
    here, there = " ".join(one.quoted), " ".join(other.quoted)
    if {stance_of(here), stance_of(there)} != {"for", "against"}:
        return False
    named = drugs_in(here) & drugs_in(there)
    first, second = read_statement(here), read_statement(there)
    shared = set(first.stems) & set(second.stems)
    alike = len(shared) / max(1, min(len(first.stems), len(second.stems)))
    if first.ages and second.ages and not set(first.ages) & set(second.ages):
        return False
    if first.sex and second.sex and first.sex != second.sex:
        return False
    conditions = {stem for named_ in first.named if not named_.drug for stem in named_.stems}
    others = {stem for named_ in second.named if not named_.drug for stem in named_.stems}
    if named:
        return bool(conditions & others) or not (conditions and others)
    return alike >= 0.6 and bool(set(stems(here)) & conditions & others)


def _age_key(document: Document) -> tuple[str, list[int]]:
    numbers = [int(part) for part in re.findall(r"\d+", document.metadata.version)]
    return document.metadata.date, numbers
