"""What a reader of a note should look at: a finding that is told both ways, text without any full stop, a day that there is not."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from osler.core.evidence import Span
from osler.core.language import LONGEST_SENTENCE, AnalysedText
from osler.core.patient.problems import Level, Problem
from osler.core.patient.types import Fact, PatientRecord, Presence
from osler.first_letters import each_match

_NAMED = 5
"""So many findings are named; whoever looks at them sees the rest."""
_DAY = re.compile(
    r"(?<![\w./-])(?:(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)-(?P<d>\d\d)|(?P<a>\d{1,2})[/.](?P<b>\d{1,2})[/.](?P<year>(?:19|20)\d\d))(?![\w/-]|\.\d)"
)


def doubtful_reading(record: PatientRecord, analysed: AnalysedText) -> Iterator[Problem]:
    """The problems of a note that was read into a record."""
    yield from _told_both_ways(record, analysed)
    yield from _without_a_stop(analysed)
    yield from _no_such_day(analysed)


def _told_both_ways(record: PatientRecord, analysed: AnalysedText) -> Iterator[Problem]:
    """Findings that a note tells as there and as not there, and of neither of which it says when."""
    here = [
        fact
        for fact in (*record.conditions, *record.phenotypes)
        if fact.codings and fact.time is None and fact.status is None and _is_of(fact, analysed.source_id)
    ]
    present, absent = (_names(here, presence) for presence in (Presence.PRESENT, Presence.ABSENT))
    both = sorted(present[code] for code in present.keys() & absent.keys())
    if both:
        more = f" and {len(both) - _NAMED} more" if len(both) > _NAMED else ""
        yield Problem(
            code="input.contradictory",
            level=Level.WARNING,
            message=f"told both as present and as absent: {', '.join(both[:_NAMED])}{more}",
            mend="look at both places; what went away is better told with its time",
            path=analysed.source_id,
        )


def _is_of(fact: Fact, document_id: str) -> bool:
    return any(isinstance(one, Span) and one.source_id == document_id for one in fact.evidence)


def _names(facts: Sequence[Fact], presence: Presence) -> dict[str, str]:
    """The names of findings by their codes."""
    coded = (fact.codings[0] for fact in facts if fact.presence is presence)
    return {coding.id: coding.display or coding.id for coding in coded}


def _without_a_stop(analysed: AnalysedText) -> Iterator[Problem]:
    """Text that was cut because no full stop, line or bullet divides it: what is said of one finding may reach others."""
    longest = [one for one in analysed.sentences if len(one.text) > LONGEST_SENTENCE // 2]
    cut = sum(len(one.text) for one in longest)
    if cut > LONGEST_SENTENCE:
        yield Problem(
            code="input.read_as",
            level=Level.WARNING,
            message=f"{cut:,} characters have hardly a full stop or a line's end; they were read in pieces, and a denial may reach too far",
            mend="give the text with its sentences and lines",
            path=analysed.source_id,
        )


def _no_such_day(analysed: AnalysedText) -> Iterator[Problem]:
    """Dates that the calendar does not have, in either order of day and month."""
    wrong = [match for match in each_match(_DAY, analysed.text) if not _is_a_day(match)]
    if wrong:
        told = "a date is" if len(wrong) == 1 else f"{len(wrong)} dates are"
        yield Problem(
            code="input.unusable",
            level=Level.WARNING,
            message=f"{told} not in the calendar and was left out: {', '.join(match.group() for match in wrong[:_NAMED])}",
            mend="look at the source, and correct the day",
            path=analysed.source_id,
        )


def _is_a_day(match: re.Match[str]) -> bool:
    year = int(match["y"] or match["year"])
    orders = [(match["m"], match["d"])] if match["y"] else [(match["a"], match["b"]), (match["b"], match["a"])]
    return any(_exists(year, int(month), int(day)) for month, day in orders)


def _exists(year: int, month: int, day: int) -> bool:
    try:
        dt.date(year, month, day)
    except ValueError:
        return False
    return True
