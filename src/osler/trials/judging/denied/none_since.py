"""Events of which a note says that there was none since: "two convulsions in 2022, none since"."""

from __future__ import annotations

import re
from datetime import date

from osler.core.criteria import Atom, Finding, Proof, TruthValue
from osler.core.language import Experiencer, Polarity, time_expressions
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import days_of, reach_of

_YEAR = re.compile(r"\b(?:19|20)\d\d\b")


def none_since(atom: Atom, view: PatientView) -> Proof | None:
    """The proof that nothing of the kind happened in a time, by the last of them and the words that none followed."""
    if not isinstance(atom, Finding) or not reach_of(atom) or view.day is None:
        return None
    for sentence in view.sentences:
        ended = pattern("none_since").search(sentence.text.casefold())
        if ended is None or not _names(atom, sentence, ended.start(), view):
            continue
        last = _last_day(sentence.text[: ended.end() + 20])
        if last is not None and (ago := (view.day - last).days) > max(reach_of(atom)):
            return proof_of(
                TruthValue.NOT_MET, atom, f"the last one was at least {ago} days ago, and none since", [sentence.span]
            )
    return None


def _names(atom: Finding, sentence: NumberedSentence, end: int, view: PatientView) -> bool:
    """Whether a sentence tells, before a place, of what is asked or of something wider: that one kind did not come again
    says nothing of the others."""
    asked = lineage_of(named(atom.name, view.vocabularies).concepts, view.vocabularies)
    for mention in view.mentions:
        if mention.source_id != sentence.source_id or not sentence.start <= mention.start < sentence.start + end:
            continue
        said = mention.assertion
        own = said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT
        if own and asked.intersection(mention.concept_ids):
            return True
    return False


def _last_day(words: str) -> date | None:
    """The last day that the dates of a text may mean."""
    days = [
        days_of(time.date, time.date_precision)[1]
        for time in time_expressions(words)
        if time.date and time.date_precision in ("day", "month", "year")
    ]
    days += [date(int(year), 12, 31) for year in _YEAR.findall(words)] if not days else []
    return max(days, default=None)
