"""What stands around "or" before a list is cut: paired modifiers, "either … or …", heads that wait for their noun."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.lists import CONNECTIVES, Member
from osler.core.criteria.parsing.qualifiers import qualifies
from osler.core.criteria.parsing.words import frame_phrases, sex_words, strip_frames
from osler.core.terminology import Vocabularies

_ADVERB = re.compile(r"[a-z-]{4,}ly")
_BEFORE_KIND = frozenset({"a", "an", "the", "any", "other", "either", "multiple", "another"})
_STUDIES = frozenset({"trial", "trials", "study", "studies"})
_PREPOSITIONS = frozenset({"to", "of", "for", "from", "against", "with", "on"})


def paired(items: Sequence[Item], vocabularies: Vocabularies) -> list[Item]:
    """ "Known or suspected X", "histologically or cytologically proven X": the pair is one modifier of one name."""
    row = list(items)
    place = 1
    while place + 2 < len(row):
        first, joint, second, following = row[place - 1 : place + 3]
        if (
            isinstance(first, Token)
            and isinstance(joint, Token)
            and isinstance(second, Token)
            and is_kind(joint, Kind.OR, Kind.AND)
            and (
                (_modifies(first) and _modifies(second))
                or _in_bound_phrase(row, place, vocabularies)
                or _of_one_thing(row, place)
            )
            and is_kind(following, Kind.WORD, Kind.TIME, Kind.RESULT)
        ):
            text = f"{first.text} {joint.text} {second.text}"
            row[place - 1 : place + 2] = [Token(Kind.WORD, first.start, second.end, text)]
        else:
            place += 1
    return row


def _in_bound_phrase(row: Sequence[Item], place: int, vocabularies: Vocabularies) -> bool:
    """Whether a pair of adjectives stands deep in a name: "resection due to a benign or malignant tumour"."""
    first, second = _text(row[place - 1]), _text(row[place + 1])
    if not (qualifies(first, vocabularies) and qualifies(second, vocabularies)):
        return False
    start = max((n + 1 for n in range(place) if is_kind(row[n], *CONNECTIVES)), default=0)
    return any(is_kind(item, Kind.WORD) and _text(item) in cues().joining for item in row[start : place - 1])


def _of_one_thing(row: Sequence[Item], place: int) -> bool:
    """Whether a pair of nouns between a preposition and "of" is of one thing: "involvement in the planning and conduct of the study"."""
    if place < 3 or _text(row[place - 2]) not in cues().articles or _text(row[place + 2]) != "of":
        return False
    if not is_kind(row[place], Kind.AND):
        return False
    words = [item for item in row[place - 3 : place + 2] if not is_kind(item, Kind.AND, Kind.OR)]
    named = [item for item in row[: place - 3] if isinstance(item, Token) and item.kind is Kind.WORD]
    return (
        all(is_kind(item, Kind.WORD) for item in words)
        and _text(words[0]) in cues().prepositions
        and bool(strip_frames(named[-1:]))
    )


def _modifies(token: Token) -> bool:
    if token.kind is not Kind.WORD:
        return False
    return token.text in cues().certainty or bool(_ADVERB.fullmatch(token.text))


def either(items: Sequence[Item]) -> list[Item]:
    """ "Either A or B and C": what stands between "either" and the end of its second member belongs together."""
    row = list(items)
    place = next((n for n, item in enumerate(row) if is_kind(item, Kind.WORD) and _text(item) == "either"), None)
    joint = first_index(row, Kind.OR, start=place) if place is not None else None
    if place is None or joint is None or place + 1 == joint or joint + 1 == len(row):
        return row
    end = first_index(row, Kind.AND, start=joint + 1)
    end = len(row) if end is None else end
    start = max((n + 1 for n in range(place) if is_kind(row[n], *CONNECTIVES)), default=0)
    if first_index(row[joint + 1 : end], Kind.OR, Kind.COMMA) is not None or (start == 0 and end == len(row)):
        return row
    # What the member says before "either" is said of both: "fed either A or B".
    before = row[start:place]
    if not strip_frames([item for item in before if isinstance(item, Token)]):
        before = []
    if all(is_kind(item, Kind.TIME) for item in (*row[place + 1 : joint], *row[joint + 1 : end])):
        return row
    pair = [*before, *row[place + 1 : joint], row[joint], *before, *row[joint + 1 : end]]
    rest = row[end:]
    if first_index(rest, Kind.OR) is not None:
        rest = [rest[0], Group(rest[1:], rest[1].start, rest[-1].end)]
    return [*row[:start], Group(pair, pair[0].start, pair[-1].end), *rest]


def completed(found: Sequence[Member], vocabularies: Vocabularies) -> list[Member]:
    """The members with the noun that their preposition waits for: "suspicion of or confirmed X", "history of, or risk for, X"."""
    members = list(found)
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
        deed = _deed(member.items, following.items) or _done_for(member.items, following.items)
        if _is_spelled(following) and deed:
            members[place] = member._replace(items=[*member.items, *deed])
            place += 1
            continue
        if _is_spelled(following) and (both := _of_one_noun(member.items, following.items, vocabularies)) is not None:
            members[place], members[place + 1] = member._replace(items=both[0]), following._replace(items=both[1])
            place += 1
            continue
        if (again := _repeated(member.items, following.items)) is not None:
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
            members[place : place + 2] = [following._replace(joint=member.joint)]
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


def _no_other(member: Member, following: Member, *, last: bool) -> Member | None:
    """A member with the next one where that names nothing else: "high school or above", "prednisone or equivalent"."""
    if _only_degree(following.items):
        more = following.items[0]
        words = Token(Kind.WORD, member.items[-1].end + 1, more.end, f"or {_text(more)}")
        return member._replace(items=[*member.items, words])
    times = _equivalent(following.items) if last else None
    return None if times is None else member._replace(items=[*member.items, *times])


def _announced(before: Sequence[Item], items: Sequence[Item]) -> list[list[Item]] | None:
    """ "Danger signs or symptoms of malaria" are signs of malaria too; "biliary symptoms or signs" are one name."""
    last, first = before[-1], items[0]
    if len(before) < 2 or not {_text(last), _text(first)} <= cues().manifestations:
        return None
    if len(items) == 1:
        return [[*before, Token(Kind.WORD, last.end, first.start, "or"), first]]
    return [[*before, *items[1:]], list(items)] if _text(items[1]) == "of" else None


def _deed(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Difficulty or inability to walk": what the second cannot do the first cannot either."""
    to = next((n for n, item in enumerate(items) if n and _text(item) == "to"), None)
    waits = _text(before[-1]) in cues().difficulties and to is not None and _text(items[to - 1]) in cues().difficulties
    return items[to:] if waits else ()


def _done_for(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Diagnosed or treated for X": what was done for something, beside what was done only."""
    words = [_text(item) for item in (*before, *items[:1])]
    done = all(is_kind(item, Kind.WORD) for item in before) and all(word.endswith("ed") for word in words)
    to = next((n for n, item in enumerate(items) if n and _text(item) in ("for", "with")), None)
    return items[to:] if len(before) == 1 and done and to == 1 and len(items) > to + 1 else ()


def _foreseen(before: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Previous or planned surgery": what is foreseen is what there has been, or is, as well."""
    timed = all(is_kind(item, Kind.TIME) and _text(item) in window_words() for item in before)
    foreseen = (
        _text(items[0]) in {*cues().plans, *cues().certainty, *cues().degrees}
        and len(items) > 1
        and _text(items[1]) != "to"
    )
    if timed and foreseen and is_kind(items[-1], Kind.WORD):
        return items[1:]
    # "Active or ongoing infection": and what is seen now as well.
    now = len(items) > 1 and is_kind(items[0], Kind.TIME) and window_words().get(_text(items[0])) == "current"
    degree = len(before) == 1 and _text(before[0]) in {*cues().plans, *cues().certainty, *cues().degrees}
    return items[1:] if now and degree and all(is_kind(item, Kind.WORD) for item in items[1:]) else ()


def _only_degree(items: Sequence[Item]) -> bool:
    return len(items) == 1 and _text(items[0]) in cues().comparisons


def _of_one_noun(
    before: Sequence[Item], items: Sequence[Item], vocabularies: Vocabularies
) -> tuple[list[Item], list[Item]] | None:
    """ "Admission for diagnostic or surgical procedures": after a preposition both kinds take the noun and what stands before."""
    if len(items) < 2 or not all(is_kind(item, Kind.WORD) for item in (before[-1], *items[:2])):
        return None
    kind, first = _text(before[-1]), _text(items[0])
    place = next((n for n in range(len(before) - 2, 0, -1) if _text(before[n]) not in _BEFORE_KIND), 0)
    opening = [item for item in before[:place] if isinstance(item, Token) and item.kind is Kind.WORD]
    if _text(before[place]) not in cues().prepositions or not strip_frames(opening):
        return None
    studied = _text(items[-1]) in _STUDIES and kind in cues().given_in_trials
    attributive = studied or kind in cues().kinds_of_things
    # Of two adjectives the members share their noun later, when it is known which noun makes a name.
    adjective = qualifies(kind, vocabularies) and kind not in cues().attributive and not qualifies(first, vocabularies)
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
    return [*before, *noun, *items[end:]], [*before[: place + 1], *items]


def _is_name_word(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and _text(item) not in {*cues().prepositions, *cues().joining}


def _equivalent(items: Sequence[Item]) -> list[Item] | None:
    """The times of a member that only says "or equivalent"; None where it names something."""
    words = [item for item in items if isinstance(item, Token) and item.kind is Kind.WORD]
    times = [item for item in items if is_kind(item, Kind.TIME)]
    named = strip_frames(words)
    only = len(words) + len(times) == len(items) and len(named) == 1 and named[0].text in cues().equivalents
    return times if only else None


def _repeated(before: Sequence[Item], items: Sequence[Item]) -> list[Item] | None:
    """ "Allergy to A or to B": a member that repeats the preposition takes what stood before it."""
    first = _text(items[0])
    if first not in ("to", "against", "for") or len(items) < 2:
        return None
    place = next((n for n, item in enumerate(before) if n and _text(item) == first), None)
    return [*before[:place], *items] if place is not None else None


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
        return last.text.endswith(" of")
    return last.kind in (Kind.WORD, Kind.JOINING) and last.text in _PREPOSITIONS


def _announces_only(items: Sequence[Item]) -> bool:
    """Whether a member is the opening of a frame: "signs", of which "signs of" is one."""
    words = [item.text for item in items if isinstance(item, Token)]
    while len(words) > 1 and (words[0],) in frame_phrases():
        words = words[1:]
    return len(words) == 1 == len([item for item in items if is_kind(item, Kind.WORD)]) and (
        (words[0], "of") in frame_phrases()
    )


def _noun_after(items: Sequence[Item]) -> list[Item]:
    """What a neighbour's preposition governs; where it has none, its words without their modifiers."""
    tokens = [item for item in items if not is_kind(item, Kind.TIME)]
    for place, item in enumerate(tokens[:-1]):
        if place and is_kind(item, Kind.WORD, Kind.JOINING) and _text(item) in _PREPOSITIONS:
            return list(tokens[place + 1 :])
    while tokens and isinstance(tokens[0], Token) and tokens[0].text in {*cues().degrees, *cues().certainty}:
        tokens = tokens[1:]
    return list(tokens)


def _text(item: Item) -> str:
    return item.text if isinstance(item, Token) else ""


def joined_by_comma(found: Sequence[Member]) -> list[Member]:
    """ "Slow pulse, causing symptoms", "melanoma, stage III": a clause after a comma is said of the member before it, unless each has one."""
    members: list[Member] = []
    openings = [_joining(member) for member in found]
    for place, member in enumerate(found):
        word = openings[place]
        alone = (word is not None and openings.count(word) == 1) or _only_staged(member.items)
        # "…, before the operation": a time alone after a comma.
        alone = (
            alone or _text(member.items[0]) == "for" or _says_how(member.items) or all(map(_is_counted, member.items))
        )
        if members and alone and member.joint is Kind.COMMA and _is_said_of(members[-1]):
            members[-1] = members[-1]._replace(items=[*members[-1].items, *member.items])
        else:
            members.append(member)
    return members


def _says_how(items: Sequence[Item]) -> bool:
    """ "…, as calculated from the last visit", "…, based on guidelines": by what rules, not what."""
    done = len(items) > 1 and _text(items[0]) == "as" and _text(items[1]).endswith(("ed", "wn"))
    words = " ".join(_text(item) for item in items[:3])
    if any(_text(item) in {*cues().possibilities, *cues().verbs} for item in items):
        return False
    return done or any(f"{words} ".startswith(f"{method} ") for method in cues().methods)


def _is_counted(item: Item) -> bool:
    return is_kind(item, Kind.TIME) and _text(item) not in window_words()


def _only_staged(items: Sequence[Item]) -> bool:
    return all(is_kind(item, Kind.GRADE) for item in items)


def _joining(member: Member) -> str | None:
    first = member.items[0]
    return first.text if isinstance(first, Token) and first.kind is Kind.JOINING else None


def _is_said_of(member: Member) -> bool:
    return any(is_kind(item, Kind.WORD, Kind.SCALE, Kind.SCALED) for item in member.items)


def both_sexes(items: Sequence[Item]) -> list[Item]:
    """ "Male or female patients": the pair is one member, not two."""
    row = list(items)
    for place in range(len(row) - 2):
        first, joint, second = row[place : place + 3]
        if not (isinstance(first, Token) and isinstance(second, Token) and is_kind(joint, Kind.OR, Kind.AND)):
            continue
        sexes = [sex_words().get(first.text), sex_words().get(second.text)]
        if place and isinstance(told := row[place - 1], Token) and told.text in cues().of_one_sex:
            # "Postmenopausal women or men": what stands before the first can be said of it only.
            continue
        if set(sexes) == {"female", "male"}:
            if len(row) == 3:
                return [first, Token(Kind.OR, joint.start, joint.end, "or"), second]
            pair = Group([first, Token(Kind.OR, joint.start, joint.end, "or"), second], first.start, second.end)
            tail = row[place + 3 :]
            comma = (
                [] if not tail or is_kind(tail[0], *CONNECTIVES) else [Token(Kind.AND, second.end, second.end, "and")]
            )
            return [*row[:place], pair, *comma, *tail]
    return row
