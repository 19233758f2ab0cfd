"""What a criterion asks for and no cited sentence says: "haemorrhagic" where only a stroke is told of."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import AllOf, AnyOf, AtLeast, Except, Expression, Finding, Not
from osler.trials.judging.asked.trees import asked_parts, text_of
from osler.trials.judging.citing.cited import assertions_of, told_words
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.words import content_words

NOBODY_SAYS = "no cited sentence says "
_TELLING = 4
"""Letters of a word that can tell one thing from another."""
_STEM = 5
"""Words that begin with so many letters alike are forms of one."""


def left_unsaid(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """What a criterion asks for and no cited sentence says: "haemorrhagic" where only a stroke is told of."""
    if isinstance(tree, AnyOf | AtLeast | Not | Except):
        return ""
    if isinstance(tree, AllOf):
        findings = [child for child in tree.children if isinstance(child, Finding)]
        said = [child for child in findings if any(assertions_of(text_of(child), cited, view))]
        silent = next((child for child in findings if said and child not in said), None)
        if silent is not None:
            return f"no cited sentence says {silent.name}"
        return next(filter(None, (left_unsaid(child, cited, view) for child in tree.children)), "")
    if not isinstance(tree, Finding):
        return ""
    words = told_words(cited, view)
    asked = content_words(pattern("said_of_any").sub(" ", _without_told(text_of(tree).casefold(), cited)))
    if not asked & words:
        # Another wording of the whole is the mind's inference, and marked as one.
        return ""
    kinds = frozenset(word for word in asked if pattern("own_kind").fullmatch(word))
    words -= kinds - content_words(" ".join(sentence.text.casefold() for sentence in cited))
    unsaid = sorted(word for word in asked - words if len(word) >= _TELLING and not _shortened(word, words))
    return f"no cited sentence says {', '.join(unsaid)}" if unsaid else ""


def _without_told(asked: str, cited: Sequence[NumberedSentence]) -> str:
    """What is asked, without a frame that the cited sentences say in other words: a dose that is unchanged is stable."""
    text = " ".join(sentence.text.casefold() for sentence in cited)
    for frame in rules()["frames_told"]:
        if re.search(frame["told"], text):
            asked = re.sub(frame["asked"], " ", asked)
    return asked


def kind_unsaid(tree: Expression, cited: Sequence[NumberedSentence], view: PatientView) -> str:
    """The word that makes another kind of every alternative which the cited sentences speak of, where they do not have it."""
    if not isinstance(tree, AnyOf):
        return ""
    said = content_words(" ".join(sentence.text.casefold() for sentence in cited))
    unsaid: list[str] = []
    for part in asked_parts(tree):
        if not isinstance(part.atom, Finding) or not any(assertions_of(text_of(part.atom), cited, view)):
            continue
        words = content_words(text_of(part.atom).casefold())
        kinds = [word for word in words if pattern("own_kind").fullmatch(word) and word not in said]
        left = left_unsaid(part.atom, cited, view)
        if not kinds and not left:
            return ""
        unsaid += kinds or [left.removeprefix(NOBODY_SAYS)]
    return f"{NOBODY_SAYS}{', '.join(dict.fromkeys(unsaid))}" if unsaid else ""


def _shortened(word: str, words: frozenset[str]) -> bool:
    """Whether a word is there in another form: treated, treatment; ischaemic, ischemic."""
    plain = word.replace("ae", "e").replace("oe", "e")
    return any(plain[:_STEM] == other.replace("ae", "e").replace("oe", "e")[:_STEM] for other in words)
