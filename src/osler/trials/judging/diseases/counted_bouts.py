"""How many bouts of a disease there were in a time, as a note counts them: "two relapses in the last 12 months"."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Comparator, Finding, MeasuredValue, Proof, TruthValue
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.trials.judging.diseases.groups import names_member
from osler.trials.judging.diseases.needing import needed_in
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.windows import DAYS, reach_of
from osler.trials.judging.words import content_words

_NUMBERS = {"no": 0, "a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "once": 1, "twice": 2}
_TOLD = (
    r"\b(?P<count>\d{1,2}|no|one|two|three|four|five|six)\s(?:[\w-]+\s){0,2}?(?:%s)s?\b[^.;]{0,30}?"
    r"\b(?:in|over|during|within)\s(?:the\s)?(?:last|past|previous|preceding)\s(?P<length>\d{1,2}|one|two|three|six|twelve)?\s?(?P<unit>year|month|week)s?\b"
)
_SAME = r"exacerbation|attack|flare(?:-up)?"
_CLAUSE_END = re.compile(r"[,;]|\b(?:no|not|none|never|without|but)\b", re.IGNORECASE)
_LEADING = re.compile(r"^(?P<count>\d{1,2}|one|two|three|four|five|six)\s", re.IGNORECASE)
_LENGTHS = {"one": 1.0, "two": 2.0, "three": 3.0, "six": 6.0, "twelve": 12.0}


def by_counted_bouts(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by a count that the note gives for a time of its own; None where the two times settle nothing."""
    if not isinstance(atom, Finding | MeasuredValue) or not reach_of(atom):
        return None
    bout = pattern("bouts").search(atom.name.casefold())
    wanted = _wanted(atom)
    if bout is None or wanted is None:
        return None
    told = re.compile(_TOLD % _called(bout[0].removesuffix("s")))
    for sentence in view.sentences:
        found = told.search(sentence.text.casefold())
        if found is None:
            continue
        said = assert_mention(sentence.text, *found.span("count"))
        if said.experiencer is not Experiencer.PATIENT or said.polarity is Polarity.POSSIBLE:
            continue
        count = _NUMBERS.get(found["count"])
        number = count if count is not None else int(found["count"])
        length = _LENGTHS.get(found["length"] or "one") or float(found["length"])
        days = length * DAYS[f"{found['unit']}s"]
        reach = min(reach_of(atom))
        # A year is 12 months, and a few days more or less are none.
        if number >= wanted and days <= reach * 1.02:
            clause = _CLAUSE_END.split(sentence.text[found.start() :], maxsplit=1)[0]
            if not _is_told_of(atom, bout, sentence._replace(text=clause)):
                continue
            return proof_of(TruthValue.MET, atom, _told(number, length, found["unit"]), [sentence.span])
        if number < wanted and days >= reach * 0.98:
            return proof_of(TruthValue.NOT_MET, atom, _told(number, length, found["unit"]), [sentence.span])
    return None


def _is_told_of(atom: Finding | MeasuredValue, bout: re.Match[str], sentence: NumberedSentence) -> bool:
    """Whether a sentence says of the bouts what is asked of them: that they were severe, what they required or led to."""
    degree = pattern("of_bouts").findall(atom.name[: bout.start()].casefold())
    if not content_words(" ".join(degree)) <= content_words(sentence.text):
        return False
    parts = needed_in(atom.name)
    need = parts.need if parts is not None else atom.name[bout.end() :]
    return content_words(need) <= content_words(sentence.text) or names_member(need.casefold(), sentence)


def _called(bout: str) -> str:
    """What else notes call a bout: who has had attacks of asthma has had exacerbations."""
    return _SAME if re.fullmatch(_SAME, bout) else re.escape(bout)


def _told(number: int, length: float, unit: str) -> str:
    """What a note counts, and over which time."""
    return f"the note counts {number} in {length:g} {unit}{'' if length == 1 else 's'}"


def _wanted(atom: Finding | MeasuredValue) -> int | None:
    """How many there must have been, at least."""
    if isinstance(atom, Finding):
        leading = _LEADING.match(atom.name)
        if leading is None:
            return 1
        return _NUMBERS.get(leading["count"].casefold()) or int(leading["count"])
    if len(atom.test.bounds) != 1 or atom.test.bounds[0].unit:
        return None
    bound = atom.test.bounds[0]
    if bound.comparator not in (Comparator.GE, Comparator.GT):
        return None
    return int(bound.value) + (bound.comparator is Comparator.GT)
