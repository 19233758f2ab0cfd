"""A record as a page that a person can read."""

from osler.core.patient.summary.page import summarise

__all__ = ["summarise"]
