"""Warnings: superseded versions, guidelines that contradict each other, and what speaks against a drug here."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from osler.core.library import Chunk, Document, Library, later_versions, passage_sentences, row_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import Statement, read_statement, stance_of, without_excluded
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.limits import limits_in
from osler.guidelines.steps.nameless import is_nameless
from osler.guidelines.steps.naming import drugs_in, named_by
from osler.guidelines.steps.odds import on_one_matter, other_doses, other_first_line
from osler.guidelines.steps.safety import Caution, advises_drug, disagrees, is_against

_TARGET = re.compile(r"\b(?:target|goal|aim)", re.IGNORECASE)
_TARGETS, _CONTRADICT = "give different targets", "contradict each other"
_FIGURES = "give different figures"
_DOSES, _FIRST_LINES = "give different doses", "name different treatments of first choice"
_COMBINED = re.compile(
    r"\b(?:combin\w+|together|concomitant\w*|concurrent\w*|co-?(?:administ|prescri)\w+|alongside|interact\w*)\b",
    re.IGNORECASE,
)
_ALIKE = 0.6
_SAME = 0.7
"""How many of the words of two versions' sentences are the same where they are on the same matter."""
_ADVICE = frozenset(stems("recommend recommended suggest offer contraindicated avoid avoided"))
_PEOPLE = frozenset(stems("adult adults people patients women men older younger aged frail"))


def superseded_documents(libraries: Iterable[Library]) -> dict[str, Document]:
    """Documents of which a later version is there, each with that version."""
    return {old: newer for library in libraries for old, newer in later_versions(library.documents()).items()}


def warnings_for(
    used: Sequence[Candidate],
    cautions: Sequence[Caution],
    chunks: Mapping[str, Chunk],
    vocabularies: Vocabularies,
    *,
    given: bool,
) -> list[str]:
    """The warnings of an answer, gravest first: what concerns the patient, then contradictions."""
    found = [
        one.sentence if one.own else f"{_named_in_full(one, chunks, vocabularies)} ({one.because}) [{one.chunk_id}]"
        for one in cautions
    ]
    # Where only the question describes somebody, nothing is said of a patient.
    found = [
        f"For this patient: {one}" if given else f"As asked: {one.replace('the patient', 'the person')}"
        for one in found
    ]
    found += contradictions(used, vocabularies) or disagreements(used, cautions, chunks, vocabularies)
    return list(dict.fromkeys(found))


def _named_in_full(caution: Caution, chunks: Mapping[str, Chunk], vocabularies: Vocabularies) -> str:
    """A caution with what names its drug: the sentence that it goes on from, or where it gives a bare dose its headings."""
    text = " ".join(filter(None, [caution.after, caution.sentence]))
    chunk = chunks.get(caution.chunk_id)
    return f"{chunk.place}: {text}" if chunk and is_nameless(text, vocabularies) else text


def versions_at_odds(
    cited: Sequence[Chunk],
    found: Sequence[Chunk],
    later: dict[str, Document],
    spoken: frozenset[str],
    vocabularies: Vocabularies,
) -> list[str]:
    """What the answer cites from a superseded version, and what versions say otherwise of what is spoken of."""
    said = [
        f"{_version(chunk)} was superseded by version {_numbered(newer)} [{chunk.id}]"
        for chunk in cited
        if (newer := later.get(chunk.document_id)) is not None
    ]
    texts = _texts([*cited, *found])
    odds = [
        _Odds(here, there, one, other, "Versions" if versions else "Guidelines", how, frozenset(later))
        for here in cited
        for there in found
        if here.document_id != there.document_id
        for versions in [_other_version(here, there, later)]
        # What a later version has replaced is at odds with that version, and no longer with other guidelines.
        if versions or not {here.document_id, there.document_id} & set(later)
        for one, other, how in _pairs_at_odds(here, there, texts, spoken, vocabularies, versions=versions)
    ]
    said += [str(one) for one in _matched(odds)]
    return list(dict.fromkeys(said))


class _Odds(NamedTuple):
    """Two sentences of two documents of which one says otherwise than the other."""

    here: Chunk
    there: Chunk
    one: str
    other: str
    told: str
    how: str
    later: frozenset[str] = frozenset()
    """The documents of which a later version is there."""

    def __str__(self) -> str:
        here, there = self.here, self.there
        return f'{self.told} {self.how}: {self._named(here)}: "{self.one}" [{here.id}]; {self._named(there)}: "{self.other}" [{there.id}]'

    def _named(self, chunk: Chunk) -> str:
        """A version with its date, and whether a later one has taken its place."""
        told = [chunk.date if chunk.version else "", "superseded" if chunk.document_id in self.later else ""]
        more = ", ".join(filter(None, told))
        return f"{_version(chunk)} ({more})" if more else _version(chunk)

    @property
    def likeness(self) -> float:
        """How many of the words of both are in each."""
        one, other = set(stems(self.one)), set(stems(self.other))
        return len(one & other) / max(1, len(one | other))


def _pairs_at_odds(
    here: Chunk,
    there: Chunk,
    texts: Mapping[str, frozenset[str]],
    spoken: frozenset[str],
    vocabularies: Vocabularies,
    *,
    versions: bool,
) -> Iterable[tuple[str, str, str]]:
    """The sentences of two passages that are at odds, and how; a pair once."""
    # What both versions say is no change between them.
    kept = (texts[there.document_id], texts[here.document_id]) if versions else (frozenset[str](), frozenset[str]())
    pairs = [(one, other, _TARGETS) for one, other in _other_targets(here, there, kept, vocabularies)]
    if versions:
        pairs += [
            (one, other, _CONTRADICT)
            for one, other in _changed(here, there, kept, vocabularies)
            if not (named := drugs_in(one, vocabularies)) or named & spoken
        ]
        told = {pair[:2] for pair in pairs}
        pairs += [
            (one, other, _DOSES)
            for one, other in _pairs(here, there, kept)
            if (one, other) not in told and other_doses(one, other, spoken, vocabularies)
        ]
    else:
        if on_one_matter(here.title, there.title, vocabularies):
            pairs += [
                (one, other, _CONTRADICT)
                for one, other in _pairs(here, there, kept)
                if drugs_in(one, vocabularies) & drugs_in(other, vocabularies) & spoken
                and _contradict(one, other, vocabularies, (here.title, there.title))
            ]
        pairs += [
            (one, other, _FIRST_LINES)
            for one, other in _pairs(here, there, kept)
            if other_first_line(one, other, (here.title, there.title), vocabularies)
        ]
        pairs += [
            (one, other, _DOSES if drugs_in(one, vocabularies) else _FIGURES)
            for one, other in _pairs(here, there, kept)
            if _other_figures(one, other, vocabularies)
        ]
    return {pair[:2]: pair for pair in reversed(pairs)}.values()


def _matched(odds: Sequence[_Odds]) -> list[_Odds]:
    """Each sentence beside the one that it replaces: of all that are at odds with it, the one most like it.

    "Do not start it during a flare" is what "it may be started during a flare" changes, not every sentence that starts it.
    """
    taken: set[tuple[str, str]] = set()
    chosen: set[int] = set()
    for number, one in sorted(enumerate(odds), key=lambda item: -item[1].likeness):
        # A sentence of one document may be at odds with one of each other document.
        ends = {(one.one, one.there.document_id), (one.other, one.here.document_id)}
        if not ends & taken:
            taken |= ends
            chosen.add(number)
    return [one for number, one in enumerate(odds) if number in chosen]


def _other_version(one: Chunk, other: Chunk, later: dict[str, Document]) -> bool:
    newer, newest = later.get(one.document_id), later.get(other.document_id)
    return bool((newer and newer.id == other.document_id) or (newest and newest.id == one.document_id))


_Kept = tuple[frozenset[str], frozenset[str]]


def _texts(chunks: Iterable[Chunk]) -> dict[str, frozenset[str]]:
    """The sentences of each document that were found."""
    found: dict[str, set[str]] = {}
    for chunk in chunks:
        found.setdefault(chunk.document_id, set()).update(one.text for one in passage_sentences(chunk.text))
    return {document: frozenset(texts) for document, texts in found.items()}


def _pairs(one: Chunk, other: Chunk, kept: _Kept) -> Iterable[tuple[str, str]]:
    """The sentences of two passages, without those that the other's document has as well."""
    for here in passage_sentences(one.text):
        for there in passage_sentences(other.text):
            if here.text not in kept[0] and there.text not in kept[1]:
                yield here.text, there.text


def _changed(one: Chunk, other: Chunk, kept: _Kept, vocabularies: Vocabularies) -> Iterable[tuple[str, str]]:
    """The sentences of two versions on the same matter that give other numbers, or of which one advises against it."""
    for here, there in _pairs(one, other, kept):
        first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
        if {first.stance, second.stance} == {"for", "against"}:
            if _contradict(here, there, vocabularies):
                yield here, there
        elif "none" in {first.stance, second.stance} or not _same_matter(first, second):
            continue
        elif not _same_amounts(first, second):
            yield here, there


def _other_figures(here: str, there: str, vocabularies: Vocabularies) -> bool:
    """Whether two guidelines advise the same thing for the same people with other numbers: another dose, another time."""
    first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
    if first.stance != "for" or second.stance != "for" or set(first.ages) != set(second.ages):
        return False
    kinds = [{amount.kind for amount in one.amounts} for one in (first, second)]
    return bool(kinds[0] & kinds[1]) and _same_matter(first, second) and not _same_amounts(first, second)


def _same_matter(first: Statement, second: Statement) -> bool:
    """Whether two sentences are about the same thing for the same people: most of their words, and nothing negated in one."""
    here, there = set(first.stems) - _ADVICE, set(second.stems) - _ADVICE
    if first.stance == second.stance and first.negated != second.negated:
        return False
    if (first.sex, first.pregnant, first.groups) != (second.sex, second.pregnant, second.groups):
        return False
    return len(here & there) / max(1, len(here | there)) >= _SAME


def _same_amounts(first: Statement, second: Statement) -> bool:
    def sizes(one: Statement) -> list[tuple[str, float]]:
        return sorted((amount.kind, amount.size) for amount in one.amounts)

    return sizes(first) == sizes(second)


def _other_targets(one: Chunk, other: Chunk, kept: _Kept, vocabularies: Vocabularies) -> Iterable[tuple[str, str]]:
    """Sentences that set a target for the same thing, with other numbers; the first pair."""
    for here, there in _pairs(one, other, kept):
        if not (_TARGET.search(here) and _TARGET.search(there)):
            continue
        first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
        if drugs_in(here, vocabularies) != drugs_in(there, vocabularies):
            continue
        about, beside = _measured(first), _measured(second)
        alike = len(about & beside) / max(1, min(len(about), len(beside)))
        measured = _of_measures(first) & _of_measures(second)
        sizes = [
            {(amount.kind, amount.size) for amount in side.amounts if amount.kind != "time"} for side in (first, second)
        ]
        if ((alike >= _ALIKE and first.negated == second.negated) or measured) and all(sizes) and sizes[0] != sizes[1]:
            yield here, there
            return


def _of_measures(statement: Statement) -> frozenset[str]:
    """The measures that a sentence names."""
    return frozenset(one for named in statement.named for one in named.concepts if one.startswith("LAB:"))


def _measured(statement: Statement) -> set[str]:
    """What a target is for: the words of its sentence that name no people."""
    return set(statement.stems) - _PEOPLE


def _version(chunk: Chunk) -> str:
    told = chunk.version or chunk.date
    return f"{chunk.title}, version {told}" if told else chunk.title


def _numbered(document: Document) -> str:
    return document.metadata.version or document.metadata.date


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
                found.append(_odds(one.chunk, pair[0], other.chunk, pair[1]))
    return found


def disagreements(
    used: Sequence[Candidate],
    cautions: Sequence[Caution],
    chunks: Mapping[str, Chunk],
    vocabularies: Vocabularies,
) -> list[str]:
    """What one guideline advises for the very values at which another speaks against it; of two guidelines once."""
    found: dict[tuple[str, str], str] = {}
    for candidate in used:
        for text in (text for text in candidate.quoted if not is_against(text, vocabularies)):
            drugs = drugs_in(text, vocabularies)
            for caution in cautions:
                here, there = candidate.chunk, chunks.get(caution.chunk_id)
                if there is None or not named_by(caution.drugs, drugs, vocabularies):
                    continue
                if caution.measured and disagrees(caution, text, here.document_id, vocabularies):
                    found.setdefault((here.document_id, there.document_id), _odds(here, text, there, caution.sentence))
    return list(found.values())


def _odds(one: Chunk, text: str, other: Chunk, against: str) -> str:
    return f'Guidelines contradict each other: {_named(one)}: "{text}" [{one.id}]; {_named(other)}: "{against}" [{other.id}]'


def _named(chunk: Chunk) -> str:
    """A guideline by its place, issuer, version and date."""
    told = [chunk.issuer, f"version {chunk.version}" if chunk.version else "", chunk.date]
    return f"{chunk.place} ({', '.join(filter(None, told))})" if any(told) else chunk.place


def _contradict(here: str, there: str, vocabularies: Vocabularies, titles: tuple[str, str] = ("", "")) -> bool:
    """Whether one advises a drug that the other advises against, or both set another threshold for treating the same.

    A condition that the one names may stand in the title of the other, which says what all of it is about.
    """
    if _other_threshold(here, there, vocabularies):
        return True
    if {_stance(here, vocabularies), _stance(there, vocabularies)} != {"for", "against"}:
        return False
    drugs = [drugs_in(without_excluded(text), vocabularies) for text in (here, there)]
    named = drugs[0] & drugs[1]
    against = 0 if stance_of(here) == "against" else 1
    # Advice against two drugs together is no advice against one of them.
    if _COMBINED.search((here, there)[against]) and not drugs[against] <= drugs[1 - against]:
        return False
    first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
    shared = set(first.stems) & set(second.stems)
    alike = len(shared) / max(1, min(len(first.stems), len(second.stems)))
    if first.ages and second.ages and not set(first.ages) & set(second.ages):
        return False
    if first.sex and second.sex and first.sex != second.sex:
        return False
    barred, other = (first, second) if first.stance == "against" else (second, first)
    if _is_exception(barred, other):
        return False
    conditions = {stem for named_ in first.named if not named_.drug for stem in named_.stems}
    others = {stem for named_ in second.named if not named_.drug for stem in named_.stems}
    if named:
        # Advice against it for people whom the other does not speak of is an exception to it, not its contrary.
        barred_for, about = (conditions, titles[1]) if barred is first else (others, titles[0])
        return bool(conditions & others) or barred_for <= set(stems(about))
    return alike >= _ALIKE and bool(set(stems(here)) & conditions & others)


def _stance(text: str, vocabularies: Vocabularies) -> str:
    """Whether a text advises for or against something; a row of a table advises what it gives a dose of."""
    stance = stance_of(text)
    return "for" if stance == "none" and row_of(text) and advises_drug(text, vocabularies) else stance


def _is_exception(barred: Statement, other: Statement) -> bool:
    """Whether advice against something is for people, or under a condition, of which the other does not speak."""
    if barred.ages and not other.ages:
        return True
    if (barred.sex and not other.sex) or (barred.pregnant and other.pregnant is None):
        return True
    there = set(other.stems)
    drugs = {stem for one in barred.named if one.drug for stem in one.stems}
    narrowed = [set(words) - _PEOPLE - drugs for _, *words in barred.conditions]
    return any(words and not words & there for words in narrowed)


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
