"""What a record states in another form than a criterion asks: by a medicine of the class, by what was stayed in hospital for, by
getting worse under a treatment, by how well a disease is controlled."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import date

from osler.core.criteria import (
    Atom,
    Bound,
    Comparator,
    Finding,
    MeasuredValue,
    Proof,
    TruthValue,
    Window,
    evaluate,
)
from osler.core.language import Experiencer, Mention, Polarity, assert_mention, time_expressions
from osler.core.terminology import Vocabularies
from osler.trials.judging.cancers.tumours import early, extended
from osler.trials.judging.diseases.disease_classes import by_disease_class
from osler.trials.judging.diseases.groups import by_members, names_member
from osler.trials.judging.findings import lineage_of, named
from osler.trials.judging.measured.body_mass import by_height_and_weight
from osler.trials.judging.measured.pluses import by_pluses
from osler.trials.judging.measured.two_pressures import high_in_spite
from osler.trials.judging.measured.written_values import by_written_value
from osler.trials.judging.medicines.doses import by_dose, by_stable_dose
from osler.trials.judging.medicines.opioid_doses import by_morphine_equivalents
from osler.trials.judging.medicines.routes import by_route
from osler.trials.judging.people.smoking import by_amount_smoked, by_smoking_status
from osler.trials.judging.people.survival import by_survival
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.reader_names import by_reader_name
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.same_words import by_contraindication
from osler.trials.judging.scheduled import scheduled
from osler.trials.judging.view import KnownFact, NumberedSentence, PatientView
from osler.trials.judging.windows import DAYS, days_of, reach_of

MET, NOT_MET, UNKNOWN = TruthValue.MET, TruthValue.NOT_MET, TruthValue.UNKNOWN
_YEAR = re.compile(r"\W{0,3}(?:(?:in|was|since)\s)?((?:19|20)\d\d)\b")
_NEAR = 30
"""Characters around words in which something may be told of them."""


def by_statement(atom: Atom, view: PatientView) -> Proof | None:
    """The proof that a record gives of an atom in another form; None where it gives none."""
    if isinstance(atom, MeasuredValue):
        return (
            by_height_and_weight(atom, view)
            or by_pluses(atom, view)
            or by_amount_smoked(atom, view)
            or by_survival(atom, view)
            or by_disease_class(atom, view)
            or by_dose(atom, view)
            or by_morphine_equivalents(atom, view)
            or _by_definition(atom, view)
            or _written(atom, view)
        )
    if not isinstance(atom, Finding):
        return None
    rules_of_findings: Sequence[Callable[[Finding, PatientView], Proof | None]] = (
        _sex_at_birth,
        _suppressed,
        by_smoking_status,
        by_stable_dose,
        by_reader_name,
        by_members,
        by_route,
        scheduled,
        _admitted_for,
        _progressed_on,
        _controlled,
        _in_earlier_pregnancy,
        extended,
        early,
        by_contraindication,
    )
    return next((proof for rule in rules_of_findings if (proof := rule(atom, view)) is not None), None)


def _by_definition(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A value that was not measured, by a recorded condition which is defined by it."""
    if not atom.test.bounds or any(bound.times for bound in atom.test.bounds):
        return None
    if evaluate(atom, view.indexed, on=view.on).evidence:
        # What was measured is known, even where its dates leave open which value holds; no definition outweighs it.
        return None
    for row in rules()["defined_values"]:
        if not re.search(row["measure"], atom.name.casefold()):
            continue
        if any(re.search(rf"{row['measure']}\\D{{0,12}}\\d", one.text.casefold()) for one in view.sentences):
            # A number beside the name is what was measured, whether it could be read or not.
            continue
        if row.get("from_age") and (view.age is None or view.age < row["from_age"]):
            continue
        if row.get("unless") and any(re.search(row["unless"], one.text.casefold()) for one in view.sentences):
            continue
        fact = _recorded(str(row["condition"]), view)
        if fact is None:
            continue
        low, high = row.get("at_least", float("-inf")), row.get("at_most", float("inf"))
        truths = {held(bound, low, high) for bound in atom.test.bounds}
        if truths == {MET} or NOT_MET in truths:
            reason = f"{fact.label} is recorded, which is defined by this value"
            return proof_of(NOT_MET if NOT_MET in truths else MET, atom, reason, fact.evidence)
    return None


def _recorded(condition: str, view: PatientView) -> KnownFact | None:
    """A fact that is a condition; of one whose name has several parts (heart failure, reduced ejection fraction) each must be recorded."""
    parts = named(condition, view.vocabularies).parts
    facts = [
        next((one for one in view.facts if one.present and not one.over and one.lineage & part), None) for part in parts
    ]
    return facts[0] if facts and all(fact is not None for fact in facts) else None


def _written(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A value that the note writes and the reader has no measure for."""
    measured = evaluate(atom, view.indexed, on=view.on)
    return None if measured.evidence and not measured.reason.endswith("without unit") else by_written_value(atom, view)


def held(bound: Bound, low: float, high: float) -> TruthValue:
    """Whether every value from the low to the high one passes a bound, or none."""
    if bound.comparator in (Comparator.GE, Comparator.GT):
        return MET if low >= bound.value else NOT_MET if high < bound.value else UNKNOWN
    if bound.comparator is Comparator.LE:
        return MET if high <= bound.value else NOT_MET if low > bound.value else UNKNOWN
    if bound.comparator is Comparator.LT:
        return MET if high < bound.value else NOT_MET if low >= bound.value else UNKNOWN
    return UNKNOWN


def _sex_at_birth(atom: Finding, view: PatientView) -> Proof | None:
    asked = pattern("birth_sex", "asked").search(atom.name.casefold())
    if asked is None:
        return None
    for sentence in view.sentences:
        for sex in ("female", "male"):
            if pattern("birth_sex", sex).search(sentence.text.casefold()):
                truth = MET if sex == asked["sex"] else NOT_MET
                return proof_of(truth, atom, f"the note says that {sex} sex was assigned at birth", [sentence.span])
    return None


def _suppressed(atom: Finding, view: PatientView) -> Proof | None:
    """A suppressed immune system by a medicine of today that suppresses it (AAAAI: causes of secondary immunodeficiency)."""
    if not pattern("suppressed").fullmatch(atom.name.casefold().strip()):
        return None
    drug = Finding(name="immunosuppressive agents", windows=(Window(kind="current"),))
    proof = evaluate(drug, view.indexed, on=view.on)
    return proof_of(MET, atom, proof.reason, proof.evidence) if proof.truth is MET else None


def _admitted_for(atom: Finding, view: PatientView) -> Proof | None:
    """A stay in hospital for something, by a sentence that tells of both, in the time that is asked for."""
    asked = pattern("admission", "asked").match(atom.name.casefold())
    if asked is None:
        return None
    for sentence in view.sentences:
        if not pattern("admission", "stated").search(sentence.text.casefold()):
            continue
        if not any(_is_own(mention) for mention in _mentions(asked["what"], sentence, view)):
            continue
        truth, reason = _in_time(atom, sentence, view)
        if truth is not UNKNOWN:
            return proof_of(truth, atom, reason, [sentence.span])
    return None


def _in_time(atom: Finding, sentence: NumberedSentence, view: PatientView) -> tuple[TruthValue, str]:
    """Whether the days that a sentence gives lie within the window of an atom."""
    reach = reach_of(atom)
    if not reach:
        return (MET, "the note tells of it") if not atom.windows or _is_ever(atom) else (UNKNOWN, "")
    days = [time.date for time in view.times_in(sentence) if time.date and time.date_precision in ("day", "month")]
    if not days or view.day is None:
        return UNKNOWN, ""
    ago = (view.day - max(days)).days
    if ago < 0:
        return UNKNOWN, ""
    # Of a time with two ends ("2 to 6 weeks before") the nearer one must have passed.
    nearer = [w.length * DAYS[w.unit] for w in atom.windows if w.kind == "before" and w.length and w.unit in DAYS]
    inside = ago <= min(reach) and ago >= max(nearer, default=0)
    return (MET if inside else NOT_MET), f"the note tells of it, {ago} days ago"


def in_length(atom: Finding, sentence: NumberedSentence) -> TruthValue:
    """Whether what a sentence tells has lasted, or lies back, as long as an atom asks; UNKNOWN where it does not say."""
    asked = [w for w in atom.windows if w.kind in ("lasting", "before", "within") and w.length and w.unit in DAYS]
    if not asked:
        return MET
    told = [time.years for time in time_expressions(sentence.text) if time.kind in ("ago", "duration") and time.years]
    if not told:
        return UNKNOWN
    days = max(told) * DAYS["years"]
    held = [(days <= length) == _is_upper(w) for w in asked if (length := (w.length or 0) * DAYS[w.unit or ""])]
    return MET if all(held) else NOT_MET


def _is_upper(window: Window) -> bool:
    """Whether a window says how long at most: "within", or the farther end of "for 2 to 6 months"."""
    return window.kind == "within" or (window.kind == "lasting" and window.comparator in (Comparator.LE, Comparator.LT))


def _is_ever(atom: Finding) -> bool:
    return all(window.kind == "ever" for window in atom.windows)


def _progressed_on(atom: Finding, view: PatientView) -> Proof | None:
    """Getting worse under or after a treatment: said in the sentence that names the treatment, or in the next one."""
    asked = pattern("progression", "asked").match(atom.name.casefold())
    if asked is None or re.search(r"\band\b", asked["what"]):
        return None
    for place, sentence in enumerate(view.sentences):
        given = [mention for mention in _mentions(asked["what"], sentence, view) if _is_own(mention)]
        if not given and not names_member(asked["what"], sentence):
            continue
        if pattern("progression", "to_come").search(sentence.text.casefold()):
            continue
        near = view.sentences[place : place + 2]
        if any(pattern("progression", "denied").search(other.text.casefold()) for other in near):
            continue
        for other in near:
            if pattern("progression", "stated").search(other.text.casefold()):
                spans = list(dict.fromkeys([sentence.span, other.span]))
                return proof_of(MET, atom, "the note tells of the treatment and of getting worse", spans)
    return None


def _controlled(atom: Finding, view: PatientView) -> Proof | None:
    """How well a disease is controlled, by the sentence that names it."""
    asked = pattern("control", "asked").match(atom.name.casefold())
    if asked is None:
        return None
    what = asked["what"] or asked["then"] or "diabetes"
    for sentence in view.sentences:
        words = sentence.text.casefold()
        if (place := _spoken_of(what, sentence, view)) is None:
            continue
        clause = _clause(words, place)
        behind = words.partition(clause)[2].lstrip(" ,").partition(",")[0]
        if any(pattern("control", how).match(behind) for how in ("poor", "good")):
            # "Hypothyroidism, well controlled on levothyroxine": said between commas of what stands before them.
            clause = behind
        if pattern("control", "poor").search(clause) and not asked["by"]:
            return proof_of(MET, atom, "the note says that it is not controlled", [sentence.span])
        if pattern("control", "good").search(clause):
            return proof_of(NOT_MET, atom, "the note says that it is controlled", [sentence.span])
    return high_in_spite(atom, what, view)


def _spoken_of(disease: str, sentence: NumberedSentence, view: PatientView) -> int | None:
    """Where a sentence speaks of a disease of the patient, or of the measure that it raises: "BP well controlled"."""
    mention = next((one for one in _mentions(disease, sentence, view) if _is_own(one)), None)
    if mention is not None:
        return mention.start - sentence.start
    rows = (row for row in rules()["control_of"] if re.search(row["disease"], disease.casefold()))
    found = next((one for row in rows if (one := re.search(row["told"], sentence.text.casefold()))), None)
    return found.start() if found and said_of_patient(sentence, *found.span()) else None


def _in_earlier_pregnancy(atom: Finding, view: PatientView) -> Proof | None:
    """What was in an earlier pregnancy, by a mention that is told as an earlier one."""
    asked = pattern("earlier_pregnancy").match(atom.name.casefold())
    earlier = any(window.kind == "ever" for window in atom.windows) or "previous" in atom.name.casefold()
    if asked is None or not earlier:
        return None
    for sentence in view.sentences:
        for mention in _mentions(asked["what"], sentence, view):
            place = mention.start - sentence.start
            around = sentence.text[max(0, place - _NEAR) : mention.end - sentence.start + _NEAR].casefold()
            if _is_own(mention) and pattern("told_as_earlier").search(around):
                return proof_of(MET, atom, "the note tells of it as an earlier one", [sentence.span])
    return None


def too_old(atom: MeasuredValue, proof: Proof, view: PatientView) -> str:
    """Why a result does not tell of a screening visit or of today; empty where it may."""
    if (
        proof.truth is UNKNOWN
        or view.day is None
        or not any(window.kind in ("at", "current") for window in atom.windows)
    ):
        return ""
    used = next((one for one in view.record.observations if set(one.evidence) & set(proof.evidence)), None)
    day = used.time.latest(view.record.demographics.birth_date) if used and used.time else None
    ago = (view.day - day).days if day else 0
    return f"the newest result is {ago} days old" if ago > rules()["results_at_a_visit"]["days"] else ""


def dated_bout(atom: Finding, view: PatientView) -> Proof | None:
    """A bout of a disease within a time, by the date beside the word for it: "gout (last flare 2023)"."""
    reach = reach_of(atom)
    if not reach or view.day is None or not pattern("bouts").search(atom.name.casefold()):
        return None
    for sentence in view.sentences:
        bout = pattern("bouts").search(sentence.text.casefold())
        if bout is None or not (
            any(_is_own(mention) for mention in _mentions(atom.name, sentence, view))
            or _last_bout(atom, sentence, view)
        ):
            continue
        told = sentence.text[bout.end() : bout.end() + _NEAR]
        times = [time for time in time_expressions(told) if time.date]
        year = _YEAR.match(told)
        if times and times[0].date is not None:
            first, last = days_of(times[0].date, times[0].date_precision)
        elif year is not None:
            first, last = days_of(date(int(year[1]), 1, 1), "year")
        else:
            continue
        nearest, farthest = (view.day - last).days, (view.day - first).days
        if nearest > min(reach):
            return proof_of(NOT_MET, atom, f"the last one was at least {nearest} days ago", [sentence.span])
        if 0 <= farthest <= min(reach):
            return proof_of(MET, atom, f"the last one was {farthest} days ago", [sentence.span])
    return None


def _last_bout(atom: Finding, sentence: NumberedSentence, view: PatientView) -> bool:
    """Whether a sentence dates the last bout without naming the disease, which is the one that the record has."""
    if not pattern("last_bout").match(sentence.text.casefold()) or not named(atom.name, view.vocabularies).concepts:
        return False
    concepts = named(pattern("bouts").sub(" ", atom.name.casefold()), view.vocabularies).concepts
    others = any(sentence.start <= mention.start < sentence.end and _is_own(mention) and mention.source_id == sentence.source_id
                 and not frozenset(mention.concept_ids) & concepts and not pattern("bouts").search(mention.text.casefold())
                 for mention in view.mentions)  # fmt: skip
    return not others and any(fact.present and fact.lineage & concepts for fact in view.facts)


def _clause(words: str, place: int) -> str:
    """The part of a sentence between commas and semicolons in which a place lies."""
    start = max(words.rfind(mark, 0, place) for mark in ",;") + 1
    ends = [end for mark in ",;" if (end := words.find(mark, place)) >= 0]
    return words[start : min(ends, default=len(words))]


def said_of_patient(sentence: NumberedSentence, start: int, end: int) -> bool:
    """Whether words of a sentence are said of the patient, and not of a relative or only asked about."""
    if pattern("enquired").search(sentence.text[:start].casefold()):
        return False
    return assert_mention(sentence.text, start, end).experiencer is Experiencer.PATIENT


def _mentions(phrase: str, sentence: NumberedSentence, view: PatientView) -> Iterator[Mention]:
    """The mentions in a sentence of what a phrase names, or of a kind of it."""
    concepts = named(phrase, view.vocabularies).concepts
    for mention in view.mentions:
        if mention.source_id == sentence.source_id and sentence.start <= mention.start < sentence.end:
            own = frozenset(code for one in mention.concept_ids for code in _placed(one, view.vocabularies))
            if concepts & lineage_of(own, view.vocabularies):
                yield mention


def _placed(concept: str, vocabularies: Vocabularies) -> frozenset[str]:
    """A concept; of one that only the note names ("NOTE:condition:decompensated heart failure"), what its name contains."""
    if not concept.startswith("NOTE:"):
        return frozenset([concept])
    return named(concept.rpartition(":")[2], vocabularies).concepts


def _is_own(mention: Mention) -> bool:
    said = mention.assertion
    return said.experiencer is Experiencer.PATIENT and said.polarity is Polarity.PRESENT
