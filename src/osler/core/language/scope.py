"""How far each cue of a sentence reaches."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.language.companions import told_of_companions
from osler.core.language.compounds import is_attribute
from osler.core.language.cue_limits import (
    as_said_behind,
    backward_limit,
    dash_after,
    dash_before,
    dashes_in,
    forward_limit,
)
from osler.core.language.cue_tree import Cue
from osler.core.language.cues import FoundCue, find_cues, lexicon, tokens_of
from osler.core.language.inserted import inserted_clauses
from osler.core.language.marks import Marked, asked, unfilled, with_plus
from osler.core.language.pedigrees import with_members
from osler.core.language.requests import request_in
from osler.core.language.signs import with_signs
from osler.core.language.turning import turns
from osler.core.language.types import Sentence

_LABEL = re.compile(
    r"(?<=[\s*}])[A-Z][\w/&-]{0,30}(?:[ \t]{1,3}[A-Z&/(][\w/&)-]{0,30}){0,4}[ \t]{0,3}:"
    r"|(?<=[,;]\s)(?!(?:namely|specifically|particularly|including|following|especially|notably|viz|both|either)\b)[a-z][a-z-]{2,20}(?:\s[a-z-]{2,15})?:(?=\s)"
    r"(?!\s*(?:none|nil|neg|no|not|absent|denie[sd]|unknown)\b)"
)
"""What heads the next part of an examination: "FUNDI: pale discs", and after a comma in small letters too."""
_BY_WHAT = re.compile(r"\b(?:on|by|with|via|per|after|using)\s(?:the\s|an?\s)?$", re.IGNORECASE)
"""What makes of capitals before a colon the means of a finding and no label: "excluded on CT: PE"."""
_NEAR = 16
"""Characters before a label in which they stand."""
_LABEL_END = Cue("end", "forward", "", frozenset({"negated", "unlikely", "possible", "conditional", "hypothetical"}))
_TURN_END = Cue("end", "forward", "", frozenset())
_BROUGHT = re.compile(
    r"\b(?:mother|father|parents?|mom|mum|dad|grandmother|grandfather|carer|guardian)\b[^.;]{0,40}\b(?:brought|brings)\s"
    r"(?:in\s)?(?P<child>(?:her|his|their|the)\s(?:\S+\s){0,4}?(?:son|daughter|child|baby|infant|boy|girl))\b"
)
"""A relative who comes with the patient: "Mother brought her 5-year-old son with fever"."""
_MONTH = "May"
"""A month inside a sentence, where the same letters without the capital are a doubt."""
_LISTED = re.compile(r"\s?\([^()]{1,200}\)")
"""What a statement lists in brackets after it: "serologies were negative (hepatitis B, HIV)"."""
_DONE = re.compile(
    r"(?:given|prescribed|used|restarted|repeated|taken|done|performed|undertaken|attempted|needed|required|indicated|tolerated|started|administered|offered|necessary)$"
)
"""What ends a denial of something done, behind which a bracket gives the reason: "must not be given (asthma)"."""
_BRACKET = re.compile(r"\([^()]{1,400}\)")
_NAMING = re.compile(
    r"\b(?!(?:now|since|has|have|had|been|was|is|were|are|all|both|fully|completely|largely|later|subsequently|currently|already|never|then|but|not|"
    r"recently|long|probably|formally|again|almost|nearly|mostly|self|also|this|these|that|which|the|it|they)\b)[a-z]"
)
"""A word inside brackets that is more than a helper of the cue behind it: "(osteonecrosis excluded)", not "(since resolved)"."""
_APART = re.compile(r",(?:\s\w)?$")
_ITEM_START = re.compile(r"(?:[,;]|\band\b)\s")
_OF_MEDICINES = frozenset({"stopped", "on-hold", "planned", "active", "completed", "not-taken"})
"""What is done with a medicine; in brackets after one ("Bactrim (stopped 3/21)") it is said of that one alone."""
_ENDED_BY_STATEMENT = frozenset({"negated", "historical"})
"""What a statement of its own ends behind a comma; a history only where it is denied."""


# Every byte but the lower-case letters becomes a space, so that splitting gives the words.
_LETTERS_ONLY = bytes(code if 97 <= code <= 122 else 32 for code in range(256))


class Line(NamedTuple):
    """A sentence made ready for the rules."""

    sentence: Sentence
    low: str
    """The sentence in lower case with plain apostrophes, every character at its place."""
    words: list[bytes]
    """Its runs of plain letters and the marks of the lexicon: enough to know in no time that most rules do not apply."""


class Reach(NamedTuple):
    """The stretch of the text in which a cue holds."""

    category: str
    start: int
    end: int
    cue_start: int
    cue_end: int

    def covers(self, start: int, end: int) -> bool:
        """Whether a mention at these offsets is under the cue; a cue inside a mention says nothing about it."""
        if self.start >= self.cue_end:
            return self.start <= start < self.end
        return self.start < end <= self.end


def lowered(text: str) -> str:
    """The text in lower case with plain apostrophes, every character at its place."""
    low = text.lower()
    if len(low) != len(text):
        low = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    return low.replace("’", "'")


def lines(text: str, sentences: Sequence[Sentence]) -> list[Line]:
    """The sentences of a text made ready for the rules."""
    low = with_members(with_signs(lowered(text)))
    letters = low.encode("ascii", "replace").translate(_LETTERS_ONLY)
    found = [Line(each, low[each.start : each.end], letters[each.start : each.end].split()) for each in sentences]
    for mark in lexicon().marks:
        if mark in low:
            for line in found:
                if mark in line.low:
                    line.words.append(mark.encode())
    return found


def reaches(line: Line, names: Sequence[tuple[int, int]] = (), table: str = "cues.tsv") -> list[Reach]:
    """The reach of every cue in a sentence.

    A cue that is part of a longer name ("absent speech") belongs to that name and has no reach. What surrounds an inserted
    clause is read as if the clause were not there.
    """
    said = not lexicon(table).triggers.isdisjoint(line.words)
    inserted = inserted_clauses(line.low) if said else []
    if not inserted:
        return _reaches(line, names, table)
    whole, offset = line.low, line.sentence.start
    for start, end in inserted:
        whole = whole[:start] + " " * (end - start) + whole[end:]
    inside = [(start + offset, end + offset) for start, end in inserted]
    edges = [offset, *(edge for span in inside for edge in span), line.sentence.end]
    outside = list(zip(edges[::2], edges[1::2], strict=True))
    return [
        reach._replace(start=max(reach.start, start), end=min(reach.end, end))
        for parts, found in (
            (outside, _reaches(line._replace(low=whole), names, table)),
            (inside, _reaches(line, names, table)),
        )
        for reach in found
        for start, end in parts
        if max(reach.start, start) < min(reach.end, end)
    ]


def _reaches(line: Line, names: Sequence[tuple[int, int]], table: str) -> list[Reach]:
    low, offset = line.low, line.sentence.start
    unanswered = _at(unfilled(low), offset) if table == "cues.tsv" else []
    if lexicon(table).triggers.isdisjoint(line.words):
        return unanswered
    tokens = tokens_of(low)
    here = [(start - offset, end - offset) for start, end in names]
    request = request_in(low)
    cues = [
        as_said_behind(cue, low) for cue in find_cues(tokens, here, table) if _says_something(cue, here, request, low)
    ]
    ends = [cue for cue in cues if cue.cue.category in {"end", "answered"}]
    if ":" in low:
        ends += _labels(line.sentence.text)
        ends.sort()
    ahead = _with_turns(ends, cues, low)
    dashes = dashes_in(low)
    commas = [token.start() for token in tokens if token.group() == ","] if "," in low else []
    over = turns(low, commas) if any(cue.cue.category in _ENDED_BY_STATEMENT for cue in cues) else []
    brackets = [match.span() for match in _BRACKET.finditer(low)] if "(" in low else []
    brought = _BROUGHT.search(low) if b"brought" in line.words or b"brings" in line.words else None
    result = [*_denied_changes(cues, here, low, offset), *unanswered]
    if table == "cues.tsv":
        result += _at(asked(low), offset) if not request else []
        result += _at(with_plus(low), offset)
        result += _at(told_of_companions(low, brought.span("child") if brought else None), offset)
    for cue in cues:
        category, direction = cue.cue.category, cue.cue.direction
        if category in {"end", "pseudo"} or (direction == "forward" and is_attribute(cue, low)):
            continue
        if cue.start and line.sentence.text[cue.start : cue.end] == _MONTH:
            continue
        if category == "family" and brought is not None and brought.start("child") <= cue.start < brought.end():
            continue
        place = (cue.start + offset, cue.end + offset)
        bracket = next((one for one in brackets if one[0] < cue.start and cue.end <= one[1]), None)
        if bracket and category in _OF_MEDICINES:
            limit = min(forward_limit(cue, tokens, ahead, commas, over, len(low)), bracket[1])
            parts = _in_bracket(cue, bracket, limit, low)
            result += (Reach(category, start + offset, end + offset, *place) for start, end in parts)
            continue
        if direction != "backward":
            limit = min(forward_limit(cue, tokens, ahead, commas, over, len(low)), dash_after(cue, low, dashes))
            limit = min(limit, bracket[1]) if bracket else limit
            result.append(Reach(category, cue.end + offset, limit + offset, *place))
        if direction != "forward":
            limit = max(backward_limit(cue, tokens, ends, commas), dash_before(cue, low, dashes))
            limit = max(limit, _named_in_bracket(cue, bracket, here, low))
            result.append(Reach(category, limit + offset, cue.start + offset, *place))
            result += _also_said(cue, bracket, low, offset)
    return result


_TURN = re.compile(r"(?:but|although|though|however)\s")


def _with_turns(ends: list[FoundCue], cues: Sequence[FoundCue], low: str) -> list[FoundCue]:
    """The ends, and the cues that begin with a word that turns the sentence: "no asthma but resolved eczema"."""
    known = frozenset({"end", "pseudo"})
    turned = [
        FoundCue(cue.start, cue.start, _TURN_END, 0, 0)
        for cue in cues
        if cue.cue.category not in known and _TURN.match(low, cue.start)
    ]
    return sorted([*ends, *turned]) if turned else ends


def _also_said(cue: FoundCue, bracket: tuple[int, int] | None, low: str, offset: int) -> list[Reach]:
    """What a word behind its subject is said of beside it: a list in brackets after it, what was asked for, what its bracket is about."""
    category, place = cue.cue.category, (cue.start + offset, cue.end + offset)
    found = []
    if bracket and category == "resolved" and _APART.search(low, bracket[0], cue.start + 1):
        found.append(Reach(category, _item_before(bracket[0], low) + offset, bracket[0] + offset, *place))
    if category == "negated" and not _DONE.search(low, cue.start, cue.end) and (listed := _LISTED.match(low, cue.end)):
        found.append(Reach(category, cue.end + offset, listed.end() + offset, *place))
    if category == "negated" and low[: cue.end].endswith("negative"):
        found.append(Reach("refuting", offset, cue.start + offset, *place))
    return found


def _named_in_bracket(
    cue: FoundCue, bracket: tuple[int, int] | None, names: Sequence[tuple[int, int]], low: str
) -> int:
    """Where a bracket begins, if what a cue at its end speaks of stands in it before the cue; else nowhere."""
    if bracket is None:
        return 0
    denied = cue.cue.category in {"negated", "unlikely"}
    named = any(bracket[0] < start and end <= cue.start for start, end in names)
    return bracket[0] if named or (denied and _NAMING.search(low, bracket[0] + 1, cue.start)) else 0


def _at(marks: Iterable[Marked], offset: int) -> list[Reach]:
    return [Reach(category, *(place + offset for place in places)) for category, *places in marks]


_NO = re.compile(r"no\w{0,1}\s")


def _denied_changes(cues: Sequence[FoundCue], names: Sequence[tuple[int, int]], low: str, offset: int) -> list[Reach]:
    """Where a change is denied that is itself part of a name: no macrocephaly in "no increase in head circumference"."""
    found = []
    starts = [start for start, _ in names]
    for cue in cues:
        if cue.cue.category != "pseudo" or not _NO.match(low, cue.start):
            continue
        for start, end in names[bisect_right(starts, cue.start) : bisect_left(starts, cue.end)]:
            if cue.end <= end:
                found.append(Reach("negated", start + offset, end + offset, cue.start + offset, start + offset))
    return found


def _in_bracket(cue: FoundCue, bracket: tuple[int, int], limit: int, low: str) -> list[tuple[int, int]]:
    """What a cue about medicines reaches from inside a bracket: the rest of it, the item before it, and for some what leads to it."""
    parts = [(cue.end, limit), (_item_before(bracket[0], low), bracket[0])]
    return parts if cue.cue.direction == "forward" else [*parts, (bracket[0], cue.start)]


def _item_before(place: int, low: str) -> int:
    """Where the item of a list begins that a bracket follows."""
    return max((match.end() for match in _ITEM_START.finditer(low, 0, place)), default=0)


def _labels(text: str) -> list[FoundCue]:
    """Labels inside a sentence ("Not obtainable REFERRING DIAGNOSIS: syncope"), where a new statement begins."""
    found = (
        match
        for match in _LABEL.finditer(text)
        if not _BY_WHAT.search(text, max(0, match.start() - _NEAR), match.start())
    )
    return [FoundCue(match.start(), match.start(), _LABEL_END, 0, 0) for match in found]


def _says_something(cue: FoundCue, names: Sequence[tuple[int, int]], request: tuple[int, int] | None, low: str) -> bool:
    """Whether a cue is one: no part of a name, and no politeness as the "could" of "Could you see this boy with a rash?"."""
    polite = request is not None and request[0] < cue.end and cue.start < request[1]
    polite = polite or (_TALKED.match(low, cue.start) is not None and _HAS_IT.search(low, cue.end) is not None)
    return not polite and (not _inside_a_name(cue, names) or _opens_a_denied_list(cue, names, low))


_TALKED = re.compile(r"(?:we|i)\s(?:discuss|talk|spoke|speak|chat|cover|went|go)")
_HAS_IT = re.compile(
    r"\b(?:and|but|,)\s(?:i|he|she|they|we)\s(?:now\s|still\s|do\s|does\s)?(?:have|has|had|having|got|get|gets)\s(?:it|them|this|that|one)\b"
    r"|\b(?:it|this|that)\s(?:is|was|has|came|comes|keeps|got|gets|started|returned)\b(?!\s(?:common|rare|possible|called|known))"
)
"""What makes of something talked about one that is there: "we talked about chest pain and I have it now"."""
_NOR = re.compile(r"\s?/\s?[a-z]|\s(?:or|nor)\s|,[^.;:]{2,80}?\b(?:or|nor)\s")
"""What goes on with a list after its first item."""


def _opens_a_denied_list(cue: FoundCue, names: Sequence[tuple[int, int]], low: str) -> bool:
    """Whether a "not" is the first word of a name that others follow, which it denies too: "not pregnant or lactating"."""
    if cue.cue.category != "negated" or cue.cue.direction != "forward":
        return False
    return any(start == cue.start and cue.end < end and _NOR.match(low, end) for start, end in names)


def _inside_a_name(cue: FoundCue, names: Sequence[tuple[int, int]]) -> bool:
    holders = [
        name
        for name in names
        if name[0] <= cue.start and cue.end <= name[1] and name[1] - name[0] > cue.end - cue.start
    ]
    # "Cholelithiasis without cholecystitis" is a name, and yet says that the second is not there.
    splits = cue.cue.category == "negated" and any(
        start > cue.start and end <= last for _, last in holders for start, end in names
    )
    return bool(holders) and not splits
