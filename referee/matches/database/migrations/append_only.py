"""The promise that no event ever changes, kept by the database itself."""

from alembic import op

SAID = "events are only ever added"


def make_append_only(table: str) -> None:
    """Have the database refuse whatever would alter or remove rows of this table."""
    if op.get_bind().dialect.name == "postgresql":
        op.execute(
            "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN RAISE integrity_constraint_violation USING MESSAGE = '{SAID}'; END $$"
        )
        op.execute(
            f"CREATE TRIGGER {table}_refuses_change BEFORE UPDATE OR DELETE OR TRUNCATE "
            f"ON {table} FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()"
        )
        return
    for act in ("UPDATE", "DELETE"):
        op.execute(
            f"CREATE TRIGGER {table}_refuses_{act.lower()} BEFORE {act} ON {table} "
            f"BEGIN SELECT RAISE(ABORT, '{SAID}'); END"
        )
