"""The protocol, patient or run that a decision is bound to, where it does not hold everywhere."""

from osler.core.database import Connection


def upgrade(connection: Connection) -> None:
    """Add the column; decisions of before hold everywhere."""
    connection.define("ALTER TABLE review_decisions ADD COLUMN bound_to TEXT;")
