"""The de-identification gate: nothing that identifies gets out, nothing clinical is lost, everything comes back."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from osler.core.privacy import Deidentifier, KnownIdentifiers
from tests.leaks import NOTE
from tests.timing import within

SURROGATE = re.compile(r"\[[A-Z]+-[0-9+-]+[a-z]*-[A-Z]{4}\]")
RECORD = KnownIdentifiers(
    names=["Quillon Zebrowitz", "Isolde Zebrowitz"],
    ids=["88-412-907"],
    contacts=["617-555-0142"],
    addresses=["Tarnholm"],
    birth_dates=["1961-03-14"],
)


def kinds(text: str, known: KnownIdentifiers | None = None) -> dict[str, int]:
    gate = Deidentifier(known)
    gate.scrub(text)
    return gate.counts


@pytest.mark.parametrize(
    ("text", "identifier", "kind"),
    [
        ("Seen by Dr. Sarah O'Neil today", "Sarah O'Neil", "NAME"),
        ("Mrs. García-López was well", "García-López", "NAME"),
        ("Patient name: Jan van der Berg, well", "Jan van der Berg", "NAME"),
        ("Signed: Anna K. Weiss, MD", "Anna K. Weiss", "NAME"),
        ("SURGEON: OKAFOR, T. MD", "OKAFOR, T.", "NAME"),
        ("Reported by: M Lindholm, 4 pm", "M Lindholm", "NAME"),
        ("Your ref: ABC/kl/20931", "ABC/kl/20931", "RECORD"),
        ("a 60-year-old farmer from Ullapool with cough", "Ullapool", "PLACE"),
        ("his daughter Isolde noticed", "Isolde", "NAME"),
        ("call (617) 555-0142 now", "(617) 555-0142", "PHONE"),
        ("reach her at +44 20 7946 0958.", "+44 20 7946 0958", "PHONE"),
        ("Fax: 617.555.0143", "617.555.0143", "PHONE"),
        ("mail j.doe+x@mail.example.org please", "j.doe+x@mail.example.org", "EMAIL"),
        ("see https://example.org/p?id=7.", "https://example.org/p?id=7", "URL"),
        ("from 192.168.10.24 at night", "192.168.10.24", "IP"),
        ("from 2001:0db8:85a3:0000:0000:8a2e:0370:7334", "2001:0db8:85a3:0000:0000:8a2e:0370:7334", "IP"),
        ("SSN 123-45-6789", "123-45-6789", "SSN"),
        ("MRN: 00123456", "00123456", "RECORD"),
        ("Medical record number: AB-12345", "AB-12345", "RECORD"),
        ("Accession # S19-12345", "S19-12345", "RECORD"),
        ("Member ID: XYZ123456789", "XYZ123456789", "ACCOUNT"),
        ("account no. 99-1234567", "99-1234567", "ACCOUNT"),
        ("Driver's license S1234567", "S1234567", "LICENCE"),
        ("license plate ABC-1234", "ABC-1234", "PLATE"),
        ("pacemaker serial number: SN-998812", "SN-998812", "DEVICE"),
        ("lives at 12 Oak Street, Apt 4 alone", "12 Oak Street, Apt 4", "ADDRESS"),
        ("moved to Springfield, IL 62704", "Springfield", "ADDRESS"),
        ("moved to Springfield, IL 62704", "62704", "ADDRESS"),
        ("postcode: SW1A 1AA", "SW1A 1AA", "ADDRESS"),
        ("seen 2019-05-03 again", "2019-05-03", "DATE"),
        ("seen 05/03/2019 again", "05/03/2019", "DATE"),
        ("seen 3.5.19 again", "3.5.19", "DATE"),
        ("seen May 3rd, 2019.", "May 3rd, 2019", "DATE"),
        ("seen 3 May 2019.", "3 May 2019", "DATE"),
        ("since May 2019 weak", "May 2019", "DATE"),
        ("since 05/2019 weak", "05/2019", "DATE"),
        ("follow-up on 3/14.", "3/14", "DATE"),
        ("a 93-year-old woman", "93", "AGE"),
        ("Age: 101", "101", "AGE"),
    ],
)
def test_each_kind_of_identifier_is_replaced(text: str, identifier: str, kind: str) -> None:
    gate = Deidentifier()
    scrubbed = gate.scrub(text)
    assert identifier not in SURROGATE.sub("", scrubbed)
    assert gate.counts.get(kind)
    assert gate.restore(scrubbed) == text


@pytest.mark.parametrize(
    "text",
    [
        "Parkinson disease, Marfan syndrome and Guillain-Barré syndrome",
        "Hodgkin's lymphoma, Ki-67 20%, HER2 3+, T4N1M0",
        "It may help; in march he could march; strength 4/5, BP 120/80, pain 10/10",
        "HbA1c 7.2 %, sodium 138 mmol/L (135-145), eGFR 60 mL/min/1.73 m2, WBC 11.2 x 10^9/L",
        "HP:0001250, MONDO:0007947, OMIM:154700, ORPHA:558, NCT01234567, rs113993960, SCTID 49049000",
        "BRCA1 c.68_69delAG p.Glu23fs, FBN1 NM_000138.4:c.1129C>T, chr15:48,700,000-48,900,000",
        "Metformin 500 mg 1-0-1, amoxicillin 875/125 mg, insulin 10 IU, since 2019",
        "A 45-year-old and an 89-year-old; aged 67; at 36 weeks; Apgar 9/10/10",
        "Babinski sign negative, Murphy's sign positive, Glasgow Coma Scale 15, Lewy bodies, Barrett oesophagus",
        "Case: three siblings. Patient: improved. Visit 3 of 4. Group 2. Grade 3. Type 1 diabetes.",
        "90 mg daily, 95 % on room air, 120 bpm, 98.6 F, 92 kg, age 9 months",
        "Her mother has asthma; his father Parkinson disease; Dr. visits monthly",
        "c.4096+5G>A and IVS12+1G>A; a +412 shift; postcode unknown",
        "Version 1.2.3 of the protocol; section 4.2.1; ratio 1:128",
    ],
)
def test_clinical_language_is_left_alone(text: str) -> None:
    gate = Deidentifier()
    assert gate.scrub(text) == text
    assert gate.counts == {}


def test_the_record_s_own_identifiers_are_replaced_wherever_they_stand() -> None:
    gate = Deidentifier(RECORD)
    scrubbed = gate.scrub(NOTE + "zebrowitz QUILLON  Zebrowitz\nIsolde's father")
    for word in ("quillon", "zebrowitz", "isolde", "tarnholm", "88-412-907", "0142", "03/14/1961"):
        assert word not in scrubbed.lower()
    for word in ("nystagmus", "Friedreich ataxia", "quinces"):
        assert word in scrubbed


def test_a_name_given_away_once_is_found_everywhere() -> None:
    gate = Deidentifier()
    text = "Zebrowitz fell. Seen by Dr. Weiss. Mr. Quillon Zebrowitz is well; ask Weiss. Quillon agrees."
    assert SURROGATE.sub("_", gate.scrub(text)) == "_ fell. Seen by Dr. _. Mr. _ is well; ask _. _ agrees."
    assert SURROGATE.sub("_", gate.scrub("Zebrowitz again")) == "_ again"


def test_a_placeholder_id_of_a_record_is_not_an_identifier() -> None:
    gate = Deidentifier(KnownIdentifiers.of([("id", "patient"), ("id", "AB12"), ("organisation", "Mercy General")]))
    assert SURROGATE.sub("_", gate.scrub("The patient AB12 left Mercy General in general.")) == (
        "The patient _ left _ in general."
    )


def test_a_name_that_is_also_a_word_counts_only_as_a_name() -> None:
    gate = Deidentifier(KnownIdentifiers(names=["Grace May", "Tom Parkinson"]))
    scrubbed = gate.scrub("She may have Parkinson disease. May walks. Mr. Parkinson agrees. TOM too.")
    assert SURROGATE.sub("_", scrubbed) == "She may have Parkinson disease. _ walks. Mr. _ agrees. _ too."


def test_the_same_words_get_the_same_surrogate_and_a_variant_keeps_the_number() -> None:
    gate = Deidentifier(KnownIdentifiers(names=["Ann Miller"]))
    first, again, shouted = gate.scrub("Miller. Miller. MILLER").split(". ")
    assert first == again
    assert shouted != first
    assert shouted.split("-")[1] == first.split("-")[1] + "b"
    assert gate.scrub("Miller") == first


def test_intervals_between_dates_survive() -> None:
    from datetime import date

    gate = Deidentifier()
    scrubbed = gate.scrub("Onset 2019-02-27, admitted March 1, 2019, discharged 03/15/2019.")
    days = [date.fromisoformat(found) for found in re.findall(r"DATE-(\d{4}-\d\d-\d\d)", scrubbed)]
    assert [(later - days[0]).days for later in days] == [0, 2, 16]
    assert days[0] < date(2019, 2, 27)


def test_a_reply_is_restored_although_the_model_changed_the_surrogates() -> None:
    gate = Deidentifier(KnownIdentifiers(names=["Ann Miller"]))
    name = gate.scrub("Ann Miller")
    bare = name.strip("[]")
    reply = f"{name}'s gait; {name.lower()} walks; {bare}’s hand; [ {bare} ]; **{bare.title()}**"
    assert gate.restore(reply) == "Ann Miller's gait; Ann Miller walks; Ann Miller’s hand; Ann Miller; **Ann Miller**"


def test_an_unknown_surrogate_is_left_as_the_model_wrote_it() -> None:
    gate = Deidentifier(KnownIdentifiers(names=["Ann Miller"]))
    invented = gate.scrub("Ann Miller").replace("NAME-1", "NAME-77")
    assert gate.restore(invented) == invented


def test_the_same_case_gives_the_same_surrogates_again() -> None:
    assert Deidentifier(RECORD).scrub(NOTE) == Deidentifier(RECORD).scrub(NOTE)
    assert Deidentifier(RECORD).scrub(NOTE) != Deidentifier(RECORD).scrub("Addendum. " + NOTE)


def test_a_text_that_already_has_such_surrogates_cannot_be_confused() -> None:
    text = "Dr. Smith wrote [NAME-1-KNSX] and [DATE-2019-01-01-BBBB]."
    first = Deidentifier().scrub(text)
    tag = re.findall(r"-([A-Z]{4})\]", first)[0]
    forged = text.replace("KNSX", tag)
    gate = Deidentifier()
    assert gate.restore(gate.scrub(forged)) == forged


_clinical = st.sampled_from(
    ["Dr. Smith", "[NAME-1-", "2019-05-03", "May 3", "12/11/1950", "93-year-old", "MRN: 12345", "]", "[", " ", "'s",
     "617-555-0142", "a@b.org", "12 Oak Street", "Miller", "MILLER", "Ann  Miller", "\n", "1.2.3.4", "SSN 123-45-6789"]
)  # fmt: skip
_texts = st.lists(_clinical | st.text(max_size=8), max_size=12).map("".join)


@given(_texts)
def test_whatever_the_text_it_comes_back(text: str) -> None:
    gate = Deidentifier(KnownIdentifiers(names=["Ann Miller"]))
    scrubbed = gate.scrub(text)
    assert gate.restore(scrubbed) == text
    counts = gate.counts
    assert gate.scrub(scrubbed) == scrubbed
    assert gate.counts == counts


@given(st.lists(_texts, min_size=2, max_size=4))
def test_every_text_of_a_conversation_comes_back(texts: list[str]) -> None:
    gate = Deidentifier(KnownIdentifiers(names=["Ann Miller"]))
    scrubbed = [gate.scrub(text) for text in texts]
    assert [gate.restore(text) for text in scrubbed] == texts


_name = st.text(st.characters(categories=["Lu", "Ll", "Lo"]), min_size=3, max_size=9).map(
    lambda word: word[0].upper() + word[1:]
)
_identifier = st.from_regex(r"[A-Z]{0,3}[0-9]{4,9}", fullmatch=True)


@given(_texts, _name, _name, _identifier, st.sampled_from(["{}", "x {}, y", "({})", "{}\n", "-{}-", "{}'s"]))
def test_nothing_known_survives(text: str, first: str, last: str, number: str, frame: str) -> None:
    gate = Deidentifier(KnownIdentifiers(names=[f"{first} {last}"], ids=[number]))
    note = text + " " + " ".join(frame.format(one) for one in (f"{first} {last}", first, last, number)) + " " + text
    left = SURROGATE.sub("\0", gate.scrub(note))
    for identifier in (first, last, number):
        assert not re.search(rf"(?<!\w){re.escape(identifier)}(?!\w)", left)


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece",
    ["A ", "Abc ", "1-", "a.", "1", "12 ", "a@", "ab:", "1/", "AB1-", "(1) ", "12 Oak ", "+1 ", "Dr. A. ", "A'a-",
     "Name: ", "Mr. O'Neil-Mc", "[NAME-1-"],
)  # fmt: skip
def test_no_text_makes_the_patterns_slow(piece: str) -> None:
    # A pattern that tries again at every character would take minutes here.
    text = piece * (40_000 // len(piece))
    gate = Deidentifier(RECORD)
    with within(60):
        assert gate.restore(gate.scrub(text)) == text
