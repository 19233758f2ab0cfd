"""The Human Phenotype Ontology: its bundled files, compiled arrays and graph."""

from osler.core.terminology.ontology import files
from osler.core.terminology.ontology.graph import PHENOTYPIC_ABNORMALITY, hpo

__all__ = ["PHENOTYPIC_ABNORMALITY", "files", "hpo"]
