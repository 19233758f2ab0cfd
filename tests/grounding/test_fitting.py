"""A code fits the words it is for, reaches the tree, and outlives a kill."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from osler.core.criteria import Finding, atoms, parse_eligibility
from osler.core.terminology import Candidate, SemanticType, bundled_vocabularies
from osler.grounding import CriterionText, Deps, ground, new_batch, run
from osler.grounding.offline import find_entities
from osler.grounding.saved import SavedBatches
from osler.grounding.steps.coding import in_criteria
from osler.grounding.steps.fitting import is_like, names_nothing
from osler.grounding.steps.validate import is_vacuous
from osler.grounding.trees import code_criteria, reaches
from osler.grounding.wording.terms import WITHOUT_MODIFIERS, said_otherwise, worth
from osler.yaml_reader import packaged_yaml

_PREGNANCY = Candidate(
    concept_id="SCTID:77386006",
    display="Pregnancy",
    matched_name="Pregnancy",
    ontology="SNOMED",
    semantic_type=SemanticType.CONDITION,
    match_kind="exact",
    confidence=1.0,
)


@pytest.mark.parametrize(
    ("text", "term", "least", "most"),
    [
        ("asthma", "asthma", 1.0, 1.0),
        ("severe asthma", "asthma", 0.9, 0.99),
        ("occupational asthma", "asthma", 0.5, 0.7),
        ("Type 1 or 2 diabetes", "Type 2 diabetes", 1.0, 1.0),
        ("renal/hepatic failure", "renal failure", 1.0, 1.0),
        ("HER2 positive or ER negative", "HER2 negative", 0.0, 0.7),
        ("hep B or C", "hepatitis C", 1.0, 1.0),
        ("gravid", "pregnancy", 0.0, 0.0),
        ("MoCA score", "MoCA", 0.9, 0.99),
        ("coronary calcium score", "coronary calcium", 0.0, 0.7),
        ("asa", "ASA class", 1.0, 1.0),
    ],
)
def test_what_a_term_is_worth_for_the_words_it_was_searched_for(
    text: str, term: str, least: float, most: float
) -> None:
    assert least <= worth(text, term, bundled_vocabularies()) <= most


def test_a_concept_must_fit_the_words_whoever_chose_it() -> None:
    assert names_nothing("of")
    assert not is_like("asthma", _PREGNANCY)
    assert is_like("ectopic pregnancy", _PREGNANCY)


@pytest.mark.parametrize("name", ["Disease", "Other disease", "Clinical finding", "Disorder"])
def test_a_concept_that_says_nothing_is_vacuous(name: str) -> None:
    assert is_vacuous(name)
    assert not is_vacuous("Heart disease")


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("Proliferative diabetic retinopathy", ["Proliferative diabetic retinopathy"]),
        ("Rupture of the anterior cruciate ligament", ["Rupture of the anterior cruciate ligament"]),
        ("Asthma (BA)", ["Asthma"]),
        ("Asthma with or without gout", ["Asthma"]),
        ("Note: asthma is recorded", []),
    ],
)
def test_names_are_read_whole_and_only_where_the_tree_reads(text: str, terms: list[str]) -> None:
    assert [found.term for found in find_entities(CriterionText(id="c", text=text), bundled_vocabularies())] == terms


def test_accepted_codes_reach_the_tree_as_codes_or_mentions() -> None:
    criteria = parse_eligibility(
        "Exclusion Criteria:\n- Reaction to influenza vaccine\n- Active malignancy\n- Cardiac or renal disease\n"
        "- Surgery for glaucoma within 3 months\n- Women"
    )
    state = ground([CriterionText(id=item.id, text=item.text, criteria_type=item.kind) for item in criteria])
    accepted = [entity for entity in state.grounded_entities if entity.status == "accepted"]
    assert len(accepted) >= 5
    by_id = {item.id: item for item in criteria}
    assert all(reaches(by_id[entity.criteria_id], entity) for entity in accepted)
    found = [
        atom for item in code_criteria(criteria, accepted) for atom in atoms(item.tree) if isinstance(atom, Finding)
    ]
    by_name = {atom.name: atom for atom in found}
    assert by_name["Active malignancy"].codes
    assert by_name["Cardiac disease"].codes != by_name["renal disease"].codes
    reaction = by_name["Reaction to influenza vaccine"]
    assert not reaction.codes
    assert [mention.name for mention in reaction.mentions] == ["influenza vaccine"]


async def test_a_run_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "batches.jsonl"
    texts = [CriterionText(id=f"c{number}", text=f"History of gout {number}") for number in range(3)]
    whole = await run(new_batch(texts), deps=Deps())

    class Kept(SavedBatches):
        def clear(self) -> None:
            """A run that is killed clears nothing."""

    await run(new_batch(texts), deps=Deps(saved=Kept(path)))
    (line,) = path.read_text(encoding="utf-8").splitlines()
    kept = json.loads(line)
    kept["entities"][0]["reasoning"] = "from the file"
    path.write_text(json.dumps(kept) + "\n" + '{"key": "cut sho', encoding="utf-8")
    resumed = await run(new_batch(texts), deps=Deps(saved=SavedBatches(path)))
    assert [entity.entity_id for entity in resumed.grounded_entities] == [
        entity.entity_id for entity in whole.grounded_entities
    ]
    assert "from the file" in {entity.reasoning for entity in resumed.grounded_entities}
    assert not path.exists()


def test_what_is_claimed_of_a_name_is_what_was_seen_in_criteria_that_it_was_not_fitted_on() -> None:
    readings = packaged_yaml("osler.grounding.steps", "readings.yml")["readings"]
    seen = [row for row in readings if row["use"] == "check"]
    assert {row["half"] for row in seen}.isdisjoint(row["half"] for row in readings if row["use"] == "fit")
    assert abs(in_criteria() - sum(row["right"] for row in seen) / sum(row["accepted"] for row in seen)) <= 0.03
    found = ground([CriterionText(id="c", text="Gout, severe asthma, atopic dermatitis or HER2 positive cancer")])
    assert max(entity.grounding_confidence for entity in found.grounded_entities) <= in_criteria()


@pytest.mark.parametrize(
    ("text", "kind", "other"),
    [
        ("psychoactive medications", SemanticType.MEDICATION, "psychoactive drugs"),
        ("topical antibiotics", SemanticType.MEDICATION, "antibiotics"),
        ("serum ferritin levels", SemanticType.LAB_VALUE, "serum ferritin"),
        ("liver levels", SemanticType.LAB_VALUE, ""),
    ],
)
def test_an_empty_noun_or_opening_is_said_otherwise_at_little_loss(text: str, kind: SemanticType, other: str) -> None:
    found = said_otherwise(text, kind, bundled_vocabularies())
    assert found.casefold().removesuffix("s") == other.removesuffix("s")
    assert not found or worth(text, found, bundled_vocabularies()) == WITHOUT_MODIFIERS


@pytest.mark.parametrize(
    ("text", "concept"),
    [
        ("ASA grade III or IV (anesthesiologist's rating)", "LAB:asa_class"),
        ("YMRS total > 20", "LAB:ymrs"),
        ("Hepatic conditions", "MONDO:0005154"),
    ],
)
def test_scales_and_conditions_are_taken_in_the_words_of_criteria(text: str, concept: str) -> None:
    state = ground([CriterionText(id="c1", text=text)])
    assert concept in {entity.concept_id for entity in state.grounded_entities if entity.status == "accepted"}


def test_what_is_measured_is_no_gene_by_one_of_its_former_names() -> None:
    state = ground([CriterionText(id="c1", text="PRA > 30 %")])
    assert not [entity.preferred_term for entity in state.grounded_entities if entity.status == "accepted"]


async def test_a_disk_that_takes_nothing_ends_no_run(tmp_path: Path) -> None:
    (tmp_path / "a-file").touch()
    saved = SavedBatches(tmp_path / "a-file" / "batches.jsonl")
    done = await run(new_batch([CriterionText(id="c", text="History of gout")]), deps=Deps(saved=saved))
    assert done.grounded_entities
