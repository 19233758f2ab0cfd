"""What two neighbours of a list say once: "difficulty or inability to walk", "allergy to A or to B"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.lists import Member
from osler.core.criteria.parsing.shared_targets import names_reaction
from osler.core.criteria.parsing.words import frame_phrases, strip_frames

_ADVERB = re.compile(r"[a-z-]{4,}ly")
PREPOSITIONS = frozenset({"to", "of", "for", "from", "against", "with", "on"})
_WHEN = frozenset({"at", "during", "after", "upon"})
_BEING = frozenset({"is", "are", "be", "being"})
_BECOMING = frozenset({"be", "become", "becoming", "get", "getting"})
_ATTEMPTS = frozenset(
    {
        "attempting",
        "trying",
        "planning",
        "intending",
        "hoping",
        "wishing",
        "expecting",
        "attempt",
        "plan",
        "intend",
        "wish",
    }
)


def taken_from_next(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """What a member leaves to the one after it to say: "difficulty or inability to walk"; nothing where it leaves nothing."""
    return next((taken for rule in _RULES if (taken := rule(before, items))), ())


def _deed(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Difficulty or inability to walk": what the second cannot do the first cannot either."""
    to = next((n for n, item in enumerate(items) if n and item.text == "to"), None)
    kinds = cues().difficulties | cues().bars
    waits = before[-1].text in kinds and to is not None and items[to - 1].text in cues().difficulties
    return items[to:] if waits else ()


def _done_for(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Diagnosed or treated for X": what was done for something, beside what was done only."""
    words = [item.text for item in (*before, *items[:1])]
    done = all(is_kind(item, Kind.WORD) for item in before) and all(word.endswith("ed") for word in words)
    to = next((n for n, item in enumerate(items) if n and item.text in ("for", "with")), None)
    return items[to:] if len(before) == 1 and done and to == 1 and len(items) > to + 1 else ()


def _state(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Being or planning to become pregnant": what somebody may become, somebody may be."""
    if not is_kind(before[-1], Kind.WORD) or before[-1].text not in _BEING:
        return ()
    place = next((n for n, item in enumerate(items[:-1]) if n and item.text in _BECOMING), None)
    return items[place + 1 :] if place is not None else ()


def _more(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "High or very high risk of X": the first is another degree of the same noun."""
    again = len(items) > 2 and items[1].text == before[-1].text and is_kind(before[-1], Kind.WORD, Kind.RESULT)
    return items[2:] if again and (items[0].text == "very" or _ADVERB.fullmatch(items[0].text)) else ()


def _of_one_place(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Tumour or infection of the brain", "donation or loss of blood": what two general nouns are of."""
    general = _general() | cues().uses
    bare = [item for item in before if item.text not in cues().degrees and item.text not in cues().articles]
    place = next((n for n, item in enumerate(items) if n and item.text == "of" and is_kind(item, Kind.WORD)), None)
    if len(bare) != 1 or place is None or not is_kind(bare[0], Kind.WORD) or bare[0].text not in general:
        return ()
    end = next((n for n, item in enumerate(items) if is_kind(item, Kind.TIME)), len(items))
    # "Consumption or injection of insulin"
    deed = items[place - 1].text in general or items[place - 1].text.endswith(("ing", "tion", "sion", "ectomy"))
    return items[place:end] if deed and end > place + 1 else ()


@cache
def _general() -> frozenset[str]:
    """What happens to places and to things."""
    return frozenset({*cues().done_to_places, *cues().done_to_things})


def _reacted(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Allergy or adverse event with protease inhibitors": what the second is a reaction to the first is one to as well."""
    place = next((n for n, item in enumerate(items) if n and item.text in ("with", "from")), None)
    if place is None or place + 1 == len(items) or any(item.text in PREPOSITIONS for item in before):
        return ()
    reacts = names_reaction(words_of(before[-2:])) and names_reaction(words_of(items[:place]))
    end = next((n for n, item in enumerate(items) if is_kind(item, Kind.TIME)), len(items))
    return items[place:end] if reacts and end > place + 1 else ()


def _of_relatives(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Family history or diagnosis of X": what the patient has, or relatives had."""
    relatives = [item.text for item in before[-2:]] == ["family", "history"]
    return items[1:] if relatives and len(items) > 2 and items[1].text == "of" else ()


def _doubted(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Diagnosis or suspicion of X" is X, or a suspicion of it."""
    if not announces_only(before):
        return ()
    near = (n for n, item in enumerate(items[:3]) if n and item.text == "of" and items[n - 1].text in cues().doubts)
    place = next(near, None)
    return items[place:] if place is not None and place + 1 < len(items) else ()


def _doubted_before(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Suspicion or history of X" is a suspicion of X, or a history of it."""
    first = items[0]
    told = [item for item in before if not (isinstance(item, Token) and item.kind is Kind.WORD and frames(item))]
    waits = len(told) == 1 and told[0].text in cues().doubts and isinstance(first, Token) and first.kind is Kind.TIME
    if not waits or not first.text.endswith(" of") or len(items) < 2:
        return ()
    return [Token(Kind.WORD, first.end - 2, first.end, "of"), *items[1:]]


def _attempted(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Attempting or expecting to become pregnant": what the second is about to do the first is about to do as well."""
    to = next((n for n, item in enumerate(items[:3]) if n and item.text == "to"), None)
    if to is None or before[-1].text not in _ATTEMPTS or items[to - 1].text not in _ATTEMPTS | cues().plans:
        return ()
    end = next((n for n, item in enumerate(items) if is_kind(item, Kind.TIME)), len(items))
    return items[to:end]


def foreseen(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Previous or planned surgery": what is foreseen is what there has been, or is, as well."""
    timed = all(is_kind(item, Kind.TIME) for item in before) and before[0].text in window_words()
    foreseen = items[0].text in _before_names() and len(items) > 1 and items[1].text != "to"
    if timed and foreseen and is_kind(items[-1], Kind.WORD):
        return items[1:]
    # "Active or ongoing infection": and what is seen now as well.
    when = window_words().get(items[0].text) if len(items) > 1 and is_kind(items[0], Kind.TIME) else None
    now = when == "current" or (when == "ever" and items[0].text.endswith(" of"))
    degree = len(before) == 1 and before[0].text in _before_names()
    return items[1:] if now and degree and all(is_kind(item, Kind.WORD) for item in items[1:]) else ()


@cache
def _before_names() -> frozenset[str]:
    """What stands before a name and says how sure, how severe or how far ahead it is."""
    return frozenset({*cues().plans, *cues().certainty, *cues().degrees, *cues().how_often})


def said_again(member: Member, following: Member) -> list[Item] | None:
    """A member with what the one before it is said of; None where it stands for itself."""
    again = _repeated(member.items, following.items)
    if again is None and is_spelled(following):
        again = _at_another_time(member.items, following.items)
    if again is None and following.items[0].text in cues().plans and (timed := following.items[1:]):
        # "A live vaccine within 30 days before, or planned during the study"
        named = [item for item in member.items if is_kind(item, Kind.WORD)]
        if named and all(is_kind(item, Kind.TIME) for item in timed):
            return [*named, following.items[0], *timed]
    if again is None and is_spelled(following) and (opposed := _opposed(member.items, following.items)):
        return [*opposed, *following.items]
    return _done_again(member.items, following.items) if again is None and is_spelled(following) else again


def _opposed(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Weight gain or loss > 5 kg": two contrary changes are of one thing."""
    if len(before) < 2 or not is_kind(before[-1], Kind.WORD) or not is_kind(items[0], Kind.WORD):
        return ()
    contrary = any({before[-1].text, items[0].text} == set(pair) for pair in cues().contrary_changes)
    return before[:-1] if contrary and all(is_kind(item, Kind.WORD) for item in before) else ()


def _done_again(before: Sequence[Item], items: Sequence[Item]) -> list[Item] | None:
    """ "Malignancy diagnosed or treated within 5 years": what a second participle is said of."""
    rest = all(isinstance(item, Group) or is_kind(item, Kind.TIME) for item in items[1:])
    done = [_is_done(row[place]) for row, place in ((before, -1), (items, 0))]
    named = [item for item in before[:-1] if isinstance(item, Token) and item.kind is Kind.WORD]
    noun = strip_frames(named)
    told = bool(noun) and noun[-1] is named[-1] and not _ADVERB.fullmatch(noun[-1].text)
    return [*before[:-1], *items] if rest and all(done) and told else None


def _is_done(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and item.text.endswith("ed") and not item.text.endswith("eed")


def _repeated(before: Sequence[Item], items: Sequence[Item]) -> list[Item] | None:
    """ "Allergy to A or to B": a member that repeats the preposition takes what stood before it."""
    first = items[0].text
    if first not in ("to", "against", "for", "of", "in", "from") or len(items) < 2 or not is_kind(items[0], Kind.WORD):
        return None
    if first == "of" and any(is_kind(item, Kind.TIME) and item.text.endswith(" of") for item in before):
        # "History of cancer of the lung, or of gout"
        return None
    place = next((n for n, item in enumerate(before) if n and item.text == first), None)
    return [*before[:place], *items] if place is not None else None


def _at_another_time(before: Sequence[Item], items: Sequence[Item]) -> list[Item] | None:
    """ "Dyspnoea at rest or with exercise": a member that only says when takes what the one before it says it of."""
    how = items[0].text == "with" and all(is_kind(item, Kind.WORD, Kind.JOINING) for item in items)
    if not (how or (items[0].text in _WHEN and is_kind(items[0], Kind.WORD))) or len(items) < 2:
        return None
    place = next((n for n, item in enumerate(before) if n and is_kind(item, Kind.WORD) and item.text in _WHEN), None)
    return [*before[:place], *items] if place is not None else None


def words_of(items: Sequence[Item]) -> str:
    return " ".join(item.text for item in items if is_kind(item, Kind.WORD))


def announces_only(items: Sequence[Item]) -> bool:
    """Whether a member is the opening of a frame: "signs", of which "signs of" is one."""
    told = [item for item in items if not (is_kind(item, Kind.TIME) and item.text in window_words())]
    words = [item.text for item in told]
    while len(words) > 1 and (words[0],) in frame_phrases():
        words = words[1:]
    return len(words) == 1 and is_kind(told[-1], Kind.WORD) and (words[0], "of") in frame_phrases()


def frames(word: Token) -> bool:
    """Whether a word at the beginning of a member is no part of its noun: a degree, or "has had a"."""
    return (
        word.text in cues().degrees
        or word.text in cues().certainty
        or (word.kind is Kind.WORD and not strip_frames([word]))
    )


def is_spelled(member: Member) -> bool:
    """Whether a member is joined by a word, not by a comma alone."""
    return member.joint in (Kind.OR, Kind.AND)


_RULES = (
    _deed,
    _done_for,
    _state,
    _more,
    _of_one_place,
    _reacted,
    _of_relatives,
    _doubted,
    _doubted_before,
    _attempted,
)
