"""Tests whose result a note writes as one word: "HBsAg neg, anti-HCV neg", "HIV and hepatitis B negative"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple

from osler.core.evidence import Span
from osler.core.language import MONTH_NAME, AnalysedText, Experiencer, Polarity
from osler.core.patient.extract.result_dates import result_dates
from osler.core.patient.types import Coding, Condition, Document, Observation, PatientRecord, Presence, Status
from osler.core.patient.types.facts import Fact
from osler.first_letters import each_match
from osler.yaml_reader import packaged_yaml

_BY_TEST = "condition-by-test-"


_NEAR = 60
"""Characters after a result within which a short name speaks of the same infection."""


_OCCASION = (
    r"(?:done|taken|performed|checked|repeated|sent|measured|drawn|run|in|at|on|before|after|during)\s"
    r"(?:(?!(?:her|his|their|a)\s(?:partner|husband|wife|mother|father|sister|brother|child|baby|son|daughter|donor)|partners?\b|husband|wife|spouse|mother|father|donor|not\b|no\b|but\b)"
    r"[a-z][a-z'-]*\s?(?=[\s:a-z(+-])){1,4}?"
)
"""When or where a test was made, as it may stand before the result: "in clinic", "checked this morning"."""


class _Result(NamedTuple):
    test: dict[str, Any]
    positive: bool
    written: str
    start: int
    end: int


class _Patterns(NamedTuple):
    listed: re.Pattern[str]
    name: re.Pattern[str]
    by_name: dict[str, dict[str, Any]]
    positive: frozenset[str]
    of_virus: frozenset[str]
    short: dict[str, re.Pattern[str]]
    """By the code of the infection: a result under a name that leaves the infection out."""
    by_short: dict[tuple[str, str], dict[str, Any]]
    panels: dict[str, tuple[dict[str, Any], ...]]
    """By the name of several tests that are taken together."""

    def tests_of(self, name: str) -> tuple[dict[str, Any], ...]:
        """The tests that a name stands for."""
        return self.panels.get(name) or (self.by_name[name],)


@cache
def _patterns() -> _Patterns:
    table: dict[str, Any] = packaged_yaml(__package__, "serology.yml")
    by_name = {name.casefold(): row for row in table["tests"] for name in row["names"]}
    # "Hep B/C" and "hepatitis B and C": the letter alone names the second.
    by_name["c"] = by_name["hepatitis c"]
    by_test = {row["test"]: row for row in table["tests"]}
    panels = {name: tuple(by_test[test] for test in row["tests"]) for row in table["panels"] for name in row["names"]}
    called = [one for one in (*by_name, *panels) if one != "c"]
    second = r"(?:(?<=B/)|(?<=B\s/\s)|(?<=B\sand\s)|(?<=B\s&\s)|(?<=B,\s)|(?<=B\sor\s))C"
    name = rf"(?:(?<![\w-])(?:(?<!autoimmune\s)(?:{_choice(called)}))|{second})(?!\w|-\w)"
    results = _choice([word for words in table["results"].values() for word in words])
    dated = rf"\(?(?:of|on|from|dated)?\s?(?:\d{{1,2}}(?:st|nd|rd|th)?\s(?:of\s)?{MONTH_NAME}|{MONTH_NAME}\s\d{{1,2}}|\d{{1,2}}[/.-]\d{{1,2}}|\d{{4}}-\d\d-\d\d)(?:[\s,/.-]{{1,2}}(?:\d{{4}}|\d\d))?\b\)?"
    between = rf"[\s:=-]{{0,3}}(?:(?:{_choice(table['between'])}|{dated}|{_OCCASION})[\s:=-]{{0,3}}){{0,3}}"
    # A bare minus is a result only where nothing follows that it could join: "HBsAg - awaited".
    result = rf"(?P<result>{results})(?![\w+-])(?:(?<!-)|(?=\s?(?:[),.;/]|\Z|\n)))"
    other, join = rf"(?<![\w-])(?:{_choice(table['others'])})(?!\w|-\w)", r"\s?(?:,|/|&|and|or|,\s?and)\s?"
    listed = re.compile(
        rf"(?P<names>{name}(?:{join}(?:{name}|{other})){{0,9}}){between}{result}"
        r"(?!\s(?:partner|husband|wife|spouse|donor|mother|father))",
        re.IGNORECASE,
    )
    by_short = {(row["code"], word.casefold()): row for row in table["tests"] for word in row.get("short", ())}
    lead = rf"(?:[,;.:(/]\s{{0,2}}|\b(?:{_choice(table['before_short'])})\s)"
    words = _choice([word for group in table["results"].values() for word in group if word[0].isalpha()])
    short = {
        code: re.compile(
            rf"{lead}(?:(?P<before>{words})\s(?P<named>{named})\b|(?P<names>{named})\b{between}{result})",
            re.IGNORECASE,
        )
        for code in {code for code, _ in by_short}
        for named in [_choice([word for of, word in by_short if of == code])]
    }
    kinds = {
        kind: frozenset(word.casefold() for group in groups for word in table["results"][group])
        for kind, groups in {
            "positive": ("positive", "virus_positive"),
            "of_virus": ("virus_positive", "virus_negative"),
        }.items()
    }
    compiled = re.compile(name, re.IGNORECASE)
    return _Patterns(listed, compiled, by_name, kinds["positive"], kinds["of_virus"], short, by_short, panels)


def is_serology(name: str) -> bool:
    """Whether some words are the name of one of these tests."""
    return _plain(name) in _patterns().by_name


_NEUTRAL = re.compile(
    r"\b(?:tests?|testing|screen(?:ing)?|serolog(?:y|ies)|status|results?|serum|urine|urinary|blood|plasma|for|of|the|a|an|qualitative)\b"
)
_ANTIBODY = re.compile(r"\b(?:anti-?(?=h)|antibod(?:y|ies)|ab)\b[ -]?")


@lru_cache(maxsize=5000)
def code_of_test(name: str) -> str | None:
    """The code of the test that words name in whatever order and dress: "urine pregnancy test", "test for HIV antibodies"."""
    plain = _plain(name).replace("-", " ")
    tests = _tests_by_bare_name()
    return tests.get(_bare(plain)) or tests.get(_bare(_ANTIBODY.sub(" ", plain)) + _OF_ANTIBODY)


_OF_ANTIBODY = " ab"


@cache
def _tests_by_bare_name() -> dict[str, str]:
    """The codes by names without what every test is called; those of antibodies are marked, for the virus has tests of its own."""
    found: dict[str, str] = {}
    for row in packaged_yaml(__package__, "serology.yml")["tests"]:
        if "loinc" not in row:
            continue
        names = [name.casefold().replace("-", " ") for name in row["names"]]
        of_antibody = any(_ANTIBODY.search(name) for name in names)
        for name in names:
            found.setdefault(_bare(name), row["loinc"])
            if of_antibody:
                found.setdefault(_bare(_ANTIBODY.sub(" ", name)) + _OF_ANTIBODY, row["loinc"])
    return found


def _bare(name: str) -> str:
    return " ".join(_NEUTRAL.sub(" ", name).split())


def _choice(phrases: list[str]) -> str:
    ordered = sorted(map(str, phrases), key=len, reverse=True)
    return "|".join(r"\s".join(re.escape(part) for part in phrase.split()) for phrase in ordered)


def add_serology(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add each result, and the condition that it shows or denies where the note says nothing of it yet."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    results = list(_results(analysed))
    _drop_misread(record, document, results)
    days = result_dates(analysed)
    for result in results:
        span, test = document.span(result.start, result.end), result.test
        record.observations.append(
            Observation(
                id=f"observation-{len(record.observations) + 1}",
                text=result.written,
                codings=[Coding(system="LOINC", code=test["loinc"], display=test["test"])] if "loinc" in test else [],
                value_text="positive" if result.positive else "negative",
                time=days.of(result.start, result.end),
                evidence=[span],
            )
        )
        if test.get("settles") and _settled(record, analysed, result, span):
            continue
        if not test.get("shows" if result.positive else "denies", True):
            continue
        # The words of the note stay beside the name, for a criterion may use them: "HIV" is asked for as often as "HIV infection".
        code = Coding.of(test["code"], test["condition"] if test.get("short") else result.written)
        if not any(fact.has_code(code.id) for fact in (*record.conditions, *record.phenotypes)):
            record.conditions.append(
                Condition(
                    id=f"{_BY_TEST}{len(record.conditions) + 1}",
                    text=test["condition"],
                    codings=[code],
                    presence=Presence.PRESENT if result.positive else Presence.ABSENT,
                    evidence=[span],
                )
            )


def _settled(record: PatientRecord, analysed: AnalysedText, result: _Result, span: Span) -> bool:
    """Whether the record has the infection already; one that rests on another test is now what this test says of it."""
    code, ancestors = result.test["code"], analysed.vocabularies.hierarchy.ancestors
    known = [fact for fact in record.conditions if any(code in {c.id, *ancestors(c.id)} for c in fact.codings)]
    for fact in known:
        if not fact.id.startswith(_BY_TEST):
            continue  # a stated diagnosis may be under treatment, and what the note says of it stands
        if result.positive:
            fact.presence, fact.status = Presence.PRESENT, None
        elif fact.presence is Presence.PRESENT:
            fact.status = Status.INACTIVE
        fact.evidence.append(span)
    return bool(known)


def _results(analysed: AnalysedText) -> Iterator[_Result]:
    patterns = _patterns()
    for found in each_match(patterns.listed, analysed.text):
        said = analysed.assertion_at(found.start("names"), found.end("names"))
        if said.experiencer is not Experiencer.PATIENT or said.polarity in (Polarity.POSSIBLE, Polarity.HYPOTHETICAL):
            continue
        names = list(patterns.name.finditer(analysed.text, found.start("names"), found.end("names")))
        names = [name for name in names if name is names[-1] or not _is_disease(name.group(), names[-1].group())]
        tests = [(name, test) for name in names for test in patterns.tests_of(_plain(name.group()))]
        if _plain(found["result"]) in patterns.of_virus and not all(test.get("virus") for _, test in tests):
            continue
        positive = _plain(found["result"]) in patterns.positive
        for name, test in tests:
            of_panel = _plain(name.group()) in patterns.panels
            if positive and of_panel:
                continue
            written = test["condition"] if of_panel or len(name.group()) == 1 else name.group()
            yield _Result(test, positive, written, name.start(), found.end())
        yield from _short_results(analysed.text, tests[-1][1]["code"], found.end())


def _is_disease(name: str, last: str) -> bool:
    """Whether a name in a list is the disease that the test at its end looks for: "chronic hepatitis C, HCV RNA negative"."""
    by_name = _patterns().by_name
    first, test = _patterns().tests_of(_plain(name))[0], _patterns().tests_of(_plain(last))[0]
    opens = any(other.startswith(f"{_plain(name)} ") for other in by_name)
    return opens and first is not test and first["code"] == test["code"]


def _short_results(text: str, code: str, start: int) -> Iterator[_Result]:
    """Results after another of the same infection, whose name leaves the infection out."""
    patterns = _patterns()
    pattern = patterns.short.get(code)
    following = patterns.name.search(text, start)
    end = min(start + _NEAR, following.start() if following else len(text), _paragraph_end(text, start))
    while pattern is not None and (found := pattern.search(text, start, end)) is not None:
        group, result = ("named", "before") if found["named"] else ("names", "result")
        word = _plain(found[result])
        test = patterns.by_short[code, _plain(found[group])]
        if word not in patterns.of_virus or test.get("virus"):
            first = min(found.start(group), found.start(result))
            yield _Result(test, word in patterns.positive, found[group], first, found.end())
        start = found.end()


def _paragraph_end(text: str, start: int) -> int:
    end = text.find("\n\n", start)
    return len(text) if end < 0 else end


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _drop_misread(record: PatientRecord, document: Document, results: list[_Result]) -> None:
    """What other readers took the name of the test for: hCG is also a drug, and a "negative test" no condition."""

    def misread(fact: Fact) -> bool:
        spans = [item for item in fact.evidence if isinstance(item, Span)]
        return bool(spans) and all(
            item.source_id == document.id and any(one.start <= item.start and item.end <= one.end for one in results)
            for item in spans
        )

    record.medications = [fact for fact in record.medications if not misread(fact)]
    record.phenotypes = [fact for fact in record.phenotypes if not misread(fact)]
    record.conditions = [fact for fact in record.conditions if fact.id.startswith(_BY_TEST) or not misread(fact)]
