"""`osler match`: the trials for a patient, each criterion judged with evidence."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from osler.surfaces.cli.batch import AsJson, Fresh, Mode, Out, Result, carry_out
from osler.surfaces.cli.inputs import NOBODY, AsOf, Columns, Input, Patients, a_day, patients
from osler.surfaces.cli.minds import Mind, Record, Replay, minds
from osler.surfaces.cli.output import console, err_console, own_file
from osler.surfaces.cli.progress import watchers
from osler.surfaces.cli.standard_input import STDIN

if TYPE_CHECKING:
    from datetime import date

    from osler.casework import Minds
    from osler.core.patient import ReadResult
    from osler.trials import MatchResult
    from osler.trials.registry import Status

app = typer.Typer(help="Find trials for a patient and judge every criterion with evidence.")


@app.command()
def match(
    files: Patients,
    policy: Annotated[
        str | None,
        typer.Option(
            "--policy", help="strict: what is not mentioned is unknown; clinical: absent where it would be told."
        ),
    ] = None,
    as_of: AsOf = None,
    registry: Annotated[str | None, typer.Option("--registry", help="local (the index) or ctgov (the API).")] = None,
    index: Annotated[Path | None, typer.Option("--index", help="The folder of the local index.")] = None,
    status: Annotated[
        str, typer.Option("--status", help="Statuses of the trials to search, comma-separated; 'any' for all.")
    ] = "RECRUITING",
    details: Annotated[int, typer.Option("--details", min=0, help="Show the proofs of the first N trials.")] = 1,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a self-contained HTML report.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Also write every verdict as CSV.")] = None,
    xlsx: Annotated[Path | None, typer.Option("--xlsx", help="Also write every verdict as a spreadsheet.")] = None,
    fhir: Annotated[Path | None, typer.Option("--fhir", help="Also write FHIR ResearchSubject resources.")] = None,
    mind: Mind = None,
    record: Record = None,
    replay: Replay = None,
    columns: Columns = None,
    out: Out = None,
    fresh: Fresh = False,
    as_json: AsJson = False,
) -> None:
    """Match each patient with the trials of a registry."""
    from osler.casework import trials_state
    from osler.trials.registry import statuses

    check_choice("--policy", policy, ("strict", "clinical"))
    check_choice("--registry", registry, ("local", "ctgov"))
    chosen, day = minds(mind, record, replay), a_day(as_of)
    given = patients(files, columns=columns, but=out, named=False)
    writing = _Files(html, csv, xlsx, fhir)
    work = _Matching(chosen, registry, index, policy, statuses(status), day, details, writing, several=len(given) > 1)
    data = partial(trials_state, chosen.settings, registry, index)
    carry_out(given, work, Mode(as_json, out, fresh, settings=chosen.settings, data=data))


class _Files(NamedTuple):
    """What is written beside what is shown."""

    html: Path | None
    csv: Path | None
    xlsx: Path | None
    fhir: Path | None


@dataclass
class _Matching:
    """Matches one patient after the other, in the same way."""

    minds: Minds
    registry: str | None
    index: Path | None
    policy: str | None
    status: tuple[Status, ...]
    day: date | None
    details: int
    files: _Files
    several: bool
    called: set[str] = field(default_factory=set)

    def __call__(self, read: ReadResult, one: Input[ReadResult]) -> Result:
        """The trials of a patient, written and ready to be shown."""
        from osler.errors import DataError, ServiceError

        name = _name_of(read, one)
        if name in self.called:
            err_console().print(f"two patients are called {name}; each is judged", style="yellow", markup=False)
        self.called.add(name)
        result = self._matched(read, one, name)
        _write(result, several=self.several, **self.files._asdict())
        unreachable = result.status == "unavailable"
        if unreachable:
            # What was found comes out all the same; the code says that it may not be all.
            err_console().print("the registry could not be reached; what was found before is shown", markup=False)

        def view() -> None:
            from osler.surfaces.cli.trials_view import show_match

            show_match(result, console(), details=self.details)

        # Of a file about several patients only one was judged, or their data may be one's: a script must notice.
        mixed = any(problem.code == "input.contradictory" for problem in read.problems)
        code = ServiceError.exit_code if unreachable else DataError.exit_code if mixed else 0
        return Result(result.model_dump(mode="json"), view, name, exit_code=code)

    def _matched(self, read: ReadResult, one: Input[ReadResult], name: str) -> MatchResult:
        from osler.casework import match_case

        return asyncio.run(
            match_case(
                read.record,
                minds=self.minds,
                registry=self.registry,
                folder=self.index,
                policy=self.policy,
                status=self.status,
                as_of=self.day,
                called=name,
                origin="" if one.source == STDIN else str(Path(one.source).resolve()),
                problems=read.problems,
                watchers=[] if self.several else watchers(),
            )
        )


def check_choice(option: str, value: str | None, allowed: tuple[str, ...]) -> None:
    """Refuse a word that an option does not know."""
    from osler.errors import UsageError

    if value is not None and value not in allowed:
        raise UsageError(f"{option} {value} is not known", mend=f"choose {' or '.join(allowed)}")


def _name_of(read: ReadResult, one: Input[ReadResult]) -> str:
    """The record's own id; where the source names nobody, the name of its file."""
    return read.record.id if read.record.id != NOBODY else one.called or NOBODY


def _write(
    result: MatchResult, *, several: bool, html: Path | None, csv: Path | None, xlsx: Path | None, fhir: Path | None
) -> None:
    import json

    from osler.config import write_private
    from osler.trials.report import criterion_rows, render_html, to_csv, to_research_subjects, to_xlsx

    def own(path: Path) -> Path:
        return own_file(path, result.run_id, several=several, called=result.patient_id)

    if html is not None:
        write_private(own(html), render_html(result))
    if csv is not None:
        write_private(own(csv), to_csv(criterion_rows(result)))
    if xlsx is not None:
        to_xlsx(criterion_rows(result), own(xlsx))
    if fhir is not None:
        write_private(own(fhir), json.dumps(to_research_subjects(result), indent=2))
