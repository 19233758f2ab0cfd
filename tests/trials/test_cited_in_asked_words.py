"""What a mind cites is read in the criterion's own words, and the numbers of the cited sentence are weighed."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind
from osler.core.terminology import bundled_vocabularies
from osler.trials.judging import PatientView, breaks_limit, in_asked_words, inferred, unsupported, within_limit
from osler.trials.judging.view import NumberedSentence
from osler.trials.steps.relevant_sentences import speaks_of
from osler.trials.types import CriterionVerdict
from tests.trials.patients import criterion, view

MET, NOT_MET = CriterionVerdict.MET, CriterionVerdict.NOT_MET


def _cited(seen: PatientView, text: str) -> list[NumberedSentence]:
    return [
        one._replace(text=in_asked_words(one.text, text, bundled_vocabularies()))
        for one in seen.sentences
        if not one.text.startswith("Seen")
    ]


@pytest.mark.parametrize(
    ("sentence", "asked", "meant"),
    [
        ("No ECT this episode.", "Electroconvulsive therapy in the current episode", "Electroconvulsive therapy"),
        ("No CTO.", "Total chronic occlusions", "Total chronic occlusions"),
        ("Had TACE in 2023.", "Transarterial chemoembolization", "Transarterial chemoembolization"),
        ("Gd1 PN of the feet.", "Grade ≥2 peripheral neuropathy", "grade 1 peripheral neuropathy"),
        ("22 inflamm lesions.", "10 to 40 inflammatory lesions", "22 inflammatory lesions"),
        ("Lives ten minutes away.", "Lives within 2 hours", "10 minutes"),
        ("Mrs B, who is seventy one.", "Age ≥ 18 years", "is 71"),
        ("Walks half a mile.", "Walks at least 400 m", "0.5 mile"),
    ],
)
def test_a_short_form_is_what_the_criterion_calls_so(sentence: str, asked: str, meant: str) -> None:
    assert meant in in_asked_words(sentence, asked, bundled_vocabularies())


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("No PE on CT.", "Pleural effusion"),
        ("She had an MI.", "Mitral insufficiency"),
        ("Testosterone was low.", "Test of testosterone"),
        ("MM, no CNS disease.", "Moderate mitral stenosis"),
        ("He has one sister.", "At least two siblings"),
    ],
)
def test_a_known_name_and_a_whole_word_mean_themselves(sentence: str, asked: str) -> None:
    assert in_asked_words(sentence, asked, bundled_vocabularies()) == sentence


@pytest.mark.parametrize(
    ("sentence", "text", "kind", "verdict"),
    [
        ("Depression. No ECT this episode.", "Electroconvulsive therapy in the current episode", "exclusion", NOT_MET),
        ("Multiple myeloma, no CNS dz.", "CNS involvement by myeloma", "exclusion", NOT_MET),
        ("HCC, no TACE.", "Prior transarterial chemoembolization", "exclusion", NOT_MET),
        ("Gd1 PN of the feet.", "Grade ≥2 peripheral neuropathy", "exclusion", NOT_MET),
        ("His HbA1c has crept to 71 mmol/mol.", "HbA1c 7-10 %", "inclusion", MET),
        ("He takes metformin 1 g bd.", "Stable daily dose of metformin ≥ 1500 mg", "inclusion", MET),
        ("EASI 24, with 35% of the body surface involved.", "Body surface area involved ≥ 10 %", "inclusion", MET),
        ("Walks half a mile to the shops.", "Able to walk at least 400 m", "inclusion", MET),
        ("Seen 2 Nov 2026. ASCT in March 2019.", "Autologous SCT within 12 weeks", "exclusion", NOT_MET),
    ],
)
def test_a_true_verdict_stands_by_the_very_sentence(
    sentence: str, text: str, kind: CriterionKind, verdict: CriterionVerdict
) -> None:
    seen = view(sentence)
    cited, tree = _cited(seen, text), criterion(text, kind).tree
    assert unsupported(verdict, tree, cited, seen) == ""
    assert not inferred(tree, cited, seen)


@pytest.mark.parametrize(
    ("sentence", "text", "kind", "verdict"),
    [
        ("Depression. No ECT this episode.", "Electroconvulsive therapy in the current episode", "exclusion", MET),
        ("HCC, no TACE.", "Prior transarterial chemoembolization", "exclusion", MET),
        ("Gd1 PN of the feet.", "Grade ≥2 peripheral neuropathy", "exclusion", MET),
        ("Face: 22 inflamm lesions, 1 nodule.", "10 to 40 inflammatory lesions on the face", "inclusion", NOT_MET),
        ("Face: 22 inflamm lesions, 1 nodule.", "≤ 2 nodules on the face", "inclusion", NOT_MET),
        ("Mayo 2, modified Mayo score is 7.", "Modified Mayo score 5-9", "inclusion", NOT_MET),
        ("His HbA1c has crept to 95 mmol/mol.", "HbA1c 7-10 %", "inclusion", MET),
        ("Walks fifty metres.", "Able to walk at least 400 m", "inclusion", MET),
        ("Walks half a mile.", "Able to walk at least 400 m", "inclusion", NOT_MET),
        ("The patient, who is seventy one, was seen.", "Age ≥ 18 years", "inclusion", NOT_MET),
        ("Atorvastatin 20 mg for 5 years.", "If on statin, dose must be stable for 30 days", "inclusion", NOT_MET),
        (
            "ASCT in 2019.",
            "Autologous SCT within 12 weeks or prior allogeneic SCT",
            "exclusion",
            MET,
        ),
    ],
)
def test_a_false_verdict_falls_by_the_very_sentence(
    sentence: str, text: str, kind: CriterionKind, verdict: CriterionVerdict
) -> None:
    seen = view(f"Seen 2 Nov 2026. {sentence}" if "2019" in sentence else sentence)
    assert unsupported(verdict, criterion(text, kind).tree, _cited(seen, text), seen)


@pytest.mark.parametrize(
    ("sentence", "text", "within"),
    [
        ("She lives ten minutes from the hospital.", "Lives more than 2 h from the hospital", False),
        ("She lives three hours from the hospital.", "Lives more than 2 h from the hospital", True),
        ("She lives near the hospital.", "Lives more than 2 h from the hospital", None),
    ],
)
def test_a_limit_in_the_criterions_own_words_decides_either_way(sentence: str, text: str, within: bool | None) -> None:
    seen = view(f"A woman with COPD. {sentence}")
    cited, asked = _cited(seen, text), criterion(text)
    assert within_limit(asked, cited) is within
    assert bool(breaks_limit(MET, asked, cited)) is (within is False)
    assert bool(breaks_limit(NOT_MET, asked, cited)) is (within is True)


@pytest.mark.parametrize(
    ("sentence", "text", "speaks"),
    [
        ("No vaccines in the past year.", "Live vaccination within 4 weeks", True),
        ("She manages tablets well.", "Able to swallow oral medication", True),
        ("Mrs B, who is 71, was seen.", "Age ≥ 18 years", True),
        ("Her sister works in Leeds.", "Live vaccination within 4 weeks", False),
    ],
)
def test_a_sentence_speaks_of_a_criterion_by_other_forms_of_its_words(sentence: str, text: str, speaks: bool) -> None:
    assert speaks_of(sentence, text, bundled_vocabularies()) is speaks
