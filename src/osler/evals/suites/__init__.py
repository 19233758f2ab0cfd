"""One module a suite; each exposes `SUITE`."""
