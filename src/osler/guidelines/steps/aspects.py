"""What a question asks of one thing at once ("how often and until what age", "A or B?"), and what of it no chosen passage tells."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.intent import Intent, intents_of, told_by
from osler.guidelines.steps.topic import Topic, words_of

_ASPECTS = {"interval", "age", "duration", "dose", "target", "maximum", "harms"}
"""Kinds of question that can be asked of the same thing beside each other, each with an answer of its own."""
_NAMED = 0.5
"""How far a passage speaks of a name that it has, in whichever words."""
_OR = re.compile(r"\s*,?\s*(?:or|vs\.?|versus)\s+(?:an?\s+|the\s+)?", re.IGNORECASE)


def untold(asked: str, topic: Topic, chosen: Sequence[Candidate], vocabularies: Vocabularies) -> list[str]:
    """The words of a question for what the recommendations chosen for it do not tell, where it asks several things of one."""
    return [*_untold_aspects(asked, chosen, vocabularies), *_unspoken(asked, topic, chosen, vocabularies)]


def _untold_aspects(asked: str, chosen: Sequence[Candidate], vocabularies: Vocabularies) -> Iterable[str]:
    aspects = [intent for intent in intents_of(asked) if intent.name in _ASPECTS]
    if len(aspects) < 2:
        return []
    lacking = [one for one in aspects if not any(_tells(one, candidate, vocabularies) for candidate in chosen)]
    found = (one.asks.search(asked) for one in lacking if len(lacking) < len(aspects))
    return [match.group().strip(" ?") for match in found if match]


def _tells(intent: Intent, candidate: Candidate, vocabularies: Vocabularies) -> bool:
    return told_by(candidate.chunk, [intent], vocabularies) == 1.0


def _unspoken(asked: str, topic: Topic, chosen: Sequence[Candidate], vocabularies: Vocabularies) -> Iterable[str]:
    """The one of two alternatives that is asked about and of which no recommendation speaks."""
    named = [(asked.find(term.text), term) for term in topic.terms if term.clinical]
    placed = sorted(((place, term) for place, term in named if place >= 0), key=lambda one: one[0])
    texts = [words_of(" ".join([*one.chunk.heading, one.chunk.text]), vocabularies) for one in chosen]
    spoken = {term: any(topic.spoken(words)[term] >= _NAMED for words in texts) for _, term in placed}
    for (place, one), (following, other) in itertools.pairwise(placed):
        if _OR.fullmatch(asked[place + len(one.text) : following]) and spoken[one] != spoken[other]:
            yield other.text if spoken[one] else one.text
