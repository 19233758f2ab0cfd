"""Medicines and what they did: doses, routes, last doses, what is taken now, what failed, what was not tolerated."""
