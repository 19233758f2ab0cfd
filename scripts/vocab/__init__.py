"""Readers of the public packages that the bundled vocabularies are made from."""
