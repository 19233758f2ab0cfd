"""Sentences made of a passage's own words that the passage says nowhere: each must be held against one sentence of it."""

from __future__ import annotations

import pytest

from osler.core.library import Chunk
from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence
from osler.guidelines.steps.verify import sentence_issues

MIGRAINE = (
    "Offer an oral triptan with an NSAID or paracetamol for acute migraine in adults. (Grade A)\n"
    "Triptans are contraindicated in ischaemic heart disease and in uncontrolled hypertension. (Grade A)\n"
    "Do not offer opioids for acute migraine. (Grade A)"
)
FEVER = (
    "Consider paracetamol 15 mg/kg or ibuprofen 10 mg/kg in children with fever who appear distressed. Grade B.\n"
    "Ibuprofen should not be given to children with chickenpox or dehydration. Grade C.\n"
    "Tepid sponging is not recommended."
)
INFANT = (
    "Refer children younger than 3 months with a temperature of 38 °C or higher urgently to hospital. Grade A. "
    "Children aged 3 to 6 months with a temperature of 39 °C or higher should be assessed face to face. Grade B. "
    "Age Respiratory rate threshold 0-5 months 60 breaths/min 6-12 months 50 breaths/min over 12 months 40 breaths/min"
)
CLOTS = "Do not offer apixaban or rivaroxaban to people with antiphospholipid syndrome; offer warfarin with a target INR of 2.5."
EDOXABAN = (
    "Edoxaban; Loading dose: heparin for 5 days; Maintenance dose: 60 mg once daily (30 mg if weight 60 kg or less)"
)
LENGTH = (
    "Treat provoked deep vein thrombosis for 3 months. Consider extended treatment after unprovoked pulmonary embolism."
)
GOUT = (
    "Colchicine must not be given together with clarithromycin or other strong CYP3A4 inhibitors; fatal toxicity has been "
    "reported.\nIn people with an eGFR of 10 to 30 mL/min/1.73 m2 the dose of colchicine should be halved; below 10 it "
    "should be avoided."
)
URATE = "The target serum urate level is below 360 micromol/L."
ROW = "Normal renal function; Drug: Allopurinol; Starting dose: 100 mg once daily; Grade: A"
TIRED = "Start levothyroxine 25 micrograms daily in symptomatic hypothyroidism (12.5 micrograms in people with heart disease)."
EPILEPSY = "Levetiracetam 250 mg or lamotrigine 25 mg should be offered for focal seizures."
SEDATION = "Do not use haloperidol for delirium in dementia with Lewy bodies. Haloperidol may be used for nausea."


def faults(sentence: str, source: str, context: str = "") -> list[str]:
    return [
        f"{one.kind}: {one.message}"
        for one in check_sentence(sentence, [SourceText("s", source, context)], bundled_vocabularies())
    ]


@pytest.mark.parametrize(
    ("lie", "source"),
    [
        ("Offer opioids for acute migraine when a triptan is contraindicated.", MIGRAINE),
        ("Triptans are contraindicated in ischaemic heart disease only when hypertension is uncontrolled.", MIGRAINE),
        ("Tepid sponging is recommended in distressed children.", FEVER),
        ("Consider paracetamol 10 mg/kg or ibuprofen 15 mg/kg in children with fever who appear distressed.", FEVER),
        ("Consider ibuprofen 15 mg/kg in children with fever who appear distressed.", FEVER),
        (
            "Children younger than 3 months with a temperature of 38 °C or higher should be assessed face to face.",
            INFANT,
        ),
        ("Refer children aged 3 to 6 months urgently to hospital.", INFANT),
        ("The respiratory rate threshold at 0-5 months is 50 breaths/min.", INFANT),
        ("Warfarin is not needed in antiphospholipid syndrome.", CLOTS),
        ("Edoxaban 60 mg once daily is for a weight of 60 kg or less.", EDOXABAN),
        ("Edoxaban is given as 30 mg once daily.", EDOXABAN),
        ("Treat unprovoked deep vein thrombosis for 3 months.", LENGTH),
        ("Colchicine given together with clarithromycin is fatal only below 10 mL/min/1.73 m2.", GOUT),
        ("The target serum urate level is below 360 mmol/L.", URATE),
        ("Start allopurinol 100 mg once daily during the flare.", ROW),
        ("Allopurinol 100 mg once daily is the starting dose.", ROW),
        # Others of each kind.
        ("Levothyroxine 12.5 micrograms daily is the starting dose in symptomatic hypothyroidism.", TIRED),
        ("Start levothyroxine 25 micrograms daily in asymptomatic hypothyroidism.", TIRED),
        ("Levetiracetam 25 mg should be offered for focal seizures.", EPILEPSY),
        ("Lamotrigine 250 mg should be offered for focal seizures.", EPILEPSY),
        ("Levetiracetam 250 mg should be offered for focal seizures unless there is a rash.", EPILEPSY),
        ("Lamotrigine 25 mg should be offered for focal seizures during pregnancy.", EPILEPSY),
        ("Use haloperidol for delirium in dementia with Lewy bodies.", SEDATION),
        (
            "Ferritin below 30 mg/L confirms iron deficiency.",
            "Ferritin below 30 micrograms/L confirms iron deficiency.",
        ),
        ("The potassium should stay below 5.5 micromol/L.", "The potassium should stay below 5.5 mmol/L."),
        (
            "Offer colonoscopy to people with nonspecific symptoms after 6 weeks.",
            "Offer colonoscopy to people with specific symptoms after 6 weeks.",
        ),
    ],
)
def test_a_sentence_that_no_sentence_of_its_passage_says_is_a_fault(lie: str, source: str) -> None:
    assert faults(lie, source)


def test_the_heading_says_what_a_recommendation_is_for() -> None:
    text = "Amitriptyline 10 mg at night, increased to 50 mg, may be considered."
    heading = "Management of migraine in adults / Prevention"
    lie = "Amitriptyline 10 mg at night, increased to 50 mg, may be considered for acute migraine."
    assert faults(lie, text, heading)
    assert not faults(lie.replace("acute migraine", "prevention of migraine"), text, heading)


def test_advice_on_one_drug_is_no_advice_on_its_combination_with_another() -> None:
    sources = [
        SourceText("a", "Clarithromycin should not be combined with simvastatin."),
        SourceText("b", "Adults with low-severity pneumonia should receive amoxicillin 500 mg three times daily."),
    ]
    assert check_sentence(
        "Clarithromycin should be combined with amoxicillin when simvastatin is taken.", sources, bundled_vocabularies()
    )
    assert check_sentence(
        "Clarithromycin should not be combined with simvastatin unless the dose is halved.",
        sources,
        bundled_vocabularies(),
    )


@pytest.mark.parametrize(
    ("true", "source"),
    [
        ("Opioids should not be offered for acute migraine.", MIGRAINE),
        ("In adults with acute migraine, offer an oral triptan with an NSAID or paracetamol.", MIGRAINE),
        ("Tepid sponging should not be used.", FEVER),
        ("Paracetamol 15 mg/kg or ibuprofen 10 mg/kg may be considered in distressed children with fever.", FEVER),
        (
            "Children younger than 3 months with a temperature of 38 °C or more should be referred urgently to hospital.",
            INFANT,
        ),
        ("The respiratory rate threshold at 0-5 months is 60 breaths/min.", INFANT),
        ("In people with antiphospholipid syndrome, offer warfarin with a target INR of 2.5.", CLOTS),
        ("Edoxaban 30 mg once daily is for a weight of 60 kg or less.", EDOXABAN),
        ("Provoked deep vein thrombosis should be treated for 3 months.", LENGTH),
        ("Colchicine must not be given together with clarithromycin.", GOUT),
        ("The serum urate target is below 0.36 mmol/L.", URATE),
        ("In normal renal function, the starting dose of allopurinol is 100 mg once daily.", ROW),
        ("Lamotrigine 25 mg should be offered for focal seizures.", EPILEPSY),
    ],
)
def test_the_same_passages_told_truly_pass(true: str, source: str) -> None:
    assert faults(true, source) == []


def test_a_quote_taken_out_of_a_negation_is_a_contradiction() -> None:
    chunk = Chunk(id="c", document_id="d", ordinal=0, text=MIGRAINE)
    issues = sentence_issues(
        0, "Offer opioids for acute migraine.", ["offer opioids for acute migraine"], [chunk], bundled_vocabularies()
    )
    assert issues[0].kind == "contradiction"
    true = "Do not offer opioids for acute migraine."
    assert sentence_issues(0, true, ["offer opioids for acute migraine"], [chunk], bundled_vocabularies()) == []
