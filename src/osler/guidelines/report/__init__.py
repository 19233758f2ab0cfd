"""An answer as a page: warnings first, citations that open their passage."""

from osler.guidelines.report.html import render_html

__all__ = ["render_html"]
