"""Which kinds of things in a record a phrase means: the record's own types, reached through the names that vocabularies give."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from osler.consult.record.called import (
    coded_measures,
    lay_names,
    measure_named,
    measure_names,
    measure_words,
    panel_tests,
    parts_of,
    telling_little,
    whole_measure,
    words,
)
from osler.consult.record.reading.normal import plain
from osler.consult.wording.everyday import everyday
from osler.core.terminology import (
    Vocabularies,
    in_plain_words,
    medicines_called,
    medicines_of_class,
    plain_meanings,
)

_MOST_NAMES = 40
_SURE = 0.9
EITHER = " or "
"""Between the names of things of which any will do."""
_LONG_WORD, _ROOT, _ENDING = 8, 7, 4
"""Letters that make a word long, a root, and an ending."""
_LONG_ENOUGH = 7
"""Letters of a word of which a slip of the pen makes no other."""
_MARKER = frozenset({"tumor", "marker"})
"""How the graph calls what was found in a tumour."""
_CLIPPED = 4
"""Letters that a clipped word keeps at least."""


class TypeEntry(NamedTuple):
    """A kind of thing that the record holds: its key in the graph, its name and its codes."""

    uuid: str
    name: str
    codes: tuple[str, ...] = ()


def is_named(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether a whole phrase is a name that the vocabularies, the measures or people use."""
    spoken = words(phrase)
    return spoken in measure_names() or spoken in lay_names() or bool(_concepts(phrase, vocabularies))


def is_whole_name(phrase: str, vocabularies: Vocabularies) -> bool:
    """Whether a phrase is one name to its last letter, and nothing beside it."""
    if any((match.start, match.end) == (0, len(phrase)) for match in vocabularies.find(phrase)):
        return True
    spoken = words(phrase)
    return spoken in lay_names() or spoken in measure_names()


@lru_cache(maxsize=2048)
def _names_of(phrase: str, vocabularies: Vocabularies) -> tuple[frozenset[str], ...]:
    """The word sets under which a phrase may stand in a record: its own, and those of what it names."""
    own = words(phrase)
    lay_found = _in_clinical_words(own)
    found = [frozenset(own), *lay_found]
    for concept_id in _concepts(phrase, vocabularies):
        found += [frozenset(words(name)) for name in vocabularies.names.names(concept_id)[:_MOST_NAMES]]
    return tuple(dict.fromkeys(name for name in found if name == found[0] or name in lay_found or _names_one(name)))


def _in_clinical_words(own: Sequence[str]) -> list[frozenset[str]]:
    """What people say in the words of records, each lay name in it replaced: a broken arm is a fracture of the forearm."""
    spoken = frozenset(own)
    said = [lay for lay in lay_names() if _contains(own, lay)]
    said = [lay for lay in said if not any(set(lay) < set(other) for other in said)]  # the longer name says more
    found = [spoken]
    for lay in said:
        found = [(name - set(lay)) | set(words(c)) for name in found for c in lay_names()[lay]][:_MOST_NAMES]
    alone = [frozenset(words(c)) for lay in said if not spoken - set(lay) for c in lay_names()[lay]]
    return [name for name in dict.fromkeys([*found, *alone]) if name != spoken]


def tells(phrase: str) -> bool:
    """Whether a phrase has a word that says which thing is meant, and not only that it is a disease or a test."""
    return _names_one(frozenset(words(phrase)))


def _names_one(name: frozenset[str]) -> bool:
    """Whether a name says which thing is meant: a synonym such as "acid" or "MS" does not."""
    return any(len(word) > 2 and word not in telling_little("generic") and not word.isdigit() for word in name)


@lru_cache(maxsize=4096)
def _concepts(phrase: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The concepts that a whole phrase names (not those that a part of it names)."""
    length = len("".join(words(phrase)))
    found: list[str] = []
    for match in vocabularies.find(phrase):
        if len("".join(words(phrase[match.start : match.end]))) >= 0.75 * length:
            found += match.concept_ids
    for clinical in lay_names().get(words(phrase), ()):  # what people call a class is that class: chemo
        found += [
            one
            for match in vocabularies.find(clinical)
            if match.end - match.start == len(clinical)
            for one in match.concept_ids
        ]
    if not found:
        # A class of drugs ("statin") is found by search, not by the matcher of text.
        found = [one.concept_id for one in vocabularies.search(phrase, 1) if one.confidence >= _SURE]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=4096)
def _parts(name: str, vocabularies: Vocabularies) -> tuple[str, ...]:
    """The concepts that any part of a type's name names; a combination of drugs names several."""
    return tuple(dict.fromkeys(concept for match in vocabularies.find(name) for concept in match.concept_ids))


def _contains(spoken: Sequence[str], lay: Sequence[str]) -> bool:
    return any(tuple(spoken[start : start + len(lay)]) == tuple(lay) for start in range(len(spoken) - len(lay) + 1))


def matching(
    phrase: str, types: Iterable[TypeEntry], vocabularies: Vocabularies, *, measured: bool = False
) -> list[TypeEntry]:
    """The types that a phrase means; of measured ones only the best, since a value of another is no answer."""
    candidates = list(types)
    found: list[TypeEntry] = []
    for name in phrase.split(EITHER):
        members = () if measured else medicines_of_class(name)
        if members:
            meant = _of_class(name, members, candidates, vocabularies)
        else:
            meant = _with_group(name, candidates, vocabularies, measured=measured)
        found += [entry for entry in meant if entry not in found]
    if not measured:
        found += [entry for entry in candidates if entry not in found and _called_one_of(phrase, entry)]
    return found


def _with_group(
    phrase: str, candidates: list[TypeEntry], vocabularies: Vocabularies, *, measured: bool
) -> list[TypeEntry]:
    """The types that a phrase means, with those of a group as people name it: a vocabulary's class may hold only a part of the contraceptives."""
    named = [phrase] if measured else [phrase, *medicines_called(phrase)]
    found = [entry for name in named for entry in _matching(name, candidates, vocabularies, measured=measured)]
    return list(dict.fromkeys(found))


def _of_class(
    name: str, members: Sequence[str], candidates: list[TypeEntry], vocabularies: Vocabularies
) -> list[TypeEntry]:
    """The types that are members of a class, or bear its name themselves; a member is none that is only spelt alike."""
    called = [frozenset(words(one)) for one in (name, *members)]
    asked = {concept for one in members for concept in _parts(one, vocabularies)}
    return [
        entry
        for entry in candidates
        if any(one <= frozenset(words(entry.name)) for one in called)
        or not asked.isdisjoint(_parts(entry.name, vocabularies))
    ]


def _called_one_of(phrase: str, entry: TypeEntry) -> bool:
    """Whether people call a type by the class that is asked for, where no vocabulary has it there: an otitis media is an ear infection."""
    spoken, written = words(phrase), frozenset(words(entry.name))
    if len(spoken) != 1 or spoken[0] not in telling_little("classes") or "chronic" in written:
        return False
    return any(
        frozenset(words(clinical)) <= written
        for said, names in lay_names().items()
        if len(said) > 1 and said[-1] == spoken[0]
        for clinical in names
    )


def medicines_meant(name: str, held: Iterable[TypeEntry], vocabularies: Vocabularies) -> list[TypeEntry]:
    """The medicines of a record that a told name means: by its own words, or by those that questions are read in."""
    known = list(held)
    return matching(name, known, vocabularies) or matching(plain(name.lower(), vocabularies), known, vocabularies)


def called_alike(phrase: str, name: str) -> bool:
    """Whether a phrase is what people call the very thing that a name is of, by the table of lay names or by its root; no class of it."""
    own, written = words(phrase), frozenset(words(name))
    if not own:
        return False
    return any(lay <= written for lay in _in_clinical_words(own)) or _same_root(frozenset(own), written)


def said_in_parts(phrase: str, types: Iterable[TypeEntry], *, told: bool) -> list[TypeEntry]:
    """The types whose words are made of what a phrase says: of one word only where the kind of thing is told."""
    spoken = [word for word in words(phrase) if plain_meanings(word) or word not in everyday()]
    asked = [plain_meanings(word) | {word} for word in spoken]
    if not asked or (len(asked) == 1 and not told):
        return []
    found = []
    for entry in types:
        meant = in_plain_words(entry.name).meanings | set(words(entry.name))
        shared = [one & meant for one in asked]
        if all(shared) and any(not meaning.startswith("~") for one in shared for meaning in one):
            found.append(entry)
    return found


def covering(phrase: str, types: Iterable[TypeEntry], vocabularies: Vocabularies) -> list[TypeEntry]:
    """The types that a named thing is, or belongs to: amoxicillin is a penicillin."""
    asked = {*_concepts(phrase, vocabularies), *_parts(phrase, vocabularies)}
    return [
        entry
        for entry in types
        if any(
            one == other or _is_a(one, other, vocabularies)
            for one in asked
            for other in _parts(entry.name, vocabularies)
        )
    ]


def _matching(
    phrase: str, candidates: list[TypeEntry], vocabularies: Vocabularies, *, measured: bool
) -> list[TypeEntry]:
    if measured:
        return _measured(phrase, candidates, vocabularies) or _measured(
            _in_words_of(phrase, candidates), candidates, vocabularies
        )
    names = _names_of(phrase, vocabularies)
    asked = set(_concepts(phrase, vocabularies))
    found = [entry for entry in candidates if _means(names, asked, entry, vocabularies)]
    found = found or [entry for entry in candidates if _same_root(names[0], frozenset(words(entry.name)))]
    found = found or [entry for entry in candidates if _written_apart(words(phrase), words(entry.name))]
    if found or asked:
        return found
    # Words beside the name ("stop metformin") hide it from the whole; what the phrase names by itself counts.
    inside = {phrase[match.start : match.end]: set(match.concept_ids) for match in vocabularies.find(phrase)}
    inside.pop(phrase, None)
    narrow = [
        name for name, ids in inside.items() if not any(_covers(ids, other, vocabularies) for other in inside.values())
    ]
    return [
        entry for entry in candidates if any(_matching(name, [entry], vocabularies, measured=False) for name in narrow)
    ]


def _covers(broad: set[str], narrow: set[str], vocabularies: Vocabularies) -> bool:
    """Whether one name is that of a class to which the other belongs: the anticoagulant warfarin is warfarin."""
    return broad is not narrow and any(_is_a(one, other, vocabularies) for one in narrow for other in broad)


def _in_words_of(phrase: str, types: Sequence[TypeEntry]) -> str:
    """A phrase with its misspelt words as the record writes them."""
    from rapidfuzz.distance import DamerauLevenshtein

    written = {word for entry in types for word in words(entry.name) if len(word) >= _LONG_WORD}
    return " ".join(
        next((other for other in written if DamerauLevenshtein.distance(word, other, score_cutoff=2) <= 2), word)
        if len(word) >= _LONG_WORD
        else word
        for word in words(phrase)
    )


def _same_root(spoken: frozenset[str], written: frozenset[str]) -> bool:
    """Whether every word is another form of one that is written: "cardioverted" and "cardioversion"; a salt tells nothing."""
    telling = written - telling_little("generic")
    return bool(spoken) and all(
        any(_shared(word, other) >= max(_ROOT, min(len(word), len(other)) - _ENDING) for other in telling)
        for word in spoken
    )


def _written_apart(spoken: Sequence[str], written: Sequence[str]) -> bool:
    """Whether words together make one that is written: a colon scope is a colonoscopy."""
    from rapidfuzz.distance import DamerauLevenshtein

    joined = "".join(spoken)
    if len(spoken) < 2 or len(joined) < _LONG_WORD:
        return False
    return any(len(o) >= _LONG_WORD and DamerauLevenshtein.distance(joined, o, score_cutoff=2) <= 2 for o in written)


def _shared(one: str, other: str) -> int:
    return next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))


def _means(names: Sequence[frozenset[str]], asked: set[str], entry: TypeEntry, vocabularies: Vocabularies) -> bool:
    written = frozenset(words(entry.name))
    if any(name <= written for name in names):
        return True
    held = _parts(entry.name, vocabularies)
    if asked.intersection(held) or asked.intersection(entry.codes):
        return True
    if any(_is_combined_in(one, held, vocabularies) for one in asked):
        return True
    if _close(names, written):
        return True
    return any(_is_a(one, other, vocabularies) for one in held for other in asked)


def _is_combined_in(brand: str, held: Sequence[str], vocabularies: Vocabularies) -> bool:
    """Whether all that a brand combines stands in a product's name: Augmentin in amoxicillin and clavulanate."""
    return brand.startswith("COMBINATION:") and vocabularies.hierarchy.parents(brand) <= set(held)


def _is_a(one: str, other: str, vocabularies: Vocabularies) -> bool:
    return one != other and vocabularies.hierarchy.is_a(one, other)


def _close(names: Sequence[frozenset[str]], written: frozenset[str]) -> bool:
    """Whether a single long word differs by one slip of the pen ("Simvistatin")."""
    return any(
        len(word) >= _LONG_ENOUGH and is_slip_of(word, other)
        for name in names
        if len(name) == 1
        for word in name
        for other in written
    )


def is_slip_of(word: str, other: str) -> bool:
    """Whether two words are one, or two long ones a slip of the pen apart."""
    from rapidfuzz.distance import DamerauLevenshtein

    if min(len(word), len(other)) < _LONG_ENOUGH:
        return word == other
    return DamerauLevenshtein.distance(word, other, score_cutoff=1) <= 1


def _measured(phrase: str, types: Sequence[TypeEntry], vocabularies: Vocabularies) -> list[TypeEntry]:
    tests = panel_tests(phrase)
    if tests:
        each = [entry for test in tests for entry in _measured(test, types, vocabularies)]
        return list(dict.fromkeys(each))
    asked = measure_named(phrase)
    own = frozenset(words(phrase))
    markers = [entry for entry in types if frozenset(words(entry.name)) >= _MARKER]
    if own == _MARKER:
        return markers
    if asked is not None and not own >= _MARKER:
        types = [entry for entry in types if entry not in markers]  # the eGFR of the kidneys is no EGFR of a tumour
    if asked is not None:
        written = measure_words() | {word for entry in types for word in words(entry.name)}
        phrase = " ".join(word for word in words(phrase) if word in written)  # the rest names no measure
        own = frozenset(words(phrase))
    if asked is not None and not any(own <= frozenset(words(name)) for name in (asked.name, *asked.synonyms)):
        # The phrase says more than the measure's name: "mean platelet volume" is no platelet count.
        whole = [entry for entry in types if own <= frozenset(words(entry.name))]
        if whole:
            return whole
    if asked is not None:
        loinc = {f"LOINC:{code}" for row in parts_of(asked) for code in row.loinc}
        by_code = [entry for entry in types if loinc.intersection(entry.codes)]
        meant = {row.id for row in parts_of(asked)}
        by_name = [entry for entry in types if entry not in by_code and whole_measure(entry.name) in meant]
        if by_code or by_name:
            return by_code + by_name
        # What is another measure by its code is not this one, however much their names share.
        types = [
            e
            for e in types
            if _likeness(phrase, e, vocabularies) >= _SAME_THING or not coded_measures().intersection(e.codes)
        ]
    scored = [(_likeness(phrase, entry, vocabularies), entry) for entry in types]
    best = max((score for score, _ in scored), default=0.0)
    found = [entry for score, entry in scored if score and score >= best - 1e-9]
    return found or ([] if asked is not None else _shortened(own, types))


def _shortened(spoken: frozenset[str], types: Sequence[TypeEntry]) -> list[TypeEntry]:
    """The one type that a clipped word can stand for in this record: "creat" where creatinine is measured."""
    if len(spoken) != 1 or len(next(iter(spoken))) < _CLIPPED:
        return []
    (short,) = spoken
    found = [entry for entry in types if any(word.startswith(short) for word in words(entry.name))]
    return found if len({words(entry.name) for entry in found}) == 1 else []


_SAME_THING = 0.5


def _likeness(phrase: str, entry: TypeEntry, vocabularies: Vocabularies) -> float:
    return max(_overlap(name, entry) for name in _names_of(phrase, vocabularies))


def _overlap(name: frozenset[str], entry: TypeEntry) -> float:
    written = frozenset(words(entry.name))
    return len(name & written) / len(name | written) if name <= written else 0.0
