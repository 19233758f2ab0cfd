"""The rules by which a sentence is held against what it rests on, and which of their doubts hold.

Each rule is about a role. Where a sentence says in that role what the cited passages say, wherever and in whatever words, what the
rule misses in the one source sentence is no fault; in the source's own words it is all the same, because nothing else was changed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.added import added_faults
from osler.guidelines.checking.advice import aged_faults, negation_faults, strength_faults, turned_doubts
from osler.guidelines.checking.anchored import anchored_faults
from osler.guidelines.checking.asserted import stated_faults
from osler.guidelines.checking.bonds import beside_faults, bond_doubts, bond_faults, reason_faults
from osler.guidelines.checking.branches import own_branches
from osler.guidelines.checking.columns import column_faults
from osler.guidelines.checking.conditions import condition_faults, needless_conditions, turned_conditions
from osler.guidelines.checking.conjuncts import conjunct_faults
from osler.guidelines.checking.counts import count_faults
from osler.guidelines.checking.distance import distance_faults
from osler.guidelines.checking.doses import missing_numbers, number_faults
from osler.guidelines.checking.exchanged import exchange_faults
from osler.guidelines.checking.faults import Check, FaultKind, Found, found_by
from osler.guidelines.checking.going_on import going_on_faults, own_dose_faults
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.marks import body_faults, mark_faults
from osler.guidelines.checking.modifiers import modifier_faults
from osler.guidelines.checking.names import kin_doubts, missing_names, name_faults, swap_faults
from osler.guidelines.checking.nearly import nearly_faults
from osler.guidelines.checking.otherwise import is_said_otherwise
from osler.guidelines.checking.people import dosed_people_faults, people_doubts, people_faults, whose_drug_faults
from osler.guidelines.checking.polarity import polarity_faults
from osler.guidelines.checking.rivals import deed_doubts, rival_doubts, rival_faults
from osler.guidelines.checking.roles import Opinion, Role
from osler.guidelines.checking.scope import edge_doubts, order_faults, scope_faults
from osler.guidelines.checking.statements import Statement, read_statement
from osler.guidelines.checking.together import together_doubts, together_faults
from osler.guidelines.checking.widening import joint_faults, narrowed_faults

_CHECKS: tuple[tuple[Check, Role], ...] = (
    (name_faults, "contraries"),
    (number_faults, ""),
    (count_faults, ""),
    (people_faults, "people"),
    (condition_faults, "conditions"),
    (scope_faults, ""),
    (modifier_faults, ""),
    (anchored_faults, ""),
    (distance_faults, ""),
    (stated_faults, "words"),
    (added_faults, ""),
)
"""The rules on a whole sentence, each with its role."""
_OF: dict[Role, frozenset[FaultKind]] = {
    "amounts": frozenset({"number"}),
    "names": frozenset({"name"}),
    "words": frozenset({"unsupported"}),
    "sides": frozenset({"negation", "name"}),
    "denials": frozenset({"negation"}),
    "contraries": frozenset({"opposite"}),
    "strengths": frozenset({"strength"}),
    "people": frozenset({"population"}),
    "conditions": frozenset({"condition"}),
}
"""The kinds of fault that are about each role."""
_OWN_WORDS = 0.85
"""From this share on a sentence repeats the words of its source; below it, where they stand tells little."""
_PARTS = re.compile(
    r";\s+|,? (?:and|but) (?=(?:never|not)\b)|, (?:and|but|while|whereas) (?=(?:[\w-]+ ){1,3}(?:should|must|may|is|are)\b)",
    re.IGNORECASE,
)
"""Where a sentence goes on to advise something else: each part is held against the source sentence that it rests on."""


@dataclass(frozen=True)
class Rules:
    """A sentence and what it is held against."""

    said: Statement
    basis: Sequence[Statement]
    """What it rests on."""
    written: Sequence[Statement]
    """The same as it is written: whole sentences."""
    context: str
    every: Sequence[Statement]
    """Everything that is cited, with each rule that a sentence of it holds."""
    sentences: Sequence[Sequence[Statement]]
    """The sentences of each passage."""
    grades: str
    vocabularies: Vocabularies
    opinion: Opinion | None
    """What tells whether a role is filled elsewhere; None where only the basis counts."""
    basis_of_part: Callable[[Statement], list[Statement]]

    def faults(self) -> list[Found]:
        """Every difference that is sure."""
        return [one for one in self.found() if one.sure]

    def found(self) -> list[Found]:
        """Every difference, and those that are none for themselves."""
        found, doubts = self._of_the_whole(), self._doubts()
        for part in [read_statement(text, self.vocabularies) for text in _PARTS.split(self.said.text) if text.strip()]:
            sure, further = self._of_a_part(part)
            found += sure
            doubts += further
        found += self._of_everything()
        every_fault = [*found, *(fault for one in doubts for fault in one)]
        if any(one.kind == "condition" for one in every_fault) and is_said_otherwise(
            self.said, self.basis, self.context, self.vocabularies
        ):
            found = _without_conditions(found)
            doubts = [_without_conditions(one) for one in doubts]
        # What rests on the places of words is sure where they are the source's own, or where two rules agree.
        doubts = [one for one in doubts if one]
        is_sure = bool(found or len(doubts) > 1 or self.repeats)
        return [*found, *(fault._replace(sure=is_sure) for one in doubts for fault in one)]

    def _sifted(self, role: Role, faults: Iterable[Found], part: Statement | None = None) -> list[Found]:
        """The faults of a rule, without those about a role that is filled elsewhere; of the source's own words, all."""
        return list(faults) if self.repeats else self._missed(role, faults, part)

    def _missed(self, role: Role, faults: Iterable[Found], part: Statement | None = None) -> list[Found]:
        """The same whosever words they are: what stands in another cited sentence is not missing."""
        kept = list(faults)
        settled = kept and self.opinion and self.opinion.has(role, part or self.said)
        return [fault for fault in kept if fault.kind not in _OF[role]] if settled else kept

    @cached_property
    def repeats(self) -> bool:
        """Whether a sentence is made of its source's own words, so that their places can be compared."""
        there = {stem for one in self.basis for stem in one.stems}
        # "Above" and "below" belong to the numbers.
        words = [stem for stem in self.said.stems if stem not in lexicon().opposites]
        return sum(stem in there for stem in words) >= _OWN_WORDS * len(words)

    def _of_the_whole(self) -> list[Found]:
        given = (self.said, self.basis, self.context, self.vocabularies)
        return [
            *(fault for check, role in _CHECKS for fault in self._sifted(role, found_by(check, *given))),
            *self._missed("amounts", found_by(missing_numbers, *given)),
            *self._missed("names", found_by(missing_names, *given)),
        ]

    def _doubts(self) -> list[list[Found]]:
        """What seems to differ, as far as the order of words tells, each rule by itself."""
        said, basis, context, every, vocabularies = self.said, self.basis, self.context, self.every, self.vocabularies
        sifted, written = self._sifted, self.written[0]
        return [
            found_by(swap_faults, said, basis, context, vocabularies),
            found_by(nearly_faults, said, basis, every, context, vocabularies),
            sifted("amounts", sifted("sides", found_by(bond_faults, said, basis, every, context, vocabularies))),
            sifted("sides", found_by(bond_doubts, said, basis, context, vocabularies)),
            found_by(edge_doubts, said, basis, context, vocabularies),
            sifted("amounts", found_by(together_doubts, said, every, vocabularies)),
            found_by(joint_faults, said, basis, context, vocabularies),
            found_by(narrowed_faults, said, basis, context, vocabularies),
            sifted("conditions", found_by(turned_conditions, said, basis, vocabularies)),
            found_by(reason_faults, said, basis, vocabularies),
            sifted("names", found_by(kin_doubts, said, basis, context, vocabularies)),
            [
                *sifted("sides", found_by(deed_doubts, said, written, basis, context, vocabularies)),
                *found_by(rival_doubts, said, written, basis, context, vocabularies),
            ],
            sifted("people", found_by(people_doubts, said, basis, context, vocabularies)),
            sifted("conditions", found_by(conjunct_faults, said, basis[0], vocabularies)),
            found_by(going_on_faults, said, written, self.sentences, context, vocabularies),
        ]

    def _of_a_part(self, part: Statement) -> tuple[list[Found], list[list[Found]]]:
        """What a part advises otherwise, and what it seems to turn round."""
        own = (self.basis_of_part(part) if part.text != self.said.text else []) or self.basis
        context, vocabularies = self.context, self.vocabularies
        turned = self._sifted("denials", found_by(polarity_faults, part, own, self.every, context, vocabularies), part)
        found = [
            *self._missed("sides", found_by(negation_faults, part, own, context, vocabularies), part),
            *self._missed("strengths", found_by(strength_faults, part, own, context, vocabularies), part),
            # Advice for what is denied is sure; of two that advise against, the places of their words tell little.
            *(turned if part.stance == "for" else ()),
        ]
        doubts = [
            self._missed("sides", found_by(turned_doubts, part, own, vocabularies), part),
            [] if part.stance == "for" else turned,
        ]
        return found, doubts

    def _of_everything(self) -> list[Found]:
        """What differs from everything that is cited."""
        said, basis, context, every, vocabularies = self.said, self.basis, self.context, self.every, self.vocabularies
        written, head = self.written[0], own_branches(self.said, self.basis[0], self.vocabularies)
        return [
            *self._sifted("people", found_by(dosed_people_faults, said, head, written, every, context, vocabularies)),
            *found_by(whose_drug_faults, said, every, vocabularies),
            *found_by(order_faults, said, written),
            *found_by(exchange_faults, said, written, basis, context),
            *found_by(rival_faults, said, written, basis, context, vocabularies),
            *found_by(own_dose_faults, said, every, vocabularies),
            *found_by(aged_faults, said, every, vocabularies),
            *self._sifted("contraries", found_by(together_faults, said, every, vocabularies)),
            *found_by(needless_conditions, said, basis, vocabularies),
            *found_by(column_faults, said, basis[0], vocabularies),
            *found_by(mark_faults, said, self.written, self.sentences, self.grades),
            *found_by(body_faults, said, basis, context),
            *found_by(beside_faults, said, every, context, vocabularies),
        ]


def _without_conditions(found: Sequence[Found]) -> list[Found]:
    return [fault for fault in found if fault.kind != "condition"]
