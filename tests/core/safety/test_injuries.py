"""Falls, blows and wounds, with what the record adds to them; and numbers that no body has."""

import pytest

from osler.consult.triage.alarm import alarm
from osler.core.safety import PatientContext
from osler.core.terminology import bundled_vocabularies

ON_WARFARIN = ["I take Warfarin Sodium 5 MG Oral Tablet."]


def _heard(message: str, earlier: list[str]) -> tuple[list[str], list[str]]:
    heard = alarm(message, bundled_vocabularies(), PatientContext(age_years=60), earlier=earlier)
    return [flag.rule_id for flag in heard.now], [flag.rule_id for flag in heard.today]


@pytest.mark.parametrize(
    ("message", "earlier", "now", "today"),
    [
        ("He fell on Sunday and he's on warfarin, INR is 4.8. Bruise on his forehead.", [], "head-injury", ""),
        ("I walked into a cupboard and my forehead is black and blue", ON_WARFARIN, "head-injury", ""),
        ("I had a nasty fall this morning but feel ok", ON_WARFARIN, "", "fall-on-an-anticoagulant"),
        ("INR came back 6.8", [], "", "high-inr"),
        ("the wound on my belly has opened and i can see something poking out", [], "wound-dehiscence", ""),
        ("my knee wound opened up again today", [], "", "wound-opening"),
        ("my partner has locked me in and hit me, my head is bleeding", [], "assault", ""),
        ("she was beaten by her boyfriend and her arm is bruised", [], "assault", ""),
        ("My husband pushed me down the stairs and my wrist is swollen", [], "assault", ""),
        ("went flying down the stairs an hour ago", ON_WARFARIN, "", "fall-on-an-anticoagulant"),
        ("BP 300/150", [], "", "severe-hypertension"),
    ],
)
def test_an_injury_is_heard(message: str, earlier: list[str], now: str, today: str) -> None:
    urgent, warned = _heard(message, earlier)
    assert any(rule.startswith(now) for rule in urgent) if now else not urgent
    assert not today or today in warned


@pytest.mark.parametrize(
    ("message", "earlier"),
    [
        ("my INR fell to 2.1", ON_WARFARIN),
        ("my blood pressure fell and I fell asleep", ON_WARFARIN),
        ("I had a fall in 2015", ON_WARFARIN),
        ("I nearly fell today", ON_WARFARIN),
        ("INR 4.1 today", ON_WARFARIN),
        ("my scar opened up years ago", []),
        ("sutured an open wound on my hand in 2019", []),
        ("my C-section scar feels tight when I open the door", []),
        ("she hit me with the news, I have pain in my stomach from laughing", []),
        ("I'm pregnant and he kicks me in the ribs at night, sore", []),
        ("My son hit the ball and his wrist aches", []),
        ("I was beaten at tennis and my elbow aches", []),
        ("I tripped over my words today", ON_WARFARIN),
        ("I have been hit with a cold and my throat is sore", []),
        ("BP 1200/80", []),
        ("BP 300/20", []),
        ("blood pressure 300 over 20", []),
    ],
)
def test_a_look_alike_is_not(message: str, earlier: list[str]) -> None:
    assert _heard(message, earlier) == ([], [])
