"""What a search of the web may be asked: names of the vocabularies and plain words of medicine, and nothing of a person.

A query is not the question with the identifiers taken out, since nobody knows all of them; it is made anew. Only what a
clause asks about is read, and only as far as it speaks of nobody. What goes out are the vocabularies' own names and the
words of a table: no word of the message itself, so no name, place, day or number of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from osler.consult.checked.claims import instructs
from osler.consult.checked.entailed import TABLE
from osler.consult.outside.ports import PublicQuery
from osler.consult.wording.everyday import everyday
from osler.core.privacy import Deidentifier
from osler.core.safety import known_words
from osler.core.terminology import SemanticType, Vocabularies
from osler.yaml_reader import RuleTable

_TABLE = RuleTable("osler.consult.outside", "outgoing.yml", flags=re.IGNORECASE)
_CLAUSE = re.compile(r"[.;:!?\n()\[\]{}<>|,–—\"“”]+")
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")
_LONGEST_PARTICLE = 3
_MOST_CONCEPTS = 2
_NAMES_OF_HEALTH = frozenset(SemanticType) - {SemanticType.DEMOGRAPHIC}


def public_query(said: str, vocabularies: Vocabularies, gate: Deidentifier | None = None) -> PublicQuery | None:
    """What may be asked outside for a message in the user's own words; None where nothing of it may go out.

    `gate` knows the identifiers of the open record, so that a name which is also one of a disease is not taken for it.
    """
    text = Deidentifier().scrub(gate.scrub(said) if gate is not None else said)
    names: list[str] = []
    topics: list[str] = []
    for clause in _CLAUSE.split(text.replace("’", "'")):
        found, read = _read(clause, vocabularies)
        names += found
        topics += [topic for topic in _TABLE.rules["topics"] if _TABLE.says(read, "topics", topic)] if found else []
    chosen = list(dict.fromkeys(names))[:_MOST_CONCEPTS]
    return PublicQuery(tuple(chosen), tuple(dict.fromkeys(topics))) if chosen else None


def gives_orders(sentence: str) -> bool:
    """Whether a sentence of a page advises, doses, names whom to call, or speaks to who quotes it: nothing to be passed on."""
    if instructs(sentence) or _TABLE.says(sentence, "orders"):
        return True
    return any(TABLE.pattern(name).search(sentence) for name in ("dose", "contact", "of_the_reader"))


def _read(clause: str, vocabularies: Vocabularies) -> tuple[list[str], str]:
    """The names that a clause asks about, and its words, as far as it is read: to a word of somebody, a number, a strange word."""
    asks = _TABLE.pattern("asks").match(clause)
    if asks is None:
        return [], ""
    matches = {m.start: m for m in vocabularies.find(clause) if clause[m.start : m.end].lower() not in everyday()}
    names: list[str] = []
    plain = [asks.group()]
    position = asks.end()
    for word in _WORD.finditer(clause, position):
        if word.start() < position:
            continue
        match = matches.get(word.start())
        if match is not None:
            names += _own_name(match.concept_ids, clause[match.start : match.end], vocabularies)
            plain.append(clause[match.start : match.end])  # "good diet" is a name, and asks for a diet
            position = match.end
        elif _ends(word.group().lower()):
            break
        else:
            plain.append(word.group())
            position = word.end()
    return names, " ".join(plain)


def _ends(word: str) -> bool:
    """Whether a word may be somebody's: a person, a number, or no word of the language."""
    if any(letter.isdigit() for letter in word) or _persons().fullmatch(word):
        return True
    parts = re.split(r"['-]", word)
    return not all(len(part) <= _LONGEST_PARTICLE or part in known_words() or part in everyday() for part in parts)


@cache
def _persons() -> re.Pattern[str]:
    return re.compile(_TABLE.rules["persons"])


def _own_name(concept_ids: Sequence[str], said: str, vocabularies: Vocabularies) -> list[str]:
    """The name of a concept as the vocabulary writes it: the one that was said, where it has that one."""
    found = (vocabularies.concept(concept_id) for concept_id in concept_ids)
    concepts = [one for one in found if one is not None and one.semantic_type in _NAMES_OF_HEALTH]
    names = [name for concept in concepts for name in (concept.name, *concept.synonyms)]
    return next(([name] for name in names if name.lower() == said.lower()), [one.name for one in concepts[:1]])
