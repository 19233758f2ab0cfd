"""Letters that look back, teach, name things or tell of slow courses; and the same words told of now."""

from __future__ import annotations

import pytest

from osler.core.safety import red_flags, urgent

QUIET = [
    # what a visit looks back on
    "Girl, review five weeks after discharge. On 2 January she had a two day vomiting illness and was found drowsy. Today well.",
    "Reviewed four weeks after discharge. At that time glucose 1.3 mmol/L. Today well. Plan: explain emergency regimen.",
    "Reviewed six weeks after discharge. In hospital his ammonia was 410 and he was drowsy. Today he is lively.",
    "Stable citrullinaemia, 5y. Last ammonia 38. Highest ever ammonia 620 in the newborn period. Feeding well.",
    "Lowest ever platelet count 6 with nosebleeds; latest 148.",
    "8-year-old with type 1 diabetes, annual review. Presented in DKA aged 4 (pH 7.05, glucose 34). Well, no admissions since.",
    "Sickle cell disease, 10y. Stroke at 4 with left-sided weakness; on exchange transfusions. Routine.",
    "Boy of 6. During his only admission, in May 2021, glucose fell to 1.4 and he convulsed. He has been fine since.",
    "16-year-old girl with CAH. Neonatal adrenal crisis on day 10 (Na 115, K 8.0). Stable; Na 139, K 4.2 today.",
    "Female 27. At 24 her sigmoid colon perforated spontaneously, Hartmann's, reversed. Currently well, no pain.",
    "Took an overdose at 16; now 34, mood stable, no suicidal thoughts, on sertraline.",
    "29F. Fourth admission in 2 years with severe abdominal pain. During the last one Na 122, confused. Now pain-free, obs normal.",
    'Girl 3 years 4 months. "Then from 16 months she just lost it all - stopped talking, stopped using her hands."',
    "The attack her mother saw lasted a minute.",
    "9 year old: at 3 had status epilepticus, well since.",
    "K 7.1, haemolysed, repeat 4.2.",
    # what is taught, advised or imagined
    "9-year-old boy with Marfan syndrome. We talked about aortic dissection and gave a leaflet: call 999 for sudden chest pain.",
    "Vascular Ehlers-Danlos. We explained arterial rupture and that any sudden severe pain needs an ambulance. She is well.",
    "9-year-old boy, tall. Advice: sudden chest pain would need 999.",
    # things, and what was only looked for
    "Cardiac arrest trolley was checked in the corridor before the echo. 11-year-old girl, well.",
    "The anaphylaxis box was tested before the challenge. 5-year-old tolerated egg.",
    "Cataract, retinal detachment and glaucoma were looked for by the eye clinic. 11-year-old girl.",
    "The mother worries because a neighbour's child had status epilepticus. 11-year-old girl, well.",
    # slow courses
    "25-year-old man with pes cavus, distal weakness of the legs, hammertoes and areflexia. Father has the same feet.",
    "30-year-old woman with lactic acidosis, seizures, diabetes, migraine and hearing loss.",
    "Male infant 3 months with cherry red spot, exaggerated startle, hypotonia, seizures.",
    "Boy of 3. Development: walked at 17 months, two-word sentences at 2, now seems to be losing words.",
    "Boy of 3, coarse face with thick lips, large tongue, noisy breathing.",
    "Citrullinaemia type 1, adult woman: agitated at times for years, well controlled.",
]
QUIET += [
    # attacks that have come and gone, in somebody who is well
    "23-year-old woman. Recurrent severe abdominal pain, once operated on for suspected appendicitis. Today well, no swelling.",
    "31-year-old woman with attacks of pain; in the last attack she had weak arms, Na 121 and hallucinations. She is well today.",
    "Asthma: two attacks this year, none since. On prednisolone she had hallucinations once. Well today.",
    "I take codeine for my back and feel a bit sleepy in the morning",
    "my son has cp and epilepsy, happy today",
    "temp 370 C",
    # an age that no clock shows
    "28-year-old woman with thin skin. She had a spontaneous colon perforation at 25. Small joints are hypermobile.",
    # several illnesses that a history counts
    "3-year-old boy with two pneumonias and sinusitis since 7 months of age. IgG very low (agammaglobulinaemia).",
    "Chronic granulomatous disease: three pneumonias and a liver abscess since infancy, on itraconazole.",
    "Boy, 4, with several febrile seizures since 10 months of age, development normal.",
    # what is blue of something else than want of oxygen
    "48-year-old carpenter. His ears look blue-grey and there is brown pigmentation of the sclera.",
    "The patch on his back looks purple and has been there since birth.",
    # what is written for everybody
    "Patient information: Signs of a stroke are facial droop, arm weakness and slurred speech. Call an ambulance at once.",
    "Lecture notes: In tension pneumothorax the trachea deviates and hypotension follows; decompress at once.",
    "Teaching slide: Meningococcal disease begins with fever and leg pain, then a non-blanching rash and neck stiffness.",
    "The warning signs of meningitis are a stiff neck, a rash that does not fade and drowsiness.",
]
URGENT = [
    "K+ 7.2 on repeat, CKD5, ECG tented T waves",
    "Took an overdose at 16:00; now drowsy",
    "Overdose of 30 tablets",
    "K 7.1, repeat sent, CRP 4",
    "glucose 1.4, repeat after gel, age 7",
    "Glc 1.6",
    "Her colon has perforated",
    "i dont wanna be here anymore, ive got the pills ready",
    "i cant go on, gonna end it tonight",
    "i can't go on, going to end it tonight",
    "cp radiating to jaw, sob",
    "temp 41.2 and confused",
    "im clean since 2021 but took 4 oxys tonight and feel super sleepy",
    "took six percocets tonight, now drowsy",
    "60-year-old man. He collapsed at 10 and is not breathing.",
    "Recurrent abdominal pain, well until this morning; now rigid abdomen and BP 70/40.",
    "hearing voices telling him to attack his brother",
    "Two pneumonias last year. Now again pneumonia with confusion, BP 80/40.",
    "Common variable immunodeficiency, two pneumonias since childhood. Since yesterday fever 39.5, rigors, confused, BP 78/40.",
    "My son has had three fits since this morning and isn't waking up.",
    "4-year-old, several seizures in the last hour, not regaining consciousness.",
    "He looks blue and is gasping.",
    "My baby's lips look blue and her ears too.",
    "Patient information: 54-year-old man with crushing chest pain radiating to the left arm, sweating.",
    "Information: my dad has slurred speech and his arm has gone weak, it started ten minutes ago.",
    "Lecture notes were interrupted: a student collapsed and is not breathing.",
    "Signs of a stroke are present: facial droop, right arm weakness, slurred speech since 09:00.",
    "Seen for review after discharge last week. This morning he was found drowsy and glucose was 1.3 mmol/L.",
    "Annual review. Ammonia 620 today, vomiting.",
    "Ammonia is 620, her highest ever.",
    "25-year-old man, legs weak for three days, now the hands; areflexia.",
    "Infant of 3 months, seizures since this morning.",
    "Diabetic, brought in after a seizure.",
    "He was well until noon, then collapsed and was unresponsive.",
    "Seen two weeks after discharge. She had been well, then yesterday she developed fever, neck stiffness and drowsiness.",
    "Peak flow 28% of best, cannot finish sentences, salbutamol no help.",
    "Routine clinic review. In the waiting room he collapsed and was not breathing.",
    "Woman, 36 weeks, routine antenatal visit: BP 176/118, severe headache, flashing lights.",
    "The anaphylaxis kit was used: hives, wheeze, BP 70/40.",
    "Cardiac arrest in clinic, trolley called.",
    "We talked about aortic dissection last year; today sudden tearing chest pain.",
]


@pytest.mark.parametrize("note", QUIET)
def test_what_is_not_of_now_is_not_urgent(note: str) -> None:
    assert not urgent(red_flags(note=note))


@pytest.mark.parametrize("note", URGENT)
def test_the_same_words_of_now_are(note: str) -> None:
    assert urgent(red_flags(note=note))


def test_a_pain_that_has_a_place_of_its_own_is_no_headache() -> None:
    flags = red_flags(note="worst pain ever in my testicle since an hour")
    assert urgent(flags)
    assert not any("headache" in flag.title for flag in flags)
    assert any("headache" in flag.title for flag in red_flags(note="worst pain ever in my head"))


@pytest.mark.parametrize(
    ("letter", "is_urgent"),
    [
        ("ECG: coved ST elevation in V1 and V2 after ajmaline. Feels fine.", False),
        ("ECG with early repolarisation and ST elevation, well.", False),
        ("Ajmaline test: ST elevation of 3 mm in V1. Feels fine.", False),
        ("Flecainide challenge negative in 2015. Chest pain for an hour, ST elevation in V2 to V4.", True),
        ("Chest pain for an hour. ECG: ST elevation in V1 to V4.", True),
    ],
)
def test_an_st_segment_that_a_drug_or_a_channel_raises_is_no_infarct(letter: str, is_urgent: bool) -> None:
    assert bool(urgent(red_flags(note=f"A 37-year-old man. {letter}"))) is is_urgent
