"""A message that only agrees, refuses, thanks or tells something, told from examples where no rule reads its words."""

from __future__ import annotations

from osler.consult.meant.masks import masked
from osler.consult.meant.model import told
from osler.consult.record import asks_something
from osler.consult.steps.confirming import confirms
from osler.consult.triage import alarm, health_evidence, is_courtesy
from osler.consult.types import ConsultRequest
from osler.consult.wording.folded import folded
from osler.core.terminology import Vocabularies

_SURE_OF_A_WORD, _SURE_OF_NEWS = 1.2, 0.4
"""How far a label must lie above the next: where a yes would save something (two of a thousand are not one), and where nothing is answered."""
_WORDS = {"confirm": "yes", "deny": "no", "thanks": "thank you"}


def as_a_word(given: ConsultRequest, vocabularies: Vocabularies) -> ConsultRequest:
    """The turn; a message that surely is but a word on what waits, or of thanks, as that word."""
    message, waits = given.message, given.state.pending is not None
    if (
        given.state.urgent
        or is_courtesy(message)
        or confirms(message, given.state.pending) is not None
        or message.rstrip().endswith("?")
    ):
        return given
    read = told(folded(message))  # what has a name or a time to be masked is no such word
    word = _WORDS.get(read.label) if read.margin >= _SURE_OF_A_WORD else None
    if word is None or (read.label == "thanks") == waits or _is_of_health(message, vocabularies):
        return given
    said = masked(message, given.record, given.moment.date(), vocabularies)
    more = said.names or said.numbers or said.periods
    return given if more else given.model_copy(update={"message": word})


def _is_of_health(message: str, vocabularies: Vocabularies) -> bool:
    heard = alarm(message, vocabularies, None)
    return bool(heard.now or heard.today) or health_evidence(message, vocabularies).named


def surely_tells(message: str, given: ConsultRequest, vocabularies: Vocabularies) -> bool:
    """Whether a message tells something and asks nothing, by what people say who do."""
    if asks_something(message):
        return False
    read = told(masked(message, given.record, given.moment.date(), vocabularies).text)
    return read.label == "statement" and read.margin >= _SURE_OF_NEWS
