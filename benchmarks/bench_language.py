"""Full note processing on one core, beside medspaCy and FastHPOCR on the same texts in the same run.

Osler does the most of the three: sentences, mentions against all bundled vocabularies, and their assertion.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import tempfile
import time
import zipfile
from collections.abc import Callable
from pathlib import Path

from tests.conftest import SHARED

from benchmarks.figure import Figure
from osler.core.language import analyse
from osler.core.terminology import hpo, vocabulary

_ENVIRONMENT = Path(__file__).resolve().parent.parent / ".venv-bench"
_PYTHON = _ENVIRONMENT / "bin" / "python"
_ROUNDS = {"FastHPOCR": 5, "medspaCy": 1}
_TEXTS = {"FastHPOCR": None, "medspaCy": 20}
_LENGTH = 1_200


def measure() -> list[Figure]:
    corpus, texts = _texts()
    figures = []
    with tempfile.TemporaryDirectory() as folder:
        obo = Path(folder, "hp.obo")
        write_obo(obo)
        for system, bar in (("medspaCy", 40.0), ("FastHPOCR", 1.0)):
            chosen = texts[: _TEXTS[system]]
            ours = _documents_per_second(lambda text: analyse(text).mentions, chosen)
            theirs = _baseline(system, obo, chosen)
            name = f"note processing, documents/s ({corpus}, {len(chosen)} texts)"
            if theirs is None:
                figures.append(Figure(name, ours, "1/s", f"{system}: not installed", None, f"at least {bar:g}x"))
            else:
                ratio = ours / theirs
                figures.append(Figure(name, ours, "1/s", system, ratio, f"at least {bar:g}x", ratio >= bar))
    return figures


def _texts() -> tuple[str, list[str]]:
    """The GSC+ abstracts where they are at hand, else definitions of HPO terms joined to the length of an abstract."""
    archive = SHARED / "hpo_text.zip"
    if archive.is_file():
        with zipfile.ZipFile(archive) as corpus:
            names = [name for name in corpus.namelist() if "/corpus/" in name and not name.endswith("/")]
            return "GSC+", [corpus.read(name).decode("utf-8") for name in names]
    graph = hpo()
    joined, texts = "", []
    for concept in graph.ids:
        joined += (graph.definition(concept) or "") + " "
        if len(joined) > _LENGTH:
            texts.append(joined)
            joined = ""
        if len(texts) == 200:
            break
    return "HPO definitions", texts


def _documents_per_second(process: Callable[[str], object], texts: list[str]) -> float:
    process(texts[0])
    seconds = []
    for _ in range(5):
        started = time.process_time()
        for text in texts:
            process(text)
        seconds.append(time.process_time() - started)
    return len(texts) / statistics.median(seconds)


def _baseline(system: str, obo: Path, texts: list[str]) -> float | None:
    """Documents a second of another system, or None where the benchmark environment is not installed."""
    if not _PYTHON.exists():
        return None
    index = _ENVIRONMENT / f"fasthpocr-{hpo().version}"
    index.mkdir(exist_ok=True)
    request = obo.with_name("request.json")
    wish = {"obo": str(obo), "folder": str(index), "texts": texts, "rounds": _ROUNDS[system]}
    request.write_text(json.dumps(wish), encoding="utf-8")
    script = Path(__file__).with_name("language_baselines.py")
    done = subprocess.run(
        [str(_PYTHON), str(script), system, str(request)],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )
    return len(texts) / float(statistics.median(json.loads(done.stdout)))


def write_obo(path: Path) -> None:
    """The bundled HPO in the format that the other systems read."""
    graph, words = hpo(), vocabulary()
    lines = ["format-version: 1.2", "ontology: hp", ""]
    for concept in graph.ids:
        lines += ["[Term]", f"id: {concept}", f"name: {graph.label(concept)}"]
        found = words.concept(concept)
        names = found.synonyms if found else ()
        lines += [f'synonym: "{name}" EXACT []' for name in names if '"' not in name and "\\" not in name]
        lines += [f"is_a: {parent}" for parent in sorted(graph.parents(concept))]
        lines.append("")
    path.write_text("\n".join(lines), encoding="utf-8")
