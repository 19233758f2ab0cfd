"""Diseases that are asked for as not treated, by the sentence that names them and says whether they are."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.criteria import Finding, Proof, TruthValue
from osler.core.evidence import Span
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.trials.judging.diseases", "said_of_diseases.yml")
_REACH = 60
"""Characters behind a disease in which its treatment is told."""


def by_treatment(atom: Finding, view: PatientView) -> Proof | None:
    """The proof by what stands beside the disease; None where it is not told, or where it was treated in part."""
    asked = _TABLE.pattern("untreated", "asked").match(atom.name.casefold())
    if asked is None:
        return None
    what = asked["what"] or asked["then"]
    how = asked["how"] or asked["so"]
    enough = how.startswith("untreated") or how == "not treated"
    for sentence, start, end in _places(what, view):
        words = sentence.text.casefold()
        near = words[max(0, start - _REACH // 3) : end + _REACH].split(";")[0]
        if _TABLE.says(near, "untreated", "untreated"):
            return proof_of(TruthValue.MET, atom, "the note says that it is not treated", [sentence.span])
        if _TABLE.says(near, "untreated", "in_part") or not enough:
            continue
        if _TABLE.says(words[end : end + _REACH].split(";")[0], "untreated", "treated"):
            return proof_of(TruthValue.NOT_MET, atom, "the note says that it is treated", [sentence.span])
    return None


def _places(what: str, view: PatientView) -> Iterator[tuple[NumberedSentence, int, int]]:
    """Where the notes say of the patient that a disease is there, by its concept or by its very words."""
    concepts = named(what, view.vocabularies).concepts
    spans = [
        item
        for fact in view.facts
        if fact.present and fact.kind == "condition" and fact.lineage & concepts
        for item in fact.evidence
        if isinstance(item, Span)
    ]
    for sentence in view.sentences:
        own = [
            item
            for item in spans
            if item.source_id == sentence.source_id and sentence.start <= item.start < sentence.end
        ]
        yield from ((sentence, item.start - sentence.start, item.end - sentence.start) for item in own)
        named_so = re.search(rf"\b{re.escape(what)}\b", sentence.text.casefold()) if not own else None
        if named_so is not None:
            said = assert_mention(sentence.text, *named_so.span())
            if said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT:
                yield (sentence, *named_so.span())
