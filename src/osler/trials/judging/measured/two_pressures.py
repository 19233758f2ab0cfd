"""Blood pressures as notes tell them: two of one visit that lie on both sides of a limit, and those that are high in spite of treatment."""

from __future__ import annotations

import re

from osler.core.criteria import Finding, MeasuredValue, Proof, TruthValue, known_measure
from osler.core.evidence import Span
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import PatientView

_PRESSURE = re.compile(r"(?<![\d/.])(?P<systolic>\d{2,3})\s?/\s?(?P<diastolic>\d{2,3})(?![\d/]|\.\d)")
_MEASURES = {"LAB:sbp": "systolic", "LAB:dbp": "diastolic"}
_LEAST, _MOST = 30, 300
_HIGH = (140, 90)
"""From where a pressure under treatment is not controlled (ESC guideline of 2024 on elevated blood pressure and hypertension)."""
_IN_SPITE = re.compile(
    r"\b(?:despite|in spite of|even (?:on|with)|notwithstanding)\s(?:\w+\s){0,4}?(?:drugs?|medications?|medicines?|antihypertensives?|agents?|tablets?|treatment|therapy|\w+pril|\w+sartan|\w+dipine|\w+olol|\w+thiazide)\b"
)
_ON_SEVERAL = re.compile(
    r"[^.;]{0,12}?\b(?:on|with|under|taking)\s(?:(?:his|her|their|now|currently|maximal)\s)?(?:(?:three|four|five|six|3|4|5|6)\s"
    r"(?:\w+\s)?(?:drugs?|medications?|medicines?|antihypertensives?|agents?|tablets?)\b"
    r"|(?:\w+(?:pril|sartan|dipine|olol|thiazide|thalidone|zosin)|indapamide|spironolactone|eplerenone|moxonidine|clonidine|hydralazine)\b"
    r"(?:(?:\s[\d.]+\s?mg)?(?:\s(?:od|bd|daily))?(?:\s?,|\s?/|\s?\+|\sand|\splus)+\s?(?:\w+(?:pril|sartan|dipine|olol|thiazide|thalidone|zosin)|indapamide"
    r"|spironolactone|eplerenone|moxonidine|clonidine|hydralazine)\b){2,})"
)
"""Three drugs against it or more, under which a pressure that is high is resistant (ESC guideline of 2024)."""
_COMPARE = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
}


def two_pressures(atom: MeasuredValue, proof: Proof, view: PatientView) -> str:
    """Why a pressure does not decide: the sentence goes on to another one of no other time; empty where it does."""
    measure = known_measure(atom.name)
    part = _MEASURES.get(measure.id, "") if measure is not None else ""
    bounds = atom.test.bounds
    if not part or proof.truth is TruthValue.UNKNOWN or not bounds:
        return ""
    if any(str(one.comparator) not in _COMPARE or one.times for one in bounds):
        return ""
    for item in proof.evidence:
        for value in _behind(item, part, view) if isinstance(item, Span) else ():
            held = all(_COMPARE[str(one.comparator)](value, one.value) for one in bounds)
            if held is not (proof.truth is TruthValue.MET):
                return f"{proof.reason}, and the note goes on to {value}, on the other side of the limit"
    return ""


def _behind(item: Span, part: str, view: PatientView) -> list[int]:
    """The pressures that follow one in its sentence, without those of which the note says that they are of another time."""
    sentence = next(
        (one for one in view.sentences if one.source_id == item.source_id and one.start <= item.start < one.end), None
    )
    if sentence is None:
        return []
    rest = sentence.text[item.end - sentence.start :]
    after = next((one.text for one in view.sentences if one.number == sentence.number + 1), "")
    if pattern("taken_again").match(after.casefold()):
        rest = f"{rest} {after}"
    # "150/90 in 2019, now 132/80" tells of two visits, and each pressure has its own time.
    if pattern("other_visit").search(rest.casefold()):
        return []
    found = [(int(one["systolic"]), int(one["diastolic"]), int(one[part])) for one in _PRESSURE.finditer(rest)]
    return [value for high, low, value in found if _LEAST <= low < high <= _MOST]


def high_in_spite(atom: Finding, what: str, view: PatientView) -> Proof | None:
    """Hypertension that is not controlled, by a pressure that a sentence calls high in spite of treatment."""
    if not re.fullmatch(
        r"(?:arterial |systemic |essential )?hypertension|(?:high )?blood pressure", what.casefold().strip()
    ):
        return None
    for sentence in view.sentences:
        found = _PRESSURE.search(sentence.text)
        if found is None:
            continue
        several = _ON_SEVERAL.match(sentence.text.casefold(), found.end())
        if not several and not _IN_SPITE.search(sentence.text.casefold()):
            continue
        high, low = int(found["systolic"]), int(found["diastolic"])
        if _LEAST <= low < high <= _MOST and (high >= _HIGH[0] or low >= _HIGH[1]):
            return proof_of(TruthValue.MET, atom, f"{found[0]} in spite of treatment", [sentence.span])
    return None
