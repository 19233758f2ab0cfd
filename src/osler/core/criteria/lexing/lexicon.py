"""The words of `cues.yml` and `scales.yml`, read once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache, cached_property, lru_cache
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from osler.core.criteria.types import Comparator, QualitativeResult, TimeUnit, WindowKind
from osler.yaml_reader import packaged_yaml


class Scale(BaseModel):
    """An ordinal scale: its names, its range, and the order of grades that are not numbers."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    names: tuple[str, ...]
    range: tuple[float, float]
    grades: dict[str, float] = {}
    points: dict[str, tuple[float, float]] = {}
    """The points that each grade stands for, where the same name is used for the sum: Child-Pugh B is 7 to 9."""
    loinc: str | None = None
    beyond: str | None = None
    """The scale that is meant where a value lies beyond the range."""


class LifeStage(BaseModel):
    """A word for an age: the words, the limits, and who set them."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    words: tuple[str, ...]
    at_least: float | None = Field(default=None, alias="from")
    below: float | None = None
    unit: TimeUnit = "years"
    source: str


class Relative(BaseModel):
    """The relative words, by what they speak of."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    persons: frozenset[str]
    things: frozenset[str]
    rest: frozenset[str]

    @cached_property
    def every(self) -> frozenset[str]:
        """All of them."""
        return self.persons | self.things | self.rest


class Cues(BaseModel):
    """The word lists of `cues.yml`; what each is for is said there."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    negation: tuple[str, ...]
    negating_nouns: frozenset[str]
    not_negation: tuple[str, ...]
    fixed: tuple[str, ...]
    exception: tuple[str, ...]
    unless: tuple[str, ...]
    examples: tuple[str, ...]
    regardless: tuple[str, ...]
    by_itself: tuple[str, ...]
    with_others: tuple[str, ...]
    condition: tuple[str, ...]
    joining: frozenset[str]
    conduct: frozenset[str]
    looks_ahead: frozenset[str]
    given_to: frozenset[str]
    papers: frozenset[str]
    courses_of_cancer: frozenset[str]
    lacking: frozenset[str]
    doubts: frozenset[str]
    refusals: frozenset[str]
    clause_verbs: frozenset[str]
    general_nouns: frozenset[str]
    general_things: frozenset[str]
    general_heads: frozenset[str]
    said_of_all: tuple[str, ...]
    fields_of_tests: frozenset[str]
    operations: frozenset[str]
    answers: frozenset[str]
    windows: dict[WindowKind, tuple[str, ...]]
    anchors: tuple[str, ...]
    clinical_anchors: frozenset[str]
    done_to_things: frozenset[str]
    states_of_patients: frozenset[str]
    being_there: frozenset[str]
    taken_things: frozenset[str]
    organs: frozenset[str]
    needs: frozenset[str]
    placed_lesions: frozenset[str]
    of_studies: tuple[str, ...]
    past_anchors: frozenset[str]
    episodes: tuple[str, ...]
    frames: tuple[str, ...]
    tails: tuple[str, ...]
    consent: tuple[str, ...]
    judgement: tuple[str, ...]
    no_condition: tuple[str, ...]
    degrees: frozenset[str]
    methods: tuple[str, ...]
    found_by: frozenset[str]
    ways_after: frozenset[str]
    ways: frozenset[str]
    of_works: frozenset[str]
    narrowing: frozenset[str]
    likened: frozenset[str]
    scales_of: dict[str, frozenset[str]]
    contraries: tuple[tuple[str, str], ...]
    plans: frozenset[str]
    counted_events: frozenset[str]
    no_results: frozenset[str]
    contrary_changes: tuple[tuple[str, str], ...]
    how_often: frozenset[str]
    happened: frozenset[str]
    sexed_things: frozenset[str]
    shows_by: frozenset[str]
    manifestations: frozenset[str]
    abilities: frozenset[str]
    cannot: frozenset[str]
    spoken: frozenset[str]
    difficulties: frozenset[str]
    bars: frozenset[str]
    ranks: frozenset[str]
    put_somewhere: frozenset[str]
    put_in_place: frozenset[str]
    tissues: frozenset[str]
    happenings: frozenset[str]
    uses: frozenset[str]
    in_groups: frozenset[str]
    stays: frozenset[str]
    taken: frozenset[str]
    approximations: frozenset[str]
    of_all_values: frozenset[str]
    place_prepositions: frozenset[str]
    done_to_places: frozenset[str]
    agents: frozenset[str]
    given_in_trials: frozenset[str]
    prefixes: frozenset[str]
    possibilities: frozenset[str]
    causes: frozenset[str]
    evidential: frozenset[str]
    no_opening: tuple[str, ...]
    no_ending: tuple[str, ...]
    gap_before: tuple[str, ...]
    gap_after: tuple[str, ...]
    only_qualify: frozenset[str]
    meeting: frozenset[str]
    classifications: frozenset[str]
    certainty: frozenset[str]
    attributive: frozenset[str]
    kinds_of_things: frozenset[str]
    of_one_sex: frozenset[str]
    relative: Relative
    always_part: frozenset[str]
    said_of_things: frozenset[str]
    given_with: frozenset[str]
    narrow_joining: frozenset[str]
    narrow_opening: frozenset[str]
    prepositions: frozenset[str]
    articles: frozenset[str]
    opens_anew: frozenset[str]
    by_what: frozenset[str]
    extreme_measures: frozenset[str]
    extremes: dict[str, Comparator]
    measuring: dict[str, str]
    occasions: frozenset[str]
    equivalents: frozenset[str]
    courses: frozenset[str]
    decisive_results: frozenset[str]
    before_inner_noun: frozenset[str]
    noun_openings: frozenset[str]
    dose_units: tuple[str, ...]
    bracket_rules: frozenset[str]
    bracket_void: frozenset[str]
    bracket_excepts: frozenset[str]
    bracket_permits: frozenset[str]
    bracket_codes: tuple[str, ...]
    makers: frozenset[str]
    instruments: frozenset[str]
    bracket_asides: tuple[str, ...]
    bracket_says_more: tuple[str, ...]
    label_of_kinds: tuple[str, ...]
    bracket_demands: frozenset[str]
    bracket_states_of: frozenset[str]
    several: frozenset[str]
    bracket_examples: frozenset[str]
    editions: tuple[str, ...]
    places: frozenset[str]
    partners: frozenset[str]
    not_shown_by_like: frozenset[str]
    bracket_small_words: frozenset[str]
    bracket_states: tuple[str, ...]
    sound_states: tuple[str, ...]
    shows_examples: tuple[str, ...]
    names_kinds: tuple[str, ...]
    defined_by: frozenset[str]
    persons: frozenset[str]
    age_words: frozenset[str]
    own_ages: frozenset[str]
    other_ages: frozenset[str]
    earlier_ages: frozenset[str]
    of_somebody_else: frozenset[str]
    adjective_endings: tuple[str, ...]
    adjectives: tuple[str, ...]
    nouns_like_adjectives: frozenset[str]
    numbered: frozenset[str]
    reactions: tuple[str, ...]
    treatments: tuple[str, ...]
    parts_of_medicines: tuple[str, ...]
    modals: frozenset[str]
    for_whom: frozenset[str]
    verbs: frozenset[str]
    points_back: frozenset[str]
    helping_verbs: dict[Literal["one", "any"], frozenset[str]]
    comparisons: frozenset[str]
    sexes: dict[str, tuple[str, ...]]
    pregnancy: dict[str, tuple[str, ...]]
    results: dict[QualitativeResult, tuple[str, ...]]
    measurements: tuple[str, ...]


@cache
def cues() -> Cues:
    """The word lists."""
    read = Cues.model_validate(_read("cues.yml"))
    # "Alone or combined with", "as monotherapy and/or in combination with".
    either = [
        f"{alone}{joint} {others}"
        for alone in read.by_itself
        for joint in (" or", " and/or", ", or")
        for others in read.with_others
    ]
    return read.model_copy(update={"regardless": (*read.regardless, *either)})


CuePattern = Literal[
    "bracket_codes",
    "bracket_asides",
    "bracket_says_more",
    "label_of_kinds",
    "bracket_states",
    "sound_states",
    "shows_examples",
    "names_kinds",
    "parts_of_medicines",
]


@cache
def cue_pattern(name: CuePattern) -> re.Pattern[str]:
    """One pattern for any of the whole words of a list whose entries may be patterns."""
    return re.compile(rf"\b(?:{'|'.join(getattr(cues(), name))})\b", re.IGNORECASE)


@cache
def scales() -> dict[str, Scale]:
    """The ordinal scales by id."""
    return {name: Scale.model_validate(entry) for name, entry in _read("scales.yml")["scales"].items()}


def names_of_scale(scale_id: str) -> tuple[str, ...]:
    """The names under which criteria and notes write an ordinal scale."""
    return tuple(scales()[scale_id].names)


@cache
def life_stages() -> dict[str, LifeStage]:
    """The words for an age, with what each says."""
    entries: list[object] = _read("life_stages.yml")["stages"]  # type: ignore[assignment]  # a list, unlike the others
    stages = [LifeStage.model_validate(entry) for entry in entries]
    return {word: stage for stage in stages for word in stage.words}


@cache
def scale_names() -> dict[str, str]:
    """Every name of a scale in lower case, with the scale's id."""
    return {name.lower(): scale_id for scale_id, scale in scales().items() for name in scale.names}


@cache
def window_words() -> dict[str, WindowKind]:
    """Every word about time that needs no number, with what it says."""
    return {word: kind for kind, words in cues().windows.items() for word in words}


@cache
def result_words() -> dict[str, QualitativeResult]:
    """Every word for a result, with the result."""
    assert set(cues().results) == set(get_args(QualitativeResult))  # noqa: S101 - the file must cover the type
    return {word: result for result, words in cues().results.items() for word in words}


@lru_cache(maxsize=20_000)
def is_measurement(name: str) -> bool:
    """Whether a name is one of a measurement, so that a value in the neighbourhood may be meant for it."""
    words = name.lower().split()
    known = _measurements()
    if name.lower() in known or name.lower().endswith(("transferase", "phosphatase", "amylase", "lipase", "kinase")):
        return True
    return bool(words) and (words[-1] in known or words[0] in known)


@cache
def _measurements() -> frozenset[str]:
    return frozenset(cues().measurements)


def words_pattern(phrases: Iterable[str]) -> str:
    """A pattern that matches any of the phrases as whole words, the longest first."""
    ordered = sorted(set(phrases), key=lambda phrase: (-len(phrase), phrase))
    plain = [phrase for phrase in ordered if phrase[0].isalnum() and phrase[-1].isalnum()]
    # What begins or ends in a sign only goes on where a plain phrase stops ("include," and "include"): it comes first.
    signed = [_bounded(phrase, _phrase(phrase)) for phrase in ordered if phrase not in plain]
    return "|".join([*signed, *([_bounded("a", f"(?:{'|'.join(map(_phrase, plain))})")] if plain else [])])


class Phrases:
    """Phrases that are looked for in cleaned text as whole words; most texts hold none of the words with which one begins."""

    def __init__(self, phrases: Iterable[str]) -> None:
        lowered = [phrase.lower() for phrase in phrases]
        firsts = [_LETTERS.match(phrase) for phrase in lowered]
        self._pattern = re.compile(words_pattern(lowered))
        self._firsts = frozenset(first[0] for first in firsts if first is not None) if all(firsts) else None

    def search(self, text: str) -> re.Match[str] | None:
        """The first phrase in a text."""
        if self._firsts is not None and self._firsts.isdisjoint(_words_of(text)):
            return None
        return self._pattern.search(text)

    def match(self, text: str, position: int) -> re.Match[str] | None:
        """The phrase at a place of a text."""
        return self._pattern.match(text, position)


_LETTERS = re.compile(r"[a-z\u00e0-\u024f]+")


@lru_cache(maxsize=64)
def _words_of(text: str) -> frozenset[str]:
    return frozenset(_LETTERS.findall(text))


def _phrase(phrase: str) -> str:
    return r"[\s_-]+".join(re.escape(word) for word in phrase.lower().split())


def _bounded(phrase: str, body: str) -> str:
    """A pattern that does not begin or end within a word, where the phrase begins or ends with a letter."""
    first = r"(?<![\w-])" if phrase[0].isalnum() else ""
    last = r"(?![\w-])" if phrase[-1].isalnum() else ""
    return first + body + last


def _read(name: str) -> dict[str, dict[str, object]]:
    content: dict[str, dict[str, object]] = packaged_yaml(__package__, name)
    return content
