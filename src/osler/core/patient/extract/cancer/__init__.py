"""What a note says of a cancer: histology, stage, grade, markers, spread, lines of therapy, radiotherapy."""

from osler.core.patient.extract.cancer.add import add_cancer
from osler.core.patient.extract.cancer.spread import site_pattern, sites_in

__all__ = ["add_cancer", "site_pattern", "sites_in"]
