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


@pytest.mark.parametrize(
    ("text", "denied", "stated"),
    [
        ("She had no fever, vomiting continued for two days.", "fever", "vomiting"),
        ("No ataxia, nystagmus persists on lateral gaze.", "ataxia", "nystagmus"),
        ("He denies chest pain, palpitations occur about twice a month.", "chest pain", "palpitations"),
        ("There is no scoliosis, contractures affect both elbows.", "scoliosis", "contractures"),
        ("No headache, diplopia has worsened since May.", "headache", "diplopia"),
        ("He presented with cough, fever without chills, and headache.", "chills", "headache"),
        ("She came with cough, fever without rash, and vomiting.", "rash", "vomiting"),
    ],
)
def test_a_clause_with_its_own_verb_ends_the_denial_before_it(text: str, denied: str, stated: str) -> None:
    said = _asserted(text)
    assert said[denied] == "negated"
    assert said[stated] == "present"


@pytest.mark.parametrize(
    "text",
    [
        "No jaundice, hepatomegaly, splenomegaly or ascites was noted.",
        "No rash, seizures have been reported.",
        "No rash, fever, cough, and no diarrhea.",
        "No fever, vomiting was absent.",
        "The child was well, without fever, chills, and cough.",
    ],
)
def test_a_list_goes_on_to_its_verb(text: str) -> None:
    assert set(_asserted(text).values()) == {"negated"}


@pytest.mark.parametrize(
    ("text", "finding", "said"),
    [
        ("The diagnosis of dystonia was withdrawn.", "dystonia", "negated"),
        ("The label of asthma proved wrong.", "asthma", "negated"),
        ("The diagnosis of meningitis could not be upheld.", "meningitis", "negated"),
        ("Far from being hypotonic, he is stiff.", "hypotonic", "negated"),
        ("The tremor turned out to be myoclonus.", "tremor", "negated"),
        ("A diagnosis of asthma was made and salbutamol was withdrawn.", "asthma", "present"),
        ("His dystonia was wrong-footed by the move.", "dystonia", "present"),
        ("We talked about aortic dissection and what to do if it happens.", "aortic dissection", "hypothetical"),
        ("I talked the family through sudden cardiac death in this condition.", "sudden cardiac death", "hypothetical"),
        ("We told the parents about arrhythmia.", "arrhythmia", "hypothetical"),
        ("We talked about her migraine, which has become more frequent.", "migraine", "present"),
        ("We discussed treatment of epilepsy.", "epilepsy", "present"),
        ("No history of asthma, but had pneumonia.", "pneumonia", "present"),
        ("There were no deficits save for a mild foot drop.", "foot drop", "present"),
        ("Nobody noticed the rash.", "rash", "present"),
        ("Nobody in the family has epilepsy.", "epilepsy", "negated"),
        ("We talked about chest pain and I have it now.", "chest pain", "present"),
        ("We talked about chest pain, it is worse today.", "chest pain", "present"),
        ("We talked about it and she has chest pain.", "chest pain", "present"),
        ("I told them about chest pain.", "chest pain", "present"),
        ("We discussed with the surgeons his scoliosis.", "scoliosis", "present"),
        ("We spoke about the possibility of infertility later in life.", "infertility", "possible"),
    ],
)
def test_what_is_taken_back_or_only_talked_about(text: str, finding: str, said: str) -> None:
    assert _asserted(text)[finding] == said
