"""Several questions in one message: where one ends and the next begins, and what the next takes from the first."""

from __future__ import annotations

import re

from osler.consult.record.called import lay_names, measure_named, words
from osler.consult.record.reading.beside_another import own_beside_another
from osler.consult.record.reading.bounds import read_given_for
from osler.consult.record.reading.framing import asks_by_a_tag
from osler.consult.record.reading.kinds import is_clinical, named_condition, phrase_of
from osler.consult.record.reading.normal import plain, written_out
from osler.consult.record.reading.of_vaccines import as_vaccine
from osler.consult.record.reading.refusing import beyond_records
from osler.consult.record.reading.side_by_side import by_name, things_named
from osler.consult.record.reading.slots import read_slots
from osler.consult.record.reading.table import pattern, rules, says
from osler.consult.record.reading.told_when import at_the_time_told, without_its_time
from osler.core.terminology import Vocabularies

_SENTENCE = re.compile(
    r"(?<=[?!])\s+|(?:(?<=[a-z]{3}\.)|(?<=\d\.))\s+(?=[A-Z])|(?<=[a-z]{3}\.)\s+(?=(?:what|when|which|who|why|how|where|is|was|did|have|has|do|does|am|can|could)\b)|\n+"
)
_MOST = 4
"""Questions of one message that are answered."""
_KINDS = {
    "visit": "visit", "allergy": "allergies", "medication": "medicines", "vaccine": "vaccines",
    "procedure": "procedures", "condition": "conditions",
}  # fmt: skip


def questions_in(text: str, vocabularies: Vocabularies) -> list[str]:
    """The questions of a message, each so that it stands alone; what is only told beside them is left out."""
    text, context = _without_context(text, vocabularies)
    parts = _apart(_clauses(text), vocabularies)
    asked = [part for part in parts if _asks(part) or not (_tells(part) or _is_sentence(part))]
    told = [*context, *(part for part in parts if part not in asked)] if asked else context
    alone = _carried(_glued(asked or parts, vocabularies), _about(told[-1] if told else "", vocabularies), vocabularies)
    alone = [at_the_time_told(part, told[-1]) for part in alone] if told else alone
    found = [each for part in alone for each in by_name(part, _kind_named, vocabularies)]
    return found[:_MOST] or [text]


def _without_context(text: str, vocabularies: Vocabularies) -> tuple[str, list[str]]:
    """A message without the notes before what it asks, and these: "89yo, AF on warfarin. current meds please"."""
    pieces = _NOTED.split(text.strip())
    last = next((place for place, piece in enumerate(pieces) if _asks(piece)), 0)
    noted = pieces[:last]
    if not noted or not all(_names(piece, vocabularies) and not _is_time(piece) for piece in noted):
        return text, []
    return text[text.rindex(pieces[last]) if last == len(pieces) - 1 else text.index(pieces[last]) :], noted


_NOTED = re.compile(r"(?<=[\w)%])[.;:!]\s+|\s[-–—]+\s|\n+")
"""Where a note ends and what is asked of it may begin."""


def _is_time(piece: str) -> bool:
    """Whether a piece only says when, or of what something is asked: "since 2013", "for my knee"."""
    return (
        re.match(
            r"(?:so |and )*(?:since|in|from|for|during|before|after|until|about|regarding|re|on the)\b", piece.lower()
        )
        is not None
    )


def asks_something(text: str) -> bool:
    """Whether a message asks anything, with a mark or without: one that begins with "had" or "last" may only tell."""
    return (
        text.rstrip().endswith("?")
        or own_beside_another(text) is not None
        or asks_by_a_tag(text)
        or any(pattern("several", "outright").match(part.lower()) for part in _clauses(text))
        or _bids(text)
    )


_LAST_BEHIND = re.compile(
    r"[a-z][\w ]{2,40}? (?:the )?(?:last|latest|past|most recent) (?:\d{1,2}|two|three|four|five|six|ten|few)?(?: ones?)?\W*"
)
"""A thing with how many of it behind: "pain scores last 5"."""


_HELD_AGAINST = re.compile(r"[a-z]\W+(?:\w+ ){0,3}(?:vs\.?|versus|compared? (?:to|with)) (?!me\b|you\b)\w")
_HAS_VERB = re.compile(r"\b(?:is|was|are|were|feels?|felt|has|had|got|gone|went|seems?|looks?)\b")
"""One thing or time held against another: "pain in 2016 vs 2018"."""


def only_bids(text: str) -> bool:
    """Whether a message is nothing but a noun that is asked for: the number in it is no value."""
    one = len(_NOTED.split(text.strip())) == 1 and "," not in text
    return one and (
        _bids(text) or (re.match(r"any(?:thing|one|body)?\b", text.lower()) is not None and asks_something(text))
    )


def _bids(text: str) -> bool:
    """Whether a message, or its end behind what it tells, is a noun that is asked for: "AF on warfarin - current meds pls"."""
    last = _NOTED.split(text.strip())[-1].lower()
    if _HELD_AGAINST.search(last) and not (pattern("several", "told").search(last) or _HAS_VERB.search(last)):
        return True
    if _LAST_BEHIND.fullmatch(last):
        return bool(_kind_named(last)) or measure_named(written_out(last)) is not None
    noun = re.split(r",\s|\band\b", last)[-1].strip()
    if pattern("several", "told").search(last) or not any(
        pattern("several", "bids").fullmatch(one) for one in (last, noun)
    ):
        return False
    if re.search(r"\b(?:is|was|are|were|of|at|=|:) ?\d|\b\d{2,3}/\d{2,3}\b|\d\W*$", last):
        return False  # "last bp 140/90" tells a value
    return bool(_kind_named(last)) or measure_named(written_out(last)) is not None


def _apart(parts: list[str], vocabularies: Vocabularies) -> list[str]:
    """The clauses, each cut where a noun with a word of its own begins and both sides name something: "what am I on and my last A1c"."""
    made: list[str] = []
    for part in parts:
        rest, done = part, 0
        for joint in pattern("several", "apart").finditer(part.lower()):
            before, after = part[done : joint.start()], part[joint.end() :]
            if _stands(before, vocabularies) and _names(after, vocabularies) and not _is_one(part, joint, vocabularies):
                made.append(_asked_for(before.strip(" ,;")))
                rest, done = after, joint.end()
        made.append(rest.strip(" ,;") or rest)
    return _with_one_lead(made)


_LEAD = re.compile(
    r"(?:so |and )*(?:(?:on )?(?:what|which) (?:day|date) (?:was|were)|when (?:was|were|is|are)|where (?:was|were)|who (?:did|gave)|how (?:often|many))\b(?= (?:my|the|his|her|their|the patient's)\b)",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"(?:my|the|his|her|their|the patient's|last|latest|first|any)\b(?!.*\b(?:is|was|were|are|did|do|does)\b)",
    re.IGNORECASE,
)


def _with_one_lead(parts: list[str]) -> list[str]:
    """The parts, a bare noun with the asking words of the part before it: "when was my last flu shot and my tetanus shot"."""
    made: list[str] = []
    for part in parts:
        lead = _LEAD.match(made[-1]) if made else None
        alike = made and _kind_named(made[-1].lower()) == _kind_named(part.lower())
        made.append(f"{lead.group()} {part}" if lead and alike and _NOUN.match(part) else part)
    return made


def _asked_for(part: str) -> str:
    """A part; where it is a bare noun beside others that are asked for, as a question."""
    return part if _asks(part) or _tells(part) or len(part.split()) > _FEW else f"{part}?"


def _stands(part: str, vocabularies: Vocabularies) -> bool:
    """Whether words before a joint ask for, or tell of, something by themselves: "what was my highest" does not."""
    if _names(part, vocabularies):
        return True
    spoken = re.findall(r"[a-z'-]+", part.lower())
    if not _asks(part) or len(spoken) <= _FEW or spoken[-1] in _SMALL:
        return False
    ends = (pattern("selectors", one).search(spoken[-1]) for one in rules()["selectors"])
    return spoken[-1] in _NOW or not any(ends)


_NOW = frozenset({"now", "currently", "today"})
_SMALL = frozenset(
    {"the", "my", "his", "her", "a", "an", "of", "in", "on", "for", "with", "is", "was", "first", "last"}
)


def _names(part: str, vocabularies: Vocabularies) -> bool:
    """Whether words name a measure, a kind of entry or something clinical."""
    lower = plain(written_out(part.lower()), vocabularies)
    if measure_named(lower) is not None or _kind_named(lower):
        return True
    named = phrase_of(lower, vocabularies)
    return bool(named) and (is_clinical(named, vocabularies) or words(named) in lay_names())


_JUDGED_ONCE = re.compile(r"(?:so |and )*(?:is|are|was|were) (?:my|the|his|her|their|the patient's) [\w ]+$")
_JUDGEMENT = re.compile(r"\b(?:normal|abnormal|high|low|ok|okay|fine|alright|raised|good|bad|in range)\W*$")


def _is_one(part: str, joint: re.Match[str], vocabularies: Vocabularies) -> bool:
    """Whether a joint stands inside one name, between two ends of one time, or in what is compared."""
    lower = part.lower()
    inside = any(one.start < joint.start() and one.end > joint.end() for one in things_named(lower, vocabularies))
    if _JUDGED_ONCE.match(lower[: joint.start()]) and _JUDGEMENT.search(lower[joint.end() :]):
        return True  # "is my haemoglobin and my platelet count normal"
    return inside or re.search(r"\b(?:between|compared?|difference|versus|vs|ratio|than)\b", lower) is not None


def _clauses(text: str) -> list[str]:
    """The sentences of a message, and the clauses of them that begin to ask anew."""
    found: list[str] = []
    for sentence in _SENTENCE.split(text.strip()):
        begins = re.compile(pattern("several", "begins").pattern, re.IGNORECASE)
        pieces = [piece.strip(" ,;") for piece in begins.split(sentence)]
        for piece in filter(None, pieces):
            # A piece of one word is no clause: "what and when" asks two things of what follows.
            if found and len(found[-1].split()) == 1 and not found[-1].endswith("?"):
                found[-1] = f"{found[-1]} and {piece}"
            else:
                found.append(piece)
    return found


def _glued(parts: list[str], vocabularies: Vocabularies) -> list[str]:
    """The parts, where one that asks nothing is the beginning of the next, and one that names nothing the end of the last.

    "Since 2013, has he …" is one question, and so is "any new medicines? which ones?".
    """
    made: list[str] = []
    waiting = ""
    for part in parts:
        whole = f"{waiting}, {part}" if waiting else part
        waiting = ""
        if not _asks(whole.rsplit(", ", 1)[-1]) and part is not parts[-1]:
            waiting = whole
        elif made and not _asks_anew(part, vocabularies):
            made[-1] = f"{made[-1]}, {whole}"
        else:
            made.append(whole)
    return made


def _asks_anew(part: str, vocabularies: Vocabularies) -> bool:
    """Whether a part is a question of its own: it names something, or asks something else of what was named."""
    lower = plain(written_out(part.lower()), vocabularies)
    if pattern("intents", "meaning").search(f", {lower}"):
        return False
    if phrase_of(lower, vocabularies) or any(re.fullmatch(said, lower) for said in rules()["carried"]):
        return True
    if _ANEW.match(lower) and _asks_of(lower):
        return True
    return pattern("pointing").search(lower) is not None or bool(_kind_named(lower))


def _asks(part: str) -> bool:
    lower = part.lower()
    if part.rstrip().endswith("?"):
        return True
    return (
        pattern("several", "asks").search(lower) is not None and pattern("several", "subordinate").search(lower) is None
    )


def _is_sentence(part: str) -> bool:
    """Whether a part is a sentence of its own that ends with a full stop; "Creatinine." is none."""
    return part.endswith(".") and len(part.split()) > _FEW


_FEW = 3
_ANEW = re.compile(r"(?:and |so |also )*(?:when|since when|how (?:many|often|long))\b")


def _tells(part: str) -> bool:
    lower = part.lower()
    return pattern("several", "told").search(lower) is not None or (
        pattern("several", "subordinate").search(lower) is not None
    )


def _about(part: str, vocabularies: Vocabularies) -> str:
    """What a part names, or the kind of thing it speaks of; of several clauses the last that names a condition."""
    clauses = [one for one in re.split(r"[,;]", part) if one.strip()][::-1]
    part = next((one for one in clauses if _condition_in(one, vocabularies)), part) if len(clauses) > 1 else part
    lower = plain(written_out(without_its_time(part.lower())), vocabularies)
    named = named_condition(lower, vocabularies) or phrase_of(lower, vocabularies)
    known = measure_named(named) is not None or is_clinical(named, vocabularies)
    return (named if named and known else "") or _kind_named(lower)


def _condition_in(clause: str, vocabularies: Vocabularies) -> str:
    lower = plain(written_out(clause.lower()), vocabularies)
    phrase = phrase_of(lower, vocabularies)
    return named_condition(lower, vocabularies) or (phrase if phrase and is_clinical(phrase, vocabularies) else "")


def _carried(parts: list[str], about: str, vocabularies: Vocabularies) -> list[str]:
    """The parts, each later one with what the one before it was about where it only points at that or names nothing."""
    made: list[str] = []
    for part in parts:
        lower = plain(written_out(part.lower()), vocabularies)
        own = phrase_of(lower, vocabularies)
        bare = next((to for said, to in rules()["carried"].items() if re.fullmatch(said, lower)), None)
        asked_of = f"{_end_of(made[-1])} {about}".strip() if made and lower.startswith(("when", "and when")) else about
        if made and _WHEN_ALONE.fullmatch(lower) and _tells_its_days(made[-1]):
            continue
        part = as_vaccine(part, own, made[-1]) if made else part
        if about and bare is not None:
            if "dose of" in str(bare) and measure_named(about) is not None:
                bare = rules()["carried_of_measures"]
            made.append(str(bare).format(what=asked_of))
            continue
        points = pattern("pointing").search(lower)
        if about and points is not None and not own:
            made.append(f"{lower[: points.start()]}my {asked_of}{lower[points.end() :]}")
            continue
        if about and not own and points is None and not _kind_named(lower) and _asks_of(lower):
            made.append(f"{lower.rstrip(' ?!.')} {asked_of}?")
            continue
        made.append(part)
        purpose, _ = read_given_for(lower, vocabularies)
        about = f"{purpose} medication" if purpose else own or _kind_named(lower) or about
    return made


def _tells_its_days(question: str) -> bool:
    """Whether the answer to a question is a yes with its days; advice has none."""
    return says("yes_no", question.lower()) and not _end_of(question) and beyond_records(question.lower()) is None


_WHEN_ALONE = re.compile(r"(?:and |so )*(?:if so,? )?when(?: was (?:that|it))?\W*")


def _asks_of(lower: str) -> bool:
    """Whether a part that names nothing asks something of a thing, and not of the person or of a time."""
    if any(pattern("demographic", field).search(lower) for field in rules()["demographic"]):
        return False
    return any(says(intent, lower) for intent in _OF_A_THING) or any(
        pattern("selectors", one).search(lower) for one in rules()["selectors"]
    )


_OF_A_THING = ("when", "count", "how_many_days", "duration", "change", "trend", "normal", "ever", "either_way", "moved")


def _end_of(question: str) -> str:
    """Which end of the values a question asks for: the day of "that" is the day of the highest."""
    ends = (
        pattern("selectors", end).search(question.lower()) for end in ("worst", "best", "maximum", "minimum", "first")
    )
    return next((found.group() for found in ends if found), "")


def _kind_named(lower: str) -> str:
    """What a question is about that names no single thing: the medicines of a form, the visits to a place, a whole kind."""
    slots = read_slots(lower)
    if slots.form:
        heard = re.search(rf"\b(?:{slots.form})\b", lower)
        return heard.group() if heard else ""
    for kind in ("visit", "allergy", "medication", "vaccine", "procedure", "condition"):
        match = pattern("kinds", kind).search(lower)
        if match is not None:
            return f"{match.group()} visit" if kind == "visit" and "visit" not in match.group() else _KINDS[kind]
    return ""
