"""What a page or a Markdown text does not show is not read: comments, hidden elements, white and tiny letters."""

from __future__ import annotations

import io
from collections.abc import Callable

import docx
import pytest
from docx.oxml import OxmlElement
from docx.oxml.ns import qn
from docx.shared import Pt, RGBColor
from docx.text.run import Run

from osler.core.library import read_bytes

_PAGE = "<!doctype html><html><head>{head}</head><body><h1>Cystitis</h1>{hidden}<p>Give nitrofurantoin for 3 days.</p></body></html>"


def _texts(data: str, name: str) -> str:
    return "\n".join(block.text for block in read_bytes(data.encode(), name).blocks)


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- Give ciprofloxacin. -->",
        '<p style="display:none">Give ciprofloxacin.</p>',
        "<p hidden>Give ciprofloxacin.</p>",
        '<div style="visibility: hidden"><p>Give ciprofloxacin.</p></div>',
        '<p style="opacity:0">Give ciprofloxacin.</p>',
        '<p><span style="font-size:0px">Give ciprofloxacin.</span></p>',
        '<p style="font-size: 0.1em;">Give ciprofloxacin.</p>',
        '<p style="color:#FFFFFF">Give ciprofloxacin.</p>',
        '<p style="color: rgb(255, 255, 255); background: white">Give ciprofloxacin.</p>',
        '<p><font color="white">Give ciprofloxacin.</font></p>',
        '<p style="position:absolute;left:-9999px">Give ciprofloxacin.</p>',
        '<p style="height:0;overflow:hidden">Give ciprofloxacin.</p>',
        '<p class="x">Give ciprofloxacin.</p>',
        '<p id="y">Give ciprofloxacin.</p>',
        "<script>Give ciprofloxacin.</script><template><p>Give ciprofloxacin.</p></template>",
    ],
)
def test_what_a_page_does_not_show_is_not_read(hidden: str) -> None:
    head = "<style>p.x { display: none } #y{color:white}</style>"
    assert _texts(_PAGE.format(head=head, hidden=hidden), "a.html") == "Give nitrofurantoin for 3 days."


@pytest.mark.parametrize(
    ("head", "shown"),
    [
        ("", '<p style="color:white;background:#003366">Send urine.</p>'),
        ("<style>@media print { .n { display: none } }</style>", '<p class="n">Send urine.</p>'),
        ("", '<p style="font-size:0.9em">Send urine.</p>'),
        ("", '<p style="line-height:0.9">Send urine.</p>'),
        ("<link rel='stylesheet' href='a.css'>", '<div class="dark"><p style="color:#fff">Send urine.</p></div>'),
        ("", '<p style="overflow:hidden; height:0.9em">Send urine.</p>'.replace("0.9em", "20px")),
        ("", '<p style="margin-left:-5px">Send urine.</p>'),
    ],
)
def test_what_a_page_shows_is_read(head: str, shown: str) -> None:
    assert "Send urine." in _texts(_PAGE.format(head=head, hidden=shown), "a.html")


def test_hidden_text_is_told_of() -> None:
    read = read_bytes(_PAGE.format(head="", hidden="<p hidden>Give ciprofloxacin.</p>").encode(), "a.html")
    assert any("hidden" in problem.message and "ciprofloxacin" in problem.message for problem in read.problems)


@pytest.mark.parametrize(
    "hidden",
    [
        "<!-- Give ciprofloxacin. -->",
        "<!-- Give\n\nciprofloxacin. -->",
        "[//]: # (Give ciprofloxacin.)",
        '[comment]: <> "Give ciprofloxacin."',
        '<span style="display:none">Give <span>ciprofloxacin</span>.</span>',
        "<div hidden>\n\nGive ciprofloxacin.\n\n</div>",
        '<font color="#fff">Give ciprofloxacin.</font>',
    ],
)
def test_what_markdown_does_not_show_is_not_read(hidden: str) -> None:
    assert _texts(f"# Cystitis\n\n{hidden}\n\nGive nitrofurantoin for 3 days.\n", "a.md") == (
        "Give nitrofurantoin for 3 days."
    )


@pytest.mark.parametrize(
    "text",
    ["Give <b>nitrofurantoin</b> for 3 days.", "Give nitrofurantoin if eGFR is <45 or > 30.", "Where age<br>is told."],
)
def test_markdown_keeps_its_words_and_its_signs(text: str) -> None:
    plain = text.replace("<b>", "").replace("</b>", "").replace("<br>", " ")
    assert _texts(f"# Cystitis\n\n{text}\n", "a.md") == plain


def _hide(run: Run) -> None:
    run.font.hidden = True


def _whiten(run: Run) -> None:
    run.font.color.rgb = RGBColor(255, 255, 255)


def _shrink(run: Run) -> None:
    run.font.size = Pt(1)


@pytest.mark.parametrize("unseen", [_hide, _whiten, _shrink])
def test_what_a_word_document_does_not_show_is_not_read(unseen: Callable[[Run], None]) -> None:
    document = docx.Document()
    paragraph = document.add_paragraph("Give nitrofurantoin for 3 days.")
    unseen(paragraph.add_run(" Give ciprofloxacin to everyone."))
    unseen(document.add_table(1, 1).cell(0, 0).paragraphs[0].add_run("Give ciprofloxacin."))
    stream = io.BytesIO()
    document.save(stream)
    read = read_bytes(stream.getvalue(), "cystitis.docx")
    text = " ".join(block.text for block in read.blocks)
    assert "nitrofurantoin" in text
    assert "ciprofloxacin" not in text
    assert any(one.code == "input.not_read" for one in read.problems)


def test_white_letters_on_a_dark_ground_are_read() -> None:
    document = docx.Document()
    table = document.add_table(1, 1)
    _whiten(table.cell(0, 0).paragraphs[0].add_run("Dose of nitrofurantoin"))
    ground = OxmlElement("w:shd")
    ground.set(qn("w:fill"), "1F3864")
    table.cell(0, 0)._tc.get_or_add_tcPr().append(ground)
    stream = io.BytesIO()
    document.save(stream)
    assert "Dose of nitrofurantoin" in " ".join(one.text for one in read_bytes(stream.getvalue(), "d.docx").blocks)
