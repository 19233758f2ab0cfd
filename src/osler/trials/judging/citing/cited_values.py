"""Whether the numbers that a model cites are within the limits of a criterion."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Iterator, Sequence

from osler.core.criteria import Comparator, MeasuredValue, PatientFacts, TruthValue, evaluate
from osler.core.language import NUMBER_OF_WORD, time_expressions
from osler.core.patient import PatientRecord, read_patient
from osler.core.terminology import fold_unit
from osler.trials.judging.citing.unit_scales import converted
from osler.trials.judging.measured.usual_limits import by_usual_limit
from osler.trials.judging.medicines.doses import by_amount
from osler.trials.judging.rules import pattern
from osler.trials.judging.view import NumberedSentence, PatientView
from osler.trials.judging.words import content_words

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_HOLDS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "=": operator.eq}
_COUNTED = re.compile(
    rf"(?<![\w.,:/-])(?P<number>\d{{1,2}}|{'|'.join(NUMBER_OF_WORD)}) (?P<what>(?:[^\W\d_]+ ){{0,2}}[^\W\d_]+)"
)
_PERCENT = re.compile(r"(?<![\w.])(?P<number>\d+(?:\.\d+)?)\s?%\s(?P<what>of\s(?:[^\W\d_]+\s?){1,4})")
_WITH_UNIT = re.compile(r"(?<![\w.])\d+(?:\.\d+)?\s?(?:%|[^\W\d_]+/[\w.^]+)")
_NUMBER_OF = re.compile(r"^(?:(?:the|a|an)\s)?(?:total\s)?(?:number|total|count)\sof\s(?:the\s)?")
_PLACE = re.compile(r"\s(?:on|of|in|at|per|over|by|from|within|during)\s|,|\(")
"""What follows the noun of what is counted."""
_BESIDE = 14
"""Characters between a name and the number that is its value, at most."""
_UNIT = re.compile(r"\s?[^\s,;()]*")
_WORD = re.compile(r"[^\W_]+")


def unmeasured(atom: MeasuredValue, wanted: bool, cited: Sequence[NumberedSentence], view: PatientView) -> str | None:
    """Empty where a cited number passes, the reason where none does, None where the test is not one of numbers."""
    if not atom.test.bounds and not atom.test.values:
        return None
    vocabularies = view.vocabularies
    said = [item.text for item in cited] + [f"{atom.name} {value}" for value in values_in_units(atom, cited)]
    told = [read_patient(text, "note", vocabularies).record for text in said]
    truths = [evaluate(atom, PatientFacts(record, vocabularies)).truth for record in told]
    proved = TruthValue.MET if wanted else TruthValue.NOT_MET
    doses = (by_amount(atom, PatientView(record, vocabularies)) for record in told[: len(cited)])
    truths += [dose.truth for dose in doses if dose is not None]
    if proved in truths:
        return ""
    if any(bound.times for bound in atom.test.bounds):
        return _by_multiple(atom, proved, told, view)
    contrary = any(truth is not TruthValue.UNKNOWN for truth in truths)
    if not contrary and any(_passes(float(number), atom) is wanted for number in numbers_of(atom, cited)):
        return ""
    return f"no number of the sentence {'is within' if wanted else 'breaks'} the limit of {atom.name}"


def gives_value(atom: MeasuredValue, cited: Sequence[NumberedSentence], view: PatientView) -> bool:
    """Whether a cited sentence gives the value of a measure, right behind its name, in whatever unit, or as a dose."""
    told = [read_patient(item.text, "note", view.vocabularies).record for item in cited]
    if any(evaluate(atom, PatientFacts(record, view.vocabularies)).evidence for record in told):
        return True
    if any(True for _ in (*values_in_units(atom, cited), *numbers_of(atom, cited, within=_BESIDE))):
        return True
    return any(by_amount(atom, PatientView(record, view.vocabularies)) is not None for record in told)


def contradicts(atom: MeasuredValue, cited: Sequence[NumberedSentence], view: PatientView) -> bool:
    """Whether cited sentences give the value that is asked for, and only such as break its limits."""
    if not atom.test.bounds or any(bound.times for bound in atom.test.bounds):
        return False
    told = [*numbers_of(atom, cited, within=_BESIDE)]
    return bool(told) and unmeasured(atom, True, cited, view) != ""


def _by_multiple(atom: MeasuredValue, proved: TruthValue, told: Sequence[PatientRecord], view: PatientView) -> str:
    """Whether the sentences' values prove a multiple of a limit of normal: nobody's word for it counts."""
    found = [by_usual_limit(atom, PatientFacts(record, view.vocabularies), view, "apart") for record in told]
    if any(one is not None and one.proof.truth is proved for one in found):
        return ""
    return f"the values and limits of the sentence do not show a multiple of the limit of normal for {atom.name}"


def numbers_of(atom: MeasuredValue, cited: Sequence[NumberedSentence], within: int = 10_000) -> Iterator[str]:
    """The numbers that follow a word of the measure's name, for values that are written without a unit."""
    names = content_words(" ".join((atom.name, *atom.also)))
    head = _head(atom.name)
    for sentence in cited:
        # "HIV clinic, 6 August 2025" gives a day, and no number of copies.
        times = [(one.start, one.end) for one in time_expressions(sentence.text)]
        text = _without(sentence.text, times)
        if head and not head & content_words(text.casefold()):
            # A grade of the knee is no pain of it.
            continue
        unitless = not any(bound.unit for bound in atom.test.bounds)
        counted = [*_counted(text, _noun(atom.name))] if unitless else [*_share_of(atom, names, text)]
        yield from counted or _nearest(atom, names, text, within)
        if unitless and not counted:
            # "Two caesarean sections": what is counted stands behind its number.
            yield from _counted(text, names)


def _counted(text: str, names: frozenset[str]) -> Iterator[str]:
    """The numbers that stand before the words for what is counted."""
    for number in _COUNTED.finditer(text.casefold()):
        if content_words(number["what"]) & names:
            yield str(NUMBER_OF_WORD.get(number["number"]) or number["number"])


def _share_of(atom: MeasuredValue, names: frozenset[str], text: str) -> Iterator[str]:
    """The numbers of percent that stand before what they are a share of: "35% of the body surface"."""
    if all(bound.unit == "%" for bound in atom.test.bounds):
        for share in _PERCENT.finditer(text.casefold()):
            if len(content_words(share["what"]) & names) > 1:
                yield share["number"]


def _noun(name: str) -> frozenset[str]:
    """The noun of what is counted: lesions, of "total number of inflammatory lesions on the face"."""
    front = _PLACE.split(_NUMBER_OF.sub("", name.casefold()))[0].split()
    return content_words(front[-1]) if front else frozenset()


def _nearest(atom: MeasuredValue, names: frozenset[str], text: str, within: int) -> Iterator[str]:
    """The numbers before which most words of a name stand: of "Mayo 2, modified Mayo score 7" the modified score is the second."""
    found: list[tuple[int, str]] = []
    since = 0
    for number in _NUMBER.finditer(text):
        words = [word for word in _WORD.finditer(text, since, number.start()) if content_words(word[0]) & names]
        since = number.end()
        unit = _UNIT.match(text, number.end())
        told = _as_asked(atom, number[0], unit[0] if unit else "")
        if not words or number.start() - words[-1].end() > within or told is None:
            continue
        shared = frozenset(one for word in words for one in content_words(word[0]) & names)
        found.append((len(shared), told))
    most = max((shared for shared, _ in found), default=0)
    yield from (number for shared, number in found if shared == most)


def values_in_units(atom: MeasuredValue, cited: Sequence[NumberedSentence]) -> Iterator[str]:
    """The values behind a measure's whole name in whatever unit, which its own table may convert: "drifted up to 71 mmol/mol"."""
    names = content_words(atom.name)
    for sentence in cited:
        since = 0
        for value in _WITH_UNIT.finditer(sentence.text):
            if names and names <= content_words(sentence.text[since : value.start()]):
                yield value[0]
            since = value.end()


def _head(name: str) -> frozenset[str]:
    """The last word of a symptom's name of several words, which says what is measured; nothing where it is a laboratory's."""
    words = name.casefold().split()
    return (
        content_words(words[-1])
        if len(words) > 1 and pattern("measured_symptoms").fullmatch(words[-1])
        else frozenset()
    )


def _without(text: str, places: Iterable[tuple[int, int]]) -> str:
    """A text with blanks in some places."""
    for start, end in places:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _in_unit(atom: MeasuredValue, written: str) -> bool:
    """Whether what stands behind a number may be the unit of the limits; where none is asked, nothing may be joined to it."""
    asked = {fold_unit(bound.unit) for bound in atom.test.bounds if bound.unit}
    plain = written.strip(" ,.;)")
    if not asked:
        return not written or (written[0] in " .,;)" and "/" not in plain)
    return fold_unit(plain) in asked or not re.search(r"[/%]|^\w{1,2}$", plain)


def _as_asked(atom: MeasuredValue, number: str, written: str) -> str | None:
    """A number in the unit of the limits; None where its own unit is another one that cannot be compared."""
    plain = written.strip(" ,.;)").casefold()
    asked = [bound.unit.casefold() for bound in atom.test.bounds if bound.unit]
    scaled = next(filter(None, (converted(number, plain, unit) for unit in asked)), None)
    return scaled or (number if _in_unit(atom, written) else None)


def _passes(number: float, atom: MeasuredValue) -> bool:
    if atom.test.values:
        return number in atom.test.values
    return all(_compare(number, bound.comparator, bound.value) for bound in atom.test.bounds if not bound.times)


def _compare(number: float, comparator: Comparator, limit: float) -> bool:
    compare = _HOLDS.get(str(comparator))
    return compare is None or bool(compare(number, limit))
