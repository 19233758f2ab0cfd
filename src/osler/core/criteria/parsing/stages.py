"""Stages with a letter ("stage IIIB or IV"): names that narrow the disease before them, not numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Item
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.qualifiers import is_numbered, only_adjectives
from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import Expression, Finding
from osler.core.terminology import Vocabularies

_LETTERED = re.compile(r"(?:i{1,3}|iv|v|[0-4])[a-d]\d?")
_FEW = 3
_STAGED = ("stage", "class", "grade")
_NUMERAL = r"(?:i{1,3}|iv|v|[0-4])"
_PLAIN = re.compile(rf"(?:stage|class|grade)\s+{_NUMERAL}(?:\s*(?:,|or|and)\s*{_NUMERAL})*")
_WORD = re.compile(r",|[^\s,]+")
_JOINTS = {",": Kind.COMMA, "or": Kind.OR, "and": Kind.AND}


def stages_as_names(items: Sequence[Item]) -> list[Item]:
    """The items with every stage as a name where one of them has a letter, which a number would lose."""
    if not any(isinstance(item, Token) and item.kind is Kind.WORD and _LETTERED.fullmatch(item.text) for item in items):
        return list(items)
    row: list[Item] = []
    for item in items:
        if isinstance(item, Token) and item.kind is Kind.GRADE and _PLAIN.fullmatch(item.text):
            row += [
                Token(
                    _JOINTS.get(word.group(), Kind.WORD),
                    item.start + word.start(),
                    item.start + word.end(),
                    word.group(),
                )
                for word in _WORD.finditer(item.text)
            ]
        else:
            row.append(item)
    return row


def with_stages(parts: Sequence[Expression], joints: Sequence[Kind | None]) -> Expression | None:
    """ "NSCLC, stage IIIB or IV" asks for the disease in one of the stages; None where the members are no such list."""
    if len(parts) < 2 or joints[1] is not Kind.COMMA or Kind.AND in joints:
        return None
    disease, *stages = parts
    if not isinstance(disease, Finding) or _is_stage(disease) or not all(map(_is_stage, stages)):
        return None
    return all_of([disease, any_of(stages)])


def with_kinds(
    parts: Sequence[Expression], joints: Sequence[Kind | None], vocabularies: Vocabularies
) -> Expression | None:
    """ "Breast cancer, metastatic or locally advanced" is of one of the kinds; None where the members are no such list."""
    if len(parts) < 2 or joints[1] is not Kind.COMMA:
        return None
    disease, *kinds = parts
    if not isinstance(disease, Finding) or not names_condition(disease.name, vocabularies):
        return None
    findings = [kind for kind in kinds if isinstance(kind, Finding) and not kind.windows]
    if len(findings) < len(kinds):
        return None
    of_course = _is_course(findings[-1].name)
    if not all(
        _only_says_kind(kind.name, vocabularies) or (of_course and only_adjectives(kind.name.split()))
        for kind in findings
    ):
        return None
    named = [disease.model_copy(update={"name": f"{kind.name} {disease.name}"}) for kind in findings]
    return any_of(named) if Kind.OR in joints else all_of(named)


def _is_course(name: str) -> bool:
    """Whether a name is one of a course that a disease takes: "recurrent episode"."""
    words = name.lower().split()
    return 1 < len(words) <= _FEW and words[-1] in cues().courses


def _only_says_kind(name: str, vocabularies: Vocabularies) -> bool:
    words = [word.lower() for word in name.split()]
    told = [word for word in words if not word.endswith("ly")]
    if _is_course(name):
        return True
    return bool(told) and only_adjectives(told) and not names_condition(name, vocabularies)


def _is_stage(part: Expression) -> bool:
    """Whether a name is one of a stage, with or without whose stages they are: "stage IIIB", "MGFA class IVa"."""
    words = part.name.split() if isinstance(part, Finding) else []
    return 1 < len(words) <= 3 and words[-2].lower() in _STAGED and is_numbered(words[-2:])
