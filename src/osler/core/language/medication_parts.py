"""The drugs of a text and every dose, route, frequency and duration that a sentence about a drug states."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import lru_cache

from osler.core.language.medication_rules import MedicationRules, medication_rules
from osler.core.language.schedules import LONG_UNIT, count
from osler.core.language.types import Regimen, RegimenPart, RegimenPartKind, Sentence

_DOSE_LIKE = re.compile(
    r"(?<![\w.])(?:\d{1,3}(?:,\d{3})+|\d{1,6}(?:\.\d{1,4})?)(?:\s?(?:-|–|to)\s?\d{1,6}(?:\.\d{1,4})?)?[\s-]?"
    r"(?:mg|mcg|µg|μg|ug|g|ng|mL|ml|IU|units?|mEq|tablets?|tabs?|capsules?|puffs?|drops?|doses?)"
    r"(?:\s?/\s?(?:kg|m2|m²|d|day|h|hr|min|dose|week|mL|ml|L|l)){0,2}(?:\s(?:per|a)\s(?:day|kg|dose|week|hour))?(?!\w)"
)
_AMBIGUOUS = frozenset({"TD", "OS", "PR", "PV", "OU", "SL", "IM", "SC"})
"""Capitals that are also a disease, a side or a test: a route only where a regimen has them."""


@lru_cache(maxsize=1)
def _length() -> re.Pattern[str]:
    """How long a treatment lasts, as prose says it."""
    many, unit, treatment = count(), LONG_UNIT, r"(?:treatment|therapy|use|administration|course)"
    return re.compile(
        rf"(?<!\w)(?:over|after)\s(?P<over>{many}[\s-]{unit})(?=\s(?:of\s(?:\w+\s){{0,3}}{treatment}|[,.)])|[,.)])"
        rf"|(?<!\w){many}[\s-]{unit}\s(?=(?:of|course\sof)\s(?:\w+\s){{0,3}}{treatment})",
        re.IGNORECASE,
    )


_TREATED = re.compile(
    r"(?<!\w)(?:treat\w*|therap\w*|administ\w*|receiv\w*|taking|took|use|using|infus\w*|course|exposure|given|regimen|medicat\w*|prophyla\w*)(?!\w)",
    re.IGNORECASE,
)


def medication_parts(text: str, sentences: Sequence[Sentence], drugs: Sequence[Regimen]) -> Iterator[RegimenPart]:
    """The drugs of a text and every dose, route, frequency and duration that a sentence about a drug states."""
    rules = medication_rules()
    starts = [sentence.start for sentence in sentences]
    seen: set[int] = set()
    for drug in drugs:
        yield RegimenPart("drug", drug.start, drug.start + len(drug.name))
        index = max(bisect_left(starts, drug.start + 1) - 1, 0)
        if index in seen or not sentences:
            continue
        seen.add(index)
        yield from _sentence_parts(text, sentences[index], drugs, rules)


_GIVEN = re.compile(
    r"(?:administ\w+|therap\w+|treatment\w*|inject\w+|infus\w+|dos\w+|use|given|drug\w*|medicat\w+|route|bolus|prepar\w+|formul\w+|chemotherapy|corticosteroid\w*|steroid\w*|antibiotic\w*|instill\w+|applic\w+)",
    re.IGNORECASE,
)


_LEADS_TO_ROUTE = re.compile(
    r"[\s,(:;-]*(?:(?:was|were|is|are|given|administered|delivered|applied|injected|injection|infusion|via|by|the|an?|of|dose|doses|daily|[\d.,]+\s?[\w/]{1,12})[\s,(-]*){0,6}"
)
"""What may stand between a drug and the route by which it is given."""


_FORM = re.compile(r"\s(?:[a-z]+[\s-])?(?:release|dose|strength|coated|acting)\s", re.IGNORECASE)
"""What may stand between a route and its drug: "oral extended-release niacin"."""

_INSTEAD_OF = re.compile(r"(?:rather\sthan|instead\sof|not)\s$", re.IGNORECASE)
_DEEDS = ("inj", "infus", "ingest", "inhal", "implant", "enema", "irrig", "lavage", "instil")
"""How words for giving begin that are routes only close to a drug."""


def _is_route(
    text: str, match: re.Match[str], end: int, names: Sequence[tuple[int, int]], stated: frozenset[int]
) -> bool:
    """Whether a word for a route is one here: part of a regimen, an adverb or a short form, or beside a drug or a word of giving.

    "Oral mucosa", "ocular pressure" and "injection site" are no routes, and TD may be tardive dyskinesia.
    """
    word = match.group().lower()
    if match.start() in stated:
        return True
    if match.group() in _AMBIGUOUS:
        return False
    rules = medication_rules()
    after = text[match.end() : min(end, match.end() + 40)]
    if _INSTEAD_OF.search(text, max(match.start() - 20, 0), match.start()):
        return False
    if word.endswith("ly") or len(word) <= 3 or " " in word:
        return rules.no_route_before.match(after) is None
    if re.match(r"\s?site", after):
        return False
    if word in rules.only_routes:
        return rules.no_route_before.match(after) is None
    between = [text[match.end() : start] for start, _ in names if 0 <= start - match.end() <= 40]
    following = any((len(gap) <= 12 and " and " not in gap) or _FORM.fullmatch(gap) for gap in between)
    if following or _GIVEN.search(" ".join(after.split()[:2])):
        return True
    before = [last for _, last in names if 0 <= match.start() - last <= 60]
    if word.startswith(_DEEDS):
        given = any(0 <= start - match.end() <= 30 for start, _ in names) or re.match(r"\sof\s[\d(]", after)
        return bool(given) or any(match.start() - last <= 30 for last in before)
    return any(_LEADS_TO_ROUTE.fullmatch(text, last, match.start()) for last in before)


def _sentence_parts(
    text: str, sentence: Sentence, drugs: Sequence[Regimen], rules: MedicationRules
) -> Iterator[RegimenPart]:
    start, end = sentence.start, sentence.end
    names = [(drug.start, drug.start + len(drug.name)) for drug in drugs if start <= drug.start < end]
    stated = frozenset(part.start for drug in drugs for part in drug.parts if part.kind == "route")
    opening = {place[0] for place in names}
    taken: list[tuple[int, int]] = list(names)
    patterns: list[tuple[RegimenPartKind, re.Pattern[str]]] = [
        ("dosage", rules.dosage_words),
        ("dosage", _DOSE_LIKE),
        ("freq", rules.frequency),
        ("freq", rules.rate),
        ("route", rules.route),
        ("duration", rules.duration),
        ("duration", rules.lasting),
    ]
    if _TREATED.search(text, start, end):
        patterns.append(("duration", _length()))
    for kind, pattern in patterns:
        for match in pattern.finditer(text, start, end):
            place = match.span()
            inside_word = match.start() > 0 and text[match.start() - 1].isalnum()
            if inside_word or (kind == "route" and not _is_route(text, match, end, names, stated)):
                continue
            opens = kind == "route" and match.start() in opening  # "oral anticoagulants"
            if opens or not any(first < place[1] and place[0] < last for first, last in taken):
                taken.append(place)
                yield RegimenPart(kind, *place)
