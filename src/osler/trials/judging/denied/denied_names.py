"""What a note denies by the very words that a criterion asks in, where no vocabulary knows them: "never had ECT"."""

from __future__ import annotations

import re
from datetime import date
from functools import cache

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.evidence import Evidence
from osler.core.language import Experiencer, Polarity, time_expressions
from osler.core.patient import reading_of
from osler.trials.judging.denied.not_had import is_of_something_else
from osler.trials.judging.findings import Named, front_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import common_words, empty_words, pattern, rules
from osler.trials.judging.unproved import is_sign
from osler.trials.judging.view import PatientView
from osler.trials.judging.windows import DAYS, days_of, reach_of

_ILLNESS = r"(?:disease|disorder|condition|problem|illness)(?:e?s)?"
_LONG = 7
"""A single word of more letters is a name by itself, where a vocabulary has it."""
_NO_THING = re.compile(
    r"(?:therapy|treatment|surgery|operation|procedure|medication|allergy|reaction|product|component|criteri|participat|response"
    r"|result|level|status|disease|disorder|problem|failure|intoleran|contraindication|exposure|consent|cancer|malignan|tumou?r"
    r"|weeks|month|patient|subject|woman|women|pregnan|limitation|condition|illness|evidence|method|study|trial)"
)
"""Last words of names that say nothing without what goes before them."""
_HEAD = 5
"""Letters of a last word that may be denied by itself."""
_FEWEST = 2
"""One word alone may stand for anything."""
_THIS = re.compile(r"\s*,?\s*this (?P<unit>year|winter|spring|summer|autumn|fall|month|week)\b")
_QUARTER = 3
"""Months of a season, which begins in March, June, September or December on either half of the earth."""
_AROUND = 24
"""Characters beside a name in which a time limits its denial: "no IVDU since 2010"."""


def denied_by_its_name(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by denials; none where the name stands anywhere without one, or is denied of a time only."""
    asked = atom.name.casefold().split()
    without_giving = " ".join(word for word in asked if not pattern("given").fullmatch(word))
    names = _names(" ".join(asked)) or _names(without_giving) or _own_words(atom, view)
    found = _denied_everywhere(names, atom, view) if names is not None else []
    found = found or _barely_denied(atom, view)
    return proof_of(TruthValue.NOT_MET, atom, "the note denies it", found) if found else None


def _barely_denied(atom: Finding, view: PatientView) -> list[Evidence]:
    """The denials of the last word of a name without any that goes before it: who has no contractions has no painful ones."""
    words = re.findall(r"[^\W\d_]+", front_of(atom.name))
    head = _singular(words[-1].casefold()) if words else ""
    wanting = len(head) < _HEAD or not atom.name.isascii() or pattern("adjectives").search(head)
    if (
        wanting
        or head in empty_words() | common_words()
        or pattern("medicine_class").search(head)
        or _NO_THING.search(head)
    ):
        return []
    if named(head, view.vocabularies).concepts:
        # What has a concept is a fact of its own, and may be denied of one place only ("the incision shows no bleeding").
        return []
    name = rf"{_in_both_spellings(re.escape(head))}(?:e?s)?"
    places = _denied_everywhere(re.compile(rf"\b{name}\b", re.IGNORECASE), atom, view)
    bare = re.compile(
        rf"\b(?:no|any|without|denies|never had|nor|or|(?:or|nor) (?:any )?other)\s(?:(?:an?|any|previous|prior|history of)\s)*{name}\b",
        re.IGNORECASE,
    )
    told = (bare.search(document.text) for document in view.record.documents)
    return places if any(told) else []


def _denied_everywhere(names: re.Pattern[str], atom: Finding, view: PatientView) -> list[Evidence]:
    """Where a name is denied; nothing where it stands anywhere without a denial, or is denied of a time only."""
    evidence: list[Evidence] = []
    for document in view.record.documents:
        analysed = reading_of(document, view.vocabularies)
        for found in names.finditer(analysed.text):
            said = analysed.assertion_at(*found.span())
            if said.experiencer is not Experiencer.PATIENT:
                continue
            before = analysed.text[max(0, found.start() - _AROUND) : found.start()].casefold()
            after = analysed.text[found.end() : found.end() + _AROUND].casefold()
            limited = pattern("timed_denial", "before").search(before) or (
                pattern("timed_denial", "after").match(after) and not covers(after, atom, view.day)
            )
            if said.polarity is not Polarity.NEGATED or limited or is_of_something_else(analysed, *found.span()):
                return []
            evidence.append(document.span(*found.span()))
    return evidence


def covers(after: str, atom: Finding, day: date | None) -> bool:
    """Whether a denial of a time reaches as far back as a criterion asks: "none in the last year" for three months."""
    reach = reach_of(atom)
    if (since := _THIS.match(after)) is not None:
        return bool(reach) and day is not None and (day - _beginning(since["unit"], day)).days >= max(reach)
    times = time_expressions(after)
    if re.match(r"\s*,?\s*since\b", after) is not None and day is not None:
        dated = [days_of(time.date, time.date_precision)[1] for time in times[:1] if time.date is not None]
        if dated:
            return bool(reach) and (day - dated[0]).days >= max(reach)
    told = [time.years for time in times if time.kind in ("ago", "duration", "within") and time.years]
    said = re.match(r"\s*,?\s*(?:in|for|over|within|during) (?:the )?(?:last|past) (?P<unit>year|month|week)\b", after)
    days = DAYS[f"{said['unit']}s"] if said else max(told) * DAYS["years"] if told else 0
    return bool(reach) and days >= max(reach)


def _beginning(unit: str, day: date) -> date:
    """The first day of the year, the season, the month or the week in which a day lies."""
    if unit == "week":
        return day
    if unit == "month":
        return day.replace(day=1)
    if unit == "year":
        return date(day.year, 1, 1)
    month = day.month - day.month % _QUARTER
    return date(day.year, month, 1) if month else date(day.year - 1, 12, 1)


def _own_words(atom: Finding, view: PatientView) -> re.Pattern[str] | None:
    """The words of a name that is no concept's, one after another; None where they are too few to be a name."""
    asked = named(atom.name, view.vocabularies)
    words = [
        word
        for word in re.findall(r"[^\W_]+", atom.name.casefold())
        if word not in empty_words() and not pattern("given").fullmatch(word)
    ]
    # Who has had no such illness has none that is active.
    plain = [word for word in words if not pattern("degree").fullmatch(word)]
    words = plain if len(plain) >= _FEWEST else words
    if (kind := _kind_of_disease(atom, words, asked, view)) is not None:
        return kind
    known = asked.whole and any(fact.lineage & asked.concepts or fact.concepts & asked.concepts for fact in view.facts)
    if len(words) == 1 and asked.whole and not known and len(words[0]) > _LONG:
        return re.compile(rf"\b{_in_both_spellings(re.escape(_singular(words[0])))}(?:e?s)?\b", re.IGNORECASE)
    short = [word for word in re.findall(r"[^\W_]+", atom.name) if word.casefold() in words]
    if len(words) == 1 and not known and len(short[0]) > _FEWEST and short[0].isupper():
        # An abbreviation in capitals is a name, and is written so.
        return re.compile(rf"\b{re.escape(short[0])}s?\b")
    if known or len(words) < _FEWEST or not atom.name.isascii():
        return None
    called = r"[\s-]+".join(rf"{_in_both_spellings(re.escape(_singular(word)))}(?:e?s)?" for word in words)
    return re.compile(rf"\b(?:{called})\b", re.IGNORECASE)


def _kind_of_disease(atom: Finding, words: list[str], asked: Named, view: PatientView) -> re.Pattern[str] | None:
    """A kind of disease by whatever word notes have for it ("no skin disease"); None where one of the kind is recorded."""
    if len(words) != 1 or not asked.whole or not re.search(_ILLNESS, atom.name, re.IGNORECASE):
        return None
    if any(one.present and one.lineage & asked.concepts and not is_sign(one, view) for one in view.facts):
        return None
    return re.compile(rf"\b{_in_both_spellings(re.escape(words[0]))}\s(?:{_ILLNESS})\b", re.IGNORECASE)


def _singular(word: str) -> str:
    return word if word.endswith(("ss", "us", "is")) else word.removesuffix("s")


def _in_both_spellings(word: str) -> str:
    """A word as it is written on both sides of the Atlantic: haemorrhage, oedema."""
    return re.sub(r"(?<![ao])e(?=[dmns])|[ao]e(?=[dmns])", "[ao]?e", word)


@cache
def _names(asked: str) -> re.Pattern[str] | None:
    """The ways in which notes write a name that criteria use; None where none is listed."""
    written = [row["written"] for row in rules()["written_as"] if re.fullmatch(row["asked"], asked)]
    return re.compile(rf"\b(?:{'|'.join(written)})\b", re.IGNORECASE) if written else None
