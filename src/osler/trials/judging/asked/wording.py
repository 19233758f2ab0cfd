"""Lines of criteria in the words that they mean: what one word says of several, what a moment or a group only limits."""

from __future__ import annotations

import re

from osler.core.criteria import (
    Age,
    AllOf,
    Comparator,
    CriterionKind,
    Expression,
    Finding,
    MeasuredValue,
    Unparsed,
    Window,
    atoms,
    parse_criterion,
    requirement,
)
from osler.core.terminology import Vocabularies
from osler.trials.judging.rules import pattern

_LETTERED = re.compile(
    r"\b(?P<head>hepatitis|influenza|h(?:a)?emophilia|vitamin)\s(?P<first>[A-EK])(?P<rest>(?:\s?(?:,|/|or|and|and/or)\s?[A-EK]\b)+)"
    r"(?!\s?(?:virus|viral)?\s?(?:surface|core|antigen))",
    re.IGNORECASE,
)
""" "Hepatitis B or C": the disease is said once of its letters."""
_FOR_AN_AGE = re.compile(
    r"^(?P<what>.+?),?\s+(?:for|in)\s+(?:patients|subjects|participants|those|individuals|people)\s+(?P<who>(?:who are\s|aged\s|of\s|with an age\s)?[^,;]*\d+\s*(?:years?|yrs?)(?:\s(?:of age|old))?(?:\s(?:or|and)\s(?:older|over|above|younger))?)\.?$",
    re.IGNORECASE,
)
_DIAGNOSED = re.compile(
    r"^(?P<what>.+?)\s+(?:(?:first|initially|newly)\s)?(?:diagnosed|started|initiated|begun|commenced)$|^diagnos(?:ed with|is of)\s+(?P<of>.+)$",
    re.IGNORECASE,
)
_TEST_FOR = re.compile(
    r"^(?:(?:blood|serological|screening)\s)?(?:tests?|testing|serology|screen(?:ing)?)\s(?:for|of)\s+(?P<what>.+)$",
    re.IGNORECASE,
)
_KIND_DENIED = re.compile(
    r"^(?P<before>.*?)\bnon-?\s?squamous(?:[- ]cell)?\s+(?P<rest>(?!histology)\S.*)$", re.IGNORECASE
)
_IF_USED = re.compile(
    r"^(?P<what>[^,;:]{4,80}),? if (?:used|taken|given|prescribed|applicable|any|present|being (?:taken|used)),? (?:must|should|has to|have to|is|are|at)\s.+$",
    re.IGNORECASE,
)
_PERMITTED_IF = re.compile(
    r"^(?P<what>[^,;:]{4,100}?)\s+(?:(?:is|are|may be|will be|can be)\s)?(?:permitted|allowed|acceptable|tolerated)\s+(?:only\s)?(?:if|when|provided(?: that)?|as long as)\s+(?P<then>.+)$",
    re.IGNORECASE,
)
_THOSE_WHO = re.compile(
    r"^(?:all\s)?(?:patients|participants|subjects|those|individuals)\s(?:(?:who\s(?:have\s|had\s|has\s|are\s|were\s)?(?:previously\s|already\s|currently\s)?)?"
    r"(?:received|receive|receiving|taken|take|taking|had|treated with|on|using|use)\s)(?P<what>[^,;:]{3,80}?),?\s"
    r"(?:must|should|have to|has to|need to|are required to|will)\s(?P<then>.+)$",
    re.IGNORECASE,
)
""" "Patients taking tamoxifen must have stopped it": a demand on those who took it."""
_MUST_BE_OVER = re.compile(
    r"\b(?:it|them|this|these|stopp\w+|discontinu\w+|ceas\w+|last|wash-?out|complet\w+|finish\w+|prior|before|resol\w+|recover\w+)\b"
)
_SPREAD = re.compile(
    r"^(?P<what>\S.*?)\s+(?:with|and)\s+(?P<spread>(?:(?:documented|known|confirmed|visceral|distant)\s)*[a-z]+\smetasta(?:sis|ses))$",
    re.IGNORECASE,
)
_BEFORE_THE_EVENT = re.compile(
    r"\b(?:pre-?(?:stroke|morbid|injury))\s+(?=(?:modified\s)?(?:rankin|mrs|functional|karnofsky))", re.IGNORECASE
)
"""When a score was so: no condition of its own."""
_BOTH_RESULTS = re.compile(
    r"^(?P<first>[A-Za-z][\w-]*(?:\s(?!or\b|and\b)[\w-]+){0,2})(?P<join>\s(?:or|and/or)\s)(?P<second>[A-Za-z][\w-]*(?:\s[\w-]+)??)[- ]"
    r"(?P<result>positiv(?:e|ity)|negativ(?:e|ity)|seropositive)(?=\W*$)",
    re.IGNORECASE,
)
""" "Rheumatoid factor or anti-CCP positive": the result is said once of both tests."""
_AT_LEAST_BOTH = re.compile(
    r"(?P<sign>\b(?:at least|more than|a minimum of)|≥|>=)\s?(?P<first>\d+\s[a-z][a-z-]*(?:\s[a-z-]+)?)\s(?:and|&)\s(?=\d+\s[a-z])",
    re.IGNORECASE,
)
""" "At least 6 swollen and 6 tender joints": the sign is said once of both numbers."""
_ALLOWED = re.compile(
    r"(?<=\w)(?:[;,.]\s+|\s*\()(?:(?:patients?|subjects?|participants?|they|the use of|use of)\s)?(?:[\w/-]+\s){0,6}?"
    r"(?:may (?:use|take|have|continue|be on|receive)\s[^;.()]+|(?:is|are|will be)\s(?:allowed|permitted|acceptable))(?:\)|[.;]?$)",
    re.IGNORECASE,
)
"""What a participant may have or do, behind what is asked."""
_OPENS_WITH_AGE = re.compile(r"^for\s(?P<who>[^,;:.]{4,60}),\s+(?P<what>\S.*)$", re.IGNORECASE)
_TIME_IN_A_COLUMN = re.compile(r"\s*;\s*(?=\d{1,3}\s(?:days?|weeks?|months?|years?)\W*$)", re.IGNORECASE)
""" "Sunburn; 14 days": the second column of a table, in which the first names what there must not have been."""
_NEW = re.compile(r"^(?P<new>newly[- ]diagnosed)\s*,?\s+(?P<rest>\S.*)$", re.IGNORECASE)


def without_permissions(line: str) -> str:
    """A line without what it only allows: who may use a cane need not."""
    return _ALLOWED.sub("", line).strip() or line


def in_full(line: str) -> str:
    """A line in which what is said once of several is said of each, and the moment of consent is no demand."""
    line = _LETTERED.sub(_each_lettered, line)
    line = _BOTH_RESULTS.sub(r"\g<first> \g<result>\g<join>\g<second> \g<result>", line)
    line = _AT_LEAST_BOTH.sub(r"\g<sign> \g<first> and \g<sign> ", line)
    line = _BEFORE_THE_EVENT.sub("", line)
    line = _TIME_IN_A_COLUMN.sub(" within the last ", line)
    bare = pattern("agreement", "anchor").sub("", line.casefold())
    if bare != line.casefold() and not pattern("agreement", "consent", "asked").search(bare):
        # "Age >= 18 at the time of signing the consent" asks for an age.
        anchor = pattern("agreement", "anchor").search(line.casefold())
        if anchor is not None and len(line.casefold()) == len(line):
            line = f"{line[: anchor.start()]} {line[anchor.end() :]}"
    return " ".join(line.split())


def _each_lettered(found: re.Match[str]) -> str:
    return f"{found['head']} {found['first']}" + re.sub(
        r"([A-EK])\b(?=[\s,/]|$)", rf"{found['head']} \1", found["rest"]
    )


def for_an_age(line: str, kind: CriterionKind, vocabularies: Vocabularies) -> Expression | None:
    """ "ECOG 0-2 for patients aged 75 or older": a demand on those of an age alone."""
    found = _FOR_AN_AGE.match(line) or _OPENS_WITH_AGE.match(line)
    if kind != "inclusion" or found is None:
        return None
    who = parse_criterion(found["who"], vocabularies, kind=kind)
    if not all(isinstance(atom, Age) for atom in atoms(who)):
        return None
    return requirement(who, parse_criterion(found["what"], vocabularies, kind=kind))


def apart(atom: Finding) -> Expression | None:
    """A disease apart from what is said of it: that it is new, or of another histology than the squamous one."""
    if (new := _NEW.match(atom.name)) is not None:
        rest = atom.model_copy(update={"name": new["rest"], "codes": ()})
        return AllOf(children=(Finding(name="newly diagnosed", span=atom.span), rest))
    if (spread := _SPREAD.match(atom.name)) is not None:
        rest = atom.model_copy(update={"name": spread["what"], "codes": ()})
        return AllOf(children=(rest, Finding(name=spread["spread"], span=atom.span)))
    if (other := _KIND_DENIED.match(atom.name)) is not None:
        rest = atom.model_copy(update={"name": f"{other['before']}{other['rest']}", "codes": ()})
        return AllOf(children=(Finding(name="non-squamous histology", span=atom.span), rest))
    return None


def where_used(line: str, kind: CriterionKind, vocabularies: Vocabularies) -> Expression | None:
    """ "Corticosteroids, if used, must be stable", "permitted if …": a demand on those who take them alone."""
    if kind != "inclusion":
        return None
    if (permitted := _PERMITTED_IF.match(line)) is not None:
        what = parse_criterion(permitted["what"], vocabularies, kind=kind)
        return requirement(what, parse_criterion(permitted["then"], vocabularies, kind=kind))
    if (those := _THOSE_WHO.match(line)) is not None:
        # What must be over is said of the treatment, and seldom by its name.
        over = _MUST_BE_OVER.search(those["then"])
        then = Unparsed(text=line) if over else parse_criterion(f"must {those['then']}", vocabularies, kind=kind)
        return requirement(parse_criterion(those["what"], vocabularies, kind=kind), then)
    if (found := _IF_USED.match(line)) is None:
        return None
    return requirement(parse_criterion(found["what"], vocabularies, kind=kind), Unparsed(text=line))


def since_diagnosis(atom: Finding) -> Finding | None:
    """ "Diagnosed at least 6 months before" asks how long the disease has been there."""
    found = _DIAGNOSED.match(atom.name)
    if found is None or not any(window.kind in ("before", "within") and window.length for window in atom.windows):
        return None
    windows = tuple(_lasting(window) for window in atom.windows)
    return atom.model_copy(update={"name": found["what"] or found["of"], "codes": (), "windows": windows})


def _lasting(window: Window) -> Window:
    if window.kind not in ("before", "within") or not window.length:
        return window
    usual = Comparator.GE if window.kind == "before" else Comparator.LE
    return window.model_copy(update={"kind": "lasting", "comparator": window.comparator or usual, "anchor": ""})


def tested(atom: MeasuredValue) -> MeasuredValue | None:
    """ "A positive test for HIV" is the result of HIV; a test for ischaemia is positive in more ways than by having it."""
    found = _TEST_FOR.match(atom.name.casefold())
    if (
        found is None
        or atom.test.result not in ("positive", "negative")
        or not pattern("infections").match(found["what"])
    ):
        return None
    return atom.model_copy(update={"name": found["what"], "codes": ()})
