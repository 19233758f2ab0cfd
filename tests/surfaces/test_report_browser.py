"""The HTML report in a real browser: it renders, it prints, and it asks nothing of any other machine."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from osler.diagnosis import DiagnosisInput, diagnose
from osler.diagnosis.report import render_html
from osler.trials import Deps, match
from osler.trials.registry import LocalRegistry
from osler.trials.registry.local import RawRecord
from osler.trials.report import render_html as render_match
from tests.diagnosis.notes import EXCLUSIONS, TIMING, note
from tests.trials.patients import ASTHMA_NOTE, patient
from tests.trials.studies import ASTHMA

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-features=NetworkTimeServiceQuerying",
    "--host-resolver-rules=MAP * ~NOTFOUND",
]

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(BROWSER is None, reason="no Chromium is installed (Debian package chromium)"),
]


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = note(
        f"{TIMING} No hepatomegaly. <b>bold</b> & {EXCLUSIONS.replace('No seizures have ever been reported. ', '')}"
    )
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_text(
        render_html(diagnose(DiagnosisInput(notes=[source], age_years=5, sex="male")), [source]), encoding="utf-8"
    )
    return path


def _browse(page: str, folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [str(BROWSER), *FLAGS, f"--user-data-dir={folder / 'profile'}", *words, page],
        capture_output=True,
        timeout=100,
        check=True,
    )


def _hosts_asked(page: str, folder: Path) -> set[str]:
    folder.mkdir()
    log = folder / "net.json"
    _browse(page, folder, "--dump-dom", f"--log-net-log={log}")
    events = json.loads(log.read_text(encoding="utf-8"))
    kinds = {number: name for name, number in events["constants"]["logEventTypes"].items()}
    urls = [
        event["params"]["url"]
        for event in events["events"]
        if kinds[event["type"]] == "URL_REQUEST_START_JOB" and "url" in event.get("params", {})
    ]
    return {urlsplit(url).netloc for url in urls if url.startswith(("http", "ws"))}


def test_the_report_renders_with_its_findings_marked(report: Path, tmp_path: Path) -> None:
    page = _browse(report.as_uri(), tmp_path, "--dump-dom").stdout.decode("utf-8")
    assert "<h2>Differential</h2>" in page
    assert '<mark class="excluded"' in page
    assert '<mark class="observed"' in page
    assert "&lt;b&gt;bold&lt;/b&gt;" in page


def test_the_report_asks_nothing_of_any_other_machine(report: Path, tmp_path: Path) -> None:
    # A browser calls home by itself; what the page adds to that is what counts.
    by_itself = _hosts_asked("about:blank", tmp_path / "blank")
    assert _hosts_asked(report.as_uri(), tmp_path / "report") <= by_itself


def test_the_report_prints(report: Path, tmp_path: Path) -> None:
    pdf = tmp_path / "report.pdf"
    _browse(report.as_uri(), tmp_path, f"--print-to-pdf={pdf}")
    from pypdf import PdfReader

    pages = PdfReader(pdf).pages
    assert len(pages) <= 3, f"a usual case fits on three pages, not {len(pages)}"
    text = " ".join(page.extract_text() for page in pages)
    assert "None of the diseases known here" in pages[0].extract_text()
    assert "Diagnosis report" in text
    assert "Next steps" in text


CLICK = """<script>
const link = document.querySelector('td a[href^="#s"]'), colour = one => getComputedStyle(one).backgroundColor;
const said = document.querySelector(link.getAttribute("href")), before = colour(said);
link.click();
document.title = [said.textContent, before, colour(said), document.querySelectorAll(".note span:target").length].join("|");
</script>"""


async def test_a_click_on_a_number_highlights_the_sentence_in_the_note(tmp_path: Path) -> None:
    registry = LocalRegistry(tmp_path / "index")
    registry.import_records([RawRecord("one", json.dumps(ASTHMA).encode())])
    result = await match(patient(), deps=Deps(registry=registry))
    await registry.aclose()
    page = tmp_path / "match.html"
    page.write_text(render_match(result).replace("</body>", f"{CLICK}</body>"), encoding="utf-8")
    shown = _browse(page.as_uri(), tmp_path, "--dump-dom").stdout.decode("utf-8")
    text, before, after, targets = shown.partition("<title>")[2].partition("</title>")[0].split("|")
    assert text.lstrip("0123456789") in ASTHMA_NOTE
    assert before != after
    assert targets == "1"
