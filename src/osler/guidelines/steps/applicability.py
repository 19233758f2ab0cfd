"""Whether a recommendation is for this patient: age, sex, pregnancy, and the traits that its audience names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from osler.core.library import (
    Chunk,
    Population,
    addressed,
    ages_of,
    conditions_of,
    passage_sentences,
    people_of,
    population_of,
    pregnancy_of,
    row_of,
    sex_of,
    without_barred,
    without_subject,
)
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import stance_of
from osler.guidelines.checking.going_on import GOES_ON
from osler.guidelines.steps.barred_rows import barred_by
from osler.guidelines.steps.bearing import BEARING, past_bearing
from osler.guidelines.steps.conditions import held_by_values
from osler.guidelines.steps.either import either_of
from osler.guidelines.steps.elapsed import elapsed
from osler.guidelines.steps.habits import habits
from osler.guidelines.steps.limits import held
from osler.guidelines.steps.qualifiers import otherwise
from osler.guidelines.steps.safety import advises_drug
from osler.guidelines.steps.screened import known_already
from osler.guidelines.steps.traits import held_against
from osler.guidelines.steps.untold import clauses_of, missing_in, narrowing_of, untold_allergy, untold_drug, untold_in
from osler.guidelines.steps.whose import met_in, not_so
from osler.guidelines.steps.wide import unable_to
from osler.guidelines.types import Fit, PatientFacts

_OFF_AGE, _OFF_YEAR, _OFF_SEX, _OFF_TRAIT = 0.1, 0.002, 0.2, 0.15
"""How far off a recommendation is that is for other ages (and for each year), another sex, or another trait."""
_ADULT = 18
_ROUNDING = 1e-6
"""What is lost when an age in years is reckoned from months or weeks."""
_ANY_AGE = re.compile(
    r"\b(?:any age|all ages|whatever (?:the |their )?age|(?:regardless|irrespective) of age)\b", re.IGNORECASE
)
_THE_REST = re.compile(r"\b(?:otherwise|(?:all |any )?others?|everyone|everybody|anyone|rest)\b", re.IGNORECASE)
_ADVERSE = re.compile(r"\brisk (?:for|of) (?:adverse|bleeding)\b", re.IGNORECASE)
_OPENING = re.compile(r"^(?:with|if|when|where|once)\s+(?:the\s+)?", re.IGNORECASE)
_GROWN = re.compile(r"\b(?:wom[ae]n|m[ae]n)\b", re.IGNORECASE)
_YOUNG = re.compile(r"\b(?:girls?|boys?|child(?:ren)?|infants?|adolescents?|all ages)\b", re.IGNORECASE)


class Applicability(NamedTuple):
    """The verdict, why, and how far off it is."""

    fit: Fit
    reasons: tuple[str, ...]
    off: float
    """How far it is from being for this patient; 0 where it may be."""
    met: int
    """What the recommendation asks for and the patient has: traits, values, and an age within a range of its own."""
    special: int = 0
    """How many traits or conditions of its own, beside age, the patient has."""


_FITS: tuple[Fit, ...] = ("applies", "unclear", "does_not_apply")


class Read(NamedTuple):
    """A passage read sentence by sentence: the verdict on those that fit, they themselves, and those that do not."""

    verdict: Applicability
    fitting: tuple[str, ...]
    unfit: tuple[tuple[Applicability, str], ...] = ()
    unclear: tuple[tuple[Applicability, str], ...] = ()
    """The sentences that hang on something which is not known, beside others that apply."""


def applicability_of(
    chunk: Chunk, quoted: Sequence[str], patient: PatientFacts, told: str, vocabularies: Vocabularies
) -> Read:
    """Whether a passage fits, read sentence by sentence, and the sentences that do; one's limits bind no other."""
    if chunk.recommendation_id or len(quoted) < 2:
        whole = applicability(chunk, " ".join(quoted), patient, told, vocabularies)
        return Read(whole, _meant_first(chunk, quoted, patient, vocabularies) if len(quoted) > 1 else tuple(quoted))
    verdicts = [(applicability(chunk, text, patient, told, vocabularies), text) for text in quoted]
    fitting = tuple(text for verdict, text in verdicts if verdict.fit != "does_not_apply")
    # What a passage advises decides, not what it warns of beside it.
    advising = [verdict for verdict, text in verdicts if text in fitting and advises_drug(text, vocabularies)] or [
        verdict for verdict, text in verdicts if text in fitting and stance_of(text) == "for"
    ]
    deciding = advising or [verdict for verdict, _ in verdicts]
    best = min(deciding, key=lambda one: (_FITS.index(one.fit), -one.met))
    unfit = tuple((verdict, text) for verdict, text in verdicts if verdict.fit == "does_not_apply") if fitting else ()
    unclear = tuple((verdict, text) for verdict, text in verdicts if verdict.fit == "unclear")
    if best.fit != "applies" or not any(text in fitting and verdict.fit == "applies" for verdict, text in verdicts):
        unclear = ()
    return Read(best, fitting or tuple(quoted), unfit, unclear)


def _meant_first(
    chunk: Chunk, quoted: Sequence[str], patient: PatientFacts, vocabularies: Vocabularies
) -> tuple[str, ...]:
    """The sentences of a recommendation, without those for other values or ages; those for a state of this patient first."""
    alone = chunk.model_copy(update={"recommendation_id": ""})
    kept = [text for text in quoted if not held(text, patient).unmet or held(text, patient).met] or list(quoted)
    kept = [text for text in kept if not _other_people(_people_named(text), patient)[0]] or kept
    fits = {text: applicability(alone, text, patient, "", vocabularies) for text in kept}
    special = [
        text for text in kept if fits[text].fit == "applies" and fits[text].special and stance_of(text) != "none"
    ]
    return tuple(dict.fromkeys([*special, *kept]))


def audience_of(chunk: Chunk) -> str:
    """The words that say whom a recommendation is for: the end of its title, or its headings."""
    title = chunk.heading[0] if chunk.recommendation_id and chunk.heading else ""
    return title.rpartition(" -- ")[2] if " -- " in title else " / ".join(chunk.heading)


def applicability(
    chunk: Chunk, sentences: str, patient: PatientFacts, told: str, vocabularies: Vocabularies
) -> Applicability:
    """Whether a recommendation fits; `told` is everything that was said of the patient, in words.

    Of several groups of people that it lists ("boys, men, and girls under 10", "over 65 or with asthma") one must be the patient's.
    """
    if (barred := barred_by(sentences, patient, vocabularies)) and not chunk.recommendation_id:
        return Applicability("does_not_apply", tuple(barred), _OFF_TRAIT, 0)
    sentences = without_barred(without_subject(sentences))  # whom a row is not for is nothing that it asks
    apart = (sentences,) if chunk.recommendation_id or row_of(sentences) else either_of(sentences)
    verdicts = [
        _of_group(chunk, text, group, patient, told, vocabularies)
        for text in apart
        for group in ([text] if chunk.recommendation_id or row_of(text) else people_of(text))
    ]
    return min(verdicts, key=lambda one: (_FITS.index(one.fit), -one.met))


def _of_group(
    chunk: Chunk, sentences: str, people: str, patient: PatientFacts, told: str, vocabularies: Vocabularies
) -> Applicability:
    """Whether a recommendation fits as one for these people."""
    population = _population(chunk, sentences, people)
    spoken_of = _spoken_of(chunk, population, people)
    reasons, far = _other_people(spoken_of, patient)
    if not chunk.recommendation_id and _is_for_grown(chunk, people) and (patient.age_to or _ADULT) < BEARING[0]:
        reasons.append(f"it is for women or men; the patient is {_age(patient)}")
        far += _OFF_AGE
    asked = [audience_of(chunk), *population.conditions, *_narrowed_by(chunk, people, sentences)]
    traits = held_against(". ".join(asked), told, patient, vocabularies)
    reasons += traits.reasons
    far += _OFF_TRAIT * len(traits.reasons)
    unknown = traits.unknown
    values = held_by_values(chunk, sentences, patient, vocabularies)
    known = known_already(sentences, patient, vocabularies)
    reasons += [*values.reasons, *(f"it screens for what the patient has already: {one}" for one in known)]
    far += _OFF_TRAIT * len([*values.reasons, *known])
    unknown += values.unknown
    own = 0 if chunk.recommendation_id else met_in(sentences, patient, vocabularies)
    if not chunk.recommendation_id and stance_of(sentences) != "against":
        turned = not_so(sentences, told, patient, vocabularies)
        reasons += [f"it is for patients {one}; the patient is not so" for one in turned]
        other = otherwise(sentences, told, vocabularies)
        reasons += other
        unable = [
            f"it is for people who {able}; of the patient is told: {told}"
            for able, told in unable_to(sentences, patient)
        ]
        reasons += unable
        far += _OFF_TRAIT * len([*turned, *other, *unable])
    since = elapsed(_advice_of(chunk, sentences), [*patient.noted, told])
    reasons += since.unmet
    far += _OFF_TRAIT * len(since.unmet)
    counted = habits(_advice_of(chunk, sentences), [*patient.noted, patient.smoking, told])
    reasons += counted.unmet
    far += _OFF_TRAIT * len(counted.unmet)
    own += len(since.met) + len(counted.met)
    met = traits.met + values.met + own + _meant(population, patient)
    if reasons:
        return Applicability("does_not_apply", tuple(reasons), far, met)
    bearing = spoken_of.pregnant if population.pregnant is None else population.pregnant
    unknown += _unknown(chunk, population.model_copy(update={"pregnant": bearing}), patient, vocabularies)
    if patient.is_known and not chunk.recommendation_id and stance_of(sentences) != "against":
        unknown += [f"whether it fits depends on: {one}" for one in (*since.untold, *counted.untold)[:1]]
    if not unknown and not chunk.recommendation_id:
        unknown += _untold(chunk, population, people, told, patient, vocabularies)
    return Applicability("unclear" if unknown else "applies", tuple(unknown), 0.0, met, traits.met + values.met + own)


def _narrowed_by(chunk: Chunk, people: str, sentences: str) -> list[str]:
    """What narrows people beyond an audience: whom a ban speaks of, and the risks that a recommendation weighs in its text."""
    if chunk.recommendation_id:
        return [one for one in conditions_of(_advice_of(chunk, sentences)) if _ADVERSE.search(one)]
    return list(conditions_of(people)) if stance_of(people) == "against" else []


def _about(chunk: Chunk) -> str:
    """What a guideline is about: its title and the headings of a passage."""
    return ". ".join(dict.fromkeys([chunk.title, *chunk.heading]))


def _untold(
    chunk: Chunk, population: Population, text: str, told: str, patient: PatientFacts, vocabularies: Vocabularies
) -> list[str]:
    """What a sentence hangs on, in its people or in a clause ("if haemolysis is suspected"), and nobody told of the patient."""
    clauses = clauses_of(text, vocabularies) if stance_of(text) != "against" else ()
    known = told if patient.problems else f"{told} {_about(chunk)}"
    lacking = missing_in(clauses, patient, vocabularies, _about(chunk)) or untold_in(
        [*narrowing_of(population), *clauses], known, patient, vocabularies
    )
    if not lacking and patient.is_known and stance_of(text) != "against":
        lacking = untold_allergy(text, patient, vocabularies) or untold_drug(text, patient, vocabularies)
    return [f"whether it fits depends on: {_OPENING.sub('', lacking)}"] if lacking else []


def _advice_of(chunk: Chunk, sentences: str) -> str:
    """What is advised: of a recommendation that came as data the sentences that advise for something."""
    if not chunk.recommendation_id:
        return sentences
    return " ".join(one.text for one in passage_sentences(sentences) if stance_of(one.text) == "for")


def _people_named(text: str) -> Population:
    """The people whom a sentence names by age, sex or pregnancy."""
    low, below = ages_of(text)
    return Population(age_from=low, age_below=below, sex=sex_of(text), pregnant=pregnancy_of(text))


def _spoken_of(chunk: Chunk, population: Population, people: str) -> Population:
    """Whom a sentence speaks of: one that speaks against something ("not in people over 65") tells nobody else anything."""
    if chunk.recommendation_id or stance_of(people) != "against" or row_of(people):
        return population
    own = _people_named(people)
    # What a guideline for adults bans, it says of no child.
    return own if _needs_age(own) else own.model_copy(update=chunk.scope.model_dump(include={"age_from", "age_below"}))


def _other_people(population: Population, patient: PatientFacts) -> tuple[list[str], float]:
    """Why a population is not this patient's by age, sex and pregnancy, and how far off it is."""
    reasons: list[str] = []
    far = 0.0
    if (off := _age_off(population, patient)) is not None:
        reasons.append(f"it is for {_ages(population)}; the patient is {_age(patient)}")
        far += _OFF_AGE + _OFF_YEAR * min(off, 40)
    if population.sex and patient.sex and population.sex != patient.sex:
        reasons.append(f"it is for {population.sex} patients; the patient is {patient.sex}")
        far += _OFF_SEX
    if population.pregnant is True and (patient.pregnant is False or patient.sex == "male"):
        reasons.append("it is for pregnant patients; the patient is not pregnant")
        far += _OFF_SEX
    if population.pregnant is True and patient.pregnant is None and past_bearing(patient):
        reasons.append(f"it is for pregnant patients; the patient is {_age(patient)}")
        far += _OFF_SEX
    if population.pregnant is False and patient.pregnant is True:
        reasons.append("it is for patients who are not pregnant; the patient is pregnant")
        far += _OFF_SEX
    return reasons, far


def _unknown(chunk: Chunk, population: Population, patient: PatientFacts, vocabularies: Vocabularies) -> list[str]:
    """What of a population is not known of the patient."""
    unknown = []
    if patient.pregnant is None and (
        population.pregnant is True or (population.pregnant is False and _may_bear(patient))
    ):
        unknown.append("whether it fits depends on: pregnancy")
    if not chunk.recommendation_id and (
        missing := missing_in(narrowing_of(population), patient, vocabularies, _about(chunk))
    ):
        unknown.append(f"whether it fits depends on: {missing}")
    if _needs_age(population) and patient.age_from is None:
        unknown.append(f"it is for {_ages(population)}; the age is not known")
    if population.sex and patient.sex is None:
        unknown.append(f"it is for {population.sex} patients; the sex is not known")
    return unknown


def _population(chunk: Chunk, sentences: str, people: str) -> Population:
    """The population of the chunk; of a chunk that was not structured, narrowed by the sentences that were chosen."""
    if chunk.recommendation_id or not sentences:
        return chunk.population
    row = row_of(sentences)
    if row is not None:
        # What the cells of a row give are no ages: its label and its columns say whom it is for.
        people = row.whom
    own = population_of(people)
    above = [population_of(heading) for heading in reversed(chunk.heading)]
    if before := _goes_on_from(chunk, sentences):
        above.insert(0, population_of(before))
    ages = _ages_of_clauses(people)
    # "Women and girls" are of any age, whatever the title says.
    of_any_age = _ANY_AGE.search(sentences) or (_GROWN.search(people) and _YOUNG.search(people))
    if ages is None and not of_any_age and stance_of(sentences) != "against":
        ages = next(((one.age_from, one.age_below) for one in above if _needs_age(one)), None)
    low, below = ages or ((None, None) if of_any_age else (chunk.scope.age_from, chunk.scope.age_below))
    return Population(
        age_from=low,
        age_below=below,
        sex=next((one.sex for one in (own, *above) if one.sex), None),
        pregnant=next((one.pregnant for one in (own, *above) if one.pregnant is not None), None),
        conditions=own.conditions,
    )


def _ages_of_clauses(text: str) -> tuple[float | None, float | None] | None:
    """The ages of a sentence; one that gives another dose to people of some age is for the others as well."""
    parts = [part for part in addressed(text).split(";") if part.strip()]
    clauses = [ages_of(part) for part in parts]
    if not any(clause != (None, None) for clause in clauses):
        return None
    # A later clause that names nobody goes on about the people of the first, unless it turns to the rest.
    if clauses[0] == (None, None) or any(
        clause == (None, None) and _THE_REST.search(part) for clause, part in zip(clauses, parts, strict=True)
    ):
        return (None, None)
    clauses = [clause for clause in clauses if clause != (None, None)]
    lows, belows = [low for low, _ in clauses], [below for _, below in clauses]
    return (
        None if None in lows else min(low or 0 for low in lows),
        None if None in belows else max(below or 0 for below in belows),
    )


def _goes_on_from(chunk: Chunk, text: str) -> str:
    """The sentence that another one goes on from ("Use heparin instead."), whose people are its people too."""
    if not GOES_ON.search(text):
        return ""
    whole = [one.text for one in passage_sentences(chunk.text)]
    place = whole.index(text) if text in whole else 0
    return whole[place - 1] if place else ""


def cannot_be_pregnant(patient: PatientFacts) -> bool:
    """Whether somebody is known not to be pregnant: said so, a man, or past the age."""
    return patient.pregnant is False or patient.sex == "male" or (patient.pregnant is None and past_bearing(patient))


def _may_bear(patient: PatientFacts) -> bool:
    """Whether somebody is a woman who may be pregnant without anybody having said so."""
    low, high = patient.age_from or 0.0, patient.age_to if patient.age_to is not None else 130.0
    return patient.sex == "female" and patient.age_from is not None and high >= BEARING[0] and low <= BEARING[1]


def _is_for_grown(chunk: Chunk, text: str) -> bool:
    """Whether the nearest words that name people name women or men, who are no children."""
    for one in (text, *reversed(chunk.heading)):
        if _GROWN.search(one) or ages_of(one) != (None, None):
            return bool(_GROWN.search(one)) and not _YOUNG.search(one)
    return False


def _meant(population: Population, patient: PatientFacts) -> bool:
    """Whether a range of age narrower than "adults" is met: what was written for these ages comes before the rest."""
    narrow = population.age_below is not None or (population.age_from or 0) > _ADULT
    return narrow and patient.age_from is not None and _age_off(population, patient) is None


def _needs_age(population: Population) -> bool:
    return population.age_from is not None or population.age_below is not None


def _age_off(population: Population, patient: PatientFacts) -> float | None:
    """How many years the patient is outside the range; None inside it, or where an age is not known."""
    if patient.age_from is None and patient.age_to is None:
        return None
    low, high = patient.age_from or 0.0, patient.age_to if patient.age_to is not None else 130.0
    if population.age_from is not None and high < population.age_from:
        return population.age_from - high
    if population.age_below is not None and low >= population.age_below:
        return low - population.age_below + 0.1
    return None


def _ages(population: Population) -> str:
    low, below = population.age_from, population.age_below
    if low is not None and below is not None:
        return f"ages {_years(low)} to {_years(below - 1 if below > 3 else below)}"
    return f"age {_years(low)} or older" if low is not None else f"ages below {_years(below or 0)}"


def _age(patient: PatientFacts) -> str:
    if patient.age_from is not None and patient.age_from == patient.age_to:
        return f"{_years(patient.age_from)} old"
    if patient.age_to is None:
        return f"{_years(patient.age_from or 0)} or older"
    return f"{_years(patient.age_from or 0)} to {_years(patient.age_to)}"


def _years(age: float) -> str:
    return f"{age * 12:.0f} months" if 0 < age < 2 and age != 1 else f"{int(age + _ROUNDING)} years"
