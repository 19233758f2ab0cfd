"""The question and the patient, normalised: a deterministic summary, and the facts that decide whom advice is for."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from osler.core.language import quantities, without_orders
from osler.core.library import age_ranges, ages_of, passage_sentences, pregnancy_of, sex_of
from osler.core.patient import PatientRecord, Presence, Status
from osler.core.patient.types import Document
from osler.core.terminology import Vocabularies, measures
from osler.guidelines.checking.lexicon import lexicon
from osler.guidelines.steps.allergies import asked_allergies
from osler.guidelines.steps.ceilings import daily_doses
from osler.guidelines.steps.naming import drugs_in
from osler.guidelines.steps.qualifiers import qualified
from osler.guidelines.steps.scores import scores_stated
from osler.guidelines.steps.spoken import is_over, with_labels
from osler.guidelines.steps.stages import with_staged
from osler.guidelines.steps.values import ranges_stated, recorded, values_of
from osler.guidelines.steps.wide import states_told
from osler.guidelines.types import LabValue, PatientFacts, QueryContext

_AGE = re.compile(
    r"\b(?P<number>\d{1,3}(?:\.\d)?)[\s-]*(?P<unit>years?|yrs?|yo|y/o|months?|weeks?|days?)(?:[\s-]*old\b|(?<=yo)|(?<=y/o))"
    r"|\b(?:aged|age|she is|he is|i am|who is|turned|turning)\s+(?P<plain>\d{1,3})\b(?!\s*(?:-|–|to|or|and|%|mg|mm|weeks|months))"
    r"|\bat\s+(?P<at>\d{2})(?=\s*(?:[?.,;]|$|years))"
    r"|\b(?P<short>\d{1,3})\s?(?:(?P<sex>[mf])|y)\b"
    r"|\b(?:wom[ae]n|man|lady|gentleman|female|male|boy|girl|kid|child|toddler|baby|infant|pt|patient)[,:]?\s+(?:of\s+|aged?\s+)?(?P<person>\d{1,3})(?!\d|\.\d|/)"
    r"\s*(?P<of>years?|yrs?|y|months?|mo)?\b(?!\s*(?:-|–|%|[a-z]*mg|mm|kg|weeks|to \d|or|and))"
    r"|\b(?:i'm|he's|she's|(?:mum|mom|dad|mother|father|son|daughter|husband|wife|brother|sister) is)\s+(?P<said>\d{1,3})\b(?!\s*(?:%|mg|mm|weeks|months))",
    re.IGNORECASE,
)
_KIN = re.compile(
    r"\bmy\s+(?:\w+\s+)?(?:(?P<female>wife|mum|mom|mother|sister|daughter|aunt|grandmother|grandma|granny|nan|girlfriend)"
    r"|husband|dad|father|brother|son|uncle|grandfather|grandpa|grandad|boyfriend)\b(?!'|\s+(?:had|died|has had))",
    re.IGNORECASE,
)
_ASKER = re.compile(r"\bI\b|\b(?:me|myself)\b", re.IGNORECASE)
_WEEK = re.compile(
    r"\b(?P<weeks>[1-4]?\d)(?:\+\d)?[\s-]*(?:weeks?|wks?)['’]?\s*(?:pregnan|gestation|of (?:pregnancy|gestation)|into (?:the|her|a) pregnancy)"
    r"|\b(?P<gone>[1-4]?\d)[\s-]*(?:weeks?|wks?) gone\b"
    r"|\b(?:pregnant,?(?: at)?|(?:she|i) (?:is|am)(?: now)?|she's|i'm|gestation:?(?: of)?)\s+(?P<at>[1-4]?\d)\s*(?:weeks?|wks?)\b(?! (?:ago|old))",
    re.IGNORECASE,
)
_AGE_GROUPS = ("number", "plain", "at", "short", "person", "said")
_BREASTFEEDING = re.compile(
    r"(?<!not )(?<!no )\b(?:breast-?\s?feeding|breast-?\s?feeds|lactating|nursing (?:mother|her|a baby))\b",
    re.IGNORECASE,
)
_ALLERGY = re.compile(r"\ballerg(?:y|ic|ies)\b", re.IGNORECASE)
_BODY_WEIGHT = "LAB:weight"
_TARGET = re.compile(r"\b(?:target|goal|aim|limit|threshold|cut-?off)\b", re.IGNORECASE)
_SPOKEN_VALUES = (
    (
        re.compile(
            r"\b(?:kidney|renal) function\b(?=(?: (?:of|is|at|was|around|about)){0,2} \d{1,3}\b(?![./]))", re.IGNORECASE
        ),
        "eGFR",
    ),
    (
        re.compile(
            r"(?<!creatinine )(?<!lactate )\b(?:renal |kidney )?clearance\b(?=(?: (?:of|is|at|was|around|about)){0,2} \d{1,3} ?ml/min)",
            re.IGNORECASE,
        ),
        "creatinine clearance",
    ),
)
"""What people call a measure where its value follows."""
_MONTH = re.compile(
    r"\b(?P<number>\d|two|three|four|five|six|seven|eight|nine)[\s-]*months? (?:gone|pregnant|into (?:the|her|my|a) pregnancy)\b",
    re.IGNORECASE,
)
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9}
_WEEKS_A_MONTH = 4.35
_SCALE = {"y": 1.0, "m": 1 / 12, "w": 7 / 365.25, "d": 1 / 365.25}
_ENDED = {Status.ENTERED_IN_ERROR, Status.INACTIVE, Status.RESOLVED, Status.STOPPED, Status.COMPLETED}
_GESTATION, _SMOKING = "LAB:gestational_age", "LOINC:72166-2"


def context_of(question: str, patient: PatientRecord | PatientFacts | None, vocabularies: Vocabularies) -> QueryContext:
    """The query context; what the record does not say of age, sex and pregnancy is taken from the question."""
    raw: dict[str, Any] | None = None
    if isinstance(patient, PatientRecord):
        facts = facts_of(patient, vocabularies)
        raw = {"id": patient.id}
    else:
        facts = patient or PatientFacts()
        raw = facts.model_dump(mode="json", exclude_defaults=True) if patient else None
    whole = _completed(facts, question, vocabularies)
    return QueryContext(
        question_text=question,
        patient_raw=raw,
        patient_summary=summary_of(facts) if patient is not None else "",
        patient=whole,
        metadata={"patient": "given" if patient is not None else "none"},
    )


def told_of(context: QueryContext) -> str:
    """Everything that was said of the patient, in words."""
    return f"{context.question_text} {context.patient_summary}"


def facts_of(record: PatientRecord, vocabularies: Vocabularies) -> PatientFacts:
    """What of a record can decide whether advice is for the patient."""
    bounds = record.age_bounds_at()
    sex = record.demographics.sex
    standing = [fact for fact in record.conditions if fact.status not in _ENDED]
    present = [fact.label for fact in standing if fact.presence is Presence.PRESENT]
    present += [fact.label for fact in record.phenotypes if fact.presence is Presence.PRESENT]
    worded = _as_worded(present, record, vocabularies)
    absent = [fact.label for fact in [*record.conditions, *record.phenotypes] if fact.presence is Presence.ABSENT]
    taken = [fact for fact in record.medications if fact.presence is Presence.PRESENT and fact.status not in _ENDED]
    allergies = _allergies(record, present, vocabularies)
    present = [label for label in present if not _ALLERGY.search(label)]
    pregnant = _pregnant(record, present, absent)
    # "Not pregnant" and "pregnancy test negative" are findings as well; neither is a problem.
    present = [label for label in present if pregnancy_of(label) is not False]
    done = [fact.label for fact in record.procedures if fact.presence is Presence.PRESENT]
    values = values_of(record)
    sentences = list(dict.fromkeys(text for note in record.documents for text in _sentences(_told(note))))
    told = with_labels(sentences, [*present, *done])
    labs = _with_scores(values.labs, record)
    labs += ranges_stated(sentences, labs)
    return PatientFacts(
        age_from=bounds[0] if bounds else None,
        age_to=bounds[1] if bounds else None,
        sex="female" if str(sex) == "female" else "male" if str(sex) == "male" else None,
        pregnant=pregnant,
        breastfeeding=any(
            _BREASTFEEDING.search(text) for text in (*present, *(_told(one) for one in record.documents))
        ),
        problems=list(dict.fromkeys(worded.get(label, label) for label in present)),
        medications=list(dict.fromkeys(fact.label for fact in taken)),
        daily_doses=daily_doses(taken),
        allergies=list(dict.fromkeys(allergies)),
        labs=with_staged(labs, told),
        unsettled=values.unsettled,
        noted=[text for note in record.documents for text in _affirmed(_told(note))],
        states=states_told(told),
        over=list(dict.fromkeys(worded.get(label, label) for label in present if is_over(label, sentences))),
        procedures=list(dict.fromkeys(done)),
        smoking=_smoking(record),
        gestation_weeks=next((lab.value for lab in values.labs if lab.measure_id == _GESTATION), None),
        codes={
            worded.get(fact.label, fact.label): [coding.id for coding in fact.codings]
            for fact in [*standing, *record.phenotypes]
        },
        absent=list(dict.fromkeys(absent)),
        family=list(dict.fromkeys(_family(record))),
    )


def _allergies(record: PatientRecord, present: Sequence[str], vocabularies: Vocabularies) -> list[str]:
    """What somebody is allergic to: by the record's list, by its problems, and by what only a note says."""
    found = [fact.label for fact in record.allergies if fact.presence is Presence.PRESENT]
    # Records also write an allergy as a problem ("allergic to penicillin").
    found += [label for label in present if _ALLERGY.search(label)]
    listed = {drug for known in found for drug in drugs_in(known, vocabularies)}
    return found + [
        drug
        for note in record.documents
        for text in _sentences(_told(note))
        for drug in asked_allergies(text, lambda said: drugs_in(f"{said} ", vocabularies))
        if drug not in listed
    ]


def _pregnant(record: PatientRecord, present: Sequence[str], absent: Sequence[str]) -> bool | None:
    """Whether somebody is pregnant; None where nothing says it."""
    said = {pregnancy_of(label) for label in present}
    if True in said:
        return True
    # "Pregnancy test negative" is a finding as well, and no pregnancy.
    said |= {pregnancy_of(text) for note in record.documents for text in _sentences(_told(note))}
    ruled_out = False in said or any(pregnancy_of(label) for label in absent)
    return False if ruled_out or str(record.demographics.sex) == "male" else None


def _told(note: Document) -> str:
    """What a note says of the patient, without orders to a model."""
    return without_orders(note.text)


def _sentences(text: str) -> list[str]:
    return [one.text for one in passage_sentences(text)]


def _affirmed(text: str) -> list[str]:
    """The sentences of a text that negate nothing."""
    return [one for one in _sentences(text) if not lexicon().negator.search(one)]


def _with_scores(labs: list[LabValue], record: PatientRecord) -> list[LabValue]:
    """The values of a record with the scores that its notes state."""
    known = {lab.measure_id for lab in labs}
    stated = {lab.measure_id: lab for note in record.documents for lab in scores_stated(_told(note))}
    return [*labs, *(lab for key, lab in stated.items() if key not in known)]


def _as_worded(labels: list[str], record: PatientRecord, vocabularies: Vocabularies) -> dict[str, str]:
    """Problems with the qualifiers that the notes give them, where they give one and no other: severe depression."""
    found: dict[str, str] = {}
    for label in labels:
        said = {
            tuple(sorted(one.items()))
            for note in record.documents
            if (one := qualified(_told(note), label, vocabularies))
        }
        if len(said) == 1 and not qualified(label, label, vocabularies):
            found[label] = " ".join([*(name for _, name in next(iter(said))), label])
    return found


def _smoking(record: PatientRecord) -> str:
    """The last status of smoking that a record states."""
    told = [
        part.value_text or ""
        for observation in record.observations
        for part in observation.parts()
        if any(coding.id == _SMOKING for coding in part.codings)
    ]
    return next((one for one in reversed(told) if one), "")


def _family(record: PatientRecord) -> list[str]:
    """What relatives have, each with whose it is."""
    return [
        f"{fact.relation or 'relative'}: {fact.label}"
        for fact in record.family_history
        if fact.presence is Presence.PRESENT
    ]


def summary_of(facts: PatientFacts) -> str:
    """The patient in a few lines: person, problems, medicines, allergies, laboratory values out of range."""
    person = []
    if facts.age_from is not None:
        person.append(
            f"{int(facts.age_from)} years old" if facts.age_from >= 2 else f"{facts.age_from * 12:.0f} months old"
        )
    person += [facts.sex] if facts.sex else []
    person += (
        ["pregnant"] if facts.pregnant else ["not pregnant"] if facts.pregnant is False and facts.sex != "male" else []
    )
    person += ["breastfeeding"] if facts.breastfeeding else []
    lines = [", ".join(person) or "age and sex not known"]
    for name, values in (
        ("Problems", facts.problems),
        ("Medicines", facts.medications),
        ("Allergies", facts.allergies),
        ("Family history", facts.family),
        ("Procedures", facts.procedures),
        ("Smoking", [facts.smoking] if facts.smoking else []),
    ):
        if values:
            lines.append(f"{name}: {', '.join(values)}")
    outside = [f"{lab.name} {lab.shown}" for lab in facts.labs if lab.out_of_range]
    if outside:
        lines.append(f"Out of range: {', '.join(outside)}")
    others = [f"{lab.name} {lab.shown}" for lab in facts.labs if not lab.out_of_range]
    if others:
        lines.append(f"Values: {', '.join(others)}")
    return ". ".join(lines)


def _completed(facts: PatientFacts, question: str, vocabularies: Vocabularies) -> PatientFacts:
    """The facts, with the person that the question describes where the record says nothing."""
    update: dict[str, Any] = {}
    if facts.age_from is None:
        update["age_from"], update["age_to"] = _asked_age(question)
    if facts.sex is None:
        update["sex"] = sex_of(question) or _sex_of_kin(question)
        short = next((match["sex"] for match in _AGE.finditer(question) if match["sex"]), None)
        if short:
            update["sex"] = "male" if short.lower() == "m" else "female"
    if facts.pregnant is None:
        update["pregnant"] = pregnancy_of(question)
    if facts.gestation_weeks is None and update.get("pregnant", facts.pregnant) and (week := _WEEK.search(question)):
        update["gestation_weeks"] = float(week["weeks"] or week["gone"] or week["at"])
    elif (
        facts.gestation_weeks is None and update.get("pregnant", facts.pregnant) and (month := _MONTH.search(question))
    ):
        number = _NUMBERS.get(month["number"].lower()) or int(month["number"])
        update["gestation_weeks"] = float(round(number * _WEEKS_A_MONTH))
    update["noted"] = [*facts.noted, *_affirmed(question)]
    update["states"] = [*facts.states, *states_told([question])]
    # A record may write a value as a problem ("eGFR 38").
    facts = facts.model_copy(update={"labs": _with_named(facts)})
    update["labs"] = facts.labs
    known = {lab.measure_id for lab in facts.labs}
    if asked := [lab for lab in [*_asked_values(question), *scores_stated(question)] if lab.measure_id not in known]:
        update["labs"] = [*facts.labs, *asked]
    if spoken := asked_allergies(question, lambda text: drugs_in(f"{text} ", vocabularies)):
        update["allergies"] = list(dict.fromkeys([*facts.allergies, *spoken]))
    told = " ".join([question, *facts.problems])
    if not facts.breastfeeding and _BREASTFEEDING.search(told):
        update["breastfeeding"] = True
        update["sex"] = update.get("sex") or facts.sex or "female"
    if update.get("pregnant", facts.pregnant) and not update.get("sex", facts.sex):
        update["sex"] = "female"
    sex = update.get("sex", facts.sex)
    if sex == "male" and update.get("pregnant", facts.pregnant) is None:
        update["pregnant"] = False
    return facts.model_copy(update=update)


def _sex_of_kin(question: str) -> str | None:
    """The sex of the relative whom a question is about; where somebody asks for themselves, relatives are their history."""
    found = None if _ASKER.search(question) else _KIN.search(question)
    return ("female" if found["female"] else "male") if found else None


def _with_named(facts: PatientFacts) -> list[LabValue]:
    """The values of a record with those that its problems state by name."""
    known = {lab.measure_id for lab in facts.labs}
    named = {lab.measure_id: lab for one in facts.problems for lab in _asked_values(one)}
    return [*facts.labs, *(lab for key, lab in named.items() if key not in known)]


def _asked_values(question: str) -> list[LabValue]:
    """The values that a question states ("eGFR 38"); what it asks about as a target or a limit is none."""
    if _TARGET.search(question):
        return []
    for pattern, name in _SPOKEN_VALUES:
        question = pattern.sub(name, question)
    found = []
    for one in quantities(question):
        value = one.canonical_value
        # Kilograms of nothing else are the weight of the person.
        weighed = not one.measure_id and one.unit == "kg"
        row = next((row for row in measures() if row.id == (_BODY_WEIGHT if weighed else one.measure_id)), None)
        value = one.value if weighed else value
        if row is None or one.comparator != "=" or one.high is not None:
            continue
        if value is None and not one.unit:
            # A number without a unit is in the usual one.
            value = one.value
        if value is not None:
            name = "weight" if weighed else one.analyte or row.id
            given = recorded(one.value, one.unit or "", value)
            found.append(LabValue(measure_id=row.id, name=name, value=value, unit=row.unit or "", recorded=given))
    return found


def _asked_age(question: str) -> tuple[float | None, float | None]:
    """The age that a question speaks of: of one person, or the range of a group."""
    for match in _AGE.finditer(question):
        number = next(filter(None, (match[name] for name in _AGE_GROUPS)))
        unit = (match["unit"] or match["of"] or "y")[0].lower()
        age = float(number) * _SCALE[unit]
        if age < 125:
            return age, age
    ranges = age_ranges(question)
    if len(ranges) == 1:
        low, below = ranges[0]
        return low or 0.0, below - 0.01 if below is not None else None
    low, below = ages_of(question) if not ranges else (None, None)
    if low is None and below is None:
        return None, None
    return low or 0.0, below - 0.01 if below is not None else None
