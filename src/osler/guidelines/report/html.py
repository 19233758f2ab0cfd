"""The report as a self-contained HTML page: styles inside, no script, no outside request."""

from __future__ import annotations

from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from osler.guidelines.types import AgenticResult


def render_html(result: AgenticResult) -> str:
    """The whole report."""
    numbers = {citation.chunk_id: citation.number for citation in result.citations}
    return _template().render(result=result, numbers=numbers, debug=result.debug_info)


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("osler.guidelines", "report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("report.html.j2")
