"""The conditions of a sentence that another does not have, in whatever words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import is_known
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.roles.standing import is_standing, matching
from osler.guidelines.checking.soft_words import is_soft
from osler.guidelines.checking.statements import Statement, claim_stems, read_statement

_OPENS = re.compile(
    r"\b(?:if|when|whenever|where|unless|except|apart from|who|whose|while|until|before|after|within|once(?! (?:daily|a|weekly))|provided|despite|during"
    r"|in whom|as long as|with|without|in (?:people|patients|adults|women|men|children|those)|for (?:people|patients|adults|women|men|children|those)|only)\b",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[,;:()]|\.(?!\d)|\b(?:should|must|may|can|shall)\b", re.IGNORECASE)
_OR = re.compile(r"\bor\b(?! (?:more|less|over|under|older|younger|above|below|higher|lower)\b)", re.IGNORECASE)
_FOLLOWING = re.compile(r"\b(?:any|one|two|all|either|more) (?:or more )?of the following\b", re.IGNORECASE)


def unsaid_conditions(
    one: Statement, others: Sequence[Statement], vocabularies: Vocabularies, *, unnamed: bool = False
) -> list[str]:
    """The conditions of a statement that the others do not have; with `unnamed`, only those that name nothing."""
    there = {stem for other in others for stem in other.stems}
    named = [name for other in others for name in other.named]
    found: list[str] = []
    for before, clause in _conditions(one.text):
        said = read_statement(clause, vocabularies)
        known = {stem for name in said.named if is_known(name, named, vocabularies) for stem in name.stems}
        hard = [stem for stem in said.stems if _is_hard(stem)]
        met = sum(stem in known or is_standing(stem, there) for stem in hard)
        numbered = all(any(matching(amount, clause, other) for other in others) for amount in said.amounts)
        if (numbered and met * 2 >= len(hard)) or _FOLLOWING.search(clause):
            continue
        if unnamed and any(not is_known(name, named, vocabularies) for name in said.named):
            continue
        if _is_of_another(before, there):
            continue
        found.append(clause)
    return found


def _is_hard(stem: str) -> bool:
    plain = lexicon().actions | lexicon().redundant | lexicon().same["person"]
    return stem not in plain and not is_soft(stem)


def _is_of_another(before: str, there: set[str]) -> bool:
    """Whether a condition belongs to the last of several alternatives, of which the others do not speak."""
    marks = list(_OR.finditer(before))
    if not marks:
        return False
    words = [stem for stem in claim_stems(before[marks[-1].end() :]) if _is_hard(stem)]
    return bool(words) and not any(is_standing(stem, there) for stem in words)


def _conditions(text: str) -> Iterable[tuple[str, str]]:
    """What stands before each condition of a text, and the condition up to the next one."""
    openers = list(_OPENS.finditer(text))
    for number, opener in enumerate(openers):
        following = openers[number + 1].start() if number + 1 < len(openers) else len(text)
        end = _ENDS.search(text, opener.end())
        yield text[: opener.start()], text[opener.start() : min(following, end.start() if end else len(text))]
