"""What a user is told about red flags, in plain words: first whom to call, then what to do until help is there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from osler.consult.types import ReplySentence, SourceLine
from osler.core.evidence import Span
from osler.core.patient.types import Fact
from osler.core.safety import RedFlag, keeps_from_clotting, tells_of_bleeding
from osler.yaml_reader import packaged_yaml


def advice_now(flags: tuple[RedFlag, ...], message: str = "", medicines: Sequence[Fact] = ()) -> list[ReplySentence]:
    """Whom to call, what to do until then, and why: in this order; nothing where nothing is wrong.

    `medicines` are those that the record says are taken: one that makes a complaint dangerous is named.
    """
    if not flags:
        return []
    flags = _likelier_first(flags)
    taken = _behind(flags, message, medicines)
    # Of what is taken as prescribed nobody has swallowed a package.
    prescribed = [flag.rule_id for flag, _ in taken if flag.rule_id == _POISONING]
    thinners = [fact for fact in medicines if keeps_from_clotting(fact.label)] if tells_of_bleeding(flags) else []
    if prescribed and tells_of_bleeding(
        flags
    ):  # a blow to the head explains a drowsiness, and no package was swallowed
        flags = tuple(flag for flag in flags if flag.rule_id not in prescribed)
        taken, prescribed = [pair for pair in taken if pair[0].rule_id not in prescribed], []
    taken = [pair for pair in taken if pair[1] not in thinners]
    others = tuple(flag for flag in flags if flag.rule_id not in prescribed)
    said = [ReplySentence(text=_texts()["first"], sources=_rules(flags)), *_until_then(others, message)]
    said += [_because_of(fact, "bleeds") for fact in {fact.id: fact for fact in thinners}.values()]
    said += [_because_of(fact, "taken") for fact in {fact.id: fact for _, fact in taken}.values()]
    because = f" with {'; '.join(dict.fromkeys(fact.label for _, fact in taken))}" if prescribed else ""
    return [*said, ReplySentence(text=f"Say that it may be this: {_titles(flags)}{because}.", sources=_rules(flags))]


def _likelier_first(flags: tuple[RedFlag, ...]) -> tuple[RedFlag, ...]:
    """The red flags, behind another one those that were read from a part of its words: an arm gone numb is no arm gone."""
    return tuple(sorted(flags, key=lambda flag: any(_reads_more(other, flag) for other in flags)))


def _reads_more(other: RedFlag, flag: RedFlag) -> bool:
    """Whether all the words that raised a red flag lie in, or run into, those of one that rests on more."""
    spans, more = ([span for span in one.triggering_spans if isinstance(span, Span)] for one in (flag, other))
    return len(more) > len(spans) > 0 and all(
        any(span.start < one.end and one.start < span.end for one in more) for span in spans
    )


_POISONING = "poisoning"


def _behind(flags: tuple[RedFlag, ...], message: str, medicines: Sequence[Fact]) -> list[tuple[RedFlag, Fact]]:
    """The red flags that a medicine of the record raised with what is told, and that medicine."""
    said = message.lower()
    return [
        (flag, fact)
        for flag in flags
        for fact in medicines
        if any(
            isinstance(span, Span) and _names(span.quote.lower(), fact) and span.quote.lower() not in said
            for span in flag.triggering_spans
        )
    ]


def _names(quote: str, fact: Fact) -> bool:
    return len(quote) > _SHORT and quote in fact.label.lower()


_SHORT = 4
"""Letters of a word that stands in many names."""


def _because_of(fact: Fact, why: str) -> ReplySentence:
    text = " ".join(_texts()[why].split()).format(medicine=fact.label)
    return ReplySentence(text=text, sources=[SourceLine(kind="record", id=fact.id, label=fact.label)])


def advice_of_a_model() -> list[ReplySentence]:
    """What is said where a language model takes a message for an emergency and no rule does; marked as its judgement."""
    return [ReplySentence(text=" ".join(_texts()["model"].split()))]


def advice_unjudged() -> ReplySentence:
    """What is said to a complaint that no rule knows: nobody is left without a word of whom to call."""
    return ReplySentence(text=" ".join(_texts()["unjudged"].split()))


def advice_passed() -> ReplySentence:
    """What is said to a complaint that has passed."""
    return ReplySentence(text=" ".join(_texts()["over"].split()))


def advice_usual() -> ReplySentence:
    """What is said to a complaint that is as it always is."""
    return ReplySentence(text=" ".join(_texts()["usual"].split()))


def advice_misdosed() -> ReplySentence:
    """What is said to who took more than was meant, where no rule knows the dose for a dangerous one."""
    return ReplySentence(text=" ".join(_texts()["misdosed"].split()))


def advice_today(flags: tuple[RedFlag, ...]) -> list[ReplySentence]:
    """What must be seen today, and when it becomes an emergency; nothing where nothing is wrong."""
    if not flags:
        return []
    said = [ReplySentence(text=f"{_titles(flags)}: {_texts()['today']}", sources=_rules(flags)), *_until_then(flags)]
    return [*said, ReplySentence(text=_texts()["worse"], sources=_rules(flags))]


def _until_then(flags: tuple[RedFlag, ...], message: str = "") -> list[ReplySentence]:
    """The first steps that go with a rule, or with the words of the message where they tell what has happened."""
    raised = {flag.rule_id for flag in flags}
    return [
        ReplySentence(
            text=" ".join(entry["say"].split()),
            sources=[SourceLine(kind="rule", id=entry.get("rules", [entry["source"]])[0], label=entry["source"])],
        )
        for entry in _texts()["advice"]
        if _fits(entry, raised, message)
    ]


def _fits(entry: dict[str, Any], raised: set[str], message: str) -> bool:
    """Whether advice goes with the rules that were raised and with what is told; without a message the rules decide."""
    if "rules" in entry and not raised.intersection(entry["rules"]):
        return False
    if raised.intersection(entry.get("not_with", ())):
        return False
    if not message:
        return "rules" in entry
    said = message.replace("’", "'").lower()
    if "words" in entry and re.search(entry["words"], said) is None:
        return False
    return "unless" not in entry or re.search(entry["unless"], said) is None


def _titles(flags: tuple[RedFlag, ...]) -> str:
    return "; ".join(dict.fromkeys(flag.title for flag in flags))


def _rules(flags: tuple[RedFlag, ...]) -> list[SourceLine]:
    return [SourceLine(kind="rule", id=flag.rule_id, label=flag.source) for flag in flags]


@cache
def _texts() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml("osler.consult.replying", "advice.yml")
    return table
