"""Lists of medicines: each with its dose is a passage of its own, behind the words that open the list."""

from osler.core.library import read_bytes

LIST = "# Gout\n\n## Flare\n\nOffer one of the following [Grade A]:\n\n- naproxen 500 mg twice daily;\n- colchicine 500 micrograms twice daily; or\n- prednisolone 30 mg once daily.\n\nReview after a week.\n"


def test_each_medicine_of_a_list_is_a_passage_with_its_opening_and_grade() -> None:
    texts = [block.text for block in read_bytes(LIST.encode(), "g.md").blocks]
    assert texts == [
        "Offer one of the following: naproxen 500 mg twice daily. [Grade A]",
        "Offer one of the following: colchicine 500 micrograms twice daily. [Grade A]",
        "Offer one of the following: prednisolone 30 mg once daily. [Grade A]",
        "Review after a week.",
    ]


def test_what_is_given_together_and_what_is_no_medicine_stays_one_list() -> None:
    together = LIST.replace("one of the following", "all of the following")
    assert read_bytes(together.encode(), "g.md").blocks[0].text == "Offer all of the following [Grade A]:"
    steps = "# A\n\nRefer people with:\n\n- fever above 39;\n- a swollen joint.\n"
    assert next(block.text for block in read_bytes(steps.encode(), "a.md").blocks) == "Refer people with:"


def test_a_short_opening_heads_nothing_that_follows_its_list() -> None:
    page = "<html><body><h1>COPD</h1><h2>Flares</h2><p>First choices:</p><ul><li>amoxicillin 500 mg</li><li>doxycycline 100 mg</li></ul><p>Avoid steroids.</p></body></html>"
    blocks = read_bytes(page.encode(), "c.html").blocks
    assert [block.text for block in blocks] == [
        "First choices: amoxicillin 500 mg.",
        "First choices: doxycycline 100 mg.",
        "Avoid steroids.",
    ]
    assert {block.heading[-1] for block in blocks} == {"Flares"}
