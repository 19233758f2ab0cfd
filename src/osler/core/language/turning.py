"""Where a denied list is over: after a comma, a graded or measured thing, or a statement of its own."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from osler.core.language.rules import read_yaml

_GRADE = r"(?:[1-4]\s?\+|\+{2,4}|grade\s[1-6]|(?:[1-6]|i{1,3}|iv|v|vi)\s?/\s?(?:6|vi)\b)"
_TURNS = re.compile(
    r"\s*\+\s?[a-z]|\s*(?:and\s)?(?:now\s|so\s)?(?:takes|took|remains\son|continues|stays\son|uses|used|received|is\son)\s[a-z]|"
    rf"\s*{_GRADE}\s[a-z]|(?:(?!\b(?:or|nor|no|not)\b)[^,;]){{1,40}}?\s{_GRADE}(?=[\s,;.)]|$)|"
    r"\s*(?:an?\s)?(?:small|moderate|large|trace)\s(?:amount|volume|quantity)\sof\s(?![^.;]*\b(?:or|nor)\b)|"
    r"\s*(?:trace|mild|minimal|marked)\s(?!to\b|or\b|and\b)(?![^.;]*\b(?:or|nor)\b)|"
    r"\s*(?:an?\s)?\d+(?:\.\d+)?\s?(?:mm|cm|ml|mg|x\s?\d)\b"
    r"|(?!\s*(?:and|or|nor)\b)(?:(?!\b(?:or|nor|no|not)\b)[^,;]){1,40}?\s(?:noted|present)(?=[.;]|$)"
    r"|(?!\s*(?:and|or|nor)\b)(?:(?!\b(?:or|nor|no|not)\b)[^,;]){1,60}?\s(?:is|was|are|were)\s(?:also\s)?"
    r"(?:noted|present|seen|found|observed|identified|visible|evident|palpable|detected|demonstrated|documented|diagnosed)\b"
)
"""What follows a comma where a denied list is over: a plus, a graded or measured thing, or a statement of its own ("ascites was noted")."""
_NO_TREATMENT = re.compile(
    r"\bno\s(?:(?:previous|prior|past|known|major|regular|recent|significant|relevant)\s){0,2}(?:pmhx?|fhx|(?:medical|family|surgical)\shistory|risk\sfactors|surger(?:y|ies)|operations?|hospitali[sz]ations?|"
    r"admissions?|procedures?|transfusions?|resus(?:citation)?|consanguinity|treatment|imaging|investigations|allergies|medications?|medicines|meds|injuries)\s*(?=,)(?![^.;]*\b(?:or|nor|and)\b)"
)
"""What is denied alone in a list of diagnoses: "PMH: no surgery, diabetes". A list that ends in "or" is denied as a whole."""
_UP_TO_A_TIME = re.compile(
    r"\b(?:no|without)\s(?:[a-z-]+\s){1,4}?(?:by|until|till|at|since)\s(?:the\s)?(?:age\s(?:of\s)?)?"
    r"(?:\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?:\s(?:months?|years?|weeks?))?\s*(?=,)(?![^.;]*\b(?:or|nor)\b)"
)
"""What is denied up to a time or an age, alone: "no periods by 17, short, webbed neck"."""
_OBJECTS = re.compile(r"\b(?:no|nil|without|w/o)\b(?:(?!\b(?:den(?:y|ies|ied|ying)|not|never|neither)\b)[^;.:])*$")
"""A denial of things named by nouns, up to a comma behind one of them; who "denies" or is "not" may go on alike."""

_NEAR = 300
"""Characters in which a denial and the list of what is denied are over."""


class _Statements(NamedTuple):
    bare: re.Pattern[str]
    """A statement without a verb, at its beginning, in a list that no "or" closes."""
    ends_so: re.Pattern[str]
    """The end of one."""
    begins: re.Pattern[str]
    """The verb of a statement on the patient, who is not named: "not eating, found drowsy"."""
    specified: re.Pattern[str]
    """An item that says how many, how much, where, since when, or what was done about it."""
    is_specified: re.Pattern[str]
    """What is denied, specified in the same way."""
    shaped: re.Pattern[str]
    """A part of the body whose shape is described: "no hydrocephalus, thin corpus callosum"."""
    is_shaped: re.Pattern[str]
    """What is denied, described in the same way."""
    unparted: re.Pattern[str]
    """What the patient does not do, with a statement behind it that no comma parts: "not eating found lethargic"."""
    not_so: re.Pattern[str]
    """What the patient is not or does not do, before a comma, where no other of its kind follows."""
    clause: re.Pattern[str]
    """A subject and what it does: "no fever, vomiting continued"."""


@cache
def _statements() -> _Statements:
    table = read_yaml("statements.yml")
    complements, of_patient, begins = (
        "|".join(sorted(map(re.escape, table[name]), key=len, reverse=True))
        for name in ("complements", "of_patient", "begins")
    )
    first, value, inside = ("|".join(table["specified"][name]) for name in ("first", "value", "inside"))
    over = r"(?=\s*(?:[,;.:)\d]|$|(?:since|from|at|on|by|with|to|in|and|for|now|today)\b))"
    listed = rf"(?![^.;]{{0,{_NEAR}}}\b(?:or|nor)\b)"
    word = r"(?!(?:no|not|or|nor|and|but|any)\b)[a-z][a-z'-]*\s"
    shape = rf"(?!{'|'.join(table['not_shapes'])})(?:{'|'.join(sorted(map(re.escape, table['shapes']), key=len, reverse=True))})\s[a-z]"
    intransitive = "|".join(table["intransitive"])
    verbs = "|".join(sorted(table["verbs"], key=len, reverse=True))
    subject = r"(?:(?!(?:no|not|or|nor|and|but|any|that|which|who|when|if|as|has|have|had|is|was|are|were|to)\b)[a-z][a-z'-]*\s)"
    return _Statements(
        re.compile(
            rf"\s*{listed}(?:(?:{word}){{1,4}}?(?:{complements}){over}|(?:{of_patient}){over}|(?:{word}){{1,3}}\d+(?:\.\d+)?\s?(?:mm|cm)\b)"
        ),
        re.compile(rf"\s(?:{complements}|{of_patient})\s*$"),
        re.compile(rf"\s*{listed}(?:{begins})\s(?!no\b|not\b|normal)"),
        re.compile(
            rf"\s*{listed}(?!(?:and|or|nor|no|not)\b)(?:(?:{first})\s[a-z]|{value}|[^,;.]{{3,50}}?[\s(](?:{inside})(?![\w/]))"
        ),
        re.compile(rf"(?<![\w/])(?:{first}|{inside})(?![\w/])"),
        re.compile(rf"\s*{listed}(?:an?\s|[a-z]+ly\s)?{shape}"),
        re.compile(rf"\b{shape}"),
        re.compile(rf"\bnot\s(?:yet\s)?(?:{intransitive})\s(?=(?:{begins})\s(?!no\b|not\b|normal)|(?:{of_patient})\b)"),
        re.compile(
            rf"\bnot\s(?:yet\s)?(?:{of_patient}|{intransitive})\s*,(?!\s*(?:\S+ly\s)?(?:{of_patient}|{complements})\b){listed}"
        ),
        re.compile(
            rf"\s*{listed}{subject}{{1,4}}?(?:{verbs})(?!\s(?:no|not|normal|absent|negative|excluded|ruled|unremarkable|noted|reported|seen|found|documented|observed)\b)\b"
        ),
    )


def turns(low: str, commas: list[int]) -> list[int]:
    """Where in a sentence in lower case what was denied is over: at a comma, or between two statements that none parts."""
    unparted = [match.end() for match in _statements().unparted.finditer(low)]
    if not commas:
        return unparted
    alone = {match.end() for match in _NO_TREATMENT.finditer(low)}
    alone |= {match.end() for match in _UP_TO_A_TIME.finditer(low)}
    alone |= {match.end() - 1 for match in _statements().not_so.finditer(low)}
    over = [comma for comma in commas if comma in alone or _TURNS.match(low, comma + 1) or _states(low, comma)]
    return sorted([*over, *unparted])


def _states(low: str, comma: int) -> bool:
    """Whether what follows a denial of things is said of something that is there: "no murmur, ears low-set"; one like it is a list."""
    rules = _statements()
    if rules.begins.match(low, comma + 1) or rules.clause.match(low, comma + 1):
        return True
    kinds = ((rules.bare, rules.ends_so), (rules.shaped, rules.is_shaped), (rules.specified, rules.is_specified))
    alike = next((alike for stated, alike in kinds if stated.match(low, comma + 1)), None)
    denied = _OBJECTS.search(low, max(comma - _NEAR, 0), comma) if alike else None
    return alike is not None and denied is not None and alike.search(low, denied.start(), comma) is None
