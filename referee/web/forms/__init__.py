"""The forms of entries and questions: fields as texts, and back."""
