"""Rich text → its text, with header, footer and footnotes, without what is hidden, struck through or deleted."""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from osler.core.patient.problems import Level, Problem
from osler.core.patient.readers.page import left_out, letterhead, margin_lines
from osler.errors import DataError

_TOKEN = re.compile(
    r"\\(?P<word>[a-z]{1,32})(?P<number>-?\d{1,10})?[ ]?|\\'[0-9a-f]{2}|\\(?P<mark>[^a-z])|(?P<brace>[{}])|[\r\n]+|[^\\{}\r\n]+|\\",
    re.IGNORECASE,
)
_FADING = {
    "v": "hidden",
    "strike": "struck through",
    "striked": "struck through",
    "deleted": "deleted",
}
"""The switches of a run that make its words no statement; a number of 0 switches back."""
_MARGINS = {"header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr", "footerf"}
_OPEN, _CLOSE = "\x02", "\x03"
_MARGIN = re.compile(f"{_OPEN}([^{_CLOSE}]*){_CLOSE}")
"""A header or footer, marked so that it is found again in the text."""
_PLACED = {**dict.fromkeys(_MARGINS, _OPEN), "footnote": "\\par "}
"""Parts of the page that are read, by what stands before them in the text."""
_ROW = re.compile(r"^[^\n]*\|$", re.MULTILINE)
"""A row of a table: the library ends each cell with a bar."""
_UNREAD = {"shptxt": "text box", "annotation": "comment"}


def is_rtf(data: bytes) -> bool:
    """Whether bytes are rich text."""
    return data.lstrip()[:5] == b"{\\rtf"


def rtf_text(data: bytes) -> tuple[str, list[Problem]]:
    """The text of a rich-text document, and what of it was left out."""
    from striprtf.striprtf import rtf_to_text

    try:
        # Rich text is ASCII; what is not is written as bytes of the code page that the document names.
        shown = _Shown.of(data.decode("latin-1"))
        text = str(rtf_to_text(shown.rtf, errors="replace")).strip()  # type: ignore[no-untyped-call]
    except (ValueError, IndexError, KeyError, LookupError) as error:
        raise DataError("the RTF document is damaged", mend="save it again from its program") from error
    margins = [line for margin in _MARGIN.findall(text) for line in margin.split("\n")]
    kept, words = margin_lines(margins)
    body = _ROW.sub(_row, _MARGIN.sub("", text)).strip()
    text = "\n\n".join(part for part in ("\n".join(kept), body) if part)
    if not text.strip():
        raise DataError("the RTF document holds no text", mend="give its text; pictures are not read")
    return text + "\n", [*shown.problems(), *letterhead(words)]


class _State(NamedTuple):
    """How the words of a group are to be read."""

    faded: frozenset[str] = frozenset()
    skipped: bool = False
    """Whether the group is no text: fonts, styles, pictures."""
    margin: bool = False


class _Shown(NamedTuple):
    """A document as rich text with only what its page shows, how many words were left out by why, and what else is in it."""

    rtf: str
    left: Counter[str]
    unread: Counter[str]

    @classmethod
    def of(cls, rtf: str) -> _Shown:
        """The document without what is hidden; its margins are made plain text in their place."""
        from striprtf.striprtf import destinations, specialchars

        stack: list[_State] = []
        state = _State()
        kept: list[str] = []
        faded: dict[str, list[str]] = {}
        unread: Counter[str] = Counter()
        place = 0
        while place < len(rtf) and (token := _TOKEN.match(rtf, place)):
            place = token.end()
            word = token["word"]
            if token["brace"] == "{":
                stack.append(state)
            elif token["brace"] == "}":
                left, state = state, stack.pop() if stack else _State()
                if left.margin and not state.margin:
                    kept.append(_CLOSE)
            elif token["mark"] == "*":
                state = state._replace(skipped=True)
            elif word == "bin":
                place += max(0, int(token["number"] or 0))
                continue
            elif word in _PLACED and not state.skipped:
                state = state._replace(margin=word in _MARGINS)
                kept.append(_PLACED[word])
                continue
            elif word in destinations:
                state = state._replace(skipped=True)
                unread[_UNREAD.get(word, "")] += 1
            elif word in _FADING or word == "plain":
                state = _switched(state, word, token["number"])
                if word != "plain":
                    continue
            elif state.faded and not state.skipped and (word in (None, "u") or word in specialchars):
                faded.setdefault(min(state.faded), []).append(" " if word else token.group())
                continue
            kept.append(token.group())
        counts = Counter({why: len("".join(words).split()) for why, words in faded.items()})
        return cls("".join(kept), counts, unread)

    def problems(self) -> list[Problem]:
        """What was left out or not read."""
        found = []
        if any(self.left.values()):
            found.append(
                left_out(self.left, mend="show hidden text and undo what is struck out, if it belongs to the note")
            )
        for kind in _UNREAD.values():
            if count := self.unread[kind]:
                told = (
                    f"1 {kind} was"
                    if count == 1
                    else f"{count} {'text boxes' if kind == 'text box' else 'comments'} were"
                )
                level = Level.WARNING if kind == "text box" else Level.INFO
                mend = "put into the text what belongs to it"
                found.append(Problem(code="input.not_read", level=level, message=f"{told} not read", mend=mend))
        return found


def _switched(state: _State, word: str, number: str | None) -> _State:
    if word == "plain":
        # It resets the letters; a deletion is no property of letters.
        return state._replace(faded=state.faded & {"deleted"})
    why = frozenset({_FADING[word]})
    return state._replace(faded=state.faded - why if number == "0" else state.faded | why)


def _row(line: re.Match[str]) -> str:
    cells = [cell.strip() for cell in line.group().split("|")[:-1]]
    return ": ".join(cells) if len(cells) == 2 else "  ".join(filter(None, cells))
