"""What has passed, is denied or is as always calls nobody; errands get a pointer; two names are held against each other."""

import pytest

from osler.consult.heard.beside_bid import asks_of_a_service, asks_to_act
from osler.consult.known_of.medicine_names import medicine_names
from osler.consult.triage import complains, tells_it_is_over, tells_of_the_usual
from osler.core.terminology import bundled_vocabularies


@pytest.mark.parametrize(
    "text",
    [
        "My migraine from last week has completely gone thanks",
        "headache's better now thanks",
        "the cough I told you about has gone",
        "had a tummy bug last week, all settled now",
        "My vertigo has cleared up",
    ],
)
def test_a_complaint_that_passed_is_over(text: str) -> None:
    assert tells_it_is_over(text)


@pytest.mark.parametrize(
    "text",
    [
        "the headache has gone but now my arm is heavy",
        "chest pain last week but it's gone",
        "weakness in my face has gone now, it lasted ten minutes this morning",
        "the rash went away and came back worse",
        "my leg has gone numb",
        "I passed out at work and I'm fine now",
        "the cough has not gone",
        "has my cough gone?",
        "I still have the headache, it eased off a bit",
        "I was suicidal yesterday, better today",
    ],
)
def test_what_goes_on_or_is_grave_is_not_over(text: str) -> None:
    assert not tells_it_is_over(text)


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("I've had IBS for twenty years, usual cramps today", True),
        ("the usual hay fever, sneezing as every May", True),
        ("my usual migraine but this one is the worst ever", False),
        ("usual angina, chest pain today", False),
        ("I took my usual dose of insulin and feel sick", False),
    ],
)
def test_what_is_as_always(text: str, usual: bool) -> None:
    assert tells_of_the_usual(text) is usual


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("no chest pain or breathlessness, just a runny nose for 3 days", True),
        ("not breathless, no palpitations - just my ankles swell in the evening", True),
        ("no chest pain or breathlessness", False),
        ("I'm dying to know what my cholesterol was", False),
        ("my heart sank when I saw the scales", False),
        ("my back has been hurting since Monday", True),
    ],
)
def test_what_is_a_complaint(text: str, complaint: bool) -> None:
    assert complains(text) is complaint


@pytest.mark.parametrize(
    "text",
    [
        "can you send my repeat prescription to boots on the high street",
        "Please text my prescription to the pharmacy on Mill Lane",
        "can you ask Boots to get my inhaler ready",
        "I need to book an appointment with Dr Shah",
        "chase up my referral to dermatology please",
        "order more test strips for me",
    ],
)
def test_an_errand_is_asked_of_those_who_do_it(text: str) -> None:
    assert asks_to_act(text)


@pytest.mark.parametrize(
    "text",
    [
        "send my prescriptions to my wife",
        "send my medication list to my daughter",
        "what prescription was sent to the pharmacy",
        "when was my last appointment with Dr Shah",
    ],
)
def test_sharing_and_asking_are_no_errand(text: str) -> None:
    assert not asks_to_act(text)


@pytest.mark.parametrize(
    ("text", "of_a_service"),
    [
        ("what time does the surgery open on Saturday", True),
        ("where can I park at the hospital", True),
        ("I need a sick note for work", True),
        ("How do I register with a GP", True),
        ("when did I have open heart surgery", False),
        ("was the hospital stay in May", False),
        ("what time does Tesco open", False),
        ("is an open wound dangerous", False),
    ],
)
def test_what_a_service_is_asked_for(text: str, of_a_service: bool) -> None:
    assert asks_of_a_service(text) is of_a_service


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("is paracetamol the same as Tylenol", "the same medicine as Tylenol"),
        ("does Panadol contain paracetamol", "the same medicine as paracetamol"),
        ("Is Advil the same as Tylenol", "not the same medicine as Tylenol (Acetaminophen)"),
        ("is amoxicillin a kind of penicillin", "a kind of penicillins"),
        ("what's the generic name of Ventolin", "salbutamol"),
    ],
)
def test_names_of_medicines_are_held_against_each_other(text: str, said: str) -> None:
    found = medicine_names(text, bundled_vocabularies())
    assert found is not None
    assert said in found["text"]


@pytest.mark.parametrize(
    "text", ["what is ibuprofen", "is ibuprofen safe with warfarin", "what is the same as last time", "am I on Lasix"]
)
def test_other_questions_compare_no_names(text: str) -> None:
    assert medicine_names(text, bundled_vocabularies()) is None
