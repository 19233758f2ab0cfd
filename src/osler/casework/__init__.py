"""One case through the capabilities that apply; the one place that wires them to settings, runs and sessions.

Whoever starts one capability does not load the others: the door loads a name's module when the name is asked for, and
knows of the rest only their settings and where their runs are at home.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from osler.casework.homes import HOMES
from osler.config import register_section
from osler.consult.settings import ConsultSettings
from osler.core.runs import register_home
from osler.grounding.settings import GroundingSettings
from osler.guidelines.settings import GuidelinesSettings
from osler.lazy import lazily
from osler.trials.settings import TrialSettings

if TYPE_CHECKING:
    from osler.casework.answer import Answer
    from osler.casework.capability import Capability, capabilities, capability_named, capability_names, register
    from osler.casework.consult import (
        CONSULT,
        RECORD,
        RecordReply,
        ask_patient_record,
        open_topic,
        patient_home,
        start_turn,
    )
    from osler.casework.diagnosis import DIAGNOSIS, DiagnosisRequest, changes_since, diagnose_case, start_diagnosis
    from osler.casework.functions import Patient, ask, diagnose, ground, match, read, read_all
    from osler.casework.grounding import GROUNDING, ground_document, start_grounding
    from osler.casework.guidelines import GUIDELINES, GuidelineRequest, ask_guidelines, libraries_state, start_question
    from osler.casework.screening import SCREENING, screen_patients
    from osler.casework.starting import Handle, account_name, start
    from osler.casework.trials import TRIALS, MatchRequest, match_case, start_match, trials_state
    from osler.casework.typed import known_genes, refuse_unknown_findings, refuse_unknown_genes, refuse_unusable
    from osler.casework.wiring import Minds, Watcher
    from osler.casework.work import Work
    from osler.grounding import GroundingOutput

register_section("consult", ConsultSettings)
register_section("grounding", GroundingSettings)
register_section("guidelines", GuidelinesSettings)
register_section("trials", TrialSettings)
for _name, _module in HOMES.items():
    register_home(_name, partial(import_module, _module))

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
    "RecordReply",
    "Watcher",
    "Work",
    "account_name",
    "ask",
    "ask_guidelines",
    "ask_patient_record",
    "capabilities",
    "capability_named",
    "capability_names",
    "changes_since",
    "diagnose",
    "diagnose_case",
    "ground",
    "ground_document",
    "known_genes",
    "libraries_state",
    "match",
    "match_case",
    "open_topic",
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
    "trials_state",
]

__getattr__ = lazily(
    __name__,
    {
        "CONSULT": "consult",
        "DIAGNOSIS": "diagnosis",
        "GROUNDING": "grounding",
        "GUIDELINES": "guidelines",
        "RECORD": "consult",
        "SCREENING": "screening",
        "TRIALS": "trials",
        "Answer": "answer",
        "Capability": "capability",
        "DiagnosisRequest": "diagnosis",
        "GroundingOutput": "grounding",
        "GuidelineRequest": "guidelines",
        "Handle": "starting",
        "MatchRequest": "trials",
        "Minds": "wiring",
        "Patient": "functions",
        "RecordReply": "consult",
        "Watcher": "wiring",
        "Work": "work",
        "account_name": "starting",
        "ask": "functions",
        "ask_guidelines": "guidelines",
        "ask_patient_record": "consult",
        "capabilities": "capability",
        "capability_named": "capability",
        "capability_names": "capability",
        "changes_since": "diagnosis",
        "diagnose": "functions",
        "diagnose_case": "diagnosis",
        "ground": "functions",
        "ground_document": "grounding",
        "known_genes": "typed",
        "libraries_state": "guidelines",
        "match": "functions",
        "match_case": "trials",
        "open_topic": "consult",
        "patient_home": "consult",
        "read": "functions",
        "read_all": "functions",
        "refuse_unknown_findings": "typed",
        "refuse_unknown_genes": "typed",
        "refuse_unusable": "typed",
        "register": "capability",
        "screen_patients": "screening",
        "start": "starting",
        "start_diagnosis": "diagnosis",
        "start_grounding": "grounding",
        "start_match": "trials",
        "start_question": "guidelines",
        "start_turn": "consult",
        "trials_state": "trials",
    },
)
