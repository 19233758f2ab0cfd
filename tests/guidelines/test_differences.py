"""Where a model and the offline mind both answered, their differences are listed."""

from __future__ import annotations

from io import StringIO

from rich.console import Console

from osler.guidelines import run
from osler.guidelines.report import render_html
from osler.surfaces.cli.guidelines_view import show
from tests.guidelines.demo import chunk_id, scripted

QUESTION = "Which antibiotic for low-severity pneumonia?"
TRUE = "Adults with low-severity pneumonia should receive amoxicillin 0.5 g three times daily for 5 days."


def _sentence(text: str, cited: str) -> dict[str, object]:
    return {"text": text, "citations": [cited], "quotes": []}


async def test_another_dose_strength_and_citation_are_differences_and_another_unit_is_none() -> None:
    amoxicillin = chunk_id("Adults with low-severity")
    xray = chunk_id("A chest X-ray should be obtained")
    sentences = [
        _sentence(TRUE, amoxicillin),
        _sentence("A chest X-ray should be obtained within 4 hours of arrival in hospital.", xray),
    ]
    deps, _ = scripted(reasoning={"sentences": sentences})
    result = await run(QUESTION, deps=deps)
    about = {(one.about, amoxicillin in one.item) for one in result.differences}
    assert not any(mine for _, mine in about), "0.5 g is 500 mg"
    assert any(one.about == "cited" and xray in one.item and one.offline == "nothing" for one in result.differences)
    out = StringIO()
    show(result, Console(file=out, width=200))
    assert "Where the minds differ" in out.getvalue()
    assert "Where the minds differ" in render_html(result)

    weak = TRUE.replace("should", "may").replace("0.5 g", "250 mg")
    deps, _ = scripted(
        reasoning={"sentences": [_sentence(weak, amoxicillin)]}, refine={"sentences": [_sentence(weak, amoxicillin)]}
    )
    result = await run(QUESTION, deps=deps)
    told = {one.about: one for one in result.differences if amoxicillin in one.item}
    assert (told["amounts"].model, told["amounts"].offline) == ("250 mg", "500 mg")
    assert (told["strength"].model, told["strength"].offline) == ("weak", "strong")


async def test_where_only_the_offline_mind_answered_there_are_none() -> None:
    deps, _ = scripted(reasoning="I cannot help with that.")
    result = await run(QUESTION, deps=deps)
    assert result.extractive
    assert result.differences == []
