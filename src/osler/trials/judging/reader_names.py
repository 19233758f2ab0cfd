"""What a phrase names to the reader of notes, who knows devices, procedures and shorthand that no vocabulary has."""

from __future__ import annotations

from functools import lru_cache

from osler.core.criteria import Finding, Proof, TruthValue, evaluate, render
from osler.core.evidence import Span
from osler.core.language import NOTE_PREFIX, Mention, analyse
from osler.core.terminology import Vocabularies
from osler.trials.judging.findings import named
from osler.trials.judging.rules import common_words
from osler.trials.judging.view import KnownFact, PatientView


@lru_cache(maxsize=5000)
def _mentions(text: str, vocabularies: Vocabularies) -> tuple[Mention, ...]:
    return tuple(analyse(text, vocabularies).mentions)


def read_names(text: str, vocabularies: Vocabularies) -> frozenset[str]:
    """The concepts of a phrase as a note would be read."""
    return frozenset(code for mention in _mentions(text, vocabularies) for code in mention.concept_ids)


@lru_cache(maxsize=5000)
def _whole_name(text: str, vocabularies: Vocabularies) -> str | None:
    """The one thing that a phrase names to the reader and no vocabulary knows, where it says nothing else."""
    mentions = _mentions(text, vocabularies)
    if len(mentions) != 1 or len(mentions[0].concept_ids) != 1:
        return None
    (code,) = mentions[0].concept_ids
    rest = f"{text[: mentions[0].start]} {text[mentions[0].end :]}"
    return code if code.startswith(NOTE_PREFIX) and not named(rest, vocabularies).words - common_words() else None


def by_reader_name(atom: Finding, view: PatientView) -> Proof | None:
    """A device, a procedure or a medicine by the fact that the same shorthand or name gave: "PPM" for a pacemaker."""
    code = _whole_name(atom.name, view.vocabularies)
    if code is None:
        return None
    fact = next((one for one in view.facts if _was_read_as(one, code, view)), None)
    if fact is None:
        return None
    proof = evaluate(atom.model_copy(update={"name": fact.label, "codes": ()}), view.indexed, on=view.on)
    return proof.model_copy(update={"statement": render(atom)}) if proof.truth is not TruthValue.UNKNOWN else None


def _was_read_as(fact: KnownFact, code: str, view: PatientView) -> bool:
    """Whether a fact stands where the reader found a concept, and goes by its name."""
    spans = [item for item in fact.evidence if isinstance(item, Span)]
    return any(
        code in mention.concept_ids and mention.source_id == span.source_id and mention.start < span.end
        and span.start < mention.end
        for mention in view.mentions
        for span in spans
    )  # fmt: skip
