"""What the words around a medicine say is done with it: stopped, held, continued, started, never begun."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import cast

from osler.core.language.context import TextContext
from osler.core.language.rules import read_yaml
from osler.core.language.scope import Reach
from osler.core.language.types import MedicationState, Regimen, SectionKind

_TABLE = "medication_states.tsv"
_OF_SEVERAL = re.compile(r"\b(?:are|were|both|all|have)\b", re.IGNORECASE)
_ORDER = re.compile(r"(?:stop|omit|hold|withhold|pause|suspend|discontinue|cease|d/c)\W*", re.IGNORECASE)
_DOSE_CHANGED = re.compile(
    r"\s(?:[A-Z]{2}\s)?\d[\d.]*\s?(?P<unit>m?c?g|units)?(?:\s(?:od|bd|tds|qds|daily|bid|tid|nocte|mane|weekly))?"
    r"(?:\s?(?:->|→)\s?|\s(?:increas\w+\s|reduc\w+\s|up\s)?to\s|\s?[-–,]\s(?:increas|reduc|decreas|uptitrat|titrat)\w*\sto\s)\d[\d.]*+(?:\s?(?:m?c?g|units)\b)?+"
    r"(?!\s?(?:[-–]\s?\d|/|prn|when|if|as\s|every|(?:m?l|days?|weeks?|hours?|once|twice|three|\d+\shourly|q\d|[bt]i?d\b|qds)\b))",
    re.IGNORECASE,
)
"""A dose and another in its place, which tells of a medicine that is taken: "ramipril 5 to 10", "allopurinol 100 -> 300"."""
_ORDERED_OFF = re.compile(
    r"(?:stop|omit|hold|withhold|pause|suspend|discontinue|cease)(?=\s?(?:[(,;.\n]|$))", re.IGNORECASE
)
"""An order that ends its item, and so is given of the medicine before it: "amitriptyline - stop, ramipril 5 mg od"."""
_IF = re.compile(
    r"[^.;\n]{0,30}?\b(?:if|when|unless|should)\b|\s(?:for\s)?(?:\d{1,2}|one|two|three|five|seven|ten)\s(?:days?|hours?|hrs?|weeks?)\s(?:before|prior|pre)|\s(?:on\sthe|the)\s(?:day|morning|evening|night)\b",
    re.IGNORECASE,
)
_STOPPED_AFTER = re.compile(
    r"(?:[^.;:,\n]{0,30},)?[ \t](?:stopped|discontinued|ceased|withdrawn)\s?(?:[(,;.\n]|[-–—]\s|$)", re.IGNORECASE
)
"""What is said of the medicine before it, for no other follows: "cotrimoxazole discontinued (rash)"."""
_PROGRESSED = re.compile(
    r"(?:\s?[+/&]\s?[\w-]+)?[^.;,\n]{0,25}?(?:-{1,2}>|→|=>|[-–,:]\s)\s?(?:PD\b|POD\b|(?:disease\s)?progress)"
)
"""What ends a treatment: "letrozole + palbociclib -> PD"."""
_SHOULD_IT_FAIL = re.compile(
    r"\s(?:(?:ppx|prophyla(?:xis|ctically)|cover|rescue|only|po|iv|orally)\s){0,2}if\s(?:[\w/]+\s?[<>≥≤]|[<>≥≤]|still\b|recurr|persist|(?:no|not|further|ongoing|uncontrolled)\b|worse|deteriorat|fail|[\w/]+\s(?:remains|persists|fails|worsens|recurs|falls|rises|drops)\b)",
    re.IGNORECASE,
)
"""A condition under which a medicine would be given: "IVIG if recurrent infections", "G-CSF if neutrophils < 0.5"."""
_REPLACED = re.compile(
    r"(?:\s?(?:[-–—,(]|->|→)\s?|\s)(?:which\s|,\swhich\s)?(?:(?:was|were|is|been|has been|now)\s)?"
    r"(?:changed?|switch(?:ed)?|swap(?:ped)?|convert(?:ed)?|substituted|replaced?|transition(?:ed)?|narrow(?:ed)?)\s(?:over\s)?(?:to|for|by|with)\s(?:oral\s|iv\s|po\s)?|\s?(?:-{1,2}>|→)\s?",
    re.IGNORECASE,
)
_REPLACED_LATER = re.compile(
    r"[^.;\n]{0,45}?[,)]\s(?:then\s|later\s)?(?:changed|switched|swapped|converted)\s(?:over\s)?(?:to|for)\s(?:oral\s|iv\s|po\s)?",
    re.IGNORECASE,
)
"""The same after a remark: "tamoxifen years 1-3 (hot flushes), changed to exemestane"."""
_INSTEAD = re.compile(r"\s?instead(?!\sof)\b", re.IGNORECASE)
"""What makes of a medicine the one that is taken in place of the one before it: "cefpodoxime 100 mg bd instead"."""
_ACTION = re.compile(
    r"(?:\s(?:started|commenced|begun|given|prescribed|issued)\b[^.;:|\n–—>-]{0,40}?)?[ \t]?(?:\|[^|\n]{0,40}?\b|(?:->|→|[-–—:])\s(?:to\s|please\s)?)(?P<act>stop|discontinue|deprescribe|remove|cease|withdraw|continue|hold|withhold|pause|suspend)\b"
    r"(?!\s(?:if|when|before|prior|until|at|on|for|the|\d|[a-z]+ing\b|\w+\s(?:days?|hours?|weeks?)\sbefore))",
    re.IGNORECASE,
)
"""What is ordered of the medicine before it: "simvastatin 40 mg nocte | deprescribe", "codeine 30 mg prn - stop"."""
_TO_BEGIN = re.compile(
    r"[ \t]?(?:\||->|→|[-–—:])\s(?:to\s|please\s|will\s)?(?:start|commence|begin|initiate)\b", re.IGNORECASE
)
_ACTIONS: dict[str, MedicationState] = {
    "continue": "active",
    "hold": "on-hold",
    "withhold": "on-hold",
    "pause": "on-hold",
}
_TILL = re.compile(r"(?:until|till)\b(?!.*\b(?:ago|earlier|previously|yesterday)\b)", re.IGNORECASE)
_TOOK = re.compile(r"\b(?:was|were|had|took|taken|received|given|treated|previously|formerly)\b", re.IGNORECASE)
_WARNED_OF = re.compile(r"\binteract\w*\s(?:with|w/)\s$", re.IGNORECASE)
_CONTINUED = re.compile(r"(?<!\w)(?:cont|cont'd|ctd)\.\s(?:on\s|with\s)?$", re.IGNORECASE)
"""A short word with its full stop, which is no end of a sentence: "cont. apixaban"."""
_NEAR = 20
_JOINED = re.compile(r"\s?(?:and|&|\+)\s", re.IGNORECASE)
_PLUS = re.compile(r"\s?\+\s?")
_NEW = re.compile(r"\s?\((?:new|newly\sstarted|neu)\)", re.IGNORECASE)
"""What says of a medicine with its schedule that it was begun: "rifaximin 550 mg 1-0-1 (new)"."""
_GIVEN = re.compile(r"(?:given|got|administered)\b", re.IGNORECASE)
_FOR_SO_LONG = re.compile(
    r"(?:\sfor)?\s(?:\d{1,2}|one|two|three|five|seven|ten)\s(?:days?|weeks?|months?)\b", re.IGNORECASE
)
_WAS = re.compile(r"\b(?:was|were|been|had)\s(?:also\s|then\s)?$", re.IGNORECASE)
_BESIDE = re.compile(
    r"\s?(?:\([^()]{1,30}\)\s?)?(?:\s(?:course|therapy|treatment|prophylaxis|maintenance|infusion|cycle\s\d{1,2}))?"
    r"(?:,[^,.;\n]{1,60},)?(?:\s?[-–—:](?=\s))?(?:\s?(?:was|were|is|are|has been|had been|have been|had to be|now|then|later|since|soon|also|therefore|[a-z]+ly)){0,3}\s?",
    re.IGNORECASE,
)
_OWN_OBJECT_AFTER = re.compile(r"\s(?:(?:the|his|her|their|on|with|oral|iv|home)\s){0,2}", re.IGNORECASE)
"""What may stand between a participle and the medicine that it is said of: "warfarin stopped, started apixaban"."""
_OWN_OBJECT = re.compile(r"\s(?:(?!all\b|both\b|the\sfollowing\b|taking\b)[a-z][a-z-]+\s?){1,3},\s")
"""An object of a verb that ends at a comma, before further items."""
_TAKE_UP = re.compile(r"(?:restart|resume|recommence|reintroduce)\W*", re.IGNORECASE)
_LATER = re.compile(
    r"[^.;\n]{0,20}?\b(?:(?:on|from|in|after)\s(?:\d|the\s\d|(?:mon|tues|wednes|thurs|fri|satur|sun)day|one|two|three|a\s(?:few|week))|(?:on|from|after|in)\s(?:POD|day|discharge|D\d)|tomorrow|next\s(?:week|month)|once|when|if)\b",
    re.IGNORECASE,
)
_AND_ANOTHER = re.compile(r"\s?(?:\+|plus)\s[a-z][a-z -]{2,30}", re.IGNORECASE)
"""Something beside a medicine of which the word after it speaks: the "+ sliding scale" of "glargine + sliding scale stopped"."""
_AGAIN = re.compile(
    r"[^.;\n]{0,60}?\b(?:then|and|,|now)\s?(?:restarted|resumed|recommenced|reintroduced)\b", re.IGNORECASE
)
_ASKED = re.compile(r"\s?\?")
_AS_ASKED = re.compile(r"\s*[-–—]?\s*(?:yes|ok|agree)", re.IGNORECASE)
_AS_BEFORE = re.compile(r"\s*[-–—]?\s*(?:no|not|cont|continue|keep|leave|carry\son)\b", re.IGNORECASE)
"""What answers the question whether a medicine is to be stopped or held."""
_LONGEST_BRACKET = 120
_OF_DISEASES = frozenset(
    {SectionKind.PAST_MEDICAL_HISTORY, SectionKind.PAST_SURGICAL_HISTORY, SectionKind.SOCIAL_HISTORY}
)
"""The parts of a note whose own heading ("Past history:") says nothing of the medicines in them."""
_ENDED = frozenset({"stopped", "completed", "on-hold", "not-taken"})


def medicine_state(context: TextContext, regimen: Regimen, others: Sequence[Regimen]) -> MedicationState | None:
    """What the nearest words say is done with a medicine; None where they say nothing."""
    partner = next((one for one in others if _PLUS.fullmatch(context.text, regimen.end, one.start)), None)
    if partner is not None:
        return medicine_state(context, partner, others)  # what is said of a regimen is said of all that it joins
    reached = _reaching(context, regimen, others)
    said_of_it = _said_right_beside(context, regimen, others, reached)
    if said_of_it is not None:
        return said_of_it
    dose_changed = _DOSE_CHANGED.match(context.text, regimen.start + len(regimen.name)) and not regimen.as_needed
    if not reached:
        return _state_without_cue(context.text, regimen, others) or ("active" if dose_changed else None)
    # Of two as near as each other, what was done outweighs what was planned.
    nearest = min(reached, key=lambda one: (_distance(one, regimen), one.category == "planned"))
    if (asked := _ASKED.match(context.text, regimen.end)) is not None and nearest.cue_end <= regimen.start:
        return _answer(context.text, asked.end(), cast("MedicationState", nearest.category))
    if nearest.category == "planned" and dose_changed:
        return "active"
    if nearest.category == "stopped":
        # "Not taking: sertraline 50 mg (never filled)" was not stopped.
        nearest = next(
            (one for one in reached if one.category == "not-taken" and _came_of_it(one, regimen, others)), nearest
        )
    if nearest.category in {"planned", "active"}:
        # "Trial of lamotrigine, stopped after a rash", "from March, stopped in May": what came of it is said after it.
        nearest = next((one for one in reached if _came_of_it(one, regimen, others)), nearest)
    if nearest.category == "on-hold" and _is_begun_again(context.text, nearest, others):
        return "active"
    if nearest.category in _ENDED and _on_condition(context.text, nearest, regimen):
        return "active"
    if nearest.category == "active" and _begins_later(context.text, nearest, regimen):
        return "planned"
    if nearest.category == "completed" and _is_given_on(context.text, nearest, regimen):
        return "active"
    return cast("MedicationState", nearest.category)


def _answer(text: str, at: int, asked: MedicationState) -> MedicationState | None:
    """What is done with a medicine of which it is only asked whether: "hold metoprolol? Continue for now"; None without an answer."""
    if _AS_ASKED.match(text, at):
        return asked
    return "active" if _AS_BEFORE.match(text, at) and asked in _ENDED else None


def _reaching(context: TextContext, regimen: Regimen, others: Sequence[Regimen]) -> list[Reach]:
    """The cues of the table that speak of a medicine: those of its sentence, and those of the line that heads its list."""
    index = context.sentence_at(regimen.start)
    place = (regimen.start, regimen.start + len(regimen.name))
    reached = []
    for one in context.reaches(index, _TABLE):
        subjects = _subjects(context.text, one, others)
        if _lasts_till(context, one, regimen) or _is_of_its_object(context, one, regimen, others):
            continue
        if regimen in subjects or (
            not subjects and one.covers(*place) and not _is_of_another_medicine(context.text, one, regimen, others)
        ):
            reached.append(one)
    return [*reached, *_of_the_label(context, index, regimen), *context.inherited(index, _TABLE)]


def _is_of_its_object(context: TextContext, reach: Reach, regimen: Regimen, others: Sequence[Regimen]) -> bool:
    """Whether what was never begun is the medicine right behind the words: "takes metformin but has not started insulin"."""
    return (
        reach.category == "not-taken"
        and reach.cue_start >= regimen.end
        and any(
            one is not regimen and _OWN_OBJECT_AFTER.fullmatch(context.text, reach.cue_end, one.start) for one in others
        )
    )


def _said_right_beside(
    context: TextContext, regimen: Regimen, others: Sequence[Regimen], reached: Sequence[Reach]
) -> MedicationState | None:
    """What stands right beside a medicine and outweighs every cue: another in its place, or an order."""
    if _is_replaced(context.text, regimen, others):
        return "stopped"
    if _has_another_instead(context, regimen, others):
        return "not-taken" if any(one.category == "planned" for one in reached) else "stopped"
    if regimen.times_per_day is not None and _NEW.match(context.text, regimen.end):
        return "active"
    if (ordered := _ACTION.match(context.text, regimen.end)) is not None:
        return _ACTIONS.get(ordered["act"].lower(), "stopped")
    ordered_off = any(one.cue_end <= regimen.start and one.category in _ENDED for one in reached)
    on_condition = _SHOULD_IT_FAIL.match(context.text, regimen.end) is not None and not ordered_off
    if on_condition or _TO_BEGIN.match(context.text, regimen.end):
        return "planned"
    continued = _CONTINUED.search(context.text, max(0, regimen.start - _NEAR), regimen.start)
    return "active" if continued else None


def _lasts_till(context: TextContext, reach: Reach, regimen: Regimen) -> bool:
    """Whether a time is the end of a prescription that runs, and not that of one of the past: "daily for DVT (until October)"."""
    begins = context.sentences[context.sentence_at(regimen.start)].start
    return (
        _TILL.match(context.text, reach.cue_start, reach.cue_end) is not None
        and regimen.times_per_day is not None
        and _TOOK.search(context.text, begins, reach.cue_start) is None
    )


def _state_without_cue(text: str, regimen: Regimen, others: Sequence[Regimen]) -> MedicationState | None:
    """What the words right after a medicine say, where none of the table reaches it."""
    stopped = _STOPPED_AFTER.match(text, regimen.end)
    alone = stopped and not any(regimen.end <= other.start < stopped.end() for other in others)
    if alone or _PROGRESSED.match(text, regimen.end):
        return "stopped"
    return None


def _subjects(text: str, reach: Reach, others: Sequence[Regimen]) -> list[Regimen]:
    """The medicines of which a participle after them is said: "warfarin and aspirin stopped and apixaban started".

    One that has a medicine directly after it may speak of that ("… , stopped warfarin"), and so may one that a colon makes a heading.
    """
    said = _participles().match(text, reach.cue_start) or _ORDERED_OFF.match(text, reach.cue_start)
    before = next((one for one in others if _BESIDE.fullmatch(text, one.end, reach.cue_start)), None) if said else None
    if said is None or before is None:
        return []
    gap = _OWN_OBJECT_AFTER.match(text, said.end())
    if gap is not None and any(one.start == gap.end() for one in others):
        return []
    found = [before]
    while joined := next((one for one in others if _JOINED.fullmatch(text, one.end, found[-1].start)), None):
        found.append(joined)
    return found


@cache
def _participles() -> re.Pattern[str]:
    """The words for what is done with a medicine."""
    return re.compile(rf"(?:{'|'.join(sorted(_done_with(), key=len, reverse=True))})\b", re.IGNORECASE)


@cache
def _done_with() -> dict[str, MedicationState]:
    table: dict[MedicationState, list[str]] = read_yaml("medications.yml")["done_with"]
    return {word: state for state, words in table.items() for word in words}


@cache
def _label() -> re.Pattern[str]:
    """The head of a list that says what was done with all of it: "Stopped on this visit:", "Temporarily interrupted:"."""
    words = "|".join(sorted(_done_with(), key=len, reverse=True))
    return re.compile(
        rf"(?:(?:[A-Za-z]+\s){{0,3}}?(?P<done>{words})(?:\s[A-Za-z]+){{0,8}}?|(?P<before>prior|previous|past|former|earlier|failed)\s(?:[\w-]+\s?){{1,3}}?)\s?:\s",
        re.IGNORECASE,
    )


def _of_the_label(context: TextContext, index: int, regimen: Regimen) -> list[Reach]:
    """What the head of a sentence says is done with the medicines after its colon."""
    sentence = context.sentences[index]
    head = _label().match(context.text, sentence.start, sentence.end)
    if head is None or regimen.start < head.end():
        return []
    section = context.section_at(sentence.start)
    if head["before"] and section.start == sentence.start and section.kind in _OF_DISEASES:
        return []  # "Past history: gout (allopurinol 100 mg)" heads the diseases of the past, and no treatments
    state = _done_with()[head["done"].lower()] if head["done"] else "stopped"
    return [Reach(state, head.end(), sentence.end, *head.span("done" if head["done"] else "before"))]


def _is_given_on(text: str, reach: Reach, regimen: Regimen) -> bool:
    """Whether what is given is given again and again: "given senna 15 mg nocte"; what "was given" may be over."""
    given = _GIVEN.match(text, reach.cue_start, reach.cue_end) is not None
    past = _WAS.search(text, max(0, reach.cue_start - 12), reach.cue_start) is not None
    lasted = _FOR_SO_LONG.match(text, reach.cue_end) is not None
    return given and not past and not lasted and regimen.times_per_day is not None and not regimen.duration


def _has_another_instead(context: TextContext, regimen: Regimen, others: Sequence[Regimen]) -> bool:
    """Whether the next medicine of the sentence is taken in place of one."""
    after = next(
        (
            one
            for one in others
            if one.start >= regimen.end and not _WARNED_OF.search(context.text, max(0, one.start - _NEAR), one.start)
        ),
        None,
    )
    return (
        after is not None
        and context.sentence_at(after.start) == context.sentence_at(regimen.start)
        and _INSTEAD.match(context.text, after.end) is not None
    )


def _is_replaced(text: str, regimen: Regimen, others: Sequence[Regimen]) -> bool:
    """Whether another medicine takes the place of one: "simvastatin changed to atorvastatin"."""
    changed = _REPLACED.match(text, regimen.end)
    if changed is not None:
        return any(
            other.start == changed.end() and other.name.casefold() != regimen.name.casefold() for other in others
        )
    later = _REPLACED_LATER.match(text, regimen.end)
    if later is not None and next((one.start for one in others if one.start >= regimen.end), None) == later.end():
        return True
    # "ceftriaxone and azithromycin, transitioned to cefpodoxime": both are replaced.
    following = next((one for one in others if one.start >= regimen.end), None)
    joined = following is not None and _JOINED.fullmatch(text, regimen.end, following.start) is not None
    return joined and following is not None and _is_replaced(text, following, others)


def _on_condition(text: str, reach: Reach, regimen: Regimen) -> bool:
    """Whether a medicine is to be stopped or held only under a condition: "hold spironolactone if K > 5.5"."""
    order = _ORDER.fullmatch(text, reach.cue_start, reach.cue_end) is not None
    return order and reach.cue_end <= regimen.start and _IF.match(text, regimen.end) is not None


def _begins_later(text: str, reach: Reach, regimen: Regimen) -> bool:
    """Whether a medicine is to be taken up again at a time or under a condition that is still to come: "restart apixaban on 14/3"."""
    order = _TAKE_UP.fullmatch(text, reach.cue_start, reach.cue_end) is not None
    return order and reach.cue_end <= regimen.start and _LATER.match(text, regimen.end) is not None


def _distance(reach: Reach, regimen: Regimen) -> int:
    return max(regimen.start - reach.cue_end, reach.cue_start - regimen.end, 0)


def _came_of_it(reach: Reach, regimen: Regimen, others: Sequence[Regimen]) -> bool:
    """Whether a word after a medicine says that it ended or was never begun, with no other medicine between."""
    ended = reach.category in _ENDED and reach.cue_start >= regimen.end
    return ended and not any(regimen.end <= other.start < reach.cue_start for other in others)


def _has_own_object(text: str, reach: Reach, regimen: Regimen, others: Sequence[Regimen]) -> bool:
    """Whether a verb before a list ends something that is no medicine: in "stop feeds, arginine" only the feeds."""
    own = _OWN_OBJECT.match(text, reach.cue_end)
    return (
        own is not None
        and own.end() <= regimen.start
        and not any(reach.cue_end <= other.start < own.end() for other in others)
    )


def _is_of_another_medicine(text: str, reach: Reach, regimen: Regimen, others: Sequence[Regimen]) -> bool:
    """Whether a word after a medicine is said of another: of one in its own bracket, or of the last of a list."""
    if reach.start >= reach.cue_end:
        if _is_bracketed_off(text, reach, regimen):
            return True
        return reach.category in _ENDED and _has_own_object(text, reach, regimen, others)
    if text[reach.end : reach.end + 1] == "(":
        close = text.find(")", reach.cue_end)
        return any(reach.end < other.start < close for other in others)
    between = text[regimen.end : reach.cue_start]
    if reach.category in _ENDED and _AND_ANOTHER.fullmatch(between):
        return not any(regimen.end <= other.start < reach.cue_start for other in others)
    if "," not in between or _OF_SEVERAL.search(text, regimen.end, reach.cue_end):
        return False
    begins = max(text.rfind(mark, 0, regimen.start) for mark in (". ", ";", "\n"))
    listed = [one for one in others if begins < one.start < reach.cue_start]
    # Items with a dose or a schedule of their own are complete: what follows the last one is said of that.
    return listed[-1:] != [regimen] and any(one.parts for one in listed[:-1])


def _is_bracketed_off(text: str, reach: Reach, regimen: Regimen) -> bool:
    """Whether a word stands in a bracket that closes before the medicine: "(refused bloods), valproate 500 mg"."""
    opens = text.rfind("(", max(0, reach.cue_start - _LONGEST_BRACKET), reach.cue_start)
    if opens < 0 or ")" in text[opens : reach.cue_start]:
        return False
    return ")" in text[reach.cue_end : regimen.start]


def _is_begun_again(text: str, reach: Reach, others: Sequence[Regimen]) -> bool:
    """Whether a medicine that was held is taken again: "held for the operation, restarted on Friday"."""
    again = _AGAIN.match(text, reach.cue_end)
    return again is not None and not any(reach.cue_end <= other.start < again.end() for other in others)
