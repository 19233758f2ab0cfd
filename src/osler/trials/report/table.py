"""Verdicts as rows: CSV for scripts, XLSX for the study nurse."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from osler.core.evidence import Evidence, Span
from osler.trials.screening import Screening
from osler.trials.types import MatchResult, TrialResult

HEADER = (
    "patient", "trial", "title", "trial_verdict", "no_exclusion_found", "criterion", "type", "text", "verdict",
    "confidence", "evidence", "assumed", "missing", "disagreement", "decided_by", "review",
    "quotes", "reason", "as_of",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def criterion_rows(result: MatchResult) -> Iterator[list[str]]:
    """One row a criterion of every trial; a trial without criteria has one row of its own."""
    for trial in result.trials:
        yield from _rows(result.patient_id, trial)


def screening_rows(screening: Screening) -> Iterator[list[str]]:
    """The same rows for a screening."""
    for patient in screening.patients:
        yield from _rows(patient.patient_id, patient.result)


def _rows(patient: str, trial: TrialResult) -> Iterator[list[str]]:
    head = [patient, trial.nct_id, trial.brief_title, trial.verdict.value, "yes" if trial.no_exclusion_found else ""]
    if not trial.criteria:
        yield [*head, "", "", trial.reason, *([""] * (len(HEADER) - len(head) - 3))]
    for item in trial.criteria:
        yield [
            *head,
            item.criterion_id,
            item.criterion_type,
            " ".join(item.criterion_text.split()),
            item.verdict.value,
            f"{item.confidence:.2f}",
            " ".join(str(number) for number in item.evidence_sentences),
            "; ".join(item.assumptions),
            "; ".join(item.missing),
            item.disagreement,
            item.decided_by,
            item.review,
            " | ".join(dict.fromkeys(_quote(evidence) for evidence in item.evidence)),
            " ".join(item.reasoning.split()),
            str(trial.as_of or ""),
        ]


def _quote(evidence: Evidence) -> str:
    """What a verdict rests on, in the record's own words."""
    if isinstance(evidence, Span):
        return " ".join(evidence.quote.split())
    return evidence.reference or f"{evidence.source_id} {evidence.path}"


def to_csv(rows: Iterable[Sequence[str]]) -> str:
    """The rows as CSV with a header; a cell that a spreadsheet would compute is written as text."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(HEADER)
    writer.writerows([_plain(cell) for cell in row] for row in rows)
    return out.getvalue()


def to_xlsx(rows: Iterable[Sequence[str]], path: Path) -> None:
    """The rows as a spreadsheet that only its owner can read."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    sheet = book.create_sheet("verdicts")
    sheet.append(list(HEADER))
    for row in rows:
        sheet.append([_plain(cell) for cell in row])
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch(mode=0o600)
    book.save(path)
    path.chmod(0o600)


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell
