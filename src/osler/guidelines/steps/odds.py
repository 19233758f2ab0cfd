"""What two guidelines say otherwise without a word of contradiction: another dose of a drug, another treatment of first choice."""

from __future__ import annotations

import re
from collections.abc import Iterable

from osler.core.library import row_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import Amount, Statement, drug_doses, read_statement
from osler.guidelines.steps.naming import drugs_in

_FIRST = re.compile(
    r"\b(?:first[- ](?:line|choice) (?:treatment|therapy|drug|option|antibiotic|regimen|medicine)|(?:treatment|therapy|drug|antibiotic) of (?:first )?choice)"
    r"(?:\s+(?:for|of|in)\s+[^,;.]{3,60}?)?\s+(?:is|are|should be|must be|consists of)\b",
    re.IGNORECASE,
)
_FIRST_OF_LIST = re.compile(r"\W*first[- ](?:line|choice)\b", re.IGNORECASE)
"""The label of a dose line or of a row: "First choice: amoxicillin 500 mg"."""
_FORMAL = frozenset(
    stems(
        "guideline guidelines management treatment infection disease synthetic adults children care diagnosis clinical"
    )
)


def other_doses(here: str, there: str, spoken: Iterable[str], vocabularies: Vocabularies) -> bool:
    """Whether two sentences give people of the same ages other doses of a drug that is spoken of."""
    first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
    if "against" in {first.stance, second.stance} or _are_others(first, second):
        return False
    doses = [_doses(one, vocabularies) for one in (first, second)]
    return any(
        doses[0].get(drug)
        and doses[1].get(drug)
        and not any(one.agrees(other) for one in doses[0][drug] for other in doses[1][drug])
        for drug in spoken
    )


def other_first_line(here: str, there: str, titles: tuple[str, str], vocabularies: Vocabularies) -> bool:
    """Whether two sentences, under titles on the same matter, name other drugs as the treatment of first choice."""
    if not (_names_first(here) and _names_first(there)) or not on_one_matter(*titles, vocabularies):
        return False
    first, second = read_statement(here, vocabularies), read_statement(there, vocabularies)
    if "against" in {first.stance, second.stance} or _are_others(first, second):
        return False
    drugs = [drugs_in(text, vocabularies) for text in (here, there)]
    return all(drugs) and not drugs[0] <= drugs[1] and not drugs[1] <= drugs[0]


def _doses(one: Statement, vocabularies: Vocabularies) -> dict[str, list[Amount]]:
    """The doses of a sentence by the drug that they are of."""
    found: dict[str, list[Amount]] = {}
    for drug, amount in drug_doses(one):
        for name in drugs_in(drug.text, vocabularies):
            found.setdefault(name, []).append(amount)
    return found


def _are_others(first: Statement, second: Statement) -> bool:
    """Whether two sentences are for people of other ages, another sex, or pregnant and not."""
    if first.ages and second.ages and not set(first.ages) & set(second.ages):
        return True
    if first.groups and second.groups and not first.groups & second.groups:
        return True
    return (first.sex, first.pregnant) != (second.sex, second.pregnant)


def _names_first(text: str) -> bool:
    """Whether a sentence, the label of a dose line or that of a row says that something is of first choice."""
    row = row_of(text)
    return bool(_FIRST.search(text) or _FIRST_OF_LIST.match(row.first if row else text.partition(":")[0]))


def on_one_matter(one: str, other: str, vocabularies: Vocabularies) -> bool:
    """Whether two titles share a word or a name that says what they are about."""
    if (set(stems(one)) & set(stems(other))) - _FORMAL:
        return True
    named = [{concept for match in vocabularies.find(title) for concept in match.concept_ids} for title in (one, other)]
    return bool(named[0] & named[1])
