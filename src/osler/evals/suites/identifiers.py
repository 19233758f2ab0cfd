"""Identifiers in text: how many the gate takes out, and how much it changes where there is none."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.privacy import Deidentifier
from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError, UsageError
from osler.evals.framework import SuiteRun
from osler.evals.items import ItemResult, half_of, sample
from osler.evals.own_sets import own_set


class MarkedText(NamedTuple):
    """A text and the identifiers that people marked in it, by type."""

    id: str
    text: str
    identifiers: tuple[tuple[str, str], ...]


class IdentifiersSuite:
    """What the de-identification gate finds without knowing the patient."""

    name = "identifiers"
    summary = (
        "recall: marked values that are gone from the text; over_redaction: texts without any that were changed; "
        "mentions_changed: the share of clinical names in those that were"
    )
    data_format = 'JSON Lines: {"id", "text", "identifiers": [{"type", "value"}]}; without --data the letters and notes that come with Osler'
    options: Mapping[str, str] = {"half": "a or b: only the texts whose id hashes to that half"}

    def run(self, data: Path | None, *, mind: str, limit: int | None, options: Mapping[str, str]) -> SuiteRun:
        """Scrub every text with a gate that knows nobody; the rules need no mind."""
        half = options.get("half")
        if half not in (None, "a", "b"):
            raise UsageError(f"half is {half!r}", mend="give --half a or --half b")
        texts = [
            text
            for text in read_texts(data or own_set("identifiers.jsonl"))
            if half is None or half_of(text.id) == half
        ]
        texts = sample(texts, limit, lambda text: text.id)
        items = [judged(text) for text in texts]
        return SuiteRun(n=len(texts), metrics=metrics(texts, items), items=items)


def read_texts(data: Path) -> list[MarkedText]:
    """The texts of a file."""
    try:
        rows = [json.loads(line) for line in data.read_text(encoding="utf-8").splitlines() if line.strip()]
        return [
            MarkedText(str(row["id"]), row["text"], tuple((one["type"], one["value"]) for one in row["identifiers"]))
            for row in rows
        ]
    except (OSError, ValueError, KeyError, TypeError):
        raise DataError(f"{data} cannot be read", mend=f"the format is {IdentifiersSuite.data_format}") from None


def judged(text: MarkedText) -> ItemResult:
    """The share of a text's identifiers that are gone; of a text without any, whether it was left as it was."""
    scrubbed = Deidentifier().scrub(text.text)
    left = [value for _, value in text.identifiers if value in scrubbed]
    score = 1 - len(left) / len(text.identifiers) if text.identifiers else float(scrubbed == text.text)
    return ItemResult(
        id=text.id,
        score=score,
        gold=[list(one) for one in text.identifiers],
        predicted=left,
        group="" if text.identifiers else "without",
    )


def metrics(texts: list[MarkedText], items: list[ItemResult]) -> dict[str, Any]:
    """Recall over all identifiers and by type, and the share of texts without identifiers that were changed."""
    marked: Counter[str] = Counter()
    left: Counter[str] = Counter()
    for text, item in zip(texts, items, strict=True):
        for kind, value in text.identifiers:
            marked[kind] += 1
            left[kind] += value in item.predicted
    clean = [item for item in items if item.group == "without"]
    mentioned, changed = clinical_mentions([text.text for text in texts if not text.identifiers])
    return {
        "recall": 1 - left.total() / marked.total() if marked else 0.0,
        "over_redaction": sum(item.score < 1 for item in clean) / len(clean) if clean else 0.0,
        "mentions_changed": changed / mentioned if mentioned else 0.0,
        "by_type": {kind: 1 - left[kind] / count for kind, count in sorted(marked.items())},
        "identifiers": marked.total(),
        "texts_without": len(clean),
    }


def clinical_mentions(texts: Sequence[str]) -> tuple[int, int]:
    """How many names of diseases, medicines, tests and operations texts without identifiers hold, and how many of them
    the gate changed."""
    mentioned = changed = 0
    for text in texts:
        scrubbed = Deidentifier().scrub(text)
        names = [text[match.start : match.end] for match in bundled_vocabularies().find(text)]
        mentioned += len(names)
        changed += sum(scrubbed.count(name) < text.count(name) for name in names)
    return mentioned, changed


SUITE = IdentifiersSuite()
