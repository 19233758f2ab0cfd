"""What takes the place of advice that is not for this patient, and what speaks against a drug that is asked about."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from osler.core.library import row_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement, stance_of
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.applicability import audience_of
from osler.guidelines.steps.candidates import Candidate, guideline_of
from osler.guidelines.steps.context import told_of
from osler.guidelines.steps.dosing import WHERE_EXCLUDED, is_change_of, met_by
from osler.guidelines.steps.elapsed import elapsed
from osler.guidelines.steps.naming import drugs_in, named_by, says, speaks_of
from osler.guidelines.steps.safety import Caution, advises_drug
from osler.guidelines.types import PatientFacts, QueryContext

_ALTERNATIVE = 0.4
"""How near the topic a recommendation must be that is looked for in the place of one that is not for this patient."""
_INSTEAD = 0.4
_SPECIAL = 0.15
_FEW = 3
_STATE_NEAR = 0.5
"""How near the topic a recommendation must be that is for a state of this patient."""
_BESIDE_IT = 0.25
"""How near it must be where it stands in the section of that recommendation, and gives a drug."""
_NUMBER = re.compile(r", (?:[A-Z][\w ]+ )?R?\d{1,2}(?:\.\d{1,3})+$")
_STATED = re.compile(r"\b(?:in|for|with|who|if|when|where|during|history)\b", re.IGNORECASE)


def special_first(candidates: Sequence[Candidate]) -> list[Candidate]:
    """What a guideline advises against for people like this patient takes the place of its advice for people at large."""
    special = {
        guideline_of(one.chunk): one
        for one in candidates
        if one.chunk.recommendation_id
        and one.fits
        and one.applicability.fit == "applies"
        and one.applicability.special
        and stance_of(one.quoted[0]) == "against"
    }
    found = []
    for one in candidates:
        other = special.get(guideline_of(one.chunk))
        if other and one.fits and not one.applicability.special and stance_of(one.quoted[0]) == "for":
            reason = f"the same guideline speaks of patients like this one: {audience_of(other.chunk)}"
            verdict = one.applicability._replace(fit="does_not_apply", reasons=(reason,), off=_SPECIAL)
            one = replace(one, applicability=verdict, order=one.order - _SPECIAL)
        found.append(one)
    return found


def against_what_is_asked(
    found: Sequence[Candidate], cautions: Sequence[Caution], asked: str, vocabularies: Vocabularies
) -> list[Candidate]:
    """The passages that speak, for this patient, against a drug that is asked about: never met with silence."""
    drugs = drugs_in(with_clinical_names(asked), vocabularies)
    # Whoever asks about a class asks about its drugs.
    warning = {
        one.chunk_id
        for one in cautions
        if named_by(one.drugs, drugs, vocabularies) or named_by(drugs, one.drugs, vocabularies)
    }
    return [candidate for candidate in found if candidate.chunk.id in warning]


def for_this_state(
    kept: Sequence[Candidate],
    candidates: Sequence[Candidate],
    context: QueryContext,
    asked: str,
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """What the guidelines that answer say for a state of this patient which the question does not name, before the rest."""
    patient = context.patient
    brought = [one for one in (*patient.problems, *patient.procedures) if not speaks_of(asked, one, vocabularies)]
    guidelines = {guideline_of(one.chunk) for one in kept if not one.chunk.recommendation_id}
    best = max((one.relevance for one in kept), default=0.0)
    first = max((one.order for one in kept), default=0.0)
    found = _for_these_values(kept, candidates, patient, first, vocabularies)
    for one in candidates:
        if one.relevance < best * _STATE_NEAR or not one.fits:
            continue
        elsewhere = guideline_of(one.chunk) not in guidelines
        defined = tuple(text for text in one.quoted if any(says(text, name) for name in patient.states))
        own = tuple(text for text in one.quoted if any(_is_for(text, name, vocabularies) for name in brought))
        told = tuple(text for text in one.quoted if text in {*defined, *own} and stance_of(text) != "none")
        # What another guideline says against it for this patient is not left out because a second one answers.
        told = tuple(text for text in told if not elsewhere or (stance_of(text) == "against" and text in own))
        if told:
            advises = stance_of(told[0]) == "for"
            order = (first if advises and told[0] in defined else 0.0) + one.order + (_INSTEAD if advises else 0.0)
            found.append(replace(one, quoted=_with_changes(one, told, vocabularies), order=order))
    found.sort(key=lambda one: -one.order)
    return found[:_FEW]


def _with_changes(one: Candidate, told: Sequence[str], vocabularies: Vocabularies) -> tuple[str, ...]:
    """Sentences of what a candidate quotes, with those that change or limit their doses."""
    return tuple(
        text for text in one.quoted if text in told or is_change_of(one.chunk, text, frozenset(told), vocabularies)
    )


def _for_these_values(
    kept: Sequence[Candidate],
    candidates: Sequence[Candidate],
    patient: PatientFacts,
    first: float,
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """What the sections that answer advise for values of this patient, though its words are not those of the question."""
    sections = {section_of(one) for one in kept if not one.chunk.recommendation_id}
    here = {one.chunk.id for one in kept}
    found = []
    for one in candidates:
        if one.chunk.id in here or not one.fits or section_of(one) not in sections or row_of(one.chunk.text):
            continue
        told = tuple(
            text
            for text in one.quoted
            if stance_of(text) == "for" and (met_by(text, patient) or elapsed(text, patient.noted).met)
        )
        if told:
            found.append(replace(one, quoted=_with_changes(one, told, vocabularies), order=first + one.order))
    return found


def section_of(one: Candidate) -> tuple[str, ...]:
    """The section that a passage stands in, whatever the number of its recommendation."""
    *above, last = one.chunk.heading or ("",)
    return (one.chunk.document_id, *above, _NUMBER.sub("", last))


def _is_for(text: str, problem: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence names a problem among its people or conditions."""
    opener = _STATED.search(text)
    return opener is not None and speaks_of(text[opener.start() :], problem, vocabularies)


def instead_of(
    kept: Sequence[Candidate],
    candidates: Sequence[Candidate],
    best: float,
    vocabularies: Vocabularies,
    *,
    asks_for_drug: bool = False,
) -> list[Candidate]:
    """Where the advice that answers is not for this patient: what the same document advises for patients like them."""
    advice = [candidate for candidate in kept if stance_of(" ".join(candidate.quoted)) == "for"]
    named = any(drugs_in(text, vocabularies) for candidate in advice for text in candidate.quoted)
    if asks_for_drug and (not advice or (not named and not any(one.chunk.recommendation_id for one in advice))):
        return _advice_beside(kept, candidates, best, vocabularies)
    if not advice or any(candidate.fits for candidate in advice):
        return []
    guidelines = {guideline_of(candidate.chunk) for candidate in advice}
    sections = {section_of(candidate) for candidate in advice if not candidate.chunk.recommendation_id}
    gone = frozenset(drug for candidate in advice if candidate.caution for drug in candidate.caution.drugs)
    return [
        replace(candidate, order=candidate.order + _INSTEAD)
        for candidate in candidates
        if candidate.fits
        and ((candidate not in kept and candidate.applicability.met) or _stands_in(candidate, gone, vocabularies))
        and guideline_of(candidate.chunk) in guidelines
        and candidate.relevance
        >= best * (_BESIDE_IT if _gives_drug_beside(candidate, sections, vocabularies) else _ALTERNATIVE)
        and (stance_of(" ".join(candidate.quoted)) == "for" or advises_drug(candidate.quoted[0], vocabularies))
    ]


def _gives_drug_beside(candidate: Candidate, sections: Iterable[tuple[str, ...]], vocabularies: Vocabularies) -> bool:
    """Whether a passage of one of these sections advises a drug."""
    return section_of(candidate) in sections and any(
        stance_of(text) == "for" and drugs_in(text, vocabularies) for text in candidate.quoted
    )


def _advice_beside(
    kept: Sequence[Candidate], candidates: Sequence[Candidate], best: float, vocabularies: Vocabularies
) -> list[Candidate]:
    """Where all that answers is what not to give: what the same guidelines advise giving, those for this patient first."""
    guidelines = {guideline_of(candidate.chunk) for candidate in kept}
    found = [
        replace(candidate, order=candidate.order + _INSTEAD)
        for candidate in candidates
        if candidate not in kept
        and guideline_of(candidate.chunk) in guidelines
        and candidate.relevance >= best * _ALTERNATIVE
        and any(stance_of(text) == "for" or _gives_instead(text, vocabularies) for text in candidate.quoted)
        and any(drugs_in(text, vocabularies) for text in candidate.quoted)
    ]
    return sorted(found, key=lambda one: (-one.fits, -one.applicability.special, -one.order))[:_FEW]


def _gives_instead(text: str, vocabularies: Vocabularies) -> bool:
    """Whether a clause of a sentence advises a drug: "… are contraindicated; use warfarin"."""
    return any(
        stance_of(part) == "for" and drugs_in(part, vocabularies)
        for part in re.split(r";|\bbut\b", text)
        if part.strip()
    )


def without_strays(
    kept: Sequence[Candidate],
    context: QueryContext,
    asked: str,
    cautions: Sequence[Caution],
    vocabularies: Vocabularies,
) -> list[Candidate]:
    """The candidates without warnings of a drug that nobody asks for, advises or takes, for somebody else's condition."""
    spoken = drugs_in(with_clinical_names(asked), vocabularies) | {
        drug
        for one in kept
        # What is advised to others needs no warning for this patient.
        for text in (one.quoted if one.fits else ())
        if stance_of(text) == "for"
        for drug in drugs_in(text, vocabularies)
    }
    spoken |= {drug for name in context.patient.medications for drug in drugs_in(name, vocabularies)}
    mine = {caution.sentence for caution in cautions}
    told = told_of(context)
    return [one for one in kept if not _is_stray(one, spoken, told, mine, vocabularies)] or list(kept)


def _is_stray(
    one: Candidate, spoken: Iterable[str], told: str, mine: Iterable[str], vocabularies: Vocabularies
) -> bool:
    if one.chunk.recommendation_id or any(stance_of(text) != "against" or text in mine for text in one.quoted):
        return False
    drugs = frozenset(drug for text in one.quoted for drug in drugs_in(text, vocabularies))
    if not drugs or named_by(drugs, spoken, vocabularies) or named_by(spoken, drugs, vocabularies):
        return False
    named = [named for text in one.quoted for named in read_statement(text, vocabularies).named]
    asked = set(stems(told))
    if any(asked & set(name.stems) for name in named if name.drug):
        return False
    conditions = [name for name in named if not name.drug]
    # Of two drugs that must not meet, neither is asked for, advised or taken.
    return (not conditions and len(drugs) > 1) or any(
        not speaks_of(told, name.text, vocabularies=vocabularies) for name in conditions
    )


def _stands_in(candidate: Candidate, gone: frozenset[str], vocabularies: Vocabularies) -> bool:
    """Whether a passage says what is given where a drug that is excluded here cannot be."""
    return any(
        named_by(gone, drugs_in(found.group(), vocabularies), vocabularies)
        for text in candidate.quoted
        for found in WHERE_EXCLUDED.finditer(text)
    )
