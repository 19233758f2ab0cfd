"""The trial to screen for: an id in the index, a v2 record, or a text of criteria."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from osler.core.criteria import Criterion, parse_eligibility, registry_criteria
from osler.core.files import decode
from osler.core.terminology import Vocabularies
from osler.errors import DataError, UsageError
from osler.trials.registry import LocalRegistry, Study, read_study


class Protocol:
    """A study and its criteria; one without an eligibility text has none, and every patient stays uncertain."""

    def __init__(self, study: Study, criteria: list[Criterion]) -> None:
        self.study = study
        self.criteria = criteria


def read_protocol(trial: str, folder: Path | None, vocabularies: Vocabularies) -> Protocol:
    """The trial that a word or a path means."""
    path = Path(trial)
    if path.is_file():
        return _from_text(decode(path.read_bytes())[0], path.stem, vocabularies)
    registry = LocalRegistry(folder, vocabularies)
    try:
        study = registry.store.study(trial)
        kept = registry.criteria(trial)
    finally:
        registry.store.close()
    if study is None or kept is None:
        raise UsageError(
            f"there is no trial {trial!r} in the index and no such file",
            mend="import it ('osler trials import'), or give a v2 record or a text of criteria",
        )
    return Protocol(study, kept)


def _from_text(text: str, name: str, vocabularies: Vocabularies) -> Protocol:
    if text.lstrip().startswith("{"):
        try:
            record: dict[str, Any] = json.loads(text)
        except ValueError as error:
            raise DataError("the record is not valid JSON", mend="give a v2 record or a text of criteria") from error
        study = read_study(record)
        return Protocol(study, registry_criteria(record, vocabularies) if study.eligibility.strip() else [])
    criteria = parse_eligibility(text, vocabularies, source_id=name)
    if not criteria:
        raise DataError(f"the text {name} holds no criteria", mend="give a text with one criterion a line, or a record")
    return Protocol(Study(nct_id=name, brief_title="", eligibility=text), criteria)
