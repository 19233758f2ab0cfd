"""What holds together in one sentence of a source: a dose with its drug, a number with its age, advice with its subject.

A sentence may be put together from words that all stand in its passage and still be said nowhere in it. Each check here
holds it against one sentence, one clause or one bracket of the source.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import row_of
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.coverage import not_covered, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import (
    Named,
    Stance,
    Statement,
    claim_stems,
    read_statement,
    without_excluded,
)

_CLAUSE = re.compile(
    r";|,? (?:but|however|whereas|while)\b|,? and (?=(?:do not|never|not|must not|should not)\b)", re.IGNORECASE
)
_RESTRICTS = re.compile(
    r"\b(?:only|unless|except|excluding|apart from|other than|sole(?:ly)?|exclusively|provided)\b", re.IGNORECASE
)
_EXCEPTS = re.compile(r"\bunless\b", re.IGNORECASE)
_THEY = re.compile(r"\W*(?:it|they|these|this)\b", re.IGNORECASE)
_OPENER = re.compile(
    r"\b(?P<word>when|if|during|while|once(?! (?:a|daily|weekly|monthly|every|per|or|each)\b)|where|after|before|until|unless|except)\b",
    re.IGNORECASE,
)
_REASON = re.compile(
    r"(?:, since (?!\d|the (?:age|start|onset|last|first)|then\b|when\b|last\b|birth\b)|\b(?:because(?: of)?|since (?:it|they|this)"
    r"|as (?:it|they|this) (?:is|are|has|have|can|will)|due to|so that|thereby|in order to)\s+)(?P<why>\S)"
    r"|,? (?:which|that) (?P<why2>(?:prevents?|reduces?|lowers?|causes?|increases?|cures?|improves?)\b)",
    re.IGNORECASE,
)
_CLAUSE_END = re.compile(r"[,;:]|\.(?!\d)|\b(?:but|however|should|must|may)\b")
_BRACKET = re.compile(r"\((?P<inside>[^()]*\b(?:if|when|for|in|with|where)\b[^()]*)\)", re.IGNORECASE)
_AGED = re.compile(
    r"(?=(?<![\d-])\b(?:\d+\s*(?:-|–|to)\s*\d+|(?:over|under|above|below|from|aged)\s+\d+)[\s-]*(?:months?|years?|weeks?)\b)",
    re.IGNORECASE,
)
_AFTER_AGE = re.compile(
    r"(?<=years)(?=[,;])|(?<=months)(?=[,;])|(?<=weeks)(?=[,;])|(?<=older)(?=[,;])|(?<=over)(?=[,;])", re.IGNORECASE
)
_WITH = re.compile(r"\bwith (?:an? |the )?(?P<what>[a-z-]+(?: [a-z-]+)?)(?=[.,;]|$)", re.IGNORECASE)
_OF = re.compile(
    r"\d[\d.]*(?: ?[^\s\d]{1,11})??(?:(?: ?[-–] ?| to )\d[\d.]*)? ?[^\s\d]{1,11}(?: \([^()]*\))? of (?:an? |the )?(?:[\w-]+ )?",
    re.IGNORECASE,
)
"""A dose, or a range of doses, of what stands behind it: "30 mg to 60 mg of elemental iron"."""
_PREFIXES = ("un", "non", "in", "im", "a")
_CLAUSE_MET = 0.5
_SUBJECT = 2
_ABOUT = 0.5
_DOSES = {"mass"}
_REGIMEN = {"mass", "g/kg", "rate", "time", "volume", "doses"}


def bond_faults(
    said: Statement, basis: Sequence[Statement], every: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Every bond of the source that a sentence breaks."""
    for _, clause in _clauses([said], vocabularies):
        yield from _subject(clause, every, vocabularies)
    yield from _barred(said, every, vocabularies)
    yield from _prefixed(said, basis[0])
    yield from _brackets(said, basis, vocabularies)
    yield from _ages(said, basis, context, vocabularies)
    yield from _row(said, basis[0], vocabularies)


def bond_doubts(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Bonds that seem to be broken, as far as the order of words tells."""
    yield from _restricted(said, basis, context, vocabularies)
    yield from _owners(said, basis)


def reason_faults(
    said: Statement, basis: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A reason or a purpose that no sentence of the source gives: what its headings name is no reason."""
    for opener in _REASON.finditer(said.text):
        end = _CLAUSE_END.search(said.text, opener.end())
        clause = said.text[opener.start("why" if opener["why"] else "why2") : end.start() if end else len(said.text)]
        words = claim_stems(clause)
        shares = [_share(words, one, "", read_statement(clause, vocabularies).named) for one in basis]
        if words and shares and max(shares) < 1.0:
            yield "condition", f"the cited passages give no such reason: {' '.join(clause.split())!r}"


def beside_faults(
    said: Statement, every: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Something to be done with, of which no sentence of the source speaks: "take it with food"."""
    for match in _WITH.finditer(said.text):
        words = claim_stems(match["what"])
        named = read_statement(match["what"], vocabularies)
        if words and len(not_covered(words, every, context, named, vocabularies)) == len(words):
            yield "unsupported", f"the cited passages do not say {match.group().strip()!r}"


def _subject(
    said: Statement, every: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Advice for what the clause on the same subject advises against, or the other way round."""
    if said.stance not in {"for", "against"}:
        return
    # What is a condition of the sentence is not its subject.
    opener = _OPENER.search(said.text)
    main = read_statement(said.text[: opener.start()], vocabularies) if opener and opener.start() > 12 else said
    weak = lexicon().actions | frozenset(claim_stems("recommend consider advise suggest treat need combine"))
    subject = [stem for stem in main.stems if stem not in weak][:_SUBJECT]
    drugs = [one for one in main.named if one.drug][:1]
    if not drugs and len(subject) < _SUBJECT:
        return
    stances = set()
    last: Sequence[Named] = ()
    for one, clause in _clauses(every, vocabularies):
        # "They should not be started" goes on speaking of the last drug.
        own = [other for other in clause.named if other.drug] or (last if _THEY.match(one.text) else ())
        last = own or last
        named = any(same_drug(drugs[0], other) for other in own) if drugs else set(subject) <= set(clause.stems)
        there = set(one.stems).union(*(other.stems for other in own))
        about = len(set(main.stems) & there) / max(1, len(set(main.stems)))
        if named and clause.stance != "none" and about >= _ABOUT and not _is_another_row(said, one):
            stances.add(clause.stance)
    if stances and said.stance not in stances:
        told = {"for": "advises it", "against": "advises against it", "unknown": "says that it is not known"}
        yield "negation", f"the cited passage {told[next(iter(stances))]}"


def _is_another_row(said: Statement, one: Statement) -> bool:
    """Whether a row of a table is for values that a sentence does not speak of: it gives limits of a kind, and these are others."""
    if row_of(one.text) is None:
        return False
    limits = [amount for amount in one.amounts if amount.side and amount.kind not in _REGIMEN]
    kinds = {amount.kind for amount in limits}
    own = [amount for amount in said.amounts if amount.side and amount.kind in kinds | {""}] if kinds else []
    return bool(own) and not any(amount.agrees(limit) for amount in own for limit in limits)


def _barred(said: Statement, every: Sequence[Statement], vocabularies: Vocabularies) -> Iterable[tuple[FaultKind, str]]:
    """Advice for a drug in a condition in which a clause of the source speaks against it, or against its class."""
    if said.stance != "for":
        return
    here = set(said.stems)
    given = given_drugs(said)
    for _, clause in _clauses(every, vocabularies):
        # "Not unless" is a condition, which is looked for by itself.
        if clause.stance != "against" or not given or _EXCEPTS.search(clause.text):
            continue
        # What is "contraindicated" in a condition of other advice is not what the clause speaks against.
        barred = given_drugs(read_statement(without_excluded(clause.text), vocabularies))
        asked = [one for one in clause.named if one not in barred]
        held = asked and all(
            one.stems <= here or any(one.concepts & other.concepts for other in said.named) for one in asked
        )
        limits = [one for one in clause.amounts if one.side]
        held = held and all(any(one.agrees(other) for other in said.amounts) for one in limits)
        found = next((one for one in given for other in barred if _belongs(one, other, vocabularies)), None)
        # What is given by its own name is not barred with its class.
        if found and not any(same_drug(found, other) for other in barred) and _is_given(found, every, vocabularies):
            continue
        if held and found is not None and not set(clause.stems) <= here:
            yield "negation", f"the cited passage speaks against {found.text!r} there"
            return


def _is_given(drug: Named, every: Sequence[Statement], vocabularies: Vocabularies) -> bool:
    """Whether a clause of the sources advises a drug by its own name."""
    return any(
        clause.stance == "for" and any(same_drug(drug, other) for other in given_drugs(clause))
        for _, clause in _clauses(every, vocabularies)
    )


def _belongs(drug: Named, other: Named, vocabularies: Vocabularies) -> bool:
    """Whether a drug is another, or one of its class."""
    above = vocabularies.hierarchy
    return same_drug(drug, other) or any(
        above.is_a(one, general) for one in drug.concepts for general in other.concepts
    )


def clause_stances(said: Statement, basis: Iterable[Statement], vocabularies: Vocabularies) -> set[Stance]:
    """What the clauses of the source that name a drug of the sentence advise, clause by clause."""
    drugs = [one for one in said.named if one.drug]
    return {
        clause.stance
        for one, clause in _clauses(basis, vocabularies)
        if clause.text != one.text and any(same_drug(drug, other) for drug in drugs for other in clause.named)
    } - {"none"}


def _clauses(every: Iterable[Statement], vocabularies: Vocabularies) -> list[tuple[Statement, Statement]]:
    """Each clause with the sentence that it is of."""
    return [
        (one, read_statement(part.strip(), vocabularies))
        for one in every
        for part in _CLAUSE.split(one.text)
        if part.strip()
    ]


def _prefixed(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """A word with "un-" or "non-" in the place of the word without it."""
    here, there = set(said.stems), set(head.stems)
    for stem in here - there:
        turned = {prefix + stem for prefix in _PREFIXES} | {
            stem[len(prefix) :] for prefix in _PREFIXES[:2] if stem.startswith(prefix) and len(stem) > len(prefix) + 4
        }
        if found := turned & there - here - head.negated:
            yield "opposite", f"the cited passage says {_written(next(iter(found)), head.text)!r}"


def _written(stem: str, text: str) -> str:
    return next((word for word in re.findall(r"[\w-]+", text) if stem in claim_stems(word)), stem)


def _restricted(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """An "only", "unless", "when" or "during" that no sentence of the source has."""
    there = " ".join(one.text for one in basis)
    added = _RESTRICTS.search(said.text)
    # "Only if the eGFR is 45" says no more than "if the eGFR is 45".
    clause = said.text[added.end() :] if added else ""
    named = read_statement(_CLAUSE_END.split(clause)[0], vocabularies)
    conditional = any(_met(named, words) for one in basis for _, *words in one.conditions)
    if added and not conditional and not _RESTRICTS.search(there):
        yield "condition", f"the cited passages do not say {added.group()!r}"
        return
    for opener in _OPENER.finditer(said.text):
        end = _CLAUSE_END.search(said.text, opener.end())
        clause = said.text[opener.end() : end.start() if end else len(said.text)]
        words = [stem for stem in claim_stems(clause) if stem not in lexicon().actions]
        # A condition belongs to one sentence: its words from another one make a new rule.
        shares = [_share(words, one, context, read_statement(clause, vocabularies).named) for one in basis]
        if words and shares and max(shares) < _CLAUSE_MET:
            yield (
                "condition",
                f"the cited passages do not say {said.text[opener.start() : opener.end() + len(clause)].strip()!r}",
            )


def _met(clause: Statement, words: Sequence[str]) -> bool:
    """Whether most of a clause stands in the words of a condition."""
    here = set(words)
    return bool(clause.stems) and sum(stands(stem, here) for stem in clause.stems) >= _CLAUSE_MET * len(clause.stems)


def _share(words: Sequence[str], one: Statement, context: str, names: Sequence[Named]) -> float:
    same = lexicon().same
    there = set(one.stems) | set(claim_stems(context))
    named = {stem for name in one.named for stem in name.stems}
    # The same thing by another of its names.
    named |= {
        stem for name in names if any(name.concepts & other.concepts for other in one.named) for stem in name.stems
    }
    # "unavailable" is "not available".
    named |= {prefix + stem for prefix in _PREFIXES[:2] for stem in one.negated}
    met = [stem in there | named or not there.isdisjoint(same.get(stem, ())) for stem in words]
    return sum(met) / len(met) if met else 1.0


def _owners(said: Statement, basis: Sequence[Statement]) -> Iterable[tuple[FaultKind, str]]:
    """A dose that the source gives with another drug."""
    there = [pair for one in basis for pair in drug_doses(one)]
    for drug, amount in drug_doses(said):
        owners = [other for other, size in there if amount.agrees(size)]
        if owners and not any(same_drug(drug, other) for other in owners):
            yield "number", f"{amount.text!r} is given with {owners[0].text!r} in the cited passage"


def drug_doses(one: Statement) -> list[tuple[Named, Amount]]:
    """Each dose with the drug that it belongs to: what it is so much of, or else the last one named before it, or else the first."""
    drugs = [(drug.at, drug) for drug in sorted(one.named, key=lambda named: named.at) if drug.drug]
    found = []
    for amount in one.amounts:
        place = amount.at
        if drugs and place >= 0 and (amount.kind in _DOSES or amount.kind.startswith("g/k")):
            # In a row of a table every dose is that of the drugs that the row is about.
            if (row := row_of(one.text)) and not row.head:
                found += [(drug, amount) for at, drug in drugs if at < len(row.first) or drug is drugs[0][1]]
                continue
            if own := next((drug for at, drug in drugs if at > place and _OF.fullmatch(one.text[place:at])), None):
                found.append((own, amount))
                continue
            # The label of a row may be a state ("Doxycycline unsuitable"): its doses are of the drugs in its cells.
            label = len(row.head) + len(row.first) if row else 0
            before = [drug for at, drug in drugs if label <= at < place]
            found.append((before[-1] if before else drugs[0][1], amount))
    return found


def _brackets(
    said: Statement, basis: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A dose in brackets belongs to the condition beside it there; what stands outside does not."""
    for one in basis:
        for bracket in _BRACKET.finditer(one.text):
            inside = read_statement(bracket["inside"], vocabularies)
            outside = read_statement(_BRACKET.sub(" ", one.text), vocabularies)
            doses = [amount for amount in inside.amounts if amount.kind in _DOSES][:1]
            limits = [amount for amount in inside.amounts if amount not in doses]
            if not doses or not (limits or inside.stems):
                continue
            special = any(one_.agrees(doses[0]) for one_ in said.amounts)
            usual = any(a.agrees(b) for a in said.amounts for b in outside.amounts if b.kind in _DOSES)
            met = [any(limit.agrees(other) for other in said.amounts) for limit in limits]
            met += [stem in said.stems for stem in inside.stems]
            conditional = sum(met) / len(met) >= 0.5
            if special and not conditional:
                yield "condition", f"{doses[0].text!r} holds only {bracket['inside'].strip()!r}"
            if usual and not special and conditional:
                yield "number", f"the cited passage gives {doses[0].text!r} there"


def _ages(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """What the source says of people of another age."""
    if len(said.ages) != 1:
        return
    own = [one for one in basis if said.ages[0] in one.ages]
    others = [one for one in basis if one.ages and said.ages[0] not in one.ages]
    mine = {stem for one in own for stem in one.stems} | set(claim_stems(context))
    theirs = {stem for one in others for stem in one.stems} - mine
    taken = [stem for stem in said.stems if stem in theirs and not mine & lexicon().same.get(stem, frozenset())]
    if own and taken:
        yield "population", f"the cited passage says {_written(taken[0], said.text)!r} of people of another age"
    for one in own:
        aged = [part for part in _aged_parts(one, vocabularies) if part.ages]
        here = [part for part in aged if said.ages[0] in part.ages]
        for amount in said.amounts if len(aged) > 1 and here else ():
            if amount.kind != "time" and not _gives(here, amount) and _gives(aged, amount):
                yield "number", f"the cited passage gives {amount.text!r} for people of another age"


def _aged_parts(one: Statement, vocabularies: Vocabularies) -> list[Statement]:
    """A sentence part by part, each for people of one age: the dose stands behind the age, or before it ("250 mg from 1 to 4 years")."""
    ages = [found.start() for found in _AGED.finditer(one.text)]
    doses = [amount.at for amount in one.amounts if amount.kind and amount.kind != "time"]
    texts = _AFTER_AGE.split(one.text) if ages and doses and 0 <= min(doses) < ages[0] else _AGED.split(one.text)
    return [read_statement(part, vocabularies) for part in texts if part.strip()]


def _gives(parts: Sequence[Statement], amount: Amount) -> bool:
    return any(amount.agrees(other) for part in parts for other in part.amounts)


def _row(said: Statement, head: Statement, vocabularies: Vocabularies) -> Iterable[tuple[FaultKind, str]]:
    """The label and the column of a row of a table, where they name a condition and no drug."""
    row = row_of(head.text)
    if row is None:
        return
    shared = [
        sum(any(one.agrees(other) for other in read_statement(value, vocabularies).amounts) for one in said.amounts)
        for _, value in row.cells
    ]
    for (name, _), count in zip(row.cells, shared, strict=True):
        column = read_statement(name, vocabularies)
        # A strength such as 1 mg/mL is no limit.
        limits = (
            () if column.groups & said.groups else [one for one in column.amounts if one.kind not in {"g/l", "rate"}]
        )
        told = 0 < count == max(shared) or len(row.cells) == 1
        if limits and told and not any(one.agrees(other) for one in limits for other in said.amounts):
            yield "condition", f"the condition was left out: {name!r}"
    first = read_statement(row.first, vocabularies)
    if (any(one.drug for one in first.named) and len(first.stems) < 2) or not (first.stems or first.amounts):
        return
    met = [stem in said.stems or bool(lexicon().same.get(stem, frozenset()) & set(said.stems)) for stem in first.stems]
    met += [any(amount.agrees(other) for other in said.amounts) for amount in first.amounts]
    if sum(met) < 0.5 * len(met):
        yield "condition", f"the condition was left out: {row.first!r}"
