"""What a sentence puts together and its source keeps apart: a dose with the limit of another branch, a deed with another drug."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.branches import Branch, all_branches, branches_of, deeds_of, main_clause
from osler.guidelines.checking.coverage import as_written, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Named, Statement, claim_stems, read_statement

_CLAUSE = re.compile(r";|,? (?:but|whereas|while)\b|,? and (?=(?:do not|never|must not|should not)\b)", re.IGNORECASE)
_OTHERWISE = re.compile(
    r"(?P<left>(?:[^;.]|\.\d)*?) (?:in|for|if|when|with) (?P<when>[^;,.]+?),? and (?P<right>(?:[^;.]|\.\d)*?) (?:otherwise|in (?:all )?others?\b|in everyone else)",
    re.IGNORECASE,
)
_SPECIAL = re.compile(
    r"(?P<left>(?:[^;,.]|\.\d)*?\d(?:[^;,.]|\.\d)*),? (?:and|but|or) (?P<right>(?:[^;,.]|\.\d)*?\d(?:[^;,.]|\.\d)*?) (?:in|for|if|when) (?P<when>[^;,.()]+)",
    re.IGNORECASE,
)
_ABOUT = 0.6
_WORDS = 2
_DOSE_AND_TIMES = {"mass", "rate"}
_OUTWEIGHS = re.compile(
    r"\b(?:outweigh(?:s|ed)?|exceeds?|(?:is|are) (?:greater|higher|larger) than)\b(?!\s*\d)", re.IGNORECASE
)
_NOT_WEIGHED = re.compile(r"\b(?:not|never)\s*$", re.IGNORECASE)
_UNSUITABLE = re.compile(
    r"\b(?:if|when|where)\b(?P<what>[^,;.]*?)\b(?:(?:is|are) (?:unsuitable|contra-?indicated|not available|unavailable|unsuccessful|ineffective)"
    r"|fails?|failed|cannot be \w+)\b",
    re.IGNORECASE,
)
_CLAUSE_BEFORE = re.compile(r"[,;:]|\b(?:if|when|where|because|as|whose|that|whether)\b", re.IGNORECASE)
_PHRASE_END = re.compile(r"[,;:()\[]|\.(?!\d)|\b(?:in|for|if|when|to|with|unless)\b", re.IGNORECASE)


def together_faults(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What a sentence says the contrary of, prefers in another order, or gives without its partner."""
    there = all_branches(every, vocabularies)
    for branch in branches_of(said, vocabularies):
        yield from _turned(branch, there)
        # A dose and how often it is given are the same in whatever words: where they stand apart, that is sure.
        yield from _apart(branch, there, numbers_alone=True)
    yield from _preferred(said, every)
    yield from _outweighed(said, every)
    yield from _replaced(said, every)
    yield from _combined(said, every)
    yield from _otherwise(said, every, vocabularies)
    yield from _special(said, every, vocabularies)


def together_doubts(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Two things that a sentence says together and, as far as its branches can be told apart, no branch of its sources does."""
    there = all_branches(every, vocabularies)
    for branch in branches_of(said, vocabularies):
        yield from _apart(branch, there)
        yield from _of_the_other(branch, every, vocabularies)
        yield from _of_another(branch, there, every, vocabularies)


def _apart(here: Branch, there: Sequence[Branch], *, numbers_alone: bool = False) -> Iterable[tuple[FaultKind, str]]:
    """Two numbers, or a number and a deed or a sex, that the sources never say in one branch, but each with another."""
    said = here.said
    things: list[tuple[str, str, set[int]]] = [
        (one.text, one.kind, {n for n, branch in enumerate(there) if branch.has(one)}) for one in here.amounts
    ]
    if numbers_alone and sum(kind == "rate" for _, kind, _ in things) > 1:
        return  # "100 mg a day, stepped up every four weeks": which times are the dose's is not sure
    numbers = len(things)
    things += [
        (as_written([deed], said.text)[0], "", {n for n, branch in enumerate(there) if branch.does(deed)})
        for deed in deeds_of(said)
    ]
    things += [(who, "", _for(who, there)) for who in _people(said)]
    for (first, (one, kind, at)), (second, (other, kind_, elsewhere)) in combinations(enumerate(things), 2):
        if not at or not elsewhere or at & elsewhere or first >= numbers:
            continue
        # What stands apart may be put together, unless its own branch has another number in that place.
        both = second < numbers
        if numbers_alone and not (both and {kind, kind_} == _DOSE_AND_TIMES):
            continue
        if both and _of_two_drugs(said, (here.amounts[first], here.amounts[second])):
            continue
        if both and kind == kind_:
            continue  # two of a kind are two things: "4 weeks after treatment and 2 weeks after the inhibitor"
        if _rivals(kind, elsewhere, there, all if both else any) or (both and _rivals(kind_, at, there, all)):
            yield "number", f"the cited passage does not say {one!r} together with {other!r}"
            return


def _of_two_drugs(said: Statement, pair: Sequence[Amount]) -> bool:
    """Whether two numbers of a sentence belong to two drugs: each to the last one named before it."""
    places = sorted((drug.at, number) for number, drug in enumerate(given_drugs(said)))
    owners = [
        max((one for one in places if one[0] < amount.at), default=None) for amount in pair if amount in said.amounts
    ]
    return len(owners) == _WORDS and None not in owners and owners[0] != owners[1]


def _rivals(kind: str, places: set[int], there: Sequence[Branch], enough: Callable[[Iterable[bool]], bool]) -> bool:
    """Whether each, or any, of these branches has a number of this kind itself."""
    return enough(any(_family(amount.kind) == _family(kind) for amount in there[n].amounts) for n in places)


def _family(kind: str) -> str:
    """What a number measures, by body weight or not: 10 mL/kg for a child stands in the place of 500 mL for an adult."""
    return {"g/kg": "mass", "ml/kg": "volume"}.get(kind, kind)


def _people(said: Statement) -> frozenset[str]:
    """The sex and the ages that a sentence names."""
    return said.groups | frozenset(filter(None, [said.sex]))


def _for(who: str, there: Sequence[Branch]) -> set[int]:
    """The branches for some people, where there are such: those that name them, and those that name none."""
    own = any(who in _people(branch.said) for branch in there)
    return {n for n, branch in enumerate(there) if own and who in (_people(branch.said) or {who})}


def _of_the_other(
    here: Branch, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A number of one branch with the words of another of its sentence, which has a number of that kind itself."""
    said = here.said
    for amount in said.amounts:
        accused = []
        for siblings in (branches_of(one, vocabularies) for one in every):
            holding = [branch for branch in siblings if branch.has(amount)]
            others = [
                branch
                for branch in siblings
                if branch not in holding and any(one.kind == amount.kind for one in branch.said.amounts)
            ]
            if holding and others:
                accused.append(any(_is_of(said, amount, holding, other) for other in others))
        # A reading of a sentence may lack the words for which the whole sentence gives the number.
        if accused and all(accused):
            yield "number", f"the cited passage does not say {amount.text!r} there"
            return


def _is_of(said: Statement, amount: Amount, holding: Sequence[Branch], other: Branch) -> bool:
    """Whether a sentence has words that only another branch has, and none that only those with its number have."""
    own = set(other.said.stems).difference(*(branch.said.stems for branch in holding))
    theirs = {stem for branch in holding for stem in branch.said.stems} - set(other.said.stems)
    further = any(
        branch.has(one) and not other.has(one) for branch in holding for one in said.amounts if one.kind != amount.kind
    )
    return bool(own & set(said.stems)) and not further and not any(stands(stem, theirs) for stem in said.stems)


def _turned(branch: Branch, there: Sequence[Branch]) -> Iterable[tuple[FaultKind, str]]:
    """The contrary of what the branch on the same subject says."""
    table = lexicon().opposites
    turning = [stem for stem in branch.said.stems if stem in table]
    rest = [stem for stem in branch.said.stems if stem not in table]
    if not turning or len(rest) < _WORDS:
        return
    scored = [(_likeness(branch, rest, other), other) for other in there]
    best = max((score for score, _ in scored), default=0.0)
    nearest = [other for score, other in scored if score == best]
    if not nearest or max(_share(rest, other.said) for other in nearest) < _ABOUT:
        return
    for stem in turning:
        same = lexicon().same.get(stem, frozenset()) - table[stem] | {stem}
        stems = [set(other.said.stems) for other in nearest]
        if any(same & here for here in stems) or table[stem] & set(branch.said.stems):
            continue
        if all(table[stem] & here for here in stems):
            yield "opposite", f"the cited passage says the contrary of {as_written([stem], branch.said.text)[0]!r}"


def _likeness(branch: Branch, rest: Sequence[str], other: Branch) -> float:
    drugs = sum(any(same_drug(one, there) for there in other.drugs) for one in given_drugs(branch.said))
    numbers = sum(other.has(amount) for amount in branch.said.amounts)
    return 2 * drugs + numbers + _share(rest, other.said)


def _share(wanted: Sequence[str], said: Statement) -> float:
    there = set(said.stems) | {stem for named in said.named for stem in named.stems}
    return sum(stands(stem, there) for stem in wanted) / len(wanted) if wanted else 0.0


def _of_another(
    branch: Branch, there: Sequence[Branch], every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What the sources say of another drug, and of the drug of the sentence elsewhere."""
    # Of what another drug replaces nothing is said.
    main = main_clause(branch.said, vocabularies)
    drugs = given_drugs(read_statement(lexicon().preferred.split(main.text, maxsplit=1)[0], vocabularies))
    names = {stem for drug in given_drugs(main) for stem in drug.stems}
    rest = [stem for stem in branch.said.stems if stem not in names]
    if not drugs or len(rest) < _WORDS:
        return
    known = [drug for drug in drugs if any(same_drug(drug, other) for one in every for other in one.named)]
    shares = [(_share(rest, other.said), other) for other in there if other.drugs]
    best = max((share for share, _ in shares), default=0.0)
    if best < _ABOUT:
        return
    for drug in known:
        if _are_alternatives(drug, drugs, rest, every, vocabularies):
            continue
        own = max((share for share, other in shares if _names(other, drug)), default=0.0)
        if own < _ABOUT * best:
            nearest = next(other for share, other in shares if share == best)
            yield "name", f"the cited passage says it of {nearest.drugs[0].text!r}"


def _are_alternatives(
    drug: Named, drugs: Sequence[Named], rest: Sequence[str], every: Sequence[Statement], vocabularies: Vocabularies
) -> bool:
    """Whether one clause of a source names a drug beside others and says the rest of all of them: "offer A, or B, as first line".

    What joins them may be "and" as well, where the sentence names all of them too.
    """
    clauses = [read_statement(part, vocabularies) for one in every for part in _CLAUSE.split(one.text) if part.strip()]

    def are_in(clause: Statement) -> bool:
        return all(any(same_drug(one, other) for other in given_drugs(clause)) for one in drugs)

    return any(
        len(given_drugs(clause)) > 1
        and (re.search(r"\bor\b", clause.text, re.IGNORECASE) or (len(drugs) > 1 and are_in(clause)))
        and any(same_drug(drug, other) for other in given_drugs(clause))
        and _share(rest, clause) >= _ABOUT
        for clause in clauses
    )


def _names(branch: Branch, drug: Named) -> bool:
    return any(same_drug(drug, other) for other in (*branch.drugs, *branch.said.named))


def _combined(said: Statement, every: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """One drug of a combination without the other, where no sentence of the source gives it alone."""
    drugs = given_drugs(said)
    for one, other in (pair for source in every if (pair := _pair(source, lexicon().combined))):
        named = [any(same_drug(drug, partner) for drug in drugs) for partner in (one, other)]
        alone = [
            source
            for source in every
            if any(same_drug(one, drug) for drug in source.named)
            and not any(same_drug(other, drug) for drug in source.named)
        ]
        if named == [True, False] and not alone:
            yield "condition", f"the cited passage gives it with {other.text!r} only"
            return


def _otherwise(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What holds otherwise, said of the case that it is not for: "15 to 20 in deep infection and 10 to 15 otherwise"."""
    for found in filter(None, (_OTHERWISE.search(one.text) for one in every)):
        left, right = (read_statement(found[name], vocabularies) for name in ("left", "right"))
        when = claim_stems(found["when"])
        special = [one for one in said.amounts if any(one.agrees(other) for other in left.amounts)]
        usual = [one for one in said.amounts if any(one.agrees(other) for other in right.amounts)]
        named = when and sum(stands(stem, set(said.stems)) for stem in when) >= _ABOUT * len(when)
        # One end of both ranges may be the same number.
        if named and len(usual) > len(special) and left.amounts:
            yield "number", f"the cited passage says {left.amounts[0].text!r} there, and {usual[0].text!r} otherwise"
            return


def _special(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What holds at large, said of the case that has its own number: "below 360, and below 300 in people with tophi"."""
    for found in filter(None, (_SPECIAL.match(one.text) for one in every)):
        left, right = (read_statement(found[name], vocabularies) for name in ("left", "right"))
        rivals = [one for one in left.amounts for other in right.amounts if one.kind == other.kind]
        when = claim_stems(found["when"])
        ages = read_statement(found["when"], vocabularies).ages
        named = (when or ages) and set(ages) <= set(said.ages) and all(stands(stem, set(said.stems)) for stem in when)
        usual = any(one.agrees(other) for one in said.amounts for other in rivals)
        special = any(one.agrees(other) for one in said.amounts for other in right.amounts)
        # "Within 4 weeks" is the number that is compared, and no condition of its own.
        conditional = any(not clause.casefold().startswith("within") for clause, *_ in left.conditions)
        if named and usual and not special and not conditional:
            yield "number", f"the cited passage says {right.amounts[0].text!r} there"
            return


def _preferred(said: Statement, every: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """One of two drugs before the other, where the source puts the other first."""
    here = _pair(said, lexicon().preferred)
    if here is None or same_drug(*here):
        yield from _preferred_words(said, every)
        return
    there = [pair for one in every if (pair := _pair(one, lexicon().preferred))]
    if any(same_drug(here[0], one) and same_drug(here[1], other) for one, other in there):
        return
    if any(same_drug(here[0], other) and same_drug(here[1], one) for one, other in there):
        yield "opposite", f"the cited passage puts {here[1].text!r} before {here[0].text!r}"
        return
    yield from _preferred_words(said, every)


def _preferred_words(said: Statement, every: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """The same of things that no vocabulary names: the words before and after "rather than" have changed places."""
    sides = _sides(said)
    for one in every:
        other = _sides(one)
        if not sides or not other:
            continue
        if sides[1] <= other[0] and other[1] <= sides[0] and not sides[1] <= other[1]:
            yield "opposite", f"the cited passage prefers {as_written([next(iter(sides[1]))], said.text)[0]!r}"
            return


def _outweighed(said: Statement, every: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """The greater of two things that a source weighs against each other as the smaller: bleeding above thrombosis."""
    here = _weighed(said.text)
    for there in filter(None, (_weighed(one.text) for one in every)) if here else ():
        greater, smaller = here or there
        turned = _meet(greater, there[1]) and _meet(smaller, there[0])
        if turned and not _meet(greater, there[0]):
            yield "opposite", f"the cited passage does not weigh {as_written([min(greater)], said.text)[0]!r} higher"
            return


def _replaced(said: Statement, every: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """What is used where another thing cannot be, as the thing in whose place the other is used."""
    here = _second(said.text)
    for there in filter(None, (_second(one.text) for one in every)) if here else ():
        used, unsuitable = here or there
        turned = _meet(used, there[1]) and _meet(unsuitable, there[0])
        if turned and not _meet(used, there[0]) and not _meet(unsuitable, there[1]):
            yield "opposite", f"the cited passage puts {as_written([min(unsuitable)], said.text)[0]!r} second"
            return


def _second(text: str) -> tuple[set[str], set[str]] | None:
    """The words of what is used and of what cannot be, without the words of both."""
    clause = _UNSUITABLE.search(text)
    if clause is None:
        return None
    plain = lexicon().actions | lexicon().redundant | lexicon().same["recommend"]
    out = set(claim_stems(clause["what"])) - plain
    used = set(claim_stems(text[: clause.start()] + " " + text[clause.end() :])) - plain
    return (used - out, out - used) if used - out and out - used else None


def _weighed(text: str) -> tuple[set[str], set[str]] | None:
    """The words for the greater and those for the smaller of two things, without the words of both."""
    mark = _OUTWEIGHS.search(text)
    if mark is None or _NOT_WEIGHED.search(text[: mark.start()]):
        return None
    before = _CLAUSE_BEFORE.split(text[: mark.start()])[-1]
    end = _PHRASE_END.search(text, mark.end())
    one, other = set(claim_stems(before)), set(claim_stems(text[mark.end() : end.start() if end else len(text)]))
    one, other = one - other, other - one
    return (one, other) if one and other else None


def _meet(some: set[str], others: set[str]) -> bool:
    return any(stands(stem, others) for stem in some)


def _sides(said: Statement) -> tuple[set[str], set[str]] | None:
    """The words before and the words after what says which is preferred."""
    mark = lexicon().preferred.search(said.text)
    if mark is None:
        return None
    end = _PHRASE_END.search(said.text, mark.end())
    after = set(claim_stems(said.text[mark.end() : end.start() if end else len(said.text)])) - lexicon().actions
    before = set(claim_stems(said.text[: mark.start()]))
    return (before, after) if before and after else None


def _pair(said: Statement, between: re.Pattern[str]) -> tuple[Named, Named] | None:
    """The two drugs that stand before and after certain words."""
    mark = between.search(said.text)
    drugs = [(place.start(), one) for one in given_drugs(said) for place in re.finditer(re.escape(one.text), said.text)]
    before = [one for place, one in sorted(drugs, key=lambda item: item[0]) if mark and place < mark.start()]
    after = [one for place, one in sorted(drugs, key=lambda item: item[0]) if mark and place > mark.start()]
    return (before[-1], after[0]) if before and after else None
