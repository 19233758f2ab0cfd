"""One thing in the place of another of its kind: a foot for an eye, an X-ray for a scan, anxiety disorder for seizure disorder.

A writer may leave out what a source says, and may say it in other words; whoever says one thing of a kind and leaves out the
other has put it in its place, wherever in the sentence it stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.branches import own_branches
from osler.guidelines.checking.coverage import as_written, is_known, is_said, named_in, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import any_of, lexicon
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement
from osler.yaml_reader import packaged_yaml

_DEED = "deed"
_DENIED = re.compile(r"\b(?:not?|never|without|nor|neither|cannot|avoid)\b[^,;.]{0,40}$", re.IGNORECASE)
_LACKING = re.compile(r"\b(?:without|nor|neither)\b[^,;.]{0,30}$", re.IGNORECASE)
_TO_BE_DONE = re.compile(
    r"(?:\b(?:should|must|may|can)(?: then| also)?(?: be)?|\band(?: then)?)(?: \w+ly)? \w+(?: off| on)?\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"\b(?:after|before|if|when|where|once(?! (?:daily|weekly|monthly|yearly|a|per|every)\b)|until|since|within|unless|during|who|whose)\b[^,;.]*",
    re.IGNORECASE,
)
"""A clause that says when, or of whom: what it names is not what is done."""
_PAIR = re.compile(r"(?<![\w-])(?P<first>[A-Za-z][a-z-]{3,}) (?=(?P<second>[A-Za-z][a-z-]{3,})(?![\w-]))")


def rival_faults(
    said: Statement, written: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Something of a kind that stands nowhere in the sources, where the sentence leaves out what they have of that kind.

    `written` is the source sentence that the sentence mostly rests on, whole.
    """
    head = own_branches(said, basis[0], vocabularies)
    yield from (message for kind, message in _in_place(said, written, head, basis, context) if kind != _DEED)
    yield from (message for sure, message in _names(said, head, basis, context, vocabularies) if sure)


def _in_place(
    said: Statement, written: Statement, head: Statement, basis: Sequence[Statement], context: str
) -> Iterable[tuple[str, tuple[FaultKind, str]]]:
    """Each thing of a kind that stands in the place of another, or a deed that the source does not speak of, with its kind."""
    there = " ".join([*(one.text for one in (written, *basis)), context])
    for kind, things in _kinds().items():
        # "Not stopped" is no stop; of people who must not be given a drug nothing is denied.
        denying = kind == _DEED
        told = _CLAUSE.sub(" ", said.text) if denying else said.text
        denied = _DENIED if denying else _LACKING
        here = [thing for thing, pattern in things.items() if _says(pattern, told, denied)]
        come = [thing for thing in here if not things[thing].search(there)]
        # Of a list of conditions a sentence may speak of one; what is to be done is all of it.
        # Of several clauses, each with its own deed, a sentence may repeat one.
        source = _CLAUSE.sub(" ", basis[0].text) if denying else head.text
        gone = [thing for thing, pattern in things.items() if pattern.search(source) and thing not in here]
        if come and gone and not any(things[thing].search(said.text) for thing in gone):
            yield kind, ("name", f"it says {come[0]!r} where the cited passage says {gone[0]!r} ({kind})")
        elif come and denying and written.stance != "against" and (done := _done(things[come[0]], said.text)):
            yield kind, ("name", f"the cited passages do not say {done!r}")


def rival_doubts(
    said: Statement, written: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Two words that share a third: they may be of one meaning that no table has, so another sign must accuse as well."""
    head = own_branches(said, basis[0], vocabularies)
    yield from (message for sure, message in _names(said, head, basis, context, vocabularies) if not sure)
    yield from _narrowing(said, head, basis, context, vocabularies)


def deed_doubts(
    said: Statement, written: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A verb for what is done in the place of another: they may be of one meaning, so another sign must accuse as well."""
    head = own_branches(said, basis[0], vocabularies)
    yield from (message for kind, message in _in_place(said, written, head, basis, context) if kind == _DEED)


def _done(pattern: re.Pattern[str], text: str) -> str:
    """What a sentence says is to be done, where it is one of these."""
    found = next((match for match in _TO_BE_DONE.finditer(text) if pattern.search(match.group())), None)
    return found.group() if found else ""


def _says(pattern: re.Pattern[str], text: str, denied: re.Pattern[str]) -> bool:
    """Whether a text says one of these without denying it."""
    return any(not denied.search(text[: match.start()]) for match in pattern.finditer(text))


@cache
def _kinds() -> dict[str, dict[str, re.Pattern[str]]]:
    table = packaged_yaml("osler.guidelines.checking", "rivals.yml")["kinds"]
    return {kind: {thing: any_of(patterns) for thing, patterns in things.items()} for kind, things in table.items()}


def _names(
    said: Statement, head: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[bool, tuple[FaultKind, str]]]:
    """A name that shares a word with one of the source's, and has another word in the place of the rest: serum sodium, serum potassium.

    It is sure where both words are names by themselves: sodium is no potassium, a problem may well be a dysfunction.
    """
    known = named_in(basis, context, vocabularies)
    here, there = set(said.stems), {stem for one in basis for stem in one.stems} | set(claim_stems(context))
    for named in said.named:
        if is_known(named, known, vocabularies) or is_said(named, there, vocabularies):
            continue
        own = {stem for stem in named.stems if not stands(stem, there)}
        for other in head.named:
            theirs = {stem for stem in other.stems if not stands(stem, here)}
            if named.stems & other.stems and own and theirs and not _is_kind_of(named, other, vocabularies):
                sure = _names_itself(own, named, vocabularies) and _names_itself(theirs, other, vocabularies)
                yield sure, ("name", f"it says {named.text!r} where the cited passage says {other.text!r}")
                return


def _names_itself(stems_: set[str], named: Named, vocabularies: Vocabularies) -> bool:
    """Whether the words of a name that stand for these stems are a name without the rest."""
    words = " ".join(as_written(sorted(stems_), named.text))
    return bool(read_statement(words, vocabularies).named)


def _is_kind_of(one: Named, other: Named, vocabularies: Vocabularies) -> bool:
    kinds = vocabularies.hierarchy
    return any(kinds.is_a(a, b) or kinds.is_a(b, a) for a in one.concepts for b in other.concepts)


def _narrowing(
    said: Statement, head: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Another word right before a word that both have: suspected hypertension for confirmed hypertension."""
    known = named_in(basis, context, vocabularies)
    here = set(said.stems) | set(stems(said.text))
    there = {stem for one in basis for stem in stems(one.text)} | set(stems(context))
    vouched = {
        stem
        for named in said.named
        if is_known(named, known, vocabularies) or is_said(named, there, vocabularies)
        for stem in named.stems
    }
    plain = lexicon().actions | lexicon().empty | lexicon().deeds | vouched
    nouns = {claim_stems(one.text)[-1] for one in head.named if claim_stems(one.text)}
    theirs = {noun: word for noun, word in _narrowed(head.text) if noun in nouns}
    for noun, word in _narrowed(said.text):
        other = theirs.get(noun, "")
        own = set(claim_stems(word)) - plain
        lost = {stem for stem in claim_stems(other) if not stands(stem, here)} - plain
        if own and lost and not any(stands(stem, there) or stem in lexicon().same for stem in own):
            yield "name", f"it says {f'{word} {noun}'!r} where the cited passage says {f'{other} {noun}'!r}"
            return


def _narrowed(text: str) -> list[tuple[str, str]]:
    """Each word of a text as a stem with the word right before it, where both are words of content."""
    found = []
    for match in _PAIR.finditer(text):
        own = claim_stems(match["second"])
        if own and claim_stems(match["first"]):
            found.append((own[0], match["first"].casefold()))
    return found
