"""The history of grounding's tables, applied when its store is opened."""
