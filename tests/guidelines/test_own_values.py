"""What a row, a note or a ceiling says to one patient: weight bands, notes of rows, usual doses, the dose that is taken."""

from __future__ import annotations

from pathlib import Path

from osler.config import load_settings, mind_flags
from osler.core.agents import Runner
from osler.core.library import Library, pregnancy_of
from osler.core.patient import read_patient
from osler.guidelines import AgenticResult, Deps, ask

CROUP = """# Croup and gout (synthetic)

## Doses of dexamethasone

| Weight | Dose |
|---|---|
| under 10 kg | 1.5 mg once |
| 10 to 19 kg | 3 mg once |

## Gout

| Drug | Usual dose | Creatinine clearance below 30 mL/min |
|---|---|---|
| Colchicine | 500 micrograms twice daily (a) | Do not use |

(a) 500 micrograms once daily for people aged 75 years or older.

The dose of colchicine should not exceed 1 mg daily.
"""


def asked(tmp_path: Path, question: str, patient: str) -> AgenticResult:
    guideline = tmp_path / "croup.md"
    guideline.write_text(CROUP, encoding="utf-8")
    library = Library(tmp_path / "library")
    library.add(guideline)
    deps = Deps(runner=Runner(load_settings(flags=mind_flags("offline"))), libraries=[library])
    return ask(question, read_patient(patient).record, deps=deps)


def test_a_band_of_weight_decides_which_row_is_for_a_child(tmp_path: Path) -> None:
    result = asked(tmp_path, "Dexamethasone dose for croup?", "3-year-old girl with croup, weight 14 kg.")
    fits = {row.text: row.fit for row in result.recommendations}
    assert next(fit for text, fit in fits.items() if "3 mg once" in text) == "applies"
    assert next(fit for text, fit in fits.items() if "1.5 mg once" in text) == "does_not_apply"


def test_the_usual_dose_of_a_row_is_told_with_its_note(tmp_path: Path) -> None:
    result = asked(tmp_path, "Colchicine dose?", "80-year-old man with gout. Creatinine clearance 60 mL/min.")
    told = [one.text for one in result.sentences if one.about == "evidence"]
    assert "Colchicine; Usual dose: 500 micrograms twice daily" in told
    assert any("aged 75 years or older" in text for text in told)
    assert not any("Do not use" in text for text in told)


def test_a_dose_above_the_ceiling_is_a_warning(tmp_path: Path) -> None:
    result = asked(tmp_path, "Colchicine dose?", "50-year-old man with gout. Colchicine 1 mg twice daily.")
    assert any("should not exceed 1 mg daily" in one and "2 mg a day" in one for one in result.warnings)


def test_adults_and_pregnancy_are_two_groups_of_people() -> None:
    assert pregnancy_of("Chronic hepatitis in adults and in pregnancy") is None
    assert pregnancy_of("Offer cefalexin, except in pregnancy, when amoxicillin is used.") is None
    assert pregnancy_of("Hepatitis in pregnancy") is True


def test_each_of_those_whom_a_sentence_excludes_is_warned(tmp_path: Path) -> None:
    guideline = tmp_path / "migraine.md"
    guideline.write_text(
        "# Migraine (synthetic)\n\n## Attacks\n\nSumatriptan 50 mg is recommended for attacks. "
        "It must not be used in pregnancy, in people with epilepsy, or in coronary artery disease.\n",
        encoding="utf-8",
    )
    library = Library(tmp_path / "library")
    library.add(guideline)
    deps = Deps(runner=Runner(load_settings(flags=mind_flags("offline"))), libraries=[library])
    patient = read_patient("58-year-old man with migraine. Coronary artery disease.").record
    result = ask("Sumatriptan for a migraine attack?", patient, deps=deps)
    assert any("must not be used" in one for one in result.warnings)
