"""The languages that a patient speaks, by the sentences that say which were spoken: "a clear account in Hindi", "native Dutch speaker"."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Finding, Proof, TruthValue, Unparsed
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import PatientView

_NAMES = (
    "english|spanish|french|german|dutch|danish|swedish|norwegian|finnish|italian|portuguese|chinese|mandarin|cantonese|thai|hindi|bengali|punjabi"
    "|gujarati|tamil|urdu|arabic|japanese|korean|hebrew|turkish|polish|russian|ukrainian|romanian|vietnamese|swahili|somali|greek|farsi|persian"
    "|czech|hungarian|catalan|tagalog|malay|indonesian|amharic|yoruba|hausa|zulu|xhosa|afrikaans"
)
_LANGUAGE = re.compile(rf"\b(?:{_NAMES})\b")
_ASKED = re.compile(
    r"\b(?:speak\w*|spoken|fluen\w+|proficien\w+|read|writ\w+|understand\w*|communicat\w+|literate|literacy|converse|native|comprehen\w+)\b"
)
_WANTING = re.compile(
    r"\b(?:unable|inability|cannot|can not|not able|incapable|lack|insufficient|poor|limited|non)\b|\bnot\b"
)
_SPOKEN = re.compile(
    rf"\b(?:speaks?|spoke|reads?|writes?|fluent(?:ly)?(?: in)?|bilingual(?: in)?|good|native)\s(?:(?:fluent|good|perfect|excellent|both|only|and|or|writes?|reads?|speaks?|native|{_NAMES})[\s,/]+){{0,4}}(?P<a>{_NAMES})\b"
    rf"|\b(?P<b>{_NAMES})[\s-](?:speak(?:er|ing)|(?:is|as) (?:his|her|their|the) (?:first|native|main|mother|home|second|only))\b"
    rf"|\b(?:account|interview\w*|consultation|conversation|history|answer\w*|discussion|seen|talked|explained|took place|conducted|held|fluent|questionnaires?|together)\b[^.;]{{0,25}}?\bin (?P<c>{_NAMES})\b"
    rf"|\b(?:filled|completed|answered)\b[^.;]{{0,20}}\b(?P<d>{_NAMES})\s(?:questionnaires?|forms?|version|diary)\b"
)
_ONLY = re.compile(rf"\b(?:speaks?|understands?)\s(?:only|nothing but|just)\s(?P<only>{_NAMES})\b")
_HELPED = re.compile(r"\binterpreter\b|\btranslat\w+")


def by_language(atom: Atom, view: PatientView) -> Proof | None:
    """Whether one of the languages that are asked for is spoken; None where no sentence tells of it."""
    if not isinstance(atom, Finding | Unparsed):
        return None
    text = " ".join(text_of(atom).casefold().split())
    asked = set(_LANGUAGE.findall(text))
    if not asked or not _ASKED.search(text):
        return None
    held = TruthValue.NOT_MET if _WANTING.search(text.replace("-", " ")) else TruthValue.MET
    other = TruthValue.MET if held is TruthValue.NOT_MET else TruthValue.NOT_MET
    for sentence in view.sentences:
        words = " ".join(sentence.text.casefold().split())
        helped = _HELPED.search(words) is not None and not re.search(
            r"\b(?:no|without)\s(?:an?\s)?(?:need (?:for|of) )?(?:an?\s)?interpreter", words
        )
        if (only := _ONLY.search(words)) is not None and only["only"] not in asked:
            return proof_of(other, atom, f"the note says that only {only['only'].title()} is spoken", [sentence.span])
        for found in _SPOKEN.finditer(words):
            language = next(name for name in found.groups() if name)
            said = assert_mention(words, *found.span())
            own = said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT
            if (
                language in asked
                and own
                and not helped
                and not re.search(
                    r"\b(?:no|not|little|poor|some|broken)\b", words[max(0, found.start() - 8) : found.end()]
                )
            ):
                return proof_of(held, atom, f"the note says that {language.title()} is spoken", [sentence.span])
    return None
