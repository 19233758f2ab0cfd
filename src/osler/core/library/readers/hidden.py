"""What a page or a Markdown text holds and does not show: comments, and elements that nobody can see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import NamedTuple

from lxml import html

from osler.core.results import Level, Problem

_NO_TEXT = frozenset({"script", "style", "noscript", "template"})
"""Elements whose content is no text of a page."""
_VOID = frozenset(
    {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"}
)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_REFERENCE = re.compile(
    r"^[ ]{0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S+(?:[ \t]+(?:\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$", re.MULTILINE
)
"""The target of a link by its name, which Markdown shows nowhere; it is also how comments are written in it."""
_TAG = re.compile(
    r"</?(?:a|abbr|b|big|blockquote|br|center|cite|code|dd|details|div|dl|dt|em|font|h[1-6]|hr|i|img|kbd|li|mark|ol|p|pre|s"
    r"|section|small|span|strike|strong|sub|summary|sup|u|ul|wbr)(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
_BREAKS = re.compile(
    r"</?(?:blockquote|br|center|d[dlt]|details|div|h[1-6]|hr|li|ol|p|pre|section|summary|ul)\b", re.IGNORECASE
)
"""The tags that part what stands before them from what stands behind."""
_ZERO = r"0*\.?0+(?:[a-z]{1,3}|%)?"
_TINY = rf"(?:{_ZERO}|0*\.\d+(?:px|pt)|1(?:\.0+)?(?:px|pt)|0*\.[01]\d*r?em|[0-5](?:\.\d+)?%)"
_HIDING = re.compile(
    rf"\bdisplay\s*:\s*none\b|\bvisibility\s*:\s*(?:hidden|collapse)\b|(?<![-\w])opacity\s*:\s*0*\.?0+%?\s*(?:!|;|$)"
    rf"|\bfont-size\s*:\s*{_TINY}\s*(?:!|;|$)"
    r"|(?<![-\w])(?:left|right|top|bottom|text-indent|margin-left)\s*:\s*-\d{3,}|\bclip\s*:\s*rect\(\s*0"
    rf"|(?<![-\w])(?:max-)?(?:height|width)\s*:\s*{_ZERO}\s*(?:!|;|$)(?=.*\boverflow\s*:\s*hidden)"
    rf"|\boverflow\s*:\s*hidden\b.*(?<![-\w])(?:max-)?(?:height|width)\s*:\s*{_ZERO}\s*(?:!|;|$)",
    re.IGNORECASE | re.DOTALL,
)
_COLOUR = re.compile(r"(?<![-\w])color\s*:\s*(?P<colour>[^;!]+)", re.IGNORECASE)
_WHITE = re.compile(
    r"#f{3,4}|#(?:f[89a-f]){3}(?:[\da-f]{2})?|#[\da-f]{6}00|white|snow|transparent|rgba?\(\s*(?:25[0-5]|24[89])\s*[, ]\s*(?:25[0-5]|24[89])\s*[, ]\s*(?:25[0-5]|24[89])\b.*"
    r"|rgba\(.*,\s*0?\.?0+\s*\)|hsla?\(.*\b(?:99|100)%.*",
    re.IGNORECASE,
)
_BACKGROUND = re.compile(r"\bbackground(?:-color|-image)?\s*:\s*(?P<ground>[^;!]+)", re.IGNORECASE)
_MEDIA = re.compile(r"@[\w-]+[^{;]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
"""A rule for some media only, as for print: what it hides there is seen on a screen."""
_CSS_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_RULE = re.compile(r"(?P<selectors>[^{}]+)\{(?P<body>[^{}]*)\}")
_SELECTOR = re.compile(r"(?P<tag>[a-z][a-z\d]*)?(?P<mark>[.#])(?P<name>[\w-]+)", re.IGNORECASE)


class _Sheet(NamedTuple):
    """What the style rules of a page say of its classes and ids: (tag, mark, name) → declarations."""

    rules: dict[tuple[str, str, str], str]
    linked: bool
    """Whether there are rules in another file, which may give a background."""


def without_hidden(tree: html.HtmlElement) -> list[Problem]:
    """Take what a page does not show out of it; the remark that it held text there, if it did."""
    sheet = _sheet(tree)
    hidden = [one for one in tree.iter() if isinstance(one.tag, str) and one.tag != "head" and _is_hidden(one, sheet)]
    texts = [" ".join(one.text_content().split()) for one in hidden if one.tag not in _NO_TEXT]
    for one in hidden:
        if one.getparent() is not None:
            one.drop_tree()
    return remark([one for one in texts if one])


def remark(found: Sequence[str]) -> list[Problem]:
    """The remark that a page holds text which nobody sees, with how it begins."""
    if not found:
        return []
    message = f"{len(found)} hidden parts were not read; the first begins {found[0][:60]!r}"
    return [Problem(code="input.not_read", level=Level.INFO, message=message)]


def shown(text: str) -> str:
    """A Markdown text as it is shown: without comments, hidden elements and the tags of the others."""
    text = _COMMENT.sub(_same_lines, text)
    text = _REFERENCE.sub("", text)
    if "<" not in text:
        return text
    finder = _Hidden(text)
    for start, end in reversed(finder.spans):
        text = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    return _TAG.sub(lambda tag: " " if _BREAKS.match(tag.group()) else "", text)


class _Hidden(HTMLParser):
    """Where the elements stand in a text that it does not show."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.spans: list[tuple[int, int]] = []
        self._starts = [0, *(found.end() for found in re.finditer("\n", text))]
        self._text = text
        self._within = ""
        self._depth = 0
        self._begin = 0
        self.feed(text)
        self.close()
        if self._within:
            self.spans.append((self._begin, len(text)))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a hidden element, or go deeper in one."""
        if self._within:
            self._depth += tag == self._within
            return
        if tag in _VOID:
            return
        given = {name: value or "" for name, value in attrs}
        if tag in _NO_TEXT or _hides(given, grounds=[]):
            self._within, self._depth, self._begin = tag, 1, self._place()

    def handle_endtag(self, tag: str) -> None:
        """End the hidden element with its own end."""
        if tag != self._within:
            return
        self._depth -= 1
        if not self._depth:
            end = self._text.find(">", self._place()) + 1
            self.spans.append((self._begin, end or len(self._text)))
            self._within = ""

    def _place(self) -> int:
        line, column = self.getpos()
        return self._starts[line - 1] + column


def _same_lines(found: re.Match[str]) -> str:
    return "\n" * found.group().count("\n")


def _is_hidden(element: html.HtmlElement, sheet: _Sheet) -> bool:
    """Whether an element is hidden by itself, by an attribute or by a rule of its page."""
    if element.tag in _NO_TEXT:
        return True
    above = [element, *element.iterancestors()]
    grounds = [_style(one, sheet) for one in above]
    if sheet.linked and any(one.get("class") or one.get("id") for one in above):
        grounds.append("background: unknown")
    grounds += ["background: set" for one in above if one.get("bgcolor")]
    return _hides({**element.attrib, "style": _style(element, sheet)}, grounds=grounds)


def _hides(given: dict[str, str], *, grounds: Sequence[str]) -> bool:
    """Whether an element with these attributes hides what it holds; `grounds` are the styles that may give it a background."""
    style = given.get("style", "")
    if "hidden" in given or _HIDING.search(style):
        return True
    coloured = _COLOUR.search(style)
    colour = (coloured["colour"] if coloured else given.get("color", "")).strip()
    dark = [found["ground"] for one in (style, *grounds) if (found := _BACKGROUND.search(one))]
    return bool(_WHITE.fullmatch(colour)) and all(_WHITE.fullmatch(one.strip()) for one in dark)


def _style(element: html.HtmlElement, sheet: _Sheet) -> str:
    """The declarations for an element: those of the page's rules for its id and classes, then its own."""
    told = [
        sheet.rules.get((tag, mark, name), "")
        for mark, names in (("#", [element.get("id") or ""]), (".", (element.get("class") or "").split()))
        for name in names
        for tag in ("", str(element.tag))
    ]
    return ";".join(filter(None, [element.get("style") or "", *told]))


def _sheet(tree: html.HtmlElement) -> _Sheet:
    """The rules of a page for classes and ids, as far as they stand in it."""
    rules: dict[tuple[str, str, str], str] = {}
    for sheet in tree.iter("style"):
        text = _MEDIA.sub(" ", _CSS_COMMENT.sub(" ", sheet.text or ""))
        for rule in _RULE.finditer(text):
            for selector in rule["selectors"].split(","):
                if found := _SELECTOR.fullmatch(selector.strip()):
                    key = ((found["tag"] or "").lower(), found["mark"], found["name"])
                    rules[key] = ";".join(filter(None, [rules.get(key, ""), rule["body"]]))
    linked = any("stylesheet" in (link.get("rel") or "").lower() for link in tree.iter("link"))
    return _Sheet(rules, linked)
