"""Rare disease: red flags, a differential, and the next step that tells candidates apart."""
