"""DataEntry (agent): what is missing to make an entry complete, and the question that confirms it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Literal

from pydantic import BaseModel

from osler.consult.extraction import KINDS, SHORT_UNITS, Extraction, IntakeStatus, is_not_own, named, needs_day, roughly
from osler.consult.record.called import words
from osler.consult.record.computing.rows import with_unit
from osler.consult.record.concepts import is_slip_of
from osler.consult.record.reading.table import stop
from osler.core.agents import AgentStep, Checked, ToolResults, load_agent
from osler.core.terminology import singular

_ASSENT = r"y|yes|yep|yeah|yup|ok|okay|sure|correct|right|exactly|confirm(?:ed)?|agreed|absolutely|definitely|(?:that|this|it|all)(?:'?s| is| was| looks)? (?:right|correct|fine|good|true|ok|okay)|that'?s it|go (?:ahead|for it)"
_TO_SAVE = r"(?:save|note|add|record|store|log|enter|write|put|do)"
_WHAT = r"it|that|this|them|both|all|everything|those|these|(?:both|all|each) of (?:them|those|these)|all (?:three|four)|the lot|so"
_POLITE = r"please|pls|thanks?|thank you|just|then|down|in|too|and|i'?d like (?:you )?to|you can|you may|could you|can you|let'?s"
_ALL = re.compile(
    r"^\s*(?:both|all|everything|(?:both|all) of (?:them|those|these|it)|the lot|all (?:two|three|four))\b[,.! ]*(?:please|thanks)?[.! ]*$",
    re.IGNORECASE,
)
_WEAK = r"fine|perfect|great|good|alright|all right|sounds (?:good|right)|looks (?:good|right)"
"""What is a yes only where something was asked."""
_YES = re.compile(
    rf"^\s*(?=.*\b(?:{_ASSENT}|{_TO_SAVE})\b)(?:(?:{_ASSENT}|{_TO_SAVE}|{_WHAT}|{_POLITE})\b[,.! ]*)+$", re.IGNORECASE
)
_WEAK_YES = re.compile(rf"^\s*(?:(?:{_WEAK}|{_POLITE}|{_ASSENT}|{_WHAT}|{_TO_SAVE})\b[,.! ]*)+$", re.IGNORECASE)
"""Assent, or what is to be done with it, in any order and as politely as one likes, and nothing else."""
_MOST_ASKED = 2
_NUMBERS = r"(?P<numbers>(?:#?\d{1,2}(?!\d)(?:\s*(?:,|and|&|\+|or)\s*|\s+)?)+)"
_ONLY = re.compile(
    rf"^\s*(?:yes,? )?(?:please )?(?:only|just|save|keep|take|accept|add)?\s*(?:only |just )?(?:the )?(?:numbers? |nos?\.? |entr(?:y|ies) )?{_NUMBERS}(?: please)?[.! ]*$",
    re.IGNORECASE,
)
_ALL_BUT = re.compile(
    rf"^\s*(?:yes,? |save |keep )*(?:all|everything)?,?\s*(?:but|except|without|not|drop|leave out|skip)(?: for)?(?: not)?\s*(?:numbers? |nos?\.? |entr(?:y|ies) )?{_NUMBERS}[.! ]*$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\s*(no|nope|n|wrong|stop|cancel(?: (?:that|it|this))?|don'?t( save)?|discard|never ?mind|forget it|not correct)\b[.! ]*$",
    re.IGNORECASE,
)


STAYS = "{name} stays among the current medicines; please ask who prescribes it, or a pharmacy, for more."
ENDS = "Have you stopped taking {name}? The record calls it current, and this would end it."
WHICH = "yes/no, or the numbers to save, as 1 and 3"


class EntryInput(BaseModel):
    """The message, what waits for a word, and what is new."""

    message: str
    pending: Extraction | None = None
    shown: bool = True
    """Whether the reply before this message showed what is pending."""
    found: Extraction | None = None
    replacing: Extraction | None = None
    """The saved entries that are corrected."""
    current: list[str] = []
    """The medicines that the record calls current."""
    ended: dict[str, str] = {}
    """Those that it calls stopped, with the day."""
    meant: dict[str, list[str]] = {}
    """The medicines of the record that a told name means though it shares no word with them: a brand, a class."""


class EntryDecision(BaseModel):
    """What becomes of the entries: accepted, discarded, or asked about."""

    action: Literal["accept", "discard", "ask", "none"] = "none"
    question: str = ""
    missing: list[str] = []


@cache
def entry_step() -> AgentStep[EntryInput, EntryDecision]:
    """The step; only the user's own word accepts."""
    return AgentStep(
        agent=load_agent("osler.consult", "data_entry"),
        input_type=EntryInput,
        output_type=EntryDecision,
        policy=_offline,
        checks=[_worded_by_code],
        variables=lambda given: {
            "message": given.message,
            "pending": given.pending.model_dump_json() if given.pending else "",
            "found": given.found.model_dump_json() if given.found else "",
        },
    )


def confirms(message: str, pending: Extraction | None = None) -> bool | None:
    """Whether a message says yes or no to what was asked; None when it says something else.

    Numbers are a word only on entries that wait, all of which they must count, and not where a number was asked for.
    """
    if _BIDS_CORRECT.search(message):
        return None
    if pending is not None and _ALL.match(message):
        return True
    if pending is None and re.search(r"\bthank", message, re.IGNORECASE):
        return None  # who thanks and was asked nothing agrees to nothing
    if _YES.match(message) or (
        pending is not None and _WEAK_YES.match(message) and re.search(rf"\b(?:{_WEAK})\b", message, re.IGNORECASE)
    ):
        return True
    if (named := _ONLY.match(message) or _ALL_BUT.match(message)) and pending is not None:
        waiting = len(summary_lines(pending))
        if (waiting > 1 or (waiting == 1 and not missing_parts(pending))) and all(
            1 <= int(one) <= waiting for one in re.findall(r"\d+", named["numbers"])
        ):
            return True
    if pending is not None and (_repeats(message, pending) or _agrees(message, pending)):
        return True
    return False if _NO.match(message) else None


_ASSENTS = re.compile(rf"\b(?:{_ASSENT}|{_POLITE})\b", re.IGNORECASE)


def _repeats(message: str, pending: Extraction) -> bool:
    """Whether a message agrees and says again only what waits: "kilos, yes", "yes, penicillin"."""
    if not re.search(rf"\b(?:{_ASSENT})\b", message, re.IGNORECASE) or message.rstrip().endswith("?"):
        return False
    shown = {_spelt(word) for line in summary_lines(pending) for word in re.findall(r"[\w.%-]+", line.lower())}
    said = [_spelt(word) for word in re.findall(r"[\w.%-]+", _ASSENTS.sub(" ", message.lower()))]
    said = [word for word in said if word not in stop()]
    return bool(said) and shown.issuperset(said)


_BIDS_CORRECT = re.compile(
    r"\bcorrect (?:the|my|his|her|its?|this|that|these|those|them)\b|\b(?:please|to|can you|could you) correct\b",
    re.IGNORECASE,
)
"""Who asks to have something corrected does not call it correct."""
_CALLED = {
    "measurements": r"(?:readings?|values?|measurements?|results?|numbers?|figures?)",
    "medications": r"(?:medicines?|medications?|meds|drugs?|tablets?)",
}
"""What people call entries of a kind."""
_ANY_ENTRY = r"(?:entry|entries|items?|things?|ones?|details?|data|information|list|notes?|facts?)"
_AGREES = re.compile(
    rf"\b(?:{_ASSENT}|{_TO_SAVE}|approved?|accept(?:ed)?|agree|confirm(?:ed|ing)?|verif(?:y|ied)|(?:is|are|was|were|'re|'s|all|both) (?:all |both |quite |perfectly )*(?:right|correct|fine|good|true|accurate)|happy (?:with|for you to))\b",
    re.IGNORECASE,
)
_HELD_BACK = re.compile(
    r"\b(?:not|no|none|neither|nor|never|except|but|without|only|just the|wrong|incorrect|instead|later|tomorrow|unless|if|until|before|wait|hold|maybe|perhaps|might|doubt|forget|other|another|first|second|third|last|half|either|or|whether|check|ask|first)\b|n['’]t\b|\d",
    re.IGNORECASE,
)
"""Who says one of these agrees with a part, on a condition, or not at all."""
_ASKS_SO = re.compile(r"\W*(?:is|are|was|were|do|does|did|am|has|have)\b", re.IGNORECASE)
_OF_AGREEING = frozenset(
    [
        "i",
        "we",
        "i'm",
        "we're",
        "i've",
        "they",
        "they're",
        "you",
        "your",
        "am",
        "is",
        "are",
        "was",
        "were",
        "be",
        "been",
        "can",
        "may",
        "will",
        "would",
        "do",
        "all",
        "both",
        "each",
        "every",
        "two",
        "three",
        "four",
        "of",
        "these",
        "those",
        "them",
        "this",
        "that",
        "it",
        "its",
        "the",
        "a",
        "an",
        "with",
        "for",
        "to",
        "on",
        "in",
        "my",
        "his",
        "her",
        "and",
        "so",
        "as",
        "please",
        "pls",
        "thanks",
        "thank",
        "very",
        "much",
        "quite",
        "perfectly",
        "right",
        "correct",
        "fine",
        "good",
        "true",
        "accurate",
        "happy",
        "okay",
        "ok",
        "yes",
        "yep",
        "yeah",
        "sure",
        "well",
        "record",
        "records",
        "recorded",
        "chart",
        "file",
        "me",
        "us",
        "correctly",
        "noted",
        "written",
    ]
)


def speaks_of_saving(message: str) -> bool:
    """Whether a message agrees to something, or says that something is to be saved, and asks nothing."""
    asks = message.rstrip().endswith("?") or _ASKS_SO.match(message) is not None
    return not asks and _AGREES.search(message) is not None


def _names_saving(message: str) -> bool:
    """Whether a word of assent says itself that it is of what waits to be saved: "save them", "I confirm both readings"."""
    called = "|".join([*_CALLED.values(), _ANY_ENTRY])
    return re.search(rf"\b(?:save|record|store|log|confirm(?:ed)?|{called})\b", message, re.IGNORECASE) is not None


def _agrees(message: str, pending: Extraction) -> bool:
    """Whether a message agrees in a sentence of its own: "I confirm both readings", "these values are correct"."""
    if not speaks_of_saving(message) or _HELD_BACK.search(message):
        return False
    rest = re.sub(rf"\b{_ANY_ENTRY}\b", " ", _AGREES.sub(" ", message), flags=re.IGNORECASE)
    named = {kind for kind, called in _CALLED.items() if re.search(rf"\b{called}\b", rest, re.IGNORECASE)}
    if named and named != {kind for kind in KINDS if getattr(pending, kind)}:
        return False  # a part of what waits
    for called in _CALLED.values():
        rest = re.sub(rf"\b{called}\b", " ", rest, flags=re.IGNORECASE)
    return _OF_AGREEING.issuperset(re.findall(r"[a-z]+(?:'[a-z]+)?", rest.lower().replace("’", "'")))


def _spelt(word: str) -> str:
    plain = word.strip(".")
    return SHORT_UNITS.get(plain, singular(plain)).lower()


def chosen(message: str, pending: Extraction) -> tuple[Extraction, Extraction]:
    """What of the pending entries a word of assent takes, and what it leaves: all, or those of the numbers it names."""
    only, but = _ONLY.match(message), _ALL_BUT.match(message)
    named = only or but
    numbers = {int(one) for one in re.findall(r"\d+", named["numbers"])} if named else set()
    taken: dict[str, list[object]] = {}
    left: dict[str, list[object]] = {}
    number = 0
    for kind in KINDS:
        for entry in getattr(pending, kind):
            number += 1
            held = (number in numbers) == (only is not None) if named else True
            (taken if held else left).setdefault(kind, []).append(entry)
    return Extraction.model_validate(taken), Extraction.model_validate(left)


def replaced_by(taken: Extraction, pending: Extraction, replacing: Extraction | None) -> Extraction | None:
    """What the entries that were taken stand in place of; of a part of them only what has their name."""
    if replacing is None or taken == pending:
        return replacing
    kept = {}
    for kind in KINDS:
        names = {named(entry) for entry in getattr(taken, kind)}
        kept[kind] = [entry for entry in getattr(replacing, kind) if named(entry) in names]
    return Extraction.model_validate(kept)


def _offline(given: EntryInput) -> EntryDecision:
    said = confirms(given.message, given.pending) if given.pending else None
    nothing_new = given.found is None or given.found.is_empty or given.found == given.pending
    if said is False or (given.pending is not None and nothing_new and is_not_own(given.message)):
        return EntryDecision(action="discard")
    if said and given.pending is not None:
        # An old list is shown again: a yes is a word on what stands before the user's eyes.
        return (
            EntryDecision(action="accept")
            if given.shown or _names_saving(given.message)
            else asking(given.pending, given)
        )
    if given.found is None or given.found.is_empty:
        return EntryDecision() if given.replacing is None else _taking_back(given.replacing)
    return asking(given.found, given)


def asking(entries: Extraction, given: EntryInput) -> EntryDecision:
    """The question that shows entries, says what they lack and asks for the user's word."""
    missing = missing_parts(entries)
    lines = summary_lines(entries)
    several = len(lines) > 1
    summary = "; ".join(f"({n}) {line}" for n, line in enumerate(lines, 1)) if several else "".join(lines)
    wanting = f" To complete it, please tell me {' and '.join(missing[:_MOST_ASKED])}." if missing else ""
    strange = [f" {name} is not among the current medicines of the record." for name in _not_current(entries, given)]
    strange += [f" {ENDS.format(name=name)}" for name in ends_current(entries, given.current, given.meant)]
    strange += [f" {STAYS.format(name=name)}" for name in _ran_out(entries, given)]
    strange += [f" The record calls {name} stopped{day}." for name, day in _ended(entries, given)]
    strange += [
        f" I read “{written}” as {name}; is that what you mean?" for written, name in entries.read_as_meant.items()
    ]
    strange += [
        f" You said “{said}”; it is saved as about {with_unit(entry.value, entry.unit)}, marked as approximate."
        for entry in entries.measurements
        if (said := roughly(entry)) is not None
    ]
    old = summary_lines(given.replacing) if given.replacing is not None else []
    instead = f", in place of what I saved: {'; '.join(old)}" if old else ""
    question = (
        f"I noted: {summary}{instead}.{''.join(strange)}{wanting} Shall I save this? ({WHICH if several else 'yes/no'})"
    )
    return EntryDecision(action="ask", missing=missing, question=question)


def _taking_back(saved: Extraction) -> EntryDecision:
    lines = "; ".join(summary_lines(saved))
    return EntryDecision(action="ask", question=f"Shall I take back what I saved: {lines}? (yes/no)")


def _not_current(entries: Extraction, given: EntryInput) -> list[str]:
    """What is said to have been stopped or changed, and was not known to be taken."""
    known = {word for name in given.current for word in words(name)}
    ended = [entry.name for entry in entries.medications if entry.status in {"stopped", "changed"}]
    ended = [name for name in ended if not set(given.meant.get(name, ())) & set(given.current)]
    return [name for name in ended if not any(is_slip_of(word, other) for word in words(name) for other in known)]


def ends_current(entries: Extraction, current: Sequence[str], meant: Mapping[str, Sequence[str]]) -> list[str]:
    """The current medicines of the record, by their labels, that entries would end."""
    return _of_status("stopped", entries, current, meant)


def _ran_out(entries: Extraction, given: EntryInput) -> list[str]:
    """The current medicines of the record of which nothing is left."""
    return _of_status("ran out", entries, given.current, given.meant)


def _of_status(
    status: IntakeStatus, entries: Extraction, labels: Sequence[str], meant: Mapping[str, Sequence[str]]
) -> list[str]:
    """The medicines, by their labels, that entries of a status mean."""
    told = [entry.name for entry in entries.medications if entry.status == status]
    return [
        label
        for label in labels
        if any(set(words(name)) & set(words(label)) or label in meant.get(name, ()) for name in told)
    ]


def _ended(entries: Extraction, given: EntryInput) -> list[tuple[str, str]]:
    """What is said to be taken and is recorded as stopped."""
    current = {word for name in given.current for word in words(name)}
    taken = [entry.name for entry in entries.medications if entry.status in {None, "taking"}]
    return [
        (name, f" on {day}" if day else "")
        for name in taken
        for label, day in given.ended.items()
        if set(words(name)) & set(words(label)) and not current & set(words(name))
    ][:1]


def _worded_by_code(output: EntryDecision, given: EntryInput, tools: ToolResults) -> Checked[EntryDecision]:
    """What will be saved is always shown, and in these words; a model may only tell that the user discards it."""
    by_rule = _offline(given)
    if output.action == "discard" and given.pending is not None and by_rule.action == "none":
        return Checked(EntryDecision(action="discard"))
    return Checked(by_rule)


def missing_parts(found: Extraction) -> list[str]:
    """What a reader of the record would ask for."""
    asked = [f"the unit of {entry.name} {entry.value:g}" for entry in found.measurements if not entry.unit]
    asked += [f"when {name} was measured" for name in dict.fromkeys(e.name for e in found.measurements if needs_day(e))]
    for medicine in found.medications:
        if medicine.status in {"started", "changed"}:
            lacking = [part for part, value in (("dose", medicine.dose), ("schedule", medicine.frequency)) if not value]
            asked += [f"the {' and the '.join(lacking)} of {medicine.name}"] if lacking else []
    asked += [
        f"the unit of {e.name} {e.dose}" for e in found.medications if e.dose and e.dose.replace(".", "").isdigit()
    ]
    asked += [f"what {entry.substance} does to you" for entry in found.allergies if not entry.reaction]
    asked += [f"when the {e.type} is" for e in found.encounters if e.status == "planned" and not e.date]
    asked += [f"when the {e.name} {'is' if e.status == 'planned' else 'was'}" for e in found.operations if not e.date]
    return asked


_NOT_SHOWN = frozenset({"quote", "written"})


_HOUR = re.compile(r"^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)$")
"""A day with its hour, as a computer writes them."""


def summary_lines(found: Extraction) -> list[str]:
    """What was found, one line an entry."""
    lines = []
    for kind in KINDS:
        for entry in getattr(found, kind):
            values = {k: v for k, v in entry.model_dump().items() if v not in (None, "") and k not in _NOT_SHOWN}
            name = values.pop("name", None) or values.pop("type", "")
            name = f"allergy to {values.pop('substance')}" if "substance" in values else name
            number = f" {with_unit(values.pop('value'), values.pop('unit', ''))}" if "value" in values else ""
            undated = ["no day given"] if kind == "measurements" and needs_day(entry) else []
            rest = ", ".join([*(_HOUR.sub(r"\1 \2", str(v)) for v in values.values()), *undated])
            lines.append(f"{name}{number}" + (f" ({rest})" if rest else ""))
    return lines
