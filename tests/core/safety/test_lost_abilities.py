"""Emergencies told by what somebody can no longer do or by what it is like, and the everyday sentences that resemble them."""

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("he suddenly cant hold his fork, the hand wont do what he tells it", "stroke-pattern"),
        ("her texts are just random letters and she cant find her words", "stroke-pattern"),
        ("an hour ago i couldnt button my coat any more", "stroke-pattern"),
        ("mum has cancer and since yesterday her legs wont carry her", "cord-compression-pattern"),
        ("thin clear fluid keeps dripping from his nose since he hit his head", "head-injury-with-danger-signs"),
        ("fell down twitching and bit his tongue", "seizure-emergency"),
        ("cant get a sentence out and the inhaler is doing nothing", "breathing-emergency"),
        ("belly stiff as a plank and she daren't move", "acute-abdomen"),
        ("calf swollen and hard and she screams when i bend her toes", "compartment-syndrome"),
        ("he gave up the booze on monday, shaking and soaked in sweat", "alcohol-withdrawal"),
        ("my wife left the generator in the garage and has passed out", "carbon-monoxide"),
        ("got a jolt off the socket and my heart is racing", "serious-burn"),
        ("the head is out but the shoulders are stuck", "obstetric-emergency"),
        ("he fell into the canal and cant stop shivering", "major-trauma"),
        ("cat bite, my finger is swollen and red and i cant bend it", "necrotising-infection"),
        ("stung 60 times by a swarm and dizzy", "poisoning"),
        ("i have addisons and have just passed out", "adrenal-crisis-pattern"),
        ("diabetic and we cant wake him", "low-glucose"),
    ],
)
def test_what_somebody_can_no_longer_do_is_heard(said: str, rule: str) -> None:
    assert rule in {flag.rule_id for flag in urgent(red_flags(note=said))}


@pytest.mark.parametrize(
    "said",
    [
        "my kid cant do up his buttons yet hes 3",
        "72M. Parkinson's disease, cannot do up buttons, drops cups.",
        "i dropped my phone on my toe bit sore",
        "baby is coming home from hospital today",
        "gave away my old things to charity",
        "ran in front of the train to wave",
        "walked into traffic jam on the m25",
        "my son is choking with laughter",
        "my calf is so tight after running and my toes tingle",
        "slept on my arm and now it is numb",
        "out of breath on stairs, inhaler empty, please renew",
        "weight loss and thirst, short of breath on exertion for months",
        "had covid, terrible chest pain from coughing and my back hurts too",
        "my hands shake and i sweat a lot since i stopped drinking coffee",
        "right sided tummy pain on and off for years, feel sick after fatty food",
        "type 2 diabetes, unconscious bias training",
        "electric fence round the field needs mending",
        "two lines on the form need signing",
    ],
)
def test_what_only_resembles_it_is_none(said: str) -> None:
    assert not urgent(red_flags(note=said))
