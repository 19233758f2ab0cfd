"""What may leave this machine, and what is replaced before it does."""
