"""Treatments that did not help: how many of those that are asked for the record calls failed, and by which words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria import (
    Atom,
    Comparator,
    CriterionKind,
    Expression,
    Finding,
    MeasuredValue,
    Proof,
    TruthValue,
    Unparsed,
)
from osler.core.evidence import Evidence, Span
from osler.core.terminology import drug_classes
from osler.trials.judging.denied.denied_names import denied_by_its_name
from osler.trials.judging.denied.not_had import was_not_borne
from osler.trials.judging.diseases.groups import denied_with_class, medicines_of_class
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.unproved import is_filed_with
from osler.trials.judging.view import KnownFact, PatientView

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4}
_COUNT = re.compile(
    r"\b(?:at least|≥|>=|a minimum of|minimum of)?\s?(?P<count>\d|one|two|three|four)(?:\s(?:or more|different|prior|previous|adequate|oral|approved))*\s",
    re.IGNORECASE,
)
_OR_NOT_BORNE = " or intolerance"
_ANY_OF_A_LIST = re.compile(r"^[^:]*\b(?:one|any|either)\b[^:]*:\s")
"""What says that one member of the list that follows is enough."""
_THIS_EPISODE = re.compile(r"\b(?:this|current|present|index)\s(?:\w+\s)?episode\b")
_IN_EPISODE = re.compile(
    r"\s+(?:in|during|for|within)\s+(?:the|this|their)\s+(?:current|present|index)?\s?episode\b.*$"
)
_SPECIAL = re.compile(
    r"(?:(?:prior|previous|history of|documented)\s)*(?:primary|secondary)\s(?:failure|non-?respon\w+|resistance)\s(?:to|of|with|on)\s(?P<what>.+)",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"\b(?:both|all|neither|none of (?:them|these))\b[^.;]{0,40}")
_REACH = 90
"""Characters behind a medicine in which its outcome stands."""


def as_failure(line: str, kind: CriterionKind, *, of_a_list: bool = False) -> Expression | None:
    """One atom for "inadequate response, loss of response or intolerance to …": the outcomes are one demand on one treatment.

    What a list stands under is said of each of its members.
    """
    found = pattern("failure", "asked").match(line.casefold())
    if kind != "inclusion" or found is None or len(line.casefold()) != len(line):
        return None
    if of_a_list and not _ANY_OF_A_LIST.search(found["what"]):
        return None
    if not of_a_list and not re.search(r",|/|\bor\b", line[: found.start("what")]):
        # A single outcome is read well enough by itself.
        return None
    what = line[found.start("what") : found.end("what")].strip(" .;")
    borne = _OR_NOT_BORNE if "intoleran" in line[: found.start("what")].casefold() else ""
    return Finding(name=f"failure of {what}{borne}") if re.search("[a-z]{4}", what) else None


def by_failure(atom: Atom, view: PatientView) -> Proof | None:
    """The proof by medicines of the kind that is asked, which the note itself says did not help or were not borne."""
    if not isinstance(atom, Finding | MeasuredValue | Unparsed):
        return None
    text = atom.text if isinstance(atom, Unparsed) else atom.name
    found = pattern("failure", "asked").match(text.casefold()) or re.match(r"failure of (?P<what>.+)", text.casefold())
    if found is None:
        return _never_tried(atom, text, view)
    # Short names are names in their own letters only: "NSAIDs".
    what = text[found.start("what") :] if len(text.casefold()) == len(text) else found["what"]
    what = what.removesuffix(_OR_NOT_BORNE)
    if (never := _denied(atom, _IN_EPISODE.sub("", what), view)) is not None:
        return never
    if "episode" in what and not any(_THIS_EPISODE.search(one.text.casefold()) for one in view.sentences):
        return None
    wanted = _number(atom, what)
    borne = "not_borne" if "intoleran" in text.casefold() else ""
    failed = [fact for fact in view.facts if _is_asked(fact, what, view) and _did_not_help(fact, view, borne)]
    told = {frozenset(fact.concepts) or fact.label: fact for fact in failed}
    if wanted is None or len(told) < wanted:
        return None
    evidence: list[Evidence] = [item for fact in told.values() for item in fact.evidence]
    names = ", ".join(fact.label for fact in told.values())
    return proof_of(TruthValue.MET, atom, f"{names}: the note says that it did not help or was not borne", evidence)


def _never_tried(atom: Atom, text: str, view: PatientView) -> Proof | None:
    """A failure of a special kind ("primary failure to …"), which only the want of the treatment settles."""
    found = _SPECIAL.match(text)
    return _denied(atom, found["what"], view) if found else None


def _denied(atom: Atom, what: str, view: PatientView) -> Proof | None:
    """That what was never tried has not failed."""
    treatment = Finding(name=what)
    never = denied_by_its_name(treatment, view) or denied_with_class(treatment, view)
    if never is None or medicines_of_class(treatment, view):
        # "Adalimumab failed, no other biologics": one of the class was tried.
        return None
    return proof_of(TruthValue.NOT_MET, atom, f"{never.reason}: it was not tried", never.evidence)


def _number(atom: Atom, what: str) -> int | None:
    """How many treatments must have failed; None where the limit is one from above."""
    bounds = atom.test.bounds if isinstance(atom, MeasuredValue) else ()
    if bounds:
        least = [bound for bound in bounds if bound.comparator in (Comparator.GE, Comparator.GT)]
        if len(least) != len(bounds):
            return None
        return max(int(bound.value) + (bound.comparator is Comparator.GT) for bound in least)
    if (count := _COUNT.match(what)) is not None:
        return int(_NUMBERS.get(count["count"].casefold(), 0) or count["count"])
    # "Infliximab and vedolizumab" asks for both, which are not told apart here.
    return None if re.search(r"\band\b", what) else 1


def _is_asked(fact: KnownFact, what: str, view: PatientView) -> bool:
    """Whether a medicine that was had is one of those that are asked for."""
    if fact.kind != "medication" or not fact.present:
        return False
    label = fact.label.casefold()
    if any(one.says.search(what) and any(drug in label for drug in one.drugs) for one in drug_classes()):
        return True
    asked = named(what, view.vocabularies).concepts
    return bool(fact.lineage & asked) and not is_filed_with(what, fact, view)


def _did_not_help(fact: KnownFact, view: PatientView, borne: str = "") -> bool:
    """Whether the words behind a medicine, before the next one, tell that it failed, or was not borne where that is asked."""
    others = [
        item.start
        for other in view.facts
        if other.kind == "medication" and other is not fact
        for item in other.evidence
        if isinstance(item, Span)
    ]
    return any(_failed_at(item, others, view, borne) for item in fact.evidence if isinstance(item, Span))


def _failed_at(item: Span, others: Sequence[int], view: PatientView, borne: str = "") -> bool:
    for sentence in view.sentences:
        if item.source_id != sentence.source_id or not sentence.start <= item.start < sentence.end:
            continue
        stop = min([sentence.end, item.end + _REACH, *(other for other in others if other > item.end)])
        behind = sentence.text[item.end - sentence.start : stop - sentence.start].casefold()
        whole = _OF_ALL.search(sentence.text[item.end - sentence.start :].casefold())
        if whole is not None and pattern("failure", "told").search(whole[0]):
            # "Naproxen and etoricoxib were tried, both ineffective."
            return True
        before = sentence.text[: item.start - sentence.start].casefold()
        if pattern("failure", "denied").search(behind):
            return False
        if borne and (was_not_borne(before, behind) or pattern("failure", borne).search(behind.split(";")[0])):
            return True
        return bool(
            pattern("failure", "told").search(behind.split(";")[0]) or pattern("failure", "told_before").search(before)
        )
    return False
