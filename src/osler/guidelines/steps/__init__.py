"""The steps of a guideline question, one file each."""
