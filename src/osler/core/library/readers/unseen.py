"""What a Word document holds and does not show: hidden runs, white letters on no ground, letters too small to be seen.

What nobody sees when a guideline is read is none of it; whoever hides text there wants a program to read it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from osler.core.library.readers.hidden import remark
from osler.core.results import Problem

if TYPE_CHECKING:
    from docx.document import Document
    from lxml.etree import _Element

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_OFF = {"0", "false", "off", "none"}
_LIGHT = 0xF8
"""From this on, each of red, green and blue is as good as white."""
_SMALLEST = 4
"""Half points below which letters are specks."""
_PLAIN_TABLES = {"TableNormal", "TableGrid"}
_GROUNDS = ("shd", "highlight")


def without_unseen(document: Document) -> list[Problem]:
    """Take the runs that nobody sees out of a document; the remark that it held them, if it did."""
    styles = {style.get(f"{_W}styleId", ""): style for style in document.styles.element.iter(f"{_W}style")}
    unseen = [run for run in document.element.body.iter(f"{_W}r") if _is_unseen(run, styles)]
    texts = [" ".join("".join(one.text or "" for one in run.iter(f"{_W}t")).split()) for run in unseen]
    for run in unseen:
        parent = run.getparent()
        if parent is not None:
            parent.remove(run)
    return remark([one for one in texts if one])


def _is_unseen(run: _Element, styles: dict[str, _Element]) -> bool:
    """Whether a run is hidden: by its own properties first, then by its style's and its paragraph's."""
    given = list(_properties(run, styles))
    hidden = _first(given, "vanish")
    if hidden is not None and hidden.get(f"{_W}val", "1").lower() not in _OFF:
        return True
    size = _first(given, "sz")
    if size is not None and size.get(f"{_W}val", "").isdigit() and int(size.get(f"{_W}val", "")) < _SMALLEST:
        return True
    colour = _first(given, "color")
    return colour is not None and _is_light(colour.get(f"{_W}val", "")) and not _has_ground(run)


def _properties(run: _Element, styles: dict[str, _Element]) -> Iterator[_Element]:
    """The properties that say how a run looks, the nearest first."""
    own = run.find(f"{_W}rPr")
    paragraph = next(run.iterancestors(f"{_W}p"), None)
    names = [own.find(f"{_W}rStyle")] if own is not None else []
    names += [paragraph.find(f"{_W}pPr/{_W}pStyle")] if paragraph is not None else []
    if own is not None:
        yield own
    for name in names:
        style = styles.get(name.get(f"{_W}val", "")) if name is not None else None
        seen: set[int] = set()
        while style is not None and id(style) not in seen:
            seen.add(id(style))
            found = style.find(f"{_W}rPr")
            if found is not None:
                yield found
            based = style.find(f"{_W}basedOn")
            style = styles.get(based.get(f"{_W}val", "")) if based is not None else None


def _first(given: list[_Element], name: str) -> _Element | None:
    return next((found for one in given if (found := one.find(f"{_W}{name}")) is not None), None)


def _is_light(colour: str) -> bool:
    try:
        return len(colour) == 6 and all(int(colour[at : at + 2], 16) >= _LIGHT for at in (0, 2, 4))
    except ValueError:
        return False


def _has_ground(run: _Element) -> bool:
    """Whether the letters stand on a colour: their own, their paragraph's, or that of the cell of a table."""
    for table in run.iterancestors(f"{_W}tbl"):
        style = table.find(f"{_W}tblPr/{_W}tblStyle")
        if style is not None and style.get(f"{_W}val", "") not in _PLAIN_TABLES:
            return True  # the style of a table colours its head
    around = [run, *run.iterancestors(f"{_W}p", f"{_W}tc", f"{_W}tbl")]
    return any(
        one.get(f"{_W}fill", one.get(f"{_W}val", "")).lower() not in {"", "auto", "clear", "ffffff", "none"}
        for part in around
        for child in part
        if child.tag in {f"{_W}rPr", f"{_W}pPr", f"{_W}tcPr", f"{_W}tblPr"}
        for one in child
        if one.tag in {f"{_W}{name}" for name in _GROUNDS}
    )
