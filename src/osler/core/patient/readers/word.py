"""Word documents → what a reader of the printed page is told: body, header, footer, footnotes and text boxes.

Tracked insertions are text. What was deleted, struck through or hidden is no statement any more, and comments are
talk about the text: these are left out, and the problems say how much.
"""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from osler.core.patient.problems import Level, Problem
from osler.core.patient.readers.page import left_out, letterhead, margin_lines
from osler.errors import DataError

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_MAIN = re.compile(r"word/document\d*\.xml")
_ON = {None, "1", "true", "on"}
_CHANGED_AWAY = {"del", "moveFrom"}
_GROUPS = {"ins", "moveTo", "hyperlink", "smartTag", "sdt", "sdtContent", "fldSimple", "customXml", "dir", "bdo"}
_BLOCK_GROUPS = {"ins", "moveTo", "sdt", "sdtContent", "customXml"}
_MARKS = {"tab": "\t", "ptab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-"}
_FADED = {"strike": "struck through", "dstrike": "struck through", "vanish": "hidden"}
_NOTES = {"footnoteReference": "footnotes", "endnoteReference": "endnotes"}
_STRUCK = ("hidden", "struck through", "deleted")


def docx_text(data: bytes) -> tuple[str, list[Problem]]:
    """The text of a Word document, its tables in their place, one line a row; and what of it was left out."""
    from lxml.etree import LxmlError

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            word = _Word(archive)
            parts = [*word.margin("header"), *word.body(), *word.margin("footer")]
            problems = word.problems()
    except (LxmlError, zipfile.BadZipFile, KeyError, ValueError, StopIteration, OSError, RuntimeError) as error:
        # zipfile and lxml meet damaged files with errors of many kinds.
        raise DataError("the Word document is damaged", mend="save it again from its program") from error
    text = "\n".join(parts).strip()
    if not text:
        raise DataError("the Word document holds no text", mend="give its text; pictures are not read")
    return text + "\n", problems


@dataclass
class _Word:
    """One document on its way to text."""

    archive: zipfile.ZipFile
    left: Counter[str] = field(default_factory=Counter)
    """Words that were left out, by why."""
    inserted: bool = False
    letterhead: int = 0
    """Words of headers and footers that say nothing of the patient."""

    def __post_init__(self) -> None:
        names = self.archive.namelist()
        self._main = next(name for name in names if _MAIN.fullmatch(name))
        self._targets = dict(self._relations())
        self._document = self._part(self._main)
        self._faded = dict(self._faded_styles())
        self._footnotes = {
            (kind, _value(note, "id")): note for kind in ("footnotes", "endnotes") for note in self._named(kind)
        }

    def body(self) -> Iterator[str]:
        """The lines of the body."""
        for body in _children(self._document, "body"):
            yield from self._blocks(body)

    def margin(self, kind: str) -> list[str]:
        """The lines of the headers or footers that are printed and speak of the patient."""
        found: list[str] = []
        for section in self._document.iter("{*}sectPr"):
            for reference in _children(section, f"{kind}Reference"):
                if _value(reference, "type") == "first" and not any(
                    _is_on(one) for one in _children(section, "titlePg")
                ):
                    continue
                target = self._targets.get(_value(reference, "id") or "")
                lines = "\n".join(self._blocks(self._part(target))).split("\n") if target else []
                found += lines
        kept, words = margin_lines(found)
        self.letterhead += words
        # A line of its own between margin and body: a section of the note does not reach into the footer.
        if not kept:
            return []
        return ["", *kept] if kind == "footer" else [*kept, ""]

    def problems(self) -> list[Problem]:
        """What was left out, and that changes were tracked."""
        found = []
        if any(self.left[why] for why in _STRUCK):
            found.append(
                left_out(
                    {why: self.left[why] for why in _STRUCK},
                    mend="accept or reject the changes, and show or remove hidden text, if it belongs to the note",
                )
            )
        if self.inserted:
            message = "the document has tracked changes; what they insert was read as text"
            found.append(
                Problem(code="input.read_as", level=Level.INFO, message=message, mend="accept or reject the changes")
            )
        found += letterhead(self.letterhead)
        if comments := len(list(self._named("comments"))):
            told = "1 comment was" if comments == 1 else f"{comments} comments were"
            mend = "put into the text what belongs to it"
            found.append(Problem(code="input.not_read", level=Level.INFO, message=f"{told} not read", mend=mend))
        if embedded := sum(1 for _ in self._document.iter("{*}altChunk")):
            told = "1 document inside it was" if embedded == 1 else f"{embedded} documents inside it were"
            mend = "save it again from Word, which joins them"
            found.append(Problem(code="input.not_read", level=Level.ERROR, message=f"{told} not read", mend=mend))
        return found

    def _part(self, name: str) -> Element:
        from lxml import etree

        # No entities: a document of a stranger may not name files of this machine.
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        return etree.fromstring(self.archive.read(name), parser)

    def _relations(self) -> Iterator[tuple[str, str]]:
        folder, name = posixpath.split(self._main)
        relations = f"{folder}/_rels/{name}.rels"
        if relations not in self.archive.namelist():
            return
        for one in self._part(relations):
            if one.get("TargetMode") != "External":
                target = posixpath.normpath(posixpath.join("/", folder, one.get("Target", ""))).lstrip("/")
                if target in self.archive.namelist():
                    yield one.get("Id", ""), target
                    yield one.get("Type", "").rpartition("/")[2], target

    def _named(self, kind: str) -> Iterator[Element]:
        """The entries of a part such as the footnotes, whose root is named for them."""
        if target := self._targets.get(kind):
            yield from _children(self._part(target), kind.removesuffix("s"))

    def _faded_styles(self) -> Iterator[tuple[str, str]]:
        """By a style's id, why its text is none: a style may hide or strike out, or take that from another."""
        if (target := self._targets.get("styles")) is None:
            return
        styles = {_value(style, "styleId") or "": style for style in _children(self._part(target), "style")}
        for name in styles:
            seen: set[str] = set()
            at: str | None = name
            while at in styles and at not in seen:
                seen.add(at)
                if why := _why_faded(styles[at]):
                    yield name, why
                    break
                at = next((_value(based, "val") for based in _children(styles[at], "basedOn")), None)

    def _blocks(self, container: Element) -> Iterator[str]:
        for child in container:
            name = _name(child)
            if name == "p":
                yield self._paragraph(child)
            elif name == "tbl":
                yield from self._rows(child)
            elif name in _BLOCK_GROUPS:
                yield from self._blocks(child)
            elif name in _CHANGED_AWAY:
                self._leave(child, "deleted")

    def _rows(self, table: Element) -> Iterator[str]:
        for row in _in_groups(table, "tr"):
            if any(_children(properties, "del") for properties in _children(row, "trPr")):
                self._leave(row, "deleted")
                continue
            cells = ["\n".join(self._blocks(cell)).strip() for cell in _in_groups(row, "tc")]
            filled = [cell for cell in cells if cell]
            if filled:
                yield ": ".join(cells) if len(cells) == 2 else "  ".join(filled)

    def _paragraph(self, paragraph: Element) -> str:
        beside: list[str] = []
        why = next((self._style(one, "pStyle") for one in _children(paragraph, "pPr")), None)
        text = "".join(self._inline(paragraph, why, beside)).rstrip()
        return "\n".join([text, *beside]) if text else "\n".join(beside)

    def _style(self, properties: Element, kind: str) -> str | None:
        return next((self._faded.get(_value(one, "val") or "") for one in _children(properties, kind)), None)

    def _inline(self, container: Element, why: str | None, beside: list[str]) -> Iterator[str]:
        for child in container:
            name = _name(child)
            if name == "r":
                styled = next((self._style(one, "rStyle") for one in _children(child, "rPr")), None)
                if faded := _why_faded(child, otherwise=styled or why):
                    self._leave(child, faded)
                else:
                    yield from self._run(child, beside)
            elif name in _GROUPS:
                self.inserted |= name in ("ins", "moveTo")
                yield from self._inline(child, why, beside)
            elif name in _CHANGED_AWAY:
                self._leave(child, "deleted")

    def _run(self, run: Element, beside: list[str]) -> Iterator[str]:
        for child in run:
            name = _name(child)
            if name == "t":
                yield child.text or ""
            elif name in _MARKS:
                yield _MARKS[name]
            elif name == "sym":
                yield _symbol(child)
            elif name == "fldChar":
                yield from _chosen(child)
            elif name in _NOTES:
                note = self._footnotes.get((_NOTES[name], _value(child, "id")))
                beside += [line for line in self._blocks(note) if line.strip()] if note is not None else []
            elif name in ("drawing", "pict", "AlternateContent", "object"):
                beside += self._boxes(child)

    def _boxes(self, drawing: Element) -> Iterator[str]:
        """The text of text boxes; of two forms of one box, the newer."""
        for child in drawing:
            if _name(child) == "txbxContent":
                yield from (line for line in self._blocks(child) if line.strip())
            elif _name(child) != "Fallback" or len(drawing) == 1:
                yield from self._boxes(child)

    def _leave(self, element: Element, why: str) -> None:
        text = " ".join(one.text or "" for one in element.iter("{*}t", "{*}delText"))
        self.left[why] += len(text.split())


def _name(element: Element) -> str:
    # By local name: Word writes the same elements in a strict and a transitional namespace.
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _children(element: Element, name: str) -> list[Element]:
    return [child for child in element if _name(child) == name]


def _in_groups(container: Element, name: str) -> Iterator[Element]:
    """The rows or cells of a table, those inside content controls and insertions as well."""
    for child in container:
        if _name(child) == name:
            yield child
        elif _name(child) in _BLOCK_GROUPS:
            yield from _in_groups(child, name)


def _value(element: Element, name: str) -> str | None:
    return next((str(value) for key, value in element.items() if str(key).rpartition("}")[2] == name), None)


def _is_on(switch: Element) -> bool:
    return _value(switch, "val") in _ON


def _why_faded(styled: Element, otherwise: str | None = None) -> str | None:
    """Why the text of a run or style is none; a run's own word outweighs its style's."""
    for properties in _children(styled, "rPr"):
        for switch in properties:
            if (why := _FADED.get(_name(switch))) is not None:
                if _is_on(switch):
                    return why
                otherwise = None if otherwise == why else otherwise
    return otherwise


def _symbol(element: Element) -> str:
    """A character of a symbol font; the ticked boxes of forms are the ones that say something."""
    code = int(_value(element, "char") or "0", 16) & 0xFF
    font = (_value(element, "font") or "").casefold()
    if font.startswith("wingdings"):
        return {0xFE: "☒", 0xFD: "☒", 0xA8: "☐", 0x6F: "☐", 0xFC: "✓", 0xE0: "→"}.get(code, "•")
    return {0xB3: "≥", 0xA3: "≤", 0xB0: "°", 0xB1: "±", 0x6D: "μ", 0x61: "α", 0x62: "β", 0xAE: "→"}.get(code, "")


def _chosen(begin: Element) -> Iterator[str]:
    """The entry that was chosen in a form's list, and whether its box is ticked: neither is in the text."""
    for form in _children(begin, "ffData"):
        for choice in _children(form, "ddList"):
            entries = [_value(entry, "val") or "" for entry in _children(choice, "listEntry")]
            place = next((int(_value(one, "val") or 0) for one in _children(choice, "result")), 0)
            yield entries[place] if place < len(entries) else ""
        for box in _children(form, "checkBox"):
            yield "☒" if any(_is_on(one) for one in _children(box, "checked")) else "☐"
