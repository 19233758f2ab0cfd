"""Medicines and supplements in what a user says: which, how much, how often, and whether begun, changed or ended."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from itertools import pairwise

from osler.consult.extraction.adherence import as_written, kept_to
from osler.consult.extraction.allergies import allergies
from osler.consult.extraction.as_needed import is_for_a_complaint
from osler.consult.extraction.clauses import Clause, clauses, pattern, says, words
from osler.consult.extraction.doses import bare_dose, by_days, changed_to, label_of, of_two, put_right, with_unit
from osler.consult.extraction.harm import ended
from osler.consult.extraction.hours import hour_of
from osler.consult.extraction.intake_days import border, day_of_its_own, without_what_was_changed
from osler.consult.extraction.measurements import measurements
from osler.consult.extraction.stated import has_a_verb
from osler.consult.extraction.supplements import is_food, is_supplement, known_by_form, supplements_in
from osler.consult.extraction.taken import (
    SWAPS,
    status_behind,
    status_of,
    swapped,
    taken_by_default,
    without_other_ends,
    without_others,
)
from osler.consult.extraction.times import when
from osler.consult.extraction.types import MedicationEntry, SupplementEntry
from osler.consult.record.called import measure_named
from osler.consult.record.nearest import medicine_meant
from osler.consult.wording.everyday import everyday
from osler.core.language import analyse
from osler.core.safety import known_words
from osler.core.terminology import SemanticType, Vocabularies


def intakes(
    message: str, now: dt.datetime, vocabularies: Vocabularies, *, own: Sequence[str] = ()
) -> tuple[list[MedicationEntry], list[SupplementEntry]]:
    """The medicines and the supplements that a message states of the patient; `own` are those of the record."""
    medicines: dict[str, MedicationEntry] = {}
    supplements: dict[str, SupplementEntry] = {}
    harmed = [entry.substance.lower() for entry in allergies(message, vocabularies) if entry.substance]
    parts = clauses(_named_again(kept_to(put_right(message)), vocabularies, own))
    for place, clause in enumerate(parts):
        not_taken = says(clause.lower, "intakes", "left_out") and not says(clause.lower, "intakes", "ends")
        aims = clause.target or (not has_a_verb(clause.lower) and any(one.target for one in parts[place + 1 :][:1]))
        aimed = aims and measure_named(clause.text) is not None  # "my potassium target is 4 to 5"
        if not clause.states_own or not_taken or aimed or says(clause.lower, "intakes", "allergic"):
            continue
        named = [found for found in _named(clause.text, vocabularies, own) if not _is_measured(found[2], clause, now)]
        formed = known_by_form(clause.text, vocabularies)
        slips = _misspelt(clause.text, named, own, vocabularies)
        named = sorted(
            [*(found for found in named if found[:2] not in slips), *((*place, slips[place]) for place in slips)]
        )
        named = without_what_was_changed(clause.text, named)
        for index, (start, end, name) in enumerate(named):
            begin = border(clause.text, named[index - 1][1], start)[1] if index else 0
            stop = border(clause.text, end, named[index + 1][0])[0] if index + 1 < len(named) else len(clause.text)
            together = index + 1 < len(named) and _in_one_breath(clause.text, end, named[index + 1][:2])
            told = _without_later(clause, named[index:])
            entry = _entry(told, (begin, start, end, stop), name, now, alone=len(named) == 1, together=together)
            apart, day = day_of_its_own(clause.text, named, index, now)
            own_day = {"date": day} if apart else {}
            entry = entry.model_copy(update={"quote": clause.text} | own_day) if entry is not None else None
            entry = _with_dose(entry, clause, (begin, start, end, stop), own)
            if entry is not None and (start, end) in slips:
                entry = _as_meant(entry, clause, start, clause.text[start:end])
            in_place = swapped(clause.text, named, index)
            if entry is not None and in_place is not None:
                entry = entry.model_copy(update={"status": in_place})
            elif entry is None and in_place is not None:
                entry = MedicationEntry(
                    name=name, status=in_place, date=day if apart else when(clause.text, now), quote=clause.text
                )
            harmful = any(name.lower() in substance or substance in name.lower() for substance in harmed)
            if (
                entry is None
                or (harmful and not (ended(clause.lower) or (entry.dose and entry.frequency)))
                or says(name, "intakes", "of_the_blood")
            ):
                continue
            if is_supplement(name, vocabularies) or (start, end) in formed:
                supplements[name.lower()] = SupplementEntry(**entry.model_dump())
            else:
                medicines[name.lower()] = entry
    return (
        [as_written(entry, message) for entry in medicines.values()],
        [as_written(entry, message) for entry in supplements.values()],
    )


_TOGETHER = r"\s*(?:,|and|plus|&|\+|, and)\s*(?:my |the )?"
_ONE_BREATH = re.compile(_TOGETHER, re.IGNORECASE)
"""Between two things that are taken together: how often is said once."""
_BESIDE_A_DOSE = re.compile(rf"\s*\d+(?:[.,]\d+)?\s*-?\s*[a-zµ]+{_TOGETHER}", re.IGNORECASE)
"""The same after a dose, where the other has none: a dose begins what is told of one medicine."""


def _in_one_breath(text: str, end: int, following: tuple[int, int]) -> bool:
    """Whether what is told how often behind the following medicine holds for the one that ends here too."""
    between = text[end : following[0]]
    if _ONE_BREATH.fullmatch(between):
        return True
    return _BESIDE_A_DOSE.fullmatch(between) is not None and dose_in(text[following[1] :]) is None


_IT = re.compile(
    r"\b(?P<verb>stopp(?:ed|ing)|quit|dropp(?:ed|ing)|ditched|binned|came off|come off|gave up|paused|restarted|resumed|increased|bumped|upped|doubled|halved|raised|lowered|reduced|cut|put|brought|changed|took me off) (?P<it>it|that|them)\b(?=\s*(?:$|[.,;!]|to|up|down|from|on|in|at|by|last|yesterday|today|this|because|as|after|two|three|a|\d))",
    re.IGNORECASE,
)
"""What became of an "it"."""


def _named_again(message: str, vocabularies: Vocabularies, own: Sequence[str]) -> str:
    """A message in which a medicine that is only called "it", where something became of it, is named."""
    if _IT.search(message) is None:
        return message
    named = _named(message, vocabularies, own)

    def again(match: re.Match[str]) -> str:
        before = [name for _, end, name in named if end <= match.start()]
        return f"{match['verb']} {before[-1]}" if before else match.group()

    return _IT.sub(again, message)


def _is_measured(name: str, clause: Clause, now: dt.datetime) -> bool:
    """Whether a clause tells how much of a substance is in the blood, and not that it is taken."""
    row = measure_named(name)
    if row is None:
        return False
    values = measurements(clause.text, now).measurements
    return any((found := measure_named(entry.name)) is not None and found.id == row.id for entry in values)


def _named(text: str, vocabularies: Vocabularies, own: Sequence[str]) -> list[tuple[int, int, str]]:
    """The drugs and supplements that a text names, in order."""
    found = [
        (mention.start, mention.end, mention.text)
        for mention in analyse(text, vocabularies).mentions
        if mention.semantic_type is SemanticType.MEDICATION
        and mention.text.lower() not in words()["intakes"]["no_drug"]
        and (not mention.assertion.negated or says(text, "intakes", "ends"))
        and not says(text[mention.end :].lower(), "intakes", "device")
    ]
    known = {place[:2] for place in found}
    for name in _brands(own):
        found += [
            (match.start(), match.end(), match.group())
            for match in re.finditer(rf"\b{name}\b", text, re.IGNORECASE)
            if not any(start < match.end() and match.start() < end for start, end, _ in found)
        ]
    found += [
        (match.start("name"), match.end("name"), match["name"])
        for match in _UNKNOWN.finditer(text)
        if not any(start < match.end("name") and match.start("name") < end for start, end, _ in found)
        and match["name"].lower() not in known_words() | everyday()
        and measure_named(match["name"]) is None
        and not supplements_in(text[max(0, match.start() - _NEAR) : match.start()], vocabularies)
    ]
    if not found:  # what people call a kind of medicine; where a drug is named, it says more
        found = [(*match.span(), match.group()) for match in pattern("intakes", "kinds").finditer(text)]
    found = found or _by_form(text, own, vocabularies)
    for begin, stop in supplements_in(text, vocabularies):
        if not any(start <= begin < end or begin <= start < stop for start, end, _ in found):
            found.append((begin, stop, text[begin:stop]))
        else:
            found = [
                (min(s, begin), max(e, stop), text[min(s, begin) : max(e, stop)])
                if s <= begin < e or begin <= s < stop
                else (s, e, n)
                for s, e, n in found
            ]
    found = [place for place in found if not is_food(place[2], text.lower(), vocabularies)]
    found = [place for place in found if place[:2] in known or not _is_denied(text, place[0])]
    return _without_classes(sorted(set(found)), text)


_FORM = re.compile(
    r"\b(?:the|my|that|this) (?P<form>inhaler|puffer|cream|ointment|gel|drops|spray|patch|injection|syrup|suppositor)(?:e?s|y|ies)?\b",
    re.IGNORECASE,
)


def _by_form(text: str, own: Sequence[str], vocabularies: Vocabularies) -> list[tuple[int, int, str]]:
    """The one medicine of the record that has the form of which is spoken: "I stopped the inhaler"."""
    match = _FORM.search(text)
    form = {"puffer": "inhaler"}.get(match["form"].lower(), match["form"].lower()) if match else ""
    names = {
        mention.text.lower()
        for label in own
        if form and form in label.lower()
        for mention in analyse(label, vocabularies).mentions[:1]
    }
    return [(match.start("form"), match.end("form"), names.pop())] if match and len(names) == 1 else []


def _is_denied(text: str, start: int) -> bool:
    """Whether what no vocabulary names is denied: "I wasn't given antibiotics"."""
    lower = text.lower()
    return pattern("findings", "negated").search(lower[:start]) is not None and not says(lower, "intakes", "ends")


_WORD = re.compile(r"(?<![\w'-])[A-Za-z]{6,}(?![\w'-])")


def _misspelt(
    text: str, named: Sequence[tuple[int, int, str]], own: Sequence[str], vocabularies: Vocabularies
) -> dict[tuple[int, int], str]:
    """The words of a text that are a slip of the pen for one medicine, by their places."""
    known = {(start, end) for start, end, name in named if vocabularies.find(name)}
    kinds = [match.span() for match in pattern("intakes", "kinds").finditer(text)]
    found = {}
    for match in _WORD.finditer(text):
        of_a_kind = any(start <= match.start() < end for start, end in kinds)
        left_out = of_a_kind or match.span() in known or _is_denied(text, match.start())
        meant = "" if left_out else medicine_meant(match.group(), own, vocabularies)
        if meant:
            found[match.span()] = meant
    return found


def _as_meant(entry: MedicationEntry, clause: Clause, start: int, written: str) -> MedicationEntry | None:
    """A medicine that was read from a misspelt name: only where the words say that it is taken, begun or ended."""
    told = status_of(clause, clause.text[:start], "") or entry.dose or entry.frequency
    return entry.model_copy(update={"written": written}) if told else None


def _without_classes(found: list[tuple[int, int, str]], text: str) -> list[tuple[int, int, str]]:
    """The names without one that another, in brackets right after it, says more exactly: my blood thinner (warfarin)."""
    starts = [start for start, _, _ in found]
    return [
        (start, end, name)
        for start, end, name in found
        if not any(_IN_BRACKETS.fullmatch(text[end:other]) for other in starts if other > end)
    ]


_VITAMIN = re.compile(r"^vit\b\.? ?", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"(?: \w+){0,2} ?\((?:the |called |i\.?e\.? )?")
_UNKNOWN = re.compile(r"\b(?P<name>[A-Za-z][a-z-]{4,})\s+\d+(?:[.,]\d+)?\s?(?:mg|mcg|micrograms?|milligrams?)\b")
"""A word that no list knows and that has a dose: the name of a product."""


_NEAR = 20


def _brands(own: Sequence[str]) -> list[str]:
    """The first word of each medicine of the record, and what stands in brackets, where it is no word of every day."""
    said = [part.lower() for label in own for part in _BRAND.findall(label)]
    return [word for word in dict.fromkeys(said) if word not in everyday() and word not in known_words()]


_BRAND = re.compile(r"(?:^|(?<=\[))[A-Za-z][A-Za-z-]{3,}")


def _without_later(clause: Clause, named: Sequence[tuple[int, int, str]]) -> Clause:
    """A clause, of the first of some medicines: what is said of another after a comma, with a verb of its own, left blank."""
    text = clause.text
    for (_, end, _), (start, _, _) in pairwise(named):
        between = border(text, end, start)
        own = text[between[1] : start].lower()
        apart = text[between[0] : between[1]] in {",", ";"} and not SWAPS.search(own)
        if apart and any(pattern("intake", one).search(own) for one in _VERBS):
            return clause._replace(text=text[: between[0]], lower=clause.lower[: between[0]])
    return clause


_VERBS = ("stopped", "changed", "started")


def dose_in(text: str) -> re.Match[str] | None:
    """The first amount and its unit."""
    return pattern("intakes", "dose").search(text)


def frequency_in(text: str) -> re.Match[str] | None:
    """The first words that say how often."""
    return pattern("intakes", "frequency").search(text)


def _entry(
    clause: Clause,
    place: tuple[int, int, int, int],
    name: str,
    now: dt.datetime,
    *,
    alone: bool,
    together: bool = False,
) -> MedicationEntry | None:
    begin, start, end, stop = place
    before, after = clause.text[:start], clause.text[end:stop]
    around = clause.text if alone else before[-25:] + after
    dose = dose_in(after) or dose_in(clause.text[max(begin, start - 20) : start])
    frequency = frequency_in(after) or (frequency_in(clause.text) if alone or together else None)
    often = frequency[1].lower() if frequency else _NEEDED if is_for_a_complaint(after) else None
    said_of_it = status_behind(after) or status_of(
        without_other_ends(name, clause), without_others(name, before), without_others(name, clause.text[begin:start])
    )
    status = said_of_it or taken_by_default(clause, before, now, after=after)
    if status is None and dose is None and often is None:
        return None
    if says(after, "intakes", "of_the_blood") or (said_of_it in {None, "taking"} and _DISAGREES.match(after)):
        return None
    route = pattern("intakes", "route").search(around)
    bare = _BARE_DOSE.search(after) if dose is None and hour_of(after, apart=True) is None else None
    told = _own_part(clause.text, start, lasting=status == "taking")
    return MedicationEntry(
        name=_VITAMIN.sub("vitamin ", name),
        dose=_amount(dose, clause.lower[begin:stop]) if dose else bare["amount"] if bare else None,
        frequency=often,
        route=route[1].lower() if route else None,
        status=status,
        date=when(_without_length(_NOW.sub(" ", told)), now, ahead=clause.planned or status == "planned"),
        quote=clause.text,
    )


_NEEDED = "when needed"
_DISAGREES = re.compile(
    r"\s*(?:always |usually |really |just )?(?:gives?|gave|makes?|made|upsets?|disagrees)\b (?:me|my|with)",
    re.IGNORECASE,
)
"""What something does to somebody tells of no taking."""
_NOW = re.compile(r"\b(?:right )?now\b|\bcurrently\b|\bat the moment\b", re.IGNORECASE)
"""That something is taken now is not that it was begun today."""
_BARE_DOSE = re.compile(
    r"^(?:\W*(?:at|of)?|.{0,40}\b(?:up|down|back|reduced|increased|raised|lowered|changed|halved|doubled)? ?to)\s*(?P<amount>\d{1,4}(?:[.,]\d+)?)(?![\d/.:%-])"
    r"(?=\s*(?:$|[,;.)]|(?:once|twice|three|four|every|each|daily|a day|bd|bid|tds|od|in the|at (?:night|bedtime)|when|as|prn|now|for|with|per|nightly|mornings?|and|but)\b))(?!\s*(?:times|days?|weeks?|months?|years?|hours?|tablets?|pills?|puffs?))",
    re.IGNORECASE,
)
"""How much, with no word of the unit, which is asked for."""


def _amount(dose: re.Match[str], told: str) -> str:
    """How much is taken, by what is told of this medicine: half a tablet of 5 mg is 2.5 mg."""
    unit = dose[2].lower()
    part = pattern("intakes", "part").search(told) if unit in words()["intakes"]["strengths"] else None
    if part is None:
        return f"{dose[1]} {unit}"
    said = part["part"]
    share = words()["intakes"]["parts"].get(said)
    times = float(share if share is not None else said)
    return f"{float(dose[1].replace(',', '.')) * times:g} {unit}"


_LENGTH = re.compile(
    r"\bfor (?:a |an |the |about |around |another |\d+|one|two|three|four|five|six|seven|ten|fourteen)+ ?(?:more )?(?:-?days?|weeks?|months?|nights?)\b",
    re.IGNORECASE,
)
_GOES_ON = re.compile(r"\b(?:been|i've|for (?:the )?(?:last|past)|now)\b", re.IGNORECASE)


def _without_length(text: str) -> str:
    """What is told of a medicine without how long a course is: one for seven days did not begin seven days ago."""
    return text if _GOES_ON.search(text) else _LENGTH.sub(" ", text)


def _own_part(text: str, place: int, *, lasting: bool) -> str:
    """A clause without the parts between commas that tell since when something else is so; of what is only `lasting`, its own part."""
    parts = [(p.group(), p.start() <= place < p.end()) for p in re.finditer(r"[^,;]+", text)]
    own = next((index for index, (_, is_own) in enumerate(parts) if is_own), 0)
    if lasting:
        after = parts[own + 1 : own + 2]
        return ", ".join([parts[own][0] if parts else text, *(part for part, _ in after if _SINCE.match(part))])
    return ", ".join(part for part, is_own in parts if is_own or not re.search(r"\bsince\b", part, re.IGNORECASE))


_SINCE = re.compile(r"\W*(?:and )?(?:since|from|for)\b", re.IGNORECASE)


def _with_dose(
    entry: MedicationEntry | None, clause: Clause, place: tuple[int, int, int, int], own: Sequence[str]
) -> MedicationEntry | None:
    """An entry with the dose that it was changed to, or with the figure that stands for one."""
    if entry is None or measure_named(entry.name) is not None:
        return entry
    begin, _, end, stop = place
    label = label_of(entry.name, own)
    dose = changed_to(clause.text[begin:stop]) if entry.status == "changed" else None
    told = clause.text[end:stop]
    dose = dose or entry.dose or (bare_dose(told) if hour_of(told, apart=True) is None else None) or of_two(told)
    in_turn = by_days(clause.text if stop == len(clause.text) else clause.text[begin:stop])
    if in_turn is not None:
        return entry.model_copy(update={"dose": in_turn[0], "frequency": in_turn[1]})
    return entry.model_copy(update={"dose": with_unit(dose, label)})
