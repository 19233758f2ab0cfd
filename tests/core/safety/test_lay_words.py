"""Emergencies in the words of those who have them, and what is told in like words and is none."""

import pytest

from osler.core.safety import red_flags, urgent


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("worst ever headache with stiff neck", "thunderclap-headache"),
        ("legs went weak on monday, now its in my arms too", "progressive-weakness"),
        ("her legs went weak and now it has reached her hands", "progressive-weakness"),
        ("no poo no wind since friday and vomiting green", "bowel-obstruction"),
        ("i havent been able to pass wind or poo and keep throwing up", "bowel-obstruction"),
        ("nothing from either end in two days except brown sick", "bowel-obstruction"),
        ("diabetic, foot has gone black and smells awful", "diabetic-foot-emergency"),
        ("diabetic with a sore on my heel that stinks", "diabetic-foot-emergency"),
        ("baby no wet nappy for 14 hours", "severe-dehydration"),
        ("been sick 3 days and not peed since yesterday", "severe-dehydration"),
        ("took all my amitriptyline about an hour ago", "poisoning"),
        ("teenage daughter, neck wont bend, purple spots that stay when i press a glass on them", "meningitis-pattern"),
    ],
)
def test_lay_words_are_heard(said: str, rule: str) -> None:
    assert rule in {flag.rule_id for flag in urgent(red_flags(note=said))}


@pytest.mark.parametrize(
    "said",
    [
        "no poo for two days, a bit gassy",
        "i took all my morning metformin an hour ago",
        "finished, took all my amoxicillin as prescribed",
        "i wore black boots and my feet smell",
        "my toe is black and blue from the door",
        "i'm diabetic, black toenail since years",
        "he was sick once and has not peed for two hours",
        "his worst ever value was 3.1",
        "my legs went weak at the knees on monday when he proposed",
    ],
)
def test_like_words_are_none(said: str) -> None:
    assert not urgent(red_flags(note=said))
