"""Storage for the logs: SQLite and PostgreSQL, migrations, backups and checks."""
