"""A word on what waits to be saved, and a question in the same breath: "yes, and what was it last time?"."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import NamedTuple

from osler.consult.deps import Deps
from osler.consult.record import asks_something
from osler.consult.steps.confirming import confirms
from osler.consult.types import ConsultReply, ConsultRequest
from osler.consult.writing import write

_WORD = re.compile(
    r"^\W*(?P<word>(?:yes|yeah|yep|yup|no|nope|nah|go ahead|save (?:it|that|this|them))(?:[ ,]+(?:please|pls|thanks|thank you|thx|save (?:it|that|this|them)|do(?: that)?|go ahead|that's (?:right|correct)))*)"
    r"(?P<joint>\s*[.;!]\s*|\s*,?\s+(?:and|also|but|then|plus)\s+|\s*,\s*|\s+(?=(?:what|when|which|how|is|was|does|do|did|has|have)\b))(?:(?:and|also|but|then|plus|so)[ ,]+)*(?P<rest>\S.*)$",
    re.IGNORECASE | re.DOTALL,
)


class WordFirst(NamedTuple):
    """The word, and what is asked after it."""

    word: str
    question: str


def word_first(given: ConsultRequest) -> WordFirst | None:
    """The two parts of a message that is both; None for any other, or where nothing waits."""
    pending = given.state.pending
    match = _WORD.match(given.message)
    if match is None or confirms(given.message, pending) is not None:
        return None
    if (pending is None or not given.state.pending_shown) and "save" not in match["word"].lower():
        return None  # "yes, and …" goes on; who says "save it" where nothing waits is told so
    meant = confirms(match["word"], pending)
    bare = not match["joint"].strip(" ,")
    if meant is None or (meant is False and bare) or not asks_something(match["rest"]):
        return None  # "no, what is it?" asks, and turns nothing down
    return WordFirst(match["word"], match["rest"])


def after_the_word(question: ConsultRequest, first: ConsultReply, deps: Deps) -> tuple[ConsultRequest, Deps]:
    """The question's turn, asked of the record with what the word before it saved."""
    state = first.state or question.state
    question = question.model_copy(update={"state": state})
    if first.accepted is None or deps.graph_of is None:
        return question, deps
    told = "\n".join(said.text for said in question.history if said.role == "user")
    moment = state.current_time or question.moment
    record = write(question.record, first.accepted, told, moment, deps.vocabularies, replaced=first.replaced)
    return question.model_copy(update={"record": record}), replace(deps, graphs=deps.graph_of(record))


def in_one(first: ConsultReply, second: ConsultReply) -> ConsultReply:
    """The answer to a question, with what the word before it brought about."""
    kept = {
        "sentences": [*first.sentences, *second.sentences],
        "accepted": first.accepted,
        "replaced": first.replaced,
        "plan": [*first.plan, *second.plan],
        "problems": [*first.problems, *second.problems],
    }
    return second.model_copy(update=kept)
