"""The rules desk: questions, verdicts, rulings, rulebooks and house rules."""
