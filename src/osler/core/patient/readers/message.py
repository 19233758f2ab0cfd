"""E-mail → text: what was written, without the envelope that carried it."""

from __future__ import annotations

import email
import email.policy
import re
from collections.abc import Callable, Iterator
from email.message import EmailMessage, Message
from typing import TYPE_CHECKING

from osler.core.files import decode
from osler.core.patient.problems import Level, Problem
from osler.core.patient.readers.page import left_out
from osler.core.patient.readers.quoting import forwarded, own_words, spoken
from osler.errors import DataError

if TYPE_CHECKING:
    from lxml.html import HtmlElement

_HEADER = re.compile(r"(?:>?From |(?P<name>[A-Za-z][A-Za-z-]{1,40}):)")
_SENDING = {"from", "to", "sent", "date", "subject", "received", "cc", "reply-to", "message-id"}
_NEEDED = 3
_BLANK = re.compile(r"\r?\n[ \t]*\r?\n")
_ESCAPED = re.compile(r"^>(?=From )", re.MULTILINE)
_SAMPLE = 16_384
_FADED = {"s": "struck through", "strike": "struck through", "del": "deleted"}
_HIDDEN = re.compile(
    r"display:none|visibility:hidden|(?:font-size|max-height|opacity):0(?:[a-z%]+)?(?:;|!|$)|mso-hide:all"
)
_WHOLE = "message/rfc822"


def looks_like_email(data: bytes) -> bool:
    """Whether a text begins as an e-mail does: with sender, and two more of what only e-mails state, as headers."""
    names = set()
    for line in data[:_SAMPLE].decode("latin-1").removeprefix("\xef\xbb\xbf").splitlines():
        if not line.strip():
            break
        header = _HEADER.match(line)
        if header is None and not line.startswith((" ", "\t")):
            return False
        names.add((header["name"] or "" if header else "").lower())
    return "from" in names and len(names & _SENDING) >= _NEEDED


def email_text(data: bytes, says: Callable[[str], bool]) -> tuple[str, list[Problem]]:
    """Subject and own words of an e-mail; who sent it to whom is left out, attachments are named as not read.

    `says` tells whether words speak of a patient: where the own ones do not, the message that is forwarded counts.
    """
    message = email.message_from_bytes(data, policy=email.policy.default)
    if message.get("content-type") is None:
        return _pasted(data, says)
    body, remarks = _body(message)
    attachments = list(_attachments(message))
    inside = [part for part in attachments if part.get_content_type() == _WHOLE]
    if len(inside) == 1 and not says(spoken(body)):
        text, problems = email_text(_message_in(inside[0]), says)
        return text, [*_unread(len(attachments) - 1), *remarks, forwarded(), *problems]
    text, quoted = _letter(message, body, says)
    return text, [*_unread(len(attachments)), *remarks, *quoted]


def _attachments(message: Message) -> Iterator[Message]:
    """The parts that are attached; a message that is one as a whole need not say so, and what it holds is its own."""
    for part in message.iter_parts() if isinstance(message, EmailMessage) and message.is_multipart() else ():
        if part.get_content_disposition() == "attachment" or part.get_content_type() == _WHOLE:
            yield part
        else:
            yield from _attachments(part)


def _message_in(attachment: Message) -> bytes:
    """A message that is attached to another as a whole."""
    inner = attachment.get_payload()
    return inner[0].as_bytes() if isinstance(inner, list) and isinstance(inner[0], Message) else b""


def _unread(attached: int) -> list[Problem]:
    if not attached:
        return []
    told = "1 attachment was" if attached == 1 else f"{attached} attachments were"
    mend = "save them, and give each file"
    return [Problem(code="input.not_read", level=Level.WARNING, message=f"{told} not read", mend=mend)]


def _pasted(data: bytes, says: Callable[[str], bool]) -> tuple[str, list[Problem]]:
    """Headers that somebody pasted above a text: all of it has the encoding of its file."""
    whole, remarks = decode(data)
    message = email.message_from_string(whole, policy=email.policy.default)
    parts = _BLANK.split(whole, maxsplit=1)
    text, quoted = _letter(message, parts[1] if len(parts) > 1 else "", says)
    return text, remarks + quoted


def _letter(message: EmailMessage, body: str, says: Callable[[str], bool]) -> tuple[str, list[Problem]]:
    # Mailboxes write a line that begins with "From " behind a mark, which quotes nothing.
    own, problems = own_words(_ESCAPED.sub("", body), says, mail=True)
    text = f"{str(message.get('subject', '')).strip()}\n\n{own.strip()}\n".lstrip()
    if not text:
        raise DataError("the e-mail holds no text", mend="give its attachment, or its text")
    return text, problems


def _body(message: EmailMessage) -> tuple[str, list[Problem]]:
    part = message.get_body(preferencelist=("plain", "html"))
    if part is None:
        return "", []
    text, problems = _decoded(part)
    if part.get_content_subtype() != "html":
        return text, problems
    shown, unshown = _plain(text)
    return shown, problems + unshown


def _decoded(part: Message) -> tuple[str, list[Problem]]:
    payload = part.get_payload(decode=True)
    content = payload if isinstance(payload, bytes) else b""
    try:
        return content.decode(part.get_content_charset() or "utf-8"), []
    except (LookupError, UnicodeDecodeError):
        return decode(content)


def _plain(page: str) -> tuple[str, list[Problem]]:
    """The text of a page as it is shown, and how many words of it are no statement any more."""
    from lxml import html

    root = html.fromstring(page or "<p></p>")
    for element in root.iter("script", "style", "head"):
        element.text = None
    problems = _without_faded(root)
    for element in root.iter("br", "p", "div", "tr", "li", "h1", "h2", "h3", "blockquote", "hr"):
        element.tail = "\n" + (element.tail or "")
    for element in root.iter("td", "th"):
        element.tail = "  " + (element.tail or "")
    for element in root.xpath("//blockquote[contains(@class, 'quote') or @type='cite']"):
        _mark_quoted(element)
    return re.sub(r"\n{3,}", "\n\n", str(root.text_content())).strip(), problems


def _without_faded(root: HtmlElement) -> list[Problem]:
    """Take out of a page what is struck through, deleted or hidden; say how much."""
    counts: dict[str, int] = {}
    for element in list(root.iter()):
        why = _faded(element)
        if why is None or element.getparent() is None:
            continue
        counts[why] = counts.get(why, 0) + len(str(element.text_content()).split())
        element.drop_tree()
    if not any(counts.values()):
        return []
    return [left_out(counts, mend="show hidden text and undo what is struck out, if it belongs to the note")]


def _faded(element: HtmlElement) -> str | None:
    if not isinstance(element.tag, str):
        return None
    style = re.sub(r"\s+", "", element.get("style", "")).lower()
    if element.tag in _FADED or "line-through" in style:
        return _FADED.get(element.tag, "struck through")
    return "hidden" if "hidden" in element.attrib or _HIDDEN.search(style) else None


def _mark_quoted(element: HtmlElement) -> None:
    """Write what a page quotes as plain text does, each line behind a mark; others only indent by the same element."""
    words = str(element.text_content())
    for child in list(element):
        element.remove(child)
    element.text = "\n" + "\n".join(f"> {line.strip()}" for line in words.split("\n") if line.strip()) + "\n"
