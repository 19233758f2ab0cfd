"""What stands around "or" before a list is cut: paired modifiers, "either … or …", clauses after a comma."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues, life_stages, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item, first_index, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES, Member
from osler.core.criteria.parsing.qualifiers import only_adjectives, qualifies
from osler.core.criteria.parsing.words import sex_words, strip_frames
from osler.core.terminology import Vocabularies, singular

_NEAR = 5
_FOUND = frozenset({"found", "detected", "identified", "observed", "discovered", "revealed", "noted"})
_ADVERB = re.compile(r"[a-z-]{4,}ly")


def paired(items: Sequence[Item], vocabularies: Vocabularies) -> list[Item]:
    """ "Known or suspected X", "histologically or cytologically proven X": the pair is one modifier of one name."""
    row = _combined(_done_by_one(_surely_after(items)))
    place = 1
    while place + 2 < len(row):
        if not is_kind(row[place], Kind.OR, Kind.AND):
            place += 1
            continue
        first, joint, second, following = row[place - 1 : place + 3]
        if (
            isinstance(first, Token)
            and isinstance(joint, Token)
            and isinstance(second, Token)
            and (
                (_modifies(first) and _modifies(second))
                or _in_bound_phrase(row, place, vocabularies)
                or _pointed_to(row, place, vocabularies)
                or _of_one_thing(row, place)
                or _of_one_ending(row, place)
                or _is_general_pair(row, place)
                or _is_likeness(row, place)
                or _is_pair_of_times(row, place)
                or _is_counted_pair(row, place)
            )
            and is_kind(following, Kind.WORD, Kind.TIME, Kind.RESULT)
        ):
            text = f"{first.text} {joint.text} {second.text}"
            row[place - 1 : place + 2] = [Token(Kind.WORD, first.start, second.end, text)]
        else:
            place += 1
    return row


def _combined(items: Sequence[Item]) -> list[Item]:
    """ "The combination of A and B": who has one of the two has no combination, which is one name."""
    row = list(items)
    for place in range(len(row) - 3):
        if row[place].text not in _COMBINING or row[place + 1].text != "of":
            continue
        joint = first_index(row, *CONNECTIVES, start=place)
        if joint is not None and is_kind(row[joint], Kind.AND) and isinstance(both := row[joint], Token):
            row[joint] = both._replace(kind=Kind.WORD)
    return row


_COMBINING = frozenset({"combination", "association", "coexistence", "co-existence"})


def _is_counted_pair(row: Sequence[Item], place: int) -> bool:
    """ "At least two moderate or severe exacerbations": so many of one thing, of either degree."""
    if place < 2 or not is_kind(row[place - 2], Kind.VALUE) or not is_kind(row[place], Kind.OR):
        return False
    return all(is_kind(item, Kind.WORD) and item.text in cues().degrees for item in (row[place - 1], row[place + 1]))


def _done_by_one(items: Sequence[Item]) -> list[Item]:
    """ "Managed and regularly followed by a cardiologist": what one does to somebody is one thing."""
    row = list(items)
    for place in [n for n, item in enumerate(items) if n and is_kind(item, Kind.AND)]:
        second = place + 1 if place + 1 < len(row) and not _modifies(row[place + 1]) else place + 2
        ends = second + 1 < len(row) and row[second + 1].text == "by"
        if ends and _is_participle(row[place - 1]) and _is_participle(row[second]):
            words = " ".join(item.text for item in row[place - 1 : second + 1])
            told = Token(Kind.WORD, row[place - 1].start, row[second].end, words)
            return [*row[: place - 1], told, *row[second + 1 :]]
    return row


def _surely_after(items: Sequence[Item]) -> list[Item]:
    """ "Contraindication known or suspected": how sure something is, told after its name, is no second member."""
    row = list(items)
    for place in range(len(row) - 2, 1, -1):
        if not is_kind(row[place], Kind.OR, Kind.AND):
            continue
        first, joint, second = row[place - 1 : place + 2]
        sure = all(is_kind(item, Kind.WORD) and item.text in cues().certainty for item in (first, second))
        # "Breastfed exclusively or predominantly"
        done = is_kind(row[place - 2], Kind.WORD) and row[place - 2].text.endswith("ed")
        sure = sure or (done and all(_ADVERB.fullmatch(item.text) for item in (first, second)))
        ends = place + 2 == len(row) or is_kind(row[place + 2], *CONNECTIVES) or isinstance(row[place + 2], Group)
        before = place - 2 if is_kind(row[place - 2], Kind.COMMA) else place - 1
        if not (sure and ends and before and is_kind(row[before - 1], Kind.WORD)):
            continue
        text = f"{first.text} {joint.text} {second.text}"
        return [*row[:before], Token(Kind.WORD, first.start, second.end, text), *row[place + 2 :]]
    return row


def _in_bound_phrase(row: Sequence[Item], place: int, vocabularies: Vocabularies) -> bool:
    """Whether a pair of adjectives stands deep in a name: "resection due to a benign or malignant tumour"."""
    first, second = row[place - 1].text, row[place + 1].text
    if not (qualifies(first, vocabularies) and qualifies(second, vocabularies)):
        return False
    start = max((n + 1 for n in range(place) if is_kind(row[n], *CONNECTIVES)), default=0)
    words = [item.text for item in row[start : place - 1] if is_kind(item, Kind.WORD)]
    # "A drug for the management of recurrent or persistent disease"
    purpose = "for" in words and words[-1:] == ["of"] and words.index("for") > 0
    under = place > 2 and words[-1:] == ["under"]  # "replacement under spinal or general anesthesia"
    return purpose or under or any(word in cues().joining for word in words)


def _pointed_to(row: Sequence[Item], place: int, vocabularies: Vocabularies) -> bool:
    """ "A or tests suggesting acute or chronic hepatitis": within a list a pair of adjectives is of what something points to."""
    if place < 3 or not is_kind(row[place - 2], Kind.JOINING) or row[place - 2].text not in cues().evidential:
        return False
    listed = any(is_kind(item, *CONNECTIVES) for item in row[: place - 2])
    return listed and all(qualifies(row[n].text, vocabularies) for n in (place - 1, place + 1))


def _of_one_thing(row: Sequence[Item], place: int) -> bool:
    """Whether a pair of nouns between a preposition and "of" is of one thing: "involvement in the planning and conduct of the study"."""
    if place < 3 or row[place - 2].text not in cues().articles or row[place + 2].text != "of":
        return False
    if not is_kind(row[place], Kind.AND):
        return False
    words = [item for item in row[place - 3 : place + 2] if not is_kind(item, Kind.AND, Kind.OR)]
    named = [item for item in row[: place - 3] if isinstance(item, Token) and item.kind is Kind.WORD]
    return (
        all(is_kind(item, Kind.WORD) for item in words)
        and words[0].text in cues().prepositions
        and bool(strip_frames(named[-1:]))
    )


def _is_general_pair(row: Sequence[Item], place: int) -> bool:
    """Whether two general nouns stand before one clause: "any condition or disease that would …"."""
    names = {singular(row[place - 1].text), singular(row[place + 1].text)}
    return names <= cues().general_nouns and row[place + 2].text in cues().relative.things


def _is_likeness(row: Sequence[Item], place: int) -> bool:
    """Whether a pair says in what something is alike: "compounds of similar chemical or biologic composition"."""
    words = [item.text for item in row[max(place - _NEAR, 0) : place - 1]]
    alike = words[-1:] == ["similar"] or (words[-1:] == ["in"] and "similar" in words)
    return alike and is_kind(row[place - 1], Kind.WORD) and is_kind(row[place + 1], Kind.WORD)


_WHEN = frozenset({"during", "before", "after", "following", "upon"})


def _is_pair_of_times(row: Sequence[Item], place: int) -> bool:
    """Whether two prepositions of time stand before one event: "bleeding during or following intercourse"."""
    pair = (row[place - 1].text, row[place + 1].text)
    return set(pair) <= _WHEN and pair[0] != pair[1]


def _of_one_ending(row: Sequence[Item], place: int) -> bool:
    """Whether two words share their ending after a preposition: "the last dose of first- or second-line chemotherapy"."""
    if not (row[place - 1].text.endswith("-") and "-" in row[place + 1].text):
        return False
    start = max((n + 1 for n in range(place) if is_kind(row[n], *CONNECTIVES)), default=0)
    before = row[start : place - 1]
    if any(item.text in cues().prepositions for item in before if is_kind(item, Kind.WORD)):
        return True
    return bool(before) and is_kind(before[-1], Kind.TIME) and before[-1].text.endswith(" of")


def _modifies(token: Item) -> bool:
    if not isinstance(token, Token) or token.kind is not Kind.WORD:
        return False
    return token.text in cues().certainty or bool(_ADVERB.fullmatch(token.text))


def either(items: Sequence[Item]) -> list[Item]:
    """ "Either A or B and C": what stands between "either" and the end of its second member belongs together."""
    row = list(items)
    place = next((n for n, item in enumerate(row) if is_kind(item, Kind.WORD) and item.text == "either"), None)
    joint = first_index(row, Kind.OR, start=place) if place is not None else None
    if place is None or joint is None or place + 1 == joint or joint + 1 == len(row):
        return row
    if first_index(row[place:joint], Kind.AND) is not None:
        return row  # "either A and B or C and D": each pair holds together
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


def joined_by_comma(found: Sequence[Member]) -> list[Member]:
    """ "Slow pulse, causing symptoms", "melanoma, stage III": a clause after a comma is said of the member before it, unless each has one."""
    members: list[Member] = []
    found = _with_doers(_with_kinds_behind(found))
    openings = [_joining(member) for member in found]
    for place, member in enumerate(found):
        if members and member.joint is Kind.AND and _bounds_again(members[-1].items, member.items):
            # "Radiation above the diaphragm and below the neck": one place from both its sides.
            joint = Token(Kind.WORD, members[-1].items[-1].end, member.items[0].start, "and")
            members[-1] = members[-1]._replace(items=[*members[-1].items, joint, *member.items])
            continue
        if not members or member.joint is not Kind.COMMA:
            members.append(member)
            continue
        word = openings[place]
        offered = any(other.joint is Kind.OR for other in found[:place])
        staged = _only_staged(member.items) and not (offered and len(member.items) > 1)
        alone = (word is not None and openings.count(word) == 1) or staged
        alone = alone or (place > 0 and _is_scale_of(member.items, found[place - 1].items))
        alone = alone or member.items[0].text in cues().narrowing or _is_edition(member.items)
        # "…, before the operation": a time alone after a comma.
        timed = [item for item in member.items if not isinstance(item, Group)]
        alone = alone or member.items[0].text == "for" or _says_how(member.items)
        alone = alone or (bool(timed) and all(map(_is_counted, timed)))
        if place and _is_dated_deed(member.items) and _is_said_of(members[-1]):
            # "Gout, renal failure, diagnosed at screening": the time alone is said of what was diagnosed.
            members[-1] = members[-1]._replace(items=[*members[-1].items, *member.items[1:]])
        elif alone and _is_said_of(members[-1]):
            members[-1] = members[-1]._replace(items=[*members[-1].items, *member.items])
        else:
            members.append(member)
    return members


_SIDES = frozenset({"above", "below", "beneath", "inside", "outside", "within", "between", "proximal", "distal"})


def _bounds_again(before: Sequence[Item], items: Sequence[Item]) -> bool:
    """Whether a member begins with a side of a place, as the end of the one before it does, and names nothing else."""
    plain = all(is_kind(item, Kind.WORD) for item in items)
    sided = any(is_kind(item, Kind.WORD) and item.text in _SIDES for item in before[1:])
    return plain and sided and items[0].text in _SIDES


def _with_doers(found: Sequence[Member]) -> Sequence[Member]:
    """ "A diagnosis, made or affirmed by a psychiatrist": by whom something was done is said of what was done."""
    if len(found) < 3 or found[-2].joint is not Kind.COMMA or not is_kind(found[-1].items[0], Kind.WORD):
        return found
    first, last = found[-2].items, found[-1].items
    done = len(first) == 1 and _is_participle(first[0]) and _is_participle(last[0]) and len(last) > 2
    if not done or last[1].text not in ("by", "in", "at"):
        return found
    joint = Token(Kind.WORD, first[0].end, last[0].start, "or")
    before = found[-3]
    return [*found[:-3], before._replace(items=[*before.items, *first, joint, *last])]


def _is_participle(item: Item) -> bool:
    return is_kind(item, Kind.WORD) and (item.text in ("made", "done") or item.text.endswith(("ed", "ed-up")))


def _with_kinds_behind(found: Sequence[Member]) -> Sequence[Member]:
    """ "Contraindications to surgery, anatomical or medical": adjectives that end a sentence say of what kind the noun before them is."""
    start = len(found)
    while start > 1 and all(
        is_kind(item, Kind.WORD) and only_adjectives([item.text]) for item in found[start - 1].items
    ):
        start -= 1
    kinds = found[start:]
    if start and all(is_kind(item, Kind.WORD) and only_adjectives([item.text]) for item in found[start - 1].items):
        return found  # "(local, regional, metastatic)": adjectives alone
    if len(kinds) < 2 or kinds[0].joint is not Kind.COMMA or any(other.joint is Kind.COMMA for other in found[1:start]):
        return found
    if any(len(member.items) > 1 for member in kinds) or not is_kind(found[start - 1].items[-1], Kind.WORD):
        return found
    first, last = kinds[0].items[0], kinds[-1].items[-1]
    words = " ".join(f"or {member.items[0].text}" if n else member.items[0].text for n, member in enumerate(kinds))
    told = Token(Kind.WORD, first.start, last.end, words)
    before = found[start - 1]
    return [*found[: start - 1], before._replace(items=[*before.items, told])]


def _says_how(items: Sequence[Item]) -> bool:
    """ "…, as calculated from the last visit", "…, based on guidelines": by what rules, not what."""
    done = len(items) > 1 and items[0].text == "as" and items[1].text.endswith(("ed", "wn"))
    words = " ".join(item.text for item in items[:3])
    if not cues().possibilities.isdisjoint(told := [item.text for item in items]) or not cues().verbs.isdisjoint(told):
        return False
    ruled = items[0].text in ("by", "per", "using") and singular(items[-1].text) in cues().of_works
    return done or ruled or f"{words} ".startswith(_methods())


@cache
def _methods() -> tuple[str, ...]:
    return tuple(f"{method} " for method in cues().methods)


def _is_dated_deed(items: Sequence[Item]) -> bool:
    """Whether items say only when something was found out: "established at screening"."""
    done = is_kind(items[0], Kind.WORD) and (items[0].text in _FOUND or items[0].text in cues().certainty)
    return done and len(items) > 1 and all(map(_is_counted, items[1:]))


def _is_edition(items: Sequence[Item]) -> bool:
    """ "…, Fourth Edition (DSM-IV) criteria": which edition of a work is meant."""
    return any(item.text in ("edition", "version", "revision") for item in items[:2]) and is_kind(items[0], Kind.WORD)


def _is_counted(item: Item) -> bool:
    return is_kind(item, Kind.TIME) and item.text not in window_words()


def _only_staged(items: Sequence[Item]) -> bool:
    return is_kind(items[0], Kind.GRADE) and all(isinstance(item, Group) or is_kind(item, Kind.GRADE) for item in items)


def _is_scale_of(items: Sequence[Item], disease: Sequence[Item]) -> bool:
    """ "Heart failure, NYHA III or IV": a scale of one disease, right after its name."""
    if len(items) != 1 or not is_kind(items[0], Kind.SCALED) or not all(is_kind(item, Kind.WORD) for item in disease):
        return False
    named = {word for scale, words in cues().scales_of.items() if items[0].text.startswith(scale) for word in words}
    return any(item.text in named for item in disease)


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
            aged = place and isinstance(before := row[place - 1], Token) and before.text in life_stages()
            besides = [Token(Kind.AND, pair.start, pair.start, "and")] if aged else []
            return [*row[:place], *besides, pair, *comma, *tail]
    return row
