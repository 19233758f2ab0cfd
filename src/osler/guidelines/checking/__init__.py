"""Whether a sentence says what its sources say: numbers, units, people, negation, strength and conditions by rule."""

from osler.guidelines.checking.amounts import Amount
from osler.guidelines.checking.bonds import drug_doses
from osler.guidelines.checking.evidence import SourceText
from osler.guidelines.checking.faults import Fault, FaultKind
from osler.guidelines.checking.frequencies import frequencies
from osler.guidelines.checking.judgement import Judgement, Label, judge_claim
from osler.guidelines.checking.statements import Statement, read_statement, stance_of, strength_of, without_excluded
from osler.guidelines.checking.support import check_sentence, is_on_the_same

__all__ = [
    "Amount",
    "Fault",
    "FaultKind",
    "Judgement",
    "Label",
    "SourceText",
    "Statement",
    "check_sentence",
    "drug_doses",
    "frequencies",
    "is_on_the_same",
    "judge_claim",
    "read_statement",
    "stance_of",
    "strength_of",
    "without_excluded",
]
