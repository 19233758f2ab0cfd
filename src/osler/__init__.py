"""Osler: clinical agents whose every statement carries evidence that was checked."""

__version__ = "0.1.0"
