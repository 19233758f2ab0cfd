"""The steps of a match, one file a step."""

from osler.trials.steps.aggregate import aggregate_to_trial_verdict, verdict_if_unknown_passes
from osler.trials.steps.key_facts import key_facts
from osler.trials.steps.search_tools import compact
from osler.trials.steps.validate import validate

__all__ = ["aggregate_to_trial_verdict", "compact", "key_facts", "validate", "verdict_if_unknown_passes"]
