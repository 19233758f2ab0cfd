"""What is said once around a list and meant of each of its members: clauses after general nouns, degrees before them, organs, proofs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.core.criteria.lexing.lexicon import cues
from osler.core.criteria.parsing.known import holds_medicine, names_condition
from osler.core.criteria.parsing.qualifiers import only_adjectives
from osler.core.criteria.parsing.shared_names import before_bracket, in_place_of
from osler.core.criteria.tree import any_of
from osler.core.criteria.types import AllOf, AnyOf, Except, Expression, Finding, Window
from osler.core.terminology import Vocabularies, singular

_PROVEN = re.compile(
    r"(?:[a-z]+ly|biopsy)[ -](?:(?:(?:and/)?or|and) [a-z]+ly )?(?:confirmed|proven|documented|verified|diagnosed)(?: diagnosis of)? "
    r"|[a-z]+graphic evidence of ",
    re.IGNORECASE,
)
"""How a disease was proven, before its name."""
_PREDICATE = re.compile(r"(?P<noun>\S+(?: \S+)?) (?P<told>(?:appears?|looks?|are|is) \S.*)")
_SAID = (" appear", " look", " are ", " is ")
_SHORT = 2
_SURE = cues().certainty | {"or", "and", "and/or"}
_PEOPLE = frozenset({"users", "user", "smokers", "smoker", "abusers", "addicts", "women", "men", "children"})
_REST = frozenset({"other", "others", "another", "further", "similar"})
"""What is like the things before it says of itself what they are known for."""
_PURPOSES = frozenset({"for", "that", "which", "used", "intended", "containing"})
_TREATING = frozenset({"treat", "prevent", "control", "manage", "relieve", "alleviate", "suppress", "ameliorate"})
_AFTER_NOUN = frozenset(
    {"with", "without", "requiring", "due", "secondary", "associated", "caused", "related", "needing"}
)


def share_clauses(
    before: Sequence[Expression], parts: Sequence[Expression], vocabularies: Vocabularies
) -> list[Expression]:
    """The members with what is said of all of them; `before` are the same members as they were written."""
    shared = [_inside(part, vocabularies) for part in _of_organs(_with_degrees(parts))]
    spread = False
    for index in range(len(shared) - 2, -1, -1):
        part, giver = before_bracket(shared[index]), _last_of(shared[index + 1])
        if part is None or giver is None:
            continue
        told = _possible(part, giver, vocabularies) if index + 2 == len(shared) or spread else ""
        spread = told != ""
        told = told or _clause(part, giver) or _predicate(part, giver, vocabularies)
        written = before_bracket(before[index])
        if not told and written is not None and written.name != part.name:
            told = _after_noun(part, giver)
        if told and not part.name.endswith(told):
            grown = part.model_copy(update={"name": f"{part.name} {told}"})
            shared[index] = in_place_of(part, grown, shared[index])
    return _planned_again(_as_sure(_as_proven(shared, vocabularies)))


def _last_of(part: Expression) -> Finding | None:
    """The name that a member has, or the last of those that it stands for."""
    listed = isinstance(part, AnyOf) and part.sense == "alternatives"
    last = part.children[-1] if listed and isinstance(part, AnyOf) else None
    return last if isinstance(last, Finding) else before_bracket(part)


def _as_sure(parts: Sequence[Expression]) -> list[Expression]:
    """ "Suspected or known obstruction, stricture or perforation": how sure the first is, each may be."""
    first = before_bracket(parts[0]) if parts else None
    words = first.name.split() if first is not None else []
    end = next((n for n, word in enumerate(words) if word.lower() not in _SURE), 0)
    if end < _SHORT or not all(
        isinstance(part, Finding) and not _SURE & set(part.name.lower().split()) for part in parts[1:]
    ):
        return list(parts)
    sure = " ".join(words[:end])
    return [
        parts[0],
        *(part.model_copy(update={"name": f"{sure} {part.name}"}) for part in parts[1:] if isinstance(part, Finding)),
    ]


def _inside(part: Expression, vocabularies: Vocabularies) -> Expression:
    """ "Reactions or intolerance to drugs or supplements containing X": a member that is itself a list shares its clause within."""
    if not isinstance(part, AnyOf) or part.sense != "alternatives":
        return part
    return part.model_copy(update={"children": tuple(share_clauses(part.children, part.children, vocabularies))})


def _planned_again(parts: Sequence[Expression]) -> list[Expression]:
    """ "A or B within 3 months, or planned use during the study": what a word for it points back to is A, or B."""
    shared = list(parts)
    for index in range(1, len(shared)):
        part, before_it = shared[index], before_bracket(shared[index - 1])
        if isinstance(part, Finding) and part.name.lower() == "thereof" and before_it is not None:
            # "Substance abuse, or a history thereof"
            shared[index] = before_it.model_copy(update={"windows": part.windows})
        if isinstance(part, Finding) and _names_use_ahead(part.name) and part.windows:
            before = [planned(one, part.windows) for one in shared[:index] if before_bracket(one) is not None]
            shared[index] = any_of(before) if before else part
    return shared


def _names_use_ahead(name: str) -> bool:
    """Whether a name only says that something will be used: "planned administration"."""
    words = name.lower().split()
    return len(words) == 2 and words[0] in cues().plans and (words[1] in cues().uses or words[1] == "receipt")


def planned(part: Expression, windows: tuple[Window, ...]) -> Expression:
    """The same thing as one that lies ahead, with what its bracket shows."""
    head = before_bracket(part)
    if head is None:
        return part
    name = head.name if head.name.split()[0].lower() in cues().plans else f"planned {head.name}"
    return in_place_of(head, head.model_copy(update={"name": name, "windows": windows}), part)


def planned_tree(tree: Expression, windows: tuple[Window, ...]) -> Expression:
    """What has been left out, as what lies ahead; exceptions stay as they are."""
    if isinstance(tree, Except):
        return tree.model_copy(update={"child": planned_tree(tree.child, windows)})
    if isinstance(tree, AnyOf) and tree.sense == "alternatives":
        return tree.model_copy(update={"children": tuple(planned_tree(child, windows) for child in tree.children)})
    return planned(tree, windows)


def _clause(part: Finding, giver: Finding) -> str:
    """ "Drugs or substances known to inhibit X": a clause after two general nouns is said of both."""
    words = giver.name.split()
    if not _is_general(part.name.split()[-1]) or part.name.split()[0].lower() in cues().abilities | cues().cannot:
        return ""  # "Unable to swallow medication, or a disease affecting absorption"
    starts = (n for n in range(1, len(words)) if _is_general(words[n - 1]) and _opens_clause(words, n))
    place = next(starts, None)
    told = words[place:] if place is not None else []
    # "Folic acid supplements or compounds containing folic acid": who says it before the noun needs no clause.
    return "" if {word.lower() for word in told[1:]} <= {word.lower() for word in part.name.split()} else " ".join(told)


def _possible(part: Finding, giver: Finding, vocabularies: Vocabularies) -> str:
    """ "Surgery or trauma that may confound the results": what things may do to a study is said of all of them."""
    words, own = giver.name.split(), part.name.lower().split()
    if cues().relative.things.isdisjoint(words) or words[0].lower() in _REST or any(map(_is_relative, own)):
        return ""
    if own[-1] in cues().persons or own[-1] in _PEOPLE:
        return ""  # "Steroid users, or conditions that could affect the bone"
    starts = (n for n in range(1, len(words) - 1) if _is_relative(words[n]))
    place = next((n for n in starts if words[n + 1].lower() in cues().possibilities and "any" not in words[:n]), None)
    general = place is not None and singular(words[place - 1].lower()) in cues().general_nouns
    specific = general and singular(own[-1]) not in cues().general_nouns
    if specific and (place == 1 or names_condition(part.name, vocabularies)):
        # "Surgery within 6 months, or any condition that may limit compliance", "stroke or chronic diseases that may …"
        return ""
    return " ".join(words[place:]) if place is not None else ""


def _is_relative(word: str) -> bool:
    return word.lower() in cues().relative.things


def _opens_clause(words: Sequence[str], place: int) -> bool:
    word, pair = words[place].lower(), " ".join(words[place : place + 2]).lower()
    purpose = word == "to" and pair.split()[-1] in _TREATING  # "therapies or products to treat symptoms"
    opens = word in cues().relative.things or word in cues().narrowing or word == "containing" or purpose
    return opens or pair in cues().said_of_things


def _is_general(word: str) -> bool:
    noun = singular(word.lower())
    return noun in cues().general_nouns or noun in cues().given_in_trials or noun in cues().general_things


def _predicate(part: Finding, giver: Finding, vocabularies: Vocabularies) -> str:
    """ "The cervix and vagina appear normal": what is said of two things by one verb."""
    said = _PREDICATE.fullmatch(giver.name) if any(verb in giver.name for verb in _SAID) else None
    if said is None or len(part.name.split()) > _SHORT or any(one.kind != "at" for one in part.windows):
        return ""
    known = names_condition(part.name, vocabularies) or holds_medicine(part.name, vocabularies)
    return "" if known else said["told"]


def _after_noun(part: Finding, giver: Finding) -> str:
    """ "Prescription or herbal products for acne": what a noun is for is said of each that has taken it."""
    words, noun = giver.name.split(), part.name.split()[-1].lower()
    place = next((n for n, word in enumerate(words[:-2]) if word.lower() == noun), None)
    return " ".join(words[place + 1 :]) if place is not None and words[place + 1].lower() in _PURPOSES else ""


def _with_degrees(parts: Sequence[Expression]) -> list[Expression]:
    """ "Clinically significant disease or disorder": a general noun takes the degrees of the one before it."""
    shared = list(parts)
    for index in range(1, len(shared)):
        giver, part = before_bracket(shared[index - 1]), before_bracket(shared[index])
        if giver is None or part is None:
            continue
        words, own = giver.name.split(), part.name.split()
        bare = singular(own[0].lower()) in cues().general_nouns and (len(own) == 1 or _opens_clause(own, 1))
        if not bare or len(words) < 2 or singular(words[-1].lower()) not in cues().general_nouns:
            continue
        degrees = words[:-1]
        if all(word.lower().endswith("ly") or only_adjectives([word]) for word in degrees):
            grown = part.model_copy(update={"name": " ".join([*degrees, part.name])})
            shared[index] = in_place_of(part, grown, shared[index])
    return shared


def _of_organs(parts: Sequence[Expression]) -> list[Expression]:
    """ "Disease involving the liver, kidney and brain": an organ alone is no condition."""
    shared = list(parts)
    if not any(isinstance(part, Finding) and part.name.lower() in cues().organs for part in shared[1:]):
        return shared
    openings: list[str] = []
    for index, part in enumerate(shared):
        if isinstance(part, Finding) and openings and part.name.lower() in cues().organs:
            shared[index] = any_of([part.model_copy(update={"name": f"{opening}{part.name}"}) for opening in openings])
            continue
        found = _in_organ().fullmatch(part.name) if isinstance(part, Finding) else None
        if found is None:
            openings = []
        elif openings and isinstance(before := shared[index - 1], Finding) and before.name.endswith(found["organ"]):
            openings = [*openings, found["opening"]]  # "acute or chronic disease of the liver"
        else:
            openings = [found["opening"]]
    return shared


@cache
def _in_organ() -> re.Pattern[str]:
    """A name that ends in the organ that it is of."""
    organs = "|".join(sorted(cues().organs))
    return re.compile(
        rf"(?P<opening>\S.*\b(?:of|in|to|on|involving|involved|affecting)\s+(?:the\s+)?)(?P<organ>{organs})",
        re.IGNORECASE,
    )


def _as_proven(parts: Sequence[Expression], vocabularies: Vocabularies) -> list[Expression]:
    """ "Histologically confirmed melanoma, breast cancer or lymphoma": each of the diseases is."""
    first = _head(parts[0]) if parts else None
    opening = _PROVEN.match(first.name) if first is not None else None
    if opening is None:
        return list(parts)
    shared = [parts[0]]
    for part in parts[1:]:
        head = _head(part)
        seen = opening.group().endswith("evidence of ") and head is not None and _is_short(head.name)
        if head is None or not (seen or _is_disease(head.name, vocabularies)):
            return [*shared, *parts[len(shared) :]]
        grown = head.model_copy(update={"name": f"{opening.group()}{head.name}"})
        shared.append(
            part.model_copy(update={"children": (grown, *part.children[1:])}) if isinstance(part, AllOf) else grown
        )
    return shared


def _is_short(name: str) -> bool:
    """Whether a name is a noun, or one with a word before it."""
    return len(name.split()) <= _SHORT and cues().prepositions.isdisjoint(name.lower().split())


def _head(part: Expression) -> Finding | None:
    """The disease that a member names, with or without its stage."""
    head = part.children[0] if isinstance(part, AllOf) else part
    return head if isinstance(head, Finding) else None


def _is_disease(name: str, vocabularies: Vocabularies) -> bool:
    """Whether a name is one of a disease, and begins with no degree or proof of its own."""
    words = name.split()
    end = next((n for n, word in enumerate(words) if n and (word in cues().prepositions or word in _AFTER_NOUN)), None)
    words = words[:end]
    own = words[0].lower().endswith(("ly", "ed")) or words[0].lower() in cues().degrees
    return not own and any(names_condition(" ".join(words[n:]), vocabularies) for n in (0, max(len(words) - 2, 0)))
