"""The terminology server as a surface."""
