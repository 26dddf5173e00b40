"""Forms for entries and questions: their fields, and how these are parsed and filled in."""
