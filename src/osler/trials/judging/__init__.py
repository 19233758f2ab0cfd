"""Judging criteria by computation: a patient's view, the prover with its two policies, and the rules they read."""

from osler.trials.judging.judge import ENGINE, NO_TOPIC, Topic, has_proof, judge_criterion, topic_of
from osler.trials.judging.view import NumberedSentence, PatientView

__all__ = [
    "ENGINE",
    "NO_TOPIC",
    "NumberedSentence",
    "PatientView",
    "Topic",
    "has_proof",
    "judge_criterion",
    "topic_of",
]
