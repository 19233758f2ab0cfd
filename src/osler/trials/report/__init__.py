"""A match and a screening on paper: HTML, CSV, XLSX and FHIR."""

from osler.trials.report.fhir import to_research_subjects
from osler.trials.report.html import render_html
from osler.trials.report.table import criterion_rows, screening_rows, to_csv, to_xlsx

__all__ = ["criterion_rows", "render_html", "screening_rows", "to_csv", "to_research_subjects", "to_xlsx"]
