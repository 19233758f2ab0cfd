"""The conditions under which a source advises something, which a sentence left out or turned round."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.branches import branches_of, own_branches
from osler.guidelines.checking.coverage import is_known, is_said, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import ADULT, Named, Statement, claim_stems, read_statement

_CLAUSE = 0.34
_SAME_CLAUSE = 0.6
"""Two conditions of which this share is the same are one, whatever opens them."""
_MAIN = 0.5
_SCORE = re.compile(
    r"[\w-]+ (?:score|index) (?:is |of |at least |above |below )*\d+(?:\.\d+)?(?: or \w+)?", re.IGNORECASE
)
_OPENS = re.compile(r"\W*(?:in|for|if|when|with|during)\b", re.IGNORECASE)
_CLOSES = re.compile(r"(?:provided|unless|as long as|only if|only when)\b", re.IGNORECASE)
_OF_AGE = frozenset(claim_stems("adults older younger children women men people patients years months"))
_FURTHER = re.compile(r"\band (?:in|for|to)\s+(?:\w+\s+){0,3}$", re.IGNORECASE)
"""What adds other people: "in A and in older women who …"."""
_EXCEPTS = re.compile(r"\W*(?:unless|except)\b", re.IGNORECASE)
_CONDITIONAL = re.compile(
    r"\b(?:unless|except|if|when|where|provided|only|without|not|no|other than|as long as|until|but)\b", re.IGNORECASE
)
"""Words by which a sentence can say an exception, in whichever form."""
_WHATEVER = re.compile(r"\bwhatever(?: the\b)?|\bwhether or not\b|\beven (?:if|when|in|without)\b", re.IGNORECASE)
"""What a recommendation does not depend on; other words for it are put as "whatever" before."""
_CLAUSE_END = re.compile(r"[,;:()]|\.(?!\d)|\b(?:and|but|should|must|may|is|are)\b", re.IGNORECASE)
_NOT = re.compile(r"\b(?:no|not|without|never)\b(?! (?:more|less|later|longer|only))", re.IGNORECASE)
_NON = re.compile(r"\bnon-\w+", re.IGNORECASE)


def condition_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Conditions of the source that the sentence leaves out."""
    for other in basis[1:]:
        if set(other.ages) & set(said.ages) and not set(other.ages) & set(basis[0].ages):
            # What is said of people of other ages has the conditions of its own source sentence.
            yield from _left_out(said, other, set(said.stems), said.named, vocabularies)
    for head in own_parts(said, basis[0], vocabularies) if not is_of_a_condition(said, basis[0]) else ():
        faults = list(_left_out(said, head, set(said.stems), said.named, vocabularies))
        # Of alternatives a sentence may speak of one: "with heart failure, or who take an anticoagulant".
        stated = any(not one.drug and is_known(one, head.named, vocabularies) for one in said.named)
        either = _are_alternatives(head) or _are_alternatives(basis[0])
        if not ((stated or len(head.conditions) > len(faults)) and either):
            yield from faults


def is_of_a_condition(said: Statement, head: Statement) -> bool:
    """Whether a sentence tells one of the conditions of its source and nothing else of it: that need not repeat the others."""
    drugs = {stem for one in head.named if one.drug for stem in one.stems}
    told = [stem for stem in said.stems if stem not in drugs | _plain_words()]
    own = {stem for _, *words in said.conditions for stem in words}
    # What the sentence makes a condition as well is not what it asks for.
    if said.stance == "against" or not told or own.intersection(told):
        return False
    return any(
        all(stands(stem, set(words)) for stem in told)
        for clause, *words in head.conditions
        if _CLOSES.match(clause) and not drugs & set(words)
    )


def turned_conditions(
    said: Statement, basis: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """Conditions of the source that the sentence seems to turn round."""
    for head in [*basis[1:], *own_parts(said, basis[0], vocabularies)]:
        yield from _turned(said, head)


def needless_conditions(
    said: Statement, basis: Sequence[Statement], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A condition of the sentence on what its source says does not matter: "only with diabetes" for "whatever the diabetes"."""
    for one in basis:
        for free in _WHATEVER.finditer(one.text):
            end = _CLAUSE_END.search(one.text, free.end())
            about = set(claim_stems(one.text[free.end() : end.start() if end else len(one.text)]))
            asked = [words for clause, *words in said.conditions if not _WHATEVER.search(clause)]
            if about and not _WHATEVER.search(said.text) and any(about <= set(words) for words in asked):
                yield "opposite", f"the cited passage says that it does not depend on {one.text[free.end() :][:40]!r}"
                return


def own_parts(said: Statement, head: Statement, vocabularies: Vocabularies) -> list[Statement]:
    """What of a source sentence each branch of a sentence rests on, each once."""
    numbered = [branch.said for branch in branches_of(said, vocabularies) if branch.said.amounts]
    owns = [own_clauses(one, head, vocabularies) for one in (said, *numbered)]
    return list({one.text: one for one in owns}.values())


def own_clauses(said: Statement, head: Statement, vocabularies: Vocabularies) -> Statement:
    """A source sentence without its branches with other numbers, or else its clauses on other drugs, than the sentence's."""
    numbered = own_branches(said, head, vocabularies)
    if numbered is not head:
        return numbered
    parts = [part for part in head.text.split(";") if part.strip()]
    drugs = given_drugs(said)
    own = [
        part
        for part in parts
        if any(same_drug(drug, other) for drug in drugs for other in given_drugs(read_statement(part, vocabularies)))
        # What opens a sentence is of all its clauses.
        or (part is parts[0] and _OPENS.match(part))
    ]
    return read_statement(";".join(own), vocabularies) if own and len(own) < len(parts) else head


def _are_alternatives(head: Statement) -> bool:
    """Whether the conditions of a sentence are joined by "or"; of what speaks against something, "and" joins them as well."""
    word = "(?:or|and)" if head.stance == "against" else "or"
    # "80 years or older with …" joins nothing.
    joined = rf"\b{word}\s+(?!(?:older|younger|more|less|over|under|above|below|higher|lower)\b)(?:\w+\s+){{0,2}}$"
    before = [head.text[: head.text.find(clause)] for clause, *_ in head.conditions]
    if any(re.search(rf"\b{word}$", clause, re.IGNORECASE) for clause, *_ in head.conditions):
        return True  # "who weigh more than 70 kg or | take an enzyme inducer"
    return any(re.search(joined, one, re.IGNORECASE) or _FURTHER.search(one) for one in before)


def _left_out(
    said: Statement, head: Statement, here: set[str], known: Sequence[Named], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """The conditions of a source sentence that a sentence does not state."""
    conditional = {stem for _, *others in head.conditions for stem in others}
    for clause, *words in head.conditions:
        yield from _narrowed(said, head, clause, words, vocabularies)
        if len(head.ages) > 1 and read_statement(clause, vocabularies).ages:
            continue  # of several groups of people a sentence may speak of one
        # Other conditions are no part of it either.
        main = set(_main_clause(head.text, clause, vocabularies).stems).difference(conditional, words, _plain_words())
        by_concept = {stem for one in head.named if is_known(one, known, vocabularies) for stem in one.stems}
        if main and sum(stem in by_concept or stands(stem, here) for stem in main) / len(main) < _MAIN:
            continue
        if _EXCEPTS.match(clause) and not _CONDITIONAL.search(said.text):
            yield "condition", f"the exception was left out: {clause[:80]!r}"
            continue
        stated = read_statement(clause, vocabularies)
        if stated.ages and set(stated.ages) <= set(said.ages) and set(words) <= _OF_AGE:
            continue  # "under 12 years" is "in children younger than 12 years"
        if set(stated.ages) == {(ADULT, None)} and "adult" in said.groups and set(words) <= _OF_AGE:
            continue  # adults are 18 or older
        # Ages are compared by themselves; what else narrows the people must be said as well.
        aged = bool(stated.ages and set(words) - _OF_AGE)
        amounts = [one for one in stated.amounts if not (aged and one.kind == "time")]
        words = [stem for stem in words if not (aged and stem in _OF_AGE)]
        met = [stands(stem, here) for stem in words] + [
            any(one.agrees(other) for other in said.amounts) for one in amounts
        ]
        asked = [one for one in read_statement(clause, vocabularies).named if not one.drug]
        unsaid = [one for one in asked if not _is_said(one, stated, said, known, vocabularies)]
        either = bool(re.search(r"\bor\b", clause, re.IGNORECASE)) and len(unsaid) < len(asked)
        if len(asked) > 1 and unsaid and not either:
            yield "condition", f"the condition was left out: {unsaid[0].text!r}"
        elif met and sum(met) / len(met) < _CLAUSE and len(unsaid) == len(asked):
            yield "condition", f"the condition was left out: {clause[:80]!r}"


@cache
def _plain_words() -> frozenset[str]:
    """Words that say only that something is done, and that it is done to people."""
    return lexicon().actions | lexicon().redundant | lexicon().same["person"]


def _is_said(
    one: Named, clause: Statement, said: Statement, known: Sequence[Named], vocabularies: Vocabularies
) -> bool:
    """Whether a sentence names what a condition names; "12 weeks of gestation" with the number of weeks."""
    units = one.stems & lexicon().empty
    weeks = [amount for amount in clause.amounts if amount.kind == "time"] if units else []
    if weeks and not any(amount.agrees(other) for amount in weeks for other in said.amounts):
        return False
    here = set(said.stems)
    return (
        is_known(one, known, vocabularies)
        or all(stands(stem, here) for stem in one.stems - units)
        or is_said(one, here | lexicon().redundant, vocabularies)
    )


def _main_clause(text: str, clause: str, vocabularies: Vocabularies) -> Statement:
    """A sentence up to a condition that closes it; what stands behind "provided that" is the rest of the condition."""
    place = text.find(clause)
    return read_statement(text[:place] if place > len(text) / 4 and _CLOSES.match(clause) else text, vocabularies)


def _narrowed(
    said: Statement, head: Statement, clause: str, words: Sequence[str], vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A score or a "non-…" that narrows a condition of the source, of which the sentence states the rest."""
    here = set(said.stems)
    if not any(stands(stem, here) for stem in words):
        return
    for score in _SCORE.finditer(clause):
        amounts = read_statement(score.group(), vocabularies).amounts
        # "Twice" is no score of 2.
        if amounts and not any(
            one.value == other.value and one.kind == other.kind for one in amounts for other in said.amounts
        ):
            yield "condition", f"the condition was left out: {score.group()!r}"
    for word in _NON.findall(clause):
        if word.casefold() not in said.text.casefold() and word.replace("-", "").casefold() not in said.text.casefold():
            yield "condition", f"the cited passage holds only for {word!r}"


def _turned(said: Statement, head: Statement) -> Iterable[tuple[FaultKind, str]]:
    """A condition that the source opens with "once" or "if" and the sentence with "until" or "unless"."""
    for clause, *words in head.conditions:
        for other, *others in said.conditions:
            met = sum(stands(stem, set(others)) for stem in words)
            timed = {_opener(clause), _opener(other)} == {"before", "after"} and met > 1
            # Before a thing and after it are contraries, however much more a sentence says of it.
            shared = met / max(1, min(len(words), len(others)) if timed else len(words) + len(others) - met)
            sides = [
                next((n for n, one in enumerate(lexicon().turned) if _opener(text) in one), None)
                for text in (clause, other)
            ]
            same = {_opener(one) for one, *_ in said.conditions} & {_opener(one) for one, *_ in head.conditions}
            # A clause inside another ("before surgery with a high risk") has the opener of either.
            nested = any(
                re.search(rf"\b{re.escape(_opener(inner))}\b", outer[len(_opener(outer)) :], re.IGNORECASE)
                for inner, outer in ((clause, other), (other, clause))
            )
            if {_opener(clause), _opener(other)} <= same or nested:
                continue
            # "Without A" and "if there is no A" are one: a clause that denies what it opens is turned once more.
            denying = _denies(clause) != _denies(other)
            if shared >= _SAME_CLAUSE and None not in sides and (sides[0] != sides[1]) != denying:
                yield "condition", f"the condition was turned round: {clause[:80]!r}"


def _denies(clause: str) -> bool:
    """Whether a clause denies something behind the word that opens it."""
    return bool(_NOT.search(clause[len(_opener(clause)) :]))


def _opener(clause: str) -> str:
    return clause.split(maxsplit=1)[0].casefold() if clause.strip() else ""
