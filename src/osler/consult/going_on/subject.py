"""What a conversation speaks of: what the last turn named, so that the next may only point at it.

A question such as "when did I start the second one?" is made to stand by itself before anybody reads it; what names
something itself is left as it is.
"""

from __future__ import annotations

import re
from typing import Any

from osler.consult.extraction import Extraction, as_measured, is_a_day
from osler.consult.record import RecordQuestion, asks_something, is_pressure, measure_named, read_question
from osler.consult.steps.lite import terms_of
from osler.consult.types import ConsultReply, ConsultRequest, Subject
from osler.consult.wording.folded import folded, uncapitalised
from osler.core.patient import PatientRecord
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

_FORMS = RuleTable("osler.consult.going_on", "pointing.yml", flags=re.IGNORECASE)
_KEPT = (
    ("conditions", "condition"), ("medications", "medication"), ("observations", "observation"),
    ("procedures", "procedure"), ("immunisations", "vaccine"), ("allergies", "allergy"), ("encounters", "visit"),
    ("phenotypes", "symptom"),
)  # fmt: skip
_TOLD = {
    "measurements": "observation", "medications": "medication", "supplements": "medication", "symptoms": "symptom",
    "conditions": "condition", "operations": "procedure", "allergies": "allergy", "encounters": "visit",
}  # fmt: skip
_SECTIONS = {"medications": "medication", "vaccines": "vaccine", "conditions": "condition", "allergies": "allergy",
             "visits": "visit", "procedures": "procedure", "labs": "observation"}  # fmt: skip
_MOST = 8
_LONGEST = 14
_FEW = 3
"""Names that a word that points at them may stand for together."""
_PRODUCT = re.compile(r"(?<![A-Za-z\d])(?!ACTUAT)[A-Za-z][A-Za-z]{3,}[A-Za-z /-]*?(?=\s*(?:\d|\[|$))")
_SALT = re.compile(
    r"(?<!ous)(?<!ic) (?:sodium|potassium|calcium|magnesium|hydrochloride|hydrobromide|maleate|succinate|tartrate|bitartrate|citrate|sul(?:f|ph)ate"
    r"|phosphate|mesylate|besylate|fumarate|acetate|propionate|furoate)$",
    re.IGNORECASE,
)
_POINTS = re.compile(r"\b(?:it|that|this|them|those|these|one|ones)\b", re.IGNORECASE)
_ASKS = re.compile(
    r"(?:what|when|where|which|who|whom|why|how|since when|with whom?|by whom?|is|are|was|were|am|do|does|did|have|has|had|can|any)\b"
)
_TOLD_FIRST = re.compile(r"(?P<told>[^?]*[a-z]{2}[.!])\s+(?P<asked>[^.!?]+\?)", re.IGNORECASE | re.DOTALL)
_TAG = re.compile(r" \([a-z/ ]+\)$")


def subject_of(given: ConsultRequest, reply: ConsultReply, vocabularies: Vocabularies) -> Subject | None:
    """What a turn was about: what was saved or noted, the entries that the answer cites, or what was asked for."""
    cited = [source.id.partition("#")[0] for source in reply.sources if source.kind == "record"]
    found = _of_entries(cited, given.record) if cited else None
    told = _told(reply.accepted) or _told(reply.extraction)
    # Of what is told and asked in one breath the answer speaks last.
    first = (found, told) if reply.accepted is None and asks_something(given.message) else (told, found)
    about = first[0] or first[1]
    if about is None and reply.entry_question and given.state.pending is not None:
        about = _told(given.state.pending)  # what was shown again
    if about is not None:
        return _keeping_one(_illness_of(about, given, vocabularies), given.state.subject)
    if reply.agent == "data_entry":
        return given.state.subject  # nothing was noted, and nothing asked
    if reply.route == "redirect_list":
        kind = next((kind for section, kind in _SECTIONS.items() if f"the {section} section" in reply.text), None)
        return Subject(kind=kind) if kind else None
    before = given.state.subject
    asked = _asked_for(given, vocabularies)
    if asked is not None and asked.names and reply.agent == "health_consultant_lite":
        return asked.model_copy(update={"kind": "any"})  # asked of anybody, it is not the patient's
    if asked is not None and asked.kind == "observation" and asked.names:
        return asked  # what is named is spoken of, whatever else is pointed at
    return before if before and _POINTS.search(given.message) else asked or before


def _illness_of(about: Subject, given: ConsultRequest, vocabularies: Vocabularies) -> Subject:
    """What a turn was about; where visits answer whether there is an illness, the illness that was asked for."""
    asked = _asked_for(given, vocabularies) if about.kind == "visit" else None
    if asked is None or asked.kind != "condition" or len(asked.names) != 1:
        return about
    return about.model_copy(update={"kind": "condition", "names": asked.names})


def _keeping_one(about: Subject, before: Subject | None) -> Subject:
    """What a turn was about; of several things with the last single one of their kind, which "it" still means.

    Measures that were asked for together have a name of their own, as kidney function: the one before them is meant no more.
    """
    if before is None or before.kind != about.kind or len(about.names) < 2 or about.kind == "observation":
        return about
    return about.model_copy(update={"single": before.names[0] if len(before.names) == 1 else before.single})


def _told(told: Extraction | None) -> Subject | None:
    """What a message stated, where it is of one kind; of a visit and its people, the visit."""
    entries: dict[str, list[Any]] = {}
    for stated in _TOLD if told is not None else ():
        for entry in getattr(told, stated):
            entries.setdefault(_TOLD[stated], []).append(entry)
    if not entries:
        return None
    kind = next(iter(entries)) if len(entries) == 1 else next(iter(entries.keys() & {"procedure", "symptom"}), None)
    if kind is None:
        return None
    names = [getattr(e, "name", None) or getattr(e, "substance", None) or "visit" for e in entries[kind]]
    days = {
        day
        for e in entries[kind]
        for field in ("time", "date", "onset")
        if (day := getattr(e, field, None)) and is_a_day(day)
    }
    if kind == "observation" and is_pressure(*names):
        names = ["blood pressure"]
    return Subject(kind=kind, names=list(dict.fromkeys(names))[:_MOST], day=_one(days))


def _of_entries(cited: list[str], record: PatientRecord) -> Subject | None:
    """What the entries of an answer are, where all are of one kind."""
    places = {entry: place for place, entry in reversed(list(enumerate(cited)))}
    found = [(kind, fact) for attribute, kind in _KEPT for fact in getattr(record, attribute) if fact.id in places]
    kind = _spoken_of({kind for kind, _ in found})
    if kind is None:
        return None
    found = [one for one in found if one[0] == kind]
    facts = sorted((fact for _, fact in found), key=lambda fact: places[fact.id])
    names = list(dict.fromkeys(_called(fact.label, kind) for fact in facts))
    labels = list(dict.fromkeys(_TAG.sub("", fact.label) for fact in facts))
    if kind == "observation" and len(names) == 1 < len(labels) and not is_pressure(*labels):
        names = labels  # several tests of one measure: the antibodies against this and that
    points = [(fact.time.at or fact.time.start) if fact.time else None for fact in facts]
    days = {point.date[:10] for point in points if point and point.date}
    return Subject(kind=kind, names=names if len(names) <= _MOST else [], day=_one(days))


def _spoken_of(kinds: set[str]) -> str | None:
    """The one kind of what was cited; of a test and what it found what was diagnosed, or else measured."""
    if len(kinds) == 1:
        return next(iter(kinds))
    found = kinds - {"procedure"}
    tested = "procedure" in kinds and found <= {"condition", "observation"}
    return ("condition" if "condition" in found else "observation") if tested else None


def _called(label: str, kind: str) -> str:
    """A short name: of a product its first words, of a measure its usual name."""
    measured = measure_named(label) if kind == "observation" else None
    if measured is not None and len(label) > len(measured.name):
        return measured.name
    product = _PRODUCT.search(label) if kind == "medication" else None
    return _SALT.sub("", product.group().strip()) if product else _TAG.sub("", label)


def _asked_for(given: ConsultRequest, vocabularies: Vocabularies) -> Subject | None:
    """What a message names, though nothing of it was found or it was of somebody else."""
    measured = measure_named(as_measured(given.message))
    if measured is not None:
        return Subject(kind="observation", names=[measured.name])
    read = read_question(given.message, given.moment.date(), vocabularies)
    terms = terms_of(given.message, vocabularies)
    if isinstance(read, RecordQuestion) and read.kind != "any" and (read.phrase or not terms):
        return Subject(kind=read.kind, names=[read.phrase] if read.phrase else [])
    return Subject(kind="any", names=terms) if len(terms) == 1 else None


def _one(days: set[str]) -> str | None:
    return days.pop() if len(days) == 1 else None


def pointed_at(message: str, subject: Subject | None, vocabularies: Vocabularies, *, may_correct: bool = False) -> str:
    """The message; where it only points at what the conversation speaks of, with that named.

    What may correct what was just told is no new value, and only a question is asked of something.
    """
    told_first = _TOLD_FIRST.fullmatch(message.strip())
    if subject is not None and told_first is not None:  # what is told before the question is not what it asks about
        asked = pointed_at(told_first["asked"], subject, vocabularies, may_correct=may_correct)
        return message if asked == told_first["asked"] else f"{told_first['told']} {asked}"
    if subject is None or len(message.split()) > _LONGEST:
        return message
    whole = folded(message)
    lower = re.sub(r"^(?:(?:and|so|ok|okay|but|then|well|oh)[ ,]+)+", "", whole).rstrip(" ?!.")
    goes_on = whole.startswith("and ") and len(lower.split()) <= _FEW  # "and the first time"
    told, asks = _values(subject), message.rstrip().endswith("?") or goes_on or _ASKS.match(lower) is not None
    for form in _FORMS.rules["subject"]:
        match = re.search(form["says"], lower)
        if match is None or subject.kind not in form.get("of", [subject.kind]):
            continue
        if may_correct and not form.get("anew") if form.get("states") else not (asks or form.get("bids")):
            continue
        if form.get("several") and len(subject.names) == 1:
            continue
        if form.get("in_place") and _ASKED_BEFORE.search(lower[: match.start()]):
            continue  # it is what the message itself asks of before
        filled = told | {key: value or "" for key, value in match.groupdict().items()}
        # A value that is told again without a day is of the day of the one just told.
        filled["same_day"] = filled["on_day"] if may_correct and not _OF_A_DAY.search(filled.get("when", "")) else ""
        if "nth" in filled:
            place = _FORMS.rules["places"].get(filled["nth"], 0)
            if not -len(subject.names) <= place < len(subject.names) or len(subject.names) < 2:
                continue
            filled["chosen"] = subject.names[place]
        needed = set(re.findall(r"\{(\w+)\}", form["alone"])) - _MAY_BE_MISSING
        if any(not filled.get(name) for name in needed):
            continue
        if form.get("in_place") and not form.get("anyway") and _names_something(lower, vocabularies):
            continue
        alone = str(form["alone"]).format(**filled)
        made = f"{lower[: match.start()]}{alone}{lower[match.end() :]}" if form.get("in_place") else alone
        return made if form.get("states") or made.endswith("?") else f"{made}?"
    return message


_ASKED_BEFORE = re.compile(
    r"\b(?:what|which) (?!(?:is|was|are|were|do|does|did|have|has|time|day|date)\b)[a-z-]+ (?:am|is|are|was|were|do|does|did|have|has) .*(?:\band\b|[,;?])"
)
"""A whole question of a kind of thing: "what inhaler am I on and how often …"."""
_OF_A_DAY = re.compile(r"\b(?:today|yesterday|day|now|night|tonight)\b")
_MAY_BE_MISSING = {"on_day", "when", "same_day"}


def _values(subject: Subject) -> dict[str, str]:
    """What a form may be filled with."""
    one, many = _FORMS.rules["nouns"].get(subject.kind, ("", ""))
    name, day = subject.names[0] if len(subject.names) == 1 else "", subject.day or ""
    if subject.kind == "visit" and subject.names and all("emergency" in each.lower() for each in subject.names):
        one, many, name = "emergency room visit", "emergency room visits", ""
    elif subject.kind == "visit":
        one = "check-up" if re.search(r"check.?up", name, re.IGNORECASE) else one
        name = ""
    if subject.kind == "vaccine" and name and "vaccin" not in name.lower():
        name = f"{name.partition(',')[0]} vaccine"
    if name == name.capitalize():
        name = name.lower()
    if subject.kind in {"observation", "procedure"}:  # "Body Mass Index" is no person's name
        name = uncapitalised(name)
    either = name or (" or ".join(subject.names) if len(subject.names) <= _FEW else "")
    return {
        "single": name or subject.single,
        "either": either,
        "both": " and my ".join(subject.names) if len(subject.names) <= _FEW else "",
        "named": name or many,
        "name": name,
        "noun": one,
        "nouns": many,
        "day": day,
        "on_day": f" on {day}" if day else "",
    }


def _names_something(lower: str, vocabularies: Vocabularies) -> bool:
    return bool(terms_of(lower, vocabularies)) or measure_named(lower) is not None
