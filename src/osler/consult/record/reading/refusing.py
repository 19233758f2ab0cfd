"""Why a question is not one that this patient's record answers: somebody else, advice, or nothing that records hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.consult.record.called import lay_names, measure_named
from osler.consult.record.reading.table import pattern, refusals, rules, stop
from osler.consult.record.reading.types import Refusal
from osler.consult.wording.everyday import everyday
from osler.core.privacy import is_given_name
from osler.core.safety import known_words
from osler.core.terminology import Vocabularies, plain_meanings

_A_NAME = 4
"""Letters of a name that is known without its capital, where it is no word of every day."""
_TITLE = r"(?:Mr|Mrs|Ms|Miss|Mister)\.?"
_KIN = "daughter|son|child|baby|girl|boy|kid|mother|father|mum|mom|dad|wife|husband|brother|sister|partner|grand(?:ma|pa|mother|father|son|daughter)"
_NAMED = re.compile(
    rf"\b{_TITLE}\s+(?P<titled>[A-ZÀ-Þ][\w-]+(?:['’](?!s\b)[\w-]+)?(?:\s+[A-ZÀ-Þ][\w-]*[a-zà-ÿ](?:['’](?!s\b)[\w-]+)?)?)(?:['’]s)?|\b(?!{_TITLE}\s)(?P<bare>[A-ZÀ-Þ][a-zà-ÿ]+(?:\s+(?!{_TITLE}\s)[A-ZÀ-Þ][a-zà-ÿ]+)?)(?P<own>['’]s)?"
)


def about_others(lower: str) -> bool:
    """Whether a question asks for somebody else, or for several patients."""
    return any(each.search(lower) for each in refusals("other_people"))


def beyond_records(rest: str) -> Refusal | None:
    """Why no record answers this: advice and knowledge are out of scope, some facts have no place in it."""
    if pattern("modal").search(rest) or any(each.search(rest) for each in refusals("out_of_scope")):
        return "out_of_scope"
    return "not_in_record" if any(each.search(rest) for each in refusals("not_in_record")) else None


def without_names(text: str, patient_names: Sequence[str], vocabularies: Vocabularies) -> tuple[str, bool]:
    """The question without the patient's name, and whether it names somebody else."""
    own = {re.sub(r"\d", "", part).lower() for name in patient_names for part in re.findall(r"[\w'-]+", name)}
    other = False

    def replaced(match: re.Match[str]) -> str:
        nonlocal other
        titled, bare = match["titled"], match["bare"]
        parts = [re.sub(r"['’]s$", "", part).lower() for part in (titled or bare).split()]
        if own.intersection(parts):
            before = f"{bare.split()[0]} " if bare and parts[0] not in own else ""  # "Was Ann": the verb stays
            return f"{before}the patient" + ("'s" if match["own"] else "")
        if titled or (bare and _is_a_person(match, parts, vocabularies)):
            other = True
        return match.group()

    known = _NAMED.sub(replaced, _without_kin(text, own))
    other = other or _named_in_small_letters(known, own, vocabularies) or _heads(known, own, vocabularies)
    small = "|".join(re.escape(part) for part in own if len(part) >= _A_NAME and part not in known_words())
    return (re.sub(rf"\b(?:{small})(?=\b|['’]s)", "the patient", known) if small else known), other


def names_somebody_else(text: str, patient_names: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether a text names a person who is not the patient."""
    return without_names(text, patient_names, vocabularies)[1]


_HEADED = re.compile(
    r"^\W*(?:(?:and|so|ok|okay|please|show|list|get|give|pull up|open|what about|how about|check)(?: me)? )*(?:patient )?"
    r"(?P<name>[a-zà-ÿ'’-]{3,}(?:,? [a-zà-ÿ'’-]{3,}){0,2}?)(?:['’]s)?[:,]?\s+(?P<what>(?:last |latest |current |newest |recent |active |all |any )*[a-z0-9][\w -]{1,30})\W*$"
)
"""A name before what is asked of who bears it: "barry wolf meds", "wolf, barry: allergies"."""


def _heads(text: str, own: set[str], vocabularies: Vocabularies) -> bool:
    """Whether a question is headed by the name of somebody else, and is nothing but a kind of entry or a measure of theirs."""
    match = _HEADED.match(text.strip().lower())
    if match is None:
        return False
    parts = re.findall(r"[a-zà-ÿ'’-]+", match["name"])
    if own & {*parts} or not any(_is_only_a_name(part, vocabularies) for part in parts):
        return False
    named = vocabularies.find(match.string)  # "graves disease meds" names a disease
    if any(part in stop() for part in parts) or any(one.start < match.end("name") for one in named):
        return False
    asked = any(pattern("kinds", kind).search(match["what"]) for kind in rules()["kinds"])
    return asked or measure_named(match["what"]) is not None


_SMALL = re.compile(
    r"(?<![\w'’-])(?P<title>(?:mr|mrs|ms|miss|mister)\.? )?(?P<name>[a-zà-ÿ]{3,})(?P<own>['’]s)?(?![\w-])"
)
_ASKED_OF = re.compile(r"\b(?:is|does|did|do|has|have|was|were|of|for|about|with|patient)\s*$")


def _named_in_small_letters(text: str, own: set[str], vocabularies: Vocabularies) -> bool:
    """Whether somebody else is named without a capital: behind a title, by two names, or by one of which something is asked."""
    before: re.Match[str] | None = None
    for match in _SMALL.finditer(text):
        name = match["name"]
        if match["title"] and name not in own:
            return True
        if name in own or not _is_only_a_name(name, vocabularies):
            before = None
            continue
        adjacent = before is not None and text[before.end() : match.start()].isspace()
        asked_of = adjacent or match["own"] or _ASKED_OF.search(text[: match.start()])
        if asked_of and not _is_part_of_a_name(match, vocabularies):
            return True
        before = match
    return False


def _is_part_of_a_name(match: re.Match[str], vocabularies: Vocabularies) -> bool:
    """Whether a word stands inside the name of something clinical: the aura of "migraine with aura" is nobody."""
    return any(one.start <= match.start("name") and one.end >= match.end() for one in vocabularies.find(match.string))


def _is_only_a_name(word: str, vocabularies: Vocabularies) -> bool:
    """Whether a word is a given name, and no word of asking, of every day, of a body or of a medicine."""
    if len(word) < _SHORT_NAME or word in stop() or word in everyday() or not is_given_name(word):
        return False
    if word in rules()["no_names"].split():
        return False
    return not (plain_meanings(word) or vocabularies.find(word) or measure_named(word) or (word,) in lay_names())


_SHORT_NAME = 4


def _without_kin(text: str, own: set[str]) -> str:
    """The text where who asks calls the patient by name and as kin: "my daughter Ann" is the patient."""
    named = "|".join(sorted(re.escape(part) for part in own if part))
    return (
        re.sub(rf"\b(?:my|our) (?:(?:\w+ )?(?:{_KIN}),? )?(?=(?:{named})\b)", "", text, flags=re.IGNORECASE)
        if named
        else text
    )


def _is_a_person(match: re.Match[str], parts: list[str], vocabularies: Vocabularies) -> bool:
    bare = match["bare"]
    if vocabularies.find(bare) or (match["own"] and vocabularies.find(f"{bare}'s disease")):
        return False  # "Alzheimer's" is a disease, and nobody's
    if len(parts) == 2 and match.start() > 0 and measure_named(bare) is None:
        return True
    return bool(match["own"]) and not set(parts) <= stop()
