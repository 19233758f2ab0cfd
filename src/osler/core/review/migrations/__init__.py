"""The history of the review queue's tables, applied when it is opened."""
