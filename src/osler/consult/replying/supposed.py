"""What to do if something were so, or came again: where red flags say it, their advice."""

from __future__ import annotations

import re

from osler.consult.replying.advice import advice_now, advice_today, advice_unjudged
from osler.consult.triage import imagined
from osler.consult.types import ReplySentence, Subject
from osler.core.terminology import Vocabularies
from osler.yaml_reader import RuleTable

IMAGINED = "I can only answer about what is in the record, not about what might be. Please ask a health professional about this."
_TABLE = RuleTable("osler.consult", "answering.yml", flags=re.IGNORECASE)
_POINTS = frozenset({"it", "they", "one", "that", "this", ""})


def supposed(question: str, vocabularies: Vocabularies) -> list[ReplySentence] | None:
    """What to do if something were so, where red flags say it; None for a question about what is."""
    match = _TABLE.pattern("imagines").search(question)
    if match is None:
        return None
    happening = f"{match[1]} {_TABLE.rules['as_now'].get(match[2].lower(), match[2])} {match[3]}".rstrip("?")
    verb = "the patient is having" if match[1].lower() == "the patient" else "I am having"
    heard = imagined(happening, verb, match[3].rstrip("?"), vocabularies)
    if not heard.now and not heard.today:
        return [ReplySentence(text=IMAGINED)]
    advice = advice_now(heard.now) if heard.now else advice_today(heard.today)
    return [ReplySentence(text="If that happens:"), *advice]


def come_again(question: str, before: Subject | None, vocabularies: Vocabularies) -> list[ReplySentence] | None:
    """What to do if something that was there comes back: by its name, or by that of what was spoken of before."""
    match = _TABLE.pattern("returns").match(question)
    if match is None:
        return None
    said = re.sub(r"^(?:the|my|his|her|this|that|these|those)\b ?", "", match["what"].lower())
    what = "" if said in _POINTS else said
    named = before.names if before is not None and before.kind in {"symptom", "condition", "any"} else []
    meant = next((name.lower() for name in named if name.lower().endswith(what)), what)
    heard = imagined(f"I have {meant} again", "I am having", meant, vocabularies)
    advice = advice_now(heard.now) if heard.now else advice_today(heard.today) if heard.today else [advice_unjudged()]
    return [ReplySentence(text=f"If {meant or 'it'} comes back:"), *advice]
