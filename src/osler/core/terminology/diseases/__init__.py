"""The disease annotations of the HPO."""
