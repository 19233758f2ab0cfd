"""The steps of a match, one file a step."""
