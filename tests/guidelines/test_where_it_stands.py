"""Where names, doses and ages stand: each sentence says what its source says, and the like of it beside it does not."""

from __future__ import annotations

import pytest

from osler.core.terminology import bundled_vocabularies
from osler.guidelines.checking import SourceText, check_sentence, drug_doses, read_statement

V = bundled_vocabularies()
TRIPTAN = "Use sumatriptan 50 mg orally as the first triptan; a second dose of 50 mg may be taken after 2 hours."
BINDER = "Sodium zirconium cyclosilicate 10 g three times daily may be used for up to 72 hours, then 5 g once daily."
CLOT = "People with deep vein thrombosis should be offered rivaroxaban 15 mg twice daily for 21 days, followed by 20 mg once daily."
GESTATIONAL = (
    "Gestational diabetes: women should be advised to keep fasting glucose below 5.3 mmol/L. "
    "If targets are not met with diet and exercise within 1 to 2 weeks, metformin should be offered; "
    "insulin should be offered if metformin is contraindicated."
)
THYROXINE = (
    "Levothyroxine should be started at 1.6 micrograms/kg once daily in adults younger than 65 years. "
    "In adults aged 65 years or older the starting dose should be 25 to 50 micrograms once daily."
)
ANKLE = "Adults should have an X-ray only if there is bone tenderness."
PREDNISOLONE = "Oral prednisolone 40 mg once daily for 5 days should be given for a severe exacerbation."
IRON = "Evidence is insufficient to recommend iron supplementation for pregnant women."
ANAEMIA = "Men and postmenopausal women with iron deficiency anaemia should be referred for endoscopy within 2 weeks."
DOUBLED = (
    "The dose of levonorgestrel should be doubled to 3 mg in women who weigh more than 70 kg or take an enzyme inducer."
)
MAOI = "Sertraline should not be combined with a monoamine oxidase inhibitor."
CHILDREN = "Children older than 3 months should receive paracetamol 15 mg/kg every 6 hours."
ANGIOEDEMA = "Lisinopril is contraindicated in pregnancy and in people with a history of angioedema."
STRAINS = (
    "Triple therapy should not be used as first-line treatment where local clarithromycin resistance exceeds 15 %."
)
PAIN = "Adults with mild pain should receive paracetamol 1 g four times daily, with a maximum of 4 g in 24 hours."


def _faults(sentence: str, source: str) -> list[str]:
    return [fault.message for fault in check_sentence(sentence, [SourceText("s", source)], V)]


def test_a_dose_belongs_to_the_drug_before_it_and_not_to_a_part_of_its_name() -> None:
    assert next(drug.text for drug, _ in drug_doses(read_statement(TRIPTAN, V))) == "sumatriptan"


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("The first triptan is oral sumatriptan 50 mg.", TRIPTAN),
        ("Sodium zirconium cyclosilicate 10 g TDS may be used for up to 3 days, followed by 5 g OD.", BINDER),
        ("Rivaroxaban 15 mg twice daily for 21 days and then 20 mg once daily should be offered for deep vein thrombosis.", CLOT),
        ("Women with gestational diabetes who cannot take metformin should be offered insulin.", GESTATIONAL),
        ("For a 40-year-old, levothyroxine should be started at 1.6 micrograms/kg once daily.", THYROXINE),
        ("Older adults (65 and over) should start on 25-50 micrograms of levothyroxine each day.", THYROXINE),
        ("Adults should have no X-ray unless there is bone tenderness.", ANKLE),
        ("Severe exacerbations get a 5-day course of prednisolone tablets, 40 mg once daily.", PREDNISOLONE),
        ("Evidence is insufficient to recommend iron tablets for pregnant women.", IRON),
        ("Men with iron deficiency anaemia should be referred for endoscopy within 14 days.", ANAEMIA),
        ("Levonorgestrel 3 mg is the dose for women who take an enzyme inducer.", DOUBLED),
        ("Sertraline and MAOIs should not be taken together.", MAOI),
        ("Paracetamol 15 mg/kg every 6 hours is recommended for children more than 3 months old.", CHILDREN),
        ("Neither pregnant women nor people who have had angioedema may take lisinopril.", ANGIOEDEMA),
        ("Where more than 15 % of strains are resistant to clarithromycin, triple therapy should not be used first-line.", STRAINS),
        ("Mild pain in an adult: paracetamol 1 g q.d.s., not exceeding 4 g a day.", PAIN),
    ],
)  # fmt: skip
def test_what_a_source_says_is_not_doubted(sentence: str, source: str) -> None:
    assert not _faults(sentence, source)


@pytest.mark.parametrize(
    ("sentence", "source"),
    [
        ("The first triptan is oral sumatriptan 100 mg.", TRIPTAN),
        ("Sodium zirconium cyclosilicate 5 g TDS may be used for up to 3 days, followed by 10 g OD.", BINDER),
        ("Rivaroxaban 20 mg twice daily for 21 days and then 15 mg once daily should be offered for deep vein thrombosis.", CLOT),
        ("Women with gestational hypertension who cannot take metformin should be offered insulin.", GESTATIONAL),
        ("For a 70-year-old, levothyroxine should be started at 1.6 micrograms/kg once daily.", THYROXINE),
        ("Older adults (75 and over) should start on 25-50 micrograms of levothyroxine each day.", THYROXINE),
        ("Adults should have an X-ray unless there is bone tenderness.", ANKLE),
        ("Severe exacerbations get a 5-day course of intravenous prednisolone, 40 mg once daily.", PREDNISOLONE),
        ("Premenopausal women with iron deficiency anaemia should be referred for endoscopy within 14 days.", ANAEMIA),
        ("Levonorgestrel 3 mg is the dose for women who take an enzyme inducer and weigh more than 70 kg.", DOUBLED),
        ("Sertraline and SSRIs should not be taken together.", MAOI),
        ("Paracetamol 15 mg/kg every 6 hours is recommended for children more than 3 years old.", CHILDREN),
        ("Neither pregnant women nor people who have had asthma may take lisinopril.", ANGIOEDEMA),
        ("Where less than 15 % of strains are resistant to clarithromycin, triple therapy should not be used first-line.", STRAINS),
        ("Mild pain in an adult: paracetamol 1 g t.d.s., not exceeding 4 g a day.", PAIN),
    ],
)  # fmt: skip
def test_the_like_of_it_is(sentence: str, source: str) -> None:
    assert _faults(sentence, source)
