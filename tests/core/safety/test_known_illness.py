"""Known illness: what is told of before, of years or of everybody raises nothing urgent, and a new danger does by its own rule."""

from __future__ import annotations

import pytest

from osler.core.evidence import Source, locate
from osler.core.language import analyse
from osler.core.safety import red_flags, urgent
from osler.core.safety.quotes import Kind, objection_to_quote
from osler.core.terminology import bundled_vocabularies


@pytest.mark.parametrize(
    "note",
    [
        # a review of somebody well tells of what was
        "Girl of 2 seen for review three weeks after discharge. On 4 May she had a vomiting illness and was found limp. At that time glucose 1.4 mmol/L, ammonia 160. Today well, playing.",
        "Boy of 8, annual review. Presented in DKA aged 3 (pH 7.02, glucose 36), PICU for three days. Well since.",
        "Citrullinaemia, 6y. Last ammonia 41. Highest ever ammonia 700 at presentation in the newborn period. Eating well.",
        "Sickle cell disease, 12y. Stroke at 5 with right-sided weakness; on transfusions. Residual weakness. Routine visit.",
        # a list of features, one of which took years
        "Woman of 33 with hearing loss, seizures, diabetes, migraine and short stature.",
        "Man of 30 with pes cavus, distal weakness of the legs, hammer toes, areflexia.",
        "Infant of 4 months with macrocephaly, seizures, developmental regression, cherry red spot.",
        "Coarse face with thick lips, large tongue, short neck. Boy of 4 with noisy breathing and snoring.",
        "Girl of 12 with intellectual disability. Seizures since age 3, one a month.",
        "Woman of 30 with familial hemiplegic migraine, well.",
        # counselling, and things that are no patient's
        "Girl of 9 with Marfan syndrome, well. We talked about aortic dissection and gave a leaflet: call 999 for sudden chest pain.",
        "The cardiac arrest trolley was checked in the corridor.",
        "Retinal detachment and glaucoma were looked for by the optician.",
        "Boy of 4. Two-word sentences at 2 years, now seems to be losing words; noisy breathing when asleep.",
        # values
        "Boy of 9 with type 1 diabetes, well. Glucose 17 before breakfast, ketones 0.3.",
    ],
)
def test_what_is_told_of_before_or_of_years_is_not_urgent(note: str) -> None:
    assert urgent(red_flags(note=note)) == []


@pytest.mark.parametrize(
    ("note", "rule"),
    [
        ("Known MSUD, 2 y, off feeds for a day, wobbly and not making sense, vomiting; leucine pending.", "metabolic-decompensation"),
        ("Known OTC deficiency girl 8 years, behaving oddly and vomiting since last night.", "metabolic-decompensation"),
        ("Known VLCAD deficiency, 9 years, cola urine and muscle pain after sports yesterday.", "metabolic-rhabdomyolysis"),
        ("Her 6 year old son with severe haemophilia B banged his head an hour ago and has been sick.", "head-injury-in-a-bleeding-disorder"),
        ("Bilirubin 430 on day 4, sleepy, arching and high pitched cry.", "bilirubin-encephalopathy"),
        ("Anaesthetic started 20 minutes ago, sevoflurane; he has become rigid, temperature 40.1.", "malignant-hyperthermia-crisis"),
        ("Woman of 20 with hereditary angioedema, tongue swelling since an hour.", "angioedema-attack"),
        ("Baby of 4 days, grey and breathless, femoral pulses not felt.", "duct-dependent-heart"),
        ("12-day-old baby with ambiguous genitalia, vomiting. Na 119, K 7.3.", "adrenal-crisis-pattern"),
        ("Girl of 9 with type 1 diabetes, vomiting. Glucose 36, pH 7.1.", "hyperglycaemic-crisis"),
        ("We talked about it and I think I'm having a stroke, my face is drooping and my arm is weak.", "stroke-pattern"),
        ("My son is 9 and has had headaches since age 6, tonight the worst ever with vomiting.", "thunderclap-headache"),
        ("Man of 71 with dementia, facial droop, slurred speech, weakness of the right arm.", "stroke-pattern"),
        ("Woman of 40 with learning disability, facial droop, slurred speech, weak left arm.", "stroke-pattern"),
    ],
)  # fmt: skip
def test_a_new_danger_of_known_illness_is_urgent_by_its_own_rule(note: str, rule: str) -> None:
    assert rule in [flag.rule_id for flag in urgent(red_flags(note=note))]


@pytest.mark.parametrize(
    ("note", "rule"),
    [
        ("Girl of 9, vomiting and drowsy. pH 7.05, glucose 34, ketones 6.", "low-glucose"),
        ("Woman of 20 with hereditary angioedema, tongue swelling since an hour.", "anaphylaxis-pattern"),
        ("My 9 month old keeps screaming and pulling his legs up every 15 minutes, goes white and floppy.", "limb-ischaemia"),
        ("Boy of 5 with haemophilia hit his head an hour ago, headache and vomiting.", "thunderclap-headache"),
        ("Collapsed at football, no pulse for a minute, AED shock given, now awake.", "shock"),
        ("Our 5 week old feels very hot, 38.6, won't wake to feed and his soft spot is bulging.", "intussusception"),
    ],
)  # fmt: skip
def test_no_flag_orders_what_is_wrong_for_the_patient(note: str, rule: str) -> None:
    flags = [flag.rule_id for flag in urgent(red_flags(note=note))]
    assert flags
    assert rule not in flags


def test_a_cherry_red_spot_is_no_red_eye() -> None:
    assert red_flags(note="Boy of 9 months, cherry-red spot in both eyes, does not sit, startles to sounds.") == []


def test_a_glucose_in_milligrams_stays_one() -> None:
    assert "low-glucose" in [
        flag.rule_id for flag in urgent(red_flags(note="Man of 60, sweaty and confused, glucose 38."))
    ]


@pytest.mark.parametrize(
    ("note", "quote", "kind", "stands"),
    [
        ("Occasional breathlessness on running, unchanged for years.", "breathlessness on running", "airway_or_breathing", False),
        ("Seizures since age 3, one a month.", "Seizures since age 3", "brain_or_nerves", False),
        ("Boy of 9. Aortic root 34 mm (z 3.1).", "Aortic root 34 mm (z 3.1)", "heart_or_circulation", False),
        ("Breathless for years but gasping today.", "gasping today", "airway_or_breathing", True),
    ],
)  # fmt: skip
def test_a_quote_of_a_model_speaks_of_now(note: str, quote: str, kind: Kind, stands: bool) -> None:
    text = analyse(note, bundled_vocabularies())
    span = locate(Source(id="note", kind="note", text=note), quote)
    assert span is not None
    assert (objection_to_quote(kind, span, text) is None) is stands
