"""Letter heads, labels and initials of many offices, and the clinical words that look like them."""

from __future__ import annotations

import pytest

from osler.core.privacy import Deidentifier


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("Klinikum Seeheim - Innere Medizin", "Klinikum Seeheim"),
        ("Kreisklinik Tannenbach", "Kreisklinik Tannenbach"),
        ("Goethestr. 12a, 84503 Altheim", "Goethestr. 12a"),
        ("Goethestr. 12a, 84503 Altheim", "84503 Altheim"),
        ("wohnhaft Am Mühlgraben 3, in Pflege", "Am Mühlgraben 3"),
        ("Fall-Nr. 2021-118842", "2021-118842"),
        ("Prof. Dr. med. K. Immenroth", "Immenroth"),
        ("12 rue des Tanneurs, le 18 avril 2023", "rue des Tanneurs"),
        ("12 rue des Tanneurs, le 18 avril 2023", "18 avril 2023"),
        ("geb. 3. Mai 1951", "3. Mai 1951"),
        ("Betreft: mevrouw A. van der Heijden, astma", "Heijden"),
        ("Pt: D.W.  58M with cough", "D.W."),
        ("Accession No: S23-104482", "S23-104482"),
        ("Encounter E-5540021", "E-5540021"),
        ("claim no. C 28 441 907.", "441 907"),
        ("He attends P.S. 204 in the mornings.", "P.S. 204"),
        ("She goes to Hollow Lane Primary School.", "Hollow Lane"),
        ("cc: Dr P Truscott", "Truscott"),
        ("Sgt. Marcus Delacroix was seen", "Delacroix"),
        ("Walt (pt) and Ann (spouse) met", "Walt"),
        ("Castellanos, Rosa 71F with fever", "Castellanos"),
    ],
)
def test_what_a_letter_head_says_of_people_and_places_is_gone(text: str, value: str) -> None:
    assert value not in Deidentifier().scrub(text)


@pytest.mark.parametrize(
    "text",
    [
        "Beck inventory 31, Hamilton 22, Ramsay 2.",
        "Diagnosis of Major Depressive Disorder.",
        "Ulcer as defined by the American Academy of Dermatology.",
        "Given Hartmann solution 1000 ml and 10000 Units of heparin.",
        "Allergic to trimethoprim; St John's wort stopped.",
        "Discussed cardiothoracic surgery, Mohs Surgery, and Open Vascular Surgery.",
        "Stage IIIC, FIGO. Asthma, COPD, gout.",
        "Pt has I.V. access, P.O. intake fair.",
        "Case of 2023 with HBV-DNA 35210 copies.",
        "Pressure support 10, P.S. ventilation.",
    ],
)
def test_clinical_words_stay(text: str) -> None:
    assert Deidentifier().scrub(text) == text


def test_a_number_behind_its_label_is_no_telephone() -> None:
    assert "RECORD" in Deidentifier().scrub("NHS No: 943 476 5919")
