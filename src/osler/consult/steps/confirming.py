"""A word on entries that wait: whether a message agrees, refuses or takes a part, and which part."""

from __future__ import annotations

import re

from osler.consult.extraction import KINDS, SHORT_UNITS, Extraction, named
from osler.consult.record.reading.table import stop
from osler.consult.steps.entry_lines import missing_parts, summary_lines
from osler.core.terminology import singular

# The words of which a word on what waits is made. What a message is, agreement or refusal, is what it is made of.
_ASSENT = r"y|yes|yep|yeah|yup|ok|okay|sure|correct|right|exactly|confirm(?:ed)?|agreed|absolutely|definitely|(?:that|this|it|all)(?:'?s| is| was| looks)? (?:right|correct|fine|good|true|ok|okay)|that'?s it|go (?:ahead|for it)"
_WEAK = r"fine|perfect|great|good|alright|all right|sounds (?:good|right)|looks (?:good|right)"
"""What is a yes only where something was asked."""
_TO_SAVE = r"(?:save|note|add|record|store|log|enter|write|put|do)"
_NOT = r"(?:don['’]?t|do not)"
_REFUSED = rf"no|nope|nah|n|wrong|stop|cancel|discard|never ?mind|forget|not (?:correct|right)|{_NOT}"
_EACH = r"both|all|everything|(?:both|all|each) of (?:them|those|these|it)|the lot|all (?:two|three|four)"
_WHAT = rf"it|that|this|them|those|these|so|{_EACH}"
_POLITE = r"please|pls|thanks?|thank you|just|then|down|in|too|and|i'?d like (?:you )?to|you can|you may|could you|can you|let'?s"
_NONE = r"any(?: of (?:it|that|this|them|these|those))?|either"


def _made_of(core: str, *beside: str) -> re.Pattern[str]:
    """A message with one of the words that make it what it is, in any order and as politely as one likes, and nothing else."""
    words = "|".join((core, *beside))
    return re.compile(rf"^\s*(?=.*\b(?:{core})\b)(?:(?:{words})\b[,.! ]*)+$", re.IGNORECASE)


_YES = _made_of(rf"{_ASSENT}|{_TO_SAVE}", _WHAT, _POLITE)
_WEAK_YES = _made_of(_WEAK, _ASSENT, _TO_SAVE, _WHAT, _POLITE)
_ALL = _made_of(_EACH, "please|pls|thanks?")
_NO = _made_of(_REFUSED, rf"{_NOT} {_TO_SAVE}", _WHAT, _NONE, "please|pls|thanks?|thank you")
_NUMBERS = r"(?P<numbers>(?:#?\d{1,2}(?!\d)(?:\s*(?:,|and|&|\+|or)\s*|\s+)?)+)"
_ONLY = re.compile(
    rf"^\s*(?:yes,? )?(?:please )?(?:only|just|save|keep|take|accept|add)?\s*(?:only |just )?(?:the )?(?:numbers? |nos?\.? |entr(?:y|ies) )?{_NUMBERS}(?: please)?[.! ]*$",
    re.IGNORECASE,
)
_ALL_BUT = re.compile(
    rf"^\s*(?:yes,? |save |keep )*(?:all|everything)?,?\s*(?:but|except|without|not|drop|leave out|skip)(?: for)?(?: not)?\s*(?:numbers? |nos?\.? |entr(?:y|ies) )?{_NUMBERS}[.! ]*$",
    re.IGNORECASE,
)


def confirms(message: str, pending: Extraction | None = None) -> bool | None:
    """Whether a message says yes or no to what was asked; None when it says something else.

    Numbers are a word only on entries that wait, all of which they must count, and not where a number was asked for.
    """
    if _BIDS_CORRECT.search(message):
        return None
    thanks = re.search(r"\bthank", message, re.IGNORECASE)
    if pending is not None and _ALL.match(message) and not (thanks and not message[: thanks.start()].strip()):
        return True  # and not of who thanks all
    if pending is None and thanks:
        return None  # who thanks and was asked nothing agrees to nothing
    if _YES.match(message) or (pending is not None and _WEAK_YES.match(message)):
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
_SPOKEN_IN_AGREEING = (
    "i we i'm we're i've they they're you your am is are was were be been can may will would do all both each "
    "every two three four of these those them this that it its the a an with for to on in my his her and so as "
    "please pls thanks thank very much quite perfectly right correct fine good true accurate happy okay ok yes "
    "yep yeah sure well record records recorded chart file me us correctly noted written"
)
_OF_AGREEING = frozenset(_SPOKEN_IN_AGREEING.split())
"""Words of a sentence that agrees, beside those for what waits."""


def speaks_of_saving(message: str) -> bool:
    """Whether a message agrees to something, or says that something is to be saved, and asks nothing."""
    asks = message.rstrip().endswith("?") or _ASKS_SO.match(message) is not None
    return not asks and _AGREES.search(message) is not None


def names_saving(message: str) -> bool:
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
