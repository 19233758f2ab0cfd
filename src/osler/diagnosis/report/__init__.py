"""A diagnosis on paper: one HTML file that asks nothing of any other machine."""

from osler.diagnosis.report.basis import basis_of
from osler.diagnosis.report.highlight import Mark, Segment, segments
from osler.diagnosis.report.html import ReportHead, render_html

__all__ = ["Mark", "ReportHead", "Segment", "basis_of", "render_html", "segments"]
