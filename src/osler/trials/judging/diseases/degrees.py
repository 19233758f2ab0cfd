"""A disease in a degree, by the word for the degree beside a kind of it: "severe aortic stenosis" is a severe valvular disease."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.criteria import Finding, Proof, TruthValue, evaluate
from osler.core.evidence import Span
from osler.core.language import Experiencer, Polarity
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import KnownFact, NumberedSentence, PatientView
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging.diseases", "said_of_diseases.yml")
_DEGREES = ("mild", "moderate", "severe")


def by_degree(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by a fact with its degree; the disease itself in another degree alone denies, for a kind in one says nothing of the others."""
    asked = _TABLE.pattern("degrees", "asked").match(atom.name.casefold())
    if asked is None or len(atom.name.casefold()) != len(atom.name):
        return None
    what = atom.name[asked.start("what") :]
    disease = named(what, view.vocabularies)
    if not disease.whole or pattern("reactions", "asked").search(what.casefold()):
        # How severe an allergy is, is told of the reaction.
        return None
    concepts = disease.concepts
    wanted = {degree for degree in _DEGREES if degree in asked["degrees"]}
    told: list[tuple[KnownFact, str, NumberedSentence]] = []
    for fact in view.facts:
        if fact.present and fact.kind == "condition" and fact.lineage & concepts:
            told += [(fact, degree, sentence) for degree, sentence in _told(fact, view)]
    for fact, degree, sentence in told:
        bare = atom.model_copy(update={"name": fact.label, "codes": ()})
        if degree in wanted and evaluate(bare, view.indexed, on=view.on).truth is TruthValue.MET:
            return proof_of(TruthValue.MET, atom, f"the note calls {fact.label} {degree}", [sentence.span])
    own = [fact for fact in view.facts if fact.present and fact.lineage & concepts]
    if told and all(fact.concepts & concepts and any(fact is one for one, _, _ in told) for fact in own):
        _, degree, sentence = told[0]
        return proof_of(TruthValue.NOT_MET, atom, f"the note calls it {degree}", [sentence.span])
    return None


def by_other_stage(atom: Finding, view: PatientView) -> Proof | None:
    """The denial of a stage by another one, where that is all that the note says of the disease: background retinopathy."""
    words = atom.name.casefold()
    row = next((one for one in _TABLE.rules["stages"] if re.fullmatch(one["asked"], words)), None)
    if row is None:
        return None
    told = [
        (re.search(rf"(?:{row['others']})\s(?:[\w-]+\s)?$", sentence.text[: place.start()].casefold()), sentence)
        for sentence in view.sentences
        for place in re.finditer(row["disease"], sentence.text.casefold())
        if view.assertion_in(sentence, *place.span()).experiencer is Experiencer.PATIENT
    ]
    if not told or any(found is None or _is_denied(found, sentence, view) for found, sentence in told):
        return None
    return proof_of(TruthValue.NOT_MET, atom, "the note tells of another stage", [one.span for _, one in told])


def _is_denied(found: re.Match[str], sentence: NumberedSentence, view: PatientView) -> bool:
    return view.assertion_in(sentence, *found.span()).polarity is not Polarity.PRESENT


def _told(fact: KnownFact, view: PatientView) -> Iterator[tuple[str, NumberedSentence]]:
    """The degrees that stand right before a fact or right behind it."""
    for item in fact.evidence:
        sentence = next(iter(view.sentences_of([item])), None)
        if sentence is None or not isinstance(item, Span):
            continue
        words = sentence.text.casefold()
        start, end = max(0, item.start - sentence.start), item.end - sentence.start
        for degree in _DEGREES:
            word = _TABLE.rules["degrees"]["of_note"][degree]
            before = re.search(rf"(?:{word})[\s/-]+{_TABLE.rules['degrees']['between']}$", words[:start])
            behind = re.match(rf"{_TABLE.rules['degrees']['behind']}(?:{word})", words[end:])
            inside = re.match(rf"(?:{word})\s", words[start:end])
            if before is not None and _TABLE.says(words[: before.start()], "degrees", "nearly"):
                continue
            if before is not None or behind is not None or inside is not None:
                yield degree, sentence
