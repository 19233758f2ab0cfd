"""What was found for a question, as every later step sees it: the passages that may answer, and what else was read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from osler.core.library import Chunk
from osler.guidelines.steps.applicability import Applicability
from osler.guidelines.steps.safety import Caution, Excluded
from osler.guidelines.types import EvidenceBundle, SubTaskPlan


@dataclass(frozen=True)
class Candidate:
    """A passage on the question's topic, the sentences of it that answer, and how it stands to the patient."""

    chunk: Chunk
    quoted: tuple[str, ...]
    relevance: float
    order: float
    applicability: Applicability
    caution: Caution | None = None
    partly: Excluded | None = None
    """What is excluded of alternatives of which some remain."""
    idle: bool = False
    """Whether it is a caution that nothing known of the patient calls for."""

    @property
    def fits(self) -> bool:
        """Whether nothing is known that speaks against it for this patient."""
        return self.applicability.fit != "does_not_apply" and self.caution is None


class Evidence(NamedTuple):
    """What was found for a question, before anything is written."""

    plan: list[SubTaskPlan]
    bundles: list[EvidenceBundle]
    candidates: list[Candidate]
    cautions: list[Caution]
    patient_known: bool
    patient_given: bool
    """Whether there is a patient beside the question; what is known may be of the question's own people."""
    safety: list[Caution]
    """Every caution for this patient; `cautions` are those about drugs that are asked for, advised or taken."""

    @property
    def chunks(self) -> dict[str, Chunk]:
        """Every passage that was retrieved, by its id."""
        return {one.chunk.id: one.chunk for bundle in self.bundles for one in bundle.chunks}


def unfit_passages(evidence: Evidence) -> dict[str, str]:
    """The passages that are not for this patient in any of their sentences, each with the reason."""
    by_passage: dict[str, list[Candidate]] = {}
    for one in evidence.candidates if evidence.patient_known else ():
        by_passage.setdefault(one.chunk.recommendation_id or one.chunk.id, []).append(one)
    reasons = {
        key: several[0].applicability.reasons[0]
        for key, several in by_passage.items()
        if all(one.applicability.fit == "does_not_apply" and one.applicability.reasons for one in several)
    }
    return {
        chunk.id: reasons[key]
        for chunk in evidence.chunks.values()
        if (key := chunk.recommendation_id or chunk.id) in reasons
    }


def by_turns(lists: Sequence[Sequence[Candidate]]) -> list[Candidate]:
    """The candidates of several parts of a question: the best of each, then the second of each; every passage once."""
    deepest = max(map(len, lists), default=0)
    turns = [found[place] for place in range(deepest) for found in lists if place < len(found)]
    once = one_of_each(turns)
    # A passage may answer two parts with two of its sentences.
    said = {text for one in once for text in one.quoted}
    further = {
        text: replace(one, quoted=(text,))
        for one in turns
        for text in one.quoted
        if text not in said and not one.chunk.recommendation_id
    }
    return [*once, *further.values()]


def guideline_of(chunk: Chunk) -> str:
    """The guideline that a passage is of: its document, or in a list of recommendations what their titles share."""
    return chunk.heading[0].partition(" -- ")[0] if chunk.recommendation_id and chunk.heading else chunk.document_id


def one_of_each(ordered: Sequence[Candidate]) -> list[Candidate]:
    """The first passage of each recommendation."""
    seen: set[str] = set()
    kept = []
    for candidate in ordered:
        key = candidate.chunk.recommendation_id or f"{candidate.chunk.document_id}/{candidate.chunk.id}"
        apart = not candidate.fits or candidate.applicability.fit == "unclear"
        key += f"/apart/{candidate.quoted[0]}" if apart and not candidate.chunk.recommendation_id else ""
        key += f"/excluded/{candidate.quoted[0]}" if not candidate.fits and candidate.chunk.recommendation_id else ""
        if key not in seen:
            seen.add(key)
            kept.append(candidate)
    return kept
