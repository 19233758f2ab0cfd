"""Findings as prose has them: predicates with adverbs, two findings under one name, scales, negative lists."""

from __future__ import annotations

import pytest

from osler.core.language import Polarity, analyse


def _terms(text: str) -> dict[str, Polarity]:
    return {mention.concept_id: mention.assertion.polarity for mention in analyse(text).mentions}


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Her gait is still very unsteady.", "HP:0002317"),
        ("Her tongue was fissured.", "HP:0000221"),
        ("There was postural and intentional tremor.", "HP:0002080"),
        ("Worsening encephalopathy was noted.", "HP:0002448"),
        ("The voice had a marked hoarseness.", "HP:0001609"),
    ],
)
def test_a_finding_is_found_in_another_form(text: str, term: str) -> None:
    assert _terms(text)[term] is Polarity.PRESENT


def test_two_findings_under_one_name_are_both() -> None:
    found = _terms("She came with nausea and vomiting.")
    assert {"HP:0002018", "HP:0002013"} <= set(found)
    assert "HP:0002017" not in found


@pytest.mark.parametrize("text", ["Glasgow Coma Scale 15.", "The apnea-hypopnea index was 1.4/h."])
def test_what_a_scale_measures_is_no_finding(text: str) -> None:
    assert not {"HP:0001259", "HP:0002104", "HP:0040213"} & set(_terms(text))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Viral serologies were negative (cytomegalovirus, hepatitis C, HIV).", "HP:0012115"),
        ("Markers, including antinuclear antibodies, were negative.", "HP:0003493"),
        ("Antinuclear antibodies were also negative.", "HP:0003493"),
        ("There were no reports of seizures.", "HP:0001250"),
    ],
)
def test_a_negative_list_denies_what_it_lists(text: str, term: str) -> None:
    assert _terms(text)[term] is Polarity.NEGATED
