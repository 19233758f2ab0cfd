"""Values and results that a note writes beside the very name that a criterion asks for, where the reader knows no such measure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from osler.core.criteria import Bound, Comparator, MeasuredValue, Proof, TruthValue, names_of_scale
from osler.core.language import Experiencer, Polarity, assert_mention
from osler.core.terminology import fold_unit, spelling
from osler.trials.judging.proofs import proof_of
from osler.trials.judging.rules import pattern, rules
from osler.trials.judging.view import NumberedSentence, PatientView

MET, NOT_MET = TruthValue.MET, TruthValue.NOT_MET
_ROMAN = {"i": 1.0, "ii": 2.0, "iii": 3.0, "iv": 4.0, "v": 5.0}
_BETWEEN = r"\s*(?:(?:level|score|count|value|total|global|class|stage|grade|type|is|was|are|of|at|today|now)\b\s*|[:=]\s*){0,3}"
_VALUE = r"(?P<number>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?|(?:iv|v|i{1,3})(?=[\s.,;)]|$))(?:/(?P<most>\d{1,3})\b)?(?![\d/-])\s?(?P<unit>%|[a-zµμ/·^*{}\[\]0-9.]*[a-zµμ%])?"
_COUNTS = {"one": 1.0, "two": 2.0, "three": 3.0, "four": 4.0, "five": 5.0, "six": 6.0, "seven": 7.0, "eight": 8.0, "nine": 9.0, "ten": 10.0, "eleven": 11.0, "twelve": 12.0}  # fmt: skip
_COUNTED = r"(?<![\d/.,-])(?P<number>\d{1,3}|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)) (?P<name>NAME)(?P<unit>)(?P<most>)\b(?!\s*[:=]?\s*\d)"
""" "11 tender joints": what is counted stands behind its number."""
_JOINT = r"[\s.-]+"
"""What may stand between the words of a name."""
_SHARED_NOUN = r"(?<![\d/.,-])(?P<number>\d{1,3}) (?P<name>FRONT)(?P<unit>)(?P<most>)\s?(?:,|/|and|&)\s?\d{1,3} (?:[\w-]+ ){1,2}?NOUN\b"
_ITS_OWN_UNIT = fold_unit("kg/m2")
"""A body mass index has no other unit, and notes leave it out."""
_MILLIMETRES = {"mm": 1.0, "cm": 10.0, "m": 1000.0}
_VERSION = re.compile(r"^(?P<name>[A-Z]{3,7})-(?:\d{1,2}K?|II|III|R)(?:\s(?:total\s)?score)?$")
_SCORE = re.compile(r"(?-i:[A-Z]{3,7})(?:\s(?:total\s)?score)?", re.IGNORECASE)
_ANY_VERSION = r"(?:-\d{1,2}\b)?"
"""Who asks for a questionnaire by its name alone asks for any of its versions: ACQ-5, ACQ-6."""
_UNDETECTED = 50.0
"""Copies of a virus in a millilitre that no test in use fails to find (WHO, consolidated guidelines on HIV, 2021)."""
_LAST_OF_DATES = 31
"""Behind a stroke a higher number is no day and no month: "141/144"."""
_SHORT = 2
"""A name of two letters may be anything."""
_WORD = re.compile(r"[^\W_]+")
_ARTICLES = ("serum", "plasma", "the", "a")
_SEEN_ON = re.compile(
    r"\s(?:on|by|in|as measured (?:on|by))\s(?:an?\s|the\s)?(?:(?:ap|pa|lateral|anteroposterior|plain|standing|weight-?bearing)\s)*"
    r"(?:radiographs?|x-?rays?|films?|mri|ct|scans?|ultraso\w+|echo(?:cardiogra\w+)?|imaging)$"
)
"""By which examination a size is measured, which a note tells elsewhere."""
_DEGREES = re.compile(r"^(?:deg(?:rees?)?|°|points?|pts?)$", re.IGNORECASE)
_BRITISH = re.compile(r"(cent|lit|met|fib|calib)er$")
_AGAINST_B = re.compile(r"hepatitis b|hbv", re.IGNORECASE)
_ANTIBODY = re.compile(r"\W{0,3}(?:ab|antibod)")
_PER = re.compile(r"\b(?:events?|episodes?) per hour\b|\bscores?\b")
_RESULTS = ("positive", "negative")
_TESTS = {
    Comparator.LT: float.__lt__,
    Comparator.LE: float.__le__,
    Comparator.GT: float.__gt__,
    Comparator.GE: float.__ge__,
    Comparator.EQ: float.__eq__,
}


def by_written_value(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """The proof by the values that stand beside the name; None where none does, or where they differ over it."""
    if atom.windows and any(window.kind not in ("at", "current") for window in atom.windows):
        return None
    if atom.test.result in _RESULTS:
        return _by_written_result(atom, view)
    if any(bound.times for bound in atom.test.bounds) or not (atom.test.bounds or atom.test.values):
        return None
    found = [(_passes(atom, number), sentence) for sentence in view.sentences for number in _values(atom, sentence)]
    truths = {truth for truth, _ in found}
    if len(truths) != 1:
        return None
    truth, sentence = found[0]
    return proof_of(truth, atom, "the note gives the value beside its name", [sentence.span])


def _by_written_result(atom: MeasuredValue, view: PatientView) -> Proof | None:
    """A test by the word that follows its name: "QuantiFERON negative"."""
    found: list[tuple[str, NumberedSentence]] = []
    for sentence in view.sentences:
        for name in _names(atom):
            for place in re.finditer(rf"\b{name}\b", sentence.text, re.IGNORECASE):
                if assert_mention(sentence.text, *place.span()).experiencer is not Experiencer.PATIENT:
                    continue
                rest = sentence.text[place.end() :].casefold()
                if _AGAINST_B.search(place[0]) and _ANTIBODY.match(rest):
                    # Antibodies against hepatitis B tell of immunity, not of the infection.
                    continue
                found += [(result, sentence) for result in _RESULTS if pattern("written_results", result).match(rest)]
    if len({result for result, _ in found}) != 1:
        return None
    result, sentence = found[0]
    truth = MET if result == atom.test.result else NOT_MET
    return proof_of(truth, atom, f"the note says that it is {result}", [sentence.span])


def _values(atom: MeasuredValue, sentence: NumberedSentence) -> Iterator[float]:
    """The numbers beside the name in a sentence, said of the patient, in the unit that is asked for."""
    counted = not any(bound.unit for bound in atom.test.bounds)
    for form in _forms(_names(atom), counted=counted) + (_parted_forms(_names(atom)) if counted else ()):
        for place in form.finditer(sentence.text):
            said = assert_mention(sentence.text, place.start("name"), place.end("name"))
            if said.experiencer is not Experiencer.PATIENT or said.historical:
                continue
            own = re.split(r"[,;:]", sentence.text[: place.start("name")])[-1]
            if said.polarity is not Polarity.PRESENT and not (
                said.polarity is Polarity.NEGATED and not pattern("denying").search(own.casefold())
            ):
                # "No haemorrhage, ASPECTS 9": what has a value of its own is not what the words before it deny.
                continue
            if _is_another(sentence.text, place):
                continue
            written, unit = place["number"].casefold(), place["unit"] or ""
            if place["most"] and not _is_unit(unit):
                # "23/30 today": a word behind the highest points is no unit.
                unit = ""
            number = (_ROMAN | _COUNTS).get(written)
            number = float(written.replace(",", "")) if number is None else number
            if place["most"] and (
                unit
                or (int(place["most"]) not in rules()["score_ends"] and int(place["most"]) <= _LAST_OF_DATES)
                or number > int(place["most"])
            ):
                continue
            if pattern("months").match(unit.casefold()):
                continue
            if _in_unit(atom, unit):
                yield number
            elif not _is_unit(unit) and (cells := _cells(atom, number)) is not None:
                yield cells
            elif (scale := _scale(atom, unit)) is not None:
                yield number * scale
        yield from _below(atom, sentence)


def _below(atom: MeasuredValue, sentence: NumberedSentence) -> Iterator[float]:
    """Values of which the note says only that they are below a limit, or too few to be found; where no limit asked for lies lower."""
    if not _names(atom) or not all(bound.unit for bound in atom.test.bounds):
        return
    form = rf"\b(?P<name>{'|'.join(_names(atom))})\b{_BETWEEN}(?:\(?[<≤]=?\s?(?P<number>\d+(?:\.\d+)?)\s?(?P<unit>[a-z/]+)|(?P<none>undetect\w+|not detect(?:ed|able)|below (?:the )?(?:limit of )?detection))"
    for place in re.finditer(form, sentence.text, re.IGNORECASE):
        most = float(place["number"]) if place["number"] else _UNDETECTED
        said = assert_mention(sentence.text, place.start("name"), place.end("name"))
        units = {bound.unit.casefold().partition("/")[0] for bound in atom.test.bounds}
        own = (place["unit"] or "").casefold().partition("/")[0] in units or place["none"]
        if _is_another(sentence.text, place):
            continue
        if own and said.experiencer is Experiencer.PATIENT and all(bound.value >= most for bound in atom.test.bounds):
            yield most - 1


def _is_another(text: str, place: re.Match[str]) -> bool:
    """Whether a number beside a name tells of something else: the load of another virus, how far away a tumour lies, a year."""
    words = text.casefold()
    if pattern("another_number", "before").search(words[: place.start("name")]):
        return True
    year = re.fullmatch(r"(?:19|20)\d\d", place["number"] or "")
    return bool(year) or bool(pattern("another_number", "behind").match(words[place.end() :]))


@lru_cache(maxsize=5000)
def _names(atom: MeasuredValue) -> tuple[str, ...]:
    """The names of a measure as patterns: word for word, without what says nothing, and the short one of the criterion."""
    words = [word for word in _WORD.findall(_SEEN_ON.sub("", atom.name.casefold())) if word not in _ARTICLES]
    plain = [word for word in words if not pattern("measure_dress").fullmatch(word)]
    if len(plain) > 1 and any(bound.unit for bound in atom.test.bounds) and pattern("dimensions").fullmatch(plain[-1]):
        # A unit says what kind of size a number is: "prostate 58 mL".
        plain = plain[:-1]
    called = [
        *atom.also,
        *_other_names(atom.name),
        *(names_of_scale(atom.scale) if atom.scale else ()),
        *_initials(atom.name),
        *_eponym(atom.name),
        *_version(atom.name),
    ]
    known = [_WORD.findall(short.casefold()) for short in called]
    return tuple(
        dict.fromkeys(
            (r"[\s-]*".join(map(_in_any_spelling, name)) if name in known else _JOINT.join(map(_in_any_spelling, name)))
            + (_ANY_VERSION if _SCORE.fullmatch(atom.name) and name == plain else "")
            for name in (words, plain, *known)
            if (max(map(len, name), default=0) > _SHORT or (name in known and len("".join(name)) == _SHORT))
            and not pattern("bare_measures").fullmatch(" ".join(name))
        )
    )


def _other_names(name: str) -> tuple[str, ...]:
    """What else notes and criteria call a measure."""
    words = _WORD.findall(_PER.sub("", name.casefold()))
    own = " ".join([word for word in words if not pattern("measure_dress").fullmatch(word)] or words)
    groups = (tuple(map(str, group)) for group in rules()["measure_names"])
    return next((group for group in groups if own in {" ".join(_WORD.findall(one.casefold())) for one in group}), ())


def _initials(name: str) -> tuple[str, ...]:
    """The short name of a score by the first letters of its words: "Geriatric Depression Scale" is GDS."""
    words = _WORD.findall(name)
    scored = len(words) > _SHORT and pattern("scored").fullmatch(words[-1].casefold())
    return ("".join(word[0] for word in words),) if scored else ()


def _eponym(name: str) -> tuple[str, ...]:
    """The short name of a score by whom it is called after: "Mattis Dementia Rating Scale" is Mattis."""
    words = name.split()
    scored = len(words) > _SHORT and pattern("scored").fullmatch(words[-1].casefold())
    first = words[0].removesuffix("'s").removesuffix("’s")
    called_after = re.fullmatch(r"[A-Z][a-z]{3,}", first) and not pattern("no_eponyms").fullmatch(first.casefold())
    return (first,) if scored and called_after else ()


def _in_any_spelling(word: str) -> str:
    """A word as a pattern of its spellings on both sides of the Atlantic: center and centre, edema and oedema."""
    plain = spelling(word)
    forms = dict.fromkeys((word, plain, *(_BRITISH.sub(r"\1re", one) for one in (plain,))))
    return re.escape(word) if len(forms) == 1 else f"(?:{'|'.join(map(re.escape, forms))})"


def _version(name: str) -> tuple[str, ...]:
    """The short name of a score without the number of its version: who writes ACQ 2.8 means one of them."""
    found = _VERSION.match(name)
    return (found["name"],) if found else ()


@lru_cache(maxsize=5000)
def _forms(names: tuple[str, ...], *, counted: bool) -> tuple[re.Pattern[str], ...]:
    """Names with a number behind them, and of what is counted, before them."""
    if not names:
        return ()
    called = "|".join(names)
    behind = re.compile(rf"\b(?P<name>{called})\b{_BETWEEN}{_VALUE}", re.IGNORECASE)
    return (behind, re.compile(_COUNTED.replace("NAME", called), re.IGNORECASE)) if counted else (behind,)


@lru_cache(maxsize=5000)
def _parted_forms(names: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """What is counted where two counts share their noun: "11 tender and 9 swollen joints"."""
    parted = (name.rpartition(_JOINT) for name in names)
    return tuple(
        re.compile(_SHARED_NOUN.replace("FRONT", front).replace("NOUN", noun), re.IGNORECASE)
        for front, _, noun in parted
        if front
    )


def _in_unit(atom: MeasuredValue, unit: str) -> bool:
    """Whether a unit is the one of every limit; a bare number is compared with a bare limit."""
    # An angle and a score have one unit, which is often left out.
    unit = _DEGREES.sub("", unit)
    asked = {fold_unit(_DEGREES.sub("", bound.unit or "")) for bound in atom.test.bounds} or {""}
    own = unit if _is_unit(unit) else ""
    if not own and asked == {_ITS_OWN_UNIT}:
        return True
    return asked == {fold_unit(own)} and (bool(own) or not unit or not _is_unit(unit))


def _cells(atom: MeasuredValue, number: float) -> float | None:
    """A count of blood cells that stands without a unit, in the unit that is asked: it can be only one of the two in use."""
    asked = {(bound.unit or "").casefold().replace("^", "") for bound in atom.test.bounds}
    if not pattern("cell_counts", "names").search(atom.name.casefold()) or len(asked) != 1:
        return None
    in_microlitres = bool(pattern("cell_counts", "per_microlitre").fullmatch(asked.pop()))
    few = number < rules()["cell_counts"]["fewest"]
    if not in_microlitres:
        return None
    return number * 1000 if few else number


def _scale(atom: MeasuredValue, unit: str) -> float | None:
    """By how much a length is to be multiplied to be in the unit of every limit; None where it is no length."""
    asked = {(bound.unit or "").casefold() for bound in atom.test.bounds}
    own = _MILLIMETRES.get(unit.casefold())
    wanted = _MILLIMETRES.get(asked.pop()) if len(asked) == 1 else None
    return own / wanted if own and wanted else None


def _is_unit(text: str) -> bool:
    return bool(re.search(r"[/%]", text)) or bool(pattern("bare_units").fullmatch(text.casefold()))


def _passes(atom: MeasuredValue, number: float) -> TruthValue:
    if atom.test.values:
        return MET if number in atom.test.values else NOT_MET
    return MET if all(_holds(bound, number) for bound in atom.test.bounds) else NOT_MET


def _holds(bound: Bound, number: float) -> bool:
    return bool(_TESTS[bound.comparator](number, float(bound.value)))
