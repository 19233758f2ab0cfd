"""What is kept of the exchanges with minds: replies on disk, and spans."""
