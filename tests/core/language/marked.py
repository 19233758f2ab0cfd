"""Test sentences whose mention is marked with brackets: "No ⟦wheezes⟧ heard." """

from __future__ import annotations

from osler.core.language import Assertion, assert_mention


def unmark(marked: str) -> tuple[str, int, int]:
    """The sentence without its marks, and where the marked words are."""
    start = marked.index("⟦")
    end = marked.index("⟧") - 1
    return marked.replace("⟦", "").replace("⟧", ""), start, end


def assertion_of(marked: str) -> Assertion:
    """What a sentence says about its marked words."""
    return assert_mention(*unmark(marked))
