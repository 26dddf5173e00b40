"""The rules desk: questions, verdicts, rulings, rulebooks, house rules."""
