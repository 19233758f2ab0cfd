"""Trees in names that vocabularies have, and without what was lost on the way: a sign before a number, a second meaning."""

from __future__ import annotations

import re

from osler.core.criteria import (
    Age,
    AllOf,
    AnyOf,
    Atom,
    Comparator,
    CriterionKind,
    Expression,
    Finding,
    MeasuredValue,
    Not,
    Pregnancy,
    Proof,
    SexIs,
    Unparsed,
    known_measure,
    map_atoms,
    parse_criterion,
    render,
)
from osler.core.language import plausible_ranges
from osler.core.terminology import SemanticType, Vocabularies
from osler.trials.judging.asked.class_names import known_class
from osler.trials.judging.asked.verb_frames import without_frame
from osler.trials.judging.findings import Named, named
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import PatientView
from osler.trials.kinship import is_general, is_placed, lineage, names_in, same_as

_KIND_WORD = re.compile(
    r"\b(?P<word>disorder|disease|illness|condition|problem|patholog)(?:s|es|y|ies)?$", re.IGNORECASE
)
_KIND_WORDS = ("disorder", "disease")
_ABBREVIATION = re.compile(r"[A-Z][A-Z0-9]{1,4}")
_NOT_PREGNANT = re.compile(
    r"\b(?P<male>men|males?)(?:\s(?:subjects?|patients?|participants?))?\s?(?:,|/|\bor\b|\band\b|\band/or\b)+\s?"
    r"(?P<state>non-?\s?pregnant(?:\s?(?:,|/|and|or)*\s?non-?\s?(?:lactating|breast-?\s?feeding|nursing))?)\s(?:women|females?)\b"
    r"(?:\s(?:subjects?|patients?|participants?|adults?|volunteers?))?",
    re.IGNORECASE,
)


def without_pregnant(line: str, kind: CriterionKind, vocabularies: Vocabularies) -> Expression | None:
    """ "Male or non-pregnant female aged 18 to 65": a man, or a woman who is not pregnant, and of that age whoever it is."""
    found = _NOT_PREGNANT.search(line)
    if found is None or kind != "inclusion":
        return None
    state = found["state"].casefold()
    states = [Pregnancy(state="pregnant")]
    if "lactat" in state or "feeding" in state or "nursing" in state:
        states.append(Pregnancy(state="breastfeeding"))
    child: Expression = states[0] if len(states) == 1 else AnyOf(children=tuple(states))
    who = AnyOf(children=(SexIs(sex="male"), AllOf(children=(SexIs(sex="female"), Not(child=child)))))
    rest = " ".join(f"{line[: found.start()]} {line[found.end() :]}".split()).strip(" ,;.:")
    if not rest or pattern("agreement", "nobody").fullmatch(rest.casefold()):
        return who
    return AllOf(children=(who, parse_criterion(rest, vocabularies, kind=kind)))


def under_known_names(tree: Expression, vocabularies: Vocabularies) -> Expression:
    """A tree whose kinds of disease have the name that a vocabulary knows, and whose lost signs are said to be lost."""

    def known(atom: Atom) -> Atom:
        if _lost_its_sign(atom):
            return Unparsed(text=render(atom))
        if isinstance(atom, MeasuredValue):
            return _in_its_unit(_by_its_measure(atom, vocabularies))
        return (
            _renamed(without_frame(_of_late(atom), vocabularies), vocabularies) if isinstance(atom, Finding) else atom
        )

    return _one_of_its_values(map_atoms(tree, known))


def _of_late(atom: Finding) -> Finding:
    """A recent event with its time in brackets: "recent infarction (< 30 days)" is one within the time, and lasts none."""
    if not any(window.kind == "recent" for window in atom.windows):
        return atom
    if any(window.kind == "within" for window in atom.windows):
        # The time says how recent it has to be.
        return atom.model_copy(update={"windows": tuple(one for one in atom.windows if one.kind != "recent")})
    at_most = (Comparator.LT, Comparator.LE)
    lasting = [window for window in atom.windows if window.kind == "lasting" and window.comparator in at_most]
    if len(lasting) != 1:
        return atom
    within = lasting[0].model_copy(update={"kind": "within", "comparator": Comparator.LE})
    kept = [window for window in atom.windows if window.kind not in ("recent", "lasting")]
    return atom.model_copy(update={"windows": (*kept, within)})


def _by_its_measure(atom: MeasuredValue, vocabularies: Vocabularies) -> MeasuredValue:
    """A value by the measure that its name ends with, where a disease that is defined by it stands before: "obesity - BMI > 30"."""
    words = atom.name.split()
    if known_measure(atom.name) is not None:
        return atom
    for row in rules()["named_by_value"]:
        if re.fullmatch(rf"(?:severe |moderate )?(?:{row['finding']})", atom.name.casefold()) and atom.test.bounds:
            return atom.model_copy(update={"name": row["measure"], "codes": ()})
    for first in range(1, len(words)):
        before, behind = " ".join(words[:first]), " ".join(words[first:])
        if known_measure(behind) is not None:
            kinds = named(before, vocabularies)
            disease = kinds.whole and kinds.kinds <= {SemanticType.CONDITION, SemanticType.PHENOTYPE}
            return atom.model_copy(update={"name": behind, "codes": ()}) if disease else atom
    return atom


def _one_of_its_values(tree: Expression) -> Expression:
    """A tree in which no measure has to have two values: "ASA 2 and ASA 3 patients" are those of either."""
    if not isinstance(tree, AllOf):
        return tree
    exact = [part for part in tree.children if isinstance(part, MeasuredValue) and _is_one_number(part)]
    for name in {part.name.casefold() for part in exact}:
        same = [part for part in exact if part.name.casefold() == name]
        if len({part.test.bounds[0].value for part in same}) > 1:
            others = [part for part in tree.children if part not in same]
            either = AnyOf(children=tuple(same))
            return tree.model_copy(update={"children": (either, *others)}) if others else either
    return tree


def _is_one_number(part: MeasuredValue) -> bool:
    return len(part.test.bounds) == 1 and part.test.bounds[0].comparator is Comparator.EQ


def _lost_its_sign(atom: Atom) -> bool:
    """Whether an age or a value with a unit has to equal a number: a "≥" or "≤" that a copy did not keep."""
    if not isinstance(atom, Age | MeasuredValue) or not atom.test.bounds:
        return False
    return all(
        bound.comparator is Comparator.EQ
        and (isinstance(atom, Age) or (bound.unit and not pattern("how_often").search(bound.unit.casefold())))
        for bound in atom.test.bounds
    )


def _in_its_unit(atom: MeasuredValue) -> MeasuredValue:
    """A limit without a unit in the only one in which bodies have such values: "platelets ≥ 100,000", "LVEF ≤ 40"."""
    measure = known_measure(atom.name)
    bounds = atom.test.bounds
    if measure is None or not bounds or any(bound.unit or bound.times for bound in bounds):
        return atom
    ranges = plausible_ranges(measure.id) or [
        (low, high, measure.unit) for low, high in rules()["limits_without_unit"].get(measure.id, ())
    ]
    fitting = [unit for low, high, unit in ranges if all(low <= bound.value <= high for bound in bounds)]
    if len(fitting) != 1:
        return atom
    told = tuple(bound.model_copy(update={"unit": fitting[0]}) for bound in bounds)
    return atom.model_copy(update={"test": atom.test.model_copy(update={"bounds": told})})


def _renamed(atom: Finding, vocabularies: Vocabularies) -> Finding:
    """ "Thyroid disorders" under the name "thyroid disease", where only that is a name."""
    if not atom.codes and (given := known_class(atom.name, vocabularies)) is not None:
        return atom.model_copy(update={"name": given})
    found = _KIND_WORD.search(atom.name)
    own = named(atom.name, vocabularies)
    # HPO describes abnormalities: what only it has by this name may be a disease by another.
    if found is None or atom.codes or (own.whole and not all(code.startswith("HP:") for code in own.concepts)):
        return atom
    names = (f"{atom.name[: found.start()]}{word}" for word in _KIND_WORDS)
    known = next((name for name in names if _is_particular(named(name, vocabularies), vocabularies)), None)
    return atom.model_copy(update={"name": known}) if known is not None else atom


def _is_particular(asked: Named, vocabularies: Vocabularies) -> bool:
    """Whether words name a disease or a kind of it, and not disease as such ("other severe illness")."""
    return asked.whole and bool(asked.words) and not all(is_general(code, vocabularies) for code in asked.concepts)


def only_one_meaning(atom: Finding, proof: Proof, view: PatientView) -> bool:
    """Whether an abbreviation is said to be absent by one of its meanings alone: no cancer, so no "MS" (myeloid sarcoma)."""
    denied = frozenset(
        code
        for fact in view.facts
        if fact.absent and set(fact.evidence) & set(proof.evidence)
        for code in fact.concepts
    )
    if not denied:
        return False
    for match in names_in(atom.name, view.vocabularies):
        if not _ABBREVIATION.fullmatch(atom.name[match.start : match.end]):
            continue
        placed = [code for code in match.concept_ids if is_placed(code, view.vocabularies)]
        if any(denied & (same_as(code, view.vocabularies) | {code}) for code in placed):
            # The very thing is denied, by whichever of its names.
            continue
        covered = [bool(lineage(code, view.vocabularies) & denied) for code in placed]
        if any(covered) and not all(covered):
            return True
    return False
