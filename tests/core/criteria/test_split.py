"""Eligibility texts taken apart: headings, numbering, bullets, nesting, and nothing lost."""

import json
import re
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.criteria import split

_MARKER = re.compile(
    r"[\s\\*\u2022\u25cf\u25aa\u25a0\u25e6\u2023\u00b7\u2043\uf0b7\uf0a7\u2013\u2014.()-]|\b(?:\d{1,2}|[a-zA-Z]|[ivx]{1,4})\b"
)


def _texts(text: str) -> list[tuple[str, str]]:
    return [(raw.kind[:3], text[raw.start : raw.end]) for raw in split(text).criteria]


def _left_over(text: str) -> str:
    """What is in no criterion and no heading; no character may be in two."""
    taken = [0] * len(text)
    parts = split(text)
    for start, end in [*((c.start, c.end) for c in parts.criteria), *((h.start, h.end) for h in parts.headings)]:
        for place in range(start, end):
            taken[place] += 1
    assert max(taken, default=0) <= 1
    return "".join(char for char, count in zip(text, taken, strict=True) if not count)


def test_bullets_under_headings() -> None:
    text = "Inclusion Criteria:\n\n* Adults\n* Asthma\n\nExclusion Criteria:\n\n* Smokers\n"
    assert _texts(text) == [("inc", "Adults"), ("inc", "Asthma"), ("exc", "Smokers")]


def test_numbers_dashes_and_unmarked_lines() -> None:
    assert _texts("INCLUSION CRITERIA\n1. Adults\n2) Asthma\nEXCLUSION CRITERIA\n- Smokers") == [
        ("inc", "Adults"),
        ("inc", "Asthma"),
        ("exc", "Smokers"),
    ]
    assert _texts("Adults\nAsthma\nwheezing") == [("inc", "Adults"), ("inc", "Asthma"), ("inc", "wheezing")]


def test_a_nested_list_belongs_to_the_item_above_it() -> None:
    text = "Inclusion Criteria:\n\n* Organ function:\n\n  * ANC > 1\n  * Platelets > 100\n* Consent"
    found = _texts(text)
    assert len(found) == 2
    assert found[0][1].endswith("Platelets > 100")


def test_a_list_written_as_one_paragraph() -> None:
    assert _texts("Inclusion Criteria: 1. Adults 2. Asthma 3. FEV1 < 80%") == [
        ("inc", "Adults"),
        ("inc", "Asthma"),
        ("inc", "FEV1 < 80%"),
    ]
    assert _texts("Toxicity of grade 1. Patients must be adults.") == [
        ("inc", "Toxicity of grade 1. Patients must be adults.")
    ]


def test_a_wrapped_sentence_stays_whole() -> None:
    text = "Exclusion Criteria:\n* Known allergy to any component of the study drug or\n  to penicillin\n* Smokers"
    assert _texts(text) == [
        ("exc", "Known allergy to any component of the study drug or\n  to penicillin"),
        ("exc", "Smokers"),
    ]


def test_sub_headings_name_a_group() -> None:
    text = "Inclusion Criteria:\n\nFor parent participants:\n\n* Speaks English\n"
    (criterion,) = split(text).criteria
    assert criterion.group == "For parent participants"


@pytest.mark.parametrize(
    ("heading", "kind"),
    [
        ("Key Exclusion Criteria:", "exclusion"),
        ("Non-inclusion criteria:", "exclusion"),
        ("**Inclusion Criteria**:", "inclusion"),
        ("Eligibility Criteria:", "inclusion"),
        ("Criteria for exclusion:", "exclusion"),
    ],
)
def test_headings(heading: str, kind: str) -> None:
    parts = split(f"{heading}\n* Asthma")
    assert [h.kind for h in parts.headings] == [kind]
    assert [c.kind for c in parts.criteria] == [kind]


def test_real_records_lose_nothing(shared_data: Path) -> None:
    counts = []
    with zipfile.ZipFile(shared_data / "ctgov_v2.zip") as archive:
        for name in archive.namelist():
            module = json.loads(archive.read(name))["protocolSection"].get("eligibilityModule", {})
            text = module.get("eligibilityCriteria", "")
            assert _MARKER.sub("", _left_over(text)) == "", name
            criteria = split(text).criteria
            assert bool(criteria) == bool(text), name
            if text:
                counts.append(len(criteria))
                # One criterion for every item at the first level of the list, and few beyond those.
                items = len(re.findall(r"^ ?(?:\*|\d{1,2}\.)\s", text, re.MULTILINE))
                assert items <= len(criteria) <= items * 1.3 + 3, name
    assert len(counts) >= 15
    assert 8 <= sorted(counts)[len(counts) // 2] <= 30


@given(
    st.lists(
        st.sampled_from(
            [
                "Inclusion Criteria:",
                "Exclusion criteria",
                "* a b",
                "  * c d",
                "1. e f",
                "g h",
                "",
                "For men:",
                "a) i,",
                "•",
                "-x",
            ]
        ),
        max_size=12,
    )
)
def test_no_word_is_lost_or_taken_twice(rows: list[str]) -> None:
    left = _left_over("\n".join(rows))
    assert _MARKER.sub("", left) == ""


@given(st.text(max_size=300))
def test_any_text_can_be_split(text: str) -> None:
    for raw in split(text).criteria:
        assert text[raw.start : raw.end].strip()
    _left_over(text)


@pytest.mark.parametrize(
    ("line", "items"),
    [
        (
            "Patients who had prostate surgery Patients who have bladder cancer",
            ["Patients who had prostate surgery", "Patients who have bladder cancer"],
        ),
        ("Patients with gout and\nPatients who smoke", ["Patients with gout and\nPatients who smoke"]),
        ("Relatives of Patients who have gout", ["Relatives of Patients who have gout"]),
    ],
)
def test_a_criterion_that_begins_with_who_is_meant_begins_anew(line: str, items: list[str]) -> None:
    found = split(f"Exclusion Criteria:\n\n- {line}\n").criteria
    text = f"Exclusion Criteria:\n\n- {line}\n"
    assert [text[one.start : one.end] for one in found] == items
