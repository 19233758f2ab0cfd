"""Consent, capacity and conduct, by what a note states of them."""

from __future__ import annotations

import re
from functools import lru_cache

from osler.core.criteria import Atom, Expression, Finding, Proof, TruthValue, Unparsed, atoms, render
from osler.trials.judging.asked.trees import text_of
from osler.trials.judging.findings import CLINICAL_KINDS, named
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_TAKING_PART = re.compile(r"\b(?:participat\w*|take part|taking part|enrol\w*|join(?:ing)? the)\b")
_OF_OTHERS = re.compile(r"\b(?:parental|maternal|mothers?|fathers?|famil(?:y|ies)|carers?)\b")
_OF_THE_PATIENT = re.compile(
    r"\b(?:assent|patients?['’]?s?|subjects?|participants?|adolescents?|child(?:ren)?)\b(?!['’]?s? (?:parents?|guardian|legal))"
)
_IS_SIGNED = re.compile(r"\b(?:signed|written|provision|provided|obtained|given|document\w*)\b")
_A_SIGNATURE = re.compile(r"consent|assent|\bsign|\bforms?\b")
_READINESS = re.compile(
    r"\b(?:(?:un)?willing\w*|(?:un)?able|(?:in)?ability|assent|agree\w*|refus\w+|declin\w+|reject\w*|wish\w*|want\w*)\b"
)
_MORE_THAN_CONSENT = re.compile(
    r"\b(?:compl(?:y|ies|iance|iant)|adher\w+|follow\w*|understand\w*|comprehend\w*|capab\w+|if|when|involve\w+|support\w*|visits?|procedures?|contracept\w*|available|return|safety)\b"
)
_SIGNED = re.compile(r"\b(?:sign(?:s|ed|ing)?|written|signature)\b")


def agreed(text: str, tree: Expression, view: PatientView, wanted: bool) -> Proof | None:
    """A criterion that asks for nothing but agreement or conduct, as a whole."""
    parts = list(atoms(tree))
    if any(not isinstance(atom, Finding | Unparsed) for atom in parts):
        return None
    words = text.casefold()
    said = pattern("consent_words").sub(" ", words) if "consent" in words else text
    if not _is_conduct(words) and named(said, view.vocabularies).kinds & CLINICAL_KINDS:
        return None
    return by_agreement(Unparsed(text=text), view, wanted)


def by_agreement(atom: Atom, view: PatientView, wanted: bool) -> Proof | None:
    """Consent and conduct, by what the note states of them."""
    whole = text_of(atom).casefold()
    text = pattern("agreement", "anchor").sub(" ", whole)
    if (told := _by_attitude(atom, text, view, wanted)) is not None:
        return told
    clinical = isinstance(atom, Finding) and bool(named(atom.name, view.vocabularies).kinds & CLINICAL_KINDS)
    for kind in ("capacity", "consent", "compliance", "practical"):
        statement = view.stated(kind)
        if statement is None:
            continue
        if kind == "capacity" and pattern("agreement", "capacity", "by_others").search(whole):
            continue
        if not _is_asked(kind, whole if kind == "capacity" else text):
            continue
        if kind == "compliance" and any(pattern("silent", part).search(text) for part in ("reproductive", "private")):
            # To follow a protocol is not to have said that one uses contraception.
            continue
        if kind == "compliance" and (clinical or pattern("agreement", "bodily").search(text)):
            continue
        if statement.holds and not wanted and pattern("agreement", "not_conduct").search(text):
            # An exclusion that names a danger besides is not settled by somebody's being willing.
            continue
        if kind == "compliance" and not statement.holds and pattern("agreement", "consent", "asked").search(text):
            # Who will not come to visits may still be able to consent, and willing.
            continue
        if kind == "compliance" and statement.holds and wanted and _SIGNED.search(text):
            # Who will come to visits has signed nothing.
            continue
        # An inclusion asks for agreement and an exclusion for its want, in whatever words; nobody excludes the willing.
        holds = statement.holds == wanted
        return Proof(
            truth=MET if holds else NOT_MET,
            statement=render(atom),
            reason=f"the note states {kind}" if statement.holds else f"the note denies {kind}",
            evidence=[statement.sentence.span],
        )
    return None


def _by_attitude(atom: Atom, text: str, view: PatientView, wanted: bool) -> Proof | None:
    """Consent and readiness by what the patient, or where they are asked for their parents, want of the study."""
    consent = pattern("agreement", "consent", "asked").search(text) is not None
    # Who is "enrolled within 12 months" is asked when, and not whether he wants to be.
    wish = _TAKING_PART.search(text) and _READINESS.search(text)
    if not (consent or wish) or pattern("agreement", "not_conduct").search(text):
        return None
    whose = "others " if _OF_OTHERS.search(text) or pattern("agreement", "capacity", "by_others").search(text) else ""
    kinds = [f"{whose}refused"]
    if not whose or not _OF_THE_PATIENT.search(text):
        kinds += [f"{whose}signed"]
        if not _IS_SIGNED.search(text) or _READINESS.search(text):
            kinds += [f"{whose}willing for signature"]
        if not _A_SIGNATURE.search(text) and _READINESS.search(text):
            kinds += [f"{whose}willing for study"]
    told = [one for one in view.statements if one.kind in kinds]
    if not told or len({one.holds for one in told}) > 1:
        return None
    if told[0].holds and _MORE_THAN_CONSENT.search(text):
        # Who signs has not yet shown that they understand, or will follow, what is asked besides.
        return None
    truth = MET if told[0].holds == wanted else NOT_MET
    reason = f"the note tells of {'agreement' if told[0].holds else 'a refusal'}"
    return Proof(truth=truth, statement=render(atom), reason=reason, evidence=[told[0].sentence.span])


@lru_cache(maxsize=20_000)
def _is_asked(kind: str, text: str) -> bool:
    """Whether a demand asks for a kind of agreement."""
    asked = pattern("agreement", kind, "asked").search(text) is not None
    return asked or (kind == "compliance" and _is_conduct(text))


@lru_cache(maxsize=20_000)
def _is_conduct(words: str) -> bool:
    """Whether going through a study is asked for, or what would keep somebody from it."""
    if pattern("agreement", "prevented").search(words):
        # What a person is to judge is not settled by somebody's being willing.
        return not pattern("silent", "opinion").search(words)
    return any(pattern("agreement", kind).search(words) for kind in ("ability", "obligation"))
