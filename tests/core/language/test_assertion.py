"""What the text says about a finding, phenomenon by phenomenon."""

from __future__ import annotations

import pytest

from osler.core.language import Experiencer, Polarity, assert_mention
from osler.errors import UsageError
from tests.core.language.marked import assertion_of, unmark

NEGATED = [
    "⟦Renal cysts⟧: absent on abdominal ultrasound",
    "⟦Deafness⟧ - excluded by audiometry",
    "⟦Subarachnoid haemorrhage⟧ ruled out on lumbar puncture.",
    "⟦Meningioma⟧ not seen on a repeat contrast MRI.",
    "⟦Aortic dissection⟧ excluded (CTA).",
    "⟦Deep vein thrombosis⟧ | negative on Doppler",
    "⟦Coeliac disease⟧: negative by biopsy",
    "⟦Ectopia lentis⟧: no on slit lamp",
    "⟦Fever⟧: denied by his mother",
    "No ⟦wheezes⟧, rales or rhonchi.",
    "No wheezes, rales or ⟦rhonchi⟧.",
    "She denies fever, chills and ⟦night sweats⟧.",
    "Patient denied any ⟦chest pain⟧.",
    "There was no evidence of ⟦gastric varices⟧.",
    "The chest x-ray does not demonstrate any evidence of ⟦pulmonary edema⟧.",
    "Heart size is normal without ⟦pericardial effusion⟧.",
    "Negative for ⟦malignancy⟧.",
    "⟦Pneumonia⟧ was ruled out.",
    "⟦Myocardial infarction⟧ has been ruled out by serial enzymes.",
    "He was ruled out for ⟦myocardial infarction⟧.",
    "⟦Hepatomegaly⟧ is absent.",
    "⟦Hepatomegaly⟧ and splenomegaly are absent.",
    "⟦Pleural effusion⟧ was not seen.",
    "⟦Seizures⟧ have never been observed.",
    "Absence of ⟦speech delay⟧ was noted.",
    "He lacks ⟦dysmorphic features⟧.",
    "He never had ⟦seizures⟧.",
    "Neither ⟦ataxia⟧ nor tremor was present.",
    "Neither ataxia nor ⟦tremor⟧ was present.",
    "⟦Cough⟧: no",
    "⟦Fever⟧: denied",
    "⟦Diabetes⟧: negative.",
    "Allergies - ⟦penicillin allergy⟧: none",
    "[ ] ⟦Fever⟧",
    "ROS: (-) ⟦nausea⟧, (+) vomiting",
    "GI ROS is -ve for ⟦bleeding⟧.",
    "Cannot identify any ⟦mass⟧.",
    "She doesn't have ⟦diabetes⟧.",
    "She doesn’t have ⟦diabetes⟧.",
    "Abdomen soft, w/o ⟦tenderness⟧.",
    "⟦Pulmonary embolism⟧ is unlikely.",
    "Free of ⟦pain⟧.",
    "The findings argue against ⟦sarcoidosis⟧; biopsy was done.",
    "The current findings would not be typical for ⟦hairy cell leukemia⟧.",
    "He did not report ⟦headache⟧ or vomiting.",
    "Without any signs or symptoms of ⟦infection⟧.",
    "She had no ⟦fever⟧ but complained of chills.",
    "Patient with cough but no ⟦fever⟧.",
    "There are no ⟦focal deficits⟧ identified.",
    "The patient is without ⟦complaints⟧ today.",
    "No mass, ⟦lymphadenopathy⟧, or free fluid is identified.",
    "He has had no further episodes of ⟦syncope⟧.",
    "She has not had any ⟦seizures⟧ since admission.",
    "Workup for ⟦pulmonary embolism⟧ was negative.",
    "CT head negative for ⟦bleed⟧.",
    "Blood cultures were negative for ⟦bacteremia⟧.",
    "No acute ⟦infarct⟧; old lacunar infarct is again seen.",
    "The patient did not develop ⟦fever⟧ or chills during hospitalization.",
    "Patient never complained of ⟦chest pain⟧.",
    "Lungs are clear without ⟦consolidation⟧ or effusion.",
    "Denies ⟦SI⟧/HI.",
    "denies tobacco, ⟦alcohol⟧, or illicit drugs",
    "Patient is not ⟦pregnant⟧.",
    "There is no ⟦hydronephrosis⟧, hydroureter or calculus, and the bladder is normal.",
    "The absence of ⟦fever⟧ is reassuring.",
    "She was afebrile and had no ⟦leukocytosis⟧.",
    "EKG showed no ⟦ST elevation⟧ or T wave changes.",
    "troponins negative x3, ruled out for ⟦MI⟧",
    "Neuro: no ⟦numbness⟧, tingling, or weakness; positive for headache.",
    "The liver is normal in size with no focal ⟦lesions⟧.",
    "carcinoma with no ⟦lymph node involvement⟧.",
    "Patient denies having ⟦headaches⟧.",
    "He denies that he has ⟦depression⟧.",
    "None of the patients had ⟦seizures⟧.",
    "Patients without ⟦diabetes⟧ were included.",
    "⟦Edema⟧ -- none.",
    "⟦Clubbing⟧, cyanosis, edema: none",
    "No complaints of ⟦dyspnea⟧.",
    "did not show any evidence for ⟦DVT⟧",
    "⟦DVT⟧ was excluded by ultrasound.",
    "The scan excluded ⟦DVT⟧.",
    "No e/o ⟦infection⟧.",
    "Patient with negative ⟦strep test⟧.",
    "⟦Murphy's sign⟧ negative.",
    "HIV testing was negative.  No ⟦hepatitis⟧.",
    "There is nothing to suggest ⟦malignancy⟧.",
    "He failed to demonstrate any ⟦weakness⟧.",
    "lack of ⟦coordination⟧",
    "no h/o ⟦stroke⟧",
    "She has never been diagnosed with ⟦asthma⟧.",
    "⟦Rash⟧ not present.",
    "not associated with ⟦nausea⟧",
    "He did not lose ⟦consciousness⟧.",
    "with no fevers, chills, night sweats, weight loss, ⟦anorexia⟧",
    "Specifically, she denies any ⟦hemoptysis⟧.",
    "Pt is w/out ⟦pain⟧.",
    "⟦Jaundice⟧ absent.",
    "No signs of ⟦DVT⟧ on exam, her legs are warm.",
    "She denies pain in her legs, ⟦swelling⟧ or fever.",
    "no ⟦papilledema⟧ is noted",
    "neither fever nor ⟦chills⟧",
    "There was no visible or palpable ⟦goitre⟧.",
    "Extraocular movements were full with no ⟦nystagmus⟧.",
    "CT negative for PE, DVT, and ⟦aneurysm⟧",
    "There was no sign of recurrent ⟦tumor⟧.",
    "X-ray showed no fracture or ⟦dislocation⟧ of the shoulder",
    "Skin: no rashes or ⟦lesions⟧",
    "⟦Trauma⟧: denies",
    "Smoking: never. ⟦Alcohol⟧: no.",
]

PRESENT = [
    "She is seldom without ⟦cough⟧.",
    "Unable to stand without ⟦vertigo⟧.",
    "Anterior mitral leaflet thickened, ⟦mitral regurgitation⟧.",
    "⟦Breast cancer⟧, HER2 negative on biopsy.",
    "⟦Anemia⟧ - Coombs negative on repeat testing.",
    "⟦Seizures⟧ absent on valproate.",
    "⟦Chest pain⟧; pulmonary embolism excluded by CT.",
    "She had no fever but complained of ⟦chills⟧.",
    "No fever; ⟦cough⟧ for three days.",
    "No known allergies except ⟦penicillin allergy⟧.",
    "There is no increase in ⟦tumor⟧ size.",
    "No change in ⟦cardiomegaly⟧.",
    "Not only ⟦ataxia⟧ but also tremor was seen.",
    "There was no significant change in her ⟦edema⟧.",
    "He was not given aspirin because of his ⟦peptic ulcer⟧.",
    "Anticoagulation was not an option secondary to ⟦cerebral hemorrhage⟧.",
    "We do not know the cause of her ⟦pancreatitis⟧.",
    "Extremities: no cyanosis, there is ⟦pitting edema⟧.",
    "No numbness, though she does have ⟦pain on movement⟧.",
    "Positive for ⟦chest pain⟧, no palpitations.",
    "⟦Wheezing⟧ with no fever.",
    "MRI with and without contrast showed ⟦cerebellar atrophy⟧.",
    "[x] ⟦Fever⟧",
    "⟦Cough⟧: yes",
    "- ⟦fever⟧",
    "The patient has ⟦absent speech⟧.",
    "⟦Gram negative sepsis⟧ was treated.",
    "He presents with ⟦seizures⟧.",
    "A patient who is not diabetic, who has ⟦asthma⟧.",
    "The ⟦cysts⟧ have not changed in size.",
    "Mother reports that he has ⟦seizures⟧.",
    "According to her mother she has ⟦headaches⟧.",
    "The mother noticed that the boy had ⟦hypotonia⟧.",
    "She lives with her mother and has ⟦asthma⟧.",
    "Brought in by his father for ⟦vomiting⟧.",
    "Familial ⟦hypercholesterolemia⟧.",
    "Born to healthy parents with ⟦cleft palate⟧.",
    "Maternal uncle had asthma. The patient has ⟦eczema⟧.",
    "The proband and her sister had ⟦deafness⟧.",
    "No acute infarct; old ⟦lacunar infarct⟧ is again seen.",
    "There is no hydronephrosis and there is a ⟦renal cyst⟧.",
    "No pneumothorax. Stable ⟦cardiomegaly⟧.",
    "Without treatment the ⟦infection⟧ worsened.",
    "She was unable to walk because of ⟦weakness⟧.",
    "There is ⟦atelectasis⟧ without effusion.",
    "⟦Diabetes⟧, not well controlled.",
    "Her ⟦hypertension⟧ is not well controlled.",
    "⟦Pain⟧ not relieved by morphine.",
    "Neuro: no numbness, tingling, or weakness; positive for ⟦headache⟧.",
    "⟦Carcinoma⟧ with no lymph node involvement.",
    "Not all patients had ⟦seizures⟧.",
    "Excluding his ⟦arthritis⟧, he is healthy.",
    "He could not walk due to ⟦ataxia⟧.",
    "No improvement in ⟦hearing loss⟧.",
    "Lack of improvement of ⟦ataxia⟧.",
    "Patient has ⟦cough⟧ not associated with fever.",
    "There is no reason to doubt the diagnosis of ⟦lupus⟧.",
    "nonspecific ⟦ST changes⟧",
    "Non-tender ⟦abdominal mass⟧.",
    "no longer responding to treatment for ⟦melanoma⟧",
    "The patient, who is not a smoker, has ⟦COPD⟧.",
    "She reports no fever, but has ⟦vomiting⟧.",
    "Bleeding stopped but ⟦pain⟧ persists.",
    "The tumor did not respond; ⟦metastases⟧ were seen.",
]

POSSIBLE = [
    "? ⟦sarcoidosis⟧",
    "Weak legs. ? ⟦neuropathy⟧.",
    "Fits ? ⟦syncope⟧.",
    "DD: migraine, ⟦epilepsy⟧.",
    "⟦Appendicitis⟧ not yet ruled out by ultrasound.",
    "⟦Fracture⟧ to be excluded on CT.",
    "Possible ⟦pneumonia⟧.",
    "⟦Pneumonia⟧ cannot be excluded.",
    "Cannot rule out ⟦pulmonary embolism⟧.",
    "CT to rule out ⟦pulmonary embolism⟧.",
    "R/o ⟦sepsis⟧.",
    "Findings are suspicious for ⟦malignancy⟧.",
    "This may represent ⟦sarcoidosis⟧.",
    "⟦Marfan syndrome⟧ is suspected.",
    "Probable ⟦mitochondrial disease⟧.",
    "The differential diagnosis includes ⟦lupus⟧.",
    "Concern for ⟦sepsis⟧.",
    "likely secondary to ⟦dehydration⟧",
    "?⟦pneumonia⟧",
    "⟦PE⟧ vs pneumonia",
]

HYPOTHETICAL = [
    "Information sheet handed out: ⟦anaphylaxis⟧ - when to use the pen.",
    "Booklet issued re stroke and ⟦diabetes⟧.",
    "Lecture on ⟦diabetic ketoacidosis⟧ and its fluids.",
    "Return to the emergency department if ⟦fever⟧ develops.",
    "If she has any ⟦weakness⟧, call us.",
    "The risk of ⟦coma⟧ was discussed.",
    "Monitor for ⟦bleeding⟧.",
    "At increased risk for ⟦breast cancer⟧.",
    "Should she develop ⟦chest pain⟧, she will call.",
    "Ibuprofen as needed for ⟦pain⟧.",
    "Aspirin to prevent ⟦stroke⟧.",
    "She was counselled about ⟦hypoglycemia⟧.",
    "Patient instructed to return for worsening ⟦pain⟧, fever.",
    "Call if you have ⟦bleeding⟧, fever > 101, or chest pain.",
]


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        *((marked, Polarity.NEGATED) for marked in NEGATED),
        *((marked, Polarity.PRESENT) for marked in PRESENT),
        *((marked, Polarity.POSSIBLE) for marked in POSSIBLE),
        *((marked, Polarity.HYPOTHETICAL) for marked in HYPOTHETICAL),
    ],
)
def test_polarity(marked: str, polarity: Polarity) -> None:
    assertion = assertion_of(marked)
    assert assertion.polarity is polarity
    assert assertion.experiencer is Experiencer.PATIENT


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("She denies:\n- fever\n- ⟦cough⟧\n", Polarity.NEGATED),
        ("Call us if any of the following occur:\n* bleeding\n* ⟦fever⟧\n", Polarity.HYPOTHETICAL),
        ("She reports:\n- fever\n- ⟦cough⟧\n", Polarity.PRESENT),
        ("She denies:\n- fever\nToday she has ⟦cough⟧.", Polarity.PRESENT),
    ],
)
def test_a_list_inherits_the_cues_of_the_line_that_introduces_it(marked: str, polarity: Polarity) -> None:
    assert assertion_of(marked).polarity is polarity


@pytest.mark.parametrize(
    "marked",
    [
        "⟦PHARYNX IS PINK WITHOUT EXUDATES⟧.",
        "⟦No light perception⟧ in the left eye.",
        "⟦Absent deep tendon reflexes⟧.",
    ],
)
def test_a_negation_inside_the_mention_itself_says_nothing_about_it(marked: str) -> None:
    assert assertion_of(marked).polarity is Polarity.PRESENT


def test_the_deciding_words_are_reported_where_they_stand() -> None:
    text, start, end = unmark("Seen today. She denies fever or ⟦cough⟧.")
    (cue,) = assert_mention(text, start, end).cues
    assert text[cue.start : cue.end] == "denies"
    assert cue.category == "negated"


def test_a_soft_negation_can_be_told_from_a_firm_one() -> None:
    (cue,) = assertion_of("⟦Pulmonary embolism⟧ is unlikely.").cues
    assert cue.category == "unlikely"


@pytest.mark.parametrize(("start", "end"), [(-1, 2), (3, 3), (0, 99), (4, 5)])
def test_a_place_that_holds_no_words_is_refused(start: int, end: int) -> None:
    with pytest.raises(UsageError) as refused:
        assert_mention("Some text", start, end)
    assert refused.value.mend
    assert "Some" not in refused.value.message


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("Aortic root dilatation has not yet been looked for.", "Aortic root dilatation"),
        ("Optic atrophy was not assessed.", "Optic atrophy"),
        ("Ataxia has not been examined yet.", "Ataxia"),
        ("Mother worries about coma.", "coma"),
        ("Education was provided about anaphylaxis.", "anaphylaxis"),
    ],
)
def test_what_nobody_has_looked_for_is_neither_there_nor_absent(text: str, finding: str) -> None:
    start = text.index(finding)
    assert assert_mention(text, start, start + len(finding)).polarity is Polarity.HYPOTHETICAL


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("Plan: exclude ⟦homocystinuria⟧.", Polarity.POSSIBLE),
        ("Bloods were sent to exclude ⟦coeliac disease⟧.", Polarity.POSSIBLE),
        ("MRI to rule out ⟦multiple sclerosis⟧.", Polarity.POSSIBLE),
        ("?⟦Crohn disease⟧", Polarity.POSSIBLE),
        ("DDx: ⟦sarcoidosis⟧, tuberculosis", Polarity.POSSIBLE),
        ("CT excluded ⟦pulmonary embolism⟧.", Polarity.NEGATED),
        ("⟦Scoliosis⟧ was queried by the GP.", Polarity.POSSIBLE),
        ("⟦Scoliosis⟧ was queried by the GP but spine X-ray was normal.", Polarity.NEGATED),
        ("⟦Pulmonary embolism⟧ was suspected, but the CT was negative.", Polarity.NEGATED),
        ("⟦Headache⟧ for a week, but the CT was normal.", Polarity.PRESENT),
    ],
)
def test_a_question_is_no_finding_and_a_normal_test_answers_it(marked: str, polarity: Polarity) -> None:
    assert assertion_of(marked).polarity is polarity


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("He attended A&E with ⟦chest pain⟧ - troponin negative.", Polarity.PRESENT),
        ("He attended A&E with chest pain – ⟦troponin⟧ negative.", Polarity.NEGATED),
        ("No fever - ⟦chest pain⟧ since Monday.", Polarity.PRESENT),
        ("⟦Chest pain⟧ - denied.", Polarity.NEGATED),
        ("Denies - ⟦chest pain⟧, palpitations.", Polarity.NEGATED),
        ("⟦Fever⟧ - nil.", Polarity.NEGATED),
        ("No significant history of CVD presents with ⟦dyspnoea⟧.", Polarity.PRESENT),
        ("No significant PMH, came in with ⟦dyspnoea⟧.", Polarity.PRESENT),
        ("No PMH of note c/o ⟦dyspnoea⟧.", Polarity.PRESENT),
    ],
)
def test_a_negation_stays_in_its_own_statement(marked: str, polarity: Polarity) -> None:
    assert assertion_of(marked).polarity is polarity


@pytest.mark.parametrize(
    ("marked", "polarity"),
    [
        ("Chest clear, no murmur, 2+ ⟦ankle swelling⟧ to the shins, no rash.", Polarity.PRESENT),
        ("Chest clear, no murmur, 2+ ankle swelling to the shins, no ⟦rash⟧.", Polarity.NEGATED),
        ("MRI: no hydrocephalus, ⟦thin corpus callosum⟧.", Polarity.PRESENT),
        ("No dysmorphism, ⟦low-set ears⟧.", Polarity.PRESENT),
        ("No thin upper lip, ⟦smooth philtrum⟧, short nose.", Polarity.NEGATED),
        ("No cleft lip, ⟦small jaw⟧ or ear tags.", Polarity.NEGATED),
        ("No chest pain, ⟦short of breath⟧, palpitations.", Polarity.NEGATED),
        ("Not eating found ⟦lethargic⟧.", Polarity.PRESENT),
        ("The absence of systemic signs suggested a localized ⟦morphea⟧.", Polarity.PRESENT),
        ("No glycosuria, ⟦ketonuria⟧ 2+, casts.", Polarity.PRESENT),
        ("No rash, mild ⟦jaundice⟧.", Polarity.PRESENT),
        ("No mild, moderate or severe ⟦dysplasia⟧.", Polarity.NEGATED),
        ("No rash, mild ⟦jaundice⟧ or oedema.", Polarity.NEGATED),
        ("HCV neg, syphilis neg, ⟦epilepsy⟧, gout.", Polarity.PRESENT),
        ("ANA -ve, ⟦psoriasis⟧.", Polarity.PRESENT),
        ("⟦Influenza⟧ neg, asthma.", Polarity.NEGATED),
        ("Neg for ⟦influenza⟧, cough, chills.", Polarity.NEGATED),
        ("Chest: neg rales, ⟦wheezes⟧, rhonchi.", Polarity.NEGATED),
    ],
)
def test_a_denied_list_ends_at_a_grade_and_a_result_after_its_test_reaches_no_further(
    marked: str, polarity: Polarity
) -> None:
    assert assertion_of(marked).polarity is polarity
