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
