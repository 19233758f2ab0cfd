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


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("never had indigestion like this", "cardiac-chest-pain"),
        ("I've never felt heartburn this bad", "cardiac-chest-pain"),
        ("I can't remember having such a headache, it came on in a second", "thunderclap-headache"),
        ("my daughter nearly drowned in the lake an hour ago", "major-trauma"),
        ("my partner had crushing chest pain twenty minutes ago", "cardiac-chest-pain"),
        ("headache since lunch, the cat is ill too, the heater was fixed yesterday", "carbon-monoxide"),
        ("everyone at home feels dizzy and it clears when we go outside", "carbon-monoxide"),
        ("got a jolt off a live cable and feel weird", "serious-burn"),
        ("since last night she has not woken up", "encephalopathy"),
        ("something tore between my shoulder blades, I'm cold and clammy", "aortic-pattern"),
        ("the cat's flea treatment, my toddler drank some", "poisoning"),
        ("my girl has type 1 diabetes and has been throwing up since last night", "hyperglycaemic-crisis"),
    ],
)
def test_what_was_never_so_before_or_befell_somebody_today_is_heard(said: str, rule: str) -> None:
    assert rule in {flag.rule_id for flag in urgent(red_flags(note=said))}


@pytest.mark.parametrize(
    "said",
    [
        "I have never had indigestion",
        "never had trouble with heartburn",
        "no chest pain like last time",
        "the pain is not as bad as this morning",
        "my son nearly drowned in 2015",
        "my mum had a stroke last year and I feel fine today",
        "the dog is ill too",
        "an electric fence keeps the cows in",
        "I was shocked by how much it costs",
        "what is type 1 diabetes?",
        "my son has type 1 diabetes and a cold",
        "the cat had its flea drops today",
        "back in the day my asthma was so bad I went blue",
        "during my last pregnancy I had heavy bleeding",
        "when I was abroad I got stung and my throat swelled up",
    ],
)
def test_what_is_denied_over_or_harmless_in_like_words_is_none(said: str) -> None:
    assert not urgent(red_flags(note=said))


@pytest.mark.parametrize(
    ("said", "rule"),
    [
        ("my fingers cant feel it", "loss-of-feeling"),
        ("I cut my hand and have no feeling in my thumb", "loss-of-feeling"),
        ("my son had a fit an hour ago", "recent-seizure"),
        ("I've never been so breathless", "shortness-of-breath"),
    ],
)
def test_what_is_to_be_seen_today_warns(said: str, rule: str) -> None:
    assert rule in {flag.rule_id for flag in red_flags(note=said)}


@pytest.mark.parametrize(
    "said",
    [
        "my leg went to sleep and I couldn't feel it for a minute",
        "he's epileptic and had a fit this morning",
        "my teenager is hard to wake up in the mornings",
        "I can't feel any difference in my leg since the cream",
    ],
)
def test_what_is_known_or_usual_does_not_warn(said: str) -> None:
    assert not red_flags(note=said)
