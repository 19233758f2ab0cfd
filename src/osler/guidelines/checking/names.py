"""Names that are not those of the source: another disease, another drug, the contrary, one word in the place of another."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.branches import own_branches
from osler.guidelines.checking.coverage import as_written, is_known, is_said, named_in, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.marks import without_marks
from osler.guidelines.checking.statements import SIDES, Named, Statement, claim_stems, read_statement

_REPEATS = 0.7
"""A sentence is taken to repeat its source from this likeness on."""
_VERBATIM = 0.85
"""From this likeness on a word more is an addition, and no other wording."""
_EXAMPLE = re.compile(r"\b(?:such as|for example|e\.g\.|for instance)[, ]+$", re.IGNORECASE)
_MARKED = re.compile(
    r"\b(?P<word>[A-Za-z]{4,})[ -](?P<mark>[A-Z]|[0-9]|I{1,3}|IV)\b(?![.,]?\d|[- ]?(?:mg|g|%|to|years?|days?|weeks?|months?))"
)


def name_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A sign that tells it from another, or a word of which the sources say the contrary."""
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    told_of = " ".join([*(source.text for source in basis), context])
    marked = marks_of(told_of)
    for word, marks in marks_of(said.text).items():
        if word in marked and not marks <= marked[word]:
            yield "name", f"the cited passages speak of another {word!r}"
    claimed = set(said.stems)
    told = {stem for source in basis for stem in source.stems}
    for stem in said.stems:
        contraries = lexicon().opposites.get(stem, frozenset())
        # A heading says what it is about, not what is done: "reduced ejection fraction" forbids no dose to be raised.
        turned = contraries & (told if stem in lexicon().deeds else there)
        if stem not in there and turned and not contraries & claimed and not _near_same(stem, there):
            yield "opposite", f"the cited passages say the contrary of {as_written([stem], said.text)[0]!r}"


def missing_names(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Something that is named and stands nowhere in the sources."""
    known = named_in(basis, context, vocabularies)
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    told_of = " ".join([*(source.text for source in basis), context])
    for named in said.named:
        telling = {stem for stem in named.stems if stem not in lexicon().empty}
        standing = sum(stands(stem, there) for stem in telling)
        enough = len(telling) if named.drug or len(telling) == 1 else len(telling) / 2
        if (
            telling
            and not is_known(named, known, vocabularies)
            and standing < enough
            and not is_said(named, there, vocabularies)
            and not _is_class_of(named, said, known, vocabularies)
            and not _is_of_one_scope(named, told_of)
            and not _is_example(named, said, known, vocabularies)
            and not _is_kin(named, known, vocabularies)
        ):
            yield "name", f"the cited passages do not name {named.text!r}"


def kin_doubts(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A kind of what the sources name, or what it is a kind of: bleeding, for a bleeding in the brain."""
    known = named_in(basis, context, vocabularies)
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    for named in said.named:
        open_ = not is_known(named, known, vocabularies) and not is_said(named, there, vocabularies)
        if open_ and named.stems.isdisjoint(there) and _is_kin(named, known, vocabularies):
            yield "name", f"the cited passages do not name {named.text!r}"


def _is_kin(named: Named, known: Sequence[Named], vocabularies: Vocabularies) -> bool:
    """Whether a disease or finding is a kind of one that the sources name, or one of theirs a kind of it."""
    kinds = vocabularies.hierarchy
    return not named.drug and any(
        kinds.is_a(one, other) or kinds.is_a(other, one)
        for general in known
        if not general.drug
        for one in named.concepts
        for other in general.concepts
    )


def _is_of_one_scope(named: Named, told_of: str) -> bool:
    """Whether the words of one table entry stand for a name and in the sources: smokers and nicotine."""
    return any(
        binding == "binding" and pattern.search(named.text) and pattern.search(told_of)
        for pattern, binding in lexicon().scope.values()
    )


def _is_class_of(named: Named, said: Statement, known: Sequence[Named], vocabularies: Vocabularies) -> bool:
    """Whether a name is the class of something that sentence and source both name: "an SGLT2 inhibitor (dapagliflozin)"."""
    members = [one for one in said.named if one is not named and is_known(one, known, vocabularies)]
    kinds = vocabularies.hierarchy
    return any(kinds.is_a(one, other) for member in members for one in member.concepts for other in named.concepts)


def _is_example(named: Named, said: Statement, known: Sequence[Named], vocabularies: Vocabularies) -> bool:
    """Whether a name only stands for its kind, which the sources name: "coronary artery disease such as angina"."""
    if not _EXAMPLE.search(said.text[: max(named.at, 0)]):
        return False
    kinds = vocabularies.hierarchy
    return any(kinds.is_a(one, other) for one in named.concepts for kind in known for other in kind.concepts)


def marks_of(text: str) -> dict[str, set[str]]:
    """Words that one sign tells apart, with their signs: hepatitis B and C, type 1 and 2, vitamin D and K."""
    found: dict[str, set[str]] = {}
    for match in _MARKED.finditer(text):
        found.setdefault(match["word"].casefold(), set()).add(match["mark"])
    return found


def swap_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """In a sentence that otherwise repeats its source, a content word that stands in the place of another."""
    head = own_branches(said, basis[0], vocabularies)
    head = read_statement(without_marks(head.text), vocabularies)
    matcher = SequenceMatcher(None, head.stems, said.stems, autojunk=False)
    if matcher.ratio() < _REPEATS:
        return
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    here = set(said.stems)
    roots = {stem[:5] for stem in there} | {stem[:5] for stem in lexicon().opposites} | {"pregn"}
    by_concept = {
        stem
        for named in said.named
        if is_known(named, named_in(basis, context, vocabularies), vocabularies)
        for stem in named.stems
    }
    for operation, start, end, from_, to in matcher.get_opcodes():
        if operation in {"equal", "delete"}:
            continue
        # On which side of a number something lies is compared with the number.
        gone = [stem for stem in head.stems[start:end] if not stands(stem, here) and stem not in SIDES]
        come = [
            stem
            for stem in said.stems[from_:to]
            if not stands(stem, there) and stem not in by_concept and stem not in SIDES
        ]
        actions = lexicon().actions | lexicon().redundant
        added = [stem for stem in come if stem not in lexicon().same and stem not in actions and stem[:5] not in roots]
        if operation == "insert" and added and matcher.ratio() >= _VERBATIM:
            yield "name", f"it adds {as_written(added[:1], said.text)[0]!r} to what the cited passage says"
        if set(gone) - actions and set(come) - actions:
            here_, there_ = as_written(come[:1], said.text)[0], as_written(gone[:1], head.text)[0]
            yield "name", f"it says {here_!r} where the cited passage says {there_!r}"


def _near_same(stem: str, there: set[str]) -> bool:
    return not there.isdisjoint(lexicon().same.get(stem, frozenset()) - lexicon().opposites.get(stem, frozenset()))
