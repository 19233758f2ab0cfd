"""Whether an extracted entry is what the user said: its name and its numbers stand in the quoted words, asserted of the user."""

from __future__ import annotations

import datetime as dt
import re
from functools import lru_cache
from typing import Any

from osler.consult.extraction.ages import at_age, is_a_day
from osler.consult.extraction.allergies import allergies
from osler.consult.extraction.clauses import clauses, pattern
from osler.consult.extraction.everyday_measures import as_measured
from osler.consult.extraction.harm import harms
from osler.consult.extraction.measurements import unit_meant
from osler.consult.extraction.times import when
from osler.consult.extraction.types import AllergyEntry
from osler.consult.record.called import measure_named, words
from osler.consult.wording.folded import folded
from osler.core.language import Polarity, analyse
from osler.core.terminology import Vocabularies, fold_unit

_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_NEGATED = re.compile(
    r"\b(?:no|not|don'?t|do not|doesn'?t|didn'?t|never|without|denies|deny|isn'?t|wasn'?t|haven'?t|hasn'?t|hadn'?t|aren'?t|weren'?t|won'?t|wouldn'?t|ain'?t)\b[^.;,]*$"
)


_PAIR = re.compile(r"(\d{2,3})\s*(?:/|over)\s*(\d{2,3})")
_PARTS = ("systolic", "diastolic")
_TIMES = ("time", "date", "onset")


def named(entry: Any) -> tuple[str, ...]:
    """The words of what an entry is about."""
    return words(getattr(entry, "name", None) or getattr(entry, "substance", None) or entry.type)


def unsupported(entry: Any, message: str, vocabularies: Vocabularies, *, now: dt.datetime | None = None) -> str | None:
    """Why an entry is not what the message says; None where it is. With `now`, its days are held against the words too."""
    quote, said = folded(entry.quote), folded(message)
    if not quote or quote not in said:
        return "the message does not say these words"
    name = getattr(entry, "name", None) or getattr(entry, "substance", None) or entry.type
    if not _named(name, quote, vocabularies):
        return "the quoted words do not name it"
    given = [getattr(entry, field, None) for field in ("value", "dose")]
    numbers = {float(number) for value in given if value is not None for number in _NUMBER.findall(str(value))}
    if not numbers <= {float(number) for number in _NUMBER.findall(quote)} - _denied(quote):
        return "the quoted words do not give this value"
    if isinstance(entry, AllergyEntry) and not _tells_of_allergy(entry.substance, quote, message, vocabularies):
        return "the message does not say that this is an allergy"
    reaction = getattr(entry, "reaction", None)
    if reaction and not set(words(reaction)) <= set(words(said)):
        return "the message does not say this reaction"
    if not _is_that_part(entry, quote):
        return "the quoted words give this value to the other part"
    if not _unit_is_said(entry, said):
        return "the message does not say this unit"
    frequency = getattr(entry, "frequency", None)
    if frequency and not set(words(frequency)) <= set(words(said)):
        return "the message does not say this schedule"
    if now is not None and not _day_is_said(entry, quote, message, now):
        return "the message does not say this day"
    if not _status_is_said(entry, quote, message):
        return "the quoted words do not say this status"
    if not _asserted(name, quote, message, vocabularies):
        return "the message does not state this of the user"
    return None


def _denied(quote: str) -> set[float]:
    """The numbers that stand right behind a "not"."""
    found = re.findall(r"(?:\bnot|n't|\bnever)\s+(?:(?:at|as high as|really|actually)\s+)?(\d+(?:\.\d+)?)", quote)
    return {float(number) for number in found}


_TURNS = re.compile(r"\b(?:but|although|though|whereas|while|however|yet)\b|[;:]")
_TOLERATED = re.compile(
    r"\b(?:fine|ok|okay|alright|all right|safe|no (?:problems?|issues?|trouble|reaction)|tolerated?|can (?:take|have|eat|use)|suits?|agrees? with)\b"
)


def _tells_of_allergy(substance: str, quote: str, message: str, vocabularies: Vocabularies) -> bool:
    """Whether the part of a clause that names a substance speaks of an allergy or a reaction, and not of its being borne well."""
    around = [clause.lower for clause in clauses(message) if quote in folded(clause.text)]
    wanted = set(words(substance))
    parts = [part for text in [quote, *around] for part in _TURNS.split(text)]
    own = [part for part in parts if wanted & set(words(part))] or parts
    read = [entry.substance.lower() for entry in allergies(message, vocabularies)]
    if read and not any(wanted & set(words(other)) for other in read):
        # What did harm is read: another substance did too only where it is named in one breath with it.
        together = (f"{one}{_JOINED}{two}" for other in read for one, two in _either(substance.lower(), other))
        if not any(re.search(form, folded(message)) for form in together):
            return False
    if any(wanted & set(words(harm.substance)) for harm in harms(quote, vocabularies)):
        return True
    return any(pattern("findings", "allergic").search(part) and not _TOLERATED.search(part) for part in own)


_JOINED = r"(?: \w+)?(?:,| and| or| plus|/| &)+ (?:the |any |all |also )*(?:\w+ )?"


def _either(one: str, other: str) -> list[tuple[str, str]]:
    return [(re.escape(one), re.escape(other)), (re.escape(other), re.escape(one))]


def _is_that_part(entry: Any, quote: str) -> bool:
    """Of two numbers with a slash the first is the systolic, the second the diastolic pressure."""
    part = next((index for index, name in enumerate(_PARTS) if name in words(getattr(entry, "name", "") or "")), None)
    pair = _PAIR.search(quote)
    return part is None or pair is None or float(pair[part + 1]) == entry.value


def _unit_is_said(entry: Any, said: str) -> bool:
    """Whether a unit stands in the message, or is the one that a measure is given in where none is said."""
    unit = getattr(entry, "unit", "")
    if not unit:
        return True
    after = {token for token in re.split(r"[\s\d,;.]+", said) if token}
    if fold_unit(unit) in {fold_unit(token) for token in after} or unit.lower() in said:
        return True
    measured = measure_named(entry.name)
    units = [measured.unit, *measured.conversions] if measured is not None else []
    told = {fold_unit(token) for token in after} & {fold_unit(each) for each in units}
    if measured is None or told:
        return False
    return fold_unit(unit) == fold_unit(unit_meant(measured.id, entry.value) or measured.unit)


def _day_is_said(entry: Any, quote: str, message: str, now: dt.datetime) -> bool:
    """Whether the day of an entry is one that the message gives, or today where it gives none."""
    given = next((str(value)[:10] for field in _TIMES if (value := getattr(entry, field, None))), None)
    if given is None:
        return True
    texts = [quote, message, *(clause.text for clause in clauses(message))]
    told = {day for text in texts for ahead in (False, True) if (day := when(text, now, ahead=ahead))}
    if not is_a_day(given):
        return any(given == at_age(text, bare=True) for text in texts)
    if not told:
        return given == now.date().isoformat()
    return any(given.startswith(day) or day.startswith(given) for day in told)


def _status_is_said(entry: Any, quote: str, message: str) -> bool:
    """Whether words of the quote say that something was begun, changed, ended, is over or is to come."""
    status = getattr(entry, "status", None)
    if status in {None, "taking", "active"}:
        ended = pattern("intake", "stopped").search(quote) if status == "taking" else None
        return ended is None
    if status == "planned":
        return any(clause.planned for clause in clauses(message))
    if status in {"past", "resolved"}:
        return bool(pattern("over").search(quote) or pattern("intake", "stopped").search(quote))
    return bool(pattern("intake", status).search(quote))


def _named(name: str, quote: str, vocabularies: Vocabularies) -> bool:
    """By its words, by the measure, or by a concept that a part of the quoted words names."""
    if set(words(name)) and set(words(name)) <= set(words(quote)):
        return True
    measured = measure_named(name)
    if measured is not None:
        heard = measure_named(as_measured(quote))
        return heard is not None and (heard.id == measured.id or {heard.id, measured.id} <= _PRESSURES)
    return bool(_concepts(name, vocabularies) & _concepts(quote, vocabularies))


_PRESSURES = frozenset({"LAB:bp", "LAB:sbp", "LAB:dbp"})


@lru_cache(maxsize=512)
def _concepts(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    return frozenset(concept for match in vocabularies.find(text) for concept in match.concept_ids)


def _asserted(name: str, quote: str, message: str, vocabularies: Vocabularies) -> bool:
    """Whether the clauses that the quoted words stand in state something of the user, and do not deny it."""
    around = [clause for clause in clauses(message) if folded(clause.text) in quote or quote in folded(clause.text)]
    if not around or any(not clause.states_own or clause.target for clause in around):
        return False
    wanted = set(words(name))
    for clause in around:
        for mention in analyse(clause.text, vocabularies).mentions:
            if wanted & set(words(mention.text)) and mention.assertion.polarity is not Polarity.PRESENT:
                return False
        place = next((m.start() for w in wanted for m in re.finditer(re.escape(w), clause.lower)), None)
        if place is not None and _NEGATED.search(clause.lower[:place]):
            return False
    return True
