"""Measured substances: their names made comparable, where they were measured, and the HPO terms for high and low."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from osler.core.language.rules import read_table, read_yaml
from osler.core.terminology import HpoGraph

Side = Literal["low", "high"]

_NEAR = 24
"""Characters around some words in which the name of a specimen may hold them."""
_GREEK = str.maketrans({"α": "alpha ", "β": "beta ", "γ": "gamma ", "δ": "delta ", "ω": "omega "})
_ISOMER = re.compile(r"\b[ld]\s(?=[a-z]{4})")
_BRACKETS = re.compile(r"\s?\([^()]*\)")
_AMOUNT = re.compile(r"(?:\s(?:enzyme|level|levels|concentration|concentrations|activity|value|values))+$")
_SPELLINGS = (("sulph", "sulf"), ("haem", "hem"), ("oes", "es"), ("caeru", "ceru"), ("ceruloplasmine", "ceruloplasmin"))


def folded_substance(name: str) -> str:
    """A substance's name without case, hyphens, Greek letters, isomers and British spelling: `alpha galactosidase a`."""
    low = _BRACKETS.sub("", name.lower().translate(_GREEK))
    low = " ".join(re.sub(r"[-–_/]", " ", low).split())
    for british, american in _SPELLINGS:
        low = low.replace(british, american)
    return _AMOUNT.sub("", _ISOMER.sub("", low)).strip(" ,")


@lru_cache(maxsize=1)
def specimens() -> dict[str, str]:
    """The words for where something was measured, the longest first, each with its specimen."""
    listed: dict[str, list[str]] = read_yaml("results.yml")["specimens"]
    words = {word.lower(): name for name, several in listed.items() for word in several}
    return dict(sorted(words.items(), key=lambda pair: -len(pair[0])))


@lru_cache(maxsize=1)
def _specimen_word() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, specimens()))})(?![\w-])\s?", re.IGNORECASE)


def specimen_of(name: str) -> tuple[str, str]:
    """Where the name of a result says that it was measured (`""`: it does not), and the name without those words."""
    found = _specimen_word().search(name)
    if found is None:
        return "", name
    return specimens()[found.group().strip().lower()], " ".join(_specimen_word().sub("", name).split())


def is_part_of_a_specimen(text: str, start: int, end: int) -> bool:
    """Whether words are part of the name of a specimen: the "blood spot" of "dried blood spot" is no purpura."""
    around = (found.span() for found in _specimen_word().finditer(text, max(0, start - _NEAR), end + _NEAR))
    return any(first <= start and end <= last and start - first > 1 for first, last in around)


@lru_cache(maxsize=1)
def _terms() -> dict[tuple[str, str, str], str]:
    return {
        (substance, specimen, side): hpo_id for substance, specimen, side, hpo_id, _ in read_table("result_terms.tsv")
    }


@lru_cache(maxsize=1)
def _same() -> dict[str, str]:
    """Other names of a substance, with the one that HPO uses."""
    listed: dict[str, list[str]] = read_yaml("results.yml")["same"]
    return {other: name for name, others in listed.items() for other in others}


def term_for(name: str, side: Side, specimen: str, graph: HpoGraph) -> str | None:
    """The HPO term for a substance that is high or low in a specimen; `""` where the text names none."""
    folded = folded_substance(name)
    substance = _same().get(folded, folded)
    table = read_yaml("results.yml")
    of_urine = not specimen and not {folded, substance}.isdisjoint(table["of_urine"])
    for where in ["urinary"] if of_urine else table["looked_in"][specimen]:
        found = _terms().get((substance, where, side))
        if found is not None and found in graph:
            return found
    return None
