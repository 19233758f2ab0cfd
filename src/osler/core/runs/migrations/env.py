"""What Alembic runs: migrate over the connection that the store already holds and has locked."""

from alembic import context

from osler.core.runs.tables import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
context.run_migrations()
