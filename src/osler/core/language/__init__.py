"""Deterministic clinical text processing: sentences, sections, mentions, assertion, time, quantities."""
