"""What remains of a list, what takes a drug's place, other severities, things that only the library names, failed searches."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from osler.core.library import Chunk, Library
from osler.core.terminology import bundled_vocabularies
from osler.errors import DataError
from osler.guidelines import Deps, run
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.report import render_html
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.retrieve import bundle_for, retrieve
from osler.guidelines.steps.safety import Caution, cautions, excluded_of
from osler.guidelines.steps.warn import _contradict
from osler.guidelines.types import AskOptions, PatientFacts, SubTaskPlan
from tests.guidelines.demo import demo, offline, person

V = bundled_vocabularies()
GOUT = """---
title: Gout
issuer: Harbour Board
version: '2'
date: 2024-01
---
# Gout
## Flares
- Offer naproxen, colchicine or prednisolone to adults with a gout flare.
- Colchicine should not be used in people with severe liver disease.
- Use colchicine rather than naproxen in people with heart failure.
- Give prednisolone 30 mg daily to adults with a severe gout flare.
- Ice packs should be applied to the joint for 20 minutes.
## Prevention
- Offer allopurinol to adults with two or more flares a year.
- Febuxostat must not be used in pregnancy, and women who breastfeed need advice before they take it.
"""


@cache
def _gout() -> Library:
    folder = Path(tempfile.mkdtemp(prefix="osler-gout-"))
    (folder / "gout.md").write_text(GOUT, encoding="utf-8")
    library = Library(folder / "library")
    library.add(folder / "gout.md")
    return library


@pytest.mark.parametrize(
    ("text", "gone", "left"),
    [
        ("Offer naproxen, colchicine or prednisolone.", "colchicine", {"naproxen", "prednisolone"}),
        ("Give colchicine 500 micrograms, naproxen 500 mg, or prednisolone 30 mg.", "colchicine", {"naproxen", "prednisolone"}),
        ("Give naproxen and colchicine, or prednisolone.", "colchicine", {"prednisolone"}),
        ("Give naproxen with colchicine.", "colchicine", set()),
    ],
)  # fmt: skip
def test_the_or_of_a_list_is_of_all_its_members(text: str, gone: str, left: set[str]) -> None:
    against = Caution("Not for them.", "c", frozenset({gone}), "the patient has liver disease")
    found = excluded_of(text, "d", [against], V)
    assert found is not None
    assert set(found.left) == left


@pytest.mark.parametrize(
    ("text", "patient", "drugs"),
    [
        ("Use colchicine rather than naproxen in people with heart failure.", {"problems": ["heart failure"]}, {"naproxen"}),
        ("Use colchicine rather than naproxen in people with heart failure.", {"problems": ["gout"]}, set()),
        ("Insulin should be given in place of gliclazide during pregnancy.", {"sex": "female", "pregnant": True}, {"gliclazide"}),
        ("Insulin may be considered instead of gliclazide during pregnancy.", {"sex": "female", "pregnant": True}, set()),
        ("Febuxostat must not be used in pregnancy, and women who breastfeed need advice.", {"sex": "female", "pregnant": True}, {"febuxostat"}),
    ],
)  # fmt: skip
def test_what_something_else_takes_the_place_of_is_not_given(
    text: str, patient: dict[str, Any], drugs: set[str]
) -> None:
    chunk = Chunk(id="c", document_id="d", ordinal=0, text=text)
    found = cautions([chunk], PatientFacts.model_validate(patient), V)
    assert {drug for one in found for drug in one.drugs} == drugs


def test_a_trimester_of_a_pregnancy_of_unknown_weeks_is_said_to_be_unknown() -> None:
    chunk = Chunk(id="c", document_id="d", ordinal=0, text="Trimethoprim must not be used in the first trimester.")
    (unknown,) = cautions([chunk], person(30, "female", pregnant=True), V)
    (early,) = cautions([chunk], person(30, "female", pregnant=True, gestation_weeks=9), V)
    assert "not known" in unknown.because
    assert "not known" not in early.because
    assert not cautions([chunk], person(30, "female", pregnant=True, gestation_weeks=30), V)


async def test_advice_for_another_severity_is_not_for_this_patient() -> None:
    mild = await run("What is given for a mild gout flare?", deps=Deps(libraries=[_gout()]))
    fits = {row.text: row.fit for row in mild.recommendations}
    assert fits["Give prednisolone 30 mg daily to adults with a severe gout flare."] == "does_not_apply"
    severe = await run("What is given for a severe gout flare?", deps=Deps(libraries=[_gout()]))
    assert any("prednisolone 30 mg" in one.text for one in severe.sentences if one.about == "evidence")


def test_two_words_that_the_library_has_side_by_side_are_one_thing() -> None:
    topic = topic_of("Do people with gout need ice packs?", [_gout()], V)
    assert [term.text for term in topic.terms if term.thing] == ["ice packs"]
    assert not [term for term in topic_of("Do packs of ice help?", [_gout()], V).terms if term.thing]


def test_an_exception_is_no_contradiction() -> None:
    start = "Start allopurinol at 100 mg once daily in all adults."
    assert not _contradict("Do not restart allopurinol in anyone who has had agranulocytosis with it.", start, V)
    assert _contradict("Allopurinol should not be started in adults.", start, V)


async def test_a_search_that_fails_has_no_evidence_and_the_others_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    def search(task: SubTaskPlan, **more: Any) -> Any:
        if "broken" in task.name:
            raise DataError("the index is damaged", mend="rebuild it")
        return bundle_for(task, **more)

    monkeypatch.setattr("osler.guidelines.steps.retrieve.bundle_for", search)
    plan = [SubTaskPlan(name=name, description="", retrieval_query="pneumonia") for name in ("whole", "broken")]
    topic = topic_of("pneumonia", [demo()], V)
    whole, broken = await retrieve(plan, [demo()], AskOptions(), V, topic)
    assert whole.status == "found"
    assert (broken.status, broken.failed) == ("no_evidence", DataError("", mend="").code)
    with pytest.raises(DataError):
        await retrieve(plan[1:], [demo()], AskOptions(), V, topic)


async def test_every_passage_that_a_warning_points_at_is_cited_and_opens() -> None:
    asked = await run("Which blood pressure is the target in hypertension?", person(60, "male"), deps=offline())
    page = render_html(asked)
    for number in range(1, len(asked.citations) + 1):
        assert f'id="c{number}"' in page
    linked = [warning for warning in asked.warnings if warning.endswith("]")]
    assert linked
    assert all(warning.rpartition("[")[2].rstrip("]").isdigit() for warning in linked)
    assert f'href="#c{linked[0].rpartition("[")[2].rstrip("]")}"' in page.partition("<h2>Answer")[0]


SOURCES = {
    "dose": "Offer doxycycline 200 mg once daily to adults under 70 years with Lyme disease.",
    "limit": "The dose of ondansetron may be repeated once after 4 hours if vomiting returns, to a maximum of 16 mg in 24 hours.",
    "days": "Prochlorperazine 5 mg may be given for vertigo in adults; do not take it for longer than 7 days.",
    "apart": "Ciprofloxacin should be taken at least 2 hours apart from antacids.",
    "who": "Anyone taking clozapine who has a cough or chills must stop it and have a full blood count the same day.",
    "men": "Women should avoid pregnancy for 3 months after leflunomide, and men should avoid fathering a child for 2 months.",
    "instead": "Nitrofurantoin should be used instead of trimethoprim in the first trimester of pregnancy.",
    "kilogram": "Give gentamicin 5 micrograms per kg to adults with sepsis.",
    "codeine": "Do not give codeine to anyone under 12 years.",
}


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("limit", "At most 16 mg of ondansetron may be given in 24 hours."),
        ("days", "In adults with vertigo prochlorperazine 5 mg may be given, for no more than 7 days."),
        ("days", "Prochlorperazine should not be taken for longer than 7 days."),
        ("men", "Men should avoid fathering a child for 2 months after leflunomide."),
        ("instead", "Use nitrofurantoin rather than trimethoprim during the first trimester of pregnancy."),
        ("kilogram", "Gentamicin 5 µg per kg should be given to adults with sepsis."),
        ("codeine", "Nobody under 12 years of age should be given codeine."),
        ("dose", "Adults younger than 70 with Lyme disease should be offered doxycycline 200 mg once a day."),
    ],
)
def test_other_words_for_the_same_are_not_doubted(source: str, sentence: str) -> None:
    assert check_sentence(sentence, [SourceText("c", SOURCES[source])], V) == []


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("dose", "Offer doxycycline 200 mg once daily to adults with Lyme disease."),
        ("dose", "Offer doxycycline 200 mg once daily to people with Lyme disease."),
        ("limit", "At most 24 mg of ondansetron may be given in 24 hours."),
        ("days", "Prochlorperazine may be taken for longer than 7 days."),
        ("apart", "Ciprofloxacin can be taken together with antacids."),
        ("who", "Anyone taking clozapine must stop it and have a full blood count the same day."),
        ("men", "Men should avoid fathering a child for 3 months after leflunomide."),
        ("codeine", "Everybody under 12 years of age should be given codeine."),
    ],
)
def test_what_was_dropped_or_turned_is_found(source: str, sentence: str) -> None:
    assert check_sentence(sentence, [SourceText("c", SOURCES[source])], V)
