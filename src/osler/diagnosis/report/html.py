"""The report as a self-contained HTML page: styles inside, no script, no outside request."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from osler.core.evidence import Source
from osler.diagnosis.report.highlight import marks, segments
from osler.diagnosis.types import ACKNOWLEDGED, AgentOutput, DiseaseCandidate

SHOWN_CANDIDATES = 10
CHARTED_CANDIDATES = 5


def render_html(output: AgentOutput, notes: Sequence[Source] = ()) -> str:
    """The whole report. `notes` are the documents whose findings are highlighted in place."""
    found = list(marks(output))
    return _template().render(
        output=output,
        acknowledged_banner=ACKNOWLEDGED,
        candidates=output.disease_candidates[:SHOWN_CANDIDATES],
        charts=[_chart(candidate) for candidate in output.disease_candidates[:CHARTED_CANDIDATES]],
        notes=[(note, segments(note.id, note.text or "", found)) for note in notes if note.text],
    )


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("osler.diagnosis", "report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters["percent"] = lambda value: f"{100 * value:.1f} %" if value >= 0.001 else "< 0.1 %"
    return environment.get_template("report.html.j2")


def _chart(candidate: DiseaseCandidate) -> tuple[DiseaseCandidate, list[tuple[str, float, float, str]]]:
    """The candidate with a bar a finding: label, log-likelihood ratio, width in percent, and what it rests on."""
    widest = max((abs(item.log_likelihood_ratio) for item in candidate.contributions), default=1.0) or 1.0
    rows = []
    for item in sorted(candidate.contributions, key=lambda item: -item.log_likelihood_ratio):
        basis = item.kind if item.matched_label in (None, item.label) else f"{item.kind}: {item.matched_label}"
        if item.frequency is not None:
            basis += f", {100 * item.frequency:.0f} %"
        if item.references:
            basis += f" [{', '.join(item.references[:3])}{' …' if len(item.references) > 3 else ''}]"
        rows.append((item.label, item.log_likelihood_ratio, 50 * abs(item.log_likelihood_ratio) / widest, basis))
    return candidate, rows
