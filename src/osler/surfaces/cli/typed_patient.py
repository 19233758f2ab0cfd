"""A patient who is typed in as options, alone or on top of a file: what is wrong there is a usage error."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from osler.errors import UsageError, naming
from osler.surfaces.cli.standard_input import STDIN, stdin

if TYPE_CHECKING:
    from osler.core.patient import PatientRecord, Problem, ReadResult

_OPTIONS = {"age": "--age", "sex": "--sex", "hpo_terms": "--hpo, --exclude or --onset"}
"""By the field of the form that a problem names, the options that fill it."""
_MINE = "option"
"""What the ids of facts and sources begin with that options brought."""


@dataclass(frozen=True)
class Typed:
    """The options that describe a patient, as they were typed."""

    hpo: list[str] = field(default_factory=list)
    exclude: list[str] = field(default_factory=list)
    onset: list[str] = field(default_factory=list)
    age: str | None = None
    sex: str | None = None
    notes: list[Path] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.hpo or self.exclude or self.onset or self.notes) or any(
            value is not None for value in (self.age, self.sex)
        )


def typed_patient(typed: Typed) -> ReadResult:
    """The patient whom the options describe."""
    from osler.casework import refuse_unusable
    from osler.core.patient import ReadResult, read_patient

    read = [_note(path) for path in typed.notes]
    texts = [text for text, _ in read]
    first, further = texts[0] if texts else None, texts[1:]
    form = {"free_text": first, "hpo_terms": _findings(typed), "age": typed.age, "sex": typed.sex}
    patient = read_patient(json.dumps({key: value for key, value in form.items() if value not in (None, [])}), "input")
    refuse_unusable(patient, _OPTIONS)
    for number, text in enumerate(further, start=2):
        note = read_patient(json.dumps({"free_text": text}), "input")
        patient = joined(patient, note, f"note{number}", later=False)
    told = [problem for _, problems in read for problem in problems]
    return ReadResult(patient.record, [*_only_timed(typed), *told, *patient.problems])


def check_findings(typed: Typed, *, alone: bool) -> None:
    """Refuse findings that nothing knows where they are all there is, and ones that say that something is absent."""
    from osler.casework import refuse_unknown_findings

    onsets = [_onset(text)[0] for text in typed.onset]
    terms = [*listed("--hpo", typed.hpo), *onsets]
    refuse_unknown_findings(terms, alone=alone and not (typed.notes or typed.exclude), exclude="--exclude")


def _only_timed(typed: Typed) -> list[Problem]:
    """A remark on each finding that only --onset names: it counts as observed."""
    from osler.core.patient import Level, Problem

    observed = set(listed("--hpo", typed.hpo))
    timed = [term for term in (_onset(text)[0] for text in typed.onset) if term not in observed]
    return [
        Problem(
            code="input.read_as",
            level=Level.WARNING,
            message=f"{term} is taken as observed, because --onset says when it began",
            mend=f'give --hpo "{term}" as well, or take the onset out',
        )
        for term in timed
    ]


def added_to(patient: ReadResult, typed: ReadResult) -> ReadResult:
    """A file's patient with what options say besides; where both speak of age or sex, the option is later."""
    return joined(patient, typed, _MINE, later=True)


def joined(patient: ReadResult, further: ReadResult, name: str, *, later: bool) -> ReadResult:
    """Two readings of one patient as one; `name` begins the second one's ids, and `later` says whose age and sex count."""
    from osler.core.patient import PatientRecord, ReadResult

    own, more = patient.record.model_dump(), _renamed(further.record, name)
    for part, value in more.items():
        if isinstance(value, list):
            own[part] = [*own[part], *value]
    given = more["demographics"]
    for part in ("age", "sex"):
        if given[part] is not None and (later or own["demographics"][part] is None):
            own["demographics"][part] = given[part]
    if later and given["age"] is not None and (born := own["demographics"]["birth_date"]):
        # The age would be worked out from the birth date, against what was typed; it still identifies.
        own["demographics"]["birth_date"] = None
        own["demographics"]["other_identifying"].append(born)
    own["demographics"]["evidence"] += given["evidence"]
    return ReadResult(PatientRecord.model_validate(own), [*patient.problems, *further.problems])


def _renamed(record: PatientRecord, prefix: str) -> dict[str, Any]:
    """A record whose ids cannot meet those of a file."""

    def renamed(value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: renamed(item, name) for name, item in value.items()}
        if isinstance(value, list):
            return [renamed(item) for item in value]
        return f"{prefix}-{value}" if key in ("id", "source_id") and isinstance(value, str) else value

    dumped: dict[str, Any] = renamed(record.model_dump())
    return dumped


def listed(option: str, given: list[str] | None) -> list[str]:
    """The findings of an option that repeats: a comma separates ids, and belongs to a name."""
    from osler.core.patient.readers import names_in_list, split_ids
    from osler.core.terminology import bundled_vocabularies

    found = [item for text in given or [] for item in split_ids(text)]
    for item in found:
        if names := names_in_list(item, bundled_vocabularies()) if "," in item else []:
            again = " ".join(f'{option} "{name}"' for name in names)
            raise UsageError(f"{option}: {item!r} names several findings", mend=f"repeat the option: {again}")
    return found


def symbols(given: list[str] | None) -> list[str]:
    """The gene symbols of an option that repeats; symbols have no commas."""
    return [word.strip() for text in given or [] for word in text.split(",") if word.strip()]


def _findings(typed: Typed) -> list[dict[str, Any]]:
    onsets = dict(_onset(text) for text in typed.onset)
    observed = list(dict.fromkeys([*listed("--hpo", typed.hpo), *onsets]))
    findings: list[dict[str, Any]] = [{"term": term, "onset": onsets.get(term)} for term in observed]
    return findings + [{"term": term, "excluded": True} for term in listed("--exclude", typed.exclude)]


def _onset(text: str) -> tuple[str, str]:
    term, sign, age = (part.strip() for part in text.partition("="))
    if not (term and sign and age):
        raise UsageError("--onset needs a finding and an age", mend="write --onset HP:0001250=3y")
    return term, age


def _note(path: Path) -> tuple[str, list[Problem]]:
    from osler.core.patient import document_text

    with naming(path):
        return document_text(stdin() if str(path) == STDIN else path)
