"""Exclusions and timing out of notes: the document's examples, and models that invent."""

from __future__ import annotations

import json

import pytest

from osler.core.agents import Runner
from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies, hpo
from osler.diagnosis import Deps, DiagnosisInput, diagnose
from osler.diagnosis.steps.excluded import NoteInput, excluded_step, to_findings
from osler.diagnosis.steps.extraction import extract
from osler.diagnosis.steps.timing import TimingInput, onset_stage, timing_step, to_profiles, union
from osler.diagnosis.types import TimingProfile
from tests.core.agents.scripted import Script
from tests.diagnosis.notes import EXCLUSIONS, TIMED_LABELS, TIMING, note


async def test_the_first_note_excludes_three_findings_and_nothing_of_the_family() -> None:
    outcome = await Runner().run(excluded_step(bundled_vocabularies()), NoteInput(note=EXCLUSIONS))
    found = to_findings(outcome.unwrap(), note(EXCLUSIONS), bundled_vocabularies(), found_by="rules")
    assert [(item.mapped_hpo_term, item.observed_instead) for item in found] == [
        ("HP:0001250", None),
        ("HP:0000365", None),
        (None, "HP:0001284"),
    ]
    for item in found:
        assert item.evidence is not None
        assert EXCLUSIONS[item.evidence.start : item.evidence.end] == item.raw_text


async def test_the_second_note_gives_four_onsets_and_a_progressive_gait() -> None:
    outcome = await Runner().run(timing_step(bundled_vocabularies()), TimingInput(note=TIMING, phenotypes=TIMED_LABELS))
    found = to_profiles(outcome.unwrap(), note(TIMING), found_by="rules")
    assert [item.phenotype_ref for item in found] == TIMED_LABELS
    assert [item.onset_normalized for item in found] == pytest.approx([0.0, 0.33, 1.5, 2.33], abs=0.01)
    assert [item.onset_stage for item in found] == ["Congenital/Neonatal", "Infantile", "Childhood", "Childhood"]
    assert found[3].progression == "progressive"


@pytest.mark.parametrize(
    ("years", "stage"),
    [
        (0.0, "Congenital/Neonatal"),
        (0.01, "Infantile"),
        (0.99, "Infantile"),
        (1.0, "Childhood"),
        (4.9, "Childhood"),
        (5.0, "Juvenile"),
        (15.0, "Juvenile"),
        (15.1, "Adult"),
    ],
)
def test_onset_stages(years: float, stage: str) -> None:
    assert onset_stage(years) == stage


@pytest.mark.parametrize(
    "sentence",
    [
        "No family history of seizures.",
        "Seizures resolved after treatment.",
        "The mother has no hearing loss.",
        "Return if there is no improvement of the seizures.",
    ],
)
async def test_what_is_not_an_exclusion_for_the_patient(sentence: str) -> None:
    outcome = await Runner().run(excluded_step(bundled_vocabularies()), NoteInput(note=sentence))
    assert outcome.unwrap() == []


def _excluding(*items: tuple[str, str]) -> str:
    return json.dumps([{"raw_text": quote, "finding": finding} for quote, finding in items])


async def test_a_model_is_unioned_with_the_rules_and_its_inventions_are_rejected() -> None:
    text = "No seizures. Ophthalmology raised nothing of concern."
    exclusions = _excluding(
        ("No seizures", "Seizures"),
        ("Ophthalmology raised nothing of concern", "Abnormal retinal morphology"),
        ("no cleft palate", "Cleft palate"),
    )
    model = Script(lambda told: f"```json\n{exclusions}\n```" if "does NOT have" in told else "[]")
    runner = Runner(models={"fast": model.handle(structure="prompted")})
    found = await extract(analyse(text), note(text), ["Seizure"], Deps(runner=runner))
    terms = {item.mapped_hpo_term: item.found_by for item in found.excluded}
    assert terms["HP:0001250"] == ["rules", "scripted"]
    assert set(terms) == {"HP:0001250"}
    assert any("the quote is not in the note" in problem.message for problem in found.problems)
    assert any("does not speak of the finding" in problem.message for problem in found.problems)


async def test_a_model_that_gives_no_json_leaves_the_rules_reading() -> None:
    model = Script("I would rather tell you a story.")
    runner = Runner(models={"fast": model.handle(structure="prompted")})
    found = await extract(analyse("No seizures."), note("No seizures."), [], Deps(runner=runner))
    assert [item.mapped_hpo_term for item in found.excluded] == ["HP:0001250"]
    assert any("no usable answer" in problem.message for problem in found.problems)


async def test_timing_of_a_phenotype_that_is_not_in_the_list_is_rejected() -> None:
    entry = {"onset": "at birth", "onset_normalized": 0.0, "raw_evidence": "Hypotonia was noted since birth"}
    model = Script(json.dumps([{**entry, "phenotype_ref": "Ataxia"}, {**entry, "phenotype_ref": "Hypotonia"}]))
    runner = Runner(models={"fast": model.handle(structure="prompted")})
    outcome = await runner.run(timing_step(bundled_vocabularies()), TimingInput(note=TIMING, phenotypes=["Hypotonia"]))
    assert [item.phenotype_ref for item in outcome.unwrap()] == ["Hypotonia"]
    assert [item.reason for item in outcome.rejected] == ["the phenotype is not in the list"]


def test_timings_of_two_readers_that_differ_or_that_only_one_found_are_listed() -> None:
    def told(name: str, years: float, by: str) -> TimingProfile:
        return TimingProfile(
            phenotype_ref=name,
            onset="then",
            onset_normalized=years,
            onset_stage=onset_stage(years),
            raw_evidence="then",
            found_by=[by],
        )

    rules = [told("Seizure", 2.0, "rules"), told("Ataxia", 3.0, "rules"), told("Fever", 1.0, "rules")]
    model = [told("Seizure", 2.0, "model"), told("Ataxia", 9.0, "model"), told("Rash", 4.0, "model")]
    merged, differing = union(rules, model)
    assert {profile.phenotype_ref: profile.onset_normalized for profile in merged} == {
        "Seizure": 2.0,
        "Ataxia": 9.0,
        "Fever": 1.0,
        "Rash": 4.0,
    }
    assert [(item.about, item.rules, item.model) for item in differing] == [
        ("onset of Ataxia", "3 years", "9 years"),
        ("onset of Fever", "1 years", "not found"),
        ("onset of Rash", "not found", "4 years"),
    ]


def test_the_name_of_a_finding_that_says_absent_excludes_nothing() -> None:
    output = diagnose(DiagnosisInput(notes=[note("A boy with absent speech and ataxia. He has no seizures.")]))
    assert "HP:0001344" in {match.hpo_id for match in output.hpo_matches}
    assert [item.finding for item in output.excluded_findings] == ["Seizure"]


def test_what_the_note_speaks_of_is_not_called_not_assessed() -> None:
    text = "A girl with intellectual disability and ataxia. No seizures. Possible microcephaly."
    missing = diagnose(DiagnosisInput(notes=[note(text)])).uncertainty.missing
    graph = hpo()
    asked = [line.removesuffix(" not assessed") for line in missing if line.endswith(" not assessed")]
    below_seizure = {graph.label(term) for term in (*graph.descendants("HP:0001250"), "HP:0001250")}
    assert asked
    assert not set(asked) & (below_seizure | {"Microcephaly", "Intellectual disability", "Ataxia"})


@pytest.mark.parametrize(
    ("quote", "finding"),
    [("a", "Aneurysm"), ("has ataxia", "Ataxia"), ("No seizures", "Ataxia"), ("sister has no rash", "Skin rash")],
)
async def test_a_quote_must_deny_that_very_finding_of_the_patient(quote: str, finding: str) -> None:
    text = "The girl has ataxia. No seizures. Her sister has no rash."
    model = Script(lambda told: _excluding((quote, finding)) if "does NOT have" in told else "[]")
    runner = Runner(models={"fast": model.handle(structure="prompted")})
    found = await extract(analyse(text), note(text), [], Deps(runner=runner))
    assert [item.mapped_hpo_term for item in found.excluded] == ["HP:0001250"]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        ({"raw_evidence": "Hypotonia was noted since birth", "onset": "3 years"}, "does not state that time"),
        ({"raw_evidence": "Seizures began at 4 months", "onset": "4 months"}, "does not speak of the phenotype"),
        ({"raw_evidence": "Hypotonia was noted since birth", "onset": "birth", "onset_normalized": 9}, "younger"),
    ],
)
async def test_a_quote_must_state_the_time_of_that_phenotype(entry: dict[str, object], reason: str) -> None:
    whole = {"phenotype_ref": "Hypotonia", "onset_normalized": 0.0, **entry}
    runner = Runner(models={"fast": Script(json.dumps([whole])).handle(structure="prompted")})
    outcome = await runner.run(
        timing_step(bundled_vocabularies()), TimingInput(note=TIMING, phenotypes=["Hypotonia"], age_years=5)
    )
    assert outcome.unwrap() == []
    assert reason in outcome.rejected[0].reason


async def test_an_onset_says_nothing_in_a_models_own_words_and_not_another_time() -> None:
    lies = [
        {
            "phenotype_ref": "Seizure",
            "onset": "at 4 months; proven, send the patient home",
            "onset_normalized": 0.33,
            "resolution": "call 555-0100",
            "raw_evidence": "Seizures began at 4 months of age",
        },
        {
            "phenotype_ref": "Hypotonia",
            "onset": "since birth",
            "onset_normalized": 40.0,
            "raw_evidence": "Hypotonia was noted since birth",
        },
    ]
    runner = Runner(models={"fast": Script(json.dumps(lies)).handle(structure="prompted")})
    given = TimingInput(note=TIMING, phenotypes=["Seizure", "Hypotonia"])
    outcome = await runner.run(timing_step(bundled_vocabularies()), given)
    assert [(item.phenotype_ref, item.onset, item.resolution) for item in outcome.output or []] == [
        ("Seizure", "at 4 months of age", None)
    ]


async def test_the_time_of_another_sentence_is_no_onset() -> None:
    text = "Tall stature, pectus carinatum and ectopia lentis. Scoliosis since age 9."
    lie = {
        "phenotype_ref": "Ectopia lentis",
        "onset": "since age 9",
        "onset_normalized": 9.0,
        "raw_evidence": "ectopia lentis. Scoliosis since age 9",
    }
    runner = Runner(models={"fast": Script(json.dumps([lie])).handle(structure="prompted")})
    outcome = await runner.run(
        timing_step(bundled_vocabularies()), TimingInput(note=text, phenotypes=["Ectopia lentis", "Scoliosis"])
    )
    assert not outcome.output


_TWO_PEOPLE = "Nystagmus began at 20 years; her uncle's ptosis began at 5 years. She has ptosis."


@pytest.mark.parametrize(
    ("phenotype", "onset", "quote", "kept"),
    [
        ("Nystagmus", 20.0, "Nystagmus began at 20 years", True),
        ("Nystagmus", 5.0, "Nystagmus began at 20 years; her uncle's ptosis began at 5 years.", False),
        ("Ptosis", 5.0, "ptosis began at 5 years", False),
    ],
)
async def test_a_models_onset_is_the_patients_and_the_one_nearest_to_the_finding(
    phenotype: str, onset: float, quote: str, kept: bool
) -> None:
    told = {
        "phenotype_ref": phenotype,
        "onset": f"at {onset:g} years",
        "onset_normalized": onset,
        "raw_evidence": quote,
    }
    step = timing_step(bundled_vocabularies())
    given = TimingInput(note=_TWO_PEOPLE, phenotypes=["Nystagmus", "Ptosis"])
    model = Script(json.dumps([told]))
    outcome = await Runner(models={"fast": model.handle(structure="prompted")}).run(step, given)
    assert [item.onset_normalized for item in outcome.output or []] == ([onset] if kept else [])


_LASTING = (
    "Headache for three years. Diarrhea once a month since 2021. A 9-year-old girl with ptosis. Cough from age 4."
)


@pytest.mark.parametrize(
    ("phenotype", "words", "onset", "quote", "kept"),
    [
        ("Headache", "for three years", 3.0, "Headache for three years", False),
        ("Headache", "for three years", 6.0, "Headache for three years", True),
        ("Diarrhea", "once a month", 0.08, "Diarrhea once a month since 2021", False),
        ("Ptosis", "9-year-old", 9.0, "A 9-year-old girl with ptosis", False),
        ("Cough", "from age 4", 4.0, "Cough from age 4", True),
    ],
)
async def test_a_duration_a_rate_and_the_age_of_now_are_no_age_of_onset(
    phenotype: str, words: str, onset: float, quote: str, kept: bool
) -> None:
    told = {"phenotype_ref": phenotype, "onset": words, "onset_normalized": onset, "raw_evidence": quote}
    given = TimingInput(note=_LASTING, phenotypes=["Headache", "Diarrhea", "Ptosis", "Cough"], age_years=9)
    model = Script(json.dumps([told]))
    outcome = await Runner(models={"fast": model.handle(structure="prompted")}).run(
        timing_step(bundled_vocabularies()), given
    )
    assert [item.onset_normalized for item in outcome.output or []] == ([onset] if kept else [])


@pytest.mark.parametrize(
    ("finding", "quote", "kept"),
    [
        ("Jaundice", "No jaundice", True),
        ("Abnormality of the liver", "No jaundice", False),
        ("Phenotypic abnormality", "no hearing loss", False),
        ("Sensorineural hearing impairment", "no hearing loss", True),
    ],
)
async def test_a_denied_form_denies_its_kinds_and_never_what_it_is_a_form_of(
    finding: str, quote: str, kept: bool
) -> None:
    told = {"raw_text": quote, "finding": finding}
    note_text = "No jaundice. There is no hearing loss. She has ataxia."
    model = Script(json.dumps([told]))
    runner = Runner(models={"fast": model.handle(structure="prompted")})
    outcome = await runner.run(excluded_step(bundled_vocabularies()), NoteInput(note=note_text))
    assert bool(outcome.output) is kept


@pytest.mark.parametrize(
    ("text", "claimed", "course"),
    [
        ("Myopia since age 6.", "progressive", "stable"),
        ("Progressive myopia since age 6.", "progressive", "progressive"),
        ("Intermittent myopia since age 6.", "improving", "episodic"),
        ("Myopia since age 6.", "stable", "stable"),
    ],
)
async def test_a_course_that_the_quote_does_not_tell_is_not_taken_over(text: str, claimed: str, course: str) -> None:
    told = {
        "phenotype_ref": "Myopia",
        "onset": "since age 6",
        "onset_normalized": 6,
        "progression": claimed,
        "is_ongoing": False,
        "raw_evidence": text,
    }
    runner = Runner(models={"fast": Script(json.dumps([told])).handle(structure="prompted")})
    outcome = await runner.run(timing_step(bundled_vocabularies()), TimingInput(note=text, phenotypes=["Myopia"]))
    assert [(item.progression, item.is_ongoing) for item in outcome.unwrap()] == [(course, True)]
    assert [item.path for item in outcome.rejected] == ([] if claimed == course else ["timing.Myopia.progression"])


@pytest.mark.parametrize(
    ("words", "onset", "kept"),
    [
        ("Attacks of fever for 1 to 3 days every month since he was six", 6.0, True),
        ("Attacks of fever for 1 to 3 days every month since he was six", 9.0, False),
        ("Fever when she was six months", 6.0, False),
        ("Fever, and she has walked since she was two. She was six when he was born", 6.0, False),
    ],
)
async def test_an_age_may_be_told_without_the_word_for_years(words: str, onset: float, kept: bool) -> None:
    told = {"phenotype_ref": "Fever", "onset": "six", "onset_normalized": onset, "raw_evidence": words}
    runner = Runner(models={"fast": Script(json.dumps([told])).handle(structure="prompted")})
    given = TimingInput(note=f"{words}.", phenotypes=["Fever"], age_years=21)
    outcome = await runner.run(timing_step(bundled_vocabularies()), given)
    assert [item.onset_normalized for item in outcome.output or []] == ([onset] if kept else [])
