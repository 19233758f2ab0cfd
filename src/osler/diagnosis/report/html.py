"""The report as a self-contained HTML page: styles inside, no script, no outside request; links lead to the sources."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from osler.core.evidence import Source
from osler.diagnosis.report.basis import basis_of
from osler.diagnosis.report.highlight import marks, segments
from osler.diagnosis.steps.differential import percent
from osler.diagnosis.types import ACKNOWLEDGED, AgentOutput, DiseaseCandidate

CHARTED_ENTRIES = 3
CHARTED_FINDINGS = 12
OF_OTHERS = 7
"""The findings that are charted of an entry that does not lead."""

_LINKS = (
    (re.compile(r"PMID:(\d+)"), "https://pubmed.ncbi.nlm.nih.gov/{}/"),
    (re.compile(r"OMIM:(\d+)"), "https://omim.org/entry/{}"),
    (re.compile(r"ORPHA:(\d+)"), "https://www.orpha.net/en/disease/detail/{}"),
    (re.compile(r"(HP:\d{7})"), "https://hpo.jax.org/browse/term/{}"),
)


class ReportHead(NamedTuple):
    """Whom the report is about, when it was made, and what it was made from."""

    patient: str = ""
    date: str = ""
    source: str = ""


class Bar(NamedTuple):
    """One row of a chart: what it is, its log-likelihood ratio, its width in percent, and what it rests on."""

    label: str
    value: float
    width: float
    basis: str


class Chart(NamedTuple):
    """What made a candidate as likely as it is."""

    candidate: DiseaseCandidate
    bars: list[Bar]
    hidden: int
    """Findings that are not shown, the least telling ones."""
    family: str = ""
    """The family it is a subtype of, where it has several in the ranking."""
    together: float = 0.0
    """The probability of all of them."""


def render_html(output: AgentOutput, notes: Sequence[Source] = (), head: ReportHead | None = None) -> str:
    """The whole report. `notes` are the documents whose findings are highlighted in place."""
    found = list(marks(output))
    by_id = {item.disease_id: item for item in output.disease_candidates}
    charted = [entry for entry in output.differential[:CHARTED_ENTRIES] if entry.disease_id in by_id]
    return _template().render(
        output=output,
        head=head or ReportHead(),
        acknowledged_banner=ACKNOWLEDGED,
        candidates=by_id,
        charts=[
            chart._replace(family=entry.family if entry.subtypes > 1 else "", together=entry.probability)
            for entry, chart in zip(charted, _charts([by_id[entry.disease_id] for entry in charted]), strict=True)
        ],
        notes=[(note, segments(note.id, note.text or "", found)) for note in notes if note.text],
    )


def linked(text: str) -> Markup:
    """A text with the publications, diseases and terms it names as links."""
    result = str(escape(text))
    for pattern, address in _LINKS:
        result = pattern.sub(rf'<a rel="noreferrer" href="{address.format(chr(92) + "1")}">\g<0></a>', result)
    return Markup(result)  # noqa: S704 - escaped above; only links of fixed form are added


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("osler.diagnosis", "report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    environment.filters["percent"] = percent
    environment.filters["linked"] = linked
    return environment.get_template("report.html.j2")


def _charts(candidates: Sequence[DiseaseCandidate]) -> list[Chart]:
    """All charts on one scale, so that bars of different diseases can be compared."""
    ratios = [abs(item.log_likelihood_ratio) for one in candidates for item in one.contributions]
    ratios += [abs(factor.log_likelihood_ratio) for one in candidates for factor in one.factors]
    widest = max(ratios, default=1.0) or 1.0
    counts = [CHARTED_FINDINGS, *[OF_OTHERS] * len(candidates)]
    return [_chart(candidate, widest, count) for candidate, count in zip(candidates, counts, strict=False)]


def _chart(candidate: DiseaseCandidate, widest: float, count: int) -> Chart:
    telling = sorted(candidate.contributions, key=lambda item: -abs(item.log_likelihood_ratio))
    shown = sorted(telling[:count], key=lambda item: -item.log_likelihood_ratio)
    bars = [
        Bar(item.label, item.log_likelihood_ratio, 50 * abs(item.log_likelihood_ratio) / widest, basis_of(item))
        for item in shown
    ]
    bars += [
        Bar(
            factor.name, factor.log_likelihood_ratio, 50 * abs(factor.log_likelihood_ratio) / widest, factor.explanation
        )
        for factor in candidate.factors
    ]
    return Chart(candidate, bars, len(telling) - len(shown))
