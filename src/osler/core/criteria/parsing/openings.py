"""What stands before the first member of a list and is said of each: "bleeding due to A or B", "use of A, B or C"."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.beside import MEASURED, begins_anew, name_words
from osler.core.criteria.parsing.bound import is_bound
from osler.core.criteria.parsing.grouping import Group, Item, is_kind
from osler.core.criteria.parsing.known import holds_medicine, holds_name, names_condition_by_initials, names_something
from osler.core.criteria.parsing.lists import Member
from osler.core.criteria.parsing.qualifiers import is_numeral
from osler.core.criteria.parsing.words import frame_phrases, strip_frames
from osler.core.terminology import Vocabularies

_PLACE_WORDS = 3
_DEEDS = frozenset(
    {"undergo", "become", "receive", "take", "start", "use", "participate", "father", "donate", "move", "leave", "have"}
)
_AWAITED = frozenset({"scheduled", "listed", "planned", "booked"})
_NEAR = 3
_OR_ALONE = (len(" or "), len(" and/or "))
"""Characters of a joint without a comma."""
_OF_RELATIVES = frozenset({"family", "familial", "parental", "maternal", "paternal"})
_DOING = frozenset({"with", "under", "via", "using"})


def with_opening(found: Sequence[Member], vocabularies: Vocabularies, *, offered: bool = False) -> list[Member]:
    """The members with what stands before the first of them: "bleeding due to A or B" is due to A, or due to B.

    Where each is offered, and none leaves anybody out, commas part what a treatment is for as well.
    """
    members = _with_deed(found, vocabularies)
    for index, member in enumerate(members):
        place = next(
            (n for n, item in enumerate(member.items) if item.text in _reaching() and _reaches(member, n)), None
        )
        if place is None or member.items[place + 1 :] == []:
            continue
        opening = member.items[: place + 1]
        narrow = isinstance(last := opening[-1], Token) and last.text in cues().narrow_opening
        following = members[index + 1 :]
        if narrow and (any(other.joint is Kind.COMMA for other in following) or _is_timed(member)):
            continue
        apart = following and following[0].joint is Kind.COMMA and _is_condition(following[0], vocabularies)
        listed = index > 0 and member.joint is Kind.COMMA
        if apart and (listed or opening[-1].text in {*cues().of_all_values, *cues().needs}):
            # "Angina despite treatment, stroke": what was in vain is no disease, and none is required.
            # "Gout, neuropathy due to diabetes, psoriasis, lupus": a list of diseases goes on after a cause.
            continue
        if following and (numbered := _numbered(member.items, following[0].items, place)) is not None:
            # "Necrolysis with a score of 6 or 7": what stands before the number is of each.
            opening = numbered
        if (announced := _end_of_announcing(member.items, place)) is not None:
            # "Teeth with symptoms of A or B"
            opening = member.items[: announced + 1]
        happens = _happens(member, place)
        placed = _is_placed(member, place)
        needed = opening[-1].text in cues().needs
        of_family = _is_of_family(member, place)
        bare = 0
        head = next((item.text for item in reversed(opening[:-1]) if is_kind(item, Kind.WORD)), "")
        while (
            bare < len(following)
            and is_bare(_begun(following[bare], placed=placed, of_family=of_family))
            and not (happens and _is_other(following[bare], opening, vocabularies))
            and not (of_family and (bare or not joined_closely(member, following[0])))
            and not (_is_stay(member, place) and not _is_reason(member, following[bare], vocabularies, offered))
            and not (_answers(member, place) and _is_condition(following[bare], vocabularies))
            and not (_is_scheduled(member, place) and not _goes_on(following[bare]))
            and not (placed and not _is_place(following[bare], vocabularies))
            and not (placed and any(item.text in cues().place_prepositions - {"of"} for item in following[bare].items))
            and not (needed and _is_condition(following[bare], vocabularies))
        ):
            if list(following[bare].items)[-len(member.items) + place :] == list(member.items[place:]):
                # "Resection or re-routing of the bowel": what both are of is said of each already.
                break
            if any(item.text == head for item in following[bare].items):
                # "Infection requiring antibiotics, or other serious infection": who says the noun again needs no opening.
                break
            bare += 1
        others = members[index + 1 : index + 1 + bare]
        members[index : index + 1 + bare] = _opened(member, place, opening, others)
        break
    return members


def _begun(member: Member, *, placed: bool, of_family: bool) -> Member:
    """What must be a name alone of a member: of a place what follows its article, of a relative's disease what stands before its cause."""
    items = member.items
    if placed and len(items) > 1 and items[0].text in cues().articles:
        # "Trauma to the head or the neck": an article opens the second place as it opens the first.
        return member._replace(items=items[1:])
    if of_family:
        end = next((n for n, item in enumerate(items) if n and (is_bound(item) or is_kind(item, Kind.JOINING))), None)
        return member._replace(items=items[:end])
    return member


def _with_deed(found: Sequence[Member], vocabularies: Vocabularies) -> list[Member]:
    """ "Plans to donate blood or plasma": what somebody has in mind is done to each of what "or" joins."""
    members = list(found)
    for index in range(len(members) - 1):
        items, following = members[index].items, members[index + 1]
        meant = len(items) > 3 and items[0].text in cues().plans and items[1].text == "to"
        short = len([item for item in following.items if is_kind(item, Kind.WORD)]) <= _NEAR
        offered = following.joint is Kind.OR or _ends_in_or(members[index + 1 :])
        if not meant or not short or not offered or not is_bare(following):
            continue
        becomes = items[2].text in ("be", "become", "get", "have")
        if not becomes and not _is_condition(following, vocabularies) and not holds_verb(following.items):
            members[index + 1] = following._replace(items=[*items[:3], *following.items])
    return members


def _ends_in_or(members: Sequence[Member]) -> bool:
    """Whether commas lead to an "or", and nothing but names stands between them."""
    joints = [member.joint for member in members]
    end = next((n for n, joint in enumerate(joints) if joint is not Kind.COMMA), None)
    return end is not None and joints[end] is Kind.OR and all(map(is_bare, members[: end + 1]))


def holds_verb(items: Sequence[Item]) -> bool:
    """Whether a member has a deed of its own: "or undergo surgery"."""
    deeds = _of_deeds()
    return any(item.text in deeds for item in items) or (len(items) > 1 and (items[0].text in _DEEDS))


@cache
def _of_deeds() -> frozenset[str]:
    return frozenset({*cues().verbs, *cues().modals, *cues().plans, "to"})


def _reaches(member: Member, place: int) -> bool:
    """Whether a word of a member reaches over those that follow it."""
    item = member.items[place]
    if _is_cause(item):
        return True
    tells = (_happens, _is_placed, _is_stay, _answers, _is_scheduled, _is_of_family)
    return place > 0 and (is_bound(item) or any(told(member, place) for told in tells))


@cache
def _reaching() -> frozenset[str]:
    """The words that may reach over a list."""
    return frozenset({*cues().causes, *cues().joining, *cues().place_prepositions, "of", "for", "to"})


def _before_deed(opening: Sequence[Item], items: Sequence[Item]) -> Sequence[Item]:
    """ "Diseases requiring treatment or threatening the eye": a member with a participle of its own needs none."""
    both = opening[-1].text.endswith("ing") and items[0].text.endswith("ing") and len(items) > 1
    return opening[:-1] if both else opening


def _end_of_announcing(items: Sequence[Item], place: int) -> int | None:
    """Where words end after a preposition that only announce a condition: "with symptoms of"; None where there are none."""
    near = range(place + 2, min(place + 2 + _NEAR, len(items) - 1))
    return next((n for n in near if items[n].text == "of" and (items[n - 1].text, "of") in frame_phrases()), None)


def _numbered(items: Sequence[Item], following: Sequence[Item], place: int) -> list[Item] | None:
    """The items before a member's number, where the next member begins with a number alone; None where it does not."""
    if not is_numeral(following[0].text) or any(is_kind(item, Kind.WORD) for item in following[1:]):
        return None
    at = next((n for n in range(place + 2, len(items)) if is_numeral(items[n].text)), None)
    return list(items[:at]) if at is not None else None


def _is_cause(item: Item) -> bool:
    """ "Caused by A or B": with nothing before it, what causes is said of each."""
    return is_kind(item, Kind.WORD) and item.text in cues().causes


def _happens(member: Member, place: int) -> bool:
    """Whether "of" stands after what happens to something: "discontinuation of A, B or C"."""
    if member.items[place].text != "of":
        return False
    named = _word_before(member.items, place).rsplit("-", 1)[-1]  # "co-administration of A or B"
    if named not in cues().happenings:
        return False
    # "Chronic use of A or B": near the beginning, and of names alone.
    used = named in cues().uses
    return not used or (
        place <= _NEAR and not any(item.text in cues().prepositions for item in member.items[place + 1 :])
    )


def _word_before(items: Sequence[Item], place: int) -> str:
    """The word before a place, whatever bracket stands between: "chronic use (> 14 days) of A or B"."""
    before = place - 2 if place > 1 and isinstance(items[place - 1], Group) else place - 1
    return items[before].text


def is_use(items: Sequence[Item]) -> bool:
    """Whether a list opens with "use of": among exclusions each of what follows is one that is used."""
    place = next((n for n, item in enumerate(items[1 : _NEAR + 1], start=1) if item.text == "of"), 0)
    return bool(place) and items[place - 1].text in cues().uses


def _is_other(member: Member, opening: Sequence[Item], vocabularies: Vocabularies) -> bool:
    """Whether a member is no object of what happens: a disease, or after "use of" anything known but a medicine."""
    if _is_condition(member, vocabularies):
        return True
    if _word_before(opening, len(opening) - 1) not in cues().uses:
        return False
    words = name_words(member.items)
    if cues().prepositions & set(words.split()):
        return True
    return names_something(words, vocabularies) and not holds_medicine(words, vocabularies)


def _is_stay(member: Member, place: int) -> bool:
    """Whether "for" stands after a stay in hospital or an operation: "admission for A or B" is one for either."""
    return member.items[place].text == "for" and member.items[place - 1].text in cues().stays | cues().operations


def _is_of_family(member: Member, place: int) -> bool:
    """Whether "of" stands after a history of relatives: "family history of A or B" is one of either."""
    items = member.items
    return items[place].text == "of" and items[place - 1].text == "history" and items[place - 2].text in _OF_RELATIVES


def joined_closely(member: Member, other: Member) -> bool:
    """Whether a spelled joint stands between two members, and no comma: after one, "or" may go on with another thing."""
    gap = other.items[0].start - member.items[-1].end
    return (other.joint is Kind.OR and gap in _OR_ALONE) or (other.joint is Kind.AND and gap == len(" and "))


def _is_scheduled(member: Member, place: int) -> bool:
    """Whether "for" stands after what somebody waits for: "scheduled for A or B"."""
    return member.items[place].text == "for" and member.items[place - 1].text in _AWAITED


def _goes_on(member: Member) -> bool:
    """Whether "or" goes on with a name, and with no plan of its own."""
    return member.joint is Kind.OR and member.items[0].text not in cues().plans


def _is_reason(member: Member, other: Member, vocabularies: Vocabularies, offered: bool) -> bool:
    """Whether a member is a further reason for a stay or an operation; among exclusions a comma may part an operation from another disease."""
    operated = any(item.text in cues().operations for item in member.items)
    return _is_condition(other, vocabularies) and (offered or not operated or other.joint is not Kind.COMMA)


def _answers(member: Member, place: int) -> bool:
    """Whether "to" stands after an answer of the body or its lack: "inadequate response to A or B"."""
    return member.items[place].text == "to" and member.items[place - 1].text in cues().answers


def _is_placed(member: Member, place: int) -> bool:
    """Whether a preposition stands between something done or found and its place: "trauma to the head", "T-score < -2 at the spine"."""
    if member.items[place].text not in cues().place_prepositions:
        return False
    named = [item.text for item in member.items[:place] if is_kind(item, Kind.WORD, Kind.RESULT)]
    return bool(named) and named[-1] in cues().done_to_places | cues().put_somewhere


def _is_place(member: Member, vocabularies: Vocabularies) -> bool:
    """Whether a member may name a place of the body: a short name that is of nothing that the vocabularies know."""
    end = next((n for n, item in enumerate(member.items) if n and item.text in cues().ways_after), len(member.items))
    words = name_words([item for item in member.items[:end] if item.text not in cues().articles])
    last = words.split()[-1] if words else ""
    known = holds_name(words, vocabularies) or last in cues().done_to_places
    if last in cues().fields_of_tests:
        return True
    known = known and last not in cues().places
    return 0 < len(words.split()) <= _PLACE_WORDS and (words in cues().attributive or not known)


def _is_condition(member: Member, vocabularies: Vocabularies) -> bool:
    return names_condition_by_initials(name_words(member.items), vocabularies)


def _whole(members: Sequence[Member]) -> list[Item]:
    """The items of several members as those of one name, with what joins them as words of it."""
    row: list[Item] = list(members[0].items)
    for member in members[1:]:
        row += [Token(Kind.WORD, row[-1].end, member.items[0].start, "and/or"), *member.items]
    return row


def _opened(member: Member, place: int, opening: Sequence[Item], others: Sequence[Member]) -> list[Member]:
    """A member and those after it with its opening; as one name where a word behind the opening may be of each."""
    behind = member.items[len(opening) :]
    if any(
        item.text in cues().prepositions or (item.text in _DOING and _is_scheduled(member, place)) for item in behind
    ):
        # "Effusion along with septation on ultrasound or CT": which of the words before it are shared is not sure.
        return [member._replace(items=_whole([member, *others]))]
    shared = [other._replace(items=[*_before_deed(opening, other.items), *other.items]) for other in others]
    return [member, *shared]


def _is_timed(member: Member) -> bool:
    return any(is_kind(item, Kind.TIME) for item in member.items)


def is_bare(member: Member) -> bool:
    """Whether a member is a name alone that what stands before the list can be said of."""
    first = member.items[0]
    if isinstance(first, Group) or any(
        is_kind(item, Kind.JOINING, *MEASURED) or is_bound(item) for item in member.items
    ):
        return False
    return is_kind(first, Kind.WORD) and not begins_anew(first) and bool(strip_frames([first]))
