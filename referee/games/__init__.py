"""The games, one per folder with rules, form and rulebook. New folders need no registration."""
