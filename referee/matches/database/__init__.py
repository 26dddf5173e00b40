"""Storage of the logs: SQLite or PostgreSQL, migrations, backups, checks."""
