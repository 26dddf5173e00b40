"""Run by Alembic for each upgrade; the connection and its transaction are the caller's."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
