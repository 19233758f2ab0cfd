"""Of whom and when a finding is told: doubts behind a name, companions, names of people, and what is over."""

import pytest

from osler.core.patient import PatientRecord, Status, read_patient


def read(text: str) -> PatientRecord:
    return read_patient(text, format="note").record


def own(record: PatientRecord) -> dict[str, str]:
    """The findings of the patient with whether they are there, by the preferred name in small letters."""
    facts = [*record.conditions, *record.phenotypes]
    return {(fact.codings[0].display or fact.label if fact.codings else fact.label).lower(): fact.presence.value for fact in facts}  # fmt: skip


@pytest.mark.parametrize(
    ("text", "finding", "presence"),
    [
        ("PE unlikely given normal D-dimer.", "pulmonary embolism", "absent"),
        ("Stroke unlikely on MRI.", "stroke", "absent"),
        ("Sepsis unlikely (lactate 1).", "sepsis", "absent"),
        ("Bleeding unlikely while on apixaban.", "bleeding", "absent"),
        ("Pneumonia is unlikely.", "pneumonia", "absent"),
        ("Meningitis is very unlikely but encephalitis possible.", "encephalitis", "possible"),
        ("Chest pain, unlikely to be PE.", "chest pain", "present"),
        ("Dyspnoea unlikely cardiac in origin.", "dyspnea", "present"),
        ("Unlikely asthma.", "asthma", "absent"),
        ("? UC ?? Crohns. I would be grateful for colonoscopy.", "crohn's disease", "possible"),
        ("Imp: ? PE ?? Pneumonia", "pneumonia", "possible"),
        ("Passive SI without plan or intent. Failed fluoxetine (sexual side effects).", "suicidal ideation", "present"),
        ("Loose stools with blood and mucus. PR blood on glove.", "hematochezia", "present"),
        ("No N+V.", "vomiting", "absent"),
    ],
)
def test_a_doubt_is_said_of_what_it_stands_beside(text: str, finding: str, presence: str) -> None:
    assert own(read(text)).get(finding) == presence


@pytest.mark.parametrize(
    "text",
    [
        "I reviewed this lady in clinic today with her husband, who has COPD.",
        "I saw this man with his wife, who has rheumatoid arthritis.",
        "I met him together with his mother, who has epilepsy, and his brother.",
        "Accompanied by her carer, who has asthma.",
        "Came with a friend who has TB.",
        "Her husband Tom, who suffers from gout and hypertension, is well.",
        "No family hx of dementia.",
    ],
)
def test_what_a_companion_has_is_not_the_patients(text: str) -> None:
    assert not own(read(text))


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("I saw this man with his wife, who has rheumatoid arthritis, for his knee osteoarthritis.", "knee osteoarthritis"),
        ("Accompanied by his daughter, who reports confusion.", "confusion"),
        ("Mother brought her son, who has fever and rash.", "fever"),
        ("This lady, who has migraine, came with her sister, who is well.", "migraine"),
        ("Her husband, who has noticed snoring, thinks she has sleep apnoea.", "sleep apnea"),
    ],
)  # fmt: skip
def test_what_a_witness_tells_is_the_patients(text: str, finding: str) -> None:
    assert own(read(text)).get(finding) == "present"


def test_the_side_of_a_grandparent() -> None:
    found = {
        one.label: one.relation for one in read("FHx: mother ovarian ca 55, paternal GF prostate ca").family_history
    }
    assert found == {"ovarian ca": "mother", "prostate ca": "paternal grandfather"}


def test_how_old_a_relative_is_tells_no_onset() -> None:
    (autism,) = read("FH: brother, aged 9, has autism.").family_history
    assert autism.time is None


@pytest.mark.parametrize(
    ("text", "findings"),
    [
        ("Amelia Hartwell, aged 4, was seen in clinic. Amelia has seizures.", {"seizure"}),
        ("Thank you for referring Amelia, a 4-year-old girl with seizures.", {"seizure"}),
        ("RE: Amelia Hartwell DOB 02/03/2015. Amelia's mother reports vomiting.", {"vomiting"}),
        ("Born with amelia of the left arm.", {"amelia"}),
        ("Marcus Gunn pupil on the left.", {"marcus gunn pupil"}),
    ],
)
def test_a_name_is_no_finding(text: str, findings: set[str]) -> None:
    assert set(own(read(text))) == findings


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("He was treated for seizures. They resolved at 6 years.", "resolved"),
        ("He has migraine. It has now stopped.", "resolved"),
        ("He had chest pain. It stopped when he rested.", None),
        ("A 40-year-old woman. PMH: eczema as a child.", "inactive"),
        ("A 40-year-old woman. Eczema since childhood.", None),
        ("A 6-year-old girl. Eczema as a baby.", None),
        ("Hx postpartum depression.", "inactive"),
    ],
)
def test_what_is_over(text: str, status: str | None) -> None:
    record = read(text)
    assert {fact.status for fact in (*record.conditions, *record.phenotypes)} == {status}


def test_a_part_of_a_life_is_no_number_of_years() -> None:
    (procedure,) = read("Appendicectomy as a child.").procedures
    assert procedure.time is not None
    assert (procedure.time.at, procedure.time.text) == (None, "as a child")


def test_the_side_of_a_tumour() -> None:
    note = "Screen-detected L breast mass. Path: invasive ductal carcinoma of breast, grade 3."
    assert [one.site for one in read(note).cancers] == ["left breast"]
    both = "Right breast cyst. L breast mass. Path: invasive ductal carcinoma of breast, grade 3."
    assert [one.site for one in read(both).cancers] == ["breast"]


@pytest.mark.parametrize("text", ["Alcohol dependence in remission.", "Opioid dependence, in remission."])
def test_a_disease_at_rest_is_at_rest_also_where_its_name_says_so(text: str) -> None:
    found = [fact.status for fact in [*read(text).conditions, *read(text).phenotypes] if "dependence" in fact.label]
    assert set(found) == {Status.REMISSION}
