"""Disease ranking: every annotated disease scored by likelihood ratios that can be read one by one."""

from osler.diagnosis.ranking.answers import Answers, answers
from osler.diagnosis.ranking.causal import causal_genes
from osler.diagnosis.ranking.confidence import FEWEST_PATIENTS, Confidence, confidence_of
from osler.diagnosis.ranking.families import PooledFamily
from osler.diagnosis.ranking.gene_order import genes_in_order
from osler.diagnosis.ranking.inheritance import FamilySign, is_x_linked
from osler.diagnosis.ranking.left_out import LeftOut
from osler.diagnosis.ranking.model import RankingModel, default_model
from osler.diagnosis.ranking.onset import STAGE_MIDDLES
from osler.diagnosis.ranking.prevalence import compared
from osler.diagnosis.ranking.ranking import Ranking, rank
from osler.diagnosis.ranking.sexes import impossible_terms
from osler.diagnosis.ranking.stated import Stated
from osler.diagnosis.ranking.types import (
    Contribution,
    Factor,
    MatchKind,
    MissingFeature,
    PhenotypeQuery,
    RankedDisease,
)
from osler.diagnosis.ranking.typical import FEWEST_COUNTED, is_typical
from osler.diagnosis.ranking.weights import Weights, default_weights

__all__ = [
    "FEWEST_COUNTED",
    "FEWEST_PATIENTS",
    "STAGE_MIDDLES",
    "Answers",
    "Confidence",
    "Contribution",
    "Factor",
    "FamilySign",
    "LeftOut",
    "MatchKind",
    "MissingFeature",
    "PhenotypeQuery",
    "PooledFamily",
    "RankedDisease",
    "Ranking",
    "RankingModel",
    "Stated",
    "Weights",
    "answers",
    "causal_genes",
    "compared",
    "confidence_of",
    "default_model",
    "default_weights",
    "genes_in_order",
    "impossible_terms",
    "is_typical",
    "is_x_linked",
    "rank",
]
