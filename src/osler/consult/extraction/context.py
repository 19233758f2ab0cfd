"""Who, where and what was done: practitioners, organisations, encounters, operations."""

from __future__ import annotations

import calendar
import datetime as dt
import re
from functools import cache

from osler.consult.extraction.ages import at_age, is_a_day
from osler.consult.extraction.clauses import Clause, clauses, pattern, words
from osler.consult.extraction.hours import hour_of
from osler.consult.extraction.operated import is_operation, with_its_part
from osler.consult.extraction.operation_told import operation_in
from osler.consult.extraction.other_side import by_sides, of_the_other_side
from osler.consult.extraction.times import told_again, when
from osler.consult.extraction.to_come import is_awaited
from osler.consult.extraction.types import EncounterEntry, OperationEntry, OrganizationEntry, PractitionerEntry
from osler.consult.record.reading.table import stop
from osler.core.language import analyse
from osler.core.safety import known_words
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_NAME = r"(?!(?:Dr|Mr|Mrs|Ms|Miss|Prof|Professor|Doctor|Sister|Nurse)\b)[A-ZÀ-Þ][\w'’-]+(?:\s+(?:van|de|von|la)?\s?[A-ZÀ-Þ][\w'’-]+){0,2}"
_AT = re.compile(
    r"\b(?:at|from|(?:room|department|ward|er|ed|unit|outpatients?) of) (?P<name>(?:(?:St|Mt)\.?\s+)?[A-ZÀ-Þ][\w'’-]+(?:\s+[A-ZÀ-Þ][\w'’-]+){0,3})"
    r"|\b(?:to|in|into) (?P<saint>St\.?\s+[A-ZÀ-Þ][\w'’-]+)"
)
"""A place of care that is called by its name alone; only where the clause tells of care."""
_CALENDAR = frozenset(name.lower() for name in (*calendar.day_name, *calendar.month_name) if name)
_TABLE = RuleTable("osler.consult.extraction", "context.yml")
_says = _TABLE.says


@cache
def _doctor() -> re.Pattern[str]:
    """A title and the name after it."""
    return re.compile(rf"\b(?:{'|'.join(_TABLE.rules['titles'])})\s+(?P<name>{_NAME})")


@cache
def _place() -> re.Pattern[str]:
    """A place of care by its kind and the names before it."""
    return re.compile(
        r"\b(?P<name>(?:(?:St|Mt)\.\s+)?(?:[A-ZÀ-Þ][\w'’.-]*\s+(?:of\s+|the\s+|and\s+|&\s+)?){1,5}"
        rf"(?:{'|'.join(_TABLE.rules['places'])}))\b"
    )


def practitioners(message: str) -> list[PractitionerEntry]:
    """The people of care that a message names."""
    own = [clause.text for clause in clauses(message) if not (clause.other or clause.question or clause.known)]
    found = {}
    own = [text for text in own if not _TABLE.says(text.lower(), "fiction")]
    for match in (match for text in own for match in _doctor().finditer(text)):
        name = re.sub(r"'s$", "", match["name"])
        name = _TABLE.pattern("name_ends").split(name)[0]
        found[name.lower()] = PractitionerEntry(
            name=f"Dr. {name}" if match.group().lower().startswith("d") else name, quote=match.group()
        )
    for match in (match for text in own for match in _SMALL.finditer(text)):
        said = match["name"].lower()
        plain = said in stop() or _TABLE.says(said, "no_name") or (match["title"] != "dr" and said in known_words())
        if not plain and said not in found:
            name = said.capitalize()
            found[said] = PractitionerEntry(
                name=name if match["title"] == "nurse" else f"Dr. {name}", quote=match.group()
            )
    for name, quote in (told for text in own for told in _addressed(text)):
        if not any(name.lower() in other or other in name.lower() for other in found):
            found[name.lower()] = PractitionerEntry(name=name, quote=quote)
    for match in (match for text in own for match in _KNOWN_BY_WORK.finditer(text)):
        name = _TABLE.pattern("name_ends").split(match["name"] or match["before"] or match["styled"])[0]
        name = re.sub(r"^(M\w+)\.", r"\1", name)  # written as those are who are only addressed
        if not any(name.lower() in other or other in name.lower() for other in found):
            found[name.lower()] = PractitionerEntry(name=name, quote=match.group())
    for match in (match for text in own for match in _SEEN.finditer(text)):
        name = _TABLE.pattern("name_ends").split(match["name"])[0]
        place = _place().search(match.group()) is not None
        if len(name.split()) > 1 and not place and not any(name.lower() in k or k in name.lower() for k in found):
            found[name.lower()] = PractitionerEntry(name=name, quote=match.group())
    return list(found.values())


_ADDRESSED = re.compile(
    rf"\b(?P<title>Mr|Mrs|Ms|Miss|Mister)\b\.?\s+(?P<name>{_NAME})|\b(?P<styled>mr|mrs|ms|miss|mister)\.? (?P<small>[a-z]{{3,}}(?:-[a-z]+)?)\b(?!')"
)
"""Somebody who is called as anybody is; surgeons are, and so are patients."""


def _addressed(text: str) -> list[tuple[str, str]]:
    """Those who are called Mr or Ms in a clause that tells of care, as who gives it and not as who receives it."""
    lower = text.lower()
    if not (pattern("care").search(lower) or _says(lower, "addressed", "care") or operation_in(lower)):
        return []
    found = []
    for match in _ADDRESSED.finditer(text):
        before, after = lower[: match.start()], lower[match.end() :]
        cared_for = _says(before, "addressed", "cared_for") or _says(after, "addressed", "receives")
        small = match["small"] or ""
        if not cared_for and not (small and (small in stop() or _says(small, "no_name"))):
            name = small.capitalize() or re.sub(r"'s$", "", _TABLE.pattern("name_ends").split(match["name"])[0])
            title = (match["title"] or match["styled"]).capitalize().replace("Mister", "Mr")
            found.append((f"{title} {name}", match.group()))
    return found


_SMALL = re.compile(r"\b(?P<title>dr|doctor|nurse)\.? (?P<name>[a-z]{3,}(?:-[a-z]+)?)\b(?!')")
"""Somebody of care who is written without capitals: "dr patel"."""
_SEEN = re.compile(
    r"\b(?i:physio\w*|therapy|counsell?ing|consultation|appointment|session|surgery|operation|replacement|repair|bypass|transplant|\w+plasty|arthroscopy|check-?up|follow-?up|\w+ologist|dentist|doctor|surgeon|nurse|midwife|call|visit|\w+ectomy|\w+scopy|review|scan|gp|saw|seeing|operated on me|performed|done)\b[^.;]{0,30}?\b(?:with|by|named|called|under) (?P<name>(?:(?:Mr|Mrs|Ms|Miss)\.?\s+)?[A-ZÀ-Þ][\w'’-]+(?:\s+(?:van |de |von |la )?[A-ZÀ-Þ][\w'’-]+){0,2})"
)
"""Whom somebody was seen, treated or operated on by, in a clause that tells of care."""
_WORK = r"(?i:\w+ologist|gp|doctor|family doctor|dentist|surgeon|midwife|physio\w*|therapist|consultant|specialist|nurse|psychiatrist|pa?ediatrician|optician|optometrist|physician|counsell?or|chiropractor)"
_KNOWN_BY_WORK = re.compile(
    rf"\b(?i:my|our|his|her|the|a|an|the patient's) (?:[\w-]+ ){{0,2}}{_WORK}(?: is| was| is called| called|,|'s name is|)(?: (?:Mr|Mrs|Ms|Miss|Dr)\.?)? (?P<name>[A-ZÀ-Þ][\w'’-]+(?:\s+[A-ZÀ-Þ][\w'’-]+){{1,2}})"
    rf"|\b(?P<before>[A-ZÀ-Þ][\w'’-]+\s+[A-ZÀ-Þ][\w'’-]+), (?i:my|our|his|her) (?:\w+ )?{_WORK}\b"
    rf"|\b(?P<styled>(?:Mr|Mrs|Ms|Miss)\.? {_NAME})(?:, (?i:my|our|the|an?) | \((?i:my |our |the |an? )?)(?:\w+ )?(?:{_WORK}|(?i:[a-z]+ology|orthop\w+|[a-z]+iatrics|obstetrics|ent|surgery|physio))\b"
)
"""Somebody who is called by name and by the work that is done for the patient."""


_ONLY_NAMED = re.compile(
    rf"\b(?i:my|our|his|her|the patient's) (?:\w+ )?{_WORK}(?i:(?:'s name)? is(?: now| called)?) (?:(?:Dr|Mr|Mrs|Ms|Prof|Professor|Doctor)\b\.?|[A-ZÀ-Þ])"
)
"""Who somebody's dentist is tells of no visit."""


def organizations(message: str) -> list[OrganizationEntry]:
    """The places of care that a message names."""
    found: dict[str, OrganizationEntry] = {}
    told = [
        c.text for c in clauses(message) if not (c.other or c.hypothetical or c.known or (c.question and not c.planned))
    ]
    told = [text for text in told if not _says(text.lower(), "passing")]
    places = [m for text in told for m in (*_place().finditer(text), *_TABLE.pattern("known_places").finditer(text))]
    for match in places:
        name = _TABLE.pattern("starters").sub("", match.group(1)).strip()
        if match.start() == 0 and name.endswith(" surgery") and operation_in(name.lower()) is not None:
            continue  # what is done, with the capital of a sentence, and no place
        if name and not any(name in other for other in found):
            found[name] = OrganizationEntry(name=name, quote=match.group())
    for clause in clauses(message):
        away = clause.other or _says(clause.lower, "passing")
        if away or not (_tells_of_care(clause.lower) or operation_in(clause.lower)):
            continue
        for match in _AT.finditer(clause.text):
            name = match["name"] or match["saint"]
            if name.lower() in _CALENDAR:
                continue
            if not any(name in other or other in name for other in found):
                found[name] = OrganizationEntry(name=name, quote=match.group())
    return list(found.values())


def _tells_of_care(lower: str) -> bool:
    """Whether a clause tells of care: it names somebody who gives it, or a visit of any kind but that of a guest."""
    return pattern("care").search(lower) is not None or any(
        pattern("encounters", kind).search(lower) for kind in words()["encounters"] if kind not in {"visit", "contact"}
    )


def encounters(message: str, now: dt.datetime) -> list[EncounterEntry]:
    """The visits that a message states or announces, one a clause."""
    found: list[EncounterEntry] = []
    for clause in clauses(message):
        if found and _says(clause.lower, "visits", "called_off"):
            found.pop()
            continue
        if clause.other or clause.hypothetical or clause.question or clause.known or _ONLY_NAMED.search(clause.text):
            continue
        entry = _encounter(clause, now) or (_next_one(clause, now) if found else None)
        if entry is not None:
            found.append(entry)
    return [_at_its_hour(_with_specialty(entry)) for entry in _merged(found)]


_NEXT_ONE = re.compile(
    r"\W*(?:and |but |so |my |the |our )*(?:next|following) (?:one|time|visit|review)\b|.*\b(?:again|back) (?:on|in|at)\b"
)
"""Another visit, behind one that was told."""


def _next_one(clause: Clause, now: dt.datetime) -> EncounterEntry | None:
    """A visit that is told only as the next one, with its day."""
    day = when(clause.text, now, ahead=True) if _NEXT_ONE.match(clause.lower) else None
    if day is None or day <= now.date().isoformat()[: len(day)]:
        return None
    return EncounterEntry(type="visit", date=day, status="planned", quote=clause.text)


def _at_its_hour(entry: EncounterEntry) -> EncounterEntry:
    """A visit that is to come, with the hour that is told of it."""
    hour = hour_of(entry.quote, ahead=True) if entry.status == "planned" and len(entry.date or "") == _A_DAY else None
    return entry.model_copy(update={"date": f"{entry.date}T{hour[0]:02d}:{hour[1]:02d}"}) if hour is not None else entry


_SPECIALTY = re.compile(
    r"\b(?P<what>(?!the\b|my\b|an?\b)[a-z]+ clinic|[a-z]+ologist|(?:[a-z]+ )?surgeon|physio(?:therapist)?|optician|optometrist|midwife|psychiatrist|podiatrist|chiropodist|osteopath|chiropractor|p?a?ediatrician|dietitian|dietician)\b"
)


def _with_specialty(entry: EncounterEntry) -> EncounterEntry:
    """A visit that names nobody, with the specialty or the clinic that it is to."""
    match = _SPECIALTY.search(entry.quote.lower()) if entry.type == "visit" and not entry.practitioner else None
    said = re.sub(r"^(?:the|my|an?|with|by|to) ", "", match["what"]) if match is not None else ""
    return entry.model_copy(update={"type": f"{said} visit"}) if said else entry


def _encounter(clause: Clause, now: dt.datetime) -> EncounterEntry | None:
    for kind in words()["encounters"]:
        if not pattern("encounters", kind).search(clause.lower):
            continue
        if kind == "contact" and not _is_contact(clause, now):
            continue
        if kind == "visit" and not (pattern("care").search(clause.lower) or organizations(clause.text)):
            continue
        told = _says(clause.lower, "visits", "told") and not _says(clause.lower, "visits", "seen")
        if kind == "visit" and told:
            continue
        if _says(clause.lower, "visits", "none"):
            return None
        people, places = practitioners(clause.text), organizations(clause.text)
        planned = clause.planned or (kind != "inpatient" and _is_to_come(clause, now))
        day = when(_UNTIL.sub("", clause.text) if kind == "inpatient" else clause.text, now, ahead=planned)
        if day is None and not (people or places or planned) and not _says(clause.lower, "visits", "tells"):
            return None  # "ER visits" names a kind of visit, and tells of none
        return EncounterEntry(
            type="visit" if kind == "contact" else kind,
            date=day,
            organization=places[0].name if places else None,
            practitioner=people[0].name if people else None,
            status="planned" if planned else "past",
            quote=clause.text,
        )
    return None


def _is_contact(clause: Clause, now: dt.datetime) -> bool:
    """Whether somebody or a place of care is named with a day, and nothing that is told of them instead of a visit."""
    away = pattern("no_contact").search(clause.lower) or operation_in(clause.lower)
    return not away and (clause.planned or when(clause.text, now) is not None)


def _is_to_come(clause: Clause, now: dt.datetime) -> bool:
    """Whether a visit is named with a day and without a verb of the past: "follow-up on June 3" is still to come."""
    today = re.search(rf"\bthis ({'|'.join(_TABLE.rules['visits']['over_by'])})\b", clause.lower)
    if today is not None and now.hour >= _TABLE.rules["visits"]["over_by"][today[1]]:
        return False
    day = when(clause.text, now, ahead=True) if not _says(clause.lower, "visits", "happened") else None
    if day is None or day[:10] < now.date().isoformat()[: len(day[:10])]:
        return False
    if day[:10] == now.date().isoformat() and not _says(clause.lower, "visits", "later"):
        return False  # "asthma review today": told, it has been
    if _SEES.match(clause.lower):
        return True
    before = when(clause.text, now)  # a day without its year that was just now is that one
    if before is None or len(before) < _A_DAY or len(day) < _A_DAY:
        return True
    ago = now.date() - dt.date.fromisoformat(before[:10])
    return not 0 < ago.days <= _JUST_NOW


_SEES = re.compile(
    r"(?:(?:and|but|then|so)[ ,]+)*(?:i|we|he|she|the patient) (?:sees?|meets?|visits?|goes? (?:back )?to)\b"
)
"""A verb of the present: who sees somebody on a Friday will."""
_UNTIL = re.compile(r",? (?:and )?(?:was )?(?:discharged|sent home|home)\b.*$", re.IGNORECASE)
"""How a stay ended; its day is that of its beginning."""
_A_DAY = len("2020-01-01")
_JUST_NOW = 31
"""Days in which what is told without a verb has been."""


def _merged(entries: list[EncounterEntry]) -> list[EncounterEntry]:
    """Clauses that speak of the same visit are one."""
    kept: list[EncounterEntry] = []
    for entry in entries:
        same = next(
            (
                k
                for k in kept
                if k.status == entry.status
                and (k.type == entry.type or "visit" in (k.type, entry.type))
                and (k.date == entry.date or not entry.date or not k.date)
            ),
            None,
        )
        if same is None:
            kept.append(entry)
        else:
            place = kept.index(same)
            kept[place] = same.model_copy(
                update={
                    "type": same.type if same.type != "visit" else entry.type,
                    "date": same.date or entry.date,
                    "organization": same.organization or entry.organization,
                    "practitioner": same.practitioner or entry.practitioner,
                }
            )
    return kept


_ORGAN_AND_DAY = re.compile(r"\w+(?: (?:(?:in|on|back in|around) )?(?:\w+ ){0,2}\d{4}| last \w+| too| as well)?")
"""An organ, and nothing but a time: what hurts was not taken out."""


def operations(message: str, now: dt.datetime, vocabularies: Vocabularies) -> list[OperationEntry]:
    """The operations that a message states of the patient; of several in one breath each with its own day."""
    found: dict[str, OperationEntry] = {}
    told = False
    part = last = ""
    for clause in (piece for whole in clauses(message) for piece in by_sides(whole)):
        if not clause.states_own or clause.undone or clause.target:
            continue
        other = of_the_other_side(clause, last)
        if other is not None:
            ahead = is_awaited(clause, now)
            day, last = when(clause.text, now, ahead=ahead), other
            found[other] = OperationEntry(name=other, date=day, status="planned" if ahead else None, quote=clause.text)
            continue
        clause, part = with_its_part(clause, part)
        whole = operation_in(clause.lower)
        if whole is None and not _several(clause, told=told):
            for name, text in _by_vocabulary(clause, vocabularies):
                day, ahead = when(text, now, ahead=is_awaited(clause, now)), is_awaited(clause, now)
                found[name.lower()] = OperationEntry(
                    name=name, date=day, status="planned" if ahead else None, quote=clause.text
                )
        told = told or whole is not None
        several = _several(clause, told=told)
        for name, text in several if len(several) > 1 or not whole else [(whole, clause.text)]:
            if not is_operation(name, clause.lower, vocabularies):
                continue
            ahead = is_awaited(clause, now)
            day = when(text, now, ahead=ahead) or at_age(text, bare=True)
            key = told_again(name.lower(), day, {key: one.date for key, one in found.items()})
            done = day is not None and is_a_day(day) and day < now.date().isoformat()[: len(day)]
            still = ahead and not done
            last = name
            found[key] = OperationEntry(name=name, date=day, status="planned" if still else None, quote=clause.text)
    return list(found.values())


def _by_vocabulary(clause: Clause, vocabularies: Vocabularies) -> list[tuple[str, str]]:
    """The operations that a clause names in the shorthand of the clinic, each with its own words: "TKR 2016, TAH 2009"."""
    found = []
    for part in _TABLE.pattern("operations", "parts").split(clause.text):
        for mention in analyse(part, vocabularies).mentions:
            if mention.semantic_type is not SemanticType.PROCEDURE or not _SHORTHAND.fullmatch(mention.text):
                continue
            concept = vocabularies.concept(mention.concept_ids[0])
            done = concept is not None and pattern("operations", "named").search(concept.name.lower()) is not None
            if done and not mention.assertion.negated and concept is not None:
                found.append((f"{mention.text} ({concept.name})", part))
    return found


_SHORTHAND = re.compile(r"[A-Z&]{2,6}|[a-z]{3,4} [a-z]{4,6}")
"""How an operation is written in short."""


def _several(clause: Clause, *, told: bool) -> list[tuple[str, str]]:
    """The operations of the parts of a clause, with the words of each; "had" is said once and goes for all."""
    if _says(clause.lower, "operations", "none"):
        return []
    had = told or _says(clause.lower, "operations", "done")
    found: list[tuple[str, str]] = []
    for part in _TABLE.pattern("operations", "parts").split(clause.lower):
        own = re.sub(r"^(?:(?:and|then|also|plus|my|his|her) )+", "", part.strip(" ,;:()."))
        organ = words()["organ_operations"].get(own.partition(" ")[0])
        name = operation_in(own) or (operation_in(f"had {own}") if own and (had or organ or found) else None)
        if name is None and organ and told and _ORGAN_AND_DAY.fullmatch(own):
            name = str(organ)  # "removed" is said once and goes for all
        if name is not None:
            found.append((name, own))
    return found
