"""What a mind may call, and what came of it."""
