"""What an answer opens with: the item that is asked about, the ban under its heading, the warning that is for this patient."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

import pytest

from osler.core.library import Library
from osler.guidelines import AgenticResult, Deps, PatientFacts, run

_GUIDELINE = """# Thrombosis, gout and sore throat in adults and in children (SYNTHETIC)

| Issuer | Version | Date |
|---|---|---|
| Nowhere Board | 2 | 2024-05-01 |

## How long anticoagulation goes on

- Isolated distal thrombosis: no anticoagulation, repeat the ultrasound after 7 days.
- Thrombosis provoked by surgery or a plaster cast: 3 months of anticoagulation.
- Thrombosis with active cancer: 6 months of anticoagulation.

## Gout

Do not combine allopurinol with azathioprine. If the combination cannot be avoided, reduce azathioprine to a quarter.

Start allopurinol 100 mg once daily for recurrent gout.

## Colchicine should not be given in

- severe renal impairment
- blood dyscrasia

## Sore throat

| Age | Phenoxymethylpenicillin | Clarithromycin (penicillin allergy) |
|---|---|---|
| 1 to 5 years | 125 mg four times daily | 125 mg twice daily |
| 6 to 11 years | 250 mg four times daily | 187.5 mg twice daily |
"""


@cache
def library() -> Library:
    folder = Path(tempfile.mkdtemp(prefix="osler-said-first-"))
    (folder / "a.md").write_text(_GUIDELINE, encoding="utf-8")
    made = Library(folder / "library")
    made.add(folder / "a.md")
    return made


async def asked(question: str, **facts: object) -> AgenticResult:
    patient = PatientFacts.model_validate(facts) if facts else None
    return await run(question, patient, deps=Deps(libraries=[library()]))


@pytest.mark.parametrize(
    ("question", "first"),
    [
        ("How long is a thrombosis provoked by a plaster cast anticoagulated?", "Thrombosis provoked by surgery"),
        ("How long is anticoagulation given in thrombosis with cancer?", "Thrombosis with active cancer"),
        ("Can colchicine be given in blood dyscrasia?", "Colchicine should not be given in blood dyscrasia"),
        (
            "Phenoxymethylpenicillin dose for tonsillitis in a child of 4?",
            "Sore throat — Age 1 to 5 years; Phenoxymethylpenicillin: 125",
        ),
        (
            "Phenoxymethylpenicillin dose for a sore throat in a girl of 7?",
            "Sore throat — Age 6 to 11 years; Phenoxymethylpenicillin: 250",
        ),
    ],
)
async def test_the_item_that_is_asked_about_comes_first(question: str, first: str) -> None:
    assert (await asked(question)).sentences[0].text.startswith(first)


async def test_a_warning_for_this_patient_is_no_lack_of_recommendations() -> None:
    result = await asked(
        "Should allopurinol be started for recurrent gout?", medications=["azathioprine"], problems=["gout"]
    )
    told = [one.text for one in result.sentences]
    assert told[:2] == [
        "Do not combine allopurinol with azathioprine.",
        "If the combination cannot be avoided, reduce azathioprine to a quarter.",
    ]
    assert not any("none of its recommendations" in text for text in told)


async def test_the_row_for_the_allergic_is_not_refused_with_what_stands_beside_it() -> None:
    result = await asked(
        "Dose of clarithromycin for tonsillitis?",
        age_from=7,
        age_to=7,
        allergies=["penicillin"],
        problems=["tonsillitis"],
    )
    told = "Sore throat — Age 6 to 11 years; Clarithromycin (penicillin allergy): 187.5 mg twice daily"
    assert result.sentences[0].text == told
