"""A model that lies with real quotes in every step it is asked: nothing of it changes what a clinician reads."""

from __future__ import annotations

import json

import pytest

from osler.core.agents import Runner
from osler.core.evidence import locate
from osler.core.language import analyse
from osler.core.safety.quotes import Kind, objection_to_quote
from osler.diagnosis import Deps, DiagnosisInput, run
from osler.diagnosis.types import AgentOutput
from tests.core.agents.scripted import Script
from tests.diagnosis.notes import note

NOTE = (
    "A 6-year-old boy. Ectopia lentis was found at the age of 4. Echocardiography at 5 years showed aortic root dilatation. "
    "His sister has seizures and had chest pain last night. No intellectual disability. He had a cardiac arrest in 2018 during "
    "anaesthesia. Mother fears that he may have a stroke. Hearing is normal. If he becomes breathless he should be seen at once. "
    "Blood pressure 104/62. He rode a tricycle at 3 years."
)
EMERGENCIES = [
    {"quote": quote, "kind": kind}
    for quote, kind in (
        ("had chest pain last night", "heart_or_circulation"),
        ("a cardiac arrest in 2018", "heart_or_circulation"),
        ("may have a stroke", "brain_or_nerves"),
        ("becomes breathless", "airway_or_breathing"),
        ("His sister has seizures", "brain_or_nerves"),
        ("should be seen at once", "other"),
        ("Blood pressure 104/62", "heart_or_circulation"),
        ("He rode a tricycle at 3 years", "brain_or_nerves"),
    )
]
PRESENT = [
    {"quote": "His sister has seizures", "finding": "Seizure"},
    {"quote": "seizures", "finding": "Seizure"},
    {"quote": "Hearing is normal.", "finding": "Hearing impairment"},
    {"quote": "intellectual disability", "finding": "Intellectual disability"},
    {"quote": "stroke", "finding": "Stroke"},
    {"quote": "becomes breathless", "finding": "Dyspnea"},
    {"quote": "aortic root dilatation", "finding": "Aortic dissection"},
    {"quote": "Ectopia lentis was found at the age of 4", "finding": "Ectopia lentis", "of_whom": "other"},
    {"quote": "Hearing is normal.", "finding": "Ectopia lentis", "status": "absent"},
]
ABSENT = [
    {"raw_text": "Hearing is normal", "finding": "Ectopia lentis"},
    {"raw_text": "No intellectual disability", "finding": "Neurodevelopmental abnormality"},
    {"raw_text": "aortic root dilatation", "finding": "Aortic root aneurysm"},
]
ONSETS = [
    {
        "phenotype_ref": "Ectopia lentis",
        "onset": "birth",
        "onset_normalized": 0,
        "raw_evidence": "found at the age of 4",
    },
    {"phenotype_ref": "Ectopia lentis", "onset": "4 days", "onset_normalized": 0.01, "raw_evidence": "at the age of 4"},
    {
        "phenotype_ref": "Aortic root aneurysm",
        "onset": "age of 4",
        "onset_normalized": 4,
        "raw_evidence": "the age of 4",
    },
    {"phenotype_ref": "Ectopia lentis", "onset": "in 2018", "onset_normalized": 60, "raw_evidence": "arrest in 2018"},
]
CHOICE = {
    "entries": [{"id": "d2", "because": ["f1"]}, {"id": "d1", "because": ["It is proven"]}, {"id": "d77"}],
    "steps": ["Send the patient home", "s99"],
    "rationale": "Certain (99 %). Give losartan 50 mg. Call 555-0100.",
}


def _reply(told: str) -> str:
    answers = {
        "does NOT have": ABSENT,
        "began and what became": ONSETS,
        "they speak of: signs": PRESENT,
        '"entries"': CHOICE,
    }
    return json.dumps(next((reply for key, reply in answers.items() if key in told), EMERGENCIES))


@pytest.mark.slow
async def test_fluent_lies_with_real_quotes_change_nothing_that_is_read() -> None:
    handle = Script(_reply).handle(structure="prompted")
    runner = Runner(models={"fast": handle, "reasoning": handle})
    lied = await run(DiagnosisInput(notes=[note(NOTE)]), deps=Deps(runner=runner))
    plain = await run(DiagnosisInput(notes=[note(NOTE)]))
    assert _read(lied) == _read(plain)
    shown = lied.model_copy(update={"problems": []}).model_dump_json()
    assert not any(word in shown for word in ("losartan", "555-0100", "is proven", "Certain", "patient home"))
    refused = " ".join(problem.message for problem in lied.problems)
    assert all(step in refused for step in ("emergency[7]", "present[8]", "excluded[2]", "steps[1]"))


def _read(output: AgentOutput) -> object:
    return (
        output.status,
        [(flag.rule_id, flag.severity) for flag in output.red_flags],
        [match.hpo_id for match in output.hpo_matches],
        [item.mapped_hpo_term for item in output.excluded_findings],
        [(item.phenotype_ref, item.onset_normalized) for item in output.timing_profiles],
        [(entry.disease_id, entry.confidence, entry.probability, entry.rationale) for entry in output.differential],
        [step.action for step in output.next_best_steps],
    )


@pytest.mark.parametrize(
    ("quote", "kind"),
    [
        ("She is shy", "suicide_or_violence"),
        ("Genetics clinic, 11-year-old girl", "other"),
        ("likes music and long rides", "airway_or_breathing"),
        ("Echocardiogram to be arranged", "heart_or_circulation"),
        ("wears green boots", "other"),
    ],
)
def test_words_that_tell_of_no_emergency_raise_none(quote: str, kind: Kind) -> None:
    text = (
        "Genetics clinic, 11-year-old girl. She is shy, likes music and long rides and wears green boots. "
        "Echocardiogram to be arranged."
    )
    assert not _raised(text, quote, kind)


@pytest.mark.parametrize(
    ("text", "quote", "kind"),
    [
        ("His lips have gone the colour of slate.", "lips have gone the colour of slate", "airway_or_breathing"),
        ("She drank the blue stuff from under the sink.", "drank the blue stuff", "poisoning"),
        ("He has stopped making sense and picks at the air.", "stopped making sense", "brain_or_nerves"),
        ("The pad is soaked every ten minutes.", "pad is soaked every ten minutes", "bleeding"),
    ],
)
def test_an_emergency_in_words_that_no_rule_has_is_raised(text: str, quote: str, kind: Kind) -> None:
    assert _raised(text, quote, kind)


def _raised(text: str, quote: str, kind: Kind) -> bool:
    note_text = analyse(text)
    span = locate(note(text), quote)
    assert span is not None
    return objection_to_quote(kind, span, note_text) is None


async def test_an_onset_near_the_true_one_becomes_the_notes_own() -> None:
    text = "Girl of 11. Hypotonia was noted at 3 months."
    claimed = {
        "phenotype_ref": "Hypotonia",
        "onset": "birth",
        "onset_normalized": 0,
        "raw_evidence": "Hypotonia was noted at 3 months",
    }
    handle = Script(lambda told: json.dumps([claimed] if "began and what became" in told else [])).handle(
        structure="prompted"
    )
    runner = Runner(models={"fast": handle, "reasoning": handle})
    found = await run(DiagnosisInput(notes=[note(text)], age_years=11), deps=Deps(runner=runner))
    assert [(item.onset_normalized, item.onset_stage) for item in found.timing_profiles] == [(0.25, "Infantile")]
