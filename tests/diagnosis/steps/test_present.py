"""A model reads what the patient has, beside the rules: it adds and refutes with quotes that say so, and nothing else."""

from __future__ import annotations

import json

import pytest

from osler.core.agents import Runner
from osler.core.language import analyse
from osler.core.terminology import bundled_vocabularies
from osler.diagnosis import Deps, DiagnosisInput, run
from osler.diagnosis.case import CodedFinding
from osler.diagnosis.steps.naming import phenotype_named
from osler.diagnosis.steps.quotes import objection_to_veto
from osler.diagnosis.steps.support import Support, support_of
from osler.diagnosis.types import AgentOutput
from tests.core.agents.scripted import Script
from tests.diagnosis.notes import note

TEXT = "The girl has ataxia and is hypotonic. Her brother has seizures. She has no rash."


async def _read(*findings: dict[str, str], text: str = TEXT, coded: tuple[str, ...] = ()) -> AgentOutput:
    script = Script(lambda told: json.dumps(findings) if "they speak of: signs" in told else "[]")
    runner = Runner(models={"fast": script.handle(structure="prompted")})
    case = DiagnosisInput(notes=[note(text)], findings=[CodedFinding(term=term) for term in coded])
    return await run(case, deps=Deps(runner=runner))


def _terms(output: AgentOutput) -> set[str]:
    return {match.label for match in output.hpo_matches if match.hpo_id}


async def test_what_a_quote_does_not_assert_of_the_patient_is_not_added() -> None:
    lies = [
        {"quote": "Her brother has seizures", "finding": "Seizure"},
        {"quote": "She has no rash", "finding": "Skin rash"},
        {"quote": "a", "finding": "Aneurysm"},
        {"quote": "The girl has ataxia", "finding": "Cardiac arrest"},
        {"quote": "The girl has a fever", "finding": "Fever"},
    ]
    output = await _read(*lies)
    plain = await run(DiagnosisInput(notes=[note(TEXT)]))
    assert _terms(output) == _terms(plain)
    rejected = [item.message for item in output.problems if item.message.startswith("present: rejected")]
    assert len(rejected) == len(lies)
    assert any("Cardiac arrest" in message for message in rejected)
    assert not any("The girl" in message for message in rejected)


async def test_a_quote_of_a_part_or_of_a_word_that_begins_alike_does_not_support_the_whole() -> None:
    text = "The man has hypertension and cardiomegaly, and is microcephalic."
    output = await _read(
        {"quote": "hypertension", "finding": "Hypertrophic cardiomyopathy"},
        {"quote": "cardiomegaly", "finding": "Cardiomyopathy"},
        {"quote": "is microcephalic", "finding": "Microcephaly"},
        text=text,
    )
    assert not {"Hypertrophic cardiomyopathy", "Cardiomyopathy"} & _terms(output)
    assert "Microcephaly" in _terms(output)


async def test_a_quote_may_have_the_words_of_another_name_of_the_finding() -> None:
    text = "The man has a squared shape of the iliac bones, and his skin can be stretched too far."
    output = await _read(
        {"quote": "a squared shape of the iliac bones", "finding": "Squared iliac bones"},
        {"quote": "his skin can be stretched too far", "finding": "Cutis laxa"},
        text=text,
    )
    assert "Squared iliac bones" in _terms(output)
    assert "Cutis laxa" not in _terms(output)


async def test_an_asserted_finding_is_not_refuted_and_a_coded_one_never() -> None:
    refuting = {"quote": "The girl has ataxia", "finding": "Ataxia", "of_whom": "other"}
    assert "Ataxia" in _terms(await _read(refuting))
    output = await _read(
        {"quote": "Her brother has seizures", "finding": "Seizure", "of_whom": "other"}, coded=("HP:0001250",)
    )
    assert "Seizure" in _terms(output)


async def test_a_finding_that_the_rules_missed_is_added_with_its_quote_and_shown_as_a_disagreement() -> None:
    text = "The girl has ataxia. Hypoplastic, the radiologist writes of her corpus callosum."
    quote = "Hypoplastic, the radiologist writes of her corpus callosum"
    plain = await run(DiagnosisInput(notes=[note(text)]))
    assert "Hypoplasia of the corpus callosum" not in _terms(plain)
    ataxia = {"quote": "has ataxia", "finding": "Ataxia"}
    output = await _read(ataxia, {"quote": quote, "finding": "Hypoplasia of the corpus callosum"}, text=text)
    added = next(match for match in output.hpo_matches if match.label == "Hypoplasia of the corpus callosum")
    assert [item.quote for item in added.evidence if item.kind == "span"] == [quote]
    assert [item.about for item in output.disagreements] == ["Hypoplasia of the corpus callosum"]
    assert output.disagreements[0].model == f'observed, by "{quote}" (counted)'


async def test_a_denial_in_one_place_takes_nothing_that_is_asserted_in_another() -> None:
    text = "The girl has seizures since age 2. No seizures were seen during the visit."
    refuting = {"quote": "No seizures were seen during the visit", "finding": "Seizure", "status": "absent"}
    output = await _read(refuting, text=text)
    assert "Seizure" in _terms(output)
    assert any("asserts it elsewhere" in item.rules for item in output.disagreements)
    both = {"quote": text, "finding": "Seizure", "status": "absent"}
    assert "Seizure" in _terms(await _read(both, text=text))


async def test_a_finding_of_the_rules_that_the_model_leaves_out_is_a_difference() -> None:
    output = await _read({"quote": "is hypotonic", "finding": "Hypotonia"})
    assert [(item.about, item.rules, item.model) for item in output.disagreements if item.about == "Ataxia"] == [
        ("Ataxia", "observed", "not found")
    ]
    assert output.minds["present"] == "scripted"
    assert "Ataxia" in _terms(output)


async def test_what_a_silent_model_left_to_the_rules_is_theirs_and_said_to_be() -> None:
    text = "The girl has ataxia since age 2. She has no seizures."
    output = await _read(text=text)
    assert output.minds == dict.fromkeys(("present", "excluded", "timing", "synthesis"), "offline") | {
        "emergency": "scripted"
    }
    empty = [item.message.partition(":")[0] for item in output.problems if item.code == "model.empty"]
    assert empty == ["present", "excluded", "timing"]
    assert not any(item.is_of_a_model for item in output.problems), "a reading that finds nothing is an answer"
    assert {item.about for item in output.disagreements} == {"Ataxia", "Seizure", "onset of Ataxia"}
    assert {item.model for item in output.disagreements} == {"not found"}


async def test_a_model_that_finds_nothing_where_the_rules_find_nothing_has_read_the_note() -> None:
    output = await _read(text="Came for a certificate.")
    assert output.minds["present"] == output.minds["timing"] == "scripted"
    assert "model.empty" not in {item.code for item in output.problems}


NEAR = (
    "The man has drooping of both eyelids. He bleeds long after tooth extraction. He was born with a finger too many on each hand. "
    "He has seizures and a high palate."
)


def test_a_result_in_another_specimen_is_not_counted_by_a_quote_that_leaves_it_out() -> None:
    name = "Increased urinary porphobilinogen"
    assert _support("Plasma porphobilinogen elevated.", "porphobilinogen elevated", name).offered
    counted = _support("Urine was red; porphobilinogen elevated.", "porphobilinogen elevated", name)
    assert counted.confidence >= 0.5
    assert not counted.offered


async def test_what_a_search_of_the_quotes_own_words_returns_is_counted() -> None:
    quotes = {
        "Bilateral ptosis": "drooping of both eyelids",
        "Prolonged bleeding after dental extraction": "bleeds long after tooth extraction",
    }
    plain = await run(DiagnosisInput(notes=[note(NEAR)]))
    assert "Prolonged bleeding after dental extraction" not in _terms(plain)
    output = await _read(*({"quote": quote, "finding": name} for name, quote in quotes.items()), text=NEAR)
    assert quotes.keys() <= _terms(output)
    assert all(match.confidence < 1 for match in output.hpo_matches if match.label in quotes)


async def test_what_a_quote_only_describes_is_offered_with_it_and_moves_nothing() -> None:
    near = {
        "Hand polydactyly": "born with a finger too many on each hand",
        "Bilateral tonic-clonic seizure": "has seizures",
    }
    output = await _read(*({"quote": quote, "finding": name} for name, quote in near.items()), text=NEAR)
    plain = await run(DiagnosisInput(notes=[note(NEAR)]))
    assert _terms(output) == _terms(plain)
    assert [item.disease_id for item in output.disease_candidates] == [
        item.disease_id for item in plain.disease_candidates
    ]
    told = {item.about: item.model for item in output.disagreements if item.rules == "not found"}
    assert told.keys() == near.keys()
    assert all(quote in told[name] and "not counted" in told[name] for name, quote in near.items())
    assert any("Hand polydactyly" in line and "finger too many" in line for line in output.uncertainty.ambiguous)


@pytest.mark.parametrize(
    ("quote", "finding"),
    [
        ("a high palate", "Cleft palate"),
        ("has seizures", "Tremor"),
        ("bleeds long after tooth extraction", "Hypodontia"),
        ("tooth", "Tooth abscess"),
        ("He hardly sweats from the skin", "Hyperhidrosis"),
        ("Increased lactate in the blood", "Increased CSF lactate"),
    ],
)
def test_a_quote_that_names_another_finding_offers_nothing(quote: str, finding: str) -> None:
    assert _support(f"{NEAR} He hardly sweats from the skin. Increased lactate in the blood.", quote, finding).objection


@pytest.mark.parametrize(
    ("text", "quote", "finding"),
    [
        ("His flatmate has drooping of both eyelids.", "drooping of both eyelids", "Bilateral ptosis"),
        ("There is no drooping of both eyelids.", "drooping of both eyelids", "Bilateral ptosis"),
        ("Drooping of both eyelids cannot be excluded.", "Drooping of both eyelids", "Bilateral ptosis"),
        ("Are there signs like drooping of both eyelids?", "drooping of both eyelids", "Bilateral ptosis"),
        ("The dentist feared drooping of both eyelids.", "drooping of both eyelids", "Bilateral ptosis"),
        ("Cough, no drooping of both eyelids, pain.", "Cough, no drooping of both eyelids, pain", "Bilateral ptosis"),
        ("The colleague's dog has epilepsy.", "dog has epilepsy", "Seizure"),
    ],
)
def test_near_words_that_are_not_said_of_the_patient_support_nothing(text: str, quote: str, finding: str) -> None:
    assert _support(text, quote, finding).objection


def _support(text: str, quote: str, finding: str) -> Support:
    vocabularies = bundled_vocabularies()
    term = phenotype_named(finding, vocabularies)
    assert term is not None
    return support_of(analyse(text, vocabularies), quote, term, vocabularies)


@pytest.mark.parametrize(
    ("text", "quote", "finding", "refuted"),
    [
        ("She has a scleroderma-like skin.", "scleroderma-like", "Scleroderma", True),
        ("The rash is reminiscent of eczema.", "reminiscent of eczema", "Eczematoid dermatitis", True),
        ("Her landlord has epilepsy.", "landlord has epilepsy", "Seizure", True),
        ("The teacher noticed seizures.", "teacher noticed seizures", "Seizure", False),
        (
            "Her colleague was present when she had seizures.",
            "colleague was present when she had seizures",
            "Seizure",
            False,
        ),
        ("She has scleroderma.", "She has scleroderma", "Scleroderma", False),
    ],
)
def test_a_veto_is_borne_out_by_likeness_and_by_another_who_has_it(
    text: str, quote: str, finding: str, refuted: bool
) -> None:
    vocabularies = bundled_vocabularies()
    term = phenotype_named(finding, vocabularies)
    assert term is not None
    objection = objection_to_veto(analyse(text, vocabularies), quote, term, vocabularies)
    assert (objection is None) is refuted


async def test_a_veto_that_the_words_bear_out_takes_away_what_only_words_gave() -> None:
    text = "The girl has ataxia. Her landlord has epilepsy."
    refuting = {"quote": "Her landlord has epilepsy", "finding": "Seizure", "of_whom": "other"}
    plain = await run(DiagnosisInput(notes=[note(text)]))
    assert "Seizure" in _terms(plain)
    output = await _read(refuting, text=text)
    assert _terms(output) == {"Ataxia"}
    assert any(item.about == "Seizure" and "Her landlord" in item.model for item in output.disagreements)
    assert "Seizure" in _terms(await _read(refuting, text=text, coded=("HP:0001250",)))


async def test_a_terse_model_has_one_line_for_all_that_it_leaves_out() -> None:
    text = "The girl has ataxia, scoliosis, cataract, ptosis, microcephaly and short stature."
    output = await _read({"quote": "ataxia", "finding": "Ataxia"}, text=text)
    silent = [item for item in output.disagreements if item.model == "not found"]
    assert len(silent) == 1
    assert all(name in silent[0].about for name in ("Scoliosis", "Cataract", "Ptosis", "Microcephaly", "Short stature"))


async def test_an_answer_of_which_nothing_held_is_said_to_be_of_no_use() -> None:
    lie = {"quote": "The girl has ataxia", "finding": "Cardiac arrest"}
    output = await _read(lie)
    assert output.minds["present"] == "offline"
    said = [item.message for item in output.problems if item.is_of_a_model]
    assert said == ["present: nothing that scripted answered held (1 rejected); what is used is made offline"]
    true = {"quote": "The girl has ataxia", "finding": "Ataxia"}
    assert not any(item.is_of_a_model for item in (await _read(lie, true)).problems)
