"""Words that the members of a list share, written to each: "renal or hepatic impairment", "types I, II or III"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import is_kind_of, kinds_of, names_condition, names_something
from osler.core.criteria.parsing.qualifiers import is_kind_word, is_numbered, is_numeral, only_adjectives, qualifies
from osler.core.criteria.tree import any_of, map_atoms
from osler.core.criteria.types import Age, AllOf, AnyOf, Except, Expression, Finding, MeasuredValue, SexIs
from osler.core.terminology import Vocabularies, singular

_PHRASE = 5
"""Up to so many words a name is one noun phrase."""
_FAR = 25
"""Characters between an adjective and the member whose noun it waits for; what is farther off is another phrase's."""
_ADJECTIVES = 6
"""Up to so many words a member may have that waits for its neighbour's noun."""
_CODED = re.compile(r"[A-Z]{2,4}-?\d{3,}")
"""A compound by its number: "MEDI4736" is a medicine, and nothing that one acts on."""
_ENDS_PHRASE = re.compile(r"as|of|for|in|by|with|to|from|on|at|[a-z]{3,}ed")


def share_numbers(parts: Sequence[Expression]) -> list[Expression]:
    """ "Types I, II or III collagenosis", "hepatitis B or C": a bare number takes the words around its neighbour's."""
    shared = list(parts)
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], shared[index + 1]
        if not isinstance(part, Finding) or not isinstance(giver, Finding):
            continue
        own, words = part.name.split(), giver.name.split()
        after = 2 if is_kind_word(words[0]) else 1
        if len(own) > 1 and is_numeral(own[-1]) and not is_numbered(own) and is_numeral(words[0]):
            # "hepatitis B or C virus infection": each takes what the other has.
            if len(words) > 1:
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
        if part.name.split()[-1].lower() == head.lower():
            continue
        if names_condition(part.name, vocabularies) and not (
            _is_infection_by_initials(part.name, head, vocabularies) or _is_disorder(part.name, head, vocabularies)
        ):
            continue
        if head.lower() in cues().agents and names_something(f"{part.name} {singular(head)}", vocabularies):
            # "Thrombin and factor X inhibitors": what is acted on is none of the medicines.
            shared[index] = part.model_copy(update={"name": " ".join([part.name, head, *after])})
            continue
        if any(isinstance(other, Finding) and other.name.lower().endswith(head.lower()) for other in shared[:index]):
            continue  # a list in which another member before it has the noun writes it where it is meant
        before = words[: end - 1]
        if part.name.split()[-1].lower() in cues().places and head.lower() in cues().done_to_places and len(before) > 1:
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
        giver, part = _before_bracket(shared[index - 1]), _before_bracket(shared[index])
        if giver is None or part is None:
            continue
        words = giver.name.split()
        bare = _without_opening(part, words)
        pair = {words[-1].lower(), bare.name.lower()}
        if len(words) > 1 and any(pair <= kind for kind in (cues().agents, cues().given_in_trials)):
            named = [words[:-1], *_opened_by(words[-1], shared[: index - 1])]
            told = [bare.model_copy(update={"name": " ".join([*opening, bare.name])}) for opening in named[::-1]]
            shared[index] = _in_place_of(part, any_of(told), shared[index])
            continue
        if shared[index - 1] is not giver or shared[index] is not part:
            continue
        part = bare
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
            shared[index] = part.model_copy(update={"name": " ".join([*opening, part.name])})
            continue
        bare_name = placed or not names_condition(part.name, vocabularies)
        if (placed or names_condition(f"{words[-2]} {part.name}", vocabularies)) and bare_name:
            kinds = [words[-2], *_others_of(words[-1], shared[: index - 1])]
            shared[index] = any_of([part.model_copy(update={"name": f"{word} {part.name}"}) for word in kinds[::-1]])
    return shared


def _before_bracket(tree: Expression) -> Finding | None:
    """A member's own name, whatever a bracket shows of it: "CYP3A4 inhibitors (A, B) or inducers (C)"."""
    shown = isinstance(tree, AnyOf) and tree.sense in ("examples", "definition")
    head = tree.children[0] if isinstance(tree, AnyOf) and shown else tree
    return head if isinstance(head, Finding) else None


def _in_place_of(head: Finding, grown: Expression, tree: Expression) -> Expression:
    """A member with another name before its bracket."""
    if tree is head or not isinstance(tree, AnyOf):
        return grown
    return tree.model_copy(update={"children": (grown, *tree.children[1:])})


def _without_opening(part: Finding, words: Sequence[str]) -> Finding:
    """A member that has taken its neighbour's opening without it: "treatment with CYP3A inducers or inhibitors"."""
    own = part.name.split()
    alike = {words[-1].lower(), own[-1].lower()} <= cues().agents and len(words) > len(own) > 1
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


def share_nouns(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """ "renal or hepatic impairment": adjectives take the noun of the next member, which takes what stood before them."""
    shared = list(parts)
    completed: set[int] = set()
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], _first_named(shared[index + 1])
        if not isinstance(part, Finding | MeasuredValue) or giver is None:
            continue
        if _is_defined(shared[index + 1]) and not only_adjectives(part.name.split()):
            continue
        if part.span and giver.span and giver.span.start - part.span.end > _FAR:
            continue  # "hereditary or associated with prior treatment with ACE inhibitors": not the noun of the next words
        if isinstance(part, MeasuredValue) and part.test.bounds and isinstance(giver, Finding):
            continue  # what has a value of its own waits for no noun: "hemoglobin < 8 g/dL or Crohn's disease"
        own, words = part.name.split(), giver.name.split()
        before = shared[index - 1] if index else None
        # Among adjectives a single word is one too: "renal, endocrine or hepatic disease".
        among = len(own) == 1 and isinstance(before, Finding) and only_adjectives(before.name.split())
        words = words if only_adjectives(own) else _noun_phrase(words)
        if len(words) > 2 and words[0].endswith("ly") and words[1].endswith(("ing", "ed")):
            words = words[1:]  # "new or definitely enlarging lesion"
        if (tail := _after_prefix(own[-1], words[0])) is not None:
            # "hyper- or hypothyroidism", "intra or extra-articular pathology"
            noun = words[1:] if tail.startswith("-") else []
            shared[index] = part.model_copy(update={"name": " ".join([f"{' '.join(own).rstrip('-')}{tail}", *noun])})
            continue
        if own[-1].endswith("-") and "-" in words[0]:
            # "alpha- or beta-blockers", "first- or second-line chemotherapy"
            name = " ".join([f"{part.name}{words[0].split('-', 1)[1]}", *words[1:]])
            shared[index] = part.model_copy(update={"name": name})
            continue
        if (
            len(words) < 2
            or (len(words) > _PHRASE and not only_adjectives(own))
            or not (among or _lacks_noun(own, words, vocabularies))
        ):
            continue
        shared[index] = part.model_copy(update={"name": " ".join([*own, *_known_noun(own, words, vocabularies)])})
        completed.add(index)
        opening = " ".join(_opening(own, words, vocabularies))
        place = index + 1
        while opening and (named := _first_named(shared[place])) is not None:
            # What stands before the first adjective is said of every member that has the noun.
            shared[place] = _renamed(shared[place], named, f"{opening} {named.name}")
            if place not in completed:
                break
            place += 1
    return shared


def _after_prefix(prefix: str, word: str) -> str | None:
    """What stands after the other prefix in the neighbour's word; None where the two are no pair of prefixes."""
    own = prefix.rstrip("-").lower()
    if own not in cues().prefixes:
        return None
    other = next((known for known in cues().prefixes if word.lower().startswith(known) and known != own), None)
    rest = word[len(other) :] if other is not None else ""
    joined = prefix.endswith("-") or rest.startswith("-")
    return rest if len(rest) > 2 and joined else None


def _first_named(tree: Expression) -> Finding | MeasuredValue | None:
    """The condition that a member begins with, where it is one name with what narrows it."""
    while isinstance(tree, AllOf | Except) or (isinstance(tree, AnyOf) and tree.sense in ("examples", "definition")):
        if isinstance(tree, AllOf):
            # "Serum or urine test in women": who they are is not what the member names.
            tree = next((child for child in tree.children if not isinstance(child, SexIs | Age)), tree.children[0])
        else:
            tree = tree.child if isinstance(tree, Except) else tree.children[0]
    return tree if isinstance(tree, Finding | MeasuredValue) else None


def _is_defined(tree: Expression) -> bool:
    return isinstance(tree, AnyOf) and tree.sense == "definition"


def _renamed(tree: Expression, atom: Finding | MeasuredValue, name: str) -> Expression:
    return map_atoms(tree, lambda other: atom.model_copy(update={"name": name}) if other is atom else other)


def _noun_phrase(words: list[str]) -> list[str]:
    """The noun phrase that a long name begins with."""
    if len(words) <= _PHRASE:
        return words
    ends = (place for place, word in enumerate(words) if place > 1 and _ENDS_PHRASE.fullmatch(word.lower()))
    return words[: next(ends, len(words))]


def _lacks_noun(own: Sequence[str], words: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether a member ends in an adjective, or in a noun that makes a known name with its neighbour's."""
    if (
        own[-1].lower() == words[-1].lower()
        or own[-1].lower() in cues().of_one_sex
        or _ends_in_object(own, vocabularies)
    ):
        return False
    if own[-1].lower() == words[0].lower() and own[-1].lower() not in cues().degrees:
        return False
    participle = words[0].lower().endswith("ed")
    either_done = participle or own[-1].endswith("ed") or words[0].lower().startswith("non-")
    adverb = len(own) == 2 and own[0].lower().endswith("ly")
    if (len(own) == 1 or adverb) and either_done and own[-1][1:].islower() and not kinds_of(own[-1], vocabularies):
        # "inborn or acquired disorders", "scheduled or non-urgent caesarean"
        return True
    if qualifies(words[0], vocabularies) and len(words) > 1 and words[1].lower() in cues().prepositions:
        return False  # "stable and suitable for surgery"
    if own[-1].lower() in cues().attributive and names_condition(" ".join(own[-2:]), vocabularies):
        return False  # "dry eye or associated findings": with the word before it the organ is a disease
    if qualifies(own[-1], vocabularies) and (qualifies(words[0], vocabularies) or participle):
        return len(own) <= _ADJECTIVES
    if _says_again(own, words, vocabularies):
        return True
    if _only_qualifies(own[-1], words, vocabularies):
        return True
    plain = [word for word in own if word.lower() not in cues().degrees]
    if (
        len(plain) == 1
        and plain[0].lower() in cues().attributive
        and names_something(f"{plain[0]} {words[-1]}", vocabularies)
    ):
        return True  # "pancreas or beta-cell transplantation"
    if len(plain) != 1 or names_condition(plain[0], vocabularies):
        return False
    return names_condition(" ".join([plain[0], *_noun(plain, words)]), vocabularies)


def _only_qualifies(word: str, words: Sequence[str], vocabularies: Vocabularies) -> bool:
    """ "Surgical or transcatheter ablation": an adjective that is no name waits for the noun, unless its neighbour is a disease as it stands."""
    bare = word.lower()
    plain = not word.isupper() and bare.endswith("al") and bare not in {*cues().degrees, *cues().attributive}
    if not plain or not qualifies(word, vocabularies) or words[1].lower() in cues().prepositions:
        return False
    return not kinds_of(word, vocabularies) and not names_condition(" ".join(words), vocabularies)


def _says_again(own: Sequence[str], words: Sequence[str], vocabularies: Vocabularies) -> bool:
    """ "Aortic valve or mitral valve stenosis": what is said after a noun that both have is of both, where that makes a name."""
    if len(own) < len(words) or len(words) != len(own[-2:]) + 1 or own[-1].lower() != words[-2].lower():
        return False
    name = " ".join(own[-2:])
    return names_condition(f"{name} {words[-1]}", vocabularies) and not names_condition(name, vocabularies)


def _ends_in_object(own: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether a member ends in a noun after a preposition: "carcinoma of the skin", "addiction to alcohol"."""
    before = [word.lower() for word in own[1:-1]]
    while before and (before[-1] in cues().articles or qualifies(before[-1], vocabularies)):
        before.pop()
    noun = own[-1].lower() in cues().attributive or names_condition(own[-1], vocabularies)
    return noun and bool(before) and before[-1] in cues().prepositions


def _opening(own: Sequence[str], words: Sequence[str], vocabularies: Vocabularies) -> list[str]:
    """What stands before a member's adjectives and holds for its neighbour too: "severe renal or hepatic failure"."""
    place = len(own) - 1
    while place > 0 and qualifies(own[place - 1], vocabularies) and own[place - 1].lower() not in cues().degrees:
        place -= 1
    if len(own) == 2 and all(word.lower() in cues().degrees for word in (*own, words[0])):
        return list(own[:1])  # "serious acute, chronic or progressive disease"
    if words[0].lower() in cues().degrees or own[max(place - 1, 0)].lower().endswith("ly"):
        return []
    return list(own[:place])


def _known_noun(own: Sequence[str], words: Sequence[str], vocabularies: Vocabularies) -> Sequence[str]:
    """What a member's last word stands before; of a long phrase, what makes a known name with it: "valvular disease"."""
    noun = _noun(own, words)
    if (
        own[-1].lower() in cues().attributive
        and len(noun) > 1
        and names_condition(f"{own[-1]} {noun[-1]}", vocabularies)
    ):
        return noun[-1:]  # "kidney or peripheral vascular disease"
    done = words[0].lower().endswith("ed") or {own[-1].lower(), words[0].lower()} & set(cues().degrees)
    if (
        done
        or set(noun) & (cues().prepositions | cues().relative.things)
        or names_condition(" ".join([own[-1], *noun]), vocabularies)
    ):
        return noun
    shorter = (noun[place:] for place in range(1, len(noun)))
    known = (tail for tail in shorter if names_condition(" ".join([own[-1], *tail]), vocabularies))
    return next(known, noun)


def _noun(own: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    """What a member's last word stands before: all after the neighbour's word of the same sort."""
    place = 0
    lowered = [word.lower() for word in words[:-1]]
    if own[-1].lower() in lowered:
        # "peripheral vascular or cerebral vascular disease"
        return words[lowered.index(own[-1].lower()) + 1 :]
    degree = own[-1].lower() in cues().degrees
    if {own[-1].lower(), words[0].lower()} <= cues().courses_of_cancer:
        # "Locally advanced or metastatic disease"
        return words[1:]
    if degree and words[0].lower() not in cues().degrees and not words[0].lower().endswith(("ed", "ing")):
        # "active or past psychotic disorder": a degree is said of the whole name.
        return words
    while not degree and place < len(words) - 2 and words[place].lower() in cues().degrees:
        place += 1
    return words[place + 1 :]
