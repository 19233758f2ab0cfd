"""Concepts, search, the HPO graph, and the vocabularies they come from."""
