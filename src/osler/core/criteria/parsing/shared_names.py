"""Words that the members of a list share, written to each: "renal or hepatic impairment", "types I, II or III"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import is_kind_of, names_condition, names_something
from osler.core.criteria.parsing.qualifiers import is_kind_word, is_numbered, is_numeral, only_adjectives, qualifies
from osler.core.criteria.tree import any_of
from osler.core.criteria.types import AllOf, AnyOf, Expression, Finding
from osler.core.terminology import Vocabularies, singular

_SEVERITIES = frozenset(
    {"severe", "moderate", "mild", "significant", "serious", "major", "uncontrolled", "clinically", "active"}
)
_DEVICES = frozenset({"device", "devices", "implant", "implants", "condom", "condoms", "diaphragm"})
_ON_TRIAL = frozenset({"investigational", "experimental", "unapproved", "unlicensed"})
_CODED = re.compile(r"[A-Z]{2,4}-?\d{3,}")
"""A compound by its number: "MEDI4736" is a medicine, and nothing that one acts on."""


def share_numbers(parts: Sequence[Expression]) -> list[Expression]:
    """ "Types I, II or III collagenosis", "hepatitis B or C": a bare number takes the words around its neighbour's."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        narrowed = giver.children[0] if isinstance(giver, AllOf) else giver
        if not isinstance(part, Finding) or not isinstance(narrowed, Finding):
            continue
        if giver is not narrowed and not is_numbered(part.name.split()):
            continue
        own, words = part.name.split(), narrowed.name.split()
        after = 2 if is_kind_word(words[0]) else 1
        if len(own) > 1 and is_numeral(own[-1]) and not is_numbered(own) and is_numeral(words[0]):
            # "hepatitis B or C virus infection": each takes what the other has.
            if len(words) > 1 and isinstance(giver, Finding):
                shared[index] = part.model_copy(update={"name": " ".join([*own, *words[1:]])})
                shared[index + 1] = giver.model_copy(update={"name": " ".join([*own[:-1], *words])})
        elif is_numbered(own) and len(words) > after and is_numbered(words[:after]):
            shared[index] = part.model_copy(update={"name": " ".join([*own, *words[after:]])})
        elif _numbers_again(own, words):
            # "HCV genotype 2, 3 or 4 infection": all after the last number is of each.
            shared[index] = part.model_copy(update={"name": " ".join([*own, *words[len(own) :]])})
    return _numbered_after(shared)


def _numbered_after(parts: Sequence[Expression]) -> list[Expression]:
    """The members with what their neighbour has before its number: "hepatitis B or C", "diabetes type 1 or type 2"."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = shared[index - 1], shared[index]
        if not isinstance(part, Finding) or not isinstance(giver, Finding):
            continue
        own, words = part.name.split(), giver.name.split()
        if is_kind_word(words[0]) and len(words) > 1 and is_numeral(own[0]):
            single = words[0].removesuffix("s")
            shared[index - 1] = giver.model_copy(update={"name": " ".join([single, *words[1:]])})
            shared[index] = part.model_copy(update={"name": " ".join([single, *own])})
        elif len(own) == 2 and len(words) > 2 and is_numbered(own) and is_kind_word(own[0]) and is_numbered(words[-2:]):
            # "Diabetes mellitus type 1 or type 2"
            shared[index] = part.model_copy(update={"name": " ".join([*words[:-2], *own])})
        elif len(own) == 1 and is_numeral(own[0]) and len(words) > 1 and is_numeral(words[-1]):
            shared[index] = part.model_copy(update={"name": " ".join([*words[:-1], *own])})
        elif (opening := _before_number(own, words)) is not None:
            # "Hepatitis B, C or E virus infection": what stands before the first is of the last too.
            shared[index] = part.model_copy(update={"name": " ".join([*opening, *own])})
    return shared


def _before_number(own: Sequence[str], words: Sequence[str]) -> Sequence[str] | None:
    """What a neighbour has before its number, where all after it is the same; None where it is not."""
    place = len(words) - len(own)
    same = is_numeral(own[0]) and len(own) > 1 and place > 0 and words[place + 1 :] == own[1:]
    return words[:place] if same and is_numeral(words[place]) else None


def _numbers_again(own: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a name that ends in a number is its neighbour's beginning but for the number."""
    place = len(own) - 1
    return (
        len(words) > len(own) and own[:place] == words[:place] and is_numeral(own[place]) and is_numeral(words[place])
    )


def share_heads(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """ "Hepatitis B virus, hepatitis C virus and HIV infections": a name takes the last noun where that makes a known one."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding) or " " not in giver.name:
            continue
        words = giver.name.split()
        ends = (
            n for n, word in enumerate(words) if n and (word in cues().prepositions or word in cues().relative.things)
        )
        end = next(ends, len(words))
        head, after = words[end - 1], words[end:]
        own = part.name.split()[-1].lower()
        if own == head.lower() or own in _DEVICES:
            continue
        if names_condition(part.name, vocabularies) and not (
            _is_infection_by_initials(part.name, head, vocabularies) or _is_disorder(part.name, head, vocabularies)
        ):
            continue
        if head.lower() in cues().agents and names_something(f"{part.name} {singular(head)}", vocabularies):
            # "Thrombin and factor X inhibitors": what is acted on is none of the medicines.
            shared[index] = part.model_copy(update={"name": " ".join([part.name, head, *after])})
            continue
        if head.lower() == "use" and len(words) == 2 and " " not in part.name and not after:
            # "Antiplatelet or anticoagulant use"
            shared[index] = part.model_copy(update={"name": f"{part.name} {head}"})
            continue
        if any(isinstance(other, Finding) and other.name.lower().endswith(head.lower()) for other in shared[:index]):
            continue  # a list in which another member before it has the noun writes it where it is meant
        before = words[: end - 1]
        named = part.name.lower().split()
        placed = named[-1] in cues().places and cues().prepositions.isdisjoint(named)
        if placed and head.lower() in cues().done_to_places and len(before) > 1:
            # "Ocular surface or eyelid neoplastic lesions": a place alone is no condition.
            shared[index] = part.model_copy(update={"name": " ".join([part.name, *words[1:]])})
            continue
        target = head.lower() in cues().agents or before[0].isupper() if before else False
        coded = _CODED.fullmatch(part.name) is not None
        short = part.name.isupper() and " " not in part.name and len(before) == 1 and target and not coded
        if names_condition(f"{part.name} {singular(head)}", vocabularies) or (short and head.islower()):
            shared[index] = part.model_copy(update={"name": " ".join([part.name, head, *after])})
    return shared


def _is_infection_by_initials(name: str, head: str, vocabularies: Vocabularies) -> bool:
    """Whether a virus stands for its infection and the noun is said of it as well: "HCV, HIV or HDV coinfection"."""
    short = name.isupper() and " " not in name
    return short and singular(head.lower()).endswith("infection") and is_kind_of(name, "infection", vocabularies)


def _is_disorder(name: str, head: str, vocabularies: Vocabularies) -> bool:
    """ "Bleeding or clotting disorder": what is a condition by itself is meant as a disorder, where there is one of that name."""
    whole = f"{name} {singular(head.lower())}"
    return (
        name.lower().endswith("ing") and singular(head.lower()) == "disorder" and names_condition(whole, vocabularies)
    )


def share_modifiers(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """ "Substance abuse or dependence": a bare noun takes the noun before its neighbour's, where that makes a name."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = before_bracket(shared[index - 1]), before_bracket(shared[index])
        if giver is None or part is None:
            continue
        words = giver.name.split()
        bare = _without_opening(part, words)
        pair = {words[-1].lower(), bare.name.lower()}
        on_trial = len(words) > 1 and words[-2].lower() in _ON_TRIAL
        given = (cues().agents, cues().given_in_trials | (cues().general_things if on_trial else frozenset()))
        if len(words) > 1 and any(pair <= kind for kind in given):
            named = [words[:-1], *_opened_by(words[-1], shared[: index - 1])]
            told = [bare.model_copy(update={"name": " ".join([*opening, bare.name])}) for opening in named[::-1]]
            shared[index] = in_place_of(part, any_of(told), shared[index])
            continue
        if len(words) == 2 and bare.name.lower() in cues().given_in_trials and only_adjectives(words[:1]):
            if words[0].lower() not in cues().degrees and not bare.windows:
                # "Immunosuppressive disorders or medications (such as prednisone)"
                grown = bare.model_copy(update={"name": f"{words[0]} {bare.name}"})
                shared[index] = in_place_of(part, grown, shared[index])
            continue
        if shared[index - 1] is not giver or shared[index] is not part:
            continue
        part, after = _before_preposition(bare)
        if len(words) < 2 or " " in part.name:
            continue
        if not qualifies(words[-2], vocabularies) and words[-2].lower() not in cues().places:
            continue
        # "Mitral regurgitation or stenosis": a lesion of a valve or a vessel is one of the place that is named.
        placed = {words[-1].lower(), part.name.lower()} <= cues().placed_lesions
        if placed and words[-2].lower() in cues().places and len(words) > 2:
            # "Digestive tract obstruction, stricture or perforation"
            opening = [
                word
                for word in words[:-1]
                if word.lower() not in cues().degrees and word.lower() not in cues().certainty
            ]
            opening = opening[1:] if opening[0].lower() in ("or", "and") else opening
            shared[index] = part.model_copy(update={"name": " ".join([*opening, part.name, *after])})
            continue
        lesions = cues().done_to_places | cues().done_to_things
        organic = words[-2].lower() not in cues().degrees and {words[-1].lower(), part.name.lower()} <= lesions
        bare_name = placed or organic or not names_condition(part.name, vocabularies)
        if (placed or names_condition(f"{words[-2]} {part.name}", vocabularies)) and bare_name:
            kinds = [words[-2], *_others_of(words[-1], shared[: index - 1])]
            # "Severe aortic stenosis or regurgitation": how severe is said of both.
            degrees = words[:-2] if all(word.lower() in _SEVERITIES for word in words[:-2]) else []
            shared[index] = any_of(
                [
                    part.model_copy(update={"name": " ".join([*degrees, word, part.name, *after])})
                    for word in kinds[::-1]
                ]
            )
    return shared


def _before_preposition(part: Finding) -> tuple[Finding, list[str]]:
    """A member without where or on what it was seen, and those words: "fibrillation or flutter on electrocardiogram"."""
    words = part.name.split()
    ends = {*cues().ways_after, *cues().relative.things}
    end = next((n for n, word in enumerate(words) if n and word in ends), len(words))
    return (part.model_copy(update={"name": " ".join(words[:end])}), words[end:]) if end < len(words) else (part, [])


def before_bracket(tree: Expression) -> Finding | None:
    """A member's own name, whatever a bracket shows of it: "CYP3A4 inhibitors (A, B) or inducers (C)"."""
    shown = isinstance(tree, AnyOf) and tree.sense in ("examples", "definition")
    head = tree.children[0] if isinstance(tree, AnyOf) and shown else tree
    return head if isinstance(head, Finding) else None


def in_place_of(head: Finding, grown: Expression, tree: Expression) -> Expression:
    """A member with another name before its bracket."""
    if tree is head or not isinstance(tree, AnyOf):
        return grown
    return tree.model_copy(update={"children": (grown, *tree.children[1:])})


def _without_opening(part: Finding, words: Sequence[str]) -> Finding:
    """A member that has taken its neighbour's opening without it: "treatment with CYP3A inducers or inhibitors"."""
    own = part.name.split()
    nouns = {words[-1].lower(), own[-1].lower()}
    given = nouns <= cues().given_in_trials and words[-2:-1] != [] and words[-2].lower() in _ON_TRIAL
    alike = (nouns <= cues().agents or given) and len(words) > len(own) > 1
    return part.model_copy(update={"name": own[-1]}) if alike and words[: len(own) - 1] == own[:-1] else part


def _opened_by(noun: str, before: Sequence[Expression]) -> list[list[str]]:
    """What stands before one noun in the members just before: "CYP3A4 or P-gp inducers or inhibitors" names four."""
    found: list[list[str]] = []
    for part in reversed(before):
        words = part.name.split() if isinstance(part, Finding) else []
        if len(words) < 2 or words[-1].lower() != noun.lower():
            break
        found.append(words[:-1])
    return found


def _others_of(noun: str, before: Sequence[Expression]) -> list[str]:
    """What stands before one noun in the members just before: "alcohol or drug dependence or abuse" names four."""
    return [opening[-1] for opening in _opened_by(noun, before)]
