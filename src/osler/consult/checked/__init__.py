"""Whether a sentence that a model worded is covered by what it cites."""
