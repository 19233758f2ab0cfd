"""A drug or an amount of one part of a source with the people or the circumstance of another part, which has its own.

"8 mg for adults and 4 mg for children": 4 mg for adults takes its amount from one part and its people from the other. Words that
both parts share, and what is only done, tell nothing; what tells the parts apart must all come from one of them.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from osler.core.library import row_of
from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.homes import given_drugs, same_drug
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.roles.opinion import Opinion
from osler.guidelines.checking.roles.standing import is_standing, matching
from osler.guidelines.checking.roles.tokens import telling
from osler.guidelines.checking.soft_words import is_soft, predicates
from osler.guidelines.checking.statements import Named, Statement

_PART = re.compile(r";\s*|,? (?:and|but|whereas|while) (?=[^,;]*\d|[^,;]*\b(?:in|for|within)\b)", re.IGNORECASE)
_OTHERWISE = re.compile(r"[;,]? otherwise,? ", re.IGNORECASE)
_IF = re.compile(r"\b(?:if|when|where|in (?:people|patients|those) (?:with|who)) (?P<what>[^,;.]+)", re.IGNORECASE)
_FEW = 3
_HALF = 0.5


def mixed_faults(said: Statement, opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """What a sentence takes from two parts that the sources keep apart."""
    if said.negators:
        return
    here = telling_words(said)
    if any(_holds_all(said, here, one, opinion) for one in opinion.every):
        return  # what one part says as a whole is mixed of nothing
    told = [_parts(one, opinion) for one in opinion.every if not row_of(one.text)]
    for (first, parts), (second, others) in itertools.product(enumerate(told), repeat=2):
        # Parts of one sentence, or of one and the next, are told apart by any word; others by half of what they say.
        least = 0.0 if abs(first - second) < 2 else _HALF
        for one, other in itertools.product(parts, others):
            if one is not other and (found := _mixed(said, here, one, other, least)):
                yield "number", f"the cited passage gives {found!r} to others"
                return
    yield from _otherwise(said, here, opinion)


def _holds_all(said: Statement, here: set[str], one: Statement, opinion: Opinion) -> bool:
    """Whether one source sentence, and no two parts of it, has everything of a sentence that stands anywhere."""
    if len(_parts(one, opinion)) > 1:
        return False
    words, everywhere = telling_words(one), {stem for two in opinion.every for stem in telling_words(two)}
    return (
        all(matching(amount, said.text, one) for amount in said.amounts)
        and all(_names(one, drug) for drug in given_drugs(said))
        and all(is_standing(stem, words) for stem in here if is_standing(stem, everywhere))
    )


def _parts(one: Statement, opinion: Opinion) -> list[Statement]:
    return [opinion.read(text) for text in _PART.split(one.text) if len(text.split()) >= _FEW]


def telling_words(one: Statement) -> set[str]:
    """The words of a statement that tell it from another: no verb, no route, no amount, no drug."""
    drugs = {stem for drug in given_drugs(one) for stem in drug.stems}
    routes = {"oral", "intraven", "intramuscular", "subcutan", "mouth"}
    plain = (
        lexicon().actions
        | lexicon().redundant
        | lexicon().deeds
        | lexicon().same["person"]
        | predicates().roles
        | routes
        | drugs
    )
    return {
        token.key
        for token in telling(one.text)
        if not token.amount and token.key not in plain and (token.key in _ORDER or not is_soft(token.key))
    } - (lexicon().empty - _ORDER)


_ORDER = frozenset({"first", "second", "third"})


def _mixed(said: Statement, here: set[str], one: Statement, other: Statement, least: float) -> str:
    """An amount or a drug of one part, where everything else that tells the parts apart is the other's."""
    own, theirs = telling_words(one), telling_words(other)
    own, theirs = _less(own, theirs), _less(theirs, own)
    if not own or not theirs or not _has_any(here, theirs) or _has_any(here, own):
        return ""
    if sum(is_standing(stem, here) for stem in theirs) < least * len(theirs):
        return ""
    for amount in said.amounts:
        if matching(amount, said.text, one) and not matching(amount, said.text, other):
            rivals = [rival for rival in other.amounts if rival.kind == amount.kind and not _stands(rival, one)]
            if rivals and not any(matching(rival, other.text, said) for rival in rivals):
                return amount.text
    for drug in given_drugs(said):
        if _names(one, drug) and not _names(other, drug):
            others = [rival for rival in given_drugs(other) if not _names(one, rival)]
            if others and not any(_names(said, rival) for rival in others):
                return drug.text
    return ""


def _stands(amount: Amount, one: Statement) -> bool:
    return bool(matching(amount, one.text, one))


def _names(one: Statement, drug: Named) -> bool:
    return any(same_drug(drug, other) for other in one.named)


def _less(words: set[str], others: set[str]) -> set[str]:
    return {stem for stem in words if not is_standing(stem, others)}


def _has_any(here: set[str], words: set[str]) -> bool:
    return any(is_standing(stem, here) for stem in words)


def _otherwise(said: Statement, here: set[str], opinion: Opinion) -> Iterable[tuple[FaultKind, str]]:
    """What is done otherwise, under the condition to which it is the alternative."""
    for one in opinion.every:
        before, *after = _OTHERWISE.split(one.text, maxsplit=1)
        condition = _IF.search(before)
        if not after or not condition:
            continue
        done = telling_words(opinion.read(after[0]))
        asked = telling_words(opinion.read(condition["what"]))
        main = telling_words(opinion.read(before[: condition.start()]))
        if _all(done, here) and _all(asked, here) and not _has_any(here, _less(main, done | asked)):
            yield "condition", f"the cited passage says so otherwise than {condition.group()[:60]!r}"
            return


def _all(words: set[str], here: Sequence[str] | set[str]) -> bool:
    return bool(words) and all(is_standing(stem, set(here)) for stem in words)
