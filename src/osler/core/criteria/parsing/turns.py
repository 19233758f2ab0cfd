"""Where a clause turns, and how far each turn reaches."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypeGuard

from osler.core.criteria.lexing.lexicon import cues, window_words
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item, first_index, is_kind
from osler.core.criteria.parsing.lists import CONNECTIVES
from osler.core.criteria.parsing.words import sex_words, strip_frames
from osler.core.criteria.tree import atoms
from osler.core.criteria.types import CriterionKind, Expression, MeasuredValue, Pregnancy

_PARTICIPLE = re.compile(
    r"[a-z-]{3,}(?:ed|ing)(?: with| to| by)?|due to|secondary to|caused by|related to|associated with"
)
_PERSON = re.compile(r"(?:patient|subject|participant|volunteer|individual)s?|they|he|she")


def examples_of_all(items: Sequence[Item]) -> int | None:
    """Where examples begin after a comma."""
    place = first_index(items, Kind.EXAMPLES)
    return place if place is not None and place > 1 and is_kind(items[place - 1], Kind.COMMA) else None


def planned_use(items: Sequence[Item]) -> int | None:
    """Where "or planned use during the study" begins, which is of what stands before all of it; None where it does not."""
    for place in range(1, len(items) - 2):
        first, second = (getattr(item, "text", "") for item in items[place + 1 : place + 3])
        if not is_kind(items[place], Kind.OR) or first not in cues().plans or second not in cues().uses:
            continue
        if all(is_kind(item, Kind.TIME) for item in items[place + 3 :]) and place + 3 < len(items):
            return place - 1 if is_kind(items[place - 1], Kind.COMMA) else place
    return None


def is_reduced(items: Sequence[Item], place: int) -> bool:
    """Whether a negation belongs to a participle that follows a noun: "thrombosis not associated with …"."""
    if not 0 < place < len(items) - 1:
        return False
    before, after = items[place - 1], items[place + 1]
    return is_kind(before, Kind.WORD) and isinstance(after, Token) and bool(_PARTICIPLE.fullmatch(after.text))


_RULED = re.compile(
    r"(?:foreseen|permitted|allowed|approved|specified|authori[sz]ed|associated|related|caused|due|required)\b"
)


def with_time_before(items: Sequence[Item], place: int) -> Sequence[Item]:
    """ "A vaccine not foreseen by the protocol within 30 days": when it was given, and not when it was foreseen."""
    after, last = items[place + 1] if place + 1 < len(items) else None, items[-1]
    named = place > 0 and is_kind(items[place - 1], Kind.WORD)
    if not named or not isinstance(after, Token) or not _RULED.match(after.text) or place + 2 >= len(items):
        return items
    start = max((n + 1 for n in range(place) if is_kind(items[n], *CONNECTIVES)), default=0)
    counted = is_kind(last, Kind.TIME) and last.text not in window_words()
    if not counted or any(is_kind(item, *CONNECTIVES) for item in items[place:]):
        return items
    if any(is_kind(item, Kind.TIME) and item.text not in window_words() for item in items[start:place]):
        return items
    return [*items[:place], last, *items[place:-1]]


def with_subject(items: Sequence[Item], place: int) -> list[Item] | None:
    """ "The rash has not resolved": what is denied is said of a thing, which belongs to it; None where it is said of the patient."""
    start = max((n + 1 for n in range(place) if is_kind(items[n], *CONNECTIVES)), default=0)
    subject, cue = list(items[start:place]), items[place]
    if not subject or place + 1 == len(items) or not isinstance(cue, Token):
        return None
    verb = subject[-1].text if isinstance(subject[-1], Token) and cue.text == "not" else cue.text.split()[0]
    several = start > 0 and is_kind(items[start - 1], Kind.AND, Kind.OR)
    if verb not in cues().helping_verbs["one" if several else "any"]:
        # "A and B are not acceptable" is said of both.
        return None
    named = [item for item in subject if isinstance(item, Token) and item.kind is Kind.WORD]
    if len(named) < len(subject) or not strip_frames(named) or any(map(is_somebody, named)):
        return None
    return [*items[:start], cue, *subject, *items[place + 1 :]]


def is_somebody(word: Token) -> bool:
    """Whether a word is one for people."""
    return word.text in cues().persons or word.text in sex_words() or bool(_PERSON.fullmatch(word.text))


def of_last(items: Sequence[Item], place: int, left: Expression, kind: CriterionKind) -> bool:
    """Whether a negation after alternatives is said of the last one: "pregnant women, or fertile women not on the pill".

    A comma before the negation sets it apart from the list, and so it is said of all of it. Contraception is asked of who
    can become pregnant, and of nobody who is.
    """
    before = list(items[:place])
    if before and is_kind(before[-1], Kind.OR, Kind.COMMA):
        return False
    while before and is_kind(before[-1], *CONNECTIVES):
        if is_kind(before.pop(), Kind.COMMA):
            return False
    last = max((index for index, item in enumerate(before) if is_kind(item, Kind.OR)), default=0)
    if kind == "exclusion" and ends_with_fertile(left) and any(is_kind(item, Kind.AND) for item in before):
        return True  # "Pregnant women, nursing mothers and fertile women not on the pill"
    if not last:
        return False
    if ends_with_fertile(left):
        return True
    return kind == "exclusion" and is_kind(before[last - 1], Kind.COMMA)


def ends_with_fertile(left: Expression) -> bool:
    """Whether alternatives of pregnancy end with those who can become pregnant."""
    states = [atom.state for atom in atoms(left) if isinstance(atom, Pregnancy)]
    return len(states) > 1 and states[-1] == "childbearing_potential"


def end_of_relative(items: Sequence[Item], place: int) -> int | None:
    """Where a relative clause within a list ends; None where it reaches to the end of the sentence."""
    comma = first_index(items, Kind.COMMA, start=place + 1)
    word = items[place]
    # "Renal failure whose clearance is < 30, heart failure, or …": with its value the clause is complete.
    valued = comma is not None and first_index(items[place:comma], Kind.VALUE) is not None
    ended = isinstance(word, Token) and word.text == "whose" and valued
    if first_index(items[:place], Kind.COMMA) is None and not ended:
        return None
    if comma is None or len(items) - comma < 3:
        return None
    words = " ".join(item.text for item in items[comma + 1 :] if isinstance(item, Token))
    return None if words.startswith(("are excluded", "is excluded", "will be excluded")) else comma


def end_of_contraception(items: Sequence[Item], place: int) -> int | None:
    """ "Of childbearing potential without contraception, pregnancy or breast feeding": where those begin who are pregnant."""
    before = " ".join(item.text for item in items[:place] if isinstance(item, Token))
    if not any(phrase in before for phrase in cues().pregnancy["childbearing_potential"]):
        return None
    states = (*cues().pregnancy["pregnant"], *cues().pregnancy["breastfeeding"])
    for index in range(place + 2, len(items) - 1):
        following = items[index + 1]
        if is_kind(items[index], Kind.COMMA, Kind.OR) and isinstance(following, Token) and following.text in states:
            return index
    return None


def said_again_after(before: Sequence[Item], items: Sequence[Item]) -> tuple[int, list[Item]] | None:
    """Where ", or for B" ends examples of "X for A", and what X is; None where the preposition is none of what the examples are of."""
    for place in range(2, len(items) - 2):
        word = items[place + 1]
        listed = is_kind(items[place], Kind.OR) and is_kind(items[place - 1], Kind.COMMA)
        if not listed or not is_kind(word, Kind.WORD) or word.text not in ("for", "to", "against"):
            continue
        governs = next((n for n, item in enumerate(before) if n and item.text == word.text), None)
        if governs is not None and all(is_kind(item, Kind.WORD) for item in before[:governs]):
            return place, list(before[:governs])
    return None


def end_of_exceptions(items: Sequence[Item]) -> int | None:
    """Where exceptions end and their list goes on: no list is written "A or B, C", so that C is no exception."""
    joint = first_index(items, Kind.OR, Kind.COMMA)
    if joint is None or not is_kind(items[joint], Kind.OR):
        return None
    comma = first_index(items, Kind.COMMA, start=joint)
    again = first_index(items, Kind.OR, start=joint + 1)
    if comma is None and again is not None and again + 1 < len(items) and _is_another(items[again + 1 :]):
        return again
    if comma is None or comma + 1 == len(items) or not is_kind(items[comma + 1], Kind.WORD):
        return None
    return comma if len(items) - comma > 1 and first_index(items[joint + 1 : comma], Kind.OR) is None else None


def _is_another(items: Sequence[Item]) -> bool:
    """Whether what a second "or" goes on with is no exception: a result, a value, or what opens with a history of its own."""
    end = next((n for n, item in enumerate(items) if is_kind(item, *CONNECTIVES)), len(items))
    told = any(is_kind(item, Kind.RESULT, Kind.VALUE, Kind.SCALED) for item in items[:end])
    return told or is_kind(items[0], Kind.TIME) or opens_anew(items)


RULED_OUT = frozenset({"prohibited", "contraindicated", "forbidden", "disallowed"})
"""What is said after a comma of the whole: "any medicine, including A, prohibited in the study"."""


def clause_of_all(items: Sequence[Item]) -> int | None:
    """Where, after a comma, a clause begins that is said of the whole before examples or exceptions; None where there is none."""
    places = (
        n
        for n in range(1, len(items) - 2)
        if (is_kind(items[n - 1], Kind.COMMA) and getattr(items[n], "text", "") in RULED_OUT)
        or (
            getattr(items[n], "text", "") in cues().relative.things
            and (is_kind(items[n - 1], Kind.COMMA) or getattr(items[n + 1], "text", "") in cues().possibilities)
        )
    )
    return next(places, None)


def end_of_unless(items: Sequence[Item], place: int) -> int | None:
    """Where what lifts an exclusion ends: at the only comma after it, where "or" goes on with a member that has words of its own."""
    commas = [n for n in range(place + 1, len(items)) if is_kind(items[n], Kind.COMMA)]
    if len(commas) != 1 or commas[0] + 2 >= len(items) or not is_kind(items[commas[0] + 1], Kind.OR):
        return None
    return commas[0] if commas[0] - place > 2 and is_kind(items[commas[0] + 2], Kind.WORD) else None


def offers(items: Sequence[Item], place: int, *, listed: bool = False) -> bool:
    """Whether a relative clause is offered as an alternative: "or who …", "or those who …"."""
    before = place - 1
    while before > 0 and is_frame(items[before]):
        before -= 1
    # "A, B, patients who cannot C": people who are named again are one more group of the list.
    again = (
        listed and before < place - 1 and any(is_word(one) and is_somebody(one) for one in items[before + 1 : place])
    )
    return before >= 0 and (is_kind(items[before], Kind.OR) or (again and is_kind(items[before], Kind.COMMA, Kind.AND)))


def is_word(item: Item) -> TypeGuard[Token]:
    """Whether an item is a plain word."""
    return is_kind(item, Kind.WORD)


def begins_predicate(items: Sequence[Item]) -> bool:
    """Whether a verb follows, or a participle with its preposition: "not yet on the list and followed in our clinic"."""
    first, second = [item.text if isinstance(item, Token) else "" for item in (*items[:2], None)][:2]
    participle = first.endswith("ed") and not first.endswith("eed")
    done = participle and is_kind(items[0], Kind.WORD) and second in cues().prepositions
    return first in cues().verbs or done


def end_of_negation(items: Sequence[Item], start: int, *, narrow: bool, kind: CriterionKind = "inclusion") -> int:
    """Where the list after a negation ends: at a relative clause, at another negation, or where a new predicate begins."""
    for index in range(start, len(items)):
        item, following = items[index], items[index + 1] if index + 1 < len(items) else None
        if (
            isinstance(item, Token)
            and item.kind is Kind.JOINING
            and (item.text in cues().relative.every or item.text in cues().always_part)
            and index > start
        ):
            return index
        if (
            is_kind(item, Kind.JOINING)
            and following is not None
            and is_kind(following, Kind.NEGATION)
            and index > start
        ):
            # "No activity with no relapse": a second denial beside the first.
            return index
        if is_kind(item, *CONNECTIVES):
            starts_anew = isinstance(following, Token) and (
                following.kind is Kind.NEGATION
                or following.text in cues().cannot
                or (is_kind(item, Kind.OR) and _tells_ability(items[index + 1 :]))
                or (not is_kind(item, Kind.OR) and begins_predicate(items[index + 1 :]))
                or (is_kind(item, Kind.AND) and _tells_otherwise(items, start, index))
                or _tells_result(item, following, items[start])
                or (kind == "exclusion" and is_kind(item, Kind.OR) and following.text in cues().lacking)
                or (is_kind(item, Kind.OR) and _answers_otherwise(items[start:index], following))
                or (is_kind(item, Kind.OR) and _demands(items[index + 1 :]))
                or (is_kind(item, Kind.OR) and _is_there(items[start - 1], items[index + 1 :]))
                or (is_kind(item, Kind.OR) and _tells_again(items[start:index], items[index + 1 :]))
            )
            if narrow or starts_anew:
                return index
    return len(items)


_DOING = frozenset({"taking", "using", "receiving", "on", "able", "willing"})


def _tells_otherwise(items: Sequence[Item], start: int, joint: int) -> bool:
    """ "No diabetes, no gout and taking metformin": what somebody takes or is able to is told for itself; "not smoking and drinking" is one denial."""
    first = items[start]
    gerund = isinstance(first, Token) and first.text.endswith("ing") and "feeding" not in first.text
    return isinstance(after := items[joint + 1], Token) and after.text in _DOING and not gerund


def _tells_result(joint: Item, following: Token, first: Item) -> bool:
    """ "No focus and a negative smear": a result beside what is no result is told for itself; "no A or positive B" denies both."""
    if following.kind is not Kind.RESULT or is_kind(first, Kind.RESULT):
        return False
    return following.text == "negative" or (is_kind(joint, Kind.AND) and following.text in cues().decisive_results)


def _answers_otherwise(denied: Sequence[Item], following: Token) -> bool:
    """ "Lack of response or intolerance to methotrexate": two ways in which it did not help."""
    words = [item.text for item in denied if isinstance(item, Token)]
    return words in (["response"], ["efficacy"], ["benefit"]) and following.text in (
        "intolerance",
        "intolerant",
        "failure",
    )


def _tells_ability(items: Sequence[Item]) -> bool:
    """ "No antidepressants, or clinically able to stop them": who is able is not denied to be."""
    words = [item.text for item in items[:3] if isinstance(item, Token)]
    return any(pair in (["able", "to"], ["willing", "to"]) for pair in (words[:2], words[1:3]))


def _tells_again(denied: Sequence[Item], items: Sequence[Item]) -> bool:
    """ "No legal capacity, or legal capacity is limited": who says the noun again with a verb says something else of it."""
    words = [item.text for item in denied if is_kind(item, Kind.WORD) and isinstance(item, Token)]
    told = [item.text for item in items if isinstance(item, Token)]
    return bool(words) and told[: len(words)] == words and told[len(words) : len(words) + 1] in (["is"], ["are"])


def _is_there(cue: Item, items: Sequence[Item]) -> bool:
    """ "Absence of A or presence of B": what is there is the contrary of what is absent, and not denied with it."""
    words = [item.text for item in items[:2] if isinstance(item, Token)]
    return cue.text in cues().negating_nouns and words[:1] == ["presence"] and words[1:] == ["of"]


def _demands(items: Sequence[Item]) -> bool:
    """ "May not have A or the A must be treated": a member with a subject and a modal verb of its own is not denied."""
    end = next((n for n, item in enumerate(items) if is_kind(item, *CONNECTIVES)), len(items))
    return any(is_kind(item, Kind.WORD) and item.text in cues().modals for item in items[1:end])


def begins_anew(items: Sequence[Item]) -> bool:
    """Whether a member is a sentence of its own about the patient ("the patient will stay …")."""
    words = [item.text for item in items[:3] if isinstance(item, Token)]
    first = 1 if words[:1] == ["the"] else 0
    return len(words) > first + 1 and bool(_PERSON.fullmatch(words[first])) and words[first + 1] in cues().verbs


def opens_anew(items: Sequence[Item]) -> bool:
    """Whether a member says who or what is there now: "history of X, presence of Y", "…, or patients receiving Z"."""
    words = [item.text if isinstance(item, Token) else "" for item in items[:2]]
    there = len(words) > 1 and words[1] == "of" and (words[0] in cues().being_there or words[0] in cues().uses)
    verb = len(words) > 1 and (words[0] in cues().modals or words[0] in cues().refusals)
    return (
        there
        or verb
        or (len(words) > 1 and bool(_PERSON.fullmatch(words[0])) and is_kind(items[1], Kind.JOINING, Kind.WORD))
    )


def has_value(row: Sequence[Token]) -> bool:
    return any(token.kind in (Kind.VALUE, Kind.DURATION) for token in row)


def is_value_alone(part: Expression | None, row: Sequence[Token]) -> bool:
    """ "< 95 mmHg or > 180 mmHg on two occasions": what follows a value says how it is found, and names no other measure."""
    if not isinstance(part, MeasuredValue) or part.scale is not None or len(row) < 2 or row[0].kind is not Kind.VALUE:
        return False
    return row[1].kind is Kind.WORD and row[1].text in cues().occasions


def is_frame(item: Item) -> bool:
    return isinstance(item, Token) and item.kind is Kind.WORD and not strip_frames([item])


def comma_before_value(items: Sequence[Item], start: int, end: int) -> int | None:
    """The one comma of a stretch that has a value behind it and none before, with nothing else that joins; None where there is none."""
    commas = [place for place in range(start, end) if is_kind(items[place], Kind.COMMA)]
    joined = any(is_kind(item, Kind.AND, Kind.OR) for item in items[start:end])
    if len(commas) != 1 or joined:
        return None
    valued = [place for place in range(start, end) if is_kind(items[place], Kind.VALUE)]
    return commas[0] if valued and min(valued) > commas[0] else None
