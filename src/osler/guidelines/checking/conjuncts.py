"""Conditions that must hold together: a sentence that states one of them states them all."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.amounts import agrees_converted, converted
from osler.guidelines.checking.conditions import own_parts
from osler.guidelines.checking.coverage import is_known, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, read_statement

_AND = re.compile(r"(?<!\d),? and (?:who |with |whose )?|, |,? plus ", re.IGNORECASE)
_OR = re.compile(
    r"\bor\b(?! (?:more|less|over|under|above|below|older|younger|higher|lower|greater|fewer|I{1,3}|IV|\d+)\b)",
    re.IGNORECASE,
)
_SUBJECT = re.compile(
    r"^\W*(?:all )?(?:people|patients|adults|children|women|men|persons|those|anyone|infants|adolescents) (?:with|who|whose)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"\b(?:people|patients|adults|children|women|men|persons|those|anyone|infants|adolescents)\b", re.IGNORECASE
)
_LIST_END = re.compile(
    r"[;:()]|\.(?!\d)|\b(?:but|should|must|may|can|shall|ought|needs?|receive|we|is|are|was|were|has|have|to|unless|until|because|as"
    r"|give|offer|use|start|take|consider|add|prescribe|treat|refer)\b",
    re.IGNORECASE,
)
_MAIN = 0.5


def conjunct_faults(said: Statement, head: Statement, vocabularies: Vocabularies) -> Iterable[tuple[FaultKind, str]]:
    """The members of a list of conditions that a sentence leaves out, where it states another of them."""
    for own in own_parts(said, head, vocabularies):
        subject = [(found.group().strip(),)] if (found := _SUBJECT.match(own.text)) else []
        for clause, *_ in (*own.conditions, *subject):
            if lacking := _lacking(said, own, _list_from(own.text, clause), vocabularies):
                yield "condition", f"the condition was left out: {lacking[:80]!r}"
                return


def _lacking(said: Statement, own: Statement, whole: str, vocabularies: Vocabularies) -> str:
    """The first member of a list that a sentence leaves out, where it states another and says the rest."""
    here = set(said.stems)
    main = set(own.stems) - set(read_statement(whole, vocabularies).stems)
    if _OR.search(whole) or (main and sum(stands(stem, here) for stem in main) / len(main) < _MAIN):
        return ""
    members = [read_statement(part, vocabularies) for part in _AND.split(whole) if part.strip()]
    members = [one for one in members if set(one.stems) - lexicon().actions]
    met = [_is_met(one, said, vocabularies) for one in members]
    return members[met.index(False)].text if any(met) and not all(met) else ""


def _list_from(text: str, clause: str) -> str:
    """A clause with the rest of the list that it opens: "patients with diabetes, an eGFR of 25 or more and …"."""
    if not _PEOPLE.search(clause):
        return clause
    start = text.find(clause)
    end = _LIST_END.search(text, start + len(clause))
    return text[start : end.start() if end else len(text)]


def _is_met(member: Statement, said: Statement, vocabularies: Vocabularies) -> bool:
    """Whether a sentence states a condition: its limits if it has any, or else a word or a name of it."""
    limits = [one for one in member.amounts if one.side and one.kind not in {"mass", "rate", "time", "doses"}]
    if limits:
        other_units = converted(member.text)
        return any(one.agrees(other) for one in limits for other in said.amounts) or any(
            agrees_converted(one, other_units) for one in said.amounts
        )
    if member.amounts and all(any(one.agrees(other) for other in said.amounts) for one in member.amounts):
        return True
    if member.ages and set(member.ages) & set(said.ages):
        return True
    here = set(said.stems)
    return any(stands(stem, here) for stem in set(member.stems) - lexicon().actions) or any(
        is_known(one, said.named, vocabularies) for one in member.named
    )
