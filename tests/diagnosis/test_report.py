"""The numbers of the report are the sources' own, with links, and nothing is certain."""

from __future__ import annotations

import re

from osler.diagnosis import diagnose
from osler.diagnosis.report import ReportHead, render_html
from osler.diagnosis.steps.differential import percent
from tests.diagnosis.notes import coded

MARFAN = ("HP:0001166", "HP:0001083", "HP:0002616", "HP:0000767")


def test_the_numbers_shown_are_the_sources_own() -> None:
    page = render_html(diagnose(coded(*MARFAN)), head=ReportHead("a boy of 5", "2026-01-02", "note.txt"))
    assert "45/58 (<a" in page
    assert "pubmed.ncbi.nlm.nih.gov/33436942/" in page
    assert "Orphanet: very frequent (80-99%)" in page
    assert "99.5" not in page
    assert "100 %" not in page
    assert "None of the diseases known here" in page
    assert "All other diseases together" in page
    for part in ("a boy of 5", "2026-01-02", "note.txt", "HPO"):
        assert part in page
    assert "prefers-color-scheme: dark" in page


def test_all_charts_share_one_scale() -> None:
    page = render_html(diagnose(coded(*MARFAN)))
    bars = re.findall(r'class="(?:up|down)" style="width: ([\d.]+)%"></i></td><td class="num">([+-][\d.]+)', page)
    scales = [float(width) / abs(float(value)) for width, value in bars if abs(float(value)) > 1]
    assert len(scales) > 5
    assert max(scales) - min(scales) < 0.1


def test_no_probability_is_certain() -> None:
    assert percent(1.0) == "over 99 %"
    assert percent(0.0) == "under 1 %"


def test_a_report_without_a_differential_is_written() -> None:
    output = diagnose(coded("HP:0001250")).model_copy(update={"differential": [], "status": "no_evidence"})
    assert "Commoner" not in render_html(output)
