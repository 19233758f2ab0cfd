"""Scripts that make bundled data; run by maintainers, not by users."""
