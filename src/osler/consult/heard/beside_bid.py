"""A message that bids something be done and says something else too: the two apart, so that neither is lost for the other."""

from __future__ import annotations

import re
from typing import NamedTuple

from osler.consult.record import asks_something
from osler.consult.triage import health_evidence
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

_ANSWERING = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_POLITE = r"(?:(?:please|pls|kindly|can you|could you|would you|will you|i want you to|i need you to|go ahead and|just)[ ,]+)*"
_VERB = r"(?:book|order|call|ring|phone|text|e-?mail|play|buy|send|cancel|schedule|arrange|remind|set|turn|switch|open|get me|find me|tell me an?|write|sing|translate|fix|repair|clean|cook|wash|download|install|google|feed|walk|prescribe|refer)"
_OTHER_BID = re.compile(
    rf"\W*{_POLITE}{_VERB}\b(?! (?:from|with|back|came|was|is|at|on|about)\b)(?!.*\?)", re.IGNORECASE
)
_ASKS_OR_TELLS = r"(?:what|when|which|who|where|how|is|was|are|were|did|do|does|am|have|has|tell me (?:what|when|which|who|how)|my|i|i'm|i've)\b"
_REMINDED_OF = re.compile(
    rf"\W*{_POLITE}remind me (?:again )?(?:what|when|which|who|how|where|why|if|whether)\b", re.IGNORECASE
)
"""Who wants to be reminded of something asks for it."""
_JOINT = re.compile(
    rf"\s*[.!?;]\s+|\s*(?:,|\s[-–])?\s+(?:and|also|but|plus|then|btw|by the way)[ ,]+(?=(?:(?:and|also|then|btw|by the way)[ ,]+)*(?:{_ASKS_OR_TELLS}|{_POLITE}{_VERB}\b))"
    rf"|\s*(?:,|\s[-–])\s+(?=(?:(?:and|also|then|btw|by the way)[ ,]+)*(?:{_ASKS_OR_TELLS}|{_POLITE}{_VERB}\b))",
    re.IGNORECASE,
)
_OPENS = re.compile(r"^(?:(?:and|also|then|plus|btw|by the way|but)[ ,]+)+", re.IGNORECASE)
_TELLS = re.compile(
    r"\b(?:is|was|are|were|had|have|am|i'm|been|weigh\w*|took|got|feel|started|stopped)\b|\d", re.IGNORECASE
)


class BesideBid(NamedTuple):
    """What is bidden, and what else a message says."""

    bids: tuple[str, ...]
    rest: str


def asks_to_act(message: str) -> bool:
    """Whether a message bids that something be done outside of the conversation: that somebody be booked in, called, prescribed."""
    bids = _ANSWERING.says(message, "to_act") or _ANSWERING.says(message, "to_dispense")
    return bids and _REMINDED_OF.match(message) is None


def asks_of_a_service(message: str) -> bool:
    """Whether a message asks when a place of care is open, where to park there, or how to come by its papers: no record says."""
    return _ANSWERING.says(message, "of_a_service")


def beside_bid(message: str, vocabularies: Vocabularies) -> BesideBid | None:
    """The bids of a message and the rest of it; None where it bids nothing, or says nothing else."""
    if not re.search(rf"\b{_VERB}\b", message, re.IGNORECASE):
        return None
    pieces = [piece for piece in _pieces(message) if piece]
    bids = tuple(piece for piece in pieces if _bids(piece, vocabularies))
    rest = " ".join(_ended(piece) for piece in pieces if piece not in bids)
    if not bids or not rest or not (asks_something(rest) or _TELLS.search(rest)):
        return None
    return BesideBid(bids, rest)


def _pieces(message: str) -> list[str]:
    found, start = [], 0
    for joint in _JOINT.finditer(message):
        end = joint.start() + 1 if joint.group().strip()[:1] in {".", "!", "?", ";"} else joint.start()
        found.append(message[start:end])
        start = joint.end()
    return [_OPENS.sub("", piece.strip(" ,;–-")) for piece in [*found, message[start:]]]


def _bids(piece: str, vocabularies: Vocabularies) -> bool:
    """Whether a piece is a bid: of what people of care do, or of another matter than health."""
    return asks_to_act(piece) or (
        _OTHER_BID.match(piece) is not None
        and _REMINDED_OF.match(piece) is None
        and not health_evidence(piece, vocabularies).health
    )


def _ended(piece: str) -> str:
    return piece if piece.endswith((".", "!", "?", ";")) else f"{piece}?" if asks_something(piece) else f"{piece}."
