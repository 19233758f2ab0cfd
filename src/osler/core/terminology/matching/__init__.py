"""Finding concepts in text: token windows looked up in tables of names."""
