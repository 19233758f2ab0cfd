"""Whom a sentence that speaks against something speaks of: this patient only where all that it asks of them holds."""

from __future__ import annotations

import re
from collections.abc import Iterator

from osler.core.library import ages_of, pregnancy_of, sex_of, stems
from osler.core.terminology import Vocabularies
from osler.guidelines.checking import read_statement
from osler.guidelines.everyday import with_clinical_names
from osler.guidelines.steps.graded import graded
from osler.guidelines.steps.habits import habits
from osler.guidelines.steps.limits import held, limits_in, without_limits
from osler.guidelines.steps.naming import drugs_in, members_in, named_by, says, speaks_of
from osler.guidelines.steps.qualifiers import at_odds, is_narrowed, of_some_trimester, other_trimester
from osler.guidelines.steps.spoken import is_over, of_the_patient
from osler.guidelines.steps.traits import presumed_in
from osler.guidelines.steps.wide import brought_by, is_kind_of, shown_by, told_in_words
from osler.guidelines.types import PatientFacts

PREGNANT, HAS, TAKES = "the patient is pregnant", "the patient has ", "the patient takes "
ALLERGIC = "the patient is allergic to "
_ALLERGY = re.compile(r"allerg|hypersensitiv|anaphyla", re.IGNORECASE)
_SAYS_ALLERGY = re.compile(r"\b(?:allerg\w+|to|hypersensitivity|intolerance|anaphyla\w+)\b", re.IGNORECASE)
_PREGNANCY = re.compile(r"\bpregnan|\btrimester\b", re.IGNORECASE)
_BREASTFEEDING = re.compile(r"\bbreast-?\s?feed|\blactati|\bnursing (?:mother|women|woman)", re.IGNORECASE)
_COMBINED = re.compile(
    r"\b(?:combin\w+|together|concomitant\w*|interact\w*|co-?administ\w+|alongside)\b", re.IGNORECASE
)
WHO_TAKES = re.compile(
    r"\b(?:who (?:take|takes|took|(?:have|has) (?:\w+ )?(?:taken|received)|are taking|is taking|use|uses|are using|receive|are receiving|are treated with|are on)|taking|receiving|treated with|already on|treatment with)\b",
    re.IGNORECASE,
)
_WITH_DRUG = re.compile(r"\bwith\b", re.IGNORECASE)
_GROUPS = re.compile(
    r",?\s+(?:or|and)\s+(?=(?:in|to|for|during|if|when|while|must|should|are|is)\b)|\s+or\s+(?=(?:with|who|whose)\b)|;\s+"
    r"|,\s+and\s+(?=(?:women|men|girls|people|patients|adults|children|anyone|those)\b)",
    re.IGNORECASE,
)
"""Where another group of people begins: "in pregnancy and in children", "to people with … or to people who take …"."""
ASIDE = re.compile(
    r"\b(?:because|due to|owing to|as it|since it|so as to)\b[^;.]*|\b(?:at|increases?|raises?|with|of) (?:an? |the )?(?:\w+ )?risk of [^;,.]*"
    r"|\bfor (?:the )?(?:[\w-]+ ){0,3}(?:prevention|prophylaxis|treatment|management|diagnosis|detection|screening|relief)(?: of)?\b"
    r"|\bto (?:prevent|treat|diagnose|detect|relieve|reduce)\b|\b(?:first|initial) treatment of\b",
    re.IGNORECASE,
)
"""What a sentence gives as its reason or purpose: nobody need have it."""
_PEOPLE = re.compile(
    r"\b(?:in|with|who|whose|during|for|to|if|when|history|having|have|presence)\b|^\W*(?:people|patients|adults|women|men|children|anyone|those)\b",
    re.IGNORECASE,
)
WITHOUT = re.compile(
    r"\b(?:(?:and|with|have|has|having)\s+no|(?<!with or )without|free of)\s+(?P<what>(?![\w -]{1,40}\b(?:is|are) (?:needed|required|necessary|indicated|given|recommended)\b)[^,;.()]{3,60})",
    re.IGNORECASE,
)
_PEOPLE_WITH = re.compile(
    r"\b(?:with|who have|who has|have|having|history of|in the presence of)\s+(?P<what>[^,;.()]{4,120})", re.IGNORECASE
)
UNLESS = re.compile(r"\bunless\b[^;.]*", re.IGNORECASE)
_LISTED = re.compile(r",|\b(?:or|and)\b", re.IGNORECASE)
_EITHER = re.compile(r",|/|\bor\b", re.IGNORECASE)
_BRACKET = re.compile(r"\s*\(\s*(?:(?:e\.?g\.?|i\.?e\.?|such as|including),?\s+)?", re.IGNORECASE)
"""Behind a condition, another name for it, or an example: "mitochondrial disease (POLG)"."""
_UNNAMED = re.compile(
    r"pregnan|allerg|contra-?indicat|hypersensitiv|^ages?$|anaphyla|^history$|lactati|breast", re.IGNORECASE
)
_ACTS_ON = re.compile(
    r"[\s-]+(?:inhibitors?|inducers?|substrates?|blockers?|agonists?|antagonists?|modulators?)\b", re.IGNORECASE
)
"""What makes of the name of an enzyme or a receptor that of a class of drugs."""
_ACTIVE = re.compile(r"\b(?:active|actively|current|ongoing)\b", re.IGNORECASE)
_KIN = re.compile(r"\bfamily history\b|\bfamilial risk\b|\bFHx?\b", re.IGNORECASE)
_WORDS = 2
"""A condition of fewer words than these is not looked for in the words of a note, only among the problems read from it."""
_ADULT = 18


def because_of(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> str | None:
    """Why a sentence speaks of this patient; None where it does not, or asks for more than is known of them."""
    for group in _groups(text):
        if not _is_other(group, patient, vocabularies) and (reason := _reason(group, patient, vocabularies)):
            return reason
    return None


def met_in(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> int:
    """How many conditions of its own a sentence of advice names that this patient has."""
    if not patient.is_known:
        return 0
    asked = conditions_in(ASIDE.sub(" ", text), vocabularies)
    # What only the question names every passage on it names: that makes none of them this patient's own.
    known = patient.model_copy(update={"noted": []})
    met = sum(any(has_named(name, text, known, vocabularies) for name in names) for names in asked)
    met += bool(patient.pregnant) and pregnancy_of(text) is True
    met += bool(allergy_in(text, patient, vocabularies))
    marker = WHO_TAKES.search(text)
    return met + bool(marker and _taken(drugs_in(text[marker.end() :], vocabularies), patient, vocabularies))


def not_so(text: str, told: str, patient: PatientFacts, vocabularies: Vocabularies) -> list[str]:
    """What a sentence asks for and was told otherwise of the patient: "without albuminuria", where they have it."""
    turned = [
        f"without {' '.join(one['what'].split())}"
        for one in WITHOUT.finditer(text)
        if _is_told(one["what"], told, patient, vocabularies)
    ]
    denied = [frozenset(stems(one["what"])) for one in WITHOUT.finditer(told)]
    asked = [names[0] for names in conditions_in(ASIDE.sub(" ", text), vocabularies) if len(names) == 1]
    return turned + [f"with {name}" for name in asked if any(frozenset(stems(name)) <= one for one in denied)]


def _is_told(what: str, told: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether something is said of the patient, and not denied."""
    wanted = frozenset(stems(what))
    affirmed = frozenset(stems(WITHOUT.sub(" ", told)))
    return (bool(wanted) and wanted <= affirmed) or any(speaks_of(what, one, vocabularies) for one in patient.problems)


def is_for_others(text: str, patient: PatientFacts) -> bool:
    """Whether every group of a sentence is of other ages, another sex or other values than the patient's."""
    groups = _groups(text)
    return (
        bool(groups)
        and all(
            _is_of_other_people(one, patient) or (held(one, patient).unmet and not held(one, patient).met)
            for one in groups
            if _PEOPLE.search(one) or limits_in(one)
        )
        and any(_is_of_other_people(one, patient) or held(one, patient).unmet for one in groups)
    )


def taken_beside(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The drugs that a sentence names as taken by its people, beside those that it speaks of."""
    found: set[str] = set()
    for group in _groups(text):
        if (marker := WHO_TAKES.search(group)) is not None:
            after = group[marker.end() :]
            found |= drugs_in(after, vocabularies) | members_in(after, vocabularies)
    return frozenset(found)


def _groups(text: str) -> list[str]:
    """The groups of people of a sentence; what opens it belongs to each that does not name people itself."""
    return [part for part in _GROUPS.split(ASIDE.sub(" ", text)) if part.strip()]


def _is_other(group: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether a group asks for something that this patient is not, or is not known to be."""
    if _is_of_other_people(group, patient):
        return True
    values = held(group, patient)
    if limits_in(group) and not values.met and not conditions_in(group, vocabularies):
        return True
    if values.unmet and not values.met:
        return True
    counted = habits(group, [*patient.noted, patient.smoking])
    if counted.unmet and not counted.met:
        return True
    if any(not _is_absent(one["what"], patient, vocabularies) for one in WITHOUT.finditer(group)):
        return True
    if _ALLERGY.search(group) and not allergy_in(group, patient, vocabularies):
        return True
    if not values.met and not (_EITHER.search(group) and _noted(group, patient, vocabularies)):
        asked = conditions_in(group, vocabularies)
        if any(not any(has_named(name, group, patient, vocabularies) for name in names) for names in asked):
            return True
    return takes_other(group, patient, vocabularies) or _is_lifted(group, patient, vocabularies)


def _is_lifted(group: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether the patient has what lifts it: "unless a pacemaker is present"."""
    named = [
        one for found in UNLESS.findall(group) for one in read_statement(found, vocabularies).named if not one.drug
    ]
    return any(problem_named(one.text, one.text, patient, vocabularies) for one in named)


def _is_of_other_people(group: str, patient: PatientFacts) -> bool:
    """Whether a group is of another age, sex or state than the patient is known to be of."""
    low, below = ages_of(group)
    young, old = patient.age_from, patient.age_to if patient.age_to is not None else patient.age_from
    if young is None or old is None:
        # Somebody of unknown age is an adult, and no more.
        if below is not None or (low or 0) > _ADULT:
            return True
    elif (low is not None and old < low) or (below is not None and young >= below):
        return True
    sex = sex_of(group)
    if sex and patient.sex and sex != patient.sex:
        return True
    if patient.breastfeeding and _BREASTFEEDING.search(group):
        return False
    bearing = pregnancy_of(group)
    return bearing is not None and bool(patient.pregnant) != bearing


def takes_other(group: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether a group is of people who take something that this patient does not."""
    marker = WHO_TAKES.search(group)
    if marker is None:
        return False
    # "an ACE inhibitor together with a diuretic": both.
    for part in re.split(r"\btogether with\b|\bin combination with\b|\band\b", group[marker.end() :]):
        wanted = drugs_in(part, vocabularies) | members_in(part, vocabularies)
        if wanted and not _taken(wanted, patient, vocabularies):
            return True
    return False


def is_for_takers(text: str, asked: str, vocabularies: Vocabularies) -> bool:
    """Whether a sentence is for people who take a drug that a question names: "in patients who take digoxin …"."""
    marker = WHO_TAKES.search(text)
    taken = drugs_in(re.split(r"[,;:]", text[marker.end() :])[0], vocabularies) if marker else frozenset[str]()
    return bool(taken and named_by(taken, drugs_in(asked, vocabularies), vocabularies))


def _taken(wanted: frozenset[str], patient: PatientFacts, vocabularies: Vocabularies) -> str:
    """The medicine of the patient that is one of these, or of a class of these."""
    for medication in patient.medications:
        taken = drugs_in(medication, vocabularies) or frozenset({medication.casefold()})
        if taken & wanted or named_by(wanted, taken, vocabularies):
            return medication
    return ""


def conditions_in(group: str, vocabularies: Vocabularies) -> list[list[str]]:
    """The conditions that the people of a group have: all of the lists, one of each ("asthma or COPD")."""
    text = WITHOUT.sub(" ", UNLESS.sub(" ", without_limits(group)))
    opener = _PEOPLE.search(text)
    found: list[list[str]] = []
    end = -1
    for named in read_statement(text, vocabularies).named:
        start = text.find(named.text, max(end, 0))
        if opener is None or named.drug or start < opener.start() or start < end or _UNNAMED.search(named.text):
            continue
        if _ACTS_ON.match(text, start + len(named.text)):
            continue
        if found and (_EITHER.search(text[end:start]) or _BRACKET.fullmatch(text[end:start])):
            found[-1].append(named.text)
        else:
            found.append([named.text])
        end = start + len(named.text)
    return found


def has_named(name: str, group: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    """Whether the patient has what a group names: as a problem, or in the words of a note."""
    if problem_named(name, group, patient, vocabularies) is not None:
        return True
    wanted = frozenset(stems(name))
    if any(says(group, state) and says(state, name) for state in patient.states):
        return True
    wide = in_context(name, group)
    if brought_by(wide, patient, vocabularies) or told_in_words(wide, patient.states):
        return True
    return any(wanted <= note_stems(one) for one in _told(name, patient)) and not at_odds(
        group, name, patient.noted, vocabularies
    )


def problem_named(named: str, group: str, patient: PatientFacts, vocabularies: Vocabularies) -> str | None:
    """The problem or procedure of the patient that words name, unless the group qualifies it otherwise."""
    for problem in (*patient.problems, *patient.procedures):
        if pregnancy_of(problem) or _is_of_kin(problem, group):
            continue  # a pregnancy is a state of its own, with its weeks; and what the kin had the patient has not
        codes = patient.codes.get(problem, ())
        wide = is_kind_of(in_context(named, group), problem, patient, vocabularies)
        spoken_of = wide or (
            speaks_of(named, problem, vocabularies, codes)
            and not (_asks_for_now(named, group) and (problem in patient.over or is_over(problem, ())))
            and not is_narrowed(named, problem)
        )
        if spoken_of and (wide or not at_odds(group, problem, graded(problem, patient), vocabularies)):
            return problem
    shown = shown_by(in_context(named, group), patient)
    return shown or next((one for one in patient.states if says(named, one)), None)


def in_context(name: str, group: str) -> str:
    """A name with the words before it, which may narrow it: "severe immunosuppression", "heavy menstrual bleeding"."""
    found = re.search(rf"(?:[\w-]+\s+){{0,2}}{re.escape(name)}", group)
    return found.group() if found else name


def _asks_for_now(name: str, group: str) -> bool:
    """Whether a group asks for something that goes on: "active peptic ulcer"."""
    return bool(_ACTIVE.search(in_context(name, group)))


def _is_absent(what: str, patient: PatientFacts, vocabularies: Vocabularies) -> bool:
    return any(speaks_of(what, one, vocabularies) for one in patient.absent)


def _reason(group: str, patient: PatientFacts, vocabularies: Vocabularies) -> str | None:
    if state := _state(group, patient):
        return state
    if allergy := allergy_in(group, patient, vocabularies):
        return allergy
    if reached := held(group, patient).met:
        return reached[0]
    # A value decides a numeric condition; a label such as "decreased filtration rate" does not.
    in_words = WITHOUT.sub(" ", without_limits(group))
    if (problem := problem_named(in_words, in_words, patient, vocabularies)) is not None:
        return f"{HAS}{problem}"
    if noted := _noted(in_words, patient, vocabularies):
        return f"{HAS}{noted}"
    if told := told_in_words(in_words, patient.states):
        return f"it is told of the patient: {told}"
    if drug := brought_by(in_words, patient, vocabularies):
        return f"{TAKES}{drug}"
    return _taken_reason(group, patient, vocabularies) or _age_reason(group, patient)


def _taken_reason(group: str, patient: PatientFacts, vocabularies: Vocabularies) -> str | None:
    """The medicine of the patient that a group takes, or with which something must not be combined."""
    marker = WHO_TAKES.search(group)
    beside = group[marker.end() :] if marker else group if _COMBINED.search(group) else ""
    if not beside and (after := _WITH_DRUG.search(group)):
        beside = group[after.end() :]
    wanted = drugs_in(beside, vocabularies) | members_in(beside, vocabularies)
    taken = _taken(wanted, patient, vocabularies)
    return f"{TAKES}{taken}" if taken else None


def _age_reason(group: str, patient: PatientFacts) -> str | None:
    low, below = ages_of(group)
    # Of somebody whose age is only known to be of a range, it is said where all of the range is meant.
    oldest = patient.age_to if patient.age_to is not None else patient.age_from
    if below is not None and oldest is not None and oldest >= below:
        return None
    if patient.age_from is None or not (below is not None or (low or 0) > _ADULT):
        return None
    years = patient.age_from
    if patient.age_to is not None and patient.age_to >= years + 1:
        return "the patient is a child" if patient.age_to < _ADULT else f"the patient is {int(years)} years old or more"
    told = f"{years * 12:.0f} months" if 0 < years < 2 else f"{int(years)} years"
    return f"the patient is {told} old"


def _state(text: str, patient: PatientFacts) -> str | None:
    """Pregnancy and breastfeeding, where a text speaks of them."""
    if patient.pregnant and _PREGNANCY.search(text) and not other_trimester(text, patient.gestation_weeks):
        unknown = patient.gestation_weeks is None and of_some_trimester(text)
        return f"{PREGNANT}; in which week is not known" if unknown else PREGNANT
    if patient.breastfeeding and _BREASTFEEDING.search(text):
        return "the patient is breastfeeding"
    taken = presumed_in(text, patient)
    return f"the patient is taken to have {taken}" if taken else None


def allergy_in(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> str | None:
    if not _ALLERGY.search(text):
        return None
    for allergy in patient.allergies:
        substance = " ".join(_SAYS_ALLERGY.sub(" ", allergy).split())
        if substance and (speaks_of(text, substance, vocabularies) or speaks_of(substance, text, vocabularies)):
            return f"{ALLERGIC}{substance}"
    return None


def _noted(text: str, patient: PatientFacts, vocabularies: Vocabularies) -> str | None:
    """A condition of several words, as a text names it, that the notes or the question state of the patient in their own."""
    for part in _noted_parts(text):
        wanted = frozenset(stems(part))
        if drugs_in(part, vocabularies):
            continue  # a drug that is asked about is nothing that the patient has
        if len(wanted) >= _WORDS and any(wanted <= note_stems(one) for one in _told(part, patient)):
            return " ".join(part.split())
    return None


def _told(name: str, patient: PatientFacts) -> list[str]:
    """The words of notes, and the problems that say no less than a name: a mechanical mitral valve for a mechanical heart valve."""
    noted = patient.noted if _KIN.search(name) else [of_the_patient(one) for one in patient.noted]
    if len(stems(name)) < _WORDS:
        return noted
    had = (one for one in (*patient.problems, *patient.procedures) if not _is_of_kin(one, name))
    return [*noted, *(one for one in had if not is_narrowed(name, one))]


def _is_of_kin(problem: str, named: str) -> bool:
    """Whether a problem is a family history, and what is named is none."""
    return bool(_KIN.search(problem)) and not _KIN.search(named)


def _noted_parts(text: str) -> Iterator[str]:
    for match in _PEOPLE_WITH.finditer(text):
        yield from _LISTED.split(match["what"])


def note_stems(text: str) -> frozenset[str]:
    return frozenset(stems(with_clinical_names(text)))
