"""Results in one word: "Gowers positive", "anti-Mi-2 positive, anti-Jo-1 negative", "urine dip: protein ++, glucose neg"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from osler.core.evidence import Span
from osler.core.language import AnalysedText, Experiencer, Polarity
from osler.core.patient.extract.result_dates import result_dates
from osler.core.patient.extract.serology import is_serology
from osler.core.patient.types import Coding, Document, Observation, PatientRecord, Phenotype, Presence
from osler.core.terminology import Vocabularies
from osler.first_letters import each_match
from osler.yaml_reader import packaged_yaml

_TESTED = re.compile(r"\bantibod|\bsign$|\bpositiv", re.IGNORECASE)
_WORD = re.compile(r"[\w/.'’+-]{0,80}[\w+](?<![.'’])|[:=,;&]")
_OWN = re.compile(r"anti-?[A-Za-z0-9][\w/-]*")
"""An antibody by its name alone, also where HPO has no term for it."""
_LONGEST = 5
_FARTHEST = 6


class _Result(NamedTuple):
    name: str
    start: int
    end: int
    positive: bool
    words: str
    """The result as it is written."""
    finding: tuple[str, str] | None
    coding: Coding | None = None


@cache
def _table() -> dict[str, Any]:
    table: dict[str, Any] = packaged_yaml(__package__, "worded_results.yml")
    return table


@cache
def _result_words() -> dict[str, str]:
    return {str(word).casefold(): kind for kind in ("positive", "negative", "trace") for word in _table()[kind]}


def _key(name: str) -> str:
    """A name without what notes leave out: "Anti-Mi2 antibody positivity" and "anti-Mi-2" are alike."""
    left_out = set(_table()["left_out"])
    words = re.findall(r"[a-z0-9/α-ω-]+", re.sub(r"['’]s?\b", "", name.casefold()))
    return re.sub(r"[^a-z0-9]", "", "".join(word for word in words if word not in left_out))


@cache
def _findings(vocabularies: Vocabularies) -> dict[str, tuple[str, str]]:
    """The signs and antibodies of HPO by the key of each name."""
    graph, terms = vocabularies.hpo, vocabularies.names
    found: dict[str, tuple[str, str]] = {}
    tested: dict[str, str] = {}
    for hpo_id in graph.ids:
        label = graph.label(hpo_id) or ""
        if _TESTED.search(label) and not label.startswith(("Decreased", "Abnormal", "Absent", "Maternal")):
            tested[hpo_id] = label
            found.setdefault(_key(label), (hpo_id, label))
    for hpo_id, label in tested.items():  # a synonym never takes the name of another term
        for name in terms.names(hpo_id):
            if len(_key(name)) > 3:
                found.setdefault(_key(name), (hpo_id, label))
    short = {_key(name): found[_key(long)] for name, long in _table()["abbreviations"].items() if _key(long) in found}
    return found | short


def add_worded_results(record: PatientRecord, analysed: AnalysedText) -> None:
    """Add each result as an observation, and the finding that a positive one shows and a negative one denies."""
    document = next(document for document in record.documents if document.id == analysed.source_id)
    days = result_dates(analysed)
    for result in (*_named_results(analysed), *_strip_results(analysed)):
        said = analysed.assertion_at(result.start, result.start + len(result.name))
        if said.experiencer is not Experiencer.PATIENT or said.polarity in (Polarity.POSSIBLE, Polarity.HYPOTHETICAL):
            continue
        span = document.span(result.start, result.end)
        if result.finding is None or not result.finding[1].endswith(" sign"):  # a sign is found, not measured
            record.observations.append(
                Observation(
                    id=f"observation-{len(record.observations) + 1}",
                    text=result.name,
                    codings=[result.coding] if result.coding else [],
                    value_text=result.words,
                    time=days.of(result.start, result.end),
                    evidence=[span],
                )
            )
        if result.finding:
            _add_finding(record, document, result, span)


def _add_finding(record: PatientRecord, document: Document, result: _Result, span: Span) -> None:
    hpo_id, label = result.finding or ("", "")
    presence = Presence.PRESENT if result.positive else Presence.ABSENT
    for known in record.phenotypes:
        if known.has_code(hpo_id):
            inside = [one for one in known.evidence if isinstance(one, Span) and one.source_id == document.id]
            if inside and all(result.start <= one.start and one.end <= result.end for one in inside):
                known.presence = presence  # the name alone says nothing, its result does
            return
    record.phenotypes.append(
        Phenotype(
            id=f"phenotype-{len(record.phenotypes) + 1}",
            codings=[Coding.of(hpo_id, label)],
            text=label,
            presence=presence,
            evidence=[span],
        )
    )


def _named_results(analysed: AnalysedText) -> Iterator[_Result]:
    """Signs and antibodies with their result; those of a list share the one at its end."""
    for sentence in analysed.sentences:
        tokens = list(each_match(_WORD, analysed.text, sentence.start, sentence.end))
        for index, token in enumerate(tokens):
            kind = _result_words().get(token.group().casefold())
            if kind in ("positive", "negative"):
                yield from _before(analysed, tokens, index, kind == "positive")


def _before(analysed: AnalysedText, tokens: list[re.Match[str]], index: int, positive: bool) -> Iterator[_Result]:
    """The names that stand before a result, from the nearest on, across the joints of a list."""
    text, between, at = analysed.text, set(_table()["between"]), index - 1
    if at >= 0 and tokens[at].group().casefold() == "not":
        positive, at = False, at - 1
    for _ in range(_LONGEST):
        stop = at
        while at >= 0 and stop - at < _FARTHEST and tokens[at].group().casefold() in between:
            at -= 1
        if at >= 0 and "." in text[tokens[at].end() : tokens[at + 1].start()]:
            return
        found = _name_ending(tokens, at, analysed.vocabularies)
        if found is None:
            return
        first, finding = found
        start, end = tokens[first].start(), tokens[at].end()
        if is_serology(text[start:end]):
            return
        yield _Result(text[start:end], start, tokens[index].end(), positive, tokens[index].group(), finding)
        at = first - 1
        if at < 0 or tokens[at].group().casefold() not in {",", "and", "or", "&"}:
            return
        at -= 1


def _name_ending(
    tokens: list[re.Match[str]], at: int, vocabularies: Vocabularies
) -> tuple[int, tuple[str, str] | None] | None:
    """Where the longest name begins that ends at a word, with what HPO calls it; None where none ends there."""
    if at < 0:
        return None
    findings = _findings(vocabularies)
    for first in range(max(at - _LONGEST + 1, 0), at + 1):
        words = [token.group() for token in tokens[first : at + 1]]
        if not _is_one_phrase(tokens[first : at + 1]):
            continue
        key = _key(" ".join(words))
        finding = findings.get(key) or (findings.get(f"anti{key}") if len(key) > 2 else None)
        if finding is not None:
            return first, finding
    return (at, None) if _OWN.fullmatch(tokens[at].group()) else None


def _is_one_phrase(tokens: list[re.Match[str]]) -> bool:
    """Whether words stand together, with no mark and no result among them."""
    own = all(token.group() not in ",;:=&" and token.group().casefold() not in _result_words() for token in tokens)
    return (
        own
        and all(after.start() - token.end() <= 1 for token, after in pairwise(tokens))
        and "." not in {token.string[token.end()] for token in tokens[:-1]}
    )


@cache
def _strip() -> tuple[re.Pattern[str], re.Pattern[str], dict[str, dict[str, Any]]]:
    urine = _table()["urine"]
    by_name = {str(name).casefold(): row for row in urine["analytes"] for name in row["names"]}
    names, results = (_choice(list(words)) for words in (by_name, _result_words()))
    context = re.compile(rf"(?<!\w)(?:{_choice(urine['context'])})(?!\w)", re.IGNORECASE)
    pair = re.compile(
        rf"(?<![\w+])(?:(?P<name>{names})[\s:=]{{0,3}}(?P<result>{results})|(?P<first>[1-4]\+|\+{{1,4}}|trace)\s?(?P<named>{names}))(?![\w+])",
        re.IGNORECASE,
    )
    return context, pair, by_name


_WORD_BEFORE = re.compile(r"[A-Za-z]\s?[:=]?\s?$")
_LISTED = re.compile(r"(?:urine|urinalysis|dip|dipstick|UA|MSU|showed|shows|with|and|of)\s?:?\s?$", re.IGNORECASE)


def _is_anothers(text: str, start: int, at: int) -> bool:
    """Whether pluses are those of what stands before them in its sentence, and not of the name behind."""
    return bool(_WORD_BEFORE.search(text, start, at)) and not _LISTED.search(text, start, at)


def _choice(words: list[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(map(str, words), key=len, reverse=True))


def _strip_results(analysed: AnalysedText) -> Iterator[_Result]:
    """What a test strip shows in a sentence that speaks of urine."""
    context, pair, by_name = _strip()
    for sentence in analysed.sentences:
        spoken = context.search(analysed.text, sentence.start, sentence.end)
        for found in each_match(pair, analysed.text, sentence.start, sentence.end):
            name, words = found["name"] or found["named"], found["result"] or found["first"]
            # Protein in plus signs is a test strip's, whether urine is named or not.
            counted = name.casefold() in ("protein", "prot") and len(words) > 1 and "+" in words
            if not counted and (spoken is None or found.start() < spoken.end()):
                continue
            if found["first"] and _is_anothers(analysed.text, sentence.start, found.start()):
                continue  # "reducing substances +++ glucose neg": the pluses are those of what stands before them
            row, kind = by_name[name.casefold()], _result_words()[words.casefold()]
            shows = next(iter(row.get("shows", {}).items()), None) if kind != "trace" else None
            coding = Coding(
                system="LOINC", code=row["loinc"], display=f"{row['test']} [Presence] in Urine by Test strip"
            )
            yield _Result(f"urine {name}", *found.span(), kind == "positive", words, shows, coding)
