"""What a removed sentence of a draft leaves unanswered, in the guideline's own words."""

from __future__ import annotations

from osler.guidelines.types import Draft, VerifierFeedback


def with_own_words(draft: Draft, feedback: VerifierFeedback, ours: Draft) -> Draft:
    """A draft with the extractive sentences of passages that it cited only in sentences which did not hold.

    Whoever cites the right passage and says it wrongly leaves the question open; the passage itself answers it. What is
    unsafe for this patient is not said again in other words.
    """
    faulty = {issue.sentence for issue in feedback.issues if issue.sentence is not None}
    unsafe = {issue.sentence for issue in feedback.issues if issue.kind == "unsafe"}
    kept = {one for number, said in enumerate(draft.sentences) if number not in faulty for one in said.citations}
    lost = {
        one for number in faulty - unsafe if number < len(draft.sentences) for one in draft.sentences[number].citations
    } - kept
    barred = {one for number in unsafe if number is not None for one in draft.sentences[number].citations}
    told = [one for one in ours.sentences if one.about == "evidence" and set(one.citations) <= lost - barred]
    return Draft(sentences=[*draft.sentences, *told])
