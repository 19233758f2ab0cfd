"""Members of a list that wait for what their neighbour has: "suspicion of or confirmed X", "previous or planned surgery"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import Member
from osler.core.criteria.parsing.qualifiers import qualifies
from osler.core.criteria.parsing.shared_targets import names_reaction
from osler.core.criteria.parsing.words import frame_phrases, strip_frames
from osler.core.terminology import Vocabularies

_ADVERB = re.compile(r"[a-z-]{4,}ly")
_BEFORE_KIND = frozenset({"a", "an", "the", "any", "other", "either", "multiple", "another"})
_STUDIES = frozenset({"trial", "trials", "study", "studies"})
_OF_STUDIES = frozenset({"investigational", "experimental", "interventional", "clinical", "medical", "new"})
_PREPOSITIONS = frozenset({"to", "of", "for", "from", "against", "with", "on"})
_WAITING = _PREPOSITIONS | {"in", "by", "under", "into"}
"""What a noun must follow; of some, what follows them may only say where."""
_EACH = frozenset(
    {
        "other",
        "steroid",
        "corticosteroid",
        "its",
        "their",
        "the",
        "per",
        "day",
        "daily",
        "dose",
        "doses",
        "of",
        "thereof",
    }
)
"""What may stand beside "equivalent" without naming another thing: "or its equivalent per day"."""
_MOTHER = frozenset({"mother", "mothers", "woman", "patient"})
_CHILD = frozenset({"child", "fetus", "foetus", "baby", "infant", "newborn", "neonate", "embryo"})
_BEING = frozenset({"is", "are", "be", "being"})
_BECOMING = frozenset({"be", "become", "becoming", "get", "getting"})


def completed(found: Sequence[Member], vocabularies: Vocabularies) -> list[Member]:
    """The members with the noun that their preposition waits for: "suspicion of or confirmed X", "history of, or risk for, X"."""
    members = _with_objects(found)
    place = 0
    while place + 1 < len(members):
        member, following = members[place], members[place + 1]
        if following.joint is Kind.OR and (more := _no_other(member, following, last=place + 2 == len(members))):
            members[place : place + 2] = [more]
            continue
        if _is_spelled(following) and (shown := _announced(member.items, following.items)) is not None:
            members[place : place + 2] = [
                member._replace(items=row) if n == 0 else following for n, row in enumerate(shown)
            ]
            place += 1
            continue
        deed = (
            _deed(member.items, following.items)
            or _done_for(member.items, following.items)
            or _state(member.items, following.items)
            or _more(member.items, following.items)
            or _of_one_place(member.items, following.items)
            or _reacted(member.items, following.items)
            or _doubted(member.items, following.items)
            or _doubted_before(member.items, following.items)
            or _attempted(member.items, following.items)
        )
        if _is_spelled(following) and deed:
            members[place] = member._replace(items=[*member.items, *deed])
            place += 1
            continue
        if _is_spelled(following) and (both := _of_one_noun(member.items, following.items, vocabularies)) is not None:
            members[place], members[place + 1] = member._replace(items=both[0]), following._replace(items=both[1])
            place += 1
            continue
        if (again := _said_again(member, following)) is not None:
            members[place + 1] = following._replace(items=again)
            place += 1
            continue
        if _is_spelled(following) and (noun := _foreseen(member.items, following.items)):
            members[place] = member._replace(items=[*member.items, *noun])
            place += 1
            continue
        if not _is_spelled(following) or not _waits(member.items):
            place += 1
            continue
        if _announces_only(member.items) and not _waits(following.items):
            # "Signs or symptoms of X" is X.
            times = [item for item in member.items if is_kind(item, Kind.TIME)]
            members[place : place + 2] = [following._replace(items=[*times, *following.items], joint=member.joint)]
            continue
        if _waits(following.items) and place + 2 < len(members) and members[place + 2].joint is Kind.COMMA:
            noun = members[place + 2].items
            members[place : place + 3] = [
                member._replace(items=[*member.items, *noun]),
                following._replace(items=[*following.items, *noun]),
            ]
        elif _ends_in_preposition(member.items) and (noun := _noun_after(following.items)):
            members[place] = member._replace(items=[*member.items, *noun])
        place += 1
    return members


def _with_objects(found: Sequence[Member]) -> list[Member]:
    """ "No response to, a contraindication to, or intolerance to two of them": before a comma a preposition waits for what the last one is of."""
    members = list(found)
    for place in range(len(members) - 2, -1, -1):
        member, following = members[place], members[place + 1]
        hangs = len(members) > 2 and _ends_in_preposition(member.items)
        governed = any(item.text in _PREPOSITIONS for item in following.items[1:-1])
        if hangs and governed and not any(is_kind(item, Kind.TIME) for item in following.items):
            noun = _noun_after(following.items)
            members[place] = member._replace(items=[*member.items, *noun])
    return members


def _opposed(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Weight gain or loss > 5 kg": two contrary changes are of one thing."""
    if len(before) < 2 or not is_kind(before[-1], Kind.WORD) or not is_kind(items[0], Kind.WORD):
        return ()
    contrary = any({before[-1].text, items[0].text} == set(pair) for pair in cues().contrary_changes)
    return before[:-1] if contrary and all(is_kind(item, Kind.WORD) for item in before) else ()


def _no_other(member: Member, following: Member, *, last: bool) -> Member | None:
    """A member with the next one where that names nothing else: "high school or above", "prednisone or equivalent"."""
    if _only_degree(following.items):
        more = following.items[0]
        words = Token(Kind.WORD, member.items[-1].end + 1, more.end, f"or {more.text}")
        return member._replace(items=[*member.items, words])
    if member.items[-1].text in _MOTHER and (whom := _only_child(following.items)) is not None:
        # "A danger to the mother or the child": neither is a condition of its own.
        words = Token(Kind.WORD, member.items[-1].end + 1, whom.end, f"or the {whom.text}")
        return member._replace(items=[*member.items, words])
    if not last or (times := _equivalent(following.items)) is None:
        return None
    like = next(item for item in following.items if item.text in cues().equivalents)
    dosed = any(is_kind(item, Kind.VALUE) for item in member.items)
    # Of a dose it is said how it is counted; a medicine has others like it.
    named = Token(Kind.WORD, member.items[-1].end + 1, like.end, f"or {like.text}")
    return member._replace(items=[*member.items, *([] if dosed else [named]), *times])


def _only_child(items: Sequence[Item]) -> Token | None:
    """The word for a child that is all that a member holds; None where it holds more."""
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    named = strip_frames(words)
    only = len(words) == len(items) and len(named) == 1 and named[0].text in _CHILD
    return named[0] if only else None


def _announced(before: Sequence[Item], items: Sequence[Item]) -> list[list[Item]] | None:
    """ "Danger signs or symptoms of malaria" are signs of malaria too; "biliary symptoms or signs" are one name."""
    last, first = before[-1], items[0]
    if not any(isinstance(item, Token) and item.kind is Kind.WORD and not _frames(item) for item in before[:-1]):
        return None
    if not {last.text, first.text} <= cues().manifestations:
        return None
    if len(items) == 1:
        return [[*before, Token(Kind.WORD, last.end, first.start, "or"), first]]
    return [[*before, *items[1:]], list(items)] if items[1].text == "of" else None


def _deed(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Difficulty or inability to walk": what the second cannot do the first cannot either."""
    to = next((n for n, item in enumerate(items) if n and item.text == "to"), None)
    waits = before[-1].text in cues().difficulties and to is not None and items[to - 1].text in cues().difficulties
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


@cache
def _before_names() -> frozenset[str]:
    """What stands before a name and says how sure, how severe or how far ahead it is."""
    return frozenset({*cues().plans, *cues().certainty, *cues().degrees, *cues().how_often})


def _reacted(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Allergy or adverse event with protease inhibitors": what the second is a reaction to the first is one to as well."""
    place = next((n for n, item in enumerate(items) if n and item.text in ("with", "from")), None)
    if place is None or place + 1 == len(items) or any(item.text in _PREPOSITIONS for item in before):
        return ()
    reacts = names_reaction(_words(before[-2:])) and names_reaction(_words(items[:place]))
    end = next((n for n, item in enumerate(items) if is_kind(item, Kind.TIME)), len(items))
    return items[place:end] if reacts and end > place + 1 else ()


def _done_again(before: Sequence[Item], items: Sequence[Item]) -> list[Item] | None:
    """ "Malignancy diagnosed or treated within 5 years": what a second participle is said of."""
    rest = all(is_kind(item, Kind.TIME) for item in items[1:])
    done = [_is_done(row[place]) for row, place in ((before, -1), (items, 0))]
    named = [item for item in before[:-1] if isinstance(item, Token) and item.kind is Kind.WORD]
    noun = strip_frames(named)
    told = bool(noun) and noun[-1] is named[-1] and not _ADVERB.fullmatch(noun[-1].text)
    return [*before[:-1], *items] if rest and all(done) and told else None


def _is_done(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and item.text.endswith("ed") and not item.text.endswith("eed")


def _foreseen(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Previous or planned surgery": what is foreseen is what there has been, or is, as well."""
    timed = all(is_kind(item, Kind.TIME) and item.text in window_words() for item in before)
    foreseen = items[0].text in _before_names() and len(items) > 1 and items[1].text != "to"
    if timed and foreseen and is_kind(items[-1], Kind.WORD):
        return items[1:]
    # "Active or ongoing infection": and what is seen now as well.
    when = window_words().get(items[0].text) if len(items) > 1 and is_kind(items[0], Kind.TIME) else None
    now = when == "current" or (when == "ever" and items[0].text.endswith(" of"))
    degree = len(before) == 1 and before[0].text in _before_names()
    return items[1:] if now and degree and all(is_kind(item, Kind.WORD) for item in items[1:]) else ()


def _only_degree(items: Sequence[Item]) -> bool:
    return len(items) == 1 and items[0].text in cues().comparisons


def _of_one_noun(
    before: Sequence[Item], items: Sequence[Item], vocabularies: Vocabularies
) -> tuple[list[Item], list[Item]] | None:
    """ "Admission for diagnostic or surgical procedures": after a preposition both kinds take the noun and what stands before."""
    if len(items) < 2 or not all(is_kind(item, Kind.WORD) for item in (before[-1], *items[:2])):
        return None
    kind, first = before[-1].text, items[0].text
    studies = _last_word(items).text in _STUDIES and kind in cues().given_in_trials
    between = _BEFORE_KIND | (_OF_STUDIES if studies else frozenset())
    place = next((n for n in range(len(before) - 2, 0, -1) if before[n].text not in between), 0)
    opening = [item for item in before[:place] if isinstance(item, Token) and item.kind is Kind.WORD]
    if before[place].text not in cues().prepositions or not strip_frames(opening):
        return None
    attributive = studies or kind in cues().kinds_of_things
    # Of two adjectives the members share their noun later, when it is known which noun makes a name.
    adjective = qualifies(kind, vocabularies) and kind not in cues().attributive and not qualifies(first, vocabularies)
    # "Impairment of liver or pancreatic function": an organ without an article, beside an adjective of what is no disease.
    organ = (
        place == len(before) - 2 and kind in cues().attributive - cues().taken_things and qualifies(first, vocabularies)
    )
    adjective = adjective or (organ and not names_condition(_words(items), vocabularies))
    if (
        not (attributive or adjective)
        or names_condition(kind, vocabularies)
        or first in {*cues().prepositions, *_BEFORE_KIND}
    ):
        return None
    end = next((n for n, item in enumerate(items) if n and not _is_name_word(item)), len(items))
    if end < 2:
        return None
    noun = items[end - 1 : end] if attributive else items[1:end]
    return [*before, *noun, *items[end:]], [*before[: -1 if studies else place + 1], *items]


def _last_word(items: Sequence[Item]) -> Item:
    """The last word of a member, whatever time or bracket follows it."""
    return next((item for item in reversed(items) if is_kind(item, Kind.WORD)), items[-1])


def _words(items: Sequence[Item]) -> str:
    return " ".join(item.text for item in items if is_kind(item, Kind.WORD))


def _is_name_word(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and item.text not in cues().prepositions and item.text not in cues().joining


def _equivalent(items: Sequence[Item]) -> list[Item] | None:
    """The times of a member that only says "or equivalent"; None where it names something."""
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    times = [item for item in items if is_kind(item, Kind.TIME)]
    named = [word for word in strip_frames(words) if word.text not in _EACH]
    only = len(words) + len(times) == len(items) and len(named) == 1 and named[0].text in cues().equivalents
    return times if only else None


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


def _said_again(member: Member, following: Member) -> list[Item] | None:
    """A member with what the one before it is said of; None where it stands for itself."""
    again = _repeated(member.items, following.items)
    if again is None and following.items[0].text in cues().plans and (timed := following.items[1:]):
        # "A live vaccine within 30 days before, or planned during the study"
        named = [item for item in member.items if is_kind(item, Kind.WORD)]
        if named and all(is_kind(item, Kind.TIME) for item in timed):
            return [*named, following.items[0], *timed]
    if again is None and _is_spelled(following) and (opposed := _opposed(member.items, following.items)):
        return [*opposed, *following.items]
    return _done_again(member.items, following.items) if again is None and _is_spelled(following) else again


def _is_spelled(member: Member) -> bool:
    """Whether a member is joined by a word, not by a comma alone."""
    return member.joint in (Kind.OR, Kind.AND)


def _waits(items: Sequence[Item]) -> bool:
    return _ends_in_preposition(items) or _announces_only(items)


def _ends_in_preposition(items: Sequence[Item]) -> bool:
    last = items[-1]
    if not isinstance(last, Token) or (len(items) < 2 and last.kind is not Kind.TIME):
        return False
    if last.kind is Kind.TIME:
        return last.text.endswith((" of", " from"))
    return last.kind in (Kind.WORD, Kind.JOINING) and last.text in _WAITING


def _announces_only(items: Sequence[Item]) -> bool:
    """Whether a member is the opening of a frame: "signs", of which "signs of" is one."""
    told = [item for item in items if not (is_kind(item, Kind.TIME) and item.text in window_words())]
    words = [item.text for item in told]
    while len(words) > 1 and (words[0],) in frame_phrases():
        words = words[1:]
    return len(words) == 1 and is_kind(told[-1], Kind.WORD) and (words[0], "of") in frame_phrases()


def _doubted(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Diagnosis or suspicion of X" is X, or a suspicion of it."""
    if not _announces_only(before):
        return ()
    near = (n for n, item in enumerate(items[:3]) if n and item.text == "of" and items[n - 1].text in cues().doubts)
    place = next(near, None)
    return items[place:] if place is not None and place + 1 < len(items) else ()


def _doubted_before(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Suspicion or history of X" is a suspicion of X, or a history of it."""
    first = items[0]
    told = [item for item in before if not (isinstance(item, Token) and item.kind is Kind.WORD and _frames(item))]
    waits = len(told) == 1 and told[0].text in cues().doubts and isinstance(first, Token) and first.kind is Kind.TIME
    if not waits or not first.text.endswith(" of") or len(items) < 2:
        return ()
    return [Token(Kind.WORD, first.end - 2, first.end, "of"), *items[1:]]


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


def _attempted(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Attempting or expecting to become pregnant": what the second is about to do the first is about to do as well."""
    to = next((n for n, item in enumerate(items[:3]) if n and item.text == "to"), None)
    if to is None or before[-1].text not in _ATTEMPTS or items[to - 1].text not in _ATTEMPTS | cues().plans:
        return ()
    end = next((n for n, item in enumerate(items) if is_kind(item, Kind.TIME)), len(items))
    return items[to:end]


def _noun_after(items: Sequence[Item]) -> list[Item]:
    """What a neighbour's preposition governs; where it has none, its words without their modifiers."""
    tokens = [item for item in items if not is_kind(item, Kind.TIME)]
    for place, item in enumerate(tokens[:-1]):
        if place and is_kind(item, Kind.WORD, Kind.JOINING) and item.text in _PREPOSITIONS:
            return list(tokens[place + 1 :])
    while tokens and isinstance(first := tokens[0], Token) and _frames(first):
        tokens = tokens[1:]
    return list(tokens)


def _frames(word: Token) -> bool:
    """Whether a word at the beginning of a member is no part of its noun: a degree, or "has had a"."""
    return (
        word.text in cues().degrees
        or word.text in cues().certainty
        or (word.kind is Kind.WORD and not strip_frames([word]))
    )
