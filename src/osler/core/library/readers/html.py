"""HTML → blocks: headings, paragraphs, list items, table rows; scripts, styles and navigation are not text."""

from __future__ import annotations

import re

from lxml import etree, html

from osler.core.files import decode, is_exponent
from osler.core.library.readers.footnotes import MARK
from osler.core.library.readers.front_lines import issuing
from osler.core.library.readers.hidden import without_hidden
from osler.core.library.readers.markdown import Reading
from osler.core.library.types import Block, BlockKind, DocumentMetadata, ReadDocument
from osler.core.results import Problem
from osler.errors import DataError

_LEFT_OUT = {"nav", "footer", "aside", "svg", "head", "form", "button"}
_BLOCKS: dict[str, BlockKind] = {
    "p": "paragraph",
    "li": "item",
    "tr": "table",
    "blockquote": "paragraph",
    "dd": "paragraph",
    "dt": "paragraph",
    "pre": "paragraph",
    "caption": "paragraph",
}
_WIDEST = 50
_BEHIND = 12
"""Characters before a raised figure in which is sought what it belongs to."""
_DECLARED = re.compile(rb"charset\s*=|<\?xml[^>]*\bencoding\s*=", re.IGNORECASE)
_HEAD_BYTES = 4096
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_META = {
    "dc.title": "title", "citation_title": "title", "og:title": "title",
    "dc.publisher": "issuer", "publisher": "issuer", "og:site_name": "issuer",
    "dc.date": "date", "date": "date", "citation_publication_date": "date", "article:published_time": "date",
    "version": "version", "dc.coverage": "jurisdiction", "jurisdiction": "jurisdiction",
}  # fmt: skip


def read_html(data: bytes) -> ReadDocument:
    """The blocks of a page, in the order in which they are read."""
    data, problems, encoding = _encoded(data)
    try:
        tree = html.document_fromstring(data, parser=html.HTMLParser(recover=True, no_network=True, encoding=encoding))
    except (etree.ParserError, ValueError) as error:
        raise DataError("the HTML cannot be read", mend="save the page again") from error
    problems += without_hidden(tree)
    reading = Reading()
    # What stands around the main part of a page is the site's: its head, its search, its news.
    body = next((found for found in (tree.find(".//main"), tree.find("body")) if found is not None), tree)
    _walk(body, reading)
    reading.close()
    for foot in tree.iter("footer"):
        for line in foot.itertext():
            reading.margin(" ".join(line.split()))
    # Who wrote a page says less of who issued it than the page itself does.
    author = DocumentMetadata(issuer=issuing(_meta(tree, "author")))
    metadata = _metadata(tree).filled_from(DocumentMetadata(title=reading.first_heading))
    return ReadDocument(
        metadata=metadata,
        blocks=reading.blocks,
        stated=reading.stated.filled_from(author),
        problems=problems,
        format="html",
    )


def _encoded(data: bytes) -> tuple[bytes, list[Problem], str | None]:
    """A page as bytes in a known encoding; the parser takes one that does not say its own for Latin-1."""
    if _DECLARED.search(data[:_HEAD_BYTES]):
        return data, [], None
    text, problems = decode(data)
    return text.encode("utf-8", "replace"), problems, "utf-8"


def html_text(fragment: str) -> str:
    """The words of a fragment of HTML, with breaks and paragraphs as spaces."""
    if "<" not in fragment and "&" not in fragment:
        return " ".join(fragment.split())
    try:
        tree = html.fragment_fromstring(fragment, create_parent="div")
    except (etree.ParserError, ValueError):
        return " ".join(fragment.split())
    without_hidden(tree)
    return " ".join(" ".join(_texts(tree)).split())


def _walk(element: html.HtmlElement, reading: Reading) -> None:
    tag = element.tag
    if not isinstance(tag, str) or tag in _LEFT_OUT:
        return
    if tag in _HEADINGS:
        reading.heading(_HEADINGS[tag], " ".join(element.text_content().split()))
        return
    if tag == "table":
        caption = element.find("caption")
        named = " ".join(caption.text_content().split()) if caption is not None else ""
        rows, headed = _grid(element)
        reading.table(rows, named, headed)
        return
    if tag in _BLOCKS and not any(
        child.tag in _BLOCKS for child in element.iterdescendants() if isinstance(child.tag, str)
    ):
        _add(reading, " ".join(" ".join(_texts(element)).split()), _BLOCKS[tag])
        return
    _add(reading, " ".join((element.text or "").split()), _BLOCKS.get(tag, "paragraph"))
    for child in element:
        _walk(child, reading)
        _add(reading, " ".join((child.tail or "").split()), "paragraph")


def _grid(table: html.HtmlElement) -> tuple[list[list[str]], int | None]:
    """The cells of a table, each in every row and column that it spans, and how many rows are marked as its head."""
    rows: list[list[str]] = []
    reaching: dict[int, tuple[str, int]] = {}
    headed = 0
    lines = [row for row in table.iter("tr") if next(row.iterancestors("table")) is table]
    for line in lines:
        cells = list(line.iterchildren("td", "th"))
        row: list[str] = []
        waiting = [
            (" ".join(" ".join(_texts(cell)).split()), _span(cell, "colspan"), _span(cell, "rowspan")) for cell in cells
        ]
        while waiting or len(row) in reaching:
            place = len(row)
            if place in reaching:
                text, left = reaching.pop(place)
                row.append(text)
                if left > 1:
                    reaching[place] = (text, left - 1)
                continue
            text, wide, deep = waiting.pop(0)
            # A cell over all columns heads the rows below it.
            over_all = len(cells) == 1 and wide > 1
            row += [text, *([""] * (wide - 1) if over_all else [text] * (wide - 1))]
            if deep > 1:
                reaching.update({place + one: (text, deep - 1) for one in range(wide)})
        above = line.getparent()
        marked = (above is not None and above.tag == "thead") or (cells and all(cell.tag == "th" for cell in cells))
        headed += int(bool(marked) and headed == len(rows) and bool(row))
        rows += [row] if row else []
    return rows, headed if headed < len(rows) else None


def _span(cell: html.HtmlElement, name: str) -> int:
    said = (cell.get(name) or "").strip()
    return min(max(int(said), 1), _WIDEST) if said.isdigit() else 1


def _add(reading: Reading, text: str, kind: BlockKind) -> None:
    if len(text) > 1:
        reading.line("")
        reading.line(text)
        reading.close()
        if kind != "paragraph" and reading.blocks:
            reading.blocks[-1] = Block(**{**reading.blocks[-1].model_dump(), "kind": kind})


def _texts(element: html.HtmlElement) -> list[str]:
    found = [element.text or ""]
    for child in element:
        if isinstance(child.tag, str) and child.tag not in _LEFT_OUT:
            glue = " " if child.tag in {"br", "td", "th", "p", "div", "li"} else ""
            inside = "".join(_texts(child))
            is_mark = child.tag == "sup" and bool(re.fullmatch(r"\s*[\dA-Za-z*†‡§¶]{1,2}\s*", inside))
            # A figure on a unit or a number is an exponent: m², 10⁹.
            is_mark = is_mark and not re.search(r"(?:\b[cmd]?m|\d)$", "".join(found))
            if child.tag == "sup" and is_exponent("".join(found)[-_BEHIND:], inside, child.tail or ""):
                found.append(f"^{inside.strip()}")
            else:
                found.append(MARK.format(inside.strip()) if is_mark else glue + inside + glue)
        found.append(child.tail or "")
    return ["".join(found)]


def _meta(tree: html.HtmlElement, name: str) -> str:
    """What the head of a page says under a name."""
    said = (meta.get("content") or "" for meta in tree.iter("meta") if (meta.get("name") or "").lower() == name)
    return next((one.strip() for one in said if one.strip()), "")


def _metadata(tree: html.HtmlElement) -> DocumentMetadata:
    values: dict[str, str] = {}
    for meta in tree.iter("meta"):
        name = (meta.get("name") or meta.get("property") or "").lower()
        content = (meta.get("content") or "").strip()
        if name in _META and content:
            values.setdefault(_META[name], content)
    title = tree.findtext(".//title")
    if title and title.strip():
        values.setdefault("title", " ".join(title.split()))
    return DocumentMetadata(**values)
