"""The stores that every test of the run store is run against."""

from __future__ import annotations

import pytest

from osler.core.runs import RunStore
from tests.services import database_url, postgres_server, postgres_url, redis_server, redis_url

__all__ = ["database_url", "postgres_server", "postgres_url", "redis_server", "redis_url"]


@pytest.fixture
def store(database_url: str) -> RunStore:
    """An empty run store."""
    return RunStore(database_url)
