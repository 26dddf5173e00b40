"""Alembic's script for upgrades, in the connection and transaction of the caller."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
