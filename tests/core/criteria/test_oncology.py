"""Criteria that ask for what a record types of a cancer: where it has spread, its stage, its markers."""

import pytest

from osler.core.criteria import PatientFacts, evaluate, parse_criterion
from osler.core.patient import PatientRecord
from osler.core.patient.types import Biomarker, Cancer, Condition, Gene, Metastasis, Quantity, Stage

_MELANOMA = Condition(id="condition-1", text="melanoma")
_RECORD = PatientRecord(
    id="p",
    cancers=[
        Cancer(
            id="cancer-1",
            text="melanoma",
            stages=[Stage(group="IVB")],
            metastases=[Metastasis(site="brain")],
            not_spread_to=[Metastasis(site="bone")],
        )
    ],
    biomarkers=[
        Biomarker(id="m-1", name="BRAF", gene=Gene(symbol="BRAF"), variant="V600E", result="positive"),
        Biomarker(id="m-2", name="NRAS", gene=Gene(symbol="NRAS"), result="wild-type"),
        Biomarker(id="m-3", name="PD-L1", value=Quantity(value=60.0, unit="%")),
    ],
)


@pytest.mark.parametrize(
    ("text", "truth"),
    [
        ("Brain metastases", "MET"),
        ("Brain metastasis", "MET"),
        ("Bone metastases", "NOT_MET"),
        ("Lung metastases", "UNKNOWN"),
        ("BRAF V600 mutation positive", "MET"),
        ("BRAF V600E mutation", "MET"),
        ("BRAF V600K mutation", "UNKNOWN"),
        ("BRAF wild-type", "NOT_MET"),
        ("NRAS mutation", "NOT_MET"),
        ("NRAS wild-type", "MET"),
        ("PD-L1 >= 50 %", "MET"),
        ("PD-L1 expression < 50 %", "NOT_MET"),
    ],
)
def test_a_typed_cancer_answers(text: str, truth: str) -> None:
    assert _truth(text, _RECORD) == truth


@pytest.mark.parametrize(("group", "truth"), [("IV", "MET"), ("IIIB", "MET"), ("IIA", "NOT_MET"), (None, "UNKNOWN")])
def test_the_stage_of_the_one_cancer(group: str | None, truth: str) -> None:
    cancer = Cancer(id="c", text="melanoma", stages=[Stage(group=group)])
    assert _stage_proof(PatientRecord(id="p", conditions=[_MELANOMA], cancers=[cancer])) == truth
    other = Cancer(id="d", text="gastric cancer", stages=[Stage(group="I")])
    assert _stage_proof(PatientRecord(id="p", conditions=[_MELANOMA], cancers=[cancer, other])) == "UNKNOWN"


def test_a_stage_before_the_spread_is_one_of_the_past() -> None:
    cancer = Cancer(id="c", text="melanoma", stages=[Stage(group="IIA")], metastases=[Metastasis(site="lung")])
    assert _stage_proof(PatientRecord(id="p", conditions=[_MELANOMA], cancers=[cancer])) == "UNKNOWN"


def test_who_lacks_one_change_of_a_gene_may_have_another() -> None:
    marker = Biomarker(id="m", text="FLT3-ITD negative", name="FLT3", gene=Gene(symbol="FLT3"), result="negative")
    record = PatientRecord(id="p", biomarkers=[marker])
    assert _truth("FLT3-ITD mutation", record) == "NOT_MET"
    assert _truth("FLT3 mutation", record) == "UNKNOWN"
    assert _truth("FLT3 wild-type", record) == "UNKNOWN"


def test_the_numbers_of_another_system_are_no_such_stages() -> None:
    cancer = Cancer(id="c", text="myeloma", stages=[Stage(group="III", system="ISS")])
    assert _stage_proof(PatientRecord(id="p", conditions=[_MELANOMA], cancers=[cancer])) == "UNKNOWN"


def _truth(text: str, record: PatientRecord) -> str:
    return evaluate(parse_criterion(text), PatientFacts(record)).truth


def _stage_proof(record: PatientRecord) -> str:
    return _truth("Stage III or IV melanoma", record)
