"""Questions from beginning to end with the offline mind: cite, say whom it is for, warn, or stay silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from osler.core.evidence import find_quote
from osler.core.library import Library
from osler.errors import UsageError
from osler.guidelines import AskOptions, Deps, run
from osler.guidelines.report import render_html
from osler.guidelines.types import LabValue
from tests.guidelines.demo import chunk_id, demo, offline, person

PNEUMONIA = "Which antibiotic for low-severity pneumonia?"


async def test_every_sentence_is_quoted_to_the_character_and_cited() -> None:
    result = await run(PNEUMONIA, person(50, "male"), deps=offline())
    assert result.status == "complete"
    assert result.extractive
    assert result.sentences[0].text.startswith("Adults with low-severity pneumonia should receive amoxicillin 500 mg")
    assert result.final_answer_text.startswith(result.sentences[0].text + " [1]")
    texts = {citation.chunk_id: citation.text for citation in result.citations}
    for sentence in result.sentences:
        if sentence.about == "evidence":
            assert all(find_quote(texts[sentence.citations[0]], quote) for quote in sentence.quotes)
    assert result.used_chunks == [citation.chunk_id for citation in result.citations]
    assert result.debug_info is not None
    assert result.debug_info.plan[0].name == "answer_question"


async def test_what_the_patient_is_allergic_to_is_said_not_to_apply_and_the_other_is_found() -> None:
    result = await run(PNEUMONIA, person(50, "male", allergies=["penicillin"]), deps=offline())
    rows = {row.chunk_id: row for row in result.recommendations}
    amoxicillin = rows[chunk_id("Adults with low-severity pneumonia")]
    assert amoxicillin.fit == "does_not_apply"
    assert "allergic to penicillin" in amoxicillin.reasons[0]
    assert "doxycycline 200 mg" in result.final_answer_text
    assert any("Amoxicillin is contraindicated" in warning for warning in result.warnings)
    assert "should receive amoxicillin" not in [one.text for one in result.sentences if one.about == "evidence"]


async def test_a_laboratory_value_decides_a_contraindication() -> None:
    egfr = LabValue(measure_id="LAB:egfr", name="eGFR", value=22, unit="mL/min/{1.73_m2}")
    question = "Which dose of metformin should be started in type 2 diabetes?"
    result = await run(question, person(60, "male", labs=[egfr]), deps=offline())
    assert any("Metformin is contraindicated" in warning and "22" in warning for warning in result.warnings)
    healthy = await run(question, person(60, "male"), deps=offline())
    assert not healthy.warnings


@pytest.mark.parametrize(
    ("age", "sex", "more", "drug"),
    [
        (28, "female", {"pregnant": True}, "cefalexin"),
        (28, "female", {"pregnant": False}, "nitrofurantoin"),
        (45, "male", {}, "trimethoprim 200 mg twice daily for 7 days"),
    ],
)
async def test_the_recommendation_for_this_patient_is_the_one_that_is_given(
    age: float, sex: str, more: dict[str, bool], drug: str
) -> None:
    result = await run("How is a urinary tract infection treated?", person(age, sex, **more), deps=offline())
    assert drug in result.sentences[0].text
    others = [one.text for one in result.sentences if one.text.startswith("Not for this patient (")]
    assert others


async def test_a_recommendation_for_others_is_shown_with_the_reason() -> None:
    result = await run("Should this patient receive zoster vaccine?", person(35, "female"), deps=offline())
    assert result.sentences[0].text.endswith("none of its recommendations is for this patient.")
    assert "it is for age 50 years or older; the patient is 35 years old" in result.final_answer_text
    assert result.citations[0].chunk_id == chunk_id("Adults aged 50 years or older should receive two doses")


@pytest.mark.parametrize(
    "question",
    [
        "How is acute gout treated?",
        "Which antibiotic for meningitis?",
        "Is surgery recommended for asthma?",
        "What is the capital of France?",
        "asdf qwer",
    ],
)
async def test_what_the_library_does_not_answer_is_met_with_silence(question: str) -> None:
    result = await run(question, deps=offline())
    assert (result.status, result.citations, result.sentences) == ("no_evidence", [], [])
    assert result.final_answer_text.startswith("The library does not answer this question.")
    assert result.problems


async def test_an_older_version_is_not_used_and_a_contradiction_is_a_warning() -> None:
    result = await run("Which drug should be started for hypertension?", person(60, "male"), deps=offline())
    assert "chlortalidone 25 mg" not in result.final_answer_text
    result = await run("Can ibuprofen be used in people with heart failure?", deps=offline())
    assert any(warning.startswith("Guidelines contradict each other") for warning in result.warnings)


async def test_an_old_version_alone_is_used_with_a_warning(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    for version, date, drug in (("1", "2018", "chlortalidone"), ("2", "2023", "nothing else")):
        path = tmp_path / f"v{version}.md"
        path.write_text(
            f'---\ntitle: Oedema\nversion: "{version}"\ndate: {date}\n---\n- Ankle oedema should be treated with {drug}.\n'
        )
        library.add(path)
    result = await run("Is chlortalidone used to treat ankle oedema?", deps=Deps(libraries=[library]))
    assert [
        one for one in result.warnings if "superseded by version 2" in one
    ] or "nothing else" in result.final_answer_text


async def test_an_empty_library_and_a_foreign_question_say_so(tmp_path: Path) -> None:
    result = await run("How is asthma treated?", deps=Deps(libraries=[Library(tmp_path / "empty")]))
    assert (result.status, result.problems[0].message) == ("no_evidence", "the library is empty")
    result = await run("Wie wird die Lungenentzündung bei einer Schwangeren behandelt?", deps=offline())
    assert "English" in result.problems[0].message
    result = await run("肺炎应该用什么抗生素治疗？", deps=offline())
    assert "English" in result.problems[0].message
    with pytest.raises(UsageError, match="no question"):
        await run("   ", deps=offline())


async def test_the_cap_on_subtasks_cuts_those_of_least_priority() -> None:
    options = AskOptions(max_subtasks=1)
    result = await run(PNEUMONIA, person(50, "male", allergies=["penicillin"]), options=options, deps=offline())
    assert result.debug_info is not None
    assert [task.priority for task in result.debug_info.plan] == ["high"]
    assert result.debug_info.subtasks_cut == 1


async def test_the_same_question_gives_the_same_answer() -> None:
    first = await run(PNEUMONIA, person(50, "male"), deps=offline())
    second = await run(PNEUMONIA, person(50, "male"), deps=offline())
    assert first.final_answer_text == second.final_answer_text


async def test_the_report_shows_warnings_first_and_opens_passages() -> None:
    result = await run(PNEUMONIA, person(50, "male", allergies=["penicillin"]), deps=offline())
    page = render_html(result)
    assert page.index('class="warning"') < page.index("<h2>Answer</h2>") < page.index('id="c1"')
    assert '<a href="#c1">[1]</a>' in page
    assert "<script" not in page


def test_the_demonstration_guidelines_say_that_they_are_synthetic() -> None:
    for document in demo().documents():
        assert "ynthetic" in document.metadata.title
        # What a document says of itself is evidence for nothing.
        assert not any("Not a clinical guideline" in chunk.text for chunk in demo().chunks(document.id))
