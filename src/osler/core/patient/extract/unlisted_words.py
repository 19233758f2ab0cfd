"""Results in a word of tests that no table names: "antibody screen negative", "neg opiates/cocaine", "blood group O negative"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache

from osler.core.language import AnalysedText
from osler.core.patient.extract.result_lists import ResultLists
from osler.core.patient.extract.unlisted_names import DETERMINER, NAME_WORD, Result, choice, item_start, no_names, table
from osler.first_letters import each_match

_BLOOD_GROUP = re.compile(
    r"\b(?P<name>blood (?:group|type))(?:\s(?:is|was))?[\s:=]{1,2}(?P<result>(?-i:AB|A|B|O)(?:\s?(?:Rh(?:esus|D)?\s?)?(?:positive|negative|pos|neg|\+ve|-ve|\+|[-−]))?)(?!\w)",
    re.IGNORECASE,
)


@cache
def _worded() -> tuple[re.Pattern[str], re.Pattern[str], frozenset[str]]:
    """A test with its result behind it, several with one before them, and the tests that need a list of results."""
    words = table()
    results = choice([*words["positive"], *words["negative"], *words["other_results"]])
    substances, tests = choice(words["substances"]), choice(words["tests"])
    tail = rf"(?:(?:{NAME_WORD})[ ]){{0,3}}(?:{tests})|(?:{substances})(?:[ ](?:{tests}))?"
    end = r"(?=\s?(?:[,.;)(\]\n/]|$|and\b|but\b|on\b|at\b|in\b))"
    behind = re.compile(
        rf"(?<![\w/-])(?P<name>{tail})(?:\s(?:is|was|were|are|came\sback|remains?|testing|result|now|also|were\sall|both))*[\s:=]{{1,2}}(?P<result>{results}){end}",
        re.IGNORECASE,
    )
    before = re.compile(
        rf"(?<![\w+-])(?P<result>positive|pos|\+ve|\+|negative|neg|-ve)(?:\sfor)?\s(?P<names>(?:{substances})(?:\s?(?:,|/|and|or|&)\s?(?:{substances}))*)(?![\w-])",
        re.IGNORECASE,
    )
    return behind, before, frozenset(str(word).casefold() for word in words["substances"])


def worded_results(analysed: AnalysedText, taken: list[tuple[int, int]], listed: ResultLists) -> Iterator[Result]:
    """Tests with a word for their result: "antibody screen negative", "neg opiates/cocaine" in a list of results."""
    yield from _before_their_result(analysed, taken, listed)
    for found in each_match(_BLOOD_GROUP, analysed.text):
        if not is_taken(taken, *found.span()):
            yield Result(found["name"], found.start(), *found.span(), words=" ".join(found["result"].split()))
    yield from _behind_their_result(analysed, taken, listed)


def _before_their_result(analysed: AnalysedText, taken: list[tuple[int, int]], listed: ResultLists) -> Iterator[Result]:
    behind, _, substances = _worded()
    text = analysed.text
    for found in each_match(behind, text):
        start = max(item_start(text, found.end("name")), found.start("name"))
        lead = DETERMINER.match(text, start, found.end("name"))
        start = lead.end() if lead else start
        name = text[start : found.end("name")]
        among = listed.holds(found.start())
        if is_taken(taken, start, found.end()) or not name or name.split()[0].casefold() in no_names():
            continue
        substance = name.casefold() in substances
        if (substance and not among) or (name.islower() and " " not in name and not substance):
            continue  # "test negative" names none, and an infection alone may be one that the patient has
        yield Result(name, start, start, found.end("result"), words=" ".join(found["result"].split()))


def _behind_their_result(analysed: AnalysedText, taken: list[tuple[int, int]], listed: ResultLists) -> Iterator[Result]:
    _, before, _ = _worded()
    text = analysed.text
    for found in each_match(before, text):
        if is_taken(taken, *found.span()) or not listed.holds(found.start()):
            continue
        for name in re.finditer(rf"(?:{choice(table()['substances'])})(?![\w-])", found["names"], re.IGNORECASE):
            first = found.start("names") + name.start()
            said = "positive" if found["result"].casefold()[0] in "p+" else "negative"
            yield Result(name.group(), first, found.start(), first + len(name.group()), words=said)


def is_taken(taken: list[tuple[int, int]], start: int, end: int) -> bool:
    """Whether something else has been read at a place."""
    place = bisect_left(taken, (end, 0))
    return any(start < stop and first < end for first, stop in taken[max(0, place - 6) : place])
