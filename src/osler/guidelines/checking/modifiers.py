"""The words that narrow a group of people from before its name: asymptomatic adults, overweight children, sexually active women."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.library import sex_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import is_known, stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.people import is_of_bearing
from osler.guidelines.checking.statements import Statement, read_statement

_FOLK = r"(?:adults?|women|woman|men|man|people|persons?|patients|children|adolescents|infants|individuals)"
_THOSE = re.compile(r"\bthose\b(?! (?:who|with|aged|at)\b)", re.IGNORECASE)
_EITHER = re.compile(r"\bor\b", re.IGNORECASE)
_PREFIX = re.compile(r"^(?:post|pre|non|un|a)(?=\w{6})")
_MODIFIED = re.compile(rf"(?P<before>(?:[A-Za-z-]+,? ){{1,4}})(?P<folk>{_FOLK})\b", re.IGNORECASE)


def modifier_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A word that narrows the people of the source and that a sentence about the same people leaves out."""
    head = basis[0]
    if head.stance == "none" or _THOSE.search(said.text) or lexicon().this_patient.search(said.text):
        return
    here = set(said.stems) | set(stems(said.text)) | set(stems(context))
    for word in _modifiers(head.text, said.sex):
        if word.casefold() == "pregnant" and is_of_bearing(said.text):
            continue
        named = read_statement(word, vocabularies).named
        if not any(stands(form, here) for stem in stems(word) for form in (stem, _PREFIX.sub("", stem))) and not any(
            is_known(one, said.named, vocabularies) for one in named
        ):
            yield "population", f"the cited passage speaks of {word!r} people only"
            return


def _modifiers(text: str, sex: str | None) -> list[str]:
    """The words right before a name for people that the table knows as narrowing, or that are made like adjectives."""
    found = []
    for match in _MODIFIED.finditer(text):
        if _EITHER.search(match["before"]):
            continue  # "pregnant or breastfeeding women": each of them
        if sex and sex_of(match["folk"]) not in {None, sex}:
            continue  # "men and postmenopausal women": what is said of men is not of those women
        for word in reversed(match["before"].replace(",", " ").split()):
            if not _NARROWS.fullmatch(word):
                break
            found.append(word)
    return found


_NARROWS = re.compile(
    r"(?:a|non|un|pre|post|im|hyper|over|under)-?[a-z-]{4,}(?:ic|al|ed|nt|ous|ized|ised|ight|ive|ary)|[a-z-]+(?:-dwelling|-negative|-positive|-naive|-risk)"
    r"|(?:sexually )?active|obese|frail|pregnant|breastfeeding|vulnerable|hospitalised|hospitalized|symptomatic|diabetic|hypertensive|sedentary",
    re.IGNORECASE,
)
