"""What is known of the course of a finding: choking ends when it is out, the wish to die does not end in a day."""

import pytest

from osler.core.safety import Severity, red_flags


def urgent(text: str) -> list[str]:
    return [flag.rule_id for flag in red_flags(note=text) if flag.severity is Severity.URGENT]


@pytest.mark.parametrize(
    "text",
    [
        "I was choking on a chip last night but it came up and I'm fine now",
        "She choked on a grape earlier, coughed it out and is happy now",
        "He was choking on a sweet yesterday, we got it out",
    ],
)
def test_what_came_out_chokes_nobody(text: str) -> None:
    assert urgent(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "he was choking and it came up but now he's gone blue",
        "I was choking on a chip last night and it's still stuck, I can't swallow my spit",
        "I choked on some meat ten minutes ago, it came up but I still can't breathe properly",
        "my son is choking on a grape",
        "she was choking on a grape, it came out but she's wheezing and can't breathe",
    ],
)
def test_choking_that_left_something_is_urgent(text: str) -> None:
    assert urgent(text)


def test_suicidal_yesterday_is_urgent_and_years_ago_is_not() -> None:
    assert urgent("I was feeling suicidal yesterday, a bit better today")
    assert urgent("I was feeling suicidal ten years ago") == []


@pytest.mark.parametrize(
    "text",
    [
        "he had a seizure last night about 3 mins, fine now, slept it off",
        "My son took a fit yesterday, two minutes or so. He has epilepsy and is well now.",
        "she had a short seizure this morning, back to normal now",
    ],
)
def test_a_short_fit_of_last_night_is_not_of_now(text: str) -> None:
    assert urgent(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "he had a seizure this morning and is still fitting",
        "had a seizure earlier, having another one now",
        "he had a seizure last night about 10 mins",
        "he had a seizure yesterday and hasn't woken up",
        "she had a convulsion this morning, first ever, fine now",
        "36 weeks pregnant, had a seizure this morning, fine now",
        "he was fine, now seizing",
    ],
)
def test_a_fit_that_goes_on_or_is_grave_is_of_now(text: str) -> None:
    assert "seizure-emergency" in urgent(text)
