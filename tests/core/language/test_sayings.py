"""Findings that are said in words which are no name."""

from __future__ import annotations

import pytest

from osler.core.language import analyse
from osler.core.language.rules import read_table, read_yaml
from osler.core.terminology import hpo


def _said(text: str) -> dict[str, str]:
    return {one.concept_id: one.assertion.polarity.value for one in analyse(text).mentions}


def test_every_saying_and_every_mistaken_event_bears_the_label_of_its_term() -> None:
    table = read_yaml("sayings.yml")
    for hpo_id, row in table["sayings"].items():
        assert hpo().label(hpo_id) == row["label"]
        classes = {part for said in row["said"] for token in said.split() for part in token.rstrip("?").split("|")}
        assert {part.strip("<>") for part in classes if part.startswith("<")} <= table["classes"].keys(), hpo_id
    for taken_for, name, _ in read_table("mistaken.tsv"):
        assert hpo().label(taken_for) == name


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("She cannot let go after shaking hands.", "HP:0012899"),
        ("The testicle never came down.", "HP:0000028"),
        ("On examination no tonsils to be seen.", "HP:0030813"),
        ("Stubby fingers held apart like a trident.", "HP:0004060"),
        ("Born with a bowel obstruction from thick meconium.", "HP:0004401"),
        ("An adenocarcinoma of the ascending colon was removed.", "HP:0040276"),
        ("He sleeps propped on three pillows.", "HP:0012764"),
        ("He had a swollen septic knee.", "HP:0003095"),
        ("Her head circumference dropped from the 50th to the 3rd centile.", "HP:0005484"),
        ("Fits since the age of three.", "HP:0001250"),
        ("Spells of breath holding.", "HP:6000950"),
        ("She was unrousable this morning.", "HP:0004372"),
        ("She lost the few words she had.", "HP:0002376"),
        ("He had fits in infancy.", "HP:0001250"),
        ("His skin is darker than that of his siblings.", "HP:0000953"),
        ("The nuchal fold measured 8 mm.", "HP:0000474"),
        ("There is a gap in the roof of her mouth.", "HP:0000175"),
        ("Her shin bones are bowed.", "HP:0002982"),
        ("The EEG showed spike-wave.", "HP:0010850"),
        ("An AV canal defect was repaired.", "HP:0006695"),
        ("It takes him several seconds to relax his grip.", "HP:0012899"),
        ("He has never been able to smell.", "HP:0000458"),
        ("She has trouble letting go of a door handle in the cold.", "HP:0012899"),
        ("Her arms get weaker the longer she hangs out the washing.", "HP:0003473"),
        ("She was found unresponsive in her cot.", "HP:0004372"),
        ("Repetitive nerve stimulation at 3 Hz showed a 28 % decrement.", "HP:0003403"),
        ("He wakes up gasping for air at night.", "HP:0034807"),
        ("She needs to pass water every hour.", "HP:0100515"),
        ("He has not grown in two years.", "HP:0001510"),
        ("Drinks go down the wrong way.", "HP:0002015"),
        ("There are white patches on both hands.", "HP:0001053"),
        ("A swallow study documented aspiration of thin liquids.", "HP:0002835"),
        ("Copper was checked and was low.", "HP:0011967"),
        ("Hearing loss of conductive, sensorineural or mixed type.", "HP:0000410"),
        ("The smear showed normocytic normochromic anaemia.", "HP:0001897"),
        ("His ptosis is worse in the evening.", "HP:0000508"),
        ("Hundreds of freckles over the face, neck and hands.", "HP:0007603"),
        ("Eight fractures after minor falls, first femur at 11 months.", "HP:0002757"),
        ("He broke five bones before school.", "HP:0002757"),
        ("She sleeps in the daytime.", "HP:0001262"),
        ("Teeth are opalescent.", "HP:0000703"),
        ("Her skin blisters after a short time in the sun.", "HP:0000992"),
        ("He sleeps on three pillows.", "HP:0012764"),
        ("His wife says that he stops breathing in his sleep.", "HP:0010535"),
        ("She does not hear well.", "HP:0000365"),
        ("He cannot see in the dark.", "HP:0000662"),
        ("Her fingers go white in the cold.", "HP:0030880"),
        ("He sees people who are not there.", "HP:0002367"),
        ("The room spins when she turns over.", "HP:0002321"),
        ("He walks on tiptoe.", "HP:0030051"),
    ],
)
def test_what_is_said_in_plain_words(text: str, finding: str) -> None:
    assert _said(text)[finding] == "present"


def test_the_words_of_a_saying_are_no_findings_of_their_own() -> None:
    assert "HP:0002527" not in _said("Eight fractures after minor falls.")


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("He does not snore.", "HP:0025267"),
        ("She denies seeing double.", "HP:0000651"),
        ("No fractures after minor falls.", "HP:0002757"),
    ],
)
def test_a_saying_is_denied_as_a_name_is(text: str, finding: str) -> None:
    assert _said(text)[finding] == "negated"


@pytest.mark.parametrize(
    "text",
    [
        "She has been able to smell since the operation.",
        "He shakes hands firmly.",
        "Sputum was yellow.",
        "He is able to let go at once.",
        "His stools are black since he takes iron.",
    ],
)
def test_what_only_sounds_like_a_saying(text: str) -> None:
    assert not any(one.startswith("HP:") for one in _said(text))


@pytest.mark.parametrize(
    ("text", "finding", "polarity"),
    [
        ("The seizures turned out to be breath-holding spells.", "HP:0001250", "negated"),
        ("His stroke was actually a migraine.", "HP:0001297", "negated"),
        ("What was thought to be asthma was vocal cord dysfunction.", "HP:0002099", "negated"),
        ("What was thought to be asthma was vocal cord dysfunction.", "HP:0031801", "present"),
        ("Her chest pain turned out to be reflux.", "HP:0100749", "present"),
    ],
)
def test_what_an_event_was_taken_for(text: str, finding: str, polarity: str) -> None:
    assert _said(text)[finding] == polarity


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("His ptosis is worse in the evening.", "HP:0007838"),
        ("He has broken his arm three times after trivial falls.", "HP:0002527"),
        ("The rash was unresponsive to treatment.", "HP:0004372"),
        ("There was a decrement in his school marks.", "HP:0003403"),
        ("Such cases fall short of a diagnosis.", "HP:0002527"),
        ("Most cases do not fall easily into one of these groups.", "HP:0002527"),
        ("The two signs should not be confused.", "HP:0001289"),
        ("In addition, hypoplastic thumbs were seen.", "HP:0001177"),
        ("Bone marrow aspiration was done.", "HP:0002835"),
    ],
)
def test_what_is_not_said(text: str, other: str) -> None:
    assert other not in _said(text)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("He is fit and well, and the shoes fit.", "HP:0001250"),
        ("The nuchal fold measured 4 mm.", "HP:0000474"),
        ("The occipital horns of the ventricles are enlarged.", "HP:0034975"),
        ("Her head is small for her age.", "HP:0004322"),
        ("She brushes her teeth.", "HP:0000698"),
        ("She lost her job and her hair.", "HP:0002376"),
    ],
)
def test_the_same_words_of_something_else_are_no_finding(text: str, finding: str) -> None:
    assert finding not in _said(text)
