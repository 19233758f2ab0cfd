"""What a criterion asks, as it is meant: its line in plain words, its tree in names that vocabularies have, its ages and times."""
