"""What a mind's summary says of a trial, held against what the tools returned of it: numbers, status, phase, people, names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from osler.core.terminology import Vocabularies
from osler.trials.kinship import names_in

_SENTENCE = re.compile(r"[^.;\n]*(?:\.\d[^.;\n]*)*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?(?![\w]*\d)")
_PHASE = re.compile(r"\bphase\s?(?P<phase>iv|i{1,3}|[1-4])(?:\s?[/-]\s?(?:iv|i{1,3}|[1-4]))?\b")
_ROMAN = {"i": "1", "ii": "2", "iii": "3", "iv": "4"}
_STATUS = {
    "COMPLETED": r"\bcompleted\b",
    "TERMINATED": r"\bterminated\b",
    "WITHDRAWN": r"\bwithdrawn\b",
    "SUSPENDED": r"\bsuspended\b",
    "RECRUITING": r"(?<!not )(?<!not yet )(?<!longer )\b(?:is |are |still |currently |actively )recruiting\b|\bopen to (?:enrol|recruit)",
}
_ONLY = {
    "FEMALE": r"\b(?:women|females?) only\b|\bonly (?:for |in |enrols? |enrolls? )?(?:women|females?)\b",
    "MALE": r"\b(?<!fe)(?:men|males?) only\b|\bonly (?:for |in |enrols? |enrolls? )?(?:men|males?)\b",
}


def trials_returned(results: Iterator[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Everything that tools returned of each trial, by its id."""
    found: dict[str, dict[str, Any]] = {}
    for result in results:
        for trial in [*result.get("trials", []), result]:
            if trial.get("nct_id"):
                found.setdefault(str(trial["nct_id"]), {}).update(trial)
    return found


def altered(
    reasoning: str, found: Mapping[str, dict[str, Any]], known: str, vocabularies: Vocabularies
) -> Iterator[tuple[str, str]]:
    """Each trial of which a sentence says what no tool returned, with what it is; `known` is what is told of the patient."""
    for sentence in filter(None, (part.strip() for part in _SENTENCE.findall(reasoning))):
        about = [name for name in found if name in sentence]
        if len(about) != 1:
            # Of several trials in one sentence it is not told which is meant.
            continue
        trial = found[about[0]]
        text = _text(trial).casefold()
        said = sentence.replace(about[0], " ")
        for why in _against(said, trial, text, known.casefold(), vocabularies):
            yield about[0], why


def _against(said: str, trial: Mapping[str, Any], text: str, known: str, vocabularies: Vocabularies) -> Iterator[str]:
    words = said.casefold()
    if (phase := _PHASE.search(words)) is not None and trial.get("phase"):
        number = _ROMAN.get(phase["phase"], phase["phase"])
        if not any(number in str(one) for one in trial["phase"]):
            yield f"the summary says phase {number}, the registry {', '.join(map(str, trial['phase']))}"
    status = str(trial.get("status", ""))
    for name, form in _STATUS.items():
        if status and name != status and re.search(form, words):
            yield f"the summary says {name.casefold()}, the registry {status.casefold()}"
    sex = str(trial.get("sex", ""))
    for name, form in _ONLY.items():
        if re.search(form, words) and sex and sex != name:
            yield f"the summary says {name.casefold()} only, the registry {sex.casefold()}"
    bare = _PHASE.sub(" ", words)
    for number in dict.fromkeys(_NUMBER.findall(bare)):
        if not re.search(rf"(?<![\d.]){re.escape(number)}(?![\d])", f"{text} {known}"):
            yield f"the summary has the number {number}, which no tool returned"
    for match in names_in(said, vocabularies):
        name = said[match.start : match.end].casefold()
        if (
            len(name) > 3
            and name not in text
            and name not in known
            and not _is_named(match.concept_ids, text, known, vocabularies)
        ):
            yield f"the summary names {name}, which no tool returned of it"


def _is_named(codes: tuple[str, ...], text: str, known: str, vocabularies: Vocabularies) -> bool:
    """Whether a concept stands in what is known under another of its names."""
    names = (name.casefold() for code in codes for name in vocabularies.names.names(code))
    return any(len(name) > 3 and (name in text or name in known) for name in names)


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(_text(part) for part in value.values())
    return " ".join(map(_text, value)) if isinstance(value, list | tuple) else str(value)
