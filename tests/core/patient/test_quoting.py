"""Whose words a message holds: what it quotes or forwards is another's, and dates and persons that stay in doubt."""

from __future__ import annotations

from email.message import EmailMessage

import pytest

from osler.core.patient import Problem, read_patient
from osler.core.patient.readers.quoting import own_words

HEAD = "From: Dr Quillon <q@clinic.example>\nTo: b@clinic.example\nDate: Fri, 6 Feb 2026\nSubject: {}\n\n"


def own(body: str, *, mail: bool = True) -> str:
    """The own words, where every text that holds a digit speaks of a patient."""
    return own_words(body, lambda words: any(letter.isdigit() for letter in words), mail=mail)[0].strip()


def codes(problems: list[Problem]) -> list[str]:
    return [problem.code for problem in problems]


@pytest.mark.parametrize(
    "below",
    [
        "On Wed, 4 Feb 2026 at 08:55, Sam Zebrowitz <s@x.example> wrote:\n> 63M with gout",
        "On Wed, 4 Feb 2026 at 08:55, Sam Zebrowitz with a long address\n<s@x.example> wrote:\n\n63M with gout",
        "________________________________\nFrom: S <s@x.example>\nSent: 04 February 2026 08:55\nTo: Q\nSubject: bed\n\n63M with gout",
        "-----Original Message-----\nFrom: S\nSubject: bed\n\n63M with gout",
        "---------- Forwarded message ---------\nFrom: S\nDate: Wed\n\n63M with gout",
        "Am 04.02.2026 um 08:55 schrieb Dr. Zebrowitz:\n\n63M with gout",
        "> 63M with gout",
        "> From the ward:\n>\n>> 63M with gout",
        ">> 63M with gout\n>> and asthma",
        "| From the ward:\n|\n| | 63M with gout",
    ],
)
def test_what_a_mail_quotes_is_not_its_own(below: str) -> None:
    text, problems = own_words(f"19F with asthma.\n\n{below}\n", lambda words: "with" in words, mail=True)
    assert text.strip(" _\n") == "19F with asthma."
    assert codes(problems) == ["input.not_read"]
    assert "gout" not in problems[0].message
    assert problems[0].level == "warning"


def test_a_mail_of_windows_is_quoted_as_well() -> None:
    text = "19F with asthma.\r\n\r\n-----Original Message-----\r\nFrom: S\r\n\r\n63M with gout\r\n"
    assert own(text, mail=False) == "19F with asthma."


def test_replies_between_quoted_lines_and_below_them_are_own() -> None:
    assert own("> any fits at 3?\nNone since 5.\n> and the rash?\n\nGone by day 2.") == "None since 5.\nGone by day 2."


@pytest.mark.parametrize(
    "body",
    ["Ferritin\n> 900 twice.", "Plan:\n\n> 30 % loss of weight: feed\n> 12 weeks: review", "HbA1c\n> 9.1 in 2024"],
)
def test_a_sign_before_an_amount_quotes_nothing(body: str) -> None:
    assert own(body) == body


@pytest.mark.parametrize(
    "note",
    [
        "On 3 May the GP wrote:\nshe has 2 ulcers.",
        "From: Ward 4\nTo: Theatre\nDate: 3 May 2025\n4 units given.",
        "Summary\n> 3 fits\n> ataxia",
        "Problems today:\n\n> ataxia\n> 3 fits",
        "Plan 5 May\n>> start levetiracetam\n>> scan",
        "Bloods 4 May\n\n| Na | 140 |\n| K | 4.1 |",
        "On 3 May the GP wrote to say that she has the following: 2 ulcers",
    ],
)
def test_a_note_is_no_mail_because_it_has_a_sign_or_a_sender(note: str) -> None:
    assert own_words(note, lambda _: True) == (note, [])


@pytest.mark.parametrize("block", ["> She has chorea", ">> 63M with gout", "| 63M with gout\n|\n> and asthma"])
def test_a_marked_block_of_a_note_is_quoted_without_a_line_that_says_so(block: str) -> None:
    text, problems = own_words(f"Reply\n\n19F with vertigo.\n\n{block}\n\nSeen on day 2.", lambda _: True)
    assert text.split("\n\n") == ["Reply", "19F with vertigo.", "Seen on day 2.\n"]
    assert codes(problems) == ["input.not_read"]


def test_the_forwarded_note_is_read_where_the_mail_says_nothing_itself() -> None:
    letter = "From: S\nSent: Monday\nTo: Q\nSubject: letter\n\nA 5-year-old boy with ataxia."
    mail = f"{HEAD.format('FW: letter')}As discussed.\n\nBest wishes\nDr Quillon, Migraine Clinic\n\n{letter}"
    record, problems = read_patient(mail)
    assert [fact.text for fact in record.facts()] == ["ataxia"]
    assert codes(problems) == ["input.read_as"]
    assert str(record.demographics.sex) == "male"


@pytest.mark.parametrize(
    "courtesy",
    [
        "Could you have a look? His parents are very concerned. Thank you, Ann Poole, Gout lead",
        "I am worried, so please see him urgently.\n\nBest wishes\nAnn Poole, Lupus nurse",
        "Dear all, sorry to bother you with the letter below. Dad is anxious about it.",
    ],
)
def test_courtesy_above_a_forwarded_note_says_nothing_of_a_patient(courtesy: str) -> None:
    letter = "From: S\nSent: Monday\nTo: Q\nSubject: letter\n\nA 5-year-old boy with ataxia."
    record, problems = read_patient(f"{courtesy}\n\n{letter}")
    assert [fact.text for fact in record.facts()] == ["ataxia"]
    assert codes(problems)[0] == "input.read_as"


def test_a_worry_with_a_finding_is_of_the_patient() -> None:
    letter = "From: S\nSent: Monday\nTo: Q\nSubject: letter\n\nA 5-year-old boy with ataxia."
    record, _ = read_patient(f"I am worried, she now has chorea.\n\n{letter}")
    assert "chorea" in [fact.text for fact in record.facts()]


@pytest.mark.parametrize(("own", "read"), [("As promised.", "chorea"), ("40F with gout.", "gout")])
def test_a_message_inside_another_is_read_or_named(own: str, read: str) -> None:
    head = "From: a@x.example\nTo: b@x.example\nSubject: letter\n"
    mail = (
        f'{head}MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="zz"\n\n--zz\nContent-Type: text/plain\n\n'
        f"{own}\n\n--zz\nContent-Type: message/rfc822\n\n{head}Content-Type: text/plain\n\n8F with chorea.\n\n--zz--\n"
    )
    record, problems = read_patient(mail)
    assert [fact.text for fact in record.facts()] == [read]
    assert codes(problems) == ["input.read_as" if read == "chorea" else "input.not_read"]


def test_a_message_that_is_attached_as_a_whole_is_forwarded_too() -> None:
    inner, outer = EmailMessage(), EmailMessage()
    for message, words in ((inner, "An 8-year-old girl with chorea."), (outer, "As promised.")):
        message["From"], message["To"], message["Subject"] = "a@x.example", "b@x.example", "letter"
        message.set_content(words)
    outer.add_attachment(inner)
    record, problems = read_patient(outer.as_bytes())
    assert [fact.text for fact in record.facts()] == ["chorea"]
    assert codes(problems) == ["input.read_as"]


def test_other_patients_of_a_thread_are_not_this_one() -> None:
    thread = (
        "On Mon, J wrote:\n> 71M on warfarin\n\n-----Original Message-----\nFrom: z\n\n58F with haematemesis, BP 74/38"
    )
    record, problems = read_patient(f"{HEAD.format('clinic')}34F with vertigo.\n\n{thread}\n")
    assert [fact.text for fact in record.facts()] == ["vertigo"]
    assert codes(problems) == ["input.not_read"]


@pytest.mark.parametrize(
    ("faded", "why"),
    [
        ("<del>gout and</del>", "deleted"),
        ("<strike><b>gout and</b></strike>", "struck through"),
        ('<span style="color:red; text-decoration: line-through">gout and</span>', "struck through"),
        ('<div style="visibility: hidden">gout and</div>', "hidden"),
        ("<span hidden>gout and</span>", "hidden"),
        ('<div style="max-height:0px; Display : none"><p>gout and</p></div>', "hidden"),
    ],
)
def test_what_a_page_does_not_show_or_strikes_out_is_no_statement(faded: str, why: str) -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@x.example", "b@x.example", "bed 3"
    message.set_content(f"<p>A 40-year-old woman with {faded} goitre.</p><p>She has tremor.</p>", subtype="html")
    record, problems = read_patient(message.as_bytes())
    assert [fact.text for fact in record.facts()] == ["goitre", "tremor"]
    assert [problem.message for problem in problems] == [f"text was left out: 2 words {why}"]


def test_a_page_quotes_by_its_own_marks_and_indents_by_the_same() -> None:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "a@x.example", "b@x.example", "Re: bed 3"
    quoted = '<blockquote class="gmail_quote"><p>66M with gout</p></blockquote>'
    page = f"<p>A 40-year-old woman with goitre.</p><blockquote>She has tremor.</blockquote>{quoted}"
    message.set_content(page, subtype="html")
    record, _ = read_patient(message.as_bytes())
    assert [fact.text for fact in record.facts()] == ["goitre", "tremor"]


@pytest.mark.parametrize(
    ("text", "contradicts"),
    [
        ("Bed 2: 81M with gout.\nBed 3: 35F with asthma.", True),
        ("A 35-year-old woman with asthma.\n\nA 81-year-old man with gout.", True),
        ("35F with asthma.\n\n36F: now with gout.\n\nSiblings:\n5M well\n9F asthma", False),
    ],
)
def test_a_text_of_several_patients_says_so(text: str, contradicts: bool) -> None:
    assert ("input.contradictory" in codes(read_patient(text).problems)) is contradicts


@pytest.mark.parametrize(
    "text",
    [
        "Case A: 19F with vertigo.\n\nCase B: 63M with gout, on warfarin.",
        "Ward round\n\nBay 2\n19F with vertigo.\n\nBay 3\n63M with gout.\n\nBay 4\n5M, chorea.",
        "Patient name: Ann Poole\nDOB: 4 May 1990\nVertigo.\n\nPatient name: Tim Holt\nDOB: 12 June 1962\nGout.",
        "# Pt 1 (hospital no 445566)\nVertigo.\n\n# Pt 2 (hospital no 998877)\nGout.",
        "Bed  Age/Sex  Problem\n4  19F  vertigo\n5  63M  gout\n6  5M  chorea",
        "Handover\n\n| MRN | Age | Why |\n|---|---|---|\n| 445566 | 19 | vertigo |\n| 998877 | 63 | gout |",
        "Re: Ann Poole, DOB 4 May 1990\nVertigo.\n\nRe: Tim Holt, DOB 12 June 1962\nGout.",
    ],
)
def test_of_several_headed_patients_the_first_is_read_and_it_is_said(text: str) -> None:
    record, problems = read_patient(text)
    assert [fact.label.lower() for fact in record.facts()] == ["vertigo"]
    said = [problem for problem in problems if problem.code == "input.contradictory"]
    assert [(problem.level, "only the first" in problem.message) for problem in said] == [("error", True)]
    assert "gout" not in said[0].message.lower()


@pytest.mark.parametrize(
    "text",
    [
        "Name: Ann Poole\nDOB: 4 May 1990\nVertigo.\n\nNext of kin\nName: Tim Holt\nAge: 60",
        "19F with vertigo.\nSiblings\nName  Age  Illness\nTim  8  gout\nJoe  4  none",
        "Age  Sex  Weight\n19  F  60 kg\nVertigo.",
        "MRN 4455667. Vertigo. Previous MRN 1234567.",
        "Name: Poole, Ann\nMRN 4455667\nVertigo.\n\nName: Poole, Ann\nMRN 4455667\nPage 2",
        "Re: Mrs A Poole, DOB 4 May 1990\nVertigo.\n\nName: Poole, Ann\nAge: 35",
        "Bed 4\n19F with vertigo.\n\nBed 4\nSeen again, aged 19.",
        "Doctor: what is it?\nPatient: I am 55 years old and have vertigo.\nPatient: My son is 8 years old.",
        "Room 3 air.\n\nRoom 5: vertigo clinic next week.",
    ],
)
def test_one_patient_is_not_taken_for_two(text: str) -> None:
    assert "input.contradictory" not in codes(read_patient(text).problems)


def test_two_numbers_are_two_patients_and_no_birth_date_is_the_day_of_a_note() -> None:
    record, problems = read_patient("Vertigo, DOB 4 May 1990, MRN 445566.\nGout, DOB 12 June 1962, MRN 998877.")
    assert "input.contradictory" in codes(problems)
    assert record.documents[0].written is None


@pytest.mark.parametrize(
    ("text", "born", "level"),
    [
        ("DOB 05/07/1962. Ataxia.", "1962-05-07", "warning"),
        ("DOB 05/07/1962, NHS 943 476 5919. Ataxia.", "1962-07-05", "info"),
        ("DOB 05/07/1962. Seen 23/01/2024 with ataxia.", "1962-07-05", None),
        ("DOB 5 July 1962. Ataxia.", "1962-07-05", None),
        ("DOB 23/07/1962. Ataxia.", "1962-07-23", None),
    ],
)
def test_a_birth_date_is_never_guessed_in_silence(text: str, born: str, level: str | None) -> None:
    record, problems = read_patient(text)
    assert record.demographics.birth_date == born
    assert [problem.level for problem in problems if problem.code == "input.read_as"] == ([level] if level else [])
    assert not any("1962" in problem.message for problem in problems)
