"""Whoever reads a result in a terminal sees which mind made it, and where two minds differ."""

from __future__ import annotations

import io

from rich.console import Console

from osler.core.agents import Difference
from osler.core.results import Envelope
from osler.grounding import CriterionText, GroundingOutput, GroundingState
from osler.surfaces.cli.grounding_view import show
from osler.surfaces.cli.output import minds_in_words


def test_the_offline_mind_alone_is_not_worth_a_line() -> None:
    assert minds_in_words(Envelope(minds={"present": "offline"}, roles={"fast": "offline"})) == ""


def test_where_no_mind_was_asked_none_is_named() -> None:
    assert minds_in_words(Envelope(minds={}, roles={"fast": "openai-chat:m, local"})) == ""


def test_each_mind_is_named_with_what_it_made() -> None:
    minds = {"present": "openai-chat:m", "timing": "offline", "synthesis": "openai-chat:m"}
    told = minds_in_words(Envelope(minds=minds, roles={"fast": "openai-chat:m, local"}))
    assert told == "made by openai-chat:m: present, synthesis; offline: timing"


def test_a_model_that_was_to_answer_and_did_not_is_seen_as_well() -> None:
    told = minds_in_words(Envelope(minds={"validate": "offline"}, roles={"fast": "openai-chat:m, local"}))
    assert told == "made by offline: validate"


def test_differences_of_a_grounding_are_shown() -> None:
    text = CriterionText(id="t1", text="History of stroke", criteria_type="inclusion")
    differing = Difference(item="t1", about="stroke", model="Pregnant state", offline="Cerebrovascular accident")
    state = GroundingState(
        batch_id="b", protocol_id="p", criteria_ids=["t1"], criteria_texts=[text], differences=[differing]
    )
    page = io.StringIO()
    show(GroundingOutput(state=state), Console(file=page, width=200))
    assert "Where the minds differ" in page.getvalue()
    assert "Cerebrovascular accident" in page.getvalue()
