"""What Alembic runs: migrate over the connection that the queue already holds and has locked."""

from alembic import context

from osler.core.review.tables import HISTORY, metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=HISTORY.version_table,
)
context.run_migrations()
