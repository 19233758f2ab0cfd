"""Warnings: superseded versions, guidelines that contradict each other, and what speaks against a drug here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import Chunk, Document, Library, passage_sentences, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import Statement, read_statement, stance_of, without_excluded
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.limits import limits_in
from osler.guidelines.steps.naming import drugs_in, named_by
from osler.guidelines.steps.safety import Caution, advises_drug

_TARGET = re.compile(r"\b(?:target|goal|aim)", re.IGNORECASE)
_ALIKE = 0.6
_PEOPLE = frozenset(stems("adult adults people patients women men older younger aged frail"))


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


def warnings_for(used: Sequence[Candidate], cautions: Sequence[Caution], vocabularies: Vocabularies) -> list[str]:
    """The warnings of an answer, gravest first: what concerns the patient, then contradictions."""
    found = [
        f"For this patient: {one.sentence}"
        if one.own
        else f"For this patient: {one.sentence} ({one.because}) [{one.chunk_id}]"
        for one in cautions
    ]
    found += contradictions(used, vocabularies)
    return list(dict.fromkeys(found))


def versions_at_odds(
    cited: Sequence[Chunk],
    found: Sequence[Chunk],
    later: dict[str, Document],
    spoken: frozenset[str],
    vocabularies: Vocabularies,
) -> list[str]:
    """What the answer cites from a superseded version, and what versions say against each other of drugs spoken of."""
    said = [
        f"{_version(chunk)} was superseded by version {_numbered(newer)} [{chunk.id}]"
        for chunk in cited
        if (newer := later.get(chunk.document_id)) is not None
    ]
    said += [
        f'{"Versions" if _other_version(here, there, later) else "Guidelines"} give different targets: {_version(here)}: "{pair[0]}" [{here.id}]; '
        f'{_version(there)}: "{pair[1]}" [{there.id}]'
        for here in cited
        for there in found
        if here.document_id != there.document_id and (pair := _other_target(here, there, vocabularies))
    ]
    said += [
        f'Versions contradict each other: {_version(here)}: "{pair[0]}" [{here.id}]; '
        f'{_version(there)}: "{pair[1]}" [{there.id}]'
        for here in cited
        for there in found
        if _other_version(here, there, later) and (pair := _opposed(here, there, spoken, vocabularies))
    ]
    return list(dict.fromkeys(said))


def _other_version(one: Chunk, other: Chunk, later: dict[str, Document]) -> bool:
    newer, newest = later.get(one.document_id), later.get(other.document_id)
    return bool((newer and newer.id == other.document_id) or (newest and newest.id == one.document_id))


def _opposed(one: Chunk, other: Chunk, spoken: frozenset[str], vocabularies: Vocabularies) -> tuple[str, str] | None:
    """Two sentences on the same drug of which one advises it and the other advises against it."""
    for here in passage_sentences(one.text):
        for there in passage_sentences(other.text):
            stances = {stance_of(here.text), stance_of(there.text)}
            if stances == {"for", "against"} and spoken & drugs_in(here.text, vocabularies) & drugs_in(
                there.text, vocabularies
            ):
                return here.text, there.text
    return None


def _other_target(one: Chunk, other: Chunk, vocabularies: Vocabularies) -> tuple[str, str] | None:
    """Two sentences that set a target for the same thing, with other numbers."""
    for here in passage_sentences(one.text):
        for there in passage_sentences(other.text):
            if not (_TARGET.search(here.text) and _TARGET.search(there.text)):
                continue
            first, second = read_statement(here.text, vocabularies), read_statement(there.text, vocabularies)
            about, beside = _measured(first), _measured(second)
            alike = len(about & beside) / max(1, min(len(about), len(beside)))
            sizes = [
                {(amount.kind, amount.size) for amount in side.amounts if amount.kind != "time"}
                for side in (first, second)
            ]
            if alike >= _ALIKE and all(sizes) and sizes[0] != sizes[1]:
                return here.text, there.text
    return None


def _measured(statement: Statement) -> set[str]:
    """What a target is for: the words of its sentence that name no people."""
    return set(statement.stems) - _PEOPLE


def _version(chunk: Chunk) -> str:
    return f"{chunk.title}, version {chunk.version or chunk.date}"


def _numbered(document: Document) -> str:
    return document.metadata.version or document.metadata.date


def relevant(
    cautions: Sequence[Caution],
    used: Sequence[Candidate],
    question: str,
    vocabularies: Vocabularies,
    taken: Sequence[str] = (),
) -> list[Caution]:
    """The cautions about drugs that are asked for, advised or taken."""
    spoken = drugs_in(question, vocabularies) | {
        drug
        for candidate in used
        for text in candidate.quoted
        if advises_drug(text, vocabularies)
        for drug in drugs_in(text, vocabularies)
    }
    spoken |= {drug for name in taken for drug in drugs_in(name, vocabularies)}
    return [caution for caution in cautions if named_by(caution.drugs, spoken, vocabularies)]


def contradictions(used: Sequence[Candidate], vocabularies: Vocabularies) -> list[str]:
    """Pairs of sentences of different documents for the same people of which one advises what the other advises against."""
    found = []
    for place, one in enumerate(used):
        for other in used[place + 1 :]:
            if one.chunk.document_id == other.chunk.document_id:
                continue
            pairs = (
                (here, there) for here in one.quoted for there in other.quoted if _contradict(here, there, vocabularies)
            )
            if pair := next(pairs, None):
                found.append(
                    f'Guidelines contradict each other: {_named(one.chunk)}: "{pair[0]}" [{one.chunk.id}]; '
                    f'{_named(other.chunk)}: "{pair[1]}" [{other.chunk.id}]'
                )
    return found


def _named(chunk: Chunk) -> str:
    """A guideline by its place, issuer, version and date."""
    told = [chunk.issuer, f"version {chunk.version}" if chunk.version else "", chunk.date]
    return f"{chunk.place} ({', '.join(filter(None, told))})" if any(told) else chunk.place


def _contradict(here: str, there: str, vocabularies: Vocabularies) -> bool:
    """Whether one advises a drug that the other advises against, or both set another threshold for treating the same."""
    if _other_threshold(here, there, vocabularies):
        return True
    if {stance_of(here), stance_of(there)} != {"for", "against"}:
        return False
    named = drugs_in(without_excluded(here), vocabularies) & drugs_in(without_excluded(there), vocabularies)
    first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
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
    return alike >= _ALIKE and bool(set(stems(here)) & conditions & others)


def _other_threshold(here: str, there: str, vocabularies: Vocabularies) -> bool:
    """Whether two sentences advise something for the same people from different values of one measure on."""
    first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
    if "none" in {first.stance, second.stance} or (first.sex, first.pregnant) != (second.sex, second.pregnant):
        return False
    if set(first.ages) != set(second.ages):
        return False
    return any(
        one.measure_id == other.measure_id and one.comparator == other.comparator and one.value != other.value
        for one in limits_in(here)
        for other in limits_in(there)
    ) and (first.pregnant is True or bool({n.stems for n in first.named} & {n.stems for n in second.named if n.drug}))


def _age_key(document: Document) -> tuple[str, list[int]]:
    numbers = [int(part) for part in re.findall(r"\d+", document.metadata.version)]
    return document.metadata.date, numbers
