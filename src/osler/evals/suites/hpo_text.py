"""HPO terms in abstracts and notes, against hand-made annotations, per document and (where places are given) per mention."""

from __future__ import annotations

import json
import re
import time
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import TypeVar

from osler.core.language import analyse
from osler.core.patient import Presence, read_patient
from osler.core.terminology import vocabulary
from osler.core.terminology.ontology import PHENOTYPIC_ABNORMALITY, hpo
from osler.errors import DataError
from osler.evals.framework import SuiteRun, required
from osler.evals.items import ItemResult, sample

_BRACKETED = re.compile(r"^\[(\d+)::(\d+)\]\t(HP[_:]\d{7}) \|")
_LARGEST_FILE = 10_000_000
_NEGATED = "neg"
_LINES = (".jsonl", ".json", ".ndjson")

Mention = tuple[int, int, str]
_T = TypeVar("_T")


@dataclass
class Document:
    """One text with its gold mentions."""

    name: str
    text: str
    mentions: set[Mention] = field(default_factory=set)
    coded: frozenset[str] = frozenset()
    """The terms of a document that was coded as a whole."""
    marks_negation: bool = False
    """Whether the annotation can say that a mention is negated; only then are negated findings left out."""
    unreadable: int = 0


class HpoTextSuite:
    """Which phenotypic abnormalities a text names."""

    name = "hpo-text"
    summary = "HPO terms in text: precision, recall and F1 over documents, F1 over exact mentions"
    data_format = (
        "a zip or folder with corpus/DOC (text) and ann/DOC; annotation lines are `[start::end]` tab `HP_nnnnnnn | mention`, "
        "or tab-separated start, end, mention, id and an optional flag, where Neg marks a negated mention; or JSON Lines "
        '{"id", "text", "hpo": [ids]} of documents coded as a whole'
    )
    options: Mapping[str, str] = {}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Measure on `data`; reading needs no mind, so every mind gives the same figures."""
        data = required(self, data)
        found = read_coded(data) if data.suffix in _LINES else read_documents(data)
        documents = sample(found, limit, lambda document: document.name)
        predict(Document("", "no seizures"))  # what is loaded once is no part of the time
        started = time.perf_counter()
        predictions = [predict(document) for document in documents]
        seconds = time.perf_counter() - started
        unreadable = sum(document.unreadable for document in documents)
        return SuiteRun(
            n=len(documents),
            metrics=_whole(documents, predictions) if data.suffix in _LINES else score(documents, predictions),
            parse_failures=unreadable,
            versions={"vocabularies": vocabulary().version},
            notes=[f"{unreadable} annotation lines could not be read"] if unreadable else [],
            seconds=seconds,
            items=[_item(*pair) for pair in zip(documents, predictions, strict=True)],
        )


SUITE = HpoTextSuite()


def _item(document: Document, predicted: set[Mention]) -> ItemResult:
    """A document with its terms and the F1 of what was found in it."""
    gold = set(document.coded) - {""} if document.coded else {term for *_, term in document.mentions}
    found = {term for *_, term in predicted}
    score = _micro([(gold, found)])[2] if gold or found else 1.0
    return ItemResult(id=document.name, score=score, gold=sorted(gold), predicted=sorted(found))


def predict(document: Document) -> set[Mention]:
    """The current phenotypic abnormalities that reading the text names, each with its place.

    What only follows from a statement that something is normal is not named by it.
    """
    if document.coded:
        return _of_patient(document.text)
    found = set()
    for mention in analyse(document.text).mentions:
        if mention.assertion.negated if document.marks_negation else mention.origin != "vocabulary":
            continue
        if concept_id := next(filter(None, map(current_abnormality, mention.concept_ids)), None):
            found.add((mention.start, mention.end, concept_id))
    return found


def _of_patient(text: str) -> set[Mention]:
    """The abnormalities that reading the text puts into the patient's record; values beyond their range are among them."""
    found = set()
    record = read_patient(text, format="note").record
    for fact in (*record.phenotypes, *record.conditions):
        if fact.presence in (Presence.PRESENT, Presence.POSSIBLE):
            terms = filter(None, (current_abnormality(coding.id) for coding in fact.codings))
            if term := next(terms, None):
                found.add((0, 0, term))
    return found


def _whole(documents: list[Document], predictions: list[set[Mention]]) -> dict[str, float]:
    """Micro-averages over documents that were coded as a whole."""
    pairs = [
        (set(document.coded), {term for *_, term in found})
        for document, found in zip(documents, predictions, strict=True)
    ]
    precision, recall, f1 = _micro(pairs)
    return {"doc_precision": precision, "doc_recall": recall, "doc_f1": f1}


def read_coded(data: Path) -> list[Document]:
    """The documents of a file of JSON lines, each coded as a whole."""
    try:
        rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines() if line.strip()]
    except (OSError, ValueError) as error:
        raise DataError("the documents cannot be read", mend=f"the format is {HpoTextSuite.data_format}") from error
    found = []
    for row in rows:
        terms = frozenset(filter(None, map(current_abnormality, row["hpo"])))
        found.append(Document(str(row["id"]), row["text"], coded=terms or frozenset({""})))
    return found


def score(documents: list[Document], predictions: list[set[Mention]]) -> dict[str, float]:
    """Micro-averages over documents (distinct terms) and over mentions (same place and term)."""
    pairs = list(zip((document.mentions for document in documents), predictions, strict=True))
    terms = [({term for *_, term in gold}, {term for *_, term in found}) for gold, found in pairs]
    precision, recall, f1 = _micro(terms)
    mention_precision, mention_recall, mention_f1 = _micro(pairs)
    return {
        "doc_precision": precision,
        "doc_recall": recall,
        "doc_f1": f1,
        "mention_precision": mention_precision,
        "mention_recall": mention_recall,
        "mention_f1": mention_f1,
    }


def _micro(pairs: list[tuple[set[_T], set[_T]]]) -> tuple[float, float, float]:
    hits = sum(len(gold & found) for gold, found in pairs)
    wanted, given = sum(len(gold) for gold, _ in pairs), sum(len(found) for _, found in pairs)
    precision, recall = hits / given if given else 0.0, hits / wanted if wanted else 0.0
    return precision, recall, 2 * hits / (wanted + given) if wanted + given else 0.0


def current_abnormality(hpo_id: str) -> str | None:
    """The current id of a term, if it is a phenotypic abnormality."""
    if not hpo_id.startswith("HP:"):
        return None
    current = hpo().resolve(hpo_id)
    return current if current and hpo().is_a(current, PHENOTYPIC_ABNORMALITY) else None


def read_documents(data: Path) -> list[Document]:
    """The documents of a zip or folder, by name."""
    texts: dict[str, str] = {}
    annotations: dict[str, str] = {}
    for path, content in _files(data):
        kind = path.parent.name.lower()
        if kind == "corpus":
            texts[path.stem] = content
        elif kind == "ann":
            annotations[path.stem] = content
    if not texts or not texts.keys() & annotations.keys():
        raise DataError("there are no annotated documents", mend=f"the format is {HpoTextSuite.data_format}")
    return [_document(name, texts[name], annotations[name]) for name in sorted(texts.keys() & annotations.keys())]


def _document(name: str, text: str, annotation: str) -> Document:
    document = Document(name, text)
    for line in annotation.splitlines():
        if bracketed := _BRACKETED.match(line):
            start, end, hpo_id, negated = int(bracketed[1]), int(bracketed[2]), bracketed[3], False
        elif (cells := line.split("\t")) and len(cells) >= 4 and cells[0].isdigit() and cells[1].isdigit():
            document.marks_negation = True
            start, end, hpo_id = int(cells[0]), int(cells[1]), cells[3].strip()
            negated = any(cell.strip().lower() == _NEGATED for cell in cells[4:])
        else:
            document.unreadable += bool(line.strip())
            continue
        current = current_abnormality(hpo_id.replace("_", ":"))
        if current and not negated:
            document.mentions.add((start, end, current))
    return document


def _files(data: Path) -> Iterator[tuple[PurePosixPath, str]]:
    if data.is_dir():
        for path in sorted(data.rglob("*")):
            if path.is_file() and path.parent.name.lower() in {"corpus", "ann"}:
                yield PurePosixPath(path.relative_to(data).as_posix()), _decoded(path.read_bytes())
        return
    try:
        with zipfile.ZipFile(data) as archive:
            for member in sorted(archive.infolist(), key=lambda member: member.filename):
                if member.is_dir():
                    continue
                if member.file_size > _LARGEST_FILE:
                    raise DataError(f"{member.filename} is too large for a document", mend="give abstracts or notes")
                yield PurePosixPath(member.filename), _decoded(archive.read(member))
    except (OSError, zipfile.BadZipFile) as error:
        raise DataError("the data cannot be read as a zip", mend="give a zip or a folder") from error


def _decoded(content: bytes) -> str:
    return content.decode("utf-8", errors="replace")
