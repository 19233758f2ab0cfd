"""Texts of trials ranked for a whole patient: what the patient is seen for, who the patient is, and what that brings up."""

from osler.trials.retrieval.index import Weights, WordIndex
from osler.trials.retrieval.query import patient_weights
from osler.trials.retrieval.rank import RankingOptions, rank_for_patient
from osler.trials.retrieval.search import search_for_patient
from osler.trials.retrieval.texts import TrialTexts

__all__ = [
    "RankingOptions",
    "TrialTexts",
    "Weights",
    "WordIndex",
    "patient_weights",
    "rank_for_patient",
    "search_for_patient",
]
