"""A disease by what is said of it: its class, degree, onset, cause, bouts and treatment; and groups that no vocabulary has."""
