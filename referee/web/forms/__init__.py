"""Forms for entries and questions: parse and fill in fields."""
