"""Groups that criteria name and the vocabularies do not have: classes of medicines, diseases together, kinds that exclude each other."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from osler.core.criteria import (
    Atom,
    Bound,
    Comparator,
    Finding,
    MeasuredValue,
    Proof,
    TruthValue,
    Window,
    evaluate,
    render,
)
from osler.core.evidence import Span
from osler.core.terminology import Vocabularies, drug_classes
from osler.trials.judging.asked.class_names import class_forms
from osler.trials.judging.findings import named
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import KnownFact, NumberedSentence, PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET


class Group(NamedTuple):
    """A group of diseases as criteria name it, and its members."""

    says: re.Pattern[str]
    members: tuple[str, ...]
    lasting: bool = False
    """Whether who had a member at some time has the disease of the group for good."""


@cache
def disease_groups() -> tuple[Group, ...]:
    """Names for several diseases together."""
    return tuple(
        Group(re.compile(row["asked"]), tuple(row["kinds"]), row.get("lasting", False))
        for row in rules()["disease_groups"]
    )


@cache
def _treatment_groups() -> tuple[Group, ...]:
    """Names for treatments by their drugs and regimens."""
    return tuple(Group(re.compile(row["asked"]), tuple(row["kinds"])) for row in rules()["treatment_groups"])


def _is_member(fact: KnownFact, member: str, view: PatientView) -> bool:
    """Whether a fact speaks of a member of a group, by its name or, where the note abbreviates it, by its concept."""
    if " " not in member:
        return member in fact.label.casefold() or bool(fact.lineage & named(member, view.vocabularies).concepts)
    return member.casefold() in fact.label.casefold() or bool(fact.concepts & named(member, view.vocabularies).concepts)


@lru_cache(maxsize=20_000)
def _groups_called(words: str) -> tuple[Group, ...]:
    return tuple(group for group in disease_groups() if group.says.search(words))


def by_disease_group(atom: Finding, view: PatientView) -> Proof | None:
    """A group of diseases by a member that the record has: who had a basal cell carcinoma has had a skin cancer that is no
    melanoma, whatever the record denies of cancers in general."""
    words = atom.name.casefold()
    if pattern("outcomes").search(words) or pattern("bouts").search(words):
        # Who has the disease need not have a bout of it.
        return None
    for _, members, lasting in _groups_called(words):
        for member in members:
            if any(fact.present and _is_member(fact, member, view) for fact in view.facts):
                once = lasting and all(window.kind in ("current", "at") for window in atom.windows)
                asked = {"name": member, "codes": (), "windows": (Window(kind="ever"),) if once else atom.windows}
                proof = evaluate(atom.model_copy(update=asked), view.indexed, on=view.on)
                return proof.model_copy(update={"statement": render(atom)})
    return None


def by_members(atom: Finding, view: PatientView) -> Proof | None:
    """A class of medicines by those of its members that the record holds."""
    words = f"{atom.name} {atom.target}".casefold()
    if re.search(r"allerg|hypersensitiv|contraindic", words) or pattern("outcomes").search(words):
        # To have had a medicine is not to have got worse under it.
        return None
    if pattern("experimental").search(words) or pattern("planned_first").search(words):
        # A medicine that has a name in a list of classes is on the market, and what was done is not planned.
        return None
    asked = _members(words, view)
    proofs = [
        evaluate(atom.model_copy(update={"name": member, "codes": (), "target": ""}), view.indexed, on=view.on)
        for member in asked
        if any(_is_member(fact, member, view) for fact in view.facts)
    ]
    told = next((proof for proof in proofs if proof.truth is MET), None)
    if told is None and not any(proof.truth is TruthValue.UNKNOWN for proof in proofs):
        # That one member is denied says nothing of the others, nor does one that ended of another at no known time.
        told = next((proof for proof in proofs if proof.truth is NOT_MET and _ended(proof, view)), None)
    return told.model_copy(update={"statement": render(atom)}) if told is not None else None


def _members(words: str, view: PatientView) -> dict[str, None]:
    """The members of every class that a phrase names, each once."""
    by_stem = (member for group in _by_stem(words, view) for member in group.members)
    return dict.fromkeys((*_known_members(words), *by_stem))


@lru_cache(maxsize=5000)
def _known_members(words: str) -> tuple[str, ...]:
    classes = [Group(one.says, one.drugs) for one in drug_classes()]
    groups = (*classes, *disease_groups(), *_treatment_groups())
    called = class_forms(words)
    return tuple(
        dict.fromkeys(m for group in groups if any(group.says.search(one) for one in called) for m in group.members)
    )


def medicines_of_class(atom: Finding, view: PatientView) -> list[KnownFact]:
    """The medicines of the record that are members of a class which an atom asks for."""
    words = f"{atom.name} {atom.target}".casefold()
    if re.search(r"allerg|hypersensitiv|contraindic", words) or pattern("outcomes").search(words):
        return []
    members = _members(words, view)
    return [
        fact
        for fact in view.facts
        if fact.kind == "medication" and fact.present and any(_is_member(fact, one, view) for one in members)
    ]


def is_known_class(name: str) -> bool:
    """Whether a class of medicines is asked for whose members are known."""
    words = name.casefold()
    named_so = pattern("class_of_medicines").search(words) is not None
    groups = (*(Group(one.says, one.drugs) for one in drug_classes()), *_treatment_groups())
    return named_so and any(group.says.search(words) for group in groups)


def _by_stem(words: str, view: PatientView) -> list[Group]:
    """Classes that the names of the recorded medicines show by their ending: what ends in -mab is an antibody."""
    found = []
    for row in rules()["name_stems"]:
        says, stem = re.compile(row["asked"]), re.compile(row["stem"])
        labels = (
            {fact.label.casefold() for fact in view.facts if fact.kind == "medication"} if says.search(words) else ()
        )
        members = tuple(sorted(label for label in labels if stem.search(label)))
        found += [Group(says, members)] if members else []
    return found


def denied_with_class(atom: Finding, view: PatientView) -> Proof | None:
    """A medicine, or a narrower class, by the denial of a class that holds all of it: who never had a biologic had no dupilumab."""
    words = f"{atom.name} {atom.target}".casefold()
    if re.search(r"allerg|hypersensitiv|contraindic", words) or pattern("outcomes").search(words):
        return None
    if pattern("for_later").search(words):
        # Who never had a biologic may be about to have one.
        return None
    wanted = _medicines_of(words)
    if not wanted:
        return None
    medicines = [fact for fact in view.facts if fact.kind == "medication"]
    for denied, evidence in view.denied_classes:
        if any(fact.present and any(_is_member(fact, one, view) for one in denied) for fact in medicines):
            # A note that tells of one of them denies them for a time, or in another sense.
            continue
        if all(any(drugs <= denied for drugs in ways) for ways in wanted):
            return proof_of(NOT_MET, atom, "the note denies a class that holds all of what is asked", evidence)
    return None


def none_of_class(atom: Atom, view: PatientView) -> Proof | None:
    """A number of medicines of a class that the note denies: who never had a biologic has not had two."""
    bounds = atom.test.bounds if isinstance(atom, MeasuredValue) else ()
    least = [bound for bound in bounds if bound.comparator in (Comparator.GE, Comparator.GT)]
    if not isinstance(atom, MeasuredValue) or not least or len(least) != len(bounds):
        return None
    if any(bound.value < 1 and bound.comparator is Comparator.GE for bound in least):
        return None
    proof = denied_with_class(Finding(name=atom.name), view)
    return proof.model_copy(update={"statement": render(atom)}) if proof is not None else None


def by_number_of_class(atom: Atom, view: PatientView) -> Proof | None:
    """A number of medicines of a class by those that the record names: adalimumab and etanercept are more than one TNF inhibitor.

    What is not named may have been had, so that a number is only ever exceeded.
    """
    if not isinstance(atom, MeasuredValue) or any(window.kind != "ever" for window in atom.windows):
        return None
    words = atom.name.casefold()
    if pattern("outcomes").search(words) or pattern("counted_otherwise").search(words):
        return None
    members = frozenset(drug for one in drug_classes() if one.says.search(words) for drug in one.drugs)
    asked = named(atom.name, view.vocabularies)
    had: list[KnownFact] = []
    for fact in view.facts:
        of_class = any(drug in fact.label.casefold() for drug in members) or (
            asked.whole and fact.lineage & asked.concepts
        )
        if fact.kind != "medication" or not fact.present or not of_class:
            continue
        if not any(fact.concepts & other.concepts or fact.label.casefold() == other.label.casefold() for other in had):
            had.append(fact)
    passed = {_exceeds(bound, len(had)) for bound in atom.test.bounds}
    if None in passed or len(passed) != 1:
        return None
    names = ", ".join(fact.label for fact in had)
    truth = MET if passed == {True} else NOT_MET
    return proof_of(truth, atom, f"{names}: recorded", [item for fact in had for item in fact.evidence])


def _exceeds(bound: Bound, number: int) -> bool | None:
    """Whether so many or more pass a limit from below, or break one from above; None where more would have to be known."""
    if bound.comparator in (Comparator.GE, Comparator.GT):
        return True if number > bound.value or (number == bound.value and bound.comparator is Comparator.GE) else None
    if bound.comparator in (Comparator.LE, Comparator.LT):
        return False if number > bound.value or (number == bound.value and bound.comparator is Comparator.LT) else None
    return None


def denied_with_group(atom: Finding, view: PatientView) -> Proof | None:
    """A disease by the denial of a group that it is a member of: who never had a thromboembolism had no deep vein thrombosis."""
    asked = named(atom.name, view.vocabularies)
    for says, members, _ in disease_groups():
        if not asked.concepts & _concepts_of(members, view.vocabularies):
            continue
        fact = next((one for one in view.facts if one.absent and says.search(one.label.casefold())), None)
        if fact is not None:
            return proof_of(
                NOT_MET, atom, f"{fact.label}: recorded as absent, with all that belongs to it", fact.evidence
            )
    return None


@lru_cache(maxsize=1000)
def _concepts_of(members: tuple[str, ...], vocabularies: Vocabularies) -> frozenset[str]:
    return frozenset(concept for member in members for concept in named(member, vocabularies).concepts)


@lru_cache(maxsize=20_000)
def _medicines_of(words: str) -> list[list[frozenset[str]]]:
    """What a phrase names of medicines, each as the ways in which it may be read: a class by its members, or one medicine."""
    called = class_forms(words)
    classes = [frozenset(one.drugs) for one in drug_classes() if any(one.says.search(form) for form in called)]
    if classes:
        return [classes]
    return [[frozenset([drug])] for drug in sorted(set(_single_medicine().findall(words)))]


@cache
def _single_medicine() -> re.Pattern[str]:
    """The medicines of all classes in one expression, longer names before those that begin them."""
    drugs = {drug for one in drug_classes() for drug in one.drugs}
    drugs |= {kind for group in _treatment_groups() for kind in group.members}
    names = sorted(drugs, key=lambda drug: (-len(drug), drug))
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


def _ended(proof: Proof, view: PatientView) -> bool:
    """Whether a medicine was had and lies outside the time that is asked for, and is not merely denied."""
    return any(fact.present and set(fact.evidence) & set(proof.evidence) for fact in view.facts)


def other_kind(atom: Finding, view: PatientView) -> Proof | None:
    """A kind of a disease that the patient has in another kind: who has type 2 diabetes has not type 1."""
    asked = named(atom.name, view.vocabularies)
    if not asked.whole or pattern("by_its_treatment").search(atom.name.casefold()):
        # Diabetes that depends on insulin is of either type.
        return None
    for kinds in _exclusive(view.vocabularies):
        own = next((kind for kind in kinds if asked.concepts & kind.concepts), None)
        if own is None:
            continue
        others = [kind for kind in kinds if kind is not own]
        if _of_no_kind(kinds, view) or any(fact.present and fact.lineage & own.concepts for fact in view.facts):
            continue
        for fact in view.facts:
            if not fact.present or fact.lineage & own.concepts:
                continue
            if any(fact.lineage & kind.concepts or _is_called(fact, kind, view) for kind in others):
                return proof_of(NOT_MET, atom, f"{fact.label} is recorded, and it is another kind", fact.evidence)
    return None


@cache
def _disease_of(kinds: tuple[_Kind, ...]) -> tuple[frozenset[str], frozenset[str]]:
    """The disease of which some kinds are kinds, and it with all of them."""
    disease = frozenset.intersection(*(kind.disease for kind in kinds))
    return disease, disease.union(*(kind.concepts for kind in kinds))


def _of_no_kind(kinds: tuple[_Kind, ...], view: PatientView) -> bool:
    """Whether the record also has the disease in a form that is none of the kinds ("pulmonary tuberculosis")."""
    disease, known = _disease_of(kinds)
    return any(
        fact.present and fact.kind == "condition" and fact.lineage & disease and not fact.concepts & known
        and not any(fact.lineage & kind.concepts for kind in kinds)
        for fact in view.facts
    )  # fmt: skip


class _Kind(NamedTuple):
    """A kind of a disease: its concepts, the word that makes it this kind, and the disease."""

    concepts: frozenset[str]
    word: str
    disease: frozenset[str]


def _is_called(fact: KnownFact, kind: _Kind, view: PatientView) -> bool:
    """Whether the note has the word for a kind before the name of the disease ("permanent AF")."""
    if not fact.concepts & kind.disease:
        return False
    texts = {document.id: document.text for document in view.record.documents}
    spans = [item for item in fact.evidence if isinstance(item, Span) and item.source_id in texts]
    before = (texts[item.source_id][: item.start].casefold().rstrip() for item in spans)
    return any(words.endswith(kind.word) for words in before)


@cache
def _exclusive(vocabularies: Vocabularies) -> tuple[tuple[_Kind, ...], ...]:
    """The groups of kinds, each kind without the concepts that bear the names of several ("inflammatory bowel disease 1")."""
    groups = (tuple(_kind(str(name), vocabularies) for name in names) for names in rules()["exclusive"])
    return tuple(tuple(_told_apart(kind, kinds) for kind in kinds) for kinds in groups)


def _told_apart(kind: _Kind, kinds: Sequence[_Kind]) -> _Kind:
    others = frozenset(concept for other in kinds if other is not kind for concept in other.concepts)
    return kind._replace(concepts=kind.concepts - others)


def _kind(name: str, vocabularies: Vocabularies) -> _Kind:
    word, _, disease = name.partition(" ")
    return _Kind(named(name, vocabularies).concepts, word.casefold(), named(disease, vocabularies).concepts)


def names_member(phrase: str, sentence: NumberedSentence) -> bool:
    """Whether a sentence names a medicine of the class that a phrase asks for."""
    drugs = _drugs_asked(phrase)
    return drugs is not None and drugs.search(sentence.text.casefold()) is not None


@lru_cache(maxsize=20_000)
def _drugs_asked(phrase: str) -> re.Pattern[str] | None:
    """The medicines of the classes that a phrase asks for; None where it asks for none."""
    drugs = {drug for one in drug_classes() if one.says.search(phrase) for drug in one.drugs}
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(drugs)))})\b") if drugs else None
