"""What a list behind a disease says of it, what completes each member of a list, permissions, judges and events."""

from __future__ import annotations

import pytest

from osler.core.criteria import CriterionKind, atoms, parse_criterion, render


@pytest.mark.parametrize(
    ("text", "kind", "meaning"),
    [
        # Symptoms, phases, tests and drugs are no kinds of a disease; of diseases in general anything is an example.
        ("Migraine (e.g., nausea, photophobia)", "exclusion", "Migraine"),
        ("Rhinitis such as sneezing and nasal congestion", "exclusion", "Rhinitis"),
        ("Spontaneous labor (latent or active phase)", "exclusion", "Spontaneous labor"),
        ("Diabetes (insulin, metformin)", "exclusion", "Diabetes"),
        ("Urinary tract infection, e.g. dysuria, fever", "exclusion", "Urinary tract infection"),
        ("Severe pain (headache, back pain)", "exclusion", "Severe pain such as (headache or back pain)"),
        ("Serious symptoms (e.g. chest pain, syncope)", "exclusion", "Serious symptoms such as (chest pain or syncope)"),
        ("Anticoagulants such as warfarin", "exclusion", "Anticoagulants such as warfarin"),
        ("Asthma, particularly with frequent attacks, or gout", "exclusion", "Asthma or gout"),
        ("Diabetes, especially if insulin is needed", "exclusion", "Diabetes"),
        ("Causes of gout - lymphoma, psoriasis, myeloma etc.", "exclusion",
         "lymphoma or psoriasis or myeloma"),
        # What completes the last member completes each that has no words of its own behind its noun.
        ("Anaemia, neuropathy or severe myopathy leading to admission", "exclusion",
         "Anaemia leading to admission or neuropathy leading to admission or severe myopathy leading to admission"),
        ("Gout, stroke in childhood, or palsy resulting in disability", "exclusion",
         "Gout or stroke in childhood or palsy resulting in disability"),
        ("Bipolar disorder or schizophrenia on structured interview", "inclusion",
         "Bipolar disorder on structured interview or schizophrenia on structured interview"),
        ("Failure or intolerance to methotrexate", "inclusion", "Failure of methotrexate or intolerance to methotrexate"),
        ("Lack of response or intolerance to methotrexate", "inclusion",
         "(no response to methotrexate) or intolerance to methotrexate"),
        ("Participation in another trial of drug or other therapies", "exclusion",
         "Participation in another trial of drug or Participation in another trial of other therapies"),
        ("Gout, lupus or tests suggesting acute or chronic hepatitis", "exclusion",
         "Gout or lupus or tests suggesting acute or chronic hepatitis"),
        ("Family or personal history of gout", "exclusion", "(family history of gout) or (history of gout)"),
        ("Gout, lupus and any other patients who need dapsone", "inclusion",
         "Gout or lupus or (other patients and need dapsone)"),
        ("Relapse after first-line therapy, i.e. rituximab or eltrombopag", "exclusion",
         "Relapse after first-line therapy meaning ((Relapse after rituximab) or (Relapse after eltrombopag))"),
        ("Use of an alpha blocker (tamsulosin/doxazosin/silodosin) medication", "exclusion",
         "alpha blocker medication such as (tamsulosin or doxazosin or silodosin)"),
        # A permission is an alternative to its limit; a state of a value is asked for with it.
        ("Bilirubin < 1.5 x ULN. NOTE: If taking atazanavir, <= 5 x ULN is acceptable.", "inclusion",
         "Bilirubin < 1.5 x ULN or (Bilirubin <= 5 x ULN and atazanavir)"),
        ("ALT < 3 x ULN; ALT < 5 x ULN is allowed for patients with liver metastases", "inclusion",
         "ALT < 3 x ULN or (ALT < 5 x ULN and liver metastases)"),
        ("ALT < 3 x ULN, or < 5 x ULN if liver metastases are present", "inclusion",
         "ALT < 3 x ULN or (ALT < 5 x ULN and liver metastases)"),
        ("Hemoglobin > 9 g/dL. Transfusion is allowed.", "inclusion", "Hemoglobin > 9 g/dl"),
        ("WBC < 3 if persistent", "inclusion", "WBC < 3 and persistent"),
        ("Surgery at least after 12 months of stent implantation", "inclusion",
         "Surgery >= 12 months after stent implantation"),
    ],
)  # fmt: skip
def test_the_tree_says_what_the_criterion_says(text: str, kind: CriterionKind, meaning: str) -> None:
    assert render(parse_criterion(text, kind=kind)) == meaning


def test_a_permission_that_is_not_understood_stays_beside_its_limit() -> None:
    tree = parse_criterion(
        "CD4 count > 50. Persons with less than 50 may be enrolled, if it is felt that this helps them."
    )
    assert [atom.kind for atom in atoms(tree)] == ["measure", "unparsed"]


@pytest.mark.parametrize(
    "text",
    [
        "Be judged not suitable to participate in the study by the investigators",
        "Any condition that makes the patient unsuitable for the study, in the opinion of the investigator",
        "Medical conditions that interfere with the study at the discretion of the physician",
    ],
)
def test_what_only_an_investigator_can_say_is_a_judgement(text: str) -> None:
    (atom,) = atoms(parse_criterion(text, kind="exclusion"))
    assert getattr(atom, "reason", None) == "judgement"


def test_a_named_disease_is_no_judgement() -> None:
    (atom,) = atoms(
        parse_criterion("Thyroid disease that is unsafe in the opinion of the investigator", kind="exclusion")
    )
    assert atom.kind == "finding"
