"""Pairs of a patient and a criterion with the labels of experts, and the sample of them that is judged."""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from osler.core.criteria import Criterion, CriterionKind, parse_criterion
from osler.core.patient import read_patient
from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError
from osler.trials import CriterionVerdict
from osler.trials.judging import NumberedSentence, PatientView

DATA_FORMAT = (
    "a JSON list of {annotation_id, patient_id, note (numbered sentences, one a line), trial_id, trial_title, "
    "criterion_type, criterion_text, expert_eligibility, expert_sentences, gpt4_eligibility, gpt4_sentences}"
)
MET, NOT_MET, UNKNOWN = CriterionVerdict.MET, CriterionVerdict.NOT_MET, CriterionVerdict.UNKNOWN
_LABELS = {
    "included": MET,
    "not included": NOT_MET,
    "excluded": MET,
    "not excluded": NOT_MET,
    "not enough information": UNKNOWN,
    "not applicable": UNKNOWN,
}
_NUMBERED = re.compile(r"^\s*(\d+)[.)]\s+(.*)$")


class CriterionAnnotation(NamedTuple):
    """One pair with what experts, and GPT-4, said of it."""

    annotation_id: str
    patient_id: str
    note: str
    trial_id: str
    trial_title: str
    criterion_type: CriterionKind
    criterion_text: str
    expert: CriterionVerdict
    expert_sentences: frozenset[int]
    gpt4: CriterionVerdict | None
    gpt4_sentences: frozenset[int]


def load_annotations(path: Path) -> list[CriterionAnnotation]:
    """Every pair of a file."""
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DataError(f"{path} cannot be read as JSON", mend=f"the format is {DATA_FORMAT}") from error
    if not isinstance(rows, list) or not rows:
        raise DataError(f"{path} holds no list of pairs", mend=f"the format is {DATA_FORMAT}")
    return [_annotation(row, number) for number, row in enumerate(rows)]


def _annotation(row: dict[str, Any], number: int) -> CriterionAnnotation:
    try:
        kind: CriterionKind = "exclusion" if row["criterion_type"].startswith("ex") else "inclusion"
        return CriterionAnnotation(
            annotation_id=str(row.get("annotation_id", number)),
            patient_id=str(row["patient_id"]),
            note=row["note"],
            trial_id=str(row["trial_id"]),
            trial_title=row.get("trial_title") or "",
            criterion_type=kind,
            criterion_text=row.get("criterion_text") or "",
            expert=_LABELS[row["expert_eligibility"]],
            expert_sentences=_numbers(row.get("expert_sentences")),
            gpt4=_LABELS.get(row.get("gpt4_eligibility") or ""),
            gpt4_sentences=_numbers(row.get("gpt4_sentences")),
        )
    except (KeyError, AttributeError, TypeError) as error:
        raise DataError(f"pair {number} lacks {error}", mend=f"the format is {DATA_FORMAT}") from error


def _numbers(value: Any) -> frozenset[int]:
    return frozenset(
        int(found) for found in re.findall(r"\d+", value if isinstance(value, str) else json.dumps(value or []))
    )


def criterion_of(pair: CriterionAnnotation) -> Criterion:
    """The pair's criterion with its tree."""
    text = pair.criterion_text
    tree = parse_criterion(text, kind=pair.criterion_type, source_id=pair.annotation_id)
    return Criterion(
        id=f"{pair.trial_id}/{pair.annotation_id}",
        kind=pair.criterion_type,
        text=text,
        start=0,
        end=len(text),
        tree=tree,
    )


@lru_cache(maxsize=256)
def view_of(note: str) -> PatientView:
    """The patient of a numbered note; sentences keep the numbers they were given."""
    lines = [(int(found[1]), found[2]) for line in note.splitlines() if (found := _NUMBERED.match(line))]
    if not lines:
        return PatientView(read_patient(note, "note").record, bundled_vocabularies())
    text = "\n".join(words for _, words in lines)
    record = read_patient(text, "note").record
    sentences, position = [], 0
    for number, words in lines:
        sentences.append(NumberedSentence(number, record.documents[0].id, position, position + len(words), words))
        position += len(words) + 1
    return PatientView(record, bundled_vocabularies(), given_sentences=sentences)


def filter_by_keywords(pairs: Sequence[CriterionAnnotation], keywords: Sequence[str]) -> list[CriterionAnnotation]:
    """The pairs whose note, title or criterion has one of the words."""
    wanted = [word.casefold() for word in keywords]
    return [
        pair
        for pair in pairs
        if not wanted
        or any(word in f"{pair.note} {pair.trial_title} {pair.criterion_text}".casefold() for word in wanted)
    ]


def stratified_sample(pairs: Sequence[CriterionAnnotation], n_pairs: int, seed: int) -> list[CriterionAnnotation]:
    """`n_pairs` with the same share of every label and type as in the whole, the same for the same seed."""
    strata: dict[tuple[str, str], list[CriterionAnnotation]] = defaultdict(list)
    for pair in pairs:
        strata[pair.criterion_type, pair.expert.value].append(pair)
    draw = random.Random(seed)  # noqa: S311 - a sample, not a secret
    shares = {key: len(members) * n_pairs / len(pairs) for key, members in strata.items()}
    counts = {key: int(share) for key, share in shares.items()}
    for key in sorted(shares, key=lambda key: (counts[key] - shares[key], key)):
        if sum(counts.values()) < min(n_pairs, len(pairs)):
            counts[key] += 1
    chosen = {
        pair.annotation_id for key, members in sorted(strata.items()) for pair in draw.sample(members, counts[key])
    }
    return [pair for pair in pairs if pair.annotation_id in chosen]
