"""What a note says of a cancer: histology, stage, grade, markers, spread, lines of therapy, radiotherapy."""

from osler.core.patient.extract.cancer.add import add_cancer

__all__ = ["add_cancer"]
