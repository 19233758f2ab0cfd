"""What can be said of a thing without the patient: what it is, what is usual, which body system it belongs to."""
