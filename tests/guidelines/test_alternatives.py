"""Alternatives of which one is excluded, guidelines at odds, and what a guideline says of people like this patient."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from osler.core.library import Library
from osler.core.terminology import bundled_vocabularies
from osler.guidelines import AgenticResult, Deps, PatientFacts, run
from osler.guidelines.steps.asked import topic_of
from osler.guidelines.steps.safety import cautions
from osler.guidelines.steps.silence import silent_warnings
from osler.guidelines.types import EvidenceBundle, EvidenceChunk
from tests.guidelines.demo import person

NAUSEA = """# Nausea in palliative care
Issuer: Ashdown Hospice
Version: 1
Date: 2021-01-01

## Drugs
Offer metoclopramide, haloperidol or ondansetron for nausea. (Grade A)
Metoclopramide should be avoided in people with Parkinson disease. (Grade A)
Haloperidol should be avoided in people with Parkinson disease. (Grade B)
"""
NAUSEA_AGAIN = """# Symptoms at the end of life
Issuer: Bexhill College
Version: 3
Date: 2023-01-01

## Drugs
Ondansetron should not be offered for nausea in pregnant women. (Grade B)
"""
NAUSEA_THIRD = """# Vomiting in pregnancy
Issuer: Cranleigh Board
Version: 2
Date: 2020-01-01

## Drugs
Ondansetron should be offered for nausea in pregnant women. (Grade B)
"""


@cache
def library() -> Library:
    folder = Path(mkdtemp(prefix="osler-alternatives-"))
    made = Library(folder / "library")
    for number, text in enumerate((NAUSEA, NAUSEA_AGAIN, NAUSEA_THIRD)):
        (folder / f"{number}.md").write_text(text, encoding="utf-8")
        made.add(folder / f"{number}.md")
    return made


async def asked(question: str, patient: PatientFacts) -> AgenticResult:
    return await run(question, patient, deps=Deps(libraries=[library()]))


async def test_of_alternatives_only_the_excluded_ones_go_and_what_remains_is_said() -> None:
    result = await asked("What can be given for nausea?", person(72, "male", problems=["Parkinson disease"]))
    row = next(row for row in result.recommendations if row.text.startswith("Offer metoclopramide"))
    assert row.fit == "applies"
    assert "not metoclopramide, haloperidol" in row.reasons[0]
    assert "what remains: ondansetron" in row.reasons[0]
    told = [one.text for one in result.sentences]
    assert told[told.index("Offer metoclopramide, haloperidol or ondansetron for nausea.") + 1].startswith("Of these")


async def test_another_guideline_is_a_contradiction_and_no_reason_that_this_one_does_not_apply() -> None:
    result = await asked("Can ondansetron be offered for nausea?", person(30, "female", pregnant=True))
    row = next(row for row in result.recommendations if row.text.startswith("Ondansetron should be offered"))
    assert row.fit == "applies"
    warning = next(one for one in result.warnings if one.startswith("Guidelines contradict each other"))
    assert "Bexhill College, version 3, 2023-01-01" in warning
    assert "Cranleigh Board, version 2, 2020-01-01" in warning


async def test_nothing_applies_where_no_patient_was_given() -> None:
    result = await run("Which drug can be given for nausea?", None, deps=Deps(libraries=[library()]))
    assert result.recommendations
    assert not any(row.fit == "applies" for row in result.recommendations)
    assert all("no patient was given" in row.reasons for row in result.recommendations if row.fit == "unclear")


def test_silence_still_warns_of_what_concerns_the_patient() -> None:
    chunks = list(library().chunks())
    found = [EvidenceBundle(subtask_name="answer", chunks=[EvidenceChunk(chunk=one, score=1.0) for one in chunks])]
    against = cautions(chunks, person(72, "male", problems=["Parkinson disease"]), bundled_vocabularies())
    told = silent_warnings(
        against, found, topic_of("nausea", [library()], bundled_vocabularies()), bundled_vocabularies()
    )
    assert any("Metoclopramide should be avoided" in one for one in told)
    assert (
        silent_warnings(against, found, topic_of("bunion", [library()], bundled_vocabularies()), bundled_vocabularies())
        == []
    )
