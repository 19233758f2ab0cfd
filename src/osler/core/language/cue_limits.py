"""Where a cue's reach ends inside its sentence: at the next end, comma, dash, statement or verb."""

from __future__ import annotations

import re

from osler.core.language.cues import FoundCue

_DENIES_AN_OBJECT = re.compile(r"\b(?:without|w/o|w/out|absence of|lack of|with (?:no|nil|neither)\b[^.;]{0,20})$")
_PREDICATE = re.compile(
    r"\b(?:has|have|had|is|was|are|were|develop(?:s|ed)|bec[ao]mes?|began|begins|start(?:s|ed)|suffer(?:s|ed)|shows?|showed|"
    r"suggest(?:s|ed)|indicat(?:es|ed)|support(?:s|ed)|favou?r(?:s|ed)|point(?:s|ed)|makes?|made|raise[sd]?|led|prompt(?:s|ed))\b"
)
_CLAUSE_INSIDE = re.compile(r"\b(?:that|which|who|whom|whose|if|whether|where|when|as)\b")
"""What gives the verb a sentence of its own inside what is denied: "without evidence that he has ataxia"."""
_OBJECT = 200
"""Characters in which what a preposition denies is over."""
_DASH = re.compile(r"(?<=\s)[-–—]{1,2}(?=\s)")
_ENDED_BY_DASH = frozenset({"negated", "unlikely", "possible", "queried", "resolved"})
_ENDED_AHEAD_BY_DASH = frozenset({"negated", "unlikely"})
"""Fewer than behind it: "?PE - DVT - infection" is a list of possibilities."""
_ACTS_BEFORE = re.compile(r"(?:^|[,;:.]\s)[^,;:.]*\w\s[^,;:.]*\w\s$")
_NEXT_ACT = re.compile(
    r",\s(?:and\s|then\s)?(?:stop|start|restart|increase|decrease|reduce|continue|add|switch|change|refer|repeat|arrange|book|order|check|hold|wean|commence)\b"
)
"""The next act of a plan behind a condition of the one before: "2WW if still up, stop naproxen"."""
_AND_MORE = re.compile(r",\sand\s(?!(?:no|not|nor|without|neither|denie[sd])\b)(?![^.;]*\b(?:or|nor)\b)")
_GOES_ON = re.compile(
    r"\s?(?:(?:now|currently|remains|still|so|therefore)\s)?(?:on|takes?|taking|start(?:ed)?|continues?|continued|given|received|therefore|so|plan)\s"
)
"""What makes of the words after a dash a statement of its own: "sAg neg - on entecavir"."""

_BEHIND = re.compile(
    r"[\w)%]\s(?:\(\s?)?(?:(?:is|are|was|were|be|seems?|appears?|felt|thought|considered|deemed|judged|now|also|both|all|most|very|highly|so|more|therefore|clinically|currently|[a-z]+ly)\s)*$"
)
_GOES_ON_BEHIND = re.compile(
    r"\s*(?:[.,;:()\[\]/–—]|-\s|$|(?:given|because|as|since|on|in|with|w/|w|while|whilst|when|at|from|due|by|after|without|based|but|and|or|so|though|although|"
    r"despite|if|per|here|now|today|clinically|currently|overall|then|therefore|for|considering|this|until|unless|however|\d)(?!\w))"
)
"""What stands behind a doubt that has been said of what is before it: "PE unlikely given a normal D-dimer"."""


def as_said_behind(cue: FoundCue, low: str) -> FoundCue:
    """A doubt that leads to what follows, or, where no name can follow, the same said of what stands before it."""
    if cue.cue.category != "unlikely" or cue.cue.direction != "forward" or not low.endswith("unlikely", 0, cue.end):
        return cue
    if not _BEHIND.search(low, 0, cue.start) or not _GOES_ON_BEHIND.match(low, cue.end):
        return cue
    return cue._replace(cue=cue.cue._replace(direction="backward", reach="phrase"))


def _ends_here(end: FoundCue, category: str) -> bool:
    return not end.cue.ends or ("possible" if category == "queried" else category) in end.cue.ends


def forward_limit(
    cue: FoundCue, tokens: list[re.Match[str]], ends: list[FoundCue], commas: list[int], over: list[int], length: int
) -> int:
    category, reach = cue.cue.category, cue.cue.reach
    if reach == "sentence":
        return length
    limits = [length]
    limits += [end.start for end in ends if end.start >= cue.end and _ends_here(end, category)][:1]
    if reach != "clause":
        limits += [comma for comma in commas if comma >= cue.end][:1]
    elif category == "negated" or (category == "historical" and tokens[0].string.endswith("no ", 0, cue.start)):
        limits += [comma for comma in over if comma >= cue.end][:1]
        limits += _predicate_after(cue, tokens)
        limits += _outer_list(cue, tokens, commas)
    elif category == "conditional" and tokens and _ACTS_BEFORE.search(tokens[0].string, 0, cue.start):
        limits += [comma for comma in commas if comma >= cue.end and _NEXT_ACT.match(tokens[0].string, comma)][:1]
    if reach.isdigit():
        last = min(cue.next_token + int(reach), len(tokens)) - 1
        limits.append(tokens[last].end())
    return min(limits)


def _predicate_after(cue: FoundCue, tokens: list[re.Match[str]]) -> list[int]:
    """Where the sentence goes on with its verb after what a preposition denied: "a girl without screening has seizures"."""
    if not tokens or not _DENIES_AN_OBJECT.search(tokens[0].string, max(cue.start - len("with "), 0), cue.end):
        return []
    verb = _PREDICATE.search(tokens[0].string, cue.end, cue.end + _OBJECT)
    return [] if verb is None or _CLAUSE_INSIDE.search(tokens[0].string, cue.end, verb.start()) else [verb.start()]


def _outer_list(cue: FoundCue, tokens: list[re.Match[str]], commas: list[int]) -> list[int]:
    """Where the list goes on in which one item has something denied: "polyps, a normal duodenum without polyps, and Barrett's esophagus"."""
    low = tokens[0].string if tokens else ""
    if not _DENIES_AN_OBJECT.search(low, max(cue.start - len("with "), 0), cue.end):
        return []
    before, after = ([one for one in commas if one < cue.start], [one for one in commas if one >= cue.end])
    inside = bool(before) and low[before[-1] + 1 : cue.start].strip() not in ("", "and", "but")
    return after[:1] if inside and after and _AND_MORE.match(low, after[0]) else []


def dashes_in(low: str) -> list[tuple[int, int]]:
    """Where dashes stand between words, as statements are divided."""
    return [match.span() for match in _DASH.finditer(low)]


def dash_after(cue: FoundCue, low: str, dashes: list[tuple[int, int]]) -> int:
    """Where a dash between two statements ends a cue ahead of it; one that follows the cue at once introduces its list."""
    if cue.cue.category not in _ENDED_AHEAD_BY_DASH:
        return len(low)
    ahead = (place for place in dashes if place[0] >= cue.end)
    return next((start for start, end in ahead if low[cue.end : start].strip() or _GOES_ON.match(low, end)), len(low))


def dash_before(cue: FoundCue, low: str, dashes: list[tuple[int, int]]) -> int:
    """Where a dash ends a cue behind it: "chest pain - troponin negative", and not "chest pain - denied"."""
    if cue.cue.category not in _ENDED_BY_DASH:
        return 0
    return max((end for _, end in dashes if end <= cue.start and low[end : cue.start].strip()), default=0)


def backward_limit(cue: FoundCue, tokens: list[re.Match[str]], ends: list[FoundCue], commas: list[int]) -> int:
    category, reach = cue.cue.category, cue.cue.reach
    if reach == "sentence":
        return 0
    limits = [0]
    limits += [end.end for end in ends if end.end <= cue.start and _ends_here(end, category)][-1:]
    if reach != "clause":
        limits += [comma for comma in commas if comma < cue.start][-1:]
    if reach.isdigit():
        limits.append(tokens[max(cue.first_token - int(reach), 0)].start())
    return max(limits)
