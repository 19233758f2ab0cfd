"""Servers on loopback that speak the protocols of outside services, for tests through the real client libraries."""
