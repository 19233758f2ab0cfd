"""Facts of a note in one comparable shape: from a gold line, from a patient record, and whether two are the same."""

from osler.evals.facts.compare import matches, same_name, sig_right
from osler.evals.facts.gold import gold_facts
from osler.evals.facts.record import facts_of
from osler.evals.facts.types import KINDS, Fact

__all__ = ["KINDS", "Fact", "facts_of", "gold_facts", "matches", "same_name", "sig_right"]
