"""The report as a self-contained HTML page: styles inside, no script, no outside request."""

from __future__ import annotations

import re
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from osler.guidelines.types import AgenticResult

_NUMBER = re.compile(r"\[(\d{1,3})\](?=$|;| )")


def render_html(result: AgenticResult) -> str:
    """The whole report."""
    numbers = {citation.chunk_id: citation.number for citation in result.citations}
    return _template().render(result=result, numbers=numbers, debug=result.debug_info, linked=_linked)


def _linked(text: str) -> Markup:
    """A warning whose numbers open their passages."""
    return Markup(_NUMBER.sub(r'<a href="#c\1">[\1]</a>', str(escape(text))))  # noqa: S704 - escaped; only links of fixed form are added


@cache
def _template() -> Template:
    environment = Environment(
        loader=PackageLoader("osler.guidelines", "report"), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    return environment.get_template("report.html.j2")
