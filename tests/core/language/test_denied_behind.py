"""Denials that stand behind what they deny, and words that only look like one."""

from __future__ import annotations

import pytest

from osler.core.language import analyse


def _asserted(text: str) -> dict[str, str]:
    return {
        one.text.lower(): one.assertion.polarity.value
        for one in analyse(text).mentions
        if one.concept_id.startswith("HP:")
    }


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Regression has not occurred.", "regression"),
        ("Seizures have never occurred.", "seizures"),
        ("Ataxia did not develop.", "ataxia"),
        ("Seizures never happened.", "seizures"),
        ("Polydactyly did not exist at birth.", "polydactyly"),
        ("Regression did not take place.", "regression"),
        ("Scoliosis is not a feature.", "scoliosis"),
        ("Scoliosis not observed so far.", "scoliosis"),
        ("Tremor is conspicuous by its absence.", "tremor"),
        ("Ataxia is part of the picture, scoliosis is not.", "scoliosis"),
        ("Nystagmus (-), strabismus (+).", "nystagmus"),
        ("Seizures, neuropathy and ataxia are all lacking.", "seizures"),
        ("Nystagmus is wanting.", "nystagmus"),
        ("Scoliosis, ptosis and cleft palate were not among the findings.", "scoliosis"),
        ("Cataract not present in her or her brother.", "cataract"),
        ("The mother denies any feeding difficulties.", "feeding difficulties"),
        ("Parents deny seizures.", "seizures"),
        ("The absence of seizures is remarkable.", "seizures"),
        ("Hypotonia, which the referral mentions, was not found.", "hypotonia"),
        ("Hypotonia, mentioned in the referral, was absent.", "hypotonia"),
        ("Seizures, about which the school was worried, have not occurred.", "seizures"),
        ("Seizures which the mother had described were not seen.", "seizures"),
        ("Workup for coeliac disease, lymphoma and sarcoidosis was negative.", "coeliac disease"),
        ("Investigations for coeliac disease and lymphoma have all been negative.", "coeliac disease"),
        ("Screening for phaeochromocytoma was unremarkable.", "phaeochromocytoma"),
    ],
)
def test_a_denial_behind_its_noun(text: str, finding: str) -> None:
    assert _asserted(text)[finding] == "negated"


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Hypotonia has not improved.", "hypotonia"),
        ("Seizures have never stopped.", "seizures"),
        ("The rash did not appear until day 3.", "rash"),
        ("Absence seizures since 5 years.", "absence seizures"),
        ("His seizures did not respond to valproate.", "seizures"),
        ("A murmur, as described by the GP for his asthma, could not be confirmed.", "asthma"),
        ("She has ataxia, which worsened in May, and nystagmus was not found.", "ataxia"),
        ("Scoliosis, present since childhood, has not been treated.", "scoliosis"),
        ("Swollen lips without hives, lasting three days, and attacks of abdominal pain with vomiting.", "vomiting"),
    ],
)
def test_what_looks_like_a_denial(text: str, finding: str) -> None:
    assert _asserted(text)[finding] == "present"


def test_what_is_said_of_the_next_finding_is_not_said_of_this() -> None:
    (short, *_) = analyse("Short stature and mild learning difficulties.").mentions
    assert short.concept_id == "HP:0004322"


def test_a_low_function_of_something_is_not_that_of_the_liver() -> None:
    assert "function low" not in _asserted("C1 inhibitor antigen and function low.")
