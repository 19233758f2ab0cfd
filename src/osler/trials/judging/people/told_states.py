"""Pregnancy, breast-feeding and the end of fertility, by the sentences that tell of them."""

from __future__ import annotations

import re

from osler.core.criteria import Atom, Finding, Pregnancy, Proof, TruthValue
from osler.core.evidence import Span
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET


def told_state(atom: Pregnancy, view: PatientView) -> Proof | None:
    """Pregnancy, breast-feeding and the end of fertility by the words of a sentence, where no vocabulary has them as a finding."""
    if atom.state == "childbearing_potential":
        return _childbearing_ended(atom, view) or _bears(atom, view)
    if atom.state not in rules()["states"]:
        return None
    for sentence in view.sentences:
        found = pattern("states", atom.state).search(sentence.text.casefold())
        said = assert_mention(sentence.text, *found.span()) if found else None
        if said is None or said.experiencer is not Experiencer.PATIENT or said.historical or said.resolved:
            continue
        if said.polarity in (Polarity.PRESENT, Polarity.NEGATED):
            truth = NOT_MET if said.negated else MET
            return proof_of(truth, atom, f"the note {'denies' if said.negated else 'states'} it", [sentence.span])
    if atom.state == "breastfeeding":
        return _after_menopause(atom, view) or _past_bearing(atom, view)
    return _childbearing_ended(atom, view) if atom.state == "pregnant" else None


def by_pregnancy_test(atom: Pregnancy, proof: Proof, view: PatientView) -> Proof | None:
    """A pregnancy that only the mention of a test seems to prove: by the test's result, and open where none stands beside it."""
    told = view.sentences_of(proof.evidence)
    tests = [(one, found) for one in told if (found := pattern("pregnancy_test", "named").search(one.text.casefold()))]
    if atom.state != "pregnant" or not told or len(tests) != len(told):
        return None
    if not all(isinstance(item, Span) and "test" in item.quote.casefold() for item in proof.evidence):
        return None
    results = {
        result
        for one, found in tests
        for result in ("positive", "negative")
        if pattern("pregnancy_test", result).match(one.text.casefold()[found.end() :])
    }
    if len(results) != 1:
        return proof.model_copy(
            update={"truth": TruthValue.UNKNOWN, "reason": "a test is recorded, and not its result"}
        )
    truth = MET if results == {"positive"} else NOT_MET
    return proof_of(truth, atom, f"the pregnancy test was {results.pop()}", [one.span for one in told])


def _after_menopause(atom: Pregnancy, view: PatientView) -> Proof | None:
    """Who is past the menopause feeds no child; who was only sterilised may."""
    for sentence in view.sentences:
        found = re.search(r"\bpost-?\s?menopausal\b", sentence.text, re.IGNORECASE)
        said = assert_mention(sentence.text, *found.span()) if found else None
        if said and said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT:
            return proof_of(NOT_MET, atom, "the note tells that she is past the menopause", [sentence.span])
    return _without_periods(atom, view, NOT_MET)


def past_menopause(atom: Finding, view: PatientView) -> Proof | None:
    """The menopause itself, where it is asked for, by the years since the last period."""
    asked = _MENOPAUSE.fullmatch(atom.name.strip())
    return _without_periods(atom, view, MET) if asked and not atom.windows else None


def _without_periods(atom: Atom, view: PatientView, truth: TruthValue) -> Proof | None:
    """What years without a period say of a woman in whom the menopause is due."""
    if view.age is None or view.age < rules()["states"]["menopause_due"][0]:
        return None
    for sentence in view.sentences:
        found = pattern("states", "last_period").search(sentence.text.casefold())
        if found and assert_mention(sentence.text, *found.span()).experiencer is Experiencer.PATIENT:
            return proof_of(truth, atom, "the note tells of years without a period", [sentence.span])
    return None


def _bears(atom: Pregnancy, view: PatientView) -> Proof | None:
    """Who has periods, or is with child, can bear children."""
    for sentence in view.sentences:
        for kind in ("menstruates", "pregnant"):
            found = pattern("states", kind).search(sentence.text.casefold())
            said = assert_mention(sentence.text, *found.span()) if found else None
            if (
                said
                and said.experiencer is Experiencer.PATIENT
                and said.polarity is Polarity.PRESENT
                and not said.historical
            ):
                return proof_of(MET, atom, "the note tells that she can bear children", [sentence.span])
    return None


def _past_bearing(atom: Pregnancy, view: PatientView) -> Proof | None:
    """Who can bear no children any more feeds none once she is past the age for it, when the last one is long weaned."""
    age = view.age
    if age is None or age <= rules()["reproductive_age"]["certain_to"]:
        return None
    return _childbearing_ended(atom, view)


def _childbearing_ended(atom: Pregnancy, view: PatientView) -> Proof | None:
    for sentence in view.sentences:
        found = pattern("states", "childbearing_ended").search(sentence.text.casefold())
        said = assert_mention(sentence.text, *found.span()) if found else None
        if said and said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT:
            return proof_of(NOT_MET, atom, "the note tells that she can bear no children", [sentence.span])
    return _without_periods(atom, view, NOT_MET)


def denied_together(atom: Pregnancy, proof: Proof, view: PatientView) -> Proof | None:
    """A state that is denied with the other one: "she is not pregnant or breastfeeding"."""
    texts = {document.id: document.text for document in view.record.documents}
    before = [
        texts[item.source_id][max(0, item.start - _TOGETHER) : item.start].casefold()
        for item in proof.evidence
        if isinstance(item, Span) and item.source_id in texts
    ]
    if not before or not all(_NEITHER.search(words) for words in before):
        return None
    return proof_of(TruthValue.NOT_MET, atom, "the note denies it with the other", proof.evidence)


_TOGETHER = 40
_MENOPAUSE = re.compile(r"post-?\s?menopausal(?:\s(?:women|woman|females?|status|state))?", re.IGNORECASE)
_NEITHER = re.compile(
    r"\b(?:not|neither|nor|no longer)\s(?:currently\s)?(?:pregnant|breast-?\s?feeding|lactating|nursing)\s?(?:,|/|or|nor|and)\s*(?:currently\s)?$"
)
