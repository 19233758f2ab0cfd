"""The steps of a consultation, one file each."""
