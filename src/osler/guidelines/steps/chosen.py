"""What is chosen of the evidence: the recommendations that answer, in the dose and for the purpose that is asked, the current before the replaced."""

from __future__ import annotations

from osler.guidelines.deps import Deps
from osler.guidelines.steps.asked_class import of_asked_class
from osler.guidelines.steps.bands import with_own_bands
from osler.guidelines.steps.candidates import Candidate
from osler.guidelines.steps.choose import choose
from osler.guidelines.steps.out_of_scope import with_scope_told
from osler.guidelines.steps.own_dose import with_own_doses
from osler.guidelines.steps.purpose import for_asked_purpose
from osler.guidelines.steps.safety import Caution
from osler.guidelines.types import AskOptions, DebugInfo, QueryContext


def chosen(
    context: QueryContext,
    safety: list[Caution],
    superseded: frozenset[str],
    options: AskOptions,
    debug: DebugInfo,
    deps: Deps,
) -> tuple[list[Candidate], list[str]]:
    """The recommendations that answer, of the class, in the dose and for the purpose that is asked; and the parts without any."""
    candidates, unanswered = choose(context, debug, safety, superseded, options, deps)
    candidates = of_asked_class(candidates, context.question_text, context.patient.medications, deps.vocabularies)
    candidates = with_own_doses(candidates, debug.evidence, context, deps.vocabularies)
    candidates = for_asked_purpose(candidates, context.question_text)
    candidates = with_own_bands(candidates, deps.libraries, context, deps.vocabularies)
    candidates = with_scope_told(candidates, debug.evidence, context, deps.libraries, deps.vocabularies)
    # What a later version has replaced never comes before what is current.
    return sorted(candidates, key=lambda one: one.chunk.document_id in superseded), unanswered
