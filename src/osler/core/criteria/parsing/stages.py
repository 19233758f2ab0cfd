"""Stages with a letter ("stage IIIB or IV"): names that narrow the disease before them, not numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.lexing.tokens import Kind, Token
from osler.core.criteria.parsing.grouping import Group, Item
from osler.core.criteria.parsing.known import names_condition
from osler.core.criteria.parsing.qualifiers import is_numbered, only_adjectives
from osler.core.criteria.tree import all_of, any_of
from osler.core.criteria.types import Expression, Finding
from osler.core.terminology import Vocabularies

_LETTERED = re.compile(r"(?:i{1,3}|iv|v|[0-4])[a-d]\d?")
_FEW = 3
_LONGEST_NAME = 5
_CONNECTIVES = (Kind.COMMA, Kind.AND, Kind.OR)
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


def kinds_in_brackets(items: Sequence[Item], vocabularies: Vocabularies) -> list[Item]:
    """ "Melanoma, unresectable or metastatic, with a mutation": kinds that follow their disease as a bracket after it."""
    row = list(items)
    start = next((n for n, item in enumerate(row) if isinstance(item, Token) and item.kind in _CONNECTIVES), None)
    if not start or row[start].kind is not Kind.COMMA:
        return row
    if (
        start + 1 < len(row)
        and isinstance(word := row[start + 1], Token)
        and word.kind is Kind.JOINING
        and word.text == "with"
    ):
        # "Melanoma, with A or B" is melanoma with A or B.
        return [*row[:start], *row[start + 1 :]]
    end = start + 1
    while end < len(row) and _says_kind(row[end]):
        end += 1
    kinds = row[start + 1 : end]
    closing = row[end] if end < len(row) else None
    closes = closing is None or (isinstance(closing, Token) and closing.kind in (Kind.COMMA, Kind.JOINING, Kind.STOP))
    if isinstance(closing, Token) and closing.kind is Kind.COMMA:
        closes = end + 1 < len(row) and isinstance(after := row[end + 1], Token) and after.kind is Kind.JOINING
    offered = any(isinstance(item, Token) and item.kind is Kind.OR for item in kinds)
    named = [item.text for item in row[:start] if isinstance(item, Token) and item.kind is Kind.WORD]
    # "Bleeding including intracranial, intraspinal or retroperitoneal": a list of kinds has no disease before it.
    shown = any(isinstance(item, Token) and item.kind is Kind.EXAMPLES for item in row[:start])
    if not closes or not offered or shown or not _is_disease(named, vocabularies):
        return row
    rest = row[end + 1 :] if isinstance(closing, Token) and closing.kind is Kind.COMMA else row[end:]
    return [*row[:start], Group(kinds, kinds[0].start, kinds[-1].end), *rest]


def _says_kind(item: Item) -> bool:
    if not isinstance(item, Token):
        return False
    plain = item.kind is Kind.WORD and (only_adjectives([item.text]) or item.text.endswith("ly"))
    return plain or item.kind is Kind.OR


def _is_disease(words: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether words end in the name of a disease."""
    return any(
        names_condition(" ".join(words[n:]), vocabularies)
        for n in range(max(len(words) - _LONGEST_NAME, 0), len(words))
    )


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
