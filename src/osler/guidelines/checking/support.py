"""The check of a sentence against the passages that it cites: every difference that changes its meaning is a fault."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal, NamedTuple

from osler.core.library import passage_sentences, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import agrees_converted, converted
from osler.guidelines.checking.bonds import bond_faults, clause_stances, is_row
from osler.guidelines.checking.homes import drug_parts, homes_of
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.scope import scope_faults
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement
from osler.guidelines.everyday import everyday_words

FaultKind = Literal[
    "citation", "unsupported", "name", "number", "population", "negation", "strength", "condition", "opposite"
]

_GROWN = 18
_COVERED = 0.55
"""A sentence of whose content words less than this stands in its sources is not theirs."""
_BASIS = 3
"""Sentences of the sources that one sentence may rest on."""
_GAIN = 0.2
"""How much of the sentence a further source sentence must add to belong to its basis."""
_CLAUSE = 0.34
_SAME_CLAUSE = 0.6
"""Two conditions of which this share is the same are one, whatever opens them."""
_MAIN = 0.5
_ADULT = 18
_HELD = 0.7
"""A source sentence that covers this share of a sentence is the one that it must agree with."""
_REPEATS = 0.7
"""A sentence is taken to repeat its source from this likeness on."""
_MARKED = re.compile(
    r"\b(?P<word>[A-Za-z]{4,})[ -](?P<mark>[A-Z]|[0-9]|I{1,3}|IV)\b(?![.,]?\d|[- ]?(?:mg|g|%|to|years?|days?|weeks?|months?))"
)
_BEARING = re.compile(r"pregnan|\btrimester\b|\bgestation", re.IGNORECASE)
_THIS_PATIENT = ("this patient", "the patient", "your patient", "you ", "your ")


class SourceText(NamedTuple):
    """A passage with the headings it stands under, which say whom and what it is about."""

    id: str
    text: str
    context: str = ""


@dataclass(frozen=True)
class Fault:
    """One way in which a sentence is not what its sources say."""

    kind: FaultKind
    message: str
    source_ids: tuple[str, ...] = ()


def check_sentence(sentence: str, cited: Sequence[SourceText], vocabularies: Vocabularies) -> list[Fault]:
    """What is wrong with a sentence, given the passages that it cites; nothing, where it says what they say."""
    if not cited:
        return [Fault("citation", "the sentence cites nothing that is there")]
    said = read_statement(sentence, vocabularies)
    ids = tuple(source.id for source in cited)
    basis = _basis(said, cited, vocabularies)
    if not basis:
        return [Fault("unsupported", "no cited passage speaks of this", ids)]
    context = " ".join(source.context for source in cited)
    missing = _not_covered(said.stems, basis, context, said, vocabularies)
    weight = len(said.stems) or 1
    if len(missing) / weight > 1 - _COVERED:
        return [
            Fault("unsupported", f"the cited passages do not say: {', '.join(_as_written(missing[:6], sentence))}", ids)
        ]
    checks = (_names, _swaps, _numbers, _people, _negation, _strength, _conditions, _scope)
    found = [
        Fault(kind, message, ids) for check in checks for kind, message in check(said, basis, context, vocabularies)
    ]
    every = [read_statement(one.text, vocabularies) for source in cited for one in passage_sentences(source.text)]
    return found + [
        Fault(kind, message, ids) for kind, message in bond_faults(said, basis, every, context, vocabularies)
    ]


def _as_written(wanted: Sequence[str], text: str) -> list[str]:
    """Stems as the words of a text that they stand for."""
    words = {stem: word for word in reversed(re.findall(r"[\w-]+", text)) for stem in stems(word)}
    return [words.get(stem, stem) for stem in wanted]


def _scope(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Comparators, routes, lines of treatment and narrowing words that were added, changed or left out."""
    yield from scope_faults(said, basis, context, vocabularies)


def _basis(said: Statement, cited: Iterable[SourceText], vocabularies: Vocabularies) -> list[Statement]:
    """The few source sentences that a sentence rests on: the one that covers it best, and those that add to it."""
    candidates = homes_of(
        said, [[read_statement(one.text, vocabularies) for one in passage_sentences(source.text)] for source in cited]
    )
    basis: list[Statement] = []
    left = set(said.stems)
    whole = len(left) or 1
    while candidates and left and len(basis) < _BASIS:
        gains = [
            (len(left) - len(_uncovered(left, candidate)) + _numbers_met(said, candidate, basis), candidate)
            for candidate in candidates
        ]
        gain, best = max(gains, key=lambda item: (item[0], -len(item[1].stems)))
        if gain <= 0 or (basis and gain / whole < _GAIN):
            break
        basis.append(best)
        candidates.remove(best)
        left = _uncovered(left, best)
    return basis


def _numbers_met(said: Statement, candidate: Statement, basis: Sequence[Statement]) -> float:
    """Numbers that a source sentence shares and that nothing chosen before has."""
    open_ = [one for one in said.amounts if not any(one.agrees(other) for chosen in basis for other in chosen.amounts)]
    return 0.8 * sum(any(one.agrees(other) for other in candidate.amounts) for one in open_)


def _uncovered(wanted: Iterable[str], source: Statement) -> set[str]:
    there = set(source.stems) | {stem for named in source.named for stem in named.stems}
    return {stem for stem in wanted if not _stands(stem, there)}


def _stands(stem: str, there: set[str]) -> bool:
    if stem in there or not there.isdisjoint(lexicon().same.get(stem, ())):
        return True
    return len(stem) > 5 and any(other[:6] == stem[:6] for other in there if len(other) > 5)


def _not_covered(
    wanted: Iterable[str], basis: Sequence[Statement], context: str, said: Statement, vocabularies: Vocabularies
) -> list[str]:
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    known = _named_in(basis, context, vocabularies)
    by_concept = {stem for named in said.named if _is_known(named, known, vocabularies) for stem in named.stems}
    implied = by_concept | _implied(basis)
    return [stem for stem in wanted if not _stands(stem, there) and stem not in implied]


def _implied(basis: Sequence[Statement]) -> set[str]:
    """Words that a source says without using them: an age in numbers is of a child or an adult, a row of doses is given."""
    ages = [age for source in basis for age in source.ages]
    found: set[str] = set()
    if any(below is not None and below <= _GROWN for _, below in ages):
        found |= set(claim_stems("child children"))
    if any(low is not None and low >= _GROWN for low, _ in ages):
        found |= set(claim_stems("adult adults"))
    return found | (set(lexicon().actions) if any(is_row(source.text) for source in basis) else set())


def _named_in(basis: Sequence[Statement], context: str, vocabularies: Vocabularies) -> list[Named]:
    return [named for source in basis for named in source.named] + list(
        read_statement(context, vocabularies).named if context else ()
    )


def _is_known(named: Named, known: Sequence[Named], vocabularies: Vocabularies) -> bool:
    """Whether something named is the same as something that the sources name, by concept, by its names or by its words."""
    if any(named.concepts & other.concepts or named.stems <= other.stems for other in known):
        return True
    names = {name.casefold() for concept in named.concepts for name in vocabularies.names.names(concept)}
    if any(other.text.casefold() in names for other in known):
        return True
    return any(_everyday_name(named, other) or _everyday_name(other, named) for other in known)


def _everyday_name(one: Named, other: Named) -> bool:
    """Whether one is an everyday word for the other."""
    return any(
        frozenset(stems(name)) <= other.stems or other.stems <= frozenset(stems(name))
        for found in everyday_words(one.text)
        for name in found.names
    )


def _names(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    known = _named_in(basis, context, vocabularies)
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    marked = _marks(" ".join([*(source.text for source in basis), context]))
    for word, marks in _marks(said.text).items():
        if word in marked and not marks <= marked[word]:
            yield "name", f"the cited passages speak of another {word!r}"
    for named in said.named:
        telling = {stem for stem in named.stems if stem not in lexicon().empty}
        standing = sum(_stands(stem, there) for stem in telling)
        enough = len(telling) if named.drug or len(telling) == 1 else len(telling) / 2
        if telling and not _is_known(named, known, vocabularies) and standing < enough:
            yield "name", f"the cited passages do not name {named.text!r}"
    claimed = set(said.stems)
    for stem in said.stems:
        contraries = lexicon().opposites.get(stem, frozenset())
        if stem not in there and contraries & there and not contraries & claimed and not _near_same(stem, there):
            yield "opposite", f"the cited passages say the contrary of {_as_written([stem], said.text)[0]!r}"


def _marks(text: str) -> dict[str, set[str]]:
    """Words that one sign tells apart, with their signs: hepatitis B and C, type 1 and 2, vitamin D and K."""
    found: dict[str, set[str]] = {}
    for match in _MARKED.finditer(text):
        found.setdefault(match["word"].casefold(), set()).add(match["mark"])
    return found


def _swaps(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """In a sentence that otherwise repeats its source, a content word that stands in the place of another."""
    head = basis[0]
    matcher = SequenceMatcher(None, head.stems, said.stems, autojunk=False)
    if matcher.ratio() < _REPEATS:
        return
    there = {stem for source in basis for stem in source.stems} | set(claim_stems(context))
    here = set(said.stems)
    by_concept = {
        stem
        for named in said.named
        if _is_known(named, _named_in(basis, context, vocabularies), vocabularies)
        for stem in named.stems
    }
    for operation, start, end, from_, to in matcher.get_opcodes():
        if operation != "replace":
            continue
        gone = [stem for stem in head.stems[start:end] if not _stands(stem, here)]
        come = [stem for stem in said.stems[from_:to] if not _stands(stem, there) and stem not in by_concept]
        actions = lexicon().actions
        if set(gone) - actions and set(come) - actions:
            here_, there_ = _as_written(come[:1], said.text)[0], _as_written(gone[:1], head.text)[0]
            yield "name", f"it says {here_!r} where the cited passage says {there_!r}"


def _near_same(stem: str, there: set[str]) -> bool:
    return not there.isdisjoint(lexicon().same.get(stem, frozenset()) - lexicon().opposites.get(stem, frozenset()))


def _numbers(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    there = [amount for source in basis for amount in source.amounts]
    there += list(read_statement(context, vocabularies).amounts) if context else []
    other_units = [amount for source in basis for amount in converted(source.text)]
    for amount in said.amounts:
        if any(amount.agrees(other) for other in there):
            continue
        if amount.kind != "rate" and agrees_converted(amount, other_units):
            continue
        if amount.kind == "rate" and not any(other.kind == "rate" for other in there) and amount.value in {1.0}:
            continue
        if any(amount._replace(bound="").agrees(other._replace(bound="")) for other in there):
            yield "number", f"the limit at {amount.text!r} is not the one of the cited passage"
        else:
            yield "number", f"{amount.text!r} is not in the cited passages"
    for part in drug_parts(said, vocabularies):
        # Of several drugs each has its own dose, in a sentence or a part of one that names it.
        homes = [one for source in basis for one in homes_of(part, [drug_parts(source, vocabularies) or [source]])]
        for amount in part.amounts:
            if amount.kind == "mass" and not any(amount.agrees(other) for one in homes for other in one.amounts):
                yield "number", f"{amount.text!r} is the dose of another drug in the cited passages"


def _people(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    texts = [source.text for source in basis]
    head = basis[0]
    framed = read_statement(context, vocabularies) if context else None
    sexes = {source.sex for source in basis} | ({framed.sex} if framed else set())
    if said.sex and sexes - {None} and said.sex not in sexes:
        yield "population", f"the cited passages do not speak of {said.sex} patients"
    states = {source.pregnant for source in basis} | ({framed.pregnant} if framed else set())
    if said.pregnant is not None and states - {None} and said.pregnant not in states:
        yield "population", "the cited passages differ about pregnancy"
    if said.pregnant and states == {None} and not any(_BEARING.search(text) for text in [*texts, context]):
        yield "population", "the cited passages do not speak of pregnancy"
    groups = {group for source in basis for group in source.groups} | (framed.groups if framed else frozenset())
    if (said.groups and groups and not said.groups <= groups) or (_young(said) and not groups and not _aged(basis)):
        yield "population", "the cited passages speak of people of other ages"
    ages = [age for source in basis for age in source.ages] + list(framed.ages if framed else ())
    for age in said.ages:
        if ages and not any(_same_age(age, other) for other in ages):
            yield "population", "the cited passages give other ages"
    if any(word in said.text.lower() for word in _THIS_PATIENT):
        return
    if head.ages and not said.ages and not said.amounts and head.stance != "none":
        yield "population", "the ages that the cited passage gives were left out"
    if head.sex and not said.sex and head.stance != "none" and not (framed and framed.sex):
        yield "population", f"the cited passage is for {head.sex} patients only"
    if head.pregnant is False and said.pregnant is None:
        yield "population", "the cited passage is for patients who are not pregnant only"
    if head.pregnant and said.pregnant is None and "pregnan" in head.text.lower() and not (framed and framed.pregnant):
        yield "population", "the cited passage is for pregnant patients only"


def _young(said: Statement) -> bool:
    """Whether a sentence speaks of people who are not adults, whom no source means unless it says so."""
    return bool(said.groups & {"newborn", "child", "adolescent"})


def _aged(basis: Sequence[Statement]) -> bool:
    return any(low is None or low < _ADULT for source in basis for low, _ in source.ages)


def _same_age(one: tuple[float | None, float | None], other: tuple[float | None, float | None]) -> bool:
    return all((a or 0) == (b or 0) or abs((a or 0) - (b or 0)) < 0.1 for a, b in zip(one, other, strict=True))


def _negation(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    if said.stance in clause_stances(said, basis, vocabularies):
        return
    stances = {source.stance for source in basis} - {"none"}
    if said.stance != "none" and stances and said.stance not in stances:
        yield "negation", f"the sentence is {_worded(said.stance)}, its source is {_worded(basis[0].stance)}"
        return
    head = basis[0]
    if said.stance != "none" and head.stance not in {"none", said.stance} and (len(basis) == 1 or _held_by(said, head)):
        yield "negation", f"the sentence is {_worded(said.stance)}, its source is {_worded(head.stance)}"
        return
    plain_here = set(said.stems) - said.negated
    negated_there = {stem for source in basis for stem in source.negated}
    plain_there = {stem for source in basis for stem in set(source.stems) - source.negated}
    turned = {stem for stem in said.negated if stem in plain_there and stem not in negated_there}
    turned |= {stem for stem in plain_here if stem in negated_there and stem not in plain_there}
    shared = {stem for stem in said.stems if stem in plain_there | negated_there}
    if shared and said.negators != head.negators and len(turned) >= max(2, 0.5 * len(shared)) and len(basis) == 1:
        yield "negation", "the sentence negates what its source does not, or the other way round"


def _held_by(said: Statement, head: Statement) -> bool:
    """Whether one source sentence covers so much of a sentence that it is the one that is meant."""
    wanted = set(said.stems)
    return bool(wanted) and 1 - len(_uncovered(wanted, head)) / len(wanted) >= _HELD


def _worded(stance: str) -> str:
    return {"for": "advice for it", "against": "advice against it", "unknown": "that it is not known"}.get(
        stance, "no advice"
    )


def _strength(
    said: Statement, basis: Sequence[Statement], context: str, _vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    there = {strength for source in basis[:1] for strength in source.strengths}
    if not said.strengths or not there:
        return
    here = "weak" if "weak" in said.strengths else "strong"
    source = "weak" if "weak" in there else "strong"
    every = {("weak" if "weak" in one.strengths else "strong") for one in basis if one.strengths}
    if here != source and here not in every:
        yield "strength", f"the sentence is a {here} recommendation, its source a {source} one"


def _conditions(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    head = basis[0]
    here = set(said.stems)
    known = list(said.named)
    yield from _turned(said, head)
    faults = list(_left_out(said, head, here, known, vocabularies))
    # Of alternatives a sentence may speak of one: "with heart failure, or who take an anticoagulant".
    stated = any(not one.drug and _is_known(one, head.named, vocabularies) for one in said.named)
    if (stated or len(head.conditions) > len(faults)) and _are_alternatives(head):
        return
    yield from faults


def _are_alternatives(head: Statement) -> bool:
    """Whether the conditions of a sentence are joined by "or"."""
    places = [head.text.find(clause) for clause, *_ in head.conditions]
    return any(place > 0 and re.search(r"\bor\s+(?:\w+\s+)?$", head.text[:place], re.IGNORECASE) for place in places)


def _left_out(
    said: Statement, head: Statement, here: set[str], known: Sequence[Named], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """The conditions of a source sentence that a sentence does not state."""
    for clause, *words in head.conditions:
        if len(head.ages) > 1 and read_statement(clause, vocabularies).ages:
            continue  # of several groups of people a sentence may speak of one
        main = set(head.stems) - set(words)
        if main and sum(_stands(stem, here) for stem in main) / len(main) < _MAIN:
            continue
        amounts = read_statement(clause, vocabularies).amounts
        met = [_stands(stem, here) for stem in words] + [
            any(one.agrees(other) for other in said.amounts) for one in amounts
        ]
        asked = [one for one in read_statement(clause, vocabularies).named if not one.drug]
        unsaid = [
            one
            for one in asked
            if not _is_known(one, known, vocabularies) and not all(_stands(s, here) for s in one.stems)
        ]
        either = bool(re.search(r"\bor\b", clause, re.IGNORECASE)) and len(unsaid) < len(asked)
        if len(asked) > 1 and unsaid and not either:
            yield "condition", f"the condition was left out: {unsaid[0].text!r}"
        elif met and sum(met) / len(met) < _CLAUSE and len(unsaid) == len(asked):
            yield "condition", f"the condition was left out: {clause[:80]!r}"


def _turned(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """A condition that the source opens with "once" or "if" and the sentence with "until" or "unless"."""
    for clause, *words in head.conditions:
        for other, *others in said.conditions:
            shared = len(set(words) & set(others)) / max(1, len(set(words) | set(others)))
            sides = [
                next((n for n, one in enumerate(lexicon().turned) if _opener(text) in one), None)
                for text in (clause, other)
            ]
            if shared >= _SAME_CLAUSE and None not in sides and sides[0] != sides[1]:
                yield "condition", f"the condition was turned round: {clause[:80]!r}"


def _opener(clause: str) -> str:
    return clause.split(maxsplit=1)[0].casefold() if clause.strip() else ""
