"""Where each capability is wired: by the name that its runs have, the module that registers it when it is loaded."""

from __future__ import annotations

HOMES = {
    "consult": "osler.casework.consult",
    "diagnosis": "osler.casework.diagnosis",
    "grounding": "osler.casework.grounding",
    "guidelines": "osler.casework.guidelines",
    "record": "osler.casework.consult",
    "screening": "osler.casework.screening",
    "trials": "osler.casework.trials",
}
