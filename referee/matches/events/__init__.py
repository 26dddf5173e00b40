"""The kinds of events, by family. Importing a family registers its kinds with `EventData`."""

from referee.matches.events import closing, entries, evenings, names_and_rules, play

__all__ = ["closing", "entries", "evenings", "names_and_rules", "play"]
