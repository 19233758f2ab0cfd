"""What the reactions and treatments of a list are to or for, written to each: "allergy or hypersensitivity to latex"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cue_pattern, cues
from osler.core.criteria.parsing.known import holds_medicine, names_condition
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.tree import any_of, atoms, map_atoms
from osler.core.criteria.types import AnyOf, Atom, Expression, Finding
from osler.core.terminology import Vocabularies

_TO = re.compile(r".*?\bto\s+")
_TREATS = re.compile(
    r".*\b(?:therapy|therapies|treatment|medications?|drugs?|agents?)\s+(?:to treat|for the treatment of)\s+",
    re.IGNORECASE,
)
_OF_PLACE = re.compile(r" (?:of|to|in) (?:the|either|any|both) ")
_PAIR = 2
_OBJECT = 4
_REACTION = 3
"""Words of a reaction that names nothing that it is to."""


@cache
def _reactions() -> re.Pattern[str]:
    return re.compile("|".join(cues().reactions), re.IGNORECASE)


@cache
def _treatments() -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(cues().treatments)})s?$", re.IGNORECASE)


def share_targets(parts: Sequence[Expression], vocabularies: Vocabularies, *, plain: bool = False) -> list[Expression]:
    """ "Allergy or hypersensitivity to latex": a reaction to nothing in particular is one to what the next is to.

    In a plain pair, which no comma parts, what is no condition is what the reaction before it is to as well.
    """
    shared = list(parts)
    waiting: list[int] = []
    for index in range(len(shared) - 2, -1, -1):
        part, giver = _explained(shared[index]), shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding) or part.target or not giver.target:
            continue
        if _reactions().search(part.name) and len(part.name.split()) <= _REACTION and _is_answer(giver):
            waiting.append(index)
            update = {
                "name": f"{part.name} to {_how_many(giver)}{giver.target}",
                "target": giver.target,
                "target_span": giver.target_span,
            }
            shared[index] = _with_explained(shared[index], part.model_copy(update=update))
    _share_last(shared, vocabularies)
    for index in range(1, len(shared)):
        giver, part = _explained(shared[index - 1]), _explained(shared[index])
        if not isinstance(giver, Finding) or not giver.target or not isinstance(part, Finding):
            continue
        of_medicine = cue_pattern("parts_of_medicines").search(part.name) is not None
        if part.target and (is_reaction(part) or not of_medicine):
            continue
        if of_medicine or (
            _reactions().search(giver.name)
            and (
                (part.name.lower().startswith("other ") and not is_reaction(part))
                or holds_medicine(part.name, vocabularies)
                or _is_bare(part, vocabularies)
                or (plain and not only_adjectives(giver.target.split()) and _is_object(part, vocabularies))
            )
        ):
            words = giver.name[: giver.name.rfind(giver.target)] if giver.name.endswith(giver.target) else ""
            if words and _reactions().search(words):
                update = {"name": f"{words}{part.name}", "target": part.name, "target_span": part.span}
                grown = part.model_copy(update=update)
                shared[index] = _with_shown(shared[index], grown, vocabularies)
                for place in waiting:
                    # "Allergy or intolerance to A or B" names four.
                    shared[place] = _directed_too(shared[place], parts[place], part)
    return shared


def _how_many(giver: Finding) -> str:
    """ "Contraindication or hypersensitivity to all anticoagulants": of how many of them both are."""
    return "all " if f" to all {giver.target.lower()}" in giver.name.lower() else ""


def reacted_to(part: Expression, shown: Expression, vocabularies: Vocabularies) -> Expression | None:
    """What is named of what a reaction is to, as reactions: "allergy to the study drugs (imatinib, nilotinib)".

    None where it only says how the reaction shows: "allergy to penicillin (anaphylaxis)" is no anaphylaxis of any cause.
    """
    opening = _TO.match(part.name) if isinstance(part, Finding) and part.target else None
    if isinstance(part, Finding) and (treats := _TREATS.match(part.name)) is not None:
        return map_atoms(shown, lambda atom: _treated(atom, treats.group(), vocabularies))
    if not isinstance(part, Finding) or opening is None or not _body_reacts(opening.group()):
        return shown
    words, windows = opening.group(), part.windows
    named = [atom for atom in atoms(shown) if isinstance(atom, Finding)]
    if named and len(named) == len(list(atoms(shown))) and all(_is_sign(atom, vocabularies) for atom in named):
        return None

    def told(atom: Atom) -> Atom:
        if not isinstance(atom, Finding) or atom.target or is_reaction(atom) or _is_sign(atom, vocabularies):
            return atom
        adjective = only_adjectives(atom.name.split()) and not holds_medicine(atom.name, vocabularies)
        if adjective or cue_pattern("bracket_says_more").match(atom.name):
            return atom
        update = {"name": f"{words}{atom.name}", "target": atom.name, "target_span": atom.span}
        return atom.model_copy(update={**update, "windows": windows})

    return map_atoms(shown, told)


def _treated(atom: Atom, opening: str, vocabularies: Vocabularies) -> Atom:
    """ "Therapy to treat mycobacteria (e.g. M. avium)": what is named of what is treated is treated too; a medicine is not."""
    if not isinstance(atom, Finding) or atom.target or holds_medicine(atom.name, vocabularies):
        return atom
    return atom.model_copy(update={"name": f"{opening}{atom.name}", "target": atom.name, "target_span": atom.span})


def _body_reacts(words: str) -> bool:
    """Whether words name a reaction of the body; what stands against a treatment is none."""
    return bool(_reactions().search(words)) and "contra" not in words.lower()


def _is_sign(part: Finding, vocabularies: Vocabularies) -> bool:
    return names_condition(part.name, vocabularies) and not holds_medicine(part.name, vocabularies)


def _explained(part: Expression) -> Expression:
    """What stands before its examples or its definition: "hypersensitivity to the drug (X) or its excipients"."""
    return part.children[0] if isinstance(part, AnyOf) and part.sense in ("examples", "definition") else part


def _with_explained(part: Expression, grown: Expression) -> Expression:
    """A condition, with its examples or its definition, under another name."""
    return part.model_copy(update={"children": (grown, *part.children[1:])}) if isinstance(part, AnyOf) else grown


def _with_shown(part: Expression, grown: Finding, vocabularies: Vocabularies) -> Expression:
    """A reaction under its whole name, and its examples with it: "intolerance to A or other gabapentinoids (e.g. B)"."""
    whole = _with_explained(part, grown)
    if not isinstance(whole, AnyOf) or whole.sense != "examples":
        return whole
    shown = [reacted_to(grown, child, vocabularies) for child in whole.children[1:]]
    return (
        whole.model_copy(update={"children": (grown, *(child for child in shown if child is not None))})
        if all(shown)
        else grown
    )


def _share_last(shared: list[Expression], vocabularies: Vocabularies) -> None:
    """What the last member says it is an allergy to, or a treatment for, said of those before it."""
    last = shared[-1] if shared else None
    if (
        isinstance(last, Finding)
        and last.target
        and last.name.startswith(last.target)
        and _reactions().search(last.name)
    ):
        # "Aspirin, ticagrelor or clopidogrel allergies": each of the medicines.
        for index, part in enumerate(shared[:-1]):
            if isinstance(part, Finding) and not part.target and is_medicine(part, vocabularies):
                name = f"{part.name}{last.name[len(last.target) :]}"
                update = {"name": name, "target": part.name, "target_span": part.span}
                shared[index] = part.model_copy(update=update)
    placed = _OF_PLACE.search(last.name) if isinstance(last, Finding) and len(shared) == _PAIR else None
    if isinstance(last, Finding) and placed and _treatments().search(last.name[: placed.start()]):
        # "Surgery or radiotherapy of the head and neck": each of the treatments is there.
        first = shared[0]
        if isinstance(first, Finding) and " " not in first.name and _treatments().search(first.name):
            shared[0] = first.model_copy(update={"name": first.name + last.name[placed.start() :]})
    purpose = last.name.find(" for ") if isinstance(last, Finding) and last.target else -1
    if isinstance(last, Finding) and purpose > 0 and _treatments().search(last.name[:purpose]):
        # "Chemotherapy, radiotherapy or surgery for NSCLC": each of the treatments is for it.
        for index, part in enumerate(shared[:-1]):
            if isinstance(part, Finding) and not part.target and _treatments().search(part.name):
                update = {
                    "name": part.name + last.name[purpose:],
                    "target": last.target,
                    "target_span": last.target_span,
                }
                shared[index] = part.model_copy(update=update)


def _directed_too(told: Expression, reaction: Expression, at: Finding) -> Expression:
    """A reaction that is to one thing more, with its examples."""
    head = any_of([_explained(told), _directed(_explained(reaction), at)])
    return _with_explained(told, head) if told is not _explained(told) else head


def _directed(reaction: Expression, at: Finding) -> Expression:
    """A reaction to something in particular."""
    assert isinstance(reaction, Finding)  # noqa: S101 - only reactions wait for what they are to
    update = {"name": f"{reaction.name} to {at.name}", "target": at.name, "target_span": at.span}
    return reaction.model_copy(update=update)


def _is_answer(part: Finding) -> bool:
    """Whether a member after an allergy is another answer of the body: "… or systemic response to latex"."""
    return is_reaction(part) or " response to " in f" {part.name.lower()}"


def is_reaction(part: Expression) -> bool:
    """Whether a member is an allergy or the like; of several nobody must have all to be left out."""
    return isinstance(part, Finding) and names_reaction(part.name)


def names_reaction(words: str) -> bool:
    """Whether words name an allergy or the like."""
    return bool(_reactions().search(words))


def is_medicine(part: Expression, vocabularies: Vocabularies) -> bool:
    """Whether a member is a medicine by name: "use of nitrates and nitrites" among exclusions is of either."""
    if not isinstance(part, Finding) or names_condition(part.name, vocabularies):
        return False
    return holds_medicine(part.name, vocabularies)


def _is_object(part: Finding, vocabularies: Vocabularies) -> bool:
    """Whether a member may be what a reaction is to: "contraindication to aspirin or P2Y12 receptor antagonists"."""
    words = part.name.lower().split()
    own = part.windows or is_reaction(part) or names_condition(part.name, vocabularies)
    opened = words[0].endswith(("ing", "ed")) or words[0] in cues().abilities or words[0] in cues().difficulties
    return not own and not opened and len(words) <= _OBJECT and cues().prepositions.isdisjoint(words)


def _is_bare(part: Finding, vocabularies: Vocabularies) -> bool:
    """Whether a member is one word that names no condition: "hypersensitivity to shrimps, lobsters or beetles"."""
    plain = part.name.islower() or part.name.isupper()
    return " " not in part.name and plain and not names_condition(part.name, vocabularies) and not part.windows
