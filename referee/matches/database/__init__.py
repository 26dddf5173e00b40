"""Where logs are kept: SQLite or PostgreSQL, migrations, backups, checks."""
