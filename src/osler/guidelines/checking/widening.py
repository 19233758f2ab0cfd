"""What a sentence widens by a small word: "or" where its source says "and", a disease without the word that narrows it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from osler.core.library import stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking.coverage import stands
from osler.guidelines.checking.faults import FaultKind
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.checking.statements import Statement, claim_stems

_LIMITS = (
    r"(?:more|less|over|under|above|below|older|younger|higher|lower|greater|fewer|later|earlier|longer|shorter)\b"
)
_JOINT = re.compile(rf"(?<!whether )\b(?P<word>and|or)\b(?! {_LIMITS})(?!/or)", re.IGNORECASE)
_DISTRIBUTED = re.compile(
    r"\s*(?:in|for|to|during|on|at|among|by)\b|\s*(?:\w+ )?(?:people|patients|adults|women|men|children|those|infants|adolescents|anyone)\b",
    re.IGNORECASE,
)
"""What goes on with other people: of these "and" means each of them."""
_LIMIT_BEFORE = re.compile(r"\b(?:than|above|below|over|under|least|most) \d[\d.]*(?: ?[a-z/%]+)?,? $", re.IGNORECASE)
_LIMIT_AFTER = re.compile(
    r"\s*(?:weighs?|ha(?:s|ve)|(?:is|are)(?: aged)?) (?:an? )?(?:[\w-]+ ){0,2}?(?:(?:more|less|fewer|older|younger) than|above|below|over|under|at least|at most) \d",
    re.IGNORECASE,
)
_RELATIVE = re.compile(r"\s*(?:who|whose|with|if|when)\b", re.IGNORECASE)
_FOLK = frozenset(claim_stems("adults children women men people patients infants adolescents boys girls newborns"))
_HAD = re.compile(r"\b(?:ha(?:s|ve|d|ving) had|history|after|past|earlier|once had)\b", re.IGNORECASE)
_PAST = re.compile(r"previous|prior|past|former|earlier", re.IGNORECASE)
_NEAR = 60
"""Characters between two things that a source joins."""
_BEFORE = re.compile(r"(?P<word>[A-Za-z][A-Za-z-]{3,}) $")
_NARROWS = re.compile(
    r"(?:\w+-)?(?:\w{3,}(?:ed|ic|al|ive|ous|ent|ant|ary|ar)|mild|moderate|severe|acute|chronic|overt|early|late|severity|risk)",
    re.IGNORECASE,
)
_ROUTE = re.compile(r"topical|oral|inhaled|rectal|nasal|buccal|(?:intra|sub|trans)\w+", re.IGNORECASE)
_PREVENTED = re.compile(
    r"\b(?:to|of|for) (?:prevent|prevention of|reduce (?:the )?risk of|lower (?:the )?risk of|the prevention of)\s*$",
    re.IGNORECASE,
)
_BOTH_PRESSURES = re.compile(r"\b\d{2,3}/\d{2,3}\b")
"""A blood pressure of two numbers is the systolic and the diastolic one."""
_NO_MODIFIER = frozenset(
    claim_stems(
        "established treated receive received prevent untreated general several routine annual possible different abnormal elevated"
    )
)


class _Joined(NamedTuple):
    """Two content words around "and" or "or"."""

    word: str
    left: str
    right: str
    after: str
    limited: bool = False
    """Whether a limit stands right before it, or right behind it."""


def joint_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """ "Or" between what the source asks for together, and "and" between what it gives as alternatives."""
    treatments = {stem for one in said.named if one.drug for stem in one.stems}
    for joined in _joints(said.text):
        for source in basis:
            turned = joined._replace(left=joined.right, right=joined.left)
            between = _between(joined, source.text)
            if between is None and joined.limited:
                between = _between(turned, source.text)
            if between is None:
                continue
            words = {match["word"].casefold() for match in _JOINT.finditer(between)}
            if joined.word == "or" and "or" not in words and source.stance != "against" and not _is_of_people(joined):
                if "and" in words and _DISTRIBUTED.match(between.casefold().rpartition("and")[2]):
                    continue
                yield "joint", f"the cited passage asks for both, not for one of them: {between.strip()[:60]!r}"
            elif joined.word == "and" and words == {"or"}:
                given = source.stance == "for" and not {joined.left, joined.right}.isdisjoint(treatments)
                # "More than 70 kg and …" asks for both, where either was enough.
                given |= source.stance == "for" and joined.limited and not _DISTRIBUTED.match(joined.after)
                if given or (source.stance == "against" and _RELATIVE.match(joined.after)):
                    yield "joint", "the cited passage gives alternatives, not both together"
            break


def _joints(text: str) -> list[_Joined]:
    found = []
    for match in _JOINT.finditer(text):
        left, right = claim_stems(text[: match.start()]), claim_stems(text[match.end() :])
        if left and right:
            last = claim_stems(" ".join(text[: match.start()].split()[-3:])) or left
            limited = bool(_LIMIT_BEFORE.search(text[: match.start()]) or _LIMIT_AFTER.match(text[match.end() :]))
            found.append(_Joined(match["word"].casefold(), last[-1], right[0], text[match.end() :], limited))
    return found


def _between(joined: _Joined, text: str) -> str | None:
    """What a text has between the two words, where they stand near each other in this order."""
    placed = [(stem, match.start(), match.end()) for match in re.finditer(r"[\w-]+", text) for stem in stems(match[0])]
    for left, _, end in placed:
        if left != joined.left:
            continue
        for right, start, _ in placed:
            if right == joined.right and end <= start <= end + _NEAR and not re.search(r"[;:]", text[end:start]):
                return text[end:start]
    return None


def _is_of_people(joined: _Joined) -> bool:
    return bool(_FOLK & {joined.left, joined.right}) or bool(_DISTRIBUTED.match(joined.after))


def narrowed_faults(
    said: Statement, basis: Sequence[Statement], context: str, vocabularies: Vocabularies
) -> Iterable[tuple[FaultKind, str]]:
    """A disease or a class of medicines without the word by which its source narrows it: asthma for persistent asthma."""
    if lexicon().this_patient.search(said.text):
        return
    here = set(said.stems) | set(stems(said.text)) | set(stems(context))
    if _BOTH_PRESSURES.search(said.text):
        here |= set(stems("systolic diastolic"))
    yield from _narrowed_further(said, basis, context)
    for named in said.named:
        before = [word for source in basis for word in _words_before(named.text, source.text)]
        if not before or not all(_narrows(word) for word in before):
            continue
        had = bool(_HAD.search(said.text))
        lacking = [
            word
            for word in before
            if not any(stands(stem, here) for stem in stems(word)) and not (had and _PAST.fullmatch(word))
        ]
        if len(lacking) == len(before):
            yield "condition", f"the cited passage speaks of {lacking[0]} {named.text} only"
            return


def _narrowed_further(said: Statement, basis: Sequence[Statement], context: str) -> Iterable[tuple[FaultKind, str]]:
    """A name with a word before it that the sources do not have: late pregnancy for pregnancy."""
    there = {stem for one in basis for stem in stems(one.text)} | set(stems(context))
    for named in said.named:
        if not any(_words_before(named.text, source.text) for source in basis):
            continue
        for word in filter(None, _words_before(named.text, said.text)):
            past = _PAST.fullmatch(word) and any(_HAD.search(one.text) for one in basis)
            if _narrows(word) and not past and not any(stands(stem, there) for stem in stems(word)):
                yield "condition", f"the cited passage does not say {f'{word} {named.text}'!r}"
                return


def _words_before(name: str, text: str) -> list[str]:
    """The word right before each place where a text has a name; nothing before one that opens it, or that is prevented.

    What a treatment is to prevent is not what its patients have: of which stroke they are spared narrows nobody.
    """
    return [
        word["word"] if (word := _BEFORE.search(text[: match.start()])) and not _prevented(word) else ""
        for match in re.finditer(rf"\b{re.escape(name)}\b", text, re.IGNORECASE)
    ]


def _prevented(word: re.Match[str]) -> bool:
    """Whether a word is of what is to be prevented; again or first, it says for whom."""
    scoped = any(pattern.search(word["word"]) for pattern, binding in lexicon().scope.values() if binding == "binding")
    return bool(_PREVENTED.search(word.string[: word.start()])) and not scoped and not _PAST.fullmatch(word["word"])


def _narrows(word: str) -> bool:
    own = set(stems(word))
    done = lexicon().actions | lexicon().deeds | lexicon().empty | _NO_MODIFIER
    return bool(_NARROWS.fullmatch(word)) and not done & own and not _is_route(word)


def _is_route(word: str) -> bool:
    """Whether a word says how a medicine is given, which is compared elsewhere."""
    return bool(_ROUTE.fullmatch(word))
