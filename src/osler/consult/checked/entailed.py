"""Whether one entry of a record, in words, says all of a claim: every word, every number with its day, and the same standing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, cached_property

from osler.consult.checked.reworded import DAY, plain_days
from osler.consult.record.called import measure_named, words
from osler.consult.record.concepts import called_alike
from osler.core.language import how_often
from osler.core.terminology import Vocabularies, plain_meanings, singular
from osler.yaml_reader import RuleTable

_REASON = re.compile(r"\bfor (?P<why>[A-Z][\w' -]+)")
_ENDED = re.compile(r"\buntil (?P<day>\d{4}(?:-\d\d){0,2})")
_PAIR = re.compile(r"(?<![\w./])(\d{2,3}(?:\.\d+)?)/(\d{2,3}(?:\.\d+)?)(?![\w/])")
_NUMBER = re.compile(r"(?<![\w.])(?:[-−](?=\d))?\d+(?:[.,]\d+)*")
"""A number with its sign: a T-score of 3.6 is not one of -3.6."""
_TOKEN = re.compile(r"[^\s,;:()“”\"–]+")
TABLE = RuleTable("osler.consult.checked", "claims.yml", flags=re.IGNORECASE)
_PART = re.compile(r"\b(systolic|diastolic)\b", re.IGNORECASE)


@cache
def _neutral() -> frozenset[str]:
    return frozenset(word for line in TABLE.rules["neutral"] for word in line.split())


def numbers_and_days(text: str) -> tuple[list[str], list[str]]:
    """The numbers of a text, and its days."""
    text = plain_days(text)
    return _NUMBER.findall(DAY.sub(" ", text)), DAY.findall(text)


def is_empty(text: str) -> bool:
    """Whether a text says nothing: words without content and no number."""
    return not _NUMBER.search(text) and all(
        _bare(token) in _neutral() for token in _TOKEN.findall(text) if _bare(token)
    )


def content_words(text: str) -> list[str]:
    """The words of a text that carry something, in their order, each as it is compared."""
    said = (
        singular(_bare(token)) for token in _TOKEN.findall(text.replace("/", " ").replace(".", ". ")) if _bare(token)
    )
    return [word for word in said if word not in _neutral()]


class Entry:
    """One entry of a record in words, and what may be said of it."""

    def __init__(self, text: str) -> None:
        self.text = plain_days(text)
        self.also: frozenset[str] = frozenset()
        """How another line of the same thing says that it stands."""

    @cached_property
    def words(self) -> frozenset[str]:
        """Its own words, those of its units without signs, and those that its kind of entry is spoken of with."""
        tokens = {_bare(token) for token in _TOKEN.findall(self.text)}
        kinds = (kind for kind in TABLE.rules["kinds"].values() if re.search(kind["entry"], self.text, re.IGNORECASE))
        spoken = {word for kind in kinds for word in kind["said"].split()}
        standing = {
            word for group in self.standing for word in TABLE.rules["standings"][group].get("words", "").split()
        }
        return frozenset({*words(self.text), *tokens, *(singular(token) for token in tokens), *spoken, *standing})

    @cached_property
    def own_words(self) -> frozenset[str]:
        """The words that stand in it."""
        return frozenset(_bare(token) for token in _TOKEN.findall(self.text))

    @cached_property
    def standing(self) -> frozenset[str]:
        """How it stands: active, ended, denied, planned; a visit or a test that has an end is not thereby something that ended."""
        held = {
            name for name in TABLE.rules["standings"] if TABLE.pattern("standings", name, "entry").search(self.text)
        }
        done = TABLE.pattern("kinds", "done", "entry").search(self.text) is not None
        return frozenset(held - {"ended"} if done else held) | self.also

    @cached_property
    def to_be_said(self) -> frozenset[str]:
        """What of its own standing goes for every line about the same thing."""
        rules = TABLE.rules["standings"]
        return frozenset(
            name
            for name, group in rules.items()
            if group.get("of_the_whole") and TABLE.pattern("standings", name, "entry").search(self.text)
        ) - ({"ended"} if TABLE.pattern("kinds", "done", "entry").search(self.text) else set())

    def is_of_the_same(self, other: Entry) -> bool:
        """Whether another line speaks of the same thing on the same day."""
        return bool({*self.days} & {*other.days}) and bool(
            {*words(self.names[0])} & {*words(other.names[0])} if self.names and other.names else ()
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """What it is an entry of, and why, each as the record calls it."""
        named = DAY.split(_ENDED.sub(" ", self.text))[0]
        return tuple(part.strip(" :.") for part in (named, *_REASON.findall(self.text)) if part.strip(" :."))

    @cached_property
    def days(self) -> tuple[str, ...]:
        """The days that it holds, but not the one it ended on."""
        return tuple(DAY.findall(_ENDED.sub(" ", self.text)))

    @cached_property
    def ends(self) -> tuple[str, ...]:
        """The day that it ended on."""
        return tuple(match["day"] for match in _ENDED.finditer(self.text))

    @cached_property
    def measure(self) -> str | None:
        """The measure that it is a value of."""
        found = measure_named(self.text)
        return found.id if found else None

    @cached_property
    def is_of_one_day(self) -> bool:
        """Whether it is what was found on one day: a value, or how somebody smokes."""
        return self.measure is not None or re.search(r"\bsmoker\b", self.text, re.IGNORECASE) is not None

    def concepts(self, vocabularies: Vocabularies) -> frozenset[str]:
        """The concepts that it names."""
        return frozenset(concept for match in vocabularies.find(self.text) for concept in match.concept_ids)


@cache
def _spoken_of_many() -> frozenset[str]:
    """The words that tell of a kind or a standing, and name nothing."""
    groups = [
        *TABLE.rules["kinds"].values(),
        *({"said": group["words"]} for group in TABLE.rules["standings"].values()),
    ]
    return frozenset(word for group in groups for word in group["said"].split()) | _neutral()


def has_subject(text: str, entries: Iterable[Entry]) -> bool:
    """Whether a text names what some entry is about."""
    plain = re.sub(rf"{_NUMBER.pattern}\s*\S*", " ", DAY.sub(" ", plain_days(text)))
    named = {_bare(token) for token in _TOKEN.findall(plain)} - _spoken_of_many()
    return any(named & entry.words for entry in entries)


def paired(support: Sequence[str]) -> list[Entry]:
    """The entries, and each blood pressure as the one reading that its two parts of a day are."""
    entries = [Entry(text) for text in support]
    for entry in entries:
        entry.also = frozenset(name for other in entries if other.is_of_the_same(entry) for name in other.to_be_said)
    parts: dict[tuple[str, str], str] = {}
    latest: set[tuple[str, str]] = set()
    for entry in entries:
        part = _PART.findall(entry.text)
        number = _NUMBER.search(DAY.sub(" ", entry.text))
        if len(part) == 1 and len(entry.days) == 1 and number:
            parts[(part[0].lower(), entry.days[0])] = number.group()
            if TABLE.pattern("kinds", "latest", "entry").search(entry.text):
                latest.add((part[0].lower(), entry.days[0]))
    for (part_name, day), high in parts.items():
        low = parts.get(("diastolic", day))
        if part_name == "systolic" and low:
            whole = [f"{round(float(value))}" for value in (high, low)]  # of what was measured: 105.49 is 105
            high, low = (f"{float(value):.4g}" for value in (high, low))
            said = "latest " if {("systolic", day), ("diastolic", day)} <= latest else ""
            entries += [Entry(f"{said}Blood pressure BP {a}/{b} mmHg {day}") for a, b in {(high, low), tuple(whole)}]
    return entries


def entailed(claim: str, entry: Entry, vocabularies: Vocabularies) -> bool:
    """Whether an entry says all of a claim."""
    was = TABLE.pattern("was").search(claim) is not None
    claim = TABLE.pattern("happened").sub(r"\g<what> on ", plain_days(claim))
    return (
        _names_its_kind(claim, entry)
        and _same_standing(claim, entry, was=was)
        and _same_people(claim, entry)
        and _same_days(claim, entry)
        and _same_numbers(claim, entry)
        and _same_frequency(claim, entry)
        and not strange_words(claim, entry, vocabularies)
    )


def _names_its_kind(claim: str, entry: Entry) -> bool:
    """Whether a claim says of an entry what it is, where leaving that out would make another thing of it."""
    return all(
        TABLE.pattern("kinds", name, "must_name").search(claim) is not None
        for name, kind in TABLE.rules["kinds"].items()
        if "must_name" in kind and re.search(kind["entry"], entry.text, re.IGNORECASE)
    )


def _same_standing(claim: str, entry: Entry, *, was: bool) -> bool:
    """What a claim says of a standing is what the entry has, and what is over, denied or planned is called so."""
    for name, group in TABLE.rules["standings"].items():
        said = TABLE.pattern("standings", name, "said").search(claim) is not None
        held = name in entry.standing
        if said and not held:
            return False
        if held and group.get("must_be_said") and not (said or (was and name == "ended")):
            return False
    return not ("ended" not in entry.standing and "active" in entry.standing and TABLE.pattern("past").search(claim))


def _same_people(claim: str, entry: Entry) -> bool:
    persons = TABLE.pattern("persons")
    return {p.lower() for p in persons.findall(claim)} == {p.lower() for p in persons.findall(entry.text)}


def _same_days(claim: str, entry: Entry) -> bool:
    """Each day is one of the entry: that of its end where the nearest word before it (or else after it) speaks of an end."""
    for match in DAY.finditer(claim):
        before, after = claim[: match.start()], claim[match.end() :]
        if entry.is_of_one_day and _SINCE.search(before):
            return False  # what was found on a day does not tell since when it is so
        cues = [found for name in ("ended_on", "began_on") for found in _cues(name, before)]
        cue = (
            max(cues)
            if cues
            else min(
                (one for name in ("ended_on", "began_on") for one in _cues(name, _ANEW.split(after)[0])), default=None
            )
        )
        known = (*entry.days, *entry.ends) if cue is None else entry.ends if cue[1] == "ended_on" else entry.days
        if not any(held.startswith(match.group()) for held in known):
            return False
    return True


_ANEW = re.compile(r",? (?:which|and|but)\b", re.IGNORECASE)
"""Where something further is said, of which a day before it is not the day."""
_SINCE = re.compile(r"\bsince\s*$", re.IGNORECASE)


def _cues(name: str, text: str) -> list[tuple[int, str]]:
    return [(match.start(), name) for match in TABLE.pattern(name).finditer(text)]


def _same_numbers(claim: str, entry: Entry) -> bool:
    """Each number is one of the entry; with a day, only of an entry that holds one day; of the ingredient that is named."""
    text = DAY.sub(" ", claim)
    pairs = _PAIR.findall(text)
    held = DAY.sub(" ", entry.text)
    if any(not _in_order(pair, _PAIR.findall(held)) for pair in pairs):
        return False
    rough = list(_ROUGH.finditer(text))
    numbers = _NUMBER.findall(_PAIR.sub(" ", _ROUGH.sub(" ", text)))
    if not numbers and not rough:
        return True
    if DAY.search(claim) and len(set(entry.days)) > 1:
        return False
    if _PART.search(claim) and {p.lower() for p in _PART.findall(claim)} != {p.lower() for p in _PART.findall(held)}:
        return False
    place = _ingredients(text, held)
    return all(holds(place, number) for number in numbers) and all(_roughly(place, match) for match in rough)


_ROUGH = re.compile(
    r"\b(?P<how>about|around|roughly|approximately|nearly|almost|just (?:under|below|over|above)) (?P<number>\d+(?:\.\d+)?)(?![\w./])",
    re.IGNORECASE,
)
_NEAR = 0.03
"""How far, as a share, a value may be from what it is about."""


def _roughly(text: str, match: re.Match[str]) -> bool:
    """Whether a text gives a number that another is about, or just under or over."""
    told, how = float(match["number"]), match["how"].lower()
    below, above = how in {"nearly", "almost", "just under", "just below"}, how in {"just over", "just above"}
    known = (float(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text))
    return any(
        abs(number - told) <= _NEAR * number and not (below and number > told) and not (above and number < told)
        for number in known
    )


def _same_frequency(claim: str, entry: Entry) -> bool:
    """Whether what a claim says of how often something is taken is what the entry says: twice daily is not daily."""
    said, held = how_often(DAY.sub(" ", claim)), how_often(DAY.sub(" ", entry.text))
    return not said or not held or said <= held


def _in_order(pair: tuple[str, str], known: Iterable[tuple[str, str]]) -> bool:
    return any(all(float(a) == float(b) for a, b in zip(pair, one, strict=True)) for one in known)


def _ingredients(claim: str, held: str) -> str:
    """The part of an entry's words that a claim is about, where the entry is of several ingredients."""
    parts = held.split(" / ")
    spoken = set(words(claim))
    own = [{word for word in words(part) if not word[0].isdigit()} for part in parts]
    shared = set.intersection(*own) if len(own) > 1 else set()
    named = [part for part, names in zip(parts, own, strict=True) if (names - shared) & spoken]
    return " / ".join(named) if named and len(named) < len(parts) else held


def holds(text: str, written: str) -> bool:
    """Whether a text gives a number, as it is or rounded to the digits that are shown."""
    value, digits = _as_number(written), len(written.partition(".")[2])
    known = [_as_number(number) for number in _WRITTEN.findall(text)]
    return any(
        number == value or ((digits or abs(number) >= 10) and round(number, digits) == value) for number in known
    )


_WRITTEN = re.compile(r"(?:(?<![\w.)])[-−])?\d+(?:,\d{3})*(?:\.\d+)?")


def _as_number(written: str) -> float:
    return float(written.replace(",", "").replace("−", "-"))


def _bare(token: str) -> str:
    return re.sub(r"[^\w%]", "", token.lower().replace("'s", "").replace("’s", ""))


def strange_words(claim: str, entry: Entry, vocabularies: Vocabularies) -> list[str]:
    """The words of a claim that are neither the entry's own, nor another name of what it names, nor without content."""
    allowed = (entry.words | _other_names(claim, entry, vocabularies)) - (_differing() - entry.own_words)
    text = _NUMBER.sub(" ", _PAIR.sub(" ", _ROUGH.sub(" ", DAY.sub(" ", claim))))
    strange = [
        token
        for token in _TOKEN.findall(text)
        if _bare(token)
        and not ({_bare(token), singular(_bare(token))} & (allowed | _neutral()))
        and not (words(token) and set(words(token)) <= allowed | _neutral())
    ]
    return [token for token in strange if not _is_called_so(token, strange, text, entry)]


_MOST_WORDS = 4
"""Words of a lay name."""


def _is_called_so(token: str, strange: Sequence[str], text: str, entry: Entry) -> bool:
    """Whether a word is, with those around it, what people call the thing of an entry, or another word for a part of the body."""
    if _bare(token) in _differing():
        return False
    meant = {one for one in plain_meanings(_bare(token)) if not one.startswith("~")}
    if meant and any(meant & plain_meanings(word) for name in entry.names for word in words(name)):
        return True
    spoken = _TOKEN.findall(text)
    place = spoken.index(token)
    spans = [
        spoken[start:end]
        for start in range(max(0, place - _MOST_WORDS + 1), place + 1)
        for end in range(place + 1, min(len(spoken), start + _MOST_WORDS) + 1)
    ]
    return any(
        called_alike(" ".join(map(_bare, span)), name)
        for span in spans
        for name in entry.names
        if not any(_bare(word) in _differing() for word in span)
    )


@cache
def _differing() -> frozenset[str]:
    """Words that make of one thing another, whatever names a vocabulary gives it: sides, degrees, stages."""
    return frozenset(word for line in TABLE.rules["differing"] for word in line.split())


def _other_names(claim: str, entry: Entry, vocabularies: Vocabularies) -> frozenset[str]:
    """Words of the claim that name a concept or a measure of the entry, and words of judgement that the entry makes too."""
    found: set[str] = set()
    held = entry.concepts(vocabularies)
    for match in vocabularies.find(claim):
        if held.intersection(match.concept_ids):
            found |= {*words(claim[match.start : match.end]), *map(_bare, claim[match.start : match.end].split())}
    measured = measure_named(claim)
    if measured is not None and measured.id == entry.measure:
        found |= {word for name in (measured.name, *measured.synonyms) for word in words(name)}
    for name in (*TABLE.rules["direction"], *TABLE.rules["standing"]):
        kind = "direction" if name in TABLE.rules["direction"] else "standing"
        if TABLE.pattern(kind, name).search(TABLE.pattern("not_a_standing").sub(" ", entry.text)):
            found |= {
                word
                for match in TABLE.pattern(kind, name).finditer(claim)
                for word in map(_bare, match.group().split())
            }
    return frozenset(found)
