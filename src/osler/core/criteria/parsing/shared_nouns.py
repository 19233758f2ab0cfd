"""The noun that adjectives of a list share: "renal or hepatic impairment", "hyper- or hypothyroidism"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import kinds_of, names_condition, names_something
from osler.core.criteria.parsing.qualifiers import only_adjectives, qualifies
from osler.core.criteria.parsing.shared_names import before_bracket
from osler.core.criteria.tree import map_atoms
from osler.core.criteria.types import Age, AllOf, AnyOf, Except, Expression, Finding, MeasuredValue, SexIs
from osler.core.terminology import Vocabularies

_PHRASE = 5
"""Up to so many words a name is one noun phrase."""
_FAR = 25
"""Characters between an adjective and the member whose noun it waits for; what is farther off is another phrase's."""
_ADJECTIVES = 6
"""Up to so many words a member may have that waits for its neighbour's noun."""
_OF_LANGUAGES = frozenset({"speaking", "speakers", "speaker", "literate", "language", "languages"})
_STATES = frozenset({"normal", "abnormal", "adequate", "inadequate", "sufficient", "impaired", "acceptable"})
"""What is said of each organ whose function is named: "normal liver and kidney function"."""
_SHORT = 2
_OF_VACCINES = frozenset({"live", "attenuated", "inactivated", "killed"})
_ENDS_PHRASE = re.compile(r"under|via|using|without|as|of|for|in|by|with|to|from|on|at|[a-z]{3,}ed")


def share_nouns(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """ "renal or hepatic impairment": adjectives take the noun of the next member, which takes what stood before them."""
    shared = [*(_with_own_noun(part, vocabularies) for part in parts[:-1]), *parts[-1:]]
    completed: set[int] = set()
    taken: dict[int, list[str]] = {}
    for index in range(len(shared) - 2, -1, -1):
        part, giver = shared[index], _first_named(shared[index + 1])
        if isinstance(part, AnyOf | AllOf) and giver is not None:
            shared[index] = _with_noun(part, giver.name.split(), vocabularies)
        if not isinstance(part, Finding | MeasuredValue) or giver is None:
            continue
        kind_of = _opened_alike(part.name.split(), giver.name.split(), vocabularies)[1]
        if _is_defined(shared[index + 1]) and not only_adjectives(_after_article(kind_of)):
            continue
        if part.span and giver.span and giver.span.start - part.span.end > _FAR:
            continue  # "hereditary or associated with prior treatment with ACE inhibitors": not the noun of the next words
        if _waits_for_none(part, giver):
            continue
        opened, own, words = _opened_alike(part.name.split(), giver.name.split(), vocabularies)
        before = shared[index - 1] if index else None
        # Among adjectives a single word is one too: "renal, endocrine or hepatic disease".
        among = len(own) == 1 and isinstance(before, Finding) and only_adjectives(before.name.split())
        among = (
            among and own[0].lower() not in cues().nouns_like_adjectives and giver.name.split()[0].lower() != "other"
        )
        words = words if only_adjectives(own) else _noun_phrase(words)
        if len(words) > 2 and words[0].endswith("ly") and words[1].endswith(("ing", "ed")):
            words = words[1:]  # "new or definitely enlarging lesion"
        if (name := _with_ending(own, words)) is not None:
            shared[index] = part.model_copy(update={"name": " ".join([*opened, name])})
            continue
        if (
            len(words) < 2
            or (len(words) > _PHRASE and not only_adjectives(own) and not _are_courses(own, words))
            or not (among or _lacks_noun(own, words, vocabularies))
        ):
            continue
        noun = words[1:] if _is_other_kind(own, words, giver) else _known_noun(own, words, vocabularies)
        noun = taken[index] = _whole_noun(own, list(noun), taken.get(index + 1, []))
        shared[index] = part.model_copy(update={"name": " ".join([*opened, *own, *noun])})
        completed.add(index)
        opening = "" if opened else " ".join(_opening(own, words, vocabularies))
        place = index + 1
        while opening and (named := _first_named(shared[place])) is not None:
            # What stands before the first adjective is said of every member that has the noun.
            shared[place] = _renamed(shared[place], named, f"{opening} {named.name}")
            if place not in completed:
                break
            place += 1
    return shared


def _waits_for_none(part: Finding | MeasuredValue, giver: Finding | MeasuredValue) -> bool:
    """ "Hemoglobin < 8 g/dL or Crohn's disease", "ambulatory, EDSS 0-6": what has a value waits for no noun, and a scale's name is whole."""
    if isinstance(giver, MeasuredValue):
        return giver.scale is not None
    return isinstance(part, MeasuredValue) and bool(part.test.bounds)


def _with_own_noun(part: Expression, vocabularies: Vocabularies) -> Expression:
    """ "Chronic obstructive pulmonary, uncontrolled epilepsy": a disease whose noun was left out."""
    if (
        not isinstance(part, Finding)
        or len(part.name.split()) <= _SHORT
        or not only_adjectives([part.name.split()[-1]])
    ):
        return part
    left_out = names_condition(f"{part.name} disease", vocabularies)
    return part.model_copy(update={"name": f"{part.name} disease"}) if left_out else part


def _after_article(words: list[str]) -> list[str]:
    """The last words of a name, behind its last article: "lesions on the conjunctival"."""
    return words[max((n + 1 for n, word in enumerate(words) if word.lower() in cues().articles), default=0) :] or words


def _opened_alike(
    own: list[str], words: list[str], vocabularies: Vocabularies
) -> tuple[list[str], list[str], list[str]]:
    """ "Stenosis of the left or [stenosis of] right coronary artery": what both open with, and how each goes on."""
    place = next((n for n, pair in enumerate(zip(own, words, strict=False)) if pair[0] != pair[1]), 0)
    if not place or own[place - 1].lower() not in {*cues().prepositions, "with"}:
        return [], own, words
    bare = [word for word in own[place:] if word.lower() not in cues().articles]
    done = len(bare) == 1 and bare[0].endswith("ed") and only_adjectives(words[place : place + 1])
    # "Relatives with breast or ovarian cancer"
    done = done or (
        len(bare) == 1 and own[place - 1] == "with" and names_condition(f"{bare[0]} {words[-1]}", vocabularies)
    )
    waits = all(map(str.islower, bare)) and (done or only_adjectives(bare) or _part_of_body(bare, words[place:]))
    return (own[: len(own) - len(bare)], bare, words[place:]) if bare and waits else ([], own, words)


def _whole_noun(own: Sequence[str], noun: list[str], next_noun: list[str]) -> list[str]:
    """ "Pulmonary, hepatic or renal functional abnormality": adjectives in a row have one noun."""
    return next_noun if len(noun) < len(next_noun) and only_adjectives(own) else noun


def _are_courses(own: Sequence[str], words: Sequence[str]) -> bool:
    """ "Proven locally advanced or metastatic cancer of whatever kind": two courses of one long name."""
    return {own[-1].lower(), words[0].lower()} <= cues().courses_of_cancer


def _is_other_kind(own: Sequence[str], words: Sequence[str], giver: Finding | MeasuredValue) -> bool:
    """ "Acute or infectious disease": an adjective beside a degree is one of the same noun; a time in its place is not."""
    degrees = cues().degrees
    plain = own[-1].lower() in degrees and words[0].lower() not in degrees and only_adjectives(words[:1])
    return plain and not giver.windows and len(own) == 1 and words[0].lower() not in cues().attributive


def _with_noun(part: AnyOf | AllOf, words: list[str], vocabularies: Vocabularies) -> Expression:
    """An adjective that has a bracket before its noun: "severe renal (eGFR < 30), hepatic (Child-Pugh C) or cardiac disease"."""
    first = part.children[0] if isinstance(part, AllOf) else before_bracket(part)
    head, words = first if isinstance(first, Finding) else None, _noun_phrase(words)
    own = head.name.split() if head is not None else []
    # "Histologically confirmed [stage III] ovarian or tubal cancer": what stands before the organ says how sure or severe it is.
    own = own[next((n for n, word in enumerate(own) if not _is_sure(word)), 0) :]
    opening = head.name.split()[: len(head.name.split()) - len(own)] if head is not None else []
    organ = len(own) == 1 and own[0].lower() in cues().attributive
    kind = len(words) > 1 and (qualifies(words[0], vocabularies) or words[0].lower() in cues().attributive)
    # "Ovarian, fallopian tube or peritoneal cancer": what makes a known name with the last noun waits for it.
    known = len(own) == 1 and len(words) > 1 and names_condition(f"{own[0]} {words[-1]}", vocabularies)
    known = known and isinstance(part, AllOf) and not names_condition(own[0], vocabularies)
    kind = kind and (organ or only_adjectives(own))
    if head is None or not own or not (kind or known):
        return part
    noun = list(_known_noun(own, words, vocabularies)) if kind else words[-1:]
    name = " ".join([*opening, *own, *noun])
    return part.model_copy(update={"children": (head.model_copy(update={"name": name}), *part.children[1:])})


def _is_sure(word: str) -> bool:
    return word.lower() in cues().degrees or word.lower() in cues().certainty or word.lower().endswith("ly")


def _with_ending(own: Sequence[str], words: Sequence[str]) -> str | None:
    """A name whose last word waits for its neighbour's ending; None where it does not."""
    if (tail := _after_prefix(own[-1], words[0])) is not None:
        # "hyper- or hypothyroidism", "intra or extra-articular pathology"
        noun = words[1:] if tail.startswith("-") else []
        return " ".join([f"{' '.join(own).rstrip('-')}{tail}", *noun])
    if own[-1].endswith("-") and "-" in words[0]:
        # "alpha- or beta-blockers", "first- or second-line chemotherapy"
        return " ".join([f"{' '.join(own)}{words[0].split('-', 1)[1]}", *words[1:]])
    return None


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
    contrary = _is_contrary(own, words)
    if not contrary and (
        own[-1].lower() == words[-1].lower()
        or own[-1].lower() in cues().of_one_sex
        # "Recipients of a solid organ or islet cell transplant": an organ of no name is no object yet.
        or (_ends_in_object(own, vocabularies) and not (own[-1] == "organ" and _part_of_body(own, words)))
        or (len(words) > 1 and words[1].lower() in cues().needs)  # "intracranial, or bleeding requiring surgery"
    ):
        return False
    if (
        contrary
        or _stands_before(own, words)
        or _is_live(own, words)
        or _is_degree_again(own, words)
        or _are_ranks(own, words)
    ):
        return True
    if own[-1].lower() == words[0].lower() and own[-1].lower() not in cues().degrees:
        return False
    participle = words[0].lower().endswith("ed") and not words[0].lower().endswith("eed")
    going = len(own) == 2 and own[-1].endswith("ing")
    either_done = participle or going or own[-1].endswith("ed") or words[0].lower().startswith("non-")
    adverb = len(own) == 2 and own[0].lower().endswith("ly")
    if (len(own) == 1 or adverb) and either_done and own[-1][1:].islower() and not kinds_of(own[-1], vocabularies):
        # "inborn or acquired disorders", "scheduled or non-urgent caesarean"
        return True
    if qualifies(words[0], vocabularies) and len(words) > 1 and words[1].lower() in cues().prepositions:
        return False  # "stable and suitable for surgery"
    if own[-1].lower() in cues().attributive and names_condition(" ".join(own[-2:]), vocabularies):
        return False  # "dry eye or associated findings": with the word before it the organ is a disease
    if len(own) > 2 and own[0].endswith("'s"):
        return (
            False  # "Charcot's knee joint, villonodular synovitis": what is called by a person's name is named in full
        )
    if qualifies(own[-1], vocabularies) and (qualifies(words[0], vocabularies) or participle):
        return len(own) <= _ADJECTIVES
    again = _says_again(own, words, vocabularies) or _part_of_body(own, words) > 0
    if again or _only_qualifies(own[-1], words, vocabularies):
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


def _is_contrary(own: Sequence[str], words: Sequence[str]) -> bool:
    """ "Cancer and non-cancer pain": a word and its denial are of one noun."""
    first, second = own[-1].lower(), words[0].lower()
    pairs = ((first, second), (second, first)) if len(words) > 1 else ()
    return any(one in (f"non-{other}", f"non{other}") for one, other in pairs)


def _is_live(own: Sequence[str], words: Sequence[str]) -> bool:
    """ "Live or live attenuated vaccines": who says a word of degree again has said its noun once."""
    return len(own) == 1 and len(words) > 2 and own[0].lower() == words[0].lower() and own[0].lower() in _OF_VACCINES


def _is_degree_again(own: Sequence[str], words: Sequence[str]) -> bool:
    """ "2nd degree or 3rd degree AV block": who says the degree again has said its noun once."""
    return len(own) == 2 and own[-1].lower() == "degree" and "degree" in [word.lower() for word in words[1:-1]]


def _are_ranks(own: Sequence[str], words: Sequence[str]) -> bool:
    """ "Low or intermediate risk surgery": two ranks are of one noun."""
    return {own[-1].lower(), words[0].lower()} <= cues().ranks


def _stands_before(own: Sequence[str], words: Sequence[str]) -> bool:
    """Whether a member ends in what only stands before a noun: "English or Spanish speaking", "prescription or over-the-counter products"."""
    language = len(own) == 1 and own[0][:1].isupper() and words[-1].lower() in _OF_LANGUAGES
    bought = own[-1].lower() == "prescription"
    # "Relapsing-remitting or secondary progressive sclerosis"
    course = "-" in own[-1] and own[-1].endswith(("ing", "ed")) and only_adjectives(words[:1])
    return language or course or (bought and words[0].lower().startswith(("over-the-counter", "non", "otc", "herbal")))


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
    return noun and bool(before) and (before[-1] in cues().prepositions or before[-1] in cues().narrowing)


def _opening(own: Sequence[str], words: Sequence[str], vocabularies: Vocabularies) -> list[str]:
    """What stands before a member's adjectives and holds for its neighbour too: "severe renal or hepatic failure"."""
    place = len(own) - 1
    kept = {*cues().degrees, *_STATES}
    while place > 0 and qualifies(own[place - 1], vocabularies) and own[place - 1].lower() not in kept:
        place -= 1
    if _is_degree_again(own, words):
        return []
    if len(own) == 2 and all(word.lower() in cues().degrees for word in (*own, words[0])):
        return list(own[:1])  # "serious acute, chronic or progressive disease"
    if words[0].lower() in cues().degrees or own[max(place - 1, 0)].lower().endswith("ly"):
        return []
    # "Recipients of a solid organ or islet cell transplant": an article is of the first alone.
    return list(own[: place - 1] if place and own[place - 1].lower() in ("a", "an") else own[:place])


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


def _part_of_body(own: Sequence[str], words: Sequence[str]) -> int:
    """How many words name the part of the body that stands before a shared noun, as the member beside it is one: "bone marrow"; 0 where none do."""
    parts = cues().attributive - cues().taken_things
    end = next((n for n in range(1, len(words)) if words[n].lower() in cues().put_in_place), 0)
    named = end > 1 and words[end - 1].lower() in parts | cues().tissues
    return end if named and own[-1].lower() in parts | cues().tissues else 0


def _noun(own: Sequence[str], words: Sequence[str]) -> Sequence[str]:
    """What a member's last word stands before: all after the neighbour's word of the same sort."""
    place = 0
    lowered = [word.lower() for word in words[:-1]]
    if _is_live(own, words):
        return words[-1:]
    if own[-1].lower() in lowered:
        # "peripheral vascular or cerebral vascular disease"
        return words[lowered.index(own[-1].lower()) + 1 :]
    if part_of_body := _part_of_body(own, words):
        # "Solid organ or bone marrow transplantation"
        return words[part_of_body:]
    degree = own[-1].lower() in cues().degrees
    if any({own[-1].lower(), words[0].lower()} == set(pair) for pair in cues().contraries):
        # "Active or latent tuberculosis"
        return words[1:]
    if {own[-1].lower(), words[0].lower()} <= cues().courses_of_cancer:
        # "Locally advanced or metastatic disease"
        return words[1:]
    if degree and words[0].lower() not in cues().degrees and not words[0].lower().endswith(("ed", "ing")):
        # "active or past psychotic disorder": a degree is said of the whole name.
        return words
    if own[-1].lower().endswith("ed") and not degree and words[0].lower() in cues().degrees:
        # "Sustained or symptomatic ventricular arrhythmia"
        return words[1:]
    while not degree and place < len(words) - 2 and words[place].lower() in cues().degrees:
        place += 1
    return words[place + 1 :]
