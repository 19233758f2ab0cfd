"""When each phenotype began and what became of it: read by the rules, and by a model where one is configured."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial

from pydantic import BaseModel, ConfigDict, Field

from osler.core.agents import AgentStep, Checked, Rejection, ToolResults, keep_supported, load_agent
from osler.core.evidence import Source, find_quote, locate
from osler.core.language import (
    NUMBER_OF_WORD,
    AnalysedText,
    Mention,
    Sentence,
    Timing,
    analyse,
    time_expressions,
    timing_at,
)
from osler.core.terminology import Vocabularies
from osler.diagnosis.steps.naming import phenotype_named
from osler.diagnosis.steps.quotes import objection_to_onset, speaks_of
from osler.diagnosis.types import Disagreement, OnsetStage, Progression, TimingProfile

# Words of a phenotype's name that do not say what it is about.
_GENERIC = frozenset(
    [
        "abnormal",
        "abnormality",
        "abnormalities",
        "absent",
        "decreased",
        "defect",
        "delay",
        "delayed",
        "difficulty",
        "disturbance",
        "disorder",
        "dysfunction",
        "generalized",
        "impaired",
        "impairment",
        "increased",
        "loss",
        "mild",
        "moderate",
        "of",
        "problem",
        "problems",
        "progressive",
        "recurrent",
        "severe",
        "the",
    ]
)
_WHEN_OLD = re.compile(
    rf"\b(?:since|when|from when) (?:he|she|they|I) (?:was|were) (?:about |only |just )?(\d{{1,2}}|{'|'.join(NUMBER_OF_WORD)})\b"
    r"(?![-\s]*(?:\d|months?|weeks?|days?|hours?|kg|cm|lbs?|pounds?|stone|minutes?|%))",
    re.IGNORECASE,
)
"""An age in years without the word for them: "since he was six"."""
SAME_ONSET_YEARS = 0.25
"""Two readings of an onset that lie closer than this agree."""


class TimingInput(BaseModel):
    """The note to read, and the phenotypes to look for."""

    note: str = Field(repr=False)
    phenotypes: list[str]
    age_years: float | None = None


class RawTiming(BaseModel):
    """One timing in the words of the mind that found it."""

    model_config = ConfigDict(extra="ignore")

    phenotype_ref: str
    onset: str
    onset_normalized: float = Field(ge=0, le=130)
    resolution: str | None = None
    is_ongoing: bool = True
    progression: Progression = "stable"
    raw_evidence: str = Field(repr=False)


@cache
def timing_step(vocabularies: Vocabularies) -> AgentStep[TimingInput, list[RawTiming]]:
    """The agent step; its output holds only listed phenotypes with a quote that is in the note."""
    return AgentStep(
        agent=load_agent("osler.diagnosis", "timing"),
        input_type=TimingInput,
        output_type=list[RawTiming],
        policy=lambda given: list(rule_timings(analyse(given.note, vocabularies), given.phenotypes, vocabularies)),
        checks=[partial(_listed_and_quoted, vocabularies=vocabularies)],
    )


def onset_stage(years: float) -> OnsetStage:
    """The stage of life of an onset; a boundary belongs to the later stage."""
    if years <= 0.0:
        return "Congenital/Neonatal"
    if years < 1.0:
        return "Infantile"
    if years < 5.0:
        return "Childhood"
    return "Juvenile" if years <= 15.0 else "Adult"


def rule_timings(text: AnalysedText, phenotypes: Iterable[str], vocabularies: Vocabularies) -> Iterator[RawTiming]:
    """The earliest onset that the language rules find for each phenotype."""
    for label in phenotypes:
        dated = [
            (timing, sentence)
            for timing, sentence in _timings(text, label, vocabularies)
            if timing.onset is not None and timing.onset_years is not None
        ]
        if not dated:
            continue
        timing, sentence = min(dated, key=lambda pair: pair[0].onset_years or 0.0)
        course = next((item.progression for item, _ in dated if item.progression), None)
        yield RawTiming(
            phenotype_ref=label,
            onset=timing.onset.text if timing.onset else "",
            onset_normalized=round(timing.onset_years or 0.0, 2),
            resolution=timing.resolution.text if timing.resolution else None,
            is_ongoing=all(item.ongoing for item, _ in dated),
            progression=course or "stable",
            raw_evidence=sentence.text,
        )


def to_profiles(raw: Iterable[RawTiming], note: Source, *, found_by: str) -> list[TimingProfile]:
    """Timings as profiles, placed in the note and given their stage of life."""
    profiles = []
    for item in raw:
        span = locate(note, item.raw_evidence)
        profiles.append(
            TimingProfile(
                **item.model_dump(exclude={"raw_evidence"}),
                onset_stage=onset_stage(item.onset_normalized),
                raw_evidence=span.quote if span else item.raw_evidence,
                evidence=span,
                found_by=[found_by],
            )
        )
    return profiles


def union(
    rules: Sequence[TimingProfile], model: Sequence[TimingProfile]
) -> tuple[list[TimingProfile], list[Disagreement]]:
    """One profile a phenotype, the model's where both have one; what differs, or only one found, is reported."""
    merged = {profile.phenotype_ref: profile for profile in rules}
    told = {profile.phenotype_ref: profile for profile in model}
    differing = []
    for name in dict.fromkeys([*merged, *told]):
        one, other = merged.get(name), told.get(name)
        if one and other and abs(one.onset_normalized - other.onset_normalized) <= SAME_ONSET_YEARS:
            continue
        differing.append(Disagreement(about=f"onset of {name}", rules=_onset(one), model=_onset(other)))
    for profile in model:
        known = merged.get(profile.phenotype_ref)
        found_by = [*(known.found_by if known else []), *profile.found_by]
        merged[profile.phenotype_ref] = profile.model_copy(update={"found_by": found_by})
    return list(merged.values()), differing


def _onset(profile: TimingProfile | None) -> str:
    return "not found" if profile is None else f"{profile.onset_normalized:g} years"


def _listed_and_quoted(
    output: list[RawTiming], given: TimingInput, _tools: ToolResults, vocabularies: Vocabularies
) -> Checked[list[RawTiming]]:
    listed = set(given.phenotypes)
    note = analyse(given.note, vocabularies)

    def unsupported(item: RawTiming) -> str | None:
        if item.phenotype_ref not in listed:
            return "the phenotype is not in the list"
        if not find_quote(given.note, item.raw_evidence):
            return "the quote is not in the note"
        if given.age_years is not None and item.onset_normalized > given.age_years + SAME_ONSET_YEARS:
            return "the patient is younger than that"
        about = _sentences_about(item.raw_evidence, item.phenotype_ref, vocabularies)
        about = about or _of_its_sentence(note, item, vocabularies)
        if not about:
            return "the quote does not speak of the phenotype"
        return (
            objection_to_onset(about, item.onset)
            or _other_time(about, item.onset_normalized, given.age_years)
            or _of_another(item, note, given.age_years, vocabularies)
        )

    kept, rejected = keep_supported(output, unsupported, path="timing")
    told = [_in_the_notes_words(item, given) for item in kept]
    courses = [_told_course(item, vocabularies) for item in told]
    rejected = [
        *rejected,
        *(
            Rejection(
                path=f"timing.{item.phenotype_ref}.progression",
                reason="the quote tells of no such course",
                value=item.progression,
            )
            for item, course in zip(told, courses, strict=True)
            if course != item.progression
        ),
    ]
    kept = [item.model_copy(update={"progression": course}) for item, course in zip(told, courses, strict=True)]
    return Checked(kept, rejected)


def _told_course(item: RawTiming, vocabularies: Vocabularies) -> Progression:
    """The course that is claimed, where the quote tells of it; else what the quote does tell, and of no change if nothing."""
    quote = analyse(item.raw_evidence, vocabularies)
    told = [timing.progression for timing, _ in _timings(quote, item.phenotype_ref, vocabularies) if timing.progression]
    return item.progression if item.progression in told else next(iter(told), "stable")


def _sentences_about(quote: str, label: str, vocabularies: Vocabularies) -> str:
    """The sentences of a quote that speak of a phenotype: the time of another sentence is that of something else."""
    read = analyse(quote, vocabularies)
    named = {mention.sentence_index for mention in read.mentions if _names(mention, label, vocabularies)}
    return " ".join(
        sentence.text
        for place, sentence in enumerate(read.sentences)
        if place in named or speaks_of(sentence.text, label)
    )


def _of_its_sentence(note: AnalysedText, item: RawTiming, vocabularies: Vocabularies) -> str:
    """The quote of a time alone, where its sentence tells of the phenotype in the patient and of no other finding; else nothing."""
    span = locate(Source(id=note.source_id, kind="note", text=note.text), item.raw_evidence)
    sentence = note.sentence_holding(span.start) if span is not None else None
    if sentence is None:
        return ""
    findings = [
        mention
        for mention in note.mentions
        if sentence.start <= mention.start < sentence.end and any(one.startswith("HP:") for one in mention.concept_ids)
    ]
    own = [one.assertion.affirmed_of_patient and _is_about(one, item.phenotype_ref, vocabularies) for one in findings]
    return item.raw_evidence if own and all(own) else ""


def _other_time(quote: str, claimed: float, age_years: float | None) -> str | None:
    """An objection where the quote states no age, or none that is the one that is claimed."""
    stated = list(_stated_years(quote, age_years))
    if any(_is_near(claimed, years) for _, years in stated):
        return None
    return "the quote states another time" if stated else "the quote states no age"


def _of_another(item: RawTiming, note: AnalysedText, age_years: float | None, vocabularies: Vocabularies) -> str | None:
    """An objection where the note tells the quoted time of somebody else, or of another finding that stands nearer to it."""
    span = locate(Source(id=note.source_id, kind="note", text=note.text), item.raw_evidence)
    if span is None:
        return None
    about = [
        mention
        for mention in note.mentions
        if span.start < mention.end
        and mention.start < span.end
        and _is_about(mention, item.phenotype_ref, vocabularies)
    ]
    own = [mention for mention in about if mention.assertion.affirmed_of_patient]
    if about and not own:
        return "the quote does not speak of the phenotype in the patient"
    allowed = [years for mention in own for years in _nearest_years(note, mention, age_years)]
    if not allowed or any(_is_near(item.onset_normalized, years) for years in allowed):
        return None
    return "another time stands nearest to the phenotype"


def _nearest_years(note: AnalysedText, mention: Mention, age_years: float | None) -> Iterator[float]:
    """The onset by the rules, and the time that stands nearest to a mention in its sentence, as ages."""
    sentence = note.sentence_of(mention)
    read = note.timing_of(mention).onset_years
    if read is not None:
        yield read
    start, end = mention.start - sentence.start, mention.end - sentence.start
    times = [(time.start, time.end, time.text) for time in time_expressions(sentence.text) if time.years is not None]
    ages = [(*found.span(), found.group()) for found in _WHEN_OLD.finditer(sentence.text)]
    for told in (times, ages):  # an age without "years" is no time expression, and stands behind how long it lasts
        near = min(told, key=lambda time: max(time[0] - end, start - time[1]), default=None)
        if near is not None:
            yield from (years for text, years in _stated_years(near[2], age_years) if text == near[2])


def _in_the_notes_words(item: RawTiming, given: TimingInput) -> RawTiming:
    """A timing that says nothing in words of a mind's own: what the note does not say is said by the stage of life."""
    onset, resolution, began = item.onset, item.resolution, item.onset_normalized
    times = sorted(
        (abs(years - began), text, years)
        for text, years in _stated_years(item.raw_evidence, given.age_years)
        if _is_near(began, years)
    )
    if times:
        began = round(max(times[0][2], 0.0), 2)  # as the note states it: what is near may be another stage of life
    if not find_quote(item.raw_evidence, onset):
        onset = times[0][1] if times else onset_stage(began)
    if resolution is not None and not find_quote(given.note, resolution):
        resolution = None
    return item.model_copy(
        update={
            "onset": onset,
            "onset_normalized": began,
            "resolution": resolution,
            "is_ongoing": item.is_ongoing or resolution is None,
        }
    )


def _stated_years(quote: str, age_years: float | None) -> Iterator[tuple[str, float]]:
    """The times of a quote as ages at which something can begin.

    What is told as so long ago, or as lasting so long, needs the age of now; how old the patient is tells no beginning.
    """
    for found in _WHEN_OLD.finditer(quote):
        number = found.group(1).casefold()
        yield found.group(), float(number) if number.isdigit() else float(NUMBER_OF_WORD[number])
    for time in time_expressions(quote):
        if time.kind == "gestation":
            yield time.text, 0.0
        elif time.years is None or time.kind == "current_age":
            continue
        elif time.kind not in {"ago", "duration"}:
            yield time.text, time.years
        elif age_years is not None:
            yield time.text, age_years - time.years


def _is_near(claimed: float, stated: float) -> bool:
    return abs(claimed - stated) <= max(SAME_ONSET_YEARS, 0.15 * max(stated, 0.0))


def _timings(text: AnalysedText, label: str, vocabularies: Vocabularies) -> Iterator[tuple[Timing, Sentence]]:
    """What every place that speaks of a phenotype says about its time."""
    places = [mention for mention in text.mentions if _names(mention, label, vocabularies)]
    for mention in places:
        yield text.timing_of(mention), text.sentence_of(mention)
    if places:
        return
    # No mention by name: the word that says what the phenotype is about ("gait has worsened") has to do.
    words = [word for word in re.findall(r"[a-z]+", label.casefold()) if word not in _GENERIC and len(word) > 3]
    if not words:
        return
    pattern = re.compile(rf"\b(?:{'|'.join(map(re.escape, words))})\b", re.IGNORECASE)
    for sentence in text.sentences:
        for found in pattern.finditer(sentence.text):
            start, end = sentence.start + found.start(), sentence.start + found.end()
            yield timing_at(start, end, sentence, age_years=text.patient_age), sentence


def _names(mention: Mention, label: str, vocabularies: Vocabularies) -> bool:
    return mention.assertion.affirmed_of_patient and _is_about(mention, label, vocabularies)


def _is_about(mention: Mention, label: str, vocabularies: Vocabularies) -> bool:
    """Whether a mention names a phenotype or a kind of it, of whomever."""
    if mention.text.casefold() == label.casefold():
        return True
    term = phenotype_named(label, vocabularies)
    return term is not None and any(
        vocabularies.hpo.is_a(item, term) for item in mention.concept_ids if item.startswith("HP:")
    )
