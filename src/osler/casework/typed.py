"""What a person types in, as options or in Python: what cannot be used or is not known is refused, not left out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence

from osler.core.patient import UNUSABLE, ReadResult, read_patient
from osler.core.patient.types import Presence
from osler.core.results import Level, Problem
from osler.core.terminology import bundled_vocabularies
from osler.errors import UsageError, closest

FIELDS = {"age": "age", "sex": "sex", "hpo_terms": "the findings"}
"""The fields of the form, as they are called in Python."""


def refuse_unusable(read: ReadResult, called: Mapping[str, str] = FIELDS) -> None:
    """UsageError where a field that was typed cannot be used; `called` is what the fields are named by whom they are for."""
    for problem in read.problems:
        name = called.get((problem.path or "").partition("[")[0])
        if name and problem.level is Level.ERROR:
            # Of a file it is left out; of what was typed, nothing is done at all.
            said = UNUSABLE if problem.message.startswith(UNUSABLE) else problem.message
            raise UsageError(f"{name}: {said}", mend=problem.mend)


def refuse_unknown_findings(terms: Sequence[str], *, alone: bool, exclude: str) -> None:
    """UsageError where findings say that something is absent, or where there are only such that nothing knows.

    `alone`: nothing else describes the patient. `exclude` is how an excluded finding is given. Words that raise a red
    flag are not refused, whatever else they are: an emergency is answered before an option is put right.
    """
    from osler.core.safety import red_flags
    from osler.diagnosis.steps import map_text

    matches = [map_text(term, bundled_vocabularies()) for term in terms]
    unsure = [match.raw_input for match in matches if match.confidence < 1.0]
    if any(red_flags(note=words, source_id="input", vocabularies=bundled_vocabularies()) for words in unsure):
        return
    for match in matches:
        if match.confidence < 1.0 and (absent := _absent_in(match.raw_input)):
            raise UsageError(
                f"{match.raw_input!r} says that a finding is absent", mend=f"did you mean {exclude} {absent!r}?"
            )
    if alone and matches and not any(match.hpo_id for match in matches):
        first = matches[0]
        meant = f"did you mean {' or '.join(first.suggestions)}? " if first.suggestions else ""
        raise UsageError(
            f"{first.raw_input!r} is not a known phenotype", mend=f"{meant}'osler vocab search' finds terms"
        )


def _absent_in(words: str) -> str:
    """The finding that words say is absent, as a note is read."""
    if not words.strip() or not words[0].isalpha():
        return ""
    record = read_patient(json.dumps({"free_text": f"{words}."}), "input").record
    facts = [*record.phenotypes, *record.conditions]
    absent = [fact for fact in facts if fact.presence is Presence.ABSENT]
    if not absent or len(absent) < len(facts):
        return ""
    return absent[0].text or next((coding.display or "" for coding in absent[0].codings), "")


def known_genes(symbols: Iterable[str], level: Level = Level.ERROR) -> tuple[list[str], list[Problem]]:
    """The symbols that a disease is annotated with, as they are spelled there, and a problem for each of the others."""
    spelled = {symbol.casefold(): symbol for symbol in bundled_vocabularies().annotations.symbols}
    known: list[str] = []
    problems = []
    for symbol in dict.fromkeys(symbols):
        if found := spelled.get(symbol.casefold()):
            known.append(found)
            continue
        near = closest(symbol.upper(), spelled.values())
        problems.append(
            Problem(
                code="input.unknown_code",
                level=level,
                message=f"{symbol} is not the symbol of a gene of any annotated disease and was left out",
                mend=f"did you mean {near}?" if near else "give the approved symbol of the gene",
                path="genes",
            )
        )
    return known, problems


def refuse_unknown_genes(symbols: Sequence[str]) -> None:
    """UsageError where genes were given and none of them is known."""
    known, problems = known_genes(symbols)
    if problems and not known:
        raise UsageError(problems[0].message.removesuffix(" and was left out"), mend=problems[0].mend)
