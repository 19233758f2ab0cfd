"""What people write, before any of it is understood: typing habits, everyday words, who is named."""
