"""One case through the capabilities that apply; the one place that wires them to settings, runs and sessions."""

from osler.casework.capability import Capability, capabilities, register
from osler.casework.consult import CONSULT, RECORD, ask_patient_record, patient_home, start_turn
from osler.casework.diagnosis import DIAGNOSIS, DiagnosisRequest, changes_since, diagnose_case, start_diagnosis
from osler.casework.functions import Answer, Patient, ask, diagnose, ground, match, read, read_all
from osler.casework.grounding import GROUNDING, ground_document, start_grounding
from osler.casework.guidelines import GUIDELINES, GuidelineRequest, ask_guidelines, start_question
from osler.casework.starting import Handle, account_name, start
from osler.casework.trials import SCREENING, TRIALS, MatchRequest, match_case, screen_patients, start_match
from osler.casework.typed import known_genes, refuse_unknown_findings, refuse_unknown_genes, refuse_unusable
from osler.casework.wiring import Minds, Watcher
from osler.casework.work import Work
from osler.config import register_section
from osler.grounding import GroundingOutput
from osler.grounding.settings import GroundingSettings
from osler.guidelines.settings import GuidelinesSettings
from osler.trials.settings import TrialSettings

register_section("grounding", GroundingSettings)
register_section("guidelines", GuidelinesSettings)
register_section("trials", TrialSettings)

__all__ = [
    "CONSULT",
    "DIAGNOSIS",
    "GROUNDING",
    "GUIDELINES",
    "RECORD",
    "SCREENING",
    "TRIALS",
    "Answer",
    "Capability",
    "DiagnosisRequest",
    "GroundingOutput",
    "GuidelineRequest",
    "Handle",
    "MatchRequest",
    "Minds",
    "Patient",
    "Watcher",
    "Work",
    "account_name",
    "ask",
    "ask_guidelines",
    "ask_patient_record",
    "capabilities",
    "changes_since",
    "diagnose",
    "diagnose_case",
    "ground",
    "ground_document",
    "known_genes",
    "match",
    "match_case",
    "patient_home",
    "read",
    "read_all",
    "refuse_unknown_findings",
    "refuse_unknown_genes",
    "refuse_unusable",
    "register",
    "screen_patients",
    "start",
    "start_diagnosis",
    "start_grounding",
    "start_match",
    "start_question",
    "start_turn",
]
