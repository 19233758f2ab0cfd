"""A conversation about one patient."""
