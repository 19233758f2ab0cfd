"""A diagnosis on paper: one HTML file that asks nothing of any other machine."""

from osler.diagnosis.report.highlight import Mark, Segment, segments
from osler.diagnosis.report.html import render_html

__all__ = ["Mark", "Segment", "render_html", "segments"]
