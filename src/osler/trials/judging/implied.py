"""What a sentence states in other words than a criterion asks in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from osler.core.criteria import Atom, Finding, Proof, TruthValue, Unparsed
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import Implication, implications, pattern
from osler.trials.judging.stated import in_length, said_of_patient
from osler.trials.judging.view import NumberedSentence, PatientView

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_BESIDE = 25
"""Characters beside what is stated in which a plan is told."""


def implied(atom: Atom, view: PatientView) -> Proof | None:
    """What a sentence states in other words: "47 years of a pack a day" is smoking."""
    if not isinstance(atom, Finding | Unparsed):
        return None
    text = text_of(atom).casefold()
    ever = isinstance(atom, Finding) and any(window.kind == "ever" for window in atom.windows)
    for rule in _asked_in(text):
        for place, sentence in enumerate(view.sentences):
            words = sentence.text.casefold()
            # Who no longer smokes has smoked at some time.
            contrary = rule.contrary.search(words) if rule.contrary and not ever else None
            found = contrary or rule.stated.search(words)
            if found is None or not said_of_patient(sentence, *found.span()):
                continue
            if contrary is None and _is_to_come(text, words, *found.span()):
                continue
            if contrary is None and not ever and _undone(rule, view.sentences[place + 1 :]):
                continue
            before = _NEW_VERB.split(pattern("tells_on").split(words[: found.start()])[-1])[-1]
            denied = contrary is not None or bool(pattern("denying").search(before))
            reason = f"the note {'denies' if denied else 'states'} it in other words"
            turned = bool(pattern("not_asked").search(text))
            truth = MET if denied == turned else NOT_MET
            if truth is MET and isinstance(atom, Finding):
                truth = in_length(atom, sentence)
                reason = reason if truth is MET else f"{reason}, and not for the time that is asked"
            if truth is UNKNOWN:
                continue
            return proof_of(truth, atom, reason, [sentence.span])
    return None


@lru_cache(maxsize=20_000)
def _asked_in(text: str) -> tuple[Implication, ...]:
    """The rules that answer a phrase."""
    return tuple(rule for rule in implications() if rule.asked.search(text))


_NEW_VERB = re.compile(r"\bbut\b|\band\s(?:(?:is|was|has|she|he|they|now|also|still)\s|$)")
"""Where a verb of its own begins, which a denial before it does not reach: "she is not pregnant and hopes to conceive"."""


def _is_to_come(asked: str, words: str, start: int, end: int) -> bool:
    """Whether words beside what is stated make a plan of it; who asks for a plan is answered by one."""
    if pattern("yet_to_come", "asked").search(asked):
        return False
    before, behind = words[max(0, start - _BESIDE) : start], words[end : end + _BESIDE]
    return bool(pattern("yet_to_come", "before").search(before) or pattern("yet_to_come", "behind").search(behind))


def _undone(rule: Implication, later: Sequence[NumberedSentence]) -> bool:
    """Whether a later sentence says the contrary of the patient: a note comes to its point at the end."""
    return rule.contrary is not None and any(
        (found := rule.contrary.search(one.text.casefold())) and said_of_patient(one, *found.span()) for one in later
    )
