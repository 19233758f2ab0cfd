"""One patient record for everyone, its readers, writers and checks."""
