"""The history of the store's tables, applied when a store is opened."""
