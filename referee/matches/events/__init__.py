"""The kinds of events, by family. Importing a family registers its kinds with `EventData`."""

from referee.matches.events import entries, evenings, names_and_rules, play

__all__ = ["entries", "evenings", "names_and_rules", "play"]
