"""Diseases of today that an examination would have shown which a note calls normal: who has a normal CT of the head has no bleeding in it."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.language import Experiencer, assert_mention
from osler.trials.judging.findings import facts_about, lineage_of, named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging.denied", "normal_pictures.yml")


class _Picture(NamedTuple):
    said: re.Pattern[str]
    diseases: tuple[str, ...]


def by_normal_picture(atom: Finding, view: PatientView) -> Proof | None:
    """The denial of a disease of today by a normal examination; of the past, and of what the record has, it says nothing."""
    if any(window.kind not in ("current", "at") for window in atom.windows):
        return None
    plain = " ".join(pattern("degree").sub(" ", atom.name.casefold()).split())
    asked = named(plain or atom.name, view.vocabularies)
    if not asked.whole or facts_about(atom, view).present:
        return None
    for picture in _pictures():
        shown = frozenset(code for name in picture.diseases for code in named(name, view.vocabularies).concepts)
        if not lineage_of(asked.concepts, view.vocabularies) & shown:
            continue
        for sentence in view.sentences:
            if _TABLE.pattern("earlier").search(sentence.text.casefold()):
                continue
            found = picture.said.search(sentence.text.casefold())
            if found and assert_mention(sentence.text, *found.span()).experiencer is Experiencer.PATIENT:
                return proof_of(TruthValue.NOT_MET, atom, "the examination that shows it is normal", [sentence.span])
    return None


@cache
def _pictures() -> tuple[_Picture, ...]:
    rules = _TABLE.rules
    return tuple(
        _Picture(
            re.compile(rf"\b{row['named']}{rules['normal']}|{rules['normal_before']}{row['named']}\b"),
            tuple(row["diseases"]),
        )
        for row in rules["pictures"]
    )
