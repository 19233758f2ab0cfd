"""Facts from the words of a note: language's findings as parts of the patient record."""
