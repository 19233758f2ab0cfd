"""How results show themselves in a notebook: a whole page in a frame of its own, or a small table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

_HEIGHT = 640


def framed(page: str) -> str:
    """A whole HTML page inside another, where neither can change the other."""
    return (
        f'<iframe srcdoc="{escape(page, quote=True)}" sandbox="" '
        f'style="width:100%;height:{_HEIGHT}px;border:1px solid #ccc"></iframe>'
    )


def table(heading: Sequence[str], rows: Iterable[Sequence[object]], *, caption: str = "") -> str:
    """A table of plain values."""
    head = "".join(f"<th>{escape(name)}</th>" for name in heading)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    return f"<table>{told}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def preformatted(text: str) -> str:
    """A text as it stands."""
    return f"<pre>{escape(text)}</pre>"
